package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.nlp.SparsityPattern;
import dev.catena.planning.function.EndState;
import dev.catena.planning.terms.Differences;
import dev.catena.planning.transcription.MotionProgram;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MotionProgramTest {
    private static final long SEED = 33;

    /** The ends are conditions in the golden program and eliminated here: its other rows and columns are compared. */
    @Test
    void torquesAndTheirJacobianAreTheGoldenOnes() {
        Golden golden = Golden.sensitivityPlanningElastic();
        double[] x = golden.array("nlp_2R_sample/x");
        MotionLimits limits = new MotionLimits(ShippedRobots.load("two-revolute")).torque(10, 10);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.moving(new double[] {x[0], x[6]}, new double[] {velocity(x, 0, 1), velocity(x, 6, 7)}))
                .goal(EndState.moving(
                        new double[] {x[5], x[11]}, new double[] {velocity(x, 4, 5), velocity(x, 10, 11)}))
                .controlPoints(6)
                .samples(5)
                .build();
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), new double[5]);
        double[] variables = {x[2], x[8], x[3], x[9], x[12]};
        double[] values = Differences.filled(10, out -> program.constraints(variables, out));
        double[] expected = Arrays.copyOfRange(golden.array("nlp_2R_sample/g"), 8, 18);
        double[] jacobian = jacobian(program, variables);
        double[] all = golden.array("nlp_2R_sample/jac");
        int[] columns = {2, 8, 3, 9};
        for (int row = 0; row < 10; row++) {
            assertThat(10 * values[row]).as("row %s", row).isCloseTo(expected[row], within(1e-10));
            for (int c = 0; c < 4; c++) {
                double entry = all[(8 + row) * 13 + columns[c]];
                assertThat(10 * jacobian[row * 5 + c]).isCloseTo(entry, within(1e-10 * (1 + Math.abs(entry))));
            }
            // where the ends keep their speed in u, all of the golden derivative by T is in the variables' own
            double byTime = all[(8 + row) * 13 + 12];
            double ownByTime = byTime;
            for (int i = 0; i < 2; i++) {
                ownByTime += all[(8 + row) * 13 + 6 * i + 1] * (x[6 * i + 1] - x[6 * i]) / x[12];
                ownByTime += all[(8 + row) * 13 + 6 * i + 4] * (x[6 * i + 4] - x[6 * i + 5]) / x[12];
            }
            assertThat(10 * jacobian[row * 5 + 4]).isCloseTo(ownByTime, within(1e-10 * (1 + Math.abs(ownByTime))));
        }
    }

    /** q̇ at an end of the golden spline: 9 (P₁ − P₀) / T. */
    private static double velocity(double[] x, int before, int after) {
        return 9 * (x[after] - x[before]) / x[12];
    }

    /** Friction gentle enough for differences. */
    private static RobotModel smooth(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        robot.movingJoints()
                .forEach(joint -> builder.replace(joint.with(joint.friction().smoothed(4))));
        return builder.build();
    }

    static Stream<MotionProblem> problems() {
        RobotModel robot = smooth(RandomRobots.everything(SEED, 3));
        int n = robot.jointCount();
        String tip = robot.bodies().get(robot.bodies().size() - 1).name();
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        MotionLimits all = new MotionLimits(robot)
                .position(
                        Arrays.stream(ones).map(x -> -3).toArray(),
                        Arrays.stream(ones).map(x -> 4).toArray())
                .velocity(ones)
                .acceleration(ones)
                .jerk(ones)
                .torque(ones)
                .torqueRate(ones)
                .reactionForce(robot.jointNames().get(n - 1), 30)
                .box(tip, Vector3.X, new double[] {-1, -1, -1}, new double[] {1, 2, 3}, 0.2, 0.7)
                .corridor(tip, Vector3.ZERO, Vector3.ZERO, Vector3.Y, 0.2, 0, 1)
                .pose(tip, new Pose(Rotation.aboutX(0.4), Vector3.Z), 0, 0.1, 1);
        MotionObjective mix = new MotionObjective(all)
                .time(0.4)
                .effort(0.3)
                .torqueRate(0.02)
                .energy(0.2, 50)
                .work(0.1)
                .acceleration(0.1)
                .jerk(0.01);
        double[] q = new Random(SEED).doubles(n, -1, 1).toArray();
        double[] v = new Random(SEED + 1).doubles(n, -1, 1).toArray();
        return Stream.of(
                MotionProblem.builder(all, mix)
                        .start(EndState.still(q))
                        .goal(EndState.anywhereStill(n))
                        .controlPoints(9)
                        .samples(7)
                        .build(),
                MotionProblem.builder(all, mix)
                        .start(EndState.moving(q, v, ones))
                        .goal(EndState.moving(ones, v))
                        .via(0.4, v)
                        .degree(4)
                        .controlPoints(8)
                        .samples(5)
                        .build(),
                MotionProblem.builder(all, mix)
                        .start(EndState.at(q))
                        .goal(EndState.atRest(ones))
                        .duration(1.3)
                        .controlPoints(7)
                        .samples(4)
                        .build());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void derivativesAreThoseOfTheFunctions(MotionProblem problem) {
        int size = problem.points().variableCount;
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), new double[size]);
        Random random = new Random(SEED + 2);
        double[] x = random.doubles(size, -1, 1).toArray();
        if (problem.points().timeVariable >= 0) {
            x[problem.points().timeVariable] = 1.7;
        }
        int rows = program.constraintCount();
        double[] lambda = random.doubles(rows, -1, 1).toArray();

        double[] gradient = Differences.filled(size, out -> program.gradient(x, out));
        double[] slopes = Differences.jacobian(x, at -> new double[] {program.objective(at)});
        Agreement.check("gradient, seed " + SEED, gradient, slopes, 1e-8);

        double[] differences =
                Differences.jacobian(x, at -> Differences.filled(rows, out -> program.constraints(at, out)));
        Agreement.check("Jacobian, seed " + SEED, jacobian(program, x), differences, 1e-8);

        double[] second = Differences.jacobian(x, at -> lagrangianGradient(program, at, 0.7, lambda));
        double[] entries =
                Differences.filled(program.pattern().entryCount(), out -> program.values(x, 0.7, lambda, out));
        double[] hessian = new double[size * size];
        for (int k = 0; k < entries.length; k++) {
            int row = program.pattern().row(k);
            int column = program.pattern().column(k);
            hessian[row * size + column] += entries[k];
            if (row != column) {
                hessian[column * size + row] += entries[k];
            }
        }
        Agreement.check("Hessian, seed " + SEED, hessian, second, 1e-8);
    }

    private static double[] lagrangianGradient(MotionProgram program, double[] x, double factor, double[] lambda) {
        int size = x.length;
        double[] gradient = Differences.filled(size, out -> program.gradient(x, out));
        double[] jacobian = jacobian(program, x);
        for (int c = 0; c < size; c++) {
            gradient[c] *= factor;
            for (int row = 0; row < lambda.length; row++) {
                gradient[c] += lambda[row] * jacobian[row * size + c];
            }
        }
        return gradient;
    }

    private static double[] jacobian(MotionProgram program, double[] x) {
        SparsityPattern pattern = program.jacobianPattern();
        double[] entries = Differences.filled(pattern.entryCount(), out -> program.jacobian(x, out));
        double[] dense = new double[program.constraintCount() * x.length];
        for (int k = 0; k < entries.length; k++) {
            dense[pattern.row(k) * x.length + pattern.column(k)] += entries[k];
        }
        return dense;
    }

    @Test
    void controlPointsActNearTheirKnotsOnly() {
        MotionLimits limits = new MotionLimits(ShippedRobots.load("two-revolute")).torque(10, 10);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, -2))
                .goal(EndState.atRest(1, -1))
                .controlPoints(60)
                .samples(300)
                .build();
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), MotionPlanner.startOf(problem));
        assertThat(program.variableCount()).isEqualTo(2 * 56 + 1);
        assertThat(program.constraintCount()).isEqualTo(600);
        assertThat(program.jacobianPattern().entryCount()).isLessThanOrEqualTo(600 * 9);
    }
}
