package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What wrenches add to accelerations is what forward dynamics gives with them, less what it gives without. */
class WrenchResponseTest {
    private static final int COLUMNS = 4;

    /** Columns of wrenches on one body, on two of which one may carry the other, on the last, and on the base. */
    private static final class Case {
        final RobotModel model;
        final RandomMotion motion;
        final boolean floating;
        final int[][] bodies;
        final double[][][] wrenches;
        final double[] lambda;
        final WrenchResponse response;
        final double[] base = new double[6];
        final double[] joints;

        Case(long seed, boolean floating) {
            this.floating = floating;
            RobotModel made = ForwardDynamicsTest.withRotorsOnParents(RandomRobots.everything(seed, 3 + (int) seed));
            model = floating ? made.withFloatingBase() : made;
            motion = RandomMotion.of(model, seed).withMovingBase(seed + 1).withLoads(seed + 2);
            int last = model.bodies().size() - 1;
            bodies = new int[][] {{1}, {last / 2, last}, {last}, {0}};
            RandomNumbers random = new RandomNumbers(seed);
            wrenches = new double[COLUMNS][][];
            for (int c = 0; c < COLUMNS; c++) {
                wrenches[c] = new double[bodies[c].length][];
                for (int k = 0; k < bodies[c].length; k++) {
                    wrenches[c][k] = random.vector(6, 3);
                }
            }
            lambda = random.vector(COLUMNS, 2);
            response = new WrenchResponse(model, COLUMNS);
            joints = new double[model.jointCount()];
            compute(response);
            response.clear();
            add(response);
        }

