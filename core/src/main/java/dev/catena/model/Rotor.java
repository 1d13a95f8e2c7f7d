package dev.catena.model;

/**
 * A motor with its gyroscopic effects [Siciliano], [Hua]: its rotor spins at {@code gearRatio · θ̇} about an axis fixed in
 * the body that carries the motor; θ is the joint's coordinate where the drive is rigid.
 *
 * <p>The mass of the motor belongs to its carrier: either the carrier's own inertia has it already, or it is given here
 * and the model adds it once, see {@link RobotModel#bodies}.
 *
 * @param inertia axial moment of inertia, kg·m²
 * @param gearRatio rotor turns per joint turn (rad/m for a prismatic joint)
 * @param carrier name of the body that carries the motor; often, but not always, the joint's parent
 * @param axisInCarrier spin axis in the frame of the carrier; any length but zero
 * @param motorInCarrier the whole motor, locked rotor included, in the frame of the carrier; zero where the carrier's own
 *     inertia has it already
 */
public record Rotor(
        double inertia, double gearRatio, String carrier, Vector3 axisInCarrier, SpatialInertia motorInCarrier) {

    /** A rotor whose motor is part of the carrier's own inertia. */
    public Rotor(double inertia, double gearRatio, String carrier, Vector3 axisInCarrier) {
        this(inertia, gearRatio, carrier, axisInCarrier, SpatialInertia.ZERO);
    }

    /** The same rotor with the mass of its motor, which the carrier's own inertia does not have. */
    public Rotor with(SpatialInertia newMotorInCarrier) {
        return new Rotor(inertia, gearRatio, carrier, axisInCarrier, newMotorInCarrier);
    }
}
