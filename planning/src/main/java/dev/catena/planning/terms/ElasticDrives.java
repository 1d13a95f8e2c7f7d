package dev.catena.planning.terms;

import dev.catena.drive.ElasticFeedForward;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.BaseKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.series.EffortSeries;
import dev.catena.series.FloatingEffortSeries;
import dev.catena.series.StandingEffortSeries;
import dev.catena.series.TreeEffortSeries;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives of which some have springs: torques of the motors are those of the feed-forward, {@link ElasticFeedForward}, and
 * depend on the fourth derivative of the coordinates, or on higher ones. Of closed loops, the coordinates are the independent joints, which
 * are those that are driven; a base that floats began at rest.
 */
public final class ElasticDrives implements DriveFunctions {
    private final RobotModel robot;

    /** The robot in front of its springs: no motors of elastic joints. */
    private final RobotModel links;

    private final Surroundings around;

    /** How feet share what the ground exerts; null where none stand. */
    private final @Nullable StandingLoads standing;

    private final List<String> joints;
    private final boolean motorsAreCarried;
    private final int order;

    /** @throws IllegalArgumentException if the base moves as told, or motor angles do not follow from the motion */
    public ElasticDrives(RobotModel given, Surroundings around) {
        this(given, around, null);
    }

    /** Of a robot that stands: efforts of joints are those with the feet loaded. */
    public ElasticDrives(RobotModel given, StandingLoads standing) {
        this(given, standing.around(), standing);
    }

