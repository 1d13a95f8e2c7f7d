package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.drive.TaylorInverseDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.series.LoopEfforts;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Feed-forward for elastic drives of closed loops: where the motors must be, how they must move, and the torques that they
 * need, with their rates if asked, so that the independent joints follow a smooth motion. Exact, without differences.
 *
 * <p>What the loops take at an elastic joint is its spring's effort, γ = Gᵀ Γ_tr, so θ = q + γ / K, [Hua 28] with
 * [Khalil 55], and θ̈ needs γ̈. All of it comes of truncated Taylor series: q_tr(t) and G(t) of {@link LoopSeries}, Γ_tr(t) of
 * {@link TaylorInverseDynamics}. The motion is needed to the fourth derivative, and to the fifth for rates.
 *
 * <p>The base is at rest, or floats: then its motion follows. Every freedom has one actuator. Motors act on the links by their springs alone: rotors that are
 * modeled as gyroscopic and carried by moving bodies would act on all springs of the loops with θ̈, so that θ would follow from a
 * differential equation. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopFeedForward {
    static {
        LoopEfforts.DOOR.open(feedForward -> LoopEffortSeries::new);
    }

    private final RobotModel model;
    private final boolean withRates;
    private final boolean floats;
    private final Guard guard;
    private final LoopMotors motors;
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final LoopSeries series;
    private final TaylorInverseDynamics links;
    private final TaylorInverseDynamics drives;

    /** The highest derivative of γ. */
    private final int order;

    private final Series[][] rates;
    private final Series[] treeEfforts;
    private final Series[] efforts;
    private final Series speed;
    private final Series rubbing;
    private final Series share;
    private final Series scratch;
    private final double[] factorial;
    private final double[][] motion;
    private final double[][] rows;
    private final double[][] driveRows;
    private final double[] torqueRates;
    private final double[] ofBase = new double[6];

    public ElasticLoopFeedForward(RobotModel model) {
        this(model, false);
    }

    /** One that also gives the rates of the torques, {@link #torqueRates}, and needs one derivative more for that. */
    public static ElasticLoopFeedForward withRates(RobotModel model) {
        return new ElasticLoopFeedForward(model, true);
    }

    private ElasticLoopFeedForward(RobotModel model, boolean withRates) {
        this.model = model;
        this.withRates = withRates;
        floats = model.baseKind() == BaseKind.FLOATING;
        motors = new LoopMotors(model, "ElasticLoopFeedForward");
        guard = new Guard(ElasticLoopFeedForward.class, model);
        kinematics = new LoopKinematics(model);
        RobotModel open = model.openTree();
        requireOneActuatorEach();
        requireStillMotors(open);
        friction = new CutFriction(model, kinematics.closure.equations);
        order = withRates ? 3 : 2;
        series = new LoopSeries(model, kinematics, order + 2);
        links = floats ? TaylorInverseDynamics.floating(open, order) : new TaylorInverseDynamics(open, order);
        drives = floats ? TaylorInverseDynamics.floating(open, order - 2) : new TaylorInverseDynamics(open, order - 2);
        int n = motors.n;
        int all = n + motors.motors;
        rates = new Series[n][];
        for (int i = 0; i < n; i++) {
            rates[i] = Series.array(motors.count, order + 2);
        }
        treeEfforts = Series.array(n, order + 2);
        efforts = Series.array(motors.count, order + 2);
        speed = new Series(order + 2);
        rubbing = new Series(order + 2);
        share = new Series(order + 2);
        scratch = new Series(order + 2);
        factorial = new double[order + 3];
        factorial[0] = 1;
        for (int d = 1; d < factorial.length; d++) {
            factorial[d] = d * factorial[d - 1];
        }
        motion = new double[order + 3][all];
        rows = new double[order + 1][all];
        driveRows = new double[order - 1][all];
        torqueRates = new double[motors.active.length];
    }

    private void requireOneActuatorEach() {
        if (!Arrays.equals(motors.active, kinematics.closure.independent)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has other active joints than independent ones, so that its springs could be stretched in many ways for one motion; ElasticLoopInverseDynamics gives torques where the motors' motion is known"
                            .formatted(model.name()));
        }
    }

    private void requireStillMotors(RobotModel open) {
        for (SpinningRotor rotor : MovingTree.withFreeMotors(open).rotors) {
            if (rotor.coordinate >= motors.n && (floats || rotor.carrier > 0) && rotor.gearedInertia != 0) {
                throw new IllegalArgumentException(
                        "the motor of joint \"%s\" of robot \"%s\" spins on a moving body and acts on all springs of the loops, so that motor angles follow from a differential equation; put the rotor on a base that rests, or give it as reflected inertia"
                                .formatted(
                                        model.elasticJoints()
                                                .get(rotor.coordinate - motors.n)
                                                .name(),
                                        model.name()));
            }
        }
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopFeedForward copy() {
        return new ElasticLoopFeedForward(model, withRates);
    }

    /** The highest derivative of the motion that is needed. */
    public int order() {
        return order + 2;
    }

    /**
     * Motion and torques of the motors for a motion of the independent joints.
     *
     * @param independent q_a and its derivatives up to {@link #order}
     * @param wrenches what the environment applies, constant in the axes that it is given in; null for nothing
     * @param qOut [q_a; θ], likewise qdOut and qddOut
     * @param tauOut motor torques, by active joint
     * @throws LoopException where the loops do not close
     */
    public void compute(
            double[][] independent,
            @Nullable ExternalWrenches wrenches,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        guard.checkFixedBase();
        start(independent, wrenches, qOut, qdOut, qddOut, tauOut);
        links.compute(motion, wrenches, rows);
        findEfforts();
        findMotors();
        drives.compute(motion, wrenches, driveRows);
        finish(qOut, qdOut, qddOut, tauOut);
    }

    /**
     * The same of a robot with a floating base, whose motion follows.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[][] independent,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qOut", qOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qdOut", qdOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tauOut", tauOut);
        for (double[] derivative : independent) {
            guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "independent", derivative);
        }
        start(independent, wrenches, qOut, qdOut, qddOut, tauOut);
        links.computeFloating(base, motion, wrenches, baseAccelerationOut, rows);
        findEfforts();
        findMotors();
        // rows of motors know nothing of the base
        drives.computeFloating(base, motion, wrenches, ofBase, driveRows);
        finish(qOut, qdOut, qddOut, tauOut);
    }

    private void start(
            double[][] independent,
            @Nullable ExternalWrenches wrenches,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        check(independent, qOut, qdOut, qddOut, tauOut);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        if (!kinematics.close(independent[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        series.along(independent);
        series.findJacobian();
        series.rates(rates);
        for (int d = 0; d < motion.length; d++) {
            Arrays.fill(motion[d], 0);
            for (int i = 0; i < motors.n; i++) {
                motion[d][i] = factorial[d] * series.q[i].c[d];
            }
            guard.checkResult("the motion of all joints", motion[d]);
        }
    }

    private void finish(double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        store(qOut, qdOut, qddOut, tauOut);
        guard.checkResult("qOut", qOut);
        guard.checkResult("qdOut", qdOut);
        guard.checkResult("qddOut", qddOut);
        guard.checkResult("tauOut", tauOut);
        guard.checkResult("the rates of torques", torqueRates);
        guard.succeed();
    }

    private void check(double[][] independent, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        if (independent.length <= order()) {
            throw new IllegalArgumentException(
                    "the motion of the independent joints is given up to derivative %s, but robot \"%s\" needs it up to %s"
                            .formatted(independent.length - 1, model.name(), order()));
        }
        int size = motors.count + motors.motors;
        guard.checkLength("qOut", qOut, size);
        guard.checkLength("qdOut", qdOut, size);
        guard.checkLength("qddOut", qddOut, size);
        guard.checkLength("tauOut", tauOut, motors.active.length);
        guard.checkDistinct("qdOut", qdOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qOut", qOut);
        guard.checkDistinct("tauOut", tauOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qddOut", qddOut);
        for (int d = 0; d <= order(); d++) {
            guard.checkLength("independent", independent[d], motors.count);
            guard.checkFinite("independent", independent[d]);
            guard.checkDistinct("qOut", qOut, "independent", independent[d]);
            guard.checkDistinct("qdOut", qdOut, "independent", independent[d]);
            guard.checkDistinct("qddOut", qddOut, "independent", independent[d]);
            guard.checkDistinct("tauOut", tauOut, "independent", independent[d]);
        }
    }

    /** γ(t) = G(t)ᵀ Γ_tr(t) + σ(t)ᵀ f(ṡ(t)). */
    private void findEfforts() {
        for (int i = 0; i < motors.n; i++) {
            treeEfforts[i].setZero();
            for (int d = 0; d <= order; d++) {
                treeEfforts[i].c[d] = rows[d][i] / factorial[d];
            }
        }
        for (int k = 0; k < motors.count; k++) {
            efforts[k].setZero();
            for (int i = 0; i < motors.n; i++) {
                efforts[k].addProduct(1, rates[i][k], treeEfforts[i]);
            }
        }
        for (int f = 0; f < friction.cuts.length; f++) {
            int cut = friction.cuts[f];
            speed.setZero();
            for (int d = 0; d <= order; d++) {
                speed.c[d] = series.cutVelocity(cut, d);
            }
            friction.effort(f, speed, scratch, rubbing);
            for (int k = 0; k < motors.count; k++) {
                share.setZero();
                for (int i = 0; i < motors.n; i++) {
                    share.addProduct(1, series.cutRates[cut][i], rates[i][k]);
                }
                efforts[k].addProduct(1, share, rubbing);
            }
        }
    }

    /** θ = q − rest offset + γ / K, with derivatives. */
    private void findMotors() {
        for (int a = 0; a < motors.active.length; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                for (int d = 0; d <= order; d++) {
                    motion[d][motors.n + e] =
                            motion[d][motors.joint[e]] + factorial[d] * efforts[a].c[d] / motors.stiffness(e);
                }
                motion[0][motors.n + e] -= motors.restOffset(e);
            }
        }
        for (int d = 0; d <= order; d++) {
            guard.checkResult("the motion of the motors", motion[d]);
        }
    }

    private void store(double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        for (int a = 0; a < motors.active.length; a++) {
            int k = motors.active[a];
            qOut[a] = motion[0][k];
            qdOut[a] = motion[1][k];
            qddOut[a] = motion[2][k];
            int e = motors.motorOfActive[a];
            // τ = γ, and for an elastic joint what its motor takes besides, [Hua 29]
            tauOut[a] = efforts[a].c[0] + (e < 0 ? 0 : driveRows[0][motors.n + e]);
            if (withRates) {
                torqueRates[a] = efforts[a].c[1] + (e < 0 ? 0 : driveRows[1][motors.n + e]);
            }
        }
        for (int e = 0; e < motors.motors; e++) {
            qOut[motors.count + e] = motion[0][motors.n + e];
            qdOut[motors.count + e] = motion[1][motors.n + e];
            qddOut[motors.count + e] = motion[2][motors.n + e];
        }
    }

    /** dτ/dt of the motors at the last computation, by active joint. */
    public void torqueRates(double[] ratesOut) {
        guard.requireResults();
        if (!withRates) {
            throw new IllegalStateException(
                    "this feed-forward of robot \"%s\" is without rates of torques: make it by withRates"
                            .formatted(model.name()));
        }
        guard.checkLength("ratesOut", ratesOut, torqueRates.length);
        System.arraycopy(torqueRates, 0, ratesOut, 0, torqueRates.length);
    }

    /**
     * What springs do to their joints at the last computation, or a derivative of it.
     *
     * @param derivative 0 for the efforts themselves, up to 2
     * @param effortsOut one number per motor behind a spring
     */
    public void springEfforts(int derivative, double[] effortsOut) {
        if (derivative < 0 || derivative > order) {
            throw new IllegalArgumentException(
                    "springs of robot \"%s\" have derivatives of efforts up to %s, but derivative %s was asked for"
                            .formatted(model.name(), order, derivative));
        }
        guard.requireResults();
        guard.checkLength("effortsOut", effortsOut, motors.motors);
        for (int a = 0; a < motors.active.length; a++) {
            int e = motors.motorOfActive[a];
            if (e >= 0) {
                effortsOut[e] = factorial[derivative] * efforts[a].c[derivative];
            }
        }
    }

    /** The closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
