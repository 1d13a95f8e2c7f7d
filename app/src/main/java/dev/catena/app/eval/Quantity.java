package dev.catena.app.eval;

import dev.catena.sensitivity.AppliedLoad.Variable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What can be asked of a state, by the name that users type. */
public enum Quantity {
    TORQUE("torque", "torques and forces that the motion needs", Evaluation::torque),
    TORQUE_RATE("torqueRate", "their time derivatives", Evaluation::torqueRate),
    GRAVITY("gravity", "torques that hold the robot still against gravity", Evaluation::gravity),
    BIAS("bias", "all of torque but what qdd needs", Evaluation::bias),
    JOINT_WRENCH(
            "jointWrench",
            "by joint: what the parent exerts on the child, in the child's frame about its origin",
            Evaluation::jointWrench),
    JOINT_WRENCH_RATE(
            "jointWrenchRate", "by joint: rates of the components of jointWrench", Evaluation::jointWrenchRate),
    BASE_WRENCH("baseWrench", "what the world exerts on the base, in the base's frame", Evaluation::baseWrench),
    JOINT_MOTION(
            "jointMotion",
            "by joint: position, velocity and acceleration; with closed loops of all joints",
            Evaluation::jointMotion),
    CUT_WRENCH(
            "cutWrench",
            "by cut joint of closed loops: what its first body exerts on its second, in the joint's frame there",
            Evaluation::cutWrench),
    POSE("pose", "by body: position and rotation matrix (rows) in the world", Evaluation::pose),
    BODY_VELOCITY(
            "bodyVelocity", "by body: linear (of the origin) and angular, in world axes", Evaluation::bodyVelocity),
    BODY_ACCELERATION(
            "bodyAcceleration",
            "by body: linear (classical, without gravity) and angular, in world axes",
            Evaluation::bodyAcceleration),
    ENERGY("energy", "kinetic and potential, of all that can move", Evaluation::energy),
    CENTER_OF_MASS("centerOfMass", "of all that can move, in the world", Evaluation::centerOfMass),
    MOMENTUM("momentum", "linear, and angular about the center of mass, in world axes", Evaluation::momentum),
    ACCELERATION(
            "acceleration",
            "of the joints, from q, qd, tau and wrenches; the base floats or moves as told",
            Evaluation::acceleration),
    BASE_ACCELERATION(
            "baseAcceleration",
            "linear (spatial) and angular in base axes: what tau does to a floating base, or what the state says",
            Evaluation::baseAcceleration),
    MASS_MATRIX(
            "massMatrix",
            "by rows; with a floating base, its linear and angular acceleration in base axes come first",
            Evaluation::massMatrix),
    CENTROIDAL_MOMENTUM(
            "centroidalMomentum",
            "momentum as the product of centroidalMomentumMatrix and the velocities",
            Evaluation::centroidalMomentum),
    CENTROIDAL_MOMENTUM_MATRIX(
            "centroidalMomentumMatrix",
            "by rows; velocities of a base that can move, in base axes, come first",
            Evaluation::centroidalMomentumMatrix),
    TORQUE_BY_POSITION("torqueByPosition", "n×n: ∂torque/∂q", e -> e.torqueBy(Variable.POSITION)),
    TORQUE_BY_VELOCITY("torqueByVelocity", "n×n: ∂torque/∂qd", e -> e.torqueBy(Variable.VELOCITY)),
    TORQUE_BY_ACCELERATION(
            "torqueByAcceleration", "n×n: ∂torque/∂qdd, the mass matrix", e -> e.torqueBy(Variable.ACCELERATION)),
    JOINT_WRENCH_BY_POSITION(
            "jointWrenchByPosition",
            "by joint, 6×n: ∂jointWrench/∂q, force rows first",
            e -> e.jointWrenchBy(Variable.POSITION)),
    JOINT_WRENCH_BY_VELOCITY(
            "jointWrenchByVelocity", "by joint, 6×n: ∂jointWrench/∂qd", e -> e.jointWrenchBy(Variable.VELOCITY)),
    JOINT_WRENCH_BY_ACCELERATION(
            "jointWrenchByAcceleration",
            "by joint, 6×n: ∂jointWrench/∂qdd",
            e -> e.jointWrenchBy(Variable.ACCELERATION)),
    ACCELERATION_BY_POSITION(
            "accelerationByPosition", "n×n: ∂acceleration/∂q", e -> e.accelerationBy(Sensitivities.By.POSITION)),
    ACCELERATION_BY_VELOCITY(
            "accelerationByVelocity", "n×n: ∂acceleration/∂qd", e -> e.accelerationBy(Sensitivities.By.VELOCITY)),
    ACCELERATION_BY_TORQUE(
            "accelerationByTorque", "n×n: ∂acceleration/∂tau", e -> e.accelerationBy(Sensitivities.By.TORQUE));

    private final String key;
    private final String description;
    private final Function<Evaluation, Value> function;

    Quantity(String key, String description, Function<Evaluation, Value> function) {
        this.key = key;
        this.description = description;
        this.function = function;
    }

    public String key() {
        return key;
    }

    public String description() {
        return description;
    }

    /** The value at the state that the evaluation holds. */
    public Value of(Evaluation evaluation) {
        return function.apply(evaluation);
    }

    public static Optional<Quantity> named(String key) {
        return Arrays.stream(values())
                .filter(quantity -> quantity.key.equals(key))
                .findFirst();
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(Quantity::key).toList();
    }
}
