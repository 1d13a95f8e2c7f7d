package dev.catena.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.jspecify.annotations.Nullable;

/**
 * Notices steps that are too long for compliant stops: ẍ + μ (2 ζ ω ẋ + ω² x) = 0 of the joints that are beyond stops, μ an eigenvalue
 * of their M⁻¹ H, grows where h ω exceeds what the method takes, and is far off before. The implicit midpoint rule notices that itself.
 */
final class StopStepLimit {
    /** Of what is stable. */
    private static final double MARGIN = 0.9;

    private final Simulation.Builder setup;
    private final Integrator method;
    private final @Nullable CompliantStops stops;

    /** Which joints were beyond stops when last looked at. */
    private final boolean[] beyond;

    StopStepLimit(Simulation.Builder setup, Integrator method, Plant plant) {
        this.setup = setup;
        this.method = method;
        stops = method instanceof Integrator.ImplicitMidpoint ? null : plant.compliantStops();
        beyond = new boolean[stops == null ? 0 : setup.model.jointCount()];
    }

    /** Looks at a state if other joints were beyond stops, at the end of the step or within it, than when last looked at. */
    void see(State state, double step) {
        if (stops != null && stops.takePressed(beyond)) {
            check(stops, state, step);
        }
    }

    /** Complains if a step is too long for the stops that joints are beyond. */
    private void check(CompliantStops found, State state, double step) {
        int[] joints = IntStream.range(0, beyond.length).filter(k -> beyond[k]).toArray();
        if (joints.length == 0) {
            return;
        }
        double longest = longest(found.law, stiffening(found, state, joints));
        if (!(step <= longest)) {
            // what is refused is looked at anew where it is tried again
            Arrays.fill(beyond, false);
            throw new SimulationFailure(
                    "%s",
                    String.format(
                            Locale.ROOT,
                            "at %.9g s joint \"%s\" of robot \"%s\" is beyond its limit, where a stop of %g rad/s holds it, for"
                                    + " which steps of %g s are too long: take at most %.2g s, softer or rigid stops, or adaptive"
                                    + " steps",
                            state.time(),
                            setup.model.jointNames().get(joints[0]),
                            setup.model.name(),
                            found.law.frequency(),
                            step,
                            longest));
        }
    }

    /** The largest eigenvalue of √H M⁻¹ √H of some joints: one for a single joint in the posture of the start. */
    private double stiffening(CompliantStops found, State state, int[] joints) {
        Mobility now = new Mobility(setup.model, setup.dynamics, state);
        double[][] matrix = new double[joints.length][joints.length];
        for (int i = 0; i < joints.length; i++) {
            for (int j = 0; j < joints.length; j++) {
                matrix[i][j] = now.response(joints[i], joints[j])
                        * Math.sqrt(found.inertia[joints[i]] * found.inertia[joints[j]]);
            }
        }
        return new EigenDecompositionSymmetric(new Array2DRowRealMatrix(matrix)).getEigenvalue(0);
    }

    /** The longest step; where damping is seen half a step late, μ (½ (h ω)² + 4 ζ h ω) = 2 is the end of stability. */
    private double longest(JointStops.Compliant compliant, double mu) {
        double omega = compliant.frequency();
        double zeta = compliant.dampingRatio();
        if (method instanceof Integrator.RungeKutta) {
            double square = mu * zeta * zeta - 1;
            double fastest = Math.sqrt(mu) * (square > 0 ? Math.sqrt(mu) * zeta + Math.sqrt(square) : 1);
            return 1 / (fastest * omega);
        }
        double c = (method instanceof Integrator.SemiImplicit ? 4 : 2) * zeta;
        // ½ s² + c s = 2 MARGIN / μ
        double right = 2 * MARGIN / mu;
        return 2 * right / (c + Math.sqrt(c * c + 2 * right)) / omega;
    }
}
