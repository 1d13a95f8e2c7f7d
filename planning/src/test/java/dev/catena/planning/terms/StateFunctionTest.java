package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.function.LoopDynamics;
import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.sensitivity.AppliedLoad;
import dev.catena.sensitivity.WrenchSensitivity;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values, first and second derivatives of everything that limits and objectives are made of. */
class StateFunctionTest {
    private static final long SEED = 20;
    static final RobotModel ROBOT = robot();

    private static RobotModel robot() {
        RobotModel tree = RandomRobots.everything(SEED, 8);
        RobotModelBuilder builder = tree.toBuilder();
        for (Joint joint : tree.movingJoints()) {
            builder.replace(joint.with(Friction.of(0.5, 0.2).smoothed(2)));
        }
        return builder.build();
    }

    static String tip() {
        return ROBOT.bodies().get(ROBOT.bodies().size() - 1).name();
    }

    static Map<String, StateFunction> functions() {
        MotionDynamics dynamics = new TreeDynamics(ROBOT);
        int n = ROBOT.jointCount();
        double[] weights = new double[n];
        Arrays.setAll(weights, i -> 0.3 + i);
        Map<String, StateFunction> functions = new LinkedHashMap<>();
        for (int order = 0; order <= 3; order++) {
            functions.put("coordinates of order " + order, new CoordinateFunction(order, ROBOT.jointNames()));
        }
        functions.put("torque", new DriveTorque(dynamics));
        functions.put("torque rate", new DriveTorqueRate(dynamics));
        functions.put(
                "reaction force", new ReactionForceFunction(ROBOT, ROBOT.jointNames(), RobotFunctions.automatic()));
        functions.put("point", new PointFunction(ROBOT, tip(), new Vector3(0.1, -0.2, 0.3)));
        functions.put("orientation", new OrientationFunction(ROBOT, tip(), Rotation.fromRollPitchYaw(0.3, -0.5, 0.9)));
        functions.put(
                "corridor",
                new CorridorFunction(
                        ROBOT, tip(), new Vector3(0.1, 0.2, 0), new Vector3(0.2, 0, 1), new Vector3(1, 0.5, 0.3)));
        functions.put("velocity of a point", new VelocityFunction(ROBOT, tip(), new Vector3(0.1, -0.2, 0.3)));
        functions.put(
                "distance",
                new DistanceFunction(
                        ROBOT,
                        tip(),
                        new Vector3(0.1, 0.2, 0),
                        ROBOT.bodies().get(2).name(),
                        new Vector3(0, 0.3, -0.1)));
        functions.put(
                "product",
                new ProductFunction(
                        new PointDifference(ROBOT, tip(), ROBOT.bodies().get(1).name(), Vector3.X),
                        new PointDifference(ROBOT, ROBOT.bodies().get(3).name(), tip(), new Vector3(0.6, 0, 0.8)),
                        n));
        functions.put("effort", new WeightedSquares(new DriveTorque(dynamics), weights, n));
        functions.put("torque rate squares", new WeightedSquares(new DriveTorqueRate(dynamics), weights, n));
        functions.put("jerk squares", new WeightedSquares(new CoordinateFunction(3, ROBOT.jointNames()), weights, n));
        StateFunction speeds = new CoordinateFunction(1, ROBOT.jointNames());
        functions.put("power", new PowerFunction(new DriveTorque(dynamics), speeds, false, 0));
        functions.put("absolute power", new PowerFunction(new DriveTorque(dynamics), speeds, true, 5));
        return functions;
    }

    static Map<String, StateFunction> functionsAlongPath() {
        SplineBasis basis = SplineBasis.uniform(7, 8);
        Random random = new Random(SEED);
        double[] points = random.doubles(8L * ROBOT.jointCount(), -1, 1).toArray();
        Map<String, StateFunction> functions = new LinkedHashMap<>();
        functions()
                .forEach((name, function) -> functions.put(
                        name + " along a path",
                        new AlongPath(function, new Spline(basis, ROBOT.jointCount(), points))));
        return functions;
    }

    private static final List<String> NAMES = Stream.concat(
                    functions().keySet().stream(), functionsAlongPath().keySet().stream())
            .toList();

