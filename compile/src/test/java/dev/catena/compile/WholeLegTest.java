package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ParallelCodeTest.Moving;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRegressor;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Poses and regressors of parallel robots whose legs have turns beyond the point that formulas end in, against the classes by hand. */
class WholeLegTest {
    /** The robot with legs that are welded behind turns about skewed axes through the point. */
    private static ParallelRobot welded(ParallelRobot robot, List<Vector3> axes, double skew, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(robot.home());
        ParallelRobot.Builder builder = ParallelRobot.builder(robot.name() + "-welded")
                .gravity(robot.gravity())
                .platform(robot.platform())
                .freedoms(robot.freedoms())
                .home(robot.home());
        for (int k = 0; k < robot.legs().size(); k++) {
            Leg leg = robot.legs().get(k);
            double[] near = new double[leg.model().jointCount()];
            kinematics.legCoordinates(k, near);
            double[] q = Arrays.copyOf(near, near.length + axes.size());
            RobotModelBuilder model = leg.model().toBuilder();
            String last = leg.tip();
            for (int t = 0; t < axes.size(); t++) {
                String child = leg.name() + "_turn" + t;
                q[near.length + t] = random.between(0.2, 0.5);
                Vector3 axis = axes.get(t).plus(random.vector3(skew)).normalized();
                model.link(Joint.revolute(child, last, child).at(Pose.IDENTITY, axis), SpatialInertia.ZERO);
                last = child;
            }
            String tip = leg.name() + "_weld";
            model.link(Joint.fixed(tip, last, tip).at(random.pose(0.1), Vector3.Z), SpatialInertia.ZERO);
            RobotModel made = model.build();
            Kinematics ofLeg = new Kinematics(made);
            ofLeg.compute(q);
            Pose platformFromTip = robot.home().inverse().times(ofLeg.worldFromBody(made.bodyIndex(tip)));
            builder.leg(Leg.welded(leg.name(), made, tip, platformFromTip)
                    .actuatedBy(leg.actuated().toArray(String[]::new))
                    .startingAt(q));
        }
        return builder.build();
    }

    private static ParallelRobot shipped(String name, PlatformFreedoms freedoms) {
        return ParallelRobot.of(ShippedRobots.load(name), "platform", freedoms);
    }

