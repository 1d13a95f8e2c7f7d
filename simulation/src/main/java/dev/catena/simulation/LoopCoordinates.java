package dev.catena.simulation;

import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * What moves on its own in a robot with closed loops: the six numbers of a base that floats, in its axes, the independent joints, and
 * motors behind springs. Nothing ties them.
 */
final class LoopCoordinates implements FreeCoordinates {
    private final LoopMotion loops;
    private final int size;
    private final int ofBase;
    private final LoopKinematics kinematics;
    private final int joints;
    private final int motors;
    private final int[] independent;
    private final double[] rates;
    private final double[] row;

    LoopCoordinates(RobotModel model, LoopMotion loops) {
        this.loops = loops;
        kinematics = loops.kinematics;
        joints = model.jointCount();
        motors = model.elasticJoints().size();
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        size = ofBase + independent.length + motors;
        rates = new double[joints * independent.length];
        row = new double[independent.length];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int ofBase() {
        return ofBase;
    }

    @Override
    public void massMatrix(double[] matrixOut) {
        loops.massMatrix(matrixOut);
    }

    @Override
    public int ties() {
        return 0;
    }

    @Override
    public void tie(int r, double[] out, int at) {
        throw new IllegalArgumentException("independent joints are not tied to each other");
    }

    @Override
    public void project(State state) {
        loops.project(state);
    }

    @Override
    public int motors() {
        return motors;
    }

    @Override
    public int jointOfMotor(int motor) {
        return loops.jointOfMotor(motor);
    }

    @Override
    public double stiffness(int motor) {
        return loops.stiffness(motor);
    }

    /** Takes G from where the loops were last closed. */
    @Override
    public void read() {
        kinematics.rates(rates);
    }

    @Override
    public void row(int place, double[] out, int at) {
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

    @Override
    public void velocities(State state, double[] out) {
        gather(state.baseVelocityInBase(), state.jointVelocities(), state.motorVelocities(), out);
    }

    @Override
    public void setVelocities(double[] velocities, State state) {
        scatter(velocities, state.baseVelocityInBase(), state.jointVelocities(), state.motorVelocities());
    }

    @Override
    public void accelerations(Plant plant, double[] out) {
        gather(plant.baseAcceleration, plant.jointAcceleration, plant.motorAcceleration, out);
    }

    @Override
    public void advance(State state, double[] velocities, double time) {
        int count = independent.length;
        for (int k = 0; k < count; k++) {
            state.jointPositions()[independent[k]] += time * velocities[ofBase + k];
        }
        for (int e = 0; e < motors; e++) {
            state.motorPositions()[e] += time * velocities[ofBase + count + e];
        }
    }

    /** Adds to accelerations of all joints, not of the independent ones alone. */
    @Override
    public void addAccelerations(double[] change, Plant plant) {
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
