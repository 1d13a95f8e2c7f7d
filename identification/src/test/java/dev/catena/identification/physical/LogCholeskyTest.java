package dev.catena.identification.physical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.identification.Tx40;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.TimeSlice;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The parameters of bodies that have no bounds. */
class LogCholeskyTest {
    private static double[] theta(Random random) {
        return random.doubles(10, -1, 1).toArray();
    }

    @Test
    void everyThetaIsABodyAndTheWayBackLeadsToIt() {
        Random random = new Random(3);
        for (int k = 0; k < 50; k++) {
            double[] theta = theta(random);
            double[] body = LogCholesky.parameters(theta);
            assertTrue(PseudoInertia.cholesky(PseudoInertia.of(body, 0)).length > 0);
            assertArrayEquals(theta, LogCholesky.of(body), 1e-11);
        }
        double[] twoThin = {1, 0, 0, 1, 0, 3, 0, 0, 0, 1};
        assertThrows(IllegalArgumentException.class, () -> LogCholesky.of(twoThin));
    }

    @Test
    void theJacobianIsThatOfDifferences() {
        double[] theta = theta(new Random(5));
        double[][] jacobian = LogCholesky.jacobian(theta);
        double h = 1e-6;
        for (int k = 0; k < 10; k++) {
            double[] up = theta.clone();
            double[] down = theta.clone();
            up[k] += h;
            down[k] -= h;
            double[] above = LogCholesky.parameters(up);
            double[] below = LogCholesky.parameters(down);
            for (int i = 0; i < 10; i++) {
                assertEquals((above[i] - below[i]) / (2 * h), jacobian[i][k], 1e-7, i + " " + k);
            }
        }
    }

    /** The smooth way comes to residuals of the convex one. */
    @Test
    void theSmoothEstimateFitsAsWellAsTheConvexOne() {
        JointFactors train = JointFactors.of(new TimeSlice(Tx40.rows(), 0, 6));
        JointFactors test = JointFactors.of(new TimeSlice(Tx40.rows(), 6, 9));
        LinearEstimate weighted = LeastSquares.weighted(train);
        double[] smooth = Tx40.model().base(SmoothEstimate.of(Tx40.model(), weighted, 1e-2));
        double[] expected = {1.725, 1.592, 1.033, .577, .982, .703};
        for (int j = 0; j < 6; j++) {
            assertEquals(1, test.residual(j, smooth) / expected[j], 0.03, "joint " + j);
        }
    }
}
