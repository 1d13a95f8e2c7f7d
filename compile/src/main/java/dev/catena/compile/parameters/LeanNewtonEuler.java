package dev.catena.compile.parameters;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Inverse dynamics of a {@link LeanRobot}, for symbols above all: the recursion of [Khalil 13–31] arranged for few
 * operations. Computed once, when constructed.
 *
 * <p>Rotations are applied factor by factor. An offset r along the joint axis is crossed with the matrix U of the child,
 * which is there anyway, on the way out, and before the rotation on the way back, where it touches two components.
 */
public final class LeanNewtonEuler<S extends Scalar<S>> {
    final List<LeanRobot.Body> bodies;
    final S zero;
    final List<LeanJoint<S>> joints = new ArrayList<>();
    final List<Vector<S>> omega = new ArrayList<>();
    final List<Vector<S>> gamma = new ArrayList<>();
    final List<Vector<S>> a = new ArrayList<>();
    final List<Matrix<S>> u = new ArrayList<>();
    final List<Vector<S>> f = new ArrayList<>();
    final List<Vector<S>> n = new ArrayList<>();

    /** w = Rᵀωᵢ, h = Rᵀγᵢ, c = Rᵀ(aᵢ + Uᵢ s): the parent's motion in the axes of the body. */
    final List<Vector<S>> w = new ArrayList<>();

    final List<Vector<S>> h = new ArrayList<>();
    final List<Vector<S>> c = new ArrayList<>();
    private final List<S> torques;

    /** @param zero any number of the scalar type */
    public LeanNewtonEuler(LeanRobot robot, S zero, List<S> q, List<S> velocity, List<S> acceleration) {
        this.bodies = robot.bodies();
        this.zero = zero.constant(0);
        torques = new ArrayList<>(Collections.nCopies(bodies.size(), this.zero));
        for (LeanRobot.Body body : bodies) {
            int k = body.coordinate();
            outward(body, q.get(k), velocity.get(k), acceleration.get(k));
        }
        for (int j = bodies.size() - 1; j >= 0; j--) {
            int k = bodies.get(j).coordinate();
            inward(j, velocity.get(k), acceleration.get(k));
        }
    }

    private void outward(LeanRobot.Body body, S q, S qd, S qdd) {
        int j = joints.size();
        LeanJoint<S> joint = new LeanJoint<>(body, q);
        joints.add(joint);
        comeFromParent(body, joint);
        Vector<S> wj = w.get(j);
        Vector<S> hj = h.get(j);
        Vector<S> aj = c.get(j);
        if (body.turns()) {
            // ω = w + q̇ z, γ = h + q̈ z + w × q̇ z, [Khalil 18–20]
            omega.add(new Vector<>(wj.x(), wj.y(), wj.z().plus(qd)));
            gamma.add(new Vector<>(
                    hj.x().plus(wj.y().times(qd)),
                    hj.y().minus(wj.x().times(qd)),
                    hj.z().plus(qdd)));
        } else {
            // 2 ω × q̇ z + q̈ z, [Khalil 21]
            S twice = qd.plus(qd);
            omega.add(wj);
            gamma.add(hj);
            aj = new Vector<>(
                    aj.x().plus(wj.y().times(twice)),
                    aj.y().minus(wj.x().times(twice)),
                    aj.z().plus(qdd));
        }
        // a = c + U r z, [Khalil 21]
        u.add(LeanJoint.field(omega.get(j), gamma.get(j)));
        a.add(aj.plus(u.get(j).axisZ().times(joint.r())));
        LeanJoint.Wrench<S> wrench = LeanJoint.wrench(body.inertia(), a.get(j), u.get(j));
        f.add(wrench.force());
        n.add(wrench.moment());
    }

    private void comeFromParent(LeanRobot.Body body, LeanJoint<S> joint) {
        int i = body.parent();
        if (body.baseAcceleration() != null) {
            w.add(Vector.zero(zero));
            h.add(Vector.zero(zero));
            c.add(joint.toChild(Vector.of(body.baseAcceleration(), zero::constant)));
        } else {
            w.add(joint.toChild(omega.get(i)));
            h.add(joint.toChild(gamma.get(i)));
            c.add(joint.toChild(a.get(i).plus(u.get(i).times(joint.s()))));
        }
    }

    private void inward(int j, S qd, S qdd) {
        LeanRobot.Body body = bodies.get(j);
        LeanJoint<S> joint = joints.get(j);
        Vector<S> force = f.get(j);
        Vector<S> moment = n.get(j);

        // Γ = (σ f + σ̄ n)·z + Ia q̈ + friction, [Khalil 31]
        S carried = body.turns() ? moment.z() : force.z();
        torques.set(
                body.coordinate(),
                carried.plus(qdd.times(zero.constant(body.reflectedInertia()))).plus(joint.friction(qd)));

        // fᵢ += R f, nᵢ += R (n + r z × f) + s × R f, [Khalil 28–30]
        int i = body.parent();
        if (i >= 0) {
            Vector<S> inParent = joint.toParent(force);
            Vector<S> momentInParent = joint.toParent(moment.plus(LeanJoint.alongZ(joint.r(), force)));
            f.set(i, f.get(i).plus(inParent));
            n.set(i, n.get(i).plus(momentInParent.plus(joint.s().cross(inParent))));
        }
    }

    /** Γ, by joint coordinate. */
    public List<S> torques() {
        return Collections.unmodifiableList(torques);
    }
}
