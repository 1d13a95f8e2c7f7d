package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Cholesky;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.ReleasedInertia;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ through articulated bodies, [Khalil 36–42], all of them in one frame, where forces and
 * accelerations go from body to body without a transformation. An entry takes 15 products, however deep the tree is.
 *
 * <p>Of joint j, the forces of ∂τ that all joints on the way to the base feel alike act on its body, and what all bodies beyond it
 * accelerate by is added there, so that of ∂τ itself only (2B)ᵀJ times the axes of ancestors and their rates is left.
 *
 * <p>All right sides go through the tree side by side: by position, first of turns of a base that floats, then of all bodies, by
 * velocity alike, and by effort, of the last body first. A row ends with the effort of its own body; the rest of M⁻¹ is its mirror
 * image.
 */
final class ArticulatedSolution {
    /** A joint that feels less than this part of the inertia about the frame's origin has lost digits there. */
    private static final double SLIGHT = 1e-6;

    private final MovingTree tree;
    private final int n;

    /** Rows of a base that floats. */
    private final int first;

    /** How many turns of the base come before the joints. */
    private final int turns;

    /** How many columns are by position, and how many by velocity. */
    private final int width;

    private final int columns;

    private final ArticulatedInertia[] articulated;
    private final ReleasedInertia released = new ReleasedInertia();
    private final Force force = new Force();
    private final MotionVector change = new MotionVector();
    private final MotionVector unit = new MotionVector();
    private final Vector moment = new Vector();
    private final Vector unturned = new Vector();

    /** By moving body: J, its axis, and −J/H. */
    private final double[][] axis;

    private final double[][] felt;

    /** By moving body: U, and −U/H. */
    private final double[][] handedOn;

    private final double[][] resisted;
    private final double[] inverseH;

    /** L of the base's articulated inertia, and its inverse with the other sign, by column. */
    private final double[] baseFactor = new double[36];

    private final double[][] baseInverse = new double[6][6];
    /** One force. */
    private final double[] single = new double[6];

    /** By moving body: the only one that it carries, 0 where there are none or several. */
    private final int[] only;

    /** By moving body: whether the next one on the way to the tips takes over its numbers. */
    private final boolean[] lastChild;

    private final boolean[] tip;

    /** Whether coordinates are numbered like bodies. */
    private final boolean inOrder;

    /** By moving body: the first of the range of bodies, each on the one before it, that ends with it. */
    private final int[] start;

    /** By moving body: where the forces beyond it are, and where its acceleration is. */
    private final int[] forces;

    private final int[] accelerations;

    /** By place and component: a number for each right side. */
    private final double[][][] places;

    /** By moving body: the force of one right side, then its acceleration. */
    private final double[][] climbing;

    /** By moving body: u/H of all right sides, then q̈. */
    private final double[][] rows;

    /** The six of the base. */
    private final double[][] baseRows;

    /** By column: a sum of rows. */
    private final double[] total;

    /** By component and column: turning parts of axis rates and axes. */
    private final double[][] turning;

    /** @param first 6 for a base that floats, 0 for others */
    ArticulatedSolution(MovingTree tree, int first) {
        this.tree = tree;
        this.first = first;
        n = tree.n;
        turns = first / 2;
        width = turns + n;
        columns = 2 * width + n;
        articulated = ArticulatedInertia.array(n + 1);
        axis = new double[n + 1][6];
        felt = new double[n + 1][6];
        handedOn = new double[n + 1][6];
        resisted = new double[n + 1][6];
        inverseH = new double[n + 1];
        only = new int[n + 1];
        lastChild = new boolean[n + 1];
        tip = new boolean[n + 1];
        start = new int[n + 1];
        setLinks();
        inOrder = IntStream.rangeClosed(1, n).allMatch(i -> tree.coordinate[i] == i - 1);
        forces = new int[n + 1];
        accelerations = new int[n + 1];
        int length = SixRows.length(columns);
        places = new double[Math.max(placesOfForces(), placesOfAccelerations())][6][length];
        climbing = new double[n + 1][6];
        rows = new double[n + 1][length];
        baseRows = new double[first][length];
        total = new double[length];
        turning = new double[3][length];
    }

