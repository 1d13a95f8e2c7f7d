package dev.catena.sensitivity;

import dev.catena.algebra.CoriolisInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/** The time derivatives of what {@link BaseFrameMotion} holds, in the inertial frame where the base is at the moment. */
final class BaseFrameRates {
    /** v̇: true acceleration, gravity not taken off. */
    final MotionVector[] velocityRate;

    /** ȧ: jerk. */
    final MotionVector[] accelerationRate;

    /** Rate of Ψ̇; that of J is Ψ̇ itself. */
    final MotionVector[] axisRateRate;

    /** Rate of Ψ̈. */
    final MotionVector[] axisRate2Rate;

    /** Ẏ, composite: an inertia without mass, whose first moment is the momentum. */
    final Inertia[] compositeRate;

    /** Rate of 2B, composite. */
    final CoriolisInertia[] coriolisRate;

    /** Ẏ and the rate of 2B of each body alone, where they were asked for. */
    final Inertia[] ownInertiaRate;

    final CoriolisInertia[] ownCoriolisRate;

    /** Ḟ, composite. */
    final Force[] forceRate;

    /** Rate of what turning does to wrenches in world axes, composite. */
    final CoriolisInertia[] unturnedRate;

    private final BaseFrameMotion bodies;
    private final MovingTree tree;
    private final MotionVector gravity = new MotionVector();
    private final Force momentum = new Force();
    private final Force momentumRate = new Force();
    private final Force other = new Force();
    private final CoriolisInertia map = new CoriolisInertia();
    private final MovingBase atRest = new MovingBase();
    private final Vector f = new Vector();
    private final Vector n = new Vector();
    private final Vector r = new Vector();
    private final Vector h = new Vector();
    private final Vector spinAxis = new Vector();
    private final Vector omega = new Vector();
    private final Vector pointRate = new Vector();

    BaseFrameRates(BaseFrameMotion bodies) {
        this(bodies, false);
    }

    /**
     * @param keepsOwn whether the rates of each body's own Y and 2B are wanted beside the composite ones
     */
    BaseFrameRates(BaseFrameMotion bodies, boolean keepsOwn) {
        this.bodies = bodies;
        tree = bodies.tree;
        int size = tree.n + 1;
        ownInertiaRate = Inertia.array(keepsOwn ? size : 0);
        ownCoriolisRate = CoriolisInertia.array(keepsOwn ? size : 0);
        velocityRate = MotionVector.array(size);
        accelerationRate = MotionVector.array(size);
        axisRateRate = MotionVector.array(size);
        axisRate2Rate = MotionVector.array(size);
        compositeRate = Inertia.array(size);
        coriolisRate = CoriolisInertia.array(size);
        forceRate = Force.array(size);
        unturnedRate = CoriolisInertia.array(size);
    }

