package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the summary of a simulation says of its own errors. */
class SimulateRemarksTest {
    private static final String STRAYS = "do not rely on this motion";

    private static CommandRun simulate(String line) {
        return CommandRun.of(Stream.concat(Stream.of("simulate"), Stream.of(line.split(" ", -1)))
                .toArray(String[]::new));
    }

    @Test
    void energyThatStraysIsToldOf() {
        String fall = "two-link --time 1 --q 0.5,0.3 --integrator symplectic --step ";
        assertThat(simulate(fall + "0.02").good().out()).contains("The energy strays by ", STRAYS);
        assertThat(simulate(fall + "0.0002").good().out()).doesNotContain(STRAYS);
        JsonNode energy = simulate(fall + "0.0002 --json").good().json().get("energy");
        assertThat(energy.get("exchanged").doubleValue())
                .isGreaterThan(100 * energy.get("drift").doubleValue());
    }

    /** What drives give to heights, ever so slowly. */
    @Test
    void workIsEnergyThatGoesToAndFro() {
        JsonNode energy = simulate(
                        "puma560 --time 20 --torque computed-torque --target joint3=1 --move 20 --rate 5 --json")
                .good()
                .json()
                .get("energy");
        double work = Math.abs(energy.get("work").doubleValue());
        assertThat(work).isGreaterThan(1);
        assertThat(energy.get("exchanged").doubleValue()).isGreaterThanOrEqualTo(work);
    }

    /** Where nothing moves, or hardly, all of it is rounding. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "puma560 --time 0.1 --torque computed-torque",
                "srms --time 0.5 --integrator symplectic --step 0.01",
                "four-bar --time 0.1",
                "scara --time 0.1 --integrator rk4",
                "puma560 --time 0.3 --torque computed-torque --q joint2=0.3 --qd joint2=1e-13"
            })
    void roundingIsNoError(String line) {
        assertThat(simulate(line).good().out()).doesNotContain(STRAYS);
    }
}
