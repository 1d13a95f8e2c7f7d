package dev.catena.dynamics;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Columns of wrenches that climb through articulated inertias, [Khalil 34–44]. On its way to the base a column leaves
 * e = aᵀχ at each joint and goes on as χ − U e/H; a base that floats, J₀* = L Lᵀ, is left L⁻¹χ₀. So M⁻¹ is there in two
 * halves: Λ = Σ e eᵀ/H, what efforts u that forward dynamics leaves to the joints add to the velocities of columns is
 * Σ e u/H, and columns weighed by λ make the joints accelerate as Σ e λ beside u. Cost O(n) beside forward dynamics for each
 * column, O(n c²) for Λ.
 */
final class ArticulatedColumns implements ResponseColumns {
    /** Columns of Λ are summed up in squares of so many. */
    private static final int WIDTH = 3;

    private final MovingTree tree;
    private final int columns;
    private final ArticulatedForwardDynamics dynamics;
    private final ArticulatedBodies bodies;
    private boolean floating;

    /** By row and column: e. Six rows are L⁻¹χ₀, behind them is a row for each moving body; columns are filled up to threes. */
    private final double[] left;

    private final int stride;

    /** By column, filled up too. */
    private final double[] sums;

    /** By row: 1/H, of the base 1. */
    private final double[] weight;

    /** By row: u, of the base L⁻¹β₀. */
    private final double[] effort;

    /** By row: Σ e λ, and u beside it. */
    private final double[] given;

    /** The base's rows, and those of joints that a column has reached, and how many; by row, the first column that did, and behind the last. */
    private final int[] reached;

    private int count = 6;
    private final int[] first;
    private final int[] end;

    /** By column: χ₀. */
    private final Force[] atBase;

    /** Whether the rows of the base belong to the columns as they are. */
    private boolean baseIsSolved;

    /** By moving body: what is added to its motion. */
    private final MotionVector[] added;

    // by moving body, as far as asked for: its velocity, and gravity, in its axes
    private final MotionVector[] velocity;
    private final Vector[] gravity;
    private final boolean[] isMoved;
    private final int[] path;
    private final double[] rates;

    ArticulatedColumns(MovingTree tree, int columns) {
        this.tree = tree;
        this.columns = columns;
        dynamics = new ArticulatedForwardDynamics(tree, new Guard(ArticulatedForwardDynamics.class, tree.model));
        bodies = dynamics.bodies();
        int size = tree.n + 1;
        int rows = row(size);
        stride = (columns + WIDTH - 1) / WIDTH * WIDTH;
        left = new double[rows * stride];
        sums = new double[stride];
        weight = new double[rows];
        effort = new double[rows];
        given = new double[rows];
        reached = new int[rows];
        first = new int[rows];
        end = new int[rows];
        for (int i = 0; i < 6; i++) {
            reached[i] = i;
            end[i] = columns;
        }
        atBase = Force.array(columns);
        added = MotionVector.array(size);
        velocity = MotionVector.array(size);
        gravity = Vector.array(size);
        isMoved = new boolean[size];
        path = new int[size];
        rates = new double[tree.size];
    }

