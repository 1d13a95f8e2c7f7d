package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What wrenches add to accelerations is what forward dynamics gives with them, less what it gives without. */
class WrenchResponseTest {
    private static final int COLUMNS = 4;

    /** Joints that can be released one after the other, and others. */
    enum Joints {
        RELEASED,
        WITH_ODD_ROTORS,
        COUPLED;

        RobotModel robot(long seed) {
            int n = 3 + (int) seed;
            return switch (this) {
                case RELEASED -> ForwardDynamicsTest.withRotorsOnParents(RandomRobots.everything(seed, n));
                case WITH_ODD_ROTORS -> RandomRobots.everything(seed, n);
                case COUPLED -> CoupledRobots.everything(seed, n + 3);
            };
        }
    }

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
            this(Joints.RELEASED, seed, floating);
        }

        Case(Joints kind, long seed, boolean floating) {
            this.floating = floating;
            RobotModel made = kind.robot(seed);
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

        private void release(WrenchResponse of) {
            if (floating) {
                of.releaseFloating(motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), motion.wrenches());
            } else {
                of.release(motion.baseMotion(), motion.q(), motion.qd(), motion.qddd(), motion.wrenches());
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
            ForwardDynamics forward = ForwardDynamics.of(model);
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

    static List<Arguments> cases() {
        List<Arguments> all = new ArrayList<>();
        for (Joints kind : Joints.values()) {
            for (long seed : new long[] {1, 2, 3, 4, 5, 9}) {
                all.add(Arguments.of(kind, seed, false));
                all.add(Arguments.of(kind, seed, true));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bodiesGiveWayAsForwardDynamicsHasIt(Joints kind, long seed, boolean floating) {
        Case c = new Case(kind, seed, floating);
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
    @MethodSource("cases")
    void powerIsSymmetric(Joints kind, long seed, boolean floating) {
        Case c = new Case(kind, seed, floating);
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
            // the first bodies of some robots stand on the ground
            assertThat(matrix[k * COLUMNS + k]).isGreaterThanOrEqualTo(floating || k == 2 ? Double.MIN_NORMAL : 0);
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

    /** Motors that turn on their own give way too: against forward dynamics with free motors under the same loads. */
    @ParameterizedTest
    @CsvSource({"5,false", "6,false", "5,true", "6,true"})
    void freeMotorsGiveWay(long seed, boolean floating) {
        RobotModel made = RandomDrives.anywhere(RandomRobots.everything(seed, 3 + (int) seed), seed);
        RobotModel model = floating ? made.withFloatingBase() : made;
        int n = model.jointCount() + model.elasticJoints().size();
        assertThat(n).isGreaterThan(model.jointCount());
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(n, 2);
        double[] qd = random.vector(n, 2);
        double[] tau = random.vector(n, 5);
        double[] w = random.vector(6, 3);
        int last = model.bodies().size() - 1;
        BaseMotion base = new BaseMotion().velocityInBase(new Vector3(1, 2, 3), new Vector3(0.3, -1, 2));
        WrenchResponse response = WrenchResponse.withFreeMotors(model, 1);
        ForwardDynamics forward = ForwardDynamics.withFreeMotors(model);
        ExternalWrenches load = new ExternalWrenches(model);
        load.inBody(last, new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5]));
        double[] free = new double[n];
        double[] loaded = new double[n];
        double[] ofBase = new double[6];
        double[] ofLoadedBase = new double[6];
        if (floating) {
            response.computeFloating(base, q, qd, tau, null, ofBase, free);
            forward.computeFloating(base, q, qd, tau, load, ofLoadedBase, loaded);
        } else {
            response.compute(base, q, qd, tau, null, free);
            forward.compute(base, q, qd, tau, load, loaded);
        }
        response.clear();
        response.add(0, last, w);
        double[] baseChange = new double[6];
        double[] change = new double[n];
        response.respond(new double[] {1}, baseChange, change);
        double[] all = joined(baseChange, change);
        double[] start = joined(ofBase, free);
        for (int k = 0; k < all.length; k++) {
            all[k] += start[k];
        }
        Agreement.check("with free motors", all, joined(ofLoadedBase, loaded), 1e-10);
    }

    /** The velocity of a body in its own axes changes as kinematics with the accelerations found has it: a − ω × v, and ω̇. */
    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "4,false", "9,false", "1,true", "2,true", "5,true", "9,true"})
    void velocitiesChangeAsKinematicsHasIt(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        BaseMotion base = c.motion.baseMotion();
        if (floating) {
            base.accelerationInBase(c.base[0], c.base[1], c.base[2], c.base[3], c.base[4], c.base[5]);
        }
        Kinematics kinematics = new Kinematics(c.model);
        kinematics.compute(base, c.motion.q(), c.motion.qd(), c.joints, null);
        WrenchResponse six = new WrenchResponse(c.model, 6);
        c.release(six);
        for (int body = 0; body < c.model.bodies().size(); body++) {
            Rotation bodyFromWorld = kinematics.worldFromBody(body).rotation().inverse();
            Twist v = kinematics.velocityInWorld(body);
            Twist a = kinematics.accelerationInWorld(body);
            Vector3 linear = bodyFromWorld.apply(a.linear().minus(v.angular().cross(v.linear())));
            Vector3 angular = bodyFromWorld.apply(a.angular());
            double[] rate = new double[6];
            six.clear();
            six.addUnits(0, body, 3, 3);
            six.unitRates(rate);
            Agreement.check(
                    "body %s of seed %s".formatted(body, seed),
                    rate,
                    joined(linear.toArray(), angular.toArray()),
                    1e-11);
        }
    }

    /** Of a used object too, on a base that rests after one that moved: rates of two bodies are those of each alone. */
    @ParameterizedTest
    @CsvSource({"2,false", "4,true"})
    void velocityRatesOfSeveralBodiesAreThoseOfEach(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        int last = c.model.bodies().size() - 1;
        double[] rates = new double[COLUMNS];
        c.response.clear();
        c.response.addUnits(0, last, 3, 1);
        c.response.unitRates(rates);
        RandomMotion next = RandomMotion.of(c.model, seed + 20);
        release(c.response, next, floating);
        c.response.clear();
        c.response.addUnits(0, last / 2, 1, 1);
        c.response.addUnits(2, last, 1, 1);
        c.response.unitRates(rates);
        for (int k = 0; k < 2; k++) {
            WrenchResponse alone = new WrenchResponse(c.model, 2);
            release(alone, next, floating);
            alone.clear();
            alone.addUnits(0, k == 0 ? last / 2 : last, 1, 1);
            double[] expected = new double[2];
            alone.unitRates(expected);
            Agreement.check("body " + k, Arrays.copyOfRange(rates, 2 * k, 2 * k + 2), expected, 1e-13);
        }
        double[] base = {7, 7, 7, 7, 7, 7};
        c.response.respond(c.lambda, base, c.joints);
        assertThat(Arrays.stream(base).allMatch(x -> x == 0)).isEqualTo(!floating);
    }

    private static void release(WrenchResponse of, RandomMotion motion, boolean floating) {
        if (floating) {
            of.releaseFloating(new BaseMotion(), motion.q(), motion.qd(), motion.qdd(), null);
        } else {
            of.release(null, motion.q(), motion.qd(), motion.qdd(), null);
        }
    }

    @Test
    void velocityRatesOfCoupledJointsAreRefused() {
        Case c = new Case(Joints.COUPLED, 3, false);
        assertThat(c.response.hasUnitRates()).isFalse();
        assertThatThrownBy(() -> c.response.unitRates(new double[COLUMNS])).hasMessageContaining("Kinematics");
    }

    /** Columns without a wrench, of a wrench that is none of the units, and of two units. */
    @Test
    void velocityRatesAreThoseOfUnits() {
        Case c = new Case(2, true);
        double[] rates = new double[COLUMNS];
        assertThat(c.response.hasUnitRates()).isTrue();
        assertThatThrownBy(() -> c.response.unitRates(rates)).hasMessageContaining("column 0");
        c.response.clear();
        c.response.addUnits(0, 1, 3, 0);
        assertThatThrownBy(() -> c.response.unitRates(rates)).hasMessageContaining("column 3");
        c.response.addUnits(2, 1, 0, 2);
        assertThatThrownBy(() -> c.response.unitRates(rates)).hasMessageContaining("column 2");
        c.response.clear();
        c.response.addUnits(0, 1, 3, 1);
        c.response.unitRates(rates);
    }

    /** With and without accelerations in between, and without a wrench. */
    @ParameterizedTest
    @MethodSource("cases")
    void accelerationsWithColumnsAreThoseOfForwardDynamics(Joints kind, long seed, boolean floating) {
        Case c = new Case(kind, seed, floating);
        double[] base = new double[6];
        double[] joints = new double[c.joints.length];
        c.response.accelerate(c.lambda, base, joints);
        Agreement.check("after compute", joined(base, joints), c.accelerations(c.lambda), 1e-11);
        c.release(c.response);
        c.response.clear();
        c.response.accelerate(c.lambda, base, joints);
        Agreement.check("nothing", joined(base, joints), c.accelerations(new double[COLUMNS]), 1e-11);
        c.add(c.response);
        c.response.accelerate(c.lambda, base, joints);
        Agreement.check("after release", joined(base, joints), c.accelerations(c.lambda), 1e-11);
        WrenchResponse fresh = c.response.copy();
        c.release(fresh);
        fresh.clear();
        c.add(fresh);
        fresh.accelerate(c.lambda, base, joints);
        Agreement.check("nothing computed before", joined(base, joints), c.accelerations(c.lambda), 1e-11);
    }

    /** Unit wrenches that climb together are columns as others. */
    @ParameterizedTest
    @CsvSource({"2,false", "9,false", "2,true", "9,true"})
    void unitsThatClimbTogether(long seed, boolean floating) {
        Case c = new Case(seed, floating);
        int last = c.model.bodies().size() - 1;
        double[] together = new double[COLUMNS * COLUMNS];
        double[] apart = new double[COLUMNS * COLUMNS];
        c.response.clear();
        c.response.addUnits(1, last, 2, 1);
        c.response.add(0, 1, c.wrenches[0][0]);
        c.response.delassus(together);
        c.response.clear();
        c.response.add(0, 1, c.wrenches[0][0]);
        c.response.add(1, last, new double[] {1, 0, 0, 0, 0, 0});
        c.response.add(2, last, new double[] {0, 1, 0, 0, 0, 0});
        c.response.add(3, last, new double[] {0, 0, 0, 1, 0, 0});
        c.response.delassus(apart);
        Agreement.check("units", together, apart, 1e-13);
        assertThatThrownBy(() -> c.response.addUnits(2, last, 2, 1)).hasMessageContaining("no column 4");
        assertThatThrownBy(() -> c.response.addUnits(0, last, 4, 0)).hasMessageContaining("three axes");
        assertThatThrownBy(() -> c.response.addUnits(0, 99, 1, 0)).hasMessageContaining("99");
    }

    /** Columns that were emptied are as those of a new object; those that were not have what was added twice. */
    @ParameterizedTest
    @CsvSource({"RELEASED,false", "RELEASED,true", "COUPLED,false", "COUPLED,true"})
    void columnsAreSums(Joints kind, boolean floating) {
        long seed = 3;
        Case c = new Case(kind, seed, floating);
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
        new Case(kind, seed, floating).response.delassus(fresh);
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
        WrenchResponse none = new WrenchResponse(c.model, 0);
        c.compute(none);
        double[] joints = c.joints.clone();
        none.respond(new double[0], new double[6], joints);
        assertThat(joints).containsOnly(0);
    }
}
