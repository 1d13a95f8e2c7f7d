package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.series.EffortSeries;
import dev.catena.series.FloatingEffortSeries;
import dev.catena.series.SeriesProduct;
import dev.catena.series.TreeEffortSeries;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Efforts γ = Gᵀ Γ_tr of the independent joints of closed loops along a motion, as Taylor series with first and second derivatives: the
 * chain rule of {@link ClosedLoopCurvature} with G, H and T of {@link LoopVariation} at all times. The motion y of all joints changes by
 *
 * <pre>
 *   δy = G δq,    δẏ = Ġ δq + G δq̇,    δÿ = G̈ δq + 2 Ġ δq̇ + G δq̈
 * </pre>
 *
 * and twice by H[δq, δq] and its derivatives by time. The base is at rest, or floats with zero momentum. Nothing is allocated after construction. Owned by one thread.
 */
final class LoopEffortSeries implements EffortSeries {
    private final Guard guard;
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final LoopVariation variation;
    private final EffortSeries tree;
    private final int order;
    private final int terms;
    private final int count;
    private final int n;

    /** Joints, and cut joints with friction. */
    private final int rows;

    private final double[][] motion;
    private final double[] factorial;
    private final double[] efforts;
    private final double[][] slopes;

    /** Γ and ∂Γ with rows of cut joints, and f″ of these. */
    private final double[] all;

    private final double[][] first;
    private final Series[] bend;

    /** By derivative by time: G, columns of rows; H by j, l and row. */
    private final double[][] G;

    private final double[][] H;

    /** l = G λ, and ∂Γᵀ l by order. */
    private final double[] virtual;

    private final double[][] gradient;
    private final double[] ofJoints;
    private final double[] secondOfTree;
    private final double[] second;
    private final Series[] mu;

    /** What a column of G is multiplied with, by order: a column of ∂²Γ y′, and ∂Γ y′. */
    private final double[] product;

    private final double[] change;
    private final double[] entry;
    private final Series speed;
    private final Series scratch;
    private final Series other;
    private final Series result;

