package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Efforts with derivatives of any order, against dual numbers of dual numbers and identities. */
class TaylorInverseDynamicsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 16);
    }

    private static RobotModel bare(long seed) {
        return RandomRobots.tree(seed, 1 + (int) seed % 8)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .bodyFrames()
                .friction()
                .shuffled()
                .build();
    }

    private static double[][] motion(int size, int orders, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        double[][] motion = new double[orders][];
        for (int d = 0; d < orders; d++) {
            motion[d] = random.vector(size, 2);
        }
        return motion;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void secondDerivativesAreThoseOfDualNumbers(long seed) {
        RobotModel robot = RandomDrives.rigid(bare(seed), seed);
        int n = robot.jointCount();
        double[][] motion = motion(n, 5, seed);
        double[][] rows = new double[3][n];
        new TaylorInverseDynamics(robot, 2).compute(motion, rows);

        TextbookRobot<Dual<Dual<Real>>> textbook = TextbookRobot.of(robot, x -> Dual.constant(Dual.of(x, 0)));
        List<Dual<Dual<Real>>> torques = new NewtonEuler<>(
                        textbook, Motion.of(textbook, along(motion, 0, n), along(motion, 1, n), along(motion, 2, n)))
                .torques();
        double[][] expected = new double[3][n];
        for (int k = 0; k < n; k++) {
            Dual<Dual<Real>> torque = torques.get(k);
            expected[0][k] = torque.value();
            expected[1][k] = torque.derivative().value();
            expected[2][k] = torque.derivative().derivative().value();
        }
        for (int d = 0; d < 3; d++) {
            Agreement.check("seed %s, derivative %s".formatted(seed, d), rows[d], expected[d], 1e-11);
        }
    }

    /** Numbers with their first derivative along two times that are one. */
    private static List<Dual<Dual<Real>>> along(double[][] motion, int from, int n) {
        List<Dual<Dual<Real>>> numbers = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            numbers.add(new Dual<>(
                    Dual.of(motion[from][k], motion[from + 1][k]), Dual.of(motion[from + 1][k], motion[from + 2][k])));
        }
        return numbers;
    }

    /** Motors that turn on their own, wherever they are. */
    @ParameterizedTest
    @MethodSource("seeds")
    void rowsAreThoseOfElasticInverseDynamics(long seed) {
        RobotModel robot = RandomDrives.anywhere(bare(seed), seed);
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(robot);
        ElasticCoordinates coordinates = inverse.coordinates();
        int n = robot.jointCount();
        int size = coordinates.size();
        double[][] motion = motion(size, 3, seed);
        double[][] rows = new double[1][size];
        new TaylorInverseDynamics(robot, 0).compute(motion, rows);
        double[] expected = new double[size];
        inverse.compute(motion[0], motion[1], motion[2], new double[n]);
        inverse.generalizedForces(expected);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            expected[n + e] -= coordinates.springEffort(e, motion[0]);
        }
        Agreement.check("seed " + seed, rows[0], expected, 1e-11);
    }

    /** C(q, v) w by polarization: C(q, v) v is all of the velocity terms, and Ṁ − 2C is skew. */
    @ParameterizedTest
    @MethodSource("seeds")
    void polarizationGivesChristoffelsMatrix(long seed) {
        RobotModel robot = RandomDrives.rigid(bare(seed), seed);
        int n = robot.jointCount();
        double[][] motion = motion(n, 3, seed);
        double[] q = motion[0];
        double[] v = motion[1];
        double[] w = motion[2];
        double[] velocityTerms = new double[n];
        new InverseDynamics(robot).coriolis(q, v, velocityTerms);
        Agreement.check("C v, seed " + seed, christoffel(robot, q, v, v), velocityTerms, 1e-11);

        // wᵀ Ṁ w = 2 wᵀ C w with Ṁ along v, here by a difference
        double rate = (quadratic(robot, q, v, w, 1e-5) - quadratic(robot, q, v, w, -1e-5)) / 2e-5;
        double[] c = christoffel(robot, q, v, w);
        double twice = 0;
        for (int k = 0; k < n; k++) {
            twice += 2 * w[k] * c[k];
        }
        assertThat(Math.abs(twice - rate)).as("seed %s", seed).isLessThan(1e-6 * (1 + Math.abs(rate)));
    }

    private static double[] christoffel(RobotModel robot, double[] q, double[] v, double[] w) {
        int n = q.length;
        TaylorInverseDynamics taylor = new TaylorInverseDynamics(robot, 0);
        double[][] half = {new double[n]};
        double[][] zero = {new double[n]};
        double[][] sum = {new double[n]};
        double[][] difference = {new double[n]};
        for (int k = 0; k < n; k++) {
            half[0][k] = (v[k] + w[k]) / 2;
        }
        taylor.computeInertial(new double[][] {q}, half, zero, false, sum);
        for (int k = 0; k < n; k++) {
            half[0][k] = (v[k] - w[k]) / 2;
        }
        taylor.computeInertial(new double[][] {q}, half, zero, false, difference);
        for (int k = 0; k < n; k++) {
            sum[0][k] -= difference[0][k];
        }
        return sum[0];
    }

    private static double quadratic(RobotModel robot, double[] q, double[] v, double[] w, double time) {
        int n = q.length;
        double[] moved = new double[n];
        for (int k = 0; k < n; k++) {
            moved[k] = q[k] + time * v[k];
        }
        double[] mass = new double[n * n];
        new MassMatrix(robot).compute(moved, mass);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum += w[i] * mass[i * n + j] * w[j];
            }
        }
        return sum;
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = RandomDrives.allElastic(bare(7), 7);
        TaylorInverseDynamics taylor = new TaylorInverseDynamics(robot, 2);
        int size = new ElasticCoordinates(robot).size();
        double[][] motion = motion(size, 5, 7);
        double[][] rows = new double[3][size];
        assertThat(Allocations.bytes(() -> taylor.compute(motion, rows))).isZero();
    }

    @Test
    void mistakesAreNamed() {
        RobotModel robot = RandomRobots.chain(1, 3).build();
        TaylorInverseDynamics taylor = new TaylorInverseDynamics(robot, 2);
        assertThatThrownBy(() -> taylor.compute(new double[4][3], new double[3][3]))
                .hasMessage("motion has 4 derivatives, the value included, but robot \"random-1\" needs 5");
        assertThatThrownBy(() -> taylor.compute(new double[5][2], new double[3][3]))
                .hasMessageContaining("motion has length 2");
        RobotModel floating = robot.toBuilder().floating().build();
        assertThatThrownBy(() -> new TaylorInverseDynamics(floating, 2)).hasMessageContaining("floating base");
        assertThatThrownBy(() -> new TaylorInverseDynamics(robot, -1)).hasMessageContaining("order -1");
    }
}
