package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Real;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import dev.catena.tree.AppliedWrenches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Efforts of closed loops as series: derivatives, first and second, against series of dual numbers through the closure. */
class LoopEffortSeriesTest {
    private static final int ORDER = 2;
    private static final int TERMS = ORDER + 1;

    /** Two freedoms, and cut joints with friction, of which one slides; the forms themselves are those of LoopRateDerivativesTest. */
    static List<TestMechanisms.Moving> mechanisms() {
        List<TestMechanisms.Moving> all = TestMechanisms.all();
        return List.of(all.get(1), all.get(4), all.get(6));
    }

    private static Taylor<Dual<Dual<Real>>> constant(double x) {
        return Taylor.constant(Dual.constant(Dual.of(x, 0)), ORDER);
    }

    private static Vector<Taylor<Dual<Dual<Real>>>> constant(Vector3 v) {
        return Vector.of(v, LoopEffortSeriesTest::constant);
    }

    private static double[][] motion(TestMechanisms.Moving m, RandomNumbers random) {
        double[][] x = new double[ORDER + 3][];
        for (int d = 0; d < x.length; d++) {
            x[d] = d == 0 ? m.q() : d == 1 ? m.qd() : d == 2 ? m.qdd() : random.vector(m.q().length, 1);
        }
        return x;
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void agreesWithTheTextbook(TestMechanisms.Moving m) {
        RobotModel robot = m.robot();
        int count = m.q().length;
        int body = robot.bodies().size() - 1;
        RandomNumbers random = new RandomNumbers(5);
        double[][] x = motion(m, random);
        double[] a = random.vector(3 * count, 1);
        double[] b = random.vector(3 * count, 1);
        double[] lambda = random.vector(count * TERMS, 1);
        Vector3[] load = {random.vector3(2), random.vector3(1)};
        LoopEffortSeries series = new LoopEffortSeries(
                robot, ORDER, AppliedWrenches.of(new ExternalWrenches(robot).inBody(body, load[0], load[1])));
        assertThat(series.order()).isEqualTo(ORDER);
        double[] second = new double[9 * count * count * TERMS];
        // another motion before leaves nothing behind
        double[][] other = motion(m, random);
        other[1] = random.vector(count, 1);
        series.compute(other);
        series.curvature(random.vector(count * TERMS, 1), second);
        series.compute(x);
        series.curvature(lambda, second);

        LoopKinematics kinematics = new LoopKinematics(robot);
        assertThat(kinematics.close(x[0]).isClosed()).isTrue();
        double[] pose = new double[robot.jointCount()];
        kinematics.positions(pose);
        List<List<Taylor<Dual<Dual<Real>>>>> varied = varied(x, a, b);
        List<Taylor<Dual<Dual<Real>>>> efforts = new TextbookLoops(robot, pose)
                .efforts(
                        varied.get(0),
                        varied.get(1),
                        varied.get(2),
                        moving -> moving.withLoads(
                                Map.of(body, Load.constant(new Wrench<>(constant(load[0]), constant(load[1]))))),
                        LoopEffortSeriesTest::constant);
        check(series, efforts.subList(6, 6 + count), a, b, lambda, second);
    }

    /** Position, velocity and acceleration, which are varied in two directions, alike at all times. */
    private static List<List<Taylor<Dual<Dual<Real>>>>> varied(double[][] x, double[] a, double[] b) {
        List<List<Taylor<Dual<Dual<Real>>>>> varied = new ArrayList<>();
        int count = x[0].length;
        for (int o = 0; o < 3; o++) {
            List<Taylor<Dual<Dual<Real>>>> list = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                List<Dual<Dual<Real>>> derivatives = new ArrayList<>();
                for (int d = 0; d < TERMS; d++) {
                    double byA = d == 0 ? a[o * count + k] : 0;
                    double byB = d == 0 ? b[o * count + k] : 0;
                    derivatives.add(new Dual<>(Dual.of(x[o + d][k], byA), Dual.of(byB, 0)));
                }
                list.add(Taylor.ofDerivatives(derivatives));
            }
            varied.add(list);
        }
        return varied;
    }

    private static void check(
            LoopEffortSeries series,
            List<Taylor<Dual<Dual<Real>>>> efforts,
            double[] a,
            double[] b,
            double[] lambda,
            double[] second) {
        int count = series.size();
        double[] along = new double[count * TERMS];
        double[] twice = new double[TERMS];
        double[] values = new double[count * TERMS];
        double[] expectedAlong = new double[count * TERMS];
        double[] expectedTwice = new double[TERMS];
        double largest = 1;
        for (int e = 0; e < count * TERMS; e++) {
            Dual<Dual<Real>> exact = efforts.get(e / TERMS).c().get(e % TERMS);
            values[e] = exact.value();
            expectedAlong[e] = exact.real().derivative().value();
            for (int k = 0; k < 3 * count; k++) {
                along[e] += a[k] * series.slopes(k / count)[(e / TERMS * count + k % count) * TERMS + e % TERMS];
            }
            for (int i = 0; i + e % TERMS < TERMS; i++) {
                expectedTwice[i + e % TERMS] += lambda[e / TERMS * TERMS + i]
                        * exact.derivative().derivative().value();
            }
        }
        for (int e = 0; e < second.length; e++) {
            int entry = e / TERMS;
            twice[e % TERMS] += a[entry / (3 * count)] * second[e] * b[entry % (3 * count)];
            largest = Math.max(largest, Math.abs(second[e]));
        }
        Agreement.check("efforts", series.efforts(), values, 1e-11);
        Agreement.check("first derivatives", along, expectedAlong, 1e-10);
        for (int d = 0; d < TERMS; d++) {
            Agreement.check("second derivatives", twice[d] / largest, expectedTwice[d] / largest, 1e-10);
        }
    }

    @Test
    void nothingIsAllocated() {
        TestMechanisms.Moving m = TestMechanisms.golden("fivebar");
        for (RobotModel robot : List.of(m.robot(), m.robot().withFloatingBase())) {
            LoopEffortSeries series = new LoopEffortSeries(robot, ORDER, null);
            double[][] x = motion(m, new RandomNumbers(5));
            double[] lambda = new double[series.size() * TERMS];
            double[] second = new double[9 * series.size() * series.size() * TERMS];
            assertThat(Allocations.bytes(() -> {
                        series.compute(x);
                        series.curvature(lambda, second);
                    }))
                    .isZero();
        }
    }

    @Test
    void loopsThatDoNotCloseAreSaid() {
        TestMechanisms.Moving m = TestMechanisms.golden("fivebar");
        double[][] x = motion(m, new RandomNumbers(5));
        x[0] = new double[] {2.9, 0.1};
        LoopEffortSeries series = new LoopEffortSeries(m.robot(), ORDER, null);
        assertThatThrownBy(() -> series.compute(x)).isInstanceOf(LoopException.class);
    }
}
