package dev.catena.identification;

import dev.catena.identification.estimate.JointFactors;

/**
 * How well parameters explain the efforts of one joint in some log.
 *
 * @param rows how many equations there are; zero if the joint gave none
 * @param residual root mean square of what is left unexplained, Nm or N
 * @param effort root mean square of the efforts
 * @param given what the given model leaves of them, likewise
 * @param explained the part of the variance of the efforts that is explained, R²; NaN without rows, or where efforts never change
 */
public record JointFit(String joint, long rows, double residual, double effort, double given, double explained) {

    /** The residual in percent of the efforts; infinite where these are zero and something is left. */
    public double relative() {
        return residual == 0 ? 0 : 100 * residual / effort;
    }

    static JointFit of(String joint, JointFactors factors, int j, double[] beta, double[] prior) {
        return new JointFit(
                joint,
                factors.rows(j),
                factors.residual(j, beta),
                factors.effort(j),
                factors.residual(j, prior),
                factors.explained(j, beta));
    }
}
