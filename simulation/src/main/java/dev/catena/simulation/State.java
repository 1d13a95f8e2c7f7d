package dev.catena.simulation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Where a robot is and how it moves at one time. The base counts for robots with a floating base only; it stays at rest
 * at the world's origin for others. The motors of elastic joints have positions and velocities of their own, reflected to
 * the joint.
 *
 * <p>Changed in place, and owned by whoever made it: the arrays handed out are the state's own, not copies.
 */
public final class State {
    private final RobotModel model;
    private final boolean floating;
    private final double[] jointPositions;
    private final double[] jointVelocities;
    private final double[] motorPositions;
    private final double[] motorVelocities;

    /** By motor: the joint that it drives, and q − θ of the relaxed spring. */
    private final int[] jointOfMotor;

    private final double[] restOffset;
    private final double[] basePositionInWorld = new double[3];
    private final double[] baseOrientation = {0, 0, 0, 1};
    private final double[] baseVelocityInBase = new double[6];
    private double time;
    private double work;

    /** What the semi-implicit stepper remembers from its last step; NaN if there was none. */
    final double[] lastJointAcceleration;

    final double[] lastMotorAcceleration;
    final double[] lastBaseAcceleration = new double[6];

    /** At time zero, at rest, with all coordinates zero and all springs relaxed. */
    public State(RobotModel model) {
        this(model, joints(model), offsets(model));
        relaxSprings();
    }

    private State(RobotModel model, int[] jointOfMotor, double[] restOffset) {
        this.model = model;
        int joints = model.jointCount();
        floating = model.baseKind() == BaseKind.FLOATING;
        this.jointOfMotor = jointOfMotor;
        this.restOffset = restOffset;
        jointPositions = new double[joints];
        jointVelocities = new double[joints];
        lastJointAcceleration = new double[joints];
        motorPositions = new double[jointOfMotor.length];
        motorVelocities = new double[jointOfMotor.length];
        lastMotorAcceleration = new double[jointOfMotor.length];
        forgetLastStep();
    }

    private static int[] joints(RobotModel model) {
        List<Joint> elastic = model.elasticJoints();
        return elastic.stream()
                .mapToInt(joint -> model.coordinate(joint.name()))
                .toArray();
    }

    private static double[] offsets(RobotModel model) {
        return model.elasticJoints().stream()
                .mapToDouble(joint -> {
                    Spring spring = Objects.requireNonNull(joint.drive().spring());
                    return spring.restOffset();
                })
                .toArray();
    }

    /** Another state with the same numbers. */
    public State copy() {
        return new State(model, jointOfMotor, restOffset).set(this);
    }

    /** The robot whose state this is. */
    public RobotModel model() {
        return model;
    }

    /** Takes all numbers of another state of the same robot. */
    @CanIgnoreReturnValue
    public State set(State other) {
        if (floating != other.floating
                || jointPositions.length != other.jointPositions.length
                || motorPositions.length != other.motorPositions.length) {
            throw new IllegalArgumentException(
                    "a state of %s cannot take one of %s".formatted(description(), other.description()));
        }
        if (!model.isVariantOf(other.model)) {
            throw new IllegalArgumentException("a state of robot \"%s\" cannot take one of robot \"%s\"%s"
                    .formatted(
                            model.name(),
                            other.model.name(),
                            model.name().equals(other.model.name()) ? ", another one of that name" : ""));
        }
        copy(other.jointPositions, jointPositions);
        copy(other.jointVelocities, jointVelocities);
        copy(other.lastJointAcceleration, lastJointAcceleration);
        copy(other.motorPositions, motorPositions);
        copy(other.motorVelocities, motorVelocities);
        copy(other.lastMotorAcceleration, lastMotorAcceleration);
        if (floating) {
            copy(other.basePositionInWorld, basePositionInWorld);
            copy(other.baseOrientation, baseOrientation);
            copy(other.baseVelocityInBase, baseVelocityInBase);
            copy(other.lastBaseAcceleration, lastBaseAcceleration);
        }
        time = other.time;
        work = other.work;
        return this;
    }

