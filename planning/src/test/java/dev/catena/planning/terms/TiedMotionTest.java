package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Motions on points that stand: they do stand, in all derivatives, and derivatives are those of the motion. */
class TiedMotionTest {
    /** A random tree that stands on two bodies: on a point of one, flat on the other. */
    private static RobotModel robot(long seed) {
        return GlobalJoints.attach(
                RandomRobots.tree(seed, 9).prismaticShare(0.2).build().withFloatingBase());
    }

    private static double[] posture(RobotModel robot, long seed) {
        Random random = new Random(seed);
        return random.doubles(robot.jointCount(), -0.6, 0.6).toArray();
    }

    private static StandingPoints points(RobotModel robot, double[] start) {
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        String other = robot.bodies().get(robot.bodies().size() - 2).name();
        return new StandingPoints(robot)
                .with(last, start, new Vector3(0.1, 0.2, -0.1))
                .with(other, start, Vector3.ZERO, new Vector3(0.2, 0, 0), new Vector3(0, 0.1, 0.3));
    }

    private static TiedMotion tied(RobotModel robot, double[] start) {
        return TiedMotion.through(points(robot, start), new TreeMap<>(java.util.Map.of(0.0, start)));
    }

    /** Near the start, with random rates up to the third. */
    private static MotionState near(TiedMotion tied, double[] start, long seed) {
        double[] x = tied.reduced(start);
        MotionState state = new MotionState(x.length);
        Random random = new Random(seed);
        state.setMoment(0.3);
        for (int order = 0; order < 4; order++) {
            for (int i = 0; i < x.length; i++) {
                state.derivative(order)[i] = (order == 0 ? x[i] : 0) + 0.1 * (order + 1) * random.nextGaussian();
            }
        }
        return state;
    }

    /** The library's kinematics see bodies that stand: no velocity, acceleration or jerk of any point. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void pointsStand(long seed) {
        RobotModel robot = robot(seed);
        double[] start = posture(robot, seed);
        StandingPoints points = points(robot, start);
        TiedMotion tied = tied(robot, start);
        assertThat(tied.coordinates().size()).isBetween(robot.jointCount() - 9, robot.jointCount() - 7);
        MotionState s = tied.follow(near(tied, start, seed));
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(s.position(), s.velocity(), s.acceleration(), s.jerk());
        double[] twist = new double[6];
        for (StandingPoints.Held held : points.held()) {
            int body = robot.bodyIndex(held.body());
            Vector3 off =
                    kinematics.worldFromBody(body).apply(held.pointInBody()).minus(held.placeInWorld());
            assertThat(off.norm()).as("seed %s: place", seed).isLessThan(1e-13);
        }
        int flat = robot.bodyIndex(points.held().get(1).body());
        kinematics.velocityInWorld(flat, twist);
        assertThat(largest(twist)).as("seed %s: velocity", seed).isLessThan(1e-12);
        kinematics.accelerationInWorld(flat, twist);
        assertThat(largest(twist)).as("seed %s: acceleration", seed).isLessThan(1e-11);
        kinematics.jerkInWorld(flat, twist);
        assertThat(largest(twist)).as("seed %s: jerk", seed).isLessThan(1e-10);
        StateFunction velocity = new VelocityFunction(
                robot, points.held().get(0).body(), points.held().get(0).pointInBody());
        double[] v = new double[3];
        velocity.value(s, v);
        assertThat(largest(v)).as("seed %s: velocity of the point", seed).isLessThan(1e-12);
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    /** Torques of the whole robot, then jerks: first and second derivatives by the free coordinates against differences. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void derivativesAreThoseOfTheMotion(long seed) {
        RobotModel robot = robot(seed);
        double[] start = posture(robot, seed);
        TiedMotion tied = tied(robot, start);
        MotionState state = near(tied, start, seed);
        agree(seed, new DriveTorque(new TreeDynamics(robot)), tied, state);
        agree(seed, new CoordinateFunction(3, robot.jointNames()), tied, state);
        agree(seed, new CoordinateFunction(0, robot.jointNames()), tied, state);
    }

    private static void agree(long seed, StateFunction all, TiedMotion tied, MotionState state) {
        StateFunction f = tied.of(all);
        int m = state.size();
        int width = (f.order() + 1) * m;
        double[] at = new double[width];
        for (int k = 0; k < width; k++) {
            at[k] = state.derivative(k / m)[k % m];
        }
        double[] slopes = Differences.filled(f.rows() * width, out -> f.jacobian(state, out));
        double[] expected =
                Differences.jacobian(at, x -> Differences.filled(f.rows(), out -> f.value(moved(state, x), out)));
        assertNear(seed + " slopes", slopes, expected, 1e-9);
        double[] lambda = new Random(seed).doubles(f.rows(), -1, 1).toArray();
        double[] curvature = Differences.added(width * width, out -> f.addCurvature(state, lambda, out));
        double[] twice = Differences.jacobian(at, x -> {
            double[] jacobian = Differences.filled(f.rows() * width, out -> f.jacobian(moved(state, x), out));
            double[] sum = new double[width];
            for (int row = 0; row < f.rows(); row++) {
                for (int k = 0; k < width; k++) {
                    sum[k] += lambda[row] * jacobian[row * width + k];
                }
            }
            return sum;
        });
        assertNear(seed + " curvature", curvature, twice, 1e-8);
    }

    private static MotionState moved(MotionState state, double[] x) {
        int m = state.size();
        MotionState moved = new MotionState(m);
        moved.setMoment(state.moment());
        for (int order = 0; order < 4; order++) {
            System.arraycopy(state.derivative(order), 0, moved.derivative(order), 0, m);
        }
        for (int k = 0; k < x.length; k++) {
            moved.derivative(k / m)[k % m] = x[k];
        }
        return moved;
    }

    private static void assertNear(String what, double[] actual, double[] expected, double tolerance) {
        double size = Math.max(1, largest(expected));
        for (int k = 0; k < expected.length; k++) {
            assertThat(actual[k])
                    .as("%s [%s]", what, k)
                    .isCloseTo(expected[k], org.assertj.core.data.Offset.offset(tolerance * size));
        }
    }
}
