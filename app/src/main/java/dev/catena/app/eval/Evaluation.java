package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.CentroidalMomentum;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AppliedLoad.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One state of a robot at a time, and every quantity of it. External wrenches keep their components in the frame that
 * they are given in, and the base has the jerk that the table says, or none. Energy, mass center and momentum are
 * those of what can move: a base that rests on the ground, and what is fixed to it, do not count.
 */
public final class Evaluation implements StateEvaluation {
    static final List<String> SIX = List.of("linear_x", "linear_y", "linear_z", "angular_x", "angular_y", "angular_z");

    static final List<String> PARAMETERS = List.of("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M");

    /** How far the acceleration that a state gives a floating base may be from that of a free one, as a part of it. */
    private static final double FREE = 1e-6;

    private final RobotModel robot;
    private final List<String> joints;
    private final OnDemand<InverseDynamics> inverseDynamics;
    private final OnDemand<ForceRate> forceRate;
    private final OnDemand<FloatingForceRate> floatingRate;
    private final OnDemand<ForwardDynamics> forwardDynamics;
    private final OnDemand<MassMatrix> massMatrix;
    private final OnDemand<Kinematics> kinematics;
    private final OnDemand<BodyJacobians> jacobians;
    private final OnDemand<WholeRobot> wholeRobot;
    private final OnDemand<WholeRobot> movingPart;
    private final BaseMotion base = new BaseMotion();
    private final BaseMotion restingBase = new BaseMotion();
    private final OnDemand<Sensitivities> sensitivities;
    private final OnDemand<Motors> motors;
    private final ExternalWrenches wrenches;
    private final double[] zero;
    private final boolean floating;
    private Twist givenBaseAcceleration = Twist.ZERO;
    private boolean grounded;
    private StateTable table = new StateTable(List.of(), List.of());
    private int index;
    private double[] q;
    private double[] qd;
    private double[] qdd;
    private double[] qddd;
    private double[] tau;

    public Evaluation(RobotModel robot) {
        this.robot = robot;
        joints = robot.jointNames();
        inverseDynamics = new OnDemand<>(() -> new InverseDynamics(robot));
        forceRate = new OnDemand<>(() -> new ForceRate(robot));
        floatingRate = new OnDemand<>(() -> new FloatingForceRate(robot));
        forwardDynamics = new OnDemand<>(() -> ForwardDynamics.of(robot));
        massMatrix = new OnDemand<>(() -> new MassMatrix(robot));
        kinematics = new OnDemand<>(() -> new Kinematics(robot));
        floating = robot.baseKind() == BaseKind.FLOATING;
        jacobians = new OnDemand<>(() -> new BodyJacobians(robot, floating, freedoms(floating), false));
        wholeRobot = new OnDemand<>(() -> new WholeRobot(robot.withFloatingBase()));
        movingPart = new OnDemand<>(() -> new WholeRobot(robot.withoutGround()));
        wrenches = new ExternalWrenches(robot);
        zero = new double[robot.jointCount()];
        q = zero;
        qd = zero;
        qdd = zero;
        qddd = zero;
        tau = zero;
        sensitivities = new OnDemand<>(() -> new Sensitivities(robot, freedoms(floating)));
        motors = new OnDemand<>(() -> new Motors(robot));
    }

    @Override
    public Motion motion() {
        return new Motion(base, q, qd, qdd, qddd, tau, wrenches);
    }

