package dev.catena.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AgreementTest {
    private static final double[] EXPECTED = {1, -200, 3};

    @Test
    void toleranceIsRelativeToTheLargestNumber() {
        assertThatCode(() -> Agreement.check("x", new double[] {1.9, -200, 3}, EXPECTED, 0.005))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Agreement.check("x", new double[] {2.1, -200, 3}, EXPECTED, 0.005))
                .isInstanceOf(AssertionError.class)
                .hasMessage("x: entry 0 of 3 is 2.1, expected 1.0: the difference 1.10 exceeds 1.00");
    }

    @Test
    void toleranceIsAbsoluteForSmallNumbers() {
        assertThatCode(() -> Agreement.check("x", 0.0009, 0, 0.001)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Agreement.check("x", 0.0011, 0, 0.001)).isInstanceOf(AssertionError.class);
    }

    @Test
    void theWorstEntryIsNamed() {
        assertThatThrownBy(() -> Agreement.check("x", new double[] {2, -205, 4}, EXPECTED, 1e-9))
                .hasMessageStartingWith("x: entry 1 of 3");
    }

    @Test
    void whatIsNotANumberNeverAgrees() {
        double nan = Double.NaN;
        assertThatThrownBy(() -> Agreement.check("x", new double[] {2, nan, 9}, EXPECTED, 1e-9))
                .hasMessageStartingWith("x: entry 1 of 3 is NaN");
        assertThatThrownBy(() -> Agreement.check("x", Double.POSITIVE_INFINITY, 1, 1e9))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Agreement.check("x", 1, nan, 1e9)).isInstanceOf(AssertionError.class);
    }

    @Test
    void lengthsMustAgree() {
        assertThatThrownBy(() -> Agreement.check("x", new double[2], EXPECTED, 1))
                .hasMessage("x: has 2 entries, expected 3");
    }

    @Test
    void goldenNumbersAreFoundByPath() {
        Golden golden = Golden.dynamics();
        assertThatCode(() -> golden.check("guarino/stanford/model/g", 0, 0, -9.81))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> golden.check("guarino/stanford/model/g", 0, 0, 9.81))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("guarino/stanford/model/g: entry 2 of 3");
        assertThatThrownBy(() -> golden.at("guarino/puma"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("guarino/puma");
        assertThatThrownBy(() -> golden.array("about")).hasMessageContaining("expected numbers");
        assertThatCode(() -> Golden.sensitivityPlanningElastic().at("rne_sensitivity/tree/tau"))
                .doesNotThrowAnyException();
    }
}
