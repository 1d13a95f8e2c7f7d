package dev.catena.planning.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dynamics of planned motions: what one call leaves behind is of no account to the next, and where the code is from. */
class MotionDynamicsTest {
    private static final long SEED = 12;

    static Stream<MotionDynamics> all() {
        RobotModel tree = RandomRobots.everything(SEED, 3);
        RobotModel fiveBar = ShippedRobots.load("five-bar");
        SpatialInertia mass = SpatialInertia.aboutCenterOfMass(6, Vector3.X, InertiaTensor.diagonal(0.3, 0.4, 0.5));
        RobotModel floating =
                fiveBar.toBuilder().base(fiveBar.base().name(), mass).build().withFloatingBase();
        Surroundings pushed = Surroundings.NONE.wrenchInWorld(
                tree.bodies().get(2).name(), new Wrench(new Vector3(3, -2, 5), new Vector3(0.5, 1, -0.7)));
        return Stream.of(
                new TreeDynamics(tree),
                new LoadedDynamics(tree, pushed),
                new LoopDynamics(fiveBar),
                new FloatingDynamics(tree.withFloatingBase()),
                new FloatingDynamics(floating));
    }

    /** All numbers of one call. */
    private interface Evaluation {
        double[] of(MotionDynamics dynamics, double[][] x);
    }

    private static double[] joined(double[]... parts) {
        return Stream.of(parts).flatMapToDouble(Arrays::stream).toArray();
    }

    private static final Evaluation[] CALLS = {
        (dynamics, x) -> {
            double[] out = new double[x[0].length];
            dynamics.torque(x[0], x[1], x[2], out);
            return out;
        },
        (dynamics, x) -> {
            int size = x[0].length * x[0].length;
            double[][] out = new double[3][size];
            dynamics.torqueDerivatives(x[0], x[1], x[2], out[0], out[1], out[2]);
            return joined(out);
        },
        (dynamics, x) -> {
            double[] out = new double[9 * x[0].length * x[0].length];
            dynamics.torqueCurvature(x[0], x[1], x[2], x[4], out);
            return out;
        },
        (dynamics, x) -> {
            double[] out = new double[x[0].length];
            dynamics.torqueRate(x[0], x[1], x[2], x[3], out);
            return out;
        },
        (dynamics, x) -> {
            int size = x[0].length * x[0].length;
            double[][] out = new double[4][size];
            dynamics.torqueRateDerivatives(x[0], x[1], x[2], x[3], out[0], out[1], out[2], out[3]);
            return joined(out);
        },
        (dynamics, x) -> {
            double[] out = new double[16 * x[0].length * x[0].length];
            dynamics.torqueRateCurvature(x[0], x[1], x[2], x[3], x[4], out);
            return out;
        }
    };

    @ParameterizedTest
    @MethodSource("all")
    void callsDoNotDependOnThoseBefore(MotionDynamics dynamics) {
        int n = dynamics.coordinates().size();
        Random random = new Random(SEED);
        double[][] x = new double[5][];
        double[][] other = new double[5][];
        for (int k = 0; k < x.length; k++) {
            // near the pose in which the linkage is assembled
            double middle = k == 0 && n == 2 ? 1.6 : 0;
            x[k] = random.doubles(n, middle - 0.3, middle + 0.3).toArray();
            other[k] = random.doubles(n, middle - 0.3, middle + 0.3).toArray();
        }
        for (Evaluation call : CALLS) {
            double[] fresh = call.of(dynamics.copy(), x);
            for (Evaluation before : CALLS) {
                assertThat(before.of(dynamics, other)).isNotEmpty();
                assertThat(call.of(dynamics, x))
                        .usingComparatorWithPrecision(1e-9)
                        .containsExactly(fresh);
            }
            assertThat(fresh).doesNotContain(call.of(dynamics, other)[0]);
        }
    }

    /** Joints that follow others move the base too. */
    @Test
    void momentumOfCoupledJointsIsZero() {
        RobotModel robot = CoupledRobots.everything(SEED, 6).withFloatingBase();
        int n = robot.jointCount();
        assertThat(robot.couplings()).isNotEmpty();
        double[][] x = new double[3][];
        Random random = new Random(SEED);
        Arrays.setAll(x, k -> random.doubles(n, -1, 1).toArray());
        double[] v = new double[6];
        FloatingDynamics dynamics = new FloatingDynamics(robot);
        dynamics.base(x[0], x[1], x[2], v, new double[6]);
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(
                new BaseMotion().velocityInBase(v[0], v[1], v[2], v[3], v[4], v[5]), x[0], x[1], x[2], new double[n]);
        SystemMotion system = new SystemMotion(robot);
        system.compute(kinematics);
        assertThat(system.momentumInWorldAboutCenterOfMass().angular().norm()).isLessThan(1e-12);
        assertThat(system.momentumInWorldAboutCenterOfMass().linear().norm()).isLessThan(1e-12);
        assertThat(v[0]).isNotZero();
        assertThat(dynamics.origin()).contains("since the base floats");
    }
}