    private void setLinks() {
        Arrays.fill(tip, true);
        boolean[] several = new boolean[n + 1];
        for (int i = n; i >= 1; i--) {
            int parent = tree.parent[i];
            lastChild[i] = hasBody(parent) && tip[parent];
            several[parent] |= !tip[parent];
            tip[parent] = false;
            only[parent] = several[parent] ? 0 : i;
        }
        only[0] = 0;
        for (int i = 1; i <= n; i++) {
            start[i] = i > 1 && tree.parent[i] == i - 1 ? start[i - 1] : i;
        }
    }

    /** Whether a body moves on its own: all but a base that does not float. */
    private boolean hasBody(int i) {
        return i > 0 || first > 0;
    }

    /** Tips take a place each; a body takes over that of its last child, and gives back those of all others. */
    private int placesOfForces() {
        ArrayDeque<Integer> unused = new ArrayDeque<>();
        int count = 0;
        for (int i = n; i >= 1; i--) {
            if (tip[i]) {
                forces[i] = unused.isEmpty() ? count++ : unused.pop();
            }
            if (lastChild[i]) {
                forces[tree.parent[i]] = forces[i];
            } else {
                unused.push(forces[i]);
            }
        }
        return count;
    }

    /** A last child takes over the place of its parent, all others have their own; tips give theirs back. */
    private int placesOfAccelerations() {
        ArrayDeque<Integer> unused = new ArrayDeque<>();
        // of the base
        int count = first > 0 ? 1 : 0;
        for (int i = 1; i <= n; i++) {
            if (lastChild[i]) {
                accelerations[i] = accelerations[tree.parent[i]];
            } else {
                accelerations[i] = unused.isEmpty() ? count++ : unused.pop();
            }
            if (tip[i]) {
                unused.push(accelerations[i]);
            }
        }
        return count;
    }

    /** Whether a tree is one that this is made for: deep, without joints that follow others and without rotors. */
    static boolean suits(MovingTree tree, int depth) {
        return tree.couplings == null && tree.rotors.length == 0 && tree.size == tree.n && tree.depth() > depth;
    }

    /**
     * Tips to base: U = J*a, H = aᵀU + Iₐ, and J* − U Uᵀ/H is handed on to the parent.
     *
     * @return false where a joint, or a base that floats, feels so little inertia in this frame that its digits are lost
     */
    boolean release(BaseFrameMotion bodies) {
        for (int i = first > 0 ? 0 : 1; i <= n; i++) {
            articulated[i].set(bodies.inertia[i]);
        }
        for (int i = n; i >= 1; i--) {
            ArticulatedInertia J = articulated[i];
            force.setZero();
            J.addProductTo(bodies.axis[i], force);
            double H = bodies.axis[i].dot(force) + tree.reflectedInertia[tree.coordinate[i]];
            double size = tree.revolute[i] ? J.cxx + J.cyy + J.czz : J.axx + J.ayy + J.azz;
            if (!(H > SLIGHT * size)) {
                return false;
            }
            inverseH[i] = 1 / H;
            if (hasBody(tree.parent[i])) {
                released.set(J, inverseH[i], force);
                articulated[tree.parent[i]].add(released);
            }
            bodies.axis[i].copyTo(axis[i]);
            force.copyTo(handedOn[i]);
            for (int k = 0; k < 6; k++) {
                felt[i][k] = -axis[i][k] * inverseH[i];
                resisted[i][k] = -handedOn[i][k] * inverseH[i];
            }
        }
        return first == 0 || releaseBase(bodies.composite[0]);
    }

    private boolean releaseBase(Inertia whole) {
        articulated[0].copyTo(baseFactor);
        if (Cholesky.factor(baseFactor, 6) >= 0) {
            return false;
        }
        double turning = whole.jxx + whole.jyy + whole.jzz;
        for (int k = 0; k < 6; k++) {
            double root = baseFactor[7 * k];
            if (!(root * root > SLIGHT * (k < 3 ? whole.mass : turning))) {
                return false;
            }
            double[] column = baseInverse[k];
            Arrays.fill(column, 0);
            column[k] = -1;
            Cholesky.solve(baseFactor, 6, column);
        }
        return true;
    }

