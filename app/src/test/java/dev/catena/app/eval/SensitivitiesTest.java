package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.app.console.UserError;
import org.junit.jupiter.api.Test;

class SensitivitiesTest {
    @Test
    void matricesThatAreTooLargeAreRefusedWithWhatTheyWouldTake() {
        assertThat(Sensitivities.numbers(40_000, 50_000)).isEqualTo(2_000_000_000);
        assertThatThrownBy(() -> Sensitivities.numbers(47_000, 47_000))
                .isInstanceOf(UserError.class)
                .hasMessage("a matrix of 47000 × 47000 would take 17 GB; the largest has 2000000000 numbers");
        // where the product of two integers overflows
        assertThatThrownBy(() -> Sensitivities.numbers(65_536, 65_536))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("34 GB");
    }
}
