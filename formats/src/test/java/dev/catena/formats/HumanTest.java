package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.ground.GroundReaction;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The walking human against the program that the numbers of chapter V were made with. */
class HumanTest {
    private static final double TOLERANCE = 1e-9;
    private static final Golden GOLDEN = Golden.sensitivityPlanningElastic();
    private static final RobotModel HUMAN = ShippedRobots.load("human");

    @Test
    void weighsWhatDeLevaSays() {
        assertThat(HUMAN.totalMass()).isCloseTo(73, within(1e-9));
        assertThat(HUMAN.jointNames()).hasSize(55);
    }

    @Test
    void inverseDynamicsAndItsDerivatives() {
        double[] q = GOLDEN.array("gait/inverse_dynamics_sample/q");
        double[] qd = GOLDEN.array("gait/inverse_dynamics_sample/qdot");
        double[] qdd = GOLDEN.array("gait/inverse_dynamics_sample/qddot");
        double[] tau = new double[55];
        new InverseDynamics(HUMAN).compute(q, qd, qdd, tau);
        Agreement.check("tau", tau, GOLDEN.array("gait/inverse_dynamics_sample/tau"), TOLERANCE);

        double[] byPosition = new double[55 * 55];
        double[] byVelocity = new double[55 * 55];
        double[] byAcceleration = new double[55 * 55];
        new TorqueSensitivity(HUMAN).compute(q, qd, qdd, byPosition, byVelocity, byAcceleration);
        Agreement.check(
                "dtau/dq",
                rowSums(byPosition, 0, 55, 55),
                GOLDEN.array("gait/inverse_dynamics_sample/dtau_dq_row_sums"),
                TOLERANCE);
        Agreement.check(
                "dtau/dqd",
                rowSums(byVelocity, 0, 55, 55),
                GOLDEN.array("gait/inverse_dynamics_sample/dtau_dqdot_row_sums"),
                TOLERANCE);
    }

    private static double[] rowSums(double[] matrix, int from, int count, int stride) {
        double[] sums = new double[55];
        for (int row = 0; row < 55; row++) {
            for (int c = 0; c < count; c++) {
                sums[row] += matrix[row * stride + from + c];
            }
        }
        return sums;
    }

    @Test
    void groundReactionInSingleSupport() {
        JsonNode sample = GOLDEN.at("gait/two_step_GRF_samples/single_support_right_t0.30");
        GroundReaction ground = new GroundReaction(HUMAN, List.of(Foot.sole("foot_r")));
        ground.compute(
                Golden.array(sample.get("q")),
                Golden.array(sample.get("qdot")),
                Golden.array(sample.get("qddot")),
                Footing.on(1, 0),
                new double[6]);
        check(sample, ground);
        double[] jacobian = new double[ground.rowCount() * ground.columnCount()];
        ground.derivatives(jacobian);
        String[] orders = {"dq", "dqdot", "dqddot"};
        for (int order = 0; order < 3; order++) {
            Agreement.check(
                    orders[order],
                    rowSums(jacobian, 55 * order, 55, ground.columnCount()),
                    Golden.array(sample.get("dtau_row_sums").get(orders[order])),
                    TOLERANCE);
        }
    }

    /** By the thesis' weights, which are the distances of the feet from the zero-moment point. */
    @Test
    void groundReactionInDoubleSupport() {
        JsonNode sample = GOLDEN.at("gait/two_step_GRF_samples/double_support_t0.55");
        GroundReaction ground = new GroundReaction(HUMAN, List.of(Foot.sole("foot_r"), Foot.sole("foot_l")));
        double right = sample.get("weights").get("r").doubleValue();
        ground.compute(
                Golden.array(sample.get("q")),
                Golden.array(sample.get("qdot")),
                Golden.array(sample.get("qddot")),
                Footing.none(2).sharing(0, right).sharing(1, 1 - right),
                new double[12]);
        check(sample, ground);
    }

    private static void check(JsonNode sample, GroundReaction ground) {
        double[] wrench = new double[6];
        ground.resultant(wrench);
        Agreement.check(
                "GRF", new double[] {wrench[0], wrench[1], wrench[2]}, Golden.array(sample.get("GRF")), TOLERANCE);
        Vector3 point = ground.zeroMomentPoint(0);
        Agreement.check("ZMP", point.toArray(), Golden.array(sample.get("ZMP")), TOLERANCE);
        assertThat(ground.freeMoment(0)).isCloseTo(sample.get("free_moment").doubleValue(), within(1e-9));
        double[] rows = new double[ground.rowCount()];
        ground.rows(rows);
        double[] expected = Golden.array(sample.get("tau"));
        for (int k = 0; k < 55; k++) {
            assertThat(rows[k]).as("torque %s", k).isCloseTo(expected[k], within(1e-9));
        }
        // nothing is left over for the pelvis
        for (int k = 0; k < 6; k++) {
            assertThat(rows[k]).isCloseTo(0, within(1e-9));
        }
    }
}
