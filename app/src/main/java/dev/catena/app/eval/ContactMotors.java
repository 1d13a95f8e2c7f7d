package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Quantities of motors behind springs where contacts hold the robot. Coordinates are those of all joints, for what contacts leave
 * independent is nobody's choice, then those of the motors.
 */
final class ContactMotors {
    private final RobotModel robot;
    private final boolean floating;
    private final List<String> elastic;
    private final List<String> drives;
    private final double[][] ofMotors = new double[3][];
    private double[][] derivatives = {};
    private boolean thetaIsGiven;

    ContactMotors(RobotModel robot) {
        this.robot = robot;
        floating = robot.baseKind() == BaseKind.FLOATING;
        elastic = robot.elasticJoints().stream().map(Joint::name).toList();
        drives = robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
    }

    /** At a state of a table. */
    void set(StateTable table, int k) {
        List<Series> series = List.of(Series.MOTOR_POSITION, Series.MOTOR_VELOCITY, Series.MOTOR_ACCELERATION);
        for (int d = 0; d < ofMotors.length; d++) {
            ofMotors[d] = ClosedLoopEvaluation.of(elastic, table, k, series.get(d));
        }
        List<Series> all = robot.hasLoops() ? List.of() : Series.derivatives();
        derivatives = new double[all.size()][];
        for (int d = 0; d < derivatives.length; d++) {
            derivatives[d] = ClosedLoopEvaluation.of(robot.jointNames(), table, k, all.get(d));
        }
        thetaIsGiven = table.states().get(k).has(Series.MOTOR_POSITION);
    }

    Value value(Quantity quantity, StateEvaluation.Motion motion, List<CutJoint> contacts) {
        return switch (quantity) {
            case ELASTIC_TORQUE -> {
                double[] torques = torques(motion, contacts).torques;
                yield new Value.Numbers(
                        drives,
                        drives.stream()
                                .mapToDouble(joint -> torques[robot.coordinate(joint)])
                                .toArray());
            }
            case ELASTIC_ACCELERATION -> acceleration(motion, contacts);
            case ELASTIC_JOINT_WRENCH -> jointWrench(motion, contacts);
            case ELASTIC_TORQUE_SENSITIVITY -> torqueSensitivity(motion, contacts);
            case ELASTIC_ACCELERATION_SENSITIVITY -> accelerationSensitivity(motion, contacts);
            case MOTOR_TORQUE, MOTOR_TORQUE_RATE, MOTOR_MOTION -> fed(quantity, motion, contacts);
            default -> throw new IllegalArgumentException(quantity.key());
        };
    }

    /** Feed-forward: the base goes along as the contacts demand. */
    private Value fed(Quantity quantity, StateEvaluation.Motion motion, List<CutJoint> contacts) {
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(robot, contacts);
        int n = robot.jointCount();
        double[][] x = new double[3][n + elastic.size()];
        double[] torques = new double[n];
        feedForward.compute(motion.base(), derivatives, motion.wrenches(), null, x[0], x[1], x[2], torques);
        if (quantity == Quantity.MOTOR_MOTION) {
            Map<String, Value> values = new LinkedHashMap<>();
            for (int e = 0; e < elastic.size(); e++) {
                values.put(elastic.get(e), ClosedLoopEvaluation.motion(x[0][n + e], x[1][n + e], x[2][n + e]));
            }
            return new Value.Fields(values);
        }
        if (quantity == Quantity.MOTOR_TORQUE_RATE) {
            feedForward.torqueRates(torques);
        }
        return new Value.Numbers(drives, torques);
    }

    private record Needed(double[] torques, double[][] reactions) {}

    private Needed torques(StateEvaluation.Motion motion, List<CutJoint> contacts) {
        ConstrainedInverseDynamics dynamics = ConstrainedInverseDynamics.withFreeMotors(robot, contacts);
        double[] torques = new double[robot.jointCount()];
        dynamics.compute(
                motion.base(),
                all(motion.q(), 0),
                all(motion.qd(), 1),
                all(motion.qdd(), 2),
                motion.wrenches(),
                null,
                torques);
        double[][] reactions = new double[ties(contacts).size()][6];
        for (int c = 0; c < reactions.length; c++) {
            dynamics.reaction(c, reactions[c]);
        }
        return new Needed(torques, reactions);
    }

    private List<CutJoint> ties(List<CutJoint> contacts) {
        return Stream.concat(robot.loops().cutJoints().stream(), contacts.stream())
                .toList();
    }