    private ElasticDrives(RobotModel given, Surroundings around, @Nullable StandingLoads standing) {
        this.standing = standing;
        if (around.base().isPresent()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has elastic joints, whose drives are those of a base at rest; MotionLimits plans on bases that move, or take withoutSprings()"
                            .formatted(given.name()));
        }
        this.around = around;
        robot = TreeDynamics.withSmoothFriction(given);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            if (joint.drive().isElastic()) {
                builder.replace(joint.with(inFront(joint.drive())));
            }
        }
        links = builder.build();
        joints = robot.hasLoops() ? robot.loops().independentJoints() : robot.jointNames();
        motorsAreCarried = robot.elasticJoints().stream().anyMatch(this::isCarried);
        if (standing != null && motorsAreCarried) {
            throw new IllegalArgumentException(
                    "a motor behind a spring of robot \"%s\" spins on a moving body and acts on all springs of a robot that stands, so that motor angles follow from a differential equation: give motors a reflected inertia instead of a rotor, or take withoutSprings()"
                            .formatted(given.name()));
        }
        order = new MotorFeed(this, false).order();
    }

    /** What is left of a drive: the mass of its motor, on its carrier. */
    private static Drive inFront(Drive drive) {
        Rotor rotor = drive.rotor();
        return rotor == null
                ? Drive.NONE
                : Drive.of(new Rotor(
                        0, rotor.gearRatio(), rotor.carrier(), rotor.axisInCarrier(), rotor.motorInCarrier()));
    }

    private boolean isCarried(Joint joint) {
        Rotor rotor = joint.drive().rotor();
        return rotor != null && rotor.inertia() * rotor.gearRatio() != 0 && moves(rotor.carrier());
    }

    private boolean moves(String body) {
        String at = body;
        while (!at.equals(robot.base().name())) {
            Joint joint = jointOf(at);
            if (joint.kind().moves()) {
                return true;
            }
            at = joint.parent();
        }
        return false;
    }

    private Joint jointOf(String child) {
        return robot.joints().stream()
                .filter(joint -> joint.child().equals(child))
                .findFirst()
                .orElseThrow();
    }

    /** Efforts of the joints along a motion, up to an order; those of motors come after them where bodies that move carry these. */
    EffortSeries efforts(MotorFeed feed, int highest) {
        EffortSeries known = feed.efforts();
        if (known != null) {
            return known;
        }
        RobotModel moving = motorsAreCarried ? robot : links;
        ExternalWrenches wrenches = around.wrenches(moving);
        AppliedWrenches applied = wrenches == null ? null : AppliedWrenches.of(wrenches);
        if (links.hasLoops()) {
            return feed.effortsOfLoops(links, highest, applied);
        }
        if (links.baseKind() == BaseKind.FLOATING) {
            return new FloatingEffortSeries(new MovingTree(links), highest);
        }
        return new TreeEffortSeries(
                motorsAreCarried ? MovingTree.withFreeMotors(moving) : new MovingTree(moving), highest, applied);
    }

    /** Efforts of a robot that stands. */
    StandingEffortSeries efforts(StandingLoads loads, int highest) {
        MovingTree tree = new MovingTree(links);
        int[] feet = loads.feet().stream()
                .mapToInt(foot -> tree.carrier[robot.bodyIndex(foot.body())])
                .toArray();
        StandingLoads.Shares shares = loads.shares();
        ExternalWrenches wrenches = around.wrenches(links);
        return new StandingEffortSeries(
                tree,
                highest,
                feet,
                loads.about(),
                shares.ofRobot(),
                shares.againstEachOther(),
                wrenches == null ? null : AppliedWrenches.of(wrenches));
    }

    @Nullable
    StandingLoads standing() {
        return standing;
    }

    @Override
    public int loads() {
        return standing == null ? 0 : standing.count();
    }

    /** By coordinate: which of the motors behind springs is its own; −1 for a rigid drive. */
    int[] motors() {
        List<String> elastic = robot.elasticJoints().stream().map(Joint::name).toList();
        return joints.stream().mapToInt(elastic::indexOf).toArray();
    }

    /** The coordinates with springs, a motor before the joints that it acts on. */
    int[] solvingOrder() {
        List<String> order = motorsAreCarried
                ? new ElasticFeedForward(robot).solvingOrder()
                : robot.elasticJoints().stream().map(Joint::name).toList();
        return order.stream().mapToInt(joints::indexOf).toArray();
    }

    @Override
    public void motors(MotionState state, double[] positionsOut, double[] velocitiesOut) {
        double[][] motion = new double[order + 1][];
        for (int d = 0; d <= order; d++) {
            motion[d] = Arrays.copyOf(state.derivative(d), joints.size() + loads());
            System.arraycopy(state.loads(d), 0, motion[d], joints.size(), loads());
        }
        MotorFeed feed = new MotorFeed(this, false);
        feed.compute(motion);
        feed.motors(0, positionsOut);
        feed.motors(1, velocitiesOut);
    }

    Surroundings around() {
        return around;
    }

    RobotModel robot() {
        return robot;
    }

    RobotModel links() {
        return links;
    }

    /** Whether bodies that move carry motors of elastic joints, so that motors act on the joints before them. */
    boolean motorsAreCarried() {
        return motorsAreCarried;
    }

    /** By coordinate: 1/K, zero for a rigid drive. */
    double compliance(int coordinate) {
        Spring spring = drive(coordinate).spring();
        return spring == null ? 0 : 1 / spring.stiffness();
    }

    /** By coordinate: how far the motor is behind the joint where the spring is not loaded. */
    double restOffset(int coordinate) {
        Spring spring = drive(coordinate).spring();
        return spring == null ? 0 : spring.restOffset();
    }

    /** By coordinate: the inertia of a motor behind a spring, at the joint. */
    double motorInertia(int coordinate) {
        Drive drive = drive(coordinate);
        Rotor rotor = drive.rotor();
        double turning = rotor == null ? 0 : rotor.gearRatio() * rotor.gearRatio() * rotor.inertia();
        return drive.isElastic() ? drive.reflectedInertia() + turning : 0;
    }

    Friction motorFriction(int coordinate) {
        return drive(coordinate).isElastic() ? drive(coordinate).motorFriction() : Friction.NONE;
    }

    private Drive drive(int coordinate) {
        return robot.movingJoints()
                .get(robot.coordinate(joints.get(coordinate)))
                .drive();
    }

    @Override
    public List<String> coordinates() {
        return joints;
    }

    @Override
    public List<String> drives() {
        return joints;
    }

    @Override
    public StateFunction torque() {
        return new ElasticTorque(this, ElasticTorque.Quantity.TORQUE);
    }

    @Override
    public StateFunction torqueRate() {
        return new ElasticTorque(this, ElasticTorque.Quantity.TORQUE_RATE);
    }

    @Override
    public StateFunction speed() {
        return new ElasticTorque(this, ElasticTorque.Quantity.SPEED);
    }

    @Override
    public int stateOrder() {
        return order - 1;
    }

    @Override
    public String origin() {
        return "hand-written, since the robot has elastic joints";
    }
}
