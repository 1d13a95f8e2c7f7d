package dev.catena.dynamics;

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
 * e = aᵀχ at each joint and goes on as χ − U e/H; then Λ is Σ e eᵀ/H over the joints, and χ₀ᵀ J₀*⁻¹ χ₀ of a base that floats.
 * Cost O(n) beside forward dynamics for each column, O(n c²) for Λ.
 */
final class ArticulatedColumns implements ResponseColumns {
    private final MovingTree tree;
    private final int columns;
    private final ArticulatedForwardDynamics dynamics;
    private final ArticulatedBodies bodies;

    /** By moving body and column: e. */
    private final double[] left;

    /** The moving bodies that a column has reached, and how many; the first column that did, and behind the last. */
    private final int[] reached;

    private int count;
    private final int[] first;
    private final int[] end;

    /** By column: χ₀, and L⁻¹ χ₀ with J₀* = L Lᵀ. */
    private final Force[] atBase;

    private final double[] ofBase;
    private final double[] weighted;
    private final MotionVector[] added;
    private boolean floating;

    /** Whether L⁻¹ χ₀ belongs to the columns as they are. */
    private boolean baseIsSolved;

    // by moving body, as far as asked for: its velocity, and gravity, in its axes
    private final MotionVector[] velocity;
    private final MotionVector[] gravity;
    private final boolean[] isMoved;
    private final double[] rates;
    private final Vector onGround = new Vector();

    ArticulatedColumns(MovingTree tree, int columns) {
        this.tree = tree;
        this.columns = columns;
        dynamics = new ArticulatedForwardDynamics(tree, new Guard(ArticulatedForwardDynamics.class, tree.model));
        bodies = dynamics.bodies();
        int size = tree.n + 1;
        left = new double[size * columns];
        reached = new int[size];
        first = new int[size];
        end = new int[size];
        weighted = new double[size];
        atBase = Force.array(columns);
        ofBase = new double[6 * columns];
        added = MotionVector.array(size);
        velocity = MotionVector.array(size);
        gravity = MotionVector.array(size);
        isMoved = new boolean[size];
        rates = new double[tree.size];
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
        floating = false;
        begin(base, qd);
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
        floating = true;
        dynamics.freeBase().invertPivots();
        begin(base, qd);
    }

    private void begin(@Nullable BaseMotion base, double[] qd) {
        baseIsSolved = false;
        Arrays.fill(isMoved, false);
        System.arraycopy(qd, 0, rates, 0, rates.length);
        onGround.set(tree.gravityInWorld);
        velocity[0].setZero();
        if (base != null) {
            MovingBase moving = MovingBase.of(base);
            onGround.setFromParent(moving.worldFromBase, tree.gravityInWorld);
            velocity[0].set(moving.linearVelocity, moving.angularVelocity);
        }
        gravity[0].set(onGround.x, onGround.y, onGround.z, 0, 0, 0);
        isMoved[0] = true;
    }

    @Override
    public boolean velocityRate(int movingBody, Placement jointFromBody, double[] rateOut) {
        move(movingBody);
        BodyMotion m = bodies.motion[movingBody];
        MotionVector more = bodies.acceleration[movingBody];
        MotionVector v = velocity[movingBody];
        MotionVector g = gravity[movingBody];
        Placement B = jointFromBody;
        double gx = m.gx + more.rx;
        double gy = m.gy + more.ry;
        double gz = m.gz + more.rz;
        // a − ω × v + γ × p
        double ax = m.ax + more.lx + g.lx - (v.ry * v.lz - v.rz * v.ly) + (gy * B.pz - gz * B.py);
        double ay = m.ay + more.ly + g.ly - (v.rz * v.lx - v.rx * v.lz) + (gz * B.px - gx * B.pz);
        double az = m.az + more.lz + g.lz - (v.rx * v.ly - v.ry * v.lx) + (gx * B.py - gy * B.px);
        rateOut[0] = B.xx * ax + B.yx * ay + B.zx * az;
        rateOut[1] = B.xy * ax + B.yy * ay + B.zy * az;
        rateOut[2] = B.xz * ax + B.yz * ay + B.zz * az;
        rateOut[3] = B.xx * gx + B.yx * gy + B.zx * gz;
        rateOut[4] = B.xy * gx + B.yy * gy + B.zy * gz;
        rateOut[5] = B.xz * gx + B.yz * gy + B.zz * gz;
        return true;
    }

