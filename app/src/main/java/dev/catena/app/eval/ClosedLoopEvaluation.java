package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Extent;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The quantities of a robot with closed loops. A state gives its active joints, and the loops all others, from the
 * model's assembly; or it gives all moving joints, and then those coordinates are where the search for closed loops
 * begins. Every state is evaluated for itself, whatever came before.
 */
public final class ClosedLoopEvaluation implements StateEvaluation {
    /** How far a coordinate that the loops determine may be from the one that a state gives, in its unit. */
    private static final double AGREEMENT = 1e-6;

    private final RobotModel robot;
    private final List<String> active;
    private final List<String> independent;
    private final ClosedLoopInverseDynamics inverseDynamics;
    private final ClosedLoopForwardDynamics forwardDynamics;
    private final OnDemand<ClosedLoopForceRate> forceRate;
    private final OnDemand<LoopMatrices> matrices;
    private final OnDemand<TiedTree> tiedTree;
    private final OnDemand<Motors> motors;
    private final Kinematics kinematics;
    private final Kinematics kinematicsOfMoving;
    private final SystemMotion motionOfMoving;
    private final SystemMotion motionOfAll;
    private final ExternalWrenches wrenches;
    private final BaseMotion base = new BaseMotion();
    private final boolean floating;
    private final double[] positions;
    private final double[] velocities;
    private final double[] accelerations;
    private double[] start;
    private double[] q = {};
    private double[] qd = {};
    private double[] qdd = {};
    private double[] qddd = {};
    private double[] tau = {};
    private StateTable table = new StateTable(List.of(), List.of());
    private int index;
    private boolean baseMoves;

