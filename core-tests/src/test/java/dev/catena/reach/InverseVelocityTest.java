package dev.catena.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InverseVelocityTest {
    /** Two links of one meter in a plane. */
    private static final RobotModel PLANAR = planar();

    private static RobotModel planar() {
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        JointGeometry link = JointGeometry.standardDenavitHartenberg(0, 0, 1, 0);
        return RobotModel.builder("planar")
                .link(Joint.revolute("joint1", "base", "link1").with(link), inertia)
                .link(Joint.revolute("joint2", "link1", "link2").with(link), inertia)
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 9})
    void theBodyMovesAsWanted(int joints) {
        Random random = new Random(joints);
        RobotModel robot = RandomRobots.chain(joints, joints).build();
        String body = robot.bodies().get(joints).name();
        InverseVelocity inverse = new InverseVelocity(robot, body, 0.5, 1e-6);
        Kinematics kinematics = new Kinematics(robot);
        for (int k = 0; k < 10; k++) {
            double[] q = random.doubles(joints, -2, 2).toArray();
            double[] twist = random.doubles(6, -1, 1).toArray();
            double[] acceleration = random.doubles(6, -1, 1).toArray();
            double[] qd = new double[joints];
            double[] qdd = new double[joints];
            double[] found = new double[6];
            inverse.velocities(q, twist, qd);
            assertThat(inverse.isDamped()).isFalse();
            assertThat(inverse.residual()).isLessThan(1e-9);
            inverse.accelerations(q, qd, acceleration, qdd);
            kinematics.compute(q, qd, qdd);
            kinematics.velocityInWorld(robot.bodyIndex(body), found);
            Agreement.check("velocity", found, twist, 1e-9);
            kinematics.accelerationInWorld(robot.bodyIndex(body), found);
            Agreement.check("acceleration", found, acceleration, 1e-7);
        }
    }

    /** Stretched out, no joint moves the tip along the arm: the least gain of the tip falls to zero, and joints do not race. */
    @Test
    void nearSingularPosesJointsAreHeldBack() {
        InverseVelocity inverse = new InverseVelocity(PLANAR, "link2", 1e-3, 0.05);
        double[] along = {1, 0, 0, 0, 0, 0};
        double[] qd = new double[2];
        inverse.velocities(new double[] {0, 1.2}, along, qd);
        assertThat(inverse.isDamped()).isFalse();
        for (double bend : new double[] {0, 1e-9, 1e-4, 1e-2, 0.05}) {
            inverse.velocities(new double[] {0, bend}, along, qd);
            assertThat(inverse.isDamped()).as("bent by %s", bend).isTrue();
            assertThat(Math.hypot(qd[0], qd[1])).isLessThanOrEqualTo(1 / 0.05);
            assertThat(inverse.gain()).isCloseTo(bend / Math.sqrt(5), within(1e-3 + bend / 20));
        }
        inverse.velocities(new double[2], along, qd);
        assertThat(inverse.residual()).isCloseTo(1, within(1e-12));
    }

    @Test
    void fewJointsDoWhatTheyCan() {
        InverseVelocity inverse = new InverseVelocity(PLANAR, "link2", 1e-6, 1e-3);
        double[] qd = new double[2];
        inverse.velocities(new double[] {0, Math.PI / 2}, new double[] {-1, 0, 7, 0, 0, 0}, qd);
        // the tip at (1, 1) moves along −x: the elbow turns
        assertThat(qd[0]).isCloseTo(0, within(1e-9));
        assertThat(qd[1]).isCloseTo(1, within(1e-9));
        assertThat(inverse.residual()).isCloseTo(7, within(1e-9));
    }

    @Test
    void copiesAndMistakes() {
        InverseVelocity inverse = new InverseVelocity(PLANAR, "link2", 0.1, 1e-3).copy();
        double[] qd = new double[2];
        inverse.velocities(new double[] {0.3, 1}, new double[6], qd);
        assertThat(qd).containsExactly(0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> new InverseVelocity(PLANAR, "link2", 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new InverseVelocity(PLANAR, "link2", 1, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InverseVelocity(PLANAR.withFloatingBase(), "link2", 1, 1));
    }
}
