package dev.catena.mechanism.parallel;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** The wrench that the motion of the platform takes, in world axes about its origin. */
final class PlatformBody {
    private final double mass;
    private final Vector3 firstMoment;
    private final InertiaTensor tensor;

    PlatformBody(SpatialInertia inertia) {
        mass = inertia.mass();
        firstMoment = inertia.firstMoment();
        tensor = inertia.tensorAboutOrigin();
    }

    /**
     * F_p = (M a + γ × MS + ω × (ω × MS); J γ + ω × J ω + MS × a), [Khalil 9], with a = v̇ − g, which the paper leaves
     * out; computed in platform axes.
     */
    void wrench(Rotation R, double[] twist, double[] acceleration, Vector3 gravity, double factor, double[] out) {
        double lx = acceleration[0] - factor * gravity.x();
        double ly = acceleration[1] - factor * gravity.y();
        double lz = acceleration[2] - factor * gravity.z();
        double ax = R.xx() * lx + R.yx() * ly + R.zx() * lz;
        double ay = R.xy() * lx + R.yy() * ly + R.zy() * lz;
        double az = R.xz() * lx + R.yz() * ly + R.zz() * lz;
        double wx = R.xx() * twist[3] + R.yx() * twist[4] + R.zx() * twist[5];
        double wy = R.xy() * twist[3] + R.yy() * twist[4] + R.zy() * twist[5];
        double wz = R.xz() * twist[3] + R.yz() * twist[4] + R.zz() * twist[5];
        double gx = R.xx() * acceleration[3] + R.yx() * acceleration[4] + R.zx() * acceleration[5];
        double gy = R.xy() * acceleration[3] + R.yy() * acceleration[4] + R.zy() * acceleration[5];
        double gz = R.xz() * acceleration[3] + R.yz() * acceleration[4] + R.zz() * acceleration[5];
        double sx = firstMoment.x();
        double sy = firstMoment.y();
        double sz = firstMoment.z();

        // M a + γ × MS + ω (ω·MS) − MS (ω·ω)
        double along = wx * sx + wy * sy + wz * sz;
        double square = wx * wx + wy * wy + wz * wz;
        double fx = mass * ax + gy * sz - gz * sy + wx * along - sx * square;
        double fy = mass * ay + gz * sx - gx * sz + wy * along - sy * square;
        double fz = mass * az + gx * sy - gy * sx + wz * along - sz * square;

        // J γ + ω × J ω + MS × a
        double hx = tensor.xx() * wx + tensor.xy() * wy + tensor.xz() * wz;
        double hy = tensor.xy() * wx + tensor.yy() * wy + tensor.yz() * wz;
        double hz = tensor.xz() * wx + tensor.yz() * wy + tensor.zz() * wz;
        double nx = tensor.xx() * gx + tensor.xy() * gy + tensor.xz() * gz + wy * hz - wz * hy + sy * az - sz * ay;
        double ny = tensor.xy() * gx + tensor.yy() * gy + tensor.yz() * gz + wz * hx - wx * hz + sz * ax - sx * az;
        double nz = tensor.xz() * gx + tensor.yz() * gy + tensor.zz() * gz + wx * hy - wy * hx + sx * ay - sy * ax;

        out[0] = R.xx() * fx + R.xy() * fy + R.xz() * fz;
        out[1] = R.yx() * fx + R.yy() * fy + R.yz() * fz;
        out[2] = R.zx() * fx + R.zy() * fy + R.zz() * fz;
        out[3] = R.xx() * nx + R.xy() * ny + R.xz() * nz;
        out[4] = R.yx() * nx + R.yy() * ny + R.yz() * nz;
        out[5] = R.zx() * nx + R.zy() * ny + R.zz() * nz;
    }
}
