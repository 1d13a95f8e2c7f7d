package dev.catena.identification.observation;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.Regressor;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopRegressor;
import dev.catena.mechanism.LoopException;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The regressor of what actuators feel, ten columns for each moving body: that of the tree, or of a robot with closed loops the one of
 * its independent joints. Bodies of joints that follow others come last.
 */
final class EffortRegressor {
    private final RobotModel model;
    private final @Nullable Regressor tree;
    private final @Nullable ClosedLoopRegressor loops;

    /** Gyroscopic rotors, and friction and drives where nothing drives, cut joints included, are known and no parameters. */
    private final @Nullable InverseDynamics treeWithKnown;

    private final @Nullable ClosedLoopInverseDynamics loopsWithKnown;
    private final int columns;
    private final double[] given;
    private final double[] matrix;

    EffortRegressor(RobotModel model) {
        model.requireFixedBase("identification");
        this.model = model;
        loops = model.hasLoops() ? new ClosedLoopRegressor(model) : null;
        tree = loops == null ? new Regressor(model) : null;
        if (loops != null && !model.loops().activeJoints().equals(model.loops().independentJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has other actuators than independent joints, so that efforts do not follow from the motion"
                            .formatted(model.name()));
        }
        boolean hasKnown = hasKnown();
        treeWithKnown = hasKnown && loops == null ? new InverseDynamics(withoutUnknown()) : null;
        loopsWithKnown = hasKnown && loops != null ? new ClosedLoopInverseDynamics(withoutUnknown()) : null;
        columns =
                Regressor.INERTIAL * (model.jointCount() + model.coupledJoints().size());
        given = new double[columns];
        if (loops != null) {
            loops.parameters(given);
        } else if (tree != null) {
            tree.parameters(given);
        }
        matrix = new double[joints().size() * columns];
    }

    private boolean hasKnown() {
        return Stream.concat(model.movingJoints().stream(), model.coupledJoints().stream())
                        .anyMatch(joint -> joint.drive().rotor() != null
                                || (!joints().contains(joint)
                                        && (!joint.friction().isZero()
                                                || !joint.drive().equals(Drive.NONE))))
                || model.loops().cutJoints().stream()
                        .anyMatch(cut -> !cut.friction().isZero());
    }

    /** The robot without friction and reflected inertia of the driven joints. */
    private RobotModel withoutUnknown() {
        RobotModelBuilder builder = model.withoutSprings().toBuilder();
        for (Joint joint : joints()) {
            builder.replace(
                    joint.with(Friction.NONE).with(new Drive(0, joint.drive().rotor())));
        }
        return builder.build();
    }

    /** The joints whose efforts are measured. */
    List<Joint> joints() {
        return loops == null ? model.movingJoints() : model.independentJoints();
    }

    int columns() {
        return columns;
    }

    /** Where a joint is in the vectors of the tree. */
    int coordinate(int joint) {
        return model.coordinate(joints().get(joint).name());
    }

    /** W, row by row. */
    void compute(double[] position, double[] velocity, double[] acceleration, double[] matrixOut) {
        if (loops != null) {
            try {
                loops.compute(position, velocity, acceleration, matrixOut);
            } catch (LoopException e) {
                throw new IllegalArgumentException(
                        "the loops of robot \"%s\" do not close: %s".formatted(model.name(), e.getMessage()), e);
            }
        } else if (tree != null) {
            tree.compute(position, velocity, acceleration, matrixOut);
        }
    }

    /** Whether there are efforts that no parameter is looked for in. */
    boolean hasKnownEfforts() {
        return treeWithKnown != null || loopsWithKnown != null;
    }

    /** What gyroscopic rotors and joints without drive take: all such efforts less those that the regressor explains. */
    void knownEfforts(double[] position, double[] velocity, double[] acceleration, double[] effortsOut) {
        if (!hasKnownEfforts()) {
            Arrays.fill(effortsOut, 0);
            return;
        }
        compute(position, velocity, acceleration, matrix);
        if (loopsWithKnown != null) {
            loopsWithKnown.compute(position, velocity, acceleration, effortsOut);
        } else if (treeWithKnown != null) {
            treeWithKnown.compute(position, velocity, acceleration, effortsOut);
        }
        for (int k = 0; k < effortsOut.length; k++) {
            for (int c = 0; c < columns; c++) {
                effortsOut[k] -= matrix[k * columns + c] * given[c];
            }
        }
    }

    /** Whether a position of the joints is one that the robot can have. */
    boolean isReachable(double[] position) {
        return loops == null || loops.kinematics().close(position).isClosed();
    }

    /** A position to look around from. */
    double[] middle() {
        double[] middle = new double[joints().size()];
        for (int j = 0; j < middle.length; j++) {
            Joint joint = joints().get(j);
            Double assembled = model.loops().assembly().get(joint.name());
            if (assembled != null) {
                middle[j] = assembled;
            }
        }
        return middle;
    }
}
