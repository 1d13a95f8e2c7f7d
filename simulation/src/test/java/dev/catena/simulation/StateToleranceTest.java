package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Adaptive steps are as exact for robots of micrometers as for others. */
class StateToleranceTest {
    private static final double STIFFNESS = 800;

    private static Joint slide(String name, String parent, String child, Vector3 place, Vector3 axis) {
        return Joint.prismatic(name, parent, child).at(new Pose(Pose.IDENTITY.rotation(), place), axis);
    }

    private static SpatialInertia mass(double kilograms, double meter) {
        double moment = 0.01 * kilograms * meter * meter;
        return SpatialInertia.aboutCenterOfMass(
                kilograms, Vector3.ZERO, InertiaTensor.diagonal(moment, moment, moment));
    }

    /** Two slides at right angles, the second without friction. */
    private static RobotModel slides(double meter, boolean floats) {
        RobotModelBuilder builder = RobotModel.builder("slides")
                .gravity(0, 0, 0)
                .base("base", mass(3, meter))
                .link(
                        slide("a", "base", "first", new Vector3(0.1 * meter, 0, 0), Vector3.X)
                                .with(Friction.of(0, 0.3)),
                        mass(1, meter))
                .link(slide("b", "first", "second", new Vector3(0, 0, 0.2 * meter), Vector3.Y), mass(2, meter));
        return floats ? builder.floating().build() : builder.build();
    }

    private static Run swinging(double meter, boolean floats) {
        RobotModel robot = slides(meter, floats);
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(0, 0.1 * meter))
                .controller((time, state, out) -> out[1] = -STIFFNESS * state.jointPositions()[1])
                .integrator(Integrator.dormandPrince())
                .duration(1)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        assertThat(run.energyDrift().orElseThrow() / (meter * meter)).isLessThan(1e-6);
        return run;
    }

    /** q = q₀ cos ω t of a mass on a spring, whatever a meter is called. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-6, 1e-9, 1e6})
    void aSpringSwingsAlike(double meter) {
        double q = swinging(meter, false).end().state().jointPositions()[1];
        assertThat(q / meter).isCloseTo(0.1 * Math.cos(Math.sqrt(STIFFNESS / 2)), within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-9})
    void aBaseThatFloatsGivesWayAlike(double meter) {
        State small = swinging(meter, true).end().state();
        State large = swinging(1, true).end().state();
        for (int k = 0; k < 2; k++) {
            assertThat(small.jointPositions()[k] / meter).isCloseTo(large.jointPositions()[k], within(1e-8));
        }
        for (int k = 0; k < 3; k++) {
            assertThat(small.basePositionInWorld()[k] / meter).isCloseTo(large.basePositionInWorld()[k], within(1e-8));
            assertThat(small.baseOrientation()[k]).isCloseTo(large.baseOrientation()[k], within(1e-8));
        }
    }

    /** Positions, velocities, work, then the base's position, quaternion, linear and angular velocity. */
    @ParameterizedTest
    @CsvSource({"1e-6, 1e-6", "0.1, 0.1", "1e6, 5"})
    void lengthsCountInTheRobotsOwn(double meter, double atMost) {
        RobotModel robot = slides(meter, true);
        double length = Math.min(1, 0.2 * atMost);
        double energy = Math.min(1, 6 * length * length);
        double[] expected = {
            length, length, length, length, energy, length, length, length, 1, 1, 1, 1, length, length, length, 1, 1, 1
        };
        assertThat(StateTolerance.of(robot, new State(robot), 1e-9))
                .containsExactly(Arrays.stream(expected).map(x -> 1e-9 * x).toArray(), within(1e-15 * 1e-9));
    }

    @Test
    void limitsThatLeaveNoWayAreNoLength() {
        RobotModel robot = SmallRobots.slider(true, Friction.NONE, JointLimits.position(0, 1e-15));
        assertThat(StateTolerance.of(robot, new State(robot), 1e-9)[0]).isCloseTo(1e-15, within(1e-21));
    }
}