    /** Of a robot with closed loops; springs count for quantities of motors alone. */
    public ClosedLoopEvaluation(RobotModel given) {
        robot = given.withoutSprings();
        active = robot.loops().activeJoints();
        independent = robot.loops().independentJoints();
        try {
            inverseDynamics = new ClosedLoopInverseDynamics(robot);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        forwardDynamics = new ClosedLoopForwardDynamics(robot);
        forceRate = new OnDemand<>(() -> new ClosedLoopForceRate(robot));
        matrices = new OnDemand<>(() -> new LoopMatrices(robot));
        tiedTree = new OnDemand<>(() -> new TiedTree(robot));
        motors = new OnDemand<>(() -> new Motors(given));
        floating = robot.baseKind() == BaseKind.FLOATING;
        kinematics = new Kinematics(robot.openTree());
        motionOfAll = new SystemMotion(robot.openTree());
        RobotModel moving = robot.openTree().withFixedBase().withoutGround();
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
        this.table = table;
        index = k;
        StateTable.State state = table.states().get(k);
        setBase(state.base());
        boolean complete = table.joints().size() == robot.jointCount();
        start = complete ? table.values(k, Series.POSITION) : new double[0];
        q = of(independent, table, k, Series.POSITION);
        qd = of(independent, table, k, Series.VELOCITY);
        qdd = of(independent, table, k, Series.ACCELERATION);
        qddd = of(independent, table, k, Series.JERK);
        tau = of(active, table, k, Series.EFFORT);
        wrenches.clear();
        state.wrenches().forEach(this::apply);
        double[] unused = compute(qd, qdd, wrenches);
        checkOthers(robot, table, k, positions);
    }

    private void setBase(@Nullable BaseState state) {
        baseMoves = state != null;
        if (state == null) {
            base.pose(Pose.IDENTITY)
                    .velocityInBase(Vector3.ZERO, Vector3.ZERO)
                    .accelerationInBase(Vector3.ZERO, Vector3.ZERO)
                    .jerkInBase(Vector3.ZERO, Vector3.ZERO);
            return;
        }
        base.pose(Evaluation.pose(state))
                .velocityInBase(state.linearVelocity(), state.angularVelocity())
                .spatialAccelerationInBase(state.linearAcceleration(), state.angularAcceleration())
                .jerkInBase(state.linearJerk(), state.angularJerk());
    }

    static double[] of(List<String> joints, StateTable table, int k, Series series) {
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
    static void checkOthers(RobotModel robot, StateTable table, int k, double[] positions) {
        double[] given = table.values(k, Series.POSITION);
        Extent extent = Extent.of(robot);
        for (String joint : robot.loops().activeJoints()) {
            double unit = extent.unit(robot.movingJoints().get(robot.coordinate(joint)));
            double wanted = given[table.joints().indexOf(joint)];
            double actual = positions[robot.coordinate(joint)];
            if (Math.abs(wanted - actual) > AGREEMENT * unit) {
                throw new UserError(
                        "state %s puts joint \"%s\" at %s, but the loops put it at %s for the independent joints %s"
                                .formatted(
                                        k,
                                        joint,
                                        wanted,
                                        actual,
                                        String.join(", ", robot.loops().independentJoints())));
            }
        }
    }

    private double[] compute(double[] rates, double[] secondRates, ExternalWrenches applied) {
        double[] efforts = new double[active.size()];
        restart(inverseDynamics.kinematics());
        require(() -> inverseDynamics.compute(base, q, rates, secondRates, applied, efforts));
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

    /**
     * The motion of all joints at the state, and the efforts of the actuators with their rates, zero at other joints.
     *
     * @param motionOut positions, velocities, accelerations and jerks
     */
    public void torqueAndRate(double[][] motionOut, double[] tauOut, double[] tauRateOut) {
        double[] efforts = new double[active.size()];
        double[] rates = new double[active.size()];
        ClosedLoopForceRate known = forceRate.get();
        restart(known.kinematics());
        require(() -> known.compute(base, q, qd, qdd, qddd, wrenches, efforts, rates));
        known.kinematics().positions(motionOut[0]);
        known.kinematics().velocities(motionOut[1]);
        known.kinematics().accelerations(motionOut[2]);
        known.jerks(motionOut[3]);
        Arrays.fill(tauOut, 0);
        Arrays.fill(tauRateOut, 0);
        for (int a = 0; a < efforts.length; a++) {
            tauOut[robot.coordinate(active.get(a))] = efforts[a];
            tauRateOut[robot.coordinate(active.get(a))] = rates[a];
        }
    }

    @Override
    public Motion motion() {
        double[] efforts = new double[positions.length];
        for (int a = 0; a < tau.length; a++) {
            efforts[robot.coordinate(active.get(a))] = tau[a];
        }
        return new Motion(base, positions, velocities, accelerations, new double[positions.length], efforts, wrenches);
    }

    @Override
    public Value value(Quantity quantity) {
        double[] zero = new double[q.length];
        return switch (quantity) {
            case TORQUE -> new Value.Numbers(active, compute(qd, qdd, wrenches));
            case TORQUE_RATE -> torqueRate();
            case BIAS -> new Value.Numbers(active, compute(qd, zero, wrenches));
            case GRAVITY -> gravity(zero);
            case ACCELERATION -> acceleration();
            case BASE_ACCELERATION -> baseAcceleration();
            case MASS_MATRIX -> massMatrix();
            case TORQUE_BY_POSITION -> torqueBy(0);
            case TORQUE_BY_VELOCITY -> torqueBy(1);
            case TORQUE_BY_ACCELERATION -> torqueBy(2);
            case ACCELERATION_BY_POSITION -> accelerationBy(Sensitivities.By.POSITION);
            case ACCELERATION_BY_VELOCITY -> accelerationBy(Sensitivities.By.VELOCITY);
            case ACCELERATION_BY_TORQUE -> accelerationBy(Sensitivities.By.TORQUE);
            case TORQUE_SENSITIVITY, ACCELERATION_SENSITIVITY -> allParts(quantity);
            case CUT_WRENCH -> cutWrench();
            case JOINT_WRENCH, BASE_WRENCH, JOINT_WRENCH_RATE -> ofTiedTree(quantity);
            case CENTROIDAL_MOMENTUM -> ofWhole(Quantity.MOMENTUM);
            case CENTROIDAL_MOMENTUM_MATRIX -> centroidalMatrix();
            case REGRESSOR -> regressor();
            case MOTOR_TORQUE,
                    MOTOR_TORQUE_RATE,
                    MOTOR_MOTION,
                    ELASTIC_TORQUE,
                    ELASTIC_ACCELERATION,
                    ELASTIC_TORQUE_SENSITIVITY,
                    ELASTIC_ACCELERATION_SENSITIVITY,
                    ELASTIC_MASS_MATRIX -> ofMotors(quantity);
            case JOINT_MOTION -> jointMotion();
            case POSE, BODY_VELOCITY, BODY_ACCELERATION -> ofBodies(quantity);
            case JACOBIAN, BODY_JACOBIAN, MANIPULABILITY -> ofJacobians(quantity);
            case ENERGY, CENTER_OF_MASS, MOMENTUM -> ofWhole(quantity);
            default ->
                throw new UserError("%s is not computed for robots with closed loops, and robot \"%s\" has some; "
                                .formatted(quantity.key(), robot.name())
                        + "--open-loops computes the tree");
        };
    }

    /** With the base held where it is. */
    private Value gravity(double[] zero) {
        Twist velocity = base.velocityInBase();
        Twist acceleration = base.accelerationInBase();
        base.velocityInBase(Vector3.ZERO, Vector3.ZERO).accelerationInBase(Vector3.ZERO, Vector3.ZERO);
        double[] efforts = compute(zero, zero, new ExternalWrenches(robot));
        base.velocityInBase(velocity.linear(), velocity.angular())
                .accelerationInBase(acceleration.linear(), acceleration.angular());
        return new Value.Numbers(active, efforts);
    }

    /** Wrenches keep their components, a base that moves as told has the jerk of the state; nothing holds one that floats. */
    private Value torqueRate() {
        double[] efforts = new double[active.size()];
        double[] rates = new double[active.size()];
        ClosedLoopForceRate forceRate = this.forceRate.get();
        restart(forceRate.kinematics());
        if (floating) {
            double[] acceleration = new double[6];
            require(() -> forceRate.computeFloating(
                    base, q, qd, qdd, qddd, wrenches, acceleration, new double[6], efforts, rates));
            boolean given = !base.spatialAccelerationInBase().equals(Twist.ZERO);
            Evaluation.requireFree(robot, baseMoves && given, base, acceleration);
        } else {
            require(() -> forceRate.compute(base, q, qd, qdd, qddd, wrenches, efforts, rates));
        }
        return new Value.Numbers(active, rates);
    }

    private double[] accelerate() {
        restart(forwardDynamics.kinematics());
        double[] found = new double[q.length];
        double[] ofBase = new double[6];
        if (floating) {
            require(() -> forwardDynamics.computeFloating(base, q, qd, tau, wrenches, ofBase, found));
        } else {
            require(() -> forwardDynamics.compute(base, q, qd, tau, wrenches, found));
        }
        return ofBase;
    }

    private Value baseAcceleration() {
        if (!floating) {
            return twist(base.spatialAccelerationInBase());
        }
        double[] a = accelerate();
        return twist(base.spatial(new Twist(Vector3.of(Arrays.copyOf(a, 3)), Vector3.of(Arrays.copyOfRange(a, 3, 6)))));
    }

    private Value acceleration() {
        double[] unused = accelerate();
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
        List<String> freedoms = Evaluation.freedoms(floating, independent);
        double[] matrix = new double[freedoms.size() * freedoms.size()];
        forwardDynamics.massMatrix(matrix);
        return Value.Rows.of(freedoms, freedoms, matrix);
    }

    private LoopMatrices.At at() {
        return new LoopMatrices.At(base, q, qd, wrenches, start);
    }

    private Value torqueBy(int variable) {
        return required(() -> matrices.get().torque(variable, at(), qdd));
    }

    private Value accelerationBy(Sensitivities.By by) {
        return required(() -> matrices.get().acceleration(by, at(), tau));
    }

    private Value allParts(Quantity quantity) {
        Map<String, Value> values = new LinkedHashMap<>();
        quantity.parts().forEach(part -> values.put(part.symbol(), value(part)));
        return new Value.Fields(values);
    }

    private Value ofMotors(Quantity quantity) {
        return required(() -> motors.get().at(table, index, start).value(quantity, base, wrenches));
    }

    private Value regressor() {
        return required(() -> matrices.get().regressor(at(), qdd));
    }

    private Value centroidalMatrix() {
        double[] unused = compute(qd, qdd, wrenches);
        double[] G = new double[robot.jointCount() * independent.size()];
        inverseDynamics.kinematics().rates(G);
        return matrices.get().centroidalMatrix(base, positions, G, floating || baseMoves);
    }

    /** Wrenches in the joints of the tree that carries what cut joints carry. */
    private Value ofTiedTree(Quantity quantity) {
        List<CutJoint> cuts = robot.loops().cutJoints();
        double[][] carried = new double[cuts.size()][6];
        double[][] rates = new double[cuts.size()][6];
        double[] jerks = new double[positions.length];
        if (quantity == Quantity.JOINT_WRENCH_RATE) {
            Value unused = torqueRate();
            ClosedLoopForceRate known = forceRate.get();
            known.computeCutWrenchRates();
            for (int c = 0; c < cuts.size(); c++) {
                known.cutWrench(c, carried[c], rates[c]);
            }
            known.jerks(jerks);
        } else {
            double[] unused = compute(qd, qdd, wrenches);
            inverseDynamics.computeCutWrenches();
            for (int c = 0; c < cuts.size(); c++) {
                inverseDynamics.cutWrench(c, carried[c]);
            }
        }
        TiedTree.Motion motion = new TiedTree.Motion(base, positions, velocities, accelerations, jerks);
        TiedTree tree = tiedTree.get();
        tree.load(motion, wrenches, cuts, carried, rates);
        return switch (quantity) {
            case JOINT_WRENCH -> tree.jointWrenches(motion);
            case BASE_WRENCH -> tree.baseWrench(motion);
            default -> tree.jointWrenchRates(motion);
        };
    }

    private Value required(Supplier<Value> computation) {
        try {
            return computation.get();
        } catch (NumericalException e) {
            throw new UserError("state %s: %s".formatted(index, e.getMessage()));
        }
    }

    private Value cutWrench() {
        double[] unused = compute(qd, qdd, wrenches);
        inverseDynamics.computeCutWrenches();
        Map<String, Value> values = new LinkedHashMap<>();
        double[] wrench = new double[6];
        for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
            CutJoint cut = robot.loops().cutJoints().get(c);
            inverseDynamics.cutWrench(c, wrench);
            values.put(cut.name(), ContactEvaluation.reaction(cut, wrench));
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
        kinematics.compute(base, positions, velocities, accelerations, null);
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

    /** J G. */
    private Value ofJacobians(Quantity quantity) {
        double[] unused = compute(qd, qdd, wrenches);
        kinematics.compute(base, positions, null, null, null);
        double[] G = new double[robot.jointCount() * independent.size()];
        inverseDynamics.kinematics().rates(G);
        return new BodyJacobians(robot.openTree(), floating, Evaluation.freedoms(floating, independent), true)
                .value(quantity, kinematics, base, G);
    }

    private Value ofWhole(Quantity quantity) {
        double[] unused = compute(qd, qdd, wrenches);
        Kinematics kinematicsOfWhole = floating || baseMoves ? kinematics : kinematicsOfMoving;
        SystemMotion motion = floating || baseMoves ? motionOfAll : motionOfMoving;
        kinematicsOfWhole.compute(base, positions, velocities, null, null);
        motion.compute(kinematicsOfWhole);
        return switch (quantity) {
            case ENERGY ->
                Value.Fields.of(
                        "kinetic", new Value.Scalar(motion.kineticEnergy()),
                        "potential", new Value.Scalar(motion.potentialEnergy()));
            case CENTER_OF_MASS -> Value.Numbers.of(motion.centerOfMassInWorld());
            default -> twist(motion.momentumInWorldAboutCenterOfMass());
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
