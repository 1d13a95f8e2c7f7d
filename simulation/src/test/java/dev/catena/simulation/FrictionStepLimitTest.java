package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Explicit steps that are too long for smooth or viscous friction are refused; what is not refused does not shake. */
class FrictionStepLimitTest {
    private static Simulation.Builder simulation(Friction friction, Integrator method, double speed) {
        RobotModel falling = SmallRobots.slider(true, friction, JointLimits.NONE);
        return Simulation.builder(falling)
                .start(new State(falling).jointVelocities(speed))
                .integrator(method)
                .duration(0.5);
    }

    private static double end(Integrator method, Friction friction) {
        Run run = simulation(friction, method, 0).build().run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
        return run.end().state().jointPositions()[0];
    }

    /** @param decays h F / (m w), or h d / m */
    @ParameterizedTest
    @CsvSource({
        "rk4, 2.5, true",
        "rk4, 3, false",
        "symplectic, 0.95, true",
        "symplectic, 1.05, false",
        "symplectic, 30, false"
    })
    void aStepMayDecaySoMuch(String name, double decays, boolean taken) {
        double step = 1e-3;
        Integrator method = name.equals("rk4") ? Integrator.rungeKutta(step) : Integrator.semiImplicit(step);
        RobotModel robot = SmallRobots.slider(true, Friction.NONE, JointLimits.NONE);
        double mass = robot.totalMass();
        double coulomb = 2 * mass * 9.81;
        for (Friction friction : new Friction[] {
            new Friction(coulomb, 0, step * coulomb / (mass * decays)), Friction.of(0, decays * mass / step)
        }) {
            Run run = simulation(friction, method, 0).build().run();
            assertThat(run.isComplete()).as(run.message()).isEqualTo(taken);
            if (taken) {
                double exact = end(Integrator.dormandPrince(), friction);
                assertThat(run.end().state().jointPositions()[0])
                        .isBetween(exact - 0.01 * Math.abs(exact), exact + 0.01 * Math.abs(exact));
            } else {
                assertThat(run.message()).contains("friction of joint \"slide\" decays", "take at most");
                assertThatThrownBy(() -> simulation(friction, method, 0).build().stepper())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("friction");
            }
        }
    }

    /** What moves too fast to come to rest is none of its business, nor what others take implicitly. */
    @ParameterizedTest
    @CsvSource({"100, rk4", "0, midpoint", "0, stick-slip"})
    void othersAreTaken(double speed, String name) {
        Friction steep = new Friction(5, 0, name.equals("midpoint") ? 0.05 : 1e-4);
        Integrator method = switch (name) {
            case "rk4" -> Integrator.rungeKutta(1e-3);
            case "midpoint" -> Integrator.implicitMidpoint(1e-3);
            default -> Integrator.stickSlip(1e-3);
        };
        Run run = simulation(steep, method, speed).build().run();
        assertThat(run.isComplete()).as(run.message()).isTrue();
    }

    /** Within 3 w + h F / m it comes to rest in a step. */
    @ParameterizedTest
    @CsvSource({"0.9, false", "1.1, true"})
    void slowerOnesMayComeToRest(double part, boolean taken) {
        double step = 1e-3;
        double coulomb = 50;
        double decay = step
                * coulomb
                / SmallRobots.slider(true, Friction.NONE, JointLimits.NONE).totalMass();
        double width = decay / 3;
        double slow = 3 * width + decay;
        Simulation.Builder setup =
                simulation(new Friction(coulomb, 0, width), Integrator.semiImplicit(step), -part * slow);
        assertThatCode(() -> setup.build().stepper())
                .satisfies(thrown -> assertThat(thrown == null).isEqualTo(taken));
    }

    /** Thrown, it rests after v / (F / m + g), and is looked at every fiftieth of the run. */
    @Test
    void itIsLookedAtInTheRunToo() {
        double mass = SmallRobots.slider(true, Friction.NONE, JointLimits.NONE).totalMass();
        Friction friction = new Friction(2 * mass * 9.81, 0, 1e-4);
        Run run = simulation(friction, Integrator.rungeKutta(1e-3), 1).build().run();
        assertThat(run.isComplete()).isFalse();
        assertThat(run.message()).contains("friction of joint \"slide\"");
        double rests = 1 / (3 * 9.81);
        assertThat(run.lastSample().orElseThrow().time()).isBetween(rests - 0.01, rests + 0.02);
    }

    /** D / m of the light one is larger, though D is smaller; with h = 1 ms the step may be 2.7 m / D. */
    @Test
    void theSteepestIsNamedWithTheStepThatWouldDo() {
        RobotModel two = RobotModel.builder("two")
                .link(slide("heavy", 8000), SpatialInertia.aboutCenterOfMass(10, Vector3.ZERO, ROUND))
                .link(slide("light", 6000), SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, ROUND))
                .link(slide("middle", 4000), SpatialInertia.aboutCenterOfMass(5, Vector3.ZERO, ROUND))
                .build();
        Run run = Simulation.builder(two)
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.1)
                .build()
                .run();
        assertThat(run.message())
                .contains("friction of joint \"light\" decays with up to 3000/s", "take at most 0.00090 s");
    }

    private static final InertiaTensor ROUND = InertiaTensor.diagonal(1, 1, 1);

    private static Joint slide(String name, double viscous) {
        return Joint.prismatic(name, "base", name + " block")
                .at(Pose.IDENTITY, Vector3.X)
                .with(Friction.of(0, viscous));
    }

    /** A joint that follows the crank, and is as fast. */
    @ParameterizedTest
    @CsvSource({"0, false", "1e-4, false", "3, true"})
    void jointsOfLoopsAreAsFastAsTheyAre(double speed, boolean taken) {
        RobotModel fourBar = ShippedRobots.load("four-bar").withoutFriction();
        Joint rocker = fourBar.movingJoints().get(fourBar.jointCount() - 1);
        RobotModel robot = fourBar.toBuilder()
                .replace(rocker.with(new Friction(0.1, 0, 1e-5)))
                .build();
        String crank = robot.loops().independentJoints().get(0);
        State start = new State(robot);
        robot.jointNames()
                .forEach(joint -> start.jointPositions()[robot.coordinate(joint)] =
                        robot.loops().assembly().getOrDefault(joint, 0.0));
        start.jointVelocities()[robot.coordinate(crank)] = speed;
        Run run = Simulation.builder(robot)
                .start(start)
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.01)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isEqualTo(taken);
    }

    /** What cranks feel of friction in the pin that cuts the loop. */
    @ParameterizedTest
    @CsvSource({"1e-3, true", "1e6, false"})
    void cutJointsCount(double viscous, boolean taken) {
        RobotModel fiveBar = ClosedLoopSimulationTest.robot("fivebar").withoutFriction();
        CutJoint cut = fiveBar.loops().cutJoints().get(0);
        RobotModel robot =
                fiveBar.toBuilder().replace(cut.with(Friction.of(0, viscous))).build();
        double[] assembly = robot.jointNames().stream()
                .mapToDouble(robot.loops().assembly()::get)
                .toArray();
        Run run = Simulation.builder(robot)
                .start(new State(robot).jointPositions(assembly))
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.01)
                .build()
                .run();
        assertThat(run.isComplete()).as(run.message()).isEqualTo(taken);
        if (!taken) {
            assertThat(run.message()).contains("friction of joint \"" + cut.name() + "\" decays");
        }
    }
}