    /** After the bodies themselves were computed for the same motion. */
    void compute(
            @Nullable BaseMotion base, double[] qd, double[] qdd, double[] qddd, @Nullable ExternalWrenches wrenches) {
        MovingBase start = base == null ? atRest : MovingBase.of(base);
        startAtBase(start);
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                int k = tree.coordinate[i];
                move(i, qd[k], qdd[k], qddd[k]);
            }
            rateOfBody(i);
        }
        spinRotors(qd, qdd, qddd);
        if (wrenches != null) {
            applyWrenches(start, AppliedWrenches.of(wrenches));
        }
        inward();
    }

    /** ȧ₀ = (j + a × ω + 2v × ω̇, ω̈) of the base, at the frame's origin. */
    private void startAtBase(MovingBase base) {
        gravity.set(bodies.gravity.x, bodies.gravity.y, bodies.gravity.z, 0, 0, 0);
        velocityRate[0].set(bodies.acceleration[0]);
        velocityRate[0].add(gravity);
        f.set(base.linearJerk);
        f.addCross(base.linearAcceleration, base.angularVelocity);
        f.addCross(base.linearVelocity, base.angularAcceleration);
        f.addCross(base.linearVelocity, base.angularAcceleration);
        f.addCross(base.angularJerk, bodies.origin);
        accelerationRate[0].set(f, base.angularJerk);
    }

    /** Rates of Ψ̇ = v × J, Ψ̈ = a × J + v × Ψ̇ and a = a + J q̈ + Ψ̇ q̇. */
    private void move(int i, double rate, double acceleration, double jerk) {
        int parent = tree.parent[i];
        MotionVector J = bodies.axis[i];
        MotionVector psi = bodies.axisRate[i];
        MotionVector v = bodies.velocity[parent];
        axisRateRate[i].setCross(velocityRate[parent], J);
        axisRateRate[i].addCross(v, psi);

        axisRate2Rate[i].setCross(accelerationRate[parent], J);
        axisRate2Rate[i].addCross(bodies.acceleration[parent], psi);
        axisRate2Rate[i].addCross(velocityRate[parent], psi);
        axisRate2Rate[i].addCross(v, axisRateRate[i]);

        accelerationRate[i].set(accelerationRate[parent]);
        accelerationRate[i].addScaled(jerk, J);
        accelerationRate[i].addScaled(2 * acceleration, psi);
        accelerationRate[i].addScaled(rate, axisRateRate[i]);
        velocityRate[i].set(bodies.acceleration[i]);
        velocityRate[i].add(gravity);
    }

    /**
     * Of one body: Ẏ from its momentum and ½(D + Dᵀ); 2Ḃ = 2B(Y, v̇) + 2B(Ẏ, v);
     * ḟ = Ẏ a + Y ȧ + v̇ ×* Y v + v ×* (Ẏ v + Y v̇).
     */
    private void rateOfBody(int i) {
        Inertia Y = bodies.inertia[i];
        Inertia rate = compositeRate[i];
        CoriolisInertia own = bodies.ownCoriolis[i];
        rate.set(
                0,
                0.5 * own.p2x,
                0.5 * own.p2y,
                0.5 * own.p2z,
                own.dxx,
                0.5 * (own.dxy + own.dyx),
                0.5 * (own.dxz + own.dzx),
                own.dyy,
                0.5 * (own.dyz + own.dzy),
                own.dzz);

        MotionVector v = bodies.velocity[i];
        Y.product(velocityRate[i], momentumRate);
        coriolisRate[i].set(Y, velocityRate[i]);
        rate.product(v, other);
        map.set(rate, v);
        coriolisRate[i].add(map);

        momentumRate.add(other);
        Y.product(v, momentum);
        Y.product(accelerationRate[i], forceRate[i]);
        rate.product(bodies.acceleration[i], other);
        forceRate[i].add(other);
        forceRate[i].addCross(velocityRate[i], momentum);
        forceRate[i].addCross(v, momentumRate);
        unturnedRate[i].setZero();
    }

    /** ṅ = q⃛ z + 2q̈ ω × z + q̇ (ω̇ × z + ω × (ω × z)) for z = k Iₘ zₘ, and ḣ = q̈ z + q̇ ω × z. */
    private void spinRotors(double[] qd, double[] qdd, double[] qddd) {
        for (SpinningRotor rotor : tree.rotors) {
            int c = rotor.carrier;
            int k = rotor.coordinate;
            bodies.rotorMomentum(rotor, spinAxis);
            angular(bodies.velocity[c], omega);
            h.setCross(omega, spinAxis);
            n.setScaled(qddd[k], spinAxis);
            n.addScaled(2 * qdd[k], h);
            f.setCross(omega, h);
            n.addScaled(qd[k], f);
            angular(velocityRate[c], f);
            f.setCross(f, spinAxis);
            n.addScaled(qd[k], f);
            forceRate[c].addMoment(n);
            h.setScaled(qd[k], h);
            h.addScaled(qdd[k], spinAxis);
            coriolisRate[c].subtractSpin(h.x, h.y, h.z);
        }
    }

    static void angular(MotionVector x, Vector out) {
        out.set(x.rx, x.ry, x.rz);
    }

    private void applyWrenches(MovingBase base, AppliedWrenches wrenches) {
        for (int b = 0; b < tree.carrier.length; b++) {
            AppliedWrenches.OnBody applied = wrenches.onBody[b];
            int c = tree.carrier[b];
            bodies.origin(b, r);
            // a wrench in body axes is carried along with v, beside its own rate
            bodies.toBase(b, applied.forceInBody, f);
            bodies.toBase(b, applied.momentInBody, n);
            n.addCross(r, f);
            other.set(f, n);
            momentum.setZero();
            momentum.addCross(bodies.velocity[c], other);
            forceRate[c].subtract(momentum);
            bodies.toBase(b, applied.forceRateInBody, f);
            bodies.toBase(b, applied.momentRateInBody, n);
            n.addCross(r, f);
            other.set(f, n);
            forceRate[c].subtract(other);
            if (applied.hasWorld) {
                applyWorldWrench(base, applied, c);
            }
        }
    }

    /** A wrench in world axes: only the point r moves, beside the wrench's own rate. */
    private void applyWorldWrench(MovingBase base, AppliedWrenches.OnBody applied, int c) {
        MotionVector v = bodies.velocity[c];
        angular(v, omega);
        pointRate.set(v.lx, v.ly, v.lz);
        pointRate.addCross(omega, r);
        f.setFromParent(base.worldFromBase, applied.forceRateInWorld);
        n.setFromParent(base.worldFromBase, applied.momentRateInWorld);
        unturnedRate[c].addUnturned(f, n, r);
        n.addCross(r, f);
        h.setFromParent(base.worldFromBase, applied.forceInWorld);
        n.addCross(pointRate, h);
        unturnedRate[c].addShifted(h, pointRate);
        other.set(f, n);
        forceRate[c].subtract(other);
    }

    private void inward() {
        for (int i = 0; i < ownCoriolisRate.length; i++) {
            ownInertiaRate[i].set(compositeRate[i]);
            ownCoriolisRate[i].setZero();
            ownCoriolisRate[i].add(coriolisRate[i]);
        }
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            compositeRate[parent].add(compositeRate[i]);
            coriolisRate[parent].add(coriolisRate[i]);
            forceRate[parent].add(forceRate[i]);
            unturnedRate[parent].add(unturnedRate[i]);
        }
    }
}
