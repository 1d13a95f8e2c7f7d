package dev.catena.planning.terms;

import dev.catena.function.RobotFunctions;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import java.util.List;

/**
 * The squares ‖F‖² of the forces that joints carry inside: smooth where norms are not.
 *
 * <p>A component of a reaction force is the effort of a prismatic joint that is put there and held still. The robot with
 * three such joints beyond each joint in question has F among its torques, with all derivatives of
 * {@link MotionDynamics}: ∂²‖F‖² = 2 FₓᵀFₓ + 2 Σ Fₖ ∂²Fₖ, exact.
 */
public final class ReactionForceFunction implements StateFunction {
    private final RobotModel robot;
    private final List<String> joints;
    private final TreeDynamics dynamics;
    private final int n;
    private final int size;

    /** For each real coordinate, its coordinate in the extended robot. */
    private final int[] coordinate;

    /** For each joint in question, the coordinates of its x, y and z. */
    private final int[][] components;

    private final double[][] motion;
    private final double[] torque;
    private final double[] lambdaOfForces;
    private final double[][] byOrder;
    private final double[] hessian;

    public ReactionForceFunction(RobotModel robot, List<String> joints, RobotFunctions functions) {
        this(robot, List.copyOf(joints), new TreeDynamics(extend(robot, joints), functions));
    }

    private ReactionForceFunction(RobotModel robot, List<String> joints, TreeDynamics extendedDynamics) {
        this.robot = robot;
        this.joints = joints;
        dynamics = extendedDynamics;
        RobotModel extended = dynamics.model();
        n = robot.jointCount();
        size = extended.jointCount();
        coordinate = robot.jointNames().stream().mapToInt(extended::coordinate).toArray();
        components = new int[joints.size()][3];
        for (int row = 0; row < joints.size(); row++) {
            for (int k = 0; k < 3; k++) {
                components[row][k] = extended.coordinate(component(joints.get(row), k));
            }
        }
        motion = new double[3][size];
        torque = new double[size];
        lambdaOfForces = new double[size];
        byOrder = new double[3][size * size];
        hessian = new double[9 * size * size];
    }

    private static String component(String joint, int k) {
        return joint + " reaction " + "xyz".charAt(k);
    }

    private static RobotModel extend(RobotModel robot, List<String> joints) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            if (joints.contains(joint.name())) {
                addWithComponents(builder, joint);
            }
        }
        return builder.build();
    }

    private static void addWithComponents(RobotModelBuilder builder, Joint joint) {
        String[] bodies = new String[4];
        for (int k = 0; k < 3; k++) {
            bodies[k] = component(joint.name(), k) + " carrier";
            builder.body(bodies[k], SpatialInertia.ZERO);
        }
        bodies[3] = joint.child();
        builder.replace(new Joint(
                joint.name(),
                joint.kind(),
                joint.parent(),
                bodies[0],
                joint.geometry(),
                joint.limits(),
                joint.friction(),
                joint.drive()));
        Vector3[] axes = {Vector3.X, Vector3.Y, Vector3.Z};
        for (int k = 0; k < 3; k++) {
            builder.joint(Joint.prismatic(component(joint.name(), k), bodies[k], bodies[k + 1])
                    .with(JointGeometry.of(Pose.IDENTITY, axes[k])));
        }
    }

    @Override
    public int rows() {
        return joints.size();
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public String name(int row) {
        return "reaction force of " + joints.get(row);
    }

    @Override
    public double display(int row, double value) {
        return Math.sqrt(value);
    }

    private void extend(MotionState s) {
        for (int order = 0; order < 3; order++) {
            for (int i = 0; i < n; i++) {
                motion[order][coordinate[i]] = s.derivative(order)[i];
            }
        }
        dynamics.torque(motion[0], motion[1], motion[2], torque);
    }

    @Override
    public void value(MotionState s, double[] out) {
        extend(s);
        for (int row = 0; row < rows(); row++) {
            out[row] = 0;
            for (int k : components[row]) {
                out[row] += torque[k] * torque[k];
            }
        }
    }

    @Override
    public void jacobian(MotionState s, double[] out) {
        extend(s);
        dynamics.torqueDerivatives(motion[0], motion[1], motion[2], byOrder[0], byOrder[1], byOrder[2]);
        for (int row = 0; row < rows(); row++) {
            for (int column = 0; column < 3 * n; column++) {
                double sum = 0;
                for (int k : components[row]) {
                    sum += 2 * torque[k] * derivative(k, column);
                }
                out[row * 3 * n + column] = sum;
            }
        }
    }

    /** ∂Fₖ by a column of the state. */
    private double derivative(int k, int column) {
        return byOrder[column / n][k * size + coordinate[column % n]];
    }

    @Override
    public void addCurvature(MotionState s, double[] lambda, double[] out) {
        extend(s);
        dynamics.torqueDerivatives(motion[0], motion[1], motion[2], byOrder[0], byOrder[1], byOrder[2]);
        for (int row = 0; row < rows(); row++) {
            for (int k : components[row]) {
                lambdaOfForces[k] = 2 * lambda[row] * torque[k];
            }
        }
        dynamics.torqueCurvature(motion[0], motion[1], motion[2], lambdaOfForces, hessian);
        for (int a = 0; a < 3 * n; a++) {
            int line = (a / n * size + coordinate[a % n]) * 3 * size;
            for (int b = 0; b < 3 * n; b++) {
                double sum = hessian[line + b / n * size + coordinate[b % n]];
                for (int row = 0; row < rows(); row++) {
                    for (int k : components[row]) {
                        sum += 2 * lambda[row] * derivative(k, a) * derivative(k, b);
                    }
                }
                out[a * 3 * n + b] += sum;
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new ReactionForceFunction(robot, joints, dynamics.copy());
    }
}
