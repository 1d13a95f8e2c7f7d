package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ParallelCodeTest.Moving;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelForwardDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Legs of any frames, offsets and sides have the formulas of their shape: against searched legs. */
class LegFormulasTest {
    private static final Set<ParameterGroup> LENGTHS = EnumSet.of(ParameterGroup.LENGTHS, ParameterGroup.INERTIA);

    private static SpatialInertia body(RandomNumbers random) {
        return SpatialInertia.aboutCenterOfMass(
                random.between(0.1, 2),
                random.vector3(0.1),
                new InertiaTensor(random.between(0.02, 0.03), 1e-3, -2e-3, random.between(0.02, 0.03), 5e-4, 0.025));
    }

    private static Vector3 across(Vector3 axis, RandomNumbers random) {
        return axis.cross(random.vector3(1)).normalized();
    }

    /** A chain whose bodies are in world axes at home, where coordinates are any numbers. */
    private static final class Chain {
        private final RandomNumbers random;
        private final RobotModelBuilder builder;
        private final double[] home = new double[3];
        private final String name;
        private Vector3 place = Vector3.ZERO;
        private String last = "base";
        private int count;

        Chain(String name, RandomNumbers random) {
            this.name = name;
            this.random = random;
            builder = RobotModel.builder(name);
        }

        void add(boolean turns, Vector3 at, Vector3 axis) {
            String child = name + "_" + count;
            double q = random.between(-1, 1);
            Vector3 p = at.minus(place);
            Joint joint = turns ? Joint.revolute(child, last, child) : Joint.prismatic(child, last, child);
            Vector3 from = turns ? p : p.minus(axis.times(q));
            Pose parentFromJoint = new Pose(turns ? Rotation.about(axis, -q) : Rotation.IDENTITY, from);
            boolean drives = count == 0 || !turns;
            builder.link(
                    joint.at(parentFromJoint, axis)
                            .with(Friction.of(0.2, 0.3).smoothed(0.1))
                            .with(drives ? Drive.reflected(0.2) : Drive.NONE),
                    body(random));
            home[count++] = q;
            last = child;
            place = at;
        }

        Leg leg(Vector3 tip, Vector3 onPlatform, int actuated) {
            Vector3 p = tip.minus(place);
            builder.link(
                    Joint.fixed(name + "_end", last, name + "_end").at(new Pose(random.rotation(), p), Vector3.Z),
                    SpatialInertia.ZERO);
            return Leg.tiedByPoint(name, builder.build(), name + "_end", onPlatform)
                    .actuatedBy(name + "_" + actuated)
                    .startingAt(home);
        }
    }

    /** UPS, RUS and PUS legs between random points. */
    static ParallelRobot mixed(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        Pose home = new Pose(Rotation.about(random.vector3(1), random.between(-0.3, 0.3)), new Vector3(0.1, 0, 0.7));
        ParallelRobot.Builder robot =
                ParallelRobot.builder("mixed-" + seed).platform(body(random)).home(home);
        for (int k = 0; k < 6; k++) {
            double side = k % 2 == 0 ? 0.35 : -0.35;
            double low = (k + 1) / 2 * 2 * Math.PI / 3 + side;
            double high = k / 2 * 2 * Math.PI / 3 + Math.PI / 3 - side;
            Vector3 foot = new Vector3(Math.cos(low), Math.sin(low), 0).times(random.between(0.45, 0.55));
            Vector3 onPlatform = new Vector3(Math.cos(high), Math.sin(high), 0)
                    .times(random.between(0.25, 0.35))
                    .plus(random.vector3(0.02));
            Vector3 tip = home.apply(onPlatform);
            Chain chain = new Chain("leg" + k, random);
            if ((k + seed) % 3 == 0) {
                Vector3 rod = tip.minus(foot);
                Vector3 second = across(rod, random);
                chain.add(true, foot, across(second, random));
                chain.add(true, foot, second);
                // the slide may miss the center
                Vector3 beside =
                        k < 3 ? Vector3.ZERO : second.cross(rod).normalized().times(0.1);
                Vector3 along = rod.minus(beside).normalized().times(k % 2 == 0 ? 1 : -1);
                chain.add(false, foot.plus(beside), along);
                robot.leg(chain.leg(tip, onPlatform, 2));
                continue;
            }
            boolean turns = (k + seed) % 3 == 1;
            // an arm across the leg, so that it moves the tip
            Vector3 upward = tip.minus(foot).normalized();
            Vector3 arm = across(upward, random).times(0.2).plus(upward.times(0.1));
            Vector3 elbow = foot.plus(turns ? arm : random.vector3(0.1));
            Vector3 rod = tip.minus(elbow);
            Vector3 second = across(rod, random);
            chain.add(
                    turns,
                    foot,
                    turns
                            ? arm.cross(upward).plus(random.vector3(0.02)).normalized()
                            : upward.plus(random.vector3(0.3)).normalized());
            chain.add(true, elbow, across(second, random));
            chain.add(true, elbow, second);
            robot.leg(chain.leg(tip, onPlatform, 0));
        }
        return robot.build();
    }

