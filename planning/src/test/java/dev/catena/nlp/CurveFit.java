package dev.catena.nlp;

import java.util.Optional;

/** min ½ Σ (x₂ exp(x₁ tₖ) − dₖ)², with nothing but first derivatives of the residuals. */
public class CurveFit implements NonlinearProgram, ResidualJacobian {
    private static final double[] DATA = {2.01, 1.40, 1.01, 0.69, 0.50, 0.34, 0.25};

    private static double time(int k) {
        return 0.5 * k;
    }

    private static double residual(double[] x, int k) {
        return x[1] * Math.exp(x[0] * time(k)) - DATA[k];
    }

    @Override
    public int variableCount() {
        return 2;
    }

    @Override
    public int constraintCount() {
        return 0;
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        lowerOut[0] = -10;
        lowerOut[1] = 0;
        upperOut[0] = 10;
        upperOut[1] = 10;
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {}

    @Override
    public void start(double[] xOut) {
        xOut[0] = 0;
        xOut[1] = 1;
    }

    @Override
    public double objective(double[] x) {
        double sum = 0;
        for (int k = 0; k < DATA.length; k++) {
            sum += 0.5 * residual(x, k) * residual(x, k);
        }
        return sum;
    }

    @Override
    public void gradient(double[] x, double[] gradientOut) {
        double[] jacobian = new double[2 * DATA.length];
        values(x, jacobian);
        gradientOut[0] = 0;
        gradientOut[1] = 0;
        for (int k = 0; k < DATA.length; k++) {
            gradientOut[0] += residual(x, k) * jacobian[2 * k];
            gradientOut[1] += residual(x, k) * jacobian[2 * k + 1];
        }
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {}

    @Override
    public SparsityPattern jacobianPattern() {
        return SparsityPattern.dense(0, 2);
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {}

    @Override
    public Optional<ResidualJacobian> residualJacobian() {
        return Optional.of(this);
    }

    @Override
    public SparsityPattern pattern() {
        return SparsityPattern.dense(DATA.length, 2);
    }

    @Override
    public void values(double[] x, double[] valuesOut) {
        for (int k = 0; k < DATA.length; k++) {
            valuesOut[2 * k] = x[1] * time(k) * Math.exp(x[0] * time(k));
            valuesOut[2 * k + 1] = Math.exp(x[0] * time(k));
        }
    }
}
