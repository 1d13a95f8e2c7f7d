package dev.catena.compile.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.RobotCompiler;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What generated code says of the numbers that it reads and writes is so. */
class GeneratedCommentsTest {
    private static final SpatialInertia INERTIA = new RandomNumbers(3).inertia();

    /** A chain whose joints are declared from the tip to the base. */
    private static RobotModel robot(String name) {
        return RobotModel.builder(name)
                .gravity(0, 0, -9.81)
                .base("base")
                .link(Joint.fixed("weld", "fore", "sensor"), INERTIA)
                .link(Joint.revolute("elbow-ä", "upper", "fore").at(Pose.translation(1, 2, 3), Vector3.X), INERTIA)
                .link(Joint.revolute("shoulder", "base", "upper"), INERTIA)
                .build();
    }

    private static String header(Quantity quantity, CodeInputs inputs) {
        RobotModel robot = robot("chain");
        return RobotSource.c(robot, quantity, RobotCompiler.program(robot, quantity, inputs), inputs)
                .get(0)
                .text()
                .replaceAll("(?:\\s*\\n \\*)+\\s*", " ");
    }

    @Test
    void posesAreRotationsThenPositions() {
        RobotModel robot = robot("chain");
        double[] poses = RobotCompiler.program(robot, Quantity.POSE).evaluate(new double[][] {{0.3, 0}})[0];
        assertThat(poses).hasSize(4 * 12).startsWith(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
        assertThat(new double[] {poses[24 + 9], poses[24 + 10], poses[24 + 11]}).containsExactly(1, 2, 3);
        assertThat(header(Quantity.POSE, CodeInputs.of(robot)))
                .contains("by body: rotation matrix in the world, row by row, then position (m): base, upper, fore,"
                        + " sensor Operations");
    }

    @Test
    void wrenchesNameTheirJointsAndBodies() {
        RobotModel robot = robot("chain");
        double[] wrenches = RobotCompiler.program(robot, Quantity.JOINT_WRENCH)
                .evaluate(new double[][] {{0.3, 0.2}, new double[2], new double[2]})[0];
        double weight = 9.81 * INERTIA.mass();
        for (int joint = 0; joint < 3; joint++) {
            double force =
                    Math.hypot(Math.hypot(wrenches[6 * joint], wrenches[6 * joint + 1]), wrenches[6 * joint + 2]);
            assertThat(force).as("joint " + joint).isCloseTo((joint + 1) * weight, within(1e-12 * weight));
        }
        String header = header(
                Quantity.JOINT_WRENCH,
                CodeInputs.of(robot)
                        .withBase(BaseInput.MOVES)
                        .withWrenchesInWorld(List.of("fore"))
                        .withWrenchesInBody(List.of("sensor")));
        assertThat(header)
                .contains("force (N), then moment (N m): weld, elbow-<U+00E4>, shoulder Operations")
                .contains("those in world axes: sensor, fore in world axes out");
        assertThat(header(Quantity.REGRESSOR, CodeInputs.of(robot)))
                .contains("regressor[40]")
                .contains("z along it): elbow-<U+00E4>, shoulder Operations");
    }

    @Test
    void namesStayApartInAscii() {
        assertThat(RobotSource.ascii("關 ???= a??/\n\uD83E\uDD16")).isEqualTo("<U+95DC> ? ? ?= a? ?/<U+000A><U+1F916>");
    }

    /** Accelerations have divisors; torques have none. */
    @Test
    void codeThatMayDivideByNothingSaysSo() {
        String remark = "worthless, finite or not, where a divisor is zero";
        CodeInputs inputs = CodeInputs.of(robot("chain"));
        assertThat(header(Quantity.ACCELERATION, inputs)).contains(remark);
        assertThat(header(Quantity.TORQUE, inputs)).doesNotContain(remark);
    }

    private static WasmFiles module(RobotModel robot) {
        return RobotSource.wasm(
                robot, CodeInputs.of(robot), List.of(RobotCompiler.compile(robot, Quantity.ACCELERATION)));
    }

    @Test
    void scriptsNameJointsByVector() {
        WasmFiles chain = module(robot("chain"));
        assertThat(chain.script().text())
                .contains("export const joints = Object.freeze([\"elbow-\\u00e4\", \"shoulder\"]);")
                .doesNotContain("allJoints")
                .doesNotContain("out pivots")
                .doesNotContain("worthless");
        WasmFiles delta = module(ShippedRobots.load("delta"));
        assertThat(delta.script().text())
                .contains("joints = Object.freeze([\"leg1_arm\", \"leg2_arm\", \"leg3_arm\"]);")
                .contains("allJoints = Object.freeze([\"leg1_arm\", \"leg1_swing\", ");
        assertThat(delta.types().text()).contains("export declare const allJoints: readonly string[];");
    }

    /** The script of a robot "math" calls Math. */
    @Test
    void classesDoNotTakeNamesThatScriptsNeed() {
        assertThat(module(robot("math")).script().text()).contains("export class RobotMath {");
        assertThat(module(robot("maths")).script().text()).contains("export class Maths {");
    }
}
