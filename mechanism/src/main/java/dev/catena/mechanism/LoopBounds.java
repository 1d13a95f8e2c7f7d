package dev.catena.mechanism;

import dev.catena.mechanism.continuation.Curvature;
import dev.catena.mechanism.continuation.PathFollower;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import java.util.List;

/**
 * What code that closes loops by itself has to know of them, in order to prove that a stride from one closed pose to
 * another leaves no branch, [Deuflhard 5.1]: with β = ‖J_p⁺‖ where it begins and its length s, βLs must not exceed
 * {@link #SHORT}, and the pose be found within (1 − βLs)/(βL) of the tangent's end. Lengths are divided by {@code length}, as
 * are coordinates of sliding joints.
 *
 * @param length the largest offset of joints and cut frames
 * @param curvature L, the bound on second derivatives, where no joint slides and none follows another
 * @param stretch what joints that follow others multiply L by
 * @param reach the longest arm of a coordinate, over the length
 */
public record LoopBounds(double length, double curvature, double stretch, double reach, List<Slide> slides) {
    /** The longest stride, as βLs, that is proven from its beginning alone. */
    public static final double SHORT = PathFollower.SHORT;

    /** A residual of equations that counts as closed. */
    public static final double CLOSED = PathFollower.CLOSED_TO_ROUNDING;

    /** A pose is singular where 1/‖J_p⁺‖ is smaller than this part of the longest arm. */
    public static final double SINGULAR = PathFollower.SINGULAR;

    /** Axes of a sliding cut joint turn with its first body, so that rows are products of two functions. */
    private static final double OF_SLIDING_CUT = 3;

    /** A sliding joint, whose coordinate makes arms longer: L has {@code growth} times its distance more. */
    public record Slide(int coordinate, double factor, double offset, double growth) {}

    public LoopBounds {
        slides = List.copyOf(slides);
    }

    /** Of a robot with closed loops. */
    public static LoopBounds of(RobotModel model) {
        double length = Extent.of(model).length();
        Curvature curvature = LoopWay.curvature(model, length);
        boolean slides = model.loops().cutJoints().stream().anyMatch(cut -> cut.kind() == CutKind.PRISMATIC);
        double factor = slides ? OF_SLIDING_CUT : 1;
        return new LoopBounds(
                length,
                factor * curvature.constant(),
                curvature.stretch(),
                curvature.reach(),
                curvature.slides().stream()
                        .map(slide ->
                                new Slide(slide.coordinate(), slide.factor(), slide.offset(), factor * slide.growth()))
                        .toList());
    }
}
