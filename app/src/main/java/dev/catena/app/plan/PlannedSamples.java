package dev.catena.app.plan;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.RobotModel;
import dev.catena.planning.Motion;
import dev.catena.planning.MotionState;
import dev.catena.planning.TreeDynamics;
import java.util.StringJoiner;

/** A planned motion in equal steps, with what the drives do and the joints carry. */
public final class PlannedSamples {
    private static final String[] KEYS = {"q", "qd", "qdd", "qddd"};

    final RobotModel robot;
    final double[] time;

    /** By order, joint and sample. */
    final double[][][] motion;

    /** By joint and sample. */
    final double[][] torque;

    final double[][] torqueRate;
    final double[][] reactionForce;

    public PlannedSamples(RobotModel robot, Motion planned, int count) {
        this.robot = new TreeDynamics(robot).model();
        int n = robot.jointCount();
        time = new double[count];
        motion = new double[4][n][count];
        torque = new double[n][count];
        torqueRate = new double[n][count];
        reactionForce = new double[n][count];
        InverseDynamics dynamics = new InverseDynamics(this.robot);
        ForceRate rates = new ForceRate(this.robot);
        double[] tau = new double[n];
        double[] tauRate = new double[n];
        double[] wrench = new double[6];
        for (int k = 0; k < count; k++) {
            time[k] = planned.duration() * k / (count - 1);
            MotionState s = planned.at(time[k]);
            rates.compute(s.position(), s.velocity(), s.acceleration(), s.jerk(), tau, tauRate);
            dynamics.compute(s.position(), s.velocity(), s.acceleration(), tau);
            for (int i = 0; i < n; i++) {
                for (int order = 0; order < 4; order++) {
                    motion[order][i][k] = s.derivative(order)[i];
                }
                torque[i][k] = tau[i];
                torqueRate[i][k] = tauRate[i];
                dynamics.jointWrenchInBody(
                        robot.bodyIndex(robot.movingJoints().get(i).child()), wrench);
                reactionForce[i][k] = Math.sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2]);
            }
        }
    }

    /** Time, then q, qd, qdd, qddd, tau and tauRate of each joint: a trajectory for all other commands. */
    public String toCsv() {
        StringJoiner header = new StringJoiner(",").add("time");
        for (String key : KEYS) {
            robot.jointNames().forEach(name -> header.add(quoted(key + "_" + name)));
        }
        robot.jointNames().forEach(name -> header.add(quoted("tau_" + name)));
        robot.jointNames().forEach(name -> header.add(quoted("tauRate_" + name)));
        StringBuilder text = new StringBuilder().append(header).append('\n');
        for (int k = 0; k < time.length; k++) {
            StringJoiner row = new StringJoiner(",").add(Double.toString(time[k]));
            for (double[][] derivative : motion) {
                add(row, derivative, k);
            }
            add(row, torque, k);
            add(row, torqueRate, k);
            text.append(row).append('\n');
        }
        return text.toString();
    }

    private static void add(StringJoiner row, double[][] byJoint, int k) {
        for (double[] values : byJoint) {
            row.add(Double.toString(values[k]));
        }
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