    /** The row of a moving body. */
    private static int row(int movingBody) {
        return 5 + movingBody;
    }

    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        dynamics.compute(base, q, qd, tau, wrenches, qddOut);
        begin(base, qd, false);
    }

    @Override
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        dynamics.computeFloating(base, q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        begin(base, qd, true);
    }

    @Override
    public void release(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        dynamics.release(base, q, qd, tau, wrenches);
        begin(base, qd, false);
    }

    @Override
    public void releaseFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        dynamics.releaseFloating(base, q, qd, tau, wrenches);
        begin(base, qd, true);
    }

    private void begin(@Nullable BaseMotion base, double[] qd, boolean isFree) {
        floating = isFree;
        Arrays.fill(isMoved, false);
        System.arraycopy(qd, 0, rates, 0, rates.length);
        gravity[0].set(tree.gravityInWorld);
        velocity[0].setZero();
        if (base != null) {
            MovingBase moving = MovingBase.of(base);
            gravity[0].setFromParent(moving.worldFromBase, tree.gravityInWorld);
            velocity[0].set(moving.linearVelocity, moving.angularVelocity);
        }
        isMoved[0] = true;
        System.arraycopy(bodies.effort, 1, effort, row(1), tree.n);
        System.arraycopy(bodies.inverseH, 1, weight, row(1), tree.n);
        if (floating) {
            dynamics.freeBase().invertPivots();
            dynamics.freeBase().halve(bodies.bias[0], effort, 0, 1);
            Arrays.fill(weight, 0, 6, 1);
        }
        baseIsSolved = false;
    }

    @Override
    public void clear() {
        for (int k = 6; k < count; k++) {
            int row = reached[k];
            first[row] = 0;
            end[row] = 0;
        }
        count = 6;
        Arrays.fill(left, 0);
        for (Force force : atBase) {
            force.setZero();
        }
        baseIsSolved = false;
    }

    @Override
    public void add(int column, int some, int movingBody, Force[] climbing) {
        for (int j = movingBody; j > 0; j = tree.parent[j]) {
            reach(row(j), column, column + some);
            boolean turns = tree.revolute[j];
            JointPlacement X = bodies.X[j];
            Force U = bodies.U[j];
            double inverse = bodies.inverseH[j];
            int at = row(j) * stride + column;
            for (int k = 0; k < some; k++) {
                Force force = climbing[k];
                double along = force.alongAxis(turns);
                left[at + k] += along;
                force.moveToParent(X, -along * inverse, U);
            }
        }
        for (int k = 0; k < some; k++) {
            atBase[column + k].add(climbing[k]);
        }
        baseIsSolved = false;
    }

    private void reach(int row, int from, int to) {
        if (end[row] == 0) {
            reached[count++] = row;
            first[row] = from;
            end[row] = to;
        } else {
            first[row] = Math.min(first[row], from);
            end[row] = Math.max(end[row], to);
        }
    }

    /** The first of those that count. */
    private int start() {
        return floating ? 0 : 6;
    }

    /** L⁻¹ χ₀ of all columns. */
    private void solveBase() {
        if (baseIsSolved || !floating) {
            return;
        }
        for (int c = 0; c < columns; c++) {
            dynamics.freeBase().halve(atBase[c], left, c, stride);
        }
        baseIsSolved = true;
    }

    @Override
    public void delassus(double[] matrixOut) {
        solveBase();
        for (int c = 0; c < columns; c += WIDTH) {
            for (int d = 0; d <= c; d += WIDTH) {
                square(c, d, matrixOut);
            }
        }
    }

    /** Σ e eᵀ/H of three columns and three others. */
    private void square(int c, int d, double[] out) {
        double s00 = 0;
        double s01 = 0;
        double s02 = 0;
        double s10 = 0;
        double s11 = 0;
        double s12 = 0;
        double s20 = 0;
        double s21 = 0;
        double s22 = 0;
        for (int k = start(); k < count; k++) {
            int row = reached[k];
            if (end[row] <= c || first[row] >= d + WIDTH) {
                continue;
            }
            int at = row * stride + c;
            int other = row * stride + d;
            double w = weight[row];
            double e0 = w * left[at];
            double e1 = w * left[at + 1];
            double e2 = w * left[at + 2];
            double f0 = left[other];
            double f1 = left[other + 1];
            double f2 = left[other + 2];
            s00 = fma(e0, f0, s00);
            s01 = fma(e0, f1, s01);
            s02 = fma(e0, f2, s02);
            s10 = fma(e1, f0, s10);
            s11 = fma(e1, f1, s11);
            s12 = fma(e1, f2, s12);
            s20 = fma(e2, f0, s20);
            s21 = fma(e2, f1, s21);
            s22 = fma(e2, f2, s22);
        }
        set(c, d, s00, s01, s02, out);
        set(c + 1, d, s10, s11, s12, out);
        set(c + 2, d, s20, s21, s22, out);
    }

    /** Three entries of Λ and their mirror images, as far as there are such columns. */
    private void set(int c, int d, double s0, double s1, double s2, double[] out) {
        if (c >= columns) {
            return;
        }
        set(c, d, s0, out);
        if (d + 1 < columns) {
            set(c, d + 1, s1, out);
        }
        if (d + 2 < columns) {
            set(c, d + 2, s2, out);
        }
    }

    private void set(int c, int d, double entry, double[] out) {
        out[c * columns + d] = entry;
        out[d * columns + c] = entry;
    }

    @Override
    public void respond(double[] lambda, double[] baseOut, double[] jointsOut) {
        Arrays.fill(given, 0);
        weigh(lambda);
        accelerate(baseOut, jointsOut);
    }

    @Override
    public void accelerate(double[] lambda, double[] baseOut, double[] jointsOut) {
        System.arraycopy(effort, 0, given, 0, given.length);
        weigh(lambda);
        accelerate(baseOut, jointsOut);
        if (floating) {
            baseOut[0] += gravity[0].x;
            baseOut[1] += gravity[0].y;
            baseOut[2] += gravity[0].z;
        }
    }

    /** Adds Σ e λ. */
    private void weigh(double[] lambda) {
        solveBase();
        System.arraycopy(lambda, 0, sums, 0, columns);
        for (int k = start(); k < count; k++) {
            int row = reached[k];
            int at = row * stride;
            double sum = given[row];
            for (int c = first[row] / WIDTH * WIDTH; c < end[row]; c += WIDTH) {
                sum += sum(left[at + c], sums[c], left[at + c + 1], sums[c + 1], left[at + c + 2], sums[c + 2]);
            }
            given[row] = sum;
        }
    }

    /** Base to tips, [Khalil 41–42]: from what is given at the base and at the joints. */
    private void accelerate(double[] baseOut, double[] jointsOut) {
        Arrays.fill(baseOut, 0);
        if (floating) {
            System.arraycopy(given, 0, baseOut, 0, 6);
            dynamics.freeBase().complete(baseOut);
        }
        added[0].set(baseOut[0], baseOut[1], baseOut[2], baseOut[3], baseOut[4], baseOut[5]);
        for (int i = 1; i <= tree.n; i++) {
            MotionVector v = added[i];
            v.setFromParent(bodies.X[i], added[tree.parent[i]]);
            double qdd = v.leftOf(given[row(i)], bodies.U[i]) * bodies.inverseH[i];
            jointsOut[tree.coordinate[i]] = qdd;
            v.addAlongAxis(tree.revolute[i], qdd);
        }
    }

    /** By column, Σ e u/H: what efforts and loads add to the velocity along it, where {@link #drift} is the rest. */
    void efforts(double[] ratesOut) {
        solveBase();
        Arrays.fill(sums, 0);
        for (int k = start(); k < count; k++) {
            int row = reached[k];
            int at = row * stride;
            double w = weight[row] * effort[row];
            for (int c = first[row] / WIDTH * WIDTH; c < end[row]; c += WIDTH) {
                sums[c] = fma(w, left[at + c], sums[c]);
                sums[c + 1] = fma(w, left[at + c + 1], sums[c + 1]);
                sums[c + 2] = fma(w, left[at + c + 2], sums[c + 2]);
            }
        }
        System.arraycopy(sums, 0, ratesOut, 0, columns);
    }

    /** How the velocity of a body changes, in its own axes, while no joint accelerates and a base that is free falls. */
    void drift(int movingBody, Placement jointFromBody, double[] rateOut) {
        move(movingBody);
        BodyMotion m = bodies.motion[movingBody];
        MotionVector v = velocity[movingBody];
        Vector g = gravity[movingBody];
        Placement B = jointFromBody;
        // a − ω × v + γ × p
        double ax = m.ax + g.x - (v.ry * v.lz - v.rz * v.ly) + (m.gy * B.pz - m.gz * B.py);
        double ay = m.ay + g.y - (v.rz * v.lx - v.rx * v.lz) + (m.gz * B.px - m.gx * B.pz);
        double az = m.az + g.z - (v.rx * v.ly - v.ry * v.lx) + (m.gx * B.py - m.gy * B.px);
        rateOut[0] = sum(B.xx, ax, B.yx, ay, B.zx, az);
        rateOut[1] = sum(B.xy, ax, B.yy, ay, B.zy, az);
        rateOut[2] = sum(B.xz, ax, B.yz, ay, B.zz, az);
        rateOut[3] = sum(B.xx, m.gx, B.yx, m.gy, B.zx, m.gz);
        rateOut[4] = sum(B.xy, m.gx, B.yy, m.gy, B.zy, m.gz);
        rateOut[5] = sum(B.xz, m.gx, B.yz, m.gy, B.zz, m.gz);
    }

    /** Velocity and gravity of a body and of all that carry it. */
    private void move(int movingBody) {
        int length = 0;
        for (int j = movingBody; !isMoved[j]; j = tree.parent[j]) {
            path[length++] = j;
        }
        while (length > 0) {
            int j = path[--length];
            int parent = tree.parent[j];
            velocity[j].setFromParent(bodies.X[j], velocity[parent]);
            velocity[j].addAlongAxis(tree.revolute[j], rates[tree.coordinate[j]]);
            gravity[j].setFromParent(bodies.X[j], gravity[parent]);
            isMoved[j] = true;
        }
    }
}
