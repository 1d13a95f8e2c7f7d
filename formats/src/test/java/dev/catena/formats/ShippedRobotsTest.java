package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.Drive;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedRobotsTest {
    static java.util.List<String> names() {
        return ShippedRobots.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyRobotLoadsAndNamesItsSource(String name) {
        RobotModel robot = ShippedRobots.load(name);
        assertThat(robot.name()).isEqualTo(name);
        assertThat(ShippedRobots.source(name)).hasSizeGreaterThan(80);
        assertThat(robot.totalMass()).isPositive();
        if (robot.inertiaPolicy() == InertiaPolicy.STRICT) {
            assertThat(robot.warnings()).isEmpty();
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> ShippedRobots.load("stanfrd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean \"stanford\"?")
                .hasMessageContaining("puma560");
    }

    /** Golden case guarino.stanford, quintic motion at half a second, without and with the motors' inertia. */
    @Test
    void stanfordGivesTheGoldenTorques() {
        double[] from = {Math.PI / 2, 0, 0, Math.PI / 2, Math.PI / 4, Math.PI / 2};
        double[] to = {Math.PI / 4, Math.PI / 2, 2, Math.PI / 4, Math.PI / 2, 0};
        double[] golden = {
            -3.12902078718827,
            5.14065913916229,
            81.1012471640274,
            -0.256503198779731,
            -1.89611039202203,
            -0.00100196935399476
        };
        double[] ia = {0.953, 2.193, 0.782, 0.106, 0.097, 0.02};
        double t = 0.25;
        double[] q = new double[6];
        double[] qd = new double[6];
        double[] qdd = new double[6];
        for (int k = 0; k < 6; k++) {
            double delta = to[k] - from[k];
            q[k] = from[k] + delta * (10 * Math.pow(t, 3) - 15 * Math.pow(t, 4) + 6 * Math.pow(t, 5));
            qd[k] = delta / 2 * (30 * t * t - 60 * Math.pow(t, 3) + 30 * Math.pow(t, 4));
            qdd[k] = delta / 4 * (60 * t - 180 * t * t + 120 * Math.pow(t, 3));
        }
        RobotModel robot = ShippedRobots.load("stanford");
        double[] tau = torque(robot, q, qd, qdd);
        double[] withoutMotors = torque(withoutDrives(robot), q, qd, qdd);
        for (int k = 0; k < 6; k++) {
            assertThat(withoutMotors[k]).as("joint %s", k).isCloseTo(golden[k], within(1e-11 * 81));
            assertThat(tau[k]).as("joint %s", k).isCloseTo(golden[k] + ia[k] * qdd[k], within(1e-11 * 81));
        }
    }

    /** Golden case nasser.srms, fast_rates: inverse dynamics of the golden accelerations gives the torques back. */
    @Test
    void srmsGivesTheGoldenTorques() {
        double[] q = {0.35, 1.05, -1.75, 0.6, -0.35, 0.25};
        double[] qd = {0.2, -0.3, 0.5, -0.6, 0.7, 0.8};
        double[] qdd = {
            -0.13704184448819243,
            -0.06427906188746298,
            0.18020704970970983,
            0.17658042429222193,
            -0.0742798301824862,
            6.849296511311762
        };
        double[] golden = {-120.0, 200.0, -90.0, 30.0, -25.0, 12.0};
        double[] tau = torque(ShippedRobots.load("srms"), q, qd, qdd);
        for (int k = 0; k < 6; k++) {
            // the inertia forces that cancel here are twenty times as large
            assertThat(tau[k]).as("joint %s", k).isCloseTo(golden[k], within(1e-11 * 4000));
        }
    }

    /** Gravity load and diagonal of the mass matrix at the nominal pose, as printed in Corke's toolbox manual. */
    @Test
    void pumaGivesThePublishedFigures() {
        RobotModel robot = ShippedRobots.load("puma560").withoutFriction();
        double[] q = {0, Math.PI / 4, Math.PI, 0, Math.PI / 4, 0};
        double[] zero = new double[6];
        double[] gravity = torque(robot, q, zero, zero);
        double[] load = {0, 31.6399, 6.0351, 0, 0.0283, 0};
        double[] diagonal = {3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941};
        for (int k = 0; k < 6; k++) {
            assertThat(gravity[k]).as("gravity %s", k).isCloseTo(load[k], within(6e-5));
            double[] unit = new double[6];
            unit[k] = 1;
            double[] tau = torque(robot, q, zero, unit);
            assertThat(tau[k] - gravity[k]).as("mass matrix %s", k).isCloseTo(diagonal[k], within(6e-5));
        }
    }

    /** The mass matrix of the book in its own symbols. */
    @Test
    void twoLinkArmHasTheMassMatrixOfTheBook() {
        double a1 = 1;
        double l1 = 0.5;
        double l2 = 0.5;
        double ml1 = 50;
        double ml2 = 50;
        double mm2 = 5;
        double il1 = 10;
        double il2 = 10;
        double im1 = 0.01;
        double im2 = 0.01;
        double kr = 100;
        double q2 = 0.7;
        double c2 = Math.cos(q2);
        double b11 = il1
                + ml1 * l1 * l1
                + kr * kr * im1
                + il2
                + ml2 * (a1 * a1 + l2 * l2 + 2 * a1 * l2 * c2)
                + im2
                + mm2 * a1 * a1;
        double b12 = il2 + ml2 * (l2 * l2 + a1 * l2 * c2) + kr * im2;
        double b22 = il2 + ml2 * l2 * l2 + kr * kr * im2;
        RobotModel robot = ShippedRobots.load("two-link");
        double[] q = {0.3, q2};
        double[] zero = new double[2];
        double[] gravity = torque(robot, q, zero, zero);
        double[] first = torque(robot, q, zero, new double[] {1, 0});
        double[] second = torque(robot, q, zero, new double[] {0, 1});
        assertThat(first[0] - gravity[0]).isCloseTo(b11, within(1e-11));
        assertThat(first[1] - gravity[1]).isCloseTo(b12, within(1e-11));
        assertThat(second[1] - gravity[1]).isCloseTo(b22, within(1e-11));
        double g2 = ml2 * l2 * 9.81 * Math.cos(0.3 + q2);
        double g1 = (ml1 * l1 + mm2 * a1 + ml2 * a1) * 9.81 * Math.cos(0.3) + g2;
        assertThat(gravity[0]).isCloseTo(g1, within(1e-10));
        assertThat(gravity[1]).isCloseTo(g2, within(1e-10));
    }

    @Test
    void pandaStandsAsItsManufacturerDrawsIt() {
        RobotModel robot = ShippedRobots.load("panda");
        Pose flange = RobotPoses.worldFromBody(robot, new double[7], "flange");
        Pose expected = new Pose(Rotation.fromMatrix(1, 0, 0, 0, -1, 0, 0, 0, -1), new Vector3(0.088, 0, 0.926));
        assertThat(RobotPoses.difference(flange, expected)).isLessThan(1e-15);
        assertThat(robot.joints().get(3).limits().upper()).isEqualTo(-0.0698);
        assertThat(robot.joints().get(6).limits().effortRate()).isEqualTo(1000);
    }

    @Test
    void scaraReachesDownward() {
        RobotModel robot = ShippedRobots.load("scara");
        Pose gripper = RobotPoses.worldFromBody(robot, new double[] {0, 0, 0.1, 0}, "gripper");
        assertThat(RobotPoses.difference(gripper.position(), new Vector3(0.6, 0, 0.287)))
                .isLessThan(1e-15);
        double[] zero = new double[4];
        // z points down, so gravity pulls the quill along and the drive holds it back
        double weight = (1.2 + 0.6) * 9.81;
        assertThat(torque(robot, zero, zero, zero)[2]).isCloseTo(-weight, within(1e-12));
    }

    private static RobotModel withoutDrives(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            builder.replace(joint.with(Drive.NONE));
        }
        return builder.build();
    }

    private static double[] torque(RobotModel robot, double[] q, double[] qd, double[] qdd) {
        double[] tau = new double[q.length];
        new InverseDynamics(robot).compute(q, qd, qdd, tau);
        return tau;
    }
}
