package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** What all ways of forward dynamics ask of their callers: arguments, and the order of calls. */
final class ForwardCheck {
    final Guard guard;
    private final MovingTree tree;
    private boolean hasWrenches;

    ForwardCheck(MovingTree tree, Guard guard) {
        this.tree = tree;
        this.guard = guard;
    }

    /** Starts a computation in which the base rests or moves as told; {@link #checkFinite} remains to be done. */
    void begin(
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
    }

    /** Starts a computation in which the base is free; {@link #checkFinite} remains to be done. */
    void beginFloating(
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
    }

    private void check(double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches, double[] qddOut) {
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, "tau", tau);
    }

    void checkFinite(double[] q, double[] qd, double[] tau) {
        guard.checkFinite("q", q, "qd", qd, "tau", tau);
    }

    /** Ends a computation: accelerations are there. */
    void succeed(double[] qddOut) {
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    /** Starts the search for joint wrenches; false if they are there already. */
    boolean beginWrenches() {
        guard.requireResults();
        guard.checkThread();
        return !hasWrenches;
    }

    void succeedWithWrenches() {
        hasWrenches = true;
    }

    void requireWrenches() {
        guard.requireResults();
        if (!hasWrenches) {
            throw new IllegalStateException("call computeJointWrenches before asking for a joint wrench of robot \"%s\""
                    .formatted(tree.model.name()));
        }
    }
}
