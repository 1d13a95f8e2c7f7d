package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.algebra.Vector;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.TaylorInverseDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Feed-forward for elastic joints of a tree that contacts hold to the ground: where the motors must be, how they must move, the torques
 * that they need, and what the ground supplies, all with rates, so that the joints follow a smooth motion. Exact, without differences.
 *
 * <p>The ground supplies what the base of the robot needs, with reactions of least norm as in {@link ConstrainedInverseDynamics} of rigid
 * drives: what a joint then takes is the effort of its drive, and of its spring, so that θ = q + effort / K, [Hua 28]. Base, reactions and
 * efforts are Taylor series along the motion:
 *
 * <pre>
 *   A_b(t)ᵀV(t) = −A_q(t)ᵀq̇(t),   A_b D² A_bᵀ z = f_b,   λ = D² A_bᵀ z,   γ = f_q − A_q λ,
 * </pre>
 *
 * in which A is that of components in the axes of the contacts' bodies, and of the base, and f = M u̇ + h. One matrix of six rows each serves
 * all coefficients of V and of z.
 *
 * <p>Motors have reflected inertia, but on a base that rests: gyroscopic rotors behind springs that are carried by moving bodies would act on
 * all springs with θ̈, so that θ would follow from a differential equation. Nothing is allocated after construction. Owned by one thread;
 * another one takes a {@link #copy}.
 */
public final class ElasticContactFeedForward {
    /** How far a motion may break a contact, as a part of the largest number. */
    private static final double TOLERANCE = 1e-7;

    private static final BaseMotion ORIGIN = new BaseMotion();

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final boolean withRates;
    private final boolean floats;
    private final Guard guard;
    private final ElasticCoordinates coordinates;
    private final ConstraintFrames frames;
    private final TaylorInverseDynamics links;
    private final TaylorInverseDynamics drives;
    private final int n;
    private final int rows;

    /** The highest derivative of efforts. */
    private final int order;

    private final ContactColumns columns;

    /** By reaction: A of base and joints. */
    private final Series[][] ofBase;

    private final Series[][] ofJoints;

    /** V, f and z of the base, λ, and γ. */
    private final Series[] velocity;

    private final Series[] neededOfBase;
    private final Series[] z;
    private final Series[] lambda;
    private final Series[] efforts;

    /** A_b D² A_bᵀ. */
    private final Series[] gram;

    private final HeldBase moving;
    private final SemidefiniteSystem sharing;

    /** By velocity of the base: what it counts in. */
    private final double[] unit;

    private final double[] square = new double[36];
    private final double[] right = new double[6];
    private final double[] solved = new double[6];
    private final double[] rowsRight;
    private final double[] compliance;
    private final double[] factorial;
    private final double[][] motion;
    private final double[][] baseVelocity;
    private final double[][] baseRows;
    private final double[][] linkRows;
    private final double[][] driveRows;
    private final double[] torqueRates;
    private final BaseMotion place = new BaseMotion();
    private final Pace pace;
    private boolean strained;

    public ElasticContactFeedForward(RobotModel model, List<CutJoint> contacts) {
        this(model, contacts, false);
    }

    /** One that also gives the rates of the torques, {@link #torqueRates}, and needs one derivative more for that. */
    public static ElasticContactFeedForward withRates(RobotModel model, List<CutJoint> contacts) {
        return new ElasticContactFeedForward(model, contacts, true);
    }

    private ElasticContactFeedForward(RobotModel model, List<CutJoint> contacts, boolean withRates) {
        model.requireTree("ElasticContactFeedForward");
        this.model = model;
        this.contacts = List.copyOf(contacts);
        this.withRates = withRates;
        guard = new Guard(ElasticContactFeedForward.class, model);
        ContactShare.requireGround(model, this.contacts, "ElasticContactFeedForward");
        floats = model.baseKind() == BaseKind.FLOATING;
        coordinates = new ElasticCoordinates(model);
        n = model.jointCount();
        requireStillMotors();
        frames = new ConstraintFrames(floats ? model : model.withFloatingBase(), this.contacts);
        rows = frames.rows;
        order = withRates ? 3 : 2;
        // one order more than efforts have, so that the base's velocity has a derivative
        int highest = order + 1;
        links = TaylorInverseDynamics.floating(frames.tree, highest);
        drives = new TaylorInverseDynamics(model.withFixedBase(), order - 2);
        columns = new ContactColumns(frames, links, n, coordinates.size(), highest);
        ofBase = columns.ofBase;
        ofJoints = columns.ofJoints;
        velocity = Series.array(6, highest);
        neededOfBase = Series.array(6, highest);
        z = Series.array(6, highest);
        lambda = Series.array(rows, highest);
        efforts = Series.array(n, highest);
        gram = Series.array(36, highest);
        moving = new HeldBase(frames);
        sharing = new SemidefiniteSystem(6, 1e-12);
        unit = frames.velocityUnits(6);
        pace = new Pace(model, frames.length, order());
        rowsRight = new double[rows];
        compliance = new double[rows];
        factorial = new double[highest + 3];
        factorial[0] = 1;
        for (int d = 1; d < factorial.length; d++) {
            factorial[d] = d * factorial[d - 1];
        }
        int size = coordinates.size();
        motion = new double[highest + 3][size];
        baseVelocity = new double[highest + 2][6];
        baseRows = new double[highest + 1][6];
        linkRows = new double[highest + 1][size];
        driveRows = new double[order - 1][size];
        torqueRates = new double[n];
    }

    private void requireStillMotors() {
        for (SpinningRotor rotor : MovingTree.withFreeMotors(model).rotors) {
            if (rotor.coordinate >= n && (floats || rotor.carrier > 0) && rotor.gearedInertia != 0) {
                throw new IllegalArgumentException(
                        "the motor of joint \"%s\" of robot \"%s\" spins on a moving body and acts on all springs of a robot that stands, so that motor angles follow from a differential equation; give the rotor as reflected inertia, or take ConstrainedInverseDynamics.withFreeMotors where the motors' motion is known"
                                .formatted(
                                        coordinates
                                                .elasticJoints()
                                                .get(rotor.coordinate - n)
                                                .name(),
                                        model.name()));
            }
        }
    }

    /** One for another thread. */
    public ElasticContactFeedForward copy() {
        return new ElasticContactFeedForward(model, contacts, withRates);
    }

    /** The highest derivative of the joints' motion that is needed: four, and one more for the rates of torques. */
    public int order() {
        return order + 2;
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /**
     * Motion and torques of the motors for a motion of the joints that keeps the contacts.
     *
     * @param base where the base is; how it moves follows from the joints. Null for a fixed base at the world's origin
     * @param motionOfJoints q and its derivatives up to {@link #order}, one vector of N entries each
     * @param wrenches what the environment applies, constant in the axes that it is given in; null for nothing
     * @param weights by contact, as of {@link ConstrainedInverseDynamics#compute}; null for all alike
     * @param qOut [q; θ], likewise qdOut and qddOut
     * @param tauOut motor torques, by joint
     * @throws NumericalException where the motion breaks a contact, or contacts leave the base free to move, and could not supply
     *     whatever it may need
     */
    public void compute(
            @Nullable BaseMotion base,
            double[][] motionOfJoints,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        run(base, motionOfJoints, wrenches, weights, null, qOut, qdOut, qddOut, tauOut);
    }

    /**
     * The same where contacts that tie joints to each other work against each other besides, so that springs are stretched more than
     * the least reactions need.
     *
     * @param strains what joints take besides, with derivatives as far as efforts have them, two or with rates three, one vector of N
     *     entries each. They move nothing: Tᵀ strain = 0 at all times, with T that of {@link ContactTies}. {@link #reaction} is not there then
     */
    public void computeStrained(
            @Nullable BaseMotion base,
            double[][] motionOfJoints,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[][] strains,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        guard.checkGiven("strains", strains);
        run(base, motionOfJoints, wrenches, weights, strains, qOut, qdOut, qddOut, tauOut);
    }

    private void run(
            @Nullable BaseMotion base,
            double[][] motionOfJoints,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double @Nullable [][] strains,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        } else if (!floats) {
            requireRest(base);
        }
        check(motionOfJoints, wrenches, weights, qOut, qdOut, qddOut, tauOut);
        if (strains != null) {
            checkStrains(strains, qOut, qdOut, qddOut, tauOut);
        }
        strained = strains != null;
        place.set(base == null ? ORIGIN : base);
        for (int d = 0; d < motion.length; d++) {
            Arrays.fill(motion[d], 0);
            if (d <= order()) {
                System.arraycopy(motionOfJoints[d], 0, motion[d], 0, n);
            }
        }
        columns.along(motion);
        moveBase();
        links.computeOnBase(
                place,
                baseVelocity,
                motion,
                frames.onTree(place, motionOfJoints[0], motionOfJoints[1], wrenches),
                baseRows,
                linkRows);
        share(weights);
        findEfforts(strains);
        findMotors();
        drives.compute(motion, driveRows);
        store(qOut, qdOut, qddOut, tauOut);
        guard.checkResult("tauOut", tauOut);
        guard.checkResult("the rates of torques", torqueRates);
        guard.succeed();
    }

    private void requireRest(BaseMotion base) {
        MovingBase moving = MovingBase.of(base);
        if (!isZero(moving.linearVelocity)
                || !isZero(moving.angularVelocity)
                || !isZero(moving.linearAcceleration)
                || !isZero(moving.angularAcceleration)) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" moves as told, with derivatives that are not known here; ConstrainedInverseDynamics.withFreeMotors takes the motion of motors, and any base"
                            .formatted(model.name()));
        }
    }

    private static boolean isZero(Vector vector) {
        return vector.x == 0 && vector.y == 0 && vector.z == 0;
    }

    private void check(
            double[][] motionOfJoints,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        if (motionOfJoints.length <= order()) {
            throw new IllegalArgumentException(
                    "the joints' motion is given up to derivative %s, but robot \"%s\" needs it up to %s"
                            .formatted(motionOfJoints.length - 1, model.name(), order()));
        }
        int size = coordinates.size();
        guard.checkLength("qOut", qOut, size);
        guard.checkLength("qdOut", qdOut, size);
        guard.checkLength("qddOut", qddOut, size);
        guard.checkLength("tauOut", tauOut, n);
        guard.checkDistinct("qdOut", qdOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qOut", qOut);
        guard.checkDistinct("tauOut", tauOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qddOut", qddOut);
        for (int d = 0; d <= order(); d++) {
            guard.checkLength("motionOfJoints", motionOfJoints[d], n);
            guard.checkFinite("motionOfJoints", motionOfJoints[d]);
            guard.checkDistinct("qOut", qOut, "motionOfJoints", motionOfJoints[d]);
            guard.checkDistinct("qdOut", qdOut, "motionOfJoints", motionOfJoints[d]);
            guard.checkDistinct("qddOut", qddOut, "motionOfJoints", motionOfJoints[d]);
            guard.checkDistinct("tauOut", tauOut, "motionOfJoints", motionOfJoints[d]);
        }
        guard.checkDistinct("qOut", qOut, "weights", weights);
        guard.checkDistinct("qdOut", qdOut, "weights", weights);
        guard.checkDistinct("qddOut", qddOut, "weights", weights);
        guard.checkDistinct("tauOut", tauOut, "weights", weights);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        frames.checkWeights(guard, weights);
    }

    /** V(t) with A_bᵀV + A_qᵀq̇ = 0. */
    private void moveBase() {
        if (floats) {
            for (int i = 0; i < rows; i++) {
                for (int r = 0; r < 6; r++) {
                    moving.columns[i][r] = ofBase[i][r].c[0];
                }
            }
            if (!moving.factor()) {
                throw new NumericalException(
                        "the contacts of robot \"%s\" leave its base free to move, and cannot supply every wrench on it, so that motors do not follow from its joints; give it more contacts"
                                .formatted(model.name()));
            }
        }
        pace.begin();
        for (int d = 1; d <= order(); d++) {
            pace.see(d, motion[d]);
        }
        for (int k = 0; k <= order + 1; k++) {
            setRowsRight(k);
            if (floats) {
                moving.solve(rowsRight, solved);
                for (int r = 0; r < 6; r++) {
                    velocity[r].c[k] = solved[r];
                }
            }
            requireKept(k);
        }
        for (int d = 0; d < baseVelocity.length; d++) {
            for (int r = 0; r < 6; r++) {
                baseVelocity[d][r] = d <= order + 1 ? factorial[d] * velocity[r].c[d] : 0;
            }
        }
    }

    /** What A_b0ᵀV_k must be. */
    private void setRowsRight(int k) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int j = 0; j <= k; j++) {
                for (int m = 0; m < n; m++) {
                    sum -= ofJoints[i][m].c[j] * motion[k - j + 1][m] / factorial[k - j];
                }
                for (int r = 0; j > 0 && r < 6; r++) {
                    sum -= ofBase[i][r].c[j] * velocity[r].c[k - j];
                }
            }
            rowsRight[i] = sum;
        }
    }

    /** Coefficient k is the derivative of that order over k!. */
    private void requireKept(int k) {
        double turning = pace.turning(k + 1) / factorial[k];
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = frames.constraints[c];
            for (int i = constraint.row; i < constraint.row + constraint.rows(); i++) {
                double broken = -rowsRight[i];
                for (int r = 0; r < 6; r++) {
                    broken += ofBase[i][r].c[0] * velocity[r].c[k];
                }
                double size = i < constraint.row + constraint.linearRows ? frames.length * turning : turning;
                if (!(Math.abs(broken) <= TOLERANCE * size)) {
                    throw new NumericalException(
                            "derivative %s of the motion of robot \"%s\" breaks contact \"%s\"; take a motion that keeps it in all derivatives"
                                    .formatted(
                                            k + 1, model.name(), contacts.get(c).name()));
                }
            }
        }
    }

    /** λ(t) of least norm. */
    private void share(double @Nullable [] weights) {
        for (Series reaction : lambda) {
            reaction.setZero();
        }
        if (!floats) {
            return;
        }
        frames.compliances(weights, compliance);
        columns.load(baseRows, neededOfBase);
        for (int r = 0; r < 6; r++) {
            for (int s = 0; s < 6; s++) {
                Series entry = gram[6 * r + s];
                entry.setZero();
                for (int i = 0; i < rows; i++) {
                    entry.addProduct(compliance[i], ofBase[i][r], ofBase[i][s]);
                }
                square[6 * r + s] = unit[r] * unit[s] * entry.c[0];
            }
        }
        sharing.factor(square);
        for (int k = 0; k <= order; k++) {
            for (int r = 0; r < 6; r++) {
                double sum = neededOfBase[r].c[k];
                for (int s = 0; s < 6; s++) {
                    for (int j = 1; j <= k; j++) {
                        sum -= gram[6 * r + s].c[j] * z[s].c[k - j];
                    }
                }
                right[r] = unit[r] * sum;
            }
            sharing.solve(right, solved);
            for (int r = 0; r < 6; r++) {
                z[r].c[k] = unit[r] * solved[r];
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int r = 0; r < 6; r++) {
                lambda[i].addProduct(compliance[i], ofBase[i][r], z[r]);
            }
        }
    }

    private void checkStrains(double[][] strains, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        if (strains.length <= order) {
            throw new IllegalArgumentException(
                    "strains are given up to derivative %s, but robot \"%s\" needs them up to %s"
                            .formatted(strains.length - 1, model.name(), order));
        }
        for (int d = 0; d <= order; d++) {
            guard.checkLength("strains", strains[d], n);
            guard.checkFinite("strains", strains[d]);
            guard.checkDistinct("qOut", qOut, "strains", strains[d]);
            guard.checkDistinct("qdOut", qdOut, "strains", strains[d]);
            guard.checkDistinct("qddOut", qddOut, "strains", strains[d]);
            guard.checkDistinct("tauOut", tauOut, "strains", strains[d]);
        }
    }

    /** γ = f_q − A_q λ, and strains. */
    private void findEfforts(double @Nullable [][] strains) {
        columns.load(linkRows, efforts);
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < n; k++) {
                efforts[k].addProduct(-1, ofJoints[i][k], lambda[i]);
            }
        }
        for (int d = 0; strains != null && d <= order; d++) {
            for (int k = 0; k < n; k++) {
                efforts[k].c[d] += strains[d][k] / factorial[d];
            }
        }
    }

    /** θ = q − rest offset + γ / K, with derivatives. */
    private void findMotors() {
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            for (int d = 0; d <= order; d++) {
                motion[d][n + e] = motion[d][k]
                        + factorial[d] * efforts[k].c[d] / coordinates.spring(e).stiffness();
            }
            motion[0][n + e] -= coordinates.spring(e).restOffset();
        }
        for (int d = 0; d <= order; d++) {
            guard.checkResult("the motion of the motors", motion[d]);
        }
    }

    private void store(double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        System.arraycopy(motion[0], 0, qOut, 0, qOut.length);
        System.arraycopy(motion[1], 0, qdOut, 0, qdOut.length);
        System.arraycopy(motion[2], 0, qddOut, 0, qddOut.length);
        for (int k = 0; k < n; k++) {
            tauOut[k] = efforts[k].c[0];
            torqueRates[k] = efforts[k].c[1];
        }
        // and what a motor behind a spring takes besides, [Hua 29]
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            tauOut[k] += driveRows[0][n + e];
            if (withRates) {
                torqueRates[k] += driveRows[1][n + e];
            }
        }
    }

    /** dτ/dt of the motors at the last computation, by joint. */
    public void torqueRates(double[] ratesOut) {
        guard.requireResults();
        if (!withRates) {
            throw new IllegalStateException(
                    "this feed-forward of robot \"%s\" is without rates of torques: make it by withRates"
                            .formatted(model.name()));
        }
        guard.checkLength("ratesOut", ratesOut, n);
        System.arraycopy(torqueRates, 0, ratesOut, 0, n);
    }

    /**
     * What springs do to their joints at the last computation, or a derivative of it.
     *
     * @param derivative 0 for the efforts themselves, up to 2
     * @param effortsOut one number per motor behind a spring
     */
    public void springEfforts(int derivative, double[] effortsOut) {
        checkDerivative(derivative, "efforts");
        guard.requireResults();
        guard.checkLength("effortsOut", effortsOut, coordinates.motorCount());
        for (int e = 0; e < effortsOut.length; e++) {
            effortsOut[e] = factorial[derivative] * efforts[coordinates.jointOfMotor(e)].c[derivative];
        }
    }

    /**
     * What the ground exerts at a contact by the last computation, or a derivative of its components: force and moment about the
     * origin of the contact's frame on the body, in the axes of that frame.
     *
     * @param derivative 0 for the wrench itself, up to 2
     */
    public void reaction(int contact, int derivative, double[] wrenchOut) {
        Constraint constraint = frames.constraint(contact);
        checkDerivative(derivative, "reactions");
        guard.requireResults();
        if (strained) {
            throw new IllegalStateException(
                    "reactions of robot \"%s\" under strains are not known here; ElasticConstrainedForwardDynamics has them"
                            .formatted(model.name()));
        }
        guard.checkLength("wrenchOut", wrenchOut, 6);
        Arrays.fill(wrenchOut, 0);
        for (int r = 0; r < constraint.rows(); r++) {
            wrenchOut[ContactShare.component(constraint, r)] =
                    factorial[derivative] * lambda[constraint.row + r].c[derivative];
        }
    }

    private void checkDerivative(int derivative, String what) {
        if (derivative < 0 || derivative > order) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has derivatives of %s up to %s, but derivative %s was asked for"
                            .formatted(model.name(), what, order, derivative));
        }
    }

    /**
     * The velocity of the base that keeps the contacts, in base axes, by the last computation, or a derivative of its components: linear
     * of its origin, then angular.
     */
    public void baseVelocity(int derivative, double[] velocityOut) {
        checkDerivative(derivative, "velocities of its base");
        guard.requireResults();
        guard.checkLength("velocityOut", velocityOut, 6);
        System.arraycopy(baseVelocity[derivative], 0, velocityOut, 0, 6);
    }
}
