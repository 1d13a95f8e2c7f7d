package dev.catena.planning;

import static dev.catena.planning.Carts.CARTS;
import static dev.catena.planning.Carts.PLANNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Coordinates that stay where they are, and what would contradict that; curves to start from that have other knots. */
class HeldCoordinatesTest {
    private static MotionProblem.Builder toward(double y) {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, 0.2))
                .goal(EndState.atRest(1, y))
                .controlPoints(8)
                .samples(20);
    }

    /** 4 kg pushed by 20 N over 1 m and stopped: at best 2 √(m s/F), and y stays. */
    @Test
    void onlyTheOthersMove() {
        MotionPlan free = PLANNER.plan(toward(0.2).build());
        MotionPlan plan = PLANNER.plan(toward(0.2).hold("y", 0.2).build());
        PlannedMotion motion = plan.motion();
        for (double share : new double[] {0, 0.3, 0.5, 1}) {
            assertThat(motion.at(share * motion.duration()).derivative(0)[1]).isEqualTo(0.2, within(1e-15));
            assertThat(motion.at(share * motion.duration()).derivative(1)[1]).isEqualTo(0, within(1e-12));
        }
        assertThat(motion.at(motion.duration()).derivative(0)[0]).isEqualTo(1, within(1e-12));
        assertThat(motion.duration())
                .isBetween(2 * Math.sqrt(4.0 / 20), free.motion().duration() * (1 + 1e-4));
    }

    @Test
    void whatContradictsIsRefused() {
        assertThatThrownBy(() -> toward(0.2).hold("z", 0.2))
                .hasMessageContaining("z cannot be held at 0.2; there are [x, y]");
        assertThatThrownBy(() -> toward(0.2).hold("y", Double.NaN)).hasMessageContaining("y cannot be held at NaN");
        assertThatThrownBy(() -> toward(0.5).hold("y", 0.2).build())
                .hasMessage("the goal: position of y is 0.5, but it is held at 0.2");
        assertThatThrownBy(() -> toward(0.5).hold("y", 0.5).build())
                .hasMessage("the start: position of y is 0.2, but it is held at 0.5");
        assertThatThrownBy(() -> toward(0.2).hold("y", 0.2).via(0.5, 0.5, 0.3).build())
                .hasMessage("the via point at 0.5: position of y is 0.3, but it is held at 0.2");
        assertThatThrownBy(() -> toward(0.2)
                        .goal(EndState.moving(new double[] {1, 0.2}, new double[] {0, 0.1}))
                        .hold("y", 0.2)
                        .build())
                .hasMessage("the goal: velocity of y is 0.1, but it is held at 0.2");
        MotionLimits narrow = new MotionLimits(CARTS).position(new double[] {-1, -1}, new double[] {1, 0.1});
        assertThatThrownBy(() -> MotionProblem.builder(narrow, new MotionObjective(narrow).time(1))
                        .start(EndState.free())
                        .goal(EndState.free())
                        .hold("y", 0.2)
                        .build())
                .hasMessageContaining("position of y is 0.2, which is not within -1.0 and 0.1");
        Spline path = new Spline(SplineBasis.uniform(5, 6), 2, new double[12]);
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        assertThatThrownBy(() -> MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .along(path)
                        .hold("y", 0)
                        .build())
                .hasMessageContaining("along a path");
    }

    private static MotionProblem.Builder cyclic(CyclicEnd end) {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .cyclic(end)
                .controlPoints(8)
                .samples(20);
    }

    @Test
    void cyclesKeepWhatIsHeld() {
        CyclicEnd same = CyclicEnd.periodic(2, 1);
        assertThat(cyclic(same).hold("y", 0.2).build()).isNotNull();
        assertThatThrownBy(() -> cyclic(same.shifted(1, 0.1)).hold("y", 0.2).build())
                .hasMessageContaining("y is held at 0.2");
        CyclicEnd swapped = CyclicEnd.mirrored(List.of("x", "y"), "x", "y", Set.of(), 1);
        assertThatThrownBy(() -> cyclic(swapped).hold("y", 0.2).build())
                .hasMessageContaining("x is held at NaN and y at 0.2");
        assertThatThrownBy(() -> cyclic(swapped).hold("y", 0.2).hold("x", 0.1).build())
                .hasMessageContaining("x is held at 0.1 and y at 0.2");
        CyclicEnd turned = CyclicEnd.mirrored(List.of("x", "y"), "right", "left", Set.of("y"), 1);
        assertThat(cyclic(turned).hold("y", 0).build()).isNotNull();
        assertThatThrownBy(() -> cyclic(turned).hold("y", 0.2).build()).hasMessageContaining("y is held at 0.2");
    }

    @Test
    void cyclesThatCannotBeAreRefused() {
        List<String> names = List.of("hip right", "hip left", "waist");
        for (int order : new int[] {-1, 3}) {
            assertThatThrownBy(() -> CyclicEnd.periodic(2, order)).hasMessageContaining("up to order " + order);
        }
        assertThatThrownBy(() -> CyclicEnd.mirrored(names, "right", "left", Set.of("neck"), 1))
                .hasMessageContaining("[neck] change sign");
        assertThatThrownBy(() -> CyclicEnd.mirrored(names.subList(1, 3), "right", "left", Set.of(), 1))
                .hasMessageContaining("[hip left] have no partner");
        CyclicEnd end = CyclicEnd.mirrored(names, "right", "left", Set.of("waist"), 2);
        assertThat(List.of(end.partner(0), end.partner(1), end.partner(2))).containsExactly(1, 0, 2);
        assertThat(List.of(end.sign(0), end.sign(1), end.sign(2))).containsExactly(1.0, 1.0, -1.0);
        assertThat(end.order()).isEqualTo(2);
    }

    /** A cubic is a spline on any knots: nothing is lost, over whatever range it was given. */
    @Test
    void guessesOnOtherKnotsAreTheSameCurves() {
        SplineBasis given = SplineBasis.clamped(3, 2, 3, 5);
        double[] points = new double[2 * given.controlPoints()];
        double[] greville = given.grevilleAbscissae();
        for (int j = 0; j < greville.length; j++) {
            points[2 * j] = 1 + 2 * greville[j];
            points[2 * j + 1] = -3 * greville[j];
        }
        Spline line = new Spline(given, 2, points);
        SplineBasis other = SplineBasis.uniform(5, 9);
        Spline fitted = new Spline(other, 2, GuessedMotion.controlPoints(line, other));
        double[] q = new double[2];
        double[] expected = new double[2];
        for (double u = 0; u <= 1; u += 0.125) {
            fitted.evaluate(u, 0, q);
            line.evaluate(2 + 3 * u, 0, expected);
            assertThat(q).containsExactly(expected, within(1e-12));
        }
        assertThat(Arrays.equals(GuessedMotion.controlPoints(line, given), points))
                .isTrue();
    }
}
