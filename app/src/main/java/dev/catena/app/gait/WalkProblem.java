package dev.catena.app.gait;

import dev.catena.ground.Foot;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.spline.Spline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One step of walking as a planning problem, from the strike of the right heel to that of the left one: limits (5.2) to
 * (5.10) of [Barman], effort (5.1), the loads of the feet by weights (as the thesis has it) or as variables.
 */
public final class WalkProblem {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double CLOSE = 1e-9;

    /** m/s, in each direction, at samples between those at which a point in contact is asked to rest. */
    private static final double SLIP = 0.015;

    private final Walker walker;
    private final WalkOptions options;
    private final RobotModel robot;
    private final double duration;
    private final double[] moments;
    private final MotionLimits limits;
    private final Map<String, Integer> rows = new LinkedHashMap<>();

    // heights above the ground are y; forward is z, left is x
    private final double heelZ;
    private final double ballZ;
    private final double tipZ;

    private final Support support;
    private final GroundFunctions ground;

    public WalkProblem(Walker walker, WalkOptions options) {
        this.walker = walker;
        this.options = options;
        robot = options.isThesis() ? walker.whole : walker.held;
        duration = options.duration();
        moments = IntStream.range(0, options.samples())
                .mapToDouble(k -> (double) k / (options.samples() - 1))
                .toArray();
        heelZ = options.stepLength();
        ballZ = heelZ + walker.ball().z() - walker.heel().z();
        tipZ = ballZ + walker.tip().z();
        support = supported();
        ground = new GroundFunctions(support);
        limits = new MotionLimits(robot);
        addAngles();
        addTorques();
        addContacts();
        addBalance();
        addSwing();
    }

    public RobotModel robot() {
        return robot;
    }

    public Walker walker() {
        return walker;
    }

    public WalkOptions options() {
        return options;
    }

    /** A point that touches the ground. */
    public record Contact(String body, Vector3 point) {}

    /** The points that touch the ground at a time. */
    public List<Contact> contacts(double t) {
        List<Contact> touching = new ArrayList<>();
        boolean onFoot = options.isThesis();
        if (t <= options.heelOff()) {
            touching.add(new Contact("foot_r", walker.heel()));
        }
        if (t >= options.doubleSupport() && t <= options.heelOff()) {
            touching.add(new Contact("foot_r", walker.ball()));
        }
        if (t > options.heelOff()) {
            touching.add(onFoot ? new Contact("foot_r", walker.ball()) : new Contact("toe_r", walker.ballOfToe()));
        }
        if (t <= options.doubleSupport()) {
            touching.add(onFoot ? new Contact("foot_l", walker.ball()) : new Contact("toe_l", walker.ballOfToe()));
        }
        return touching;
    }

    /** Where the pressure may be in single support: from and to in x, from and to in z; empty in double support. */
    public double[] area(double t) {
        if (t < options.doubleSupport()) {
            return new double[0];
        }
        double w = walker.halfWidth();
        double sample = duration / (options.samples() - 1);
        boolean nearBorder = Math.abs(t - options.heelOff()) < sample;
        double from = t <= options.heelOff() || nearBorder ? heelZ : ballZ;
        double to = t < options.heelOff() && !nearBorder ? ballZ : tipZ;
        return new double[] {-walker.beside() - w, -walker.beside() + w, from, to};
    }

    public Support support() {
        return support;
    }

    public MotionLimits limits() {
        return limits;
    }

    public GroundFunctions ground() {
        return ground;
    }

    /** Rows of limits by kind, as the problem is stated. */
    public Map<String, Integer> rows() {
        return rows;
    }

    // ---------------------------------------------------------------- phases

    private double fraction(double seconds) {
        return seconds / duration;
    }

    /** The load is on the toe where the foot stands on it; the thesis has one foot. */
    private Support supported() {
        double ds = fraction(options.doubleSupport());
        double ho = fraction(options.heelOff());
        Support feet = new Support(
                robot, List.of(Foot.sole("foot_r"), Foot.sole("toe_r"), Foot.sole("foot_l"), Foot.sole("toe_l")));
        if (options.isThesis()) {
            return feet.carriedBy(0, 0, "foot_l")
                    .blended(0, ds, "foot_l", "foot_r")
                    .carriedBy(ds, 1, "foot_r");
        }
        Vector3 left = new Vector3(walker.beside(), 0, (ballZ + tipZ) / 2 - heelZ);
        return feet.carriedBy(0, 0, "toe_l")
                .given(0, ds, "foot_r", "toe_l")
                .guess("toe_l", left)
                .carriedBy(ds, ho, "foot_r")
                .carriedBy(ho, 1, "toe_r");
    }

