package dev.catena.dynamics;

import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * Torques of a free-floating robot and their time derivatives, for a motion of its joints whose jerk is known; with them
 * the acceleration and the jerk of the base that the motion causes. [Khalil 89–100] differentiated along the motion.
 *
 * <p>Nothing holds the base, so f₀ = 0 gives its acceleration and ḟ₀ = 0 its jerk Y, both by the composite inertia J₀ᶜ:
 * the highest derivative of the base's motion enters every body rigidly. What Y adds to the rate of a torque is the
 * momentum of the robot at unit velocity of the joint, times Y. Cost O(n). One per thread: {@code rate.copy()} makes
 * another for another thread.
 */
public final class FloatingForceRate {
    private final MovingTree tree;
    private final Guard guard;
    private final Posture posture;
    private final InverseDynamics inverse;
    private final ForceRate rates;
    private final MassMatrix masses;
    private final FreeBase freeBase;
    private final BaseMotion motion = new BaseMotion();
    private final ArticulatedInertia total = new ArticulatedInertia();
    private final Force beta = new Force();
    private final MotionVector start = new MotionVector();
    private final double[] six = new double[6];
    private final double[] jerk = new double[6];
    private final double[] scratch;
    private final double[] rateScratch;

    // the last motion, for wrenches in joints
    private final double[] lastQd;
    private final double[] lastQdd;
    private final double[] lastQddd;
    private boolean hasWrenches;

    public FloatingForceRate(RobotModel model) {
        this(MovingTree.of(FloatingForceRate.class, model));
    }

    private FloatingForceRate(MovingTree tree) {
        this.tree = tree;
        tree.model.requireFloatingBase("FloatingForceRate");
        guard = new Guard(FloatingForceRate.class, tree.model);
        posture = new Posture(tree.model);
        inverse = new InverseDynamics(tree);
        rates = new ForceRate(tree.model);
        masses = new MassMatrix(tree);
        freeBase = new FreeBase(tree);
        scratch = new double[tree.coordinates];
        rateScratch = new double[tree.coordinates];
        lastQd = new double[tree.coordinates];
        lastQdd = new double[tree.coordinates];
        lastQddd = new double[tree.coordinates];
    }

    /** The same of the same robot, with nothing computed. */
    public FloatingForceRate copy() {
        return new FloatingForceRate(tree);
    }

