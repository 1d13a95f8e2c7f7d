package dev.catena.compile.parameters;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Torques of a {@link LeanRobot} and their rates by time, arranged as {@link LeanNewtonEuler}, with which it shares the
 * torques. A prime is the rate of a vector's components in the axes of its body, (Rᵀv)′ = Rᵀv′ − q̇ z × Rᵀv, so that ω′ =
 * γ and joint torques have the rates of their components, [Guarino 20–21]. Computed once, when constructed.
 */
public final class LeanForceRates<S extends Scalar<S>> {
    private final LeanNewtonEuler<S> values;
    private final List<Vector<S>> gammaRate = new ArrayList<>();
    private final List<Vector<S>> aRate = new ArrayList<>();
    private final List<Matrix<S>> uRate = new ArrayList<>();
    private final List<Vector<S>> fRate = new ArrayList<>();
    private final List<Vector<S>> nRate = new ArrayList<>();
    private final List<S> torqueRates;

    /** @param zero any number of the scalar type */
    public LeanForceRates(LeanRobot robot, S zero, List<S> q, List<S> velocity, List<S> acceleration, List<S> jerk) {
        values = new LeanNewtonEuler<>(robot, zero, q, velocity, acceleration);
        int n = values.bodies.size();
        torqueRates = new ArrayList<>(Collections.nCopies(n, values.zero));
        for (int j = 0; j < n; j++) {
            int k = values.bodies.get(j).coordinate();
            outward(j, velocity.get(k), acceleration.get(k), jerk.get(k));
        }
        for (int j = n - 1; j >= 0; j--) {
            int k = values.bodies.get(j).coordinate();
            inward(j, velocity.get(k), acceleration.get(k), jerk.get(k));
        }
    }

    private void outward(int j, S qd, S qdd, S qddd) {
        LeanRobot.Body body = values.bodies.get(j);
        LeanJoint<S> joint = values.joints.get(j);
        Vector<S> w = values.w.get(j);
        Vector<S> omega = values.omega.get(j);
        Vector<S> gamma = values.gamma.get(j);
        int i = body.parent();
        Vector<S> none = Vector.zero(values.zero);
        Vector<S> l = i < 0 ? none : joint.toChild(gammaRate.get(i));
        Vector<S> cRate = i < 0
                ? none
                : joint.toChild(aRate.get(i).plus(uRate.get(i).times(joint.s())));
        S sliding = values.zero;
        if (body.turns()) {
            // γ′ = Rᵀγ′ᵢ − q̇ z × (h + γ) − q̈ z × w + q⃛ z; c′ = Rᵀ(a′ᵢ + U′ᵢ s) − q̇ z × c
            Vector<S> both = values.h.get(j).plus(gamma);
            gammaRate.add(l.minus(LeanJoint.alongZ(qd, both))
                    .minus(LeanJoint.alongZ(qdd, w))
                    .plus(Vector.alongZ(qddd)));
            cRate = cRate.minus(LeanJoint.alongZ(qd, values.c.get(j)));
        } else {
            // γ′ = Rᵀγ′ᵢ; (2 ω × q̇ z + q̈ z)′ = 2 γ × q̇ z + 2 ω × q̈ z + q⃛ z
            gammaRate.add(l);
            cRate = cRate.minus(LeanJoint.alongZ(qd.plus(qd), gamma))
                    .minus(LeanJoint.alongZ(qdd.plus(qdd), omega))
                    .plus(Vector.alongZ(qddd));
            sliding = qd;
        }
        // a′ = c′ + U′ r z + U r′ z
        uRate.add(LeanJoint.fieldRate(omega, gamma, gammaRate.get(j)));
        aRate.add(cRate.plus(uRate.get(j).axisZ().times(joint.r()))
                .plus(values.u.get(j).axisZ().times(sliding)));
        LeanJoint.Wrench<S> rate = LeanJoint.wrench(body.inertia(), aRate.get(j), uRate.get(j));
        fRate.add(rate.force());
        nRate.add(rate.moment());
    }

    private void inward(int j, S qd, S qdd, S qddd) {
        LeanRobot.Body body = values.bodies.get(j);
        LeanJoint<S> joint = values.joints.get(j);
        Vector<S> f = values.f.get(j);
        Vector<S> forceRate = fRate.get(j);
        Vector<S> momentRate = nRate.get(j);

        // Γ′ = (σ f′ + σ̄ n′)·z + Ia q⃛ + friction
        S carried = body.turns() ? momentRate.z() : forceRate.z();
        torqueRates.set(
                body.coordinate(),
                carried.plus(qddd.times(values.zero.constant(body.reflectedInertia())))
                        .plus(joint.frictionRate(qd, qdd)));

        int i = body.parent();
        if (i >= 0) {
            // (R v)′ = R (v′ + q̇ z × v) for f and for n + r z × f
            Vector<S> shiftedRate = momentRate.plus(LeanJoint.alongZ(joint.r(), forceRate));
            if (body.turns()) {
                Vector<S> shifted = values.n.get(j).plus(LeanJoint.alongZ(joint.r(), f));
                forceRate = forceRate.plus(LeanJoint.alongZ(qd, f));
                shiftedRate = shiftedRate.plus(LeanJoint.alongZ(qd, shifted));
            } else {
                shiftedRate = shiftedRate.plus(LeanJoint.alongZ(qd, f));
            }
            Vector<S> inParent = joint.toParent(forceRate);
            fRate.set(i, fRate.get(i).plus(inParent));
            nRate.set(i, nRate.get(i).plus(joint.toParent(shiftedRate).plus(joint.s().cross(inParent))));
        }
    }

    /** Γ, by joint coordinate. */
    public List<S> torques() {
        return values.torques();
    }

    /** Γ′, by joint coordinate. */
    public List<S> torqueRates() {
        return Collections.unmodifiableList(torqueRates);
    }
}
