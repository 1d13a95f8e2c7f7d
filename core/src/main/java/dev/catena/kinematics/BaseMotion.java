package dev.catena.kinematics;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingBase;

/**
 * Where the base of a robot is and how it moves: at rest at the world's origin until told otherwise.
 *
 * <p>Velocity, acceleration and jerk are those of the base's origin and its rotation, as inertial derivatives, in the
 * axes of the base. The linear acceleration is the classical one of the origin, d²p/dt² without gravity; the spatial one
 * is the rate of the components of the velocity and less by ω × v.
 *
 * <p>Changed in place so that a loop need not allocate; not for several threads at once.
 */
public final class BaseMotion {
    static {
        MovingBase.DOOR.open(base -> ((BaseMotion) base).inside);
    }

    private final MovingBase inside = new MovingBase();

    /** At rest at the world's origin. */
    public BaseMotion() {}

    /** Takes all numbers of another motion. */
    @CanIgnoreReturnValue
    public BaseMotion set(BaseMotion other) {
        inside.set(other.inside);
        return this;
    }

    @CanIgnoreReturnValue
    public BaseMotion pose(Pose worldFromBasePose) {
        Rotation r = worldFromBasePose.rotation();
        if (!worldFromBasePose.isFinite()) {
            throw notFinite("pose", worldFromBasePose);
        }
        inside.worldFromBase.setRotation(r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz());
        Vector3 p = worldFromBasePose.position();
        inside.worldFromBase.setOrigin(p.x(), p.y(), p.z());
        return this;
    }

    /** Position in the world and the quaternion x, y, z, w that turns base axes into world axes; it is normalized. */
    @CanIgnoreReturnValue
    public BaseMotion pose(double px, double py, double pz, double qx, double qy, double qz, double qw) {
        double norm = qx * qx + qy * qy + qz * qz + qw * qw;
        if (!(norm > 0x1p-900 && norm < 0x1p900)) {
            double largest = Math.max(Math.max(Math.abs(qx), Math.abs(qy)), Math.max(Math.abs(qz), Math.abs(qw)));
            if (!(largest > 0 && Double.isFinite(largest))) {
                throw new IllegalArgumentException(
                        "the base's quaternion (%s, %s, %s, %s) names no rotation".formatted(qx, qy, qz, qw));
            }
            // squares are beyond the range of numbers, or have lost digits
            double scale = Math.scalb(1.0, -Math.getExponent(largest));
            return pose(px, py, pz, qx * scale, qy * scale, qz * scale, qw * scale);
        }
        if (!isFinite(px, py, pz)) {
            throw notFinite("position", new Vector3(px, py, pz));
        }
        double s = 2 / norm;
        inside.worldFromBase.setRotation(
                1 - s * (qy * qy + qz * qz),
                s * (qx * qy - qz * qw),
                s * (qx * qz + qy * qw),
                s * (qx * qy + qz * qw),
                1 - s * (qx * qx + qz * qz),
                s * (qy * qz - qx * qw),
                s * (qx * qz - qy * qw),
                s * (qy * qz + qx * qw),
                1 - s * (qx * qx + qy * qy));
        inside.worldFromBase.setOrigin(px, py, pz);
        return this;
    }

    @CanIgnoreReturnValue
    public BaseMotion velocityInBase(Vector3 linear, Vector3 angular) {
        return velocityInBase(linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z());
    }

    @CanIgnoreReturnValue
    public BaseMotion velocityInBase(double vx, double vy, double vz, double wx, double wy, double wz) {
        check("velocity", vx, vy, vz, wx, wy, wz);
        inside.linearVelocity.set(vx, vy, vz);
        inside.angularVelocity.set(wx, wy, wz);
        return this;
    }

    @CanIgnoreReturnValue
    public BaseMotion accelerationInBase(Vector3 linear, Vector3 angular) {
        return accelerationInBase(linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z());
    }

    @CanIgnoreReturnValue
    public BaseMotion accelerationInBase(double ax, double ay, double az, double gx, double gy, double gz) {
        check("acceleration", ax, ay, az, gx, gy, gz);
        inside.linearAcceleration.set(ax, ay, az);
        inside.angularAcceleration.set(gx, gy, gz);
        return this;
    }

    /** Takes a spatial acceleration, the rates of the velocity's components, at the velocity that was given before. */
    @CanIgnoreReturnValue
    public BaseMotion spatialAccelerationInBase(Vector3 linear, Vector3 angular) {
        Twist velocity = velocityInBase();
        return accelerationInBase(linear.plus(velocity.angular().cross(velocity.linear())), angular);
    }

    @CanIgnoreReturnValue
    public BaseMotion jerkInBase(Vector3 linear, Vector3 angular) {
        check("jerk", linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z());
        inside.linearJerk.set(linear.x(), linear.y(), linear.z());
        inside.angularJerk.set(angular.x(), angular.y(), angular.z());
        return this;
    }

    /** The base in the world. */
    public Pose pose() {
        Placement X = inside.worldFromBase;
        return new Pose(
                new Rotation(X.xx, X.xy, X.xz, X.yx, X.yy, X.yz, X.zx, X.zy, X.zz), new Vector3(X.px, X.py, X.pz));
    }

    public Twist velocityInBase() {
        return twist(inside.linearVelocity, inside.angularVelocity);
    }

    /** The classical one. */
    public Twist accelerationInBase() {
        return twist(inside.linearAcceleration, inside.angularAcceleration);
    }

    /** The rates of the velocity's components: the classical acceleration less ω × v. */
    public Twist spatialAccelerationInBase() {
        return spatial(accelerationInBase());
    }

    /** The spatial acceleration that a classical one is, as forward dynamics gives it, at this velocity: less by ω × v. */
    public Twist spatial(Twist classicalInBase) {
        Twist velocity = velocityInBase();
        return new Twist(
                classicalInBase.linear().minus(velocity.angular().cross(velocity.linear())), classicalInBase.angular());
    }

    public Twist jerkInBase() {
        return twist(inside.linearJerk, inside.angularJerk);
    }

    private static Twist twist(Vector linear, Vector angular) {
        return new Twist(new Vector3(linear.x, linear.y, linear.z), new Vector3(angular.x, angular.y, angular.z));
    }

    private static void check(String what, double x, double y, double z, double rx, double ry, double rz) {
        if (!isFinite(x, y, z) || !isFinite(rx, ry, rz)) {
            throw notFinite(what, new Twist(new Vector3(x, y, z), new Vector3(rx, ry, rz)));
        }
    }

    private static boolean isFinite(double x, double y, double z) {
        return Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
    }

    private static IllegalArgumentException notFinite(String what, Object value) {
        return new IllegalArgumentException("the base's %s is %s, but must be finite".formatted(what, value));
    }
}
