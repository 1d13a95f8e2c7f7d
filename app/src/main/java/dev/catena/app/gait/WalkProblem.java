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
 * (5.10) of [Barman], effort (5.1), the loads of the feet by weights (as the thesis has it) or as variables. A stride is two
 * steps, the second one with sides changed, that need not be mirror images.
 */
public final class WalkProblem {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double CLOSE = 1e-9;

    /** m/s, in each direction, at samples between those at which a point in contact is asked to rest. */
    private static final double SLIP = 0.015;

    private static final String TOUCHING = "contact: height and velocities of touching points";

    private final Walker walker;
    private final WalkOptions options;
    private final RobotModel robot;
    private final int steps;
    private final double stepTime;
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
        steps = options.isStride() ? 2 : 1;
        stepTime = options.duration();
        duration = steps * stepTime;
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
        for (int step = 0; step < steps; step++) {
            addContacts(step);
            addBalance(step);
            addKnee(step);
        }
        if (options.hasArms()) {
            addArms();
        }
        if (options.hipForce() < INF) {
            addHipForce();
        }
        count("symmetry at the ends", (options.isThesis() ? 2 : 3) * 55);
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
    public List<Contact> contacts(double time) {
        List<Contact> touching = new ArrayList<>();
        boolean onFoot = options.isThesis();
        int step = stepAt(time);
        double t = time - step * stepTime;
        if (t <= options.heelOff()) {
            touching.add(new Contact(side("foot_r", step), walker.heel()));
        }
        if (t >= options.doubleSupport() && t <= options.heelOff()) {
            touching.add(new Contact(side("foot_r", step), walker.ball()));
        }
        if (t > options.heelOff()) {
            touching.add(
                    onFoot
                            ? new Contact(side("foot_r", step), walker.ball())
                            : new Contact(side("toe_r", step), walker.ballOfToe()));
        }
        if (t <= options.doubleSupport()) {
            touching.add(
                    onFoot
                            ? new Contact(side("foot_l", step), walker.ball())
                            : new Contact(side("toe_l", step), walker.ballOfToe()));
        }
        return touching;
    }

    private int stepAt(double time) {
        return Math.min(steps - 1, (int) Math.floor(time / stepTime));
    }

    /** A body or joint of the first step, or in the second one, its partner on the other side. */
    private static String side(String name, int step) {
        return step == 0 ? name : Walker.partner(name);
    }

    /** x of a place of the first step, mirrored in the second one. */
    private static double across(double x, int step) {
        return step == 0 ? x : -x;
    }

    /** Where the pressure may be in single support: from and to in x, from and to in z; empty in double support. */
    public double[] area(double time) {
        int step = stepAt(time);
        double t = time - step * stepTime;
        if (t < options.doubleSupport()) {
            return new double[0];
        }
        double w = walker.halfWidth();
        double sample = duration / (options.samples() - 1);
        boolean nearBorder = Math.abs(t - options.heelOff()) < sample;
        double from = t <= options.heelOff() || nearBorder ? heelZ : ballZ;
        double to = t < options.heelOff() && !nearBorder ? ballZ : tipZ;
        double x = across(-walker.beside(), step);
        double ahead = step * options.stepLength();
        return new double[] {x - w, x + w, from + ahead, to + ahead};
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
        Support feet = new Support(
                robot, List.of(Foot.sole("foot_r"), Foot.sole("toe_r"), Foot.sole("foot_l"), Foot.sole("toe_l")));
        for (int step = 0; step < steps; step++) {
            double start = fraction(step * stepTime);
            double ds = start + fraction(options.doubleSupport());
            double ho = start + fraction(options.heelOff());
            double end = fraction((step + 1) * stepTime);
            String striking = side("foot_r", step);
            String leaving = side(options.isThesis() ? "foot_l" : "toe_l", step);
            Vector3 behind = leftPlace(step, (ballZ + tipZ) / 2);
            feet = feet.carriedBy(start, start, leaving);
            feet = options.sharing() == WalkOptions.Sharing.SMOOTH
                    ? feet.blended(start, ds, leaving, striking)
                    : feet.given(start, ds, striking, leaving).guess(leaving, behind);
            feet = options.isThesis()
                    ? feet.carriedBy(ds, end, striking)
                    : feet.carriedBy(ds, ho, striking).carriedBy(ho, end, side("toe_r", step));
        }
        return feet;
    }

    /** A place of the foot that is left behind, z as if it were that of the first step's right foot. */
    private Vector3 leftPlace(int step, double z) {
        return new Vector3(across(walker.beside(), step), 0, z + (step - 1) * options.stepLength());
    }

