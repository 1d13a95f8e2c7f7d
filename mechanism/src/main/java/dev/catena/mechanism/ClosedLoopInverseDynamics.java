package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The efforts of the actuators of a robot with closed loops, Γ_c = Gᵀ Γ_tr, [Khalil 55], and what its cut joints carry.
 * Γ_tr is the inverse dynamics of the tree in the motion that the loops enforce, with friction and drives of passive
 * joints. Where more joints are driven than the mechanism has freedoms, Γ_c has the least norm.
 *
 * <p>Positions, velocities and accelerations are those of the independent joints; efforts those of the active joints,
 * both in the order in which the model names them. Nothing is allocated after construction. Owned by one thread.
 */
public final class ClosedLoopInverseDynamics {
    private final RobotModel model;
    private final LoopKinematics kinematics;
    private final InverseDynamics tree;
    private final ActuatorShare share;
    private final double[] treeEfforts;
    private final double[] ofIndependent;
    private final double[] unbalanced;
    private final double[] multipliers;

    public ClosedLoopInverseDynamics(RobotModel model) {
        requireSupported(model);
        this.model = model;
        kinematics = new LoopKinematics(model);
        tree = new InverseDynamics(model);
        share = new ActuatorShare(model, kinematics);
        treeEfforts = new double[kinematics.n];
        unbalanced = new double[kinematics.n];
        ofIndependent = new double[kinematics.count];
        multipliers = new double[kinematics.closure.equations.rows];
        Arrays.fill(multipliers, Double.NaN);
    }

    /** Closed loops are computed on a fixed base and with rigid drives. */
    static void requireSupported(RobotModel model) {
        if (model.baseKind() == BaseKind.FLOATING) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops and a floating base, but closed loops are computed on a fixed base only"
                            .formatted(model.name()));
        }
        if (!model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops and an elastic drive at joint \"%s\", but closed loops are computed with rigid drives only"
                            .formatted(
                                    model.name(), model.elasticJoints().get(0).name()));
        }
    }

    /** Efforts for a motion of the independent joints; NaN unless the loops close. */
    public LoopStatus compute(double[] q, double[] qd, double[] qdd, double[] effortsOut) {
        return compute(q, qd, qdd, null, effortsOut);
    }

    /** As above, under external wrenches; null for none. */
    public LoopStatus compute(
            double[] q, double[] qd, double[] qdd, @Nullable ExternalWrenches wrenches, double[] effortsOut) {
        if (effortsOut.length != share.active.length) {
            throw new IllegalArgumentException("effortsOut has length %s, but robot \"%s\" has %s active joints"
                    .formatted(effortsOut.length, model.name(), share.active.length));
        }
        LoopStatus status = kinematics.close(q);
        if (!status.isClosed()) {
            Arrays.fill(effortsOut, Double.NaN);
            Arrays.fill(multipliers, Double.NaN);
            return status;
        }
        kinematics.move(qd);
        kinematics.accelerate(qdd);
        tree.compute(null, kinematics.closure.q, kinematics.qd, kinematics.qdd, wrenches, treeEfforts);

        // Γ_c = Gᵀ Γ_tr, [Khalil 55]
        kinematics.transposeTimes(treeEfforts, ofIndependent);
        share.share(ofIndependent, effortsOut);
        System.arraycopy(treeEfforts, 0, unbalanced, 0, unbalanced.length);
        for (int a = 0; a < effortsOut.length; a++) {
            unbalanced[share.active[a]] -= effortsOut[a];
        }
        return status;
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }

    /** Γ_tr: what the joints of the open tree would need for the same motion. */
    public void treeEfforts(double[] effortsOut) {
        kinematics.require(2);
        if (effortsOut.length != treeEfforts.length) {
            throw new IllegalArgumentException("effortsOut has length %s, but robot \"%s\" has %s moving joints"
                    .formatted(effortsOut.length, model.name(), treeEfforts.length));
        }
        System.arraycopy(treeEfforts, 0, effortsOut, 0, effortsOut.length);
    }

    /**
     * Finds what the cut joints carry in the motion of the last computation: multipliers with Γ_tr = Γ_c + Jᵀ λ. Where
     * constraints are redundant, as in planar loops, the motion does not determine all of them; then λ has the least
     * norm, forces counted times a length of the robot beside moments.
     */
    public void computeCutWrenches() {
        kinematics.require(2);
        kinematics.closure.solveMultipliers(unbalanced, multipliers);
    }

    /**
     * What the first body of a cut joint exerts on the second, after {@link #computeCutWrenches}: force and moment about
     * the origin of the joint's frame on the second body, in the axes of that frame.
     */
    public void cutWrench(int cut, double[] wrenchOut) {
        CutConstraint constraint = kinematics.cut(cut);
        if (wrenchOut.length != 6) {
            throw new IllegalArgumentException("wrenchOut has length %s, but needs 6".formatted(wrenchOut.length));
        }
        constraint.wrench(kinematics.closure.equations.length, multipliers, wrenchOut);
    }

    /**
     * Efforts of the active joints that cancel each other in the pose of the last computation, orthonormal, one per row:
     * multiples of them may be added to any efforts. Empty where there are as many active joints as freedoms.
     */
    public double[][] nullSpace() {
        kinematics.require(0);
        return share.nullSpace();
    }
}
