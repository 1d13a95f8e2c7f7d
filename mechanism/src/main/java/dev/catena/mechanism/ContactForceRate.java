package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * dτ/dt and dλ/dt of a tree that contacts hold to the ground, with reactions λ of least norm: the rates of {@link
 * ConstrainedInverseDynamics} along a motion.
 *
 * <p>With reactions as they are, efforts change by [Guarino]'s recursion under loads that are constant in their bodies. What the
 * base then lacks, reactions take over: A_b dλ/dt = d(M u̇ + h − A λ)_b/dt.
 *
 * <p>The jerk of a base that floats is the one that keeps the contacts. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ContactForceRate {
    /** How far jerks may break a contact, as a part of the largest number. */
    private static final double TOLERANCE = 1e-7;

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final Guard guard;
    private final ConstrainedInverseDynamics inverse;
    private final ContactShare share;
    private final ForceRate rate;
    private final int n;
    private final int ofBase;
    private final HeldBase keeping;
    private final double[] opposite;
    private final double[] right = new double[6];
    private final double[] jerk = new double[6];
    private final double[] six = new double[6];
    private final double[] rows;
    private final double[] changes;
    private final double[] rates;
    private final Pace pace;
    private final double[][] direction = new double[3][3];
    private final BaseMotion motion = new BaseMotion();

    public ContactForceRate(RobotModel model, List<CutJoint> contacts) {
        this.model = model;
        this.contacts = List.copyOf(contacts);
        guard = new Guard(ContactForceRate.class, model);
        ConstraintFrames.requireRigid(model, "ElasticContactFeedForward");
        share = new ContactShare(model, this.contacts, "ContactForceRate", false);
        inverse = new ConstrainedInverseDynamics(model, this.contacts);
        rate = new ForceRate(model);
        n = model.jointCount();
        ofBase = share.ofBase;
        keeping = new HeldBase(share.frames);
        rows = new double[share.frames.rows];
        opposite = new double[rows.length];
        changes = new double[rows.length];
        rates = new double[n];
        pace = new Pace(model, share.frames.length, 3);
    }

    /** One for another thread. */
    public ContactForceRate copy() {
        return new ContactForceRate(model, contacts);
    }

    /**
     * Torques of the joints and their rates for a motion that keeps the contacts.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin. The jerk of one that
     *     floats is not read
     * @param wrenches what the environment applies, rates included; null for nothing
     * @param weights by contact; null for all alike
     * @throws NumericalException where the motion breaks a contact, the contacts cannot supply what it needs, or leave the
     *     jerk of a floating base open
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double @Nullable [] weights,
            double[] tauOut,
            double[] tauRateOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        guard.checkLength("qddd", qddd, n);
        guard.checkFinite("qddd", qddd);
        guard.checkLength("tauRateOut", tauRateOut, n);
        guard.checkDistinct("tauRateOut", tauRateOut, "tauOut", tauOut);
        guard.checkDistinct("tauRateOut", tauRateOut, "weights", weights);
        guard.checkDistinct("tauOut", tauOut, "qddd", qddd);
        guard.checkDistinct("tauRateOut", tauRateOut, "q", q);
        guard.checkDistinct("tauRateOut", tauRateOut, "qd", qd);
        guard.checkDistinct("tauRateOut", tauRateOut, "qdd", qdd);
        guard.checkDistinct("tauRateOut", tauRateOut, "qddd", qddd);
        inverse.compute(base, q, qd, qdd, wrenches, weights, tauOut);
        for (int c = 0; c < contacts.size(); c++) {
            inverse.reaction(c, six);
            share.take(c, six);
        }
        share.move(base, q, qd, qdd);
        BaseMotion moving = base;
        if (ofBase > 0 && base != null) {
            moving = motion.set(base).jerkInBase(Vector3.ZERO, Vector3.ZERO);
            fillJerks(moving, q, qd, qdd, qddd);
            keepContacts();
            moving.jerkInBase(new Vector3(jerk[0], jerk[1], jerk[2]), new Vector3(jerk[3], jerk[4], jerk[5]));
        }
        fillJerks(moving, q, qd, qdd, qddd);
        pace.begin();
        pace.see(1, qd);
        pace.see(2, qdd);
        pace.see(3, qddd);
        requireKept();
        share.factor(weights);
        rate.compute(moving, q, qd, qdd, qddd, share.loads(wrenches), rates, tauRateOut);
        rate.jointWrenchRateInBody(0, six);
        double[] z = share.multipliers();
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = share.frames.constraints[c];
            share.ties[c].rateOf(z, right);
            for (int r = 0; r < constraint.rows(); r++) {
                changes[constraint.row + r] = right[ContactShare.component(constraint, r)];
            }
        }
        share.change(six, changes);
        for (int k = 0; k < n; k++) {
            tauRateOut[k] -= share.effortOfChange(ofBase + k);
        }
        guard.checkResult("tauRateOut", tauRateOut);
        guard.succeed();
    }

    /** d²(Aᵀu)/dt²: e·j + 2 ė·a + ë·v with e fixed in the frame, and likewise for rotations. */
    private void fillJerks(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd, double[] qddd) {
        share.frames.kinematics.compute(base, q, qd, qdd, qddd);
        for (Constraint constraint : share.frames.constraints) {
            FrameMotion frame = constraint.second;
            share.frames.kinematics.jerkInWorld(frame.body, frame.jerk);
            for (int r = 0; r < constraint.rows(); r++) {
                int component = ContactShare.component(constraint, r);
                int at = component < 3 ? 0 : 3;
                frame.differentiate(frame.axis[component - at], direction);
                double sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += direction[0][k] * frame.jerk[at + k]
                            + 2 * direction[1][k] * frame.acceleration[at + k]
                            + direction[2][k] * frame.velocity[at + k];
                }
                rows[constraint.row + r] = sum;
            }
        }
    }

    /** The jerk of the base with A_bᵀ Y = −(what the contacts' jerks are without it). */
    private void keepContacts() {
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(share.reactions.columns[i], 0, keeping.columns[i], 0, 6);
            opposite[i] = -rows[i];
        }
        if (!keeping.factor()) {
            throw new NumericalException(
                    "the contacts of robot \"%s\" leave the jerk of its base open; give it more contacts"
                            .formatted(model.name()));
        }
        keeping.solve(opposite, jerk);
    }

    private void requireKept() {
        double turning = pace.turning(3);
        for (int c = 0; c < contacts.size(); c++) {
            Constraint constraint = share.frames.constraints[c];
            for (int r = 0; r < constraint.rows(); r++) {
                double broken = rows[constraint.row + r];
                double size = r < constraint.linearRows ? share.frames.length * turning : turning;
                if (!(Math.abs(broken) <= TOLERANCE * size)) {
                    throw new NumericalException(String.format(
                            Locale.ROOT,
                            "the jerks of robot \"%s\" break contact \"%s\" by %.3g m/s³ or rad/s³; take jerks that"
                                    + " keep it",
                            model.name(),
                            contacts.get(c).name(),
                            broken));
                }
            }
        }
    }

    /**
     * What the ground exerts at a contact by the last computation, and its rate: force and moment in the axes of the contact's
     * frame on the body, about its origin, and how these components change.
     */
    public void reaction(int contact, double[] wrenchOut, double[] wrenchRateOut) {
        Constraint constraint = share.frames.constraint(contact);
        guard.requireResults();
        guard.checkLength("wrenchOut", wrenchOut, 6);
        guard.checkLength("wrenchRateOut", wrenchRateOut, 6);
        guard.checkDistinct("wrenchRateOut", wrenchRateOut, "wrenchOut", wrenchOut);
        constraint.wrench(share.lambda, wrenchOut);
        constraint.wrench(share.change, wrenchRateOut);
    }

    /** The jerk of a floating base by the last computation, in base axes, as of {@link BaseMotion#jerkInBase()}. */
    public Twist baseJerk() {
        guard.requireResults();
        guard.checkFloatingBase();
        return new Twist(new Vector3(jerk[0], jerk[1], jerk[2]), new Vector3(jerk[3], jerk[4], jerk[5]));
    }
}
