package dev.catena.mechanism;

import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * How fast a robot moves: by order, the largest derivative, in rad or lengths L of the robot; gravity is an acceleration as well. What must
 * vanish is compared with products of them, the terms of which derivatives of its motion consist, so that it does not matter what
 * lengths and times are measured in.
 */
final class Pace {
    /** Roundings of a motion that is fast at other times, beside which it rests. */
    private static final double ROUNDING = 1e-2;

    private final double length;
    private final double gravity;

    /** By joint: what its motion counts in. */
    private final double[] units;

    /** By order. */
    private final double[] largest;

    private final double[] products;

    Pace(RobotModel model, double length, int orders) {
        this.length = length;
        gravity = model.gravity().norm() / length;
        units = new double[model.jointCount()];
        for (int k = 0; k < units.length; k++) {
            units[k] = model.movingJoints().get(k).kind() == JointKind.PRISMATIC ? length : 1;
        }
        largest = new double[orders + 1];
        products = new double[orders + 1];
    }

    void begin() {
        Arrays.fill(largest, 0);
        largest[2] = gravity;
    }

    /** @param derivative by joint, of its position, of the order given */
    void see(int order, double[] derivative) {
        for (int k = 0; k < units.length; k++) {
            largest[order] = Math.max(largest[order], Math.abs(derivative[k]) / units[k]);
        }
    }

    /** The velocity of a frame counts by its rotation: how fast a robot flies does not matter. */
    void see(FrameMotion frame) {
        for (int k = 0; k < 3; k++) {
            largest[1] = Math.max(largest[1], Math.abs(frame.velocity[3 + k]));
            largest[2] = Math.max(largest[2], Math.abs(frame.acceleration[k]) / length);
            largest[2] = Math.max(largest[2], Math.abs(frame.acceleration[3 + k]));
        }
    }

    /** Derivatives of angles of some order: the largest product of derivatives whose orders add up to it. */
    double turning(int order) {
        double rate = largest[1];
        products[0] = 1;
        for (int d = 1; d < largest.length; d++) {
            products[d] = 0;
            for (int j = 1; j <= d; j++) {
                products[d] = Math.max(products[d], largest[j] * products[d - j]);
            }
            rate = d == 1 ? rate : Math.max(rate, Math.pow(largest[d], 1.0 / d));
        }
        return Math.max(products[order], ROUNDING * Math.pow(rate, order));
    }
}
