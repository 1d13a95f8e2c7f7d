package dev.catena.planning;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import java.util.Arrays;
import java.util.List;

/** Two masses on slides, one carrying the other, and motions of theirs. */
final class Carts {
    static final MotionPlanner PLANNER = new MotionPlanner(Solvers.named("embedded"));
    static final double INFINITY = Double.POSITIVE_INFINITY;

    private Carts() {}

    /** Two masses on slides, one carrying the other: 4 kg move along x, 2 kg along y. */
    static RobotModel carts(JointLimits ofX) {
        SpatialInertia mass = SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        return RobotModel.builder("carts")
                .gravity(Vector3.ZERO)
                .link(
                        Joint.prismatic("x", "base", "cart")
                                .at(Pose.IDENTITY, Vector3.X)
                                .with(ofX),
                        mass)
                .link(Joint.prismatic("y", "cart", "tool").at(Pose.IDENTITY, Vector3.Y), mass)
                .build();
    }

    static final RobotModel CARTS = carts(JointLimits.NONE);

    static MotionProblem.Builder problem(MotionLimits limits) {
        return problem(limits, new MotionObjective(limits).time(1));
    }

    static MotionProblem.Builder problem(MotionLimits limits, MotionObjective objective) {
        return MotionProblem.builder(limits, objective)
                .start(EndState.atRest(0, 0))
                .goal(EndState.atRest(1, 0.5))
                .controlPoints(10)
                .samples(30);
    }

    /** The largest absolute value of a derivative of a coordinate. */
    static double largest(PlannedMotion motion, int order, int coordinate) {
        double largest = 0;
        for (int k = 0; k <= 3000; k++) {
            double value = motion.at(motion.duration() * k / 3000).derivative(order)[coordinate];
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** Velocities times a factor that whoever holds the function may change. */
    static final class ScaledVelocity implements StateFunction {
        private final StateFunction velocity = new CoordinateFunction(1, List.of("x", "y"));
        double factor;

        ScaledVelocity(double factor) {
            this.factor = factor;
        }

        @Override
        public int rows() {
            return 2;
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public String name(int row) {
            return "scaled " + velocity.name(row);
        }

        @Override
        public void value(MotionState state, double[] out) {
            velocity.value(state, out);
            Arrays.setAll(out, k -> factor * out[k]);
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            velocity.jacobian(state, out);
            Arrays.setAll(out, k -> factor * out[k]);
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return new ScaledVelocity(factor);
        }
    }

    /** The variables of the optimum. */
    static double[] solution(MotionProblem problem) {
        return PLANNER.plan(problem).solverResult().solution().point();
    }
}
