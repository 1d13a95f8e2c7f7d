package dev.catena.app.gait;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.ground.GroundReaction;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;

/** Forces inside the joints of a step with its feet loaded, and the step simulated with its torques. */
final class JointForces {
    private final WalkAnalysis analysis;
    private final RobotModel robot;
    private final Support support;
    private final Kinematics kinematics;
    private final ExternalWrenches wrenches;

    JointForces(WalkAnalysis analysis) {
        this.analysis = analysis;
        robot = analysis.robot();
        support = analysis.problem().support();
        kinematics = new Kinematics(robot);
        wrenches = new ExternalWrenches(robot);
    }

    /** Puts loads about the world's origin on the bodies of the feet. */
    private void load(double[] q, double[] loads, int at) {
        kinematics.compute(q);
        ExternalWrenches unused = wrenches.clear();
        for (int f = 0; f < support.feet().size(); f++) {
            int body = robot.bodyIndex(support.feet().get(f).body());
            Vector3 origin = kinematics.worldFromBody(body).position();
            int k = at + 6 * f;
            Vector3 force = new Vector3(loads[k], loads[k + 1], loads[k + 2]);
            Vector3 moment = new Vector3(loads[k + 3], loads[k + 4], loads[k + 5]).minus(origin.cross(force));
            unused = wrenches.inWorld(body, force, moment);
        }
    }

    /** Norms of the forces that joints carry, in weights, over a stride of the right leg. */
    double[] norms(String body) {
        double[] right = norms(robot.bodyIndex(body + "_r"));
        return analysis.isStride() ? right : analysis.joined(right, norms(robot.bodyIndex(body + "_l")));
    }

    private double[] norms(int body) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[] norms = new double[analysis.times.length];
        double[] tau = new double[robot.jointCount()];
        double[] wrench = new double[6];
        for (int k = 0; k < norms.length; k++) {
            MotionState state = analysis.motion().at(analysis.times[k]);
            load(state.position(), analysis.loads[k], 0);
            dynamics.compute(null, state.position(), state.velocity(), state.acceleration(), wrenches, tau);
            dynamics.jointWrenchInBody(body, wrench);
            double square = wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2];
            norms[k] = Math.sqrt(square) / support.weight();
        }
        return norms;
    }

    /**
     * How far the step simulated with the planned torques and loads is from the plan, rad or m, at most. It starts anew at
     * each sample: a foot of a pound under the weight of the body topples within milliseconds, so that over the whole step
     * without feedback rounding grows beyond all bounds.
     *
     * @param stepsBetween samples
     */
    double simulationError(int stepsBetween) {
        int steps = stepsBetween * (analysis.times.length - 1);
        int n = robot.jointCount();
        double h = analysis.motion().duration() / steps;
        double[] x = new double[2 * n];
        ForwardDynamics dynamics = ForwardDynamics.of(robot);
        GroundReaction ground = new GroundReaction(robot, support.feet());
        double worst = 0;
        double[][] k = new double[4][2 * n];
        double[] trial = new double[2 * n];
        for (int s = 0; s < steps; s++) {
            double t = s * h;
            if (s % stepsBetween == 0) {
                MotionState anew = analysis.motion().at(t);
                System.arraycopy(anew.position(), 0, x, 0, n);
                System.arraycopy(anew.velocity(), 0, x, n, n);
            }
            double[] share = {0, 0.5, 0.5, 1};
            for (int stage = 0; stage < 4; stage++) {
                for (int i = 0; i < 2 * n; i++) {
                    trial[i] = x[i] + (stage == 0 ? 0 : share[stage] * h * k[stage - 1][i]);
                }
                rate(ground, dynamics, t + share[stage] * h, trial, k[stage]);
            }
            for (int i = 0; i < 2 * n; i++) {
                x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
            }
            MotionState planned = analysis.motion().at(t + h);
            for (int i = 0; i < n; i++) {
                worst = Math.max(worst, Math.abs(x[i] - planned.position()[i]));
            }
        }
        return worst;
    }

    private void rate(GroundReaction ground, ForwardDynamics dynamics, double t, double[] x, double[] out) {
        int n = robot.jointCount();
        MotionState planned = analysis.motion().at(t);
        double moment = planned.moment();
        double[] given = new double[6 * support.feet().size()];
        for (int e = 0; e < support.countAt(moment); e++) {
            given[support.column(e, moment)] = planned.inputs()[e];
        }
        ground.compute(planned.position(), planned.velocity(), planned.acceleration(), support.footing(moment), given);
        double[] rows = new double[ground.rowCount()];
        ground.rows(rows);
        double[] tau = new double[n];
        System.arraycopy(rows, 0, tau, 0, n);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        System.arraycopy(x, 0, q, 0, n);
        System.arraycopy(x, n, qd, 0, n);
        load(q, rows, n);
        dynamics.compute(null, q, qd, tau, wrenches, qdd);
        System.arraycopy(qd, 0, out, 0, n);
        System.arraycopy(qdd, 0, out, n, n);
    }
}
