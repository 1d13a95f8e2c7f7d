package dev.catena.compile.trace;

import dev.catena.mechanism.LoopBounds;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The formula that closes the loops of a robot, if they have one.
 *
 * @param affine joints go along evenly; null for other loops
 * @param dyads loops close one after the other; null for other loops
 * @param order loops with two joints that those before them leave unknown; empty if there are others
 */
record LoopFormula(@Nullable AffineLoops affine, @Nullable DyadLoops dyads, List<Dyad> order) {
    /** Of a robot without loops. */
    static final LoopFormula NONE = new LoopFormula(null, null, List.of());

    static LoopFormula of(RobotModel model) {
        AffineLoops affine = AffineLoops.of(model).orElse(null);
        List<Dyad> order = DyadLoops.dyads(model, LoopBounds.of(model).length());
        return new LoopFormula(
                affine, affine == null ? DyadLoops.of(model, order).orElse(null) : null, order);
    }

    /** Whether a pose nearby has to be given. */
    boolean isMissing() {
        return affine == null && dyads == null;
    }
}
