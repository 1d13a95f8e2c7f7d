package dev.catena.simulation;

import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * What moves on its own in a robot with closed loops: the six numbers of a base that floats, in its axes, the independent joints, and
 * motors behind springs. Joints, motors and cut joints, in this order, have velocities that are linear in theirs.
 */
final class LoopCoordinates {
    final int size;
    final int ofBase;
    private final LoopKinematics kinematics;
    private final int joints;
    private final int motors;
    private final int[] independent;
    private final double[] rates;
    private final double[] row;

    LoopCoordinates(RobotModel model, LoopKinematics kinematics, boolean floats) {
        this.kinematics = kinematics;
        joints = model.jointCount();
        motors = model.elasticJoints().size();
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        ofBase = floats ? 6 : 0;
        size = ofBase + independent.length + motors;
        rates = new double[joints * independent.length];
        row = new double[independent.length];
    }

    /** Takes G from where the loops were last closed. */
    void read() {
        kinematics.rates(rates);
    }

    /** How a joint moves, or beyond all joints a motor, or beyond all motors a cut joint. */
    void row(int place, double[] out, int at) {
        Arrays.fill(out, at, at + size, 0);
        int count = independent.length;
        if (place < joints) {
            System.arraycopy(rates, place * count, out, at + ofBase, count);
        } else if (place < joints + motors) {
            out[at + ofBase + count + place - joints] = 1;
        } else {
            kinematics.cutRates(place - joints - motors, row);
            System.arraycopy(row, 0, out, at + ofBase, count);
        }
    }

    void velocities(State state, double[] out) {
        gather(state.baseVelocityInBase(), state.jointVelocities(), state.motorVelocities(), out);
    }

    void setVelocities(double[] velocities, State state) {
        scatter(velocities, state.baseVelocityInBase(), state.jointVelocities(), state.motorVelocities());
    }

    void accelerations(Plant plant, double[] out) {
        gather(plant.baseAcceleration, plant.jointAcceleration, plant.motorAcceleration, out);
    }

    /** Positions of joints and motors; those of a base are not numbers of this kind and stay. */
    void advance(State state, double[] velocities, double time) {
        int count = independent.length;
        for (int k = 0; k < count; k++) {
            state.jointPositions()[independent[k]] += time * velocities[ofBase + k];
        }
        for (int e = 0; e < motors; e++) {
            state.motorPositions()[e] += time * velocities[ofBase + count + e];
        }
    }

    /** Moves the independent joints so that some joint moves by a given distance: the least motion, weighed with their masses. */
    void moveJoint(State state, int joint, double distance, double[] mass) {
        int count = independent.length;
        double sum = 0;
        for (int k = 0; k < count; k++) {
            double g = rates[joint * count + k];
            sum += g * g / mass[(ofBase + k) * (size + 1)];
        }
        for (int k = 0; k < count && sum > 0; k++) {
            double g = rates[joint * count + k];
            state.jointPositions()[independent[k]] += g / mass[(ofBase + k) * (size + 1)] / sum * distance;
        }
    }

    /** Adds to accelerations of all joints, not of the independent ones alone. */
    void addAccelerations(double[] change, Plant plant) {
        int count = independent.length;
        for (int k = 0; k < ofBase; k++) {
            plant.baseAcceleration[k] += change[k];
        }
        for (int j = 0; j < joints; j++) {
            for (int k = 0; k < count; k++) {
                plant.jointAcceleration[j] += rates[j * count + k] * change[ofBase + k];
            }
        }
        for (int e = 0; e < motors; e++) {
            plant.motorAcceleration[e] += change[ofBase + count + e];
        }
    }

    private void gather(double[] base, double[] ofJoints, double[] ofMotors, double[] out) {
        System.arraycopy(base, 0, out, 0, ofBase);
        for (int k = 0; k < independent.length; k++) {
            out[ofBase + k] = ofJoints[independent[k]];
        }
        System.arraycopy(ofMotors, 0, out, ofBase + independent.length, motors);
    }

    private void scatter(double[] from, double[] base, double[] ofJoints, double[] ofMotors) {
        System.arraycopy(from, 0, base, 0, ofBase);
        for (int k = 0; k < independent.length; k++) {
            ofJoints[independent[k]] = from[ofBase + k];
        }
        System.arraycopy(from, ofBase + independent.length, ofMotors, 0, motors);
    }
}
