package dev.catena.model;

/**
 * Mass, mass center and inertia tensor of a body in its own frame.
 *
 * @param mass in kg
 * @param centerOfMass in body coordinates
 * @param tensorAboutCenter about the mass center, along the body's axes
 */
public record SpatialInertia(double mass, Vector3 centerOfMass, InertiaTensor tensorAboutCenter) {
    public static final SpatialInertia ZERO = new SpatialInertia(0, Vector3.ZERO, InertiaTensor.ZERO);

    public static SpatialInertia aboutCenterOfMass(double mass, Vector3 centerOfMass, InertiaTensor tensor) {
        return new SpatialInertia(mass, centerOfMass, tensor);
    }

    /** From the tensor about the origin of the body frame. */
    public static SpatialInertia aboutOrigin(double mass, Vector3 centerOfMass, InertiaTensor tensorAboutOrigin) {
        return new SpatialInertia(
                mass, centerOfMass, tensorAboutOrigin.minus(InertiaTensor.ofPoint(mass, centerOfMass)));
    }

    /** From Khalil's ten parameters: mass, first moment M·c and tensor about the origin. */
    public static SpatialInertia fromFirstMoment(double mass, Vector3 firstMoment, InertiaTensor tensorAboutOrigin) {
        if (mass == 0) {
            if (firstMoment.norm() != 0) {
                throw new IllegalArgumentException("first moment %s without mass".formatted(firstMoment));
            }
            return new SpatialInertia(0, Vector3.ZERO, tensorAboutOrigin);
        }
        return aboutOrigin(mass, firstMoment.dividedBy(mass), tensorAboutOrigin);
    }

    /** From principal moments about the mass center and the orientation of the principal axes in the body. */
    public static SpatialInertia principal(
            double mass,
            Vector3 centerOfMass,
            Rotation bodyFromPrincipal,
            double momentX,
            double momentY,
            double momentZ) {
        return new SpatialInertia(
                mass,
                centerOfMass,
                InertiaTensor.diagonal(momentX, momentY, momentZ).rotated(bodyFromPrincipal));
    }

    public Vector3 firstMoment() {
        return centerOfMass.times(mass);
    }

    public InertiaTensor tensorAboutOrigin() {
        return tensorAboutCenter.plus(InertiaTensor.ofPoint(mass, centerOfMass));
    }

    /** The same body seen from another frame. */
    public SpatialInertia in(Pose targetFromBody) {
        return new SpatialInertia(
                mass, targetFromBody.apply(centerOfMass), tensorAboutCenter.rotated(targetFromBody.rotation()));
    }

    /** The same body of another density: mass and tensor grow alike. */
    public SpatialInertia times(double factor) {
        InertiaTensor t = tensorAboutCenter;
        return new SpatialInertia(
                factor * mass,
                centerOfMass,
                new InertiaTensor(
                        factor * t.xx(),
                        factor * t.xy(),
                        factor * t.xz(),
                        factor * t.yy(),
                        factor * t.yz(),
                        factor * t.zz()));
    }

    /** Two bodies welded together; both are given in the same frame. */
    public SpatialInertia plus(SpatialInertia b) {
        double total = mass + b.mass;
        if (total == 0) {
            return new SpatialInertia(0, Vector3.ZERO, tensorAboutCenter.plus(b.tensorAboutCenter));
        }
        Vector3 center = firstMoment().plus(b.firstMoment()).dividedBy(total);
        InertiaTensor tensor = tensorAboutCenter
                .plus(InertiaTensor.ofPoint(mass, centerOfMass.minus(center)))
                .plus(b.tensorAboutCenter)
                .plus(InertiaTensor.ofPoint(b.mass, b.centerOfMass.minus(center)));
        return new SpatialInertia(total, center, tensor);
    }

    public boolean isFinite() {
        return Double.isFinite(mass) && centerOfMass.isFinite() && tensorAboutCenter.isFinite();
    }

    public boolean isZero() {
        return mass == 0 && tensorAboutCenter.isZero();
    }
}
