package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A five-bar whose hips are geared together has one freedom; it is the five-bar with q₂ = k q₁ + c. */
class GearedLoopTest {
    private static final double FACTOR = -0.7;
    private static final double OFFSET = 2.46;
    private static final double Q = 1.75;
    private static final double RATE = 0.9;
    private static final double ACCELERATION = -1.3;
    private static final double JERK = 4.1;

    private static RobotModelBuilder bars() {
        RobotModelBuilder builder = RobotModel.builder("bars").gravity(0, -9.81, 0);
        link(builder, "hip1", "base", 0, 1.0);
        link(builder, "hip2", "base", 0.3, 1.1);
        link(builder, "knee1", "hip1_body", 0.25, 0.7);
        link(builder, "knee2", "hip2_body", 0.25, 0.8);
        return builder.cut(new CutJoint(
                "tip",
                CutKind.REVOLUTE,
                "knee1_body",
                Pose.translation(0.32, 0, 0),
                "knee2_body",
                Pose.translation(0.32, 0, 0)));
    }

    private static void link(RobotModelBuilder builder, String name, String parent, double x, double mass) {
        builder.link(
                Joint.revolute(name, parent, name + "_body")
                        .at(Pose.translation(x, 0, 0), Vector3.Z)
                        .with(new Friction(0.1, 0.05, 0.1))
                        .with(Drive.reflected(0.03)),
                SpatialInertia.aboutCenterOfMass(
                        mass, new Vector3(0.12, 0.01, 0), InertiaTensor.diagonal(0.001, 0.006, 0.0065)));
    }

    private static final RobotModel FREE =
            assembled(bars().active("hip1", "hip2"), Map.of("hip1", 1.8, "hip2", 1.2, "knee1", -1.0, "knee2", 1.1));

    private static final RobotModel GEARED = assembled(
            bars().coupling("hip2", "hip1", FACTOR, OFFSET).active("hip1"),
            Map.of("hip1", 1.8, "knee1", -1.0, "knee2", 1.1));

    static RobotModel geared() {
        return GEARED;
    }

    private static RobotModel assembled(RobotModelBuilder builder, Map<String, Double> pose) {
        pose.forEach(builder::assembly);
        return builder.build();
    }

    private static double[] both(double leader) {
        return new double[] {leader, FACTOR * leader};
    }

    private static double[] position() {
        return new double[] {Q, FACTOR * Q + OFFSET};
    }

    private static double[] one(double value) {
        return new double[] {value};
    }

    private static double gathered(double[] efforts) {
        return efforts[0] + FACTOR * efforts[1];
    }

    @Test
    void posesAreThoseOfTheFiveBar() {
        LoopKinematics free = new LoopKinematics(FREE);
        LoopKinematics geared = new LoopKinematics(GEARED);
        assertThat(free.close(position())).isEqualTo(LoopStatus.CLOSED);
        assertThat(geared.close(one(Q))).isEqualTo(LoopStatus.CLOSED);
        double[] all = new double[4];
        double[] some = new double[3];
        free.positions(all);
        geared.positions(some);
        Agreement.check("positions", some, new double[] {all[0], all[2], all[3]}, 1e-12);
    }

    @Test
    void effortsRatesAndAccelerations() {
        double[] efforts = new double[2];
        double[] rates = new double[2];
        double[] effort = new double[1];
        double[] rate = new double[1];
        new ClosedLoopForceRate(FREE).compute(position(), both(RATE), both(ACCELERATION), both(JERK), efforts, rates);
        new ClosedLoopForceRate(GEARED).compute(one(Q), one(RATE), one(ACCELERATION), one(JERK), effort, rate);
        Agreement.check("effort of rates", effort[0], gathered(efforts), 1e-12);
        Agreement.check("rate", rate[0], gathered(rates), 1e-11);

        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(GEARED);
        ClosedLoopInverseDynamics ofFree = new ClosedLoopInverseDynamics(FREE);
        inverse.compute(one(Q), one(RATE), one(ACCELERATION), effort);
        Agreement.check("effort", effort[0], gathered(efforts), 1e-12);
        ofFree.compute(position(), both(RATE), both(ACCELERATION), efforts);
        double[] wrench = new double[6];
        double[] wrenchOfFree = new double[6];
        inverse.computeCutWrenches();
        ofFree.computeCutWrenches();
        inverse.cutWrench(0, wrench);
        ofFree.cutWrench(0, wrenchOfFree);
        Agreement.check("cut wrench", wrench, wrenchOfFree, 1e-11);

        double[] acceleration = new double[1];
        new ClosedLoopForwardDynamics(GEARED).compute(one(Q), one(RATE), effort, acceleration);
        Agreement.check("acceleration", acceleration[0], ACCELERATION, 1e-10);
    }

