package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots with elastic joints in motion: laws of physics, stiff springs, steps that are too long. */
class ElasticSimulationTest {
    /** A random chain whose drives are all behind springs of one stiffness, with motors that weigh little. */
    private static RobotModel arm(long seed, int joints, double stiffness) {
        RobotModel bare = RandomRobots.chain(seed, joints).baseInertia().build();
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            builder.replace(joint.with(Drive.of(new Rotor(1e-4, 6, joint.parent(), new Vector3(1, 0.5, 0.2)))
                    .with(Spring.of(stiffness))));
        }
        return builder.build();
    }

    private static State raised(RobotModel robot) {
        double[] q = new double[robot.jointCount()];
        for (int k = 0; k < q.length; k++) {
            q[k] = 0.4 - 0.3 * k;
        }
        return new State(robot).jointPositions(q);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {3, 8})
    void undrivenElasticRobotsKeepTheirEnergy(long seed) {
        RobotModel robot =
                RandomDrives.anywhere(RandomRobots.tree(seed, 4).build(), seed).withoutFriction();
        State start = raised(robot);
        assertThat(start.motorPositions()).isNotEmpty();
        start.motorPositions()[0] += 0.2;
        Run run = Simulation.builder(robot)
                .start(start)
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(5)
                .recordingRate(20)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.energyDrift().orElseThrow())
                .as("seed %s", seed)
                .isLessThan(1e-8 * Math.max(1, Math.abs(run.recording().get(0).energy())));
        double kinetic = run.recording().stream()
                .mapToDouble(Sample::kineticEnergy)
                .max()
                .orElseThrow();
        assertThat(kinetic).isGreaterThan(1);
    }

    /** Linear and angular momentum, with motors that spin on moving bodies; energy with motor friction and a drive. */
    @Tag("long")
    @Test
    void floatingElasticRobotsKeepTheirMomentum() {
        RobotModel robot = RandomDrives.anywhere(
                RandomRobots.tree(5, 4).baseInertia().build().toBuilder()
                        .floating()
                        .build(),
                5);
        for (Integrator integrator :
                new Integrator[] {Integrator.dormandPrince(1e-11), Integrator.implicitMidpoint(1e-4)}) {
            double bound = integrator instanceof Integrator.DormandPrince ? 1e-8 : 1e-4;
            Run run = Simulation.builder(robot)
                    .start(raised(robot).baseVelocityInBase(0.1, 0.2, -0.3, 0.4, 0.5, -0.6))
                    .controller(Controller.constant(0.3, -0.2, 0.1, 0.2))
                    .integrator(integrator)
                    .duration(0.5)
                    .build()
                    .run();
            assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
            assertThat(run.momentumDrift().orElseThrow()).isLessThan(bound);
            assertThat(run.energyDrift().orElseThrow()).isLessThan(10 * bound);
        }
    }

    /** 5000 rad/s and more at 1 kHz: energy stays, and joints go where the adaptive method says. */
    @Tag("long")
    @Test
    void theMidpointRuleStandsStiffSpringsAtOneKilohertz() {
        RobotModel robot = arm(4, 3, 1e5);
        State start = raised(robot);
        Simulation.Builder builder = Simulation.builder(robot).start(start).duration(1);
        Run exact = builder.integrator(Integrator.dormandPrince(1e-9)).build().run();
        Run run = builder.integrator(Integrator.implicitMidpoint(1e-3)).build().run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(new Mobility(robot, ForwardDynamics::of, start).fastestVibration(robot))
                .isGreaterThan(5000);
        Agreement.check(
                "joints",
                run.end().state().jointPositions(),
                exact.end().state().jointPositions(),
                2e-4);
        double energy = Math.abs(run.recording().get(0).energy());
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-3 * Math.max(1, energy));
        assertThat((double) run.evaluations() / run.steps()).isLessThan(8);
    }

    @Test
    void theMidpointRuleIsOfOrderTwo() {
        RobotModel robot = arm(4, 3, 200);
        Simulation.Builder builder =
                Simulation.builder(robot).start(raised(robot)).duration(0.5).recordingRate(2);
        double[] exact = builder.integrator(Integrator.dormandPrince(1e-12))
                .build()
                .run()
                .end()
                .state()
                .jointPositions();
        double[] error = new double[2];
        for (int i = 0; i < 2; i++) {
            double[] q = builder.integrator(Integrator.implicitMidpoint(1e-3 / (1 + i)))
                    .build()
                    .run()
                    .end()
                    .state()
                    .jointPositions();
            for (int k = 0; k < q.length; k++) {
                error[i] = Math.max(error[i], Math.abs(q[k] - exact[k]));
            }
        }
        assertThat(error[0] / error[1]).isCloseTo(4, within(0.3));
    }

    /** The step before is a good guess for the next, on a base that moves too: few repetitions, and of the springs none. */
    @ParameterizedTest
    @CsvSource({"false, 300", "true, 300", "false, 1e5", "true, 1e5"})
    void theMidpointRuleNeedsFewRepetitions(boolean floating, double stiffness) {
        RobotModel robot = floating ? arm(3, 4, stiffness).withFloatingBase() : arm(3, 4, stiffness);
        State start = raised(robot).jointVelocities(0.5, -1, 1, 2);
        if (floating) {
            start.baseVelocityInBase(0.1, 0.2, 0.3, 1, 2, -1);
        }
        Run run = Simulation.builder(robot)
                .start(start)
                .integrator(Integrator.implicitMidpoint(1e-3))
                .duration(0.2)
                .recordingRate(5)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.evaluations() / 200.0).isLessThan(floating ? 5.1 : 3.1);
    }

    /** A tenth of a second of stiffer and stiffer springs, beside the rigid robot. */
    @Tag("long")
    @Test
    void stiffSpringsAreAsGoodAsNone() {
        RobotModel soft = arm(4, 3, 1e3);
        Run rigid = Simulation.builder(soft.withoutSprings())
                .start(raised(soft.withoutSprings()))
                .duration(0.5)
                .build()
                .run();
        double before = Double.POSITIVE_INFINITY;
        for (double stiffness : new double[] {1e3, 1e4, 1e5}) {
            RobotModel robot = arm(4, 3, stiffness);
            double[] q = Simulation.builder(robot)
                    .start(raised(robot))
                    .integrator(Integrator.implicitMidpoint(1e-4))
                    .duration(0.5)
                    .build()
                    .run()
                    .end()
                    .state()
                    .jointPositions();
            double distance = 0;
            for (int k = 0; k < q.length; k++) {
                distance =
                        Math.max(distance, Math.abs(q[k] - rigid.end().state().jointPositions()[k]));
            }
            assertThat(distance).as("stiffness %g", stiffness).isLessThan(before / 3);
            before = distance;
        }
    }

    @Test
    void explicitStepsThatAreTooLongAreRefused() {
        RobotModel robot = arm(4, 3, 1e5);
        for (Integrator integrator : new Integrator[] {Integrator.rungeKutta(1e-3), Integrator.semiImplicit(1e-3)}) {
            Simulation simulation = Simulation.builder(robot)
                    .start(raised(robot))
                    .integrator(integrator)
                    .duration(1)
                    .build();
            Run run = simulation.run();
            assertThat(run.status()).isEqualTo(Run.Status.FAILED);
            assertThat(run.message())
                    .contains("a motor can vibrate on its spring")
                    .contains("steps of 0.00100000 s are too long");
            assertThatThrownBy(simulation::stepper)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("too long");
        }
        Run run = Simulation.builder(robot)
                .start(raised(robot))
                .integrator(Integrator.rungeKutta(1e-4))
                .duration(0.1)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
    }

    /** A damper of the controller that is far too strong for the step. */
    @Test
    void midpointStepsThatAreTooLongAreRefused() {
        RobotModel robot = arm(4, 2, 1e4);
        Run run = Simulation.builder(robot)
                .start(raised(robot).motorVelocities(1, 1))
                .controller((time, state, torque) -> {
                    torque[0] = -1e3 * state.motorVelocities()[0];
                    torque[1] = -1e3 * state.motorVelocities()[1];
                })
                .integrator(Integrator.implicitMidpoint(1e-3))
                .duration(0.1)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("the step is too long");
    }

    @Test
    void stopsPushTheJointBeyondItsSpring() {
        RobotModel bare = RandomRobots.chain(6, 1).build();
        Joint joint = bare.movingJoints().get(0);
        RobotModel robot = bare.toBuilder()
                .gravity(0, 0, 0)
                .replace(joint.with(JointLimits.position(-0.5, 0.5))
                        .with(Drive.reflected(0.1).with(Spring.of(50)).with(Friction.of(0, 0.2))))
                .build();
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointVelocities(2))
                .stops(JointStops.compliant())
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(2)
                .build()
                .run();
        double farthest = run.recording().stream()
                .mapToDouble(sample -> sample.state().jointPositions()[0])
                .max()
                .orElseThrow();
        double motor = run.recording().stream()
                .mapToDouble(sample -> sample.state().motorPositions()[0])
                .max()
                .orElseThrow();
        assertThat(farthest).isBetween(0.5, 0.53);
        assertThat(motor).isGreaterThan(0.55);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stepsAllocateNothing(boolean floating) {
        RobotModelBuilder builder = arm(4, 4, 1e4).toBuilder();
        RobotModel robot = floating ? builder.floating().build() : builder.build();
        for (Integrator integrator : new Integrator[] {
            Integrator.implicitMidpoint(1e-5), Integrator.rungeKutta(1e-5), Integrator.semiImplicit(1e-5)
        }) {
            Stepper stepper = Simulation.builder(robot)
                    .start(raised(robot))
                    .integrator(integrator)
                    .duration(1)
                    .build()
                    .stepper();
            State state = raised(robot);
            assertThat(Allocations.bytes(() -> stepper.step(state, 1e-5)))
                    .as(integrator.toString())
                    .isZero();
        }
    }

    @Test
    void motorsStartWhereSpringsAreRelaxed() {
        RobotModel bare = RandomRobots.chain(6, 2).build();
        Joint second = bare.movingJoints().get(1);
        RobotModel robot = bare.toBuilder()
                .replace(second.with(Drive.reflected(0.1).with(new Spring(50, 0.2))))
                .build();
        assertThat(new State(robot).motorPositions()).containsExactly(-0.2);
        State state = new State(robot).jointPositions(1, 2).jointVelocities(3, 4);
        assertThat(state.motorPositions()).containsExactly(1.8);
        assertThat(state.motorVelocities()).containsExactly(4);
        assertThat(state.motorPositions(7).copy().motorPositions()).containsExactly(7);
        assertThatThrownBy(() -> state.motorPositions(1, 2)).hasMessageContaining("2 numbers were given");
        assertThatThrownBy(() -> state.set(new State(bare)))
                .hasMessage(
                        "a state of 2 joints, 1 of them elastic, with a fixed base cannot take one of 2 joints with a"
                                + " fixed base");
        assertThatThrownBy(() -> Simulation.builder(robot)
                        .dynamics(ForwardDynamics::of)
                        .duration(1)
                        .build())
                .hasMessageContaining("has elastic joints");
    }
}
