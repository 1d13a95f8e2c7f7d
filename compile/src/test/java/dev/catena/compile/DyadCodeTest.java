package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops in planes, which have a formula, against the hand-written search. */
class DyadCodeTest {
    private static final int STATES = 24;

    /** Of those that are sent anywhere. */
    private static final int FAR_STATES = 15;

    /** Farther from singular poses than this, rounding is not amplified beyond the tolerance. */
    private static final double WELL_CONDITIONED = 50;

    /** Branches from a turning waist: joints that turn or slide, of which those in capitals are independent; then the cut joint. */
    private static final List<RobotModel> MECHANISMS = make().toList();

    static List<RobotModel> mechanisms() {
        return MECHANISMS;
    }

    static List<String> shapes() {
        return List.of(
                "Rr/r pin",
                "Rrr/ pin",
                "/Rrr pin",
                "Rr/p pin",
                "Rp/r pin",
                "Rrp/ pin",
                "Rpr/ pin",
                "/Rpr pin",
                "Rpp/ pin",
                "Rp/p pin",
                "Rr/r slide",
                "Rrr/ slide",
                "/Rrr slide",
                "Rr/r ball",
                "RrR/r pin",
                "Pr/r pin",
                "rPr/ pin",
                "rP/r pin",
                "RrRr/ pin",
                "rR/Rr pin",
                "r/r pin",
                "rr/ pin");
    }

    private static Stream<RobotModel> make() {
        List<String> shapes = shapes();
        return Stream.concat(
                IntStream.range(0, 2 * shapes.size()).mapToObj(k -> mechanism(shapes.get(k % shapes.size()), 1000 + k)),
                Stream.of(
                        ShippedRobots.load("four-bar"),
                        ShippedRobots.load("five-bar"),
                        ClosedRobots.akr3000WithRams()));
    }

    static RobotModel mechanism(String shape, long seed) {
        return mechanism(shape, seed, null);
    }

    /** @param others where lengths, inertias, friction and gravity of another robot of the same shape come from */
    private static RobotModel mechanism(String shape, long seed, @Nullable RandomNumbers others) {
        RandomNumbers random = new RandomNumbers(seed);
        Vector3 gravity = random.vector3(10);
        String[] parts = shape.split("[/ ]", -1);
        Pose place = random.pose(1);
        Vector3 upright = random.vector3(1);
        SpatialInertia turning = random.inertia();
        RobotModelBuilder builder = RobotModel.builder(shape + " " + seed)
                .gravity(others == null ? gravity : others.vector3(10))
                .link(
                        Joint.revolute("waist", "base", "waist").at(place, upright),
                        others == null ? turning : others.inertia());
        Rotation plane = random.rotation();
        List<String> independent = new ArrayList<>(List.of("waist"));
        for (int branch = 0; branch < 2; branch++) {
            String parent = "waist";
            for (int k = 0; k < parts[branch].length(); k++) {
                char c = parts[branch].charAt(k);
                String name = "" + c + branch + k;
                boolean turns = Character.toLowerCase(c) == 'r';
                double stretch = others == null ? 1 : others.between(0.9, 1.1);
                double along = stretch * random.between(0.2, 0.6);
                double across = stretch * random.between(-0.5, 0.5);
                Pose at = Pose.translation(along, across, random.between(-0.1, 0.1))
                        .times(Pose.rotation(Rotation.aboutZ(random.between(-2, 2))));
                Pose first = parent.equals("waist") ? Pose.rotation(plane).times(at) : at;
                Vector3 axis = turns
                        ? new Vector3(0, 0, random.chance(0.3) ? -1 : 1)
                        : new Vector3(random.between(0.2, 1), random.between(-1, 1), 0);
                SpatialInertia inertia = random.inertia();
                builder.link(
                        Joint.of(turns ? JointKind.REVOLUTE : JointKind.PRISMATIC, name, parent, name)
                                .at(first, axis)
                                .with(others == null ? new Friction(0.1, 0.2, 0.5) : new Friction(0.3, 0.1, 0.5)),
                        others == null ? inertia : others.inertia());
                if (Character.isUpperCase(c)) {
                    independent.add(name);
                }
                parent = name;
            }
        }
        return closed(builder, parts, plane, independent, random);
    }

