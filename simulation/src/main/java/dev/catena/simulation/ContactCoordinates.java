package dev.catena.simulation;

import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/** All coordinates of base, joints and motors of a robot that contacts hold, and its cut joints and contacts as ties. */
final class ContactCoordinates implements FreeCoordinates {
    private final ContactMotion contacts;
    private final MassMatrix masses;
    private final boolean floats;
    private final int ofBase;
    private final int joints;
    private final int motors;
    private final double[] q;
    private final double[] row;

    ContactCoordinates(RobotModel model, ContactMotion contacts, boolean floats) {
        this.contacts = contacts;
        this.floats = floats;
        RobotModel tree = model.openTree();
        masses = MassMatrix.withFreeMotors(floats ? tree.withFloatingBase() : tree.withFixedBase());
        ofBase = floats ? 6 : 0;
        joints = model.jointCount();
        motors = model.elasticJoints().size();
        q = new double[joints + motors];
        row = new double[ofBase + joints];
    }

    @Override
    public int size() {
        return ofBase + joints + motors;
    }

    @Override
    public int ofBase() {
        return ofBase;
    }

    @Override
    public void read() {
        // rows are those of the last projection
    }

    @Override
    public void massMatrix(double[] matrixOut) {
        contacts.positions(q);
        if (floats) {
            masses.computeFloating(q, matrixOut);
        } else {
            masses.compute(q, matrixOut);
        }
    }

    @Override
    public int ties() {
        return contacts.projection.rows();
    }

    @Override
    public void tie(int r, double[] out, int at) {
        contacts.projection.row(r, row);
        copyRow(out, at);
    }

    @Override
    public void row(int place, double[] out, int at) {
        if (place < joints + motors) {
            Arrays.fill(out, at, at + size(), 0);
            out[at + ofBase + place] = 1;
        } else {
            contacts.projection.coordinateRow(place - joints - motors, row);
            copyRow(out, at);
        }
    }

    private void copyRow(double[] out, int at) {
        Arrays.fill(out, at, at + size(), 0);
        System.arraycopy(row, 0, out, at, row.length);
    }

    @Override
    public void velocities(State state, double[] out) {
        gather(state.baseVelocityInBase(), state.jointVelocities(), state.motorVelocities(), out);
    }

    @Override
    public void setVelocities(double[] velocities, State state) {
        System.arraycopy(velocities, 0, state.baseVelocityInBase(), 0, ofBase);
        System.arraycopy(velocities, ofBase, state.jointVelocities(), 0, joints);
        System.arraycopy(velocities, ofBase + joints, state.motorVelocities(), 0, motors);
    }

    @Override
    public void accelerations(Plant plant, double[] out) {
        gather(plant.baseAcceleration, plant.jointAcceleration, plant.motorAcceleration, out);
    }

    @Override
    public void addAccelerations(double[] change, Plant plant) {
        add(change, 0, plant.baseAcceleration, ofBase);
        add(change, ofBase, plant.jointAcceleration, joints);
        add(change, ofBase + joints, plant.motorAcceleration, motors);
    }

    private static void add(double[] change, int from, double[] out, int count) {
        for (int k = 0; k < count; k++) {
            out[k] += change[from + k];
        }
    }

    @Override
    public void advance(State state, double[] velocities, double time) {
        for (int k = 0; k < joints; k++) {
            state.jointPositions()[k] += time * velocities[ofBase + k];
        }
        for (int e = 0; e < motors; e++) {
            state.motorPositions()[e] += time * velocities[ofBase + joints + e];
        }
    }

    private void gather(double[] base, double[] ofJoints, double[] ofMotors, double[] out) {
        System.arraycopy(base, 0, out, 0, ofBase);
        System.arraycopy(ofJoints, 0, out, ofBase, joints);
        System.arraycopy(ofMotors, 0, out, ofBase + joints, motors);
    }

    @Override
    public void project(State state) {
        contacts.project(state);
    }

    @Override
    public int motors() {
        return motors;
    }

    @Override
    public int jointOfMotor(int motor) {
        return contacts.jointOfMotor[motor];
    }

    @Override
    public double stiffness(int motor) {
        return contacts.springs[motor].stiffness();
    }
}
