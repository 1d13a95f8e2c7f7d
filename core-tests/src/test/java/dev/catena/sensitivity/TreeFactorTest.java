package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** −M⁻¹P, −M⁻¹V and M⁻¹ put into M again, for arms, and for long rows that are solved three at once or one by one. */
class TreeFactorTest {
    static Stream<int[]> parents() {
        return Stream.of(
                chain(5),
                chain(6),
                chain(7),
                chain(8),
                chain(24),
                // a chain of two before each fork, and one to three tips beside each other
                IntStream.range(0, 27)
                        .map(i -> i < 2 ? i - 1 : i < 14 ? (i + 4) / 3 - 1 : i < 17 ? 13 : i - 1)
                        .toArray(),
                // three limbs of four on a base of six, hands of three, two and four fingers
                new int[] {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 10, 11, 12, 5, 14, 15, 16, 9, 9, 9, 13, 13, 17, 17, 17, 17
                },
                // nothing is on anything
                IntStream.generate(() -> -1).limit(23).toArray());
    }

    private static int[] chain(int n) {
        return IntStream.range(-1, n - 1).toArray();
    }

    @ParameterizedTest
    @MethodSource("parents")
    void solves(int[] parent) {
        int n = parent.length;
        Random random = new Random(n);
        double[] M = matrix(parent, random);
        int square = n * n;
        double[] P = random.doubles(square, -1, 1).toArray();
        double[] V = random.doubles(square, -1, 1).toArray();
        double[] ofP = P.clone();
        double[] ofV = V.clone();
        double[] inverse = new double[square];
        TreeFactor factor = new TreeFactor(parent, IntStream.range(0, n).toArray(), new double[n], 0, 0);
        assertThat(factor.factor(M)).isEqualTo(-1);
        double sum = factor.solve(ofP, ofV, inverse);
        double[][] all = {ofP, ofV, inverse};
        assertThat(sum)
                .isCloseTo(Arrays.stream(all).flatMapToDouble(Arrays::stream).sum(), Offset.offset(1e-10));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                assertThat(product(M, ofP, i, j)).as("P, %s, %s", i, j).isCloseTo(-P[i * n + j], byRounding());
                assertThat(product(M, ofV, i, j)).as("V, %s, %s", i, j).isCloseTo(-V[i * n + j], byRounding());
                assertThat(product(M, inverse, i, j)).as("1, %s, %s", i, j).isCloseTo(i == j ? 1 : 0, byRounding());
            }
        }
    }

    private static Offset<Double> byRounding() {
        return Offset.offset(1e-13);
    }

    /** Positive, and zero where neither of two rows is above the other. */
    private static double[] matrix(int[] parent, Random random) {
        int n = parent.length;
        double[] M = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = parent[i]; j >= 0; j = parent[j]) {
                M[i * n + j] = random.nextDouble(-1, 1);
                M[j * n + i] = M[i * n + j];
            }
        }
        for (int i = 0; i < n; i++) {
            M[i * (n + 1)] =
                    1 + Arrays.stream(M, i * n, i * n + n).map(Math::abs).sum();
        }
        return M;
    }

    private static double product(double[] A, double[] B, int i, int j) {
        int n = (int) Math.sqrt(A.length);
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += A[i * n + k] * B[k * n + j];
        }
        return sum;
    }
}