    static Stream<ParallelRobot> mixed() {
        return IntStream.range(0, 12).mapToObj(LegFormulasTest::mixed);
    }

    private static void check(ParallelRobot compiled, ParallelRobot searched, double tolerance) {
        int m = searched.freedoms().count();
        Moving s = new Moving(searched, 3);
        double[] expected = new double[m];
        new ParallelInverseDynamics(searched).compute(s.pose, s.velocity, s.acceleration, s.wrench, expected);
        double[][] torque = ParallelCompiler.program(compiled, Quantity.TORQUE, true)
                .evaluate(s.platform, s.velocity, s.acceleration, s.wrenchNumbers);
        Agreement.check("torque of " + searched.name(), torque[0], expected, tolerance);
        new ParallelForwardDynamics(searched).compute(s.pose, s.velocity, s.tau, s.wrench, expected);
        double[][] acceleration = ParallelCompiler.program(compiled, Quantity.ACCELERATION, true)
                .evaluate(s.platform, s.velocity, s.tau, s.wrenchNumbers);
        Agreement.check("acceleration of " + searched.name(), acceleration[0], expected, 10 * tolerance);
    }

    @ParameterizedTest
    @MethodSource("mixed")
    void legsOfAllShapes(ParallelRobot robot) {
        check(robot, robot, 1e-9);
    }

    /** As closed loops the first leg carries the platform by a ball joint, and is tied by a point again. */
    @ParameterizedTest
    @MethodSource("mixed")
    void closedLoopsAreTakenApart(ParallelRobot robot) {
        ParallelRobot read = ParallelRobot.of(robot.toClosedLoops(), "platform", PlatformFreedoms.SPATIAL);
        check(read, robot, 1e-9);
    }

    @Test
    void shippedRobots() {
        ParallelRobot stewart = ParallelRobot.of(ShippedRobots.load("stewart"), "platform", PlatformFreedoms.SPATIAL);
        check(stewart, stewart, 1e-10);
        ParallelRobot delta = ParallelRobot.of(ShippedRobots.load("delta"), "platform", PlatformFreedoms.TRANSLATIONAL);
        check(delta, delta, 1e-10);
    }

    private static double[] values(ParallelRobot robot) {
        return ParallelCompiler.parameters(robot, LENGTHS).stream()
                .mapToDouble(OpenParameter::value)
                .toArray();
    }

