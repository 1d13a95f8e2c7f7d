package dev.catena.planning.terms;

import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** How far loops are open: zero where they close, and without a value elsewhere, so that no motion leads there. */
public final class ClosedLoops implements StateFunction {
    private final RobotModel robot;
    private final LoopKinematics loops;

    public ClosedLoops(RobotModel robot) {
        this.robot = robot;
        loops = new LoopKinematics(robot);
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String name(int row) {
        return "opening of closed loops";
    }

    @Override
    public void value(MotionState state, double[] out) {
        if (!loops.close(state.position()).isClosed()) {
            throw new LoopException(loops.closure());
        }
        out[0] = 0;
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        Arrays.fill(out, 0);
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {}

    @Override
    public StateFunction copy() {
        return new ClosedLoops(robot);
    }
}
