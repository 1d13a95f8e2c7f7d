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
 * <p>Efforts M u̇ + h = f without reactions, λ = D²A_Uᵀy and A_U D²A_Uᵀ y = f_U in rows U that nobody drives, those of the base and of
 * joints behind springs. With l the multipliers of torques, those of U chosen so that A_U κ = 0 for κ = D²(Aᵀl − μ), the sum is
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
    private final boolean withFreeMotors;
    private final Guard guard;
    private final ConstrainedInverseDynamics inverse;
    private final ContactShare share;
    private final TorqueSensitivity slopes;
    private final TorqueCurvature tree;
    private final int n;

    /** How many joints and motors have coordinates. */
    private final int coordinates;

    private final int ofBase;
    private final int width;
    private final int rows;
    private final double[][] slope;

    /** l, κ, and [y; 0]. */
    private final double[] multipliers;

    private final double[] kappa;
    private final double[] y;

    private final double[] mu;
    private final double[] right;
    private final double[] solved;
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

    /** By position: κᵀδ(Aᵀ) of unit velocities along rows that nobody drives. */
    private final double[][] ofUndriven;

    private final double[] unit;
    private final double[] ofLoads;
    private final BaseMotion falling = new BaseMotion();

    public ContactCurvature(RobotModel model, List<CutJoint> contacts) {
        this(model, contacts, false);
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: q, qd and qdd are [q; θ] and its rates, and so are rows and
     * columns after those of the base. Torques are those of motors, by moving joint.
     */
    public static ContactCurvature withFreeMotors(RobotModel model, List<CutJoint> contacts) {
        return new ContactCurvature(model, contacts, true);
    }

    private ContactCurvature(RobotModel model, List<CutJoint> contacts, boolean withFreeMotors) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        this.withFreeMotors = withFreeMotors;
        guard = new Guard(ContactCurvature.class, model);
        share = new ContactShare(model, this.contacts, "ContactCurvature", withFreeMotors);
        inverse = ConstrainedInverseDynamics.withFreeMotors(model, this.contacts);
        slopes = TorqueSensitivity.withFreeMotors(model);
        tree = TorqueCurvature.withFreeMotors(model);
        n = model.jointCount();
        ofBase = share.ofBase;
        width = share.width;
        coordinates = width - ofBase;
        int undriven = share.undriven.length;
        rows = share.frames.rows;
        slope = new double[3][width * width];
        multipliers = new double[width];
        kappa = new double[rows];
        y = new double[width];
        mu = new double[rows];
        right = new double[undriven];
        solved = new double[undriven];
        missing = new double[undriven];
        still = new double[coordinates];
        efforts = new double[n];
        noChange = new double[rows];
        scratch = new double[width][6];
        ofMultipliers = new double[width][rows];
        ofShare = new double[width][rows];
        ofUnit = new double[width][rows];
        ofUndriven = new double[width][undriven];
        unit = new double[width];
        ofLoads = new double[size()];
    }

    private int size() {
        return MatrixSize.square(3 * width, "the matrix", model);
    }

    /** One for another thread. */
    public ContactCurvature copy() {
        return new ContactCurvature(model, contacts, withFreeMotors);
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
     * @throws NumericalException where the motion breaks a contact, or the contacts cannot supply whatever base and springs may
     *     need
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
        setMultipliers(lambda);
        if (share.undriven.length == 0) {
            // nothing is missing that contacts would have to supply
            ofTree(base, q, qd, qdd, wrenches, multipliers, hessianOut);
            guard.checkResult("hessianOut", hessianOut);
            return;
        }
        for (int c = 0; c < contacts.size(); c++) {
            inverse.reaction(c, six);
            share.take(c, six);
        }
        share.move(base, q, qd, qdd);
        share.factor(weights);
        ExternalWrenches loads = share.loads(wrenches);
        if (!share.suppliesAll()) {
            if (share.reachesDrives || ofReactions != null) {
                throw share.alone();
            }
            // rows of motors, which reactions do not reach
            ofTree(base, q, qd, qdd, loads, multipliers, hessianOut);
            guard.checkResult("hessianOut", hessianOut);
            return;
        }
        balanceMultipliers(ofReactions);
        guard.checkResult("the multipliers of rows that nobody drives", multipliers);
        guard.checkResult("the loads of multipliers", kappa);
        guard.checkResult("the share of contacts", y);
        if (ofBase > 0 && base != null) {
            slopes.computeFloating(base, q, qd, qdd, loads, List.of(), slope[0], slope[1], slope[2]);
        } else {
            slopes.compute(base, q, qd, qdd, loads, List.of(), slope[0], slope[1], slope[2]);
        }
        share.addSprings(slope[0]);
        ofTree(base, q, qd, qdd, loads, multipliers, hessianOut);
        addLoads(base, q, hessianOut);
        addChanges(hessianOut);
        guard.checkResult("hessianOut", hessianOut);
    }

    private void ofTree(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches loads,
            double[] ofRows,
            double[] out) {
        if (ofBase > 0 && base != null) {
            tree.computeFloating(base, q, qd, qdd, loads, ofRows, out);
        } else {
            tree.compute(base, q, qd, qdd, loads, ofRows, out);
        }
    }

    private void check(
            double[] q,
            double[] qd,
            double[] qdd,
            double @Nullable [] weights,
            double[] lambda,
            double @Nullable [] ofReactions,
            double[] hessianOut) {
        guard.checkLength("q", q, coordinates);
        guard.checkLength("qd", qd, coordinates);
        guard.checkLength("qdd", qdd, coordinates);
        guard.checkLength("lambda", lambda, n);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd);
        guard.checkFinite("lambda", lambda);
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

    /** l of the rows that torques balance, and zeros. */
    private void setMultipliers(double[] lambda) {
        Arrays.fill(multipliers, 0);
        for (int k = 0; k < n; k++) {
            multipliers[share.driven[k]] = lambda[k];
        }
    }

    /** l of the other rows, with A_U D²(Aᵀl − μ) = 0, κ, and [y; 0]. */
    private void balanceMultipliers(double @Nullable [] ofReactions) {
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = share.frames.constraints[c];
            for (int r = 0; r < constraint.rows(); r++) {
                mu[constraint.row + r] =
                        ofReactions == null ? 0 : ofReactions[6 * c + ContactShare.component(constraint, r)];
            }
        }
        Arrays.fill(right, 0);
        for (int i = 0; i < rows; i++) {
            double weighted = share.compliance(i) * (power(i) - mu[i]);
            for (int r = 0; r < right.length; r++) {
                right[r] -= share.reactions.columns[i][share.undriven[r]] * weighted;
            }
        }
        share.solve(right, solved);
        for (int r = 0; r < solved.length; r++) {
            multipliers[share.undriven[r]] = solved[r];
        }
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
    private void addLoads(@Nullable BaseMotion base, double[] q, double[] out) {
        if (base != null) {
            falling.set(base);
        }
        Placement R = MovingBase.of(falling).worldFromBase;
        Vector3 g = model.gravity();
        falling.velocityInBase(0, 0, 0, 0, 0, 0)
                .accelerationInBase(
                        R.xx * g.x() + R.yx * g.y() + R.zx * g.z(),
                        R.xy * g.x() + R.yy * g.y() + R.zy * g.z(),
                        R.xz * g.x() + R.yz * g.y() + R.zz * g.z(),
                        0,
                        0,
                        0);
        ofTree(falling, q, still, still, share.loads(null, kappa), y, ofLoads);
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
        for (int r = 0; r < share.undriven.length; r++) {
            Arrays.fill(unit, 0);
            unit[share.undriven[r]] = 1;
            share.byPosition(unit, scratch, ofUnit);
            for (int i = 0; i < width; i++) {
                double sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum += kappa[row] * ofUnit[i][row];
                }
                ofUndriven[i][r] = sum;
            }
        }
        int size = 3 * width;
        for (int column = 0; column < size; column++) {
            int variable = column / width;
            int j = column % width;
            for (int r = 0; r < missing.length; r++) {
                missing[r] = slope[variable][share.undriven[r] * width + j];
            }
            share.change(missing, variable == 0 ? ofShare[j] : noChange);
            for (int i = 0; i < width; i++) {
                double sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum -= ofMultipliers[i][row] * share.change[row];
                }
                for (int r = 0; r < missing.length; r++) {
                    sum -= ofUndriven[i][r] * share.solved[r];
                }
                out[i * size + column] += sum;
                out[column * size + i] += sum;
            }
        }
    }
}
