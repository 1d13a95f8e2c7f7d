package dev.catena.benchmarks;

import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.simulation.Stepper;

/** An arm that swings freely, for a second from each of many starts, in semi-implicit steps. */
final class SwingingArm {
    static final double STEP = 1e-3;

    private static final int STEPS = 1000;

    private final Stepper stepper;
    private final State[] starts;
    private final State state;
    private int start;
    private int step;

    SwingingArm(RobotModel model, RobotFunctions functions) {
        stepper = Simulation.builder(model)
                .functions(functions)
                .integrator(Integrator.semiImplicit(STEP))
                .duration(STEPS * STEP)
                .build()
                .stepper();
        States states = new States(model.jointCount());
        starts = new State[States.COUNT];
        for (int s = 0; s < starts.length; s++) {
            starts[s] = new State(model).jointPositions(states.q[s]).jointVelocities(states.qd[s]);
        }
        state = starts[0].copy();
    }

    State step() {
        step++;
        if (step == STEPS) {
            step = 0;
            start = States.after(start);
            state.set(starts[start]);
        }
        stepper.step(state, STEP);
        return state;
    }
}
