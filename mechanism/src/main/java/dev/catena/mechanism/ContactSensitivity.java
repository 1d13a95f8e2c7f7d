package dev.catena.mechanism;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derivatives of a tree that contacts hold to the ground, and of what the ground supplies: of {@link
 * ConstrainedInverseDynamics}, with reactions of least norm, and of {@link ConstrainedForwardDynamics}.
 *
 * <p>With reactions as they are, efforts change as those of the tree under constant loads. Reactions change on top of that:
 * so that the base lacks nothing ({@link #torque}), or so that contacts are kept ({@link #acceleration}),
 *
 * <p>M δu̇ − A δλ = −∂(M u̇ + h − A λ), Aᵀδu̇ = −∂(Aᵀu̇ + b).
 *
 * <p>Where contacts repeat each other, accelerations are unique all the same, and reactions stay those of least norm.
 *
 * <p>Rows and columns of a floating base come first; by position they are displacements along and turns about its axes, and its
 * acceleration is the classical one. Where contacts are given, their places on the ground are held. Nothing is allocated
 * after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ContactSensitivity {
    /** By how much rows that repeat each other may differ, as a part of the largest number. */
    private static final double CONTRADICTION = 1e-8;

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final boolean withFreeMotors;
    private final Guard guard;
    private final ConstrainedInverseDynamics inverse;
    private final ElasticConstrainedForwardDynamics forward;
    private final ContactShare share;
    private final TorqueSensitivity tree;
    private final int n;

    /** How many joints and motors have coordinates. */
    private final int coordinates;

    private final int ofBase;
    private final int width;
    private final int rows;

    /** By position, velocity and acceleration, with reactions as they are. */
    private final double[][] ofTree;

    /** By variable, reaction and column. */
    private final double[][] ofReactions;

    private final double[][] columns;
    private final double[] noChange;
    private final double[] missing;
    private final double[] six = new double[6];
    private final double[] ofBaseAcceleration = new double[6];
    private final double[] efforts;
    private final double[] accelerations;
    private final double[] right;
    private final double[] delassus;
    private final double[][] responses;
    private final double[] rowsRight;
    private final double[] rowsSolved;
    private final double[] scale;
    private final SemidefiniteSystem sharing;

    /** z, and δ(Aᵀ)z by position and row. */
    private final double[] leastNorm;

    private final double[][] ofLeastNorm;
    private double largestResponse;
    private final double[] linear = new double[3];
    private final double[] angular = new double[3];
    private final double[][] outputs = new double[3][];
    private final BaseMotion motion = new BaseMotion();
    private int torqueColumns;

    /** Whether reactions have derivatives at the last computation. */
    private boolean hasReactions;

    public ContactSensitivity(RobotModel model, List<CutJoint> contacts) {
        this(model, contacts, false);
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: q, qd and qdd are [q; θ] and its rates, so that rows of
     * accelerations and all columns but those by torques are of base, joints and motors. Torques are those of motors, by moving joint.
     */
    public static ContactSensitivity withFreeMotors(RobotModel model, List<CutJoint> contacts) {
        return new ContactSensitivity(model, contacts, true);
    }

    private ContactSensitivity(RobotModel model, List<CutJoint> contacts, boolean withFreeMotors) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        this.withFreeMotors = withFreeMotors;
        guard = new Guard(ContactSensitivity.class, model);
        share = new ContactShare(model, this.contacts, "ContactSensitivity", withFreeMotors);
        inverse = ConstrainedInverseDynamics.withFreeMotors(model, this.contacts);
        forward = new ElasticConstrainedForwardDynamics(model, this.contacts);
        tree = TorqueSensitivity.withFreeMotors(model);
        n = model.jointCount();
        ofBase = share.ofBase;
        width = share.width;
        rows = share.frames.rows;
        coordinates = width - ofBase;
        ofTree = new double[3][width * width];
        ofReactions = new double[3][rows * width];
        columns = new double[width][6];
        noChange = new double[rows];
        missing = new double[share.undriven.length];
        efforts = new double[n];
        accelerations = new double[coordinates];
        right = new double[width];
        delassus = new double[rows * rows];
        responses = new double[rows][width];
        rowsRight = new double[rows];
        rowsSolved = new double[rows];
        scale = new double[rows];
        for (Constraint constraint : share.frames.constraints) {
            for (int r = 0; r < constraint.rows(); r++) {
                scale[constraint.row + r] = r < constraint.linearRows ? 1 / share.frames.length : 1;
            }
        }
        sharing = new SemidefiniteSystem(rows, 1e-10);
        leastNorm = new double[width];
        ofLeastNorm = new double[width][rows];
    }

    /** One for another thread. */
    public ContactSensitivity copy() {
        return new ContactSensitivity(model, contacts, withFreeMotors);
    }

    /**
     * ∂τ by positions, velocities and accelerations of base and joints, n rows of joints.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param weights by contact, as of {@link ConstrainedInverseDynamics#compute}; null for all alike
     * @throws NumericalException where the motion breaks a contact, or the contacts cannot supply what it, or motions nearby, need
     */
    public void torque(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut) {
        guard.begin();
        requireBase(base);
        guard.checkLength("qdd", qdd, coordinates);
        if (weights != null) {
            guard.checkDistinct("byPositionOut", byPositionOut, "weights", weights);
            guard.checkDistinct("byVelocityOut", byVelocityOut, "weights", weights);
            guard.checkDistinct("byAccelerationOut", byAccelerationOut, "weights", weights);
        }
        check(q, qd, qdd, "qdd", n * width, n * width, byPositionOut, byVelocityOut, byAccelerationOut);
        inverse.compute(base, q, qd, qdd, wrenches, weights, efforts);
        for (int c = 0; c < contacts.size(); c++) {
            inverse.reaction(c, six);
            share.take(c, six);
        }
        move(base, q, qd, qdd, share.loads(wrenches));
        share.factor(weights);
        hasReactions = share.suppliesAll();
        if (!hasReactions && share.reachesDrives) {
            throw share.alone();
        }
        share.byPosition(share.multipliers(), columns, ofLeastNorm);
        double[][] out = outputs;
        out[0] = byPositionOut;
        out[1] = byVelocityOut;
        out[2] = byAccelerationOut;
        for (int variable = 0; variable < 3; variable++) {
            for (int j = 0; j < width; j++) {
                for (int r = 0; r < missing.length; r++) {
                    missing[r] = ofTree[variable][share.undriven[r] * width + j];
                }
                share.change(missing, variable == 0 ? ofLeastNorm[j] : noChange);
                for (int i = 0; i < rows; i++) {
                    ofReactions[variable][i * width + j] = share.change[i];
                }
                for (int k = 0; k < n; k++) {
                    int row = share.driven[k];
                    out[variable][k * width + j] = ofTree[variable][row * width + j] - share.effortOfChange(row);
                }
            }
        }
        finish(width, "byAccelerationOut", byPositionOut, byVelocityOut, byAccelerationOut);
    }

    /**
     * ∂u̇ by positions and velocities of base and joints, and by efforts of joints; a row for every freedom of base and joints.
     *
     * @param base how the base moves; null for a fixed base at the world's origin. Of one that floats the acceleration is not
     *     read
     * @throws NumericalException where contacts repeat each other in this pose and contradict each other beside it, so that there
     *     are no accelerations to be compared with
     * @throws SingularInertiaException where something that moves has no inertia
     */
    public void acceleration(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byTorqueOut) {
        guard.begin();
        requireBase(base);
        guard.checkLength("tau", tau, n);
        check(q, qd, tau, "tau", width * width, width * n, byPositionOut, byVelocityOut, byTorqueOut);
        BaseMotion moving = base;
        if (ofBase > 0 && base != null) {
            double[] a = ofBaseAcceleration;
            forward.computeFloating(base, q, qd, tau, wrenches, a, accelerations);
            moving = motion.set(base).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        } else {
            forward.compute(base, q, qd, tau, wrenches, accelerations);
        }
        for (int c = 0; c < contacts.size(); c++) {
            forward.reaction(c, six);
            share.take(c, six);
        }
        move(moving, q, qd, accelerations, share.loads(wrenches));
        hasReactions = true;
        factor();
        double[][] out = outputs;
        out[0] = byPositionOut;
        out[1] = byVelocityOut;
        setBaseVelocity(moving);
        for (int variable = 0; variable < 2; variable++) {
            setContactChanges(variable);
            for (int j = 0; j < width; j++) {
                for (int k = 0; k < width; k++) {
                    right[k] = -ofTree[variable][k * width + j];
                }
                solve(ofReactions[variable], j, width, out[variable], variable == 0);
            }
        }
        Arrays.fill(ofReactions[2], 0);
        for (int j = 0; j < n; j++) {
            Arrays.fill(right, 0);
            right[share.driven[j]] = 1;
            solve(ofReactions[2], j, n, byTorqueOut, false);
        }
        finish(n, "byTorqueOut", byPositionOut, byVelocityOut, byTorqueOut);
    }

    /** Puts −∂(Aᵀu̇ + b) where the changes of reactions will be. */
    private void setContactChanges(int variable) {
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = share.frames.constraints[c];
            if (variable == 0) {
                share.ties[c].accelerationByPosition(columns);
            } else {
                share.ties[c].accelerationByVelocity(linear, angular, columns);
            }
            for (int r = 0; r < constraint.rows(); r++) {
                for (int j = 0; j < width; j++) {
                    ofReactions[variable][(constraint.row + r) * width + j] =
                            -columns[j][ContactShare.component(constraint, r)];
                }
            }
        }
    }

    private void setBaseVelocity(@Nullable BaseMotion base) {
        if (base != null) {
            MovingBase moving = MovingBase.of(base);
            linear[0] = moving.linearVelocity.x;
            linear[1] = moving.linearVelocity.y;
            linear[2] = moving.linearVelocity.z;
            angular[0] = moving.angularVelocity.x;
            angular[1] = moving.angularVelocity.y;
            angular[2] = moving.angularVelocity.z;
        }
    }

    private void move(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd, ExternalWrenches loads) {
        share.move(base, q, qd, qdd);
        if (ofBase > 0 && base != null) {
            tree.computeFloating(base, q, qd, qdd, loads, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        } else {
            tree.compute(base, q, qd, qdd, loads, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        }
        share.addSprings(ofTree[0]);
    }

    /** M = L Lᵀ in the place of ∂τ/∂q̈, M⁻¹A, and Λ = Aᵀ M⁻¹A. */
    private void factor() {
        int singular = Cholesky.factor(ofTree[2], width);
        if (singular >= 0) {
            throw singular < ofBase
                    ? SingularInertiaException.ofBase(model, 0)
                    : SingularInertiaException.ofJoint(model, share.name(singular), 0);
        }
        for (int i = 0; i < rows; i++) {
            System.arraycopy(share.reactions.columns[i], 0, responses[i], 0, width);
            Cholesky.solve(ofTree[2], width, responses[i]);
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < width; k++) {
                    sum += share.reactions.columns[j][k] * responses[i][k];
                }
                delassus[i * rows + j] = sum;
                delassus[j * rows + i] = sum;
            }
        }
        factorReactions();
    }

    /** S Λ S, S the lengths of the rows, and, where contacts repeat each other, z with Aᵀz = S⁻²λ: λ is of least norm. */
    private void factorReactions() {
        double largest = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                delassus[i * rows + j] *= scale[i] * scale[j];
            }
            largest = Math.max(largest, delassus[i * rows + i]);
        }
        sharing.factor(delassus);
        largestResponse = largest;
        if (sharing.rank() == rows) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            rowsRight[i] = share.lambda[i] / scale[i];
        }
        sharing.solve(rowsRight, rowsSolved);
        Arrays.fill(leastNorm, 0);
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < width; k++) {
                leastNorm[k] += responses[i][k] * scale[i] * rowsSolved[i];
            }
        }
        share.byPosition(leastNorm, columns, ofLeastNorm);
    }

    /**
     * δλ from the column of what Aᵀδu̇ must be, which it takes the place of; δu̇ = M⁻¹(right + A δλ).
     *
     * @param isPosition whether A changes too
     */
    private void solve(double[] reactionsOut, int j, int count, double[] out, boolean isPosition) {
        Cholesky.solve(ofTree[2], width, right);
        for (int i = 0; i < rows; i++) {
            double sum = reactionsOut[i * count + j];
            for (int k = 0; k < width; k++) {
                sum -= share.reactions.columns[i][k] * right[k];
            }
            rowsRight[i] = sum * scale[i];
        }
        sharing.solve(rowsRight, rowsSolved);
        if (sharing.rank() < rows) {
            requireAgreement();
        }
        for (int i = 0; i < rows; i++) {
            double change = rowsSolved[i] * scale[i];
            reactionsOut[i * count + j] = change;
            for (int k = 0; k < width; k++) {
                right[k] += responses[i][k] * change;
            }
        }
        if (isPosition && sharing.rank() < rows) {
            addChangeOfLeastNorm(j, reactionsOut);
        }
        for (int k = 0; k < width; k++) {
            out[k * count + j] = right[k];
        }
    }

    /** Rows that repeat others must ask for the same. */
    private void requireAgreement() {
        double size = largestResponse;
        for (int i = 0; i < rows; i++) {
            size = Math.max(size, Math.abs(rowsRight[i]));
        }
        for (int i = 0; i < rows; i++) {
            double left = rowsRight[i];
            for (int k = 0; k < rows; k++) {
                left -= delassus[i * rows + k] * rowsSolved[k];
            }
            if (!(Math.abs(left) <= CONTRADICTION * size)) {
                throw new NumericalException(
                        "contacts of robot \"%s\" are redundant in this pose, %s of %s rows are independent, and contradict each other beside it, so that there are no derivatives; leave contacts out"
                                .formatted(model.name(), sharing.rank(), rows));
            }
        }
    }

    /** S⁻¹δλ += (1 − P) S δ(Aᵀ)z, P the projection on what rows can do: what is of least norm stays so. */
    private void addChangeOfLeastNorm(int j, double[] reactionsOut) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int k = 0; k < rows; k++) {
                sum += delassus[i * rows + k] * scale[k] * ofLeastNorm[j][k];
            }
            rowsRight[i] = sum;
        }
        sharing.solve(rowsRight, rowsSolved);
        for (int i = 0; i < rows; i++) {
            reactionsOut[i * width + j] += scale[i] * (scale[i] * ofLeastNorm[j][i] - rowsSolved[i]);
        }
    }

    private void requireBase(@Nullable BaseMotion base) {
        if (base == null) {
            guard.checkFixedBase();
        }
    }

    private void check(
            double[] q,
            double[] qd,
            double[] given,
            String name,
            int size,
            int last,
            double[] P,
            double[] V,
            double[] X) {
        guard.checkLength("q", q, coordinates);
        guard.checkLength("qd", qd, coordinates);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite(name, given);
        String third = name.equals("tau") ? "byTorqueOut" : "byAccelerationOut";
        checkOutput("byPositionOut", P, size, q, qd, given, name);
        checkOutput("byVelocityOut", V, size, q, qd, given, name);
        checkOutput(third, X, last, q, qd, given, name);
        guard.checkDistinct("byVelocityOut", V, "byPositionOut", P);
        guard.checkDistinct(third, X, "byPositionOut", P);
        guard.checkDistinct(third, X, "byVelocityOut", V);
    }

    private void checkOutput(
            String name, double[] out, int size, double[] q, double[] qd, double[] given, String last) {
        guard.checkLength(name, out, size);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, last, given);
    }

    private void finish(int count, String name, double[] P, double[] V, double[] X) {
        torqueColumns = count;
        guard.checkResult("byPositionOut", P);
        guard.checkResult("byVelocityOut", V);
        guard.checkResult(name, X);
        guard.succeed();
    }

    /**
     * How what the ground exerts at a contact changes, by the last computation: six rows, force and moment in the axes of the
     * contact's frame on the body; columns as there, the last matrix by accelerations or by efforts.
     *
     * @throws NumericalException where contacts cannot supply what motions nearby need; torques of drives behind springs do not change
     *     with that
     */
    public void reaction(int contact, double[] byPositionOut, double[] byVelocityOut, double[] byLastOut) {
        Constraint constraint = share.frames.constraint(contact);
        guard.requireResults();
        if (!hasReactions) {
            throw share.alone();
        }
        double[][] out = {byPositionOut, byVelocityOut, byLastOut};
        String[] names = {"byPositionOut", "byVelocityOut", "byLastOut"};
        for (int variable = 0; variable < 3; variable++) {
            int count = variable < 2 ? width : torqueColumns;
            guard.checkLength(names[variable], out[variable], 6 * count);
            Arrays.fill(out[variable], 0);
            for (int r = 0; r < constraint.rows(); r++) {
                System.arraycopy(
                        ofReactions[variable],
                        (constraint.row + r) * count,
                        out[variable],
                        ContactShare.component(constraint, r) * count,
                        count);
            }
        }
    }
}