    /**
     * The three matrices for bodies that were moved; after {@link #release}.
     *
     * @return the sum of all numbers, those of M⁻¹ counted once, by which callers see an overflow
     */
    double solve(BaseFrameMotion bodies, double[] qd, double[] P, double[] V, double[] T) {
        for (int i = 1; i <= n; i++) {
            setTurning(column(i), bodies.axisRate[i]);
            setTurning(width + column(i), bodies.axis[i]);
        }
        for (int i = n; i >= 1; i--) {
            setEfforts(bodies, i, qd);
            climb(bodies, i);
        }
        if (first > 0) {
            solveBase(bodies);
            for (int k = 0; k < 6; k++) {
                copyRow(baseRows[k], k, P, V);
                for (int j = 1; j <= n; j++) {
                    T[k * n + tree.coordinate[j]] = baseRows[k][effort(j)];
                }
            }
        }
        for (int i = 1; i <= n; i++) {
            descend(bodies, i);
            copyRow(rows[i], first + tree.coordinate[i], P, V);
            copyInverse(i, T);
        }
        return ThreeRows.sum(rows, total) + ThreeRows.sum(baseRows, total);
    }

    /** The column by position of joint j, and among those by velocity. */
    private int column(int j) {
        return turns + j - 1;
    }

    /** The column by effort of joint j. */
    private int effort(int j) {
        return columns - j;
    }

    /** The end of row i. */
    private int end(int i) {
        return columns - i + 1;
    }

    private void setTurning(int column, MotionVector m) {
        turning[0][column] = m.rx;
        turning[1][column] = m.ry;
        turning[2][column] = m.rz;
    }

    /** Right sides of joint i over H, but for forces and accelerations that are handed on: −(2B)ᵀJᵢ by its ancestors, and 1. */
    private void setEfforts(BaseFrameMotion bodies, int i, double[] qd) {
        double[] row = rows[i];
        double factor = -inverseH[i];
        Arrays.fill(row, 0, end(i), 0);
        bodies.coriolis[i].transposeProduct(bodies.axis[i], moment);
        moment.setScaled(factor, moment);
        for (int j = i; j > 0; j = tree.parent[start[j]]) {
            int from = column(start[j]);
            // a joint has no moment by itself there
            int to = j == i ? column(i) : column(j) + 1;
            setMoments(from, to, row);
            setMoments(width + from, width + to, row);
        }
        if (first > 0) {
            row[width] = moment.x;
            row[width + 1] = moment.y;
            row[width + 2] = moment.z;
        }
        if (bodies.hasUnturned) {
            bodies.unturned[i].transposeProduct(bodies.axis[i], unturned);
            for (int j = tree.parent[i]; j > 0; j = tree.parent[j]) {
                row[column(j)] += factor * bodies.axis[j].dotMoment(unturned);
            }
            if (first > 0) {
                row[0] = factor * unturned.x;
                row[1] = factor * unturned.y;
                row[2] = factor * unturned.z;
            }
        }
        int k = tree.coordinate[i];
        if (tree.hasFriction) {
            row[width + column(i)] = factor * tree.friction[k].slope(qd[k]);
        }
        row[effort(i)] = inverseH[i];
    }

    private void setMoments(int from, int to, double[] row) {
        SixRows.set(moment.x, turning[0], moment.y, turning[1], moment.z, turning[2], from, to, row);
    }

    /** u = τ − Jᵀp, and p + U u/H is handed on; tips beside others hand on to their parent at once. */
    private void climb(BaseFrameMotion bodies, int i) {
        int parent = tree.parent[i];
        boolean alone = !lastChild[i] && tip[i] && hasBody(parent);
        double[][] p = places[forces[alone ? parent : i]];
        if (tip[i] && !alone) {
            SixRows.setZero(p);
        }
        addForces(bodies, i, p);
        int child = only[i];
        if (child > 0) {
            SixRows.pass(handedOn[child], rows[child], p, felt[i], rows[i], end(child));
        } else if (!tip[i]) {
            SixRows.addProduct(felt[i], p, rows[i], end(i));
        }
        if (only[parent] != i && hasBody(parent)) {
            if (alone || lastChild[i]) {
                SixRows.addScaled(handedOn[i], rows[i], p, end(i));
            } else {
                SixRows.addScaled(handedOn[i], rows[i], p, places[forces[parent]], end(i));
            }
        }
    }

