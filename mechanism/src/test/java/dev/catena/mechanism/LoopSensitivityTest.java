package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derivatives of closed loops: second order, of cut wrenches and accelerations, on every base. */
class LoopSensitivityTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    /** Hyper-dual numbers through the closure, in random pairs of directions. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void secondDerivativesAgreeWithHyperDualNumbers(TestMechanisms.Moving m) {
        int count = m.q().length;
        int width = 3 * count;
        RandomNumbers random = new RandomNumbers(3);
        double[] mu = random.vector(count, 1);
        ClosedLoopCurvature curvature = new ClosedLoopCurvature(m.robot());
        double[] hessian = new double[width * width];
        curvature.compute(m.q(), m.qd(), m.qdd(), mu, hessian);
        double[] pose = new double[m.robot().jointCount()];
        curvature.kinematics().positions(pose);
        TextbookLoops textbook = new TextbookLoops(m.robot(), pose);
        for (int trial = 0; trial < 2; trial++) {
            double[] a = random.vector(width, 1);
            double[] b = random.vector(width, 1);
            List<Dual<Dual<Real>>> efforts = textbook.efforts(
                    varied(m.q(), a, b, 0),
                    varied(m.qd(), a, b, count),
                    varied(m.qdd(), a, b, 2 * count),
                    x -> Dual.constant(Dual.of(x, 0)));
            double expected = 0;
            double actual = 0;
            for (int k = 0; k < count; k++) {
                expected += mu[k] * efforts.get(k).derivative().derivative().value();
            }
            double size = 1;
            for (int i = 0; i < width; i++) {
                for (int k = 0; k < width; k++) {
                    actual += a[i] * hessian[i * width + k] * b[k];
                    size = Math.max(size, Math.abs(hessian[i * width + k]));
                }
            }
            Agreement.check("second derivatives", scaled(size, actual), scaled(size, expected), 1e-10);
        }
    }

    /** The same on a base that floats: R exp(hat χ), velocities and accelerations in its axes. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void floatingSecondDerivativesAgreeWithHyperDualNumbers(TestMechanisms.Moving m) {
        int count = m.q().length;
        int block = 6 + count;
        int width = 3 * block;
        RandomNumbers random = new RandomNumbers(4);
        double[] mu = random.vector(block, 1);
        Along along = new Along(m, 4);
        ClosedLoopCurvature curvature = new ClosedLoopCurvature(along.floating).copy();
        double[] hessian = new double[width * width];
        curvature.computeFloating(along.base, m.q(), m.qd(), m.qdd(), null, mu, hessian);
        double[] pose = new double[m.robot().jointCount()];
        curvature.kinematics().positions(pose);
        TextbookLoops textbook = new TextbookLoops(m.robot(), pose);
        for (int trial = 0; trial < 2; trial++) {
            double[] a = random.vector(width, 1);
            double[] b = random.vector(width, 1);
            List<Dual<Dual<Real>>> efforts = textbook.efforts(
                    varied(m.q(), a, b, 6),
                    varied(m.qd(), a, b, block + 6),
                    varied(m.qdd(), a, b, 2 * block + 6),
                    motion -> motion.withBase(varied(along.base, a, b, block)),
                    x -> Dual.constant(Dual.of(x, 0)));
            double expected = 0;
            double actual = 0;
            for (int k = 0; k < block; k++) {
                expected += mu[k] * efforts.get(k).derivative().derivative().value();
            }
            double size = 1;
            for (int i = 0; i < width; i++) {
                for (int k = 0; k < width; k++) {
                    actual += a[i] * hessian[i * width + k] * b[k];
                    size = Math.max(size, Math.abs(hessian[i * width + k]));
                }
            }
            Agreement.check("second derivatives", scaled(size, actual), scaled(size, expected), 1e-10);
        }
        double[] told = new double[9 * count * count];
        new ClosedLoopCurvature(along.floating)
                .compute(along.base, m.q(), m.qd(), m.qdd(), null, Arrays.copyOfRange(mu, 6, block), told);
        Arrays.fill(mu, 0, 6, 0);
        curvature.computeFloating(along.base, m.q(), m.qd(), m.qdd(), null, mu, hessian);
        double[] inner = new double[told.length];
        for (int i = 0; i < 3 * count; i++) {
            for (int k = 0; k < 3 * count; k++) {
                inner[i * 3 * count + k] = hessian[place(i, count) * width + place(k, count)];
            }
        }
        Agreement.check("base that moves as told", told, inner, 1e-11);
    }

    private static int place(int i, int count) {
        return i / count * (6 + count) + 6 + i % count;
    }

    private static dev.catena.textbook.BaseMotion<Dual<Dual<Real>>> varied(
            BaseMotion base, double[] a, double[] b, int block) {
        List<Dual<Dual<Real>>> turns = varied(new double[6], a, b, 0);
        Matrix<Dual<Dual<Real>>> hat = Matrix.hat(vector(turns, 3));
        Matrix<Dual<Dual<Real>>> r = Matrix.of(base.pose().rotation(), x -> Dual.constant(Dual.of(x, 0)));
        Matrix<Dual<Dual<Real>>> turned =
                r.plus(r.times(hat)).plus(r.times(hat.times(hat)).times(Dual.constant(Dual.of(0.5, 0))));
        List<Dual<Dual<Real>>> velocity = varied(numbers(base.velocityInBase()), a, b, block);
        List<Dual<Dual<Real>>> acceleration = varied(numbers(base.accelerationInBase()), a, b, 2 * block);
        Vector<Dual<Dual<Real>>> none = vector(varied(new double[6], new double[6], new double[6], 0), 0);
        return new dev.catena.textbook.BaseMotion<>(
                new Placement<>(turned, r.times(vector(turns, 0))),
                vector(velocity, 0),
                vector(velocity, 3),
                vector(acceleration, 0),
                vector(acceleration, 3),
                none,
                none);
    }

    private static double[] numbers(Twist twist) {
        double[] numbers = new double[6];
        Along.set(numbers, twist.linear(), twist.angular());
        return numbers;
    }

    private static Vector<Dual<Dual<Real>>> vector(List<Dual<Dual<Real>>> numbers, int at) {
        return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }

    private static double[] scaled(double size, double value) {
        return new double[] {value / size};
    }

    private static List<Dual<Dual<Real>>> varied(double[] x, double[] a, double[] b, int first) {
        List<Dual<Dual<Real>>> list = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            list.add(new Dual<>(Dual.of(x[k], a[first + k]), Dual.of(b[first + k], 0)));
        }
        return list;
    }

    /** Σ ∂/∂x ẋ along a motion of base and joints is the rate, of efforts and of what cut joints carry. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void derivativesAlongTheMotionAreRates(TestMechanisms.Moving m) {
        for (long seed = 1; seed < 4; seed++) {
            Along along = new Along(m, seed);
            along.check();
        }
    }

    /** Components of what cut joints carry, at neighboring times of a motion. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void ratesOfCutWrenchesAreThoseAtNeighboringTimes(TestMechanisms.Moving m) {
        int count = m.q().length;
        double[] jerk = new RandomNumbers(7).vector(count, 1);
        double[] out = new double[m.robot().activeJoints().size()];
        ClosedLoopForceRate rate = new ClosedLoopForceRate(m.robot());
        rate.compute(m.q(), m.qd(), m.qdd(), jerk, out, out.clone());
        rate.computeCutWrenchRates();
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(m.robot());
        double h = 3e-4;
        double[] weights = {1, -8, 0, 8, -1};
        int cuts = m.robot().loops().cutJoints().size();
        double[][] expected = new double[cuts][6];
        double[][] x = new double[3][count];
        double[] wrench = new double[6];
        for (int step = -2; step <= 2; step++) {
            double t = step * h;
            for (int k = 0; k < count; k++) {
                x[2][k] = m.qdd()[k] + t * jerk[k];
                x[1][k] = m.qd()[k] + t * (m.qdd()[k] + t / 2 * jerk[k]);
                x[0][k] = m.q()[k] + t * (m.qd()[k] + t / 2 * (m.qdd()[k] + t / 3 * jerk[k]));
            }
            inverse.compute(x[0], x[1], x[2], out);
            inverse.computeCutWrenches();
            for (int c = 0; c < cuts; c++) {
                inverse.cutWrench(c, wrench);
                for (int i = 0; i < 6; i++) {
                    expected[c][i] += weights[step + 2] * wrench[i] / (12 * h);
                }
            }
        }
        for (int c = 0; c < cuts; c++) {
            double[] actual = new double[6];
            rate.cutWrench(c, wrench, actual);
            Agreement.check("rates of cut wrenches", actual, expected[c], 1e-6);
        }
    }

    /** Of accelerations the jerk comes out again. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void derivativesOfAccelerationsAlongTheMotionAreJerks(TestMechanisms.Moving m) {
        new Along(m, 5).checkAccelerations();
        new Along(m, 6).checkFloatingAccelerations();
    }

    @Test
    void redundantActuatorsHaveTheirOwnDerivatives() {
        TestMechanisms.Moving m = TestMechanisms.golden("fourbar");
        var robot = m.robot();
        var builder = robot.toBuilder().withoutLoops();
        robot.loops().cutJoints().forEach(builder::cut);
        robot.loops().assembly().forEach(builder::assembly);
        List<String> joints = robot.jointNames();
        String driven = robot.loops().activeJoints().get(0);
        String other = joints.get(joints.indexOf(driven) == 0 ? 1 : 0);
        var redundant = builder.active(driven, other).independent(driven).build();
        for (long seed = 1; seed < 4; seed++) {
            TestMechanisms.Moving moving = new TestMechanisms.Moving("redundant", redundant, m.q(), m.qd(), m.qdd());
            new Along(moving, seed).check();
            new Along(moving, seed).checkAccelerations();
            new Along(moving, seed).checkFloatingAccelerations();
        }
    }

    @Test
    void callsInTheWrongOrderAreRefused() {
        TestMechanisms.Moving m = TestMechanisms.golden("fourbar");
        ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(m.robot());
        double[] out = new double[6];
        assertThatThrownBy(() -> sensitivity.actuators(out, out, out)).isInstanceOf(IllegalStateException.class);
        sensitivity.compute(m.q(), m.qd(), m.qdd(), new double[1], new double[1], new double[1]);
        assertThatThrownBy(() -> sensitivity.cutWrench(0, new double[6], new double[6], new double[6]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("computeCutWrenches first");
        assertThatThrownBy(() -> sensitivity.computeFloating(
                        new BaseMotion(), m.q(), m.qd(), m.qdd(), null, new double[49], new double[49], new double[49]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withFloatingBase()");
    }

    /** A motion of base and joints with jerks, and its rates. */
    private static final class Along {
        final TestMechanisms.Moving m;
        final int count;
        final double[] jerk;
        final double[] jointRates;
        final double[] jointAccelerations;
        final BaseMotion base;
        final ExternalWrenches wrenches;
        final RobotModel floating;

        Along(TestMechanisms.Moving m, long seed) {
            this.m = m;
            count = m.q().length;
            RandomNumbers random = new RandomNumbers(seed);
            jerk = random.vector(count, 1);
            jointRates = random.vector(count, 1);
            jointAccelerations = random.vector(count, 1);
            floating = m.robot().withFloatingBase();
            base = new BaseMotion()
                    .pose(random.pose(1))
                    .velocityInBase(random.vector3(1), random.vector3(1))
                    .accelerationInBase(random.vector3(1), random.vector3(1))
                    .jerkInBase(random.vector3(1), random.vector3(1));
            wrenches = new ExternalWrenches(floating);
            wrenches.inWorld(floating.bodies().size() - 1, 1, -2, 0.5, 0.3, 0.2, -0.1);
        }

        void check() {
            int active = m.robot().activeJoints().size();
            double[] efforts = new double[active];
            double[] expected = new double[active];
            ClosedLoopForceRate rate = new ClosedLoopForceRate(floating);
            rate.compute(base, m.q(), jointRates, jointAccelerations, jerk, wrenches, efforts, expected);
            rate.computeCutWrenchRates();
            ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(floating);
            inverse.compute(base, m.q(), jointRates, jointAccelerations, wrenches, efforts);
            inverse.computeCutWrenches();
            int width = 6 + count;
            ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(floating);
            double[][] all = new double[3][width * width];
            sensitivity.computeFloating(base, m.q(), jointRates, jointAccelerations, wrenches, all[0], all[1], all[2]);
            double[][] ofActive = new double[3][active * width];
            sensitivity.actuators(ofActive[0], ofActive[1], ofActive[2]);
            double[][] rates = rates();
            Agreement.check("effort rates", along(ofActive, rates, active), expected, 1e-10);
            sensitivity.computeCutWrenches();
            for (int c = 0; c < m.robot().loops().cutJoints().size(); c++) {
                double[] wrench = new double[6];
                double[] wrenchRate = new double[6];
                rate.cutWrench(c, wrench, wrenchRate);
                double[] carried = new double[6];
                inverse.cutWrench(c, carried);
                Agreement.check("cut wrench", wrench, carried, 1e-10);
                double[][] ofCut = new double[3][6 * width];
                sensitivity.cutWrench(c, ofCut[0], ofCut[1], ofCut[2]);
                Agreement.check("cut wrench rates", along(ofCut, rates, 6), wrenchRate, 1e-9);
            }
            checkTold(all);
        }

        /** Those of a base that moves as told are a block of those of a floating one. */
        private void checkTold(double[][] all) {
            double[][] told = new double[3][count * count];
            new ClosedLoopSensitivity(floating)
                    .compute(base, m.q(), jointRates, jointAccelerations, wrenches, told[0], told[1], told[2]);
            int width = 6 + count;
            for (int variable = 0; variable < 3; variable++) {
                double[] block = new double[count * count];
                for (int i = 0; i < count; i++) {
                    System.arraycopy(all[variable], (6 + i) * width + 6, block, i * count, count);
                }
                Agreement.check("base that moves as told", told[variable], block, 1e-11);
            }
        }

        void checkAccelerations() {
            int active = m.robot().activeJoints().size();
            double[] efforts = new double[active];
            double[] effortRates = new double[active];
            new ClosedLoopForceRate(m.robot())
                    .compute(m.q(), jointRates, jointAccelerations, jerk, efforts, effortRates);
            double[][] all = {new double[count * count], new double[count * count], new double[count * active]};
            new ClosedLoopAccelerationSensitivity(m.robot())
                    .compute(m.q(), jointRates, efforts, all[0], all[1], all[2]);
            double[] actual = along(all, new double[][] {jointRates, jointAccelerations, effortRates}, count);
            Agreement.check("jerks", actual, jerk, 1e-9);
        }

        void checkFloatingAccelerations() {
            int active = m.robot().activeJoints().size();
            double[] efforts = new double[active];
            double[] effortRates = new double[active];
            double[] a = new double[6];
            double[] j = new double[6];
            new ClosedLoopForceRate(floating)
                    .computeFloating(
                            base, m.q(), jointRates, jointAccelerations, jerk, wrenches, a, j, efforts, effortRates);
            base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
            base.jerkInBase(new Vector3(j[0], j[1], j[2]), new Vector3(j[3], j[4], j[5]));
            int width = 6 + count;
            double[][] all = {new double[width * width], new double[width * width], new double[width * active]};
            new ClosedLoopAccelerationSensitivity(floating)
                    .computeFloating(base, m.q(), jointRates, efforts, wrenches, all[0], all[1], all[2]);
            double[][] rates = rates();
            double[] actual = along(all, new double[][] {rates[0], rates[1], effortRates}, width);
            Agreement.check("jerks", actual, rates[2], 1e-8);
        }

        /** Rates of position, velocity and acceleration; components in base axes change by ẋ − ω × x. */
        private double[][] rates() {
            Twist v = base.velocityInBase();
            Twist a = base.accelerationInBase();
            Twist j = base.jerkInBase();
            Vector3 w = v.angular();
            double[][] rates = new double[3][6 + count];
            set(rates[0], v.linear(), w);
            set(rates[1], a.linear().minus(w.cross(v.linear())), a.angular());
            set(rates[2], j.linear().minus(w.cross(a.linear())), j.angular().minus(w.cross(a.angular())));
            System.arraycopy(jointRates, 0, rates[0], 6, count);
            System.arraycopy(jointAccelerations, 0, rates[1], 6, count);
            System.arraycopy(jerk, 0, rates[2], 6, count);
            return rates;
        }

        private static void set(double[] out, Vector3 linear, Vector3 angular) {
            System.arraycopy(linear.toArray(), 0, out, 0, 3);
            System.arraycopy(angular.toArray(), 0, out, 3, 3);
        }

        private static double[] along(double[][] matrices, double[][] rates, int rows) {
            double[] out = new double[rows];
            for (int variable = 0; variable < 3; variable++) {
                int width = rates[variable].length;
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < width; k++) {
                        out[i] += matrices[variable][i * width + k] * rates[variable][k];
                    }
                }
            }
            return out;
        }
    }
}
