package dev.catena.sensitivity;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingBase;

/** What the forces in a tree change by when one coordinate does, in the base frame. */
final class ForceChanges {
    final Force byPosition = new Force();
    final Force byVelocity = new Force();
    final Force byAcceleration = new Force();

    private final BaseFrameMotion bodies;
    private final MotionVector change = new MotionVector();
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final Vector pointChange = new Vector();

    ForceChanges(BaseFrameMotion bodies) {
        this.bodies = bodies;
    }

    /**
     * Of everything beyond joint i, by joint i itself: Y J for q̈, 2(B J + Y Ψ̇) for q̇, and J ×* F + Y Ψ̈ + 2B Ψ̇ for q,
     * where wrenches in world axes do not turn along.
     */
    void beyond(int i) {
        byAcceleration.set(bodies.axisForce[i]);
        byRateAndPosition(i, i);
        byPosition.addCross(bodies.axis[i], bodies.force[i]);
    }

    /**
     * Of everything beyond joint i, by its ancestor j, as seen from the displaced bodies: Y J for q̈, 2(B J + Y Ψ̇) for q̇
     * and Y Ψ̈ + 2B Ψ̇ for q.
     */
    void within(int i, int j) {
        bodies.composite[i].product(bodies.axis[j], byAcceleration);
        byRateAndPosition(i, j);
    }

    /** Those by q̇ and q. */
    private void byRateAndPosition(int i, int j) {
        MotionVector J = bodies.axis[j];
        change.setScaled(2, bodies.axisRate[j]);
        bodies.composite[i].product(change, byVelocity);
        bodies.coriolis[i].addProductTo(J, byVelocity);

        bodies.composite[i].product(bodies.axisRate2[j], byPosition);
        bodies.coriolis[i].addProductTo(bodies.axisRate[j], byPosition);
        if (bodies.hasUnturned) {
            bodies.unturned[i].addProductTo(J, byPosition);
        }
    }

    /**
     * What the numbers of a load themselves change by with coordinate k: (∂F, ∂M + r × ∂F + ∂r × F).
     *
     * @return false where the load does not depend on that variable at all
     */
    boolean explicit(MovingBase base, AppliedLoad load, AppliedLoad.Variable variable, int k, Force out) {
        if (!load.column(variable, k, f, n, pointChange)) {
            return false;
        }
        f.setFromParent(base.worldFromBase, f);
        n.setFromParent(base.worldFromBase, n);
        bodies.point(load, r);
        n.addCross(r, f);
        bodies.toBase(load.body, pointChange, pointChange);
        r.setFromParent(base.worldFromBase, load.forceInWorld);
        n.addCross(pointChange, r);
        out.set(f, n);
        return true;
    }
}
