package dev.catena.identification.physical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StiffLeastSquaresTest {
    /** What rows of size one say of three unknowns beside rows of 10¹² and 10⁻⁹. */
    @Test
    void smallRowsKeepTheirDigits() {
        double[] expected = {0.3, -1.7, 2.9};
        double[][] rows = {{4e-9, 2e-9, 3e-9, 0}, {1, 1, 0.5, 0}, {1e12, -2e12, 0, 0}, {0.3, 0.7, -2, 0}, {1, 1, 1, 0}};
        for (double[] row : rows) {
            for (int c = 0; c < 3; c++) {
                row[3] += row[c] * expected[c];
            }
        }
        rows[2][3] = 0;
        // q₀ = 2 q₁ by the large row, and what is left by the others
        double[] found = new StiffLeastSquares(rows, 3).x();
        double[][] two = {{3, 0.5}, {1.3, -2}, {3, 1}};
        double[] right = {rows[1][3], rows[3][3], rows[4][3]};
        double aa = 0;
        double ab = 0;
        double bb = 0;
        double ar = 0;
        double br = 0;
        for (int i = 0; i < 3; i++) {
            aa += two[i][0] * two[i][0];
            ab += two[i][0] * two[i][1];
            bb += two[i][1] * two[i][1];
            ar += two[i][0] * right[i];
            br += two[i][1] * right[i];
        }
        double determinant = aa * bb - ab * ab;
        double second = (ar * bb - br * ab) / determinant;
        assertArrayEquals(new double[] {2 * second, second, (br * aa - ar * ab) / determinant}, found, 1e-13);
    }

    @Test
    void unknownsOfNoRowStayZero() {
        StiffLeastSquares solution = new StiffLeastSquares(new double[][] {{3, 0, 6}, {4, 0, 8}}, 2);
        assertArrayEquals(new double[] {2, 0}, solution.x(), 1e-15);
        assertEquals(10, solution.explained(), 1e-14);
    }
}
