package dev.catena.mechanism;

import dev.catena.dynamics.WrenchResponse;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The velocities after ties begin to hold, as a foot that lands or a loop that closes: M(u⁺ − u⁻) = A P and
 * Aᵀu⁺ = −ε Aᵀu⁻ with impulses P and a coefficient of restitution ε. Friction and drives give no impulse, nor do springs: with
 * {@link #withFreeMotors} a motor behind one keeps its velocity, but for a rotor on a body that is jerked, which keeps its own spin.
 *
 * <p>The pose must be one where the ties meet. Of redundant ties the impulses are those of least norm. Nothing is
 * allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ConstraintImpact {
    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final Reactions reactions;
    private final boolean hasFreeMotors;
    private final BaseMotion resting = new BaseMotion();
    private final double[] rows;
    private final double[] positions;
    private final double[] velocities;
    private final double[] zero;
    private final double[] unused;
    private final double[] six = new double[6];
    private final double[] baseChange = new double[6];
    private final double[] changes;
    private double loss;

    /** Of a robot whose own loops close. */
    public ConstraintImpact(RobotModel model) {
        this(model, List.of());
    }

    /** @param contacts ties beyond the robot's own cut joints; the first body of one to the ground is {@code "world"} */
    public ConstraintImpact(RobotModel model, List<CutJoint> contacts) {
        this(model, contacts, false);
    }

    /** Of a robot in which the motors of elastic joints turn on their own: q, qd and qdOut are [q; θ] and its rates. */
    public static ConstraintImpact withFreeMotors(RobotModel model, List<CutJoint> contacts) {
        return new ConstraintImpact(model, contacts, true);
    }

    private ConstraintImpact(RobotModel model, List<CutJoint> contacts, boolean withFreeMotors) {
        if (!withFreeMotors) {
            ConstraintFrames.requireRigid(model, "ConstraintImpact.withFreeMotors");
        }
        this.model = model;
        this.contacts = List.copyOf(contacts);
        hasFreeMotors = withFreeMotors;
        guard = new Guard(ConstraintImpact.class, model);
        frames = new ConstraintFrames(model, this.contacts);
        reactions = new Reactions(
                frames,
                withFreeMotors
                        ? WrenchResponse.withFreeMotors(frames.tree, frames.rows)
                        : new WrenchResponse(frames.tree, frames.rows));
        rows = new double[frames.rows];
        positions = new double[model.jointCount()];
        velocities = new double[model.jointCount()];
        int size = model.jointCount() + (withFreeMotors ? model.elasticJoints().size() : 0);
        zero = new double[size];
        unused = new double[size];
        changes = new double[size];
    }

    /** One for another thread. */
    public ConstraintImpact copy() {
        return new ConstraintImpact(model, contacts, hasFreeMotors);
    }

    /**
     * Velocities of the joints after the impact, the base at rest or moving as told.
     *
     * @param base null for a fixed base at the world's origin
     * @param restitution ε, 0 to 1
     */
    public void compute(@Nullable BaseMotion base, double[] q, double[] qd, double restitution, double[] qdOut) {
        check(q, qd, restitution, qdOut);
        if (base == null) {
            reactions.response.compute(null, q, zero, zero, null, unused);
        } else {
            rest(base);
            reactions.response.compute(resting, q, zero, zero, null, unused);
        }
        frames.move(base, positions, velocities, null);
        finish(restitution, qd, qdOut);
    }

    /**
     * Velocities of a free base and of the joints after the impact.
     *
     * @param baseVelocityOut of the base's origin, then angular velocity, in base axes
     */
    public void computeFloating(
            BaseMotion base, double[] q, double[] qd, double restitution, double[] baseVelocityOut, double[] qdOut) {
        guard.begin();
        guard.checkFloatingBase();
        guard.checkLength("baseVelocityOut", baseVelocityOut, 6);
        guard.checkDistinct("baseVelocityOut", baseVelocityOut, "q", q);
        guard.checkDistinct("baseVelocityOut", baseVelocityOut, "qd", qd);
        guard.checkDistinct("baseVelocityOut", baseVelocityOut, "qdOut", qdOut);
        check(q, qd, restitution, qdOut);
        rest(base);
        reactions.response.computeFloating(resting, q, zero, zero, null, six, unused);
        frames.move(base, positions, velocities, null);
        finish(restitution, qd, qdOut);
        MovingBase moving = MovingBase.of(base);
        moving.linearVelocity.copyTo(baseVelocityOut, 0);
        moving.angularVelocity.copyTo(baseVelocityOut, 3);
        for (int k = 0; k < 6; k++) {
            baseVelocityOut[k] += baseChange[k];
        }
        guard.checkResult("baseVelocityOut", baseVelocityOut);
    }

    private void rest(BaseMotion base) {
        resting.set(base).velocityInBase(0, 0, 0, 0, 0, 0).accelerationInBase(0, 0, 0, 0, 0, 0);
    }

    private void check(double[] q, double[] qd, double restitution, double[] qdOut) {
        guard.begin();
        int n = zero.length;
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("qdOut", qdOut, n);
        guard.checkDistinct("qdOut", qdOut, "q", q);
        guard.checkDistinct("qdOut", qdOut, "qd", qd);
        guard.checkFinite("q", q, "qd", qd);
        System.arraycopy(q, 0, positions, 0, positions.length);
        System.arraycopy(qd, 0, velocities, 0, velocities.length);
        if (!(restitution >= 0 && restitution <= 1)) {
            throw new IllegalArgumentException(
                    "restitution is %s, but must be from 0 to 1; robot \"%s\"".formatted(restitution, model.name()));
        }
    }

    /** P = −(1 + ε) Λ⁺ Aᵀu⁻. */
    private void finish(double restitution, double[] qd, double[] qdOut) {
        reactions.factor();
        for (Constraint constraint : frames.constraints) {
            constraint.velocity(rows);
        }
        reactions.solve(rows, 1 + restitution);
        guard.checkResult("the impulses", reactions.lambda);
        reactions.response.respond(reactions.lambda, baseChange, changes);
        // Carnot: ½ (1 − ε) / (1 + ε) Δuᵀ M Δu, and M Δu = A P, Aᵀ Δu = −(1 + ε) Aᵀu⁻
        double sum = 0;
        for (int r = 0; r < rows.length; r++) {
            sum -= rows[r] * reactions.lambda[r];
        }
        loss = 0.5 * (1 - restitution) * sum;
        for (int k = 0; k < qdOut.length; k++) {
            qdOut[k] = qd[k] + changes[k];
        }
        guard.checkResult("qdOut", qdOut);
        guard.succeed();
    }

    /** The impulse of a tie, as {@link ConstrainedForwardDynamics#reaction}, in Ns and Nms. */
    public void impulse(int tie, double[] impulseOut) {
        guard.requireResults();
        guard.checkLength("impulseOut", impulseOut, 6);
        frames.constraint(tie).wrench(reactions.lambda, impulseOut);
    }

    /** The kinetic energy that the last impact took, in joules. */
    public double energyLoss() {
        guard.requireResults();
        return loss;
    }
}
