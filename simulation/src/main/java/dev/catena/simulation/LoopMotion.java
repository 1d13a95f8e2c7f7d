package dev.catena.simulation;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.RobotModel;
import org.jspecify.annotations.Nullable;

/**
 * A robot with closed loops in motion. Accelerations follow from its independent joints alone; the others are projected:
 * wherever a state is used or handed out, their positions and velocities are those that close the loops. So no error
 * adds up, and the loops are open by rounding alone, {@link dev.catena.mechanism.LoopClosure#CLOSED}.
 */
final class LoopMotion {
    private final RobotModel model;
    private final ClosedLoopForwardDynamics dynamics;
    private final int[] independent;
    private final boolean[] active;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final BaseMotion base = new BaseMotion();

    LoopMotion(RobotModel model) {
        this.model = model;
        dynamics = new ClosedLoopForwardDynamics(model);
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        active = new boolean[model.jointCount()];
        for (String joint : model.loops().activeJoints()) {
            active[model.coordinate(joint)] = true;
        }
        q = new double[independent.length];
        qd = new double[independent.length];
        qdd = new double[independent.length];
    }

    /** Puts all joints where the independent ones want them, and gives them the velocities that belong to it. */
    void project(State state) {
        readIndependent(state.jointPositions(), state.jointVelocities());
        LoopStatus status = dynamics.kinematics().close(q);
        if (!status.isClosed()) {
            throw failure(state.time());
        }
        dynamics.kinematics().move(qd);
        dynamics.kinematics().positions(state.jointPositions());
        dynamics.kinematics().velocities(state.jointVelocities());
    }

    /**
     * Accelerations of all joints, and of a base that floats, under an effort at each joint.
     *
     * @param told how the base moves that is told to; null for one that rests or floats
     */
    void accelerate(
            State state,
            @Nullable BaseMotion told,
            double[] effort,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut) {
        readIndependent(state.jointPositions(), state.jointVelocities());
        try {
            if (state.isFloating()) {
                state.copyBaseTo(base);
                dynamics.computeFloatingWithAllEfforts(base, q, qd, effort, wrenches, baseAccelerationOut, qdd);
            } else {
                dynamics.computeWithAllEfforts(told, q, qd, effort, wrenches, qdd);
            }
        } catch (LoopException e) {
            throw failure(state.time());
        }
        dynamics.kinematics().accelerations(accelerationOut);
    }

    /** The numbers of the independent joints. */
    void independent(double[] ofAll, double[] out) {
        for (int k = 0; k < independent.length; k++) {
            out[k] = ofAll[independent[k]];
        }
    }

    /** Writes the numbers of the independent joints. */
    void setIndependent(double[] values, double[] ofAll) {
        for (int k = 0; k < independent.length; k++) {
            ofAll[independent[k]] = values[k];
        }
    }

    /** G of all joints where accelerations were last computed. */
    void rates(double[] ratesOut) {
        dynamics.kinematics().rates(ratesOut);
    }

    /** The mass matrix of the independent joints there. */
    void massMatrix(double[] matrixOut) {
        dynamics.massMatrix(matrixOut);
    }

    private void readIndependent(double[] positions, double[] velocities) {
        for (int k = 0; k < independent.length; k++) {
            q[k] = positions[independent[k]];
            qd[k] = velocities[independent[k]];
        }
    }

    private SimulationFailure failure(double time) {
        return new SimulationFailure(
                "at %.9g s %s", time, dynamics.kinematics().closure().describe());
    }

    /** Complains about a torque of the controller at a joint that has no actuator. */
    void requireActive(double time, double[] torque) {
        for (int k = 0; k < torque.length; k++) {
            if (!active[k] && torque[k] != 0) {
                throw new SimulationFailure(
                        "the controller gave %s for joint \"%s\" at %.9g s, but that joint of a closed loop has no"
                                + " actuator",
                        torque[k], model.jointNames().get(k), time);
            }
        }
    }
}
