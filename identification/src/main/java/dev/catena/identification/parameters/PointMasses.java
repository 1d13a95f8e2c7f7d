package dev.catena.identification.parameters;

import dev.catena.dynamics.Regressor;
import dev.catena.model.Body;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;

/** What a point mass on a body does to the parameters of a robot. */
final class PointMasses {
    private final RobotModel empty;
    private final boolean withDrives;

    PointMasses(RobotModel robot, boolean withDrives) {
        this.withDrives = withDrives;
        var builder = robot.toBuilder().inertiaPolicy(InertiaPolicy.LENIENT);
        for (Body body : robot.bodies()) {
            builder.replace(new Body(body.name(), SpatialInertia.ZERO));
        }
        empty = builder.build();
    }

    /** The parameters of one kilogram on a body, on the z axis of a frame on it, and nothing else. */
    double[] on(String body, Pose bodyFromFrame, double z) {
        Vector3 p = bodyFromFrame.apply(new Vector3(0, 0, z));
        RobotModel loaded = empty.toBuilder()
                .replace(new Body(body, new SpatialInertia(1, p, InertiaTensor.ZERO)))
                .build();
        Regressor regressor = withDrives ? Regressor.withDrives(loaded) : new Regressor(loaded);
        double[] values = new double[regressor.columns()];
        regressor.parameters(values);
        if (withDrives) {
            // drives stay where they are
            double[] drives = new double[values.length];
            Regressor.withDrives(empty).parameters(drives);
            Arrays.setAll(values, k -> values[k] - drives[k]);
        }
        return values;
    }
}
