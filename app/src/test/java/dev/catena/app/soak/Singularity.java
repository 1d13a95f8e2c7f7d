package dev.catena.app.soak;

import dev.catena.testkit.RandomMotion;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How many roundings the exact mass matrix is from a singular one: the smallest pivot over its error bound. */
final class Singularity {
    /**
     * So far from it that no program may call it singular. An inertia below 1e-12 of that which its bodies have otherwise
     * counts as none, which is a radius of 1e-6 of theirs, some 1e10 roundings.
     */
    static final double CLEAR = 1e11;

    private final Truth<RunningError> truth;
    private final double[] q;

    Singularity(Truth<RunningError> truth, double[] q) {
        this.truth = truth;
        this.q = q;
    }

    /** Of the joints on a base that is held. */
    double ofJoints() {
        return smallestPivot(q.length, DynamicsChecks.massMatrix(truth, q));
    }

    /** Of base and joints together. */
    double ofBaseAndJoints() {
        return smallestPivot(6 + q.length, floatingMatrix());
    }

    /** Of base, seen as one rigid body with all else. */
    double ofWhole() {
        int size = 6 + q.length;
        List<RunningError> all = floatingMatrix();
        List<RunningError> ofBase = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ofBase.addAll(all.subList(i * size, i * size + 6));
        }
        return smallestPivot(6, ofBase);
    }

    private List<RunningError> floatingMatrix() {
        int n = q.length;
        int size = 6 + n;
        List<List<RunningError>> columns = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            double[] a = new double[6];
            double[] qdd = new double[n];
            if (k < 6) {
                a[k] = 1;
            } else {
                qdd[k - 6] = 1;
            }
            RandomMotion still = new RandomMotion(
                    truth.model(), q, new double[n], qdd, new double[n], RandomMotion.Base.AT_REST, Map.of());
            Motion<RunningError> motion = truth.motion(Truth.withBaseAcceleration(still, a, qdd));
            NewtonEuler<RunningError> dynamics =
                    new NewtonEuler<>(truth.weightless().withoutFriction(), motion);
            columns.add(DynamicsChecks.join(DynamicsChecks.six(dynamics.jointWrench(0)), dynamics.torques()));
        }
        List<RunningError> rows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            for (List<RunningError> column : columns) {
                rows.add(column.get(i));
            }
        }
        return rows;
    }

    /** A = L D Lᵀ in place, from the last row to the first, as bodies are gathered from tips to base. A rotor may be too heavy for its carrier, which makes pivots negative. */
    private static double smallestPivot(int size, List<RunningError> matrix) {
        List<RunningError> a = new ArrayList<>(matrix);
        double least = Double.POSITIVE_INFINITY;
        for (int k = size - 1; k >= 0; k--) {
            RunningError pivot = a.get(k * size + k);
            if (pivot.value() <= 0) {
                return 0;
            }
            least = Math.min(least, Math.abs(pivot.value()) / (RunningError.ROUNDING * pivot.error()));
            for (int i = 0; i < k; i++) {
                RunningError factor = a.get(i * size + k).dividedBy(pivot);
                for (int j = 0; j < k; j++) {
                    a.set(i * size + j, a.get(i * size + j).minus(factor.times(a.get(k * size + j))));
                }
            }
        }
        return least;
    }
}
