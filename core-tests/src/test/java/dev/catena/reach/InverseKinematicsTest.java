package dev.catena.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Coupling;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InverseKinematicsTest {
    private static final SpatialInertia INERTIA =
            SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));

    /** An arm with a spherical wrist and, like the PUMA, offsets at the shoulder. */
    private static RobotModel puma(double limit) {
        double[][] dh = {
            {0, 0, Math.PI / 2},
            {0, 0.4318, 0},
            {0.15005, 0.0203, -Math.PI / 2},
            {0.4318, 0, Math.PI / 2},
            {0, 0, -Math.PI / 2},
            {0, 0, 0}
        };
        RobotModelBuilder builder = RobotModel.builder("puma");
        for (int k = 0; k < 6; k++) {
            builder.link(
                    Joint.revolute("joint" + k, k == 0 ? "base" : "link" + (k - 1), "link" + k)
                            .with(JointGeometry.standardDenavitHartenberg(0, dh[k][0], dh[k][1], dh[k][2]))
                            .with(JointLimits.position(-limit, limit)),
                    INERTIA);
        }
        return builder.build();
    }

    private static double[] posture(RobotModel robot, Random random) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> {
                    double lower = Math.max(joint.limits().lower(), -3);
                    double upper = Math.min(joint.limits().upper(), 3);
                    return lower + (upper - lower) * random.nextDouble();
                })
                .toArray();
    }

    private static Pose poseOf(RobotModel robot, String body, double[] q) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q);
        return kinematics.worldFromBody(robot.bodyIndex(body));
    }

    private static String last(RobotModel robot) {
        return robot.bodies().get(robot.bodies().size() - 1).name();
    }

    private static void assertReached(RobotModel robot, String body, double[] q, Pose goal) {
        Pose found = poseOf(robot, body, q);
        assertThat(found.position().minus(goal.position()).norm()).isLessThan(1.1e-10);
        double[] turn = new double[3];
        assertThat(TurnBetween.rotations(
                        found.rotation().toArray(), goal.rotation().toArray(), turn))
                .isLessThan(1.1e-10);
        for (int j = 0; j < q.length; j++) {
            JointLimits limits = robot.movingJoints().get(j).limits();
            assertThat(q[j]).isBetween(limits.lower(), limits.upper());
        }
    }

    private static RobotModel limited(RobotModel robot, double limit) {
        RobotModelBuilder builder = robot.toBuilder();
        robot.movingJoints().forEach(joint -> builder.replace(joint.with(JointLimits.position(-limit, limit))));
        return builder.build();
    }

    /** Sliding and turning joints in any order, within limits. */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 9})
    void posesThatExistAreFound(int joints) {
        for (int seed = 1; seed <= 8; seed++) {
            RobotModel robot = limited(RandomRobots.chain(seed, joints).build(), 2.2);
            InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose(last(robot)));
            Random random = new Random(seed);
            for (int k = 0; k < 5; k++) {
                Pose goal = poseOf(robot, last(robot), posture(robot, random));
                reach.goal(0, goal);
                assertThat(reach.solve(posture(robot, random)))
                        .as("seed %s, goal %s", seed, k)
                        .isEqualTo(ReachStatus.REACHED);
                double[] q = new double[joints];
                reach.positions(q);
                assertReached(robot, last(robot), q, goal);
                assertThat(reach.positionError(0)).isLessThan(1e-10);
                assertThat(reach.turnError(0)).isLessThan(1e-10);
            }
        }
    }

    /** The same robot in another unit of length: the same turns, slides in that unit, the same part of its size missing. */
    @ParameterizedTest
    @ValueSource(doubles = {0x1p-30, 0x1p20, 0x1p30})
    void theUnitOfLengthDoesNotMatter(double unit) {
        for (int seed = 1; seed <= 3; seed++) {
            RobotModel robot = limited(RandomRobots.chain(seed, 7).build(), 2.2);
            RobotModel other = inUnits(robot, unit);
            Random random = new Random(seed);
            Pose goal = poseOf(robot, last(robot), posture(robot, random));
            double[] start = posture(robot, random);
            double[] q = found(robot, goal, start);
            double[] scaled =
                    found(other, new Pose(goal.rotation(), goal.position().times(unit)), inUnits(robot, start, unit));
            assertThat(scaled).containsExactly(inUnits(robot, q, unit), within(0.0));
        }
    }

    /** A robot that stands far away reaches what it reaches at home, as far as positions there have digits. */
    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e6, 1e9})
    void farFromTheOriginGoalsAreReached(double away) {
        RobotModel robot = puma(3);
        Joint first = robot.movingJoints().get(0);
        RobotModel far = robot.toBuilder()
                .replace(first.with(new JointGeometry(
                        Pose.translation(away, -away, 0),
                        Vector3.Z,
                        first.geometry().jointFromBody())))
                .build();
        Pose goal = poseOf(far, "link5", new double[] {0.4, -0.7, 0.9, 0.3, 0.8, -1.1});
        InverseKinematics reach = new InverseKinematics(far, PoseTarget.pose("link5"));
        reach.goal(0, goal);
        assertThat(reach.solve(new double[6])).isEqualTo(ReachStatus.REACHED);
        assertThat(reach.positionError(0)).isLessThan(1e-10 + 8 * Math.ulp(away));
    }

    private static double[] found(RobotModel robot, Pose goal, double[] start) {
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose(last(robot)));
        reach.goal(0, goal);
        assertThat(reach.solveNearest(start)).isEqualTo(ReachStatus.REACHED);
        double[] q = new double[robot.jointCount()];
        reach.positions(q);
        return q;
    }

    private static double[] inUnits(RobotModel robot, double[] q, double unit) {
        double[] scaled = q.clone();
        Arrays.setAll(scaled, j -> robot.movingJoints().get(j).kind() == JointKind.PRISMATIC ? unit * q[j] : q[j]);
        return scaled;
    }

    private static RobotModel inUnits(RobotModel robot, double unit) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            JointGeometry geometry = joint.geometry();
            double range = joint.kind() == JointKind.PRISMATIC ? unit : 1;
            builder.replace(joint.with(new JointGeometry(
                            inUnits(geometry.parentFromJoint(), unit),
                            geometry.axisInJoint(),
                            inUnits(geometry.jointFromBody(), unit)))
                    .with(JointLimits.position(
                            range * joint.limits().lower(),
                            range * joint.limits().upper())));
        }
        return builder.build();
    }

    private static Pose inUnits(Pose pose, double unit) {
        return new Pose(pose.rotation(), pose.position().times(unit));
    }

    @Test
    void whatIsOutOfReachIsAStatusAndNoPosture() {
        RobotModel robot = puma(3);
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.position("link5"));
        reach.goal(0, Pose.translation(2, 0, 0));
        assertThat(reach.solve(new double[6])).isEqualTo(ReachStatus.NOT_REACHED);
        assertThat(reach.isReached()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> reach.positions(new double[6]));
        reach.goal(0, Pose.translation(0.5, 0.2, 0.1));
        assertThat(reach.solve(new double[6])).isEqualTo(ReachStatus.REACHED);
        assertThat(reach.isReached()).isTrue();
        assertThat(ReachStatus.NOT_REACHED.words()).contains("limits");
    }

    /** Left or right, elbow up or down, wrist flipped or not: each found, none twice, and others are turns of these. */
    @Test
    void anArmWithASphericalWristHasEightSolutions() {
        RobotModel robot = puma(Math.PI);
        double[] q = {0.4, -0.7, 0.9, 0.3, 0.8, -1.1};
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(150), List.of(PoseTarget.pose("link5")));
        Pose goal = poseOf(robot, "link5", q);
        reach.goal(0, goal);
        List<double[]> solutions = reach.allSolutions(new double[6]);
        assertThat(solutions).hasSize(8);
        solutions.forEach(solution -> assertReached(robot, "link5", solution, goal));
        // flipping the wrist: q4 ± π, −q5, q6 ± π
        assertThat(solutions)
                .allSatisfy(a -> assertThat(solutions).anySatisfy(b -> {
                    for (int j = 0; j < 3; j++) {
                        assertThat(Math.IEEEremainder(a[j] - b[j], 2 * Math.PI)).isCloseTo(0, within(1e-7));
                    }
                    assertThat(a[4]).isCloseTo(-b[4], within(1e-7));
                    assertThat(Math.abs(Math.IEEEremainder(a[3] - b[3], 2 * Math.PI)))
                            .isCloseTo(Math.PI, within(1e-7));
                }));
    }

    /** The second goal cannot be met with the first: it comes as near as it can, and the first does not notice. */
    @Test
    void earlierPrioritiesComeFirst() {
        RobotModel robot = RandomRobots.chain(3, 7).build();
        String hand = last(robot);
        InverseKinematics reach =
                new InverseKinematics(robot, PoseTarget.position(hand).withPriority(1), PoseTarget.position(hand));
        Pose wanted = poseOf(robot, hand, posture(robot, new Random(4)));
        reach.goal(1, wanted);
        reach.goal(0, new Pose(Rotation.IDENTITY, wanted.position().plus(new Vector3(0, 0, 0.1))));
        assertThat(reach.solve(new double[7])).isEqualTo(ReachStatus.REACHED);
        assertThat(reach.positionError(1)).isLessThan(1e-10);
        assertThat(reach.positionError(0)).isCloseTo(0.1, within(1e-9));

        InverseKinematics both = new InverseKinematics(
                robot, PoseTarget.position(hand), PoseTarget.orientation(hand).withPriority(1));
        both.goal(0, wanted);
        both.goal(1, wanted);
        assertThat(both.solve(new double[7])).isEqualTo(ReachStatus.REACHED);
        assertThat(both.positionError(0)).isLessThan(1e-10);
        assertThat(both.turnError(1)).isLessThan(1e-6);
    }

    @Test
    void aFloatingRobotMovesItsBaseToo() {
        RobotModel robot = RandomRobots.tree(6, 12).build().withFloatingBase();
        String foot = robot.bodies().get(5).name();
        String hand = last(robot);
        Vector3 toe = new Vector3(0.1, -0.02, 0.03);
        InverseKinematics reach = new InverseKinematics(
                robot, PoseTarget.pose(foot).at(toe), PoseTarget.position(hand).weighing(2));
        Kinematics kinematics = new Kinematics(robot);
        Pose base = new Pose(Rotation.fromRollPitchYaw(0.3, -2, 1), new Vector3(1, 2, 3));
        kinematics.compute(new BaseMotion().pose(base), posture(robot, new Random(5)), null, null, null);
        Pose footThere = kinematics.worldFromBody(5);
        Pose footGoal = new Pose(
                footThere.rotation(),
                footThere.position().plus(footThere.rotation().apply(toe)));
        Pose handGoal = kinematics.worldFromBody(robot.bodyIndex(hand));
        reach.goal(0, footGoal);
        reach.goal(1, handGoal);
        assertThat(reach.solveFloating(Pose.IDENTITY, new double[12])).isEqualTo(ReachStatus.REACHED);
        double[] q = new double[12];
        reach.positions(q);
        kinematics.compute(new BaseMotion().pose(reach.worldFromBase()), q, null, null, null);
        Pose footFound = kinematics.worldFromBody(5);
        assertThat(footFound
                        .position()
                        .plus(footFound.rotation().apply(toe))
                        .minus(footGoal.position())
                        .norm())
                .isLessThan(2e-10);
        assertThat(kinematics
                        .worldFromBody(robot.bodyIndex(hand))
                        .position()
                        .minus(handGoal.position())
                        .norm())
                .isLessThan(2e-10);
    }

    /** What is left of the way to the posture would be noticed: it is normal to all motions that keep the pose. */
    @Test
    void theNearestSolutionIsStationary() {
        RobotModel robot = RandomRobots.chain(11, 7).build();
        Random random = new Random(2);
        double[] rest = posture(robot, random);
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(6), List.of(PoseTarget.pose(last(robot))));
        double[] around = rest.clone();
        Arrays.setAll(around, j -> rest[j] + 0.4 * random.nextGaussian());
        Pose goal = poseOf(robot, last(robot), around);
        reach.goal(0, goal);
        assertThat(reach.solveNearest(rest)).isEqualTo(ReachStatus.REACHED);
        double[] q = new double[7];
        reach.positions(q);
        assertReached(robot, last(robot), q, goal);
        double[] way = new double[7];
        Arrays.setAll(way, j -> rest[j] - q[j]);
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q);
        double[] jacobian = new double[42];
        new Jacobian(robot).compute(kinematics, robot.bodyIndex(last(robot)), jacobian);
        // the self-motion of seven joints: the vector of 6×6 minors, which J maps to zero
        double[] selfMotion = SelfMotion.of(jacobian);
        double along = 0;
        for (int j = 0; j < 7; j++) {
            along += way[j] * selfMotion[j];
        }
        assertThat(along).isCloseTo(0, within(1e-6));
        double distance = Math.sqrt(Arrays.stream(way).map(x -> x * x).sum());
        double known = 0;
        for (int j = 0; j < 7; j++) {
            known += (around[j] - rest[j]) * (around[j] - rest[j]);
        }
        assertThat(distance).isLessThanOrEqualTo(Math.sqrt(known) + 1e-9);
    }

    @Test
    void theSameQuestionHasTheSameAnswerAndAllocatesNothing() {
        RobotModel robot = puma(3);
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose("link5"));
        double[] pose = new double[12];
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(new double[] {0.4, -0.7, 0.9, 0.3, 0.8, -1.1});
        kinematics.worldFromBody(6, pose);
        reach.goal(0, pose);
        InverseKinematics other = reach.copy();
        other.goal(0, pose);
        double[] start = {0, 0.1, 0, 0, 0.1, 0};
        assertThat(other.solve(start)).isEqualTo(ReachStatus.REACHED);
        double[] a = new double[6];
        double[] b = new double[6];
        other.positions(a);
        ReachStatus[] status = new ReachStatus[1];
        long bytes = Allocations.bytes(() -> {
            status[0] = reach.solve(start);
            reach.positions(b);
        });
        assertThat(status[0]).isEqualTo(ReachStatus.REACHED);
        assertThat(b).isEqualTo(a);
        assertThat(bytes).isZero();
    }

    /** The base goes where the goal is, and joints stay as they are wanted. */
    @Test
    void theNearestPostureOfAFloatingRobotIsTheGivenOne() {
        RobotModel robot = limited(RandomRobots.chain(4, 7).build(), 2).withFloatingBase();
        double[] rest = posture(robot, new Random(8));
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(3), List.of(PoseTarget.pose(last(robot))));
        Pose goal = new Pose(Rotation.fromRollPitchYaw(1, 0.2, -2), new Vector3(5, 6, -7));
        reach.goal(0, goal);
        assertThat(reach.solveNearestFloating(Pose.IDENTITY, rest)).isEqualTo(ReachStatus.REACHED);
        double[] q = new double[7];
        reach.positions(q);
        for (int j = 0; j < 7; j++) {
            assertThat(q[j]).isCloseTo(rest[j], within(1e-8));
        }
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(new BaseMotion().pose(reach.worldFromBase()), q, null, null, null);
        assertThat(kinematics.worldFromBody(7).position().minus(goal.position()).norm())
                .isLessThan(2e-10);
    }

    /** Joints that follow others move with them, and keep within their limits. */
    @Test
    void coupledJointsFollow() {
        RobotModel free = RandomRobots.chain(12, 8).build();
        RobotModelBuilder builder = free.toBuilder();
        free.movingJoints().forEach(joint -> builder.replace(joint.with(JointLimits.position(-2, 2))));
        String leader = free.jointNames().get(1);
        String follower = free.jointNames().get(6);
        RobotModel robot =
                builder.coupling(new Coupling(follower, leader, -0.5, 0.2)).build();
        assertThat(robot.jointCount()).isEqualTo(7);
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose(last(robot)));
        Random random = new Random(31);
        double[] q = new double[7];
        for (int k = 0; k < 5; k++) {
            Pose goal = poseOf(robot, last(robot), posture(robot, random));
            reach.goal(0, goal);
            assertThat(reach.solve(posture(robot, random))).isEqualTo(ReachStatus.REACHED);
            reach.positions(q);
            assertReached(robot, last(robot), q, goal);
            // the same by the tree without coupling
            double[] all = new double[8];
            for (int j = 0; j < 8; j++) {
                String name = free.jointNames().get(j);
                all[j] = name.equals(follower) ? -0.5 * q[robot.coordinate(leader)] + 0.2 : q[robot.coordinate(name)];
            }
            assertReached(free, last(free), all, goal);
        }
    }

    /** Stretched out, all joints move the hand alike at first. */
    @Test
    void aSingularStartIsNoHindrance() {
        RobotModel robot = puma(3);
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(2), List.of(PoseTarget.pose("link5")));
        double[] stretched = {0, 0, -Math.PI / 2 + Math.atan(0.0203 / 0.4318), 0, 0, 0};
        Pose goal = poseOf(robot, "link5", new double[] {0.4, -0.7, -0.9, 0.3, 0.8, -1.1});
        reach.goal(0, goal);
        assertThat(reach.solve(stretched)).isEqualTo(ReachStatus.REACHED);
        double[] q = new double[6];
        reach.positions(q);
        assertReached(robot, "link5", q, goal);
    }

    @Test
    void aMatrixThatIsNoRotationIsRefused() {
        InverseKinematics reach =
                new InverseKinematics(puma(3), PoseTarget.pose("link5"), PoseTarget.position("link4"));
        double[] mirrored = {1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0};
        double[] stretched = {1, 0, 0, 0, 1.1, 0, 0, 0, 1, 0, 0, 0};
        for (double[] matrix : List.of(mirrored, stretched, new double[12])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reach.goal(0, matrix))
                    .withMessageContaining("no rotation matrix");
            reach.goal(1, matrix);
        }
        double[] unknown = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, Double.NaN, 0};
        assertThatIllegalArgumentException().isThrownBy(() -> reach.goal(0, unknown));
    }

    @Test
    void mistakesAreNamed() {
        RobotModel robot = puma(3);
        assertThatIllegalArgumentException().isThrownBy(() -> new InverseKinematics(robot));
        assertThatIllegalArgumentException().isThrownBy(() -> new InverseKinematics(robot, PoseTarget.pose("hand")));
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose("link5"));
        assertThatIllegalStateException()
                .isThrownBy(() -> reach.solve(new double[6]))
                .withMessageContaining("target 0 (\"link5\")");
        assertThatIllegalArgumentException().isThrownBy(() -> reach.goal(1, Pose.IDENTITY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoseTarget.pose("a").weighing(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoseTarget.pose("a").withPriority(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> ReachOptions.DEFAULT.withStarts(0));
        assertThatIllegalArgumentException().isThrownBy(() -> ReachOptions.DEFAULT.withTolerance(0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-12, 1e-9, 1e-7, 0.3, 1.6, 3, Math.PI - 1e-7, Math.PI - 1e-10, Math.PI})
    void turnsBetweenOrientations(double angle) {
        Random random = new Random(3);
        for (int k = 0; k < 20; k++) {
            Vector3 axis =
                    new Vector3(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).normalized();
            Rotation from = Rotation.fromRollPitchYaw(random.nextDouble(), random.nextDouble(), random.nextDouble());
            Rotation to = Rotation.about(axis, angle).times(from);
            double[] turn = new double[3];
            assertThat(TurnBetween.rotations(from.toArray(), to.toArray(), turn))
                    .isCloseTo(angle, within(2e-8));
            Vector3 found = Vector3.of(turn);
            double sign = angle > Math.PI - 1e-6 && found.dot(axis) < 0 ? -1 : 1;
            assertThat(found.minus(axis.times(sign * angle)).norm()).isLessThan(3e-8);
        }
    }
}
