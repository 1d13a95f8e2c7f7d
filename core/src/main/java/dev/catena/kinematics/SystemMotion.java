package dev.catena.kinematics;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;

/**
 * What the robot has as a whole: mass center, kinetic and potential energy, momentum. The base's own inertia counts.
 *
 * <p>Kinetic energy includes rotors: ½ Iₐ q̇² for reflected inertia, ½ Iₘ k² q̇² + k Iₘ q̇ zₘ·ω for gyroscopic ones,
 * whose spin also has angular momentum. Potential energy is −Σ m g·c in world coordinates.
 *
 * <p>Cost O(n). One per thread: {@code motion.copy()} makes another for another thread.
 */
public final class SystemMotion {
    private static final double[] NO_MOTORS = {};

    private final MovingTree tree;
    private final Guard guard;
    private final double mass;
    private final Vector center = new Vector();
    private final Vector momentum = new Vector();
    private final Vector angularMomentum = new Vector();
    private final Vector h = new Vector();
    private final Vector k = new Vector();
    private final Vector t = new Vector();
    private double kineticEnergy;
    private boolean hasVelocities;

    /** A robot whose drives are rigid, springs or not. */
    public SystemMotion(RobotModel model) {
        this(MovingTree.of(SystemMotion.class, model));
    }

    /** A robot in which the motors of elastic joints turn on their own: the energy of springs is not part of it. */
    public static SystemMotion withFreeMotors(RobotModel model) {
        model.requireTree("SystemMotion");
        return new SystemMotion(MovingTree.withFreeMotors(model));
    }

    private SystemMotion(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(SystemMotion.class, tree.model);
        double total = 0;
        for (Inertia inertia : tree.inertia) {
            total += inertia.mass;
        }
        mass = total;
    }

    /** The same of the same robot, with nothing computed. */
    public SystemMotion copy() {
        return new SystemMotion(tree);
    }

    /** Mass center and potential energy at the poses that the kinematics hold. */
    public void computePositions(Kinematics kinematics) {
        guard.begin();
        hasVelocities = false;
        kinematics.checkPositions(guard);
        findCenter(kinematics);
        guard.succeed();
    }

    private void findCenter(Kinematics kinematics) {
        center.setZero();
        for (int i = 0; i <= tree.n; i++) {
            // m c in world coordinates: R MS + m p
            Inertia inertia = tree.inertia[i];
            Placement W = kinematics.worldFromJoint()[i];
            t.set(inertia.sx, inertia.sy, inertia.sz);
            t.setFromChild(W, t);
            center.add(t);
            t.set(W.px, W.py, W.pz);
            center.addScaled(inertia.mass, t);
        }
        center.setScaled(mass == 0 ? 0 : 1 / mass, center);
        guard.checkResult("the center of mass", center);
    }

    /** All of {@link #computePositions}, kinetic energy and momentum as well. */
    public void compute(Kinematics kinematics) {
        compute(kinematics, NO_MOTORS);
    }

    /** The same with motors that turn on their own, of which θ̇ is given in the order of their joints. */
    public void compute(Kinematics kinematics, double[] motorRates) {
        guard.begin();
        hasVelocities = false;
        guard.checkLength("motorRates", motorRates, tree.size - tree.n);
        guard.checkFinite("motorRates", motorRates);
        kinematics.checkVelocities(guard);
        findCenter(kinematics);
        momentum.setZero();
        angularMomentum.setZero();
        kineticEnergy = 0;
        double[] rates = kinematics.jointRates();
        for (int i = 0; i <= tree.n; i++) {
            // kinetic energy ½ (p·v + h·ω) with momenta p and h of the body about its own origin
            Vector v = kinematics.linearVelocity()[i];
            Vector omega = kinematics.angularVelocity()[i];
            tree.inertia[i].momentum(v, omega, h, k);
            kineticEnergy += 0.5 * (h.dot(v) + k.dot(omega));
            addMomentum(kinematics.worldFromJoint()[i]);
        }
        for (int c = 0; c < tree.size; c++) {
            double rate = c < tree.n ? rates[c] : motorRates[c - tree.n];
            kineticEnergy += 0.5 * tree.reflectedInertia[c] * rate * rate;
        }
        for (SpinningRotor rotor : tree.rotors) {
            int c = rotor.coordinate;
            double rate = c < tree.n ? rates[c] : motorRates[c - tree.n];
            Vector omega = kinematics.angularVelocity()[rotor.carrier];
            kineticEnergy += rotor.gearedInertia * rate * (0.5 * rotor.gearRatio * rate + rotor.axis.dot(omega));
            t.setFromChild(kinematics.worldFromJoint()[rotor.carrier], rotor.axis);
            angularMomentum.addScaled(rotor.gearedInertia * rate, t);
        }
        guard.checkResult("the kinetic energy", kineticEnergy);
        guard.checkResult("the momentum", momentum);
        guard.checkResult("the angular momentum", angularMomentum);
        hasVelocities = true;
        guard.succeed();
    }

    /** Adds the momenta h and k of a body, given in its joint frame, to the sums in the world about the mass center. */
    private void addMomentum(Placement W) {
        h.setFromChild(W, h);
        k.setFromChild(W, k);
        t.set(W.px - center.x, W.py - center.y, W.pz - center.z);
        k.addCross(t, h);
        momentum.add(h);
        angularMomentum.add(k);
    }

    /** Mass of all bodies, base included. */
    public double totalMass() {
        return mass;
    }

    /** Center of mass in world coordinates; the origin for a robot without mass. */
    public Vector3 centerOfMassInWorld() {
        guard.requireResults();
        return value(center);
    }

    public Vector3 centerOfMassVelocityInWorld() {
        requireVelocities();
        return value(momentum).times(mass == 0 ? 0 : 1 / mass);
    }

    public double kineticEnergy() {
        requireVelocities();
        return kineticEnergy;
    }

    /** Zero for a mass center at the world's origin. */
    public double potentialEnergy() {
        guard.requireResults();
        double energy = -mass * tree.gravityInWorld.dot(center);
        guard.checkResult("the potential energy", energy);
        return energy;
    }

    /** Linear momentum, and angular momentum about the center of mass, in world axes. */
    public Twist momentumInWorldAboutCenterOfMass() {
        requireVelocities();
        return new Twist(value(momentum), value(angularMomentum));
    }

    /** As {@link #momentumInWorldAboutCenterOfMass()}, without allocation: linear, then angular. */
    public void momentumInWorldAboutCenterOfMass(double[] momentumOut) {
        requireVelocities();
        guard.checkLength("momentumOut", momentumOut, 6);
        momentum.copyTo(momentumOut, 0);
        angularMomentum.copyTo(momentumOut, 3);
    }

    private static Vector3 value(Vector v) {
        return new Vector3(v.x, v.y, v.z);
    }

    private void requireVelocities() {
        guard.requireResults();
        if (!hasVelocities) {
            throw new IllegalStateException(
                    "velocities of robot \"%s\" were asked for, but positions alone were computed"
                            .formatted(tree.model.name()));
        }
    }
}