    private double[] when(DoublePredicate seconds) {
        return Arrays.stream(moments).filter(u -> seconds.test(u * duration)).toArray();
    }

    private static boolean within(double t, double from, double to) {
        return t >= from - CLOSE && t <= to + CLOSE;
    }

    /** Contacts of the proper form are asked for at every second sample: more would over-determine the spline. */
    private double[] contactMoments(double from, double to) {
        int step = options.isThesis() ? 1 : 2;
        return IntStream.range(0, moments.length)
                .filter(k -> {
                    double t = moments[k] * duration;
                    boolean isBorder = Math.abs(t - from) <= CLOSE || Math.abs(t - to) <= CLOSE;
                    return within(t, from, to) && (k % step == 0 || isBorder);
                })
                .mapToDouble(k -> moments[k])
                .toArray();
    }

    private void count(String kind, int number) {
        rows.merge(kind, number, Integer::sum);
    }

    // ---------------------------------------------------------------- joints

    private void addAngles() {
        int n = robot.jointCount();
        double[] lower = new double[n];
        double[] upper = new double[n];
        for (int i = 0; i < n; i++) {
            JointLimits own = robot.movingJoints().get(i).limits();
            boolean isHeld = Walker.HELD.contains(robot.jointNames().get(i));
            lower[i] = isHeld ? -INF : own.lower();
            upper[i] = isHeld ? INF : own.upper();
            boolean isToe = robot.jointNames().get(i).startsWith("mtp");
            upper[i] = isToe && !options.isThesis() ? Math.toRadians(60) : upper[i];
            boolean isKnee = robot.jointNames().get(i).startsWith("knee");
            upper[i] = isKnee ? Math.min(upper[i], walker.kneeLimit) : upper[i];
        }
        limits.at(MotionFunctions.positions(robot), lower, upper, moments);
        count("joint angles", 55 * moments.length);
    }

    private void addTorques() {
        List<String> driven = Walker.driven(robot);
        double[] most = driven.stream()
                .mapToDouble(name -> robot.movingJoints()
                        .get(robot.coordinate(name))
                        .limits()
                        .effort())
                .toArray();
        limits.at(ground.torques(driven), Arrays.stream(most).map(t -> -t).toArray(), most, moments);
        count("joint torques", driven.size() * moments.length);
    }

    // ---------------------------------------------------------------- contacts

    private void addContacts() {
        double ds = options.doubleSupport();
        double ho = options.heelOff();
        Vector3 ball = walker.ball();
        touch("foot_r", walker.heel(), true, contactMoments(0, ho));
        touch("foot_r", ball, false, contactMoments(ds, ho));
        // the thesis leaves the ball on the foot, two centimeters below the axis of the toe, so that the toe slips
        boolean onFoot = options.isThesis();
        Vector3 standing = onFoot ? ball : walker.ballOfToe();
        touch(onFoot ? "foot_r" : "toe_r", standing, true, after(ho));
        touch("toe_r", walker.tip(), false, after(ho));
        touch(onFoot ? "foot_l" : "toe_l", standing, true, contactMoments(0, ds));
        touch("toe_l", walker.tip(), false, contactMoments(0, ds));
        count("contact: height and velocities of touching points", 4);
        if (!options.isThesis()) {
            limitSlip("foot_r", walker.heel(), 0, ho);
            limitSlip("foot_r", ball, ds, ho);
            limitSlip("toe_r", walker.ballOfToe(), ho, duration);
            limitSlip("toe_l", walker.ballOfToe(), 0, ds);
        }
        // the last sample follows from the first by the mirror
        above("foot_r", walker.heel(), when(t -> t > ho + CLOSE && t < duration - CLOSE));
        above("foot_r", ball, when(t -> t < ds - CLOSE));
        above("toe_r", walker.tip(), when(t -> t <= ho + CLOSE));
        above("foot_l", walker.heel(), when(t -> t < duration - CLOSE));
        above("foot_l", ball, when(t -> t > ds + CLOSE && t < duration - CLOSE));
        above("toe_l", walker.tip(), when(t -> t > ds + CLOSE && t < duration - CLOSE));
        count("heights of other points", 3);
        // where the feet are at the start
        double tolerance = options.position();
        place("foot_r", walker.heel(), -walker.beside(), heelZ, tolerance);
        place(onFoot ? "foot_l" : "toe_l", standing, walker.beside(), ballZ - heelZ, tolerance);
        count("foot positions", 4);
    }

