package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.drive.ElasticCurvature;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.ElasticMatrices;
import dev.catena.drive.ElasticSensitivity;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticLoopCurvature;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopInverseDynamics;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.model.BaseKind;
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
import dev.catena.model.Wrench;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
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

/** All that is compiled of elastic drives against the hand-written classes: every base, wrenches, couplings and loops. */
class ElasticQuantitiesTest {
    /** A robot on a base, under wrenches or not. */
    record Case(RobotModel robot, CodeInputs inputs) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(robot.name(), inputs.base(), inputs.loadedBodies());
        }
    }

    private static RobotModel tree(int seed, boolean rotors) {
        RobotModel bare = RandomRobots.tree(seed, 3 + seed % 3)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .bodyFrames()
                .friction()
                .baseInertia()
                .shuffled()
                .build();
        RobotModel coupled = seed % 3 == 1 ? CoupledRobots.couple(bare, seed, 0.4) : bare;
        RobotModel driven = rotors ? RandomDrives.anywhere(coupled, seed) : reflected(coupled, seed);
        return driven.elasticJoints().isEmpty() ? tree(seed + 100, rotors) : driven;
    }

    private static RobotModel reflected(RobotModel robot, int seed) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            Spring spring = random.chance(0.7) ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            builder.replace(joint.with(new Drive(
                            random.between(0.05, 0.5),
                            null,
                            spring,
                            Friction.of(0.3, 0.2).smoothed(0.5)))
                    .with(new Friction(0.2, 0.1, 0.5)));
        }
        return builder.build();
    }

    private static Case onBase(RobotModel given, int k) {
        BaseInput base = BaseInput.values()[k % 3];
        // what could float may be moved as well
        boolean floating = base == BaseInput.FLOATS || (base == BaseInput.MOVES && k % 2 == 0);
        RobotModel robot = floating
                ? given.toBuilder()
                        .base(given.base().name(), new RandomNumbers(k).inertia())
                        .floating()
                        .build()
                : given.withFixedBase();
        int bodies = robot.bodies().size();
        CodeInputs inputs = CodeInputs.of(robot).withBase(base);
        if (k % 2 == 1 || k % 5 == 0) {
            inputs = inputs.withWrenchesInBody(
                            List.of(robot.bodies().get(bodies - 1).name()))
                    .withWrenchesInWorld(List.of(
                            robot.bodies().get(bodies / 2).name(),
                            robot.bodies().get(0).name()));
        }
        return new Case(robot, inputs);
    }

    static Stream<Case> trees() {
        return IntStream.range(1, 19).mapToObj(k -> onBase(tree(k, true), k));
    }

    static Stream<Case> loops() {
        return IntStream.range(0, 16)
                .filter(k -> k % 4 != 3)
                .mapToObj(k -> onBase(ElasticLoopCodeTest.springy(k, true), k / 2));
    }

    static Stream<Case> all() {
        return Stream.concat(trees(), loops());
    }

    static Stream<Case> reflected() {
        return Stream.concat(
                IntStream.range(1, 13).mapToObj(k -> onBase(tree(k, false), k)),
                IntStream.range(0, 12)
                        .filter(k -> k % 4 != 3)
                        .mapToObj(k -> onBase(ElasticLoopCodeTest.springy(k, false), k / 2)));
    }

    /** A state as code and as hand-written classes read it. */
    private static final class State {
        final Case of;
        final int count;
        final int size;
        final int first;
        final double[][] x = new double[6][];
        final double[] tau;
        final double[] lambda;
        final double[] numbersOfBase = new double[48];
        final double[] numbersOfWrenches;
        final ExternalWrenches wrenches;
        private final BaseMotion motion = new BaseMotion();

        State(Case of, int seed) {
            this.of = of;
            RandomNumbers random = new RandomNumbers(seed);
            RobotModel robot = of.robot;
            count = robot.independentJoints().size();
            size = count + robot.elasticJoints().size();
            first = floats() ? 6 : 0;
            Arrays.setAll(x, d -> random.vector(size, 1));
            tau = random.vector(robot.activeJoints().size(), 5);
            lambda = random.vector(first + robot.activeJoints().size(), 1);
            if (robot.hasLoops()) {
                double[] assembly = ClosedRobots.assembly(robot);
                for (int k = 0; k < count; k++) {
                    x[0][k] = assembly[k] + random.between(-0.02, 0.02);
                }
            }
            Rotation r = random.rotation();
            Arrays.setAll(numbersOfBase, k -> random.between(-1, 1));
            System.arraycopy(r.toArray(), 0, numbersOfBase, 0, 9);
            motion.pose(new Pose(r, vector(numbersOfBase, 9)))
                    .velocityInBase(vector(numbersOfBase, 12), vector(numbersOfBase, 15))
                    .accelerationInBase(vector(numbersOfBase, 18), vector(numbersOfBase, 21));
            numbersOfWrenches = random.vector(6 * of.inputs.loadedBodies().size(), 3);
            wrenches = new ExternalWrenches(robot);
            List<String> bodies = of.inputs.loadedBodies();
            for (int k = 0; k < bodies.size(); k++) {
                Wrench wrench = new Wrench(vector(numbersOfWrenches, 6 * k), vector(numbersOfWrenches, 6 * k + 3));
                if (k < of.inputs.wrenchesInBody().size()) {
                    wrenches.inBody(bodies.get(k), wrench);
                } else {
                    wrenches.inWorld(bodies.get(k), wrench);
                }
            }
        }

        private static Vector3 vector(double[] numbers, int at) {
            return new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]);
        }

        boolean floats() {
            return of.inputs.base() == BaseInput.FLOATS;
        }

        /** The motion of the base as told; none for one at rest. */
        @Nullable
        BaseMotion base() {
            return of.inputs.base() == BaseInput.RESTS ? null : motion;
        }

        double[] input(String name, int length) {
            return switch (name) {
                case "base" -> Arrays.copyOf(numbersOfBase, length);
                case "wrenches" -> numbersOfWrenches;
                case "tau" -> tau;
                case "lambda" -> lambda;
                case "q" -> Arrays.copyOf(x[0], length);
                case "qd" -> Arrays.copyOf(x[1], length);
                case "qdd" -> Arrays.copyOf(x[2], length);
                case "qddd" -> Arrays.copyOf(x[3], length);
                case "q4" -> Arrays.copyOf(x[4], length);
                case "q5" -> Arrays.copyOf(x[5], length);
                default -> throw new AssertionError(name);
            };
        }

        double[][] outputs(ElasticQuantity quantity) {
            CompiledFunction function = ElasticCompiler.compile(of.robot, quantity, of.inputs);
            return evaluate(function, this::input);
        }
    }

    interface Inputs {
        double[] of(String name, int length);
    }

    static double[][] evaluate(CompiledFunction function, Inputs inputs) {
        ClosedLoopCode closed = function.outputs().contains("closure") ? new ClosedLoopCode(function) : null;
        List<String> names = new ArrayList<>(function.inputs());
        names.addAll(function.outputs());
        List<String> passed = closed == null ? names : closed.vectors();
        int given = function.inputs().size() - (function.inputs().contains("start") ? 1 : 0);
        double[][] x = new double[passed.size()][];
        for (int v = 0; v < x.length; v++) {
            String name = passed.get(v);
            int at = v < given
                    ? function.inputs().indexOf(name)
                    : function.inputs().size() + function.outputs().indexOf(name);
            x[v] = v < given ? inputs.of(name, function.length(at)) : new double[function.length(at)];
        }
        if (closed == null) {
            function.evaluateAll(x);
        } else {
            closed.evaluate(x);
        }
        return Arrays.copyOfRange(x, given, x.length);
    }

    @ParameterizedTest
    @MethodSource("all")
    void torquesAndAccelerations(Case one) {
        State s = new State(one, 5);
        RobotModel robot = one.robot;
        double[] tau = new double[s.tau.length];
        double[] qdd = new double[s.size];
        double[] a = new double[6];
        int width = s.first + s.size;
        double[] matrix = new double[width * width];
        if (robot.hasLoops()) {
            new ElasticLoopInverseDynamics(robot).compute(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, tau);
            ElasticLoopForwardDynamics forward = new ElasticLoopForwardDynamics(robot);
            if (s.floats()) {
                forward.computeFloating(s.motion, s.x[0], s.x[1], s.tau, s.wrenches, a, qdd);
            } else {
                forward.compute(s.base(), s.x[0], s.x[1], s.tau, s.wrenches, qdd);
            }
            forward.massMatrix(matrix);
        } else {
            new ElasticInverseDynamics(robot).compute(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, tau);
            ElasticForwardDynamics forward = new ElasticForwardDynamics(robot);
            ElasticMatrices matrices = new ElasticMatrices(robot);
            if (s.floats()) {
                forward.computeFloating(s.motion, s.x[0], s.x[1], s.tau, s.wrenches, a, qdd);
                matrices.computeFloating(s.motion, s.x[0], s.x[1], null);
            } else {
                forward.compute(s.base(), s.x[0], s.x[1], s.tau, s.wrenches, qdd);
                matrices.compute(s.base(), s.x[0], s.x[1], null);
            }
            matrices.inertia(matrix);
        }
        Agreement.check("torque", s.outputs(ElasticQuantity.TORQUE)[0], tau, 1e-11);
        Agreement.check("mass matrix", s.outputs(ElasticQuantity.MASS_MATRIX)[0], matrix, 1e-11);
        double[][] found = s.outputs(ElasticQuantity.ACCELERATION);
        Agreement.check("acceleration", found[0], qdd, 1e-10);
        if (s.floats()) {
            Agreement.check("base", found[1], a, 1e-10);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void derivatives(Case one) {
        State s = new State(one, 6);
        RobotModel robot = one.robot;
        int drives = s.tau.length;
        int width = s.first + s.size;
        double[][] ofTorque = new double[3][(s.first + drives) * width];
        double[][] forward = {new double[width * width], new double[width * width], new double[width * drives]};
        if (robot.hasLoops()) {
            ElasticLoopSensitivity byHand = new ElasticLoopSensitivity(robot);
            if (s.floats()) {
                byHand.torqueFloating(
                        s.motion, s.x[0], s.x[1], s.x[2], s.wrenches, ofTorque[0], ofTorque[1], ofTorque[2]);
                byHand.accelerationFloating(
                        s.motion, s.x[0], s.x[1], s.tau, s.wrenches, forward[0], forward[1], forward[2]);
            } else {
                byHand.torque(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, ofTorque[0], ofTorque[1], ofTorque[2]);
                byHand.acceleration(s.base(), s.x[0], s.x[1], s.tau, s.wrenches, forward[0], forward[1], forward[2]);
            }
        } else {
            ElasticSensitivity byHand = new ElasticSensitivity(robot);
            if (s.floats()) {
                byHand.torqueFloating(
                        s.motion, s.x[0], s.x[1], s.x[2], s.wrenches, ofTorque[0], ofTorque[1], ofTorque[2]);
                byHand.accelerationFloating(
                        s.motion, s.x[0], s.x[1], s.tau, s.wrenches, forward[0], forward[1], forward[2]);
            } else {
                byHand.torque(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, ofTorque[0], ofTorque[1], ofTorque[2]);
                byHand.acceleration(s.base(), s.x[0], s.x[1], s.tau, s.wrenches, forward[0], forward[1], forward[2]);
            }
        }
        double[][] torque = s.outputs(ElasticQuantity.TORQUE_SENSITIVITY);
        double[][] acceleration = s.outputs(ElasticQuantity.ACCELERATION_SENSITIVITY);
        for (int k = 0; k < 3; k++) {
            Agreement.check("torque by " + k, torque[k], ofTorque[k], 1e-11);
            Agreement.check("acceleration by " + k, acceleration[k], forward[k], 1e-10);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void secondDerivatives(Case one) {
        State s = new State(one, 7);
        int width = s.first + s.size;
        double[] hessian = new double[9 * width * width];
        if (s.floats() && one.robot.hasLoops()) {
            new ElasticLoopCurvature(one.robot)
                    .computeFloating(s.motion, s.x[0], s.x[1], s.x[2], s.wrenches, s.lambda, hessian);
        } else if (s.floats()) {
            new ElasticCurvature(one.robot)
                    .computeFloating(s.motion, s.x[0], s.x[1], s.x[2], s.wrenches, s.lambda, hessian);
        } else if (one.robot.hasLoops()) {
            new ElasticLoopCurvature(one.robot)
                    .compute(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, s.lambda, hessian);
        } else {
            new ElasticCurvature(one.robot).compute(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, s.lambda, hessian);
        }
        Agreement.check("hessian", s.outputs(ElasticQuantity.TORQUE_CURVATURE)[0], hessian, 1e-10);
    }

    @ParameterizedTest
    @MethodSource("trees")
    void wrenchesOfTrees(Case one) {
        State s = new State(one, 8);
        ElasticInverseDynamics byHand = new ElasticInverseDynamics(one.robot);
        byHand.compute(s.base(), s.x[0], s.x[1], s.x[2], s.wrenches, new double[s.tau.length]);
        List<Joint> joints = one.robot.joints();
        double[] expected = new double[6 * joints.size()];
        double[] six = new double[6];
        for (int j = 0; j < joints.size(); j++) {
            byHand.jointWrenchInBody(one.robot.bodyIndex(joints.get(j).child()), six);
            System.arraycopy(six, 0, expected, 6 * j, 6);
        }
        Agreement.check("wrenches", s.outputs(ElasticQuantity.JOINT_WRENCH)[0], expected, 1e-11);
    }

    /** Motors of reflected inertia act by their springs alone: links and cut joints carry what they do without drives. */
    @ParameterizedTest
    @MethodSource("reflected")
    void wrenchesWithoutRotors(Case one) {
        State s = new State(one, 9);
        RobotModelBuilder builder = one.robot.toBuilder();
        one.robot.elasticJoints().forEach(joint -> builder.replace(joint.with(Drive.NONE)));
        CodeInputs told = one.inputs.base() == BaseInput.FLOATS ? one.inputs.withBase(BaseInput.MOVES) : one.inputs;
        double[][] expected = evaluate(RobotCompiler.compile(builder.build(), Quantity.JOINT_WRENCH, told), s::input);
        double[][] found = s.outputs(ElasticQuantity.JOINT_WRENCH);
        Agreement.check("wrenches", found[0], expected[0], 1e-12);
        if (one.robot.hasLoops()) {
            Agreement.check("cut wrenches", found[1], expected[1], 1e-12);
        }
    }

    /** A rotor that speeds up on a body at rest is a moment on that body. */
    @ParameterizedTest
    @MethodSource("loops")
    void rotorsLoadCutJoints(Case given) {
        Case one = new Case(given.robot.withFixedBase(), CodeInputs.of(given.robot.withFixedBase()));
        State s = new State(one, 10);
        Arrays.fill(s.x[1], 0, s.count, 0);
        RobotModel robot = one.robot;
        RobotModelBuilder builder = robot.toBuilder();
        List<Joint> elastic = robot.elasticJoints();
        double[] moments = new double[6 * robot.bodies().size()];
        for (int e = 0; e < elastic.size(); e++) {
            builder.replace(elastic.get(e).with(Drive.NONE));
            Rotor rotor = elastic.get(e).drive().rotor();
            if (rotor != null) {
                double[] axis = rotor.axisInCarrier().normalized().toArray();
                int at = 6 * robot.bodyIndex(rotor.carrier()) + 3;
                for (int k = 0; k < 3; k++) {
                    moments[at + k] -= rotor.gearRatio() * rotor.inertia() * s.x[2][s.count + e] * axis[k];
                }
            }
        }
        CodeInputs loaded = CodeInputs.of(robot)
                .withWrenchesInBody(
                        robot.bodies().stream().map(body -> body.name()).toList());
        double[][] expected = evaluate(
                RobotCompiler.compile(builder.build(), Quantity.JOINT_WRENCH, loaded),
                (name, length) -> name.equals("wrenches") ? moments : s.input(name, length));
        double[][] found = s.outputs(ElasticQuantity.JOINT_WRENCH);
        Agreement.check("wrenches", found[0], expected[0], 1e-11);
        Agreement.check("cut wrenches", found[1], expected[1], 1e-11);
    }

    /** What the hand-written classes feed forward. */
    static Stream<Case> fed() {
        return reflected()
                .filter(one -> one.inputs.base() != BaseInput.MOVES)
                .filter(one -> one.robot.couplings().stream()
                        .noneMatch(coupling -> one.robot.elasticJoints().stream()
                                .anyMatch(joint -> joint.name().equals(coupling.leader()))));
    }

    @ParameterizedTest
    @MethodSource("fed")
    void feedForward(Case one) {
        State s = new State(one, 11);
        double[][] joints = new double[6][];
        Arrays.setAll(joints, d -> Arrays.copyOf(s.x[d], s.count));
        double[][] x = new double[3][s.size];
        double[] tau = new double[s.tau.length];
        double[] rates = new double[tau.length];
        double[] a = new double[6];
        RobotModel robot = one.robot;
        if (robot.hasLoops()) {
            ElasticLoopFeedForward byHand = ElasticLoopFeedForward.withRates(robot);
            if (s.floats()) {
                byHand.computeFloating(s.motion, joints, s.wrenches, a, x[0], x[1], x[2], tau);
            } else {
                byHand.compute(joints, s.wrenches, x[0], x[1], x[2], tau);
            }
            byHand.torqueRates(rates);
        } else if (s.floats()) {
            FloatingElasticFeedForward byHand = FloatingElasticFeedForward.withRates(robot);
            byHand.compute(s.motion, joints, s.wrenches, a, x[0], x[1], x[2], tau);
            byHand.torqueRates(rates);
        } else {
            ElasticFeedForward byHand = ElasticFeedForward.withRates(robot);
            byHand.compute(joints, s.wrenches, x[0], x[1], x[2], tau);
            byHand.torqueRates(rates);
        }
        double[][] fed = s.outputs(ElasticQuantity.FEED_FORWARD);
        Agreement.check("torque", fed[0], tau, 1e-11);
        for (int d = 0; d < 3; d++) {
            Agreement.check("motors " + d, fed[1 + d], Arrays.copyOfRange(x[d], s.count, s.size), 1e-11);
        }
        double[][] withRates = s.outputs(ElasticQuantity.FEED_FORWARD_RATE);
        Agreement.check("rates", withRates[1], rates, 1e-10);
    }

    static Stream<RobotModel> plainTrees() {
        return IntStream.range(2, 14).filter(k -> k % 3 != 1).mapToObj(k -> tree(k, false));
    }

    /** A base that slides along an axis and turns evenly about it, at some distance, is one on two rigid joints that do so. */
    @ParameterizedTest
    @MethodSource("plainTrees")
    void feedForwardOnABaseThatMovesAsTold(RobotModel robot) {
        RandomNumbers random = new RandomNumbers(robot.jointCount());
        Vector3 axis = random.vector3(1).normalized();
        Vector3 beside = random.vector3(0.4);
        RobotModel mounted = mounted(robot, axis, beside, random);
        CodeInputs told = CodeInputs.of(robot)
                .withBase(BaseInput.MOVES)
                .withWrenchesInWorld(List.of(robot.bodies().get(1).name()));
        CodeInputs rests = CodeInputs.of(mounted).withWrenchesInWorld(told.wrenchesInWorld());
        int n = robot.jointCount();
        double[][] screw = new double[6][];
        double[][] joints = new double[6][];
        Arrays.setAll(screw, d -> random.vector(2, 1));
        for (int d = 2; d < 6; d++) {
            screw[d][1] = 0;
        }
        Arrays.setAll(joints, d -> random.vector(n, 1));
        double[] wrench = random.vector(6, 3);
        double[] base = new double[48];
        Rotation r = Rotation.about(axis, screw[0][1]);
        System.arraycopy(r.toArray(), 0, base, 0, 9);
        double[] place = axis.times(screw[0][0]).plus(r.apply(beside)).toArray();
        System.arraycopy(place, 0, base, 9, 3);
        // (w axis ×)ᵈ of the distance, in base axes, which the turn about the axis leaves as they are
        Vector3 turned = beside;
        for (int d = 1; d < 6; d++) {
            turned = axis.cross(turned).times(screw[1][1]);
            System.arraycopy(axis.times(screw[d][0]).plus(turned).toArray(), 0, base, 6 + 6 * d, 3);
            System.arraycopy(axis.times(screw[d][1]).toArray(), 0, base, 9 + 6 * d, 3);
        }
        for (ElasticQuantity quantity : List.of(ElasticQuantity.FEED_FORWARD, ElasticQuantity.FEED_FORWARD_RATE)) {
            double[][] found =
                    evaluate(ElasticCompiler.compile(robot, quantity, told), (name, length) -> switch (name) {
                        case "base" -> Arrays.copyOf(base, length);
                        case "wrenches" -> wrench;
                        default -> joints[order(name)];
                    });
            double[][] expected = evaluate(
                    ElasticCompiler.compile(mounted, quantity, rests),
                    (name, length) -> name.equals("wrenches")
                            ? wrench
                            : join(screw[order(name)], joints[order(name)], mounted, robot));
            for (int v = 0; v < found.length; v++) {
                boolean ofJoints = v < (quantity == ElasticQuantity.FEED_FORWARD ? 1 : 2);
                double[] ofRobot = ofJoints ? pick(expected[v], mounted, robot) : expected[v];
                Agreement.check(quantity + " " + v, found[v], ofRobot, 1e-10);
            }
        }
    }

    private static int order(String name) {
        return List.of("q", "qd", "qdd", "qddd", "q4", "q5").indexOf(name);
    }

    private static double[] join(double[] screw, double[] joints, RobotModel mounted, RobotModel robot) {
        double[] all = new double[mounted.jointCount()];
        all[mounted.coordinate("slide")] = screw[0];
        all[mounted.coordinate("turn")] = screw[1];
        for (Joint joint : robot.movingJoints()) {
            all[mounted.coordinate(joint.name())] = joints[robot.coordinate(joint.name())];
        }
        return all;
    }

    private static double[] pick(double[] all, RobotModel mounted, RobotModel robot) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> all[mounted.coordinate(joint.name())])
                .toArray();
    }

    private static RobotModel mounted(RobotModel robot, Vector3 axis, Vector3 beside, RandomNumbers random) {
        RobotModelBuilder builder = RobotModel.builder("mounted").gravity(robot.gravity());
        builder.link(Joint.prismatic("slide", "base", "sled").at(Pose.IDENTITY, axis), random.inertia());
        builder.link(Joint.revolute("turn", "sled", "disk").at(Pose.IDENTITY, axis), random.inertia());
        builder.link(
                Joint.fixed("mount", "disk", "plate")
                        .at(Pose.translation(beside.x(), beside.y(), beside.z()), Vector3.Z),
                random.inertia());
        for (Joint joint : robot.joints()) {
            Joint there = joint.parent().equals(robot.base().name())
                    ? new Joint(
                            joint.name(),
                            joint.kind(),
                            "plate",
                            joint.child(),
                            joint.geometry(),
                            joint.limits(),
                            joint.friction(),
                            joint.drive())
                    : joint;
            builder.link(
                    there, robot.bodies().get(robot.bodyIndex(joint.child())).inertia());
        }
        return builder.build();
    }

    @Test
    void floatingModelsHaveTheirBase() {
        Case floating = trees().filter(one -> one.inputs.base() == BaseInput.FLOATS)
                .findFirst()
                .orElseThrow();
        assertThat(floating.robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThatThrownBy(() -> ElasticCompiler.compile(
                        floating.robot, ElasticQuantity.TORQUE, floating.inputs.withBase(BaseInput.RESTS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base");
    }
}
