package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.ElasticMatrices;
import dev.catena.drive.ElasticSensitivity;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopInverseDynamics;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Quantities of motors behind springs, of a tree or of closed loops. A robot without springs has motors that are their
 * joints. Coordinates are those of the independent joints, then those of the motors.
 */
final class Motors {
    /** What this class is asked for. */
    static final Set<Quantity> QUANTITIES = Set.of(
            Quantity.MOTOR_TORQUE,
            Quantity.MOTOR_TORQUE_RATE,
            Quantity.MOTOR_MOTION,
            Quantity.ELASTIC_TORQUE,
            Quantity.ELASTIC_ACCELERATION,
            Quantity.ELASTIC_TORQUE_SENSITIVITY,
            Quantity.ELASTIC_ACCELERATION_SENSITIVITY,
            Quantity.ELASTIC_MASS_MATRIX,
            Quantity.ELASTIC_JOINT_WRENCH);

    private final RobotModel robot;
    private final boolean floating;
    private final List<String> joints;
    private final List<String> drives;
    private final List<String> elastic;
    private final List<String> coordinates;
    private final OnDemand<FeedForward> feedForward;
    private final OnDemand<ElasticInverseDynamics> inverse;
    private final OnDemand<ElasticForwardDynamics> forward;
    private final OnDemand<ElasticSensitivity> sensitivity;
    private final OnDemand<ElasticMatrices> matrices;
    private final OnDemand<ElasticLoopInverseDynamics> loopInverse;
    private final OnDemand<ElasticLoopForwardDynamics> loopForward;
    private final OnDemand<ElasticLoopSensitivity> loopSensitivity;
    private double[][] derivatives = {};
    private double[][] ofMotors = {};
    private double[] tau = {};
    private double[] start = {};
    private boolean thetaIsGiven;

    Motors(RobotModel robot) {
        this.robot = robot;
        floating = robot.baseKind() == BaseKind.FLOATING;
        joints = robot.hasLoops() ? robot.loops().independentJoints() : robot.jointNames();
        drives = robot.hasLoops() ? robot.loops().activeJoints() : robot.jointNames();
        elastic = robot.elasticJoints().stream().map(Joint::name).toList();
        coordinates = new ArrayList<>(joints);
        elastic.forEach(joint -> coordinates.add("motor_" + joint));
        feedForward = new OnDemand<>(() -> new FeedForward(robot));
        inverse = new OnDemand<>(() -> new ElasticInverseDynamics(robot));
        forward = new OnDemand<>(() -> new ElasticForwardDynamics(robot));
        sensitivity = new OnDemand<>(() -> new ElasticSensitivity(new ElasticCoordinates(robot)));
        matrices = new OnDemand<>(() -> new ElasticMatrices(robot));
        loopInverse = new OnDemand<>(() -> new ElasticLoopInverseDynamics(robot));
        loopForward = new OnDemand<>(() -> new ElasticLoopForwardDynamics(robot));
        loopSensitivity = new OnDemand<>(() -> new ElasticLoopSensitivity(robot));
    }

    /** Feed-forward of trees or of closed loops; rates come with it. */
    private static final class FeedForward {
        private final int order;
        private final boolean loops;
        private final OnDemand<ElasticFeedForward> ofTree;
        private final OnDemand<ElasticLoopFeedForward> ofLoops;

        FeedForward(RobotModel robot) {
            loops = robot.hasLoops();
            ofTree = new OnDemand<>(() -> ElasticFeedForward.withRates(robot));
            ofLoops = new OnDemand<>(() -> ElasticLoopFeedForward.withRates(robot));
            order = loops ? ofLoops.get().order() : ofTree.get().order();
            int most = Series.derivatives().size() - 1;
            if (order > most) {
                throw new UserError(
                        "motors of robot \"%s\" follow from derivatives of its joints up to order %s, of which states have %s"
                                .formatted(robot.name(), order, most));
            }
        }
    }

    /** At a state of a table; closed loops are searched from these positions, or from the assembly if there are none. */
    Motors at(StateTable table, int k, double[] startOfLoops) {
        start = startOfLoops;
        List<Series> all = Series.derivatives();
        derivatives = new double[all.size()][];
        for (int d = 0; d < derivatives.length; d++) {
            derivatives[d] = ClosedLoopEvaluation.of(joints, table, k, all.get(d));
        }
        List<Series> motors = List.of(Series.MOTOR_POSITION, Series.MOTOR_VELOCITY, Series.MOTOR_ACCELERATION);
        ofMotors = new double[motors.size()][];
        for (int d = 0; d < ofMotors.length; d++) {
            ofMotors[d] = ClosedLoopEvaluation.of(elastic, table, k, motors.get(d));
        }
        thetaIsGiven = table.states().get(k).has(Series.MOTOR_POSITION);
        tau = ClosedLoopEvaluation.of(drives, table, k, Series.EFFORT);
        return this;
    }

