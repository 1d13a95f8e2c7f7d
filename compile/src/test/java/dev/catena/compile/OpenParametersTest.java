package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that read parameters of the robot: with its own values they give its own numbers. */
class OpenParametersTest {
    private static final Set<ParameterGroup> ALL =
            EnumSet.of(ParameterGroup.INERTIA, ParameterGroup.LENGTHS, ParameterGroup.FRICTION, ParameterGroup.GRAVITY);

    static Stream<RobotModel> robots() {
        return Stream.concat(
                Stream.of("two-link", "scara", "puma560", "stanford", "panda").map(ShippedRobots::load),
                Stream.concat(
                        LongStream.range(0, 30).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 6)),
                        LongStream.range(1, 6).mapToObj(seed -> CoupledRobots.everything(seed, 5))));
    }

    private static double[] values(List<OpenParameter> parameters) {
        return parameters.stream().mapToDouble(OpenParameter::value).toArray();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void parametersAreArguments(RobotModel robot) {
        Random random = new Random(1);
        for (ParameterGroup inertia : List.of(ParameterGroup.INERTIA, ParameterGroup.ALL_INERTIA)) {
            Set<ParameterGroup> groups = EnumSet.copyOf(ALL);
            groups.add(inertia);
            CodeInputs inputs = CodeInputs.of(robot).withOpenParameters(groups);
            for (Quantity quantity : List.of(
                    Quantity.TORQUE,
                    Quantity.MASS_MATRIX,
                    Quantity.ACCELERATION,
                    Quantity.TORQUE_RATE,
                    Quantity.POSE,
                    Quantity.REGRESSOR,
                    Quantity.JOINT_WRENCH,
                    Quantity.ENERGY)) {
                double[] parameters = values(RobotCompiler.parameters(robot, quantity, inputs));
                double[][] x = HandWritten.inputs(robot, quantity, random);
                double[][] all = Arrays.copyOf(x, x.length + 1);
                all[x.length] = parameters;
                double[][] actual =
                        RobotCompiler.program(robot, quantity, inputs).evaluate(all);
                double[][] expected = HandWritten.of(robot, quantity, x);
                for (int v = 0; v < expected.length; v++) {
                    Agreement.check(quantity + " of " + robot.name(), actual[v], expected[v], 1e-11);
                }
            }
        }
    }

    static Stream<Arguments> pairs() {
        RobotModel heavy = PaperRobots.generalRevolute(3);
        RobotModel coupled =
                CoupledRobots.everything(7, 4).toBuilder().gravity(3, 2, -5).build();
        return Stream.of(
                Arguments.of(heavy, PaperRobots.withOtherInertias(heavy, 5)),
                Arguments.of(coupled, coupled.toBuilder().gravity(1, -8, 2).build()));
    }

    /** Values of another robot of the same shape give the numbers of that robot. */
    @ParameterizedTest
    @MethodSource("pairs")
    void otherValuesAreAnotherRobot(RobotModel heavy, RobotModel light) {
        CodeInputs inputs =
                CodeInputs.of(heavy).withOpenParameters(Set.of(ParameterGroup.ALL_INERTIA, ParameterGroup.GRAVITY));
        CompiledFunction function = RobotCompiler.compile(heavy, Quantity.TORQUE, inputs);
        double[][] x = HandWritten.inputs(heavy, Quantity.TORQUE, new Random(3));
        double[] tau = new double[heavy.jointCount()];
        function.evaluate(x[0], x[1], x[2], values(RobotCompiler.parameters(light, inputs)), tau);
        Agreement.check("torque", tau, HandWritten.of(light, Quantity.TORQUE, x)[0], 1e-11);
        double[][] state = Arrays.copyOf(x, 2);
        double[] energy = new double[2];
        RobotCompiler.compile(heavy, Quantity.ENERGY, inputs)
                .evaluate(x[0], x[1], values(RobotCompiler.parameters(light, Quantity.ENERGY, inputs)), energy);
        Agreement.check("energy", energy, HandWritten.of(light, Quantity.ENERGY, state)[0], 1e-11);
    }

    /** A robot whose lengths are all longer; its bodies are the same. */
    private static RobotModel longer(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            Pose at = joint.geometry().parentFromJoint();
            builder.replace(joint.at(
                    new Pose(at.rotation(), at.position().times(1.3)),
                    joint.geometry().axisInJoint()));
        }
        return builder.build();
    }

    private static Stream<Arguments> quantities() {
        return Stream.of(
                        Quantity.POSE,
                        Quantity.TORQUE,
                        Quantity.TORQUE_RATE,
                        Quantity.ACCELERATION,
                        Quantity.MASS_MATRIX,
                        Quantity.ENERGY,
                        Quantity.REGRESSOR,
                        Quantity.JOINT_WRENCH)
                .flatMap(quantity -> Stream.of(Arguments.of(quantity, 3L), Arguments.of(quantity, 5L)));
    }

    /** Lengths alone: bodies keep their inertias and lie elsewhere on the links, whatever is counted with which of them. */
    @ParameterizedTest
    @MethodSource("quantities")
    void otherLengths(Quantity quantity, long seed) {
        RobotModel robot =
                RandomRobots.tree(seed, 5).prismaticShare(0.3).fixedShare(0.3).build();
        RobotModel other = longer(robot);
        CodeInputs inputs = CodeInputs.of(robot).withOpenParameters(Set.of(ParameterGroup.LENGTHS));
        checkOther(robot, other, quantity, inputs);
    }

    /** All that is open, of another robot of the same shape. */
    @ParameterizedTest
    @ValueSource(longs = {3, 5})
    void otherBodies(long seed) {
        RobotModel robot =
                RandomRobots.tree(seed, 5).prismaticShare(0.3).fixedShare(0.3).build();
        RobotModel other = PaperRobots.withOtherInertias(longer(robot), 7).toBuilder()
                .gravity(1, 2, -3)
                .build();
        RobotModel falling = robot.toBuilder().gravity(3, -2, 5).build();
        CodeInputs inputs = CodeInputs.of(robot).withOpenParameters(ALL);
        checkOther(falling, other, Quantity.JOINT_WRENCH, inputs);
        checkOther(falling, other, Quantity.REGRESSOR, inputs);
        checkOther(falling, other, Quantity.TORQUE, inputs);
    }

    private static void checkOther(RobotModel robot, RobotModel other, Quantity quantity, CodeInputs inputs) {
        List<OpenParameter> parameters = RobotCompiler.parameters(other, quantity, inputs);
        assertThat(parameters.stream().map(OpenParameter::name))
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(RobotCompiler.parameters(robot, quantity, inputs).stream()
                        .map(OpenParameter::name)
                        .toList());
        double[][] x = HandWritten.inputs(robot, quantity, new Random(4));
        double[][] all = Arrays.copyOf(x, x.length + 1);
        all[x.length] = values(parameters);
        double[][] found = RobotCompiler.program(robot, quantity, inputs).evaluate(all);
        double[][] expected = HandWritten.of(other, quantity, x);
        for (int v = 0; v < expected.length; v++) {
            Agreement.check(quantity + " of " + robot.name(), found[v], expected[v], 1e-11);
        }
    }

    /** Where a wrench acts is a length too. */
    @Test
    void wrenchesOnOtherLengths() {
        RobotModel robot = RandomRobots.tree(5, 5).fixedShare(0.3).build();
        RobotModel other = longer(robot);
        int n = robot.jointCount();
        String tip = robot.bodies().get(robot.bodies().size() - 1).name();
        CodeInputs inputs = CodeInputs.of(robot)
                .withWrenchesInBody(List.of(tip))
                .withOpenParameters(Set.of(ParameterGroup.LENGTHS));
        double[][] x = HandWritten.inputs(robot, Quantity.TORQUE, new Random(4));
        double[] wrench = {1, 2, 3, 4, 5, 6};
        double[] found = new double[n];
        RobotCompiler.compile(robot, Quantity.TORQUE, inputs)
                .evaluate(x[0], x[1], x[2], wrench, values(RobotCompiler.parameters(other, inputs)), found);
        double[] expected = new double[n];
        RobotCompiler.compile(other, Quantity.TORQUE, inputs.withOpenParameters(Set.of()))
                .evaluate(x[0], x[1], x[2], wrench, expected);
        Agreement.check("torques", found, expected, 1e-12);
    }

    static Stream<Arguments> published() {
        return Stream.of(
                Arguments.of("RX90", PaperRobots.rx90(), 287, 226),
                Arguments.of("PUMA 560", PaperRobots.puma560(), 301, 240),
                Arguments.of("Stanford", PaperRobots.stanford(), 262, 211));
    }

    /** Base parameters, lengths and gravity as symbols, against OpenSYMORO's customized models. */
    @ParameterizedTest
    @MethodSource("published")
    void symbolsTakeNoMoreThanPublished(String name, RobotModel robot, int multiplications, int additions) {
        CodeInputs inputs = CodeInputs.of(robot)
                .withOpenParameters(
                        EnumSet.of(ParameterGroup.ALL_INERTIA, ParameterGroup.LENGTHS, ParameterGroup.GRAVITY));
        OperationCount count =
                RobotCompiler.program(robot, Quantity.TORQUE, inputs).count();
        System.out.printf(
                "%-9s with symbols %4d × %4d +   published %4d × %4d +%n",
                name, count.multiplications(), count.additions(), multiplications, additions);
        assertThat(count.multiplications()).as(name).isLessThanOrEqualTo(multiplications);
        assertThat(count.additions()).as(name).isLessThanOrEqualTo(additions);
    }

    static Stream<Arguments> closedLoopArms() {
        RobotModel sr400 = CombinationRobots.of(Golden.combinations(), "sr400").withoutFriction();
        return Stream.of(
                Arguments.of("SR400, tree", sr400.openTree(), true, 349, 320),
                Arguments.of("SR400, loop closed", sr400, false, 359, 337),
                Arguments.of("AKR-3000, tree", ClosedRobots.akr3000(), true, 378, 355),
                Arguments.of("AKR-3000, loops closed", ClosedRobots.akr3000WithRams(), false, 686, 561));
    }

    /** Khalil's arms with closed loops: base parameters and gravity as symbols, and of trees lengths. */
    @ParameterizedTest
    @MethodSource("closedLoopArms")
    void countsOfArmsWithClosedLoops(
            String name, RobotModel robot, boolean lengths, int multiplications, int additions) {
        Set<ParameterGroup> open = EnumSet.of(ParameterGroup.ALL_INERTIA, ParameterGroup.GRAVITY);
        if (lengths) {
            open.add(ParameterGroup.LENGTHS);
        }
        OperationCount count = RobotCompiler.program(
                        robot, Quantity.TORQUE, CodeInputs.of(robot).withOpenParameters(open))
                .count();
        assertThat(count.multiplications()).as(name).isLessThanOrEqualTo(multiplications);
        assertThat(count.additions()).as(name).isLessThanOrEqualTo(additions);
    }

    @Test
    void whatHasNoOpenParametersSaysSo() {
        RobotModel robot = ShippedRobots.load("two-link");
        CodeInputs inputs = CodeInputs.of(robot).withOpenParameters(ALL);
        CodeInputs drives = inputs.withOpenParameters(Set.of(ParameterGroup.INERTIA, ParameterGroup.FRICTION));
        assertThatThrownBy(() -> RobotCompiler.compile(robot, Quantity.REGRESSOR, drives))
                .hasMessageContaining(
                        "regressor of robot \"two-link\" depends on no open parameter but lengths and gravity");
        CodeInputs gravity = inputs.withOpenParameters(Set.of(ParameterGroup.GRAVITY));
        assertThatThrownBy(() -> RobotCompiler.compile(robot, Quantity.POSE, gravity))
                .hasMessageContaining("pose of robot \"two-link\" depends on no open parameter but lengths");
        assertThatThrownBy(() -> inputs.withOpenBodies(List.of("upper"))).hasMessageContaining("choose one");
    }
}
