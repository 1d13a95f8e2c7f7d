package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import dev.catena.spline.Spline;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** Motions are planned alike with code that is compiled for the robot. */
class CompiledPlanTest {
    private static final RobotModel ROBOT = ShippedRobots.load("two-revolute");

    /** Torques, their rates and forces in joints all count. */
    private static MotionPlan plan(RobotFunctions functions) {
        MotionLimits limits = new MotionLimits(ROBOT, functions)
                .torque(10, 10)
                .torqueRate(400, 400)
                .reactionForce("joint2", 60);
        MotionProblem problem = MotionProblem.builder(
                        limits, new MotionObjective(limits).time(1).effort(1e-3))
                .start(EndState.still(0, -2))
                .goal(EndState.still(1, -1))
                .controlPoints(12)
                .samples(30)
                .durationGuess(0.8)
                .build();
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded")).plan(problem);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        return plan;
    }

    private static void checkSame(MotionPlan actual, MotionPlan expected, double tolerance) {
        Agreement.check(
                "duration", actual.motion().duration(), expected.motion().duration(), tolerance);
        Agreement.check("objective", actual.objective(), expected.objective(), tolerance);
        double[] q = new double[2];
        double[] other = new double[2];
        Spline path = actual.motion().spline();
        for (double u : new double[] {0.1, 0.35, 0.5, 0.8}) {
            path.evaluate(u, 0, q);
            expected.motion().spline().evaluate(u, 0, other);
            Agreement.check("position at " + u, q, other, tolerance);
        }
    }

    @Test
    void thePlanIsTheSame() {
        checkSame(plan(RobotFunctions.compiled()), plan(RobotFunctions.byHand()), 1e-8);
    }

    @Test
    void aPlanThatChangesOnTheWayIsTheSameToTheLastBit() {
        RobotFunctions automatic = RobotFunctions.automatic(500);
        MotionPlan first = plan(automatic);
        checkSame(plan(automatic), first, 0);
        checkSame(first, plan(RobotFunctions.byHand()), 1e-8);
    }

    /** What is planned with is all that is compiled, and once, whatever is copied. */
    @Test
    void functionsAreMadeWhenTheyAreNeeded() {
        Set<String> made = new ConcurrentSkipListSet<>();
        TreeDynamics dynamics = new TreeDynamics(ROBOT, new Once(made));
        double[] x = {0.1, 0.2};
        double[] out = new double[2];
        assertThat(made).isEmpty();
        dynamics.copy().torque(x, x, x, out);
        dynamics.torque(x, x, x, out);
        assertThat(made).containsExactly("torque");
        dynamics.copy().torqueCurvature(x, x, x, x, new double[36]);
        dynamics.copy().torqueRate(x, x, x, x, out);
        dynamics.copy().torqueDerivatives(x, x, x, new double[4], new double[4], new double[4]);
        assertThat(made).containsExactly("curvature", "rate", "sensitivity", "torque");
    }

    /** Complains about what is made twice, or not for planning. */
    private record Once(Set<String> made) implements RobotFunctions {
        private void add(String name) {
            assertThat(made.add(name)).as(name).isTrue();
        }

        @Override
        public TorqueFunction torque(RobotModel robot) {
            add("torque");
            return RobotFunctions.super.torque(robot);
        }

        @Override
        public TorqueRateFunction torqueRate(RobotModel robot) {
            add("rate");
            return RobotFunctions.super.torqueRate(robot);
        }

        @Override
        public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
            add("sensitivity");
            return RobotFunctions.super.torqueSensitivity(robot);
        }

        @Override
        public TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
            add("curvature");
            return RobotFunctions.super.torqueCurvature(robot);
        }

        @Override
        public AccelerationFunction acceleration(RobotModel robot) {
            throw new AssertionError("planning needs no forward dynamics");
        }

        @Override
        public MassMatrixFunction massMatrix(RobotModel robot) {
            throw new AssertionError("planning needs no mass matrix");
        }
    }

    /** Friction, rotors and reflected inertia too. */
    @Test
    void compiledDynamicsAreThoseByHandAndDoNotAllocate() {
        RobotModel robot =
                RandomRobots.chain(12, 4).friction().reflectedInertia().rotors().build();
        int n = robot.jointCount();
        TreeDynamics compiled = new TreeDynamics(robot, RobotFunctions.compiled());
        TreeDynamics byHand = new TreeDynamics(robot, RobotFunctions.byHand());
        double[] q = {0.3, -0.5, 0.7, 0.2};
        double[] qd = {1, 0.4, -0.6, 0.9};
        double[] x = {2, -1, 3, 0.5};
        double[][] actual = {
            new double[n], new double[n * n], new double[n * n], new double[n * n], new double[9 * n * n]
        };
        double[][] expected = {
            new double[n], new double[n * n], new double[n * n], new double[n * n], new double[9 * n * n]
        };
        for (TreeDynamics dynamics : new TreeDynamics[] {compiled, byHand}) {
            double[][] out = dynamics == compiled ? actual : expected;
            dynamics.torqueRate(q, qd, x, qd, out[0]);
            dynamics.torqueDerivatives(q, qd, x, out[1], out[2], out[3]);
            dynamics.torqueCurvature(q, qd, x, x, out[4]);
        }
        for (int k = 0; k < actual.length; k++) {
            Agreement.check("output " + k, actual[k], expected[k], 1e-11);
        }
        assertThat(Allocations.bytes(() -> {
                    compiled.torque(q, qd, x, actual[0]);
                    compiled.torqueCurvature(q, qd, x, x, actual[4]);
                }))
                .isZero();
    }
}
