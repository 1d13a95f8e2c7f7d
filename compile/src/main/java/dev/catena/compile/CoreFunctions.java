package dev.catena.compile;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;

/** Compiled functions as core knows them. */
final class CoreFunctions {
    private static final String ORIGIN = "compiled";

    private CoreFunctions() {}

    record Torque(CompiledFunction function) implements TorqueFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
            function.evaluate(q, qd, qdd, tauOut);
        }

        @Override
        public Torque copy() {
            return new Torque(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record TorqueRate(CompiledFunction function) implements TorqueRateFunction {
        @Override
        public void compute(
                double[] q, double[] qd, double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
            function.evaluate(q, qd, qdd, qddd, tauOut, tauRateOut);
        }

        @Override
        public TorqueRate copy() {
            return new TorqueRate(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record Acceleration(CompiledFunction function) implements AccelerationFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] tau, double[] qddOut) {
            function.evaluate(q, qd, tau, qddOut);
        }

        @Override
        public Acceleration copy() {
            return new Acceleration(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record Masses(CompiledFunction function) implements MassMatrixFunction {
        @Override
        public void compute(double[] q, double[] matrixOut) {
            function.evaluate(q, matrixOut);
        }

        @Override
        public Masses copy() {
            return new Masses(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record Sensitivity(CompiledFunction function) implements TorqueSensitivityFunction {
        @Override
        public void compute(
                double[] q,
                double[] qd,
                double[] qdd,
                double[] byPositionOut,
                double[] byVelocityOut,
                double[] byAccelerationOut) {
            function.evaluate(q, qd, qdd, byPositionOut, byVelocityOut, byAccelerationOut);
        }

        @Override
        public Sensitivity copy() {
            return new Sensitivity(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record Curvature(CompiledFunction function) implements TorqueCurvatureFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] qdd, double[] lambda, double[] hessianOut) {
            function.evaluate(q, qd, qdd, lambda, hessianOut);
        }

        @Override
        public Curvature copy() {
            return new Curvature(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }
}
