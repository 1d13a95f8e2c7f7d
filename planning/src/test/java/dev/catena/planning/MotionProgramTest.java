package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.SparsityPattern;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.terms.Differences;
import dev.catena.planning.transcription.MotionProgram;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                        .build(),
                MotionProblem.builder(all, mix)
                        .cyclic(CyclicEnd.mirrored(
                                robot.jointNames(),
                                "_r",
                                "_l",
                                Set.of(robot.jointNames().get(0)),
                                2))
                        .controlPoints(9)
                        .samples(4)
                        .build());
    }

    /** A body that slides and turns in a plane on a leg of two links, which stands first on one foot and then on two. */
    private static MotionProblem onFeet(boolean hasFixedDuration) {
        SpatialInertia link = SpatialInertia.aboutCenterOfMass(
                3, new Vector3(0.05, 0, -0.2), new InertiaTensor(0.3, 0.01, 0, 0.2, 0, 0.2));
        RobotModel robot = RobotModel.builder("hopper")
                .link(Joint.prismatic("x", "base", "x").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                .link(Joint.prismatic("z", "x", "z").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .link(Joint.revolute("pitch", "z", "torso").at(Pose.IDENTITY, Vector3.Y), link)
                .link(Joint.revolute("knee", "torso", "shank").at(Pose.translation(0, 0, -0.4), Vector3.Y), link)
                .build();
        Support support = new Support(
                        robot, List.of(Foot.point("toe", "shank", Vector3.X), Foot.point("heel", "shank", Vector3.Y)))
                .allGiven(0, 0.5, "toe")
                .allGiven(0.5, 1, "heel", "toe");
        GroundFunctions ground = new GroundFunctions(support);
        double[] ones = {1, 1, 1, 1};
        double any = Double.POSITIVE_INFINITY;
        double[] none = {-any, -any, -any, -any, -any, -any};
        MotionLimits limits = new MotionLimits(robot)
                .add(ground.torques(List.of("x", "z", "pitch")), new double[3], new double[3])
                .at(ground.load("toe"), none, new double[] {1, any, 1, any, any, any}, 0.25, 0.75)
                .at(ground.load("heel"), none, new double[] {any, 1, any, any, 1, 2}, 0.75)
                .jerk(ones)
                .velocity(ones);
        MotionObjective objective = new MotionObjective(limits)
                .time(0.3)
                .integral("effort", ground.effort(List.of("pitch", "knee"), new double[] {0.01, 0.02}), 0.5)
                .jerk(0.01);
        MotionProblem.Builder builder = MotionProblem.builder(limits, objective)
                .start(EndState.moving(ones, ones))
                .goal(EndState.anywhereStill(4))
                .inputs(support)
                .controlPoints(7)
                .samples(4);
        return hasFixedDuration ? builder.duration(0.7).build() : builder.build();
    }

    /** By trapezoids ∫u²du is 1/3 + h²/6, and by Gauss and Legendre 1/3. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void integralsOfAParabola(boolean isSampled) {
        MotionLimits limits = new MotionLimits(Carts.CARTS);
        MotionProblem.Builder builder = MotionProblem.builder(
                        limits, new MotionObjective(limits).position(2, new double[] {1, 0}))
                .start(EndState.at(0, 0))
                .goal(EndState.at(1, 0))
                .degree(3)
                .duration(3)
                .controlPoints(6)
                .samples(5);
        MotionProblem problem = (isSampled ? builder.sampledCosts() : builder).build();
        // control points at the means of their knots make a straight line
        double[] wanted = {0, 0, 1 / 9.0, 0, 1 / 3.0, 0, 2 / 3.0, 0, 8 / 9.0, 0, 1, 0};
        double[] x = new double[problem.points().variableCount];
        problem.points().variables(wanted, 3, x);
        double[] other = new double[x.length];
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), other);
        double expected = 3 * (1 / 3.0 + (isSampled ? 1 / 96.0 : 0));
        assertThat(program.objective(other)).isNotCloseTo(2 * expected, within(0.1));
        assertThat(program.integrals(x)).hasSize(1);
        assertThat(program.integrals(x)[0]).isCloseTo(expected, within(1e-14));
        assertThat(program.objectiveOrNaN(x)).isCloseTo(2 * expected, within(1e-14));
        assertThat(program.integrals(other)[0]).isNotCloseTo(expected, within(0.1));
        assertThat(program.costName(0)).isEqualTo("posture");
    }

    /** Zero, but nothing at all in the second half of a motion. */
    private static final class Late implements StateFunction {
        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public String name(int row) {
            return "late";
        }

        @Override
        public void value(MotionState state, double[] out) {
            if (state.moment() > 0.5) {
                throw new NumericalException("too late");
            }
            out[0] = 0;
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            Arrays.fill(out, 0);
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return this;
        }
    }

    /** What has no value somewhere on the way costs and exceeds more than anything that has one. */
    @Test
    void motionsWithoutValuesAreNoMotionsWithoutCosts() {
        MotionLimits limits = new MotionLimits(Carts.CARTS).add(new Late(), new double[] {-9}, new double[] {9});
        MotionObjective objective = new MotionObjective(limits).integral("late", new Late(), 1);
        MotionProblem problem = Carts.problem(limits, objective).duration(1).build();
        double[] x = new double[problem.points().variableCount];
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), x);
        assertThat(program.objectiveOrNaN(x)).isNaN();
        assertThat(program.largestExcess(x)).isInfinite();
        assertThatThrownBy(() -> program.objective(x))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("too late");
    }

    @ParameterizedTest
    @MethodSource("problems")
    void derivativesAreThoseOfTheFunctions(MotionProblem problem) {
        checkDerivatives(problem);
    }

    /** Loads of feet are variables too, of which lower orders know than of the motion. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void derivativesWithInputs(boolean hasFixedDuration) {
        checkDerivatives(onFeet(hasFixedDuration));
    }

    private static void checkDerivatives(MotionProblem problem) {
        int size = problem.points().variableCount;
        MotionProgram program = MotionPlanner.program(problem, problem.limits(), new double[size]);
        Random random = new Random(SEED + 2);
        double[] x = random.doubles(size, -1, 1).toArray();
        if (problem.points().timeVariable >= 0) {
            x[problem.points().timeVariable] = 1.7;
        }
        int rows = program.constraintCount();
        double[] lambda = random.doubles(rows, -1, 1).toArray();

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
        double[] gradient = Differences.filled(size, out -> program.gradient(x, out));
        checkAlong("gradient", x, gradient, at -> new double[] {program.objective(at)});
        checkAlong(
                "Jacobian",
                x,
                jacobian(program, x),
                at -> Differences.filled(rows, out -> program.constraints(at, out)));
        checkAlong("Hessian", x, hessian, at -> lagrangianGradient(program, at, 0.7, lambda));
    }

    /** Derivatives times random directions, in which every one of them counts, and which takes less than all. */
    private static void checkAlong(String name, double[] x, double[] matrix, UnaryOperator<double[]> values) {
        Random random = new Random(SEED + 3);
        for (int trial = 0; trial < 2; trial++) {
            double[] direction = random.doubles(x.length, -1, 1).toArray();
            double[] slopes = Differences.jacobian(new double[] {0}, t -> {
                double[] moved = x.clone();
                Arrays.setAll(moved, c -> x[c] + t[0] * direction[c]);
                return values.apply(moved);
            });
            double[] product = new double[matrix.length / x.length];
            for (int k = 0; k < matrix.length; k++) {
                product[k / x.length] += matrix[k] * direction[k % x.length];
            }
            Agreement.check(name + ", seed " + SEED, product, slopes, 1e-8);
        }
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
