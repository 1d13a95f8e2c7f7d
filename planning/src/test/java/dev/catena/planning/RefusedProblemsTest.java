package dev.catena.planning;

import static dev.catena.planning.Carts.CARTS;
import static dev.catena.planning.Carts.INFINITY;
import static dev.catena.planning.Carts.PLANNER;
import static dev.catena.planning.Carts.carts;
import static dev.catena.planning.Carts.largest;
import static dev.catena.planning.Carts.problem;
import static dev.catena.planning.Carts.solution;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.planning.function.EndState;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import org.junit.jupiter.api.Test;

/** Problems that make no sense are refused in words; paths with corners are among them. */
class RefusedProblemsTest {
    @Test
    void durationsThatContradictEachOtherAreRefused() {
        MotionProblem.Builder builder = problem(new MotionLimits(CARTS).torque(20, 9));
        assertThatThrownBy(() -> builder.duration(0)).hasMessageContaining("a duration is 0.0 s");
        assertThatThrownBy(() -> builder.duration(INFINITY)).hasMessageContaining("a duration is Infinity s");
        assertThatThrownBy(() -> builder.durationGuess(Double.NaN)).hasMessageContaining("a duration is NaN s");
        assertThatThrownBy(() -> builder.durationBetween(-1, 2)).hasMessageContaining("a duration is -1.0 s");
        assertThatThrownBy(() -> builder.durationBetween(2, 1))
                .hasMessageContaining("no duration is between 2.0 s and 1.0 s");
        builder.durationBetween(1, 2).durationGuess(3);
        assertThatThrownBy(builder::build).hasMessageContaining("the guess of the duration is 3.0 s");
        builder.durationGuess(0.5);
        assertThatThrownBy(builder::build).hasMessageContaining("the guess of the duration is 0.5 s");
        builder.durationGuess(1.5).duration(2.5);
        assertThatThrownBy(builder::build).hasMessageContaining("given as 2.5 s, which is not between 1.0 s and 2.0 s");
        builder.duration(0.5);
        assertThatThrownBy(builder::build).hasMessageContaining("given as 0.5 s");
        builder.duration(2);
        assertThat(PLANNER.plan(builder.build()).motion().duration()).isEqualTo(2);
    }

    @Test
    void endsOutsideOfLimitsAreRefused() {
        MotionLimits limits = new MotionLimits(CARTS)
                .position(new double[] {-1, -1}, new double[] {1, 0.5})
                .velocity("y", 2)
                .acceleration("x", 3);
        MotionProblem.Builder builder = problem(limits);
        MotionProblem onTheLimit = builder.build();
        assertThat(onTheLimit.upper(JointQuantity.POSITION, "x")).isEqualTo(1);
        builder.goal(EndState.atRest(1, 0.6));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: position of y is 0.6, which is not within -1.0 and 0.5");
        builder.goal(EndState.moving(new double[] {0, 0}, new double[] {9, 2.5}));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: velocity of y is 2.5, which is not within -2.0 and 2.0");
        builder.goal(EndState.moving(new double[2], new double[2], new double[] {-4, 9}));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: acceleration of x is -4.0, which is not within -3.0 and 3.0");
        builder.goal(EndState.atRest(0, 0)).start(EndState.atRest(-2, 0));
        assertThatThrownBy(builder::build).hasMessageContaining("the start: position of x is -2.0");
        builder.start(EndState.atRest(0, 0)).via(0.5, 0, -3);
        assertThatThrownBy(builder::build).hasMessageContaining("the via point at 0.5: position of y is -3.0");
    }

    @Test
    void endsTooFarForNumbersAreNoMotion() {
        MotionProblem problem = problem(new MotionLimits(CARTS).torque(20, 9))
                .start(EndState.atRest(-1e308, 0))
                .goal(EndState.atRest(1e308, 0))
                .build();
        assertThatThrownBy(() -> PLANNER.plan(problem))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("begins with overflows");
    }

