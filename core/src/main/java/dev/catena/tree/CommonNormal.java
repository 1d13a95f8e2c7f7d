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

    /** How far what the parameters say may be from the placement that they are of: some units in the last place. */
    private static final double ROUNDING = 4e-15;

    /**
     * The parameters of a placement; null where they would cost digits: for axes so nearly parallel that their common
     * normal is far away.
     */
    static @Nullable CommonNormal of(Pose place) {
        Rotation R = place.rotation();
        Vector3 p = place.position();
        boolean parallel = Math.hypot(R.xz(), R.yz()) < PARALLEL;
        double gamma = parallel ? Math.atan2(p.y(), p.x()) : Math.atan2(R.xz(), -R.yz());
        double c = Math.cos(gamma);
        double s = Math.sin(gamma);
        // Rz(−γ) R = Rx(α) Rz(θ): γ is a quotient of small numbers if the axes are nearly parallel, so that both other
        // angles must come from what it leaves of R
        double twistCosine = parallel ? Math.signum(R.zz()) : R.zz();
        double twistSine = parallel ? 0 : s * R.xz() - c * R.yz();
        double theta = Math.atan2(-(c * R.xy() + s * R.yy()), c * R.xx() + s * R.yx());
        // Rz(−γ) p = (d, −r sin α, b + r cos α)
        double length = c * p.x() + s * p.y();
        double shift = parallel ? 0 : (s * p.x() - c * p.y()) / twistSine;
        double rise = p.z() - shift * twistCosine;
        CommonNormal normal = new CommonNormal(
                new Pose(Rotation.aboutZ(gamma), new Vector3(0, 0, rise)),
                twistCosine,
                twistSine,
                length,
                theta,
                shift);
        boolean far = Math.max(Math.abs(shift), Math.abs(rise)) > FAR * p.norm();
        return far || !normal.reproduces(place) ? null : normal;
    }

    /** Whether the parameters say the same as a placement; they cannot if its matrix is no rotation to rounding. */
    private boolean reproduces(Pose place) {
        Rotation twist = new Rotation(1, 0, 0, 0, twistCosine, -twistSine, 0, twistSine, twistCosine);
        Pose made = branch.times(new Pose(
                twist.times(Rotation.aboutZ(angle)), new Vector3(length, -shift * twistSine, shift * twistCosine)));
        double[] entries = made.rotation().toArray();
        double[] given = place.rotation().toArray();
        double error = 0;
        for (int k = 0; k < entries.length; k++) {
            error = Math.max(error, Math.abs(entries[k] - given[k]));
        }
        double size = Math.max(place.position().norm(), Math.abs(shift));
        return error <= ROUNDING && made.position().minus(place.position()).norm() <= ROUNDING * size;
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
}
