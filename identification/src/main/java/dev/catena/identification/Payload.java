package dev.catena.identification;

import dev.catena.model.SpatialInertia;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A load that a body carries.
 *
 * @param inertia mass, mass center and tensor in the frame of the body; the tensor may be one that no body can have, where the
 *     data say little about it, and what they say nothing about is no number to use
 * @param massDeviation standard deviation of the mass, kg
 * @param centerDeviation the largest standard deviation of a coordinate of the mass center, m
 * @param shown what of it the motion shows
 * @param joints how well robot and load together explain the efforts
 */
public record Payload(
        String body,
        SpatialInertia inertia,
        double massDeviation,
        double centerDeviation,
        Set<Quantity> shown,
        List<JointFit> joints) {
    /** What a load has: mass, coordinates of its mass center, and components of its tensor. */
    public enum Quantity {
        MASS(SpatialInertia::mass),
        X(load -> load.centerOfMass().x()),
        Y(load -> load.centerOfMass().y()),
        Z(load -> load.centerOfMass().z()),
        XX(load -> load.tensorAboutCenter().xx()),
        XY(load -> load.tensorAboutCenter().xy()),
        XZ(load -> load.tensorAboutCenter().xz()),
        YY(load -> load.tensorAboutCenter().yy()),
        YZ(load -> load.tensorAboutCenter().yz()),
        ZZ(load -> load.tensorAboutCenter().zz());

        private final ToDoubleFunction<SpatialInertia> value;

        Quantity(ToDoubleFunction<SpatialInertia> value) {
            this.value = value;
        }

        public double of(SpatialInertia load) {
            return value.applyAsDouble(load);
        }
    }

    public Payload {
        shown = Set.copyOf(shown);
        joints = List.copyOf(joints);
    }

    /** Whether the motion shows all ten quantities. */
    public boolean isDetermined() {
        return shown.size() == Quantity.values().length;
    }

    public boolean shows(Quantity quantity) {
        return shown.contains(quantity);
    }

    /**
     * What measured efforts are to be multiplied by if the mass of the load is known: torque constants are often wrong by a
     * tenth, and then so is every mass.
     *
     * @param knownMass from a scale, kg
     */
    public Gain gain(double knownMass) {
        if (!(knownMass > 0)) {
            throw new IllegalArgumentException("the known mass is %s kg, but must be positive".formatted(knownMass));
        }
        double scale = knownMass / inertia.mass();
        return new Gain(scale, Math.abs(scale * massDeviation / inertia.mass()));
    }

    /** A factor of efforts and its standard deviation. */
    public record Gain(double scale, double deviation) {}
}
