package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.app.simulate.Contacts;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.StateTable;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ContactForceRate;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * States in which contacts hold bodies to the world where they are. What the ground does is a result: of least norm where
 * there is a choice, and without regard to whether it pulls or pushes.
 */
final class ContactEvaluation implements StateEvaluation {
    /** How fast a contact may move, m/s or rad/s, as a part of the largest velocity. */
    private static final double SLIP = 1e-6;

    private final RobotModel robot;
    private final StateEvaluation free;
    private final List<String> ofAllStates;
    private final List<String> active;
    private final boolean floating;
    private final OnDemand<TiedTree> tiedTree;
    private final ContactMotors motors;
    private List<CutJoint> contacts = List.of();
    private StateEvaluation.Motion motion;
    private int index;

    /** @param ofAllStates contacts that states need not name */
    ContactEvaluation(RobotModel given, StateEvaluation free, List<String> ofAllStates) {
        robot = given.withoutSprings();
        this.free = free;
        this.ofAllStates = List.copyOf(ofAllStates);
        active = robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
        floating = robot.baseKind() == BaseKind.FLOATING;
        tiedTree = new OnDemand<>(() -> new TiedTree(robot));
        motors = new ContactMotors(given);
        motion = free.motion();
    }

    @Override
    public void set(StateTable table, int k) {
        free.set(table, k);
        index = k;
        motion = free.motion();
        List<String> texts = new ArrayList<>(ofAllStates);
        texts.addAll(table.states().get(k).contacts());
        contacts = Contacts.parse(texts, robot, motion.base(), motion.q());
        motors.set(table, k);
    }

    @Override
    public StateEvaluation.Motion motion() {
        return motion;
    }

    @Override
    public Value value(Quantity quantity) {
        if (contacts.isEmpty()) {
            return free.value(quantity);
        }
        return switch (quantity) {
            case TORQUE -> drives(inverse(motion.qd(), motion.qdd()).torques);
            case BIAS -> drives(inverse(motion.qd(), new double[motion.q().length]).torques);
            case GRAVITY -> gravity();
            case ACCELERATION -> drives(forward().accelerations);
            case BASE_ACCELERATION -> floating ? baseAcceleration() : free.value(quantity);
            case CUT_WRENCH -> reactions(inverse(motion.qd(), motion.qdd()).wrenches);
            case JOINT_WRENCH, BASE_WRENCH -> ofTiedTree(quantity);
            case TORQUE_RATE -> torqueRate();
            case TORQUE_BY_POSITION -> torqueBy(0);
            case TORQUE_BY_VELOCITY -> torqueBy(1);
            case TORQUE_BY_ACCELERATION -> torqueBy(2);
            case ACCELERATION_BY_POSITION -> accelerationBy(0);
            case ACCELERATION_BY_VELOCITY -> accelerationBy(1);
            case ACCELERATION_BY_TORQUE -> accelerationBy(2);
            case TORQUE_SENSITIVITY, ACCELERATION_SENSITIVITY -> allParts(quantity);
            case POSE,
                    BODY_VELOCITY,
                    BODY_ACCELERATION,
                    JOINT_MOTION,
                    JACOBIAN,
                    BODY_JACOBIAN,
                    MANIPULABILITY,
                    ENERGY,
                    CENTER_OF_MASS,
                    MOMENTUM,
                    CENTROIDAL_MOMENTUM,
                    CENTROIDAL_MOMENTUM_MATRIX,
                    MASS_MATRIX,
                    ELASTIC_MASS_MATRIX -> free.value(quantity);
            case ELASTIC_TORQUE,
                    ELASTIC_ACCELERATION,
                    ELASTIC_JOINT_WRENCH,
                    ELASTIC_TORQUE_SENSITIVITY,
                    ELASTIC_ACCELERATION_SENSITIVITY,
                    MOTOR_TORQUE,
                    MOTOR_TORQUE_RATE,
                    MOTOR_MOTION -> ofMotors(quantity);
            default ->
                throw new UserError(
                        "%s is not computed for robots that contacts hold, and state %s of robot \"%s\" has some"
                                .formatted(quantity.key(), index, robot.name()));
        };
    }

    private Value ofMotors(Quantity quantity) {
        requireStanding();
        try {
            return motors.value(quantity, motion, contacts);
        } catch (NumericalException | IllegalArgumentException e) {
            throw new UserError("state %s: %s".formatted(index, e.getMessage()));
        }
    }

    private Value drives(double[] ofJoints) {
        return new Value.Numbers(
                active,
                active.stream()
                        .mapToDouble(joint -> ofJoints[robot.coordinate(joint)])
                        .toArray());
    }

    private record Needed(double[] torques, double[][] wrenches) {}

    private Needed inverse(double[] qd, double[] qdd) {
        requireStanding();
        return inverse(motion.base(), qd, qdd, motion.wrenches());
    }

    private Needed inverse(BaseMotion base, double[] qd, double[] qdd, ExternalWrenches wrenches) {
        ConstrainedInverseDynamics dynamics = new ConstrainedInverseDynamics(robot, contacts);
        double[] torques = new double[motion.q().length];
        required(() -> dynamics.compute(base, motion.q(), qd, qdd, wrenches, null, torques));
        double[][] reactions = new double[ties().size()][6];
        for (int c = 0; c < reactions.length; c++) {
            dynamics.reaction(c, reactions[c]);
        }
        return new Needed(torques, reactions);
    }

    private List<CutJoint> ties() {
        List<CutJoint> ties = new ArrayList<>(robot.loops().cutJoints());
        ties.addAll(contacts);
        return ties;
    }

