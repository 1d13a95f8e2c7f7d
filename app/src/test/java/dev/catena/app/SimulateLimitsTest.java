package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What simulations say of limits that joints were beyond. */
class SimulateLimitsTest {
    @TempDir
    Path folder;

    private static CommandRun simulate(String... arguments) {
        return CommandRun.of(
                Stream.concat(Stream.of("simulate"), Stream.of(arguments)).toArray(String[]::new));
    }

    private Path finger() throws IOException {
        return Files.writeString(folder.resolve("finger.urdf"), """
            <robot name="finger">
              <link name="palm"/>
              <link name="tip">
                <inertial><origin xyz="0.02 0 0"/><mass value="0.01"/>
                  <inertia ixx="1e-7" iyy="1e-7" izz="1e-7" ixy="0" ixz="0" iyz="0"/></inertial>
              </link>
              <joint name="knuckle" type="revolute"><parent link="palm"/><child link="tip"/><axis xyz="0 1 0"/>
                <limit lower="0" upper="1.5" effort="1" velocity="10"/>
                <dynamics damping="0.001" friction="0.05"/></joint>
            </robot>
            """);
    }

    /** A slide with one limit, and a hinge that has no room; as far as a thousandth of the robot's length is an integrator's error. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-6, 1e6})
    void limitsThatTellNoRange(double meter) throws IOException {
        Path robot = Files.writeString(folder.resolve("slide.urdf"), """
                <robot name="slide"><catena gravity="0 0 0"/>
                  <link name="base"/>
                  <link name="car"><inertial><mass value="1"/>
                    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
                  <link name="flap"><inertial><mass value="1"/>
                    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
                  <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/>
                    <origin xyz="%1$s 0 0"/><axis xyz="1 0 0"/><limit lower="0"/></joint>
                  <joint name="hinge" type="revolute"><parent link="car"/><child link="flap"/>
                    <origin xyz="%1$s 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0"/></joint>
                </robot>
                """.formatted(meter));
        for (double part : new double[] {0.5, 2}) {
            double far = -part * 1e-3;
            JsonNode beyond = simulate(
                            robot.toString(),
                            "--time",
                            "0.01",
                            "--json",
                            "--q",
                            "rail=" + far * meter + ",hinge=" + far)
                    .good()
                    .json()
                    .get("beyondLimits");
            assertThat(beyond.findValuesAsText("joint")).isEqualTo(part > 1 ? List.of("rail", "hinge") : List.of());
        }
    }

    @Test
    void whatGoesBeyondLimitsIsNamed() throws IOException {
        String robot = finger().toString();
        assertThat(simulate(robot, "--time", "0.1", "--qd", "-20").good().out())
                .containsPattern("knuckle .* -[0-9.]+\\* +0 +20\\* +0\n")
                .contains("* Beyond its limit");
        JsonNode json = simulate(
                        robot, "--time", "1", "--torque", "pd", "--target", "3", "--bandwidth", "300", "--json")
                .good()
                .json();
        assertThat(json.get("beyondLimits").findValuesAsText("quantity")).contains("position", "effort");
        assertThat(simulate(robot, "--time", "0.3", "--no-friction", "--stops", "--json")
                        .good()
                        .json()
                        .get("beyondLimits")
                        .findValuesAsText("quantity"))
                .containsExactly("speed");
    }

    @Test
    void lightJointsWithFrictionRun() throws IOException {
        Path robot = finger();
        JsonNode json =
                simulate(robot.toString(), "--time", "1", "--json").good().json();
        assertThat(json.get("method").asText()).isEqualTo("stick-slip with steps of 0.001 s");
        assertThat(json.get("reason").asText()).contains("\"knuckle\"", "too fast for adaptive steps");
        assertThat(json.get("q").get(0).doubleValue()).isZero();
        assertThat(simulate(robot.toString(), "--time", "1").good().out())
                .contains("Integrator: stick-slip with steps of 0.001 s, because the friction of joint \"knuckle\"");
        JsonNode falling = simulate(robot.toString(), "--time", "1", "--no-friction", "--stops", "--q", "0.3", "--json")
                .good()
                .json();
        assertThat(falling.get("q").get(0).doubleValue()).isEqualTo(1.5);
        assertThat(falling.get("events")).hasSize(1);
        assertThat(simulate(robot.toString(), "--time", "1", "--stops", "--q", "1.6")
                        .refused()
                        .err())
                .contains("\"knuckle\"", "starts at 1.6, beyond its upper limit 1.5");
        assertThat(simulate(robot.toString(), "--time", "0.1", "--q", "1.6")
                        .good()
                        .out())
                .contains("Started beyond their limits: knuckle (1.6, not in 0 … 1.5).");
    }
}