    /** What acts on body i by its own joint: J ×* F + 2B Ψ̇ + J*Ψ̈ by position, 2B J + 2J*Ψ̇ by velocity. */
    private void addForces(BaseFrameMotion bodies, int i, double[][] p) {
        force.setZero();
        articulated[i].addProductTo(bodies.axisRate2[i], force);
        force.addCross(bodies.axis[i], bodies.force[i]);
        bodies.coriolis[i].addProductTo(bodies.axisRate[i], force);
        if (bodies.hasUnturned) {
            bodies.unturned[i].addProductTo(bodies.axis[i], force);
        }
        act(i, column(i), p);
        change.setScaled(2, bodies.axisRate[i]);
        force.setZero();
        articulated[i].addProductTo(change, force);
        bodies.coriolis[i].addProductTo(bodies.axis[i], force);
        act(i, width + column(i), p);
    }

    /** On a tip nothing else acts. */
    private void act(int i, int column, double[][] p) {
        add(force, p, column);
        if (tip[i]) {
            force.copyTo(single);
            rows[i][column] += dot(felt[i], single);
        }
    }

    private static void add(Force force, double[][] p, int column) {
        p[0][column] += force.fx;
        p[1][column] += force.fy;
        p[2][column] += force.fz;
        p[3][column] += force.nx;
        p[4][column] += force.ny;
        p[5][column] += force.nz;
    }

    /** What all bodies beyond joint i accelerate by when it is elsewhere or faster. */
    private void addAccelerations(BaseFrameMotion bodies, int i, double[][] a) {
        add(bodies.axisRate2[i], a, column(i));
        change.setScaled(2, bodies.axisRate[i]);
        add(change, a, width + column(i));
    }

    private static void add(MotionVector m, double[][] a, int column) {
        a[0][column] += m.lx;
        a[1][column] += m.ly;
        a[2][column] += m.lz;
        a[3][column] += m.rx;
        a[4][column] += m.ry;
        a[5][column] += m.rz;
    }

    /** q̈ = u/H − (U/H)ᵀV̇, and V̇ + J q̈ is handed on. */
    private void descend(BaseFrameMotion bodies, int i) {
        int parent = tree.parent[i];
        double[][] a = places[accelerations[i]];
        if (!hasBody(parent)) {
            SixRows.setZero(a);
        } else if (only[parent] == i) {
            addAccelerations(bodies, parent, a);
            SixRows.pass(axis[parent], rows[parent], a, resisted[i], rows[i], end(i));
        } else if (tip[i]) {
            SixRows.addProduct(resisted[i], places[accelerations[parent]], rows[i], end(i));
        } else {
            if (!lastChild[i]) {
                SixRows.copy(places[accelerations[parent]], a, end(i));
            }
            SixRows.addProduct(resisted[i], a, rows[i], end(i));
        }
        if (!tip[i] && only[i] == 0) {
            addAccelerations(bodies, i, a);
            SixRows.addScaled(axis[i], rows[i], a, end(i));
        }
    }

    /**
     * Accelerations of the base by all, then what all bodies accelerate by when it turns: it leaves gravity behind, or, turning
     * faster, adds 2v × χ and ω × χ, see {@link TorqueSensitivity}.
     */
    private void solveBase(BaseFrameMotion bodies) {
        double[][] p = places[forces[0]];
        for (int k = 0; k < turns; k++) {
            unit.setUnit(3 + k);
            force.setZero();
            setChangeByTurn(bodies);
            articulated[0].addProductTo(change, force);
            if (bodies.hasUnturned) {
                bodies.unturned[0].addProductTo(unit, force);
            }
            add(force, p, k);
            force.setZero();
            setChangeByTurning(bodies);
            articulated[0].addProductTo(change, force);
            bodies.coriolis[0].addProductTo(unit, force);
            add(force, p, width + k);
        }
        for (int k = 0; k < 6; k++) {
            Arrays.fill(baseRows[k], 0);
            SixRows.addProduct(baseInverse[k], p, baseRows[k], columns);
        }
        double[][] a = places[accelerations[0]];
        SixRows.copy(baseRows, a, columns);
        for (int k = 0; k < turns; k++) {
            unit.setUnit(3 + k);
            setChangeByTurn(bodies);
            add(change, a, k);
            setChangeByTurning(bodies);
            add(change, a, width + k);
        }
    }

