package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Motions against golden numbers of an independent integration with more digits. */
class GoldenSimulationTest {
    private final Golden golden = Golden.dynamics();

    @Test
    void freeMotionOfATree() {
        JsonNode data = golden.at("khalil/tree9/simulation");
        RobotModel tree9 =
                GoldenRobots.khalil("tree9", golden.at("khalil/tree9/model")).withoutFriction();
        Run run = Simulation.builder(tree9)
                .start(new State(tree9)
                        .jointPositions(Golden.array(data.get("q0")))
                        .jointVelocities(Golden.array(data.get("qd0"))))
                .integrator(Integrator.dormandPrince(1e-13))
                .duration(data.get("t").doubleValue())
                .build()
                .run();
        golden.check("khalil/tree9/simulation/q", run.end().state().jointPositions());
        golden.check("khalil/tree9/simulation/qd", run.end().state().jointVelocities());
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zero_g", "free_fall"})
    void freeFlyer(String which) {
        JsonNode data = golden.at("khalil/freeflyer/simulation_" + which);
        RobotModel model = freeFlyer(which.equals("free_fall"));
        double[] amplitude = {2, -1, 0.5, 1.5, -4, 0.7};
        Run run = Simulation.builder(model)
                .start(state(model, Golden.array(data.get("y0"))))
                .controller((time, state, torqueOut) -> {
                    for (int i = 0; i < 6; i++) {
                        torqueOut[i] = amplitude[i] * Math.cos(3 * time);
                    }
                })
                .integrator(Integrator.dormandPrince(1e-13))
                .duration(data.get("t").doubleValue())
                .build()
                .run();
        Agreement.check(
                "freeflyer " + which, numbers(run.end().state()), Golden.array(data.get("y")), Golden.TOLERANCE);
        Agreement.check(
                "linear momentum",
                Arrays.copyOf(run.recording().get(0).momentumInWorld(), 3),
                Golden.array(data.get("P0")),
                Golden.TOLERANCE);
        assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-10);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-10);
    }

    /** Viscous friction only, as the golden motion has it. */
    private RobotModel freeFlyer(boolean falls) {
        RobotModel model = GoldenRobots.khalil("freeflyer", golden.at("khalil/freeflyer/model"));
        RobotModelBuilder builder = model.toBuilder().floating();
        for (Joint joint : model.joints()) {
            builder.replace(joint.with(Friction.of(0, joint.friction().viscous())));
        }
        return falls ? builder.build() : builder.gravity(0, 0, 0).build();
    }

    /** From p, quaternion w x y z, velocity in world axes, ω in base axes, q, q̇. */
    private static State state(RobotModel model, double[] y) {
        State state = new State(model)
                .basePositionInWorld(Arrays.copyOf(y, 3))
                .baseOrientation(y[4], y[5], y[6], y[3])
                .jointPositions(Arrays.copyOfRange(y, 13, 19))
                .jointVelocities(Arrays.copyOfRange(y, 19, 25));
        double[] velocity = Arrays.copyOfRange(y, 7, 13);
        Quaternions.turn(state.baseOrientation(), -1, velocity, 0, velocity, 0);
        return state.baseVelocityInBase(velocity);
    }

    private static double[] numbers(State state) {
        double[] y = new double[25];
        System.arraycopy(state.basePositionInWorld(), 0, y, 0, 3);
        y[3] = state.baseOrientation()[3];
        System.arraycopy(state.baseOrientation(), 0, y, 4, 3);
        Quaternions.turn(state.baseOrientation(), 1, state.baseVelocityInBase(), 0, y, 7);
        System.arraycopy(state.baseVelocityInBase(), 3, y, 10, 3);
        System.arraycopy(state.jointPositions(), 0, y, 13, 6);
        System.arraycopy(state.jointVelocities(), 0, y, 19, 6);
        return y;
    }
}
