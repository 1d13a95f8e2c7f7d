package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Environment;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulations in the page are those of the library after a second, for every kind of robot. */
class StudioSimulationTest {
    private static final int STEPS = 1000;

    @SuppressWarnings("NullAway.Init")
    private static Lab lab;

    @BeforeAll
    static void open() throws Exception {
        lab = new Lab(ShippedRobots.load("two-link"));
    }

    @AfterAll
    static void close() {
        // called even where there is no browser and everything is skipped
        if (lab != null) {
            assertThat(lab.tab.errors).isEmpty();
            lab.close();
        }
    }

    static Stream<RobotModel> robots() {
        RobotModel panda = ShippedRobots.load("panda");
        return Stream.of(
                panda,
                ShippedRobots.load("puma560"),
                ShippedRobots.load("stanford"),
                ShippedRobots.load("five-bar"),
                ShippedRobots.load("seven-joint"),
                ShippedRobots.load("delta"),
                ShippedRobots.load("stewart"),
                rubbing(),
                panda.toBuilder().coupling("joint3", "joint2", 0.5, 0.1).build(),
                elastic(panda.toBuilder().coupling("joint3", "joint2", 0.5, 0.1).build()),
                elastic(ShippedRobots.load("two-link")),
                ShippedRobots.load("two-link").withFloatingBase());
    }

    /** A loop whose joints and cut joint have friction. */
    private static RobotModel rubbing() {
        RobotModel robot = ShippedRobots.load("four-bar");
        RobotModelBuilder builder = robot.toBuilder().withoutLoops();
        robot.loops().cutJoints().forEach(cut -> builder.cut(cut.with(new Friction(0.7, 0.4, 0.05))));
        builder.active(robot.loops().activeJoints().toArray(String[]::new));
        robot.loops().assembly().forEach(builder::assembly);
        return builder.build();
    }