    private static void copy(double[] from, double[] to) {
        System.arraycopy(from, 0, to, 0, to.length);
    }

    private String description() {
        String motors = motorPositions.length == 0 ? "" : ", %s of them elastic,".formatted(motorPositions.length);
        return jointPositions.length + " joints" + motors + " with a " + (floating ? "floating" : "fixed") + " base";
    }

    public boolean isFloating() {
        return floating;
    }

    /** In seconds. */
    public double time() {
        return time;
    }

    @CanIgnoreReturnValue
    public State time(double seconds) {
        if (!Double.isFinite(seconds)) {
            throw new IllegalArgumentException("the time is %s, which is not finite".formatted(seconds));
        }
        time = seconds;
        return this;
    }

    /** Work that drives, joint stops and, negative, friction have done on the robot since the run began, in joules. */
    public double work() {
        return work;
    }

    void work(double joules) {
        work = joules;
    }

    /** q in the order of the robot's moving joints, rad or m. */
    public double[] jointPositions() {
        return jointPositions;
    }

    /** Sets q, and puts the motors of elastic joints where their springs are relaxed. */
    @CanIgnoreReturnValue
    public State jointPositions(double... q) {
        fill("joint positions", q, jointPositions);
        relaxSprings();
        return this;
    }

    private void relaxSprings() {
        for (int e = 0; e < motorPositions.length; e++) {
            motorPositions[e] = jointPositions[jointOfMotor[e]] - restOffset[e];
        }
    }

    /** q̇ in the order of the robot's moving joints, rad/s or m/s. */
    public double[] jointVelocities() {
        return jointVelocities;
    }

    /** Sets q̇, and lets the motors of elastic joints turn with their joints. */
    @CanIgnoreReturnValue
    public State jointVelocities(double... qd) {
        fill("joint velocities", qd, jointVelocities);
        for (int e = 0; e < motorVelocities.length; e++) {
            motorVelocities[e] = jointVelocities[jointOfMotor[e]];
        }
        return this;
    }

    /** θ of the elastic joints, in their order, reflected to the joint: rad or m. */
    public double[] motorPositions() {
        return motorPositions;
    }

    @CanIgnoreReturnValue
    public State motorPositions(double... theta) {
        fill("motor positions", theta, motorPositions);
        return this;
    }

    /** θ̇ of the elastic joints, in their order, reflected to the joint: rad/s or m/s. */
    public double[] motorVelocities() {
        return motorVelocities;
    }

    @CanIgnoreReturnValue
    public State motorVelocities(double... thetaRate) {
        fill("motor velocities", thetaRate, motorVelocities);
        return this;
    }

    /** Where the base's origin is. */
    public double[] basePositionInWorld() {
        return basePositionInWorld;
    }

    @CanIgnoreReturnValue
    public State basePositionInWorld(double... position) {
        requireFloating();
        fill("base position", position, basePositionInWorld);
        return this;
    }

    /** The quaternion x, y, z, w that turns base axes into world axes. */
    public double[] baseOrientation() {
        return baseOrientation;
    }

    /** Takes a quaternion x, y, z, w; it is normalized. */
    @CanIgnoreReturnValue
    public State baseOrientation(double... quaternion) {
        requireFloating();
        fill("base orientation", quaternion, baseOrientation);
        if (!Quaternions.normalize(baseOrientation)) {
            throw new IllegalArgumentException(
                    "the base's quaternion " + Arrays.toString(quaternion) + " names no rotation");
        }
        return this;
    }

    /** Velocity of the base's origin, then angular velocity, both in base axes. */
    public double[] baseVelocityInBase() {
        return baseVelocityInBase;
    }

    @CanIgnoreReturnValue
    public State baseVelocityInBase(double... linearThenAngular) {
        requireFloating();
        fill("base velocity", linearThenAngular, baseVelocityInBase);
        return this;
    }

