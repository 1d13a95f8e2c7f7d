package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Poses and velocities that contacts allow: the nearest ones. */
class ConstraintProjectionTest {
    private final Random random = new Random(3);

    private static RobotModel robot(boolean floating) {
        RobotModel tree =
                RandomRobots.chain(6, 7).prismaticShare(0.3).baseInertia().build();
        return floating ? tree.toBuilder().floating().build() : tree;
    }

    /** Where a base is that floats. */
    private static BaseMotion base() {
        return new BaseMotion().pose(0.3, -0.2, 0.5, 0.1, 0.2, -0.1, 1);
    }

    private static Pose place(RobotModel robot, boolean floating, double[] q, String body) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(floating ? base() : null, q, null, null, null);
        return kinematics.worldFromBody(robot.bodyIndex(body));
    }

    /** The last body held to the world where it is at q. */
    private static List<CutJoint> contact(RobotModel robot, boolean floating, CutKind kind, double[] q) {
        String body = robot.joints().get(robot.joints().size() - 1).child();
        return List.of(CutJoint.contact("hand", kind, place(robot, floating, q, body), body, Pose.IDENTITY));
    }

    private double[] numbers(int count, double size) {
        return random.doubles(count, -size, size).toArray();
    }

    /** Newton's method: the gap is that of the bodies, and falls with its square. */
    @ParameterizedTest
    @CsvSource({"SPHERICAL, false", "REVOLUTE, false", "SPHERICAL, true"})
    void gapsFallWithTheirSquare(CutKind kind, boolean floating) {
        RobotModel robot = robot(floating);
        int n = robot.jointCount();
        double[] q = numbers(n, 1);
        List<CutJoint> contacts = contact(robot, floating, kind, q);
        ConstraintProjection projection = new ConstraintProjection(robot, contacts);
        double[] away = q.clone();
        double[] change = numbers(n, 0.01);
        for (int k = 0; k < n; k++) {
            away[k] += change[k];
        }
        double[] baseStep = new double[6];
        double[] step = new double[n];
        double before = projection.closePositions(floating ? base() : null, away, baseStep, step);
        CutJoint contact = contacts.get(0);
        Vector3 apart = place(robot, floating, away, contact.second())
                .inverse()
                .apply(contact.firstFromJoint().position());
        double largest = Math.max(Math.abs(apart.x()), Math.max(Math.abs(apart.y()), Math.abs(apart.z())));
        assertThat(before).isBetween(largest * (1 - 1e-12), 0.1);
        assertThat(largest).isGreaterThan(1e-3);
        if (kind == CutKind.SPHERICAL) {
            assertThat(before).isCloseTo(largest, within(1e-14));
        }
        if (floating) {
            assertThat(baseStep).doesNotContain(0);
            return;
        }
        assertThat(baseStep).containsOnly(0);
        for (int k = 0; k < n; k++) {
            away[k] += step[k];
        }
        double after = projection.closePositions(null, away, baseStep, step);
        assertThat(after).isLessThan(20 * before * before);
    }

    /** What is added keeps the ties, and is across all velocities that keep them, lengths counted by that of the robot. */
    @ParameterizedTest
    @CsvSource({"SPHERICAL, false", "REVOLUTE, false", "SPHERICAL, true", "REVOLUTE, true", "PRISMATIC, true"})
    void velocitiesChangeAsLittleAsPossible(CutKind kind, boolean floating) {
        RobotModel robot = robot(floating);
        int n = robot.jointCount();
        double[] q = numbers(n, 1);
        List<CutJoint> contacts = contact(robot, floating, kind, q);
        ConstraintProjection projection = new ConstraintProjection(robot, contacts);
        double[] allowed = new double[6 + n];
        double[] unused = project(projection, floating, q, allowed);
        double[] given = new double[6 + n];
        double[] step = project(projection.copy(), floating, q, given);
        double length = new ConstraintFrames(robot, contacts).length;
        double product = 0;
        double size = 0;
        for (int k = 0; k < 6 + n; k++) {
            boolean isLength =
                    k < 3 || (k >= 6 && robot.movingJoints().get(k - 6).kind() == JointKind.PRISMATIC);
            double weight = isLength ? 1 / (length * length) : 1;
            product += weight * step[k] * allowed[k];
            size += Math.abs(weight * step[k] * allowed[k]);
        }
        assertThat(length).isNotCloseTo(1, within(0.01));
        assertThat(size).isGreaterThan(0.01);
        assertThat(product).isCloseTo(0, within(1e-12 * size));
        assertThat(robot.baseKind() == BaseKind.FLOATING).isEqualTo(floating);
        Agreement.check("nothing is left to change", project(projection, floating, q, given), new double[6 + n], 1e-12);
    }

    /** Adds to base and joints what they lack, at random where they are zero; returns what was added. */
    private double[] project(ConstraintProjection projection, boolean floating, double[] q, double[] velocities) {
        int n = q.length;
        boolean fresh = Arrays.stream(velocities).allMatch(v -> v == 0);
        if (fresh) {
            System.arraycopy(numbers(6 + n, 1), 0, velocities, 0, 6 + n);
            if (!floating) {
                Arrays.fill(velocities, 0, 6, 0);
            }
        }
        BaseMotion moving = base().velocityInBase(
                        velocities[0], velocities[1], velocities[2], velocities[3], velocities[4], velocities[5]);
        double[] baseStep = new double[6];
        double[] jointStep = new double[n];
        double broken = projection.closeVelocities(
                floating ? moving : null, q, Arrays.copyOfRange(velocities, 6, 6 + n), baseStep, jointStep);
        if (fresh) {
            assertThat(broken).isGreaterThan(0.1);
        } else {
            assertThat(broken).isLessThan(1e-12);
        }
        double[] step = Arrays.copyOf(baseStep, 6 + n);
        System.arraycopy(jointStep, 0, step, 6, n);
        for (int k = 0; k < 6 + n; k++) {
            velocities[k] += step[k];
        }
        return step;
    }
}
