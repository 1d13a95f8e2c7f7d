package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Torques of a free-floating robot for a motion of its joints, and the acceleration of the base that the motion causes,
 * [Khalil 89–100].
 *
 * <p>The composite inertia of the whole robot gives the base's acceleration, J₀ᶜ X = β₀ᶜ; with it, the torques are those
 * of inverse dynamics. Cost O(n). One per thread: {@code dynamics.copy()} makes another for another thread.
 */
public final class FloatingInverseDynamics implements FloatingTorqueFunction {
    private final MovingTree tree;
    private final Guard guard;
    private final Posture posture;
    private final InverseDynamics inverse;
    private final MassMatrix masses;
    private final FreeBase freeBase;
    private final BaseMotion motion = new BaseMotion();
    private final ArticulatedInertia total = new ArticulatedInertia();

    /** β₀ᶜ. */
    final Force beta = new Force();

    private final MotionVector start = new MotionVector();
    private final double[] wrench = new double[6];

    public FloatingInverseDynamics(RobotModel model) {
        this(MovingTree.of(FloatingInverseDynamics.class, model));
    }

    private FloatingInverseDynamics(MovingTree tree) {
        this.tree = tree;
        tree.model.requireFloatingBase("FloatingInverseDynamics");
        guard = new Guard(FloatingInverseDynamics.class, tree.model);
        posture = new Posture(tree.model);
        inverse = new InverseDynamics(tree);
        masses = new MassMatrix(tree);
        freeBase = new FreeBase(tree);
    }

    /** The same of the same robot, with nothing computed. */
    @Override
    public FloatingInverseDynamics copy() {
        return new FloatingInverseDynamics(tree);
    }

    @Override
    public void compute(
            BaseMotion base, double[] q, double[] qd, double[] qdd, double[] baseAccelerationOut, double[] tauOut) {
        compute(base, q, qd, qdd, null, baseAccelerationOut, tauOut);
    }

    /**
     * Torques and base acceleration.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @throws SingularInertiaException if the robot has no inertia in some direction
     */
    public void compute(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] tauOut) {
        guard.begin();
        tree.check("q", q);
        check(qd, qdd, wrenches, baseAccelerationOut, tauOut);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        posture.set(q);
        // β₀ᶜ is what the base lacks when it falls freely without turning faster: −(H₁ + A₁₂ q̈)
        motion.set(base);
        freeBase.fall(base, motion);
        inverse.compute(posture, motion, qd, qdd, wrenches, tauOut);
        inverse.jointWrenchInBody(0, wrench);
        beta.set(wrench, -1);

        masses.computeColumns(q);
        Inertia composite = masses.total();
        total.set(composite);
        freeBase.solve(total, beta, base, start, baseAccelerationOut);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);

        motion.accelerationInBase(
                baseAccelerationOut[0],
                baseAccelerationOut[1],
                baseAccelerationOut[2],
                baseAccelerationOut[3],
                baseAccelerationOut[4],
                baseAccelerationOut[5]);
        inverse.compute(posture, motion, qd, qdd, wrenches, tauOut);
        guard.succeed();
    }

    private void check(
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] tauOut) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tauOut", tauOut);
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkDistinct("tauOut", tauOut, "qdd", qdd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qdd", qdd);
        guard.checkDistinct("tauOut", tauOut, "baseAccelerationOut", baseAccelerationOut);
        guard.checkFinite("qd", qd, "qdd", qdd);
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation; nothing holds the base, so that its own is zero to rounding.
     */
    public Wrench jointWrenchInBody(int body) {
        guard.requireResults();
        return inverse.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        inverse.jointWrenchInBody(body, wrenchOut);
    }
}
