package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm of closed loops promises: no allocation, untouched inputs, a past without influence. */
class LoopContractTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void nothingIsAllocated(TestMechanisms.Moving m) {
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(m.robot());
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(m.robot());
        ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(m.robot());
        int count = m.q().length;
        double[] efforts = new double[count];
        double[] qdd = new double[count];
        double[] wrench = new double[6];
        double[][] matrix = new double[3][count * count];
        double[] q = m.q().clone();
        int[] calls = new int[1];
        Runnable code = () -> {
            // back and forth, so that every call has a pose to find
            q[0] = m.q()[0] + (calls[0]++ % 2 == 0 ? 1e-3 : -1e-3);
            inverse.compute(q, m.qd(), m.qdd(), efforts);
            inverse.computeCutWrenches();
            inverse.cutWrench(0, wrench);
            forward.compute(q, m.qd(), efforts, qdd);
        };
        assertThat(Allocations.bytes(code)).isZero();
        assertThat(Allocations.bytes(() -> sensitivity.compute(q, m.qd(), m.qdd(), matrix[0], matrix[1], matrix[2])))
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void inputsStayAndThePastDoesNotMatter(TestMechanisms.Moving m) {
        int count = m.q().length;
        double[] q = m.q().clone();
        double[] qd = m.qd().clone();
        double[] qdd = m.qdd().clone();
        double[] fresh = new double[count];
        new ClosedLoopInverseDynamics(m.robot()).compute(q, qd, qdd, fresh);
        assertThat(q).isEqualTo(m.q());
        assertThat(qd).isEqualTo(m.qd());
        assertThat(qdd).isEqualTo(m.qdd());
        ClosedLoopInverseDynamics used = new ClosedLoopInverseDynamics(m.robot());
        RandomNumbers random = new RandomNumbers(5);
        double[] efforts = new double[count];
        for (int k = 0; k < 20; k++) {
            double[] away = q.clone();
            for (int i = 0; i < count; i++) {
                away[i] += random.between(-0.02, 0.02);
            }
            used.compute(away, random.vector(count, 2), random.vector(count, 2), efforts);
        }
        assertThatThrownBy(() -> used.compute(nan(count), qd, qdd, efforts))
                .isInstanceOf(IllegalArgumentException.class);
        used.compute(q, qd, qdd, efforts);
        Agreement.check("reused", efforts, fresh, 1e-11);
    }

    private static double[] nan(int count) {
        double[] values = new double[count];
        java.util.Arrays.fill(values, Double.NaN);
        return values;
    }
}
