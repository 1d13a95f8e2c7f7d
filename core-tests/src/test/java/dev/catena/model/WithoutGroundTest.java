package dev.catena.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.api.Test;

/** What is bolted to the ground weighs nothing afterwards; what moves is as it was. */
class WithoutGroundTest {
    private static final SpatialInertia INERTIA =
            SpatialInertia.aboutCenterOfMass(2, new Vector3(0.1, 0.2, 0.3), InertiaTensor.diagonal(0.4, 0.5, 0.6));

    private static final Rotor ROTOR = new Rotor(0.01, 50, "pedestal", Vector3.Z).with(INERTIA);

    private static final RobotModel ROBOT = RobotModel.builder("arm on a pedestal")
            .base("floor", INERTIA)
            .link(Joint.fixed("bolts", "floor", "pedestal"), INERTIA)
            .link(
                    Joint.revolute("shoulder", "pedestal", "arm")
                            .with(JointGeometry.of(Pose.IDENTITY, Vector3.Y))
                            .with(Drive.of(ROTOR)),
                    INERTIA)
            .link(Joint.fixed("flange", "arm", "tool"), INERTIA)
            .build();

    @Test
    void onlyTheGroundLosesItsInertia() {
        RobotModel moving = ROBOT.withoutGround();
        assertThat(moving.bodies().stream().map(body -> body.inertia().mass())).containsExactly(0.0, 0.0, 2.0, 2.0);
        assertThat(moving.joints().stream().map(Joint::geometry))
                .containsExactlyElementsOf(
                        ROBOT.joints().stream().map(Joint::geometry).toList());
        assertThat(moving.isVariantOf(ROBOT)).isTrue();
    }

    @Test
    void torquesStayWhatTheyAre() {
        RandomNumbers random = new RandomNumbers(1);
        double[] q = random.vector(1, 2);
        double[] qd = random.vector(1, 2);
        double[] qdd = random.vector(1, 2);
        double[] expected = new double[1];
        double[] actual = new double[1];
        new InverseDynamics(ROBOT).compute(q, qd, qdd, expected);
        new InverseDynamics(ROBOT.withoutGround()).compute(q, qd, qdd, actual);
        Agreement.check("torque", actual, expected, 1e-14);
    }
}