    @Test
    void derivatives() {
        double[][] all = new double[3][4];
        double[][] out = new double[3][1];
        new ClosedLoopSensitivity(FREE).compute(position(), both(RATE), both(ACCELERATION), all[0], all[1], all[2]);
        new ClosedLoopSensitivity(GEARED).compute(one(Q), one(RATE), one(ACCELERATION), out[0], out[1], out[2]);
        for (int k = 0; k < 3; k++) {
            Agreement.check("derivative " + k, out[k][0], both(all[k], 0, 2), 1e-11);
        }
    }

    @Test
    void derivativesOfRates() {
        double[][] all = new double[4][4];
        double[][] out = new double[4][1];
        new ClosedLoopForceRateSensitivity(FREE)
                .compute(position(), both(RATE), both(ACCELERATION), both(JERK), all[0], all[1], all[2], all[3]);
        new ClosedLoopForceRateSensitivity(GEARED)
                .compute(one(Q), one(RATE), one(ACCELERATION), one(JERK), out[0], out[1], out[2], out[3]);
        double[] hessian = new double[64];
        double[] ofLeader = new double[16];
        new ClosedLoopForceRateCurvature(FREE)
                .compute(position(), both(RATE), both(ACCELERATION), both(JERK), both(1), hessian);
        new ClosedLoopForceRateCurvature(GEARED)
                .compute(one(Q), one(RATE), one(ACCELERATION), one(JERK), one(1), ofLeader);
        for (int i = 0; i < 4; i++) {
            Agreement.check("derivative " + i, out[i][0], both(all[i], 0, 2), 1e-11);
            for (int k = 0; k < 4; k++) {
                double expected = both(hessian, 16 * i + 2 * k, 8);
                Agreement.check("second derivative", ofLeader[4 * i + k], expected, 1e-10);
            }
        }
    }

    /** (1, k) times a 2 × 2 block times (1, k). */
    private static double both(double[] matrix, int at, int width) {
        return matrix[at] + FACTOR * (matrix[at + 1] + matrix[at + width]) + FACTOR * FACTOR * matrix[at + width + 1];
    }

    @Test
    void aHeldHipLeavesAFourBar() {
        RobotModel fourBar = FREE.withHeld("hip2", 1.2);
        double[] effort = new double[1];
        double[] efforts = new double[2];
        new ClosedLoopInverseDynamics(fourBar).compute(one(Q), one(RATE), one(ACCELERATION), effort);
        new ClosedLoopInverseDynamics(FREE)
                .compute(new double[] {Q, 1.2}, new double[] {RATE, 0}, new double[] {ACCELERATION, 0}, efforts);
        Agreement.check("effort", effort[0], efforts[0], 1e-12);
    }

    @Test
    void aTurnOfALeaderIsNoTurnOfAllThatFollowIt() {
        assertThat(FREE.returnsAfterTurn(0)).isTrue();
        assertThat(GEARED.returnsAfterTurn(0)).isFalse();
        LoopKinematics geared = new LoopKinematics(GEARED);
        assertThat(geared.close(one(Q))).isEqualTo(LoopStatus.CLOSED);
        assertThat(geared.close(one(Q + 2 * Math.PI))).isNotEqualTo(LoopStatus.CLOSED);
    }
}
