package dev.catena.algebra;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.List;

/** Results of most kernels of core, for one way of rounding. */
final class ManyResults {
    private ManyResults() {}

    /** τ, dτ/dt, M, q̈ of that τ, and derivatives of robots that are shallow, deep, and full of everything. */
    static List<double[]> compute() {
        List<double[]> results = new ArrayList<>();
        add(RandomRobots.chain(1, 7).build(), results);
        add(RandomRobots.chain(2, 26).build(), results);
        add(RandomRobots.tree(3, 12).prismaticShare(0.3).rotors().friction().build(), results);
        return results;
    }

    private static void add(RobotModel robot, List<double[]> results) {
        int n = robot.jointCount();
        RandomMotion motion = RandomMotion.of(robot, 4);
        double[] q = motion.q();
        double[] qd = motion.qd();
        double[] tau = next(results, n);
        new InverseDynamics(robot).compute(q, qd, motion.qdd(), tau);
        new ForceRate(robot).compute(q, qd, motion.qdd(), motion.qddd(), next(results, n), next(results, n));
        new MassMatrix(robot).compute(q, next(results, n * n));
        ForwardDynamics.of(robot).compute(q, qd, tau, next(results, n));
        new TorqueSensitivity(robot)
                .compute(q, qd, motion.qdd(), next(results, n * n), next(results, n * n), next(results, n * n));
        new AccelerationSensitivity(robot)
                .compute(q, qd, tau, next(results, n * n), next(results, n * n), next(results, n * n));
    }

    private static double[] next(List<double[]> results, int length) {
        double[] out = new double[length];
        results.add(out);
        return out;
    }
}
