package dev.catena.model;

/**
 * A motor's rotor with its gyroscopic effects [Siciliano]: it spins at {@code gearRatio · q̇} about an axis fixed in
 * the body that carries it. Its mass and transverse inertia belong to the carrier's own inertia.
 *
 * @param inertia axial moment of inertia, kg·m²
 * @param gearRatio rotor turns per joint turn (rad/m for a prismatic joint)
 * @param carrier name of the body that carries the motor; often, but not always, the joint's parent
 * @param axisInCarrier spin axis in the frame of the carrier; any length but zero
 */
public record Rotor(double inertia, double gearRatio, String carrier, Vector3 axisInCarrier) {}
