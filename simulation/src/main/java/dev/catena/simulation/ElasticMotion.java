package dev.catena.simulation;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import org.jspecify.annotations.Nullable;

/**
 * A robot with elastic joints in motion: the state's joints and motors as one vector [q; θ], and its accelerations.
 * Nothing is allocated after construction.
 */
final class ElasticMotion {
    final ElasticCoordinates coordinates;

    /** What each spring does to its joint; set before {@link #accelerate}. */
    final double[] springEffort;

    private final ElasticForwardDynamics dynamics;

    /** For a base that moves as told; null where there is none. */
    private final @Nullable ForwardDynamics told;

    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] atJoint;
    private final double[] efforts;

    ElasticMotion(RobotModel model, boolean isTold) {
        coordinates = new ElasticCoordinates(model);
        dynamics = new ElasticForwardDynamics(coordinates);
        told = isTold ? ForwardDynamics.withFreeMotors(model) : null;
        springEffort = new double[coordinates.motorCount()];
        atJoint = new double[coordinates.motorCount()];
        q = new double[coordinates.size()];
        qd = new double[coordinates.size()];
        qdd = new double[coordinates.size()];
        efforts = new double[coordinates.size()];
    }

    /** Takes the springs' efforts from the positions of joints and motors. */
    void stretchSprings(State state) {
        for (int e = 0; e < springEffort.length; e++) {
            springEffort[e] = coordinates
                    .spring(e)
                    .effort(state.jointPositions()[coordinates.jointOfMotor(e)], state.motorPositions()[e]);
        }
    }

    /**
     * Accelerations of joints and motors.
     *
     * @param base null for a base at rest
     * @param effort motors' torques and the stops' efforts, by joint
     * @param torque motors' torques alone
     */
    void accelerate(
            State state,
            @Nullable BaseMotion base,
            double[] effort,
            double[] torque,
            @Nullable ExternalWrenches outside,
            double[] baseAccelerationOut,
            double[] jointAccelerationOut,
            double[] motorAccelerationOut) {
        int n = jointAccelerationOut.length;
        int motors = motorAccelerationOut.length;
        System.arraycopy(state.jointPositions(), 0, q, 0, n);
        System.arraycopy(state.motorPositions(), 0, q, n, motors);
        System.arraycopy(state.jointVelocities(), 0, qd, 0, n);
        System.arraycopy(state.motorVelocities(), 0, qd, n, motors);
        for (int e = 0; e < motors; e++) {
            // a stop pushes the joint beyond the spring: spring and stop on the joint, torque less spring on the motor
            int k = coordinates.jointOfMotor(e);
            atJoint[e] = springEffort[e] + (effort[k] - torque[k]);
        }
        if (told != null) {
            System.arraycopy(effort, 0, efforts, 0, n);
            for (int e = 0; e < motors; e++) {
                int k = coordinates.jointOfMotor(e);
                efforts[k] = atJoint[e];
                efforts[n + e] = effort[k] - atJoint[e];
            }
            told.compute(base, q, qd, efforts, outside, qdd);
        } else {
            dynamics.computeWithSpringEfforts(base, q, qd, effort, atJoint, outside, baseAccelerationOut, qdd);
        }
        System.arraycopy(qdd, 0, jointAccelerationOut, 0, n);
        System.arraycopy(qdd, n, motorAccelerationOut, 0, motors);
    }
}
