package dev.catena.planning;

import dev.catena.ground.Foot;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.JointUnits;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.terms.FootLoads;
import dev.catena.planning.terms.GroundedEvaluator;
import dev.catena.planning.terms.GroundedRows;
import dev.catena.planning.terms.SharedByDistance;
import dev.catena.planning.terms.SquaredNorm;
import dev.catena.planning.terms.StandingEvaluator;
import dev.catena.planning.terms.WeightedSquares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions of a robot that stands on feet: torques with the feet loaded, forces of the ground, distances of the pressure
 * from the edges of what it may act on. For {@link MotionLimits#add}, {@link MotionLimits#at} and
 * {@link MotionObjective#integral}; those of one object are computed together. Forces are in units of the robot's weight.
 */
public final class GroundFunctions {
    private static final String[] COMPONENTS = {"force x", "force y", "force z", "moment x", "moment y", "moment z"};

    /** Heights that are rounding, as a share of a distance. */
    private static final double HEIGHT = 1e-12;

    /** Polygons with less area than this part of their width's square have none. */
    private static final double FLAT = 1e-6;

    private final @Nullable Support support;
    private final RobotModel robot;
    private final List<String> feet;
    private final FootLoads loads;
    private final Vector3 about;
    private final int n;
    private final Vector3 up;
    private final double weight;
    private final double length;

    /** @throws IllegalArgumentException if the robot has no weight, loops, or a base that floats */
    public GroundFunctions(Support support) {
        this(
                support,
                support.robot(),
                support.feet(),
                new GroundedEvaluator(support),
                support.about(),
                support.weight());
    }

    /**
     * Of a robot with elastic joints that stands all the time: loads of its feet, and what limits them. Torques are those of
     * {@link MotionLimits#standing}.
     *
     * @throws IllegalArgumentException if the robot has no weight, feet cannot exert every wrench, or motors spin on bodies that move
     */
    public GroundFunctions(StandingLoads standing) {
        this(
                null,
                standing.robot(),
                standing.feet(),
                new StandingEvaluator(standing),
                standing.about(),
                standing.weight());
    }

    private GroundFunctions(
            @Nullable Support support,
            RobotModel robot,
            List<Foot> feet,
            FootLoads loads,
            Vector3 about,
            double weight) {
        this.support = support;
        this.robot = robot;
        this.feet = feet.stream().map(Foot::name).toList();
        this.loads = loads;
        this.about = about;
        this.weight = weight;
        n = robot.jointCount();
        length = Extent.of(robot).length();
        if (!(weight > 0)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no weight to stand on its feet".formatted(robot.name()));
        }
        up = robot.gravity().times(-1 / robot.gravity().norm());
    }

    /**
     * Who carries the robot when.
     *
     * @throws IllegalArgumentException if loads are those of {@link StandingLoads}
     */
    public Support support() {
        if (support == null) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has elastic joints, and loads of its feet are no inputs: torques and effort are those of MotionLimits.standing, and forces inside joints are not known"
                            .formatted(robot.name()));
        }
        return support;
    }

    private GroundedEvaluator evaluator() {
        return loads instanceof GroundedEvaluator known ? known : new GroundedEvaluator(support());
    }

    private int loadRow(String foot) {
        int index = feet.indexOf(foot);
        if (index < 0) {
            throw new IllegalArgumentException("there is no foot \"%s\"; there are %s".formatted(foot, feet));
        }
        return loads.loadRow(index);
    }

    /** Torques of joints with the feet loaded, in the order named. */
    public StateFunction torques(List<String> joints) {
        return new GroundedRows(evaluator(), torques("torque of ", joints, 1));
    }

    /** What the loads of the feet leave for joints without drives, divided by the weight: zero where the ground carries all. */
    public StateFunction leftOver(List<String> joints) {
        double[] ofJoints = JointUnits.of(robot);
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (GroundedRows.Row row : torques("left over for ", joints, 1 / weight)) {
            // forces of slides count in weights, moments in these times the length
            rows.add(row.in(length / ofJoints[row.indices()[0]]));
        }
        return new GroundedRows(evaluator(), rows);
    }

    private List<GroundedRows.Row> torques(String what, List<String> joints, double factor) {
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (String joint : joints) {
            rows.add(new GroundedRows.Row(what + joint, new int[] {robot.coordinate(joint)}, new double[] {factor}));
        }
        return rows;
    }

    /** Σ wᵢ τᵢ² of joints with the feet loaded. */
    public StateFunction effort(List<String> joints, double[] weights) {
        if (weights.length != joints.size()
                || Arrays.stream(weights).anyMatch(w -> !(w >= 0) || Double.isInfinite(w))) {
            throw new IllegalArgumentException("effort of %s joints needs as many weights, not negative, but has %s"
                    .formatted(joints.size(), Arrays.toString(weights)));
        }
        return new WeightedSquares(torques(joints), weights, n, support().count());
    }

    /**
     * The squared norm of the force that a joint carries with the feet loaded, in squares of the robot's weight.
     *
     * @throws IllegalArgumentException if there is no such joint
     */
    public StateFunction jointForce(String joint) {
        if (!robot.hasCoordinate(joint)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no moving joint \"%s\"".formatted(robot.name(), joint));
        }
        GroundedEvaluator opened = new GroundedEvaluator(support(), List.of(joint));
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (int axis = 0; axis < 3; axis++) {
            rows.add(new GroundedRows.Row(
                    "force in " + joint, new int[] {opened.forceRow(joint, axis)}, new double[] {1 / weight}));
        }
        return new SquaredNorm(
                "force in %s, in weights".formatted(joint),
                new GroundedRows(opened, rows),
                n,
                support().count());
    }

    /**
     * By how much two feet do not share their load by distances: d_A L_A − d_B L_B in weights, L the six numbers of a load and
     * d the distance of the zero-moment point of both from a point under each, [Barman 5]. Zero if the weight of foot A is
     * d_B/(d_A + d_B).
     */
    public StateFunction sharedByDistance(String first, Vector3 underFirst, String second, Vector3 underSecond) {
        if (Math.abs(up.dot(about)) > HEIGHT * (1 + about.norm())) {
            throw new IllegalArgumentException(
                    "loads are shared by distances on the ground through the world's origin, but their moments are about %s, above or below it"
                            .formatted(about));
        }
        return new SharedByDistance(
                evaluator(),
                "load of %s and %s by distances".formatted(first, second),
                new int[] {support().index(first), support().index(second)},
                new Vector3[] {underFirst.minus(about), underSecond.minus(about)},
                up,
                weight);
    }

    /** (F, M) of a foot, M about the point about which its loads are, the world's origin unless told, divided by the weight. */
    public StateFunction load(String foot) {
        int first = loadRow(foot);
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (int c = 0; c < 6; c++) {
            rows.add(new GroundedRows.Row(
                    "%s of %s".formatted(COMPONENTS[c], foot),
                    new int[] {first + c},
                    new double[] {1 / weight},
                    c < 3 ? 1 : length));
        }
        return new GroundedRows(loads, rows);
    }

    /** The force that presses feet together on the ground, divided by the weight. */
    public StateFunction pressing(String... feet) {
        return new GroundedRows(
                loads, List.of(row("force on the ground of " + String.join(", ", feet), up, Vector3.ZERO, feet)));
    }

    /** μ F_n ± F along two horizontal axes, divided by the weight: not negative within a pyramid of friction. */
    public StateFunction friction(double coefficient, String... feet) {
        Vector3 first = horizontal();
        Vector3 second = up.cross(first);
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (Vector3 side : List.of(first, first.times(-1), second, second.times(-1))) {
            rows.add(row(
                    "friction of " + String.join(", ", feet),
                    up.times(coefficient).plus(side),
                    Vector3.ZERO,
                    feet));
        }
        return new GroundedRows(loads, rows);
    }

    private Vector3 horizontal() {
        Vector3 most = Math.abs(up.x()) < 0.9 ? Vector3.X : Vector3.Y;
        return most.minus(up.times(up.dot(most))).normalized();
    }

    /**
     * By how much the pressure under feet is inside of the edges of a convex polygon on the ground, in meters times the force
     * in weights: not negative inside. With p = (e × M + h F)/F_n an edge a·p ≥ b is a·(e × M + h F) − b F_n ≥ 0, which needs
     * no division; points and heights are seen from where M is about.
     *
     * @param corners in the world, in the order of either turn
     */
    public StateFunction pressure(List<Vector3> corners, String... feet) {
        double turn = area(corners);
        double wide = corners.stream()
                .mapToDouble(corner -> corner.minus(corners.get(0)).norm())
                .max()
                .orElse(0);
        if (corners.size() < 3 || !(Math.abs(turn) > FLAT * wide * wide)) {
            throw new IllegalArgumentException(
                    "the ground under %s is no polygon with an area".formatted(Arrays.toString(feet)));
        }
        List<GroundedRows.Row> rows = GroundedRows.list();
        for (int k = 0; k < corners.size(); k++) {
            Vector3 from = corners.get(k).minus(about);
            Vector3 along = corners.get((k + 1) % corners.size()).minus(corners.get(k));
            Vector3 inward = up.cross(along).times(Math.signum(turn)).normalized();
            double height = up.dot(from);
            // a·(e × M) = (a × e)·M
            Vector3 ofForce = inward.times(height).minus(up.times(inward.dot(from)));
            rows.add(row(
                            "pressure of %s inside of edge %s".formatted(String.join(", ", feet), k + 1),
                            ofForce,
                            inward.cross(up),
                            feet)
                    .in(wide));
        }
        return new GroundedRows(loads, rows);
    }

    private double area(List<Vector3> corners) {
        double sum = 0;
        for (int k = 0; k < corners.size(); k++) {
            Vector3 from = corners.get(k).minus(corners.get(0));
            Vector3 to = corners.get((k + 1) % corners.size()).minus(corners.get(0));
            sum += up.dot(from.cross(to));
        }
        return sum / 2;
    }

    /** (f·F + m·M)/weight, summed over feet. */
    private GroundedRows.Row row(String name, Vector3 ofForce, Vector3 ofMoment, String... feet) {
        double[] parts = {ofForce.x(), ofForce.y(), ofForce.z(), ofMoment.x(), ofMoment.y(), ofMoment.z()};
        List<Integer> indices = new ArrayList<>();
        List<Double> factors = new ArrayList<>();
        for (String foot : feet) {
            for (int c = 0; c < 6; c++) {
                if (parts[c] != 0) {
                    indices.add(loadRow(foot) + c);
                    factors.add(parts[c] / weight);
                }
            }
        }
        return new GroundedRows.Row(
                name,
                indices.stream().mapToInt(k -> k).toArray(),
                factors.stream().mapToDouble(f -> f).toArray());
    }
}
