package dev.catena.planning.terms;

import dev.catena.planning.function.StandingLoads;
import dev.catena.series.EffortSeries;
import dev.catena.series.StandingEffortSeries;
import java.util.Arrays;

/**
 * The feed-forward of a robot that stands, from its efforts Γ as Taylor series with the feet loaded: θ⁽ᵏ⁾ = q⁽ᵏ⁾ + k! Γ[k] / K and
 * τ = Γ + B θ̈ + f(θ̇), [Hua 28].
 */
final class StandingFeed {
    private final ElasticDrives drives;
    private final StandingEffortSeries efforts;
    private final int n;
    private final int order;
    private final int terms;
    private final int[] motorOf;
    private final double[] rates;

    /** What efforts were computed for. */
    private final double[][] known;

    /** @param withRates whether rates of torques are wanted, for which one derivative more is read */
    StandingFeed(ElasticDrives drives, StandingLoads loads, boolean withRates) {
        this.drives = drives;
        order = withRates ? 5 : 4;
        terms = order - 1;
        efforts = drives.efforts(loads, terms - 1);
        n = drives.coordinates().size();
        motorOf = drives.motors();
        rates = new double[n];
        known = new double[order + 1][efforts.size()];
        Arrays.fill(known[0], Double.NaN);
    }

    /** The highest derivative of the coordinates that is read. */
    int order() {
        return order;
    }

    EffortSeries efforts() {
        return efforts;
    }

    /**
     * Motion and torques of the motors.
     *
     * @param joints by order, coordinates and loads
     * @param motionOut by order up to the second, coordinates and motors
     */
    void compute(double[][] joints, double[][] motionOut, double[] torqueOut) {
        if (!isKnown(joints)) {
            efforts.compute(joints);
            remember(joints);
        }
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < 3; d++) {
                motionOut[d][i] = joints[d][i];
            }
            torqueOut[i] = efforts.efforts()[i * terms];
            rates[i] = efforts.efforts()[i * terms + 1];
            int motor = motorOf[i];
            if (motor >= 0) {
                for (int d = 0; d < 3; d++) {
                    motionOut[d][n + motor] = motor(joints, i, d);
                }
                double velocity = motionOut[1][n + motor];
                double acceleration = motionOut[2][n + motor];
                torqueOut[i] += drives.motorInertia(i) * acceleration
                        + drives.motorFriction(i).effort(velocity);
                if (terms > 3) {
                    rates[i] += drives.motorInertia(i) * motor(joints, i, 3)
                            + drives.motorFriction(i).slope(velocity) * acceleration;
                }
            }
        }
    }

    /** Whether efforts are those of this motion already. */
    private boolean isKnown(double[][] joints) {
        for (int d = 0; d <= order; d++) {
            if (!Arrays.equals(joints[d], known[d])) {
                return false;
            }
        }
        return true;
    }

    private void remember(double[][] joints) {
        for (int d = 0; d <= order; d++) {
            System.arraycopy(joints[d], 0, known[d], 0, known[d].length);
        }
    }

    /** A derivative of the motor's coordinate. */
    private double motor(double[][] joints, int i, int d) {
        double factorial = d < 2 ? 1 : d == 2 ? 2 : 6;
        double rest = d == 0 ? drives.restOffset(i) : 0;
        return joints[d][i] - rest + drives.compliance(i) * factorial * efforts.efforts()[i * terms + d];
    }

    void torqueRates(double[] ratesOut) {
        System.arraycopy(rates, 0, ratesOut, 0, n);
    }
}
