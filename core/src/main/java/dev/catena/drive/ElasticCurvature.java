package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The second derivatives of the torques of elastic and mixed drives, contracted with multipliers λ: the symmetric matrix
 * λᵀ∂²τ/∂y∂y for y = (x, ẋ, ẍ), x = [q; θ] the motion of joints and motors, exact, row-major. Springs are linear, so that τ of
 * {@link ElasticInverseDynamics} has the second derivatives of the rows of motors, and of joints that have a rigid drive.
 *
 * <p>On a base at rest or moved as told, under wrenches whose numbers are constant in the axes that they are given in.
 * Nothing is allocated after construction. One object per thread: {@code curvature.copy()} makes another for another
 * thread.
 */
public final class ElasticCurvature {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final TorqueCurvature curvature;
    private final double[] multipliers;

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
        motorOf = IntStream.range(0, coordinates.jointCount()).toArray();
        for (int e = 0; e < coordinates.motorCount(); e++) {
            motorOf[coordinates.jointOfMotor(e)] = coordinates.jointCount() + e;
        }
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
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        coordinates.tree().check("qdd", qdd);
        coordinates.checkJoints("lambda", lambda);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
        guard.checkFinite("lambda", lambda);
        int width = 3 * coordinates.size();
        guard.checkLength("hessianOut", hessianOut, MatrixSize.square(width, "the matrix", coordinates.model()));
        guard.checkDistinct("hessianOut", hessianOut, "q", q);
        guard.checkDistinct("hessianOut", hessianOut, "qd", qd);
        guard.checkDistinct("hessianOut", hessianOut, "qdd", qdd);
        guard.checkDistinct("hessianOut", hessianOut, "lambda", lambda);
        Arrays.fill(multipliers, 0);
        for (int k = 0; k < lambda.length; k++) {
            multipliers[motorOf[k]] = lambda[k];
        }
        curvature.compute(base, q, qd, qdd, wrenches, multipliers, hessianOut);
        guard.succeed();
    }
}