    /** The cut joint is put where both branches are at random coordinates. */
    private static RobotModel closed(
            RobotModelBuilder builder, String[] parts, Rotation plane, List<String> independent, RandomNumbers random) {
        RobotModel tree = builder.build();
        double[] q = random.vector(tree.jointCount(), 1);
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(q);
        String first = last(tree, 0);
        String second = last(tree, 1);
        Pose slant = parts[2].equals("slide")
                ? Pose.rotation(Rotation.aboutY(Math.PI / 2).times(Rotation.aboutX(random.between(-1, 1))))
                : Pose.IDENTITY;
        Pose inFirst = (first.equals("waist") ? Pose.rotation(plane) : Pose.IDENTITY)
                .times(Pose.translation(random.between(0.2, 0.5), random.between(-0.5, 0.5), 0.05))
                .times(slant);
        Pose inSecond = kinematics
                .worldFromBody(tree.bodyIndex(second))
                .inverse()
                .times(kinematics.worldFromBody(tree.bodyIndex(first)))
                .times(inFirst);
        CutKind kind = parts[2].equals("slide")
                ? CutKind.PRISMATIC
                : parts[2].equals("ball") ? CutKind.SPHERICAL : CutKind.REVOLUTE;
        builder.cut(new CutJoint("cut", kind, first, inFirst, second, inSecond));
        builder.active(independent.toArray(String[]::new));
        for (int k = 0; k < q.length; k++) {
            builder.assembly(tree.jointNames().get(k), q[k]);
        }
        return builder.build();
    }

    private static String last(RobotModel tree, int branch) {
        return tree.jointNames().stream()
                .filter(name -> name.charAt(1) == '0' + branch)
                .reduce((a, b) -> b)
                .orElse("waist");
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void closesWhereNewtonDoes(RobotModel robot) {
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        assertThat(function.inputs()).containsExactly("q", "qd", "qdd");
        ClosedLoopCode code = new ClosedLoopCode(function);
        ClosedLoopInverseDynamics byHand = new ClosedLoopInverseDynamics(robot);
        LoopClosure closure = new LoopClosure(robot);
        RandomNumbers random = new RandomNumbers(3);
        double[] middle = ClosedRobots.assembly(robot);
        int m = middle.length;
        double[] joints = new double[robot.jointCount()];
        double[] expected = joints.clone();
        int compared = 0;
        for (int s = 0; s < STATES; s++) {
            double[] q = middle.clone();
            for (int k = 0; k < m; k++) {
                q[k] += random.between(-0.5, 0.5);
            }
            if (!closure.close(q).isClosed() || closure.condition() > WELL_CONDITIONED) {
                continue;
            }
            compared++;
            double[] qd = random.vector(m, 2);
            double[] qdd = random.vector(m, 2);
            double[] tau = new double[m];
            double[] tauByHand = new double[m];
            code.evaluate(q, qd, qdd, tau);
            code.positions(joints);
            closure.positions(expected);
            for (int j = 0; j < joints.length; j++) {
                double off = joints[j] - expected[j];
                boolean turns = robot.movingJoints().get(j).kind() == JointKind.REVOLUTE;
                assertThat(turns ? Math.IEEEremainder(off, 2 * Math.PI) : off).isCloseTo(0, within(1e-12));
            }
            assertThat(code.residual()).isZero();
            byHand.compute(q, qd, qdd, tauByHand);
            Agreement.check(robot.name(), tau, tauByHand, 1e-11);
        }
        assertThat(compared).isGreaterThan(4);
    }

    /** Whether parts meet does not hang on the order in which several loops are added up. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void anyOrderOfSumsClosesThem(RobotModel robot) {
        Program program = RobotCompiler.compile(robot, Quantity.POSE).program().latestLast();
        LoopClosure closure = new LoopClosure(robot);
        RandomNumbers random = new RandomNumbers(4);
        for (int s = 0; s < STATES; s++) {
            double[] q = ClosedRobots.assembly(robot);
            for (int k = 0; k < q.length; k++) {
                q[k] += random.between(-0.3, 0.3);
            }
            if (closure.close(q).isClosed() && closure.condition() < WELL_CONDITIONED) {
                double[] doubts = program.evaluate(q)[2];
                assertThat(doubts.length > 1 ? doubts[0] : 0).isZero();
            }
        }
    }

    /**
     * Wherever independent joints are sent: what the search from the assembly finds, code finds; what code refuses, the search refuses;
     * and what code finds beyond that, the search finds too, on a way that is not straight.
     */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void answersInTheRegionOfTheAssembly(RobotModel robot) {
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.POSE);
        LoopClosure closure = new LoopClosure(robot);
        RandomNumbers random = new RandomNumbers(5);
        double[] joints = new double[robot.jointCount()];
        double[] expected = joints.clone();
        for (int s = 0; s < FAR_STATES; s++) {
            double[] q = anywhere(robot, random);
            closure.restart();
            boolean isStraight = closure.close(q).isClosed();
            boolean isFound = joints(function, q, joints);
            if (isStraight && closure.condition() < 1e5) {
                assertThat(isFound).as("found at %s", q).isTrue();
            }
            if (isFound && (isStraight || isTried(function, q))) {
                assertThat(isStraight || isReached(closure, robot, q, random))
                        .as("reached at %s", q)
                        .isTrue();
                closure.positions(expected);
                for (int j = 0; j < joints.length && closure.condition() < WELL_CONDITIONED; j++) {
                    double off = joints[j] - expected[j];
                    boolean turns = robot.movingJoints().get(j).kind() == JointKind.REVOLUTE;
                    assertThat(turns ? Math.IEEEremainder(off, 2 * Math.PI) : off)
                            .isCloseTo(0, within(1e-11));
                }
            }
        }
    }

