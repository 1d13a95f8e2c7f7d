package dev.catena.identification.estimate;

/**
 * Parameters by least squares, the deviation of each joint's noise, and the deviations of the parameters that follow from it if
 * noise is white; {@link ErrorAnalysis} does without that. Immutable.
 */
public final class LinearEstimate {
    private final LinearSolution solution;
    private final double[] value;
    private final double[] noise;
    private final double scale;
    private final double[] factor;
    private final Influence influence;

    /** Of rows that count as their residuals are. */
    LinearEstimate(TriangularFactor factor, LinearSolution solution, double[] noise, double scale) {
        this(factor, solution, noise, scale, Influence.ofLeastSquares(solution));
    }

    LinearEstimate(
            TriangularFactor factor, LinearSolution solution, double[] noise, double scale, Influence influence) {
        this.factor = factor.toArray();
        this.solution = solution;
        this.noise = noise;
        this.scale = scale;
        this.influence = influence;
        value = solution.values();
    }

    public int columns() {
        return value.length;
    }

    public double value(int column) {
        return value[column];
    }

    public double[] values() {
        return value.clone();
    }

    /** Standard deviation of a parameter if noise is white; zero if it was not estimated. */
    public double whiteDeviation(int column) {
        return Math.sqrt(scale * solution.inverse()[column][column]);
    }

    /** The deviation in percent of the value. */
    public double relativeDeviation(int column) {
        return 100 * whiteDeviation(column) / Math.abs(value[column]);
    }

    /** How the errors of two parameters go together, between −1 and 1. */
    public double correlation(int a, int b) {
        double[][] inverse = solution.inverse();
        double product = inverse[a][a] * inverse[b][b];
        return product > 0 ? inverse[a][b] / Math.sqrt(product) : 0;
    }

    /** What the rows of a joint were divided by. */
    public double noise(int joint) {
        return noise[joint];
    }

    public double[] noise() {
        return noise.clone();
    }

    public boolean isEstimated(int column) {
        return solution.isEstimated(column);
    }

    /** Whether the data do not determine a column by itself. */
    public boolean isDependent(int column) {
        return solution.isDependent(column);
    }

    /** How many parameters were estimated. */
    public int estimated() {
        return solution.estimated();
    }

    public double condition() {
        return solution.condition();
    }

    /** Condition number of unit columns. */
    public double unitCondition() {
        return solution.unitCondition();
    }

    /** The triangular factor, row by row with the right side as last column, of all rows with the weights that they had. */
    public double[] factor() {
        return factor.clone();
    }

    Influence influence() {
        return influence;
    }
}
