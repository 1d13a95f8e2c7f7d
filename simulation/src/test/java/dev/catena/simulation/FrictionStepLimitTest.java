package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Friction;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
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
}
