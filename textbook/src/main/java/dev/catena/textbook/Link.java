package dev.catena.textbook;

import dev.catena.model.JointKind;
import org.jspecify.annotations.Nullable;

/**
 * A body and the joint that ties it to its parent, all in link frames: fixed in the body, origin on the joint axis, z
 * along it.
 *
 * @param name of the body
 * @param parent index of the parent, −1 for the base
 * @param kind of the joint; fixed for the base
 * @param coordinate index of the joint in joint vectors, −1 for none
 * @param parentFromLink placement in the parent's link frame at q = 0
 * @param linkFromBody placement of the body frame of the robot's description
 * @param mass m
 * @param center c, mass center
 * @param tensorAboutCenter I, inertia about the mass center
 * @param friction of the joint
 * @param reflectedInertia Ia, the simple rotor
 * @param rotor the full rotor, or null
 */
public record Link<S extends Scalar<S>>(
        String name,
        int parent,
        JointKind kind,
        int coordinate,
        Placement<S> parentFromLink,
        Placement<S> linkFromBody,
        S mass,
        Vector<S> center,
        Matrix<S> tensorAboutCenter,
        JointFriction<S> friction,
        S reflectedInertia,
        @Nullable GearedRotor<S> rotor) {

    /** MS = m c. */
    public Vector<S> firstMoment() {
        return center.times(mass);
    }

    /** J = I + m (c·c E − c cᵀ) = I − m hat(c)². */
    public Matrix<S> tensorAboutOrigin() {
        return tensorAboutCenter.minus(Matrix.hatSquared(center).times(mass));
    }

    /** The same link with another joint friction. */
    Link<S> with(JointFriction<S> newFriction) {
        return new Link<>(
                name,
                parent,
                kind,
                coordinate,
                parentFromLink,
                linkFromBody,
                mass,
                center,
                tensorAboutCenter,
                newFriction,
                reflectedInertia,
                rotor);
    }

    /** The transform to the parent at a joint coordinate; for a fixed joint q is not used. */
    JointTransform<S> transform(S q) {
        Matrix<S> a = parentFromLink.rotation();
        Vector<S> p = parentFromLink.position();
        S one = mass.constant(1);
        S zero = mass.constant(0);
        return switch (kind) {
            case REVOLUTE -> new JointTransform<>(a, q.cosine(), q.sine(), p);
            case PRISMATIC ->
                new JointTransform<>(a, one, zero, p.plus(a.axisZ().times(q)));
            case FIXED -> new JointTransform<>(a, one, zero, p);
        };
    }
}
