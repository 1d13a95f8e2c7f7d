package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equations of loops hold for the motions that the hand-written kinematics find, J q̇ = 0 and J q̈ + J̇q̇ = 0. */
class LoopEquationsCodeTest {
    @ParameterizedTest
    @ValueSource(strings = {"four-bar", "seven-joint", "delta", "stewart"})
    void motionsOfLoopsKeepThemClosed(String name) {
        RobotModel robot = ShippedRobots.load(name);
        List<String> led = robot.loops().independentJoints();
        LoopKinematics kinematics = new LoopKinematics(robot);
        double[] q = led.stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint, 0.0) + 0.02)
                .toArray();
        double[] rates = new double[led.size()];
        Arrays.setAll(rates, k -> 0.4 - 0.1 * k);
        assertThat(kinematics.close(q).isClosed()).isTrue();
        kinematics.move(rates);
        kinematics.accelerate(rates);
        int n = robot.jointCount();
        double[][] all = new double[3][n];
        kinematics.positions(all[0]);
        kinematics.velocities(all[1]);
        kinematics.accelerations(all[2]);
        CompiledFunction code = LoopCompiler.equations(robot);
        int rows = code.program().outputs().get(0).length();
        double[] open = new double[rows];
        double[] jacobian = new double[rows * n];
        double[] bias = new double[rows];
        code.evaluateAll(new double[][] {all[0], all[1], open, jacobian, bias});
        assertThat(open).containsExactly(new double[rows], within(1e-12));
        for (int row = 0; row < rows; row++) {
            double speed = 0;
            double change = bias[row];
            for (int j = 0; j < n; j++) {
                speed += jacobian[row * n + j] * all[1][j];
                change += jacobian[row * n + j] * all[2][j];
            }
            assertThat(speed).isCloseTo(0, within(1e-11));
            assertThat(change).isCloseTo(0, within(1e-10));
        }
    }

    /** The coupler's pin on the rocker turns as the rocker does against the coupler. */
    @Test
    void cutJointsWithFrictionHaveTheirRates() {
        RobotModel plain = ShippedRobots.load("four-bar");
        RobotModelBuilder builder = plain.toBuilder().withoutLoops();
        plain.loops().cutJoints().forEach(cut -> builder.cut(cut.with(Friction.of(0.7, 0.4))));
        builder.active(plain.loops().activeJoints().toArray(String[]::new));
        plain.loops().assembly().forEach(builder::assembly);
        RobotModel robot = builder.build();
        CompiledFunction code = LoopCompiler.equations(robot);
        assertThat(code.outputs().get(3)).isEqualTo("rubbing");
        int rows = code.program().outputs().get(0).length();
        double[] rubbing = new double[3];
        LoopKinematics kinematics = new LoopKinematics(robot);
        double[] q = new double[3];
        assertThat(kinematics
                        .close(new double[] {
                            robot.loops()
                                    .assembly()
                                    .get(robot.loops().independentJoints().get(0))
                        })
                        .isClosed())
                .isTrue();
        kinematics.positions(q);
        code.evaluateAll(
                new double[][] {q, new double[3], new double[rows], new double[3 * rows], new double[rows], rubbing});
        assertThat(Arrays.stream(rubbing).map(Math::abs).toArray())
                .containsExactly(new double[] {1, 1, 1}, within(1e-12));
    }

    @Test
    void treesHaveNone() {
        assertThatThrownBy(() -> LoopCompiler.equations(ShippedRobots.load("panda")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no closed loop");
    }
}
