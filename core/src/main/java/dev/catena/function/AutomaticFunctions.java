package dev.catena.function;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ExternalWrenches;
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
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import dev.catena.tree.Guard;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The hand-written classes, and code once it pays. */
final class AutomaticFunctions implements RobotFunctions {
    static final RobotFunctions BY_HAND = new RobotFunctions() {};

    /**
     * Code is compiled in about the time of so many computations: 0.1 to 0.5 s, where one by hand takes 0.3 to 0.7 µs more.
     */
    static final long EVALUATIONS = 500_000;

    /** Code with more operations is too large for the caches of processors and no faster than loops. */
    private static final int MOST_OPERATIONS = 3_000;

    /** Of derivatives of torques, which take a third of the time by code (Panda 1,050 → 370 ns) and two thirds at this size. */
    private static final int MOST_OF_DERIVATIVES = 4_000;

    private final RobotFunctions code;
    private final RobotFunctions derivatives;
    private final long evaluations;

    AutomaticFunctions(FunctionCompiler compiler, long evaluations) {
        code = compiler.functions(MOST_OPERATIONS);
        derivatives = compiler.functions(MOST_OF_DERIVATIVES);
        this.evaluations = evaluations;
    }

    @Override
    public TorqueFunction torque(RobotModel robot) {
        return new Torque(changing(
                InverseDynamics.class,
                robot,
                RobotFunctions.super.torque(robot),
                TorqueFunction::copy,
                () -> code.torque(robot)));
    }

    @Override
    public TorqueRateFunction torqueRate(RobotModel robot) {
        return new TorqueRate(changing(
                ForceRate.class,
                robot,
                RobotFunctions.super.torqueRate(robot),
                TorqueRateFunction::copy,
                () -> code.torqueRate(robot)));
    }

    @Override
    public AccelerationFunction acceleration(RobotModel robot) {
        return new Acceleration(changing(
                ForwardDynamics.class,
                robot,
                RobotFunctions.super.acceleration(robot),
                AccelerationFunction::copy,
                () -> code.acceleration(robot)));
    }

    @Override
    public FloatingTorqueFunction floatingTorque(RobotModel robot) {
        return new FloatingTorque(changing(
                FloatingInverseDynamics.class,
                robot,
                RobotFunctions.super.floatingTorque(robot),
                FloatingTorqueFunction::copy,
                () -> code.floatingTorque(robot)));
    }

    @Override
    public FloatingAccelerationFunction floatingAcceleration(RobotModel robot) {
        return new FloatingAcceleration(changing(
                ForwardDynamics.class,
                robot,
                RobotFunctions.super.floatingAcceleration(robot),
                FloatingAccelerationFunction::copy,
                () -> code.floatingAcceleration(robot)));
    }

    @Override
    public SurroundedAccelerationFunction surroundedAcceleration(RobotModel robot, boolean moves) {
        return new SurroundedAcceleration(changing(
                ForwardDynamics.class,
                robot,
                RobotFunctions.super.surroundedAcceleration(robot, moves),
                SurroundedAccelerationFunction::copy,
                () -> code.surroundedAcceleration(robot, moves)));
    }

    @Override
    public SurroundedTorqueFunction surroundedTorque(RobotModel robot, boolean moves) {
        return new SurroundedTorque(changing(
                InverseDynamics.class,
                robot,
                RobotFunctions.super.surroundedTorque(robot, moves),
                SurroundedTorqueFunction::copy,
                () -> code.surroundedTorque(robot, moves)));
    }

    @Override
    public MassMatrixFunction massMatrix(RobotModel robot) {
        return new Masses(changing(
                MassMatrix.class,
                robot,
                RobotFunctions.super.massMatrix(robot),
                MassMatrixFunction::copy,
                () -> code.massMatrix(robot)));
    }

    @Override
    public TorqueSensitivityFunction torqueSensitivity(RobotModel robot) {
        return new Sensitivity(changing(
                TorqueSensitivity.class,
                robot,
                RobotFunctions.super.torqueSensitivity(robot),
                TorqueSensitivityFunction::copy,
                () -> derivatives.torqueSensitivity(robot)));
    }

