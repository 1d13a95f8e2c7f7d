package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import org.junit.jupiter.api.Test;

/** Joints that follow others rub too: friction f of q_b = k q_a + c is k f(k q̇_a) at its leader. */
class CoupledFrictionTest {
    private static final double FACTOR = -2;

    private static RobotModel robot(Friction ofLeader, Friction ofFollower, Friction ofItsMotor) {
        RobotModelBuilder builder = RobotModel.builder("finger").gravity(0, -9.81, 0);
        link(builder, "knuckle", "base", ofLeader, Friction.NONE);
        link(builder, "wrist", "knuckle_body", Friction.NONE, Friction.NONE);
        link(builder, "tip", "wrist_body", ofFollower, ofItsMotor);
        return builder.coupling("tip", "knuckle", FACTOR, 0.3).build();
    }

    private static void link(RobotModelBuilder builder, String name, String parent, Friction friction, Friction motor) {
        builder.link(
                Joint.revolute(name, parent, name + "_body")
                        .at(Pose.translation(0.2, 0, 0), Vector3.Z)
                        .with(friction)
                        .with(Drive.reflected(0.01).with(motor)),
                SpatialInertia.aboutCenterOfMass(
                        0.5, new Vector3(0.12, 0.01, 0), InertiaTensor.diagonal(0.001, 0.006, 0.0065)));
    }

    private static Run run(RobotModel robot, Integrator method) {
        State start = new State(robot).jointVelocities(2, -1);
        Run run = Simulation.builder(robot)
                .start(start)
                .integrator(method)
                .duration(0.5)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        return run;
    }

    private static void assertSame(Run run, Run other) {
        Agreement.check(
                "positions",
                run.end().state().jointPositions(),
                other.end().state().jointPositions(),
                1e-11);
        Agreement.check("work", run.end().state().work(), other.end().state().work(), 1e-11);
        assertThat(run.end().state().work()).isLessThan(-0.01);
    }

    /** As if the leader had it, by every integrator that takes friction as it is or makes it smooth. */
    @Test
    void itIsAsGoodAtTheLeader() {
        RobotModel follows = robot(Friction.NONE, Friction.of(0.1, 0.02), Friction.of(0.05, 0.01));
        RobotModel leads = robot(Friction.of(2 * 0.15, 4 * 0.03), Friction.NONE, Friction.NONE);
        assertSame(run(follows, Integrator.stickSlip(1e-3)), run(leads, Integrator.stickSlip(1e-3)));
        RobotModel smooth = robot(
                Friction.NONE,
                Friction.of(0.1, 0.02).smoothed(0.4),
                Friction.of(0.05, 0.01).smoothed(0.4));
        RobotModel smoothLeader = robot(Friction.of(2 * 0.15, 4 * 0.03).smoothed(0.2), Friction.NONE, Friction.NONE);
        for (Integrator method : new Integrator[] {Integrator.stickSlip(1e-3), Integrator.rungeKutta(1e-3)}) {
            assertSame(run(smooth, method), run(smoothLeader, method));
        }
        Run exact = run(smooth, Integrator.dormandPrince(1e-12));
        assertThat(exact.energyDrift().orElseThrow()).isLessThan(1e-9);
    }

    /** What jumps is smoothed for integrators that cannot take it, and chooses the one that can where it is steep. */
    @Test
    void jumpsAreSmoothed() {
        RobotModel follows = robot(Friction.NONE, Friction.of(0.1, 0.02), Friction.NONE);
        Run run = run(follows, Integrator.dormandPrince(1e-9));
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
        Simulation simulation = Simulation.builder(follows)
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(1)
                .build();
        assertThat(simulation.simulatedModel().coupledJoints().get(0).friction().smoothingVelocity())
                .isGreaterThanOrEqualTo(Simulation.Builder.DEFAULT_SMOOTHING_VELOCITY);
        RobotModel steep = robot(Friction.NONE, Friction.of(500, 0), Friction.NONE);
        assertThat(Simulation.builder(steep).duration(1).build().integrator()).isInstanceOf(Integrator.StickSlip.class);
        Run held = run(steep, Integrator.automatic());
        assertThat(held.end().state().jointVelocities()[0]).isZero();
    }
}
