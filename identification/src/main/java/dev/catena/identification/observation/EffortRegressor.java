package dev.catena.identification.observation;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.Regressor;
import dev.catena.mechanism.LoopKinematics;
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
 * The regressor of what actuators feel, ten columns for each moving body: that of the tree, or with closed loops Gᵀ W of the
 * tree that remains when they are cut, one row for each independent joint. Bodies of joints that follow others come last.
 */
final class EffortRegressor {
    private final RobotModel model;
    private final Regressor tree;
    private final @Nullable LoopKinematics loops;

    /** Gyroscopic rotors, and friction and drives of joints that are not driven, are known and no parameters. */
    private final @Nullable InverseDynamics withKnown;

    private final double[] given;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] rates;
    private final double[] matrix;
    private final double[] treeEffort;

    /** The motion of the independent joints that loops were closed for last: positions, velocities, accelerations. */
    private final double[] closedState;

    private boolean isClosed;

    EffortRegressor(RobotModel model) {
        model.requireFixedBase("identification");
        this.model = model;
        RobotModel open = model.openTree();
        int n = open.jointCount();
        tree = new Regressor(open);
        loops = model.hasLoops() ? new LoopKinematics(model) : null;
        if (loops != null && !model.loops().activeJoints().equals(model.loops().independentJoints())) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has other actuators than independent joints, so that efforts do not follow from the motion"
                            .formatted(model.name()));
        }
        withKnown = hasKnown() ? new InverseDynamics(withoutUnknown(open)) : null;
        given = new double[tree.columns()];
        tree.parameters(given);
        q = new double[n];
        qd = new double[n];
        qdd = new double[n];
        rates = new double[n * model.independentJoints().size()];
        matrix = new double[n * tree.columns()];
        treeEffort = new double[n];
        closedState = new double[3 * model.independentJoints().size()];
    }

    private boolean hasKnown() {
        return Stream.concat(model.movingJoints().stream(), model.coupledJoints().stream())
                .anyMatch(joint -> joint.drive().rotor() != null
                        || (!joints().contains(joint)
                                && (!joint.friction().isZero() || !joint.drive().equals(Drive.NONE))));
    }

    /** The tree without friction and reflected inertia of the driven joints. */
    private RobotModel withoutUnknown(RobotModel open) {
        RobotModelBuilder builder = open.withoutSprings().toBuilder();
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
        return tree.columns();
    }

    /** Where a joint is in the vectors of the tree. */
    int coordinate(int joint) {
        return model.coordinate(joints().get(joint).name());
    }

    /** W, row by row. */
    void compute(double[] position, double[] velocity, double[] acceleration, double[] matrixOut) {
        if (loops == null) {
            tree.compute(position, velocity, acceleration, matrixOut);
            return;
        }
        close(loops, position, velocity, acceleration);
        tree.compute(q, qd, qdd, matrix);

        // Γ_c = Gᵀ Γ_tr [Khalil 55]
        int count = joints().size();
        int columns = tree.columns();
        Arrays.fill(matrixOut, 0);
        for (int i = 0; i < q.length; i++) {
            for (int k = 0; k < count; k++) {
                double g = rates[i * count + k];
                for (int c = 0; g != 0 && c < columns; c++) {
                    matrixOut[k * columns + c] += g * matrix[i * columns + c];
                }
            }
        }
    }

    private void close(LoopKinematics closed, double[] position, double[] velocity, double[] acceleration) {
        isClosed = false;
        if (!closed.close(position).isClosed()) {
            throw new IllegalArgumentException("the loops of robot \"%s\" do not close: %s"
                    .formatted(model.name(), closed.closure().describe()));
        }
        closed.move(velocity);
        closed.accelerate(acceleration);
        closed.positions(q);
        closed.velocities(qd);
        closed.accelerations(qdd);
        closed.rates(rates);
        int count = position.length;
        System.arraycopy(position, 0, closedState, 0, count);
        System.arraycopy(velocity, 0, closedState, count, count);
        System.arraycopy(acceleration, 0, closedState, 2 * count, count);
        isClosed = true;
    }

    private boolean isClosedAt(double[] position, double[] velocity, double[] acceleration) {
        boolean same = isClosed;
        int count = position.length;
        for (int k = 0; same && k < count; k++) {
            same = closedState[k] == position[k]
                    && closedState[count + k] == velocity[k]
                    && closedState[2 * count + k] == acceleration[k];
        }
        return same;
    }

    /** Whether there are efforts that no parameter is looked for in. */
    boolean hasKnownEfforts() {
        return withKnown != null;
    }

    /** What gyroscopic rotors and joints without drive take: all such efforts less those that the regressor explains. */
    void knownEfforts(double[] position, double[] velocity, double[] acceleration, double[] effortsOut) {
        Arrays.fill(effortsOut, 0);
        if (withKnown == null) {
            return;
        }
        boolean open = loops == null;
        if (loops != null && !isClosedAt(position, velocity, acceleration)) {
            close(loops, position, velocity, acceleration);
        }
        double[] x = open ? position : q;
        double[] xd = open ? velocity : qd;
        double[] xdd = open ? acceleration : qdd;
        withKnown.compute(x, xd, xdd, treeEffort);
        tree.compute(x, xd, xdd, matrix);
        int count = effortsOut.length;
        for (int i = 0; i < treeEffort.length; i++) {
            double rotor = treeEffort[i];
            for (int c = 0; c < given.length; c++) {
                rotor -= matrix[i * given.length + c] * given[c];
            }
            for (int k = 0; k < count; k++) {
                effortsOut[k] += rotor * (open ? (i == k ? 1 : 0) : rates[i * count + k]);
            }
        }
    }

    /** Whether a position of the joints is one that the robot can have. */
    boolean isReachable(double[] position) {
        return loops == null || loops.close(position).isClosed();
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
