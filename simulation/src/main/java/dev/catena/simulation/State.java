package dev.catena.simulation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * Where a robot is and how it moves at one time. The base counts for robots with a floating base only; it stays at rest
 * at the world's origin for others.
 *
 * <p>Changed in place, and owned by whoever made it: the arrays handed out are the state's own, not copies.
 */
public final class State {
    private final boolean floating;
    private final double[] jointPositions;
    private final double[] jointVelocities;
    private final double[] basePositionInWorld = new double[3];
    private final double[] baseOrientation = {0, 0, 0, 1};
    private final double[] baseVelocityInBase = new double[6];
    private double time;
    private double work;

    /** What the semi-implicit stepper remembers from its last step; NaN if there was none. */
    final double[] lastJointAcceleration;

    final double[] lastBaseAcceleration = new double[6];

    /** At time zero, at rest, with all coordinates zero. */
    public State(RobotModel model) {
        this(model.baseKind() == BaseKind.FLOATING, model.jointCount());
    }

    private State(boolean floating, int joints) {
        this.floating = floating;
        jointPositions = new double[joints];
        jointVelocities = new double[joints];
        lastJointAcceleration = new double[joints];
        forgetLastStep();
    }

    /** Another state with the same numbers. */
    public State copy() {
        return new State(floating, jointPositions.length).set(this);
    }

    /** Takes all numbers of another state of the same robot. */
    @CanIgnoreReturnValue
    public State set(State other) {
        if (floating != other.floating || jointPositions.length != other.jointPositions.length) {
            throw new IllegalArgumentException(
                    "a state of %s cannot take one of %s".formatted(description(), other.description()));
        }
        copy(other.jointPositions, jointPositions);
        copy(other.jointVelocities, jointVelocities);
        copy(other.lastJointAcceleration, lastJointAcceleration);
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
        return jointPositions.length + " joints with a " + (floating ? "floating" : "fixed") + " base";
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

    @CanIgnoreReturnValue
    public State jointPositions(double... q) {
        fill("joint positions", q, jointPositions);
        return this;
    }

    /** q̇ in the order of the robot's moving joints, rad/s or m/s. */
    public double[] jointVelocities() {
        return jointVelocities;
    }

    @CanIgnoreReturnValue
    public State jointVelocities(double... qd) {
        fill("joint velocities", qd, jointVelocities);
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
                    "%s: %d numbers were given, but there are %d".formatted(what, from.length, to.length));
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
        Arrays.fill(lastBaseAcceleration, Double.NaN);
    }

    /** How many numbers {@link #copyTo} writes: q, q̇, work, and for a floating base p, quaternion, v, ω. */
    int dimension() {
        return 2 * jointPositions.length + 1 + (floating ? 13 : 0);
    }

    void copyTo(double[] y) {
        int n = jointPositions.length;
        System.arraycopy(jointPositions, 0, y, 0, n);
        System.arraycopy(jointVelocities, 0, y, n, n);
        y[2 * n] = work;
        if (floating) {
            System.arraycopy(basePositionInWorld, 0, y, 2 * n + 1, 3);
            System.arraycopy(baseOrientation, 0, y, 2 * n + 4, 4);
            System.arraycopy(baseVelocityInBase, 0, y, 2 * n + 8, 6);
        }
    }

    /** Takes the numbers of {@link #copyTo} back; the quaternion is normalized. */
    void setFrom(double newTime, double[] y) {
        int n = jointPositions.length;
        time = newTime;
        System.arraycopy(y, 0, jointPositions, 0, n);
        System.arraycopy(y, n, jointVelocities, 0, n);
        work = y[2 * n];
        if (floating) {
            System.arraycopy(y, 2 * n + 1, basePositionInWorld, 0, 3);
            System.arraycopy(y, 2 * n + 4, baseOrientation, 0, 4);
            System.arraycopy(y, 2 * n + 8, baseVelocityInBase, 0, 6);
            Quaternions.normalize(baseOrientation);
        }
    }
}
