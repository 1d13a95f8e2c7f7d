package dev.catena.app.bench;

import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;
import java.util.Optional;

/** The hand-written class behind a quantity, called as compiled code is: input vectors, then output vectors. */
interface HandWritten {
    void compute(double[][] x);

    /** Empty for a quantity that only compiled code has in this form. */
    static Optional<HandWritten> of(RobotModel robot, Quantity quantity) {
        if (robot.baseKind() == BaseKind.FLOATING) {
            return ofFloating(robot, quantity);
        }
        return Optional.ofNullable(
                switch (quantity) {
                    case TORQUE -> torque(robot);
                    case BIAS -> bias(robot);
                    case GRAVITY -> gravity(robot);
                    case TORQUE_RATE -> torqueRate(robot);
                    case JOINT_WRENCH -> jointWrench(robot);
                    case ACCELERATION -> acceleration(robot);
                    case MASS_MATRIX -> massMatrix(robot);
                    case ENERGY -> energy(robot);
                    case REGRESSOR -> regressor(robot);
                    case TORQUE_SENSITIVITY -> torqueSensitivity(robot);
                    case ACCELERATION_SENSITIVITY -> accelerationSensitivity(robot);
                    case TORQUE_CURVATURE -> torqueCurvature(robot);
                    default -> null;
                });
    }

    /** The base's numbers are the first vector after those of the joints. */
    private static Optional<HandWritten> ofFloating(RobotModel robot, Quantity quantity) {
        BaseMotion base = new BaseMotion();
        FloatingInverseDynamics inverse = new FloatingInverseDynamics(robot);
        ForwardDynamics forward = ForwardDynamics.of(robot);
        MassMatrix matrix = new MassMatrix(robot);
        TorqueSensitivity torques = new TorqueSensitivity(robot);
        return Optional.ofNullable(
                switch (quantity) {
                    case TORQUE -> x -> inverse.compute(move(base, x[3]), x[0], x[1], x[2], x[5], x[4]);
                    case ACCELERATION -> x -> forward.computeFloating(move(base, x[3]), x[0], x[1], x[2], x[5], x[4]);
                    case MASS_MATRIX -> x -> matrix.computeFloating(x[0], x[1]);
                    case TORQUE_SENSITIVITY ->
                        x -> torques.computeFloating(
                                move(base, x[3]), x[0], x[1], x[2], null, List.of(), x[4], x[5], x[6]);
                    default -> null;
                });
    }

    private static BaseMotion move(BaseMotion base, double[] x) {
        base.pose(new Pose(
                        new Rotation(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]),
                        new Vector3(x[9], x[10], x[11])))
                .velocityInBase(x[12], x[13], x[14], x[15], x[16], x[17]);
        if (x.length > 18) {
            base.accelerationInBase(x[18], x[19], x[20], x[21], x[22], x[23]);
        }
        return base;
    }

    private static HandWritten torque(RobotModel robot) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        return x -> dynamics.compute(x[0], x[1], x[2], x[3]);
    }

    private static HandWritten bias(RobotModel robot) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        return x -> dynamics.bias(x[0], x[1], x[2]);
    }

    private static HandWritten gravity(RobotModel robot) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        return x -> dynamics.gravity(x[0], x[1]);
    }

    private static HandWritten torqueRate(RobotModel robot) {
        ForceRate rate = new ForceRate(robot);
        return x -> rate.compute(x[0], x[1], x[2], x[3], x[4], x[5]);
    }

    private static HandWritten jointWrench(RobotModel robot) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[] torque = new double[robot.jointCount()];
        double[] wrench = new double[6];
        int[] children = robot.joints().stream()
                .mapToInt(joint -> robot.bodyIndex(joint.child()))
                .toArray();
        return x -> {
            dynamics.compute(x[0], x[1], x[2], torque);
            for (int k = 0; k < children.length; k++) {
                dynamics.jointWrenchInBody(children[k], wrench);
                System.arraycopy(wrench, 0, x[3], 6 * k, 6);
            }
        };
    }

    private static HandWritten acceleration(RobotModel robot) {
        ForwardDynamics dynamics = ForwardDynamics.of(robot);
        return x -> dynamics.compute(x[0], x[1], x[2], x[3]);
    }

    private static HandWritten massMatrix(RobotModel robot) {
        MassMatrix matrix = new MassMatrix(robot);
        return x -> matrix.compute(x[0], x[1]);
    }

    private static HandWritten energy(RobotModel robot) {
        Kinematics kinematics = new Kinematics(robot);
        SystemMotion motion = new SystemMotion(robot);
        return x -> {
            kinematics.compute(x[0], x[1]);
            motion.compute(kinematics);
            x[2][0] = motion.kineticEnergy();
            x[2][1] = motion.potentialEnergy();
        };
    }

    private static HandWritten regressor(RobotModel robot) {
        Regressor regressor = new Regressor(robot);
        return x -> regressor.compute(x[0], x[1], x[2], x[3]);
    }

    private static HandWritten torqueSensitivity(RobotModel robot) {
        TorqueSensitivity sensitivity = new TorqueSensitivity(robot);
        return x -> sensitivity.compute(x[0], x[1], x[2], x[3], x[4], x[5]);
    }

    private static HandWritten accelerationSensitivity(RobotModel robot) {
        AccelerationSensitivity sensitivity = new AccelerationSensitivity(robot);
        return x -> sensitivity.compute(x[0], x[1], x[2], x[3], x[4], x[5]);
    }

    private static HandWritten torqueCurvature(RobotModel robot) {
        TorqueCurvature curvature = new TorqueCurvature(robot);
        return x -> curvature.compute(x[0], x[1], x[2], x[3], x[4]);
    }
}