    /** At the samples at which contact is not asked for, points in contact may move a little. */
    private void limitSlip(String body, Vector3 point, double from, double to) {
        double[] asked = contactMoments(from, to);
        double[] others = when(t -> within(t, from, to) && t < duration - CLOSE);
        double[] rest = Arrays.stream(others)
                .filter(u -> Arrays.binarySearch(asked, u) < 0)
                .toArray();
        if (rest.length > 0) {
            double[] most = {SLIP, SLIP, SLIP};
            limits.at(MotionFunctions.velocity(robot, body, point), new double[] {-SLIP, -SLIP, -SLIP}, most, rest);
        }
    }

    private double[] after(double heelOff) {
        return Arrays.stream(contactMoments(heelOff, duration))
                .filter(u -> u * duration > heelOff + CLOSE)
                .toArray();
    }

    /** On the ground and at rest; sideways only for the first point of a rigid body, since the others follow it forward. */
    private void touch(String body, Vector3 point, boolean isFirst, double[] when) {
        double[] before = Arrays.stream(when).filter(u -> u < 1).toArray();
        count("contact: height and velocities of touching points", when.length * (isFirst ? 4 : 3));
        if (before.length == 0) {
            return;
        }
        double p = options.position();
        double v = options.velocity();
        limits.at(
                MotionFunctions.point(robot, body, point),
                new double[] {-INF, -p, -INF},
                new double[] {INF, p, INF},
                before);
        double forward = isFirst ? v : INF;
        limits.at(
                MotionFunctions.velocity(robot, body, point),
                new double[] {-v, -v, -forward},
                new double[] {v, v, forward},
                before);
    }

    private void above(String body, Vector3 point, double[] when) {
        count("heights of other points", when.length);
        if (when.length > 0) {
            limits.at(
                    MotionFunctions.point(robot, body, point),
                    new double[] {-INF, 0, -INF},
                    new double[] {INF, INF, INF},
                    when);
        }
    }

    private void place(String body, Vector3 point, double x, double z, double tolerance) {
        limits.at(
                MotionFunctions.point(robot, body, point),
                new double[] {x - tolerance, -INF, z - tolerance},
                new double[] {x + tolerance, INF, z + tolerance},
                0);
    }

    // ---------------------------------------------------------------- balance

    private List<Vector3> box(double x, double from, double to) {
        double w = walker.halfWidth();
        return List.of(
                new Vector3(x - w, 0, from),
                new Vector3(x + w, 0, from),
                new Vector3(x + w, 0, to),
                new Vector3(x - w, 0, to));
    }

    private void addBalance() {
        double ds = options.doubleSupport();
        double ho = options.heelOff();
        double x = walker.beside();
        List<Vector3> leftToe = box(x, ballZ - heelZ, tipZ - heelZ);
        List<Vector3> flat = box(-x, heelZ, ballZ);
        String[] all = {"foot_r", "toe_r", "foot_l", "toe_l"};
        pressure(leftToe, new double[] {0}, all);
        double[] both = when(t -> t > CLOSE && t < ds - CLOSE);
        if (options.isThesis()) {
            double w = walker.halfWidth();
            pressure(
                    List.of(
                            new Vector3(x + w, 0, ballZ - heelZ),
                            new Vector3(x + w, 0, tipZ - heelZ),
                            new Vector3(-x + w, 0, heelZ),
                            new Vector3(-x - w, 0, heelZ),
                            new Vector3(x - w, 0, ballZ - heelZ)),
                    both,
                    all);
        } else {
            pressure(leftToe, both, "toe_l");
            pressure(box(-x, heelZ, heelZ + walker.halfWidth()), both, "foot_r");
            double[] none = {0};
            for (String foot : List.of("toe_l", "foot_r")) {
                limits.at(ground.pressing(foot), none, new double[] {INF}, both);
                limits.at(ground.friction(0.6, foot), new double[4], infinities(4), both);
            }
        }
        pressure(flat, when(t -> within(t, ds, ho) && t < ho - CLOSE), all);
        pressure(box(-x, heelZ, tipZ), when(t -> Math.abs(t - ho) <= CLOSE), all);
        // with accelerations that repeat, the last sample follows from the first
        double last = options.isThesis() ? duration + 1 : duration - CLOSE;
        pressure(box(-x, ballZ, tipZ), when(t -> t > ho + CLOSE && t < last), all);
        count("pressure inside the feet", 4 * moments.length);
    }

