package dev.catena.compile.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Program;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Generated C and Java may write its results over what it reads. */
class SharedVectorsTest {
    private static final List<RobotModel> ROBOTS = List.of(
            RandomRobots.everything(5, 4),
            RandomRobots.tree(6, 7).prismaticShare(0.3).friction().build(),
            ShippedRobots.load("stanford"),
            ShippedRobots.load("four-bar"));

    @Test
    void anOutputMayBeAnInput() {
        int tried = 0;
        for (RobotModel robot : ROBOTS) {
            for (Quantity quantity : RobotCompiler.quantities()) {
                Program program = RobotCompiler.program(robot, quantity);
                for (int v = 0; v < program.inputs().size(); v++) {
                    for (int w = 0; w < program.outputs().size(); w++) {
                        if (program.inputs().get(v).length()
                                == program.outputs().get(w).length()) {
                            check(robot, quantity, program, v, w);
                            tried++;
                        }
                    }
                }
            }
        }
        assertThat(tried).isGreaterThan(80);
    }

    /** All results, the output in the place of the input and not. */
    private static void check(RobotModel robot, Quantity quantity, Program program, int input, int output) {
        RandomNumbers random = new RandomNumbers(3);
        List<double[]> apart = new ArrayList<>();
        program.inputs().forEach(vector -> apart.add(random.vector(vector.length(), 1)));
        program.outputs().forEach(vector -> apart.add(new double[vector.length()]));
        List<double[]> shared = new ArrayList<>(apart);
        shared.replaceAll(double[]::clone);
        int at = program.inputs().size() + output;
        shared.set(at, shared.get(input));
        SourceFile source = RobotSource.c(robot, quantity, program).get(1);
        CInterpreter code = new CInterpreter(source.text());
        code.call(source.name().replace(".c", ""), apart.toArray(double[][]::new));
        code.call(source.name().replace(".c", ""), shared.toArray(double[][]::new));
        for (int k = program.inputs().size(); k < apart.size(); k++) {
            assertThat(shared.get(k))
                    .as(
                            "%s of %s, %s over %s",
                            quantity.key(),
                            robot.name(),
                            program.outputs().get(output).name(),
                            program.inputs().get(input).name())
                    .containsExactly(apart.get(k));
        }
    }

    @Test
    void noInputIsReadAfterTheFirstResult() {
        for (RobotModel robot : ROBOTS) {
            for (Quantity quantity : RobotCompiler.quantities()) {
                Program program = RobotCompiler.program(robot, quantity);
                Stream.of(
                                RobotSource.java(robot, quantity, program, ""),
                                RobotSource.c(robot, quantity, program).get(1))
                        .forEach(source -> check(source, program));
            }
        }
    }

    private static void check(SourceFile source, Program program) {
        String outputs = names(program.outputs().stream().map(Program.Output::name));
        String inputs = names(program.inputs().stream().map(InputVector::name));
        String[] beforeAndAfter =
                Pattern.compile("(?m)^ +" + outputs + "\\[\\d+] = ").split(source.text(), 2);
        assertThat(beforeAndAfter).as(source.name()).hasSize(2);
        assertThat(beforeAndAfter[1]).as(source.name()).doesNotContainPattern("\\b" + inputs + "\\[\\d");
    }

    private static String names(Stream<String> names) {
        return names.collect(Collectors.joining("|", "(?:", ")"));
    }
}
