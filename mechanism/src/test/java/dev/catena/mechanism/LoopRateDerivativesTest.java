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
import dev.catena.textbook.Load;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Derivatives of the rates of efforts of closed loops, first and second, against dual numbers through the closure: two for
 * directions of the motion, one for time, and inside of the textbook those of the loops.
 */
class LoopRateDerivativesTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "spatial7R", "bennett"})
    void onABaseAtRest(String name) {
        new Check(TestMechanisms.golden(name), false).run();
    }

    /** The base moves as told, and a wrench that turns with a body changes in time. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void onABaseThatMovesUnderWrenches(TestMechanisms.Moving m) {
        new Check(m, true).run();
    }

    /** With a wrench in the world's axes: first derivatives are those of efforts along the motion, and one order lower. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void firstDerivativesAreRatesOfThoseOfEfforts(TestMechanisms.Moving m) {
        RobotModel robot = m.robot();
        int count = m.q().length;
        RandomNumbers random = new RandomNumbers(8);
        double[][] x = {m.q(), m.qd(), m.qdd(), random.vector(count, 1)};
        ExternalWrenches wrenches =
                new ExternalWrenches(robot).inWorld(robot.bodies().size() - 1, 1, -2, 0.5, 0.3, 0.2, -0.1);
        double[][] actual = new double[4][count * count];
        new ClosedLoopForceRateSensitivity(robot)
                .compute(null, x[0], x[1], x[2], x[3], wrenches, actual[0], actual[1], actual[2], actual[3]);
        double[][] slopes = new double[3][count * count];
        new ClosedLoopSensitivity(robot).compute(null, x[0], x[1], x[2], wrenches, slopes[0], slopes[1], slopes[2]);
        double[][] expected = new double[4][count * count];
        double[] mu = new double[count];
        double[] hessian = new double[9 * count * count];
        ClosedLoopCurvature curvature = new ClosedLoopCurvature(robot);
        for (int row = 0; row < count; row++) {
            mu[row] = 1;
            curvature.compute(null, x[0], x[1], x[2], wrenches, mu, hessian);
            mu[row] = 0;
            for (int i = 0; i < 3 * count; i++) {
                int entry = row * count + i % count;
                for (int k = 0; k < 3 * count; k++) {
                    expected[i / count][entry] += hessian[i * 3 * count + k] * x[1 + k / count][k % count];
                }
                expected[1 + i / count][entry] += slopes[i / count][entry];
            }
        }
        for (int order = 0; order < 4; order++) {
            Agreement.check("by derivative " + order, actual[order], expected[order], 1e-11);
        }
    }

    @Test
    void arraysThatDoNotFitAreRefused() {
        TestMechanisms.Moving m = TestMechanisms.golden("fourbar");
        double[] x = {0.1};
        double[] one = new double[1];
        assertThatThrownBy(() -> new ClosedLoopForceRateCurvature(m.robot()).compute(m.q(), x, x, x, x, new double[9]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hessianOut");
        assertThatThrownBy(() -> new ClosedLoopForceRateSensitivity(m.robot())
                        .compute(m.q(), x, x, x, one, new double[1], new double[1], one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("byJerkOut");
        assertThatThrownBy(() -> new ClosedLoopForceRateSensitivity(m.robot().withFloatingBase())
                        .compute(m.q(), x, x, x, one, new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base");
    }

    private static Dual<Dual<Real>> constant(double x) {
        return Dual.constant(Dual.of(x, 0));
    }

    private static Vector<Dual<Dual<Real>>> constant(Vector3 v) {
        return new Vector<>(constant(v.x()), constant(v.y()), constant(v.z()));
    }

    /** A robot with closed loops along a motion, and its derivatives in two directions. */
    private static final class Check {
        private final RobotModel robot;
        private final int count;
        private final double[][] x;
        private final double[] mu;
        private final double[] a;
        private final double[] b;
        private final BaseMotion base;
        private final ExternalWrenches wrenches;
        private final Vector3[] load;
        private final boolean surrounded;

        Check(TestMechanisms.Moving m, boolean surrounded) {
            robot = surrounded ? m.robot().withFloatingBase() : m.robot();
            this.surrounded = surrounded;
            count = m.q().length;
            RandomNumbers random = new RandomNumbers(9);
            x = new double[][] {m.q(), m.qd(), m.qdd(), random.vector(count, 1)};
            mu = random.vector(count, 1);
            a = random.vector(4 * count, 1);
            b = random.vector(4 * count, 1);
            base = new BaseMotion()
                    .pose(random.pose(1))
                    .velocityInBase(random.vector3(1), random.vector3(1))
                    .accelerationInBase(random.vector3(1), random.vector3(1))
                    .jerkInBase(random.vector3(1), random.vector3(1));
            load = Stream.generate(() -> random.vector3(2)).limit(4).toArray(Vector3[]::new);
            wrenches =
                    new ExternalWrenches(robot).inBody(body(), load[0], load[1]).rateInBody(body(), load[2], load[3]);
        }

        private int body() {
            return robot.bodies().size() - 1;
        }

        void run() {
            double[][] matrices = new double[4][count * count];
            ClosedLoopForceRateSensitivity first = new ClosedLoopForceRateSensitivity(robot).copy();
            ClosedLoopForceRateCurvature second = new ClosedLoopForceRateCurvature(robot).copy();
            int width = 4 * count;
            double[] hessian = new double[width * width];
            BaseMotion told = surrounded ? base : null;
            ExternalWrenches acting = surrounded ? wrenches : null;
            first.compute(told, x[0], x[1], x[2], x[3], acting, matrices[0], matrices[1], matrices[2], matrices[3]);
            second.compute(told, x[0], x[1], x[2], x[3], acting, mu, hessian);
            double[] pose = new double[robot.jointCount()];
            second.kinematics().positions(pose);
            List<Dual<Dual<Dual<Real>>>> efforts = new TextbookLoops(robot, pose)
                    .efforts(alongTime(0), alongTime(1), alongTime(2), this::around, y -> Dual.constant(constant(y)));
            // the wrench on the base comes first
            double expected = 0;
            double[] rates = new double[count];
            for (int k = 0; k < count; k++) {
                Dual<Dual<Real>> rate = efforts.get(6 + k).derivative();
                expected += mu[k] * rate.derivative().derivative().value();
                rates[k] = rate.real().derivative().value();
            }
            double actual = 0;
            double size = 1;
            double[] along = new double[count];
            for (int i = 0; i < width; i++) {
                for (int k = 0; k < width; k++) {
                    actual += a[i] * hessian[i * width + k] * b[k];
                    size = Math.max(size, Math.abs(hessian[i * width + k]));
                    Agreement.check("symmetry", hessian[i * width + k] / size, hessian[k * width + i] / size, 1e-11);
                }
                for (int k = 0; k < count; k++) {
                    along[k] += matrices[i / count][k * count + i % count] * a[i];
                }
            }
            Agreement.check("first derivatives", along, rates, 1e-10);
            Agreement.check("second derivatives", actual / size, expected / size, 1e-10);
        }

        /** A derivative of the motion, varied in both directions, and its rate. */
        private List<Dual<Dual<Dual<Real>>>> alongTime(int order) {
            List<Dual<Dual<Dual<Real>>>> list = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                list.add(new Dual<>(varied(order, k), varied(order + 1, k)));
            }
            return list;
        }

        private Dual<Dual<Real>> varied(int order, int k) {
            int at = order * count + k;
            return new Dual<>(Dual.of(x[order][k], a[at]), Dual.of(b[at], 0));
        }

        private Motion<Dual<Dual<Dual<Real>>>> around(Motion<Dual<Dual<Dual<Real>>>> motion) {
            if (!surrounded) {
                return motion;
            }
            TextbookRobot<Dual<Dual<Real>>> still =
                    TextbookRobot.of(robot.toBuilder().withoutLoops().build(), LoopRateDerivativesTest::constant);
            Twist v = base.velocityInBase();
            Twist acceleration = base.accelerationInBase();
            Twist jerk = base.jerkInBase();
            Motion<Dual<Dual<Dual<Real>>>> surroundings = Motion.atRest(still, still.zeros())
                    .withBase(new dev.catena.textbook.BaseMotion<>(
                            new Placement<>(
                                    Matrix.of(base.pose().rotation(), LoopRateDerivativesTest::constant),
                                    constant(base.pose().position())),
                            constant(v.linear()),
                            constant(v.angular()),
                            constant(acceleration.linear()),
                            constant(acceleration.angular()),
                            constant(jerk.linear()),
                            constant(jerk.angular())))
                    .withLoads(Map.of(
                            body(),
                            new Load<>(
                                    new Wrench<>(constant(load[0]), constant(load[1])),
                                    new Wrench<>(constant(load[2]), constant(load[3])))))
                    .alongTime();
            return motion.withBase(surroundings.base()).withLoads(surroundings.loads());
        }
    }
}
