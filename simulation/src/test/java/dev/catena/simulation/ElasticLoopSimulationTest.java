package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closed loops with elastic drives in motion: motors as bodies of their own, laws of physics, stiff springs, stops. */
class ElasticLoopSimulationTest {
    private static final double GEAR = 7;
    private static final SpatialInertia MOTOR =
            new SpatialInertia(0.4, new Vector3(0.03, 0.02, -0.05), new InertiaTensor(2e-3, 0, 0, 2e-3, 0, 3e-3));

    private static RobotModel loops(String name) {
        return CombinationRobots.of(Golden.combinations(), name).withoutFriction();
    }

    /** The first independent joint behind a spring, its motor carried by the last body. */
    private static RobotModel elastic(RobotModel robot, double stiffness) {
        Joint joint = robot.independentJoints().get(0);
        String carrier = robot.bodies().get(robot.bodies().size() - 1).name();
        Rotor rotor = new Rotor(3e-3, GEAR, carrier, Vector3.Z).with(MOTOR);
        return robot.toBuilder()
                .replace(joint.with(Drive.of(rotor).with(new Spring(stiffness, 0.05))))
                .build();
    }

    /** The same with the rotor as a body that is driven on its own. */
    private static RobotModel explicit(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder().withoutLoops();
        String carrier = robot.bodies().get(robot.bodies().size() - 1).name();
        builder.replace(robot.independentJoints().get(0).with(Drive.NONE));
        builder.link(
                Joint.revolute("motor", carrier, "rotor")
                        .at(new Pose(Rotation.IDENTITY, MOTOR.centerOfMass()), Vector3.Z),
                new SpatialInertia(MOTOR.mass(), Vector3.ZERO, MOTOR.tensorAboutCenter()));
        robot.loops().cutJoints().forEach(builder::cut);
        robot.loops().assembly().forEach(builder::assembly);
        List<String> active = new ArrayList<>(robot.loops().activeJoints());
        active.add("motor");
        return builder.active(active.toArray(String[]::new)).build();
    }

    /** At the assembly, on its way. */
    private static State start(RobotModel robot) {
        State start = new State(robot);
        double[] q = new double[robot.jointCount()];
        double[] qd = new double[robot.jointCount()];
        robot.loops().assembly().forEach((name, value) -> q[robot.coordinate(name)] = value);
        for (Joint joint : robot.independentJoints()) {
            if (robot.loops().assembly().containsKey(joint.name())) {
                qd[robot.coordinate(joint.name())] = 0.4;
            }
        }
        start.jointPositions(q).jointVelocities(qd);
        if (start.isFloating()) {
            start.baseVelocityInBase(0.1, 0.2, -0.3, 0.4, -0.5, 0.6).baseOrientation(0.1, -0.3, 0.2, 1);
        }
        return start;
    }

    private static Run run(RobotModel robot, State start, Integrator method, double duration, Controller controller) {
        return run(robot, start, method, duration, controller, null);
    }

    private static Run run(
            RobotModel robot,
            State start,
            Integrator method,
            double duration,
            Controller controller,
            @Nullable HarmonicBase base) {
        Simulation.Builder builder = Simulation.builder(robot)
                .start(start)
                .integrator(method)
                .controller(controller)
                .duration(duration)
                .recordingRate(20);
        if (base != null) {
            builder.base(base);
        }
        Run run = builder.build().run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        return run;
    }

