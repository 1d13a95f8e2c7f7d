package dev.catena.sensitivity;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * A force and a moment, in world axes, that the environment applies at a point of a body, all of which may depend on the
 * state: a ground reaction at a moving zero-moment point, a spring, drag.
 *
 * <p>The caller supplies the partial derivatives by q, q̇ and q̈ of the numbers given here (force and moment in world
 * axes, point in the body's frame). What turning and moving the body does to the load is not the caller's business.
 *
 * <p>Changed in place so that a loop need not allocate; not for several threads at once.
 */
public final class AppliedLoad {
    /** What a derivative is by. */
    public enum Variable {
        POSITION,
        VELOCITY,
        ACCELERATION
    }

    final int body;
    private final RobotModel model;
    final Vector forceInWorld = new Vector();
    final Vector momentInWorld = new Vector();
    final Vector pointInBody = new Vector();
    private final Derivative[] derivatives = {new Derivative(), new Derivative(), new Derivative()};
    private final int n;

    /** Nothing applied yet, at the origin of the body. */
    public AppliedLoad(RobotModel model, int body) {
        if (body < 0 || body >= model.bodies().size()) {
            throw new IllegalArgumentException("there is no body %s; robot \"%s\" has the bodies 0 to %s"
                    .formatted(body, model.name(), model.bodies().size() - 1));
        }
        this.body = body;
        this.model = model;
        n = model.jointCount();
    }

    @CanIgnoreReturnValue
    public AppliedLoad set(Vector3 force, Vector3 moment, Vector3 pointInBodyFrame) {
        if (!force.isFinite() || !moment.isFinite() || !pointInBodyFrame.isFinite()) {
            throw new IllegalArgumentException(
                    "the load on body \"%s\" of robot \"%s\" is %s, %s at %s, but must be finite"
                            .formatted(model.bodies().get(body).name(), model.name(), force, moment, pointInBodyFrame));
        }
        forceInWorld.set(force.x(), force.y(), force.z());
        momentInWorld.set(moment.x(), moment.y(), moment.z());
        pointInBody.set(pointInBodyFrame.x(), pointInBodyFrame.y(), pointInBodyFrame.z());
        return this;
    }

    /**
     * Partial derivatives, row-major 3 × n; null stands for zero. The arrays are kept, not copied, and read when
     * something is computed.
     */
    @CanIgnoreReturnValue
    public AppliedLoad derivative(
            Variable variable, double @Nullable [] force, double @Nullable [] moment, double @Nullable [] point) {
        check("force", force);
        check("moment", moment);
        check("point", point);
        Derivative derivative = derivatives[variable.ordinal()];
        derivative.force = force;
        derivative.moment = moment;
        derivative.point = point;
        return this;
    }

    private void check(String what, double @Nullable [] matrix) {
        if (matrix != null && matrix.length != 3 * n) {
            throw new IllegalArgumentException("the derivative of the %s has length %s, but robot \"%s\" needs 3 · %s"
                    .formatted(what, matrix.length, model.name(), n));
        }
    }

    /** Complains unless this load is for the algorithm's robot and has finite derivatives. */
    void checkFor(Guard algorithm) {
        algorithm.checkRobot("a load", model);
        for (Derivative derivative : derivatives) {
            checkFinite(algorithm, "the derivative of a load's force", derivative.force);
            checkFinite(algorithm, "the derivative of a load's moment", derivative.moment);
            checkFinite(algorithm, "the derivative of a load's point", derivative.point);
        }
    }

    private static void checkFinite(Guard algorithm, String name, double @Nullable [] matrix) {
        if (matrix != null) {
            algorithm.checkFinite(name, matrix);
        }
    }

    /** Complains about an output that is also one of the derivatives. */
    void checkDistinct(Guard algorithm, String output, double[] out) {
        for (Derivative derivative : derivatives) {
            algorithm.checkDistinct(output, out, "the derivative of a load's force", derivative.force);
            algorithm.checkDistinct(output, out, "the derivative of a load's moment", derivative.moment);
            algorithm.checkDistinct(output, out, "the derivative of a load's point", derivative.point);
        }
    }

    /** Column k of the derivatives; false where all are zero. */
    boolean column(Variable variable, int k, Vector forceOut, Vector momentOut, Vector pointOut) {
        Derivative derivative = derivatives[variable.ordinal()];
        read(derivative.force, k, forceOut);
        read(derivative.moment, k, momentOut);
        read(derivative.point, k, pointOut);
        return derivative.force != null || derivative.moment != null || derivative.point != null;
    }

    private void read(double @Nullable [] matrix, int k, Vector out) {
        if (matrix == null) {
            out.setZero();
        } else {
            out.set(matrix[k], matrix[n + k], matrix[2 * n + k]);
        }
    }

    private static final class Derivative {
        private double @Nullable [] force;
        private double @Nullable [] moment;
        private double @Nullable [] point;
    }
}
