package dev.catena.app.simulate;

import dev.catena.app.console.UserError;
import dev.catena.control.Bandwidth;
import dev.catena.control.ComputedTorque;
import dev.catena.control.ContactComputedTorque;
import dev.catena.control.ElasticComputedTorque;
import dev.catena.control.ElasticMotorPd;
import dev.catena.control.GravityCompensatedPd;
import dev.catena.control.LoopGravityCompensatedPd;
import dev.catena.control.QuinticTrajectory;
import dev.catena.control.SmoothMove;
import dev.catena.control.SmoothTrajectory;
import dev.catena.control.Trajectory;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control laws that users name, for robots of all kinds.
 *
 * @param base how the base moves that is told to; null for one that rests or floats
 * @param contacts that hold the robot to the world
 * @param from where the motion starts, by joint
 * @param goal where it is to be, by joint
 * @param moveTime how long it takes there; null for at once
 * @param bandwidth rad/s
 */
public record Controllers(
        RobotModel robot,
        @Nullable BaseTrajectory base,
        List<CutJoint> contacts,
        double[] from,
        double[] goal,
        @Nullable Double moveTime,
        double bandwidth,
        RobotFunctions functions) {
    /** The names of the laws. */
    public static final List<String> NAMES = List.of("pd", "computed-torque", "tracking");

    /** How many derivatives of a motion that springs follow are zero at its ends, and continuous. */
    private static final int SMOOTH_DERIVATIVES = 5;

    /** A law by its name. */
    public Controller named(String law) {
        boolean isElastic = !robot.elasticJoints().isEmpty();
        boolean forElastic = law.equals("tracking");
        if (isElastic && !contacts.isEmpty()) {
            return ofStandingSprings(law);
        }
        if (isElastic && !(forElastic && robot.baseKind() == BaseKind.FIXED && !robot.hasLoops())) {
            return ofSprings(law);
        }
        if (!contacts.isEmpty()) {
            return onContacts(law);
        }
        if (robot.hasLoops()) {
            if (forElastic) {
                throw new UserError(
                        "--torque tracking is for elastic joints, but robot \"%s\" has closed loops of rigid ones; take --torque computed-torque"
                                .formatted(robot.name()));
            }
            return ofLoops(law);
        }
        if (forElastic && robot.baseKind() == BaseKind.FLOATING) {
            throw new UserError(
                    "--torque tracking is for trees on a fixed base, but robot \"%s\" floats; take --torque computed-torque"
                            .formatted(robot.name()));
        }
        Bandwidth gains = new Bandwidth(robot, bandwidth, from, functions);
        if (forElastic) {
            return gains.elasticTracking(
                    moveTime == null
                            ? SmoothTrajectory.hold(goal)
                            : new SmoothMove(
                                    from, goal, 0, moveTime, Math.min(12, new ElasticFeedForward(robot).order())));
        }
        Trajectory trajectory = trajectory(from, goal);
        if (law.equals("pd")) {
            GravityCompensatedPd pd = gains.gravityCompensatedPd(trajectory);
            return base == null ? pd : pd.on(base);
        }
        ComputedTorque computed = gains.computedTorque(trajectory);
        return base == null ? computed : computed.on(base);
    }

    /** Whether the law of a name knows how the base moves that is told to. */
    public boolean knowsBase(String law) {
        return base == null
                || !(law.equals("tracking")
                        || robot.hasLoops()
                        || !contacts.isEmpty()
                        || !robot.elasticJoints().isEmpty());
    }

    /** Laws that know springs of closed loops and floating bases too. */
    private Controller ofSprings(String law) {
        if (law.equals("tracking")) {
            throw new UserError(
                    "--torque tracking is for trees on a fixed base, but robot \"%s\" %s; take --torque computed-torque, which knows springs"
                            .formatted(robot.name(), robot.hasLoops() ? "has closed loops" : "floats"));
        }
        requireBandwidth();
        double[] start = robot.hasLoops() ? independent(from) : from;
        double[] end = robot.hasLoops() ? independent(goal) : goal;
        SmoothTrajectory wanted = moveTime == null
                ? SmoothTrajectory.hold(end)
                : new SmoothMove(start, end, 0, moveTime, SMOOTH_DERIVATIVES);
        if (law.equals("pd")) {
            return ElasticMotorPd.ofBandwidth(robot, bandwidth, new State(robot).jointPositions(from), wanted);
        }
        double[] gains = new double[start.length];
        Arrays.fill(gains, bandwidth);
        return new ElasticComputedTorque(robot, gains, wanted);
    }

    /** Laws that know springs of robots on contacts. */
    private Controller ofStandingSprings(String law) {
        boolean oneFoot = contacts.stream().map(CutJoint::second).distinct().count() == 1
                && robot.baseKind() == BaseKind.FLOATING;
        if (law.equals("tracking") || robot.hasLoops()) {
            throw new UserError(
                    "--torque %s does not know springs of robot \"%s\" on its contacts; take --torque pd%s, or --rigid, which leaves springs out"
                            .formatted(law, robot.name(), robot.hasLoops() ? " without loops" : " or computed-torque"));
        }
        requireBandwidth();
        if (!oneFoot && !Arrays.equals(from, goal)) {
            throw new UserError(
                    "contacts of robot \"%s\" tie its joints to each other, so that --torque %s can hold where it stands, but not move from joint to joint; leave --target out, or take --rigid --torque computed-torque"
                            .formatted(robot.name(), law));
        }
        SmoothTrajectory wanted = moveTime == null
                ? SmoothTrajectory.hold(goal)
                : new SmoothMove(from, goal, 0, moveTime, SMOOTH_DERIVATIVES);
        if (law.equals("pd")) {
            return ElasticMotorPd.ofBandwidth(
                    robot, contacts, bandwidth, new State(robot).jointPositions(from), wanted);
        }
        double[] gains = new double[from.length];
        Arrays.fill(gains, bandwidth);
        return new ElasticComputedTorque(robot, contacts, gains, wanted);
    }

    private Trajectory trajectory(double[] start, double[] end) {
        return moveTime == null ? Trajectory.hold(end) : new QuinticTrajectory(start, end, 0, moveTime);
    }

    private Controller onContacts(String law) {
        if (!law.equals("computed-torque")) {
            throw new UserError(
                    "--torque %s does not know contacts, which hold robot \"%s\"; take --torque computed-torque"
                            .formatted(law, robot.name()));
        }
        requireBandwidth();
        double[] stiffness = new double[from.length];
        Arrays.fill(stiffness, bandwidth * bandwidth);
        double[] damping = new double[from.length];
        Arrays.fill(damping, 2 * bandwidth);
        return new ContactComputedTorque(robot, contacts, stiffness, damping, trajectory(from, goal));
    }

    private void requireBandwidth() {
        if (!(bandwidth > 0 && Double.isFinite(bandwidth))) {
            throw new UserError("a bandwidth must be above 0 and finite, but is %s rad/s".formatted(bandwidth));
        }
    }

    private Controller ofLoops(String law) {
        requireBandwidth();
        if (law.equals("computed-torque")) {
            return new LoopDrive(robot).computedTorque(from, goal, moveTime, bandwidth);
        }
        if (robot.baseKind() == BaseKind.FLOATING) {
            throw new UserError(
                    "--torque pd is for closed loops on a fixed base, but robot \"%s\" floats; take --torque computed-torque"
                            .formatted(robot.name()));
        }
        Trajectory trajectory = trajectory(independent(from), independent(goal));
        double[] stiffness = new double[independent(from).length];
        Arrays.fill(stiffness, bandwidth * bandwidth);
        double[] damping = new double[stiffness.length];
        Arrays.fill(damping, 2 * bandwidth);
        double[] inertia = inertia();
        for (int k = 0; k < inertia.length; k++) {
            stiffness[k] *= inertia[k];
            damping[k] *= inertia[k];
        }
        return new LoopGravityCompensatedPd(robot, stiffness, damping, trajectory);
    }

    private double[] independent(double[] joints) {
        return robot.loops().independentJoints().stream()
                .mapToDouble(joint -> joints[robot.coordinate(joint)])
                .toArray();
    }

    /** The diagonal of the mass matrix of the closed loops at the start. */
    private double[] inertia() {
        double[] q = independent(from);
        ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(robot.withFixedBase());
        dynamics.kinematics().closure().restart(from);
        double[] rest = new double[q.length];
        dynamics.compute(q, rest, new double[robot.loops().activeJoints().size()], new double[q.length]);
        double[] matrix = new double[q.length * q.length];
        dynamics.massMatrix(matrix);
        double[] diagonal = new double[q.length];
        Arrays.setAll(diagonal, k -> matrix[k * (q.length + 1)]);
        return diagonal;
    }
}
