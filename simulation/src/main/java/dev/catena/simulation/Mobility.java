package dev.catena.simulation;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.function.Function;

/** How easily the joints move in one posture: M⁻¹, found column by column as the response to a unit torque. */
final class Mobility {
    private final double[][] inverseMass;

    Mobility(RobotModel model, Function<RobotModel, ForwardDynamics> dynamics, State posture) {
        int n = model.jointCount();
        inverseMass = new double[n][n];
        RobotModel light = model.withoutFriction().toBuilder().gravity(0, 0, 0).build();
        if (model.hasLoops()) {
            fillClosed(light, posture);
            return;
        }
        ForwardDynamics weightless = dynamics.apply(light);
        BaseMotion base = new BaseMotion();
        posture.copyBaseTo(base);
        base.velocityInBase(0, 0, 0, 0, 0, 0);
        double[] rest = new double[n];
        double[] unit = new double[n];
        double[] baseAcceleration = new double[6];
        for (int i = 0; i < n; i++) {
            unit[i] = 1;
            if (posture.isFloating()) {
                weightless.computeFloating(
                        base, posture.jointPositions(), rest, unit, null, baseAcceleration, inverseMass[i]);
            } else {
                weightless.compute(posture.jointPositions(), rest, unit, inverseMass[i]);
            }
            unit[i] = 0;
        }
    }

    /** The same with closed loops: the response of all joints to a torque at one of them. */
    private void fillClosed(RobotModel light, State posture) {
        LoopMotion loops = new LoopMotion(light);
        State resting = posture.copy();
        double[] unit = new double[inverseMass.length];
        Arrays.fill(resting.jointVelocities(), 0);
        for (int i = 0; i < unit.length; i++) {
            unit[i] = 1;
            loops.accelerate(resting, unit, null, inverseMass[i]);
            unit[i] = 0;
        }
    }

    /** The inertia of a joint with all other joints free: the least that it can have in this posture. */
    double inertia(int joint) {
        return 1 / inverseMass[joint][joint];
    }

    /** Σⱼ |M⁻¹ᵢⱼ|: no damping d of the joints has rates above the largest dᵢ Σⱼ |M⁻¹ᵢⱼ|. */
    double rowSum(int joint) {
        double sum = 0;
        for (double entry : inverseMass[joint]) {
            sum += Math.abs(entry);
        }
        return sum;
    }
}