    private static boolean joints(CompiledFunction function, double[] q, double[] jointsOut) {
        double[][] all = {q, new double[function.length(1)], jointsOut, new double[function.length(3)]};
        try {
            function.evaluateAll(all);
            return true;
        } catch (OpenLoopException refused) {
            return false;
        }
    }

    /** Not where parts are about to part or slides go far away, which the search gives up. */
    private static boolean isTried(CompiledFunction function, double[] q) {
        return function.program().evaluate(q)[2][1] < 100;
    }

    private static double[] anywhere(RobotModel robot, RandomNumbers random) {
        double[] q = ClosedRobots.assembly(robot);
        for (int k = 0; k < q.length; k++) {
            q[k] += robot.independentJoints().get(k).kind() == JointKind.REVOLUTE
                    ? random.between(-3, 3)
                    : random.between(-3, 2);
        }
        return q;
    }

    /** By way of other poses. */
    private static boolean isReached(LoopClosure closure, RobotModel robot, double[] q, RandomNumbers random) {
        for (int trial = 0; trial < 100; trial++) {
            closure.restart();
            int stops = 1 + trial % 3;
            for (int k = 0; k < stops; k++) {
                Object unused = closure.close(anywhere(robot, random));
            }
            if (closure.close(q).isClosed()) {
                return true;
            }
        }
        return false;
    }

