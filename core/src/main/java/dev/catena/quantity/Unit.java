package dev.catena.quantity;

/**
 * A unit of measurement in plain letters, as text, comments and column heads have it.
 *
 * @param turning for turning joints, and for what belongs to no joint
 * @param sliding for sliding joints
 */
public record Unit(String turning, String sliding) {
    public static final Unit EFFORT = new Unit("N m", "N");
    public static final Unit EFFORT_RATE = new Unit("N m/s", "N/s");

    /** Of each entry: the unit of its row by that of its column. */
    public static final Unit ROW_BY_COLUMN = of("SI, row by column");

    /** A force, then a moment. */
    public static final Unit WRENCH = of("N, N m");

    public static final Unit WRENCH_RATE = of("N/s, N m/s");

    /** A linear momentum, then an angular one. */
    public static final Unit MOMENTUM = of("kg m/s, kg m^2/s");

    /** A linear acceleration, then an angular one. */
    public static final Unit SPATIAL_ACCELERATION = of("m/s^2, rad/s^2");

    /** One that does not depend on joints. */
    public static Unit of(String name) {
        return new Unit(name, name);
    }
}
