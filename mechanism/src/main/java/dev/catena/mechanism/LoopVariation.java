package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.model.RobotModel;

/**
 * The derivatives of q_tr by q_a along a motion of the independent joints, as truncated Taylor series in time: G, the symmetric
 * form H and, with one argument μ, T. Implicitly, with J′ⱼ for the derivative of J along G eⱼ,
 *
 * <pre>
 *   J G = 0,    J H[eⱼ, eₗ] = −J′ⱼ G eₗ,    J T[μ, eⱼ, eₗ] = −J″ⱼ_μ G eₗ − J′ⱼ H[μ, eₗ] − J′_μ H[eⱼ, eₗ]
 * </pre>
 *
 * A motion that is varied by s tⁱ/i! eⱼ and r tᵏ/k! eₗ makes q_tr(t) change by s tⁱ/i! G eⱼ, and twice by
 * s r tⁱ⁺ᵏ/(i! k!) H[eⱼ, eₗ]: that is all about derivatives by q̇_a, q̈_a and so on. Cut joints with friction come after the
 * joints, since they are coordinates too, with σ in the place of J.
 */
final class LoopVariation {
    final int count;

    /** Joints, and cut joints with friction. */
    final int size;

    final LoopSeries motion;

    /** G, by independent joint and coordinate. */
    final Series[][] first;

    /** H[eⱼ, eₗ]. */
    final Series[][][] second;

    /** T[μ, eⱼ, eₗ]. */
    final Series[][][] third;

    /** G μ, and H[μ, eⱼ] by j. */
    final Series[] virtual;

    final Series[][] virtualChange;

    private final CutFriction friction;
    private final int n;
    private final LoopSeries once;
    private final LoopSeries twice;
    private final Series[][] rates;
    private final Series[] rows;
    private final Series[] lowRows;
    private final Series[] constant;

    /** @param order the highest coefficient of G and H; those of T are known up to two less */
    LoopVariation(RobotModel model, LoopKinematics kinematics, CutFriction friction, int order) {
        this.friction = friction;
        n = kinematics.n;
        count = kinematics.count;
        size = n + friction.cuts.length;
        motion = new LoopSeries(model, kinematics, order);
        once = new LoopSeries(model, kinematics, order, 2);
        twice = new LoopSeries(model, kinematics, order - 2, 4);
        first = new Series[count][];
        for (int k = 0; k < count; k++) {
            first[k] = Series.array(size, order);
        }
        rates = new Series[n][count];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < count; k++) {
                rates[i][k] = first[k][i];
            }
        }
        second = symmetric(order);
        third = symmetric(order - 2);
        virtual = Series.array(size, order);
        virtualChange = new Series[count][];
        for (int j = 0; j < count; j++) {
            virtualChange[j] = Series.array(size, order);
        }
        rows = Series.array(kinematics.closure.equations.rows, order);
        lowRows = Series.array(rows.length, order - 2);
        constant = Series.array(count, order);
    }

    private Series[][][] symmetric(int order) {
        Series[][][] form = new Series[count][count][];
        for (int j = 0; j < count; j++) {
            for (int l = 0; l <= j; l++) {
                form[j][l] = Series.array(size, order);
                form[l][j] = form[j][l];
            }
        }
        return form;
    }

    /** G and H along a motion of the independent joints from the pose of the kinematics. */
    void find(double[][] derivatives) {
        motion.along(derivatives);
        motion.findJacobian();
        motion.rates(rates);
        for (int k = 0; k < count; k++) {
            for (int f = 0; f < friction.cuts.length; f++) {
                first[k][n + f].setZero();
                addRow(motion.variedCutRates[friction.cuts[f]], 0, first[k], first[k][n + f]);
            }
        }
        for (int j = 0; j < count; j++) {
            for (int i = 0; i < n; i++) {
                once.motion[i].part[0].set(motion.q[i]);
                once.motion[i].part[1].set(first[j][i]);
            }
            once.findJacobian();
            for (int l = 0; l <= j; l++) {
                findSecond(j, l);
            }
        }
    }

    private void findSecond(int j, int l) {
        for (int r = 0; r < rows.length; r++) {
            rows[r].setZero();
            addRow(once.variedJacobian[r], 1, first[l], rows[r]);
        }
        Series[] out = second[j][l];
        once.solve(0, rows, out);
        for (int f = 0; f < friction.cuts.length; f++) {
            VariedSeries[] sigma = once.variedCutRates[friction.cuts[f]];
            out[n + f].setZero();
            addRow(sigma, 1, first[l], out[n + f]);
            addRow(sigma, 0, out, out[n + f]);
        }
    }

    /** out += (a part of a row) · x. */
    private void addRow(VariedSeries[] row, int part, Series[] x, Series out) {
        for (int i = 0; i < n; i++) {
            out.addProduct(1, row[i].part[part], x[i]);
        }
    }

    /** G μ and H[μ, ·], then T[μ, ·, ·]; the others must be known. */
    void findThird(double[] mu) {
        for (int k = 0; k < count; k++) {
            constant[k].setConstant(mu[k]);
        }
        findThird(constant);
    }

    /** The same for a μ that changes in time. */
    void findThird(Series[] mu) {
        combine(mu, first, virtual);
        for (int j = 0; j < count; j++) {
            combine(mu, second[j], virtualChange[j]);
        }
        for (int j = 0; j < count; j++) {
            for (int i = 0; i < n; i++) {
                twice.motion[i].part[0].set(motion.q[i]);
                twice.motion[i].part[1].set(first[j][i]);
                twice.motion[i].part[2].set(virtual[i]);
                twice.motion[i].part[3].set(virtualChange[j][i]);
            }
            twice.findJacobian();
            for (int l = 0; l <= j; l++) {
                findThird(j, l);
            }
        }
    }

    private void combine(Series[] mu, Series[][] of, Series[] out) {
        for (int i = 0; i < size; i++) {
            out[i].setZero();
            for (int k = 0; k < count; k++) {
                out[i].addProduct(1, mu[k], of[k][i]);
            }
        }
    }

    private void findThird(int j, int l) {
        for (int r = 0; r < lowRows.length; r++) {
            lowRows[r].setZero();
            addTurns(twice.variedJacobian[r], j, l, lowRows[r]);
        }
        Series[] out = third[j][l];
        twice.solve(0, lowRows, out);
        for (int f = 0; f < friction.cuts.length; f++) {
            VariedSeries[] sigma = twice.variedCutRates[friction.cuts[f]];
            out[n + f].setZero();
            addTurns(sigma, j, l, out[n + f]);
            addRow(sigma, 0, out, out[n + f]);
        }
    }

    private void addTurns(VariedSeries[] row, int j, int l, Series out) {
        addRow(row, 3, first[l], out);
        addRow(row, 1, virtualChange[l], out);
        addRow(row, 2, second[j][l], out);
    }
}
