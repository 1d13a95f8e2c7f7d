package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.ParallelCodeTest.Moving;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.mechanism.parallel.ParallelForceRate;
import dev.catena.mechanism.parallel.ParallelForwardDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Code of parallel robots that reads inertias, friction and gravity gives the numbers of the robot that these make. */
class OpenParallelTest {
    private static final Set<ParameterGroup> OPEN =
            EnumSet.of(ParameterGroup.INERTIA, ParameterGroup.FRICTION, ParameterGroup.GRAVITY);

    private static double[] values(ParallelRobot robot, Set<ParameterGroup> open) {
        return ParallelCompiler.parameters(robot, open).stream()
                .mapToDouble(OpenParameter::value)
                .toArray();
    }

    /** Two robots of the same lengths. */
    static Stream<Arguments> pairs() {
        return LongStream.range(0, 8)
                .boxed()
                .flatMap(seed -> Stream.of(
                        Arguments.of(
                                ParallelCodeTest.randomHexapod(seed, seed),
                                ParallelCodeTest.randomHexapod(seed, seed + 100)),
                        Arguments.of(
                                ParallelCodeTest.randomDelta(seed, seed),
                                ParallelCodeTest.randomDelta(seed, seed + 100))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void otherValuesAreAnotherRobot(ParallelRobot compiled, ParallelRobot robot) {
        assertThat(names(compiled)).doesNotHaveDuplicates().isEqualTo(names(robot));
        double[] parameters = values(robot, OPEN);
        Moving s = new Moving(robot, 3);
        int m = robot.freedoms().count();
        double[] expected = new double[m];
        new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, s.acceleration, s.wrench, expected);
        double[][] torque = ParallelCompiler.program(compiled, Quantity.TORQUE, true, OPEN)
                .evaluate(s.platform, s.velocity, s.acceleration, s.wrenchNumbers, parameters);
        Agreement.check("torque of " + robot.name(), torque[0], expected, 1e-11);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        forward.compute(s.pose, s.velocity, s.tau, s.wrench, expected);
        double[][] acceleration = ParallelCompiler.program(compiled, Quantity.ACCELERATION, true, OPEN)
                .evaluate(s.platform, s.velocity, s.tau, s.wrenchNumbers, parameters);
        Agreement.check("acceleration of " + robot.name(), acceleration[0], expected, 1e-9);
        double[] inertia = new double[m * m];
        forward.inertia(inertia);
        double[][] mass = ParallelCompiler.program(compiled, Quantity.MASS_MATRIX, true, OPEN)
                .evaluate(s.platform, parameters);
        Agreement.check("mass matrix of " + robot.name(), mass[0], inertia, 1e-11);
        double[] ofEnergy = ParallelCompiler.parameters(robot, Quantity.ENERGY, OPEN).stream()
                .mapToDouble(OpenParameter::value)
                .toArray();
        double[][] energy = ParallelCompiler.program(compiled, Quantity.ENERGY, false, OPEN)
                .evaluate(s.platform, s.velocity, ofEnergy);
        double[][] own = ParallelCompiler.program(robot, Quantity.ENERGY, false).evaluate(s.platform, s.velocity);
        Agreement.check("energy of " + robot.name(), energy[0], own[0], 1e-11);
    }

    private static List<String> names(ParallelRobot robot) {
        return ParallelCompiler.parameters(robot, OPEN).stream()
                .map(OpenParameter::name)
                .toList();
    }

    /** Each group by itself, all inertias, in machine code; gravity along an axis is one number. */
    @ParameterizedTest
    @MethodSource("dev.catena.compile.ParallelCodeTest#robots")
    void ownValuesAreTheRobot(ParallelRobot robot) {
        Moving s = new Moving(robot, 5);
        int m = robot.freedoms().count();
        double[] found = new double[m];
        double[] expected = new double[m];
        for (ParameterGroup group : EnumSet.complementOf(EnumSet.of(ParameterGroup.LENGTHS))) {
            Set<ParameterGroup> open = EnumSet.of(group);
            CompiledFunction torque = ParallelCompiler.compile(robot, Quantity.TORQUE, false, open);
            assertThat(torque.inputs()).containsExactly("platform", "velocity", "acceleration", "parameters");
            torque.evaluate(s.platform, s.velocity, s.acceleration, values(robot, open), found);
            new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, s.acceleration, expected);
            Agreement.check(group.key(), found, expected, 1e-11);
        }
        CompiledFunction rate = ParallelCompiler.compile(robot, Quantity.TORQUE_RATE, false, OPEN);
        double[] foundRate = new double[m];
        double[] expectedRate = new double[m];
        rate.evaluate(s.platform, s.velocity, s.acceleration, s.jerk, values(robot, OPEN), found, foundRate);
        new ParallelForceRate(robot).compute(s.pose, s.velocity, s.acceleration, s.jerk, null, expected, expectedRate);
        Agreement.check("rate", foundRate, expectedRate, 1e-10);
    }

    @Test
    void parametersHaveNames() {
        ParallelRobot delta = ParallelCodeTest.delta();
        assertThat(ParallelCompiler.parameters(delta, EnumSet.of(ParameterGroup.GRAVITY)))
                .containsExactly(new OpenParameter("g", 9.81, "acceleration of gravity"));
        assertThat(names(delta)).contains("MP", "FC1_3", "FV1_3", "IA1_2", "g").doesNotContain("XXP");
        assertThat(names(ParallelCodeTest.hexapod())).contains("XXP", "MZP", "MP", "FV3_6");
        assertThat(ParallelCompiler.parameters(delta, Set.of())).isEmpty();
    }

    @Test
    void parametersOfThePlatformHaveMeanings() {
        List<OpenParameter> parameters =
                ParallelCompiler.parameters(ParallelCodeTest.hexapod(), EnumSet.of(ParameterGroup.ALL_INERTIA));
        Map<String, String> meanings =
                parameters.stream().collect(Collectors.toMap(OpenParameter::name, OpenParameter::meaning));
        for (String name : List.of("XXP", "XYP", "XZP", "YYP", "YZP", "ZZP")) {
            assertThat(meanings).containsEntry(name, "moment of inertia of the platform, about its origin");
        }
        for (String name : List.of("MXP", "MYP", "MZP")) {
            assertThat(meanings).containsEntry(name, "first moment of the platform, about its origin");
        }
        assertThat(meanings).containsEntry("MP", "mass of the platform, about its origin");
    }
}
