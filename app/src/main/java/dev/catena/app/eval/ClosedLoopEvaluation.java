package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The quantities of a robot with closed loops. A state gives its active joints, and the loops all others, from the
 * model's assembly; or it gives all moving joints, and then those coordinates are where the search for closed loops
 * begins. Every state is evaluated for itself, whatever came before.
 */
final class ClosedLoopEvaluation implements StateEvaluation {
    /** How far a coordinate that the loops determine may be from the one that a state gives, rad or m. */
    private static final double AGREEMENT = 1e-6;

    private final RobotModel robot;
    private final List<String> active;
    private final List<String> independent;
    private final ClosedLoopInverseDynamics inverseDynamics;
    private final ClosedLoopForwardDynamics forwardDynamics;
    private final ClosedLoopSensitivity sensitivity;
    private final Kinematics kinematics;
    private final Kinematics kinematicsOfMoving;
    private final SystemMotion motionOfMoving;
    private final ExternalWrenches wrenches;
    private final double[] positions;
    private final double[] velocities;
    private final double[] accelerations;
    private double[] start;
    private double[] q = {};
    private double[] qd = {};
    private double[] qdd = {};
    private double[] tau = {};
    private int index;

    ClosedLoopEvaluation(RobotModel robot) {
        this.robot = robot;
        active = robot.loops().activeJoints();
        independent = robot.loops().independentJoints();
        try {
            inverseDynamics = new ClosedLoopInverseDynamics(robot);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        forwardDynamics = new ClosedLoopForwardDynamics(robot);
        sensitivity = new ClosedLoopSensitivity(robot);
        kinematics = new Kinematics(robot.openTree());
        RobotModel moving = robot.openTree().withoutGround();
        kinematicsOfMoving = new Kinematics(moving);
        motionOfMoving = new SystemMotion(moving);
        wrenches = new ExternalWrenches(robot);
        positions = new double[robot.jointCount()];
        velocities = new double[robot.jointCount()];
        accelerations = new double[robot.jointCount()];
        start = new double[0];
    }

    @Override
    public void set(StateTable table, int k) {
        index = k;
        StateTable.State state = table.states().get(k);
        if (state.base() != null) {
            throw new UserError("state %s moves the base, but robot \"%s\" has closed loops, for which the base rests"
                    .formatted(k, robot.name()));
        }
        boolean complete = table.joints().size() == robot.jointCount();
        start = complete ? table.values(k, Series.POSITION) : new double[0];
        q = of(independent, table, k, Series.POSITION);
        qd = of(independent, table, k, Series.VELOCITY);
        qdd = of(independent, table, k, Series.ACCELERATION);
        tau = of(active, table, k, Series.EFFORT);
        wrenches.clear();
        state.wrenches().forEach(this::apply);
        double[] unused = compute(qd, qdd, wrenches);
        checkOthers(table, k);
    }

    private static double[] of(List<String> joints, StateTable table, int k, Series series) {
        double[] values = table.values(k, series);
        return joints.stream()
                .mapToDouble(joint -> values[table.joints().indexOf(joint)])
                .toArray();
    }

    private void apply(String body, AppliedWrench applied) {
        if (applied.frame() == WrenchFrame.BODY) {
            wrenches.inBody(body, applied.wrench());
        } else {
            wrenches.inWorld(body, applied.wrench());
        }
    }

    /** Active joints that are not independent must be where the loops put them; passive ones were only a start. */
    private void checkOthers(StateTable table, int k) {
        double[] given = table.values(k, Series.POSITION);
        for (String joint : active) {
            double wanted = given[table.joints().indexOf(joint)];
            double actual = positions[robot.coordinate(joint)];
            if (Math.abs(wanted - actual) > AGREEMENT) {
                throw new UserError(
                        "state %s puts joint \"%s\" at %s, but the loops put it at %s for the independent joints %s"
                                .formatted(k, joint, wanted, actual, String.join(", ", independent)));
            }
        }
    }

    private double[] compute(double[] rates, double[] secondRates, ExternalWrenches applied) {
        double[] efforts = new double[active.size()];
        restart(inverseDynamics.kinematics());
        require(() -> inverseDynamics.compute(q, rates, secondRates, applied, efforts));
        inverseDynamics.kinematics().positions(positions);
        inverseDynamics.kinematics().velocities(velocities);
        inverseDynamics.kinematics().accelerations(accelerations);
        return efforts;
    }

    private void restart(LoopKinematics loops) {
        if (start.length == 0) {
            loops.closure().restart();
        } else {
            loops.closure().restart(start);
        }
    }

    private void require(Runnable computation) {
        try {
            computation.run();
        } catch (NumericalException e) {
            throw new UserError("state %s: %s".formatted(index, e.getMessage()));
        }
    }

    @Override
    public Value value(Quantity quantity) {
        double[] zero = new double[q.length];
        return switch (quantity) {
            case TORQUE -> new Value.Numbers(active, compute(qd, qdd, wrenches));
            case BIAS -> new Value.Numbers(active, compute(qd, zero, wrenches));
            case GRAVITY -> new Value.Numbers(active, compute(zero, zero, new ExternalWrenches(robot)));
            case ACCELERATION -> acceleration();
            case MASS_MATRIX -> massMatrix();
            case TORQUE_BY_POSITION -> torqueBy(0);
            case TORQUE_BY_VELOCITY -> torqueBy(1);
            case TORQUE_BY_ACCELERATION -> torqueBy(2);
            case CUT_WRENCH -> cutWrench();
            case JOINT_MOTION -> jointMotion();
            case POSE, BODY_VELOCITY, BODY_ACCELERATION -> ofBodies(quantity);
            case ENERGY, CENTER_OF_MASS, MOMENTUM -> ofWhole(quantity);
            default ->
                throw new UserError("%s is not computed for robots with closed loops, and robot \"%s\" has some; "
                                .formatted(quantity.key(), robot.name())
                        + "--open-loops computes the tree");
        };
    }

    private Value acceleration() {
        restart(forwardDynamics.kinematics());
        double[] found = new double[q.length];
        require(() -> forwardDynamics.compute(q, qd, tau, wrenches, found));
        double[] all = new double[positions.length];
        forwardDynamics.kinematics().accelerations(all);
        return new Value.Numbers(
                active,
                active.stream()
                        .mapToDouble(joint -> all[robot.coordinate(joint)])
                        .toArray());
    }

    private Value massMatrix() {
        Value unused = acceleration();
        double[] matrix = new double[q.length * q.length];
        forwardDynamics.massMatrix(matrix);
        return Value.Rows.of(independent, independent, matrix);
    }

    private Value torqueBy(int variable) {
        if (!active.equals(independent)) {
            throw new UserError(
                    "derivatives of torque need as many active joints as freedoms, but robot \"%s\" has %s and %s"
                            .formatted(robot.name(), active.size(), independent.size()));
        }
        restart(sensitivity.kinematics());
        double[][] matrix = new double[3][q.length * q.length];
        require(() -> sensitivity.compute(q, qd, qdd, wrenches, matrix[0], matrix[1], matrix[2]));
        return Value.Rows.of(independent, independent, matrix[variable]);
    }

    private Value cutWrench() {
        double[] unused = compute(qd, qdd, wrenches);
        inverseDynamics.computeCutWrenches();
        Map<String, Value> values = new LinkedHashMap<>();
        double[] wrench = new double[6];
        for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
            CutJoint cut = robot.loops().cutJoints().get(c);
            inverseDynamics.cutWrench(c, wrench);
            values.put(
                    cut.name(),
                    Value.Fields.of(
                                    "force",
                                    Value.Numbers.of(Vector3.of(Arrays.copyOf(wrench, 3))),
                                    "moment",
                                    Value.Numbers.of(Vector3.of(Arrays.copyOfRange(wrench, 3, 6))))
                            .with(
                                    "frame",
                                    new Value.Remark("cut joint %s on body %s".formatted(cut.name(), cut.second()))));
        }
        return new Value.Fields(values);
    }

