package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rigid stops of independent and other joints of closed loops, rigid and elastic, on a base that rests and one that floats. */
class LoopStopsTest {
    private static final double RANGE = 0.02;
    private static final double SPEED = 0.4;
    private static final double STEP = 5e-4;

    /**
     * @param stiffness of a spring before the first independent joint; zero for none
     * @param limited a joint that may leave its assembly by {@value #RANGE} only; −1 for all
     */
    private static RobotModel robot(String name, double stiffness, int limited) {
        return robot(name, stiffness, limited, RANGE);
    }

    private static RobotModel robot(String name, double stiffness, int limited, double range) {
        RobotModel given = CombinationRobots.of(Golden.combinations(), name).withoutFriction();
        Joint driven = given.independentJoints().get(0);
        RobotModelBuilder builder = given.toBuilder();
        double[] q = start(given).jointPositions();
        for (int k = 0; k < q.length; k++) {
            Joint joint = given.movingJoints().get(k);
            if (stiffness > 0 && joint.equals(driven)) {
                joint = joint.with(
                        Drive.of(new Rotor(3e-3, 7, joint.parent(), Vector3.Z)).with(new Spring(stiffness, 0)));
            }
            boolean free = limited >= 0 && limited != k;
            builder.replace(joint.with(free ? JointLimits.NONE : JointLimits.position(q[k] - range, q[k] + range)));
        }
        return builder.build();
    }

    /** At the assembly, on its way. */
    private static State start(RobotModel robot) {
        State start = new State(robot);
        robot.loops().assembly().forEach((name, q) -> start.jointPositions()[robot.coordinate(name)] = q);
        for (Joint joint : robot.independentJoints()) {
            start.jointVelocities()[robot.coordinate(joint.name())] = SPEED;
        }
        new LoopMotion(robot).project(start);
        for (int e = 0; e < start.motorPositions().length; e++) {
            int k = robot.coordinate(robot.elasticJoints().get(e).name());
            start.motorPositions()[e] = start.jointPositions()[k];
            start.motorVelocities()[e] = SPEED;
        }
        if (start.isFloating()) {
            start.baseVelocityInBase(0.1, 0.2, -0.3, 0.4, -0.5, 0.6).baseOrientation(0.1, -0.3, 0.2, 1);
        }
        return start;
    }

    private static Run run(RobotModel robot, JointStops stops, Integrator method, double duration) {
        Run run = Simulation.builder(robot)
                .start(start(robot))
                .stops(stops)
                .integrator(method)
                .events(Event.jointLimits(robot))
                .duration(duration)
                .recordingRate(1000)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        return run;
    }