    /**
     * Torques, their rates, and how the base moves.
     *
     * @param base pose and velocity of the base; its acceleration and jerk are not read
     * @param wrenches what the environment applies, rates included; null for nothing
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @param baseJerkOut their inertial derivatives, in base axes
     * @throws SingularInertiaException if the robot has no inertia in some direction
     */
    public void compute(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] baseJerkOut,
            double[] tauOut,
            double[] tauRateOut) {
        guard.begin();
        hasWrenches = false;
        check(q, qd, qdd, qddd, wrenches);
        checkOutputs(q, qd, qdd, qddd, baseAccelerationOut, baseJerkOut, tauOut, tauRateOut);
        posture.set(q);

        // β₀ᶜ is what the base lacks when it falls freely without turning faster: −(H₁ + A₁₂ q̈)
        motion.set(base);
        motion.jerkInBase(Vector3.ZERO, Vector3.ZERO);
        freeBase.fall(base, motion);
        inverse.compute(posture, motion, qd, qdd, wrenches, scratch);
        inverse.jointWrenchInBody(0, six);
        beta.set(six, -1);
        masses.computeColumns(q);
        total.set(masses.total());
        freeBase.solve(total, beta, base, start, six);
        motion.accelerationInBase(six[0], six[1], six[2], six[3], six[4], six[5]);
        System.arraycopy(six, 0, baseAccelerationOut, 0, 6);

        // J₀ᶜ Y = −ḟ₀, where ḟ₀ is the rate for a base without jerk; f₀ = 0, so that all rates of it are the same
        rates.compute(posture, motion, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
        rates.jointWrenchRateInBody(0, six);
        beta.set(six, -1);
        freeBase.solveAgain(beta, jerk);
        System.arraycopy(jerk, 0, baseJerkOut, 0, 6);
        addJerk(tauRateOut);
        keep(qd, qdd, qddd);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.checkResult("baseJerkOut", baseJerkOut);
        guard.checkResult("tauRateOut", tauRateOut);
        guard.succeed();
    }

    /** τ̇ += (momentum at unit rate of the joint, rotors included)·Y: Jⱼᶜ aⱼ seen from the base. */
    private void addJerk(double[] tauRateOut) {
        for (int i = 1; i <= tree.n; i++) {
            masses.momentumOfJoint(i, six);
            double sum = 0;
            for (int k = 0; k < 6; k++) {
                sum += six[k] * jerk[k];
            }
            tauRateOut[tree.leader(i)] += tree.factor(i) * sum;
        }
    }

    private void keep(double[] qd, double[] qdd, double[] qddd) {
        System.arraycopy(qd, 0, lastQd, 0, qd.length);
        System.arraycopy(qdd, 0, lastQdd, 0, qdd.length);
        System.arraycopy(qddd, 0, lastQddd, 0, qddd.length);
    }

    /**
     * Finds the rates of what the joints carry in the motion of the last computation: once more the force rates, with the
     * base's jerk.
     *
     * @param wrenches those of the last computation
     */
    public void computeJointWrenchRates(@Nullable ExternalWrenches wrenches) {
        guard.requireResults();
        guard.checkThread();
        hasWrenches = false;
        motion.jerkInBase(new Vector3(jerk[0], jerk[1], jerk[2]), new Vector3(jerk[3], jerk[4], jerk[5]));
        rates.compute(posture, motion, lastQd, lastQdd, lastQddd, wrenches, scratch, rateScratch);
        hasWrenches = true;
    }

    /** The rate of the components of what the parent exerts on a body, after {@link #computeJointWrenchRates}. */
    public Wrench jointWrenchRateInBody(int body) {
        guard.requireResults();
        if (!hasWrenches) {
            throw new IllegalStateException(
                    "call computeJointWrenchRates before asking for the rate of a joint wrench of robot \"%s\""
                            .formatted(tree.model.name()));
        }
        return rates.jointWrenchRateInBody(body);
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] qddd, @Nullable ExternalWrenches wrenches) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("qddd", qddd);
        guard.checkFinite("q", q);
        guard.checkFinite("qd", qd, "qdd", qdd, "qddd", qddd);
    }

    private void checkOutputs(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] baseAccelerationOut,
            double[] baseJerkOut,
            double[] tauOut,
            double[] tauRateOut) {
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkLength("baseJerkOut", baseJerkOut, 6);
        tree.check("tauOut", tauOut);
        tree.check("tauRateOut", tauRateOut);
        checkOutput("baseAccelerationOut", baseAccelerationOut, q, qd, qdd, qddd);
        checkOutput("baseJerkOut", baseJerkOut, q, qd, qdd, qddd);
        checkOutput("tauOut", tauOut, q, qd, qdd, qddd);
        checkOutput("tauRateOut", tauRateOut, q, qd, qdd, qddd);
        guard.checkDistinct("baseJerkOut", baseJerkOut, "baseAccelerationOut", baseAccelerationOut);
        guard.checkDistinct("tauOut", tauOut, "baseAccelerationOut", baseAccelerationOut);
        guard.checkDistinct("tauOut", tauOut, "baseJerkOut", baseJerkOut);
        guard.checkDistinct("tauRateOut", tauRateOut, "baseAccelerationOut", baseAccelerationOut);
        guard.checkDistinct("tauRateOut", tauRateOut, "baseJerkOut", baseJerkOut);
        guard.checkDistinct("tauRateOut", tauRateOut, "tauOut", tauOut);
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd, double[] qddd) {
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "qddd", qddd);
    }
}
