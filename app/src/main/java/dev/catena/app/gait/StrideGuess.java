package dev.catena.app.gait;

import dev.catena.model.RobotModel;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;

/** A step and its mirror image behind it, to begin the search for a stride with. */
final class StrideGuess {
    private static final int SAMPLES_BY_POINT = 8;

    private StrideGuess() {}

    static Spline of(RobotModel robot, Spline step, WalkOptions options) {
        int n = robot.jointCount();
        SplineBasis basis = SplineBasis.uniform(3, options.controlPoints());
        int count = SAMPLES_BY_POINT * options.controlPoints();
        double[] parameters = new double[count];
        double[] samples = new double[count * n];
        double[] q = new double[n];
        for (int k = 0; k < count; k++) {
            parameters[k] = (double) k / (count - 1);
            boolean isFirst = parameters[k] <= 0.5;
            step.evaluate(Math.min(1, 2 * parameters[k] - (isFirst ? 0 : 1)), 0, q);
            for (int i = 0; i < n; i++) {
                samples[k * n + i] = isFirst ? q[i] : mirrored(robot, i, q, options.stepLength());
            }
        }
        return SplineFit.leastSquares(basis, n, parameters, samples);
    }

    /** A coordinate without a partner, because that one is held, is taken as it is. */
    private static double mirrored(RobotModel robot, int i, double[] q, double length) {
        String name = robot.jointNames().get(i);
        String other = Walker.partner(name);
        double value = q[robot.hasCoordinate(other) ? robot.coordinate(other) : i];
        return (Walker.isReversed(name) ? -value : value) + (name.equals("tz") ? length : 0);
    }
}