    private Value acceleration(StateEvaluation.Motion motion, List<CutJoint> contacts) {
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(robot, contacts);
        int n = robot.jointCount();
        double[] found = new double[n + elastic.size()];
        double[] ofBase = new double[6];
        double[] q = all(motion.q(), 0);
        double[] qd = all(motion.qd(), 1);
        if (floating) {
            dynamics.computeFloating(motion.base(), q, qd, motion.tau(), motion.wrenches(), ofBase, found);
        } else {
            dynamics.compute(motion.base(), q, qd, motion.tau(), motion.wrenches(), found);
        }
        Map<String, Value> reactions = new LinkedHashMap<>();
        List<CutJoint> ties = ties(contacts);
        for (int c = 0; c < ties.size(); c++) {
            double[] wrench = new double[6];
            dynamics.reaction(c, wrench);
            reactions.put(ties.get(c).name(), ContactEvaluation.reaction(ties.get(c), wrench));
        }
        Value.Fields values = Value.Fields.of(
                        "joints", new Value.Numbers(robot.jointNames(), Arrays.copyOf(found, n)),
                        "motors", new Value.Numbers(elastic, Arrays.copyOfRange(found, n, found.length)))
                .with("reactions", new Value.Fields(reactions));
        return floating
                ? values.with("base", Evaluation.twist(motion.base().spatial(Evaluation.sixNumbers(ofBase))))
                : values;
    }

    /** Base, joints and motors. */
    private List<String> freedoms() {
        List<String> names = new ArrayList<>(robot.jointNames());
        elastic.forEach(joint -> names.add("motor_" + joint));
        return Evaluation.freedoms(floating, names);
    }

    private Value torqueSensitivity(StateEvaluation.Motion motion, List<CutJoint> contacts) {
        List<String> freedoms = freedoms();
        int n = robot.jointCount();
        double[][] m = new double[3][Sensitivities.numbers(n, freedoms.size())];
        ContactSensitivity.withFreeMotors(robot, contacts)
                .torque(
                        motion.base(),
                        all(motion.q(), 0),
                        all(motion.qd(), 1),
                        all(motion.qdd(), 2),
                        motion.wrenches(),
                        null,
                        m[0],
                        m[1],
                        m[2]);
        if (floating) {
            LoopMatrices.holdSpatial(motion.base(), m[1], m[2], n, freedoms.size());
        }
        return Value.Fields.of(
                        "byPosition", Value.Rows.of(drives, freedoms, m[0]),
                        "byVelocity", Value.Rows.of(drives, freedoms, m[1]))
                .with("byAcceleration", Value.Rows.of(drives, freedoms, m[2]));
    }

    private Value accelerationSensitivity(StateEvaluation.Motion motion, List<CutJoint> contacts) {
        List<String> freedoms = freedoms();
        int width = freedoms.size();
        int square = Sensitivities.numbers(width, width);
        double[][] m = {new double[square], new double[square], new double[width * robot.jointCount()]};
        ContactSensitivity.withFreeMotors(robot, contacts)
                .acceleration(
                        motion.base(),
                        all(motion.q(), 0),
                        all(motion.qd(), 1),
                        motion.tau(),
                        motion.wrenches(),
                        m[0],
                        m[1],
                        m[2]);
        if (floating) {
            LoopMatrices.toSpatial(motion.base(), m[1], width);
        }
        return Value.Fields.of(
                        "byPosition", Value.Rows.of(freedoms, freedoms, m[0]),
                        "byVelocity", Value.Rows.of(freedoms, freedoms, m[1]))
                .with("byTorque", Value.Rows.of(freedoms, drives, m[2]));
    }

    /** What is in the joints of the tree that reactions load. */
    private Value jointWrench(StateEvaluation.Motion motion, List<CutJoint> contacts) {
        TiedTree loads = new TiedTree(robot);
        double[][] reactions = torques(motion, contacts).reactions;
        loads.load(
                new TiedTree.Motion(
                        motion.base(), motion.q(), motion.qd(), motion.qdd(), new double[motion.q().length]),
                motion.wrenches(),
                ties(contacts),
                reactions,
                new double[reactions.length][6]);
        RobotModel tree = robot.openTree();
        ElasticInverseDynamics dynamics = new ElasticInverseDynamics(tree);
        dynamics.compute(
                motion.base(),
                all(motion.q(), 0),
                all(motion.qd(), 1),
                all(motion.qdd(), 2),
                loads.loads(),
                new double[robot.jointCount()]);
        return Evaluation.byJoint(tree, dynamics::jointWrenchInBody);
    }

    /** Joints and motors. */
    private double[] all(double[] ofJoints, int order) {
        if (!thetaIsGiven && !elastic.isEmpty()) {
            throw new UserError("the state has no theta, where the motors of the joints %s are"
                    .formatted(String.join(", ", elastic)));
        }
        double[] x = Arrays.copyOf(ofJoints, ofJoints.length + elastic.size());
        System.arraycopy(ofMotors[order], 0, x, ofJoints.length, elastic.size());
        return x;
    }
}