    /** Code of one robot with the numbers of another one that has the same axes. */
    @ParameterizedTest
    @MethodSource("shapes")
    void lengthsAreArguments(String shape) {
        RobotModel robot = mechanism(shape, 1000 + shape.hashCode() % 100);
        RobotModel other = mechanism(shape, 1000 + shape.hashCode() % 100, new RandomNumbers(8));
        CodeInputs inputs = CodeInputs.of(robot)
                .withOpenParameters(EnumSet.of(
                        ParameterGroup.ALL_INERTIA,
                        ParameterGroup.LENGTHS,
                        ParameterGroup.FRICTION,
                        ParameterGroup.GRAVITY));
        List<OpenParameter> parameters = RobotCompiler.parameters(other, inputs);
        assertThat(RobotCompiler.parameters(robot, inputs).stream().map(OpenParameter::name))
                .isEqualTo(parameters.stream().map(OpenParameter::name).toList());
        double[] values = parameters.stream().mapToDouble(OpenParameter::value).toArray();
        ClosedLoopCode torque = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE, inputs));
        ClosedLoopCode acceleration = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs));
        ClosedLoopInverseDynamics torqueByHand = new ClosedLoopInverseDynamics(other);
        ClosedLoopForwardDynamics accelerationByHand = new ClosedLoopForwardDynamics(other);
        RandomNumbers random = new RandomNumbers(9);
        double[] middle = ClosedRobots.assembly(other);
        int m = middle.length;
        LoopClosure closure = new LoopClosure(other);
        int compared = 0;
        for (int s = 0; s < 20; s++) {
            double[] q = middle.clone();
            for (int k = 0; k < m; k++) {
                q[k] += s == 0 ? 0 : random.between(-0.3, 0.3);
            }
            if (!closure.close(q).isClosed() || closure.condition() > WELL_CONDITIONED) {
                continue;
            }
            compared++;
            double[] qd = random.vector(m, 1);
            double[] qdd = random.vector(m, 1);
            double[] found = new double[m];
            double[] expected = new double[m];
            torque.evaluate(q, qd, qdd, values, found);
            torqueByHand.compute(q, qd, qdd, expected);
            Agreement.check(shape + " torque", found, expected, 1e-11);
            acceleration.evaluate(q, qd, qdd, values, found);
            accelerationByHand.compute(q, qd, qdd, expected);
            Agreement.check(shape + " acceleration", found, expected, 1e-9);
        }
        assertThat(compared).isPositive();
    }

    @Test
    void lengthsOfLoopsThatAreSearchedStayNumbers() {
        RobotModel robot = ShippedRobots.load("bennett");
        CodeInputs inputs = CodeInputs.of(robot).withOpenParameters(Set.of(ParameterGroup.LENGTHS));
        assertThatThrownBy(() -> RobotCompiler.compile(robot, Quantity.TORQUE, inputs))
                .hasMessageContaining("lengths of robot \"bennett\" cannot be open")
                .hasMessageContaining("leave lengths out");
    }

    /** A crank of 1 and a coupler of 0.5 on a slide that is 0.8 away at most. */
    private static RobotModel sliderCrank() {
        return RobotModel.builder("slider-crank")
                .gravity(0, -9.81, 0)
                .link(
                        Joint.revolute("crank", "base", "crank").at(Pose.IDENTITY, Vector3.Z),
                        new RandomNumbers(1).inertia())
                .link(
                        Joint.revolute("coupler", "crank", "coupler").at(Pose.translation(1, 0, 0), Vector3.Z),
                        new RandomNumbers(2).inertia())
                .link(
                        Joint.prismatic("slider", "base", "slider").at(Pose.IDENTITY, Vector3.X),
                        new RandomNumbers(3).inertia())
                .cut(new CutJoint(
                        "pin", CutKind.REVOLUTE, "coupler", Pose.translation(0.5, 0, 0), "slider", Pose.IDENTITY))
                .active("crank")
                .assembly("crank", 0.3)
                .assembly("coupler", -0.9)
                .assembly("slider", 1.35)
                .build();
    }

    /** Where parts do not reach each other, numbers are finite and say so; so they do where they just reach each other. */
    @Test
    void posesOutOfReachAreRefused() {
        RobotModel robot = sliderCrank();
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        assertThat(function.outputs()).containsExactly("tau", "joints", "closure");
        ClosedLoopCode code = new ClosedLoopCode(function);
        double[] one = {1};
        double reach = Math.asin(0.5);
        for (double q : new double[] {0.5, -0.5, 0.5 + 2 * Math.PI, -0.5 - 4 * Math.PI}) {
            code.evaluate(new double[] {q}, one, one, new double[1]);
        }
        // 3 is closed on the other side of the crank's pivot, where no way leads to
        for (double q : new double[] {0.6, 1.5, -0.6, 3, -3, 3 + 2 * Math.PI}) {
            double[][] found = function.program().evaluate(new double[][] {{q}, one, one});
            for (double[] output : found) {
                for (double x : output) {
                    assertThat(x).isFinite();
                }
            }
            assertThat(found[2][0]).isGreaterThan(1e-3);
            assertThatThrownBy(() -> code.evaluate(new double[] {q}, one, one, new double[1]))
                    .isInstanceOf(OpenLoopException.class)
                    .hasMessageContaining("the parts of a loop do not reach each other")
                    .hasMessageContaining("there is no such pose for these independent joints");
        }
        for (double off : new double[] {0, 1e-17, -1e-17, 1e-15}) {
            assertThatThrownBy(() -> code.evaluate(new double[] {reach + off}, one, one, new double[1]))
                    .isInstanceOf(NumericalException.class);
        }
    }

    /** Joints go along by cosine and sine. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void derivatives(RobotModel robot) {
        if (robot.name().hashCode() % 3 != 0) {
            return;
        }
        ClosedLoopCode code = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.TORQUE_SENSITIVITY));
        ClosedLoopSensitivity byHand = new ClosedLoopSensitivity(robot);
        ClosedLoopCode acceleration = new ClosedLoopCode(RobotCompiler.compile(robot, Quantity.ACCELERATION));
        ClosedLoopForwardDynamics accelerationByHand = new ClosedLoopForwardDynamics(robot);
        double[] q = ClosedRobots.assembly(robot);
        int m = q.length;
        RandomNumbers random = new RandomNumbers(4);
        double[] qd = random.vector(m, 1);
        double[] qdd = random.vector(m, 1);
        double[][] found = {new double[m * m], new double[m * m], new double[m * m]};
        double[][] expected = {new double[m * m], new double[m * m], new double[m * m]};
        code.evaluate(q, qd, qdd, found[0], found[1], found[2]);
        byHand.compute(q, qd, qdd, expected[0], expected[1], expected[2]);
        for (int k = 0; k < 3; k++) {
            Agreement.check(robot.name() + " derivative " + k, found[k], expected[k], 1e-9);
        }
        double[] moved = new double[m];
        double[] movedByHand = new double[m];
        acceleration.evaluate(q, qd, qdd, moved);
        accelerationByHand.compute(q, qd, qdd, movedByHand);
        Agreement.check(robot.name() + " acceleration", moved, movedByHand, 1e-9);
    }

    @Test
    void batchesNeedNoStart() {
        RobotModel robot = ShippedRobots.load("five-bar");
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        RandomNumbers random = new RandomNumbers(6);
        double[] middle = ClosedRobots.assembly(robot);
        int states = 21;
        double[][] all = new double[6][];
        for (int v = 0; v < all.length; v++) {
            all[v] = new double[states * function.length(v)];
        }
        double[][] one = {new double[2], new double[2], new double[2], new double[2], new double[4], new double[2]};
        double[][] expected = new double[states][];
        for (int s = 0; s < states; s++) {
            for (int k = 0; k < 2; k++) {
                one[0][k] = middle[k] + random.between(-0.3, 0.3);
                one[1][k] = random.between(-1, 1);
                one[2][k] = random.between(-1, 1);
                for (int v = 0; v < 3; v++) {
                    all[v][k * states + s] = one[v][k];
                }
            }
            function.evaluateAll(one);
            expected[s] = new double[] {one[3][0], one[3][1], one[4][0], one[4][1], one[4][2], one[4][3]};
        }
        new Batch(function, 1).evaluate(states, all);
        for (int s = 0; s < states; s++) {
            double[] found = new double[6];
            for (int k = 0; k < 6; k++) {
                found[k] = k < 2 ? all[3][k * states + s] : all[4][(k - 2) * states + s];
            }
            Agreement.check("state " + s, found, expected[s], 1e-12);
        }
        all[0][4] = 3.1;
        all[0][states + 4] = 0;
        assertThatThrownBy(() -> new Batch(function, 1).evaluate(states, all)).hasMessageContaining("state 4: ");
    }
}
