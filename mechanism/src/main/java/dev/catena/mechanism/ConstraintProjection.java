package dev.catena.mechanism;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings a robot that has drifted away from its ties back to them by the shortest way, lengths counted over a length of the
 * robot: δ = −A (AᵀA)⁺ φ for the gaps φ of the ties, and the same for velocities with φ = Aᵀu and for accelerations with its rate.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ConstraintProjection {
    private static final double REDUNDANT = 1e-10;

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final ReactionColumns reactions;
    private final SemidefiniteSystem system;
    private final int ofBase;
    private final double[] rows;
    private final double[] multipliers;
    private final double[] matrix;
    private final double[] zero;

    /** What a unit of each coordinate counts as, squared: a length of the robot where it is a length. */
    private final double[] metric;

    /** The same; zero for joints that stay. */
    private final double[] weight;

    /** By row: those along axes are over a length of the robot. */
    private final double[] rowWeight;

    private final BaseMotion placed = new BaseMotion();

    /** @param contacts ties beyond the robot's own cut joints */
    public ConstraintProjection(RobotModel model, List<CutJoint> contacts) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        guard = new Guard(ConstraintProjection.class, model);
        frames = new ConstraintFrames(model, this.contacts);
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        reactions = new ReactionColumns(frames, ofBase);
        system = new SemidefiniteSystem(frames.rows, REDUNDANT);
        rows = new double[frames.rows];
        multipliers = new double[frames.rows];
        matrix = new double[frames.rows * frames.rows];
        zero = new double[model.jointCount()];
        metric = new double[ofBase + zero.length];
        Arrays.fill(metric, 1);
        Arrays.fill(metric, 0, ofBase / 2, frames.length * frames.length);
        for (int k = 0; k < zero.length; k++) {
            if (model.movingJoints().get(k).kind() == JointKind.PRISMATIC) {
                metric[ofBase + k] = frames.length * frames.length;
            }
        }
        weight = metric.clone();
        rowWeight = frames.rowWeights();
    }

    /** One for another thread. */
    public ConstraintProjection copy() {
        return new ConstraintProjection(model, contacts);
    }

    /** How many rows all ties have. */
    public int rows() {
        return frames.rows;
    }

    /**
     * Lets joints stay where they are: others close the ties from now on, as far as they can.
     *
     * @param joints by moving joint; null for none
     */
    public void hold(boolean @Nullable [] joints) {
        if (joints != null && joints.length != zero.length) {
            throw new IllegalArgumentException("joints has %s entries, but robot \"%s\" has %s moving joints"
                    .formatted(joints.length, model.name(), zero.length));
        }
        for (int k = 0; k < zero.length; k++) {
            weight[ofBase + k] = joints != null && joints[k] ? 0 : metric[ofBase + k];
        }
    }

    /**
     * One step of Newton's method towards a pose that keeps the ties.
     *
     * @param base where a floating base is; null for a fixed one at the world's origin
     * @param baseStepOut displacement along, and turn about, axes of the base
     * @return how far the ties were open before it: the largest gap, rad, and lengths over a length of the robot
     */
    public double closePositions(@Nullable BaseMotion base, double[] q, double[] baseStepOut, double[] qStepOut) {
        start(q, q, baseStepOut, qStepOut);
        frames.move(base, q, zero, null);
        double most = 0;
        for (Constraint constraint : frames.constraints) {
            constraint.residual(rows);
            most = Math.max(most, constraint.gap(frames.length));
        }
        guard.checkResult("the largest gap", most);
        finish(base, baseStepOut, qStepOut);
        return most;
    }

    /** What has to be added to velocities so that they keep the ties; returns the largest velocity that broke them, measured alike. */
    public double closeVelocities(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] baseStepOut, double[] qStepOut) {
        start(q, qd, baseStepOut, qStepOut);
        frames.move(base, q, qd, null);
        for (Constraint constraint : frames.constraints) {
            constraint.velocity(rows);
        }
        return finishRows(base, baseStepOut, qStepOut);
    }

    /**
     * What has to be added to accelerations, that of a floating base included, so that they keep the ties; returns the largest one that
     * broke them, measured alike.
     */
    public double closeAccelerations(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] qdd, double[] baseStepOut, double[] qStepOut) {
        start(q, qd, baseStepOut, qStepOut);
        guard.checkLength("qdd", qdd, zero.length);
        guard.checkDistinct("baseStepOut", baseStepOut, "qdd", qdd);
        guard.checkDistinct("qStepOut", qStepOut, "qdd", qdd);
        guard.checkFinite("qdd", qdd);
        frames.move(base, q, qd, qdd);
        for (Constraint constraint : frames.constraints) {
            constraint.acceleration(rows);
        }
        return finishRows(base, baseStepOut, qStepOut);
    }

    private void start(double[] q, double[] qd, double[] baseStepOut, double[] jointStepOut) {
        guard.begin();
        int n = zero.length;
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("baseStepOut", baseStepOut, 6);
        guard.checkLength("qStepOut", jointStepOut, n);
        guard.checkDistinct("baseStepOut", baseStepOut, "q", q);
        guard.checkDistinct("baseStepOut", baseStepOut, "qd", qd);
        guard.checkDistinct("qStepOut", jointStepOut, "q", q);
        guard.checkDistinct("qStepOut", jointStepOut, "qd", qd);
        guard.checkDistinct("qStepOut", jointStepOut, "baseStepOut", baseStepOut);
        guard.checkFinite("q", q, "qd", qd);
    }

    /** Returns the largest row. */
    private double finishRows(@Nullable BaseMotion base, double[] baseStepOut, double[] jointStepOut) {
        double most = 0;
        for (int r = 0; r < rows.length; r++) {
            most = Math.max(most, Math.abs(rows[r]) * rowWeight[r]);
        }
        guard.checkResult("what breaks the ties", most);
        finish(base, baseStepOut, jointStepOut);
        return most;
    }

    private void finish(@Nullable BaseMotion base, double[] baseStepOut, double[] jointStepOut) {
        reactions.fill(base);
        if (base != null) {
            placed.set(base);
        }
        double[][] A = reactions.columns;
        for (int i = 0; i < A.length; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < metric.length; k++) {
                    sum += A[i][k] * weight[k] * A[j][k];
                }
                sum *= rowWeight[i] * rowWeight[j];
                matrix[i * A.length + j] = sum;
                matrix[j * A.length + i] = sum;
            }
        }
        for (int i = 0; i < A.length; i++) {
            rows[i] *= rowWeight[i];
        }
        system.factor(matrix);
        system.solve(rows, multipliers);
        Arrays.fill(baseStepOut, 0);
        Arrays.fill(jointStepOut, 0);
        for (int k = 0; k < metric.length; k++) {
            double sum = 0;
            for (int i = 0; i < A.length; i++) {
                sum -= A[i][k] * rowWeight[i] * multipliers[i];
            }
            if (k < ofBase) {
                baseStepOut[k] = weight[k] * sum;
            } else {
                jointStepOut[k - ofBase] = weight[k] * sum;
            }
        }
        guard.checkResult("baseStepOut", baseStepOut);
        guard.checkResult("qStepOut", jointStepOut);
        guard.succeed();
    }

    /**
     * How fast the ties of the last computation's pose break along a row with unit velocities of a floating base, in its axes, and of the
     * joints, velocities along axes over a length of the robot: a column of A.
     */
    public void row(int row, double[] ratesOut) {
        guard.requireResults();
        guard.checkLength("ratesOut", ratesOut, metric.length);
        if (row < 0 || row >= frames.rows) {
            throw new IllegalArgumentException("there is no row %s; the ties of robot \"%s\" have 0 to %s"
                    .formatted(row, model.name(), frames.rows - 1));
        }
        for (int k = 0; k < ratesOut.length; k++) {
            ratesOut[k] = reactions.columns[row][k] * rowWeight[row];
        }
    }

    /**
     * How fast the one coordinate of a tie, the turn of a hinge or the way of a slide, changes there with the same unit velocities.
     *
     * @param tie of the robot's cut joints, then of the contacts; one with one coordinate
     */
    public void coordinateRow(int tie, double[] ratesOut) {
        guard.requireResults();
        guard.checkLength("ratesOut", ratesOut, metric.length);
        reactions.coordinate(frames.constraint(tie), placed, ratesOut);
    }
}
