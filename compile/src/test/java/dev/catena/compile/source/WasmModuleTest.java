package dev.catena.compile.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.catena.compile.ClosedRobots;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.HandWritten;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.Robots;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Contact;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** WebAssembly of a robot, run by an interpreter on the JVM, gives the numbers of compiled code bit by bit. */
class WasmModuleTest {
    private static final EnumSet<Quantity> SMALL = EnumSet.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.GRAVITY,
            Quantity.JOINT_WRENCH,
            Quantity.ACCELERATION,
            Quantity.POSE,
            Quantity.ENERGY);

    /** An instance of a module. */
    private static final class Machine {
        private final WasmModule module;
        private final Instance instance;

        Machine(WasmModule module) {
            this.module = module;
            ImportValues.Builder imports = ImportValues.builder();
            for (String name : module.imports()) {
                DoubleUnaryOperator function =
                        name.equals("tanh") ? Math::tanh : angle -> Math.atan2(Math.sin(angle), Math.cos(angle));
                imports.addFunction(new HostFunction(
                        "math",
                        name,
                        FunctionType.of(List.of(ValType.F64), List.of(ValType.F64)),
                        (caller, x) -> new long[] {
                            Double.doubleToRawLongBits(function.applyAsDouble(Double.longBitsToDouble(x[0])))
                        }));
            }
            instance = Instance.builder(Parser.parse(module.bytes()))
                    .withImportValues(imports.build())
                    .build();
        }

        WasmModule.Function function(String name) {
            return module.functions().stream()
                    .filter(function -> function.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        int call(String name, double[][] x) {
            List<WasmModule.Vector> inputs = function(name).inputs();
            for (int v = 0; v < inputs.size(); v++) {
                for (int k = 0; k < x[v].length; k++) {
                    instance.memory().writeF64(inputs.get(v).offset() + 8 * k, x[v][k]);
                }
            }
            return (int) instance.export(name).apply()[0];
        }

        double[] result(String name, int output) {
            WasmModule.Vector vector = function(name).outputs().get(output);
            double[] values = new double[vector.length()];
            Arrays.setAll(values, k -> instance.memory().readDouble(vector.offset() + 8 * k));
            return values;
        }
    }

    /** By code that rounds each operation by itself, as WebAssembly does. */
    private static double[][] evaluate(CompiledFunction compiled, double[][] inputs) {
        CompiledFunction function = compiled.unfused();
        List<double[]> all = new ArrayList<>(List.of(inputs));
        for (int v = inputs.length; v < inputs.length + function.outputs().size(); v++) {
            all.add(new double[function.length(v)]);
        }
        double[][] x = all.toArray(new double[0][]);
        switch (x.length) {
            case 2 -> function.evaluate(x[0], x[1]);
            case 3 -> function.evaluate(x[0], x[1], x[2]);
            case 4 -> function.evaluate(x[0], x[1], x[2], x[3]);
            case 5 -> function.evaluate(x[0], x[1], x[2], x[3], x[4]);
            default -> function.evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
        }
        return Arrays.copyOfRange(x, inputs.length, x.length);
    }

    static Stream<RobotModel> robots() {
        return Stream.of(
                        Robots.shipped(),
                        LongStream.range(0, 50).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 6)),
                        LongStream.range(0, 50).mapToObj(seed -> RandomRobots.everything(seed, 2 + (int) seed % 5)))
                .flatMap(robots -> robots)
                .filter(robot -> robot.jointCount() > 0);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void equalsUnfusedCodeBitByBit(RobotModel model) {
        Random random = new Random(7);
        check(model, model.jointCount() < 5 ? RobotCompiler.quantities() : SMALL, random);
    }

    private static void check(RobotModel model, Iterable<Quantity> quantities, Random random) {
        List<CompiledFunction> functions = new ArrayList<>();
        quantities.forEach(quantity -> functions.add(RobotCompiler.compile(model, quantity)));
        Machine machine = new Machine(WasmModule.of(functions));
        for (CompiledFunction function : functions) {
            double[][] inputs = HandWritten.inputs(model, function.quantity(), random);
            double[][] expected = evaluate(function, inputs);
            String key = function.quantity().key();

            assertThat(machine.call(key, inputs)).as(key).isEqualTo(WasmModule.DONE);

            for (int v = 0; v < expected.length; v++) {
                // no two numbers differ, not even by the sign of a zero
                assertThat(machine.result(key, v))
                        .as("%s of %s, seed 7", key, model.name())
                        .containsExactly(expected[v]);
            }
        }
    }

    @Test
    void longProgramsAreCutIntoFunctions() {
        RobotModel panda = ShippedRobots.load("panda");
        CompiledFunction sensitivity = RobotCompiler.compile(panda, Quantity.ACCELERATION_SENSITIVITY);
        assertThat(sensitivity.count().arithmetic()).isGreaterThan(2 * WasmSegments.OPERATIONS);

        check(panda, RobotCompiler.quantities(), new Random(8));
    }

    @Test
    void anglesOfManyTurnsAreReduced() {
        RobotModel model = ShippedRobots.load("two-link");
        CompiledFunction gravity = RobotCompiler.compile(model, Quantity.GRAVITY);
        Machine machine = new Machine(WasmModule.of(List.of(gravity)));
        double[][] q = {{-7.3e9, 1e15}};

        assertThat(machine.call("gravity", q)).isEqualTo(WasmModule.DONE);
        assertThat(machine.result("gravity", 0)).containsExactly(evaluate(gravity, q)[0]);
    }

    @Test
    void smoothedFrictionTakesTanh() {
        RobotModel model = ShippedRobots.load("two-link");
        RobotModel smooth = model.toBuilder()
                .replace(model.joints().get(0).with(new Friction(0.2, 0.5, 0.01)))
                .build();
        CompiledFunction torque = RobotCompiler.compile(smooth, Quantity.TORQUE);
        WasmModule module = WasmModule.of(List.of(torque));
        double[][] x = {{0.3, -0.4}, {0.004, 1}, {2, 3}};

        assertThat(module.imports()).contains("tanh");
        Machine machine = new Machine(module);
        assertThat(machine.call("torque", x)).isEqualTo(WasmModule.DONE);
        assertThat(machine.result("torque", 0)).containsExactly(evaluate(torque, x)[0]);
    }

    @Test
    void badNumbersAreToldAndNothingIsWritten() {
        RobotModel model = ShippedRobots.load("two-link");
        Machine machine = new Machine(WasmModule.of(List.of(RobotCompiler.compile(model, Quantity.TORQUE))));
        double[][] good = {{1, 2}, {3, 4}, {5, 6}};
        assertThat(machine.call("torque", good)).isEqualTo(WasmModule.DONE);
        double[] before = machine.result("torque", 0);

        assertThat(machine.call("torque", new double[][] {{1, Double.NaN}, {0, 0}, {0, 0}}))
                .isEqualTo(WasmModule.INPUT_NOT_FINITE);
        assertThat(machine.result("torque", 0)).containsExactly(before);
        assertThat(machine.call("torque", new double[][] {{1, 1}, {1e200, 1e200}, {0, 0}}))
                .isEqualTo(WasmModule.RESULT_NOT_FINITE);
    }

    /** A wrist without mass but at its end: when the first and the last axis line up, nothing holds the first. */
    @Test
    void jointWithoutInertiaIsNamed() {
        RobotModel wrist = RobotModel.builder("wrist")
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("base")
                .link(Joint.revolute("roll", "base", "a").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .link(Joint.revolute("pitch", "a", "b").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
                .link(
                        Joint.revolute("spin", "b", "hand").at(Pose.IDENTITY, Vector3.Z),
                        SpatialInertia.aboutCenterOfMass(
                                1, new Vector3(0.1, 0.2, 0.3), InertiaTensor.diagonal(0.02, 0.03, 0.04)))
                .build();
        Machine machine = new Machine(WasmModule.of(List.of(RobotCompiler.compile(wrist, Quantity.ACCELERATION))));
        double[][] x = {{0.3, 0, 0.4}, {0, 0, 0}, {0, 0, 0}};

        assertThat(machine.call("acceleration", x)).isEqualTo(WasmModule.NO_ANSWER);
        x[0][1] = 1;
        assertThat(machine.call("acceleration", x)).isEqualTo(WasmModule.DONE);
    }

    @Test
    void closedLoopsAreClosedOrRefused() {
        RobotModel robot = ShippedRobots.load("bennett");
        CompiledFunction function =
                RobotCompiler.compile(robot, Quantity.TORQUE).unfused();
        WasmFiles files = RobotSource.wasm(robot, CodeInputs.of(robot), List.of(function));
        Machine machine = new Machine(files.module());
        double[] q = ClosedRobots.assembly(robot);
        double[][] x = {{q[0] + 0.01}, {1}, {2}, ClosedRobots.closed(robot, q), {0}, new double[3], new double[5]};
        assertThat(machine.call("torque", Arrays.copyOf(x, 4))).isEqualTo(WasmModule.DONE);
        function.evaluateAll(x);
        for (int v = 0; v < 3; v++) {
            assertThat(machine.result("torque", v)).containsExactly(x[4 + v]);
        }
        x[0][0] += 2;
        int status = machine.call("torque", Arrays.copyOf(x, 4));
        assertThat(files.module().complaints().get(status - WasmModule.NO_ANSWER))
                .contains("the start is too far away");
        assertThat(files.script().text()).contains("the start is too far away");
    }

    @Test
    void closedLoopsWithAFormula() {
        RobotModel robot = ShippedRobots.load("four-bar");
        CompiledFunction function =
                RobotCompiler.compile(robot, Quantity.TORQUE).unfused();
        WasmFiles files = RobotSource.wasm(robot, CodeInputs.of(robot), List.of(function));
        Machine machine = new Machine(files.module());
        double[][] x = {{ClosedRobots.assembly(robot)[0] + 0.1}, {1}, {2}, {0}, new double[3], new double[2]};
        assertThat(machine.call("torque", Arrays.copyOf(x, 3))).isEqualTo(WasmModule.DONE);
        function.evaluateAll(x);
        for (int v = 0; v < 3; v++) {
            assertThat(machine.result("torque", v)).containsExactly(x[3 + v]);
        }
        assertThat(files.script().text()).contains("the parts of a loop do not reach each other");
    }

    @Test
    void elasticDrivesOfLoops() {
        RobotModel rigid = ShippedRobots.load("four-bar");
        RobotModel robot = rigid.toBuilder()
                .replace(rigid.independentJoints()
                        .get(0)
                        .with(Drive.reflected(0.1).with(Spring.of(90))))
                .build();
        Machine machine = new Machine(
                ElasticSource.wasm(robot, ElasticQuantity.ACCELERATION).module());
        CompiledFunction function = ElasticCompiler.acceleration(robot).unfused();
        double q = ClosedRobots.assembly(robot)[0] + 0.1;
        double[][] x = {{q, q - 0.05}, {1, 2}, {3}, new double[2], new double[3], new double[2]};
        String key = ElasticQuantity.ACCELERATION.key();
        assertThat(machine.call(key, Arrays.copyOf(x, 3))).isEqualTo(WasmModule.DONE);
        function.evaluateAll(x);
        assertThat(machine.result(key, 0)).containsExactly(x[3]);
    }

    /** On a hinge and a point of one foot, and at the tip of an arm, where it is stretched too. */
    @Test
    void robotsThatStand() {
        RobotModel robot = RandomRobots.everything(19, 3).withFloatingBase();
        String foot = robot.bodies().get(robot.bodies().size() - 1).name();
        CodeInputs inputs = CodeInputs.of(robot)
                .withContacts(List.of(
                        Contact.of("toe", foot, Pose.translation(0.2, 0.1, 0.3), Contact.Kind.HINGE_X),
                        Contact.of("heel", foot, Pose.translation(-0.1, 0.2, 0.1), Contact.Kind.POINT)));
        for (Quantity quantity : List.of(Quantity.ACCELERATION, Quantity.ACCELERATION_SENSITIVITY)) {
            CompiledFunction function =
                    RobotCompiler.compile(robot, quantity, inputs).unfused();
            Machine machine = new Machine(
                    RobotSource.wasm(robot, inputs, List.of(function)).module());
            double[][] x =
                    new double[function.inputs().size() + function.outputs().size()][];
            Arrays.setAll(x, v -> new double[function.length(v)]);
            Arrays.setAll(x[0], k -> 0.4 - 0.7 * k);
            Arrays.setAll(x[2], k -> 1 - 3 * k);
            x[3][0] = 1;
            x[3][4] = 1;
            x[3][8] = 1;
            assertThat(machine.call(quantity.key(), Arrays.copyOf(x, 4))).isEqualTo(WasmModule.DONE);
            function.evaluateAll(x);
            for (int v = 4; v < x.length; v++) {
                assertThat(machine.result(quantity.key(), v - 4)).containsExactly(x[v]);
            }
        }
        RobotModel arm = ShippedRobots.load("two-link");
        Contact tip = Contact.of(
                "tip",
                arm.bodies().get(arm.bodies().size() - 1).name(),
                Pose.translation(0.7, 0, 0),
                Contact.Kind.POINT);
        CodeInputs held = CodeInputs.of(arm).withContacts(List.of(tip));
        WasmModule module = RobotSource.wasm(
                        arm, held, List.of(RobotCompiler.compile(arm, Quantity.ACCELERATION, held)))
                .module();
        Machine machine = new Machine(module);
        double[] none = new double[2];
        assertThat(machine.call("acceleration", new double[][] {{0.3, 0.9}, none, none}))
                .isEqualTo(WasmModule.DONE);
        int status = machine.call("acceleration", new double[][] {{0.3, 0}, none, none});
        assertThat(module.complaints().get(status - WasmModule.NO_ANSWER)).contains("contacts hold less");
    }
}
