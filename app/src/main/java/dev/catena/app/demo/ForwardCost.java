package dev.catena.app.demo;

import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;

/**
 * What forward dynamics of chains costs, in microseconds by number of links: the best of several rounds in which the forms
 * take turns.
 */
record ForwardCost(int[] links, double[] proximal, double[] articulated, double[] dense) {
    private static final int[] LINKS = {2, 4, 8, 16, 32, 64, 128, 200};
    private static final int ROUNDS = 6;

    /** Links times computations of a round, so that every size takes about the same time. */
    private static final int WORK = 8_000;

    static ForwardCost measure() {
        double[][] best = new double[3][LINKS.length];
        for (int k = 0; k < LINKS.length; k++) {
            RobotModel robot = chain(LINKS[k]);
            List<ForwardDynamics> forms = List.of(
                    new ProximalForwardDynamics(robot),
                    new ArticulatedForwardDynamics(robot),
                    new DenseForwardDynamics(robot));
            int calls = Math.max(20, WORK / LINKS[k]);
            for (int form = 0; form < forms.size(); form++) {
                best[form][k] = Double.POSITIVE_INFINITY;
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int form = 0; form < forms.size(); form++) {
                    best[form][k] = Math.min(best[form][k], round(forms.get(form), LINKS[k], calls));
                }
            }
        }
        return new ForwardCost(LINKS.clone(), best[0], best[1], best[2]);
    }

    private static double round(ForwardDynamics dynamics, int n, int calls) {
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] tau = new double[n];
        double[] qdd = new double[n];
        for (int j = 0; j < n; j++) {
            q[j] = Math.sin(j + 1.0);
            qd[j] = 0.1 * Math.cos(j);
        }
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) {
            q[0] = 1e-3 * call;
            dynamics.compute(q, qd, tau, qdd);
        }
        return 1e-3 * (System.nanoTime() - start) / calls;
    }

    /** Booms of half a meter on joints that turn about two directions in turn. */
    private static RobotModel chain(int n) {
        SpatialInertia boom =
                SpatialInertia.aboutCenterOfMass(3, new Vector3(0.25, 0, 0), InertiaTensor.diagonal(0.003, 0.06, 0.06));
        RobotModelBuilder builder = RobotModel.builder("chain" + n).gravity(0, 0, 0);
        for (int j = 0; j < n; j++) {
            String parent = j == 0 ? "base" : "boom" + (j - 1);
            Pose at = new Pose(Rotation.aboutX(j == 0 ? 0 : Math.PI / 2), new Vector3(j == 0 ? 0 : 0.5, 0, 0));
            builder.link(Joint.revolute("joint" + j, parent, "boom" + j).at(at, Vector3.Z), boom);
        }
        return builder.build();
    }
}