    static Stream<ParallelRobot> robots() {
        return Stream.of(
                        Stream.of(shipped("stewart", PlatformFreedoms.SPATIAL)),
                        Stream.of(shipped("delta", PlatformFreedoms.TRANSLATIONAL)),
                        IntStream.range(0, 6)
                                .mapToObj(seed -> welded(
                                        LegFormulasTest.mixed(seed),
                                        List.of(Vector3.X, Vector3.Y, Vector3.Z),
                                        0.3,
                                        seed)),
                        IntStream.range(6, 8)
                                .mapToObj(seed -> ParallelRobot.of(
                                        LegFormulasTest.mixed(seed).toClosedLoops(),
                                        "platform",
                                        PlatformFreedoms.SPATIAL)))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void posesAndRegressor(ParallelRobot robot) {
        assertThat(robot.legs())
                .as("a leg with joints beyond the point")
                .anyMatch(leg -> leg.model().jointCount() > 3);
        Moving s = new Moving(robot, 3);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(s.pose);
        List<Double> poses = new ArrayList<>();
        for (int k = 0; k < robot.legs().size(); k++) {
            RobotModel leg = robot.legs().get(k).model();
            double[] q = new double[leg.jointCount()];
            kinematics.legCoordinates(k, q);
            Kinematics ofLeg = new Kinematics(leg);
            ofLeg.compute(q);
            for (int body = 0; body < leg.bodies().size(); body++) {
                Pose at = ofLeg.worldFromBody(body);
                Arrays.stream(at.rotation().toArray()).forEach(poses::add);
                Arrays.stream(at.position().toArray()).forEach(poses::add);
            }
        }
        double[] expected = poses.stream().mapToDouble(x -> x).toArray();
        double[][] found = ParallelCompiler.program(robot, Quantity.POSE, false).evaluate(s.platform);
        Agreement.check("poses of " + robot.name(), found[0], expected, 1e-11);

        ParallelRegressor byHand = new ParallelRegressor(robot);
        double[] matrix = new double[byHand.rows() * byHand.columns()];
        byHand.compute(s.pose, s.velocity, s.acceleration, matrix);
        double[][] regressor = ParallelCompiler.program(robot, Quantity.REGRESSOR, false)
                .evaluate(s.platform, s.velocity, s.acceleration);
        Agreement.check("regressor of " + robot.name(), regressor[0], matrix, 1e-11);
    }

    @Test
    void codeComputesTheProgram() {
        ParallelRobot robot = shipped("stewart", PlatformFreedoms.SPATIAL);
        Moving s = new Moving(robot, 5);
        for (Quantity quantity : List.of(Quantity.POSE, Quantity.REGRESSOR)) {
            CompiledFunction code = ParallelCompiler.compile(robot, quantity);
            double[] out = new double[code.length(code.vectors() - 1)];
            double[][] x = quantity == Quantity.POSE
                    ? new double[][] {s.platform, out}
                    : new double[][] {s.platform, s.velocity, s.acceleration, out};
            code.evaluateAll(x);
            double[][] inputs = Arrays.copyOf(x, x.length - 1);
            double[][] expected =
                    ParallelCompiler.program(robot, quantity, false).evaluate(inputs);
            Agreement.check(quantity.key(), out, expected[0], 1e-12);
            new Batch(code, 1).evaluate(1, x);
            Agreement.check(quantity.key() + " in a batch", out, expected[0], 1e-12);
        }
    }

    /** The first leg is tied in the platform's origin, so that the platform can be turned until the outer axes are parallel. */
    @Test
    void turnsThatLoseADirectionAreRefused() {
        ParallelRobot mixed = LegFormulasTest.mixed(3);
        Vector3 origin = mixed.legs().get(0).platformFromTip().position();
        ParallelRobot.Builder builder = ParallelRobot.builder("centered")
                .platform(mixed.platform())
                .home(mixed.home().times(new Pose(Rotation.IDENTITY, origin)));
        for (Leg leg : mixed.legs()) {
            Vector3 point = leg.platformFromTip().position().minus(origin);
            builder.leg(Leg.tiedByPoint(leg.name(), leg.model(), leg.tip(), point)
                    .actuatedBy(leg.actuated().toArray(String[]::new))
                    .startingAt(leg.start()));
        }
        ParallelRobot robot = welded(builder.build(), List.of(Vector3.X, Vector3.Y, Vector3.X), 0, 5);
        RobotModel leg = robot.legs().get(0).model();
        Kinematics kinematics = new Kinematics(leg);
        kinematics.compute(robot.legs().get(0).start());
        Vector3 first = axis(kinematics, leg, 3);
        Vector3 last = axis(kinematics, leg, 5);
        CompiledFunction code = ParallelCompiler.compile(robot, Quantity.POSE);
        double[] out = new double[code.length(1)];
        for (double part : new double[] {0.5, 1}) {
            Rotation turn = Rotation.about(last.cross(first), part * Math.acos(first.dot(last)));
            double[] platform =
                    Arrays.copyOf(turn.times(robot.home().rotation()).toArray(), 12);
            System.arraycopy(robot.home().position().toArray(), 0, platform, 9, 3);
            if (part < 1) {
                code.evaluate(platform, out);
            } else {
                assertThatThrownBy(() -> code.evaluate(platform, out))
                        .isInstanceOf(NumericalException.class)
                        .hasMessageContaining("leg \"leg0\" has lost a direction");
            }
        }
    }

    private static Vector3 axis(Kinematics kinematics, RobotModel model, int coordinate) {
        Joint joint = model.movingJoints().get(coordinate);
        return kinematics
                .worldFromBody(model.bodyIndex(joint.child()))
                .rotation()
                .apply(joint.geometry().axisInJoint());
    }
}
