package dev.catena.compile;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.dynamics.TorqueRateFunction;
import dev.catena.kinematics.BaseMotion;
import dev.catena.sensitivity.TorqueCurvatureFunction;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import dev.catena.tree.MovingBase;

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

    /** Pose and velocity of a base, as code reads them, and its acceleration where that is told. */
    static final class BaseNumbers {
        private final double[] x;

        BaseNumbers(boolean isTold) {
            x = new double[isTold ? 24 : 18];
        }

        double[] of(BaseMotion motion) {
            MovingBase base = MovingBase.of(motion);
            Placement r = base.worldFromBase;
            x[0] = r.xx;
            x[1] = r.xy;
            x[2] = r.xz;
            x[3] = r.yx;
            x[4] = r.yy;
            x[5] = r.yz;
            x[6] = r.zx;
            x[7] = r.zy;
            x[8] = r.zz;
            x[9] = r.px;
            x[10] = r.py;
            x[11] = r.pz;
            put(base.linearVelocity, 12);
            put(base.angularVelocity, 15);
            if (x.length > 18) {
                put(base.linearAcceleration, 18);
                put(base.angularAcceleration, 21);
            }
            return x;
        }

        private void put(Vector v, int at) {
            x[at] = v.x;
            x[at + 1] = v.y;
            x[at + 2] = v.z;
        }
    }

    record FloatingTorque(CompiledFunction function, BaseNumbers numbers) implements FloatingTorqueFunction {
        FloatingTorque(CompiledFunction function) {
            this(function, new BaseNumbers(false));
        }

        @Override
        public void compute(
                BaseMotion base, double[] q, double[] qd, double[] qdd, double[] baseAccelerationOut, double[] tauOut) {
            function.evaluate(q, qd, qdd, numbers.of(base), tauOut, baseAccelerationOut);
        }

        @Override
        public FloatingTorque copy() {
            return new FloatingTorque(function.copy());
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    record FloatingAcceleration(CompiledFunction function, BaseNumbers numbers)
            implements FloatingAccelerationFunction {
        FloatingAcceleration(CompiledFunction function) {
            this(function, new BaseNumbers(false));
        }

        @Override
        public void computeFloating(
                BaseMotion base, double[] q, double[] qd, double[] tau, double[] baseAccelerationOut, double[] qddOut) {
            function.evaluate(q, qd, tau, numbers.of(base), qddOut, baseAccelerationOut);
        }

        @Override
        public FloatingAcceleration copy() {
            return new FloatingAcceleration(function.copy());
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
