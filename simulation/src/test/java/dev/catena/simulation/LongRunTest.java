package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What takes a million steps to be seen. */
class LongRunTest {
    /** 10⁶ steps of 1 ms: the error of energy neither grows nor has a trend, small and large swings alike. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1.0})
    void semiImplicitEnergyIsBounded(double amplitude) {
        Run run = ConservationTest.swing(SmallRobots.doublePendulum(), amplitude)
                .integrator(Integrator.semiImplicit(1e-3))
                .duration(1000)
                .build()
                .run();
        assertThat(run.steps()).isEqualTo(1_000_000);
        double start = run.recording().get(0).energy();
        double scale = start - (-9.81 * (2 + 0.8));
        double earlyMean = ConservationTest.meanEnergy(run, 0, 100) - start;
        double lateMean = ConservationTest.meanEnergy(run, 900, 1000) - start;
        assertThat(run.energyDrift().orElseThrow()).isLessThan(0.02 * scale);
        assertThat(lateMean - earlyMean).isBetween(-2e-3 * scale, 2e-3 * scale);
    }
}