    @Override
    public Value value(Quantity quantity) {
        return switch (quantity) {
            case TORQUE -> torque();
            case TORQUE_RATE -> torqueRate();
            case GRAVITY -> gravity();
            case BIAS -> bias();
            case JOINT_WRENCH -> jointWrench();
            case JOINT_WRENCH_RATE -> jointWrenchRate();
            case BASE_WRENCH -> baseWrench();
            case JOINT_MOTION -> jointMotion();
            case CUT_WRENCH -> cutWrench();
            case POSE -> pose();
            case BODY_VELOCITY -> bodyVelocity();
            case BODY_ACCELERATION -> bodyAcceleration();
            case JACOBIAN, BODY_JACOBIAN, MANIPULABILITY -> ofJacobians(quantity);
            case ENERGY -> energy();
            case CENTER_OF_MASS -> centerOfMass();
            case MOMENTUM -> momentum();
            case ACCELERATION -> acceleration();
            case BASE_ACCELERATION -> baseAcceleration();
            case MASS_MATRIX -> massMatrix();
            case CENTROIDAL_MOMENTUM -> centroidalMomentum();
            case CENTROIDAL_MOMENTUM_MATRIX -> centroidalMomentumMatrix();
            case REGRESSOR -> regressor();
            case TORQUE_BY_POSITION -> torqueBy(Variable.POSITION);
            case TORQUE_BY_VELOCITY -> torqueBy(Variable.VELOCITY);
            case TORQUE_BY_ACCELERATION -> torqueBy(Variable.ACCELERATION);
            case JOINT_WRENCH_BY_POSITION -> jointWrenchBy(Variable.POSITION);
            case JOINT_WRENCH_BY_VELOCITY -> jointWrenchBy(Variable.VELOCITY);
            case JOINT_WRENCH_BY_ACCELERATION -> jointWrenchBy(Variable.ACCELERATION);
            case ACCELERATION_BY_POSITION -> accelerationBy(Sensitivities.By.POSITION);
            case ACCELERATION_BY_VELOCITY -> accelerationBy(Sensitivities.By.VELOCITY);
            case ACCELERATION_BY_TORQUE -> accelerationBy(Sensitivities.By.TORQUE);
            case TORQUE_SENSITIVITY, ACCELERATION_SENSITIVITY -> allParts(quantity);
            case MOTOR_TORQUE,
                    MOTOR_TORQUE_RATE,
                    MOTOR_MOTION,
                    ELASTIC_TORQUE,
                    ELASTIC_ACCELERATION,
                    ELASTIC_TORQUE_SENSITIVITY,
                    ELASTIC_ACCELERATION_SENSITIVITY,
                    ELASTIC_MASS_MATRIX,
                    ELASTIC_JOINT_WRENCH ->
                motors.get().at(table, index, new double[0]).value(quantity, base, wrenches);
            case TORQUE_CURVATURE, ELASTIC_TORQUE_CURVATURE ->
                throw new IllegalArgumentException("it needs factors of the torques, which states do not have");
        };
    }

    private Value allParts(Quantity quantity) {
        Map<String, Value> values = new LinkedHashMap<>();
        quantity.parts().forEach(part -> values.put(part.symbol(), value(part)));
        return new Value.Fields(values);
    }

    @Override
    public void set(StateTable table, int k) {
        q = table.values(k, Series.POSITION);
        qd = table.values(k, Series.VELOCITY);
        qdd = table.values(k, Series.ACCELERATION);
        qddd = table.values(k, Series.JERK);
        tau = table.values(k, Series.EFFORT);
        this.table = table;
        index = k;
        StateTable.State state = table.states().get(k);
        grounded = !floating && state.base() == null;
        setBase(state.base());
        wrenches.clear();
        state.wrenches().forEach(this::apply);
    }

    private void setBase(@Nullable BaseState state) {
        if (state == null) {
            base.pose(Pose.IDENTITY)
                    .velocityInBase(Vector3.ZERO, Vector3.ZERO)
                    .accelerationInBase(Vector3.ZERO, Vector3.ZERO)
                    .jerkInBase(Vector3.ZERO, Vector3.ZERO);
            restingBase.pose(Pose.IDENTITY);
            givenBaseAcceleration = Twist.ZERO;
            return;
        }
        Pose worldFromBase = pose(state);
        givenBaseAcceleration = new Twist(state.linearAcceleration(), state.angularAcceleration());
        base.pose(worldFromBase)
                .velocityInBase(state.linearVelocity(), state.angularVelocity())
                .spatialAccelerationInBase(state.linearAcceleration(), state.angularAcceleration())
                .jerkInBase(state.linearJerk(), state.angularJerk());
        restingBase.pose(worldFromBase);
    }

