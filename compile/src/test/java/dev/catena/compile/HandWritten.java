package dev.catena.compile;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;

/** Every quantity by core's classes. */
public final class HandWritten {
    private HandWritten() {}

    /** The output vectors of a quantity for its input vectors. */
    public static double[][] of(RobotModel model, Quantity quantity, double[][] x) {
        int n = model.jointCount();
        double[] a = new double[n];
        double[][] square = new double[3][n * n];
        return switch (quantity) {
            case TORQUE -> {
                new InverseDynamics(model).compute(x[0], x[1], x[2], a);
                yield new double[][] {a};
            }
            case BIAS -> {
                new InverseDynamics(model).bias(x[0], x[1], a);
                yield new double[][] {a};
            }
            case GRAVITY -> {
                new InverseDynamics(model).gravity(x[0], a);
                yield new double[][] {a};
            }
            case JOINT_WRENCH -> new double[][] {jointWrenches(model, x[0], x[1], x[2])};
            case TORQUE_RATE -> {
                double[] rate = new double[n];
                new ForceRate(model).compute(x[0], x[1], x[2], x[3], a, rate);
                yield new double[][] {a, rate};
            }
            case ACCELERATION -> {
                ForwardDynamics.of(model).compute(x[0], x[1], x[2], a);
                yield new double[][] {a};
            }
            case MASS_MATRIX -> {
                new MassMatrix(model).compute(x[0], square[0]);
                yield new double[][] {square[0]};
            }
            case POSE -> new double[][] {poses(model, x[0])};
            case ENERGY -> new double[][] {energy(model, x[0], x[1])};
            case REGRESSOR -> {
                double[] matrix = new double[n * 10 * (n + model.coupledJoints().size())];
                new Regressor(model).compute(x[0], x[1], x[2], matrix);
                yield new double[][] {matrix};
            }
            case TORQUE_SENSITIVITY -> {
                new TorqueSensitivity(model).compute(x[0], x[1], x[2], square[0], square[1], square[2]);
                yield square;
            }
            case ACCELERATION_SENSITIVITY -> {
                new AccelerationSensitivity(model).compute(x[0], x[1], x[2], square[0], square[1], square[2]);
                yield square;
            }
            case TORQUE_CURVATURE -> {
                double[] hessian = new double[9 * n * n];
                new TorqueCurvature(model).compute(x[0], x[1], x[2], x[3], hessian);
                yield new double[][] {hessian};
            }
            default -> throw new IllegalArgumentException(quantity.key());
        };
    }

    private static double[] jointWrenches(RobotModel model, double[] q, double[] qd, double[] qdd) {
        InverseDynamics dynamics = new InverseDynamics(model);
        dynamics.compute(q, qd, qdd, new double[model.jointCount()]);
        return model.joints().stream()
                .map(joint -> dynamics.jointWrenchInBody(model.bodyIndex(joint.child())))
                .flatMapToDouble(wrench -> DoubleStream.of(
                        wrench.force().x(),
                        wrench.force().y(),
                        wrench.force().z(),
                        wrench.moment().x(),
                        wrench.moment().y(),
                        wrench.moment().z()))
                .toArray();
    }

    private static double[] poses(RobotModel model, double[] q) {
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(q);
        double[] poses = new double[12 * model.bodies().size()];
        double[] pose = new double[12];
        for (int b = 0; b < model.bodies().size(); b++) {
            kinematics.worldFromBody(b, pose);
            System.arraycopy(pose, 0, poses, 12 * b, 12);
        }
        return poses;
    }

    private static double[] energy(RobotModel model, double[] q, double[] qd) {
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(q, qd);
        SystemMotion motion = new SystemMotion(model);
        motion.compute(kinematics);
        return new double[] {motion.kineticEnergy(), motion.potentialEnergy()};
    }

    /** Random input vectors. */
    public static double[][] inputs(RobotModel model, Quantity quantity, Random random) {
        double[][] x = new double[quantity.inputs().size()][];
        Arrays.setAll(x, v -> random.doubles(model.jointCount(), -3, 3).toArray());
        return x;
    }
}
