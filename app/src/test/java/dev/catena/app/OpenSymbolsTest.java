package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbols of a .par file that have no value. */
class OpenSymbolsTest {
    @TempDir
    private Path folder;

    private String file = "";

    /** Two links in a plane; the second length has a value, the first one not. */
    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(folder.resolve("arm.par"), """
            (* Robotname = 'arm' *)
            NL = 2
            NJ = 2
            NF = 2
            Type = 0
            ant = {0,1}
            sigma = {0,0}
            mu = {1,1}
            d = {0,D2}
            r = {0,0}
            alpha = {0,0}
            gamma = {0,0}
            b = {0,0}
            theta = {t1,t2}
            XX = {0,0}
            XY = {0,0}
            XZ = {0,0}
            YY = {0,0}
            YZ = {0,0}
            ZZ = {ZZ1,0.25}
            MX = {MX1,0.5}
            MY = {0,MY2}
            MZ = {0,0}
            M = {M1,M2}
            G = {0,-9.81,0}
            """).toString();
    }

    @Test
    void staySymbolsInEquations() {
        String text = CommandRun.of("equations", file).good().out();
        assertThat(text)
                .contains("# d2: distance of axis 2")
                .contains("# ZZR1: d2^2*M2 + ZZ1")
                .contains("MXR2 = 0.5  # MX2")
                .contains("g = 9.81")
                .contains("tau1 = ")
                .doesNotContain("d2 = ");
        assertThat(CommandRun.of("equations", file, "--format", "latex").good().out())
                .doesNotContain("NaN");
        assertThat(CommandRun.of("equations", file, "--format", "markdown")
                        .good()
                        .out())
                .doesNotContain("NaN");
        assertThat(CommandRun.of("equations", file, "--set", "D2=0.7").good().out())
                .contains("d2 = 0.7  # distance of axis 2");
    }

    @Test
    void stayOpenInCode() throws IOException {
        for (String language : new String[] {"java", "c", "wasm"}) {
            CommandRun.of(
                            "compile",
                            file,
                            "--open",
                            "inertia,lengths",
                            "--language",
                            language,
                            "--out",
                            folder.toString())
                    .good();
        }
        assertThat(Files.readString(folder.resolve("ArmTorque.java")))
                .contains("d2, ")
                .contains("MXR2 (0.5)");
    }

    @Test
    void othersNeedValues() {
        assertThat(CommandRun.of("equations", file, "--open", "inertia")
                        .refused()
                        .err())
                .contains("D2")
                .contains("--set");
        assertThat(CommandRun.of("compile", file, "--open", "lengths", "--count")
                        .refused()
                        .err())
                .contains("M1, M2, MX1, MY2, ZZ1")
                .contains("--open");
        CommandRun info = CommandRun.of("info", file);
        assertThat(info.code()).isEqualTo(2);
        assertThat(info.err()).contains("symbols without a value: D2, M1, M2, MX1, MY2, ZZ1");
    }

    @Test
    void ofYaml() throws IOException {
        String arm = Files.writeString(folder.resolve("arm.yaml"), """
            catena: 1
            name: arm
            gravity: [0, -9.81, 0]
            symbols: [L, m1, c1, I1, m2, c2, I2]
            convention: placement
            joints:
              - name: shoulder
                kind: revolute
                axis: [0, 0, 1]
                inertia: {mass: m1, center-of-mass: [c1, 0, 0], tensor-about-center: [0.1, I1, I1]}
              - name: elbow
                kind: revolute
                placement: {xyz: [L, 0, 0]}
                axis: [0, 0, 1]
                inertia: {mass: m2, center-of-mass: [c2, 0, 0], tensor-about-center: [0.1, I2, I2]}
            """).toString();
        assertThat(CommandRun.of("equations", arm).good().out())
                .contains("# d2: distance of axis 2", "# ZZR1: d2^2*M2 + ZZ1", "g = 9.81")
                .doesNotContain("d2 = ");
        assertThat(CommandRun.of("compile", arm, "--open", "inertia,lengths", "--count")
                        .good()
                        .out())
                .contains("torque");
        assertThat(CommandRun.of("compile", arm, "--count").refused().err())
                .contains("have no value and would be numbers");
        assertThat(CommandRun.of("info", arm).refused().err()).contains("symbols have no value: I1, I2, L, c1");
        CommandRun.of("info", arm, "--set", "*=0.5").good();
    }
}
