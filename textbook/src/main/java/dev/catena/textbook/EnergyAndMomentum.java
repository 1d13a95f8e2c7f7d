package dev.catena.textbook;

/**
 * Sums over all bodies, the base included: energy, momentum, mass center, each straight from its definition. Computed
 * once, when constructed.
 *
 * <p>The simple rotor has the energy ½ Ia q̇² and no momentum. The full rotor adds ½ Im k²q̇² + k Im q̇ zm·ω to the energy
 * and k Im q̇ zm to the angular momentum of its carrier.
 */
public final class EnergyAndMomentum<S extends Scalar<S>> {
    private S mass;
    private S kineticEnergy;
    private S potentialEnergy;
    private Vector<S> firstMoment;
    private Vector<S> linearMomentum;
    private Vector<S> angularMomentum;

    public EnergyAndMomentum(TextbookRobot<S> robot, Motion<S> motion) {
        robot.check(motion);
        mass = robot.constant(0);
        kineticEnergy = mass;
        potentialEnergy = mass;
        firstMoment = Vector.zero(mass);
        linearMomentum = firstMoment;
        angularMomentum = firstMoment;
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, motion);
        for (int i = 0; i < robot.size(); i++) {
            addBody(robot, kinematics, i);
            addRotors(robot.link(i), kinematics, robot.at(motion.velocity(), i));
        }
    }

    private void addBody(TextbookRobot<S> robot, WorldKinematics<S> kinematics, int i) {
        Link<S> link = robot.link(i);
        S half = robot.constant(0.5);
        Vector<S> c = kinematics.centerInWorld(i);
        Vector<S> v = kinematics.velocityOf(i, c);
        Vector<S> w = kinematics.angularVelocityInWorld(i);
        Vector<S> p = v.times(link.mass());
        Vector<S> spin = link.tensorAboutCenter()
                .rotated(kinematics.worldFromLinkRotation(i))
                .times(w);
        mass = mass.plus(link.mass());
        firstMoment = firstMoment.plus(c.times(link.mass()));
        // T = ½ m v·v + ½ ω·Iω, V = −m g·c, p = m v, L = c×p + Iω
        kineticEnergy = kineticEnergy.plus(half.times(p.dot(v).plus(spin.dot(w))));
        potentialEnergy =
                potentialEnergy.minus(link.mass().times(robot.gravity().dot(c)));
        linearMomentum = linearMomentum.plus(p);
        angularMomentum = angularMomentum.plus(c.cross(p)).plus(spin);
    }

    private void addRotors(Link<S> link, WorldKinematics<S> kinematics, S qd) {
        S half = qd.constant(0.5);
        kineticEnergy = kineticEnergy.plus(half.times(link.reflectedInertia()).times(qd.times(qd)));
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            Vector<S> w = kinematics.angularVelocityInWorld(rotor.carrier());
            Vector<S> axis = kinematics.worldFromLinkRotation(rotor.carrier()).times(rotor.axis());
            S spin = rotor.gearRatio().times(qd);
            Vector<S> momentum = axis.times(rotor.inertia().times(spin));
            kineticEnergy = kineticEnergy
                    .plus(half.times(rotor.inertia()).times(spin.times(spin)))
                    .plus(momentum.dot(w));
            angularMomentum = angularMomentum.plus(momentum);
        }
    }

    public S mass() {
        return mass;
    }

    public S kineticEnergy() {
        return kineticEnergy;
    }

    /** −Σ m g·c, zero for mass centers in the world's origin. */
    public S potentialEnergy() {
        return potentialEnergy;
    }

    /** Mass center of the whole robot in the world. */
    public Vector<S> centerOfMass() {
        return firstMoment.times(mass.constant(1).dividedBy(mass));
    }

    /** In world axes. */
    public Vector<S> linearMomentum() {
        return linearMomentum;
    }

    /** In world axes, about the world's origin. */
    public Vector<S> angularMomentum() {
        return angularMomentum;
    }

    /** In world axes, about the mass center of the whole robot. */
    public Vector<S> angularMomentumAboutCenter() {
        return angularMomentum.minus(centerOfMass().cross(linearMomentum));
    }
}
