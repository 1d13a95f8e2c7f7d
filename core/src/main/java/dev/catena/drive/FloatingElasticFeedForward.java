package dev.catena.drive;

import dev.catena.algebra.Cholesky;
import dev.catena.algebra.Series;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingBase;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * Feed-forward for elastic joints of a robot whose base floats: where the motors must be, how they must move, the torques
 * that they need and their rates, and how the base moves along, so that the joints follow a smooth motion. Exact, without
 * differences.
 *
 * <p>As {@link ElasticFeedForward}, with the motion of the base as a Taylor series too: nothing holds it, so that the wrench
 * f₀(t) on it vanishes with all derivatives. In its k-th coefficient the k-th of the base's acceleration counts with the inertia of
 * the whole robot, and lower ones alone beside it; one pass after the other finds them, with one factorization.
 *
 * <p>Motors have reflected inertia. A gyroscopic rotor behind a spring would act on the base with θ̈, which needs two derivatives more of
 * the base's acceleration, and so on: then motors and base follow from a differential equation, and the robot is refused. Nothing is
 * allocated after construction. One object per thread: {@code feedForward.copy()} makes another for another thread.
 */
public final class FloatingElasticFeedForward {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ElasticFeedForward motors;
    private final SeriesRecursion recursion;
    private final MassMatrix masses;
    private final double[] mass;
    private final double[] inertia = new double[36];
    private final double[] wrench = new double[6];
    private final boolean rates;

    /** @throws IllegalArgumentException where the base is fixed, or a motor behind a spring has a gyroscopic rotor */
    public FloatingElasticFeedForward(RobotModel model) {
        this(new ElasticCoordinates(model), false);
    }

    /** One that also gives the rates of the torques, {@link #torqueRates}, and needs one derivative more for that. */
    public static FloatingElasticFeedForward withRates(RobotModel model) {
        return new FloatingElasticFeedForward(new ElasticCoordinates(model), true);
    }

    private FloatingElasticFeedForward(ElasticCoordinates coordinates, boolean rates) {
        RobotModel model = coordinates.model();
        model.requireTree("FloatingElasticFeedForward");
        model.requireFloatingBase("FloatingElasticFeedForward");
        this.coordinates = coordinates;
        this.rates = rates;
        guard = new Guard(FloatingElasticFeedForward.class, model);
        for (SpinningRotor rotor : coordinates.tree().rotors) {
            if (rotor.coordinate >= coordinates.tree().n && rotor.gearedInertia != 0) {
                Joint joint = coordinates.elasticJoints().get(rotor.coordinate - coordinates.tree().n);
                throw new IllegalArgumentException(
                        "the rotor of joint \"%s\" of robot \"%s\" is gyroscopic and behind a spring: on a floating base motor angles follow from a differential equation; give its inertia as reflected, or take withFixedBase()"
                                .formatted(joint.name(), model.name()));
            }
        }
        motors = new ElasticFeedForward(coordinates, rates, true);
        recursion = motors.recursion();
        masses = MassMatrix.withFreeMotors(model);
        mass = new double[MatrixSize.square(6 + coordinates.size(), "the mass matrix", model)];
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public FloatingElasticFeedForward copy() {
        return new FloatingElasticFeedForward(coordinates, rates);
    }

    /** The highest derivative of the joints' motion that is needed: four with springs, and one more for the rates of torques. */
    public int order() {
        return motors.order();
    }

    /**
     * Motion of base and motors, and their torques, for a motion of the joints.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     * @param joints q and its derivatives up to {@link #order}, one vector of N entries each
     * @param wrenches what the environment applies, constant in the axes that it is given in; null for nothing
     * @param baseAccelerationOut classical acceleration of the base's origin, then angular acceleration, in base axes
     * @param qOut [q; θ], likewise qdOut and qddOut
     * @param tauOut motor torques, by joint
     */
    public void compute(
            BaseMotion base,
            double[][] joints,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        guard.checkLength("baseAccelerationOut", baseAccelerationOut, 6);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qOut", qOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qdOut", qdOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "qddOut", qddOut);
        guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "tauOut", tauOut);
        for (double[] derivative : joints) {
            guard.checkDistinct("baseAccelerationOut", baseAccelerationOut, "joints", derivative);
        }
        motors.start(joints, wrenches, qOut, qdOut, qddOut, tauOut);
        MovingBase start = MovingBase.of(base);
        factorInertia(joints[0], qOut);
        startAtBase(start);
        for (int k = 0; k <= motors.motorOrder(); k++) {
            motors.computeLinks(wrenches);
            solveBase(k);
        }
        motors.computeLinks(wrenches);
        motors.finish(joints, qOut, qdOut, qddOut, tauOut);