    /** No joint is ever beyond its stop, impacts take energy and give none but for steps, and all that is lost is counted. */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0, 0, 0",
        "fourbar, 0, 1, 0.5",
        "fourbar, 60, 1, 0.5",
        "fourbar, 60, -1, 1",
        "fivebar, 0, -1, 0",
        "fivebar, 60, -1, 0.7",
        "satellite_fourbar, 0, -1, 0.5",
        "satellite_fourbar, 60, -1, 0"
    })
    void stopsAreNeverPassed(String name, double stiffness, int limited, double restitution) {
        RobotModel robot = robot(name, stiffness, limited);
        Run run = run(robot, JointStops.rigid(restitution), Integrator.stickSlip(STEP), 0.3);
        double before = 0;
        double closest = Double.POSITIVE_INFINITY;
        for (Sample sample : run.recording()) {
            double[] q = sample.state().jointPositions();
            for (int k = 0; k < q.length; k++) {
                JointLimits limits = robot.movingJoints().get(k).limits();
                assertThat(q[k]).isBetween(limits.lower(), limits.upper());
                closest = Math.min(closest, Math.min(q[k] - limits.lower(), limits.upper() - q[k]));
            }
            assertThat(sample.state().work()).isLessThanOrEqualTo(before + 1e-8);
            before = sample.state().work();
        }
        // what rebounds does so within a step, between two samples
        assertThat(closest).isLessThan(restitution == 0 ? 1e-9 : 2e-4);
        assertThat(run.events()).isNotEmpty();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(STEP * STEP);
        if (start(robot).isFloating()) {
            assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-4);
        }
    }

    /** Steps end at stops: energy is of the second order in their length. */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0, 0, 0",
        "fourbar, 0, 1, 0.5",
        "fivebar, 0, -1, 0",
        "fivebar, 60, -1, 0",
        "fivebar, 60, -1, 0.7",
        "satellite_fourbar, 60, -1, 0"
    })
    void energyIsOfTheSecondOrder(String name, double stiffness, int limited, double restitution) {
        RobotModel robot = robot(name, stiffness, limited);
        double[] drift = new double[2];
        for (int k = 0; k < 2; k++) {
            Run run = run(robot, JointStops.rigid(restitution), Integrator.stickSlip(STEP / (1 + k)), 0.3);
            drift[k] = run.energyDrift().orElseThrow();
        }
        assertThat(drift[1]).isLessThan(0.3 * drift[0]);
    }

    /** Close to stops that give way by little. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0, 1", "fourbar, 60, 0", "fivebar, 60, 2"})
    void theyAreCloseToStiffOnes(String name, double stiffness, int limited) {
        RobotModel robot = robot(name, stiffness, limited);
        double[] rigid = run(robot, JointStops.rigid(), Integrator.stickSlip(1e-4), 0.25)
                .end()
                .state()
                .jointPositions();
        double[] stiff = run(robot, JointStops.compliant(300, 1), Integrator.dormandPrince(1e-9), 0.25)
                .end()
                .state()
                .jointPositions();
        for (int k = 0; k < rigid.length; k++) {
            assertThat(rigid[k]).isCloseTo(stiff[k], within(1e-3));
        }
    }

    /** Joints that come fast, on a way that bends, are at their stops when they have been brought back: nothing pushes on unseen. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0, 2, 0.5", "fourbar, 60, 2, 0.5", "rusr, 0, 1, 0.02", "rusr, 0, 2, 0.5", "rusr, 60, -1, 0.02"
    })
    void fastJointsStopToo(String name, double stiffness, int limited, double range) {
        RobotModel robot = robot(name, stiffness, limited, range);
        Run rigid = run(robot, JointStops.rigid(), Integrator.stickSlip(STEP), 1);
        assertThat(rigid.energyDrift().orElseThrow()).isLessThan(0.1);
        assertThat(rigid.end().state().work()).isLessThan(-1e-4);
        Run stiff = run(robot, JointStops.compliant(1000, 1), Integrator.dormandPrince(1e-8), 1);
        for (int k = 0; k < robot.jointCount(); k++) {
            assertThat(rigid.end().state().jointPositions()[k])
                    .isCloseTo(stiff.end().state().jointPositions()[k], within(0.02));
        }
    }

    /**
     * Trial steps that run far beyond a stiff stop are thrown away and leave no trace: whole turns of joints that the others move, or a
     * singular pose on the way back, would be one.
     */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0, -1",
        "fourbar, 0, 0",
        "fivebar, 0, 0",
        "fivebar, 0, -1",
        "bennett, 0, -1",
        "satellite_fourbar, 60, 0"
    })
    void trialStepsLeaveNoTrace(String name, double stiffness, int limited) {
        RobotModel robot = robot(name, stiffness, limited);
        Run run = run(robot, JointStops.compliant(300, 1), Integrator.dormandPrince(1e-8), 1);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
        double[] last = start(robot).jointPositions();
        for (Sample sample : run.recording()) {
            double[] q = sample.state().jointPositions();
            for (int k = 0; k < q.length; k++) {
                assertThat(q[k]).isCloseTo(last[k], within(0.02));
            }
            last = q;
        }
    }

    /** What gravity presses against a stop rests there to the last bit. */
    @Test
    void pressedJointsRest() {
        RobotModel robot = robot("fourbar", 0, 1);
        Run run = run(robot, JointStops.rigid(), Integrator.automatic(), 2);
        State end = run.end().state();
        for (double rate : end.jointVelocities()) {
            assertThat(rate).isZero();
        }
        State other = run.recording().get(run.recording().size() - 2).state();
        assertThat(end.jointPositions()).containsExactly(other.jointPositions());
        for (double acceleration : run.end().jointAccelerations()) {
            assertThat(acceleration).isZero();
        }
    }

    @Test
    void otherIntegratorsSayWhatToDo() {
        RobotModel robot = robot("fourbar", 0, 1);
        assertThatThrownBy(() -> run(robot, JointStops.rigid(), Integrator.dormandPrince(1e-9), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stick-slip")
                .hasMessageContaining("compliant");
        RobotModel beyond = robot.toBuilder()
                .replace(robot.movingJoints().get(1).with(JointLimits.position(10, 11)))
                .build();
        assertThatThrownBy(() -> run(beyond, JointStops.rigid(), Integrator.automatic(), 1))
                .hasMessageContaining("beyond its lower limit");
    }
}