    LoopEffortSeries(RobotModel model, int order, @Nullable AppliedWrenches wrenches) {
        guard = new Guard(LoopEffortSeries.class, model);
        this.order = order;
        terms = order + 1;
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        variation = new LoopVariation(model, kinematics, friction, order + 2);
        MovingTree open = new MovingTree(model.openTree());
        tree = model.baseKind() == BaseKind.FLOATING
                ? new FloatingEffortSeries(open, order)
                : new TreeEffortSeries(open, order, wrenches);
        n = kinematics.n;
        count = kinematics.count;
        rows = variation.size;
        motion = new double[order + 3][n];
        factorial = new double[order + 3];
        factorial[0] = 1;
        for (int d = 1; d < factorial.length; d++) {
            factorial[d] = d * factorial[d - 1];
        }
        efforts = new double[count * terms];
        slopes = new double[3][count * count * terms];
        all = new double[rows * terms];
        first = new double[3][rows * rows * terms];
        bend = Series.array(friction.cuts.length, order);
        G = new double[3][count * rows * terms];
        H = new double[3][count * count * rows * terms];
        virtual = new double[rows * terms];
        gradient = new double[3][rows * terms];
        ofJoints = new double[n * terms];
        secondOfTree = new double[9 * n * n * terms];
        second = new double[9 * rows * rows * terms];
        mu = Series.array(count, order + 2);
        product = new double[3 * rows * terms];
        change = new double[rows * terms];
        entry = new double[terms];
        speed = new Series(order);
        scratch = new Series(order);
        other = new Series(order);
        result = new Series(order);
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public int order() {
        return order;
    }

    /** @throws LoopException where the loops do not close */
    @Override
    public void compute(double[][] independent) {
        if (!kinematics.close(independent[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        variation.find(independent);
        for (int d = 0; d < motion.length; d++) {
            for (int i = 0; i < n; i++) {
                motion[d][i] = factorial[d] * variation.motion.q[i].c[d];
            }
            guard.checkResult("the motion of all joints", motion[d]);
        }
        tree.compute(motion);
        takeVariation();
        takeTree();
        Arrays.fill(efforts, 0);
        for (double[] part : slopes) {
            Arrays.fill(part, 0);
        }
        for (int l = 0; l < count; l++) {
            addDot(1, G[0], l * rows, all, 0, efforts, l * terms);
        }
        for (int b = 0; b < 3 * count; b++) {
            differentiateBy(b);
        }
    }

    /** The coefficients of a series after some derivatives by time. */
    private void take(Series series, int derivative, double[] out, int at) {
        for (int d = 0; d < terms; d++) {
            out[at + d] = factorial[d + derivative] / factorial[d] * series.c[d + derivative];
        }
    }

    private void takeVariation() {
        for (int o = 0; o < 3; o++) {
            for (int l = 0; l < count; l++) {
                for (int i = 0; i < rows; i++) {
                    take(variation.first[l][i], o, G[o], (l * rows + i) * terms);
                    for (int j = 0; j < count; j++) {
                        take(variation.second[j][l][i], o, H[o], ((j * count + l) * rows + i) * terms);
                    }
                }
            }
        }
    }

    /** Γ and ∂Γ of the joints, and friction of cut joints, f(ṡ). */
    private void takeTree() {
        System.arraycopy(tree.efforts(), 0, all, 0, n * terms);
        for (int o = 0; o < 3; o++) {
            for (int i = 0; i < n; i++) {
                System.arraycopy(tree.slopes(o), i * n * terms, first[o], i * rows * terms, n * terms);
            }
        }
        for (int f = 0; f < friction.cuts.length; f++) {
            for (int d = 0; d < terms; d++) {
                speed.c[d] = variation.motion.cutVelocity(friction.cuts[f], d);
            }
            int at = n + f;
            friction.effort(f, speed, scratch, result);
            System.arraycopy(result.c, 0, all, at * terms, terms);
            friction.slope(f, speed, scratch, result);
            System.arraycopy(result.c, 0, first[1], (at * rows + at) * terms, terms);
            friction.curvature(f, speed, scratch, other, bend[f]);
        }
    }

    /** out += factor a · b over the rows, from an entry of both on. */
    private void addDot(double factor, double[] a, int i, double[] b, int j, double[] out, int at) {
        for (int r = 0; r < rows; r++) {
            SeriesProduct.addScaled(factor, a, (i + r) * terms, b, (j + r) * terms, out, at, terms);
        }
    }

    /** How often Ġ counts in δÿ by δq̇, and so on. */
    private static double times(int o, int i) {
        return o == 2 && i == 1 ? 2 : 1;
    }

    /** change ← ∂Γ y′ of a column of (q, q̇, q̈). */
    private void findChange(int b) {
        int i = b / count;
        Arrays.fill(change, 0);
        for (int o = i; o < 3; o++) {
            for (int r = 0; r < rows; r++) {
                addDot(times(o, i), first[o], r * rows, G[o - i], b % count * rows, change, r * terms);
            }
        }
    }

    /** ∂γ = Gᵀ ∂Γ y′ + H Γ. */
    private void differentiateBy(int b) {
        findChange(b);
        int i = b / count;
        int c = b % count;
        for (int l = 0; l < count; l++) {
            int at = (l * count + c) * terms;
            addDot(1, G[0], l * rows, change, 0, slopes[i], at);
            if (i == 0) {
                addDot(1, H[0], (l * count + c) * rows, all, 0, slopes[0], at);
            }
        }
    }

    @Override
    public double[] efforts() {
        return efforts;
    }

    @Override
    public double[] slopes(int derivative) {
        return slopes[derivative];
    }

    @Override
    public void curvature(double[] multipliers, double[] out) {
        for (int k = 0; k < count; k++) {
            mu[k].setZero();
            System.arraycopy(multipliers, k * terms, mu[k].c, 0, terms);
        }
        variation.findThird(mu);
        for (int i = 0; i < rows; i++) {
            take(variation.virtual[i], 0, virtual, i * terms);
        }
        System.arraycopy(virtual, 0, ofJoints, 0, ofJoints.length);
        tree.curvature(ofJoints, secondOfTree);
        takeSecond();
        Arrays.fill(out, 0);
        for (int b = 0; b < 3 * count; b++) {
            addCongruence(b, out);
            addVirtual(b, out);
        }
        for (int o = 0; o < 3; o++) {
            Arrays.fill(gradient[o], 0);
            for (int r = 0; r < rows; r++) {
                for (int k = 0; k < rows; k++) {
                    SeriesProduct.add(
                            first[o], (r * rows + k) * terms, virtual, r * terms, gradient[o], k * terms, terms);
                }
            }
        }
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < count; l++) {
                addForms(j, l, out);
            }
        }
    }

    /** lᵀ∂²Γ with rows of cut joints. */
    private void takeSecond() {
        for (int a = 0; a < 3 * n; a++) {
            for (int o = 0; o < 3; o++) {
                System.arraycopy(
                        secondOfTree, (a * 3 * n + o * n) * terms, second, index(a / n, a % n, o, 0, rows), n * terms);
            }
        }
        for (int f = 0; f < bend.length; f++) {
            int at = index(1, n + f, 1, n + f, rows);
            Arrays.fill(second, at, at + terms, 0);
            SeriesProduct.add(virtual, (n + f) * terms, bend[f].c, 0, second, at, terms);
        }
    }

    /** Where an entry of a matrix by two derivatives of motions is. */
    private int index(int i, int row, int j, int column, int size) {
        return ((i * size + row) * 3 * size + j * size + column) * terms;
    }

    /** out += y′ᵀ (lᵀ∂²Γ) y′, one column. */
    private void addCongruence(int b, double[] out) {
        int i = b / count;
        Arrays.fill(product, 0);
        for (int r = 0; r < 3 * rows; r++) {
            for (int o = i; o < 3; o++) {
                addDot(times(o, i), second, (r * 3 + o) * rows, G[o - i], b % count * rows, product, r * terms);
            }
        }
        for (int a = 0; a < 3 * count; a++) {
            int j = a / count;
            for (int o = j; o < 3; o++) {
                addDot(times(o, j), G[o - j], a % count * rows, product, o * rows, out, (a * 3 * count + b) * terms);
            }
        }
    }

    /** out += l′ᵀ ∂Γ y′ and its mirror image, one column. */
    private void addVirtual(int b, double[] out) {
        findChange(b);
        for (int j = 0; j < count; j++) {
            Arrays.fill(entry, 0);
            for (int r = 0; r < rows; r++) {
                SeriesProduct.add(variation.virtualChange[j][r].c, 0, change, r * terms, entry, 0, terms);
            }
            add(1, (j * 3 * count + b) * terms, out);
            add(1, (b * 3 * count + j) * terms, out);
        }
    }

    private void add(double factor, int at, double[] out) {
        for (int d = 0; d < terms; d++) {
            out[at + d] += factor * entry[d];
        }
    }

    /** out += Γ · l″ + (∂Γᵀ l) · y″. */
    private void addForms(int j, int l, double[] out) {
        int form = (j * count + l) * rows;
        Arrays.fill(entry, 0);
        for (int r = 0; r < rows; r++) {
            SeriesProduct.add(variation.third[j][l][r].c, 0, all, r * terms, entry, 0, terms);
        }
        for (int o = 0; o < 3; o++) {
            addDot(1, gradient[o], 0, H[o], form, entry, 0);
        }
        add(1, index(0, j, 0, l, count), out);
        Arrays.fill(entry, 0);
        addDot(1, gradient[1], 0, H[0], form, entry, 0);
        addDot(2, gradient[2], 0, H[1], form, entry, 0);
        add(1, index(0, j, 1, l, count), out);
        add(1, index(1, l, 0, j, count), out);
        Arrays.fill(entry, 0);
        addDot(1, gradient[2], 0, H[0], form, entry, 0);
        add(2, index(1, j, 1, l, count), out);
        add(1, index(0, j, 2, l, count), out);
        add(1, index(2, l, 0, j, count), out);
    }
}
