package dev.catena.planning.terms;

import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.StateFunction;
import java.util.List;

/** Drives whose torques follow from (q, q̇, q̈). */
public record DynamicsDrives(MotionDynamics dynamics) implements DriveFunctions {
    @Override
    public List<String> coordinates() {
        return dynamics.coordinates();
    }

    @Override
    public List<String> drives() {
        return dynamics.drives();
    }

    @Override
    public StateFunction torque() {
        return new DriveTorque(dynamics.copy());
    }

    @Override
    public StateFunction torqueRate() {
        return new DriveTorqueRate(dynamics.copy());
    }

    @Override
    public boolean dependsOnTime() {
        return dynamics.dependsOnTime();
    }

    @Override
    public String origin() {
        return dynamics.origin();
    }
}
