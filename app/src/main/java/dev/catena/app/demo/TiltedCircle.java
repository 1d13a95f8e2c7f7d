package dev.catena.app.demo;

import dev.catena.mechanism.parallel.PlatformTrajectory;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;

/**
 * A platform goes around a horizontal circle, leaning outward without turning about its own axis. It starts upright at rest
 * in the center, winds out in the first quarter of the time, and winds back in the last: the angle along the circle, and
 * the share of radius and tilt, follow quintics.
 *
 * @param center of the circle, m
 * @param radius m
 * @param tilt between the platform's axis and the vertical, rad
 * @param turns around the circle
 * @param duration s
 */
record TiltedCircle(Vector3 center, double radius, double tilt, double turns, double duration)
        implements PlatformTrajectory {
    /** A value between 0 and 1 with its derivatives. */
    private record Share(double value, double rate, double second) {
        /** 10s³ − 15s⁴ + 6s⁵, from rest to rest. */
        static Share quintic(double time, double duration) {
            double s = time / duration;
            return new Share(
                    s * s * s * (10 + s * (-15 + s * 6)),
                    s * s * (30 + s * (-60 + s * 30)) / duration,
                    s * (60 + s * (-180 + s * 120)) / (duration * duration));
        }
    }

    private Share wound(double time) {
        double quarter = duration / 4;
        if (time < quarter) {
            return Share.quintic(time, quarter);
        }
        if (time <= 3 * quarter) {
            return new Share(1, 0, 0);
        }
        Share back = Share.quintic(duration - time, quarter);
        return new Share(back.value, -back.rate, back.second);
    }

    @Override
    public Pose at(double time, double[] velocity, double[] acceleration) {
        Share around = Share.quintic(time, duration);
        double angle = 2 * Math.PI * turns * around.value;
        double rate = 2 * Math.PI * turns * around.rate;
        double second = 2 * Math.PI * turns * around.second;
        Share out = wound(time);
        Vector3 o = new Vector3(Math.cos(angle), Math.sin(angle), 0);
        Vector3 f = new Vector3(-Math.sin(angle), Math.cos(angle), 0);

        // p = c + r o: v = ṙ o + r φ̇ f, a = (r̈ − r φ̇²) o + (2ṙ φ̇ + r φ̈) f
        double r = radius * out.value;
        double rRate = radius * out.rate;
        Vector3 v = o.times(rRate).plus(f.times(r * rate));
        Vector3 a = o.times(radius * out.second - r * rate * rate).plus(f.times(2 * rRate * rate + r * second));

        // R = Rz(φ) Ry(β) Rz(−φ): ω = φ̇ (z − R z) + β̇ f, and so ω̇ with ḟ = −φ̇ o
        Rotation rotation = Rotation.about(f, tilt * out.value);
        Vector3 lean = Vector3.Z.minus(rotation.axisZ());
        Vector3 omega = lean.times(rate).plus(f.times(tilt * out.rate));
        Vector3 gamma = lean.times(second)
                .minus(omega.cross(rotation.axisZ()).times(rate))
                .plus(f.times(tilt * out.second))
                .minus(o.times(tilt * out.rate * rate));
        set(velocity, v, omega);
        set(acceleration, a, gamma);
        return new Pose(rotation, center.plus(o.times(r)));
    }

    private static void set(double[] out, Vector3 linear, Vector3 angular) {
        System.arraycopy(linear.toArray(), 0, out, 0, 3);
        System.arraycopy(angular.toArray(), 0, out, 3, 3);
    }
}
