package dev.catena.mechanism;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The accelerations that motor torques give a robot with closed loops whose active joints are rigid or elastic, in any
 * mixture: [q̈_a; θ̈], θ the angles of the motors behind springs, [Khalil 58] with [Hua 28–30].
 *
 * <p>The tree with its motors has A(q) [q̈; θ̈] + ζ = [efforts; torques − springs] + [Jᵀλ; 0]. As motors are not tied by loops,
 * G stands beside the identity for them: all is projected with diag(G, 1). All vectors but torques are [q_a; θ], motors in the
 * order of their joints in the model; torques are by active joint.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopForwardDynamics {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final InverseDynamics tree;
    private final MassMatrix masses;
    private final int ofBase;

    /** How many coordinates the tree has, and how many are free; a floating base counts. */
    private final int all;

    private final int free;

    /** diag(1, G, 1), {@link #all} rows. */
    private final double[] rates;

    private final double[][] treeMotion = new double[3][];
    private final double[] rows;
    private final double[] joints;
    private final double[] mass;
    private final double[] product;
    private final double[] reduced;
    private final double[] kept;
    private int massRows;
    private final double[] right;
    private final double[] right6;
    private final double[] independent;
    private final double[] independentRates;
    private final double[] zero;
    private final double[] six = new double[6];
    private final BaseMotion motion = new BaseMotion();

    public ElasticLoopForwardDynamics(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopForwardDynamics");
        guard = new Guard(ElasticLoopForwardDynamics.class, model);
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        RobotModel open = model.openTree();
        tree = InverseDynamics.withFreeMotors(open);
        masses = MassMatrix.withFreeMotors(open);
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        int size = motors.n + motors.motors;
        all = ofBase + size;
        free = ofBase + motors.count + motors.motors;
        rates = new double[all * free];
        for (int k = 0; k < ofBase; k++) {
            rates[k * free + k] = 1;
        }
        for (int e = 0; e < motors.motors; e++) {
            rates[(ofBase + motors.n + e) * free + ofBase + motors.count + e] = 1;
        }
        for (int order = 0; order < 3; order++) {
            treeMotion[order] = new double[size];
        }
        rows = new double[size];
        joints = new double[motors.n];
        mass = new double[all * all];
        product = new double[all * free];
        reduced = new double[free * free];
        kept = new double[free * free];
        right = new double[free];
        right6 = new double[free - ofBase];
        independent = new double[motors.count];
        independentRates = new double[motors.count];
        zero = new double[motors.count];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopForwardDynamics copy() {
        return new ElasticLoopForwardDynamics(model);
    }

    /**
     * Accelerations of independent joints and motors, the base at rest and nothing touching the robot.
     *
     * @param q [q_a; θ], likewise qd and qddOut
     * @param tau motor torques, by active joint
     * @throws LoopException where the loops do not close
     */
    public void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
        compute(null, q, qd, tau, null, qddOut);
    }

    /**
     * As above under external wrenches, on a base that moves as told.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @throws SingularInertiaException naming the joint that has no inertia
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, tau, qddOut);
        start(base, q, qd, wrenches);
        drive(q, tau);
        finish(qddOut);
    }

    /**
     * As above, with an effort given at every moving joint and at every motor behind a spring, as stops at passive joints may
     * exert: what springs do is among these efforts, and nothing is added for them.
     *
     * @param efforts one number per moving joint, then one per motor behind a spring
     */
    public void computeWithAllEfforts(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, "efforts", efforts, motors.n + motors.motors, qddOut);
        start(base, q, qd, wrenches);
        addEfforts(efforts);
        finish(qddOut);
    }

    private void finish(double[] qddOut) {
        project();
        int size = free - ofBase;
        for (int i = 0; i < size; i++) {
            right6[i] = right[ofBase + i];
            for (int k = 0; k < size; k++) {
                reduced[i * size + k] = reduced[(ofBase + i) * free + ofBase + k];
            }
        }
        keepMass(size);
        solve(size, 0, right6);
        System.arraycopy(right6, 0, qddOut, 0, size);
        guard.checkResult("qddOut", qddOut);
        accelerate(qddOut);
    }

    /** Gives all joints the accelerations that were found. */
    private void accelerate(double[] qdd) {
        System.arraycopy(qdd, 0, independent, 0, motors.count);
        kinematics.accelerate(independent);
        guard.succeed();
    }

    /**
     * As above, with a base that is free.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        checkBase(q, qd, "tau", tau, baseAccelerationOut, qddOut);
        check(q, qd, tau, qddOut);
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        start(motion, q, qd, wrenches);
        drive(q, tau);
        finishFloating(baseAccelerationOut, qddOut);
    }

    /** {@link #computeWithAllEfforts} with a base that is free. */
    public void computeFloatingWithAllEfforts(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] efforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        checkBase(q, qd, "efforts", efforts, baseAccelerationOut, qddOut);
        check(q, qd, "efforts", efforts, motors.n + motors.motors, qddOut);
        motion.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        start(motion, q, qd, wrenches);
        addEfforts(efforts);
        finishFloating(baseAccelerationOut, qddOut);
    }

    private void finishFloating(double[] baseAccelerationOut, double[] qddOut) {
        project();
        tree.jointWrenchInBody(0, six);
        for (int k = 0; k < 6; k++) {
            right[k] = -six[k];
        }
        keepMass(free);
        solve(free, 6, right);
        System.arraycopy(right, 0, baseAccelerationOut, 0, 6);
        System.arraycopy(right, 6, qddOut, 0, qddOut.length);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.checkResult("qddOut", qddOut);
        accelerate(qddOut);
    }

    private void checkBase(
            double[] q, double[] qd, String name, double[] efforts, double[] baseAccelerationOut, double[] qddOut) {
        guard.checkFloatingBase();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "q", q);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qd", qd);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, name, efforts);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
    }

    private void check(double[] q, double[] qd, double[] tau, double[] qddOut) {
        check(q, qd, "tau", tau, motors.active.length, qddOut);
    }

    private void check(double[] q, double[] qd, String name, double[] efforts, int length, double[] qddOut) {
        int size = motors.count + motors.motors;
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkLength(name, efforts, length);
        guard.checkLength("qddOut", qddOut, size);
        guard.checkDistinct("qddOut", qddOut, "q", q);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        guard.checkDistinct("qddOut", qddOut, name, efforts);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite(name, efforts);
    }

    /** What joints and motors lack for q̈_a = 0 and θ̈ = 0. */
    private void start(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        int n = motors.n;
        System.arraycopy(q, 0, independent, 0, motors.count);
        System.arraycopy(qd, 0, independentRates, 0, motors.count);
        if (!kinematics.close(independent).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(independentRates);
        kinematics.accelerate(zero);
        System.arraycopy(kinematics.closure.q, 0, treeMotion[0], 0, n);
        System.arraycopy(q, motors.count, treeMotion[0], n, motors.motors);
        System.arraycopy(kinematics.qd, 0, treeMotion[1], 0, n);
        System.arraycopy(qd, motors.count, treeMotion[1], n, motors.motors);
        System.arraycopy(kinematics.qdd, 0, treeMotion[2], 0, n);
        tree.compute(base, treeMotion[0], treeMotion[1], treeMotion[2], wrenches, rows);
        Arrays.fill(joints, 0);
        friction.addTo(kinematics.closure.q, kinematics.qd, joints);

        for (int k = 0; k < n; k++) {
            rows[k] = -rows[k] - joints[k];
        }
        for (int e = 0; e < motors.motors; e++) {
            rows[n + e] = -rows[n + e];
        }
    }

    private void addEfforts(double[] efforts) {
        for (int k = 0; k < rows.length; k++) {
            rows[k] += efforts[k];
        }
    }

    /** What motors and springs do to joints and motors. */
    private void drive(double[] q, double[] tau) {
        int n = motors.n;
        for (int a = 0; a < tau.length; a++) {
            int e = motors.motorOfActive[a];
            double effort = e < 0 ? tau[a] : motors.effort(e, kinematics.closure.q, q);
            rows[motors.active[a]] += effort;
            if (e >= 0) {
                rows[n + e] += tau[a] - effort;
            }
        }
    }

    /** The projected mass matrix and right-hand side, but for the rows of a base. */
    private void project() {
        int n = motors.n;
        int count = motors.count;
        for (int i = 0; i < n; i++) {
            System.arraycopy(kinematics.rates, i * count, rates, (ofBase + i) * free + ofBase, count);
        }
        if (ofBase > 0) {
            masses.computeFloating(treeMotion[0], mass);
        } else {
            masses.compute(treeMotion[0], mass);
        }
        Arrays.fill(product, 0);
        Arrays.fill(reduced, 0);
        Arrays.fill(right, 0);
        for (int i = 0; i < all; i++) {
            for (int k = 0; k < all; k++) {
                double entry = mass[i * all + k];
                for (int l = 0; entry != 0 && l < free; l++) {
                    product[i * free + l] += entry * rates[k * free + l];
                }
            }
        }
        for (int i = 0; i < all; i++) {
            for (int k = 0; k < free; k++) {
                double rate = rates[i * free + k];
                if (rate != 0) {
                    right[k] += i < ofBase ? 0 : rate * rows[i - ofBase];
                    for (int l = 0; l < free; l++) {
                        reduced[k * free + l] += rate * product[i * free + l];
                    }
                }
            }
        }
    }

    private void keepMass(int rows) {
        massRows = rows;
        System.arraycopy(reduced, 0, kept, 0, rows * rows);
    }

    /**
     * The mass matrix of the last computation, symmetric and row-major: a row for every independent joint, then for every motor
     * behind a spring; after {@link #computeFloating} six of the base before them.
     */
    public void massMatrix(double[] matrixOut) {
        guard.requireResults();
        guard.checkLength("matrixOut", matrixOut, massRows * massRows);
        System.arraycopy(kept, 0, matrixOut, 0, massRows * massRows);
    }

    private void solve(int size, int base, double[] solution) {
        int singular = Cholesky.factor(reduced, size);
        if (singular >= 0) {
            throw singular < base
                    ? SingularInertiaException.ofBase(model, 0)
                    : SingularInertiaException.ofJoint(model, motors.name(model, singular - base), 0);
        }
        Cholesky.solve(reduced, size, solution);
    }

    /** The motion of all joints by the last computation, and the closure with its warm start. */
    public LoopKinematics kinematics() {
        return kinematics;
    }
}
