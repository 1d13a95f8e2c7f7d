package dev.catena.compile.trace;

import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.ParameterGroup;
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
 * @param isPoseGiven whether nothing has to be found
 */
record LoopFormula(@Nullable AffineLoops affine, @Nullable DyadLoops dyads, List<Dyad> order, boolean isPoseGiven) {
    /** Of a robot without loops. */
    static final LoopFormula NONE = new LoopFormula(null, null, List.of(), false);

    /** The formula that code takes; bounds of a search are those of the robot's own lengths. */
    static LoopFormula forCode(RobotModel model, CodeInputs inputs) {
        if (!model.hasLoops()) {
            return NONE;
        }
        boolean hasLengths = !inputs.openParameters().contains(ParameterGroup.LENGTHS);
        LoopFormula formula = of(model, hasLengths);
        if (!hasLengths && formula.isMissing()) {
            throw new IllegalArgumentException(
                    "lengths of robot \"%s\" cannot be open: its loops are searched with bounds of the lengths that it has, only loops in planes have formulas; leave lengths out, or compile the robot with other lengths"
                            .formatted(model.name()));
        }
        return formula;
    }

    /** @param hasLengths whether lengths are those of the robot; parallelograms with others are none */
    static LoopFormula of(RobotModel model, boolean hasLengths) {
        AffineLoops affine = hasLengths ? AffineLoops.of(model).orElse(null) : null;
        List<Dyad> order = DyadLoops.dyads(model, LoopBounds.of(model).length());
        return new LoopFormula(
                affine, affine == null ? DyadLoops.of(model, order, hasLengths).orElse(null) : null, order, false);
    }

    /** Of loops that whoever asks has closed. */
    static LoopFormula ofPose(RobotModel model) {
        return new LoopFormula(
                null, null, DyadLoops.dyads(model, LoopBounds.of(model).length()), true);
    }

    /** Whether a pose nearby has to be given. */
    boolean isMissing() {
        return affine == null && dyads == null;
    }
}
