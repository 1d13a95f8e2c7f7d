package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.Allocations;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a solution must fulfil is enough to know that it is the one. */
class HoldingForcesTest {
    /** A random problem: friction, stops on either side, joints that cannot move, joints that nothing holds. */
    private static HoldingForces problem(Random random, int size, boolean smooth) {
        HoldingForces forces = new HoldingForces(size);
        double[] root = new double[size * size];
        for (int k = 0; k < root.length; k++) {
            root[k] = random.nextGaussian();
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = i == j ? 0.01 : 0;
                for (int k = 0; k < size; k++) {
                    sum += root[i * size + k] * root[j * size + k];
                }
                forces.matrix[i * size + j] = sum;
            }
            forces.load[i] = 3 * random.nextGaussian();
            double level = Math.exp(2 * random.nextGaussian());
            int kind = random.nextInt(6);
            forces.least[i] = kind == 0 ? 0 : kind == 1 || kind == 3 ? Double.NEGATIVE_INFINITY : -level;
            forces.most[i] = kind == 0 ? 0 : kind == 2 || kind == 3 ? Double.POSITIVE_INFINITY : level;
            if (smooth && kind == 0) {
                forces.smoothForce[i] = 5 * level;
                forces.smoothWidth[i] = Math.exp(-3 - 2 * random.nextDouble());
            }
            forces.x[i] = random.nextInt(3) - 1;
        }
        return forces;
    }

    private static void checkSolution(String name, HoldingForces forces) {
        int size = forces.size;
        for (int i = 0; i < size; i++) {
            double row = -forces.load[i];
            double parts = 1 + Math.abs(forces.load[i]);
            for (int j = 0; j < size; j++) {
                row += forces.matrix[i * size + j] * forces.x[j];
                parts += Math.abs(forces.matrix[i * size + j] * forces.x[j]);
            }
            double smooth = forces.smoothForce[i] == 0
                    ? 0
                    : -forces.smoothForce[i] * Math.tanh(forces.x[i] / forces.smoothWidth[i]);
            assertThat(forces.force[i] + smooth).as("%s, row %s", name, i).isCloseTo(row, within(1e-9 * parts));
            assertThat(forces.force[i]).as("%s, row %s", name, i).isBetween(forces.least[i], forces.most[i]);
            if (forces.x[i] > 0) {
                assertThat(forces.force[i]).isEqualTo(forces.least[i]);
            } else if (forces.x[i] < 0) {
                assertThat(forces.force[i]).isEqualTo(forces.most[i]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomProblems(boolean smooth) {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            HoldingForces forces = problem(random, 1 + random.nextInt(12), smooth);
            assertThat(forces.solve()).isEqualTo(-1);
            checkSolution("seed " + seed, forces);
        }
    }

    /** The start does not matter. */
    @Test
    void oneSolution() {
        for (int seed = 0; seed < 200; seed++) {
            HoldingForces forces = problem(new Random(seed), 8, false);
            assertThat(forces.solve()).isEqualTo(-1);
            double[] once = forces.x.clone();
            for (int i = 0; i < 8; i++) {
                forces.x[i] = -forces.x[i];
            }
            assertThat(forces.solve()).isEqualTo(-1);
            for (int i = 0; i < 8; i++) {
                assertThat(forces.x[i]).as("seed %s", seed).isCloseTo(once[i], within(1e-9));
            }
        }
    }

    /** At the very level of friction a joint is held. */
    @Test
    void levelIsWithinRange() {
        HoldingForces forces = new HoldingForces(2);
        forces.matrix[0] = 2;
        forces.matrix[3] = 2;
        forces.load[0] = 3;
        forces.load[1] = -3.1;
        forces.least[0] = -3;
        forces.most[0] = 3;
        forces.least[1] = -3;
        forces.most[1] = 3;
        assertThat(forces.solve()).isEqualTo(-1);
        assertThat(forces.x[0]).isZero();
        assertThat(forces.force[0]).isEqualTo(-3);
        assertThat(forces.x[1]).isCloseTo(-0.05, within(1e-15));
        assertThat(forces.force[1]).isEqualTo(3);
    }

    @Test
    void missingInertiaIsNamed() {
        HoldingForces forces = new HoldingForces(3);
        forces.matrix[0] = 1;
        forces.matrix[8] = 1;
        assertThat(forces.solve()).isEqualTo(1);
        // what is held needs none
        forces.least[1] = -1;
        forces.most[1] = 1;
        assertThat(forces.solve()).isEqualTo(-1);
    }

    @Test
    void theFirstRowIsARowToo() {
        for (double smooth : new double[] {0, 2}) {
            HoldingForces forces = new HoldingForces(2);
            forces.matrix[3] = 1;
            forces.smoothForce[1] = smooth;
            forces.smoothWidth[1] = 1;
            assertThat(forces.solve()).isZero();
        }
    }

    /** What was asked for before has no part in what is asked for next. */
    @Test
    void clearedForcesHoldNothing() {
        HoldingForces forces = new HoldingForces(1);
        forces.matrix[0] = 2;
        forces.load[0] = 3;
        forces.least[0] = -1;
        forces.most[0] = 4;
        forces.smoothForce[0] = 5;
        forces.smoothWidth[0] = 1;
        assertThat(forces.solve()).isEqualTo(-1);
        forces.clear();
        assertThat(forces.solve()).isEqualTo(-1);
        assertThat(forces.x[0]).isCloseTo(1.5, within(1e-15));
        assertThat(forces.force[0]).isZero();
    }

    @Test
    void nothingIsAllocated() {
        HoldingForces forces = problem(new Random(5), 10, true);
        double[] start = forces.x.clone();
        assertThat(Allocations.bytes(() -> {
                    System.arraycopy(start, 0, forces.x, 0, start.length);
                    var unused = forces.solve();
                }))
                .isZero();
    }
}
