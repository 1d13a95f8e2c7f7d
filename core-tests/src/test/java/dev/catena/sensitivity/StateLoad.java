package dev.catena.sensitivity;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;

/**
 * A load that depends smoothly on the state: each of its nine numbers F, M (world axes) and r (body frame) is
 * c + Σ A sin q + B tanh q̇ cos q + C sin q̈ with random coefficients.
 */
record StateLoad(int body, double[] constant, double[][] A, double[][] B, double[][] C) {

    static StateLoad random(RobotModel model, RandomNumbers random) {
        int n = model.jointCount();
        double[][][] coefficients = new double[3][9][];
        for (double[][] matrix : coefficients) {
            for (int row = 0; row < 9; row++) {
                matrix[row] = random.vector(n, row < 6 ? 2 : 0.2);
            }
        }
        return new StateLoad(
                random.index(model.bodies().size()),
                random.vector(9, 2),
                coefficients[0],
                coefficients[1],
                coefficients[2]);
    }

    static List<StateLoad> several(RobotModel model, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        return List.of(random(model, random), random(model, random), random(model, random));
    }

    private <S extends Scalar<S>> List<S> numbers(S zero, List<S> q, List<S> qd, List<S> qdd) {
        List<S> numbers = new ArrayList<>();
        for (int row = 0; row < 9; row++) {
            S sum = zero.constant(constant[row]);
            for (int k = 0; k < q.size(); k++) {
                sum = sum.plus(q.get(k).sine().times(zero.constant(A[row][k])))
                        .plus(qd.get(k)
                                .hyperbolicTangent()
                                .times(q.get(k).cosine())
                                .times(zero.constant(B[row][k])))
                        .plus(qdd.get(k).sine().times(zero.constant(C[row][k])));
            }
            numbers.add(sum);
        }
        return numbers;
    }

    /** The wrench in the body's frame about its origin. */
    <S extends Scalar<S>> Wrench<S> inBody(Matrix<S> worldFromBody, S zero, List<S> q, List<S> qd, List<S> qdd) {
        List<S> x = numbers(zero, q, qd, qdd);
        Vector<S> force = worldFromBody.transposeTimes(new Vector<>(x.get(0), x.get(1), x.get(2)));
        Vector<S> moment = worldFromBody.transposeTimes(new Vector<>(x.get(3), x.get(4), x.get(5)));
        Vector<S> r = new Vector<>(x.get(6), x.get(7), x.get(8));
        return new Wrench<>(force, moment.plus(r.cross(force)));
    }

    /** The same for the fast algorithms, with all derivatives. */
    AppliedLoad applied(RobotModel model, double[] q, double[] qd, double[] qdd) {
        int n = model.jointCount();
        double[] x = numbers(new Real(0), Real.list(q), Real.list(qd), Real.list(qdd)).stream()
                .mapToDouble(Real::value)
                .toArray();
        AppliedLoad load = new AppliedLoad(model, body)
                .set(new Vector3(x[0], x[1], x[2]), new Vector3(x[3], x[4], x[5]), new Vector3(x[6], x[7], x[8]));
        for (Variable variable : Variable.values()) {
            double[][] derivatives = new double[3][3 * n];
            for (int k = 0; k < n; k++) {
                List<Dual<Real>> column = numbers(
                        Dual.of(0, 0),
                        VariedMotion.varied(q, variable == Variable.POSITION ? k : -1),
                        VariedMotion.varied(qd, variable == Variable.VELOCITY ? k : -1),
                        VariedMotion.varied(qdd, variable == Variable.ACCELERATION ? k : -1));
                for (int row = 0; row < 9; row++) {
                    derivatives[row / 3][row % 3 * n + k] =
                            column.get(row).derivative().value();
                }
            }
            load.derivative(variable, derivatives[0], derivatives[1], derivatives[2]);
        }
        return load;
    }
}
