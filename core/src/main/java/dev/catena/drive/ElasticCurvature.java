package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of the torques of elastic and mixed drives, contracted with multipliers λ: the symmetric matrix
 * λᵀ∂²τ/∂y∂y for y = (x, ẋ, ẍ), x = [q; θ] the motion of joints and motors, exact, row-major. Springs are linear, so that τ of
 * {@link ElasticInverseDynamics} has the second derivatives of the rows of motors, and of joints that have a rigid drive.
 *
 * <p>On every base, under wrenches whose numbers are constant in the axes that they are given in; of a floating base six
 * numbers come first, as in {@link TorqueCurvature#computeFloating}. Nothing is allocated after construction. One object per thread: {@code curvature.copy()} makes another for another
 * thread.
 */
public final class ElasticCurvature {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final TorqueCurvature curvature;
    private final double[] multipliers;
    private final double[] floatingMultipliers;

    /** By joint: what its motor turns with. */
    private final int[] motorOf;

    public ElasticCurvature(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticCurvature(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        RobotModel model = coordinates.model();
        model.requireTree("ElasticCurvature");
        guard = new Guard(ElasticCurvature.class, model);
        curvature = TorqueCurvature.withFreeMotors(model);
        multipliers = new double[coordinates.size()];
        floatingMultipliers = new double[6 + coordinates.size()];
        motorOf = coordinates.drives().row;
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticCurvature copy() {
        return new ElasticCurvature(coordinates);
    }

    /**
     * The contracted second derivatives.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param q [q; θ], likewise qd and qdd
     * @param wrenches what the environment applies, with constant numbers; null for nothing
     * @param lambda a number for each joint
     * @param hessianOut 3(N + Nₑ) rows and columns
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
     * @param lambda six numbers for the wrench on the base, in its axes, force first; then one for each joint
     * @param hessianOut 3(6 + N + Nₑ) rows and columns
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
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        coordinates.tree().check("qdd", qdd);
        guard.checkLength("lambda", lambda, ofBase + coordinates.jointCount());
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("lambda", lambda);
        int width = 3 * (ofBase + coordinates.size());
        guard.checkLength("hessianOut", hessianOut, MatrixSize.square(width, "the matrix", coordinates.model()));
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "lambda", lambda);
        Arrays.fill(multipliersOut, 0);
        System.arraycopy(lambda, 0, multipliersOut, 0, ofBase);
        for (int k = 0; k < motorOf.length; k++) {
            multipliersOut[ofBase + motorOf[k]] = lambda[ofBase + k];
        }
    }
}
