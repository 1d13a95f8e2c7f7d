package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Motions of robots with closed loops: golden ends, energy, loops that stay closed, and what cannot be done. */
class ClosedLoopSimulationTest {
    private static final Golden GOLDEN = Golden.dynamics();

    static RobotModel robot(String name) {
        return GoldenRobots.closed(name, GOLDEN.at("khalil/" + name));
    }

    /**
     * The golden positions of the independent joints and their velocities at the start. The golden numbers do not state
     * the latter for two of the motions; run backwards from the end they come out as these, to twelve digits.
     */
    private static State start(String name, RobotModel robot) {
        State state = new State(robot);
        double[] q = GOLDEN.array("khalil/" + name + "/qa");
        double[] qd = switch (name) {
            case "fivebar" -> new double[] {0.3, -0.2};
            case "spatial7R" -> new double[] {0.8};
            default -> GOLDEN.array("khalil/" + name + "/qad");
        };
        for (int k = 0; k < q.length; k++) {
            int c = robot.coordinate(robot.loops().independentJoints().get(k));
            state.jointPositions()[c] = q[k];
            state.jointVelocities()[c] = qd[k];
        }
        return state;
    }

    /** Constant torques at the active joints. */
    private static Controller constant(RobotModel robot, double... torques) {
        double[] all = new double[robot.jointCount()];
        for (int k = 0; k < torques.length; k++) {
            all[robot.coordinate(robot.loops().activeJoints().get(k))] = torques[k];
        }
        return Controller.constant(all);
    }

    /** The tolerances are those that the golden numbers claim, and rounding. */
    @ParameterizedTest
    @CsvSource({"fourbar, 7e-10", "fivebar, 3e-11", "spatial7R, 1e-11"})
    void endsWhereTheGoldenMotionEnds(String name, double tolerance) {
        String path = "khalil/" + name + "/simulation";
        RobotModel robot = robot(name).withoutFriction();
        Run run = Simulation.builder(robot)
                .start(start(name, robot))
                .controller(constant(robot, GOLDEN.array(path + "/Gamma_c")))
                .integrator(Integrator.dormandPrince(1e-13))
                .duration(GOLDEN.at(path + "/t").doubleValue())
                .build()
                .run();
        State end = run.end().state();
        Agreement.check(path, end.jointPositions(), GOLDEN.array(path + "/q_tr"), tolerance);
        double[] qd = robot.loops().independentJoints().stream()
                .mapToDouble(joint -> end.jointVelocities()[robot.coordinate(joint)])
                .toArray();
        Agreement.check(path, qd, GOLDEN.array(path + "/qad"), tolerance);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-10);
        assertThat(gap(robot, run)).isLessThan(1e-12);
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> methods() {
        return Stream.of("fourbar", "fivebar", "spatial7R", "bennett")
                .flatMap(name -> Stream.of(
                                Integrator.dormandPrince(1e-11),
                                Integrator.rungeKutta(1e-3),
                                Integrator.semiImplicit(1e-3),
                                Integrator.implicitMidpoint(1e-3))
                        .map(method -> org.junit.jupiter.params.provider.Arguments.of(name, method)));
    }

    /** Nothing driven, no friction: energy stays, and the loops do not drift apart with any integrator. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("methods")
    void energyStaysAndLoopsStayClosed(String name, Integrator method) {
        RobotModel robot = robot(name).withoutFriction();
        // the five-bar and the 7R loop fall into singular poses later on
        double duration = name.equals("fourbar") || name.equals("bennett") ? 3 : 0.15;
        Run run = Simulation.builder(robot)
                .start(start(name, robot))
                .integrator(method)
                .duration(duration)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        boolean ofHighOrder = method instanceof Integrator.DormandPrince || method instanceof Integrator.RungeKutta;
        double allowed = ofHighOrder ? 1e-6 : 0.05;
        assertThat(run.energyDrift().orElseThrow()).isLessThan(allowed);
        assertThat(gap(robot, run)).isLessThan(1e-10);
    }

    /** The largest distance between the two frames of a cut joint in a run, and between their axes. */
    private static double gap(RobotModel robot, Run run) {
        Kinematics kinematics = new Kinematics(robot.openTree());
        double most = 0;
        for (Sample sample : run.recording()) {
            kinematics.compute(sample.state().jointPositions());
            for (CutJoint cut : robot.loops().cutJoints()) {
                Pose first =
                        kinematics.worldFromBody(robot.bodyIndex(cut.first())).times(cut.firstFromJoint());
                Pose second =
                        kinematics.worldFromBody(robot.bodyIndex(cut.second())).times(cut.secondFromJoint());
                most = Math.max(most, first.position().minus(second.position()).norm());
                double across = Math.hypot(
                        first.rotation().xz() - second.rotation().xz(),
                        first.rotation().yz() - second.rotation().yz());
                most = Math.max(most, across);
            }
        }
        return most;
    }

    /** Friction takes what the energy loses, passive joints included; stops work on the driven joint. */
    @Test
    void workBalancesTheEnergyWithFrictionAndStops() {
        RobotModel robot = robot("fourbar");
        Run run = Simulation.builder(robot)
                .start(start("fourbar", robot))
                .controller(constant(robot, 0.3))
                .integrator(Integrator.dormandPrince(1e-11))
                .duration(1)
                .build()
                .run();
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-8);
        assertThat(run.end().energy()).isNotCloseTo(run.recording().get(0).energy(), within(0.1));
    }

    /** Driven by its rocker, the four-bar runs into its dead point. */
    @Test
    void aDeadPointEndsTheRunWithAMessage() {
        RobotModel fourBar = robot("fourbar").withoutFriction();
        CutJoint cut = fourBar.loops().cutJoints().get(0);
        var builder = fourBar.toBuilder().withoutLoops().cut(cut).active("joint3");
        fourBar.loops().assembly().forEach(builder::assembly);
        RobotModel robot = builder.build();
        State start = new State(robot);
        start.jointPositions()[2] = 1.65;
        start.jointVelocities()[2] = -2;
        Run run = Simulation.builder(robot).start(start).duration(2).build().run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).containsAnyOf("cannot be closed", "singular pose", "no step is short enough");
    }

    @Test
    void torquesAtPassiveJointsAreRefused() {
        RobotModel robot = robot("fourbar");
        Run run = Simulation.builder(robot)
                .start(start("fourbar", robot))
                .controller(Controller.constant(0, 0.5, 0))
                .duration(1)
                .build()
                .run();
        assertThat(run.status()).isEqualTo(Run.Status.FAILED);
        assertThat(run.message()).contains("gave 0.5 for joint \"joint2\"", "has no actuator");
    }

    @Test
    void aStepAllocatesNothing() {
        RobotModel robot = robot("fivebar");
        for (Integrator method : List.of(Integrator.rungeKutta(1e-4), Integrator.semiImplicit(1e-4))) {
            Stepper stepper = Simulation.builder(robot)
                    .start(start("fivebar", robot))
                    .integrator(method)
                    .duration(1)
                    .build()
                    .stepper();
            State begin = start("fivebar", robot);
            State state = begin.copy();
            int[] steps = new int[1];
            assertThat(Allocations.bytes(() -> {
                        // back to the start before the arms stretch out
                        if (steps[0]++ % 100 == 0) {
                            state.set(begin);
                        }
                        stepper.step(state, 1e-4);
                    }))
                    .isZero();
        }
    }
}
