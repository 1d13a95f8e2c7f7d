package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A satellite that carries a four-bar. */
class FloatingLoopSimulationTest {
    static final RobotModel SATELLITE =
            CombinationRobots.of(Golden.combinations(), "satellite_fourbar").withoutFriction();

    static State start(RobotModel robot) {
        State start = new State(robot);
        start.jointPositions(0.9, -0.28, 1.5).jointVelocities(-1.3, 0, 0);
        start.basePositionInWorld(0.1, 0.2, 0.3).baseOrientation(0.1, -0.3, 0.2, 1);
        start.baseVelocityInBase(0.2, -0.1, 0.3, 0.4, -0.5, 0.6);
        return start;
    }

    /** Nothing driven, no friction: ten seconds keep the energy to 1e-9, and the loop closed. In orbit, for in free fall
     * the kinetic energy grows to kilojoules. */
    @Tag("long")
    @Test
    void energyStays() {
        RobotModel weightless = SATELLITE.toBuilder().gravity(0, 0, 0).build();
        Run run = Simulation.builder(weightless)
                .start(start(weightless))
                .integrator(Integrator.dormandPrince(1e-13))
                .duration(10)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
    }

    /**
     * In free fall kinetic and potential energy are of kilojoules and cancel each other, so that what is left is their rounding: some
     * hundred times 1e-16 of them after thousands of steps.
     */
    @Tag("long")
    @Test
    void energyStaysInFreeFallUpToRounding() {
        Run run = Simulation.builder(SATELLITE)
                .start(start(SATELLITE))
                .integrator(Integrator.dormandPrince(1e-13))
                .duration(10)
                .build()
                .run();
        double kinetic = run.lastSample().orElseThrow().kineticEnergy();
        assertThat(kinetic).isGreaterThan(1e4);
        assertThat(run.energyDrift().orElseThrow() / kinetic).isLessThan(1e-13);
    }

    /** Without gravity, whatever the drive does, momentum and angular momentum about the mass center stay. */
    @Test
    void momentumStaysWhateverTheDriveDoes() {
        RobotModel weightless = SATELLITE.toBuilder().gravity(0, 0, 0).build();
        Run run = Simulation.builder(weightless)
                .start(start(weightless))
                .controller((time, state, torqueOut) -> torqueOut[0] = 0.3 * Math.sin(5 * time))
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(2)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        double[] before = momentum(weightless, run.recording().iterator().next().state());
        double[] after = momentum(weightless, run.end().state());
        Agreement.check("momentum", after, before, 1e-10);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
    }

    private static double[] momentum(RobotModel robot, State state) {
        Kinematics kinematics = new Kinematics(robot.openTree());
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
        SystemMotion motion = new SystemMotion(robot.openTree());
        motion.compute(kinematics);
        Twist momentum = motion.momentumInWorldAboutCenterOfMass();
        return new double[] {
            momentum.linear().x(), momentum.linear().y(), momentum.linear().z(),
            momentum.angular().x(), momentum.angular().y(), momentum.angular().z()
        };
    }
}
