package dev.catena.function;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.SurroundedAccelerationFunction;
import dev.catena.dynamics.SurroundedTorqueFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;

/**
 * Makes the functions of robots that simulation, control and planning compute with, nothing touching the robot and the
 * base at rest, unless it floats; those whose names begin with {@code surrounded} know wrenches and bases that move as told.
 *
 * <pre>{@code
 * Simulation.builder(arm).functions(RobotFunctions.compiled())…
 * new ComputedTorque(arm, stiffness, damping, trajectory, RobotFunctions.compiled())
 * new MotionLimits(arm, RobotFunctions.compiled())…
 * }</pre>
 *
 * <p>All three give the same numbers to rounding. Your own override what they have; the rest is hand-written.
 */
public interface RobotFunctions {
    /** Inverse dynamics. */
    default TorqueFunction torque(RobotModel robot) {
        return new InverseDynamics(robot);
    }

    /** Torques and their rates. */
    default TorqueRateFunction torqueRate(RobotModel robot) {
        return new ForceRate(robot);
    }

    /** Forward dynamics. */
    default AccelerationFunction acceleration(RobotModel robot) {
        return ForwardDynamics.of(robot);
    }

    /** Inverse dynamics of a robot that floats. */
    default FloatingTorqueFunction floatingTorque(RobotModel robot) {
        return new FloatingInverseDynamics(robot);
    }

    /** Forward dynamics of a robot that floats. */
    default FloatingAccelerationFunction floatingAcceleration(RobotModel robot) {
        robot.requireFloatingBase("ForwardDynamics.computeFloating");
        return ForwardDynamics.of(robot);
    }

    /**
     * Forward dynamics under wrenches; of a robot that floats, on its free base.
     *
     * @param moves whether the base moves as told
     */
    default SurroundedAccelerationFunction surroundedAcceleration(RobotModel robot, boolean moves) {
        return ForwardDynamics.of(robot);
    }

    /**
     * Inverse dynamics under wrenches.
     *
     * @param moves whether the base moves as told
     */
    default SurroundedTorqueFunction surroundedTorque(RobotModel robot, boolean moves) {
        return new InverseDynamics(robot);
    }

    default MassMatrixFunction massMatrix(RobotModel robot) {
        return new MassMatrix(robot);
    }

    /** First derivatives of torques. */
    default TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
        return new TorqueSensitivity(robot);
    }

    /** Second derivatives of torques. */
    default TorqueCurvatureFunction torqueCurvature(RobotModel robot) {
        return new TorqueCurvature(robot);
    }

    /** The hand-written classes of core. */
    static RobotFunctions byHand() {
        return AutomaticFunctions.BY_HAND;
    }

    /**
     * Code that is compiled for the robot, which takes some tenths of a second, once for equal robots: those of the last
     * {@value RememberedFunctions#MOST_ROBOTS} are kept. What cannot be compiled, or is too large, is hand-written, which
     * is logged.
     *
     * @throws IllegalStateException if there is no compiler: add module {@code dev.catena.compile}
     */
    static RobotFunctions compiled() {
        return Compilers.found().isPresent() ? Compilers.Compiled.FUNCTIONS : Compilers.compiled(Compilers.found());
    }

    /**
     * The hand-written classes, and code from the {@value AutomaticFunctions#EVALUATIONS}th computation on, where it pays;
     * the hand-written classes alone if there is no compiler. The compiler works in the background meanwhile.
     *
     * <p>The change is at that computation of each object and at no other time: if the code is not ready then, the
     * computation waits for it. So results are the same to the last bit whenever the same is computed, on a busy machine
     * or not. Torques, torque rates, accelerations and mass matrices change, of robots that float
     * torques and accelerations; derivatives are hand-written, since code for
     * them is not faster by enough.
     */
    static RobotFunctions automatic() {
        return Compilers.Automatic.FUNCTIONS;
    }

    /**
     * The same with another time to change.
     *
     * @param evaluations the computation that is the first by code
     */
    static RobotFunctions automatic(long evaluations) {
        return Compilers.automatic(Compilers.found(), evaluations);
    }
}
