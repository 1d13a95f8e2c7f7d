package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.continuation.RankRevealingQr;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The efforts of a robot that is tied to itself or to the world, for a motion of base and joints, and the reactions that
 * share what nobody drives: A_U λ = (M u̇ + h)_U in the rows of a free base and of passive joints, τ = (M u̇ + h)_S − A_S λ in
 * those of the actuators.
 *
 * <p>Of all reactions that do, those with the least Σ w ((L|f|)² + |m|²) are taken, L a length of the robot and w a weight
 * for each tie: as springs at the ties would share, whose compliances are the weights. Where the ties cannot supply what the
 * motion needs, as with one hinge under a biped, there is no answer and the error says how much is missing.
 *
 * <p>Behind a spring, {@link #withFreeMotors}, nobody drives a joint but the spring, whose effort K (θ − q) is known: its row is one of
 * those that reactions have to fill, and the motor's torque is what motor and spring take.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ConstrainedInverseDynamics {
    /** How far accelerations may break a constraint, and what may be missing, as a part of the largest number. */
    public static final double TOLERANCE = 1e-8;

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final List<String> actuated;
    private final @Nullable ElasticCoordinates motors;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final InverseDynamics inverse;
    private final RankRevealingQr qr;
    private final int n;

    /** Six where the base floats: its rows come first. */
    private final int ofBase;

    /** Rows that nobody drives. */
    private final int[] undriven;

    private final ReactionColumns reactions;

    /** A, by reaction and row. */
    private final double[][] columns;

    private final double[] lambda;
    private final double[] needed;
    private final double[] right;
    private final double[] scale;
    private final double[] rows;
    private final double[] efforts;

    /** q, q̇ and q̈ of the joints. */
    private final double[][] ofJoints;

    private final double[] six = new double[6];

    private final Pace pace;

    /** How large accelerations of angles are. */
    private double turning;

    /** By row that nobody drives: the inertia beyond it, with the square of a length of the robot where it turns. */
    private final double[] inertia;

    /** By joint: what its spring gives. */
    private final double[] springs;

    /** Of a robot of whose joints all, or with closed loops the active ones, have actuators. */
    public ConstrainedInverseDynamics(RobotModel model, List<CutJoint> contacts) {
        this(model, contacts, model.hasLoops() ? model.loops().activeJoints() : model.jointNames());
    }

    /**
     * @param contacts ties beyond the robot's own cut joints; the first body of one to the ground is {@code "world"}
     * @param actuated the joints that have an actuator
     */
    public ConstrainedInverseDynamics(RobotModel model, List<CutJoint> contacts, List<String> actuated) {
        this(model, contacts, actuated, false);
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: q, qd and qdd are [q; θ] and its rates, and tauOut has the
     * torques of motors, by moving joint.
     */
    public static ConstrainedInverseDynamics withFreeMotors(RobotModel model, List<CutJoint> contacts) {
        return new ConstrainedInverseDynamics(
                model, contacts, model.hasLoops() ? model.loops().activeJoints() : model.jointNames(), true);
    }

    private ConstrainedInverseDynamics(
            RobotModel model, List<CutJoint> contacts, List<String> actuated, boolean withFreeMotors) {
        if (!withFreeMotors) {
            ConstraintFrames.requireRigid(model, "ConstrainedInverseDynamics.withFreeMotors");
        }
        this.model = model;
        this.contacts = List.copyOf(contacts);
        this.actuated = List.copyOf(actuated);
        guard = new Guard(ConstrainedInverseDynamics.class, model);
        frames = new ConstraintFrames(model, this.contacts);
        motors = withFreeMotors ? new ElasticCoordinates(model) : null;
        inverse = withFreeMotors ? InverseDynamics.withFreeMotors(frames.tree) : new InverseDynamics(frames.tree);
        n = model.jointCount();
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        boolean[] driven = new boolean[ofBase + n];
        this.actuated.forEach(joint -> driven[ofBase + model.coordinate(joint)] = true);
        model.elasticJoints().forEach(joint -> driven[ofBase + model.coordinate(joint.name())] = false);
        undriven = IntStream.range(0, ofBase + n).filter(k -> !driven[k]).toArray();
        reactions = new ReactionColumns(frames, ofBase);
        columns = reactions.columns;
        qr = new RankRevealingQr(frames.rows, undriven.length);
        lambda = new double[frames.rows];
        scale = new double[frames.rows];
        rows = new double[frames.rows];
        needed = new double[ofBase + n];
        right = new double[undriven.length];
        efforts = new double[motors == null ? n : motors.size()];
        ofJoints = new double[3][n];
        pace = new Pace(model, frames.length, 2);
        inertia = RowInertias.of(model, frames.length);
        springs = new double[n];
    }

    /** One for another thread. */
    public ConstrainedInverseDynamics copy() {
        return new ConstrainedInverseDynamics(model, contacts, actuated, motors != null);
    }

    /**
     * Efforts for a motion of base and joints that keeps the constraints.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin. One that floats
     *     is held by nothing but the ties
     * @param weights by tie, the robot's cut joints first; null for all alike
     * @param tauOut by moving joint, zero where there is no actuator
     * @throws NumericalException where the motion breaks a constraint, or the ties cannot supply what it needs
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] tauOut) {
        guard.begin();
        check(q, qd, qdd, wrenches, weights, tauOut);
        System.arraycopy(q, 0, ofJoints[0], 0, n);
        System.arraycopy(qd, 0, ofJoints[1], 0, n);
        System.arraycopy(qdd, 0, ofJoints[2], 0, n);
        inverse.compute(base, q, qd, qdd, frames.onTree(base, ofJoints[0], ofJoints[1], wrenches), efforts);
        System.arraycopy(efforts, 0, needed, ofBase, n);
        stretchSprings(q);
        if (ofBase > 0) {
            inverse.jointWrenchInBody(0, six);
            System.arraycopy(six, 0, needed, 0, 6);
        }
        frames.move(base, ofJoints[0], ofJoints[1], ofJoints[2]);
        checkAccelerations();
        reactions.fill(base);
        share(weights);
        for (int k = 0; k < n; k++) {
            efforts[k] = needed[ofBase + k] - reactionsAt(ofBase + k);
        }
        for (int row : undriven) {
            if (row >= ofBase) {
                efforts[row - ofBase] = 0;
            }
        }
        for (int e = 0; motors != null && e < motors.motorCount(); e++) {
            efforts[motors.jointOfMotor(e)] = efforts[n + e];
        }
        System.arraycopy(efforts, 0, tauOut, 0, n);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    /** K (θ − q) drives a joint and brakes its motor, [Hua 28–30]. */
    private void stretchSprings(double[] q) {
        for (int e = 0; motors != null && e < motors.motorCount(); e++) {
            double effort = motors.springEffort(e, q);
            needed[ofBase + motors.jointOfMotor(e)] -= effort;
            efforts[n + e] += effort;
            springs[motors.jointOfMotor(e)] = Math.abs(effort);
        }
    }

    private void check(
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] tauOut) {
        guard.checkLength("q", q, efforts.length);
        guard.checkLength("qd", qd, efforts.length);
        guard.checkLength("qdd", qdd, efforts.length);
        guard.checkLength("tauOut", tauOut, n);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkDistinct("tauOut", tauOut, "qdd", qdd);
        guard.checkDistinct("tauOut", tauOut, "weights", weights);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        frames.checkWeights(guard, weights);
    }

    /** Aᵀu̇ + b must vanish, beside what the motion is like. */
    private void checkAccelerations() {
        pace.begin();
        pace.see(1, ofJoints[1]);
        pace.see(2, ofJoints[2]);
        for (Constraint constraint : frames.constraints) {
            pace.see(constraint.first);
            pace.see(constraint.second);
        }
        turning = pace.turning(2);
        for (int c = 0; c < frames.constraints.length; c++) {
            Constraint constraint = frames.constraints[c];
            constraint.acceleration(rows);
            for (int r = 0; r < constraint.rows(); r++) {
                double broken = rows[constraint.row + r];
                double size = r < constraint.linearRows ? frames.length * turning : turning;
                if (!(Math.abs(broken) <= TOLERANCE * size)) {
                    throw new NumericalException(String.format(
                            Locale.ROOT,
                            "the accelerations of robot \"%s\" break tie \"%s\" by %.3g m/s² or rad/s²; take"
                                    + " accelerations that keep it, as ConstrainedForwardDynamics gives them",
                            model.name(),
                            frames.cuts.get(c).name(),
                            broken));
                }
            }
        }
    }

    /** λ = W⁻¹ y, y of least norm with A_U W⁻¹ y = (M u̇ + h)_U. */
    private void share(double @Nullable [] weights) {
        for (int c = 0; c < frames.constraints.length; c++) {
            Constraint constraint = frames.constraints[c];
            double perWeight = weights == null ? 1 : 1 / Math.sqrt(weights[c]);
            for (int r = 0; r < constraint.rows(); r++) {
                scale[constraint.row + r] = r < constraint.linearRows ? perWeight / frames.length : perWeight;
            }
        }
        double[] entries = qr.entries();
        for (int i = 0; i < lambda.length; i++) {
            for (int u = 0; u < undriven.length; u++) {
                entries[i * undriven.length + u] = columns[i][undriven[u]] * scale[i];
            }
        }
        for (int u = 0; u < undriven.length; u++) {
            right[u] = needed[undriven[u]];
        }
        qr.decompose();
        qr.solveTransposed(right, lambda);
        for (int i = 0; i < lambda.length; i++) {
            lambda[i] *= scale[i];
        }
        for (int u = 0; u < undriven.length; u++) {
            int row = undriven[u];
            double missing = right[u] - reactionsAt(row);
            if (!(Math.abs(missing) <= TOLERANCE * size(row))) {
                throw missing(row, missing);
            }
        }
    }

    /** The largest of what is summed in a row, and of what moves there. */
    private double size(int row) {
        double size = Math.max(Math.abs(needed[row]), inertia[row] * turning);
        if (row >= ofBase) {
            size = Math.max(size, springs[row - ofBase]);
        }
        for (int i = 0; i < lambda.length; i++) {
            size = Math.max(size, Math.abs(columns[i][row] * lambda[i]));
        }
        return size;
    }

    private NumericalException missing(int row, double missing) {
        String where = row < ofBase
                ? (row < 3 ? "force on the base" : "moment on the base")
                : "effort at joint \"%s\"".formatted(model.jointNames().get(row - ofBase));
        return new NumericalException(String.format(
                Locale.ROOT,
                "the ties of robot \"%s\" cannot supply what the motion needs: %.3g are missing of the %s, which nobody"
                        + " drives; give it an actuator, more ties, or another motion%s",
                model.name(),
                missing,
                where,
                motors == null ? "" : ", in which springs pull as joints and motors need it"));
    }

    private double reactionsAt(int row) {
        double sum = 0;
        for (int i = 0; i < lambda.length; i++) {
            sum += columns[i][row] * lambda[i];
        }
        return sum;
    }

    /** As {@link ConstrainedForwardDynamics#reaction}. */
    public void reaction(int tie, double[] wrenchOut) {
        guard.requireResults();
        guard.checkLength("wrenchOut", wrenchOut, 6);
        frames.wrench(tie, lambda, wrenchOut);
    }
}
