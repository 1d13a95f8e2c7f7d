package dev.catena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Body;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomRobotsTest {
    @Test
    void theSameSeedGivesTheSameRobotAndMotion() {
        RobotModel robot = RandomRobots.everything(5, 20);
        assertThat(RandomRobots.everything(5, 20)).isEqualTo(robot);
        assertThat(RandomRobots.everything(6, 20)).isNotEqualTo(robot);
        assertThat(RandomMotion.of(robot, 5).q())
                .containsExactly(RandomMotion.of(robot, 5).q());
        assertThat(RandomMotion.of(robot, 6).q())
                .isNotEqualTo(RandomMotion.of(robot, 5).q());
    }

    /** So that tests on odd robots are tests of what is odd. */
    @Test
    void oddRobotsHaveAllThatIsOdd() {
        assertThat(OddRobots.of(5, 8)).isEqualTo(OddRobots.of(5, 8));
        List<RobotModel> robots =
                LongStream.range(0, 200).mapToObj(seed -> OddRobots.of(seed, 8)).toList();
        assertThat(robots).anyMatch(robot -> robot.gravity().equals(Vector3.ZERO));
        List<Joint> joints =
                robots.stream().flatMap(robot -> robot.joints().stream()).toList();
        assertThat(joints).extracting(Joint::kind).contains(JointKind.values());
        assertThat(joints)
                .anyMatch(joint -> joint.geometry().parentFromJoint().equals(Pose.IDENTITY))
                .anyMatch(joint -> joint.geometry().axisInJoint().equals(new Vector3(0, 0, -1)))
                .anyMatch(joint -> joint.drive().rotor() != null
                        && !joint.drive().rotor().carrier().equals(joint.parent()));
        double[] masses = robots.stream()
                .flatMap(robot -> robot.bodies().stream())
                .mapToDouble(body -> body.inertia().mass())
                .sorted()
                .toArray();
        assertThat(masses[0]).isZero();
        double least = Arrays.stream(masses).filter(mass -> mass > 0).min().orElseThrow();
        assertThat(masses[masses.length - 1] / least).isGreaterThan(1e11);
    }

    @Test
    void aPlainChainIsPlain() {
        RobotModel chain = RandomRobots.chain(1, 10).build();
        assertThat(chain.jointCount()).isEqualTo(10);
        for (int body = 1; body <= 10; body++) {
            Joint joint = chain.jointOf(body).orElseThrow();
            assertThat(chain.parent(body)).isEqualTo(body - 1);
            assertThat(joint.kind()).isEqualTo(JointKind.REVOLUTE);
            assertThat(joint.geometry().jointFromBody()).isEqualTo(Pose.IDENTITY);
            assertThat(joint.friction().isZero()).isTrue();
            assertThat(joint.drive().reflectedInertia()).isZero();
            assertThat(joint.drive().rotor()).isNull();
        }
        assertThat(chain.base().inertia().isZero()).isTrue();
    }

    /** So that the tests on robots with everything are tests of everything. */
    @Test
    void aRobotWithEverythingHasEverything() {
        RobotModel robot = RandomRobots.everything(42, 12);
        List<Joint> moving = robot.movingJoints();
        List<Body> bodies = robot.bodies();
        assertThat(robot.inertiaPolicy()).isEqualTo(InertiaPolicy.STRICT);
        assertThat(robot.joints()).anyMatch(joint -> joint.kind() == JointKind.REVOLUTE);
        assertThat(robot.joints()).anyMatch(joint -> joint.kind() == JointKind.PRISMATIC);
        assertThat(robot.joints()).anyMatch(joint -> joint.kind() == JointKind.FIXED);
        assertThat(bodies).anyMatch(body -> body.inertia().isZero());
        assertThat(robot.base().inertia().isZero()).isFalse();
        assertThat(moving).anyMatch(joint -> !joint.geometry().jointFromBody().equals(Pose.IDENTITY));
        assertThat(moving).anyMatch(joint -> joint.friction().smoothingVelocity() > 0);
        assertThat(moving).anyMatch(joint -> joint.friction().smoothingVelocity() == 0);
        assertThat(moving).allMatch(joint -> joint.drive().reflectedInertia() > 0);
        assertThat(moving)
                .anyMatch(joint -> joint.drive().rotor() != null
                        && !joint.drive().rotor().carrier().equals(joint.parent()));
        assertThat(bodies)
                .as("a body with several children")
                .anyMatch(body -> robot.joints().stream()
                                .filter(joint -> joint.parent().equals(body.name()))
                                .count()
                        > 1);
        boolean topological = true;
        for (int k = 0; k < moving.size(); k++) {
            String parent = moving.get(k).parent();
            topological &= moving.subList(k, moving.size()).stream()
                    .noneMatch(later -> later.child().equals(parent));
        }
        assertThat(topological).as("coordinates in the order of the tree").isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyMovingJointMovesAMass(long seed) {
        assertThat(RandomRobots.everything(seed, 30).warnings()).isEmpty();
    }
}
