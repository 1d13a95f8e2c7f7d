package dev.catena.identification.physical;

import java.util.ArrayList;
import java.util.List;

/**
 * B(χ) = Σ bodies [−log det J + tr(J₀⁻¹J)] + Σ drives [−log χ + χ/χ₀] − Σ bounds log: infinite outside of what is physically
 * possible, least at the prior, and convex [LeeWensingPark]. For bodies it is, up to a constant, the divergence of the Gaussian
 * distributions whose second moments J and J₀ are, so that it does not depend on frames and units.
 */
final class Barrier {
    private final List<Cone> cones = new ArrayList<>();
    private final int degree;

    /**
     * @param inertial how many of the parameters are ten of each body
     * @param prior by parameter; of bodies positive definite, of positive parameters positive
     * @param positive by parameter: whether it alone must be positive
     */
    Barrier(int inertial, double[] prior, boolean[] positive, List<LinearBound> bounds) {
        for (int at = 0; at < inertial; at += PseudoInertia.PARAMETERS) {
            cones.add(new BodyCone(at, prior));
        }
        for (int k = inertial; k < prior.length; k++) {
            if (positive[k]) {
                cones.add(new NumberCone(new LinearBound(new int[] {k}, new double[] {1}, 0), 1 / prior[k]));
            }
        }
        bounds.forEach(bound -> cones.add(new NumberCone(bound, 0)));
        degree = cones.stream().mapToInt(Cone::degree).sum();
    }

    /** B, or infinity. */
    double value(double[] chi) {
        double sum = 0;
        for (Cone cone : cones) {
            sum += cone.barrier(chi);
        }
        return sum;
    }

    /** How many numbers it holds positive. */
    int degree() {
        return degree;
    }

    List<Cone> cones() {
        return cones;
    }

    /** Sets out from χ, on the path. */
    void center(double[] chi, double lambda) {
        cones.forEach(cone -> cone.center(chi, lambda));
    }

    /** The λ of the path that is nearest. */
    double lambda(double[] chi) {
        double sum = 0;
        for (Cone cone : cones) {
            sum += cone.product(chi);
        }
        return sum / degree;
    }
}
