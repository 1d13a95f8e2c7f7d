package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the ground supplies at contacts of a tree, and how that changes. Reactions are λ = D y with y of least norm in B y = f,
 * B = A_U D and f what rows U need that nobody drives: the base, and joints behind springs. y = Bᵀz with B Bᵀ z = f. Any change δ
 * then is, with d = δ(Bᵀ) z,
 *
 * <p>δy = Bᵀ(B Bᵀ)⁺(δf − δB y − B d) + d: what is left of least norm is not what is left of the norm.
 */
final class ContactShare {
    final ConstraintFrames frames;
    final ReactionColumns reactions;
    final TieMotion[] ties;
    final int ofBase;

    /** Coordinates of base, joints and motors that turn on their own; six, or none, before the joints. */
    final int width;

    /** Rows that nobody drives and reactions reach: those of a base that floats, and of joints of a leg that are behind springs. */
    final int[] undriven;

    /** Whether reactions reach a joint whose drive is rigid, so that its torque changes with them. */
    final boolean reachesDrives;

    /** By joint: the row that its torque balances, that of its motor where that is behind a spring. */
    final int[] driven;

    /** Reactions, and their change by the last {@link #change}. */
    final double[] lambda;

    final double[] change;

    private final SemidefiniteSystem gram;

    /** By row that nobody drives: what a velocity along it counts in. */
    private final double[] unit;

    private final double[] scaled;
    private final double[] compliance;
    private final double[] square;
    private final double[] needed;
    private final double[] z;

    /** δz − what d stands for: B Bᵀ solved = δf − δB y − B d of the last {@link #change}. */
    final double[] solved;

    private final @Nullable ElasticCoordinates motors;
    private final double[] multipliers;

    /** q, q̇ and q̈ of the joints. */
    private final double[][] ofJoints;

    private final double[] six = new double[6];
    private final ExternalWrenches loads;
    private final Pose[] bodyFromFrame;
    private final int[] body;

    /** @param withFreeMotors whether motors of elastic joints have coordinates of their own, after the joints */
    ContactShare(RobotModel model, List<CutJoint> contacts, String algorithm, boolean withFreeMotors) {
        model.requireTree(algorithm);
        if (!withFreeMotors) {
            ConstraintFrames.requireRigid(model, algorithm + ".withFreeMotors");
        }
        requireGround(model, contacts, algorithm);
        frames = new ConstraintFrames(model, contacts);
        motors = withFreeMotors ? new ElasticCoordinates(model) : null;
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        int n = model.jointCount();
        int elastic = motors == null ? 0 : motors.motorCount();
        width = ofBase + n + elastic;
        reactions = new ReactionColumns(frames, ofBase, elastic);
        ties = new TieMotion[contacts.size()];
        boolean[] reached = new boolean[width];
        for (int c = 0; c < ties.length; c++) {
            ties[c] = new TieMotion(frames, frames.constraints[c].second, ofBase);
            ties[c].mark(reached);
        }
        driven = IntStream.range(ofBase, ofBase + n).toArray();
        for (int e = 0; motors != null && e < elastic; e++) {
            driven[motors.jointOfMotor(e)] = ofBase + n + e;
        }
        undriven = IntStream.range(0, ofBase + n)
                .filter(row -> row < ofBase || (reached[row] && driven[row - ofBase] != row))
                .toArray();
        reachesDrives = Arrays.stream(driven).anyMatch(row -> reached[row]);
        lambda = new double[frames.rows];
        change = new double[frames.rows];
        compliance = new double[frames.rows];
        gram = new SemidefiniteSystem(undriven.length, 1e-12);
        double[] units = frames.velocityUnits(ofBase);
        unit = Arrays.stream(undriven).mapToDouble(row -> units[row]).toArray();
        scaled = new double[undriven.length];
        square = new double[undriven.length * undriven.length];
        needed = new double[undriven.length];
        z = new double[undriven.length];
        solved = new double[undriven.length];
        multipliers = new double[width];
        ofJoints = new double[3][n];
        loads = new ExternalWrenches(model);
        bodyFromFrame = contacts.stream().map(CutJoint::secondFromJoint).toArray(Pose[]::new);
        body = contacts.stream()
                .mapToInt(contact -> model.bodyIndex(contact.second()))
                .toArray();
    }