        // classical acceleration = a₀ + g
        wrench[0] = coordinates.tree().gravityInWorld.x;
        wrench[1] = coordinates.tree().gravityInWorld.y;
        wrench[2] = coordinates.tree().gravityInWorld.z;
        toBase(start, wrench, baseAccelerationOut);
        for (int axis = 0; axis < 3; axis++) {
            baseAccelerationOut[axis] += part(false, axis).c[0];
            baseAccelerationOut[3 + axis] = part(true, axis).c[0];
        }
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.succeed();
    }

    private static void toBase(MovingBase base, double[] inWorld, double[] out) {
        var R = base.worldFromBase;
        out[0] = R.xx * inWorld[0] + R.yx * inWorld[1] + R.zx * inWorld[2];
        out[1] = R.xy * inWorld[0] + R.yy * inWorld[1] + R.zy * inWorld[2];
        out[2] = R.xz * inWorld[0] + R.yz * inWorld[1] + R.zz * inWorld[2];
    }

    /** The base's block of the mass matrix. */
    private void factorInertia(double[] q, double[] withMotors) {
        System.arraycopy(q, 0, withMotors, 0, q.length);
        masses.computeFloating(withMotors, mass);
        int width = 6 + coordinates.size();
        for (int i = 0; i < 6; i++) {
            System.arraycopy(mass, i * width, inertia, 6 * i, 6);
        }
        if (Cholesky.factor(inertia, 6) >= 0) {
            throw SingularInertiaException.ofBase(coordinates.model(), 0);
        }
    }

    private void startAtBase(MovingBase base) {
        recursion.worldFromBase.set(base.worldFromBase);
        recursion.omega[0].setConstant(base.angularVelocity.x, base.angularVelocity.y, base.angularVelocity.z);
        recursion.gamma[0].setZero();
        recursion.a[0].setZero();
    }

    /** Coefficient k of a₀ and γ₀ from that of the wrench on the base; ω₀ follows, as its components have the derivative γ₀. */
    private void solveBase(int k) {
        wrench[0] = -recursion.force[0].x.c[k];
        wrench[1] = -recursion.force[0].y.c[k];
        wrench[2] = -recursion.force[0].z.c[k];
        wrench[3] = -recursion.moment[0].x.c[k];
        wrench[4] = -recursion.moment[0].y.c[k];
        wrench[5] = -recursion.moment[0].z.c[k];
        Cholesky.solve(inertia, 6, wrench);
        for (int axis = 0; axis < 3; axis++) {
            part(false, axis).c[k] = wrench[axis];
            part(true, axis).c[k] = wrench[3 + axis];
            if (k < motors.motorOrder()) {
                rate(axis).c[k + 1] = wrench[3 + axis] / (k + 1);
            }
        }
    }

    private Series part(boolean angular, int axis) {
        var vector = angular ? recursion.gamma[0] : recursion.a[0];
        return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
    }

    private Series rate(int axis) {
        var vector = recursion.omega[0];
        return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
    }

    /** dτ/dt of the motors at the last computation, by joint. */
    public void torqueRates(double[] ratesOut) {
        guard.requireResults();
        motors.torqueRates(ratesOut);
    }

    /**
     * A derivative of the motor angles at the last computation.
     *
     * @param derivative 0 for θ itself
     * @param thetaOut Nₑ numbers
     */
    public void motorDerivative(int derivative, double[] thetaOut) {
        guard.requireResults();
        motors.motorDerivative(derivative, thetaOut);
    }
}
