package dev.catena.identification.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RᵀR = [W τ]ᵀ[W τ], whatever the number of rows and the blocks they come in. */
class TriangularFactorTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 255, 256, 257, 700})
    void theFactorHasTheSameProductsAsTheRows(int rows) {
        int p = 7;
        Random random = new Random(rows);
        TriangularFactor factor = new TriangularFactor(p);
        TriangularFactor half = new TriangularFactor(p);
        double[][] gram = new double[p + 1][p + 1];
        for (int k = 0; k < rows; k++) {
            double[] row = random.doubles(p + 1, -1, 1).toArray();
            row[2] = 0;
            double weight = 0.5 + k % 3;
            (k % 2 == 0 ? factor : half).add(Arrays.copyOf(row, p), row[p], weight);
            for (int a = 0; a <= p; a++) {
                for (int b = 0; b <= p; b++) {
                    gram[a][b] += weight * weight * row[a] * row[b];
                }
            }
        }
        factor.add(half, 1);
        assertEquals(rows, factor.rows());
        double[] r = factor.toArray();
        for (int a = 0; a <= p; a++) {
            for (int b = 0; b <= p; b++) {
                double product = 0;
                for (int i = 0; i <= p; i++) {
                    product += r[i * (p + 1) + a] * r[i * (p + 1) + b];
                }
                assertEquals(gram[a][b], product, 1e-11 * rows, a + " " + b);
                assertEquals(0, a > b ? r[a * (p + 1) + b] : 0, "below the diagonal");
            }
            assertEquals(Math.sqrt(gram[a % p][a % p]), factor.columnNorm(a % p), 1e-12 * rows);
        }
    }

    /** Squares of a column that underflow, in part or all of them, are no reason to change the others. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-140, 1e-150, 1e-156, 1e-160, 1e-161, 1e-162, 1e-170, 1e-310})
    void tinyColumnsLeaveOthersAsTheyAre(double size) {
        Random random = new Random(8);
        TriangularFactor factor = new TriangularFactor(3);
        double[][] gram = new double[4][4];
        for (int k = 0; k < 300; k++) {
            double[] row = random.doubles(4, -1, 1).toArray();
            row[0] *= size;
            factor.add(Arrays.copyOf(row, 3), row[3], 1);
            for (int a = 0; a < 4; a++) {
                for (int b = 0; b < 4; b++) {
                    gram[a][b] += row[a] * row[b];
                }
            }
        }
        double[] r = factor.toArray();
        for (int a = 1; a < 4; a++) {
            for (int b = 1; b < 4; b++) {
                double product = 0;
                for (int i = 0; i < 4; i++) {
                    product += r[i * 4 + a] * r[i * 4 + b];
                }
                assertEquals(gram[a][b], product, 1e-11, a + " " + b);
            }
        }
    }

    @Test
    void squaresAreThoseOfTheResiduals() {
        Random random = new Random(4);
        TriangularFactor factor = new TriangularFactor(3);
        double[] beta = {0.3, -2, 1};
        double squares = 0;
        for (int k = 0; k < 300; k++) {
            double[] row = random.doubles(3, -1, 1).toArray();
            double effort = random.nextGaussian();
            factor.add(row, effort, 1);
            double e = effort - row[0] * beta[0] - row[1] * beta[1] - row[2] * beta[2];
            squares += e * e;
        }
        assertEquals(squares, factor.squares(beta), 1e-10);
    }

    /** Squares would leave no digit of columns that differ by 1e-9 of their length; reflections leave half of them. */
    @Test
    void nearlyDependentColumnsKeepTheirDifference() {
        TriangularFactor factor = new TriangularFactor(2);
        Random random = new Random(8);
        double norm = 0;
        for (int k = 0; k < 1000; k++) {
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            factor.add(new double[] {x, x + 1e-9 * y}, 0, 1);
            norm += y * y;
        }
        double[] r = factor.toArray();
        assertEquals(1, Math.abs(r[4]) / (1e-9 * Math.sqrt(norm)), 1e-2);
    }

    @Test
    void otherNumbersOfColumnsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new TriangularFactor(0));
        assertThrows(IllegalArgumentException.class, () -> new TriangularFactor(2).add(new TriangularFactor(3), 1));
    }
}
