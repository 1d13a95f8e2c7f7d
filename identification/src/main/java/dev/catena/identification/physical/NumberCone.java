package dev.catena.identification.physical;

import java.util.List;

/** A number that must be positive: a parameter of a drive, χ/χ₀ − log χ, or what a bound leaves, −log. */
final class NumberCone implements Cone {
    private final LinearBound number;

    /** 1/χ₀, or zero. */
    private final double pull;

    private double z;
    private double change;

    NumberCone(LinearBound number, double pull) {
        this.number = number;
        this.pull = pull;
    }

    @Override
    public double barrier(double[] chi) {
        double value = number.value(chi);
        return value > 0 ? pull * value - Math.log(value) : Double.POSITIVE_INFINITY;
    }

    @Override
    public int degree() {
        return 1;
    }

    @Override
    public void center(double[] chi, double lambda) {
        z = lambda / number.value(chi);
    }

    @Override
    public void addRows(double[] chi, double lambda, List<double[]> rows) {
        double value = number.value(chi);
        double scale = Math.sqrt(z / value);
        double[] row = new double[chi.length + 1];
        for (int a = 0; a < number.parameters().length; a++) {
            row[number.parameters()[a]] += scale * number.coefficients()[a];
        }
        row[chi.length] = lambda * (pull - 1 / value) / scale;
        rows.add(row);
    }

    @Override
    public double prepare(double[] chi, double[] step, double lambda) {
        double value = number.value(chi);
        double moved = 0;
        for (int a = 0; a < number.parameters().length; a++) {
            moved += number.coefficients()[a] * step[number.parameters()[a]];
        }
        change = (lambda - z * moved) / value - z;
        return Math.min(toZero(value, moved), toZero(z, change));
    }

    private static double toZero(double value, double change) {
        return change < 0 ? -value / change : Double.POSITIVE_INFINITY;
    }

    @Override
    public void advance(double part) {
        z += part * change;
    }

    @Override
    public double product(double[] chi) {
        return z * number.value(chi);
    }
}