        private void compute(WrenchResponse of) {
            if (floating) {
                of.computeFloating(
                        motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), motion.wrenches(), base, joints);
            } else {
                of.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), motion.wrenches(), joints);
            }
        }

        private void add(WrenchResponse to) {
            for (int c = 0; c < COLUMNS; c++) {
                for (int k = 0; k < bodies[c].length; k++) {
                    to.add(c, bodies[c][k], wrenches[c][k]);
                }
            }
        }

        /** The loads of the motion, and the columns times some numbers. */
        private ExternalWrenches loaded(double[] times) {
            ExternalWrenches all = motion.wrenches();
            for (int c = 0; c < COLUMNS; c++) {
                for (int k = 0; k < bodies[c].length; k++) {
                    double[] w = wrenches[c][k];
                    int body = bodies[c][k];
                    all.inBody(
                            body,
                            new Vector3(w[0], w[1], w[2])
                                    .times(times[c])
                                    .plus(all.inBody(body).force()),
                            new Vector3(w[3], w[4], w[5])
                                    .times(times[c])
                                    .plus(all.inBody(body).moment()));
                }
            }
            return all;
        }

        /** Six numbers of the base and those of the joints: forward dynamics. */
        double[] accelerations(double[] times) {
            double[] ofBase = new double[6];
            double[] qdd = new double[joints.length];
            ArticulatedForwardDynamics forward = new ArticulatedForwardDynamics(model);
            if (floating) {
                forward.computeFloating(
                        motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), loaded(times), ofBase, qdd);
            } else {
                forward.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), loaded(times), qdd);
            }
            return joined(ofBase, qdd);
        }
    }

    private static double[] joined(double[] a, double[] b) {
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    private static double[] unit(int column) {
        double[] unit = new double[COLUMNS];
        unit[column] = 1;
        return unit;
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "3,false", "4,false", "9,false", "1,true", "2,true", "3,true", "5,true", "9,true"
    })
    void bodiesGiveWayAsForwardDynamicsHasIt(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        double[] free = c.accelerations(new double[COLUMNS]);
        Agreement.check("without columns", joined(c.base, c.joints), free, 1e-12);

        double[] base = new double[6];
        double[] joints = new double[c.joints.length];
        c.response.respond(c.lambda, base, joints);
        double[] sum = joined(base, joints);
        for (int k = 0; k < sum.length; k++) {
            sum[k] += free[k];
        }
        Agreement.check("with columns", sum, c.accelerations(c.lambda), 1e-11);
    }

    /** Λ is symmetric and positive; λᵀΛμ is the power of λ's wrenches in what μ's accelerate, as virtual work has it. */
    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "4,false", "9,false", "1,true", "2,true", "5,true", "9,true"})
    void powerIsSymmetric(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        double[] matrix = new double[COLUMNS * COLUMNS];
        c.response.delassus(matrix);
        double[] expected = new double[matrix.length];
        int n = c.joints.length;
        for (int column = 0; column < COLUMNS; column++) {
            double[] base = new double[6];
            double[] joints = new double[n];
            c.response.respond(unit(column), base, joints);
            for (int row = 0; row < COLUMNS; row++) {
                double[] force = generalized(c, row);
                double power = 0;
                for (int k = 0; k < 6 + n; k++) {
                    power += force[k] * (k < 6 ? base[k] : joints[k - 6]);
                }
                expected[row * COLUMNS + column] = power;
            }
        }
        Agreement.check("delassus of " + c.model, matrix, expected, 1e-11);
        for (int k = 0; k < COLUMNS - 1; k++) {
            assertThat(matrix[k * COLUMNS + k]).isPositive();
        }
    }

    /** Aᵀ of a column by inverse dynamics: what base and joints need not give because of it. */
    private static double[] generalized(Case c, int column) {
        double[] without = inverse(c, new double[COLUMNS]);
        double[] with = inverse(c, unit(column));
        for (int k = 0; k < with.length; k++) {
            with[k] = without[k] - with[k];
        }
        return with;
    }

    private static double[] inverse(Case c, double[] times) {
        double[] tau = new double[c.joints.length];
        double[] wrench = new double[6];
        InverseDynamics inverse = new InverseDynamics(c.model.withFixedBase());
        RandomMotion m = c.motion;
        inverse.compute(m.baseMotion(), m.q(), m.qd(), m.qdd(), c.loaded(times), tau);
        inverse.jointWrenchInBody(0, wrench);
        return joined(wrench, tau);
    }

    /** Columns that were emptied are as those of a new object; those that were not have what was added twice. */
    @ParameterizedTest
    @CsvSource({"3,false", "3,true"})
    void columnsAreSums(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        double[] first = new double[COLUMNS * COLUMNS];
        double[] second = first.clone();
        c.response.delassus(first);
        c.add(c.response);
        c.response.delassus(second);
        for (int k = 0; k < first.length; k++) {
            first[k] *= 4;
        }
        Agreement.check("twice", second, first, 1e-12);
        c.response.clear();
        c.response.delassus(second);
        assertThat(second).containsOnly(0);
        c.add(c.response);
        c.response.delassus(second);
        double[] fresh = new double[first.length];
        new Case(seed, floating).response.delassus(fresh);
        assertThat(second).containsExactly(fresh);
        WrenchResponse copy = c.response.copy();
        c.compute(copy);
        c.add(copy);
        copy.delassus(second);
        assertThat(second).containsExactly(fresh);
    }

    @Test
    void mistakesInColumnsAreNamed() throws InterruptedException {
        Case c = new Case(2, true);
        int n = c.joints.length;
        double[] nan = {0, 0, 0, Double.NaN, 0, 0};
        double[] matrix = new double[COLUMNS * COLUMNS];
        assertThatThrownBy(() -> c.response.add(0, 99, new double[6])).hasMessageContaining("99");
        assertThatThrownBy(() -> c.response.add(0, 1, new double[5])).hasMessageContaining("wrenchInBody");
        assertThatThrownBy(() -> c.response.add(0, 1, nan)).hasMessageContaining("wrenchInBody[3]");
        assertThatThrownBy(() -> c.response.respond(new double[COLUMNS + 1], new double[6], new double[n]))
                .hasMessageContaining("lambda");
        double[] infinite = {0, Double.POSITIVE_INFINITY, 0, 0};
        assertThatThrownBy(() -> c.response.respond(infinite, new double[6], new double[n]))
                .hasMessageContaining("lambda[1]");
        // products of numbers that are finite need not be
        double[] large = {1e300, 0, 0, 0, 0, 1e300};
        double[] largest = {1e300, 1e300, 1e300, 1e300};
        c.response.add(0, 1, large);
        assertThatThrownBy(() -> c.response.delassus(matrix)).isInstanceOf(NumericalException.class);
        assertThatThrownBy(() -> c.response.respond(largest, new double[6], new double[n]))
                .isInstanceOf(NumericalException.class);

        List<Throwable> thrown = new ArrayList<>();
        Thread other = new Thread(() -> {
            thrown.add(catchThrowable(() -> c.response.clear()));
            thrown.add(catchThrowable(() -> c.response.add(0, 1, new double[6])));
            thrown.add(catchThrowable(() -> c.response.delassus(matrix)));
            thrown.add(catchThrowable(() -> c.response.respond(c.lambda, new double[6], new double[n])));
        });
        other.start();
        other.join();
        assertThat(thrown)
                .hasSize(4)
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("give each thread its own"));
    }

    @Test
    void columnsThatAreNotThereAreNamed() {
        Case c = new Case(2, false);
        for (int column : new int[] {-1, COLUMNS}) {
            assertThatThrownBy(() -> c.response.add(column, 0, new double[6]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no column " + column)
                    .hasMessageContaining("0 to 3");
        }
        assertThatThrownBy(() -> new WrenchResponse(c.model, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 columns");
        assertThatThrownBy(() -> new WrenchResponse(CoupledRobots.everything(3, 9), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("follow others");
        WrenchResponse none = new WrenchResponse(c.model, 0);
        c.compute(none);
        double[] joints = c.joints.clone();
        none.respond(new double[0], new double[6], joints);
        assertThat(joints).containsOnly(0);
    }
}
