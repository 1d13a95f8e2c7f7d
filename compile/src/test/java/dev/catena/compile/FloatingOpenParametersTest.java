package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters of robots that float, of which the base is one more body. */
class FloatingOpenParametersTest {
    private static final Set<ParameterGroup> ALL = EnumSet.complementOf(EnumSet.of(ParameterGroup.INERTIA));

    private static RobotModel floating(RobotModel robot, long seed) {
        return robot.toBuilder()
                .base(robot.base().name(), new RandomNumbers(seed).inertia())
                .build()
                .withFloatingBase();
    }

    static Stream<RobotModel> robots() {
        return Stream.of(
                        LongStream.range(0, 8).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 4)),
                        LongStream.range(1, 4).mapToObj(seed -> RandomRobots.everything(seed, 4)),
                        Stream.of("Rr/r pin", "Rrp/ pin", "RrR/r pin")
                                .map(shape -> DyadCodeTest.mechanism(shape, 1001)))
                .flatMap(each -> each)
                .map(robot -> floating(robot, 7));
    }

    /** With its own values a robot has its own numbers. */
    @ParameterizedTest
    @MethodSource("robots")
    void ownValues(RobotModel robot) {
        CodeInputs plain = CodeInputs.of(robot);
        for (Quantity quantity : List.of(
                Quantity.TORQUE,
                Quantity.MASS_MATRIX,
                Quantity.ACCELERATION,
                Quantity.TORQUE_RATE,
                Quantity.TORQUE_SENSITIVITY,
                Quantity.POSE,
                Quantity.REGRESSOR,
                Quantity.JOINT_WRENCH,
                Quantity.ENERGY)) {
            double[][] expected = evaluate(RobotCompiler.program(robot, quantity, plain), new double[0]);
            for (ParameterGroup inertia : List.of(ParameterGroup.INERTIA, ParameterGroup.ALL_INERTIA)) {
                Set<ParameterGroup> groups = EnumSet.copyOf(ALL);
                groups.remove(ParameterGroup.ALL_INERTIA);
                groups.add(inertia);
                CodeInputs open = plain.withOpenParameters(groups);
                double[] values = RobotCompiler.parameters(robot, quantity, open).stream()
                        .mapToDouble(OpenParameter::value)
                        .toArray();
                double[][] found = evaluate(RobotCompiler.program(robot, quantity, open), values);
                for (int v = 0; v < expected.length; v++) {
                    Agreement.check(quantity + " of " + robot.name(), found[v], expected[v], 1e-10);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 5})
    void ownValuesOfElasticDrives(long seed) {
        RobotModel robot = floating(RandomDrives.anywhere(RandomRobots.everything(seed, 4), seed), 7);
        assertThat(robot.elasticJoints()).isNotEmpty();
        CodeInputs open = CodeInputs.of(robot).withOpenParameters(ALL);
        for (ElasticQuantity quantity : List.of(
                ElasticQuantity.TORQUE,
                ElasticQuantity.ACCELERATION,
                ElasticQuantity.MASS_MATRIX,
                ElasticQuantity.TORQUE_SENSITIVITY,
                ElasticQuantity.JOINT_WRENCH)) {
            double[] values = RobotCompiler.parameters(robot, quantity.quantity(), open).stream()
                    .mapToDouble(OpenParameter::value)
                    .toArray();
            double[][] expected = evaluate(ElasticCompiler.program(robot, quantity, CodeInputs.of(robot)), values);
            double[][] found = evaluate(ElasticCompiler.program(robot, quantity, open), values);
            for (int v = 0; v < expected.length; v++) {
                Agreement.check(quantity + " of " + robot.name(), found[v], expected[v], 1e-10);
            }
        }
    }

    private static double[] values(RobotModel robot, CodeInputs inputs) {
        return RobotCompiler.parameters(robot, inputs).stream()
                .mapToDouble(OpenParameter::value)
                .toArray();
    }

    /** The same numbers for inputs of the same names. */
    private static double[][] evaluate(Program program, double[] values) {
        Map<String, double[]> x = new TreeMap<>();
        for (InputVector input : program.inputs()) {
            double[] numbers = new RandomNumbers(input.name().hashCode()).vector(input.length(), 0.2);
            if (input.name().equals("base")) {
                System.arraycopy(new RandomNumbers(4).rotation().toArray(), 0, numbers, 0, 9);
            }
            x.put(input.name(), input.name().equals("parameters") ? values : numbers);
        }
        return program.evaluate(
                program.inputs().stream().map(input -> x.get(input.name())).toArray(double[][]::new));
    }

    /** With the values of another robot of the same shape, base included, it has the numbers of that one, by hand. */
    @Test
    void valuesOfAnotherRobot() {
        RobotModel heavy = floating(
                PaperRobots.generalRevolute(3).toBuilder().gravity(3, 2, -5).build(), 5);
        RobotModel light = floating(
                PaperRobots.withOtherInertias(PaperRobots.generalRevolute(3), 5).toBuilder()
                        .gravity(1, -8, 2)
                        .build(),
                9);
        CodeInputs inputs = CodeInputs.of(heavy).withOpenParameters(ALL);
        List<String> names = RobotCompiler.parameters(heavy, inputs).stream()
                .map(OpenParameter::name)
                .toList();
        assertThat(names).contains("MR0", "XXR0", "YZR0", "MZR0").doesNotContain("MR1");
        RandomNumbers random = new RandomNumbers(6);
        Rotation rotation = random.rotation();
        double[] base = random.vector(18, 1);
        System.arraycopy(rotation.toArray(), 0, base, 0, 9);
        BaseMotion motion = new BaseMotion()
                .pose(new Pose(rotation, new Vector3(base[9], base[10], base[11])))
                .velocityInBase(new Vector3(base[12], base[13], base[14]), new Vector3(base[15], base[16], base[17]));
        double[][] x = {random.vector(3, 2), random.vector(3, 2), random.vector(3, 2)};
        double[] expected = new double[3];
        double[] expectedBase = new double[6];
        double[] found = new double[3];
        double[] foundBase = new double[6];
        new FloatingInverseDynamics(light).compute(motion, x[0], x[1], x[2], null, expectedBase, expected);
        RobotCompiler.compile(heavy, Quantity.TORQUE, inputs)
                .evaluate(x[0], x[1], x[2], base, values(light, inputs), found, foundBase);
        Agreement.check("torque", found, expected, 1e-11);
        Agreement.check("base", foundBase, expectedBase, 1e-11);
        ForwardDynamics.of(light).computeFloating(motion, x[0], x[1], x[2], null, expectedBase, expected);
        RobotCompiler.compile(heavy, Quantity.ACCELERATION, inputs)
                .evaluate(x[0], x[1], x[2], base, values(light, inputs), found, foundBase);
        Agreement.check("acceleration", found, expected, 1e-11);
        Agreement.check("base by torque", foundBase, expectedBase, 1e-11);
    }
}
