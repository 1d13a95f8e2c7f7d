package dev.catena.simulation;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A robot with closed loops in motion. Accelerations follow from its independent joints alone; the others are projected:
 * wherever a state is used or handed out, their positions and velocities are those that close the loops. So no error
 * adds up, and the loops are open by rounding alone, {@link dev.catena.mechanism.LoopClosure#CLOSED}. Motors behind springs
 * are tied by no loop.
 */
final class LoopMotion {
    final LoopKinematics kinematics;
    private final RobotModel model;

    /** Where all drives are rigid, and where some are not. */
    private final @Nullable ClosedLoopForwardDynamics rigid;

    private final @Nullable ElasticLoopForwardDynamics elastic;
    private final int[] independent;
    private final boolean[] active;

    /** By motor behind a spring: its joint and its spring. */
    private final int[] jointOfMotor;

    private final Spring[] springs;
    /** Cut joints with friction. */
    private final int[] rubbing;

    private final double[] q;
    private final double[] qd;
    /** Where the independent joints were when the loops were last closed; NaN if they were not. */
    private final double[] closed;

    private final double[] accepted;
    private boolean hasAccepted;
    private final double[] given;
    private final double[] givenRates;
    private final double[] qdd;
    private final double[] efforts;
    private final BaseMotion base = new BaseMotion();

    LoopMotion(RobotModel model) {
        this.model = model;
        boolean isRigid = model.elasticJoints().isEmpty();
        rigid = isRigid ? new ClosedLoopForwardDynamics(model) : null;
        elastic = isRigid ? null : new ElasticLoopForwardDynamics(model);
        kinematics = rigid != null
                ? rigid.kinematics()
                : Objects.requireNonNull(elastic).kinematics();
        jointOfMotor = model.elasticJoints().stream()
                .mapToInt(joint -> model.coordinate(joint.name()))
                .toArray();
        springs = model.elasticJoints().stream()
                .map(joint -> Objects.requireNonNull(joint.drive().spring()))
                .toArray(Spring[]::new);
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        rubbing = IntStream.range(0, model.loops().cutJoints().size())
                .filter(c -> !model.loops().cutJoints().get(c).friction().isZero())
                .toArray();
        active = new boolean[model.jointCount()];
        for (String joint : model.loops().activeJoints()) {
            active[model.coordinate(joint)] = true;
        }
        q = new double[independent.length];
        qd = new double[independent.length];
        closed = new double[independent.length];
        accepted = new double[model.jointCount()];
        int size = independent.length + springs.length;
        given = new double[size];
        givenRates = new double[size];
        qdd = new double[size];
        efforts = new double[model.jointCount() + springs.length];
    }

    /**
     * Takes a pose that the robot was in: trial steps that are thrown away may lead anywhere, whole turns away too, and the next ones go
     * from here.
     */
    void accept(State state) {
        System.arraycopy(state.jointPositions(), 0, accepted, 0, accepted.length);
        hasAccepted = true;
    }

    /** From where the loops were last closed, or from the last pose that was accepted if that is nearer. */
    private void chooseStart() {
        if (!hasAccepted) {
            return;
        }
        double away = 0;
        double moved = 0;
        for (int k = 0; k < independent.length; k++) {
            away = Math.max(away, Math.abs(q[k] - closed[k]));
            moved = Math.max(moved, Math.abs(q[k] - accepted[independent[k]]));
        }
        if (!(away <= moved)) {
            kinematics.closure().restart(accepted);
        }
        System.arraycopy(q, 0, closed, 0, q.length);
    }

    /** Puts all joints where the independent ones want them, and gives them the velocities that belong to it. */
    void project(State state) {
        readIndependent(state.jointPositions(), state.jointVelocities());
        chooseStart();
        LoopStatus status = kinematics.close(q);
        if (!status.isClosed()) {
            Arrays.fill(closed, Double.NaN);
            throw failure(state.time());
        }
        kinematics.move(qd);
        kinematics.positions(state.jointPositions());
        kinematics.velocities(state.jointVelocities());
    }

    /**
     * Accelerations of all joints and motors, and of a base that floats.
     *
     * @param told how the base moves that is told to; null for one that rests or floats
     * @param effort drives' torques and the stops' efforts, by joint
     * @param torque drives' torques alone, which act on the motors of elastic joints
     */
    void accelerate(
            State state,
            @Nullable BaseMotion told,
            double[] effort,
            double[] torque,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut,
            double[] motorAccelerationOut) {
        int n = effort.length;
        System.arraycopy(effort, 0, efforts, 0, n);
        for (int e = 0; e < springs.length; e++) {
            int k = jointOfMotor[e];
            double spring = springs[e].effort(state.jointPositions()[k], state.motorPositions()[e]);
            efforts[k] += spring - torque[k];
            efforts[n + e] = torque[k] - spring;
        }
        respond(state, told, efforts, wrenches, baseAccelerationOut, accelerationOut, motorAccelerationOut);
    }

    /**
     * The same under an effort at each joint, then at each motor behind a spring, to which springs add nothing.
     *
     * @param allEfforts by joint and by motor
     */
    void respond(
            State state,
            @Nullable BaseMotion told,
            double[] allEfforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut,
            double[] motorAccelerationOut) {
        readIndependent(state.jointPositions(), state.jointVelocities());
        if (state.isFloating()) {
            state.copyBaseTo(base);
        }
        try {
            if (elastic != null) {
                respond(elastic, state, told, allEfforts, wrenches, baseAccelerationOut, motorAccelerationOut);
            } else if (state.isFloating()) {
                Objects.requireNonNull(rigid)
                        .computeFloatingWithAllEfforts(base, q, qd, allEfforts, wrenches, baseAccelerationOut, qdd);
            } else {
                Objects.requireNonNull(rigid).computeWithAllEfforts(told, q, qd, allEfforts, wrenches, qdd);
            }
        } catch (LoopException e) {
            throw failure(state.time());
        }
        kinematics.accelerations(accelerationOut);
    }

    private void respond(
            ElasticLoopForwardDynamics dynamics,
            State state,
            @Nullable BaseMotion told,
            double[] allEfforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] motorAccelerationOut) {
        int count = q.length;
        System.arraycopy(q, 0, given, 0, count);
        System.arraycopy(state.motorPositions(), 0, given, count, springs.length);
        System.arraycopy(qd, 0, givenRates, 0, count);
        System.arraycopy(state.motorVelocities(), 0, givenRates, count, springs.length);
        if (state.isFloating()) {
            dynamics.computeFloatingWithAllEfforts(
                    base, given, givenRates, allEfforts, wrenches, baseAccelerationOut, qdd);
        } else {
            dynamics.computeWithAllEfforts(told, given, givenRates, allEfforts, wrenches, qdd);
        }
        System.arraycopy(qdd, count, motorAccelerationOut, 0, springs.length);
    }

    /**
     * The mass matrix of {@link LoopCoordinates} where accelerations were last computed. Of elastic joints, what drives are geared to
     * turns with the motors.
     */
    void massMatrix(double[] matrixOut) {
        if (elastic != null) {
            elastic.massMatrix(matrixOut);
        } else {
            Objects.requireNonNull(rigid).massMatrix(matrixOut);
        }
    }

    /** What friction in cut joints takes where accelerations were last computed, in watts. */
    double cutFrictionLoss() {
        double loss = 0;
        for (int cut : rubbing) {
            double rate = kinematics.cutVelocity(cut);
            loss += model.loops().cutJoints().get(cut).friction().effort(rate) * rate;
        }
        return loss;
    }

    int jointOfMotor(int motor) {
        return jointOfMotor[motor];
    }

    double stiffness(int motor) {
        return springs[motor].stiffness();
    }

    private void readIndependent(double[] positions, double[] velocities) {
        for (int k = 0; k < independent.length; k++) {
            q[k] = positions[independent[k]];
            qd[k] = velocities[independent[k]];
        }
    }

    private SimulationFailure failure(double time) {
        return new SimulationFailure("at %.9g s %s", time, kinematics.closure().describe());
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