    private static void checkLengths(ParallelRobot compiled, ParallelRobot robot) {
        assertThat(ParallelCompiler.parameters(compiled, LENGTHS).stream().map(OpenParameter::name))
                .containsExactlyElementsOf(ParallelCompiler.parameters(robot, LENGTHS).stream()
                        .map(OpenParameter::name)
                        .toList());
        Moving s = new Moving(robot, 3);
        int m = robot.freedoms().count();
        double[] expected = new double[m];
        double[] parameters = values(robot);
        new ParallelInverseDynamics(robot).compute(s.pose, s.velocity, s.acceleration, s.wrench, expected);
        double[][] torque = ParallelCompiler.program(compiled, Quantity.TORQUE, true, LENGTHS)
                .evaluate(s.platform, s.velocity, s.acceleration, s.wrenchNumbers, parameters);
        Agreement.check("torque of " + robot.name(), torque[0], expected, 1e-10);
        if (robot.legs().stream().anyMatch(leg -> leg.model().jointCount() > 3)) {
            assertThatThrownBy(() -> ParallelCompiler.program(compiled, Quantity.POSE, false, LENGTHS))
                    .hasMessageContaining("has joints beyond the point")
                    .hasMessageContaining("without open parameters (--open)");
            return;
        }
        double[] ofPoses = ParallelCompiler.parameters(robot, Quantity.POSE, LENGTHS).stream()
                .mapToDouble(OpenParameter::value)
                .toArray();
        double[][] poses = ParallelCompiler.program(compiled, Quantity.POSE, false, LENGTHS)
                .evaluate(s.platform, ofPoses);
        double[][] own = ParallelCompiler.program(robot, Quantity.POSE, false).evaluate(s.platform);
        Agreement.check("poses of " + robot.name(), poses[0], own[0], 1e-10);
    }

    private static ParallelRobot delta(double stretch) {
        return Delta.named("delta")
                .lengths(0.2 * stretch, 0.05, 0.3, 0.7 * stretch)
                .platform(body(new RandomNumbers(1)))
                .arm(body(new RandomNumbers(2)))
                .forearm(body(new RandomNumbers(3)))
                .drive(Drive.reflected(0.02))
                .build();
    }

    /** Numbers of another robot in place of those that the code was made for. */
    @Test
    void otherLengthsAreAnotherRobot() {
        checkLengths(delta(1), delta(1.1));
        checkLengths(delta(1.1), delta(1));
        ParallelRobot own = mixed(4);
        checkLengths(own, own);
        ParallelRobot stewart = ParallelRobot.of(ShippedRobots.load("stewart"), "platform", PlatformFreedoms.SPATIAL);
        checkLengths(stewart, stewart);
        assertThat(ParallelCompiler.parameters(stewart, EnumSet.of(ParameterGroup.LENGTHS)).stream()
                        .map(OpenParameter::name))
                .contains("px_1", "py_6");
    }

    @Test
    void whatHasNoFormulaIsRefused() {
        ParallelRobot mixed = mixed(1);
        RandomNumbers random = new RandomNumbers(1);
        RobotModel arm = RobotModel.builder("arm")
                .link(Joint.revolute("a", "base", "a").at(random.pose(0.1), random.vector3(1)), body(random))
                .link(Joint.revolute("b", "a", "b").at(random.pose(0.3), random.vector3(1)), body(random))
                .link(Joint.revolute("c", "b", "c").at(random.pose(0.3), random.vector3(1)), body(random))
                .link(Joint.fixed("d", "c", "d").at(random.pose(0.3), Vector3.Z), SpatialInertia.ZERO)
                .build();
        double[] q = {0.3, -0.4, 0.5};
        Kinematics kinematics = new Kinematics(arm);
        kinematics.compute(q);
        Vector3 tip = kinematics.worldFromBody(arm.bodyIndex("d")).position();
        Leg other = Leg.tiedByPoint("arm", arm, "d", mixed.home().inverse().apply(tip))
                .actuatedBy("a")
                .startingAt(q);
        ParallelRobot.Builder builder = ParallelRobot.builder("other")
                .platform(mixed.platform())
                .home(mixed.home())
                .leg(other);
        mixed.legs().subList(1, 6).forEach(builder::leg);
        ParallelRobot robot = builder.build();
        assertThatThrownBy(() -> ParallelCompiler.compile(robot, Quantity.TORQUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leg \"arm\"")
                .hasMessageContaining("joints RRR")
                .hasMessageContaining("toClosedLoops()");
    }
}
