package dev.catena.identification.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.compile.parameters.BaseParameter;
import dev.catena.dynamics.Regressor;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Base parameters of closed loops: their number, and that torques depend on nothing else. */
class LoopParametersTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @CsvSource({
        "fourbar, 9, 8, 8",
        "fourbar_no_gravity, 5, 4, 4",
        "parallelogram, 9, 8, 3",
        "fivebar, 12, 11, 11",
        "sr400, 50, 48, 39",
        "sr400_no_parallelogram, 50, 48, 47"
    })
    void numbersOfTheGoldenMechanisms(String name, int ofTree, int byRule, int count) {
        RobotModel robot = CombinationRobots.of(GOLDEN, name);
        LoopParameters parameters = LoopParameters.of(robot);
        assertThat(parameters.countOfTree()).isEqualTo(ofTree);
        assertThat(parameters.countByRule()).isEqualTo(byRule);
        assertThat(parameters.count()).isEqualTo(count);
        checkTorques(robot, parameters, 3);
    }

    /** With the reflected inertias of the six motors, and neither friction nor those of joints without motors. */
    @Test
    void sixReflectedInertiasOfTheSr400() {
        JsonNode node = GOLDEN.at("base_parameters/4");
        RobotModel robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
        assertThat(robot.activeJoints()).hasSize(6);
        int block = 13;
        int[] dropped = IntStream.range(0, block * robot.jointCount())
                .filter(c -> c % block > Regressor.INERTIAL
                        || (c % block == Regressor.INERTIAL
                                && !robot.activeJoints()
                                        .contains(robot.movingJoints().get(c / block))))
                .toArray();
        Grouping grouping = Grouping.single(
                block * robot.jointCount(),
                dropped,
                DoubleStream.generate(() -> 1)
                        .limit((long) block * robot.jointCount())
                        .toArray());
        grouping.eliminateDependent(new ReducedRegressor(robot, true).sample(grouping));
        assertThat(grouping.count())
                .isEqualTo(
                        node.get("base_parameters_with_six_reflected_inertias").intValue())
                .isEqualTo(LoopParameters.of(robot).count() + 3);
    }

    /**
     * The golden file counts what the tree shows while its loops are closed, and by rule what each body can show in that motion:
     * 8 and 5 for the parallelogram, whose coupler never turns, where a tree that moves freely has 9, and 8 with the cut joint.
     */
    @ParameterizedTest
    @CsvSource({"fourbar, 9", "parallelogram, 8", "fivebar, 12", "sr400, 50"})
    void treesInTheMotionOfTheirLoops(String name, int shown) {
        RobotModel robot = CombinationRobots.of(GOLDEN, name);
        int columns = 10 * robot.jointCount();
        double[][] rows =
                closedRegressor(robot, 12 + 60 / robot.independentJoints().size());
        assertThat(rank(rows, columns)).isEqualTo(shown);
        if (name.equals("parallelogram")) {
            int coupler = robot.coordinate(robot.movingJoints().get(1).name());
            double[][] own = Arrays.stream(rows)
                    .map(row -> Arrays.copyOfRange(row, 10 * coupler, 10 * coupler + 10))
                    .toArray(double[][]::new);
            for (double[] row : own) {
                assertThat(Arrays.stream(row, 0, 6).map(Math::abs).max().orElseThrow())
                        .as("what tensors of a body that does not turn show")
                        .isLessThan(1e-12);
            }
        }
    }

    /** Parameters that move along the golden file's null space change no effort, and there are as many as are found to have none. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    void goldenCombinationsHaveNoEffect(int k) {
        JsonNode node = GOLDEN.at("base_parameters/" + k);
        RobotModel robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
        double[] projector = Golden.array(node.get("null_projector"));
        int columns = 10 * robot.jointCount();
        double trace = 0;
        for (int c = 0; c < columns; c++) {
            trace += projector[c * (columns + 1)];
        }
        assertThat(trace).isCloseTo(columns - LoopParameters.of(robot).count(), within(1e-10));
        RandomNumbers random = new RandomNumbers(k);
        int m = robot.independentJoints().size();
        double[] q = robot.independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        double[] qd = random.vector(m, 1);
        double[] qdd = random.vector(m, 1);
        double[] expected = new double[robot.activeJoints().size()];
        new ClosedLoopInverseDynamics(robot).compute(q, qd, qdd, expected);
        for (int trial = 0; trial < 3; trial++) {
            double[] change = times(projector, random.vector(columns, 0.05));
            double[] efforts = new double[expected.length];
            new ClosedLoopInverseDynamics(changed(robot, change)).compute(q, qd, qdd, efforts);
            Agreement.check("efforts", efforts, expected, 1e-11);
        }
        if (k == 0) {
            JsonNode regrouping = GOLDEN.at("base_parameters/7/regrouping");
            double[] difference = Golden.array(regrouping.get("standard"));
            double[] regrouped = Golden.array(regrouping.get("regrouped"));
            Arrays.setAll(difference, i -> difference[i] - regrouped[i]);
            Agreement.check("regrouped", times(projector, difference), difference, 1e-11);
        }
    }

    private static double[] times(double[] matrix, double[] x) {
        double[] out = new double[x.length];
        for (int i = 0; i < out.length; i++) {
            for (int c = 0; c < x.length; c++) {
                out[i] += matrix[i * x.length + c] * x[c];
            }
        }
        return out;
    }

    /** m, m c and J about the origin of each moving body, in its frame, changed. */
    private static RobotModel changed(RobotModel robot, double[] change) {
        RobotModelBuilder builder = robot.toBuilder().inertiaPolicy(InertiaPolicy.LENIENT);
        for (int i = 0; i < robot.jointCount(); i++) {
            Body body = robot.bodies()
                    .get(robot.bodyIndex(robot.movingJoints().get(i).child()));
            SpatialInertia inertia = body.inertia();
            double[] d = Arrays.copyOfRange(change, 10 * i, 10 * i + 10);
            InertiaTensor J = inertia.tensorAboutOrigin();
            builder.replace(new Body(
                    body.name(),
                    SpatialInertia.fromFirstMoment(
                            inertia.mass() + d[0],
                            inertia.firstMoment().plus(new Vector3(d[1], d[2], d[3])),
                            new InertiaTensor(
                                    J.xx() + d[4],
                                    J.xy() + d[5],
                                    J.xz() + d[6],
                                    J.yy() + d[7],
                                    J.yz() + d[8],
                                    J.zz() + d[9]))));
        }
        return builder.build();
    }

    /** Rows of the tree's regressor at closed states. */
    private static double[][] closedRegressor(RobotModel robot, int states) {
        Random random = new Random(4);
        Regressor tree = new Regressor(robot.openTree());
        LoopKinematics loops = new LoopKinematics(robot);
        int n = tree.rows();
        int m = robot.independentJoints().size();
        double[][] rows = new double[states * n][];
        for (int state = 0; state < states; state++) {
            double[] q = new double[n];
            double[] qd = new double[n];
            double[] qdd = new double[n];
            double[] w = new double[n * tree.columns()];
            double[] at = robot.independentJoints().stream()
                    .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint.name(), 0.0)
                            + 0.6 * (random.nextDouble() - 0.5))
                    .toArray();
            assertThat(loops.close(at).isClosed()).isTrue();
            loops.move(random.doubles(m, -2, 2).toArray());
            loops.accelerate(random.doubles(m, -2, 2).toArray());
            loops.positions(q);
            loops.velocities(qd);
            loops.accelerations(qdd);
            tree.compute(q, qd, qdd, w);
            for (int row = 0; row < n; row++) {
                rows[state * n + row] = Arrays.copyOfRange(w, row * tree.columns(), (row + 1) * tree.columns());
            }
        }
        return rows;
    }

    /** The number of independent columns: one after the other, the longest of what the others leave. */
    private static int rank(double[][] rows, int columns) {
        double[][] rest = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        double first = 0;
        for (int rank = 0; rank <= columns; rank++) {
            int longest = 0;
            double square = -1;
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (double[] row : rest) {
                    sum += row[c] * row[c];
                }
                if (sum > square) {
                    square = sum;
                    longest = c;
                }
            }
            first = Math.max(first, square);
            if (rank == columns || square < 1e-16 * first) {
                return rank;
            }
            for (int c = 0; c < columns; c++) {
                double dot = 0;
                for (double[] row : rest) {
                    dot += row[c] * row[longest];
                }
                if (c != longest) {
                    for (double[] row : rest) {
                        row[c] -= dot / square * row[longest];
                    }
                }
            }
            for (double[] row : rest) {
                row[longest] = 0;
            }
        }
        throw new AssertionError("more columns than there are");
    }

    /** Y χ = Y_base β at states other than those that the groups were found at. */
    private static void checkTorques(RobotModel robot, LoopParameters parameters, long seed) {
        Random random = new Random(seed);
        Regressor tree = new Regressor(robot.openTree());
        LoopKinematics loops = new LoopKinematics(robot);
        int n = tree.rows();
        int m = robot.independentJoints().size();
        double[] middle = robot.independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        double[] chi = random.doubles(tree.columns(), -1, 1).toArray();
        double[] grouped = new double[tree.columns()];
        for (BaseParameter group : parameters.base()) {
            group.terms()
                    .forEach(term -> grouped[group.parameter().index()] +=
                            term.coefficient() * chi[term.parameter().index()]);
        }
        for (int state = 0; state < 3; state++) {
            double[] q = new double[n];
            double[] qd = new double[n];
            double[] qdd = new double[n];
            double[] rates = new double[n * m];
            double[] w = new double[n * tree.columns()];
            assertThat(loops.close(Arrays.stream(middle)
                                    .map(x -> x + 0.15 * (random.nextDouble() - 0.5))
                                    .toArray())
                            .isClosed())
                    .isTrue();
            loops.move(random.doubles(m, -2, 2).toArray());
            loops.accelerate(random.doubles(m, -2, 2).toArray());
            loops.positions(q);
            loops.velocities(qd);
            loops.accelerations(qdd);
            loops.rates(rates);
            tree.compute(q, qd, qdd, w);
            Agreement.check(robot.name(), efforts(w, rates, grouped, n, m), efforts(w, rates, chi, n, m), 1e-7);
        }
    }

    private static double[] efforts(double[] w, double[] rates, double[] chi, int n, int m) {
        double[] efforts = new double[m];
        for (int i = 0; i < n; i++) {
            double tau = 0;
            for (int c = 0; c < chi.length; c++) {
                tau += w[i * chi.length + c] * chi[c];
            }
            for (int k = 0; k < m; k++) {
                efforts[k] += rates[i * m + k] * tau;
            }
        }
        return efforts;
    }

    /** In general, planar mechanisms of turning joints have 4 · bodies − joints, the cut one and those on the ground counted. */
    @Test
    void randomFourBars() {
        for (long seed = 0; seed < 100; seed++) {
            RobotModel robot = randomFourBar(seed);
            LoopParameters parameters = LoopParameters.of(robot);
            assertThat(parameters.countByRule()).as("seed " + seed).isEqualTo(8);
            assertThat(parameters.count()).as("seed " + seed).isEqualTo(8);
            if (seed % 10 == 0) {
                checkTorques(robot, parameters, seed);
            }
        }
    }

    /** Crank, coupler and rocker between two random points of the ground, closed at a random posture. */
    private static RobotModel randomFourBar(long seed) {
        Random random = new Random(seed);
        RandomNumbers inertias = new RandomNumbers(seed);
        double a = 0.5 + random.nextDouble() - 1.2;
        Vector3 ground = new Vector3(1.4 + 0.4 * random.nextDouble(), 0.2 * random.nextDouble(), 0);
        Vector3 crank = new Vector3(0.35 + 0.2 * random.nextDouble(), 0, 0);
        Vector3 tip = new Vector3(1.0 + 0.3 * random.nextDouble(), 0.7 + 0.3 * random.nextDouble(), 0);
        Vector3 elbow = Rotation.aboutZ(a).apply(crank);
        Vector3 coupler = tip.minus(elbow);
        Vector3 rocker = tip.minus(ground);
        double b = Math.atan2(coupler.y(), coupler.x()) - a;
        double c = Math.atan2(rocker.y(), rocker.x());
        return RobotModel.builder("fourbar-" + seed)
                .gravity(0, -9.81, 0)
                .base("ground")
                .link(Joint.revolute("crank", "ground", "one").with(at(Vector3.ZERO)), inertias.inertia())
                .link(Joint.revolute("coupler", "one", "two").with(at(crank)), inertias.inertia())
                .link(Joint.revolute("rocker", "ground", "three").with(at(ground)), inertias.inertia())
                .cut(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "two",
                        Pose.translation(coupler.norm(), 0, 0),
                        "three",
                        Pose.translation(rocker.norm(), 0, 0)))
                .active("crank")
                .independent("crank")
                .assembly("crank", a)
                .assembly("coupler", b)
                .assembly("rocker", c)
                .build();
    }

    private static JointGeometry at(Vector3 position) {
        return JointGeometry.of(Pose.translation(position.x(), position.y(), position.z()), Vector3.Z);
    }

    @Test
    void sixUps() {
        LoopParameters parameters = LoopParameters.of(ShippedRobots.load("stewart"));
        assertThat(parameters.count()).isEqualTo(88);
    }

    @Test
    void treesAreRefused() {
        assertThatThrownBy(() -> LoopParameters.of(ShippedRobots.load("panda")))
                .hasMessageContaining("BaseParameters is for trees");
    }
}
