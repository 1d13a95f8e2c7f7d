package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing takes the square of the length of a file: what does would run into the guard of each test. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LargeFilesTest {
    private static final int BODIES = 24_000;
    private static final String INERTIAL = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";

    private static String urdf(String ofLinks, IntUnaryOperator parent) {
        StringBuilder text = new StringBuilder("<robot name='large'>\n<link name='b0'/>\n");
        for (int i = BODIES; i > 0; i--) {
            text.append("<link name='b").append(i).append("'>").append(ofLinks).append("</link>\n");
        }
        for (int i = BODIES; i > 0; i--) {
            text.append("<joint name='j").append(i).append("' type='continuous'><parent link='b");
            text.append(parent.applyAsInt(i))
                    .append("'/><child link='b")
                    .append(i)
                    .append("'/></joint>\n");
        }
        return text.append("</robot>\n").toString();
    }

    private static RobotModel read(String urdf) {
        return UrdfReader.read(urdf, "large.urdf", ReadOptions.DEFAULT);
    }

    @Test
    void aLongChain() {
        RobotModel robot = read(urdf(INERTIAL, i -> i - 1));
        assertThat(robot.jointCount()).isEqualTo(BODIES);
        assertThat(robot.withoutFriction().bodies()).hasSize(BODIES + 1);
        assertThat(new Kinematics(robot)).isNotNull();
        double[] tau = new double[BODIES];
        new InverseDynamics(robot).compute(new double[BODIES], new double[BODIES], new double[BODIES], tau);
        assertThat(tau).containsOnly(0);
    }

    /** The mass of the tip is far beyond every joint. */
    @Test
    void aLongChainWithoutMasses() {
        String chain = urdf("", i -> i - 1);
        String tip = "<link name='b" + BODIES + "'>";
        RobotModel robot = read(chain.replace(tip, tip + INERTIAL));
        assertThat(robot.warnings()).noneMatch(warning -> warning.text().contains("moves nothing"));
    }

    @Test
    void aLargeRing() {
        int half = BODIES / 2;
        // the upper half goes around in a circle, which every body of it could be blamed for
        assertThatThrownBy(() -> read(urdf("", i -> i == half ? BODIES : i - 1)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("1 problem")
                .hasMessageContaining("a cycle: b")
                .hasMessageContaining("more →")
                .message()
                .hasSizeLessThan(1000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"name: %s", "name: \"%s\"", "name: '%s'", "name: |\n  %s", "%s: 1", "# %s\nname: 1", "a: !%s 1"})
    void longWordsOfYaml(String yaml) {
        assertThatThrownBy(() -> RobotYamlReader.read(
                        yaml.replace("%s", "x".repeat(5_000_000)), "long.yaml", ReadOptions.DEFAULT))
                .isInstanceOf(ModelException.class)
                .message()
                .hasSizeLessThan(10_000);
    }
}
