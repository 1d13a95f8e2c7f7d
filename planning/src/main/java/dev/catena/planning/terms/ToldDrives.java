package dev.catena.planning.terms;

import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import java.util.List;

/** Drives of which some have springs, of a tree whose base moves as told: those of the robot behind the chain of {@link ToldBase}. */
public final class ToldDrives implements DriveFunctions {
    private final List<String> joints;
    private final ToldBase base;
    private final ElasticDrives drives;

    /** @throws IllegalArgumentException if derivatives of the base's motion are not known, or the robot is no tree on a fixed base */
    public ToldDrives(RobotModel robot, BaseTrajectory trajectory, Surroundings around) {
        joints = robot.jointNames();
        base = new ToldBase(robot, trajectory);
        drives = base.drives(around);
    }

    @Override
    public List<String> coordinates() {
        return joints;
    }

    @Override
    public List<String> drives() {
        return joints;
    }

    @Override
    public StateFunction torque() {
        return new ToldFunction(drives.torque(), base, joints.size());
    }

    @Override
    public StateFunction torqueRate() {
        return new ToldFunction(drives.torqueRate(), base, joints.size());
    }

    @Override
    public StateFunction speed() {
        return new ToldFunction(drives.speed(), base, joints.size());
    }

    @Override
    public int stateOrder() {
        return drives.stateOrder();
    }

    @Override
    public boolean dependsOnTime() {
        return true;
    }

    @Override
    public void motors(MotionState state, double[] positionsOut, double[] velocitiesOut) {
        MotionState all = new MotionState(base.size(), 0, state.highestOrder());
        base.follow(state, all);
        drives.motors(all, positionsOut, velocitiesOut);
    }

    @Override
    public String origin() {
        return drives.origin();
    }
}
