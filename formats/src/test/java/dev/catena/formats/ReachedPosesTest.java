package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inverse kinematics of real arms; {@code ReachFigures} of the benchmarks takes many more poses, and their time. */
class ReachedPosesTest {
    private static double[] posture(RobotModel robot, Random random) {
        return robot.movingJoints().stream()
                .mapToDouble(joint -> {
                    JointLimits limits = joint.limits();
                    return limits.lower() + random.nextDouble() * (limits.upper() - limits.lower());
                })
                .toArray();
    }

    private static Pose pose(RobotModel robot, double[] q) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q);
        return kinematics.worldFromBody(robot.bodies().size() - 1);
    }

    private static boolean isWithinLimits(RobotModel robot, double[] q) {
        for (int j = 0; j < q.length; j++) {
            JointLimits limits = robot.movingJoints().get(j).limits();
            if (q[j] < limits.lower() || q[j] > limits.upper()) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @ValueSource(strings = {"panda", "puma560", "iiwa", "ur10"})
    void posesThatExistAreReachedWithinLimits(String name) {
        RobotModel robot = ShippedRobots.load(name);
        String hand = robot.bodies().get(robot.bodies().size() - 1).name();
        InverseKinematics reach = new InverseKinematics(robot, PoseTarget.pose(hand));
        Random random = new Random(14);
        int reached = 0;
        int poses = 400;
        double[] q = new double[robot.jointCount()];
        for (int k = 0; k < poses; k++) {
            Pose goal = pose(robot, posture(robot, random));
            reach.goal(0, goal);
            if (reach.solve(posture(robot, random)) == ReachStatus.REACHED) {
                reached++;
                reach.positions(q);
                assertThat(isWithinLimits(robot, q)).as("pose %s: %s", k, q).isTrue();
                Pose found = pose(robot, q);
                assertThat(found.position().minus(goal.position()).norm()).isLessThan(1.01e-10);
                double[] a = found.rotation().toArray();
                double[] b = goal.rotation().toArray();
                double squares = 0;
                for (int i = 0; i < 9; i++) {
                    squares += (a[i] - b[i]) * (a[i] - b[i]);
                }
                assertThat(Math.sqrt(squares / 2)).isLessThan(1.01e-10);
            }
        }
        assertThat(reached).as("of %s poses, seed 14", poses).isGreaterThanOrEqualTo((int) (0.995 * poses));
    }

    /** All that the closed form of a spherical wrist finds within limits is found, and nothing else. */
    @Test
    void theClosedFormOfThePumaAgrees() {
        RobotModel robot = ShippedRobots.load("puma560");
        InverseKinematics reach =
                new InverseKinematics(robot, ReachOptions.DEFAULT.withStarts(400), List.of(PoseTarget.pose("link6")));
        Random random = new Random(560);
        int compared = 0;
        for (int k = 0; k < 12; k++) {
            double[] q = posture(robot, random);
            Pose goal = pose(robot, q);
            reach.goal(0, goal);
            List<double[]> found = reach.allSolutions(q);
            List<double[]> closed = new ArrayList<>();
            for (double[] solution : closedForm(goal)) {
                double[] turned = withinLimits(robot, solution);
                if (turned.length > 0) {
                    closed.add(turned);
                }
            }
            int pose = k;
            assertThat(closed)
                    .allSatisfy(a -> assertThat(found)
                            .as("pose %s, %s of the closed form", pose, Arrays.toString(a))
                            .anySatisfy(b -> assertSame(a, b)));
            assertThat(found).hasSameSizeAs(closed);
            compared += closed.size();
        }
        assertThat(compared).isGreaterThan(24);
    }

    private static void assertSame(double[] a, double[] b) {
        for (int j = 0; j < 6; j++) {
            assertThat(Math.abs(Math.IEEEremainder(a[j] - b[j], 2 * Math.PI))).isLessThan(1e-6);
        }
    }

    /** The same posture with joints turned into their limits; empty if there is none. */
    private static double[] withinLimits(RobotModel robot, double[] q) {
        double[] turned = q.clone();
        for (int j = 0; j < q.length; j++) {
            double lower = robot.movingJoints().get(j).limits().lower();
            turned[j] += 2 * Math.PI * Math.ceil((lower - q[j]) / (2 * Math.PI));
        }
        return isWithinLimits(robot, turned) ? turned : new double[0];
    }

    /** The eight postures of the PUMA 560, standard Denavit-Hartenberg frames, wrist center at the origin of the last. */
    private static List<double[]> closedForm(Pose goal) {
        double a2 = 0.4318;
        double a3 = 0.0203;
        double d3 = 0.15005;
        double d4 = 0.4318;
        double px = goal.position().x();
        double py = goal.position().y();
        double pz = goal.position().z();
        double L = Math.hypot(a3, d4);
        double delta = Math.atan2(d4, a3);
        List<double[]> solutions = new ArrayList<>();
        for (int shoulder = -1; shoulder <= 1; shoulder += 2) {
            // (px, py) = Rot(θ₁) (X, −d₃)
            double X = shoulder * Math.sqrt(px * px + py * py - d3 * d3);
            double t1 = Math.atan2(py, px) - Math.atan2(-d3, X);
            for (int elbow = -1; elbow <= 1; elbow += 2) {
                // two links a₂ and L in the plane of the arm
                double psi = elbow * Math.acos((X * X + pz * pz - a2 * a2 - L * L) / (2 * a2 * L));
                double t2 = Math.atan2(pz, X) - Math.atan2(L * Math.sin(psi), a2 + L * Math.cos(psi));
                double t3 = psi - delta;
                for (int wrist = -1; wrist <= 1; wrist += 2) {
                    double[] w = wrist(goal.rotation().toArray(), t1, t2 + t3, wrist);
                    solutions.add(new double[] {t1, t2, t3, w[0], w[1], w[2]});
                }
            }
        }
        return solutions;
    }

    /** R₃₆ = Rz(θ₄) Ry(−θ₅) Rz(θ₆). */
    private static double[] wrist(double[] R, double t1, double t23, int sign) {
        double c = Math.cos(t1);
        double s = Math.sin(t1);
        double cc = Math.cos(t23);
        double ss = Math.sin(t23);
        // columns of R₀₃: x in the plane of the arm, y = −z₁, z along the forearm
        double[][] frame = {{c * cc, s * cc, ss}, {-s, c, 0}, {-c * ss, -s * ss, cc}};
        double[] third = new double[3];
        double[] column = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                column[i] += frame[i][k] * R[3 * k + 2];
                third[i] += frame[2][k] * R[3 * k + i];
            }
        }
        double t5 = sign * Math.acos(column[2]);
        return new double[] {
            Math.atan2(-sign * column[1], -sign * column[0]), t5, Math.atan2(-sign * third[1], sign * third[0])
        };
    }
}
