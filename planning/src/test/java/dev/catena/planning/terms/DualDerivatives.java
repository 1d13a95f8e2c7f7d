package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.testkit.Agreement;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** First and second derivatives of a function of the state, from the same function of dual numbers. */
final class DualDerivatives {
    private static final double TOLERANCE = 1e-10;

    private final int coordinates;
    private final int inputs;
    private final double moment;

    /** The numbers of a function, from (q, q̇, q̈) and the inputs that count. */
    interface Reference {
        <S extends Scalar<S>> List<S> values(List<S> x);
    }

    DualDerivatives(int coordinates, int inputs, double moment) {
        this.coordinates = coordinates;
        this.inputs = inputs;
        this.moment = moment;
    }

    void check(StateFunction f, double[] x, Reference reference) {
        int columns = (f.order() + 1) * coordinates + (f.hasInputs() ? x.length - 3 * coordinates : 0);
        int width = (f.order() + 1) * coordinates + (f.hasInputs() ? inputs : 0);
        MotionState state = state(x);
        double[] values = new double[f.rows()];
        f.value(state, values);
        double[] jacobian = new double[f.rows() * width];
        f.jacobian(state, jacobian);
        double[] lambda = new Random(4).doubles(f.rows(), -1, 1).toArray();
        double[] curvature = new double[width * width];
        f.addCurvature(state, lambda, curvature);

        double[] expectedValues = new double[f.rows()];
        double[] slopes = new double[f.rows() * columns];
        double[] found = new double[f.rows() * columns];
        for (int c = 0; c < columns; c++) {
            List<Dual<Real>> at = reference.values(seeded(x, c));
            for (int r = 0; r < f.rows(); r++) {
                expectedValues[r] = at.get(r).value();
                slopes[r * columns + c] = at.get(r).derivative().value();
                found[r * columns + c] = jacobian[r * width + c];
            }
        }
        Agreement.check("values of " + f.name(0), values, expectedValues, TOLERANCE);
        Agreement.check("first derivatives of " + f.name(0), found, slopes, TOLERANCE);

        // H times a random direction: one run for each row of H
        double[] along = new Random(5).doubles(columns, -1, 1).toArray();
        double[] second = new double[columns];
        double[] foundSecond = new double[columns];
        for (int a = 0; a < columns; a++) {
            List<Dual<Dual<Real>>> at = reference.values(seededTwice(x, a, along));
            for (int r = 0; r < f.rows(); r++) {
                second[a] += lambda[r] * at.get(r).derivative().derivative().value();
            }
            for (int b = 0; b < columns; b++) {
                foundSecond[a] += curvature[a * width + b] * along[b];
            }
        }
        Agreement.check("second derivatives of " + f.name(0), foundSecond, second, TOLERANCE);
    }

    private static List<Dual<Real>> seeded(double[] x, int c) {
        List<Dual<Real>> seeded = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            seeded.add(new Dual<>(new Real(x[k]), new Real(k == c ? 1 : 0)));
        }
        return seeded;
    }

    private static List<Dual<Dual<Real>>> seededTwice(double[] x, int a, double[] along) {
        List<Dual<Dual<Real>>> seeded = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            seeded.add(new Dual<>(
                    new Dual<>(new Real(x[k]), new Real(k < along.length ? along[k] : 0)),
                    new Dual<>(new Real(k == a ? 1 : 0), new Real(0))));
        }
        return seeded;
    }

    private MotionState state(double[] x) {
        MotionState state = new MotionState(coordinates, inputs);
        state.setMoment(moment);
        for (int order = 0; order < 3; order++) {
            System.arraycopy(x, order * coordinates, state.derivative(order), 0, coordinates);
        }
        System.arraycopy(x, 3 * coordinates, state.inputs(), 0, x.length - 3 * coordinates);
        return state;
    }
}
