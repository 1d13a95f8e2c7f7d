package dev.catena.tree;

import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.Placement;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import org.jspecify.annotations.Nullable;

/**
 * A placement of one joint axis beside another by Khalil's six parameters, Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r),
 * [Khalil 1].
 *
 * @param branch Rz(γ) Tz(b), along the first axis to the foot of the common normal
 */
record CommonNormal(Pose branch, double twistCosine, double twistSine, double length, double angle, double shift) {
    /** Axes are parallel if the sine of their angle is below this. */
    private static final double PARALLEL = 1e-15;

    /** How many times farther away than the joints themselves the feet of a common normal may be. */
    private static final double FAR = 8;

    /** The parameters of a placement; null for axes so nearly parallel that their common normal is far away. */
    static @Nullable CommonNormal of(Pose place) {
        Rotation R = place.rotation();
        Vector3 p = place.position();
        double sine = Math.hypot(R.xz(), R.yz());
        if (sine < PARALLEL) {
            double gamma = p.x() == 0 && p.y() == 0 ? 0 : Math.atan2(p.y(), p.x());
            double turn = Math.atan2(R.yx(), R.xx());
            double theta = R.zz() > 0 ? turn - gamma : gamma - turn;
            return new CommonNormal(branch(gamma, p.z()), Math.signum(R.zz()), 0, Math.hypot(p.x(), p.y()), theta, 0);
        }
        double gamma = Math.atan2(R.xz(), -R.yz());
        double c = Math.cos(gamma);
        double s = Math.sin(gamma);
        double shift = (p.x() * s - p.y() * c) / sine;
        double rise = p.z() - shift * R.zz();
        if (Math.max(Math.abs(shift), Math.abs(rise)) > FAR * p.norm()) {
            return null;
        }
        return new CommonNormal(
                branch(gamma, rise), R.zz(), sine, p.x() * c + p.y() * s, Math.atan2(R.zx(), R.zy()), shift);
    }

    /** The same for a second frame that is moved along and about its own axis. */
    CommonNormal movedBy(Pose alongAxis) {
        Rotation turn = alongAxis.rotation();
        return new CommonNormal(
                branch,
                twistCosine,
                twistSine,
                length,
                angle + Math.atan2(turn.yx(), turn.xx()),
                shift + alongAxis.position().z());
    }

    JointPlacement placement(Placement atZero, boolean revolute) {
        return JointPlacement.onNormal(atZero, revolute, twistCosine, twistSine, length, angle, shift);
    }

    private static Pose branch(double gamma, double rise) {
        return new Pose(Rotation.aboutZ(gamma), new Vector3(0, 0, rise));
    }
}
