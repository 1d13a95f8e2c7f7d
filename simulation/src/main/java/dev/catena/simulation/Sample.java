package dev.catena.simulation;

/** What was recorded at one time. */
public final class Sample {
    private final State state;
    private final double[] torques;
    private final double[] jointAccelerations;
    private final double[] motorAccelerations;
    private final double[] baseAccelerationInBase;
    private final double kineticEnergy;
    private final double potentialEnergy;
    private final double[] momentumInWorld;

    Sample(State state, Plant plant, double kineticEnergy, double potentialEnergy, double[] momentumInWorld) {
        this.state = state;
        this.kineticEnergy = kineticEnergy;
        this.potentialEnergy = potentialEnergy;
        this.momentumInWorld = momentumInWorld;
        torques = plant.torque.clone();
        jointAccelerations = plant.jointAcceleration.clone();
        motorAccelerations = plant.motorAcceleration.clone();
        baseAccelerationInBase = state.isFloating() ? plant.baseAcceleration.clone() : new double[6];
    }

    public double time() {
        return state.time();
    }

    /** Joints, motors of elastic joints, and base. */
    public State state() {
        return state;
    }

    /** Torques or forces of the drives, within their limits. */
    public double[] torques() {
        return torques;
    }

    public double[] jointAccelerations() {
        return jointAccelerations;
    }

    /** Of the motors of elastic joints, reflected to the joints. */
    public double[] motorAccelerations() {
        return motorAccelerations;
    }

    /** Classical acceleration of the base's origin, then angular acceleration, in base axes; zero for a fixed base. */
    public double[] baseAccelerationInBase() {
        return baseAccelerationInBase;
    }

    public double kineticEnergy() {
        return kineticEnergy;
    }

    /** That of gravity and of springs. */
    public double potentialEnergy() {
        return potentialEnergy;
    }

    /** Kinetic and potential energy together. */
    public double energy() {
        return kineticEnergy + potentialEnergy;
    }

    /** Linear momentum, then angular momentum about the center of mass, in world axes. */
    public double[] momentumInWorld() {
        return momentumInWorld;
    }
}
