package dev.catena.mechanism;

import dev.catena.algebra.Placement;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingBase;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of {@link ConstrainedInverseDynamics} of a tree that contacts hold to the ground: of torques τ and of
 * reactions λ of least norm, contracted with multipliers, λᵀ∂²τ + μᵀ∂²λ, exact.
 *
 * <p>Efforts M u̇ + h = f without reactions, λ = D²A_bᵀy and A_b D²A_bᵀ y = f_b. With l the multipliers of torques, those of the
 * base chosen so that A_b κ = 0 for κ = D²(Aᵀl − μ), the sum is
 *
 * <pre>
 *   L = lᵀf − (Aᵀl − μ)ᵀ D² Aᵀ[y; 0],
 * </pre>
 *
 * stationary in y. Its second derivatives with l and y held are those of torques under loads λ that are constant in their
 * bodies, for l; those of loads κ on a robot that falls, for y; and products of first ones. What y changes adds the rest.
 *
 * <p>Rows and columns as in {@link ContactSensitivity}: x is positions, velocities and accelerations of base and joints. Nothing
 * is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ContactCurvature {
    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final Guard guard;
    private final ConstrainedInverseDynamics inverse;
    private final ContactShare share;
    private final TorqueSensitivity slopes;
    private final TorqueCurvature tree;
    private final int n;
    private final int ofBase;
    private final int width;
    private final int rows;
    private final double[][] ofTree;

    /** l, κ, and [y; 0]. */
    private final double[] multipliers;

    private final double[] kappa;
    private final double[] y;

    private final double[] mu;
    private final double[] right = new double[6];
    private final double[] solved = new double[6];
    private final double[] six = new double[6];
    private final double[] missing;
    private final double[] still;
    private final double[] efforts;
    private final double[] noChange;
    private final double[][] scratch;

    // by position and row: δ(Aᵀ)l, δ(Aᵀ)[y; 0]
    private final double[][] ofMultipliers;
    private final double[][] ofShare;
    private final double[][] ofUnit;

    /** By position: κᵀδ(Aᵀ) of the base's unit velocities. */
    private final double[][] ofBaseRows;

    private final double[] unit;
    private final double[] ofLoads;
    private final BaseMotion falling = new BaseMotion();

    public ContactCurvature(RobotModel model, List<CutJoint> contacts) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        guard = new Guard(ContactCurvature.class, model);
        share = new ContactShare(model, this.contacts, "ContactCurvature");
        inverse = new ConstrainedInverseDynamics(model, this.contacts);
        slopes = new TorqueSensitivity(model);
        tree = new TorqueCurvature(model);
        n = model.jointCount();
        ofBase = share.ofBase;
        width = share.width;
        rows = share.frames.rows;
        ofTree = new double[3][width * width];
        multipliers = new double[width];
        kappa = new double[rows];
        y = new double[width];
        mu = new double[rows];
        missing = new double[ofBase];
        still = new double[n];
        efforts = new double[n];
        noChange = new double[rows];
        scratch = new double[width][6];
        ofMultipliers = new double[width][rows];
        ofShare = new double[width][rows];
        ofUnit = new double[width][rows];
        ofBaseRows = new double[width][ofBase];
        unit = new double[width];
        ofLoads = new double[size()];
    }

    private int size() {
        return MatrixSize.square(3 * width, "the matrix", model);
    }

    /** One for another thread. */
    public ContactCurvature copy() {
        return new ContactCurvature(model, contacts);
    }

    /**
     * The contracted second derivatives.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param weights by contact, as of {@link ConstrainedInverseDynamics#compute}; null for all alike
     * @param lambda multipliers of the joints' torques
     * @param ofReactions multipliers of what the ground exerts, six for each contact, force first, in the axes of its frame on the
     *     body; null for none
     * @param hessianOut 3(6 + n) rows and columns, 3n where the base does not float
     * @throws NumericalException where the motion breaks a contact, or the contacts cannot supply whatever the base may need
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] lambda,
            double @Nullable [] ofReactions,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        check(q, qd, qdd, weights, lambda, ofReactions, hessianOut);
        inverse.compute(base, q, qd, qdd, wrenches, weights, efforts);
        if (ofBase == 0 || base == null) {
            // nothing is missing that contacts would have to supply
            tree.compute(base, q, qd, qdd, wrenches, lambda, hessianOut);
            guard.checkResult("hessianOut", hessianOut);
            return;
        }
        for (int c = 0; c < contacts.size(); c++) {
            inverse.reaction(c, six);
            share.take(c, six);
        }
        share.frames.move(base, q, qd, qdd);
        share.reactions.fill(base);
        for (TieMotion tie : share.ties) {
            tie.update();
        }
        share.factor(weights);
        if (!share.holdsBase()) {
            throw new NumericalException(
                    "the contacts of robot \"%s\" cannot supply every wrench on its base, so that torques of motions nearby do not exist; give it more contacts"
                            .formatted(model.name()));
        }
        findMultipliers(lambda, ofReactions);
        ExternalWrenches loads = share.loads(wrenches);
        slopes.computeFloating(base, q, qd, qdd, loads, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        tree.computeFloating(base, q, qd, qdd, loads, multipliers, hessianOut);
        addLoads(base, q, hessianOut);
        addChanges(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    private void check(
            double[] q,
            double[] qd,
            double[] qdd,
            double @Nullable [] weights,
            double[] lambda,
            double @Nullable [] ofReactions,
            double[] hessianOut) {
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("qdd", qdd, n);
        guard.checkLength("lambda", lambda, n);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, "lambda", lambda);
        guard.checkLength("hessianOut", hessianOut, size());
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "lambda", lambda);
        guard.checkDistinct("hessianOut", hessianOut, "weights", weights);
        if (ofReactions != null) {
            guard.checkLength("ofReactions", ofReactions, 6 * contacts.size());
            guard.checkFinite("ofReactions", ofReactions);
            guard.checkDistinct("hessianOut", hessianOut, "ofReactions", ofReactions);
        }
    }

    /** l with A_b D²(Aᵀl − μ) = 0, κ, and [y; 0]. */
    private void findMultipliers(double[] lambda, double @Nullable [] ofReactions) {
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = share.frames.constraints[c];
            for (int r = 0; r < constraint.rows(); r++) {
                mu[constraint.row + r] =
                        ofReactions == null ? 0 : ofReactions[6 * c + ContactShare.component(constraint, r)];
            }
        }
        Arrays.fill(multipliers, 0, ofBase, 0);
        System.arraycopy(lambda, 0, multipliers, ofBase, n);
        Arrays.fill(right, 0);
        for (int i = 0; i < rows; i++) {
            double weighted = share.compliance(i) * (power(i) - mu[i]);
            for (int r = 0; r < ofBase; r++) {
                right[r] -= share.reactions.columns[i][r] * weighted;
            }
        }
        share.solve(right, solved);
        System.arraycopy(solved, 0, multipliers, 0, ofBase);
        for (int i = 0; i < rows; i++) {
            kappa[i] = share.compliance(i) * (power(i) - mu[i]);
        }
        System.arraycopy(share.multipliers(), 0, y, 0, width);
    }

    /** A row of Aᵀl. */
    private double power(int row) {
        double sum = 0;
        for (int k = 0; k < width; k++) {
            sum += share.reactions.columns[row][k] * multipliers[k];
        }
        return sum;
    }

    /** −∂²(κᵀAᵀ)[y; 0], by joints alone: of a robot that falls, so that nothing but the loads needs efforts. */
    private void addLoads(BaseMotion base, double[] q, double[] out) {
        Placement R = MovingBase.of(base).worldFromBase;
        Vector3 g = model.gravity();
        falling.set(base)
                .velocityInBase(0, 0, 0, 0, 0, 0)
                .accelerationInBase(
                        R.xx * g.x() + R.yx * g.y() + R.zx * g.z(),
                        R.xy * g.x() + R.yy * g.y() + R.zy * g.z(),
                        R.xz * g.x() + R.yz * g.y() + R.zz * g.z(),
                        0,
                        0,
                        0);
        tree.computeFloating(falling, q, still, still, share.loads(null, kappa), y, ofLoads);
        for (int i = ofBase; i < width; i++) {
            for (int j = ofBase; j < width; j++) {
                out[i * 3 * width + j] += ofLoads[i * 3 * width + j];
            }
        }
    }

    /** −δ(Aᵀ)l·δλ − κᵀδ(Aᵀ)[δy; 0] for a position and any other number, with its mirror image. */
    private void addChanges(double[] out) {
        share.byPosition(multipliers, scratch, ofMultipliers);
        share.byPosition(y, scratch, ofShare);
        for (int r = 0; r < ofBase; r++) {
            Arrays.fill(unit, 0);
            unit[r] = 1;
            share.byPosition(unit, scratch, ofUnit);
            for (int i = 0; i < width; i++) {
                double sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum += kappa[row] * ofUnit[i][row];
                }
                ofBaseRows[i][r] = sum;
            }
        }
        int size = 3 * width;
        for (int column = 0; column < size; column++) {
            int variable = column / width;
            int j = column % width;
            for (int r = 0; r < ofBase; r++) {
                missing[r] = ofTree[variable][r * width + j];
            }
            share.change(missing, variable == 0 ? ofShare[j] : noChange);
            for (int i = 0; i < width; i++) {
                double sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum -= ofMultipliers[i][row] * share.change[row];
                }
                for (int r = 0; r < ofBase; r++) {
                    sum -= ofBaseRows[i][r] * share.solved[r];
                }
                out[i * size + column] += sum;
                out[column * size + i] += sum;
            }
        }
    }
}
