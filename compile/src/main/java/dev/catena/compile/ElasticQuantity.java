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
    /** Accelerations of joints and motors under torques. */
    ACCELERATION(Quantity.ELASTIC_ACCELERATION);

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

    /** The one with a name. */
    public static Optional<ElasticQuantity> named(String key) {
        return Arrays.stream(values()).filter(one -> one.key().equals(key)).findFirst();
    }
}
