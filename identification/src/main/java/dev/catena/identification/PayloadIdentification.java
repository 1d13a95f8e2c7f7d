package dev.catena.identification;

import dev.catena.algebra.Placement;
import dev.catena.identification.estimate.ErrorAnalysis;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Extent;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.List;

/**
 * What a robot carries: from motions without and with the load, all parameters of the robot and the ten of the load are estimated
 * together, so that errors of the model cancel that both have in common.
 */
public final class PayloadIdentification {
    private static final int TEN = 10;

    private PayloadIdentification() {}

    /**
     * The load on a body.
     *
     * @param body that carries it
     * @param deadZone by joint: equations with smaller speeds are left out; empty for none
     */
    public static Payload run(
            RobotModel robot,
            String body,
            List<MotionLog> unloaded,
            List<MotionLog> loaded,
            DriveModel drives,
            SignalOptions signals,
            double... deadZone) {
        MovingTree tree = new MovingTree(robot.openTree());
        int index = robot.bodyIndex(body);
        int carrier = tree.carrier[index];
        if (carrier == 0) {
            throw new IllegalArgumentException(
                    "body \"%s\" of robot \"%s\" does not move, so that no motion shows its load"
                            .formatted(body, robot.name()));
        }
        ObservationModel plain = ObservationModel.of(robot, drives);
        ObservationModel model = plain.withLoad(tree.coordinate[carrier]);
        HeldRows rows = HeldRows.of(new LoadedRows(
                new LogRows(plain, unloaded, signals, deadZone), new LogRows(model, loaded, signals, deadZone)));
        JointFactors factors = JointFactors.of(rows);
        LinearEstimate estimate = LeastSquares.weighted(factors);
        ErrorAnalysis errors = ErrorAnalysis.of(rows, estimate);
        int first = model.columns().size() - TEN;
        double[] value = new double[TEN];
        double[] deviation = new double[TEN];
        for (int k = 0; k < TEN; k++) {
            value[k] = estimate.value(first + k);
            deviation[k] = errors.deviation(first + k);
        }
        Placement p = tree.jointFromBody[index];
        Pose bodyFromJoint = new Pose(
                        new Rotation(p.xx, p.xy, p.xz, p.yx, p.yy, p.yz, p.zx, p.zy, p.zz),
                        new Vector3(p.px, p.py, p.pz))
                .inverse();
        double centerDeviation = value[9] == 0
                ? Double.POSITIVE_INFINITY
                : Math.max(deviation[6], Math.max(deviation[7], deviation[8])) / Math.abs(value[9]);
        return new Payload(
                body,
                inertia(value, bodyFromJoint),
                deviation[9],
                centerDeviation,
                new ShownLoad(estimate, first, Extent.of(robot).length()).of(value[9], bodyFromJoint.rotation()),
                fit(model, factors, estimate));
    }

    /** Of ten parameters in the frame of the joint, in that of the body. */
    private static SpatialInertia inertia(double[] value, Pose bodyFromJoint) {
        double mass = value[9];
        Vector3 center = mass != 0 ? new Vector3(value[6], value[7], value[8]).times(1 / mass) : Vector3.ZERO;
        return SpatialInertia.aboutOrigin(
                        mass, center, new InertiaTensor(value[0], value[1], value[2], value[3], value[4], value[5]))
                .in(bodyFromJoint);
    }

    private static List<JointFit> fit(ObservationModel model, JointFactors factors, LinearEstimate estimate) {
        List<JointFit> joints = new ArrayList<>();
        for (int j = 0; j < factors.joints(); j++) {
            joints.add(JointFit.of(model.jointNames().get(j), factors, j, estimate.values(), model.prior()));
        }
        return joints;
    }
}