    @Test
    void viaPointsComeInAnyOrderButOnceEach() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        double[] ordered =
                solution(problem(limits).via(0.2, 0.3, 0.2).via(0.7, 0.5, 0.1).build());
        assertThat(solution(
                        problem(limits).via(0.7, 0.5, 0.1).via(0.2, 0.3, 0.2).build()))
                .containsExactly(ordered);
        MotionProblem.Builder builder = problem(limits).via(0.2, 0.3, 0.2);
        assertThatThrownBy(() -> builder.via(0.2, 1, 1)).hasMessageContaining("two via points are at 0.2");
        assertThatThrownBy(() -> builder.via(0, 1, 1)).hasMessageContaining("a via point is at 0.0");
        assertThatThrownBy(() -> builder.via(1, 1, 1)).hasMessageContaining("a via point is at 1.0");
        assertThatThrownBy(() -> builder.via(Double.NaN, 1, 1)).hasMessageContaining("a via point is at NaN");
        builder.via(0.4, 1, Double.NaN);
        assertThatThrownBy(builder::build).hasMessageContaining("position[1] is NaN");
    }

    @Test
    void objectivesThatSayNothingAreRefused() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionObjective nothing = new MotionObjective(limits).time(0).effort(0).jerk(0);
        assertThatThrownBy(() -> problem(limits, nothing).build()).hasMessageContaining("the objective is empty");
        MotionObjective objective = new MotionObjective(limits);
        for (double weight : new double[] {-1, Double.NaN, INFINITY}) {
            assertThatThrownBy(() -> objective.time(weight)).hasMessageContaining("a weight is " + weight);
            assertThatThrownBy(() -> objective.work(weight)).hasMessageContaining("a weight is " + weight);
            assertThatThrownBy(() -> objective.effort(1, new double[] {1, weight}))
                    .hasMessageContaining("not negative and not all zero");
        }
        assertThatThrownBy(() -> objective.effort(1, new double[2])).hasMessageContaining("not all zero");
        assertThatThrownBy(() -> objective.effort(1, new double[] {1})).hasMessageContaining("needs 2 weights");
        assertThatThrownBy(() -> objective.time(1e308).time(1e308)).hasMessageContaining("a weight is Infinity");
        assertThatThrownBy(() -> objective.energy(1, 0)).hasMessageContaining("the smoothing is 0.0 W");
        assertThatThrownBy(() -> objective.energy(1, INFINITY)).hasMessageContaining("the smoothing is Infinity W");
        assertThatThrownBy(() -> objective.integral("both", new Carts.ScaledVelocity(1), 1))
                .hasMessageContaining("both has 2 rows");
        MotionObjective ofOthers = new MotionObjective(new MotionLimits(carts(JointLimits.position(-1, 1)))).time(1);
        assertThatThrownBy(() -> problem(limits, ofOthers).build()).hasMessageContaining("for another robot");
    }

    @Test
    void splinesThatJumpInWhatIsLimitedAreRefused() {
        MotionProblem.Builder force = problem(new MotionLimits(CARTS).torque(20, 9));
        assertThat(force.degree(2).build().degree()).isEqualTo(2);
        force.degree(1);
        assertThatThrownBy(force::build).hasMessageContaining("at least 2 is needed");
        MotionProblem.Builder rate = problem(new MotionLimits(CARTS).torqueRate(20, 9));
        assertThat(rate.degree(3).build().degree()).isEqualTo(3);
        rate.degree(2);
        assertThatThrownBy(rate::build).hasMessageContaining("at least 3 is needed");
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        assertThatThrownBy(() -> problem(limits, new MotionObjective(limits).jerk(1))
                        .degree(2)
                        .build())
                .hasMessageContaining("at least 3 is needed");
        assertThatThrownBy(() -> rate.degree(0)).hasMessageContaining("the degree is 0");
        assertThatThrownBy(() -> rate.degree(16)).hasMessageContaining("the degree is 16");
        assertThatThrownBy(() -> rate.samples(1)).hasMessageContaining("1 samples are too few");
    }

    @Test
    void programsThatDoNotFitIntoMemoryAreRefusedWithWhatTheyTake() {
        MotionProblem.Builder builder =
                problem(new MotionLimits(CARTS).torque(20, 9)).samples(1_000_000_000);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("21 variables and 2000000000 rows", "GB", "take fewer");
        builder.samples(100).controlPoints(Integer.MAX_VALUE);
        assertThatThrownBy(builder::build)
                .hasMessageContaining("4294967295 variables")
                .hasMessageContaining("GB");
    }

    private static MotionProblem.Builder along(Spline path, MotionLimits limits) {
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .along(path)
                .controlPoints(16)
                .samples(60);
    }

    /** At a corner the acceleration would be infinite, and no sample would see it. */
    @Test
    void pathWithACornerIsRefused() {
        MotionLimits force = new MotionLimits(CARTS).torque(20, 9);
        MotionLimits rate = new MotionLimits(CARTS).torque(20, 9).torqueRate(300, 300);
        double[] points = {0, 0, 1, 0, 1, 1, 2, 1};
        Spline polygon = SplineFit.through(1, 2, points);
        assertThatThrownBy(() -> along(polygon, force).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its derivative of order 1 jumps at parameter 0.333");
        Spline parabolas = SplineFit.through(2, 2, points);
        assertThat(PLANNER.plan(along(parabolas, force).build()).isSolved()).isTrue();
        assertThatThrownBy(() -> along(parabolas, rate).build())
                .hasMessageContaining("its derivative of order 2 jumps");
        assertThat(along(SplineFit.through(3, 2, points), rate).build().degree())
                .isEqualTo(5);
        // a knot that repeats makes a corner only where the control points do
        SplineBasis cubic = SplineBasis.clamped(3, 0, 0.5, 0.5, 0.5, 1);
        Spline corner = new Spline(cubic, 2, new double[] {0, 0, 0.3, 0, 0.6, 0, 1, 0, 1, 0.4, 1, 0.7, 1, 1});
        assertThatThrownBy(() -> along(corner, force).build()).hasMessageContaining("order 1 jumps at parameter 0.5");
        Spline straight = new Spline(cubic, 2, new double[] {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
        assertThat(along(straight, force).build().controlPointCount()).isEqualTo(16);
        assertThatThrownBy(() -> along(SplineFit.through(3, 1, new double[] {0, 1}), force)
                        .build())
                .hasMessageContaining("the path has 1 coordinates, but the robot has 2");
        assertThatThrownBy(() ->
                        along(straight, force).start(EndState.atRest(0, 0)).build())
                .hasMessageContaining("along a path, start, goal and via points are given already");
    }

    /** Forth and back along x: at the turn the path parameter runs on while the mass stops. */
    @Test
    void pathThatTurnsBackIsFollowed() {
        MotionLimits force = new MotionLimits(CARTS).torque(8, 8);
        Spline path = SplineFit.through(2, 2, new double[] {0, 0, 1, 0, 0, 0});
        PlannedMotion motion = PLANNER.plan(along(path, force).build()).motion();
        // with a = F/m = 2, to 1 and back takes twice 2 √(L/a)
        double least = 4 * Math.sqrt(0.5);
        assertThat(motion.duration()).isBetween(least, 1.02 * least);
        assertThat(largest(motion, 2, 0)).isBetween(1.99, 2.002);
        assertThat(largest(motion, 0, 0)).isCloseTo(1, within(1e-3));
    }
}