    private static RobotModel elastic(RobotModel plain) {
        RobotModelBuilder builder = plain.toBuilder();
        plain.activeJoints()
                .forEach(joint -> builder.replace(joint.with(new Drive(
                        0.4, null, new Spring(900, 0.05), Friction.of(0.3, 0.2).smoothed(0.1)))));
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void afterASecondStatesAreTheLibrarys(RobotModel robot) {
        State start = start(robot);
        double[] torques = balance(robot);
        State end = end(robot, start, torques, null);
        check(robot, end, reached(robot, start, torques, "undefined"));
    }

    /** Loops that would fall into a posture where they lock are held, nearly. */
    private static double[] balance(RobotModel robot) {
        double[] torques = new double[robot.jointCount()];
        if (robot.hasLoops()) {
            List<String> led = robot.loops().independentJoints();
            double[] q = led.stream()
                    .mapToDouble(name -> robot.loops().assembly().getOrDefault(name, 0.0))
                    .toArray();
            double[] efforts = new double[robot.activeJoints().size()];
            new ClosedLoopInverseDynamics(robot).compute(q, new double[q.length], new double[q.length], efforts);
            for (int k = 0; k < efforts.length; k++) {
                torques[robot.coordinate(robot.loops().activeJoints().get(k))] = 0.999 * efforts[k];
            }
        }
        return torques;
    }

    private static State end(RobotModel robot, State start, double[] torques, @Nullable Environment environment) {
        Simulation.Builder builder = Simulation.builder(robot)
                .start(start)
                .controller(Controller.constant(torques))
                .integrator(Integrator.rungeKutta(StudioRobot.STEP))
                .duration(STEPS * StudioRobot.STEP);
        if (environment != null) {
            builder.environment(environment);
        }
        return builder.build().run(sample -> {}).lastSample().orElseThrow().state();
    }

    private static void check(RobotModel robot, State end, JsonNode reached) {
        RobotModel tree = tree(robot);
        double[] q = Lab.numbers(reached.get("q"));
        double[] qd = Lab.numbers(reached.get("qd"));
        assertThat(reached.get("failed").asBoolean()).isFalse();
        assertThat(reached.get("time").asDouble()).isEqualTo(1).isEqualTo(end.time());
        for (String name : robot.jointNames()) {
            int j = tree.coordinate(name);
            assertThat(q[j]).as(name).isCloseTo(end.jointPositions()[robot.coordinate(name)], within(1e-9));
            assertThat(qd[j]).as(name).isCloseTo(end.jointVelocities()[robot.coordinate(name)], within(1e-9));
        }
        assertThat(Lab.numbers(reached.get("theta"))).containsExactly(end.motorPositions(), within(1e-9));
        if (end.isFloating()) {
            double[] base = Lab.numbers(reached.get("base"));
            assertThat(Arrays.copyOfRange(base, 9, 12)).containsExactly(end.basePositionInWorld(), within(1e-9));
            assertThat(Arrays.copyOfRange(base, 12, 18)).containsExactly(end.baseVelocityInBase(), within(1e-9));
        }
        assertThat(reached.get("drift").asDouble()).isCloseTo(0, within(1e-4));
    }

    /** A body that is pulled moves as under the same spring in the library, and the energy is accounted for. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pulledBodiesGoAlong(boolean floating) {
        RobotModel robot = floating ? ShippedRobots.load("two-link").withFloatingBase() : ShippedRobots.load("panda");
        int body = robot.bodies().size() - 2;
        Vector3 point = new Vector3(0.02, -0.03, 0.05);
        Vector3 target = new Vector3(0.6, 0.3, 0.5);
        double mass = robot.bodies().stream()
                .skip(floating ? 0 : 1)
                .mapToDouble(part -> part.inertia().mass())
                .sum();
        Kinematics kinematics = new Kinematics(robot);
        BaseMotion base = new BaseMotion();
        Environment spring = (time, state, wrenches) -> {
            if (floating) {
                state.copyBaseTo(base);
                kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
            } else {
                kinematics.compute(state.jointPositions(), state.jointVelocities());
            }
            Pose pose = kinematics.worldFromBody(body);
            Vector3 arm = pose.rotation().apply(point);
            Twist twist = kinematics.velocityInWorld(body);
            Vector3 velocity = twist.linear().plus(twist.angular().cross(arm));
            Vector3 force = target.minus(pose.position().plus(arm))
                    .times(8)
                    .minus(velocity.times(2))
                    .times(8 * mass);
            wrenches.inWorld(body, force, arm.cross(force));
        };
        State start = start(robot);
        double[] none = new double[robot.jointCount()];
        State end = end(robot, start, none, spring);
        String pull = "{body: %s, point: [0.02, -0.03, 0.05], target: [0.6, 0.3, 0.5]}".formatted(body);
        check(robot, end, reached(robot, start, none, pull));
    }

    /** The forward dynamics of the library in the steps of the page. */
    @Test
    void elasticDrivesOfLoopsSwing() {
        RobotModel robot = elastic(ShippedRobots.load("four-bar").withoutFriction());
        ElasticLoopForwardDynamics dynamics = new ElasticLoopForwardDynamics(robot);
        double[] torque = {0.8};
        double q0 = robot.loops()
                .assembly()
                .getOrDefault(robot.loops().independentJoints().get(0), 0.0);
        double[] y = {q0, q0 - 0.05, 0, 0};
        double h = StudioRobot.STEP;
        for (int step = 0; step < STEPS; step++) {
            double[] sum = new double[4];
            double[] at = y.clone();
            double[] weight = {1, 2, 2, 1};
            double[] reach = {h / 2, h / 2, h, 0};
            for (int stage = 0; stage < 4; stage++) {
                double[] qdd = new double[2];
                dynamics.compute(new double[] {at[0], at[1]}, new double[] {at[2], at[3]}, torque, qdd);
                double[] dy = {at[2], at[3], qdd[0], qdd[1]};
                for (int k = 0; k < 4; k++) {
                    sum[k] += weight[stage] * dy[k];
                    at[k] = y[k] + reach[stage] * dy[k];
                }
            }
            for (int k = 0; k < 4; k++) {
                y[k] += h / 6 * sum[k];
            }
        }
        State start = new State(robot);
        robot.loops().assembly().forEach((name, x) -> start.jointPositions()[robot.coordinate(name)] = x);
        double[] torques = new double[robot.jointCount()];
        int led = robot.coordinate(robot.loops().independentJoints().get(0));
        torques[led] = torque[0];
        JsonNode reached = reached(robot, start, torques, "undefined");
        assertThat(reached.get("q").get(led).asDouble()).isCloseTo(y[0], within(1e-9));
        assertThat(reached.get("qd").get(led).asDouble()).isCloseTo(y[2], within(1e-9));
        assertThat(reached.get("theta").get(0).asDouble()).isCloseTo(y[1], within(1e-9));
        assertThat(reached.get("drift").asDouble()).isCloseTo(0, within(1e-5));
    }

    private static RobotModel tree(RobotModel robot) {
        return robot.openTree().withFixedBase().withoutCouplings();
    }

    /** At the assembly or nearby, moving a little. */
    private static State start(RobotModel robot) {
        State start = new State(robot);
        for (int j = 0; j < robot.jointCount(); j++) {
            String name = robot.jointNames().get(j);
            start.jointPositions()[j] =
                    robot.hasLoops() ? robot.loops().assembly().getOrDefault(name, 0.0) : 0.2 + 0.1 * j;
            start.jointVelocities()[j] = robot.hasLoops() ? 0 : 0.3 - 0.1 * j;
        }
        if (start.isFloating()) {
            start.baseVelocityInBase()[3] = 0.7;
            start.baseVelocityInBase()[5] = -0.4;
        }
        List<Joint> elastic = robot.elasticJoints();
        for (int e = 0; e < elastic.size(); e++) {
            int j = robot.coordinate(elastic.get(e).name());
            Spring spring = Objects.requireNonNull(elastic.get(e).drive().spring());
            start.motorPositions()[e] = start.jointPositions()[j] - spring.restOffset();
            start.motorVelocities()[e] = start.jointVelocities()[j];
        }
        return start;
    }

    private static JsonNode reached(RobotModel robot, State start, double[] torques, String push) {
        lab.load(robot);
        RobotModel tree = tree(robot);
        double[] q = new double[tree.jointCount()];
        double[] qd = new double[tree.jointCount()];
        double[] tau = new double[tree.jointCount()];
        for (String name : robot.jointNames()) {
            tau[tree.coordinate(name)] = torques[robot.coordinate(name)];
            q[tree.coordinate(name)] = start.jointPositions()[robot.coordinate(name)];
            qd[tree.coordinate(name)] = start.jointVelocities()[robot.coordinate(name)];
        }
        String base = "";
        if (start.isFloating()) {
            double[] pose = new double[18];
            pose[0] = pose[4] = pose[8] = 1;
            System.arraycopy(start.baseVelocityInBase(), 0, pose, 12, 6);
            base = ", base: %s, orientation: [0, 0, 0, 1]".formatted(Lab.list(pose));
        }
        return lab.tab.evaluate("simulate({q: %s, qd: %s, control: {tau: %s}%s}, %s, %s)"
                .formatted(Lab.list(q), Lab.list(qd), Lab.list(tau), base, STEPS, push));
    }
}