    private void requireFloating() {
        if (!floating) {
            throw new IllegalArgumentException("the base of this robot is fixed; load or build it as floating");
        }
    }

    private static void fill(String what, double[] from, double[] to) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "%s: %s numbers were given, but there are %s".formatted(what, from.length, to.length));
        }
        for (int i = 0; i < from.length; i++) {
            if (!Double.isFinite(from[i])) {
                throw new IllegalArgumentException(
                        "%s: number %s is %s, which is not finite".formatted(what, i, from[i]));
            }
        }
        copy(from, to);
    }

    /** Gives pose and velocity of the base to a motion, whose accelerations stay. */
    public void copyBaseTo(BaseMotion motion) {
        double[] p = basePositionInWorld;
        double[] o = baseOrientation;
        double[] v = baseVelocityInBase;
        motion.pose(p[0], p[1], p[2], o[0], o[1], o[2], o[3]).velocityInBase(v[0], v[1], v[2], v[3], v[4], v[5]);
    }

    /** Whether every number is finite. */
    public boolean isFinite() {
        // zero times a number is NaN unless the number is finite
        double sum = zeroIfFinite(jointPositions) + zeroIfFinite(jointVelocities) + 0 * (time + work);
        sum += zeroIfFinite(motorPositions) + zeroIfFinite(motorVelocities);
        if (floating) {
            sum += zeroIfFinite(basePositionInWorld) + zeroIfFinite(baseOrientation) + zeroIfFinite(baseVelocityInBase);
        }
        return sum == 0;
    }

    static double zeroIfFinite(double[] numbers) {
        double sum = 0;
        for (double x : numbers) {
            sum += 0 * x;
        }
        return sum;
    }

    void forgetLastStep() {
        Arrays.fill(lastJointAcceleration, Double.NaN);
        Arrays.fill(lastMotorAcceleration, Double.NaN);
        Arrays.fill(lastBaseAcceleration, Double.NaN);
    }

    /** How many numbers {@link #copyTo} writes: q, θ, q̇, θ̇, work, and for a floating base p, quaternion, v, ω. */
    int dimension() {
        return 2 * (jointPositions.length + motorPositions.length) + 1 + (floating ? 13 : 0);
    }

    void copyTo(double[] y) {
        int n = jointPositions.length;
        int motors = motorPositions.length;
        int all = n + motors;
        System.arraycopy(jointPositions, 0, y, 0, n);
        System.arraycopy(motorPositions, 0, y, n, motors);
        System.arraycopy(jointVelocities, 0, y, all, n);
        System.arraycopy(motorVelocities, 0, y, all + n, motors);
        y[2 * all] = work;
        if (floating) {
            System.arraycopy(basePositionInWorld, 0, y, 2 * all + 1, 3);
            System.arraycopy(baseOrientation, 0, y, 2 * all + 4, 4);
            System.arraycopy(baseVelocityInBase, 0, y, 2 * all + 8, 6);
        }
    }

    /** Takes the numbers of {@link #copyTo} back; the quaternion is normalized. */
    void setFrom(double newTime, double[] y) {
        int n = jointPositions.length;
        int motors = motorPositions.length;
        int all = n + motors;
        time = newTime;
        System.arraycopy(y, 0, jointPositions, 0, n);
        System.arraycopy(y, n, motorPositions, 0, motors);
        System.arraycopy(y, all, jointVelocities, 0, n);
        System.arraycopy(y, all + n, motorVelocities, 0, motors);
        work = y[2 * all];
        if (floating) {
            System.arraycopy(y, 2 * all + 1, basePositionInWorld, 0, 3);
            System.arraycopy(y, 2 * all + 4, baseOrientation, 0, 4);
            System.arraycopy(y, 2 * all + 8, baseVelocityInBase, 0, 6);
            Quaternions.normalize(baseOrientation);
        }
    }
}
