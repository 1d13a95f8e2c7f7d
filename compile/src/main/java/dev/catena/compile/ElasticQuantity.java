package dev.catena.compile;

import dev.catena.quantity.Quantity;
import java.util.Arrays;
import java.util.Optional;

/** What is compiled of robots with elastic drives. */
public enum ElasticQuantity {
    /** Torques of a motion of joints and motors. */
    TORQUE(Quantity.ELASTIC_TORQUE),
    /** Torques and motions of the motors for a motion of the joints. */
    FEED_FORWARD(Quantity.MOTOR_TORQUE),
    /** The same torques, their rates, and angles of the motors. */
    FEED_FORWARD_RATE(Quantity.MOTOR_TORQUE_RATE),
    /** Accelerations of joints and motors under torques. */
    ACCELERATION(Quantity.ELASTIC_ACCELERATION),
    /** The mass matrix of joints and motors. */
    MASS_MATRIX(Quantity.ELASTIC_MASS_MATRIX),
    /** Derivatives of the torques of a motion of joints and motors. */
    TORQUE_SENSITIVITY(Quantity.ELASTIC_TORQUE_SENSITIVITY),
    /** Derivatives of accelerations. */
    ACCELERATION_SENSITIVITY(Quantity.ELASTIC_ACCELERATION_SENSITIVITY),
    /** Second derivatives of a weighted sum of these torques. */
    TORQUE_CURVATURE(Quantity.ELASTIC_TORQUE_CURVATURE),
    /** What joints carry in a motion of joints and motors, and the cut joints of loops. */
    JOINT_WRENCH(Quantity.ELASTIC_JOINT_WRENCH);

    private final Quantity quantity;

    ElasticQuantity(Quantity quantity) {
        this.quantity = quantity;
    }

    /** The same among all quantities, whose name is that of generated functions. */
    public Quantity quantity() {
        return quantity;
    }

    /** The name on the command line and of generated functions. */
    public String key() {
        return quantity.key();
    }

    /** Whether vectors are those of joints alone, and the motion of motors is found. */
    public boolean isFedForward() {
        return this == FEED_FORWARD || this == FEED_FORWARD_RATE;
    }

    /** Whether accelerations are solved for. */
    public boolean isForward() {
        return this == ACCELERATION || this == ACCELERATION_SENSITIVITY;
    }

    /** The one with a name. */
    public static Optional<ElasticQuantity> named(String key) {
        return Arrays.stream(values()).filter(one -> one.key().equals(key)).findFirst();
    }
}
