package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.Support;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A carriage that turns and reaches for a place it passes: over it and under it, its turns differ by a whole one. */
class OtherAssemblyPlanTest {
    private static final SpatialInertia MASS =
            SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1));

    private static final RobotModel ROBOT = RobotModel.builder("reaching")
            .link(Joint.prismatic("x", "base", "x").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
            .link(Joint.prismatic("z", "x", "carriage").at(Pose.IDENTITY, Vector3.Z), MASS)
            .link(Joint.revolute("turn", "carriage", "arm").at(Pose.IDENTITY, new Vector3(0, -1, 0)), MASS)
            .link(Joint.prismatic("reach", "arm", "hand").at(Pose.IDENTITY, Vector3.X), MASS)
            .build();

    /** The hand at the origin. */
    private static double[] at(double x, double z) {
        return new double[] {x, z, Math.atan2(-z, -x), Math.hypot(x, z)};
    }

    /** From the left of the place to its right, in between at heights that are given. */
    private static MotionProblem.Builder problem(double lowest, double highest) {
        StandingPoints points = new StandingPoints(ROBOT).with("hand", at(-4.5, 0.4), Vector3.ZERO);
        Support support = new Support(ROBOT, List.of(Foot.sole("hand"))).allGiven(0, 1, "hand");
        GroundFunctions ground = new GroundFunctions(support);
        MotionLimits limits = new MotionLimits(ROBOT)
                .add(ground.leftOver(List.of("x", "z")), new double[2], new double[2])
                .box(
                        "carriage",
                        Vector3.ZERO,
                        new double[] {-10, -10, lowest},
                        new double[] {10, 10, highest},
                        0.4,
                        0.5);
        MotionObjective objective = new MotionObjective(limits)
                .integral("effort", ground.effort(List.of("turn", "reach"), new double[] {1e-2, 1e-2}), 1);
        return MotionProblem.builder(limits, objective)
                .start(EndState.atRest(at(-4.5, 0.4)))
                .goal(EndState.atRest(at(5.5, 0.4)))
                .standing(points)
                .inputs(support)
                .duration(4)
                .degree(4)
                .controlPoints(10)
                .samples(11);
    }

    @Test
    void aMotionThatChangesSidesBetweenSamplesIsRefused() {
        MotionPlan over = Carts.PLANNER.plan(problem(0.2, 10).build());
        assertThat(over.isSolved()).as(over.message()).isTrue();

        // postures are found from those over the place: on its left by one way about it, on its right by the other
        MotionPlan under = Carts.PLANNER.plan(problem(-10, -0.6).build());
        assertThat(under.status()).as(under.message()).isEqualTo(Status.NUMERICAL_TROUBLE);
        assertThat(under.message()).contains("jumps to another assembly").contains("via point");
        assertThat(under.isSolved()).isFalse();
    }

    /** Nor is such a motion what is left of a search that was interrupted. */
    @Test
    void noneIsKept() {
        MotionPlan under = Carts.PLANNER
                .options(SolverOptions.defaults().iterationLimit(5))
                .plan(problem(-10, -0.6).build());
        assertThat(under.status()).as(under.message()).isEqualTo(Status.ITERATION_LIMIT);
        assertThat(under.bestFeasibleMotion()).isEmpty();
        assertThat(under.message()).contains("no motion within limits was met");
    }

    /** What the message advises. */
    @Test
    void aViaPointShowsTheWay() {
        double[] goal = at(5.5, 0.4);
        goal[2] += 2 * Math.PI;
        MotionPlan plan = Carts.PLANNER.plan(problem(-10, -0.6)
                .via(0.45, at(0, -0.7))
                .goal(EndState.atRest(goal))
                .build());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.motion().at(1.8).position()[1]).isLessThan(-0.6);
    }
}
