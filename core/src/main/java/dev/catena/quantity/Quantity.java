package dev.catena.quantity;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What can be asked of a robot in a state. */
public enum Quantity {
    /** τ(q, q̇, q̈). */
    TORQUE(
            "torque",
            "tau",
            "Torques that a motion needs",
            "torques and forces that the motion needs",
            Shape.BY_JOINT,
            Unit.EFFORT,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    /** dτ/dt(q, q̇, q̈, q⃛), which comes with τ. */
    TORQUE_RATE(
            "torqueRate",
            "tauRate",
            "Rates of the torques that a motion needs",
            "their time derivatives",
            Shape.BY_JOINT,
            Unit.EFFORT_RATE,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.JERK),
    /** τ(q, 0, 0). */
    GRAVITY(
            "gravity",
            "tau",
            "Torques that hold still against gravity",
            "torques that hold the robot still against gravity",
            Shape.BY_JOINT,
            Unit.EFFORT,
            Frame.NONE,
            StateVariable.POSITION),
    /** τ(q, q̇, 0). */
    BIAS(
            "bias",
            "tau",
            "Torques that a motion without joint accelerations needs",
            "all of torque but what qdd needs",
            Shape.BY_JOINT,
            Unit.EFFORT,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY),
    JOINT_WRENCH(
            "jointWrench",
            "jointWrench",
            "Wrenches in the joints",
            "by joint: what the parent exerts on the child, in the child's frame about its origin",
            Shape.GROUP_BY_JOINT,
            Unit.WRENCH,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    JOINT_WRENCH_RATE(
            "jointWrenchRate",
            "jointWrenchRate",
            "Rates of the wrenches in the joints",
            "by joint: rates of the components of jointWrench",
            Shape.GROUP_BY_JOINT,
            Unit.WRENCH_RATE,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.JERK),
    BASE_WRENCH(
            "baseWrench",
            "baseWrench",
            "Wrench on the base",
            "what the world exerts on the base, in the base's frame",
            Shape.GROUP,
            Unit.WRENCH,
            Frame.BASE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    JOINT_MOTION(
            "jointMotion",
            "jointMotion",
            "Motion of the joints",
            "by joint: position, velocity and acceleration; with closed loops of all joints",
            Shape.GROUP_BY_JOINT,
            Unit.of("SI"),
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    CUT_WRENCH(
            "cutWrench",
            "cutWrench",
            "Wrenches in the cut joints",
            "by cut joint of closed loops: what its first body exerts on its second, in the joint's frame there",
            Shape.GROUP_BY_CUT_JOINT,
            Unit.WRENCH,
            Frame.CUT_JOINT,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    /** The base first; compiled code gives of each the rotation matrix, row by row, then the position. */
    POSE(
            "pose",
            "poses",
            "Poses of all bodies",
            "by body: position and rotation matrix (rows) in the world",
            Shape.GROUP_BY_BODY,
            Unit.of("m, 1"),
            Frame.WORLD,
            StateVariable.POSITION),
    BODY_VELOCITY(
            "bodyVelocity",
            "bodyVelocity",
            "Velocities of all bodies",
            "by body: linear (of the origin) and angular, in world axes",
            Shape.GROUP_BY_BODY,
            Unit.of("m/s, rad/s"),
            Frame.WORLD,
            StateVariable.POSITION,
            StateVariable.VELOCITY),
    BODY_ACCELERATION(
            "bodyAcceleration",
            "bodyAcceleration",
            "Accelerations of all bodies",
            "by body: linear (classical, without gravity) and angular, in world axes",
            Shape.GROUP_BY_BODY,
            Unit.SPATIAL_ACCELERATION,
            Frame.WORLD,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    /** J with (v, ω) = J q̇, 6 × n by body. */
    JACOBIAN(
            "jacobian",
            "jacobian",
            "Jacobians of all bodies",
            "by body, 6×n: linear (of the origin) and angular velocity in world axes by velocities; those of a"
                    + " floating base, in base axes, come first",
            Shape.MATRIX_BY_BODY,
            Unit.ROW_BY_COLUMN,
            Frame.WORLD,
            StateVariable.POSITION),
    BODY_JACOBIAN(
            "bodyJacobian",
            "bodyJacobian",
            "Jacobians of all bodies, in their own axes",
            "jacobian with its rows in the axes of the body",
            Shape.MATRIX_BY_BODY,
            Unit.ROW_BY_COLUMN,
            Frame.BODY,
            StateVariable.POSITION),
    /** Products of singular values, [Yoshikawa]. */
    MANIPULABILITY(
            "manipulability",
            "manipulability",
            "Manipulability of all bodies",
            "by body: products of the singular values of linear, angular and all rows of jacobian; 0 where a direction"
                    + " is lost",
            Shape.GROUP_BY_BODY,
            Unit.of("SI"),
            Frame.NONE,
            StateVariable.POSITION),
    ENERGY(
            "energy",
            "energy",
            "Energy",
            "kinetic and potential, of all that can move",
            Shape.GROUP,
            Unit.of("J"),
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY),
    CENTER_OF_MASS(
            "centerOfMass",
            "centerOfMass",
            "Center of mass",
            "of all that can move, in the world",
            Shape.GROUP,
            Unit.of("m"),
            Frame.WORLD,
            StateVariable.POSITION),
    MOMENTUM(
            "momentum",
            "momentum",
            "Momentum",
            "linear, and angular about the center of mass, in world axes",
            Shape.GROUP,
            Unit.MOMENTUM,
            Frame.WORLD,
            StateVariable.POSITION,
            StateVariable.VELOCITY),
    /** q̈(q, q̇, τ). */
    ACCELERATION(
            "acceleration",
            "qdd",
            "Joint accelerations that torques cause",
            "of the joints, from q, qd, tau and wrenches; the base floats or moves as told",
            Shape.BY_JOINT,
            StateVariable.ACCELERATION.unit(),
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    BASE_ACCELERATION(
            "baseAcceleration",
            "baseAcceleration",
            "Acceleration of the base",
            "linear (spatial) and angular in base axes: what tau does to a floating base, or what the state says",
            Shape.GROUP,
            Unit.SPATIAL_ACCELERATION,
            Frame.BASE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    /** M(q), n × n. */
    MASS_MATRIX(
            "massMatrix",
            "massMatrix",
            "Mass matrix",
            "by rows; with a floating base, its linear and angular acceleration in base axes come first",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION),
    CENTROIDAL_MOMENTUM(
            "centroidalMomentum",
            "centroidalMomentum",
            "Momentum by the centroidal matrix",
            "momentum as the product of centroidalMomentumMatrix and the velocities",
            Shape.GROUP,
            Unit.MOMENTUM,
            Frame.WORLD,
            StateVariable.POSITION,
            StateVariable.VELOCITY),
    CENTROIDAL_MOMENTUM_MATRIX(
            "centroidalMomentumMatrix",
            "centroidalMomentumMatrix",
            "Centroidal momentum matrix",
            "by rows; velocities of a base that can move, in base axes, come first",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.WORLD,
            StateVariable.POSITION),
    /** W(q, q̇, q̈) with τ = W χ, n × 10n. */
    REGRESSOR(
            "regressor",
            "regressor",
            "Torques as a matrix times inertial parameters",
            "by rows: torque, without what drives add, by XX, XY, XZ, YY, YZ, ZZ (about the origin), MX, MY, MZ, M of"
                    + " what each joint moves, in its joint frame (origin on the axis, z along it)",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    TORQUE_BY_POSITION(
            "torqueByPosition",
            "byPosition",
            "Derivatives of torques by positions",
            "n×n: ∂torque/∂q",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    TORQUE_BY_VELOCITY(
            "torqueByVelocity",
            "byVelocity",
            "Derivatives of torques by velocities",
            "n×n: ∂torque/∂qd",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    TORQUE_BY_ACCELERATION(
            "torqueByAcceleration",
            "byAcceleration",
            "Derivatives of torques by accelerations",
            "n×n: ∂torque/∂qdd, the mass matrix",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    TORQUE_SENSITIVITY(
            "torqueSensitivity",
            "torqueSensitivity",
            "Derivatives of the torques that a motion needs",
            "torqueByPosition, torqueByVelocity and torqueByAcceleration at once",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    JOINT_WRENCH_BY_POSITION(
            "jointWrenchByPosition",
            "byPosition",
            "Derivatives of the wrenches in the joints by positions",
            "by joint, 6×n: ∂jointWrench/∂q, force rows first",
            Shape.MATRIX_BY_JOINT,
            Unit.ROW_BY_COLUMN,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    JOINT_WRENCH_BY_VELOCITY(
            "jointWrenchByVelocity",
            "byVelocity",
            "Derivatives of the wrenches in the joints by velocities",
            "by joint, 6×n: ∂jointWrench/∂qd",
            Shape.MATRIX_BY_JOINT,
            Unit.ROW_BY_COLUMN,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    JOINT_WRENCH_BY_ACCELERATION(
            "jointWrenchByAcceleration",
            "byAcceleration",
            "Derivatives of the wrenches in the joints by accelerations",
            "by joint, 6×n: ∂jointWrench/∂qdd",
            Shape.MATRIX_BY_JOINT,
            Unit.ROW_BY_COLUMN,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    ACCELERATION_BY_POSITION(
            "accelerationByPosition",
            "byPosition",
            "Derivatives of joint accelerations by positions",
            "n×n: ∂acceleration/∂q",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    ACCELERATION_BY_VELOCITY(
            "accelerationByVelocity",
            "byVelocity",
            "Derivatives of joint accelerations by velocities",
            "n×n: ∂acceleration/∂qd",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    ACCELERATION_BY_TORQUE(
            "accelerationByTorque",
            "byTorque",
            "Derivatives of joint accelerations by torques",
            "n×n: ∂acceleration/∂tau",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    ACCELERATION_SENSITIVITY(
            "accelerationSensitivity",
            "accelerationSensitivity",
            "Derivatives of the joint accelerations that torques cause",
            "accelerationByPosition, accelerationByVelocity and accelerationByTorque at once",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    /** τ of motors whose springs carry the motion, and what it takes to bend them. */
    MOTOR_TORQUE(
            "motorTorque",
            "motorTau",
            "Torques of motors behind springs that a motion of the joints needs",
            "of the motors, behind springs where joints have some; from q to its fourth derivative or more",
            Shape.BY_JOINT,
            Unit.EFFORT,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.JERK),
    MOTOR_TORQUE_RATE(
            "motorTorqueRate",
            "motorTauRate",
            "Rates of the torques of motors behind springs",
            "their time derivatives; one derivative of q more",
            Shape.BY_JOINT,
            Unit.EFFORT_RATE,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.JERK),
    MOTOR_MOTION(
            "motorMotion",
            "motorMotion",
            "Motion of motors behind springs that a motion of the joints needs",
            "by joint behind a spring: position, velocity and acceleration of its motor",
            Shape.GROUP_BY_JOINT,
            Unit.of("SI"),
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.JERK),
    /** τ(x, ẋ, ẍ), x = [q; θ]. */
    ELASTIC_TORQUE(
            "elasticTorque",
            "elasticTau",
            "Torques of motors for a motion of joints and motors",
            "of the motors, where joints move as q says and motors behind springs as theta says",
            Shape.BY_JOINT,
            Unit.EFFORT,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    /** ẍ(x, ẋ, τ), x = [q; θ]. */
    ELASTIC_ACCELERATION(
            "elasticAcceleration",
            "elasticQdd",
            "Accelerations of joints and motors that torques cause",
            "of the joints, then of the motors behind springs, from q, qd, theta, thetad, tau and wrenches",
            Shape.GROUP,
            StateVariable.ACCELERATION.unit(),
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    ELASTIC_TORQUE_SENSITIVITY(
            "elasticTorqueSensitivity",
            "elasticTorqueSensitivity",
            "Derivatives of elasticTorque by joints and motors",
            "three matrices: elasticTorque by positions, velocities and accelerations of joints and motors",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    ELASTIC_ACCELERATION_SENSITIVITY(
            "elasticAccelerationSensitivity",
            "elasticAccelerationSensitivity",
            "Derivatives of elasticAcceleration by joints, motors and torques",
            "three matrices: elasticAcceleration by positions and velocities of joints and motors, and by torques",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.EFFORT),
    /** A(q) of ẍ, x = [q; θ]. */
    ELASTIC_MASS_MATRIX(
            "elasticMassMatrix",
            "massMatrix",
            "Mass matrix of joints and motors",
            "by rows: joints, then motors behind springs; those of a floating base come first",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION),
    ELASTIC_JOINT_WRENCH(
            "elasticJointWrench",
            "jointWrench",
            "Wrenches in the joints for a motion of joints and motors",
            "by joint: what the parent exerts on the child with the motors on it, in the child's frame about its origin",
            Shape.GROUP_BY_JOINT,
            Unit.WRENCH,
            Frame.BODY,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION),
    /** λᵀ∂²τ, x = [q; θ]. */
    ELASTIC_TORQUE_CURVATURE(
            "elasticTorqueCurvature",
            "hessian",
            "Second derivatives of a weighted sum of elasticTorque",
            "λᵀ∂²elasticTorque by positions, velocities and accelerations of joints and motors",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.FACTOR),
    TORQUE_CURVATURE(
            "torqueCurvature",
            "hessian",
            "Second derivatives of a weighted sum of the torques that a motion needs",
            "3n×3n: λᵀ∂²torque by (q, qd, qdd)",
            Shape.MATRIX,
            Unit.ROW_BY_COLUMN,
            Frame.NONE,
            StateVariable.POSITION,
            StateVariable.VELOCITY,
            StateVariable.ACCELERATION,
            StateVariable.FACTOR);

    private final String key;
    private final String symbol;
    private final String title;
    private final String description;
    private final Shape shape;
    private final Unit unit;
    private final Frame frame;
    private final List<StateVariable> inputs;

    Quantity(
            String key,
            String symbol,
            String title,
            String description,
            Shape shape,
            Unit unit,
            Frame frame,
            StateVariable... inputs) {
        this.key = key;
        this.symbol = symbol;
        this.title = title;
        this.description = description;
        this.shape = shape;
        this.unit = unit;
        this.frame = frame;
        this.inputs = List.of(inputs);
    }

    /** The name that users type: {@code massMatrix}. */
    public String key() {
        return key;
    }

    /** The name of its numbers in generated code: {@code tau}. */
    public String symbol() {
        return symbol;
    }

    /** What stands above it: "Mass matrix". */
    public String title() {
        return title;
    }

    /** What it is, in half a sentence. */
    public String description() {
        return description;
    }

    public Shape shape() {
        return shape;
    }

    public Unit unit() {
        return unit;
    }

    public Frame frame() {
        return frame;
    }

    /** What it depends on, besides gravity, wrenches, the base, motors behind springs, and derivatives above the third. */
    public List<StateVariable> inputs() {
        return inputs;
    }

    /** What one computation of it gives, in order: rates come with torques, sensitivities have three parts; itself otherwise. */
    public List<Quantity> parts() {
        return switch (this) {
            case TORQUE_RATE -> List.of(TORQUE, TORQUE_RATE);
            case TORQUE_SENSITIVITY -> List.of(TORQUE_BY_POSITION, TORQUE_BY_VELOCITY, TORQUE_BY_ACCELERATION);
            case ACCELERATION_SENSITIVITY ->
                List.of(ACCELERATION_BY_POSITION, ACCELERATION_BY_VELOCITY, ACCELERATION_BY_TORQUE);
            default -> List.of(this);
        };
    }

    public static Optional<Quantity> named(String key) {
        return Arrays.stream(values())
                .filter(quantity -> quantity.key.equals(key))
                .findFirst();
    }
}
