package dev.catena.formats.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that stand for numbers. */
class YamlSymbolsTest {
    @TempDir
    private Path folder;

    private static String arm(String symbols) {
        return """
            catena: 1
            name: arm
            %s
            convention: placement
            joints:
              - name: L2
                kind: revolute
                body: upper
                axis: [0, 0, 1]
                inertia: {mass: m1, center-of-mass: [c1, 0, 0], tensor-about-center: [0.1, 0.2, 0.2]}
              - name: elbow
                kind: revolute
                body: fore
                placement: {xyz: [L2, 0, -c1], rpy: [0, 0, turn]}
                axis: [0, 0, 1]
                inertia: {mass: 2, center-of-mass: [0, 0, 0], tensor-about-center: [0.1, 0.2, 0.2]}
            """.formatted(symbols);
    }

    private static RobotModel read(String symbols, Map<String, Double> given) {
        ReadOptions options = ReadOptions.DEFAULT;
        for (Map.Entry<String, Double> entry : given.entrySet()) {
            options = options.withSymbol(entry.getKey(), entry.getValue());
        }
        return RobotYamlReader.read(arm(symbols), "arm.yaml", options);
    }

    @Test
    void haveTheValuesOfTheFileOrThoseGiven() {
        RobotModel robot = read("symbols: {L2: 0.4, m1: 3, c1: 0.25, turn: 1.5}", Map.of("m1", 5.0));
        assertThat(robot.jointNames()).containsExactly("L2", "elbow");
        assertThat(robot.bodies().get(robot.bodyIndex("upper")).inertia().mass())
                .isEqualTo(5);
        assertThat(robot.movingJoints()
                        .get(1)
                        .geometry()
                        .parentFromJoint()
                        .position()
                        .toArray())
                .containsExactly(0.4, 0, -0.25);
    }

    @Test
    void withoutValueAreNamed() throws IOException {
        assertThatThrownBy(() -> read("symbols: [L2, m1, c1, turn, unused]", Map.of("c1", 1.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("symbols have no value: L2, m1, turn; give them one here or with --set");
        assertThat(read("symbols: [L2, m1, c1, turn]", Map.of("*", 0.5)).jointCount())
                .isEqualTo(2);
        Path file = Files.writeString(folder.resolve("arm.yaml"), arm("symbols: {L2: , m1: ~, c1: 1, turn: null}"));
        assertThat(RobotFiles.symbolsWithoutValue(file, ReadOptions.DEFAULT)).containsExactly("L2", "m1", "turn");
        assertThat(RobotFiles.symbolsWithoutValue(file, ReadOptions.DEFAULT.withSymbol("*", 1)))
                .isEmpty();
        Path none = Files.writeString(folder.resolve("none.yaml"), "[");
        assertThat(RobotFiles.symbolsWithoutValue(none, ReadOptions.DEFAULT)).isEmpty();
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> read("symbols: [m1, c1, turn]", Map.of()))
                .hasMessageContaining("xyz must be a finite decimal number, but is \"L2\"");
        assertThatThrownBy(() -> read("symbols: L2", Map.of())).hasMessageContaining("symbols must be a list of names");
        assertThatThrownBy(() -> read("symbols: [L2, 2x]", Map.of())).hasMessageContaining("but is \"2x\"");
        assertThatThrownBy(() -> read("symbols: {L2: wide}", Map.of()))
                .hasMessageContaining("symbol L2 must be a finite decimal number, or nothing, but is \"wide\"");
        assertThatThrownBy(() -> read("symbols: {L2: [1]}", Map.of())).hasMessageContaining("but is a list");
    }

    @Test
    void valuesForNoSymbolAreNamed() throws IOException {
        assertThatThrownBy(() -> read("symbols: {L2: 1, m1: 1, c1: 1, turn: 1}", Map.of("L3", 2.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a value is given for L3, but there is no such symbol; did you mean \"L2\"?");
        assertThatThrownBy(() -> RobotFiles.find("panda", ReadOptions.DEFAULT.withSymbol("m1", 1)))
                .hasMessageContaining("a value is given for m1");
        Path urdf = Files.writeString(folder.resolve("arm.urdf"), "<robot name=\"a\"><link name=\"base\"/></robot>");
        assertThatThrownBy(() -> RobotFiles.read(urdf, ReadOptions.DEFAULT.withSymbol("m1", 1)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a value is given for m1, but only .par, YAML and xacro files have symbols");
    }
}
