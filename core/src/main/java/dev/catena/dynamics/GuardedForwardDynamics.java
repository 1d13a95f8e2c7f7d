package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** What all ways of forward dynamics ask of their callers: arguments, and the order of calls. */
abstract class GuardedForwardDynamics implements ForwardDynamics {
    final MovingTree tree;
    final Guard guard;
    private boolean hasWrenches;

    GuardedForwardDynamics(MovingTree tree, Guard guard) {
        this.tree = tree;
        this.guard = guard;
    }

    /** Accelerations on a base that rests or moves as told; what is finite remains to be checked before anything is written. */
    abstract void solve(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut);

    /** The same with a base that is free. */
    abstract void solveFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut);

    /** Finds what the joints carry under the accelerations that were found. */
    abstract void balance();

    /** What {@link #balance} found. */
    abstract void readWrench(int body, double[] wrenchOut);

    @Override
    public final void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        hasWrenches = false;
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, tau, wrenches, qddOut);
        solve(base, q, qd, tau, wrenches, qddOut);
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    @Override
    public final void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        hasWrenches = false;
        guard.checkFloatingBase();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tau", tau);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
        check(q, qd, tau, wrenches, qddOut);
        solveFloating(base, q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    final void check(double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("tau", tau);
    }

    private void check(double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches, double[] qddOut) {
        check(q, qd, tau, wrenches);
        tree.check("qddOut", qddOut);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, "tau", tau);
    }

    @Override
    public final void computeJointWrenches() {
        guard.requireResults();
        guard.checkThread();
        if (!hasWrenches) {
            balance();
            hasWrenches = true;
        }
    }

    @Override
    public final Wrench jointWrenchInBody(int body) {
        double[] w = new double[6];
        jointWrenchInBody(body, w);
        return new Wrench(new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5]));
    }

    @Override
    public final void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        if (!hasWrenches) {
            throw new IllegalStateException("call computeJointWrenches before asking for a joint wrench of robot \"%s\""
                    .formatted(tree.model.name()));
        }
        readWrench(body, wrenchOut);
    }
}