    /** Velocity and gravity of a body and of all that carry it. */
    private void move(int i) {
        if (isMoved[i]) {
            return;
        }
        int parent = tree.parent[i];
        move(parent);
        velocity[i].setFromParent(bodies.X[i], velocity[parent]);
        velocity[i].addAlongAxis(tree.revolute[i], rates[tree.coordinate[i]]);
        gravity[i].setFromParent(bodies.X[i], gravity[parent]);
        isMoved[i] = true;
    }

    @Override
    public void clear() {
        for (int k = 0; k < count; k++) {
            int j = reached[k];
            Arrays.fill(left, j * columns + first[j], j * columns + end[j], 0);
            first[j] = 0;
            end[j] = 0;
        }
        count = 0;
        for (Force force : atBase) {
            force.setZero();
        }
        baseIsSolved = false;
    }

    @Override
    public void add(int column, int some, int movingBody, Force[] climbing) {
        for (int j = movingBody; j > 0; j = tree.parent[j]) {
            reach(j, column, column + some);
            boolean turns = tree.revolute[j];
            JointPlacement X = bodies.X[j];
            Force U = bodies.U[j];
            double inverse = bodies.inverseH[j];
            int at = j * columns + column;
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

    private void reach(int j, int from, int to) {
        if (end[j] == 0) {
            reached[count++] = j;
            first[j] = from;
            end[j] = to;
        } else {
            first[j] = Math.min(first[j], from);
            end[j] = Math.max(end[j], to);
        }
    }

    @Override
    public void delassus(double[] matrixOut) {
        solveBase();
        setOfBase(matrixOut);
        for (int k = 0; k < count; k++) {
            int j = reached[k];
            addSquare(j * columns, first[j], end[j], bodies.inverseH[j], matrixOut);
        }
        for (int c = 0; c < columns; c++) {
            for (int d = 0; d < c; d++) {
                matrixOut[d * columns + c] = matrixOut[c * columns + d];
            }
        }
    }

    /** χ₀ᵀ J₀*⁻¹ χ₀ in the lower triangle. */
    private void setOfBase(double[] out) {
        if (!floating) {
            Arrays.fill(out, 0);
            return;
        }
        double[] y = ofBase;
        for (int c = 0; c < columns; c++) {
            int i = 6 * c;
            double y0 = y[i];
            double y1 = y[i + 1];
            double y2 = y[i + 2];
            double y3 = y[i + 3];
            double y4 = y[i + 4];
            double y5 = y[i + 5];
            for (int d = 0; d <= c; d++) {
                int j = 6 * d;
                out[c * columns + d] =
                        (y0 * y[j] + y1 * y[j + 1] + y2 * y[j + 2]) + (y3 * y[j + 3] + y4 * y[j + 4] + y5 * y[j + 5]);
            }
        }
    }

    /** Adds factor · e eᵀ to the lower triangle, e what some columns leave at a joint. */
    private void addSquare(int at, int from, int to, double factor, double[] out) {
        for (int c = from; c < to; c++) {
            double weight = factor * left[at + c];
            if (weight != 0) {
                int row = c * columns;
                for (int d = from; d <= c; d++) {
                    out[row + d] += weight * left[at + d];
                }
            }
        }
    }

    /** L⁻¹ χ₀ of all columns, one after the other. */
    private void solveBase() {
        if (floating && !baseIsSolved) {
            for (int c = 0; c < columns; c++) {
                dynamics.freeBase().halve(atBase[c], ofBase, 6 * c);
            }
            baseIsSolved = true;
        }
    }

    @Override
    public void respond(double[] lambda, double[] baseOut, double[] jointsOut) {
        solveBase();
        Arrays.fill(baseOut, 0);
        if (floating) {
            for (int c = 0; c < columns; c++) {
                for (int axis = 0; axis < 6; axis++) {
                    baseOut[axis] += lambda[c] * ofBase[6 * c + axis];
                }
            }
            dynamics.freeBase().complete(baseOut);
        }
        Arrays.fill(weighted, 0);
        for (int k = 0; k < count; k++) {
            int j = reached[k];
            double sum = 0;
            for (int c = first[j]; c < end[j]; c++) {
                sum += left[j * columns + c] * lambda[c];
            }
            weighted[j] = sum;
        }
        added[0].set(baseOut[0], baseOut[1], baseOut[2], baseOut[3], baseOut[4], baseOut[5]);
        for (int i = 1; i <= tree.n; i++) {
            JointPlacement X = bodies.X[i];
            MotionVector v = added[i];
            v.setFromParent(X, added[tree.parent[i]]);
            double qdd = v.leftOf(weighted[i], bodies.U[i]) * bodies.inverseH[i];
            jointsOut[tree.coordinate[i]] = qdd;
            v.addAlongAxis(tree.revolute[i], qdd);
        }
    }
}