    /** Samples of a step by the time since it began; its end belongs to the next one, save that of the last. */
    private double[] when(int step, DoublePredicate seconds) {
        return Arrays.stream(moments)
                .filter(u -> {
                    double t = u * duration - step * stepTime;
                    boolean isLast = step == steps - 1;
                    return t > -CLOSE && t < stepTime + (isLast ? CLOSE : -CLOSE) && seconds.test(t);
                })
                .toArray();
    }

    private static boolean within(double t, double from, double to) {
        return t >= from - CLOSE && t <= to + CLOSE;
    }

    /** Contacts of the proper form are asked for at every second sample: more would over-determine the spline. */
    private double[] contactMoments(int step, double from, double to) {
        int every = options.isThesis() ? 1 : 2;
        double sample = duration / (moments.length - 1);
        return when(step, t -> {
            boolean isBorder = Math.abs(t - from) <= CLOSE || Math.abs(t - to) <= CLOSE;
            return within(t, from, to) && (Math.round(t / sample) % every == 0 || isBorder);
        });
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

    private void addContacts(int step) {
        double ds = options.doubleSupport();
        double ho = options.heelOff();
        Vector3 ball = walker.ball();
        String right = side("foot_r", step);
        String left = side("foot_l", step);
        String rightToe = side("toe_r", step);
        String leftToe = side("toe_l", step);
        touch(right, walker.heel(), true, contactMoments(step, 0, ho));
        touch(right, ball, false, contactMoments(step, ds, ho));
        // the thesis leaves the ball on the foot, two centimeters below the axis of the toe, so that the toe slips
        boolean onFoot = options.isThesis();
        Vector3 standing = onFoot ? ball : walker.ballOfToe();
        touch(onFoot ? right : rightToe, standing, true, after(step, ho));
        touch(rightToe, walker.tip(), false, after(step, ho));
        touch(onFoot ? left : leftToe, standing, true, contactMoments(step, 0, ds));
        touch(leftToe, walker.tip(), false, contactMoments(step, 0, ds));
        count(TOUCHING, 4);
        if (!options.isThesis()) {
            limitSlip(step, right, walker.heel(), 0, ho);
            limitSlip(step, right, ball, ds, ho);
            limitSlip(step, rightToe, walker.ballOfToe(), ho, stepTime);
            limitSlip(step, leftToe, walker.ballOfToe(), 0, ds);
        }
        // the last sample follows from the first by the mirror
        double end = stepTime - CLOSE;
        above(right, walker.heel(), when(step, t -> t > ho + CLOSE && t < end));
        above(right, ball, when(step, t -> t < ds - CLOSE));
        above(rightToe, walker.tip(), when(step, t -> t <= ho + CLOSE));
        above(left, walker.heel(), when(step, t -> t < end));
        above(left, ball, when(step, t -> t > ds + CLOSE && t < end));
        above(leftToe, walker.tip(), when(step, t -> t > ds + CLOSE && t < end));
        count("heights of other points", 3);
        // where the feet are at the start
        double ahead = step * options.stepLength();
        place(right, walker.heel(), new Vector3(across(-walker.beside(), step), 0, heelZ + ahead), step);
        place(onFoot ? left : leftToe, standing, leftPlace(step, ballZ), step);
        count("foot positions", 4);
    }

    /** At the samples at which contact is not asked for, points in contact may move a little. */
    private void limitSlip(int step, String body, Vector3 point, double from, double to) {
        double[] asked = contactMoments(step, from, to);
        double[] others = when(step, t -> within(t, from, to) && t < stepTime - CLOSE);
        double[] rest = Arrays.stream(others)
                .filter(u -> Arrays.binarySearch(asked, u) < 0)
                .toArray();
        if (rest.length > 0) {
            double[] most = {SLIP, SLIP, SLIP};
            limits.at(MotionFunctions.velocity(robot, body, point), new double[] {-SLIP, -SLIP, -SLIP}, most, rest);
        }
    }

    private double[] after(int step, double heelOff) {
        return Arrays.stream(contactMoments(step, heelOff, stepTime))
                .filter(u -> u * duration - step * stepTime > heelOff + CLOSE)
                .toArray();
    }

    /** On the ground and at rest; sideways only for the first point of a rigid body, since the others follow it forward. */
    private void touch(String body, Vector3 point, boolean isFirst, double[] when) {
        double[] before = Arrays.stream(when).filter(u -> u < 1).toArray();
        count(TOUCHING, when.length * (isFirst ? 4 : 3));
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

    private void place(String body, Vector3 point, Vector3 where, int step) {
        double tolerance = options.position();
        limits.at(
                MotionFunctions.point(robot, body, point),
                new double[] {where.x() - tolerance, -INF, where.z() - tolerance},
                new double[] {where.x() + tolerance, INF, where.z() + tolerance},
                fraction(step * stepTime));
    }

    // ---------------------------------------------------------------- balance

    /** A box about a place on the ground, as wide as a foot, from there forward. */
    private List<Vector3> box(Vector3 from, double length) {
        double w = walker.halfWidth();
        return List.of(
                from.plus(new Vector3(-w, 0, 0)),
                from.plus(new Vector3(w, 0, 0)),
                from.plus(new Vector3(w, 0, length)),
                from.plus(new Vector3(-w, 0, length)));
    }

    private void addBalance(int step) {
        double ds = options.doubleSupport();
        double ho = options.heelOff();
        double x = across(-walker.beside(), step);
        double ahead = step * options.stepLength();
        Vector3 heel = new Vector3(x, 0, heelZ + ahead);
        Vector3 ball = new Vector3(x, 0, ballZ + ahead);
        Vector3 leftBall = leftPlace(step, ballZ);
        double toe = tipZ - ballZ;
        String[] all = {"foot_r", "toe_r", "foot_l", "toe_l"};
        pressure(box(leftBall, toe), when(step, t -> t <= CLOSE), all);
        double[] both = when(step, t -> t > CLOSE && t < ds - CLOSE);
        if (options.sharing() == WalkOptions.Sharing.OWN) {
            addOwnLoads(step, both, heel, box(leftBall, toe));
        } else {
            double w = walker.halfWidth();
            pressure(
                    List.of(
                            leftBall.plus(new Vector3(w, 0, 0)),
                            leftBall.plus(new Vector3(w, 0, toe)),
                            heel.plus(new Vector3(w, 0, 0)),
                            heel.plus(new Vector3(-w, 0, 0)),
                            leftBall.plus(new Vector3(-w, 0, 0))),
                    both,
                    all);
        }
        if (options.sharing() == WalkOptions.Sharing.DISTANCE && both.length > 0) {
            Vector3 middle = heel.plus(ball).times(0.5);
            Vector3 leftMiddle = leftBall.plus(new Vector3(0, 0, (heelZ - ballZ) / 2));
            limits.at(
                    ground.sharedByDistance(side("foot_r", step), middle, side("foot_l", step), leftMiddle),
                    new double[6],
                    new double[6],
                    both);
        }
        pressure(box(heel, ballZ - heelZ), when(step, t -> within(t, ds, ho) && t < ho - CLOSE), all);
        pressure(box(heel, tipZ - heelZ), when(step, t -> Math.abs(t - ho) <= CLOSE), all);
        // with accelerations that repeat, the last sample follows from the first
        double last = options.isThesis() ? stepTime + 1 : stepTime - CLOSE;
        pressure(box(ball, toe), when(step, t -> t > ho + CLOSE && t < last), all);
        if (step == 0) {
            count("pressure inside the feet", 4 * moments.length);
        }
    }

    /** Each foot has its own area: the toe that leaves, and the heel alone of the foot that strikes. */
    private void addOwnLoads(int step, double[] both, Vector3 heel, List<Vector3> leftArea) {
        String leaving = side(options.isThesis() ? "foot_l" : "toe_l", step);
        String striking = side("foot_r", step);
        pressure(leftArea, both, leaving);
        pressure(box(heel, options.strikeArea() * walker.scale), both, striking);
        for (String foot : both.length > 0 ? List.of(leaving, striking) : List.<String>of()) {
            limits.at(ground.pressing(foot), new double[] {0}, new double[] {INF}, both);
            limits.at(ground.friction(0.6, foot), new double[4], infinities(4), both);
        }
    }

    /** Inside both hips, at all samples. */
    private void addHipForce() {
        double most = options.hipForce() * options.hipForce();
        for (String joint : List.of("hip_flex_r", "hip_flex_l")) {
            limits.at(ground.jointForce(joint), new double[] {-INF}, new double[] {most}, moments);
        }
        count("forces inside hips", 2 * moments.length);
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

    /** Of the leg that swings, unless it cannot bend so far. */
    private void addKnee(int step) {
        String knee = side("knee_l", step);
        if (walker.kneeLimit < Math.toRadians(65) || !robot.hasCoordinate(knee)) {
            return;
        }
        double[] lower = new double[robot.jointCount()];
        Arrays.fill(lower, -INF);
        double[] upper = infinities(lower.length);
        lower[robot.coordinate(knee)] = Math.toRadians(55);
        upper[robot.coordinate(knee)] = Math.toRadians(65);
        limits.at(MotionFunctions.positions(robot), lower, upper, fraction((step + 0.6) * stepTime));
        count("knee at mid swing", 1);
    }

    private void addArms() {
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
            Arrays.setAll(byCoordinate, i -> i < 3 ? 1e-4 * options.trunkJerk() : 1e-6);
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
                .cyclic(
                        options.isStride()
                                ? Walker.repeated(robot, 2 * options.stepLength())
                                : Walker.mirror(robot, options.stepLength(), options.isThesis() ? 1 : 2))
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
