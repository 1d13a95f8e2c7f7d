package dev.catena.compile.trace;

import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Inverse dynamics as {@link NewtonEuler} has it, [Khalil 13–31], of a {@link CompactRobot}: the same recursion in the
 * form that leaves the fewest operations. Computed once, when constructed.
 */
public final class CompactNewtonEuler<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final List<S> velocity;
    private final List<S> acceleration;
    private final List<CompactTransform<S>> transforms;
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> gamma = new ArrayList<>();
    private final List<MotionField<S>> fields = new ArrayList<>();
    private final List<Wrench<S>> wrenches = new ArrayList<>();
    private final List<S> torques;

    public CompactNewtonEuler(CompactRobot<S> robot, List<S> q, List<S> velocity, List<S> acceleration) {
        this(robot, BaseField.resting(robot.gravityInBase()), robot.unloaded(), q, velocity, acceleration);
    }

    /** @param loads by link: what the environment applies, in its frame */
    CompactNewtonEuler(
            CompactRobot<S> robot,
            BaseField<S> base,
            List<Wrench<S>> loads,
            List<S> q,
            List<S> velocity,
            List<S> acceleration) {
        this.robot = robot;
        this.velocity = velocity;
        this.acceleration = acceleration;
        transforms = robot.transforms(q);
        torques = new ArrayList<>(robot.zeros());
        omega.add(base.omega());
        gamma.add(base.gamma());
        fields.add(MotionField.of(base.omega(), base.gamma(), base.a()));
        wrenches.add(fields.get(0).wrench(robot.link(0).moments()));
        for (int i = 1; i < robot.size(); i++) {
            outward(i);
        }
        for (int i = 0; i < robot.size(); i++) {
            wrenches.set(i, wrenches.get(i).minus(loads.get(i)));
        }
        for (CompactLink<S> link : robot.links()) {
            momentOfRotor(link);
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            inward(i);
        }
    }

    private void outward(int i) {
        CompactLink<S> link = robot.link(i);
        CompactTransform<S> r = transforms.get(i);
        S qd = velocity.get(link.coordinate());
        S qdd = acceleration.get(link.coordinate());
        Vector<S> w = r.toChild(omega.get(link.parent()));
        Vector<S> h = r.toChild(gamma.get(link.parent()));
        Vector<S> a = r.toChild(fields.get(link.parent()).at(r.p()));
        // w × q̇ z0
        Vector<S> turning = new Vector<>(w.y().times(qd), w.x().times(qd).negate(), qdd.constant(0));
        if (link.turns()) {
            // ω = w + q̇ z0, γ = h + w × q̇ z0 + q̈ z0, [Khalil 18–20]
            omega.add(w.plus(Vector.alongZ(qd)));
            gamma.add(h.plus(turning).plus(Vector.alongZ(qdd)));
        } else {
            // a = Rᵀ(a + U p) + 2 w × q̇ z0 + q̈ z0, [Khalil 21]
            omega.add(w);
            gamma.add(h);
            a = a.plus(turning.times(2)).plus(Vector.alongZ(qdd));
        }
        fields.add(MotionField.of(omega.get(i), gamma.get(i), a));
        wrenches.add(fields.get(i).wrench(link.moments()));
    }

    private void momentOfRotor(CompactLink<S> link) {
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            Wrench<S> w = wrenches.get(c);
            Vector<S> moment =
                    rotor.moment(omega.get(c), velocity.get(link.coordinate()), acceleration.get(link.coordinate()));
            wrenches.set(c, new Wrench<>(w.force(), w.moment().plus(moment)));
        }
    }

    private void inward(int i) {
        CompactLink<S> link = robot.link(i);
        Wrench<S> carried = wrenches.get(i);
        S qd = velocity.get(link.coordinate());
        S qdd = acceleration.get(link.coordinate());

        // Γ = (σ f + σ̄ m)·z0 + Ia q̈ + friction, [Khalil 31], and the rotor's k Im (γ·zm + k q̈)
        S torque = (link.turns() ? carried.moment() : carried.force()).z();
        torque = torque.plus(link.reflectedInertia().times(qdd))
                .plus(link.friction().effort(qd));
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            torque = torque.plus(rotor.effort(gamma.get(rotor.carrier()), qdd));
        }
        torques.set(link.coordinate(), torque);

        // f and m of the parent, [Khalil 28–30]
        wrenches.set(
                link.parent(),
                wrenches.get(link.parent()).plus(transforms.get(i).toParent(carried)));
    }

    /** Γ, by joint coordinate. */
    public List<S> torques() {
        return Collections.unmodifiableList(torques);
    }

    CompactTransform<S> transform(int i) {
        return transforms.get(i);
    }

    Vector<S> omega(int i) {
        return omega.get(i);
    }

    Vector<S> gamma(int i) {
        return gamma.get(i);
    }

    MotionField<S> field(int i) {
        return fields.get(i);
    }

    /** What the joint of a link carries; of the base, what holds it. */
    Wrench<S> carried(int i) {
        return wrenches.get(i);
    }
}
