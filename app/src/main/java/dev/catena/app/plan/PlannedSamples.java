package dev.catena.app.plan;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.planning.function.TreeDynamics;
import java.util.List;
import java.util.Optional;

/** A planned motion in equal steps, with what the drives do and, of a tree, what the joints carry. */
public final class PlannedSamples {
    /** The joints that move independently: all of a tree. */
    final List<String> names;

    final double[] time;

    /** By order, joint and sample. */
    final double[][][] motion;

    /** By joint and sample. */
    final double[][] torque;

    /** Empty where something stands on the ground, whose loads have no rates. */
    final double[][] torqueRate;

    /** Of a tree of rigid joints that nothing touches; empty otherwise. */
    final double[][] reactionForce;

    /** Positions of all joints, by sample. */
    final double[][] posture;

    public PlannedSamples(
            RobotModel robot,
            MotionLimits drives,
            Surroundings around,
            Optional<StateFunction> grounded,
            PlannedMotion planned,
            int count) {
        StateFunction torques = grounded.orElseGet(drives::torque);
        StateFunction rates = drives.torqueRate();
        names = drives.coordinates();
        boolean plain = !robot.hasLoops()
                && robot.elasticJoints().isEmpty()
                && robot.baseKind() == BaseKind.FIXED
                && around.isEmpty()
                && grounded.isEmpty();
        int n = names.size();
        time = new double[count];
        motion = new double[4][n][count];
        torque = new double[n][count];
        torqueRate = grounded.isPresent() ? new double[0][] : new double[n][count];
        reactionForce = plain ? new double[n][count] : new double[0][];
        posture = new double[count][robot.jointCount()];
        double[] tau = new double[n];
        double[] tauRate = new double[n];
        for (int k = 0; k < count; k++) {
            time[k] = planned.duration() * k / (count - 1);
            MotionState s = planned.at(time[k]);
            torques.value(s, tau);
            if (torqueRate.length > 0) {
                rates.value(s, tauRate);
            }
            for (int i = 0; i < n; i++) {
                for (int order = 0; order < 4; order++) {
                    motion[order][i][k] = s.derivative(order)[i];
                }
                torque[i][k] = tau[i];
                if (torqueRate.length > 0) {
                    torqueRate[i][k] = tauRate[i];
                }
            }
        }
        if (robot.hasLoops()) {
            closeLoops(robot);
        } else if (plain) {
            fillReactions(new TreeDynamics(robot).model());
        } else {
            for (int k = 0; k < count; k++) {
                take(0, k, posture[k]);
            }
        }
    }

    private void closeLoops(RobotModel robot) {
        LoopKinematics kinematics = new LoopKinematics(robot);
        double[] q = new double[names.size()];
        for (int k = 0; k < time.length; k++) {
            take(0, k, q);
            if (kinematics.close(q).isClosed()) {
                kinematics.positions(posture[k]);
            }
        }
    }

    private void fillReactions(RobotModel robot) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        int n = names.size();
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] tau = new double[n];
        double[] wrench = new double[6];
        for (int k = 0; k < time.length; k++) {
            take(0, k, posture[k]);
            take(1, k, qd);
            take(2, k, qdd);
            dynamics.compute(posture[k], qd, qdd, tau);
            for (int i = 0; i < n; i++) {
                dynamics.jointWrenchInBody(
                        robot.bodyIndex(robot.movingJoints().get(i).child()), wrench);
                reactionForce[i][k] = Math.sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2]);
            }
        }
    }

    private void take(int order, int sample, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = motion[order][i][sample];
        }
    }
}