    private Value jointMotion() {
        double[] unused = compute(qd, qdd, wrenches);
        LoopKinematics loops = inverseDynamics.kinematics();
        Map<String, Value> values = new LinkedHashMap<>();
        for (int k = 0; k < positions.length; k++) {
            values.put(robot.jointNames().get(k), motion(positions[k], velocities[k], accelerations[k]));
        }
        for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
            CutJoint cut = robot.loops().cutJoints().get(c);
            if (cut.kind().freedoms() == 1) {
                values.put(cut.name(), motion(loops.cutPosition(c), loops.cutVelocity(c), loops.cutAcceleration(c)));
            }
        }
        return new Value.Fields(values);
    }

    static Value motion(double position, double velocity, double acceleration) {
        return Value.Fields.of("position", new Value.Scalar(position), "velocity", new Value.Scalar(velocity))
                .with("acceleration", new Value.Scalar(acceleration));
    }

    private Value ofBodies(Quantity quantity) {
        double[] unused = compute(qd, qdd, wrenches);
        kinematics.compute(positions, velocities, accelerations);
        return switch (quantity) {
            case POSE ->
                byBody(body -> {
                    Pose pose = kinematics.worldFromBody(body);
                    return Value.Fields.of(
                            "position", Value.Numbers.of(pose.position()), "rotation", Value.Rows.of(pose.rotation()));
                });
            case BODY_VELOCITY -> byBody(body -> twist(kinematics.velocityInWorld(body)));
            default -> byBody(body -> twist(kinematics.accelerationInWorld(body)));
        };
    }

    private Value ofWhole(Quantity quantity) {
        double[] unused = compute(qd, qdd, wrenches);
        kinematicsOfMoving.compute(positions, velocities);
        motionOfMoving.compute(kinematicsOfMoving);
        return switch (quantity) {
            case ENERGY ->
                Value.Fields.of(
                        "kinetic", new Value.Scalar(motionOfMoving.kineticEnergy()),
                        "potential", new Value.Scalar(motionOfMoving.potentialEnergy()));
            case CENTER_OF_MASS -> Value.Numbers.of(motionOfMoving.centerOfMassInWorld());
            default -> twist(motionOfMoving.momentumInWorldAboutCenterOfMass());
        };
    }

    private static Value twist(Twist twist) {
        return Value.Fields.of(
                "linear", Value.Numbers.of(twist.linear()), "angular", Value.Numbers.of(twist.angular()));
    }

    private Value byBody(IntFunction<Value> valueOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int b = 0; b < robot.bodies().size(); b++) {
            values.put(robot.bodies().get(b).name(), valueOfBody.apply(b));
        }
        return new Value.Fields(values);
    }
}
