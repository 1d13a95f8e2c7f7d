package dev.catena.dynamics;

import static dev.catena.algebra.Fused.fma;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Cholesky;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Spin;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** Where the accelerations start: at a base whose acceleration is prescribed, or follows from J₀ X = β₀. */
final class FreeBase {
    /** A pivot below this part of the robot's mass or inertia counts as rounding. */
    private static final double SINGULAR = 1e-12;

    private final MovingTree tree;
    private final double[] matrix = new double[36];
    private final double[] vector = new double[6];
    private final double[] inverse = new double[6];
    private final Vector gravity = new Vector();
    private final Spin spin = new Spin();
    private final MotionVector start = new MotionVector();

    FreeBase(MovingTree tree) {
        this.tree = tree;
    }

    /** V̇₀ = (acceleration − g, ω̇₀) in base axes. */
    void prescribe(@Nullable BaseMotion base, MotionVector out) {
        if (base == null) {
            out.set(-tree.gravityInWorld.x, -tree.gravityInWorld.y, -tree.gravityInWorld.z, 0, 0, 0);
        } else {
            MovingBase b = MovingBase.of(base);
            gravity.setFromParent(b.worldFromBase, tree.gravityInWorld);
            out.set(b.linearAcceleration, b.angularAcceleration);
            out.lx -= gravity.x;
            out.ly -= gravity.y;
            out.lz -= gravity.z;
        }
    }

    /** The same as a motion, with ω₀. */
    void prescribe(@Nullable BaseMotion base, BodyMotion out) {
        prescribe(base, start);
        spin.set(0, 0, 0);
        if (base != null) {
            spin.set(MovingBase.of(base).angularVelocity);
        }
        out.set(spin, start);
    }

    /** A motion with ω₀ that does not accelerate but as gravity makes it. */
    void drift(BaseMotion base, BodyMotion out) {
        start.setZero();
        spin.set(MovingBase.of(base).angularVelocity);
        out.set(spin, start);
    }

    /**
     * J₀ X = β₀ with X = V̇₀ − (g, 0), [Khalil 97], [Khalil 109].
     *
     * @param out X, with which the recursion goes on
     * @param baseAccelerationOut the base's true acceleration, gravity added back
     */
    void solve(
            ArticulatedInertia inertia, Force beta, BaseMotion base, MotionVector out, double[] baseAccelerationOut) {
        factor(inertia);
        beta.copyTo(vector);
        Cholesky.solve(matrix, 6, vector);
        out.set(vector[0], vector[1], vector[2], vector[3], vector[4], vector[5]);
        gravity.setFromParent(MovingBase.of(base).worldFromBase, tree.gravityInWorld);
        out.copyTo(baseAccelerationOut);
        baseAccelerationOut[0] += gravity.x;
        baseAccelerationOut[1] += gravity.y;
        baseAccelerationOut[2] += gravity.z;
    }

    /** J₀ = L Lᵀ, for what follows. */
    void factor(ArticulatedInertia inertia) {
        inertia.copyTo(matrix);
        if (Cholesky.factor(matrix, 6) >= 0 || !hasInertia()) {
            throw SingularInertiaException.ofBase(tree.model, inertia.axx + inertia.czz);
        }
    }

    /** The same J₀ once more, for another right-hand side. */
    void solveAgain(Force beta, double[] out) {
        beta.copyTo(out);
        Cholesky.solve(matrix, 6, out);
    }

    /**
     * L⁻¹ β for the same J₀ = L Lᵀ: its product with another such is that of both with J₀⁻¹.
     *
     * @param at where its first number is to be
     * @param stride from a number to the next
     */
    void halve(Force beta, double[] out, int at, int stride) {
        double[] L = matrix;
        double y0 = beta.fx * inverse[0];
        double y1 = fma(-L[6], y0, beta.fy) * inverse[1];
        double y2 = fma(-L[13], y1, fma(-L[12], y0, beta.fz)) * inverse[2];
        double y3 = fma(-L[20], y2, fma(-L[19], y1, fma(-L[18], y0, beta.nx))) * inverse[3];
        double y4 = fma(-L[27], y3, fma(-L[26], y2, fma(-L[25], y1, fma(-L[24], y0, beta.ny)))) * inverse[4];
        double y5 = fma(-L[34], y4, fma(-L[33], y3, fma(-L[32], y2, fma(-L[31], y1, fma(-L[30], y0, beta.nz)))));
        out[at] = y0;
        out[at + stride] = y1;
        out[at + 2 * stride] = y2;
        out[at + 3 * stride] = y3;
        out[at + 4 * stride] = y4;
        out[at + 5 * stride] = y5 * inverse[5];
    }

    /** 1/Lᵢᵢ, before {@link #halve}. */
    void invertPivots() {
        for (int i = 0; i < 6; i++) {
            inverse[i] = 1 / matrix[7 * i];
        }
    }

    /** L⁻ᵀ x, in its place. */
    void complete(double[] x) {
        for (int i = 5; i >= 0; i--) {
            double sum = x[i];
            for (int k = i + 1; k < 6; k++) {
                sum -= matrix[6 * k + i] * x[k];
            }
            x[i] = sum * inverse[i];
        }
    }

    /** Whether the pivots are more than the rounding of what the joints move; a diagonal entry can be all rounding. */
    private boolean hasInertia() {
        Inertia whole = tree.inertiaBeyondAtZero[0];
        for (int k = 0; k < 6; k++) {
            double root = matrix[7 * k];
            double scale = k < 3 ? whole.mass : whole.jxx + whole.jyy + whole.jzz;
            if (!(root * root > SINGULAR * scale)) {
                return false;
            }
        }
        return true;
    }

    /** Gives a motion the acceleration of free fall. */
    void fall(BaseMotion base, BaseMotion out) {
        gravity.setFromParent(MovingBase.of(base).worldFromBase, tree.gravityInWorld);
        out.accelerationInBase(gravity.x, gravity.y, gravity.z, 0, 0, 0);
    }
}
