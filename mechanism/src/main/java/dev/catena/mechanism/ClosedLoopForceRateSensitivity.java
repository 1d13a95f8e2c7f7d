package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The derivatives of γ̇ by q_a, q̇_a, q̈_a and q⃛_a, where γ = Gᵀ Γ_tr are the efforts of the independent joints of a robot with
 * closed loops, on a base at rest or one that moves as told. Exact: of γ̇ = Gᵀ Γ̇_tr + Ġᵀ Γ_tr by the chain rule, from
 * {@link ForceRateSensitivity} and {@link TorqueSensitivity} of the tree.
 *
 * <p>Wrenches and the motion of the base are functions of time. Of friction, the smooth form is differentiated. Nothing is
 * allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopForceRateSensitivity {
    private static final String[] NAMES = {"byPositionOut", "byVelocityOut", "byAccelerationOut", "byJerkOut"};

    private final RobotModel model;
    private final Guard guard;
    private final VariedLoops loops;
    private final ForceRate tree;
    private final TorqueSensitivity torques;
    private final ForceRateSensitivity rates;
    private final EffortTerm ofRates;
    private final EffortTerm ofEfforts;
    private final double[] treeEfforts;
    private final double[] treeRates;
    private final double[][] out = new double[4][];

    public ClosedLoopForceRateSensitivity(RobotModel model) {
        ClosedLoopInverseDynamics.requireRigid(model);
        this.model = model;
        guard = new Guard(ClosedLoopForceRateSensitivity.class, model);
        RobotModel open = model.openTree();
        loops = new VariedLoops(model, 3, 0, 0);
        tree = new ForceRate(open);
        torques = new TorqueSensitivity(open);
        rates = new ForceRateSensitivity(open);
        ofRates = new EffortTerm(loops, 0, 4, loops.n, false);
        ofEfforts = new EffortTerm(loops, 1, 3, loops.n, false);
        treeEfforts = new double[loops.n];
        treeRates = new double[loops.n];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ClosedLoopForceRateSensitivity copy() {
        return new ClosedLoopForceRateSensitivity(model);
    }

    /**
     * The four matrices, row-major, a row and a column for every independent joint, for a robot that nothing touches, its base
     * at rest.
     *
     * @throws LoopException where the loops do not close
     */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut,
            double[] byJerkOut) {
        compute(null, q, qd, qdd, qddd, null, byPositionOut, byVelocityOut, byAccelerationOut, byJerkOut);
    }

    /**
     * The four matrices.
     *
     * @param base how the base moves, jerk included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with rates, as functions of time; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut,
            double[] byJerkOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check("q", q, "qd", qd);
        check("qdd", qdd, "qddd", qddd);
        out[0] = byPositionOut;
        out[1] = byVelocityOut;
        out[2] = byAccelerationOut;
        out[3] = byJerkOut;
        checkOutputs(q, qd, qdd, qddd);
        loops.set(0, q);
        loops.set(1, qd);
        loops.set(2, qdd);
        loops.set(3, qddd);
        loops.move(0, guard);
        double[][] x = loops.tree;
        tree.compute(base, x[0], x[1], x[2], x[3], wrenches, treeEfforts, treeRates);
        double[][] P = ofEfforts.firstOfTree;
        torques.compute(base, x[0], x[1], x[2], wrenches, List.of(), P[0], P[1], P[2]);
        double[][] R = ofRates.firstOfTree;
        rates.compute(base, x[0], x[1], x[2], x[3], wrenches, R[0], R[1], R[2], R[3]);
        ofRates.embed(treeRates, 0);
        ofEfforts.embed(treeEfforts, 0);
        for (double[] matrix : out) {
            Arrays.fill(matrix, 0);
        }
        ofRates.addFirst(out);
        ofEfforts.addFirst(out);
        for (int order = 0; order < 4; order++) {
            guard.checkResult(NAMES[order], out[order]);
        }
        guard.succeed();
    }

    private void check(String firstName, double[] first, String secondName, double[] second) {
        guard.checkLength(firstName, first, loops.count);
        guard.checkLength(secondName, second, loops.count);
        guard.checkFinite(firstName, first, secondName, second);
    }

    private void checkOutputs(double[] q, double[] qd, double[] qdd, double[] qddd) {
        for (int order = 0; order < 4; order++) {
            String name = NAMES[order];
            double[] matrix = out[order];
            guard.checkLength(name, matrix, loops.count * loops.count);
            guard.checkDistinct(name, matrix, "q", q);
            guard.checkDistinct(name, matrix, "qd", qd);
            guard.checkDistinct(name, matrix, "qdd", qdd);
            guard.checkDistinct(name, matrix, "qddd", qddd);
            for (int other = 0; other < order; other++) {
                guard.checkDistinct(name, matrix, NAMES[other], out[other]);
            }
        }
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return loops.kinematics;
    }
}