    static void requireGround(RobotModel model, List<CutJoint> contacts, String algorithm) {
        for (CutJoint contact : contacts) {
            boolean onGround = contact.first().equals(CutJoint.WORLD) && !model.hasBody(CutJoint.WORLD);
            if (!onGround
                    || contact.kind() == CutKind.UNIVERSAL
                    || !contact.friction().isZero()) {
                throw new IllegalArgumentException(
                        "%s is for contacts with the ground, \"%s\", without friction and not universal, but \"%s\" of robot \"%s\" is none"
                                .formatted(algorithm, CutJoint.WORLD, contact.name(), model.name()));
            }
        }
    }

    /** Adds what springs do to ∂f by position: f = M u̇ + h − K (θ − q) at a joint, + K (θ − q) at its motor, [Hua 28–30]. */
    void addSprings(double[] byPosition) {
        for (int e = 0; motors != null && e < motors.motorCount(); e++) {
            int joint = ofBase + motors.jointOfMotor(e);
            int motor = width - motors.motorCount() + e;
            double stiffness = motors.spring(e).stiffness();
            byPosition[joint * width + joint] += stiffness;
            byPosition[joint * width + motor] -= stiffness;
            byPosition[motor * width + joint] -= stiffness;
            byPosition[motor * width + motor] += stiffness;
        }
    }

    /** The joint that a row is of. */
    String name(int row) {
        List<String> joints = frames.tree.jointNames();
        int joint = row - ofBase;
        return motors == null || joint < joints.size()
                ? joints.get(joint)
                : motors.names().get(joint);
    }

    /** Moves the frames, accelerations included, and what reactions do with them. */
    void move(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd) {
        System.arraycopy(q, 0, ofJoints[0], 0, driven.length);
        System.arraycopy(qd, 0, ofJoints[1], 0, driven.length);
        System.arraycopy(qdd, 0, ofJoints[2], 0, driven.length);
        frames.move(base, ofJoints[0], ofJoints[1], ofJoints[2]);
        reactions.fill(base);
        for (TieMotion tie : ties) {
            tie.update();
        }
    }

    /** The component of a frame's six numbers that a row of its constraint is. */
    static int component(Constraint constraint, int r) {
        return r < constraint.linearRows ? r : 3 + r - constraint.linearRows;
    }

    /** Takes reactions of a tie, in the axes of its frame. */
    void take(int tie, double[] wrench) {
        Constraint constraint = frames.constraints[tie];
        for (int r = 0; r < constraint.rows(); r++) {
            lambda[constraint.row + r] = wrench[component(constraint, r)];
        }
    }

    private void wrench(int tie, double[] reactionsOfRows) {
        Constraint constraint = frames.constraints[tie];
        Arrays.fill(six, 0);
        for (int r = 0; r < constraint.rows(); r++) {
            six[component(constraint, r)] = reactionsOfRows[constraint.row + r];
        }
    }

    /** What is applied, and the reactions, which stay as they are in the axes of their bodies. */
    ExternalWrenches loads(@Nullable ExternalWrenches applied) {
        return loads(applied, lambda);
    }

    /** The same with numbers by row in the place of reactions. */
    ExternalWrenches loads(@Nullable ExternalWrenches applied, double[] reactionsOfRows) {
        if (applied == null) {
            loads.clear();
        } else {
            AppliedWrenches.of(loads).set(AppliedWrenches.of(applied));
        }
        for (int c = 0; c < body.length; c++) {
            wrench(c, reactionsOfRows);
            Rotation R = bodyFromFrame[c].rotation();
            Vector3 arm = bodyFromFrame[c].position();
            AppliedWrenches.OnBody on = AppliedWrenches.of(loads).onBody[body[c]];
            double x = R.xx() * six[0] + R.xy() * six[1] + R.xz() * six[2];
            double y = R.yx() * six[0] + R.yy() * six[1] + R.yz() * six[2];
            double w = R.zx() * six[0] + R.zy() * six[1] + R.zz() * six[2];
            on.forceInBody.x += x;
            on.forceInBody.y += y;
            on.forceInBody.z += w;
            on.momentInBody.x += R.xx() * six[3] + R.xy() * six[4] + R.xz() * six[5] + arm.y() * w - arm.z() * y;
            on.momentInBody.y += R.yx() * six[3] + R.yy() * six[4] + R.yz() * six[5] + arm.z() * x - arm.x() * w;
            on.momentInBody.z += R.zx() * six[3] + R.zy() * six[4] + R.zz() * six[5] + arm.x() * y - arm.y() * x;
        }
        return loads;
    }

