package dev.catena.compile.trace;

import dev.catena.model.JointKind;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import org.jspecify.annotations.Nullable;

/**
 * A moving body and its joint in a {@link CompactRobot}. The link frame has z along the joint axis; at joint coordinate q
 * it is in its parent's at R = Rz(γ) Rx(α) Rz(q + offset), p if the joint turns, and at R = Rz(γ) Rx(α) Rz(offset),
 * p + q R z0 if it slides.
 *
 * @param parent index of the parent, −1 for the base
 * @param coordinate index of the joint in joint vectors, −1 for the base
 * @param across Rz(γ)
 * @param tilt Rx(α)
 * @param offset Rz(offset); q and offset are never added, which would cost digits where q has many turns
 * @param position p
 * @param moments M, MS and Σ as they count for joint forces: what another body may as well carry may be counted there
 * @param friction of the joint and of its motor
 * @param reflectedInertia Ia, the simple rotor
 * @param rotor the full rotor that drives the joint, or null
 */
public record CompactLink<S extends Scalar<S>>(
        int parent,
        JointKind kind,
        int coordinate,
        Turn<S> across,
        Turn<S> tilt,
        Turn<S> offset,
        Vector<S> position,
        MassMoments<S> moments,
        JointFriction<S> friction,
        S reflectedInertia,
        @Nullable GearedRotor<S> rotor) {

    boolean turns() {
        return kind == JointKind.REVOLUTE;
    }

    /** The transform to the parent at a joint coordinate. */
    CompactTransform<S> transform(S q) {
        if (turns()) {
            Turn<S> turn = new Turn<>(q.cosine(), q.sine()).plus(offset);
            return new CompactTransform<>(across, tilt, turn, position);
        }
        Vector<S> axis = across.aboutZ(tilt.aboutX(Vector.alongZ(q)));
        return new CompactTransform<>(across, tilt, offset, position.plus(axis));
    }

    /** The same link with other moments. */
    CompactLink<S> with(MassMoments<S> others) {
        return new CompactLink<>(
                parent, kind, coordinate, across, tilt, offset, position, others, friction, reflectedInertia, rotor);
    }

    /** The same link without friction. */
    public CompactLink<S> withoutFriction() {
        return new CompactLink<>(
                parent,
                kind,
                coordinate,
                across,
                tilt,
                offset,
                position,
                moments,
                JointFriction.none(reflectedInertia),
                reflectedInertia,
                rotor);
    }

    /** The same link with other friction. */
    CompactLink<S> with(JointFriction<S> others) {
        return new CompactLink<>(
                parent, kind, coordinate, across, tilt, offset, position, moments, others, reflectedInertia, rotor);
    }

    /** The same link without friction and motor. */
    public CompactLink<S> withoutDrive() {
        return new CompactLink<>(
                parent,
                kind,
                coordinate,
                across,
                tilt,
                offset,
                position,
                moments,
                JointFriction.none(reflectedInertia),
                reflectedInertia.constant(0),
                null);
    }
}
