package dev.catena.planning.terms;

import static dev.catena.planning.terms.StateFunctionTest.ROBOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForceRate;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.testkit.Agreement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values of the functions by what their names say, from kinematics and dynamics directly. */
class StateFunctionValuesTest {
    private static final int N = ROBOT.jointCount();
    private static final MotionState STATE =
            StateFunctionTest.state(N, new Random(5).doubles(4L * N, -1, 1).toArray());

    private static double[] value(StateFunction function) {
        return Differences.filled(function.rows(), out -> function.value(STATE, out));
    }

    private static StateFunction function(String name) {
        return Objects.requireNonNull(StateFunctionTest.functions().get(name), name);
    }

    private static Pose tip() {
        Kinematics kinematics = new Kinematics(ROBOT);
        kinematics.compute(STATE.position());
        return kinematics.worldFromBody(ROBOT.bodyIndex(StateFunctionTest.tip()));
    }

    private static double[][] torquesAndRates() {
        double[][] out = new double[2][N];
        new ForceRate(ROBOT)
                .compute(STATE.position(), STATE.velocity(), STATE.acceleration(), STATE.jerk(), out[0], out[1]);
        return out;
    }

    @Test
    void coordinatesAndTorquesAreThemselves() {
        double[][] torques = torquesAndRates();
        for (int order = 0; order <= 3; order++) {
            assertThat(value(function("coordinates of order " + order))).containsExactly(STATE.derivative(order));
        }
        Agreement.check("torque", value(function("torque")), torques[0], 1e-13);
        Agreement.check("torque rate", value(function("torque rate")), torques[1], 1e-13);
        double squares = 0;
        double power = 0;
        double absolute = 0;
        for (int i = 0; i < N; i++) {
            double p = torques[0][i] * STATE.velocity()[i];
            squares += (0.3 + i) * torques[0][i] * torques[0][i];
            power += p;
            absolute += Math.hypot(p, 5) - 5;
        }
        Agreement.check("effort", value(function("effort"))[0], squares, 1e-13);
        Agreement.check("power", value(function("power"))[0], power, 1e-12);
        Agreement.check("absolute power", value(function("absolute power"))[0], absolute, 1e-12);
    }

    @Test
    void pointsAndTurnsAreThoseOfTheBody() {
        Pose tip = tip();
        Agreement.check(
                "point",
                value(function("point")),
                tip.apply(new Vector3(0.1, -0.2, 0.3)).toArray(),
                1e-13);
        // turned away from where it is by an angle about an axis of the world: sin θ times the axis, and cos θ
        Vector3 axis = new Vector3(2, -1, 2).times(1.0 / 3);
        for (double angle : new double[] {0.2, -1.1, 3}) {
            Rotation wanted = Rotation.about(axis, -angle).times(tip.rotation());
            double[] turn = value(new OrientationFunction(ROBOT, StateFunctionTest.tip(), wanted));
            Vector3 expected = axis.times(Math.sin(angle));
            assertThat(turn)
                    .containsExactly(
                            new double[] {expected.x(), expected.y(), expected.z(), Math.cos(angle)}, within(1e-14));
        }
    }

    @Test
    void corridorsMeasureDistanceAndWay() {
        Vector3 from = new Vector3(0.2, 0, 1);
        Vector3 to = new Vector3(1, 0.5, 0.3);
        Vector3 point = tip().apply(new Vector3(0.1, 0.2, 0));
        Vector3 direction = to.minus(from).normalized();
        double distance = point.minus(from).cross(direction).norm();
        StateFunction corridor = function("corridor");
        double[] value = value(corridor);
        assertThat(value[0]).isCloseTo(distance * distance, within(1e-13));
        assertThat(value[1]).isCloseTo(point.minus(from).dot(direction), within(1e-13));
        assertThat(corridor.display(0, value[0])).isCloseTo(distance, within(1e-13));
        assertThat(corridor.display(1, value[1])).isEqualTo(value[1]);
    }

    @Test
    void namesSayWhatIsLimited() {
        String joint = ROBOT.jointNames().get(1);
        String body = StateFunctionTest.tip();
        Map<String, String> second = new LinkedHashMap<>();
        second.put("coordinates of order 0", "position of " + joint);
        second.put("coordinates of order 3", "jerk of " + joint);
        second.put("torque", "torque of " + joint);
        second.put("torque rate", "torque rate of " + joint);
        second.put("reaction force", "reaction force of " + joint);
        second.put("orientation", "turn about y of " + body);
        second.put("corridor", "way along the corridor of " + body);
        second.forEach((name, expected) -> assertThat(function(name).name(1)).isEqualTo(expected));
        assertThat(function("corridor").name(0)).isEqualTo("distance from the corridor's line of " + body);
        assertThat(function("point").name(2)).contains("z", body);
        assertThat(function("power").name(0)).isEqualTo("power");
        assertThat(function("absolute power").name(0)).isEqualTo("absolute power");
        assertThat(function("effort").name(0)).startsWith("weighted squares of torque of ");
    }

    /** Copies are the same functions; along a path everything but the state stays what it was. */
    @Test
    void copiesAndPathsKeepNamesAndValues() {
        SplineBasis basis = SplineBasis.uniform(5, 6);
        double[] points = new Random(6).doubles(6L * N, -1, 1).toArray();
        Spline path = new Spline(basis, N, points);
        StateFunctionTest.functions().forEach((name, function) -> {
            StateFunction copy = function.copy();
            assertThat(value(copy)).as(name).containsExactly(value(function));
            assertThat(copy.rows()).isEqualTo(function.rows());
            assertThat(copy.order()).isEqualTo(function.order());
            AlongPath along = new AlongPath(function, path);
            StateFunction copyAlong = along.copy();
            for (StateFunction f : List.of(along, copyAlong)) {
                assertThat(f.rows()).isEqualTo(function.rows());
                assertThat(f.order()).isEqualTo(function.order());
                for (int row = 0; row < f.rows(); row++) {
                    assertThat(f.name(row)).isEqualTo(function.name(row));
                    assertThat(f.display(row, 4)).isEqualTo(function.display(row, 4));
                    assertThat(f.dependsOn(row, 0)).isTrue();
                }
            }
        });
        MotionState parameter = StateFunctionTest.state(1, new double[] {0.3, 0.7, -0.4, 1.1});
        MotionState state = new PathState(path).follow(parameter);
        StateFunction torque = new DriveTorque(new TreeDynamics(ROBOT));
        double[] expected = Differences.filled(N, out -> torque.value(state, out));
        AlongPath along = new AlongPath(torque, path);
        assertThat(Differences.filled(N, out -> along.value(parameter, out))).containsExactly(expected);
    }
}
