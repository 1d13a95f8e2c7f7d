package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * Feed-forward for elastic joints of a robot whose base floats: where the motors must be, how they must move, the torques
 * that they need and their rates, and how the base moves along, so that the joints follow a smooth motion. Exact, without
 * differences.
 *
 * <p>As {@link ElasticFeedForward}, with the motion of the base as a Taylor series too: nothing holds it, so that the wrench on it
 * vanishes with all derivatives.
 *
 * <p>Motors have reflected inertia. A gyroscopic rotor behind a spring would act on the base with θ̈, which needs two derivatives more of
 * the base's acceleration, and so on: then motors and base follow from a differential equation, and the robot is refused. Nothing is
 * allocated after construction. One object per thread: {@code feedForward.copy()} makes another for another thread.
 */
public final class FloatingElasticFeedForward {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ElasticFeedForward motors;
    private final FreeBaseSeries freeBase;
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
        freeBase = new FreeBaseSeries(coordinates, motors.recursion(), motors.motorOrder());
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
        freeBase.start(MovingBase.of(base), joints[0]);
        for (int k = 0; k <= motors.motorOrder(); k++) {
            motors.computeLinks(wrenches);
            freeBase.solve(k);
        }
        motors.computeLinks(wrenches);
        motors.finish(joints, qOut, qdOut, qddOut, tauOut);
        freeBase.acceleration(baseAccelerationOut);
        guard.checkResult("baseAccelerationOut", baseAccelerationOut);
        guard.succeed();
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

    /**
     * What springs do to their joints at the last computation, or a derivative of it.
     *
     * @param derivative 0 for the efforts themselves
     * @param effortsOut Nₑ numbers
     */
    public void springEfforts(int derivative, double[] effortsOut) {
        guard.requireResults();
        motors.springEfforts(derivative, effortsOut);
    }
}