    Value value(Quantity quantity, BaseMotion base, ExternalWrenches wrenches) {
        return switch (quantity) {
            case MOTOR_TORQUE, MOTOR_TORQUE_RATE, MOTOR_MOTION -> fed(quantity, base, wrenches);
            case ELASTIC_TORQUE -> torque(base, wrenches);
            case ELASTIC_ACCELERATION -> acceleration(base, wrenches);
            case ELASTIC_TORQUE_SENSITIVITY -> torqueSensitivity(base, wrenches);
            case ELASTIC_ACCELERATION_SENSITIVITY -> accelerationSensitivity(base, wrenches);
            case ELASTIC_MASS_MATRIX -> massMatrix(base);
            case ELASTIC_JOINT_WRENCH -> jointWrench(base, wrenches);
            default -> throw new IllegalArgumentException(quantity.key());
        };
    }

    private Value fed(Quantity quantity, BaseMotion base, ExternalWrenches wrenches) {
        requireRest(quantity, base);
        FeedForward law = feedForward.get();
        double[][] given = Arrays.copyOf(derivatives, law.order + 1);
        int size = coordinates.size();
        double[][] x = new double[3][size];
        double[] torques = new double[drives.size()];
        double[] rates = new double[drives.size()];
        if (law.loops) {
            ElasticLoopFeedForward fed = law.ofLoops.get();
            restart(fed.kinematics());
            fed.compute(given, wrenches, x[0], x[1], x[2], torques);
            fed.torqueRates(rates);
        } else {
            ElasticFeedForward fed = law.ofTree.get();
            fed.compute(given, wrenches, x[0], x[1], x[2], torques);
            fed.torqueRates(rates);
        }
        if (quantity == Quantity.MOTOR_MOTION) {
            Map<String, Value> values = new LinkedHashMap<>();
            for (int e = 0; e < elastic.size(); e++) {
                int at = joints.size() + e;
                values.put(elastic.get(e), ClosedLoopEvaluation.motion(x[0][at], x[1][at], x[2][at]));
            }
            return new Value.Fields(values);
        }
        return new Value.Numbers(drives, quantity == Quantity.MOTOR_TORQUE ? torques : rates);
    }

    /** The motion of motors follows from derivatives of everything that moves, and states have none of the base. */
    private void requireRest(Quantity quantity, BaseMotion base) {
        boolean rests = base.velocityInBase().equals(Twist.ZERO)
                && base.accelerationInBase().linear().equals(Vector3.ZERO)
                && base.accelerationInBase().angular().equals(Vector3.ZERO)
                && base.pose().equals(Pose.IDENTITY);
        if (floating || !rests) {
            throw new UserError(
                    "%s is computed for a base that rests at the world's origin, but that of robot \"%s\" %s; elasticTorque takes the motion of motors from the states, and any base"
                            .formatted(quantity.key(), robot.name(), floating ? "floats" : "does not"));
        }
    }

    private double[] coordinates(int order) {
        if (!thetaIsGiven && !elastic.isEmpty()) {
            throw new UserError(
                    "the state has no theta, where the motors of the joints %s are; motorMotion says where a motion of the joints needs them"
                            .formatted(String.join(", ", elastic)));
        }
        double[] x = Arrays.copyOf(derivatives[order], coordinates.size());
        System.arraycopy(ofMotors[order], 0, x, joints.size(), elastic.size());
        return x;
    }

    private Value torque(BaseMotion base, ExternalWrenches wrenches) {
        double[] torques = new double[drives.size()];
        if (robot.hasLoops()) {
            ElasticLoopInverseDynamics dynamics = loopInverse.get();
            restart(dynamics.kinematics());
            dynamics.compute(base, coordinates(0), coordinates(1), coordinates(2), wrenches, torques);
        } else {
            inverse.get().compute(base, coordinates(0), coordinates(1), coordinates(2), wrenches, torques);
        }
        return new Value.Numbers(drives, torques);
    }