    private void setChangeByTurn(BaseFrameMotion bodies) {
        moment.set(unit.rx, unit.ry, unit.rz);
        moment.setCross(moment, bodies.gravity);
        change.set(moment.x, moment.y, moment.z, 0, 0, 0);
    }

    private void setChangeByTurning(BaseFrameMotion bodies) {
        MotionVector v = bodies.velocity[0];
        change.setCross(v, unit);
        change.lx += v.ly * unit.rz - v.lz * unit.ry;
        change.ly += v.lz * unit.rx - v.lx * unit.rz;
        change.lz += v.lx * unit.ry - v.ly * unit.rx;
    }

    private void copyRow(double[] row, int k, double[] P, double[] V) {
        int at = k * (first + n);
        Arrays.fill(P, at, at + first - turns, 0);
        Arrays.fill(V, at, at + first - turns, 0);
        int to = at + first - turns;
        if (inOrder) {
            System.arraycopy(row, 0, P, to, width);
            System.arraycopy(row, width, V, to, width);
            return;
        }
        System.arraycopy(row, 0, P, to, turns);
        System.arraycopy(row, width, V, to, turns);
        for (int j = 1; j <= n; j++) {
            P[at + first + tree.coordinate[j]] = row[column(j)];
            V[at + first + tree.coordinate[j]] = row[width + column(j)];
        }
    }

    /** Row i of M⁻¹ from its diagonal on, and the column alike. */
    private void copyInverse(int i, double[] T) {
        double[] row = rows[i];
        int k = tree.coordinate[i];
        for (int j = i; j <= n; j++) {
            int other = tree.coordinate[j];
            double entry = row[columns - j];
            T[(first + k) * n + other] = entry;
            T[(first + other) * n + k] = entry;
        }
    }

    /** Overwrites one right side b by the solution M⁻¹b; after {@link #release}. */
    void solve(double[] b) {
        for (double[] onBody : climbing) {
            Arrays.fill(onBody, 0);
        }
        for (int i = n; i >= 1; i--) {
            double[] p = climbing[i];
            double[] onParent = climbing[tree.parent[i]];
            int k = first + tree.coordinate[i];
            // u = b − aᵀp, and p + U u/H is handed on
            b[k] = b[k] * inverseH[i] + dot(felt[i], p);
            setSum(p, b[k], handedOn[i], p);
            setSum(onParent, 1, p, onParent);
        }
        if (first > 0) {
            for (int c = 0; c < 6; c++) {
                single[c] = climbing[0][c] - b[c];
            }
            for (int c = 0; c < 6; c++) {
                b[c] = dot(baseInverse[c], single);
                climbing[0][c] = b[c];
            }
        } else {
            Arrays.fill(climbing[0], 0);
        }
        for (int i = 1; i <= n; i++) {
            double[] a = climbing[tree.parent[i]];
            int k = first + tree.coordinate[i];
            // q̈ = u/H − (U/H)ᵀV̇, and V̇ + a q̈ is handed on
            b[k] += dot(resisted[i], a);
            setSum(a, b[k], axis[i], climbing[i]);
        }
    }

    /** out = x + factor y, of six numbers: a loop takes twice the time. */
    private static void setSum(double[] x, double factor, double[] y, double[] out) {
        out[0] = fma(factor, y[0], x[0]);
        out[1] = fma(factor, y[1], x[1]);
        out[2] = fma(factor, y[2], x[2]);
        out[3] = fma(factor, y[3], x[3]);
        out[4] = fma(factor, y[4], x[4]);
        out[5] = fma(factor, y[5], x[5]);
    }

    private static double dot(double[] a, double[] b) {
        return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) + (a[4] * b[4] + a[5] * b[5]);
    }
}
