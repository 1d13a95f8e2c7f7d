package dev.catena.control;

import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.State;
import org.jspecify.annotations.Nullable;

/** The torques that a controller thinks a motion of the joints needs, with a base that is fixed or floats freely. */
final class JointModel {
    /** One of both. */
    private final @Nullable TorqueFunction fixed;

    private final @Nullable FloatingTorqueFunction floating;
    private final BaseMotion base = new BaseMotion();
    private final double[] baseAcceleration = new double[6];

    JointModel(RobotModel model, RobotFunctions functions) {
        boolean floats = model.baseKind() == BaseKind.FLOATING;
        fixed = floats ? null : functions.torque(model);
        floating = floats ? functions.floatingTorque(model) : null;
    }

    private JointModel(JointModel other) {
        fixed = other.fixed == null ? null : other.fixed.copy();
        floating = other.floating == null ? null : other.floating.copy();
    }

    JointModel copy() {
        return new JointModel(this);
    }

    /** M q̈ + h at the state's pose; velocities are given apart, and the base moves only if the joints do. */
    void torque(State state, double[] qd, double[] qdd, boolean baseMoves, double[] torqueOut) {
        if (fixed != null) {
            fixed.compute(state.jointPositions(), qd, qdd, torqueOut);
        } else if (floating != null) {
            state.copyBaseTo(base);
            if (!baseMoves) {
                base.velocityInBase(0, 0, 0, 0, 0, 0);
            }
            floating.compute(base, state.jointPositions(), qd, qdd, baseAcceleration, torqueOut);
        }
    }

    static double[] gains(String name, RobotModel model, double[] gains) {
        if (gains.length != model.jointCount()) {
            throw new IllegalArgumentException("%s %s gains were given, but robot \"%s\" has %s moving joints"
                    .formatted(gains.length, name, model.name(), model.jointCount()));
        }
        for (double gain : gains) {
            if (!(gain >= 0) || Double.isInfinite(gain)) {
                throw new IllegalArgumentException("a %s gain must not be negative, but is %s".formatted(name, gain));
            }
        }
        return gains.clone();
    }
}
