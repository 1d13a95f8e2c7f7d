package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.kinematics.BaseMotion;
import dev.catena.testkit.Allocations;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Algorithms of closed loops allocate nothing. */
class LoopAllocationTest {
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
        double[][] ofCut = new double[3][6 * count];
        assertThat(Allocations.bytes(() -> {
                    sensitivity.compute(q, m.qd(), m.qdd(), matrix[0], matrix[1], matrix[2]);
                    sensitivity.computeCutWrenches();
                    sensitivity.cutWrench(0, ofCut[0], ofCut[1], ofCut[2]);
                }))
                .isZero();
        ClosedLoopCurvature curvature = new ClosedLoopCurvature(m.robot());
        double[] hessian = new double[9 * count * count];
        assertThat(Allocations.bytes(() -> curvature.compute(q, m.qd(), m.qdd(), qdd, hessian)))
                .isZero();
        ClosedLoopForceRateSensitivity rates = new ClosedLoopForceRateSensitivity(m.robot());
        ClosedLoopForceRateCurvature rateCurvature = new ClosedLoopForceRateCurvature(m.robot());
        double[] byJerk = new double[count * count];
        double[] wide = new double[16 * count * count];
        assertThat(Allocations.bytes(() -> {
                    rates.compute(q, m.qd(), m.qdd(), qdd, matrix[0], matrix[1], matrix[2], byJerk);
                    rateCurvature.compute(q, m.qd(), m.qdd(), qdd, qdd, wide);
                }))
                .isZero();
        ClosedLoopCurvature floating = new ClosedLoopCurvature(m.robot().withFloatingBase());
        int width = 6 + count;
        double[] mu = new double[width];
        BaseMotion base = new BaseMotion();
        double[] large = new double[9 * width * width];
        assertThat(Allocations.bytes(() -> floating.computeFloating(base, q, m.qd(), m.qdd(), null, mu, large)))
                .isZero();
    }
}
