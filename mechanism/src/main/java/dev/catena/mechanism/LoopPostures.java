package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import dev.catena.reach.JointMap;

/** All joints of a robot with closed loops by its independent ones, for searches. */
final class LoopPostures implements JointMap {
    final LoopKinematics loops;
    private final RobotModel robot;
    private final boolean strict;
    private final double[] zero;

    /** @param strict whether a pose that is not closed is an exception instead of no posture */
    LoopPostures(RobotModel robot, boolean strict) {
        this.robot = robot;
        this.strict = strict;
        loops = new LoopKinematics(robot);
        zero = new double[loops.count];
    }

    @Override
    public int count() {
        return loops.count;
    }

    @Override
    public int joint(int coordinate) {
        return loops.closure.independent[coordinate];
    }

    @Override
    public boolean place(double[] coordinates, double[] qOut) {
        LoopStatus status = loops.close(coordinates);
        if (status.isClosed()) {
            loops.positions(qOut);
        } else if (strict) {
            throw new LoopException(loops.closure);
        }
        return status.isClosed();
    }

    @Override
    public void rates(double[] ratesOut) {
        loops.rates(ratesOut);
    }

    @Override
    public void drift(double[] velocities, double[] qddOut) {
        loops.move(velocities);
        loops.accelerate(zero);
        loops.accelerations(qddOut);
    }

    @Override
    public void restart() {
        loops.closure.restart();
    }

    @Override
    public JointMap copy() {
        return new LoopPostures(robot, strict);
    }
}
