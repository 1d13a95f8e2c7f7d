package dev.catena.app.eval;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.WrenchSensitivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Derivatives as matrices: rows are outputs, columns the joints that are varied. */
final class Sensitivities {
    private static final List<String> WRENCH_ROWS =
            List.of("force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z");

    /** Where ∂q̈/∂τ stands among the derivatives of accelerations. */
    private static final int BY_TORQUE = 2;

    private final RobotModel robot;
    private final int n;
    private final List<String> joints;
    private final TorqueSensitivity torques;
    private final WrenchSensitivity wrenches;
    private final AccelerationSensitivity accelerations;

    Sensitivities(RobotModel robot) {
        this.robot = robot;
        n = robot.jointCount();
        joints = robot.jointNames();
        torques = new TorqueSensitivity(robot);
        List<String> fixed = robot.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .map(Joint::name)
                .toList();
        wrenches = new WrenchSensitivity(robot, fixed);
        accelerations = new AccelerationSensitivity(robot);
    }

    /** n × n, the base's motion held. */
    Value torque(Variable variable, BaseMotion base, double[] q, double[] qd, double[] qdd, ExternalWrenches applied) {
        double[][] by = new double[3][n * n];
        torques.compute(base, q, qd, qdd, applied, List.of(), by[0], by[1], by[2]);
        return rows(by[variable.ordinal()], joints);
    }

    /** By joint 6 × n, force rows first, in the child's frame about its origin. */
    Value jointWrench(
            Variable variable, BaseMotion base, double[] q, double[] qd, double[] qdd, ExternalWrenches applied) {
        wrenches.compute(base, q, qd, qdd, applied, List.of());
        Map<String, Value> values = new LinkedHashMap<>();
        double[] derivative = new double[6 * n];
        for (Joint joint : robot.joints()) {
            wrenches.wrench(variable, robot.bodyIndex(joint.child()), derivative);
            values.put(joint.name(), rows(derivative, WRENCH_ROWS));
        }
        return new Value.Fields(values);
    }

    Value accelerationByPosition(BaseMotion base, double[] q, double[] qd, double[] tau, ExternalWrenches applied) {
        return acceleration(0, base, q, qd, tau, applied);
    }

    Value accelerationByVelocity(BaseMotion base, double[] q, double[] qd, double[] tau, ExternalWrenches applied) {
        return acceleration(1, base, q, qd, tau, applied);
    }

    Value accelerationByTorque(BaseMotion base, double[] q, double[] qd, double[] tau, ExternalWrenches applied) {
        return acceleration(BY_TORQUE, base, q, qd, tau, applied);
    }

    /** n × n, at the accelerations that the torques cause; a floating base is free. */
    private Value acceleration(
            int which, BaseMotion base, double[] q, double[] qd, double[] tau, ExternalWrenches applied) {
        if (robot.baseKind() == BaseKind.FLOATING) {
            int size = 6 + n;
            double[][] by = {new double[size * size], new double[size * size], new double[size * n]};
            accelerations.computeFloating(base, q, qd, tau, applied, by[0], by[1], by[2]);
            return rows(jointPart(by[which], which == BY_TORQUE ? n : size), joints);
        }
        double[][] by = new double[3][n * n];
        accelerations.compute(base, q, qd, tau, applied, by[0], by[1], by[2]);
        return rows(by[which], joints);
    }

    /** The last n rows and columns. */
    private double[] jointPart(double[] matrix, int columns) {
        double[] part = new double[n * n];
        for (int row = 0; row < n; row++) {
            System.arraycopy(matrix, (6 + row) * columns + columns - n, part, row * n, n);
        }
        return part;
    }

    private Value rows(double[] matrix, List<String> rowNames) {
        List<Value.Numbers> rows = new ArrayList<>();
        for (int row = 0; row < rowNames.size(); row++) {
            String name = rowNames.get(row);
            rows.add(new Value.Numbers(
                    joints.stream().map(joint -> name + "_" + joint).toList(),
                    Arrays.copyOfRange(matrix, row * n, (row + 1) * n)));
        }
        return new Value.Rows(rows);
    }
}
