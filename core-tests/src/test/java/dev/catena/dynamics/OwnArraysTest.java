package dev.catena.dynamics;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;

/** Outputs are arrays of their own, where lengths would allow others. */
class OwnArraysTest {
    private static final RobotModel ONE = RandomRobots.chain(1, 1).build();
    private static final RobotModel SIX = RandomRobots.chain(6, 6).baseInertia().build();
    private static final RobotModel FREE = SIX.withFloatingBase();
    private static final BaseMotion BASE = new BaseMotion();

    @Test
    void matricesOfOneJoint() {
        MassMatrix masses = new MassMatrix(ONE);
        OwnArrays.of().in(1, "q").out(1, "matrixOut").check(a -> masses.compute(a[0], a[1]));
        InverseMassMatrix inverse = new InverseMassMatrix(ONE);
        OwnArrays.of().in(1, "q").out(1, "inverseOut").check(a -> inverse.compute(a[0], a[1]));
    }

    @Test
    void accelerationsOfFreeBasesWithSixJoints() {
        for (ForwardWay way : ForwardWay.values()) {
            ForwardDynamics forward = way.free(FREE);
            OwnArrays.of()
                    .in(6, "q", "qd", "tau")
                    .out(6, "baseAccelerationOut", "qddOut")
                    .check(a -> forward.computeFloating(BASE, a[0], a[1], a[2], null, a[3], a[4]));
        }
        FloatingInverseDynamics inverse = new FloatingInverseDynamics(FREE);
        OwnArrays.of()
                .in(6, "q", "qd", "qdd")
                .out(6, "baseAccelerationOut", "tauOut")
                .check(a -> inverse.compute(BASE, a[0], a[1], a[2], null, a[3], a[4]));
    }

    @Test
    void ratesAndResponsesOfFreeBasesWithSixJoints() {
        FloatingForceRate rates = new FloatingForceRate(FREE);
        OwnArrays.of()
                .in(6, "q", "qd", "qdd", "qddd")
                .out(6, "baseAccelerationOut", "baseJerkOut", "tauOut", "tauRateOut")
                .check(a -> rates.compute(BASE, a[0], a[1], a[2], a[3], null, a[4], a[5], a[6], a[7]));
        WrenchResponse response = new WrenchResponse(FREE, 6);
        OwnArrays.of()
                .in(6, "q", "qd", "tau")
                .out(6, "baseAccelerationOut", "qddOut")
                .check(a -> response.computeFloating(BASE, a[0], a[1], a[2], null, a[3], a[4]));
        response.computeFloating(BASE, new double[6], new double[6], new double[6], null, new double[6], new double[6]);
        OwnArrays.of().in(6, "lambda").out(6, "baseOut", "jointsOut").check(a -> response.respond(a[0], a[1], a[2]));
    }

    @Test
    void torquesAndTheirRates() {
        InverseDynamics inverse = new InverseDynamics(SIX);
        OwnArrays.of().in(6, "q", "qd", "qdd").out(6, "tauOut").check(a -> inverse.compute(a[0], a[1], a[2], a[3]));
        OwnArrays.of().in(6, "q").out(6, "tauOut").check(a -> inverse.gravity(a[0], a[1]));
        OwnArrays.of().in(6, "q", "qd").out(6, "tauOut").check(a -> inverse.bias(a[0], a[1], a[2]));
        OwnArrays.of().in(6, "q", "qd").out(6, "tauOut").check(a -> inverse.coriolis(a[0], a[1], a[2]));
        OwnArrays.of().in(6, "q", "qdd").out(6, "tauOut").check(a -> inverse.massTimes(a[0], a[1], a[2]));
        ForceRate rates = new ForceRate(SIX);
        OwnArrays.of()
                .in(6, "q", "qd", "qdd", "qddd")
                .out(6, "tauOut", "tauRateOut")
                .check(a -> rates.compute(a[0], a[1], a[2], a[3], a[4], a[5]));
    }
}
