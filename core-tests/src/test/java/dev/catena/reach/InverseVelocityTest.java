package dev.catena.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
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
        assertThatIllegalArgumentException().isThrownBy(() -> new InverseVelocity(PLANAR, List.of(), 1, 1));
        InverseVelocity floating = new InverseVelocity(PLANAR.withFloatingBase(), "link2", 1, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> floating.velocities(new double[2], new double[6], qd))
                .withMessageContaining("float");
    }

    /** Two bodies of a tree, one of them at a point beside its origin. */
    @Test
    void severalTargetsMoveAsWanted() {
        RobotModel robot = RandomRobots.chain(21, 9).build();
        Vector3 point = new Vector3(0.1, -0.2, 0.3);
        List<PoseTarget> targets = List.of(
                PoseTarget.position(robot.bodies().get(5).name()).at(point).weighing(2),
                PoseTarget.orientation(robot.bodies().get(9).name()),
                PoseTarget.position(robot.bodies().get(9).name()));
        InverseVelocity inverse = new InverseVelocity(robot, targets, 0.5, 1e-6);
        Random random = new Random(9);
        double[] q = random.doubles(9, -2, 2).toArray();
        double[] twists = random.doubles(18, -1, 1).toArray();
        double[] accelerations = random.doubles(18, -1, 1).toArray();
        double[] qd = new double[9];
        double[] qdd = new double[9];
        inverse.velocities(q, twists, qd);
        assertThat(inverse.residual()).isLessThan(1e-9);
        inverse.accelerations(q, qd, accelerations, qdd);
        assertThat(inverse.residual()).isLessThan(1e-9);
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q, qd, qdd);
        Twist hand = kinematics.velocityInWorld(9);
        near(hand.angular(), twists, 9);
        near(hand.linear(), twists, 12);
        near(kinematics.accelerationInWorld(9).linear(), accelerations, 12);
        Vector3 arm = kinematics.worldFromBody(5).rotation().apply(point);
        Twist carrier = kinematics.velocityInWorld(5);
        near(carrier.linear().plus(carrier.angular().cross(arm)), twists, 0);
        Twist carried = kinematics.accelerationInWorld(5);
        near(
                carried.linear()
                        .plus(carried.angular().cross(arm))
                        .plus(carrier.angular().cross(carrier.angular().cross(arm))),
                accelerations,
                0);
    }

    private static void near(Vector3 found, double[] wanted, int at) {
        Agreement.check("motion", found.toArray(), Arrays.copyOfRange(wanted, at, at + 3), 1e-8);
    }

    /** A later target has what is left, and does not disturb the first; where nothing is left it is damped. */
    @Test
    void earlierTargetsComeFirst() {
        RobotModel robot = RandomRobots.chain(5, 7).build();
        String hand = robot.bodies().get(7).name();
        String elbow = robot.bodies().get(4).name();
        double[] q = new Random(1).doubles(7, -2, 2).toArray();
        double[] twists = new Random(2).doubles(12, -1, 1).toArray();
        double[] alone = new double[7];
        double[] both = new double[7];
        InverseVelocity first = new InverseVelocity(robot, hand, 0.5, 1e-3);
        first.velocities(q, Arrays.copyOf(twists, 6), alone);
        InverseVelocity inverse = new InverseVelocity(
                robot, List.of(PoseTarget.pose(hand), PoseTarget.position(elbow).withPriority(1)), 0.5, 1e-3);
        inverse.velocities(q, twists, both);
        assertThat(inverse.residual()).isLessThan(1e-9);
        // one freedom is left for three rows
        assertThat(inverse.isDamped()).isTrue();
        assertThat(missed(robot, elbow, q, both, twists)).isLessThan(missed(robot, elbow, q, alone, twists));
    }

    private static double missed(RobotModel robot, String body, double[] q, double[] qd, double[] twists) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q, qd);
        Vector3 wanted = new Vector3(twists[6], twists[7], twists[8]);
        return kinematics
                .velocityInWorld(robot.bodyIndex(body))
                .linear()
                .minus(wanted)
                .norm();
    }

    @Test
    void aFloatingBaseMovesToo() {
        RobotModel robot = RandomRobots.tree(6, 8).build().withFloatingBase();
        String body = robot.bodies().get(8).name();
        InverseVelocity inverse = new InverseVelocity(robot, body, 0.5, 1e-6);
        Random random = new Random(4);
        double[] q = random.doubles(8, -2, 2).toArray();
        double[] wanted = random.doubles(6, -1, 1).toArray();
        BaseMotion base = new BaseMotion()
                .pose(new Pose(Rotation.fromRollPitchYaw(0.3, -2, 1), new Vector3(1, 2, 3)))
                .accelerationInBase(9, 9, 9, 9, 9, 9);
        double[] baseTwist = new double[6];
        double[] qd = new double[8];
        inverse.velocitiesFloating(base, q, wanted, baseTwist, qd);
        assertThat(inverse.residual()).isLessThan(1e-10);
        Rotation worldFromBase = base.pose().rotation();
        BaseMotion moving = new BaseMotion()
                .pose(base.pose())
                .velocityInBase(
                        worldFromBase.inverse().apply(new Vector3(baseTwist[0], baseTwist[1], baseTwist[2])),
                        worldFromBase.inverse().apply(new Vector3(baseTwist[3], baseTwist[4], baseTwist[5])));
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(moving, q, qd, null, null);
        double[] found = new double[6];
        kinematics.velocityInWorld(8, found);
        Agreement.check("velocity", found, wanted, 1e-9);

        double[] baseAcceleration = new double[6];
        double[] qdd = new double[8];
        inverse.accelerationsFloating(moving, q, qd, wanted, baseAcceleration, qdd);
        moving.accelerationInBase(
                worldFromBase
                        .inverse()
                        .apply(new Vector3(baseAcceleration[0], baseAcceleration[1], baseAcceleration[2])),
                worldFromBase
                        .inverse()
                        .apply(new Vector3(baseAcceleration[3], baseAcceleration[4], baseAcceleration[5])));
        kinematics.compute(moving, q, qd, qdd, null);
        kinematics.accelerationInWorld(8, found);
        Agreement.check("acceleration", found, wanted, 1e-8);
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = RandomRobots.chain(5, 7).build().withFloatingBase();
        InverseVelocity inverse = new InverseVelocity(
                robot,
                List.of(
                        PoseTarget.pose(robot.bodies().get(7).name()),
                        PoseTarget.position(robot.bodies().get(4).name()).withPriority(1)),
                0.5,
                10);
        double[] q = new Random(1).doubles(7, -2, 2).toArray();
        double[] wanted = new Random(1).doubles(12, -2, 2).toArray();
        double[] base = new double[6];
        double[] out = new double[7];
        BaseMotion still = new BaseMotion();
        assertThat(Allocations.bytes(() -> {
                    inverse.velocitiesFloating(still, q, wanted, base, out);
                    inverse.accelerationsFloating(still, q, q, wanted, base, out);
                }))
                .isZero();
        assertThat(inverse.isDamped()).isTrue();
    }
}
