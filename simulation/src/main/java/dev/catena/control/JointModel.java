package dev.catena.control;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.SurroundedTorqueFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Environment;
import dev.catena.simulation.State;
import org.jspecify.annotations.Nullable;

/**
 * The torques that a controller thinks a motion of the joints needs, with a base that rests, moves as told or floats freely, and
 * under the wrenches of an environment that it knows.
 */
final class JointModel {
    private final RobotModel model;
    private final RobotFunctions functions;

    /** One of both, where nothing is known of the surroundings. */
    private final @Nullable TorqueFunction fixed;

    private final @Nullable FloatingTorqueFunction floating;

    /** How the base moves and what acts on the bodies; null for a base that rests or floats, and for nothing. */
    private final @Nullable BaseTrajectory told;

    private final @Nullable Environment environment;

    /** One of both, where something is known of the surroundings. */
    private final @Nullable SurroundedTorqueFunction inverse;

    private final @Nullable FloatingInverseDynamics floatingInverse;
    private final ExternalWrenches wrenches;
    private final BaseMotion base = new BaseMotion();
    private final double[] baseAcceleration = new double[6];

    JointModel(RobotModel model, RobotFunctions functions) {
        this(
                model,
                functions,
                floats(model) ? null : functions.torque(model),
                floats(model) ? functions.floatingTorque(model) : null,
                null,
                null);
    }

    private JointModel(
            RobotModel model,
            RobotFunctions functions,
            @Nullable TorqueFunction fixed,
            @Nullable FloatingTorqueFunction floating,
            @Nullable BaseTrajectory told,
            @Nullable Environment environment) {
        boolean surrounded = told != null || environment != null;
        this.model = model;
        this.functions = functions;
        this.fixed = fixed;
        this.floating = floating;
        this.told = told;
        this.environment = environment;
        inverse = surrounded && !floats(model) ? functions.surroundedTorque(model, told != null) : null;
        floatingInverse = surrounded && floats(model) ? new FloatingInverseDynamics(model) : null;
        wrenches = new ExternalWrenches(model);
    }

    private static boolean floats(RobotModel model) {
        return model.baseKind() == BaseKind.FLOATING;
    }

    JointModel copy() {
        return new JointModel(
                model,
                functions,
                fixed == null ? null : fixed.copy(),
                floating == null ? null : floating.copy(),
                told,
                environment);
    }

    /** The same on a base that moves as told. */
    JointModel on(BaseTrajectory base) {
        if (floats(model)) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" floats, so that it does not move as told; take the model withFixedBase()"
                            .formatted(model.name()));
        }
        JointModel copy = copy();
        return new JointModel(model, functions, copy.fixed, copy.floating, base, environment);
    }

    /** The same under known wrenches. */
    JointModel in(Environment known) {
        JointModel copy = copy();
        return new JointModel(model, functions, copy.fixed, copy.floating, told, known);
    }

    /**
     * M q̈ + h at the state's pose; velocities are given apart. A base that is told to move does so, one that floats moves only
     * if the joints do.
     */
    void torque(double time, State state, double[] qd, double[] qdd, boolean baseMoves, double[] torqueOut) {
        double[] q = state.jointPositions();
        if (floats(model)) {
            state.copyBaseTo(base);
            if (!baseMoves) {
                base.velocityInBase(0, 0, 0, 0, 0, 0);
            }
        }
        if (inverse != null) {
            inverse.compute(baseAt(time), q, qd, qdd, wrenchesAt(time, state), torqueOut);
        } else if (floatingInverse != null) {
            floatingInverse.compute(base, q, qd, qdd, wrenchesAt(time, state), baseAcceleration, torqueOut);
        } else if (fixed != null) {
            fixed.compute(q, qd, qdd, torqueOut);
        } else if (floating != null) {
            floating.compute(base, q, qd, qdd, baseAcceleration, torqueOut);
        }
    }

    private @Nullable BaseMotion baseAt(double time) {
        if (told == null) {
            return null;
        }
        told.at(time, base);
        return base;
    }

    private @Nullable ExternalWrenches wrenchesAt(double time, State state) {
        if (environment == null) {
            return null;
        }
        environment.act(time, state, wrenches.clear());
        return wrenches;
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
