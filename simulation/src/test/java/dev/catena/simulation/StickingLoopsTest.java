package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coulomb friction as it is in joints, cut joints and motors of closed loops, with springs and on a base that floats. */
class StickingLoopsTest {
    /** @param stiffness of a spring before the first independent joint; zero for none */
    private static RobotModel robot(String name, double stiffness, Friction friction) {
        RobotModel given = CombinationRobots.of(Golden.combinations(), name).withoutFriction();
        Joint driven = given.independentJoints().get(0);
        RobotModelBuilder builder = given.toBuilder();
        for (Joint joint : given.movingJoints()) {
            boolean elastic = stiffness > 0 && joint.equals(driven);
            String carrier = joint.parent();
            Drive drive = elastic
                    ? Drive.of(new Rotor(3e-3, 7, carrier, Vector3.Z))
                            .with(new Spring(stiffness, 0.05))
                            .with(friction)
                    : joint.drive();
            builder.replace(joint.with(friction).with(drive));
        }
        for (CutJoint cut : given.loops().cutJoints()) {
            if (cut.kind().freedoms() == 1) {
                builder.replace(cut.with(friction));
            }
        }
        return builder.build();
    }

    private static State start(RobotModel robot, double speed) {
        State start = new State(robot);
        robot.loops().assembly().forEach((name, q) -> start.jointPositions()[robot.coordinate(name)] = q);
        for (Joint joint : robot.independentJoints()) {
            start.jointVelocities()[robot.coordinate(joint.name())] = speed;
        }
        for (int e = 0; e < start.motorPositions().length; e++) {
            int k = robot.coordinate(robot.elasticJoints().get(e).name());
            start.motorPositions()[e] = start.jointPositions()[k] - 0.05;
            start.motorVelocities()[e] = speed;
        }
        if (start.isFloating()) {
            start.baseVelocityInBase(0.1, 0.2, -0.3, 0.4, -0.5, 0.6).baseOrientation(0.1, -0.3, 0.2, 1);
        }
        return start;
    }

    private static Simulation.Builder simulation(RobotModel robot, double speed, Integrator method, double duration) {
        return Simulation.builder(robot)
                .start(start(robot, speed))
                .integrator(method)
                .duration(duration)
                .recordingRate(50);
    }

    private static Run run(RobotModel robot, double speed, Integrator method, double duration) {
        Run run = simulation(robot, speed, method, duration).build().run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        return run;
    }

    private static double distance(Run run, Run other) {
        double most = 0;
        double[] q = run.end().state().jointPositions();
        for (int k = 0; k < q.length; k++) {
            most = Math.max(most, Math.abs(q[k] - other.end().state().jointPositions()[k]));
        }
        return most;
    }

