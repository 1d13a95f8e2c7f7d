package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
        double largest = Math.max(Math.abs(apart.x()), Math.max(Math.abs(apart.y()), Math.abs(apart.z())))
                / Extent.of(robot).length();
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

    /** Lengths along the axes of the body that is held, and the sine of the angle, or of that between axes that stay together. */
    @ParameterizedTest
    @EnumSource(CutKind.class)
    void gapsAreThoseOfThePoses(CutKind kind) {
        RobotModel robot = robot(false);
        int n = robot.jointCount();
        double[] q = numbers(n, 1);
        List<CutJoint> contacts = contact(robot, false, kind, q);
        double[] away = numbers(n, 0.01);
        for (int k = 0; k < n; k++) {
            away[k] += q[k];
        }
        CutJoint contact = contacts.get(0);
        Pose apart = place(robot, false, away, contact.second()).inverse().times(contact.firstFromJoint());
        Vector3 d = apart.position();
        Rotation R = apart.rotation();
        double linear = Math.max(Math.abs(d.x()), Math.abs(d.y()));
        double turn = Math.sqrt(square(R.zy() - R.yz()) + square(R.xz() - R.zx()) + square(R.yx() - R.xy())) / 2;
        double distance = kind == CutKind.PRISMATIC ? linear : Math.max(linear, Math.abs(d.z()));
        double angle = switch (kind) {
            case PRISMATIC, FIXED -> turn;
            case SPHERICAL -> 0;
            case UNIVERSAL -> Math.abs(R.yx());
            case REVOLUTE -> Math.hypot(R.xz(), R.yz());
        };
        ConstraintProjection projection = new ConstraintProjection(robot, contacts);
        double[] step = new double[n];
        double gap = projection.closePositions(null, away, new double[6], step);
        double length = Extent.of(robot).length();
        assertThat(gap).isCloseTo(Math.max(distance / length, angle), within(1e-14));
        ConstrainedForwardDynamics forward = new ConstrainedForwardDynamics(robot, contacts);
        forward.compute(null, away, new double[n], new double[n], null, new double[n]);
        assertThat(forward.gap()).isCloseTo(Math.max(distance, angle), within(1e-14));
        // the next gap is of second order
        for (int k = 0; k < n; k++) {
            away[k] += step[k];
        }
        assertThat(projection.closePositions(null, away, new double[6], step)).isLessThan(50 * gap * gap);
    }

    private static double square(double x) {
        return x * x;
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

    /** Whatever accelerations are given, what is added makes them keep the ties, and those that do are left alone. */
    @ParameterizedTest
    @CsvSource({"REVOLUTE, true", "FIXED, true", "SPHERICAL, false"})
    void accelerationsAreBroughtToTheTies(CutKind kind, boolean floating) {
        RobotModel robot = robot(floating);
        int n = robot.jointCount();
        double[] q = numbers(n, 1);
        double[] qd = numbers(n, 1);
        double[] qdd = numbers(n, 5);
        BaseMotion base = floating ? base().velocityInBase(0.3, -0.2, 0.5, 0.1, 0.7, -0.4) : null;
        ConstraintProjection projection = new ConstraintProjection(robot, contact(robot, floating, kind, q));
        double[] baseStep = new double[6];
        double[] step = new double[n];
        double[] ofBase = {1, -2, 0.5, 3, 0.2, -1};
        double[] broken = new double[2];
        for (int pass = 0; pass < 2; pass++) {
            if (base != null) {
                base.accelerationInBase(ofBase[0], ofBase[1], ofBase[2], ofBase[3], ofBase[4], ofBase[5]);
            }
            broken[pass] = projection.closeAccelerations(base, q, qd, qdd, baseStep, step);
            for (int k = 0; k < n; k++) {
                qdd[k] += step[k];
            }
            for (int k = 0; k < 6; k++) {
                ofBase[k] += baseStep[k];
            }
        }
        assertThat(broken[0]).isGreaterThan(0.1);
        assertThat(broken[1]).isLessThan(1e-12 * (1 + broken[0]));
    }

    /** Joints that are held stay, others close the ties; rows are the velocities of frames, and of the coordinate of a hinge or slide. */
    @ParameterizedTest
    @CsvSource({"REVOLUTE, true", "PRISMATIC, true", "REVOLUTE, false"})
    void rowsAreVelocitiesAndHeldJointsStay(CutKind kind, boolean floating) {
        RobotModel robot = robot(floating);
        int n = robot.jointCount();
        double[] q = numbers(n, 1);
        List<CutJoint> contacts = contact(robot, floating, kind, q);
        ConstraintProjection projection = new ConstraintProjection(robot, contacts);
        double[] qd = numbers(n, 1);
        BaseMotion base = floating ? base().velocityInBase(0.3, -0.2, 0.5, 0.1, 0.7, -0.4) : null;
        double[] u = new double[(floating ? 6 : 0) + n];
        if (floating) {
            System.arraycopy(new double[] {0.3, -0.2, 0.5, 0.1, 0.7, -0.4}, 0, u, 0, 6);
        }
        System.arraycopy(qd, 0, u, u.length - n, n);
        double[] baseStep = new double[6];
        double[] step = new double[n];
        double broken = projection.closeVelocities(base, q, qd, baseStep, step);
        assertThat(projection.rows()).isEqualTo(5);
        double most = 0;
        double[] row = new double[u.length];
        for (int r = 0; r < 5; r++) {
            projection.row(r, row);
            most = Math.max(most, Math.abs(product(row, u)));
        }
        assertThat(most).isCloseTo(broken, within(1e-13));
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(base, q, qd, null, null);
        int hand = robot.bodyIndex(contacts.get(0).second());
        Vector3 axis = contacts.get(0).firstFromJoint().rotation().apply(Vector3.Z);
        Vector3 velocity = kind == CutKind.REVOLUTE
                ? kinematics.velocityInWorld(hand).angular()
                : kinematics.velocityInWorld(hand).linear();
        projection.coordinateRow(0, row);
        assertThat(product(row, u)).isCloseTo(axis.dot(velocity), within(1e-13));

        boolean[] held = new boolean[n];
        held[1] = true;
        projection.hold(held);
        double again = projection.closeVelocities(base, q, qd, baseStep, step);
        assertThat(again).isCloseTo(broken, within(1e-13));
        assertThat(step[1]).isZero();
        if (floating) {
            for (int k = 0; k < n; k++) {
                qd[k] += step[k];
            }
            for (int k = 0; k < 6; k++) {
                u[k] += baseStep[k];
            }
            BaseMotion moved = base().velocityInBase(u[0], u[1], u[2], u[3], u[4], u[5]);
            assertThat(projection.closeVelocities(moved, q, qd, baseStep, step)).isLessThan(1e-12);
        }
        projection.hold(null);
        double unused = projection.closeVelocities(base, q, numbers(n, 1), baseStep, step);
        assertThat(step[1]).isNotZero();
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }
}