    private static double[] infinities(int count) {
        double[] array = new double[count];
        Arrays.fill(array, INF);
        return array;
    }

    private void pressure(List<Vector3> corners, double[] when, String... feet) {
        if (when.length > 0) {
            StateFunction inside = ground.pressure(corners, feet);
            limits.at(inside, new double[inside.rows()], infinities(inside.rows()), when);
        }
    }

    // ---------------------------------------------------------------- arms and knee

    private void addSwing() {
        double[] zero = {0};
        double[] any = {INF};
        for (String[] side : new String[][] {{"l", "r"}, {"r", "l"}}) {
            limits.at(
                    MotionFunctions.product(
                            robot,
                            MotionFunctions.ahead(robot, "hand_" + side[0], "uarm_" + side[0], Vector3.Z),
                            MotionFunctions.ahead(robot, "foot_" + side[1], "thigh_" + side[1], Vector3.Z)),
                    zero,
                    any,
                    moments);
            double near = 0.15 * walker.scale;
            limits.at(
                    MotionFunctions.squaredDistance(
                            robot, "hand_" + side[0], Vector3.ZERO, "thigh_" + side[0], Vector3.ZERO),
                    new double[] {near * near},
                    any,
                    moments);
        }
        count("arm-leg coupling", 2 * moments.length);
        count("self-avoidance", 2 * moments.length);
        count("symmetry at the ends", (options.isThesis() ? 2 : 3) * 55);
        int n = robot.jointCount();
        if (walker.kneeLimit < Math.toRadians(65)) {
            return;
        }
        double[] lower = new double[n];
        Arrays.fill(lower, -INF);
        double[] upper = infinities(n);
        lower[robot.coordinate("knee_l")] = Math.toRadians(55);
        upper[robot.coordinate("knee_l")] = Math.toRadians(65);
        limits.at(MotionFunctions.positions(robot), lower, upper, 0.6);
        count("knee at mid swing", 1);
    }

    // ---------------------------------------------------------------- objective

    /** ∫ Σ (τ/τ_max)² dt and the small terms besides. */
    public MotionObjective objective() {
        List<String> driven = Walker.driven(robot);
        double[] weights = driven.stream()
                .mapToDouble(name -> Math.pow(
                        robot.movingJoints()
                                .get(robot.coordinate(name))
                                .limits()
                                .effort(),
                        -2))
                .toArray();
        MotionObjective objective = new MotionObjective(limits).integral("effort", ground.effort(driven, weights), 1);
        int n = robot.jointCount();
        if (options.jerk() > 0) {
            double[] byCoordinate = new double[n];
            Arrays.setAll(byCoordinate, i -> i < 3 ? 1e-4 : 1e-6);
            objective.jerk(options.jerk(), byCoordinate);
        }
        if (options.posture() > 0) {
            double[] byCoordinate = new double[n];
            Arrays.setAll(byCoordinate, i -> i < 3 ? 0 : 1);
            objective.position(options.posture(), byCoordinate);
        }
        return objective;
    }

    /** The problem, to be solved from a motion; from q ≡ 0 for none. */
    public MotionProblem problem(@Nullable Spline guess) {
        MotionProblem.Builder builder = MotionProblem.builder(limits, objective())
                .cyclic(Walker.mirror(robot, options.stepLength(), options.isThesis() ? 1 : 2))
                .degree(3)
                .controlPoints(options.controlPoints())
                .samples(options.samples())
                .duration(duration)
                .inputs(support);
        for (String joint : robot.jointNames()) {
            if (Walker.HELD.contains(joint)) {
                builder.hold(joint, 0);
            }
        }
        if (guess != null) {
            builder.guess(guess);
        }
        return builder.build();
    }

    /** Moments of the samples. */
    public double[] moments() {
        return moments.clone();
    }

    /** Names of feet. */
    public List<String> feet() {
        List<String> names = new ArrayList<>();
        support.feet().forEach(foot -> names.add(foot.name()));
        return names;
    }
}
