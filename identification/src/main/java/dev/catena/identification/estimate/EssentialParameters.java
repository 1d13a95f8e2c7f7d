package dev.catena.identification.estimate;

/**
 * The parameters that data can tell from zero: that with the largest deviation, relative to its value, is left out and the rest
 * estimated anew, until all are below a threshold. Only ever choose on data that are not used to judge the choice.
 */
public final class EssentialParameters {
    /** In percent, the usual choice. */
    public static final double THRESHOLD = 30;

    private EssentialParameters() {}

    /**
     * The weighted estimate with the essential parameters alone, the others zero.
     *
     * @param threshold largest deviation that stays, in percent of the value
     */
    public static LinearEstimate choose(JointFactors factors, double threshold) {
        return choose(factors, LeastSquares.all(factors.columns()), threshold);
    }

    /** As above, among some columns only. */
    public static LinearEstimate choose(JointFactors factors, boolean[] among, double threshold) {
        boolean[] wanted = among.clone();
        double[] zeros = new double[wanted.length];
        double[] noise = LeastSquares.noise(factors, LeastSquares.ordinary(factors, wanted, zeros));
        while (true) {
            LinearEstimate estimate = LeastSquares.weighted(factors, wanted, zeros, noise);
            int worst = -1;
            for (int c = 0; c < wanted.length; c++) {
                if (estimate.isEstimated(c)
                        && (worst < 0 || estimate.relativeDeviation(c) > estimate.relativeDeviation(worst))) {
                    worst = c;
                }
                wanted[c] &= !estimate.isDependent(c);
            }
            if (worst < 0 || estimate.relativeDeviation(worst) <= threshold) {
                return estimate;
            }
            wanted[worst] = false;
        }
    }
}