    static Pose pose(BaseState state) {
        return new Pose(
                Rotation.fromQuaternion(
                        state.orientationX(), state.orientationY(), state.orientationZ(), state.orientationW()),
                state.position());
    }

    private void apply(String body, AppliedWrench applied) {
        if (applied.frame() == WrenchFrame.BODY) {
            wrenches.inBody(body, applied.wrench());
        } else {
            wrenches.inWorld(body, applied.wrench());
        }
    }

    /** Torques and their rates, for a base that moves as told. */
    public void torqueAndRate(double[] tauOut, double[] tauRateOut) {
        forceRate.get().compute(base, q, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
    }

    /** Complains about a jerk of a floating base: it follows from the motion. */
    static void requireNoJerk(RobotModel robot, BaseMotion base) {
        if (!base.jerkInBase().equals(Twist.ZERO)) {
            throw new UserError(
                    "torqueRate of robot \"%s\", whose base floats, is that of a base which nothing holds; leave the jerk of the base out"
                            .formatted(robot.name()));
        }
    }

    /** Complains about an acceleration of a floating base that only somebody who holds it could give it. */
    static void requireFree(RobotModel robot, boolean given, BaseMotion base, double[] free) {
        requireNoJerk(robot, base);
        if (!given) {
            return;
        }
        Twist told = base.accelerationInBase();
        Twist found = sixNumbers(free);
        double size = Math.max(1, found.linear().norm() + found.angular().norm());
        if (told.linear().minus(found.linear()).norm()
                        + told.angular().minus(found.angular()).norm()
                > FREE * size) {
            throw new UserError(
                    "torqueRate of robot \"%s\", whose base floats, is that of a base which nothing holds, but the acceleration in the state is not the one that the motion gives it; leave the acceleration of the base out"
                            .formatted(robot.name()));
        }
    }

    Value torque() {
        double[] needed = new double[zero.length];
        inverseDynamics.get().compute(base, q, qd, qdd, wrenches, needed);
        return perJoint(needed);
    }

    Value torqueRate() {
        double[] tauRate = new double[zero.length];
        findRates(tauRate);
        return perJoint(tauRate);
    }

    /** Nothing holds a base that floats, so that its jerk follows from the motion. */
    private void findRates(double[] tauRateOut) {
        double[] torque = new double[zero.length];
        if (!floating) {
            torqueAndRate(torque, tauRateOut);
            return;
        }
        double[] acceleration = new double[6];
        floatingRate.get().compute(base, q, qd, qdd, qddd, wrenches, acceleration, new double[6], torque, tauRateOut);
        requireFree(robot, !givenBaseAcceleration.equals(Twist.ZERO), base, acceleration);
    }

    Value gravity() {
        double[] needed = new double[zero.length];
        inverseDynamics.get().compute(restingBase, q, zero, zero, null, needed);
        return perJoint(needed);
    }

    Value bias() {
        double[] needed = new double[zero.length];
        inverseDynamics.get().compute(base, q, qd, zero, wrenches, needed);
        return perJoint(needed);
    }

    Value acceleration() {
        return perJoint(accelerations());
    }

    /** Of a floating base, what the torques do to it; of another one, what the state says. */
    Value baseAcceleration() {
        if (!floating) {
            return twist(givenBaseAcceleration);
        }
        double[] classical = new double[6];
        forwardDynamics.get().computeFloating(base, q, qd, tau, wrenches, classical, new double[zero.length]);
        return twist(base.spatial(sixNumbers(classical)));
    }

    private double[] accelerations() {
        double[] accelerations = new double[zero.length];
        if (floating) {
            forwardDynamics.get().computeFloating(base, q, qd, tau, wrenches, new double[6], accelerations);
        } else {
            forwardDynamics.get().compute(base, q, qd, tau, wrenches, accelerations);
        }
        return accelerations;
    }

    Value massMatrix() {
        List<String> freedoms = freedoms(floating);
        double[] matrix = new double[Sensitivities.numbers(freedoms.size(), freedoms.size())];
        if (floating) {
            massMatrix.get().computeFloating(q, matrix);
        } else {
            massMatrix.get().compute(q, matrix);
        }
        return Value.Rows.of(freedoms, freedoms, matrix);
    }

    Value regressor() {
        Regressor regressor = new Regressor(robot);
        double[] matrix = new double[Sensitivities.numbers(regressor.rows(), regressor.columns())];
        regressor.compute(base, q, qd, qdd, matrix);
        return Value.Rows.of(freedoms(floating), parameters(robot), matrix);
    }

    /** Those of a base that floats come first, those of joints that follow others last. */
    static List<String> parameters(RobotModel tree) {
        Stream<String> base = tree.baseKind() == BaseKind.FLOATING ? Stream.of("base") : Stream.empty();
        return Stream.of(
                        base,
                        tree.jointNames().stream(),
                        tree.coupledJoints().stream().map(Joint::name))
                .flatMap(names -> names)
                .flatMap(name -> PARAMETERS.stream().map(parameter -> name + "_" + parameter))
                .toList();
    }

    Value centroidalMomentum() {
        double[] matrix = centroidalMatrix();
        double[] momentum = new double[6];
        double[] velocity = velocities(!grounded);
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < velocity.length; k++) {
                momentum[i] += matrix[i * velocity.length + k] * velocity[k];
            }
        }
        return twist(sixNumbers(momentum));
    }

    Value centroidalMomentumMatrix() {
        return Value.Rows.of(SIX, freedoms(!grounded), centroidalMatrix());
    }

    /** Columns of the base come first, unless it is bolted to the ground. */
    private double[] centroidalMatrix() {
        double[] matrix = new double[6 * velocities(!grounded).length];
        if (grounded) {
            movingPart.get().centroidal.matrix(base, q, matrix);
        } else {
            wholeRobot.get().centroidal.matrixFloating(base, q, matrix);
        }
        return matrix;
    }

    private double[] velocities(boolean baseToo) {
        if (!baseToo) {
            return qd;
        }
        double[] all = new double[6 + qd.length];
        System.arraycopy(base.velocityInBase().linear().toArray(), 0, all, 0, 3);
        System.arraycopy(base.velocityInBase().angular().toArray(), 0, all, 3, 3);
        System.arraycopy(qd, 0, all, 6, qd.length);
        return all;
    }

    /** Names of the velocities: of the base, where it counts, then of the joints. */
    private List<String> freedoms(boolean baseToo) {
        return freedoms(baseToo, joints);
    }

    static List<String> freedoms(boolean baseToo, List<String> joints) {
        List<String> names = new ArrayList<>();
        if (baseToo) {
            names.addAll(namesOfBase());
        }
        names.addAll(joints);
        return names;
    }

    static List<String> namesOfBase() {
        return SIX.stream().map(name -> "base_" + name).toList();
    }

    Value jointWrench() {
        inverseDynamics.get().compute(base, q, qd, qdd, wrenches, new double[zero.length]);
        return byJoint(inverseDynamics.get()::jointWrenchInBody);
    }

    Value jointWrenchRate() {
        findRates(new double[zero.length]);
        if (floating) {
            floatingRate.get().computeJointWrenchRates(wrenches);
            return byJoint(floatingRate.get()::jointWrenchRateInBody);
        }
        return byJoint(forceRate.get()::jointWrenchRateInBody);
    }

    Value torqueBy(Variable variable) {
        return sensitivities.get().torque(variable, base, q, qd, qdd, wrenches);
    }

    Value jointWrenchBy(Variable variable) {
        return sensitivities.get().jointWrench(variable, base, q, qd, qdd, wrenches);
    }

    Value accelerationBy(Sensitivities.By by) {
        return sensitivities.get().acceleration(by, base, q, qd, tau, wrenches);
    }

    Value jointMotion() {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int k = 0; k < joints.size(); k++) {
            values.put(joints.get(k), ClosedLoopEvaluation.motion(q[k], qd[k], qdd[k]));
        }
        return new Value.Fields(values);
    }

    /** A tree has no cut joints. */
    Value cutWrench() {
        return new Value.Fields(Map.of());
    }

    Value baseWrench() {
        inverseDynamics.get().compute(base, q, qd, qdd, wrenches, new double[zero.length]);
        return wrench(inverseDynamics.get().jointWrenchInBody(0), robot.base().name());
    }

    Value pose() {
        kinematics.get().compute(base, q, null, null, null);
        return byBody(body -> {
            Pose pose = kinematics.get().worldFromBody(body);
            return Value.Fields.of(
                    "position", Value.Numbers.of(pose.position()), "rotation", Value.Rows.of(pose.rotation()));
        });
    }

    Value bodyVelocity() {
        kinematics.get().compute(base, q, qd, null, null);
        return byBody(body -> twist(kinematics.get().velocityInWorld(body)));
    }

    Value bodyAcceleration() {
        kinematics.get().compute(base, q, qd, qdd, null);
        return byBody(body -> twist(kinematics.get().accelerationInWorld(body)));
    }

    private Value ofJacobians(Quantity quantity) {
        kinematics.get().compute(base, q, null, null, null);
        return jacobians.get().value(quantity, kinematics.get(), base, zero);
    }

    Value energy() {
        SystemMotion system = moving();
        return Value.Fields.of(
                "kinetic", new Value.Scalar(system.kineticEnergy()),
                "potential", new Value.Scalar(system.potentialEnergy()));
    }

    Value centerOfMass() {
        return Value.Numbers.of(moving().centerOfMassInWorld());
    }

    Value momentum() {
        return twist(moving().momentumInWorldAboutCenterOfMass());
    }

    /** Energy, mass center and momentum of all that can move: what is bolted to the ground does not count. */
    private SystemMotion moving() {
        WholeRobot whole = (grounded ? movingPart : wholeRobot).get();
        whole.kinematics.compute(base, q, qd, null, null);
        whole.motion.compute(whole.kinematics);
        return whole.motion;
    }

    /** A robot as a whole. */
    private static final class WholeRobot {
        private final Kinematics kinematics;
        private final SystemMotion motion;
        private final CentroidalMomentum centroidal;

        private WholeRobot(RobotModel robot) {
            kinematics = new Kinematics(robot);
            motion = new SystemMotion(robot);
            centroidal = new CentroidalMomentum(robot);
        }
    }

    private Value perJoint(double[] values) {
        return new Value.Numbers(joints, values);
    }

    static Twist sixNumbers(double[] numbers) {
        return new Twist(Vector3.of(Arrays.copyOf(numbers, 3)), Vector3.of(Arrays.copyOfRange(numbers, 3, 6)));
    }

    static Value twist(Twist twist) {
        return Value.Fields.of(
                "linear", Value.Numbers.of(twist.linear()), "angular", Value.Numbers.of(twist.angular()));
    }

    static Value wrench(Wrench wrench, String body) {
        return Value.Fields.of("force", Value.Numbers.of(wrench.force()), "moment", Value.Numbers.of(wrench.moment()))
                .with("frame", new Value.Remark("body " + body));
    }

    private Value byJoint(IntFunction<Wrench> wrenchOfBody) {
        return byJoint(robot, wrenchOfBody);
    }

    static Value byJoint(RobotModel robot, IntFunction<Wrench> wrenchOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Joint joint : robot.joints()) {
            values.put(joint.name(), wrench(wrenchOfBody.apply(robot.bodyIndex(joint.child())), joint.child()));
        }
        return new Value.Fields(values);
    }

    private Value byBody(IntFunction<Value> valueOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        List<Body> bodies = robot.bodies();
        for (int b = 0; b < bodies.size(); b++) {
            values.put(bodies.get(b).name(), valueOfBody.apply(b));
        }
        return new Value.Fields(values);
    }
}
