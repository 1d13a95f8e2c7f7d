package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ground supplies at contacts of a tree, and how that changes. Reactions are λ = D y with y of least norm in B y = f,
 * B = A_b D and f what the base needs: y = Bᵀz with B Bᵀ z = f. Any change δ then is, with d = δ(Bᵀ) z,
 *
 * <p>δy = Bᵀ(B Bᵀ)⁺(δf − δB y − B d) + d: what is left of least norm is not what is left of the norm.
 */
final class ContactShare {
    final ConstraintFrames frames;
    final ReactionColumns reactions;
    final TieMotion[] ties;
    final int ofBase;

    /** Six, or none, before the joints. */
    final int width;

    /** Reactions, and their change by the last {@link #change}. */
    final double[] lambda;

    final double[] change;

    private final List<CutJoint> contacts;
    private final SemidefiniteSystem gram;
    private final double[] scale;
    private final double[] square;
    private final double[] needed;
    private final double[] z;

    /** δz − what d stands for: B Bᵀ solved = δf − δB y − B d of the last {@link #change}. */
    final double[] solved;

    private final double[] withJoints;
    private final double[] six = new double[6];
    private final ExternalWrenches loads;
    private final Pose[] bodyFromFrame;
    private final int[] body;

    ContactShare(RobotModel model, List<CutJoint> contacts, String algorithm) {
        model.requireTree(algorithm);
        ConstraintFrames.requireRigid(model, "ElasticConstrainedForwardDynamics for accelerations");
        this.contacts = contacts;
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
        frames = new ConstraintFrames(model, contacts);
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        width = ofBase + model.jointCount();
        reactions = new ReactionColumns(frames, ofBase);
        ties = new TieMotion[contacts.size()];
        for (int c = 0; c < ties.length; c++) {
            ties[c] = new TieMotion(frames, frames.constraints[c].second, ofBase);
        }
        lambda = new double[frames.rows];
        change = new double[frames.rows];
        scale = new double[frames.rows];
        gram = new SemidefiniteSystem(ofBase, 1e-12);
        square = new double[ofBase * ofBase];
        needed = new double[ofBase];
        z = new double[ofBase];
        solved = new double[ofBase];
        withJoints = new double[width];
        loads = new ExternalWrenches(model);
        bodyFromFrame = contacts.stream().map(CutJoint::secondFromJoint).toArray(Pose[]::new);
        body = contacts.stream()
                .mapToInt(contact -> model.bodyIndex(contact.second()))
                .toArray();
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
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = frames.constraints[c];
            double perWeight = weights == null ? 1 : 1 / Math.sqrt(weights[c]);
            for (int r = 0; r < constraint.rows(); r++) {
                scale[constraint.row + r] = r < constraint.linearRows ? perWeight / frames.length : perWeight;
            }
        }
        Arrays.fill(square, 0);
        Arrays.fill(needed, 0);
        for (int i = 0; i < lambda.length; i++) {
            double[] column = reactions.columns[i];
            for (int r = 0; r < ofBase; r++) {
                needed[r] += column[r] * lambda[i];
                for (int s = 0; s < ofBase; s++) {
                    square[r * ofBase + s] += column[r] * column[s] * scale[i] * scale[i];
                }
            }
        }
        gram.factor(square);
        gram.solve(needed, z);
    }

    /** z with zeros for joints: as a velocity, the one whose Aᵀz is the reactions per D². */
    double[] multipliers() {
        Arrays.fill(withJoints, 0);
        System.arraycopy(z, 0, withJoints, 0, ofBase);
        return withJoints;
    }

    /**
     * δλ, {@link #change}.
     *
     * @param missing δf − δB y: what the base lacks with the reactions as they are
     * @param columns δ(Aᵀ) z by row; zeros where A does not change
     */
    void change(double[] missing, double[] columns) {
        for (int r = 0; r < ofBase; r++) {
            double sum = missing[r];
            for (int i = 0; i < columns.length; i++) {
                sum -= reactions.columns[i][r] * scale[i] * scale[i] * columns[i];
            }
            needed[r] = sum;
        }
        gram.solve(needed, solved);
        for (int i = 0; i < change.length; i++) {
            double sum = columns[i];
            for (int r = 0; r < ofBase; r++) {
                sum += reactions.columns[i][r] * solved[r];
            }
            change[i] = scale[i] * scale[i] * sum;
        }
    }

    /** Whether the contacts can supply any wrench that the base may need. */
    boolean holdsBase() {
        return gram.rank() == ofBase;
    }

    /** D² of a row. */
    double compliance(int row) {
        return scale[row] * scale[row];
    }

    /** x with B Bᵀ x = right. */
    void solve(double[] right, double[] xOut) {
        gram.solve(right, xOut);
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
