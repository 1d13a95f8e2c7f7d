package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.continuation.RankRevealingQr;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The motor torques that a motion [q_a; θ] of independent joints and of motors behind springs needs in a robot with closed
 * loops, [Khalil 55] with [Hua 28–29]: an elastic joint has τ = (what its motor takes) + K (θ − q), and rigid ones share what the
 * springs leave of Gᵀ Γ_tr.
 *
 * <p>θ and q are given independently. {@link #missing} tells what joints behind springs lack for that motion; it vanishes on
 * possible ones, such as those of {@link ElasticLoopFeedForward}. Torques are by active joint. Nothing is allocated after
 * construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopInverseDynamics {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final InverseDynamics tree;
    private final RankRevealingQr qr;

    /** Places of the active joints that are rigid. */
    private final int[] rigid;

    private final double[][] given;
    private final double[][] treeMotion;
    private final double[] rows;
    private final double[] joints;
    private final double[] missing;
    private final double[] efforts;
    private int revision;

    public ElasticLoopInverseDynamics(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopInverseDynamics");
        guard = new Guard(ElasticLoopInverseDynamics.class, model);
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        tree = InverseDynamics.withFreeMotors(model.openTree());
        rigid = IntStream.range(0, motors.active.length)
                .filter(a -> motors.motorOfActive[a] < 0)
                .toArray();
        qr = new RankRevealingQr(Math.max(1, rigid.length), motors.count);
        given = new double[3][motors.count];
        treeMotion = new double[3][motors.n + motors.motors];
        rows = new double[motors.n + motors.motors];
        joints = new double[motors.n];
        missing = new double[motors.count];
        efforts = new double[Math.max(1, rigid.length)];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopInverseDynamics copy() {
        return new ElasticLoopInverseDynamics(model);
    }

    /**
     * Torques for a motion of independent joints and motors, the base at rest and nothing touching the robot.
     *
     * @param q [q_a; θ], likewise qd and qdd
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        compute(null, q, qd, qdd, null, tauOut);
    }

    /**
     * As above under external wrenches, on a base that moves as told.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, qdd, tauOut);
        split(q, 0);
        split(qd, 1);
        split(qdd, 2);
        if (!kinematics.close(given[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(given[1]);
        kinematics.accelerate(given[2]);
        System.arraycopy(kinematics.closure.q, 0, treeMotion[0], 0, motors.n);
        System.arraycopy(kinematics.qd, 0, treeMotion[1], 0, motors.n);
        System.arraycopy(kinematics.qdd, 0, treeMotion[2], 0, motors.n);
        tree.compute(base, treeMotion[0], treeMotion[1], treeMotion[2], wrenches, rows);
        System.arraycopy(rows, 0, joints, 0, motors.n);
        friction.addTo(kinematics.closure.q, kinematics.qd, joints);

        // Gᵀ Γ_tr less what springs do
        for (int e = 0; e < motors.motors; e++) {
            double effort = motors.effort(e, kinematics.closure.q, q);
            joints[motors.joint[e]] -= effort;
            rows[motors.n + e] += effort;
        }
        kinematics.transposeTimes(joints, missing);
        share(tauOut);
        guard.checkResult("tauOut", tauOut);
        revision = kinematics.closure.revision();
        guard.succeed();
    }

    /** Rigid drives take what is left, with the least norm; what they cannot is missing. */
    private void share(double[] tauOut) {
        int count = motors.count;
        if (rigid.length > 0) {
            for (int r = 0; r < rigid.length; r++) {
                System.arraycopy(kinematics.rates, motors.active[rigid[r]] * count, qr.entries(), r * count, count);
            }
            qr.decompose();
            qr.solveTransposed(missing, efforts);
        }
        for (int r = 0; r < rigid.length; r++) {
            tauOut[rigid[r]] = efforts[r];
            for (int k = 0; k < count; k++) {
                missing[k] -= kinematics.rates[motors.active[rigid[r]] * count + k] * efforts[r];
            }
        }
        for (int a = 0; a < tauOut.length; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                tauOut[a] = rows[motors.n + e];
            }
        }
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        int size = motors.count + motors.motors;
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkLength("qdd", qdd, size);
        guard.checkLength("tauOut", tauOut, motors.active.length);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkDistinct("tauOut", tauOut, "qdd", qdd);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
    }

    private void split(double[] x, int order) {
        System.arraycopy(x, 0, given[order], 0, motors.count);
        System.arraycopy(x, motors.count, treeMotion[order], motors.n, motors.motors);
    }

    /** By independent joint: the effort that the motion of the last computation needs beyond what springs and drives do. */
    public void missing(double[] effortsOut) {
        guard.requireResults();
        kinematics.requirePose(revision);
        guard.checkLength("effortsOut", effortsOut, missing.length);
        System.arraycopy(missing, 0, effortsOut, 0, missing.length);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
