package dev.catena.identification.physical;

import dev.catena.model.InertiaTensor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/**
 * What is believed of bodies before anything was measured: the given parameters where a body can have them; otherwise the nearest
 * that are not degenerate, for descriptions leave tensors at zero and round small ones.
 */
final class PriorBodies {
    /** A body is not thinner than this, m, */
    private static final double THINNEST = 0.005;

    /** and, of a small robot, than this part of its length. */
    private static final double THINNEST_PART = 0.01;

    /** A body has at least this part of the mass of all. */
    private static final double LIGHTEST = 1e-3;

    private PriorBodies() {}

    /**
     * Ten parameters a body, all positive definite.
     *
     * @param length of the robot
     */
    static double[] of(double[] given, double length) {
        double thinnest = Math.min(THINNEST, THINNEST_PART * length);
        int bodies = given.length / PseudoInertia.PARAMETERS;
        double total = 0;
        for (int b = 0; b < bodies; b++) {
            total += Math.max(0, given[PseudoInertia.PARAMETERS * b + 9]);
        }
        double least = total > 0 ? LIGHTEST * total : 1;
        double[] prior = given.clone();
        for (int b = 0; b < bodies; b++) {
            double[] repaired = repaired(given, PseudoInertia.PARAMETERS * b, least, thinnest);
            System.arraycopy(repaired, 0, prior, PseudoInertia.PARAMETERS * b, repaired.length);
        }
        return prior;
    }

    private static double[] repaired(double[] given, int at, double leastMass, double thinnest) {
        double mass = Math.max(given[at + 9], leastMass);
        Vector3 center = given[at + 9] > 0
                ? new Vector3(given[at + 6], given[at + 7], given[at + 8]).times(1 / given[at + 9])
                : Vector3.ZERO;
        InertiaTensor aboutOrigin =
                new InertiaTensor(given[at], given[at + 1], given[at + 2], given[at + 3], given[at + 4], given[at + 5]);
        InertiaTensor tensor = SpatialInertia.aboutOrigin(Math.max(0, given[at + 9]), center, aboutOrigin)
                .tensorAboutCenter();

        // spread of the mass in each direction: no less than that of something thin
        double[] axes = {
            0.5 * (tensor.yy() + tensor.zz() - tensor.xx()),
            -tensor.xy(),
            -tensor.xz(),
            -tensor.xy(),
            0.5 * (tensor.xx() + tensor.zz() - tensor.yy()),
            -tensor.yz(),
            -tensor.xz(),
            -tensor.yz(),
            0.5 * (tensor.xx() + tensor.yy() - tensor.zz())
        };
        double[] spread = SymmetricThree.withLeastEigenvalue(axes, mass * thinnest * thinnest);
        double[] j = new double[16];
        double[] c = center.toArray();
        for (int r = 0; r < 3; r++) {
            for (int k = 0; k < 3; k++) {
                j[4 * r + k] = spread[3 * r + k] + mass * c[r] * c[k];
            }
            j[4 * r + 3] = mass * c[r];
            j[12 + r] = mass * c[r];
        }
        j[15] = mass;
        return PseudoInertia.parameters(j);
    }
}