    private Value acceleration(BaseMotion base, ExternalWrenches wrenches) {
        double[] found = new double[coordinates.size()];
        double[] ofBase = new double[6];
        double[] x = coordinates(0);
        double[] xd = coordinates(1);
        if (robot.hasLoops()) {
            ElasticLoopForwardDynamics dynamics = loopForward.get();
            restart(dynamics.kinematics());
            if (floating) {
                dynamics.computeFloating(base, x, xd, tau, wrenches, ofBase, found);
            } else {
                dynamics.compute(base, x, xd, tau, wrenches, found);
            }
        } else if (floating) {
            forward.get().computeFloating(base, x, xd, tau, wrenches, ofBase, found);
        } else {
            forward.get().compute(base, x, xd, tau, wrenches, found);
        }
        Value.Fields values = Value.Fields.of(
                "joints",
                new Value.Numbers(joints, Arrays.copyOf(found, joints.size())),
                "motors",
                new Value.Numbers(elastic, Arrays.copyOfRange(found, joints.size(), found.length)));
        return floating ? values.with("base", Evaluation.twist(base.spatial(Evaluation.sixNumbers(ofBase)))) : values;
    }

    private Value torqueSensitivity(BaseMotion base, ExternalWrenches wrenches) {
        int size = coordinates.size();
        double[][] m = new double[3][Sensitivities.numbers(drives.size(), size)];
        double[] x = coordinates(0);
        double[] xd = coordinates(1);
        double[] xdd = coordinates(2);
        if (robot.hasLoops()) {
            loopSensitivity.get().restart(start);
            loopSensitivity.get().torque(base, x, xd, xdd, wrenches, m[0], m[1], m[2]);
        } else {
            sensitivity.get().torque(base, x, xd, xdd, wrenches, m[0], m[1], m[2]);
        }
        return Value.Fields.of(
                        "byPosition", Value.Rows.of(drives, coordinates, m[0]),
                        "byVelocity", Value.Rows.of(drives, coordinates, m[1]))
                .with("byAcceleration", Value.Rows.of(drives, coordinates, m[2]));
    }

    private Value massMatrix(BaseMotion base) {
        List<String> names = Evaluation.freedoms(floating, coordinates);
        int size = coordinates.size();
        double[] matrix = new double[Sensitivities.numbers(names.size(), names.size())];
        double[] x = Arrays.copyOf(derivatives[0], size);
        if (robot.hasLoops()) {
            ElasticLoopForwardDynamics dynamics = loopForward.get();
            restart(dynamics.kinematics());
            double[] none = new double[drives.size()];
            if (floating) {
                dynamics.computeFloating(base, x, new double[size], none, null, new double[6], new double[size]);
            } else {
                dynamics.compute(x, new double[size], none, new double[size]);
            }
            dynamics.massMatrix(matrix);
        } else {
            ElasticMatrices found = matrices.get();
            if (floating) {
                found.computeFloating(base, x, new double[size], null);
            } else {
                found.compute(x, new double[size]);
            }
            found.inertia(matrix);
        }
        return Value.Rows.of(names, names, matrix);
    }

    /** Of trees: closed loops are refused before. */
    private Value jointWrench(BaseMotion base, ExternalWrenches wrenches) {
        ElasticInverseDynamics dynamics = inverse.get();
        dynamics.compute(base, coordinates(0), coordinates(1), coordinates(2), wrenches, new double[drives.size()]);
        return Evaluation.byJoint(robot, dynamics::jointWrenchInBody);
    }

    private Value accelerationSensitivity(BaseMotion base, ExternalWrenches wrenches) {
        if (floating) {
            throw new UserError(
                    "elasticAccelerationSensitivity is not computed for a floating base, and that of robot \"%s\" floats; without --floating the base moves as the states say"
                            .formatted(robot.name()));
        }
        int size = coordinates.size();
        int square = Sensitivities.numbers(size, size);
        double[][] m = {new double[square], new double[square], new double[size * drives.size()]};
        double[] x = coordinates(0);
        double[] xd = coordinates(1);
        if (robot.hasLoops()) {
            loopSensitivity.get().restart(start);
            loopSensitivity.get().acceleration(base, x, xd, tau, wrenches, m[0], m[1], m[2]);
        } else {
            sensitivity.get().acceleration(base, x, xd, tau, wrenches, m[0], m[1], m[2]);
        }
        return Value.Fields.of(
                        "byPosition", Value.Rows.of(coordinates, coordinates, m[0]),
                        "byVelocity", Value.Rows.of(coordinates, coordinates, m[1]))
                .with("byTorque", Value.Rows.of(coordinates, drives, m[2]));
    }

    private void restart(LoopKinematics loops) {
        if (start.length == 0) {
            loops.closure().restart();
        } else {
            loops.closure().restart(start);
        }
    }
}
