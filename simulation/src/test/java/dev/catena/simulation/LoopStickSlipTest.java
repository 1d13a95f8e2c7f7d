package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coulomb friction as it is, in all joints of closed loops. */
class LoopStickSlipTest {
    private static RobotModel withFriction(String name, double coulomb, double viscous, double width) {
        RobotModel robot = ShippedRobots.load(name);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(new Friction(coulomb, viscous, width))
                    .with(joint.drive().with(Friction.NONE)));
        }
        return builder.build();
    }

    private static State start(RobotModel robot, double speed) {
        State state = new State(robot);
        robot.loops().assembly().forEach((joint, q) -> state.jointPositions()[robot.coordinate(joint)] = q);
        robot.loops().independentJoints().forEach(joint -> state.jointVelocities()[robot.coordinate(joint)] = speed);
        return state;
    }

    private static Run run(RobotModel robot, Integrator integrator, double speed, double duration) {
        return Simulation.builder(robot)
                .start(start(robot, speed))
                .integrator(integrator)
                .duration(duration)
                .build()
                .run();
    }

    private static double[] end(Run run) {
        return run.lastSample().orElseThrow().state().jointPositions();
    }

    /** Strong friction stops the linkage, and then nothing moves to the last bit, in however many joints it acts. */
    @Test
    void whatSticksRests() {
        for (String name : new String[] {"four-bar", "five-bar"}) {
            RobotModel robot = withFriction(name, 4, 0.01, 0);
            Run run = run(robot, Integrator.stickSlip(1e-3), 0.5, 0.4);
            assertThat(run.isComplete()).as(run.message()).isTrue();
            Sample last = run.lastSample().orElseThrow();
            for (double rate : last.state().jointVelocities()) {
                assertThat(rate).as(name).isZero();
            }
            for (double acceleration : last.jointAccelerations()) {
                assertThat(acceleration).as(name).isCloseTo(0, within(1e-10));
            }
            // what is lost of the energy is the work of friction
            assertThat(run.energyDrift().orElseThrow()).isLessThan(2e-3);
        }
    }

    /** Neither while all slips nor while all sticks. */
    @Tag("long")
    @Test
    void stepsDoNotAllocate() {
        for (String name : new String[] {"four-bar", "five-bar"}) {
            for (double coulomb : new double[] {0.02, 4}) {
                RobotModel robot = withFriction(name, coulomb, 0.01, 0);
                State start = start(robot, coulomb < 1 ? 2 : 0);
                Stepper stepper = Simulation.builder(robot)
                        .start(start)
                        .integrator(Integrator.stickSlip(1e-3))
                        .duration(1)
                        .build()
                        .stepper();
                State state = start.copy();
                Runnable step = () -> {
                    stepper.step(state, 1e-3);
                    state.set(start);
                };
                assertThat(Allocations.bytes(step))
                        .as("%s with friction of %s", name, coulomb)
                        .isZero();
            }
        }
    }

    /** While all joints slip it is the motion of smooth friction in the limit. */
    @Test
    void whatSlipsMovesAsWithSmoothFriction() {
        for (String name : new String[] {"four-bar", "five-bar"}) {
            RobotModel robot = withFriction(name, 0.02, 0.01, 0);
            double[] slipping = end(run(robot, Integrator.stickSlip(2e-4), 2.0, 0.1));
            double[] smooth = end(Simulation.builder(robot)
                    .start(start(robot, 2.0))
                    .integrator(Integrator.dormandPrince(1e-10))
                    .frictionSmoothing(1e-4)
                    .duration(0.1)
                    .build()
                    .run());
            for (int j = 0; j < slipping.length; j++) {
                assertThat(slipping[j]).as("%s, joint %s", name, j).isCloseTo(smooth[j], within(2e-5));
            }
        }
    }

    /** Accelerations of what slips are those of friction that is smoothed where nothing moves as slowly. */
    @ParameterizedTest
    @CsvSource({"four-bar, 0.02, 0", "five-bar, 0.3, 0", "five-bar, 0.3, 0.4"})
    void accelerationsOfWhatSlips(String name, double coulomb, double width) {
        RobotModel robot = withFriction(name, coulomb, 0.07, width);
        RobotModel without = withFriction(name, 0, 0, 0);
        double[] slipping = first(robot, unequal(robot), Integrator.stickSlip(1e-4), 0);
        double[] expected = first(robot, unequal(robot), Integrator.dormandPrince(1e-6), 0);
        Agreement.check("accelerations", slipping, expected, 1e-9);
        double[] frictionless = first(without, unequal(without), Integrator.dormandPrince(1e-6), 0);
        assertThat(slipping[0]).isNotCloseTo(frictionless[0], within(1e-3));
    }

    private static State unequal(RobotModel robot) {
        State state = start(robot, 1.3);
        int k = 0;
        for (String joint : robot.loops().independentJoints()) {
            state.jointVelocities()[robot.coordinate(joint)] += 0.4 * k++;
        }
        return state;
    }

    /** Accelerations of the first sample, with a torque at the first joint. */
    private static double[] first(RobotModel robot, State start, Integrator integrator, double torque) {
        return Simulation.builder(robot)
                .start(start)
                .integrator(integrator)
                .frictionAsGiven()
                .controller((time, state, torques) -> torques[0] = torque)
                .duration(1e-9)
                .build()
                .run()
                .firstSample()
                .orElseThrow()
                .jointAccelerations();
    }

    /** Joints that friction can hold rest; where it cannot, what is driven accelerates against all of it. */
    @Test
    void accelerationsOfWhatRests() {
        RobotModel robot = withFriction("four-bar", 0.02, 0.01, 0);
        for (double torque : new double[] {-30, 30}) {
            double[] from = first(robot, start(robot, 0), Integrator.stickSlip(1e-4), torque);
            State slow = start(robot, Math.signum(torque) * 1e-7);
            double[] moving = first(robot, slow, Integrator.dormandPrince(1e-6), torque);
            Agreement.check("against friction", from, moving, 1e-6);
        }
        RobotModel stuck = withFriction("four-bar", 40, 0.01, 0);
        assertThat(first(stuck, start(stuck, 0), Integrator.stickSlip(1e-4), 3)).containsOnly(0);
    }

    /** Friction that the robot says how to smooth stays smooth. */
    @Test
    void smoothFrictionIsTakenAsItIs() {
        RobotModel robot = withFriction("five-bar", 0.3, 0.02, 0.05);
        double[] coarse = end(run(robot, Integrator.stickSlip(1e-4), 1.0, 0.1));
        double[] exact = end(run(robot, Integrator.dormandPrince(1e-10), 1.0, 0.1));
        for (int j = 0; j < coarse.length; j++) {
            assertThat(coarse[j]).isCloseTo(exact[j], within(6e-5));
        }
    }

    @Test
    void steepFrictionChoosesIt() {
        RobotModel robot = withFriction("four-bar", 50, 0, 0);
        Simulation simulation =
                Simulation.builder(robot).start(start(robot, 0.1)).duration(0.1).build();
        assertThat(simulation.integrator()).isInstanceOf(Integrator.StickSlip.class);
        assertThat(simulation.run().isComplete()).isTrue();
    }
}