    private <T> Changeover<T> changing(
            Class<?> type, RobotModel robot, T byHand, UnaryOperator<T> copier, Supplier<T> compile) {
        return new Changeover<>(new Guard(type, robot), byHand, copier, new BackgroundCode<>(compile), evaluations);
    }

    private record Torque(Changeover<TorqueFunction> changeover) implements TorqueFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
            changeover.next().compute(q, qd, qdd, tauOut);
        }

        @Override
        public Torque copy() {
            return new Torque(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record TorqueRate(Changeover<TorqueRateFunction> changeover) implements TorqueRateFunction {
        @Override
        public void compute(
                double[] q, double[] qd, double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
            changeover.next().compute(q, qd, qdd, qddd, tauOut, tauRateOut);
        }

        @Override
        public TorqueRate copy() {
            return new TorqueRate(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record Acceleration(Changeover<AccelerationFunction> changeover) implements AccelerationFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
            changeover.next().compute(q, qd, tau, qddOut);
        }

        @Override
        public Acceleration copy() {
            return new Acceleration(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record Sensitivity(Changeover<TorqueSensitivityFunction> changeover) implements TorqueSensitivityFunction {
        @Override
        public void compute(
                double[] q,
                double[] qd,
                double[] qdd,
                double[] byPositionOut,
                double[] byVelocityOut,
                double[] byAccelerationOut) {
            changeover.next().compute(q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        }

        @Override
        public Sensitivity copy() {
            return new Sensitivity(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record FloatingTorque(Changeover<FloatingTorqueFunction> changeover) implements FloatingTorqueFunction {
        @Override
        public void compute(
                BaseMotion base, double[] q, double[] qd, double[] qdd, double[] baseAccelerationOut, double[] tauOut) {
            changeover.next().compute(base, q, qd, qdd, baseAccelerationOut, tauOut);
        }

        @Override
        public FloatingTorque copy() {
            return new FloatingTorque(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record FloatingAcceleration(Changeover<FloatingAccelerationFunction> changeover)
            implements FloatingAccelerationFunction {
        @Override
        public void computeFloating(
                BaseMotion base, double[] q, double[] qd, double[] tau, double[] baseAccelerationOut, double[] qddOut) {
            changeover.next().computeFloating(base, q, qd, tau, baseAccelerationOut, qddOut);
        }

        @Override
        public FloatingAcceleration copy() {
            return new FloatingAcceleration(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record SurroundedAcceleration(Changeover<SurroundedAccelerationFunction> changeover)
            implements SurroundedAccelerationFunction {
        @Override
        public void compute(
                @Nullable BaseMotion base,
                double[] q,
                double[] qd,
                double[] tau,
                @Nullable ExternalWrenches wrenches,
                double[] qddOut) {
            changeover.next().compute(base, q, qd, tau, wrenches, qddOut);
        }

        @Override
        public void computeFloating(
                BaseMotion base,
                double[] q,
                double[] qd,
                double[] tau,
                @Nullable ExternalWrenches wrenches,
                double[] baseAccelerationOut,
                double[] qddOut) {
            changeover.next().computeFloating(base, q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        }

        @Override
        public SurroundedAcceleration copy() {
            return new SurroundedAcceleration(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record SurroundedTorque(Changeover<SurroundedTorqueFunction> changeover)
            implements SurroundedTorqueFunction {
        @Override
        public void compute(
                @Nullable BaseMotion base,
                double[] q,
                double[] qd,
                double[] qdd,
                @Nullable ExternalWrenches wrenches,
                double[] tauOut) {
            changeover.next().compute(base, q, qd, qdd, wrenches, tauOut);
        }

        @Override
        public SurroundedTorque copy() {
            return new SurroundedTorque(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }

    private record Masses(Changeover<MassMatrixFunction> changeover) implements MassMatrixFunction {
        @Override
        public void compute(double[] q, double[] matrixOut) {
            changeover.next().compute(q, matrixOut);
        }

        @Override
        public Masses copy() {
            return new Masses(changeover.copy());
        }

        @Override
        public String origin() {
            return changeover.origin();
        }
    }
}
