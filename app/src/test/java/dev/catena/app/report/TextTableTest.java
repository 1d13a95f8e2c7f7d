package dev.catena.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "7, 7",
        "-100, -100",
        "999999, 999999",
        "-999999, -999999",
        "1000000, 1e+06",
        "1234567, 1.23457e+06",
        "0.25, 0.25",
        "-1.5, -1.5",
        "1e-7, 1e-07",
        "3.14159265, 3.14159",
        "Infinity, –"
    })
    void numbersHaveUpToSixDigits(double value, String text) {
        assertThat(TextTable.number(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 99_999, 123_456, -654_321})
    void wholeNumbersAreThoseOfTheFormat(double value) {
        assertThat(TextTable.number(value))
                .isEqualTo(String.format(Locale.ROOT, "%.6g", value).replaceFirst("\\.0*$", ""));
    }

    @Test
    void marksTakeNoRoom() {
        String text = new TextTable("q̈", "b").row(List.of("abc", "1")).toText();
        assertThat(text).isEqualTo("  q̈    b\n  abc  1\n");
    }
}
