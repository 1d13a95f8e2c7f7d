package dev.catena.sensitivity;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of ∂τ/∂q and ∂τ/∂q̇ of {@link TorqueSensitivity}, which has the formulas entry by entry, for deep chains: three rows at
 * once, both matrices side by side, with {@link ThreeRows}.
 *
 * <p>Every row is a sum over all columns. What joints before the row's add is zero yet where the joint comes after, and what
 * those after it add is zero again where it comes before, so that one loop serves both sides of the diagonal.
 */
final class ChainRows {
    /** Of three components each. */
    private static final int TABLES = 6;

    private final BaseFrameMotion bodies;
    private final int n;

    /**
     * By component and column: Ψ̈ and 2Ψ̇; the turning parts of Ψ̇ and J; what forces change by with q and q̇; the turning part of J
     * and nothing, for wrenches that do not turn along.
     */
    private final double[][] table;

    /** For three components after the other, what three rows take them by. */
    private final double[][] factors = new double[TABLES][9];

    private final double[][] rows;

    /** By joint: (2B)ᵀ J, and the same of wrenches that do not turn along. */
    private final Vector[] coriolis;

    private final Vector[] unturned;

    /** By joint: how the efforts of the one and the two before it change by q, then by q̇. */
    private final double[][] beside;

    private ChainRows(BaseFrameMotion bodies) {
        this.bodies = bodies;
        n = bodies.tree.n;
        int length = SixRows.length(2 * n);
        table = new double[3 * TABLES][length];
        rows = new double[3][length];
        coriolis = Vector.array(n + 1);
        unturned = Vector.array(n + 1);
        beside = new double[n + 1][4];
    }

    /** Of a deep tree; null where it is no chain, or motors turn on their own. */
    static @Nullable ChainRows of(BaseFrameMotion bodies) {
        return bodies.tree.depth() == bodies.tree.size ? new ChainRows(bodies) : null;
    }

    /** Takes over what depends on joint i alone; of all joints before any row is filled. */
    void set(int i, ForceChanges changes, Vector coriolisRow, Vector unturnedRow) {
        coriolis[i].set(coriolisRow);
        unturned[i].set(unturnedRow);
        set(i - 1, changes.byPosition);
        set(n + i - 1, changes.byVelocity);
        int place = (i - 1) % 3;
        if (place > 0) {
            beside[i][0] = bodies.axis[i - 1].dot(changes.byPosition);
            beside[i][1] = bodies.axis[i - 1].dot(changes.byVelocity);
        }
        if (place > 1) {
            beside[i][2] = bodies.axis[i - 2].dot(changes.byPosition);
            beside[i][3] = bodies.axis[i - 2].dot(changes.byVelocity);
        }
    }

    private void set(int column, Force f) {
        table[9][column] = f.fx;
        table[10][column] = f.fy;
        table[11][column] = f.fz;
        table[12][column] = f.nx;
        table[13][column] = f.ny;
        table[14][column] = f.nz;
    }

    /** All rows of both matrices, once all joints are set. */
    void fill(int first, int size, double[] P, double[] V) {
        for (int k = 0; k < 9; k++) {
            Arrays.fill(table[k], 0);
        }
        if (bodies.hasUnturned) {
            for (int k = 15; k < 18; k++) {
                Arrays.fill(table[k], 0);
            }
        }
        for (int i = 1; i <= n; i += 3) {
            int count = Math.min(3, n + 1 - i);
            for (int k = i; k < i + count; k++) {
                take(k);
                setFactors(k, 3 * (k - i));
            }
            fillThree();
            for (int k = 1; k < count; k++) {
                putBeside(i + k, 0, rows[k - 1]);
            }
            if (count > 2) {
                putBeside(i + 2, 2, rows[0]);
            }
            for (int k = 0; k < count; k++) {
                int at = (first + i + k - 1) * size + first;
                System.arraycopy(rows[k], 0, P, at, n);
                System.arraycopy(rows[k], n, V, at, n);
            }
        }
    }

    /** Above the diagonal within three rows, where joint j counts as one before already. */
    private void putBeside(int j, int from, double[] row) {
        row[j - 1] = beside[j][from];
        row[n + j - 1] = beside[j][from + 1];
    }

    /** From here on joint j comes before, no longer after. */
    private void take(int j) {
        int column = j - 1;
        MotionVector J = bodies.axis[j];
        MotionVector rate = bodies.axisRate[j];
        MotionVector rate2 = bodies.axisRate2[j];
        set(0, column, rate2.lx, 2 * rate.lx);
        set(1, column, rate2.ly, 2 * rate.ly);
        set(2, column, rate2.lz, 2 * rate.lz);
        set(3, column, rate2.rx, 2 * rate.rx);
        set(4, column, rate2.ry, 2 * rate.ry);
        set(5, column, rate2.rz, 2 * rate.rz);
        set(6, column, rate.rx, J.rx);
        set(7, column, rate.ry, J.ry);
        set(8, column, rate.rz, J.rz);
        for (int k = 9; k < 15; k++) {
            set(k, column, 0, 0);
        }
        if (bodies.hasUnturned) {
            set(15, column, J.rx, 0);
            set(16, column, J.ry, 0);
            set(17, column, J.rz, 0);
        }
    }

    private void set(int component, int column, double byPosition, double byVelocity) {
        double[] t = table[component];
        t[column] = byPosition;
        t[n + column] = byVelocity;
    }

    private void setFactors(int i, int at) {
        Force F = bodies.axisForce[i];
        MotionVector J = bodies.axis[i];
        set(0, at, F.fx, F.fy, F.fz);
        set(1, at, F.nx, F.ny, F.nz);
        set(2, at, coriolis[i].x, coriolis[i].y, coriolis[i].z);
        set(3, at, J.lx, J.ly, J.lz);
        set(4, at, J.rx, J.ry, J.rz);
        if (bodies.hasUnturned) {
            set(5, at, unturned[i].x, unturned[i].y, unturned[i].z);
        }
    }

    private void set(int of, int at, double x, double y, double z) {
        double[] a = factors[of];
        a[at] = x;
        a[at + 1] = y;
        a[at + 2] = z;
    }

    /** One place that has the loop: of five copies of it HotSpot makes vector code for some only (6.1 instead of 4.8 µs in all). */
    private void fillThree() {
        double[] x = rows[0];
        double[] y = rows[1];
        double[] z = rows[2];
        Arrays.fill(x, 0);
        Arrays.fill(y, 0);
        Arrays.fill(z, 0);
        int count = bodies.hasUnturned ? TABLES : TABLES - 1;
        for (int k = 0; k < count; k++) {
            ThreeRows.addProducts(factors[k], table[3 * k], table[3 * k + 1], table[3 * k + 2], x, y, z);
        }
    }
}
