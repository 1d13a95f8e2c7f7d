package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopInverseDynamics;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled elastic drives in loops and on floating bases against the hand-written classes. */
class ElasticLoopCodeTest {
    private static final List<String> SHAPES = List.of(
            "Rr/r pin",
            "Rrr/ pin",
            "Rr/p pin",
            "Rp/r pin",
            "Rr/r slide",
            "Rr/r ball",
            "RrR/r pin",
            "Pr/r pin",
            "rR/Rr pin",
            "r/r pin");

    private static RobotModel bare(int k) {
        if (k % 4 == 3) {
            return RandomRobots.tree(100 + k, 3 + k % 3)
                    .prismaticShare(0.3)
                    .friction()
                    .build();
        }
        return switch (k) {
            case 0 -> ShippedRobots.load("bennett");
            case 1 -> ShippedRobots.load("seven-joint");
            default -> wellConditioned(SHAPES.get(k % SHAPES.size()), 2000 + k);
        };
    }

    /** The next one whose assembly is far from singular. */
    private static RobotModel wellConditioned(String shape, long seed) {
        RobotModel robot = DyadCodeTest.mechanism(shape, seed);
        LoopClosure closure = new LoopClosure(robot);
        boolean good = closure.close(ClosedRobots.assembly(robot)).isClosed() && closure.condition() < 20;
        return good ? robot : wellConditioned(shape, seed + 100);
    }

    /** Springs at some of the free joints, at least at one; motors with rotors on any body, or with reflected inertia alone. */
    static RobotModel springy(int k, boolean rotors) {
        RobotModel robot = bare(k);
        RandomNumbers random = new RandomNumbers(k);
        RobotModelBuilder builder = robot.toBuilder();
        List<Joint> free = robot.independentJoints();
        int sure = random.index(free.size());
        for (int j = 0; j < free.size(); j++) {
            boolean elastic = j == sure || random.chance(0.5);
            Rotor rotor = rotors && elastic && random.chance(0.6)
                    ? new Rotor(
                            random.between(1e-3, 5e-3),
                            random.between(2, 20),
                            robot.bodies()
                                    .get(random.index(robot.bodies().size()))
                                    .name(),
                            random.vector3(2))
                    : null;
            Spring spring = elastic ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            Friction friction =
                    Friction.of(random.between(0, 0.4), random.between(0, 0.4)).smoothed(0.5);
            builder.replace(free.get(j).with(new Drive(random.between(0.05, 0.5), rotor, spring, friction)));
        }
        if (floats(k)) {
            builder.base(robot.base().name(), random.inertia()).floating();
        }
        return builder.build();
    }

    private static boolean floats(int k) {
        return k % 4 == 3 || k % 3 == 0;
    }

    static Stream<RobotModel> mechanisms() {
        return IntStream.range(0, 32).mapToObj(k -> springy(k, true));
    }

    static Stream<RobotModel> reflected() {
        return IntStream.range(0, 32).filter(k -> k % 2 == 0 || k % 4 == 3).mapToObj(k -> springy(k, false));
    }

    /** Numbers by name of vectors, and the base as both read it. */
    private static final class State {
        final int count;
        final int motors;
        final boolean floats;
        final BaseMotion base = new BaseMotion();
        final double[][] motion = new double[6][];
        final double[] tau;
        private final double[] ofBase = new double[24];

        State(RobotModel robot, int seed) {
            RandomNumbers random = new RandomNumbers(seed);
            count = robot.independentJoints().size();
            motors = robot.elasticJoints().size();
            floats = robot.baseKind() == dev.catena.model.BaseKind.FLOATING;
            Arrays.setAll(motion, d -> random.vector(count + motors, 1));
            tau = random.vector(count, 5);
            if (robot.hasLoops()) {
                double[] q = ClosedRobots.assembly(robot);
                for (int k = 0; k < count; k++) {
                    q[k] += random.between(-0.01, 0.01);
                }
                assertThat(new LoopClosure(robot).close(q).isClosed()).isTrue();
                System.arraycopy(q, 0, motion[0], 0, count);
            }
            Rotation r = random.rotation();
            Arrays.setAll(ofBase, k -> random.between(-1, 1));
            System.arraycopy(r.toArray(), 0, ofBase, 0, 9);
            base.pose(new Pose(r, vector(9)))
                    .velocityInBase(vector(12), vector(15))
                    .accelerationInBase(vector(18), vector(21));
        }

        private Vector3 vector(int at) {
            return new Vector3(ofBase[at], ofBase[at + 1], ofBase[at + 2]);
        }

        private double[] input(String name, int length) {
            return switch (name) {
                case "base" -> Arrays.copyOf(ofBase, length);
                case "tau" -> tau;
                case "q" -> Arrays.copyOf(motion[0], length);
                case "qd" -> Arrays.copyOf(motion[1], length);
                case "qdd" -> Arrays.copyOf(motion[2], length);
                case "qddd" -> Arrays.copyOf(motion[3], length);
                case "q4" -> Arrays.copyOf(motion[4], length);
                case "q5" -> Arrays.copyOf(motion[5], length);
                default -> throw new AssertionError(name);
            };
        }

