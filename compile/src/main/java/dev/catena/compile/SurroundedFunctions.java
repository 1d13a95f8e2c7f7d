package dev.catena.compile;

import dev.catena.algebra.Vector;
import dev.catena.compile.CoreFunctions.BaseNumbers;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.SurroundedAccelerationFunction;
import dev.catena.dynamics.SurroundedTorqueFunction;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compiled functions under wrenches on any body, as core knows them. */
final class SurroundedFunctions {
    private static final String ORIGIN = "compiled";

    private SurroundedFunctions() {}

    /** What code reads beside the joint vectors. */
    private static final class Surroundings {
        private final Guard guard;
        private final boolean moves;
        private final BaseNumbers base;
        private final BaseMotion rest = new BaseMotion();
        private final double[] wrenches;

        Surroundings(Class<?> type, RobotModel model, boolean moves) {
            guard = new Guard(type, model);
            this.moves = moves;
            base = new BaseNumbers(moves);
            wrenches = new double[12 * model.bodies().size()];
        }

        /** Of a base that is told to move; one that is told nothing rests. */
        double[] told(@Nullable BaseMotion motion) {
            if (motion == null) {
                guard.checkFixedBase();
            }
            return base.of(motion == null ? rest : motion);
        }

        double[] floating(BaseMotion motion) {
            guard.checkFloatingBase();
            return base.of(motion);
        }

        /** Complains about a motion that code for a base at rest does not know. */
        void requireRest(@Nullable BaseMotion motion) {
            if (motion != null) {
                throw new IllegalArgumentException(
                        "this code is for a base at rest, but a motion of the base is given: ask for functions of a base that moves");
            }
        }

        /** All in body axes, then all in world axes. */
        double[] of(@Nullable ExternalWrenches given) {
            if (given == null) {
                Arrays.fill(wrenches, 0);
                return wrenches;
            }
            AppliedWrenches applied = AppliedWrenches.of(given);
            applied.checkFor(guard);
            int world = wrenches.length / 2;
            for (int b = 0; b < applied.onBody.length; b++) {
                AppliedWrenches.OnBody load = applied.onBody[b];
                put(load.forceInBody, 6 * b);
                put(load.momentInBody, 6 * b + 3);
                put(load.forceInWorld, world + 6 * b);
                put(load.momentInWorld, world + 6 * b + 3);
            }
            return wrenches;
        }

        private void put(Vector v, int at) {
            wrenches[at] = v.x;
            wrenches[at + 1] = v.y;
            wrenches[at + 2] = v.z;
        }
    }

    /** Accelerations. */
    record Acceleration(CompiledFunction function, RobotModel model, Surroundings around)
            implements SurroundedAccelerationFunction {
        Acceleration(CompiledFunction function, RobotModel model, boolean moves) {
            this(function, model, new Surroundings(ForwardDynamics.class, model, moves));
        }

        @Override
        public void compute(
                @Nullable BaseMotion base,
                double[] q,
                double[] qd,
                double[] tau,
                @Nullable ExternalWrenches wrenches,
                double[] qddOut) {
            if (around.moves) {
                function.evaluate(q, qd, tau, around.told(base), around.of(wrenches), qddOut);
            } else {
                around.guard.checkFixedBase();
                around.requireRest(base);
                function.evaluate(q, qd, tau, around.of(wrenches), qddOut);
            }
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
            function.evaluate(q, qd, tau, around.floating(base), around.of(wrenches), qddOut, baseAccelerationOut);
        }

        @Override
        public Acceleration copy() {
            return new Acceleration(function.copy(), model, around.moves);
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }

    /** Torques. */
    record Torque(CompiledFunction function, RobotModel model, Surroundings around)
            implements SurroundedTorqueFunction {
        Torque(CompiledFunction function, RobotModel model, boolean moves) {
            this(function, model, new Surroundings(InverseDynamics.class, model, moves));
        }

        @Override
        public void compute(
                @Nullable BaseMotion base,
                double[] q,
                double[] qd,
                double[] qdd,
                @Nullable ExternalWrenches wrenches,
                double[] tauOut) {
            if (around.moves) {
                function.evaluate(q, qd, qdd, around.told(base), around.of(wrenches), tauOut);
            } else {
                around.requireRest(base);
                function.evaluate(q, qd, qdd, around.of(wrenches), tauOut);
            }
        }

        @Override
        public Torque copy() {
            return new Torque(function.copy(), model, around.moves);
        }

        @Override
        public String origin() {
            return ORIGIN;
        }
    }
}