    /** What holds the robot still where it stands. */
    private Value gravity() {
        BaseMotion still = new BaseMotion();
        still.pose(motion.base().pose())
                .velocityInBase(Vector3.ZERO, Vector3.ZERO)
                .accelerationInBase(Vector3.ZERO, Vector3.ZERO);
        double[] zero = new double[motion.q().length];
        return drives(inverse(still, zero, zero, new ExternalWrenches(robot)).torques);
    }

    private record Caused(double[] ofBase, double[] accelerations, ConstrainedForwardDynamics dynamics) {}

    private Caused forward() {
        Caused caused = accelerate();
        double most = 1;
        for (double velocity : motion.qd()) {
            most = Math.max(most, Math.abs(velocity));
        }
        Twist ofBase = motion.base().velocityInBase();
        most = Math.max(most, ofBase.linear().norm() + ofBase.angular().norm());
        if (caused.dynamics.slip() > SLIP * most) {
            throw new UserError(
                    "the velocities of state %s move contacts by %s m/s or rad/s, but what contacts hold stands still; give velocities that keep them, or leave the contacts out"
                            .formatted(index, (float) caused.dynamics.slip()));
        }
        return caused;
    }

    private Caused accelerate() {
        ConstrainedForwardDynamics dynamics = new ConstrainedForwardDynamics(robot, contacts);
        double[] ofBase = new double[6];
        double[] accelerations = new double[motion.q().length];
        double[] tau = motion.tau();
        required(() -> {
            if (floating) {
                dynamics.computeFloating(
                        motion.base(), motion.q(), motion.qd(), tau, motion.wrenches(), ofBase, accelerations);
            } else {
                dynamics.compute(motion.base(), motion.q(), motion.qd(), tau, motion.wrenches(), accelerations);
            }
        });
        return new Caused(ofBase, accelerations, dynamics);
    }

    private void requireStanding() {
        Caused unused = forward();
    }

    private Value baseAcceleration() {
        return Evaluation.twist(motion.base().spatial(Evaluation.sixNumbers(forward().ofBase)));
    }

    private Value reactions(double[][] wrenches) {
        Map<String, Value> values = new LinkedHashMap<>();
        List<CutJoint> ties = ties();
        for (int c = 0; c < ties.size(); c++) {
            values.put(ties.get(c).name(), reaction(ties.get(c), wrenches[c]));
        }
        return new Value.Fields(values);
    }

    static Value reaction(CutJoint tie, double[] wrench) {
        return Value.Fields.of(
                        "force",
                        Value.Numbers.of(Vector3.of(Arrays.copyOf(wrench, 3))),
                        "moment",
                        Value.Numbers.of(Vector3.of(Arrays.copyOfRange(wrench, 3, 6))))
                .with("frame", new Value.Remark("cut joint %s on body %s".formatted(tie.name(), tie.second())));
    }

    private Value ofTiedTree(Quantity quantity) {
        double[][] wrenches = inverse(motion.qd(), motion.qdd()).wrenches;
        TiedTree.Motion whole = new TiedTree.Motion(
                motion.base(), motion.q(), motion.qd(), motion.qdd(), new double[motion.q().length]);
        tiedTree.get().load(whole, motion.wrenches(), ties(), wrenches, new double[wrenches.length][6]);
        return quantity == Quantity.JOINT_WRENCH
                ? tiedTree.get().jointWrenches(whole)
                : tiedTree.get().baseWrench(whole);
    }

    private Value allParts(Quantity quantity) {
        Map<String, Value> values = new LinkedHashMap<>();
        quantity.parts().forEach(part -> values.put(part.symbol(), value(part)));
        return new Value.Fields(values);
    }

    /** Wrenches keep their components; the jerk of a floating base keeps the contacts. */
    private Value torqueRate() {
        requireStanding();
        if (floating) {
            Evaluation.requireNoJerk(robot, motion.base());
        }
        double[] torques = new double[motion.q().length];
        double[] rates = new double[torques.length];
        required(() -> new ContactForceRate(robot, contacts)
                .compute(
                        motion.base(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        null,
                        torques,
                        rates));
        return drives(rates);
    }

    private List<String> freedoms() {
        return Evaluation.freedoms(floating, robot.jointNames());
    }

    private Value torqueBy(int variable) {
        requireStanding();
        int n = motion.q().length;
        int width = freedoms().size();
        double[][] m = new double[3][Sensitivities.numbers(n, width)];
        required(() -> new ContactSensitivity(robot, contacts)
                .torque(
                        motion.base(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        null,
                        m[0],
                        m[1],
                        m[2]));
        if (floating) {
            LoopMatrices.holdSpatial(motion.base(), m[1], m[2], n, width);
        }
        return Value.Rows.of(robot.jointNames(), freedoms(), m[variable]);
    }

    private Value accelerationBy(int variable) {
        requireStanding();
        int n = motion.q().length;
        int width = freedoms().size();
        int square = Sensitivities.numbers(width, width);
        double[][] m = {new double[square], new double[square], new double[width * n]};
        required(() -> new ContactSensitivity(robot, contacts)
                .acceleration(
                        motion.base(), motion.q(), motion.qd(), motion.tau(), motion.wrenches(), m[0], m[1], m[2]));
        if (floating) {
            LoopMatrices.toSpatial(motion.base(), m[1], width);
        }
        return Value.Rows.of(freedoms(), variable == 2 ? robot.jointNames() : freedoms(), m[variable]);
    }

    private void required(Runnable computation) {
        try {
            computation.run();
        } catch (NumericalException | IllegalArgumentException e) {
            throw new UserError("state %s: %s".formatted(index, e.getMessage()));
        }
    }
}
