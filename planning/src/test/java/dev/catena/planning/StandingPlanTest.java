package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A mass on two slides above a foot that stands: its motion on the ground is known without a plan. */
class StandingPlanTest {
    private static final SpatialInertia MASS =
            SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1));

    /** The base slides along x and z, and its foot along x and z again, so that two of four coordinates follow. */
    private static final RobotModel ROBOT = RobotModel.builder("slides")
            .link(Joint.prismatic("x", "base", "x").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
            .link(Joint.prismatic("z", "x", "body").at(Pose.IDENTITY, Vector3.Z), MASS)
            .link(Joint.prismatic("leg", "body", "leg").at(Pose.IDENTITY, new Vector3(0, 0, -1)), SpatialInertia.ZERO)
            .link(Joint.prismatic("foot", "leg", "foot").at(Pose.IDENTITY, Vector3.X), MASS)
            .build();

    private static double[] standing(double x, double z) {
        return new double[] {x, z, z, -x};
    }

    private static final StandingPoints POINTS =
            new StandingPoints(ROBOT).with("foot", standing(0, 0.5), Vector3.ZERO, Vector3.X, Vector3.Y);
    private static final Support SUPPORT = new Support(ROBOT, List.of(Foot.sole("foot"))).allGiven(0, 1, "foot");

    private static MotionProblem.Builder problem() {
        GroundFunctions ground = new GroundFunctions(SUPPORT);
        MotionLimits limits =
                new MotionLimits(ROBOT).add(ground.leftOver(List.of("x", "z")), new double[2], new double[2]);
        MotionObjective objective = new MotionObjective(limits)
                .integral("effort", ground.effort(List.of("leg", "foot"), new double[] {1e-2, 1e-2}), 1);
        return MotionProblem.builder(limits, objective)
                .start(EndState.atRest(standing(0, 0.5)))
                .goal(EndState.atRest(standing(0.3, 0.6)))
                .standing(POINTS)
                .inputs(SUPPORT)
                .duration(1)
                .degree(4)
                .controlPoints(8)
                .samples(9);
    }

    /**
     * With a foot at rest, ∫ (m ẍ)² and ∫ m² (z̈ + g)² are least for cubic polynomials 3u² − 2u³; the latter by trapezoids is
     * so nearly, since g is large beside z̈. All along, the ground carries the weight and the inertia of the mass that moves.
     */
    @Test
    void leastEffortIsACubic() {
        MotionProblem problem = problem().build();
        MotionPlan plan = Carts.PLANNER.plan(problem);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        PlannedMotion motion = plan.motion();
        StateFunction left = new GroundFunctions(SUPPORT).leftOver(List.of("x", "z"));
        double[] rest = new double[2];
        for (double t : new double[] {0, 0.07, 0.31, 0.5, 0.93, 1}) {
            MotionState state = motion.at(t);
            double s = t * t * (3 - 2 * t);
            double[] expected = standing(0.3 * s, 0.5 + 0.1 * s);
            for (int i = 0; i < 4; i++) {
                assertThat(state.position()[i])
                        .as("%s of %s", i, t)
                        .isCloseTo(expected[i], within(i % 3 == 0 ? 1e-3 : 0.02));
            }
            assertThat(state.position()[2]).isCloseTo(state.position()[1], within(1e-12));
            assertThat(state.velocity()[3]).isCloseTo(-state.velocity()[0], within(1e-12));
            assertThat(state.moment()).isCloseTo(t, within(1e-12));
            assertThat(state.time()).isCloseTo(t, within(1e-12));
            assertThat(state.inputs()[0]).isCloseTo(2 * state.acceleration()[0], within(1e-6));
            assertThat(state.inputs()[2]).isCloseTo(2 * state.acceleration()[1] + 4 * 9.81, within(0.02));
            left.value(state, rest);
            assertThat(rest[0]).isCloseTo(0, within(1e-9));
            assertThat(rest[1]).isCloseTo(0, within(1e-9));
        }
        assertThatThrownBy(() -> motion.at(1.01)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> motion.at(-0.01)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void viaPointsAndFeasibleMotions() {
        MotionPlan plan = Carts.PLANNER
                .feasibleFirst()
                .plan(problem().via(0.25, standing(0.2, 0.5)).build());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.rounds()).hasSizeGreaterThan(1);
        double[] q = plan.motion().at(0.25).position();
        double[] expected = standing(0.2, 0.5);
        for (int i = 0; i < 4; i++) {
            assertThat(q[i]).isCloseTo(expected[i], within(1e-6));
        }
    }

    /** A guess of all coordinates, or of those that are left: the same motion is found, from there. */
    @Test
    void guessesOfAllCoordinatesCount() {
        double[] points = new double[8 * 4];
        double[] own = new double[8 * 2];
        MotionProblem without = problem().build();
        List<String> free = Objects.requireNonNull(without.reduced()).coordinates();
        for (int j = 0; j < 8; j++) {
            double u = j / 7.0;
            double[] q = standing(0.3 * u * u, 0.5 + 0.1 * u);
            System.arraycopy(q, 0, points, 4 * j, 4);
            for (int k = 0; k < 2; k++) {
                own[2 * j + k] = q[ROBOT.coordinate(free.get(k))];
            }
        }
        SplineBasis basis = SplineBasis.uniform(4, 8);
        MotionProblem ofAll = problem().guess(new Spline(basis, 4, points)).build();
        MotionProblem ofFree = problem().guess(new Spline(basis, 2, own)).build();
        assertThat(ofAll.startingControlPoints()).containsExactly(ofFree.startingControlPoints());
        assertThat(ofAll.startingControlPoints()).isNotEqualTo(without.startingControlPoints());
        MotionPlan plan = Carts.PLANNER.plan(ofAll);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        double expected = Carts.PLANNER.plan(without).motion().at(0.31).position()[0];
        assertThat(plan.motion().at(0.31).position()[0]).isCloseTo(expected, within(1e-5));
        assertThatThrownBy(() ->
                        problem().guess(new Spline(basis, 3, new double[24])).build())
                .hasMessageContaining("the guess has 3 coordinates");
    }

    /** Along x alone the ground takes 2 m ẍ of the mass: with |foot| ≤ F the time law is bang-bang, T = 2 √(m d / F). */
    @Test
    void aPathOfWhatIsFreeIsFollowedOnContacts() {
        GroundFunctions ground = new GroundFunctions(SUPPORT);
        double most = 3;
        MotionLimits limits = new MotionLimits(ROBOT)
                .add(ground.leftOver(List.of("x", "z")), new double[2], new double[2])
                .add(ground.torques(List.of("foot")), new double[] {-most}, new double[] {most});
        // between its points the path has the foot elsewhere; what is free counts
        double[] points = {0, 0.5, 0.5, 0, 0.1, 0.5, 0.5, -0.1, 0.3, 0.5, 0.5, -0.3};
        double[] bent = SplineFit.through(2, 4, points).controlPoints();
        bent[4 + 3] += 0.05;
        Spline path = new Spline(SplineFit.through(2, 4, points).basis(), 4, bent);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .along(path)
                .standing(POINTS)
                .inputs(SUPPORT)
                .controlPoints(12)
                .samples(19)
                .build();
        assertThat(Objects.requireNonNull(problem.reduced()).coordinates()).containsExactly("the path parameter");
        MotionPlan plan = Carts.PLANNER.plan(problem);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        double least = 2 * Math.sqrt(2 * 0.3 / most);
        assertThat(plan.motion().duration()).isBetween(least * (1 - 1e-3), 1.04 * least);
        for (double u : new double[] {0, 0.13, 0.5, 0.71, 1}) {
            MotionState state = plan.motion().at(u * plan.motion().duration());
            double[] expected = standing(state.position()[0], 0.5);
            for (int i = 0; i < 4; i++) {
                assertThat(state.position()[i]).isCloseTo(expected[i], within(1e-12));
            }
            assertThat(state.acceleration()[3]).isCloseTo(-state.acceleration()[0], within(1e-9));
            assertThat(state.inputs()[0]).isCloseTo(2 * state.acceleration()[0], within(1e-6 * most));
        }
    }

    /** Least effort from x = 0 to 0.3 and back, and on: cosines would need no fit, and by symmetry the way back is the way there. */
    @Test
    void aMotionOnContactsGoesOnAsItBegan() {
        Spline guess = new Spline(SplineBasis.uniform(1, 2), 4, new double[] {0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0});
        MotionProblem problem = cyclic(CyclicEnd.periodic(4, 2))
                .guess(guess)
                .via(0.25, standing(0, 0.5))
                .via(0.75, standing(0.3, 0.5))
                .build();
        MotionPlan plan = Carts.PLANNER.plan(problem);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        MotionState first = plan.motion().at(0);
        double[][] begun = new double[3][];
        for (int d = 0; d < 3; d++) {
            begun[d] = first.derivative(d).clone();
        }
        MotionState last = plan.motion().at(1);
        for (int i = 0; i < 4; i++) {
            for (int d = 0; d < 3; d++) {
                assertThat(last.derivative(d)[i]).isCloseTo(begun[d][i], within(1e-9));
            }
        }
        assertThat(begun[0][0]).isCloseTo(0.15, within(1e-4));
        assertThat(begun[1][0]).isLessThan(-0.5);
        assertThat(plan.motion().at(0.25).position()[3]).isCloseTo(0, within(1e-6));
        // the mirror image in x: half of it, and on
        CyclicEnd mirrored = CyclicEnd.mirrored(ROBOT.jointNames(), "_r", "_l", Set.of("x", "foot"), 2);
        MotionPlan half = Carts.PLANNER.plan(
                cyclic(mirrored).guess(guess).via(0.5, standing(0.3, 0.5)).build());
        assertThat(half.isSolved()).as(half.message()).isTrue();
        double[] start = half.motion().at(0).position().clone();
        assertThat(start[0]).isCloseTo(0, within(1e-3));
        assertThat(half.motion().at(1).position()[3]).isCloseTo(-start[3], within(1e-9));
    }

    private static MotionProblem.Builder cyclic(CyclicEnd end) {
        GroundFunctions ground = new GroundFunctions(SUPPORT);
        MotionLimits limits =
                new MotionLimits(ROBOT).add(ground.leftOver(List.of("x", "z")), new double[2], new double[2]);
        MotionObjective objective = new MotionObjective(limits)
                .integral("effort", ground.effort(List.of("leg", "foot"), new double[] {1e-2, 1e-2}), 1);
        return MotionProblem.builder(limits, objective)
                .cyclic(end)
                .standing(POINTS)
                .inputs(SUPPORT)
                .duration(1)
                .degree(4)
                .controlPoints(12)
                .samples(13);
    }

    @Test
    void whatMakesNoSenseOnContactsSaysWhy() {
        MotionLimits limits = new MotionLimits(ROBOT);
        MotionObjective objective = new MotionObjective(limits).time(1);
        double[] points = {0, 0.5, 0.5, 0, 0.1, 0.5, 0.4, 0, 0.3, 0.6, 0.6, -0.3};
        Spline path = SplineFit.through(5, 4, points);
        assertThatThrownBy(() -> MotionProblem.builder(limits, objective)
                        .along(path, SplineFit.parameters(4, points))
                        .standing(POINTS)
                        .build())
                .hasMessageContaining("of the way has a contact 0.1");
        assertThatThrownBy(() -> MotionProblem.builder(limits, objective)
                        .along(path)
                        .inputs(SUPPORT)
                        .build())
                .hasMessageContaining("between its points")
                .hasMessageContaining("via points");
        CyclicEnd periodic = CyclicEnd.periodic(4, 2);
        assertThatThrownBy(() -> cyclic(periodic).build()).hasMessageContaining("needs a guess of all coordinates");
        Spline guess = new Spline(SplineBasis.uniform(1, 2), 4, new double[] {0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0});
        assertThatThrownBy(() -> cyclic(periodic.shifted(0, 0.2)).guess(guess).build())
                .hasMessageContaining("a contact would be 0.2")
                .hasMessageContaining("feet and phases");
        assertThatThrownBy(() -> cyclic(periodic).guess(guess).hold("x", 0).build())
                .hasMessageContaining("RobotModelBuilder.hold");
    }

    @Test
    void endsThatDoNotStandAreRefused() {
        assertThatThrownBy(() ->
                        problem().goal(EndState.atRest(0.3, 0.6, 0.6, -0.2)).build())
                .hasMessageContaining("the posture at 1.0 of the way has a contact");
        assertThatThrownBy(() -> problem().start(EndState.anywhereAtRest(4)).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> problem().via(0.5, 0.1, 0.5, 0.5, 0).build()).hasMessageContaining("0.5 of the way");
    }
}
