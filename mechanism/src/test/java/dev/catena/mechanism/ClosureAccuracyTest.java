package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.DoubleDouble;
import dev.catena.textbook.Dual;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coordinates and G against the closure in numbers of twice the digits, near singular poses too. */
class ClosureAccuracyTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void ofMechanisms(TestMechanisms.Moving m) {
        LoopKinematics kinematics = new LoopKinematics(m.robot());
        RandomNumbers random = new RandomNumbers(3);
        for (int k = 0; k < 3; k++) {
            double[] q = m.q().clone();
            for (int i = 0; i < q.length; i++) {
                q[i] += random.between(-0.01, 0.01);
            }
            check(m.robot(), kinematics, q);
        }
    }

    /** A four-bar that is driven by its rocker, nearer and nearer to a dead point. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8})
    void nearADeadPoint(double distance) {
        RobotModel robot = LoopStatusTest.drivenByTheRocker();
        double dead = LoopStatusTest.DEAD;
        LoopKinematics kinematics = new LoopKinematics(robot);
        check(robot, kinematics, new double[] {dead + distance});
        // a warm start is as good
        check(robot, kinematics, new double[] {dead + 1.001 * distance});
    }

    private static void check(RobotModel robot, LoopKinematics kinematics, double[] q) {
        assertThat(kinematics.close(q)).isEqualTo(LoopStatus.CLOSED);
        int n = robot.jointCount();
        double[] positions = new double[n];
        double[] rates = new double[n * q.length];
        kinematics.positions(positions);
        kinematics.rates(rates);
        // of what rounding leaves in the equations J⁺ makes this of coordinates, and J⁺ again of G
        double condition = kinematics.closure().condition();
        double ofPositions = 1e-13 + 2e-15 * condition;
        double ofRates = 1e-12 + 2e-15 * condition * condition;
        TextbookLoops textbook = new TextbookLoops(robot, positions);
        for (int k = 0; k < q.length; k++) {
            List<Dual<DoubleDouble>> varied = new ArrayList<>();
            for (int l = 0; l < q.length; l++) {
                varied.add(new Dual<>(DoubleDouble.of(q[l]), DoubleDouble.of(l == k ? 1 : 0)));
            }
            List<Dual<DoubleDouble>> exact = textbook.close(varied, x -> Dual.constant(DoubleDouble.of(x)));
            double size = 0;
            for (int i = 0; i < n; i++) {
                size = Math.max(size, Math.abs(exact.get(i).derivative().value()));
            }
            for (int i = 0; i < n; i++) {
                assertThat(Math.abs(positions[i] - exact.get(i).real().value()))
                        .as("joint %d, condition %s", i, condition)
                        .isLessThan(ofPositions);
                assertThat(Math.abs(rates[i * q.length + k]
                                - exact.get(i).derivative().value()))
                        .as("rate of joint %d, condition %s", i, condition)
                        .isLessThan(ofRates * size);
            }
        }
    }
}
