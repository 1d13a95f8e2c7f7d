package dev.catena.compile.parameters;

/**
 * One inertial or drive parameter of a robot.
 *
 * @param index its column of {@link dev.catena.dynamics.Regressor}
 * @param body the body that the joint moves, with all that fixed joints tie to it; or the floating base
 * @param symbol XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M, and of drives IA, FV, FC
 * @param value as the model has it
 */
public record Parameter(int index, String body, String symbol, double value) {

    /** Symbol and body, such as {@code XX(link2)}. */
    public String name() {
        return symbol + "(" + body + ")";
    }

    /** The unit of the value; of drive parameters that of a revolute joint is given first. */
    public String unit() {
        return switch (symbol) {
            case "M" -> "kg";
            case "MX", "MY", "MZ" -> "kg·m";
            case "IA" -> "kg·m² or kg";
            case "FV" -> "N·m·s or N·s/m";
            case "FC" -> "N·m or N";
            default -> "kg·m²";
        };
    }
}