    /** A gyroscopic rotor behind a spring is a body on a revolute joint with an effort of a spring. */
    @ParameterizedTest
    @CsvSource({"fourbar, false", "fivebar, false", "satellite_fourbar, false", "fourbar, true", "rusr, false"})
    void motorsAreBodiesBehindSprings(String name, boolean told) {
        RobotModel robot = elastic(loops(name), 40);
        RobotModel explicit = explicit(loops(name));
        HarmonicBase deck = told
                ? new HarmonicBase(List.of(new HarmonicBase.Part(false, new Vector3(1, 2, 0.5), 0, 0.3, 0.1, 0.5, 0.2)))
                : null;
        String led = robot.independentJoints().get(0).name();
        int k = robot.coordinate(led);
        double[] wave = {1.5, 0.4};
        Controller drive = (time, state, torque) -> torque[k] = wave[0] * Math.sin(9 * time) + wave[1];
        int at = explicit.coordinate(led);
        int motor = explicit.coordinate("motor");
        Controller spring = (time, state, torque) -> {
            double effort = 40 * (state.jointPositions()[motor] / GEAR + 0.05 - state.jointPositions()[at]);
            torque[at] = effort;
            torque[motor] = (wave[0] * Math.sin(9 * time) + wave[1] - effort) / GEAR;
        };
        State begin = start(robot);
        begin.motorPositions()[0] += 0.02;
        State explicitBegin = start(explicit);
        explicitBegin.jointPositions()[motor] = GEAR * begin.motorPositions()[0];
        explicitBegin.jointVelocities()[motor] = GEAR * begin.motorVelocities()[0];
        Integrator method = Integrator.dormandPrince(1e-12);
        double[] wanted = new double[2 * robot.jointCount() + 2];
        double[] found = new double[wanted.length];
        State end = run(robot, begin, method, 0.2, drive, deck).end().state();
        State other =
                run(explicit, explicitBegin, method, 0.2, spring, deck).end().state();
        int n = robot.jointCount();
        for (String joint : robot.jointNames()) {
            int i = robot.coordinate(joint);
            found[i] = end.jointPositions()[i];
            found[n + i] = end.jointVelocities()[i];
            wanted[i] = other.jointPositions()[explicit.coordinate(joint)];
            wanted[n + i] = other.jointVelocities()[explicit.coordinate(joint)];
        }
        found[2 * n] = end.motorPositions()[0];
        found[2 * n + 1] = end.motorVelocities()[0];
        wanted[2 * n] = other.jointPositions()[motor] / GEAR;
        wanted[2 * n + 1] = other.jointVelocities()[motor] / GEAR;
        Agreement.check(name, found, wanted, 1e-9);
    }

