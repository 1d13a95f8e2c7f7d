package dev.catena.mechanism;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of the motor torques of a robot with closed loops and elastic drives, contracted with multipliers λ: the
 * symmetric matrix λᵀ∂²τ/∂y∂y for y = (x, ẋ, ẍ), x = [q_a; θ] the motion of independent joints and motors, exact, row-major.
 * Springs are linear, so that τ of {@link ElasticLoopInverseDynamics} has the second derivatives of the rows of motors, and of
 * joints that have a rigid drive, {@link ClosedLoopCurvature}.
 *
 * <p>On every base, under wrenches whose numbers are constant in the axes that they are given in. Every freedom has one
 * actuator. Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ElasticLoopCurvature {
    private final RobotModel model;
    private final Guard guard;
    private final LoopMotors motors;
    private final ClosedLoopCurvature curvature;
    private final int size;
    private final double[] multipliers;
    private final double[] floatingMultipliers;

    public ElasticLoopCurvature(RobotModel model) {
        this.model = model;
        motors = new LoopMotors(model, "ElasticLoopCurvature");
        guard = new Guard(ElasticLoopCurvature.class, model);
        curvature = ClosedLoopCurvature.withFreeMotors(model);
        motors.requireIndependent(model, curvature.kinematics());
        size = motors.count + motors.motors;
        multipliers = new double[size];
        floatingMultipliers = new double[6 + size];
    }

    /** One for another thread: of the same robot, at its assembly. */
    public ElasticLoopCurvature copy() {
        return new ElasticLoopCurvature(model);
    }

    /**
     * The contracted second derivatives.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param q [q_a; θ], likewise qd and qdd
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     * @param lambda a number for each active joint
     * @param hessianOut 3(m + Nₑ) rows and columns
     * @throws LoopException where the loops do not close
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] lambda,
            double[] hessianOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        start(0, q, qd, qdd, lambda, hessianOut, multipliers);
        curvature.compute(base, q, qd, qdd, wrenches, multipliers, hessianOut);
        guard.succeed();
    }

    /**
     * The contracted second derivatives of a robot with a floating base.
     *
     * @param base how the base moves, acceleration included
     * @param lambda six numbers for the wrench on the base, in its axes, force first; then one for each active joint
     * @param hessianOut 3(6 + m + Nₑ) rows and columns
     */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] lambda,
            double[] hessianOut) {
        guard.begin();
        guard.checkFloatingBase();
        start(6, q, qd, qdd, lambda, hessianOut, floatingMultipliers);
        curvature.computeFloating(base, q, qd, qdd, wrenches, floatingMultipliers, hessianOut);
        guard.succeed();
    }

    private void start(
            int ofBase,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] lambda,
            double[] hessianOut,
            double[] multipliersOut) {
        int width = 3 * (ofBase + size);
        guard.checkLength("q", q, size);
        guard.checkLength("qd", qd, size);
        guard.checkLength("qdd", qdd, size);
        guard.checkLength("lambda", lambda, ofBase + motors.count);
        guard.checkLength("hessianOut", hessianOut, width * width);
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "lambda", lambda);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("lambda", lambda);
        Arrays.fill(multipliersOut, 0);
        System.arraycopy(lambda, 0, multipliersOut, 0, ofBase);
        for (int a = 0; a < motors.count; a++) {
            multipliersOut[ofBase + motors.row(a)] = lambda[ofBase + a];
        }
    }
}