    static List<String> names() {
        return NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void derivativesAreThoseOfTheValue(String name) {
        Map<String, StateFunction> known = functions();
        boolean isAlongPath = !known.containsKey(name);
        known.putAll(functionsAlongPath());
        StateFunction function = Objects.requireNonNull(known.get(name));
        int n = isAlongPath ? 1 : ROBOT.jointCount();
        int width = (function.order() + 1) * n;
        Random random = new Random(SEED + 1);
        double[] x = random.doubles(width, -1, 1).toArray();
        if (isAlongPath) {
            x[0] = 0.4;
        }
        double[] lambda = random.doubles(function.rows(), -1, 1).toArray();

        double[] slopes = Differences.jacobian(
                x, at -> Differences.filled(function.rows(), out -> function.value(state(n, at), out)));
        double[] jacobian = Differences.filled(function.rows() * width, out -> function.jacobian(state(n, x), out));
        Agreement.check(name + ", first derivatives, seed " + SEED, jacobian, slopes, 1e-9);

        double[] curvature = new double[width * width];
        Arrays.fill(curvature, 7);
        function.addCurvature(state(n, x), lambda, curvature);
        for (int k = 0; k < curvature.length; k++) {
            curvature[k] -= 7;
        }
        double[] second = Differences.jacobian(x, at -> contracted(function, n, at, lambda));
        Agreement.check(name + ", second derivatives, seed " + SEED, curvature, second, 1e-9);
        for (int row = 0; row < function.rows(); row++) {
            for (int c = 0; c < width; c++) {
                if (!function.dependsOn(row, c % n)) {
                    assertThat(slopes[row * width + c])
                            .as("%s by %s", function.name(row), c)
                            .isZero();
                }
            }
        }
    }

    private static double[] contracted(StateFunction function, int n, double[] x, double[] lambda) {
        int width = x.length;
        double[] jacobian = Differences.filled(function.rows() * width, out -> function.jacobian(state(n, x), out));
        double[] gradient = new double[width];
        for (int row = 0; row < lambda.length; row++) {
            for (int c = 0; c < width; c++) {
                gradient[c] += lambda[row] * jacobian[row * width + c];
            }
        }
        return gradient;
    }

    static MotionState state(int n, double[] x) {
        MotionState state = new MotionState(n);
        for (int c = 0; c < x.length; c++) {
            state.derivative(c / n)[c % n] = x[c];
        }
        return state;
    }

    @Test
    void reactionForcesAreThoseOfInverseDynamics() {
        MotionState state = state(
                ROBOT.jointCount(),
                new Random(SEED + 2).doubles(4L * ROBOT.jointCount(), -1, 1).toArray());
        InverseDynamics dynamics = new InverseDynamics(ROBOT);
        dynamics.compute(state.position(), state.velocity(), state.acceleration(), new double[ROBOT.jointCount()]);
        WrenchSensitivity sensitivity = new WrenchSensitivity(ROBOT);
        sensitivity.compute(state.position(), state.velocity(), state.acceleration());
        StateFunction function = new ReactionForceFunction(ROBOT, ROBOT.jointNames(), RobotFunctions.automatic());
        double[] squares = Differences.filled(function.rows(), out -> function.value(state, out));
        int n = ROBOT.jointCount();
        double[] jacobian = Differences.filled(3 * n * n, out -> function.jacobian(state, out));
        for (int i = 0; i < n; i++) {
            int body = ROBOT.bodyIndex(ROBOT.movingJoints().get(i).child());
            Vector3 force = dynamics.jointWrenchInBody(body).force();
            assertThat(function.display(i, squares[i])).isCloseTo(force.norm(), within(1e-10 * (1 + force.norm())));
            double[] byAcceleration = new double[6 * n];
            sensitivity.wrench(AppliedLoad.Variable.ACCELERATION, body, byAcceleration);
            for (int c = 0; c < n; c++) {
                double expected = 2
                        * (force.x() * byAcceleration[c]
                                + force.y() * byAcceleration[n + c]
                                + force.z() * byAcceleration[2 * n + c]);
                assertThat(jacobian[i * 3 * n + 2 * n + c])
                        .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            }
        }
    }

    /** Torques of a closed loop; what the curvature of rates has of third derivatives is a difference. */
    @Test
    void torquesOfClosedLoopsHaveTheDerivativesOfTheirValues() {
        RobotModel fiveBar = ShippedRobots.load("five-bar");
        RobotModelBuilder builder = fiveBar.toBuilder();
        fiveBar.movingJoints()
                .forEach(joint ->
                        builder.replace(joint.with(Friction.of(0.1, 0.05).smoothed(2))));
        LoopDynamics dynamics = new LoopDynamics(builder.build());
        double[] x = {1.9, 1.3, 0.4, -0.7, 1.1, 0.6, -2, 3};
        for (StateFunction function : List.of(new DriveTorque(dynamics), new DriveTorqueRate(dynamics))) {
            int width = 2 * (function.order() + 1);
            double[] at = Arrays.copyOf(x, width);
            double[] slopes = Differences.jacobian(
                    at, moved -> Differences.filled(2, out -> function.value(state(2, moved), out)));
            double[] jacobian = Differences.filled(2 * width, out -> function.jacobian(state(2, at), out));
            Agreement.check(function.name(0) + ", first derivatives", jacobian, slopes, 1e-9);
            double[] lambda = {0.7, -1.2};
            double[] curvature =
                    Differences.added(width * width, out -> function.addCurvature(state(2, at), lambda, out));
            double[] second = Differences.jacobian(at, moved -> contracted(function, 2, moved, lambda));
            Agreement.check(function.name(0) + ", second derivatives", curvature, second, 1e-9);
        }
    }

    @Test
    void frictionThatJumpsIsSmoothed() {
        RobotModel jumping = ROBOT.toBuilder()
                .replace(ROBOT.movingJoints().get(0).with(Friction.of(1, 0)))
                .build();
        assertThat(new TreeDynamics(jumping)
                        .model()
                        .movingJoints()
                        .get(0)
                        .friction()
                        .smoothingVelocity())
                .isEqualTo(TreeDynamics.FRICTION_SMOOTHING);
    }

    /** Never the answer for another robot: of the tree, of the held base, of the rigid joint. */
    @Test
    void robotsThatPlanningIsNotForAreRefusedWithWhatToDo() {
        RobotModel elastic = ROBOT.toBuilder()
                .replace(ROBOT.movingJoints().get(1).with(Drive.reflected(0.1).with(Spring.of(100))))
                .build();
        RobotModel floating = ROBOT.withFloatingBase();
        RobotModel fiveBar = ShippedRobots.load("five-bar");
        assertThatThrownBy(() -> new TreeDynamics(floating))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("floating base", "withFixedBase()");
        assertThatThrownBy(() -> new LoopDynamics(fiveBar.withFloatingBase()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("floating base", "withFixedBase()");
        RobotModel elasticLoop = fiveBar.toBuilder()
                .replace(fiveBar.movingJoints().get(0).with(Drive.reflected(0.1).with(Spring.of(100))))
                .build();
        assertThatThrownBy(() -> new TreeDynamics(elastic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("is elastic", "withoutSprings()");
        assertThatThrownBy(() -> new LoopDynamics(elasticLoop))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("is elastic", "withoutSprings()");
        assertThat(new MotionLimits(elasticLoop).size())
                .isEqualTo(new MotionLimits(elasticLoop.withoutSprings()).size());
        assertThatThrownBy(() -> new MotionLimits(elastic)
                        .reactionForce(ROBOT.jointNames().get(0), 3))
                .hasMessageContaining("rigid");
        assertThatThrownBy(() -> new MotionLimits(floating)
                        .reactionForce(ROBOT.jointNames().get(0), 3))
                .hasMessageContaining("withFixedBase()");
        assertThatThrownBy(() -> new TreeDynamics(fiveBar))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("closed loops", "openTree()");
        MotionLimits loops = new MotionLimits(fiveBar);
        assertThatThrownBy(() -> loops.reactionForce("left_hip", 3)).hasMessageContaining("is for trees only");
        assertThat(new MotionLimits(fiveBar.openTree()).size()).isGreaterThan(loops.size());
    }

    /** Where loops cannot be closed there is no torque, and no number that looks like one. */
    @Test
    void loopsThatDoNotCloseHaveNoTorque() {
        LoopDynamics dynamics = new LoopDynamics(ShippedRobots.load("five-bar"));
        double[] apart = {3.1, 0.05};
        double[] zero = new double[2];
        assertThatThrownBy(() -> dynamics.torque(apart, zero, zero, new double[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("five-bar");
        assertThatThrownBy(() -> dynamics.torqueRate(apart, zero, zero, zero, new double[2]))
                .isInstanceOf(NumericalException.class);
        double[] torque = new double[2];
        dynamics.torque(new double[] {1.8, 1.2}, zero, zero, torque);
        double[] same = new double[2];
        dynamics.copy().torque(new double[] {1.8, 1.2}, zero, zero, same);
        assertThat(torque).containsExactly(same);
    }
}