    /** B Bᵀ and z, where the frames are and with the reactions that were taken. */
    void factor(double @Nullable [] weights) {
        frames.compliances(weights, compliance);
        Arrays.fill(square, 0);
        Arrays.fill(needed, 0);
        for (int i = 0; i < lambda.length; i++) {
            double[] column = reactions.columns[i];
            for (int r = 0; r < undriven.length; r++) {
                double entry = column[undriven[r]];
                needed[r] += entry * lambda[i];
                for (int s = 0; s < undriven.length; s++) {
                    square[r * undriven.length + s] += unit[r] * unit[s] * entry * column[undriven[s]] * compliance[i];
                }
            }
        }
        gram.factor(square);
        solve(needed, z);
    }

    /** z with zeros for rows that are driven: as a velocity, the one whose Aᵀz is the reactions per D². */
    double[] multipliers() {
        Arrays.fill(multipliers, 0);
        for (int r = 0; r < undriven.length; r++) {
            multipliers[undriven[r]] = z[r];
        }
        return multipliers;
    }

    /**
     * δλ, {@link #change}.
     *
     * @param missing δf − δB y: what rows that nobody drives lack with the reactions as they are
     * @param columns δ(Aᵀ) z by row; zeros where A does not change
     */
    void change(double[] missing, double[] columns) {
        for (int r = 0; r < undriven.length; r++) {
            double sum = missing[r];
            for (int i = 0; i < columns.length; i++) {
                sum -= reactions.columns[i][undriven[r]] * compliance[i] * columns[i];
            }
            needed[r] = sum;
        }
        solve(needed, solved);
        for (int i = 0; i < change.length; i++) {
            double sum = columns[i];
            for (int r = 0; r < undriven.length; r++) {
                sum += reactions.columns[i][undriven[r]] * solved[r];
            }
            change[i] = compliance[i] * sum;
        }
    }

    /** Whether the contacts can supply whatever base and springs may need. */
    boolean suppliesAll() {
        return gram.rank() == undriven.length;
    }

    /** Torques at a motion whose neighbors have none. */
    NumericalException alone() {
        return new NumericalException(
                "the contacts of robot \"%s\" cannot supply %s, so that torques of motions nearby do not exist; give it more contacts"
                        .formatted(
                                frames.tree.name(),
                                undriven.length == ofBase
                                        ? "every wrench on its base"
                                        : "whatever its base and joints behind springs may need"));
    }

    /** D² of a row. */
    double compliance(int row) {
        return compliance[row];
    }

    /** x with B Bᵀ x = right. */
    void solve(double[] right, double[] xOut) {
        for (int r = 0; r < unit.length; r++) {
            scaled[r] = unit[r] * right[r];
        }
        gram.solve(scaled, xOut);
        for (int r = 0; r < unit.length; r++) {
            xOut[r] *= unit[r];
        }
    }

    /** δ(Aᵀ) u by row and position, u a velocity of base and joints. */
    void byPosition(double[] velocity, double[][] scratch, double[][] out) {
        for (int c = 0; c < ties.length; c++) {
            Constraint constraint = frames.constraints[c];
            ties[c].byPosition(velocity, scratch);
            for (int r = 0; r < constraint.rows(); r++) {
                for (int j = 0; j < width; j++) {
                    out[j][constraint.row + r] = scratch[j][component(constraint, r)];
                }
            }
        }
    }

    /** What changed reactions do at a coordinate. */
    double effortOfChange(int coordinate) {
        double sum = 0;
        for (int i = 0; i < change.length; i++) {
            sum += reactions.columns[i][coordinate] * change[i];
        }
        return sum;
    }
}