    /** Energy of links, springs and motors, and what drives and friction do; the drive's power is at the motor. */
    @ParameterizedTest
    @CsvSource({"fourbar, 2", "satellite_fourbar, 2", "fivebar, 0.2"})
    void energyIsWhatDrivesAndFrictionDo(String name, double duration) {
        RobotModel robot = elastic(loops(name), 60);
        Joint joint = robot.elasticJoints().get(0);
        RobotModel rubbing = robot.toBuilder()
                .replace(joint.with(Friction.of(0.05, 0.1).smoothed(0.3))
                        .with(joint.drive().with(Friction.of(0.02, 0.03).smoothed(0.2))))
                .build();
        int k = robot.coordinate(joint.name());
        Controller drive = (time, state, torque) -> torque[k] = Math.sin(5 * time);
        State begin = start(rubbing);
        begin.motorPositions()[0] += 0.1;
        Run run = run(rubbing, begin, Integrator.dormandPrince(1e-12), duration, drive);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
        if (begin.isFloating()) {
            assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-9);
        }
        // undriven and without friction the sum itself stays
        State free = start(robot);
        free.motorPositions()[0] += 0.1;
        Run swing = run(robot, free, Integrator.dormandPrince(1e-12), duration, Controller.zero());
        double first = swing.recording().get(0).energy();
        assertThat(swing.end().energy() - first).isCloseTo(0, within(1e-9));
        assertThat(Math.abs(
                        swing.end().kineticEnergy() - swing.recording().get(0).kineticEnergy()))
                .isGreaterThan(1e-3);
    }

    /** Beside the same robot with rigid drives, which share the motor's inertia: the distance goes with 1/K. */
    @Test
    void stiffSpringsAreAsGoodAsNone() {
        RobotModel four = loops("fourbar");
        RobotModel rigid = elastic(four, 1).withoutSprings();
        Integrator method = Integrator.dormandPrince(1e-10);
        double[] q = run(rigid, start(rigid), method, 0.3, Controller.zero())
                .end()
                .state()
                .jointPositions();
        double before = Double.POSITIVE_INFINITY;
        for (double stiffness : new double[] {1e3, 1e4, 1e5}) {
            RobotModel robot = elastic(four, stiffness);
            double[] found = run(robot, start(robot), Integrator.implicitMidpoint(2e-4), 0.3, Controller.zero())
                    .end()
                    .state()
                    .jointPositions();
            double distance = 0;
            for (int i = 0; i < q.length; i++) {
                distance = Math.max(distance, Math.abs(found[i] - q[i]));
            }
            assertThat(distance).as("stiffness %g", stiffness).isLessThan(before / 5);
            before = distance;
        }
        assertThat(before).isLessThan(1e-4);
    }

    /** Steps of many vibrations end where the rule says after few repetitions, for they know how springs respond. */
    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "satellite_fourbar"})
    void theMidpointRuleStandsStiffSprings(String name) {
        RobotModel robot = elastic(loops(name), 1e7);
        Run run = run(robot, start(robot), Integrator.implicitMidpoint(2e-3), 0.04, Controller.zero());
        assertThat((double) run.evaluations() / run.steps()).isLessThan(7);
        double energy = Math.abs(run.firstSample().orElseThrow().energy());
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-3 * Math.max(1, energy));
    }

    @Test
    void explicitStepsThatAreTooLongAreRefused() {
        RobotModel robot = elastic(loops("fourbar"), 1e6);
        double frequency = new Mobility(robot, ForwardDynamics::of, start(robot)).fastestVibration(robot);
        assertThat(frequency).isGreaterThan(2000);
        for (Integrator method :
                new Integrator[] {Integrator.rungeKutta(2.8 / frequency), Integrator.semiImplicit(2 / frequency)}) {
            Simulation simulation = Simulation.builder(robot)
                    .start(start(robot))
                    .integrator(method)
                    .duration(1)
                    .build();
            assertThat(simulation.run().message()).contains("a motor can vibrate on its spring");
            assertThatThrownBy(simulation::stepper).hasMessageContaining("too long");
        }
        // at that frequency the motor vibrates: K (1/I_motor + 1/I_links) of one freedom
        RobotModel slow = elastic(loops("fourbar"), 50);
        double omega = new Mobility(slow, ForwardDynamics::of, start(slow)).fastestVibration(slow);
        assertThat(omega / frequency).isCloseTo(Math.sqrt(50 / 1e6), within(1e-12));
    }

    @Test
    void theMidpointRuleIsOfOrderTwo() {
        RobotModel robot = elastic(loops("fourbar"), 200);
        double[] exact = run(robot, start(robot), Integrator.dormandPrince(1e-12), 0.3, Controller.zero())
                .end()
                .state()
                .jointPositions();
        double[] error = new double[2];
        for (int i = 0; i < 2; i++) {
            Run run = run(robot, start(robot), Integrator.implicitMidpoint(1e-3 / (1 + i)), 0.3, Controller.zero());
            double[] q = run.end().state().jointPositions();
            for (int k = 0; k < q.length; k++) {
                error[i] = Math.max(error[i], Math.abs(q[k] - exact[k]));
            }
            assertThat((double) run.evaluations() / run.steps()).isLessThan(8);
        }
        assertThat(error[0] / error[1]).isCloseTo(4, within(0.3));
    }

    /** A stop pushes the joint, not its motor; friction that jumps is smoothed; what cannot be is refused. */
    @Test
    void stopsAndFrictionAreThoseOfLoops() {
        RobotModel robot = elastic(loops("fourbar"), 5);
        Joint joint = robot.elasticJoints().get(0);
        int k = robot.coordinate(joint.name());
        double at = robot.loops().assembly().getOrDefault(joint.name(), 0.0);
        RobotModel limited = robot.toBuilder()
                .gravity(0, 0, 0)
                .replace(joint.with(JointLimits.position(at - 0.2, at + 0.05))
                        .with(joint.drive().with(Friction.of(0.01, 0.01))))
                .build();
        State begin = start(limited).jointVelocities(new double[limited.jointCount()]);
        begin.motorPositions()[0] += 0.6;
        Simulation.Builder builder = Simulation.builder(limited)
                .start(begin)
                .stops(JointStops.compliant())
                .duration(0.5);
        Run run = builder.integrator(Integrator.dormandPrince(1e-10)).build().run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        double farthest = run.recording().stream()
                .mapToDouble(sample -> sample.state().jointPositions()[k])
                .max()
                .orElseThrow();
        assertThat(farthest).isBetween(at + 0.05, at + 0.1);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
        assertThatThrownBy(() -> builder.integrator(Integrator.dormandPrince())
                        .stops(JointStops.rigid(0))
                        .build())
                .hasMessageContaining("compliant stops");
        assertThat(Simulation.builder(limited)
                        .start(begin)
                        .duration(0.1)
                        .build()
                        .integrator())
                .isInstanceOf(Integrator.DormandPrince.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "satellite_fourbar"})
    void stepsAllocateNothing(String name) {
        RobotModel robot = elastic(loops(name), 1e4);
        for (Integrator method : new Integrator[] {
            Integrator.implicitMidpoint(1e-5), Integrator.rungeKutta(1e-5), Integrator.semiImplicit(1e-5)
        }) {
            Stepper stepper = Simulation.builder(robot)
                    .start(start(robot))
                    .integrator(method)
                    .duration(1)
                    .build()
                    .stepper();
            State state = start(robot);
            assertThat(Allocations.bytes(() -> stepper.step(state, 1e-5)))
                    .as(method.toString())
                    .isZero();
        }
    }
}