        /** The outputs of code. */
        double[][] evaluate(CompiledFunction function) {
            ClosedLoopCode closed = function.outputs().contains("closure") ? new ClosedLoopCode(function) : null;
            List<String> names = new ArrayList<>(function.inputs());
            names.addAll(function.outputs());
            List<String> passed = closed == null ? names : closed.vectors();
            int inputs = function.inputs().size() - (function.inputs().contains("start") ? 1 : 0);
            double[][] x = new double[passed.size()][];
            for (int v = 0; v < x.length; v++) {
                String name = passed.get(v);
                int at = v < inputs
                        ? function.inputs().indexOf(name)
                        : function.inputs().size() + function.outputs().indexOf(name);
                x[v] = v < inputs ? input(name, function.length(at)) : new double[function.length(at)];
            }
            if (closed == null) {
                function.evaluateAll(x);
            } else {
                closed.evaluate(x);
            }
            return Arrays.copyOfRange(x, inputs, x.length);
        }

        @Nullable
        BaseMotion told() {
            return floats ? base : null;
        }

        double[][] joints() {
            double[][] joints = new double[6][];
            Arrays.setAll(joints, d -> Arrays.copyOf(motion[d], count));
            return joints;
        }
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void torquesAndAccelerations(RobotModel robot) {
        State state = new State(robot, 5);
        int size = state.count + state.motors;
        double[] tau = new double[state.count];
        if (robot.hasLoops()) {
            new ElasticLoopInverseDynamics(robot)
                    .compute(state.told(), state.motion[0], state.motion[1], state.motion[2], null, tau);
        } else {
            new ElasticInverseDynamics(robot)
                    .compute(state.told(), state.motion[0], state.motion[1], state.motion[2], null, tau);
        }
        Agreement.check("torque", state.evaluate(ElasticCompiler.torque(robot))[0], tau, 1e-11);

        double[] qdd = new double[size];
        double[] a = new double[6];
        if (robot.hasLoops() && state.floats) {
            new ElasticLoopForwardDynamics(robot)
                    .computeFloating(state.base, state.motion[0], state.motion[1], state.tau, null, a, qdd);
        } else if (robot.hasLoops()) {
            new ElasticLoopForwardDynamics(robot).compute(state.motion[0], state.motion[1], state.tau, qdd);
        } else {
            new ElasticForwardDynamics(robot)
                    .computeFloating(state.base, state.motion[0], state.motion[1], state.tau, null, a, qdd);
        }
        double[][] found = state.evaluate(ElasticCompiler.acceleration(robot));
        Agreement.check("acceleration", found[0], qdd, 1e-10);
        if (state.floats) {
            Agreement.check("base", found[1], a, 1e-10);
        }
    }

    @ParameterizedTest
    @MethodSource("reflected")
    void feedForwardAndRates(RobotModel robot) {
        State state = new State(robot, 6);
        int size = state.count + state.motors;
        double[][] motion = {new double[size], new double[size], new double[size]};
        double[] tau = new double[state.count];
        double[] rates = new double[state.count];
        double[] a = new double[6];
        if (robot.hasLoops()) {
            ElasticLoopFeedForward byHand = ElasticLoopFeedForward.withRates(robot);
            if (state.floats) {
                byHand.computeFloating(state.base, state.joints(), null, a, motion[0], motion[1], motion[2], tau);
            } else {
                byHand.compute(state.joints(), null, motion[0], motion[1], motion[2], tau);
            }
            byHand.torqueRates(rates);
        } else {
            FloatingElasticFeedForward byHand = FloatingElasticFeedForward.withRates(robot);
            byHand.compute(state.base, state.joints(), null, a, motion[0], motion[1], motion[2], tau);
            byHand.torqueRates(rates);
        }
        double[][] fed = state.evaluate(ElasticCompiler.feedForward(robot));
        Agreement.check("torque", fed[0], tau, 1e-11);
        for (int d = 0; d < 3; d++) {
            Agreement.check("motors", fed[1 + d], Arrays.copyOfRange(motion[d], state.count, size), 1e-11);
        }
        double[][] withRates = state.evaluate(ElasticCompiler.feedForwardWithRates(robot));
        Agreement.check("torque", withRates[0], tau, 1e-11);
        Agreement.check("rates", withRates[1], rates, 1e-10);
        if (state.floats) {
            Agreement.check("base", fed[4], a, 1e-11);
        }
    }

    @Test
    void whatHasNoCodeIsRefused() {
        RobotModel four = ShippedRobots.load("four-bar");
        Joint crank = four.independentJoints().get(0);
        RobotModel twice = ClosedRobots.planar(101);
        RobotModel both = twice.toBuilder()
                .replace(twice.independentJoints()
                        .get(0)
                        .with(Drive.reflected(0.1).with(Spring.of(50))))
                .build();
        assertThatThrownBy(() -> ElasticCompiler.torque(both))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("make every active joint independent");
        RobotModel idle = four.toBuilder()
                .replace(four.movingJoints()
                        .get(four.coordinate("rocker"))
                        .with(Drive.reflected(0.1).with(Spring.of(50))))
                .build();
        assertThatThrownBy(() -> ElasticCompiler.torque(idle)).hasMessageContaining("not active");
        RobotModel spinning = four.toBuilder()
                .replace(crank.with(
                        Drive.of(new Rotor(1e-3, 5, four.bodies().get(2).name(), Vector3.Z))
                                .with(Spring.of(80))))
                .build();
        assertThatThrownBy(() -> ElasticCompiler.feedForward(spinning)).hasMessageContaining("differential equation");
    }
}
