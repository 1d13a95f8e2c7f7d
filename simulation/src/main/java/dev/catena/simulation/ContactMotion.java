package dev.catena.simulation;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A robot that is tied to the world in motion. All joints and the base have accelerations of their own, which the ties
 * constrain; wherever a state is used or handed out, it is projected onto the ties, so that no error adds up.
 */
final class ContactMotion {
    /** A gap, m or rad, that is rounding. */
    private static final double CLOSED = 1e-13;

    /** A gap that is no drift: the robot does not stand where its contacts are. */
    private static final double FAR = 0.01;

    private static final int MOST_STEPS = 20;

    private final ConstrainedForwardDynamics dynamics;
    private final ConstraintProjection projection;
    private final @Nullable LoopMotion loops;
    private final BaseMotion base = new BaseMotion();
    private final double[] baseStep = new double[6];
    private final double[] turn = new double[4];
    private final double[] moved = new double[3];
    private final double[] jointStep;

    ContactMotion(RobotModel model, List<CutJoint> contacts) {
        dynamics = new ConstrainedForwardDynamics(model, contacts);
        projection = new ConstraintProjection(model, contacts);
        loops = model.hasLoops() ? new LoopMotion(model) : null;
        jointStep = new double[model.jointCount()];
    }

    /** Puts base and joints where the ties hold, and gives them velocities that keep them. */
    void project(State state) {
        double gap = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS; step++) {
            state.copyBaseTo(base);
            double found = projection.closePositions(baseOf(state), state.jointPositions(), baseStep, jointStep);
            if (found > FAR) {
                throw new SimulationFailure(
                        "at %.9g s contacts are apart by %.3g m or rad; start where they hold, and take shorter steps",
                        state.time(), found);
            }
            if (found <= CLOSED || found >= gap) {
                break;
            }
            gap = found;
            move(state);
        }
        state.copyBaseTo(base);
        double unused = projection.closeVelocities(
                baseOf(state), state.jointPositions(), state.jointVelocities(), baseStep, jointStep);
        add(jointStep, state.jointVelocities());
        if (state.isFloating()) {
            add(baseStep, state.baseVelocityInBase());
        }
    }

    private void move(State state) {
        add(jointStep, state.jointPositions());
        if (state.isFloating()) {
            Quaternions.turn(state.baseOrientation(), 1, baseStep, 0, moved, 0);
            add(moved, state.basePositionInWorld());
            Quaternions.exponential(baseStep, 1, turn);
            Quaternions.multiply(state.baseOrientation(), turn);
            Quaternions.normalize(state.baseOrientation());
        }
    }

    private static void add(double[] step, double[] out) {
        for (int k = 0; k < out.length; k++) {
            out[k] += step[k];
        }
    }

    private @Nullable BaseMotion baseOf(State state) {
        return state.isFloating() ? base : null;
    }

    /** Accelerations of a floating base and of all joints under an effort at each of them. */
    void accelerate(
            State state,
            double[] effort,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut) {
        if (state.isFloating()) {
            state.copyBaseTo(base);
            dynamics.computeFloating(
                    base,
                    state.jointPositions(),
                    state.jointVelocities(),
                    effort,
                    wrenches,
                    baseAccelerationOut,
                    accelerationOut);
        } else {
            dynamics.compute(null, state.jointPositions(), state.jointVelocities(), effort, wrenches, accelerationOut);
        }
    }

    /** Complains about a torque of the controller at a joint of a loop that has no actuator. */
    void requireActive(double time, double[] torque) {
        if (loops != null) {
            loops.requireActive(time, torque);
        }
    }
}
