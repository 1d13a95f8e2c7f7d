package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Collection;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Of some joints the accelerations are given and the efforts wanted, of the others the efforts are given and the
 * accelerations wanted. With all accelerations given it is inverse dynamics, with none forward dynamics; Khalil's inverse
 * dynamics of robots with elastic joints is the case in between, [Khalil 72–82].
 *
 * <p>Gravity, friction, reflected inertia, gyroscopic rotors and external wrenches count. Rotors of joints whose efforts
 * are given must sit on the joint's parent. Cost O(n). One per thread: {@code dynamics.copy()} makes another for another
 * thread.
 */
public final class HybridDynamics {
    private final MovingTree tree;
    private final Guard guard;

    /** By coordinate. */
    private final boolean[] prescribed;

    /** Null where joints follow others. */
    private final @Nullable ReleasedJoints recursion;

    /** Null where none does. */
    private final @Nullable DenseHybridDynamics dense;

    private boolean hasWrenches;

    /** @param prescribedJoints the joints whose accelerations are given */
    public HybridDynamics(RobotModel model, Collection<String> prescribedJoints) {
        this(MovingTree.of(HybridDynamics.class, model), prescribed(model, prescribedJoints));
    }

    /** @param prescribed by coordinate: whether the joint's acceleration is given */
    private HybridDynamics(MovingTree tree, boolean[] prescribed) {
        this.tree = tree;
        this.prescribed = prescribed;
        guard = new Guard(HybridDynamics.class, tree.model);
        recursion = tree.couplings == null ? new ReleasedJoints(tree, prescribed) : null;
        dense = tree.couplings == null
                ? null
                : new DenseHybridDynamics(
                        tree,
                        IntStream.range(0, prescribed.length)
                                .filter(k -> !prescribed[k])
                                .toArray());
    }

    private static boolean[] prescribed(RobotModel model, Collection<String> joints) {
        boolean[] accelerated = new boolean[model.jointCount()];
        joints.forEach(joint -> accelerated[model.coordinate(joint)] = true);
        return accelerated;
    }

    /** The same of the same robot, with nothing computed. */
    public HybridDynamics copy() {
        return new HybridDynamics(tree, prescribed);
    }

    /**
     * Accelerations and efforts of all joints.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param qdd read where accelerations are given
     * @param tau read where efforts are given
     * @param wrenches what the environment applies; null for nothing
     * @param qddOut all accelerations
     * @param tauOut all efforts
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, tau, qddOut, tauOut);
        hasWrenches = false;
        if (recursion != null) {
            recursion.compute(base, q, qd, qdd, tau, wrenches, qddOut, tauOut);
        } else if (dense != null) {
            dense.compute(base, q, qd, qdd, tau, wrenches, qddOut, tauOut);
        }
        guard.checkResult("qddOut", qddOut);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] tau, double[] qddOut, double[] tauOut) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tau", tau);
        tree.check("qddOut", qddOut);
        tree.check("tauOut", tauOut);
        checkOutput("qddOut", qddOut, q, qd, qdd, tau);
        checkOutput("tauOut", tauOut, q, qd, qdd, tau);
        guard.checkDistinct("tauOut", tauOut, "qddOut", qddOut);
        guard.checkFinite("q", q, "qd", qd);
        for (int k = 0; k < prescribed.length; k++) {
            guard.checkFinite(prescribed[k] ? "qdd" : "tau", prescribed[k] ? qdd : tau, k);
        }
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd, double[] tau) {
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "tau", tau);
    }

    /** Finds what the joints carry under the accelerations of the last computation. */
    public void computeJointWrenches() {
        guard.requireResults();
        guard.checkThread();
        if (recursion != null) {
            recursion.computeJointWrenches();
        }
        hasWrenches = true;
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, after
     * {@link #computeJointWrenches}; for body 0, what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        double[] w = new double[6];
        jointWrenchInBody(body, w);
        return new Wrench(new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5]));
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        if (!hasWrenches) {
            throw new IllegalStateException("call computeJointWrenches before asking for a joint wrench of robot \"%s\""
                    .formatted(tree.model.name()));
        }
        if (recursion != null) {
            recursion.jointWrenchInBody(body, wrenchOut);
        } else if (dense != null) {
            dense.jointWrenchInBody(body, wrenchOut);
        }
    }
}
