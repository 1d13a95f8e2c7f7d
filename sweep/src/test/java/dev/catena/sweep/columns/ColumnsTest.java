package dev.catena.sweep.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns by vectors are compared where the processor has vectors of eight numbers, and plain ones with themselves elsewhere. */
class ColumnsTest {
    private static final Columns PLAIN = new Columns();
    private static final Columns VECTORS = vectors();

    private static Columns vectors() {
        Columns found = FastestColumns.vectors();
        return found == null ? PLAIN : found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 64, 125, 128})
    void vectorsDrawTheSameNumbers(int count) {
        List<Span> spans =
                List.of(Span.of(-1, 1), Span.of(0, 1e-300), Span.of(-1e308, 7e307), Span.of(1e-17, 1), Span.of(3, 3.5));
        for (int columns = 1; columns <= spans.size(); columns++) {
            assertThat(drawn(VECTORS, count, spans.subList(0, columns)))
                    .isEqualTo(drawn(PLAIN, count, spans.subList(0, columns)));
        }
    }

    /** Numbers of two steps and the generators after them. */
    private static List<Object> drawn(Columns columns, int count, List<Span> spans) {
        long[] a = new long[count];
        long[] b = new long[count];
        columns.mix(12345, 0x9E3779B97F4A7C15L, 0, count, a);
        columns.mix(-99, 3, 0, count, b);
        double[] numbers = new double[2 * spans.size() * count];
        DrawnColumns out = new DrawnColumns(spans);
        for (int step = 0; step < 2; step++) {
            for (int c = 0; c < spans.size(); c++) {
                out.set(c, numbers, (step * spans.size() + c) * count);
            }
            columns.draw(0, count, a, b, out);
        }
        return Stream.of(numbers, a, b)
                .map(array -> array instanceof double[] x
                        ? Arrays.stream(x)
                                .mapToLong(Double::doubleToRawLongBits)
                                .boxed()
                                .toList()
                        : Arrays.stream((long[]) array).boxed().toList())
                .map(list -> (Object) list)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 15, 16, 17, 24, 100})
    void vectorsFindTheSameExtremes(int count) {
        Random random = new Random(count);
        double[] x = random.doubles(3 + 3L * count, -5, 5).toArray();
        double[] factors = {0.3, 0, 2};
        assertThat(VECTORS.largest(0, count, x, 3))
                .isEqualTo(Arrays.stream(x, 3, 3 + count).max().orElseThrow());
        assertThat(VECTORS.smallest(0, count, x, 3))
                .isEqualTo(Arrays.stream(x, 3, 3 + count).min().orElseThrow());
        assertThat(PLAIN.largest(0, count, x, 3)).isEqualTo(VECTORS.largest(0, count, x, 3));
        assertThat(PLAIN.smallest(0, count, x, 3)).isEqualTo(VECTORS.smallest(0, count, x, 3));
        double[] scaled = new double[count];
        double[] again = new double[count];
        VECTORS.largestScaled(0, count, x, count, factors, scaled);
        PLAIN.largestScaled(0, count, x, count, factors, again);
        assertThat(scaled).isEqualTo(again);
        for (int s = 0; s < count; s++) {
            assertThat(scaled[s]).isEqualTo(Math.max(0.3 * Math.abs(x[s]), 2 * Math.abs(x[2 * count + s])));
        }
    }

    /** The ends belong to the span, and nothing beyond does. */
    @Test
    void noNumberIsOutside() {
        Random random = new Random(8);
        for (int k = 0; k < 100_000; k++) {
            double one = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(560) - 280);
            double width = random.nextDouble() * Math.pow(10, random.nextInt(560) - 280);
            double other = random.nextBoolean() ? one + width : Math.nextUp(one);
            Span span = Span.of(one, other);
            for (long z : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE}) {
                assertThat(span.place(z)).as("%s to %s", one, other).isBetween(one, other);
            }
            if (width > 1e-10 * Math.abs(one) && other > Math.nextUp(one)) {
                assertThat(span.place(Long.MIN_VALUE) - one).isLessThanOrEqualTo(1e-5 * width);
                assertThat(other - span.place(Long.MAX_VALUE)).isLessThanOrEqualTo(1e-5 * width);
            }
        }
    }
}