    /** Friction takes energy at all times, and what it takes is what is lost; then all rest to the last bit. */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0",
        "fourbar, 60",
        "fourbar, 1e5",
        "fivebar, 60",
        "satellite_fourbar, 0",
        "satellite_fourbar, 60"
    })
    void whatSticksRests(String name, double stiffness) {
        RobotModel robot = robot(name, stiffness, Friction.of(4, 0.01));
        Run run = run(robot, 0.5, Integrator.stickSlip(1e-3), 0.5);
        State end = run.end().state();
        for (double rate : end.jointVelocities()) {
            assertThat(rate).isZero();
        }
        for (double rate : end.motorVelocities()) {
            assertThat(rate).isZero();
        }
        double before = 0;
        for (Sample sample : run.recording()) {
            assertThat(sample.state().work()).isLessThanOrEqualTo(before);
            before = sample.state().work();
        }
        assertThat(before).isLessThan(-1e-3);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
        if (end.isFloating()) {
            assertThat(end.baseVelocityInBase()[3]).isNotZero();
            assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-5);
        }
    }

    /** While all slips, and where motion turns round, it is the limit of smooth friction. */
    @ParameterizedTest
    @CsvSource({"fourbar, 60", "fivebar, 60", "satellite_fourbar, 0", "satellite_fourbar, 60"})
    void stepsApproachSmoothFriction(String name, double stiffness) {
        RobotModel robot = robot(name, stiffness, Friction.of(0.03, 0.01));
        Run exact = simulation(robot, 1, Integrator.dormandPrince(1e-10), 0.15)
                .frictionSmoothing(1e-4)
                .build()
                .run();
        double coarse = distance(run(robot, 1, Integrator.stickSlip(1e-3), 0.15), exact);
        double fine = distance(run(robot, 1, Integrator.stickSlip(1e-4), 0.15), exact);
        assertThat(fine).isLessThan(1e-5).isLessThan(coarse / 5);
    }

    /** A motor whose torque its friction holds does not move at all, while its joint swings on the spring. */
    @Test
    void aMotorThatIsHeldStaysWhereItIs() {
        RobotModel given = robot("fourbar", 60, Friction.NONE);
        Joint joint = given.elasticJoints().get(0);
        RobotModel robot = given.toBuilder()
                .replace(joint.with(joint.drive().with(Friction.of(50, 0))))
                .build();
        int k = robot.coordinate(joint.name());
        State begin = start(robot, 0);
        double at = begin.motorPositions()[0];
        Run run = Simulation.builder(robot)
                .start(begin)
                .controller((time, state, torque) -> torque[k] = 5 * Math.sin(20 * time))
                .integrator(Integrator.stickSlip(1e-3))
                .duration(0.5)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Sample sample : run.recording()) {
            assertThat(sample.state().motorPositions()[0]).isEqualTo(at);
            assertThat(sample.state().motorVelocities()[0]).isZero();
            least = Math.min(least, sample.state().jointPositions()[k]);
            most = Math.max(most, sample.state().jointPositions()[k]);
        }
        assertThat(most - least).isGreaterThan(1e-3);
    }

    private static RobotModel rubbingInTheCut(Friction friction) {
        RobotModel robot = robot("fourbar", 0, Friction.NONE);
        return robot.toBuilder()
                .replace(robot.loops().cutJoints().get(0).with(friction))
                .build();
    }

    /** Friction in the joint where the loop is cut is as good as in any other. */
    @Test
    void aCutJointHoldsTheLoop() {
        RobotModel robot = rubbingInTheCut(Friction.of(500, 0));
        State begin = start(robot, 0);
        Run run = run(robot, 0, Integrator.stickSlip(1e-3), 0.1);
        for (double rate : run.end().state().jointVelocities()) {
            assertThat(rate).isZero();
        }
        assertThat(run.end().state().jointPositions()[0]).isCloseTo(begin.jointPositions()[0], within(1e-9));
        // a tenth of that does not
        Run moving = run(rubbingInTheCut(Friction.of(0.05, 0)), 0, Integrator.stickSlip(1e-3), 0.1);
        assertThat(moving.end().kineticEnergy()).isGreaterThan(1e-6);
    }

    /** What a cut joint's friction takes is counted, jumps in it are smoothed, and a robot without friction has none there. */
    @Test
    void energyKnowsFrictionInCutJoints() {
        RobotModel robot = rubbingInTheCut(Friction.of(0.2, 0.1));
        Run run = simulation(robot, 1, Integrator.dormandPrince(1e-12), 0.3)
                .frictionSmoothing(0.2)
                .build()
                .run();
        assertThat(run.end().state().work()).isLessThan(-1e-3);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
        Simulation fixed =
                simulation(robot, 1, Integrator.rungeKutta(1e-4), 0.3).build();
        assertThat(fixed.simulatedModel().loops().cutJoints().get(0).friction().smoothingVelocity())
                .isPositive();
        assertThat(robot.withoutFriction().loops().cutJoints().get(0).friction())
                .isEqualTo(Friction.NONE);
    }

    @Test
    void steepFrictionChoosesIt() {
        assertThat(simulation(rubbingInTheCut(Friction.of(1e4, 0)), 0, Integrator.automatic(), 0.1)
                        .build()
                        .integrator())
                .isInstanceOf(Integrator.StickSlip.class);
        assertThat(simulation(robot("satellite_fourbar", 60, Friction.of(1e3, 0)), 0, Integrator.automatic(), 0.1)
                        .build()
                        .integrator())
                .isInstanceOf(Integrator.StickSlip.class);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"fourbar, 60", "satellite_fourbar, 60"})
    void stepsDoNotAllocate(String name, double stiffness) {
        for (double coulomb : new double[] {0.02, 4}) {
            RobotModel robot = robot(name, stiffness, Friction.of(coulomb, 0.01));
            State start = start(robot, coulomb < 1 ? 2 : 0);
            Stepper stepper = simulation(robot, 0, Integrator.stickSlip(1e-3), 1)
                    .start(start)
                    .build()
                    .stepper();
            State state = start.copy();
            Runnable step = () -> {
                stepper.step(state, 1e-3);
                state.set(start);
            };
            assertThat(Allocations.bytes(step)).isZero();
        }
    }
}
