package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Without springs the algorithms of elastic robots are those of rigid ones. All their vectors have one length then, so that
 * any two may be mistaken for each other.
 */
class RobotsWithoutSpringsTest {
    private static final RobotModel MODEL = RandomDrives.rigid(
            RandomRobots.tree(5, 7).prismaticShare(0.3).friction().bodyFrames().build(), 5);
    private static final int N = MODEL.jointCount();

    private final RandomMotion motion =
            RandomMotion.of(MODEL, 5).withMovingBase(5).withLoads(5);
    private final double[] q = motion.q();
    private final double[] qd = motion.qd();
    private final double[] qdd = motion.qdd();
    private final double[] tau = motion.qddd();
    private final double[] out = new double[N];
    private final double[] expected = new double[N];

    @Test
    void elasticAlgorithmsAreTheRigidOnes() {
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(MODEL);
        InverseDynamics rigidInverse = new InverseDynamics(MODEL);
        assertThat(inverse.coordinates().size()).isEqualTo(N);
        assertThat(inverse.coordinates().motorCount()).isZero();
        assertThat(inverse.coordinates().elasticJoints()).isEmpty();
        assertThat(inverse.coordinates().model()).isSameAs(MODEL);
        inverse.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), out);
        rigidInverse.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), expected);
        Agreement.check("torques", out, expected, 1e-14);
        for (int body = 0; body < MODEL.bodies().size(); body++) {
            assertThat(inverse.jointWrenchInBody(body)).isEqualTo(rigidInverse.jointWrenchInBody(body));
        }
        inverse.generalizedForces(out);
        Agreement.check("rows", out, expected, 1e-14);

        ElasticForwardDynamics forward = new ElasticForwardDynamics(inverse.coordinates());
        ForwardDynamics rigidForward = ForwardDynamics.of(MODEL);
        forward.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), out);
        rigidForward.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), expected);
        Agreement.check("accelerations", out, expected, 1e-14);
        forward.computeJointWrenches();
        rigidForward.computeJointWrenches();
        for (int body = 0; body < MODEL.bodies().size(); body++) {
            assertThat(forward.jointWrenchInBody(body)).isEqualTo(rigidForward.jointWrenchInBody(body));
        }

        ElasticMatrices matrices = new ElasticMatrices(inverse.coordinates());
        double[] matrix = new double[N * N];
        double[] expectedMatrix = new double[N * N];
        matrices.compute(q, qd);
        matrices.jointInertia(matrix);
        new MassMatrix(MODEL).compute(q, expectedMatrix);
        Agreement.check("inertia", matrix, expectedMatrix, 1e-14);
        matrices.bias(out);
        rigidInverse.bias(q, qd, expected);
        Agreement.check("bias", out, expected, 1e-14);
        matrices.motorInertia(new double[0]);

        FlexibleJointDynamics flexible = new FlexibleJointDynamics(MODEL);
        double[] accelerations = new double[N];
        flexible.inverse(q, qd, qdd, accelerations, out);
        rigidInverse.compute(q, qd, qdd, expected);
        Agreement.check("torques", out, expected, 1e-12);
        assertThat(accelerations).containsExactly(qdd);

        ElasticFeedForward feedForward = new ElasticFeedForward(MODEL);
        assertThat(feedForward.order()).isEqualTo(2);
        double[][] given = {new double[N], new double[N], new double[N]};
        feedForward.compute(new double[][] {q, qd, qdd}, given[0], given[1], given[2], out);
        assertThat(given).isDeepEqualTo(new double[][] {q, qd, qdd});
        Agreement.check("feed-forward", out, expected, 1e-12);
    }

    private void refused(String words, Runnable call) {
        double[][] before = {q.clone(), qd.clone(), qdd.clone(), tau.clone()};
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same array")
                .hasMessageContaining(words);
        assertThat(new double[][] {q, qd, qdd, tau}).isDeepEqualTo(before);
    }

    @Test
    void outputsAreArraysOfTheirOwn() {
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(MODEL);
        refused("tauOut and q ", () -> inverse.compute(q, qd, qdd, q));
        refused("tauOut and qd ", () -> inverse.compute(q, qd, qdd, qd));
        refused("tauOut and qdd ", () -> inverse.compute(q, qd, qdd, qdd));

        ElasticForwardDynamics forward = new ElasticForwardDynamics(MODEL);
        refused("qddOut and q ", () -> forward.compute(q, qd, tau, q));
        refused("qddOut and qd ", () -> forward.compute(q, qd, tau, qd));
        refused("qddOut and tau ", () -> forward.compute(q, qd, tau, tau));

        FlexibleJointDynamics flexible = new FlexibleJointDynamics(MODEL);
        refused("qddOut and tau ", () -> flexible.forward(q, qd, tau, tau));
        refused("tauOut and qddOut", () -> flexible.inverse(q, qd, qdd, out, out));

        ElasticFeedForward feedForward = new ElasticFeedForward(MODEL);
        double[][] joints = {q, qd, qdd};
        String[] names = {"qOut", "qdOut", "qddOut", "tauOut"};
        for (int a = 0; a < 4; a++) {
            for (double[] input : joints) {
                double[][] outputs = new double[4][N];
                outputs[a] = input;
                refused(
                        names[a] + " and joints",
                        () -> feedForward.compute(joints, outputs[0], outputs[1], outputs[2], outputs[3]));
            }
            for (int b = 0; b < a; b++) {
                double[][] outputs = new double[4][N];
                outputs[a] = outputs[b];
                refused(
                        names[a] + " and " + names[b],
                        () -> feedForward.compute(joints, outputs[0], outputs[1], outputs[2], outputs[3]));
            }
        }

        TaylorInverseDynamics taylor = new TaylorInverseDynamics(MODEL, 1);
        double[][] motions = {q, qd, qdd, tau};
        for (double[] input : motions) {
            refused("rowsOut and motion", () -> taylor.compute(motions, new double[][] {new double[N], input}));
        }
        refused("rowsOut and rowsOut", () -> taylor.compute(motions, new double[][] {out, out}));
        for (int slot = 0; slot < 3; slot++) {
            for (int d = 0; d < 2; d++) {
                double[][][] inputs = {{q, qd}, {qdd, tau}, {new double[N], new double[N]}};
                double[][] rows = {new double[N], inputs[slot][d]};
                refused(
                        "rowsOut and " + "qva".charAt(slot),
                        () -> taylor.computeInertial(inputs[0], inputs[1], inputs[2], true, rows));
            }
        }
        refused("rowsOut and v", () -> taylor.addFriction(new double[][] {q, qd}, new double[][] {out, qd}));
    }

    /** Efforts and energies beyond the range of numbers are not handed out. */
    @Test
    void whatOverflowsIsSaid() {
        double[] far = new double[N];
        Arrays.fill(far, 1e308);
        double[] zero = new double[N];
        TaylorInverseDynamics taylor = new TaylorInverseDynamics(MODEL, 0);
        double[][] rows = {new double[N]};
        assertThatThrownBy(() -> taylor.compute(new double[][] {zero, far, far}, rows))
                .isInstanceOf(NumericalException.class);
        assertThatThrownBy(() -> new ElasticFeedForward(MODEL)
                        .compute(new double[][] {zero, far, far}, new double[N], out, new double[N], new double[N]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("tauOut");
    }
}
