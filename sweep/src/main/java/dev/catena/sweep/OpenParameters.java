package dev.catena.sweep;

import dev.catena.model.Body;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;
import java.util.Map;

/**
 * The vector "parameters" of compiled code from what varies: of each open body XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M
 * about its origin, of each open joint Coulomb and viscous friction.
 */
final class OpenParameters {
    private static final int OF_BODY = 10;
    private static final int OF_JOINT = 2;

    private final SweepFunction function;
    private final List<String> bodies;
    private final List<String> joints;
    private final int room;

    /** By variable: its values in a block. */
    private final Map<String, double[]> values;

    OpenParameters(
            SweepFunction function, List<String> bodies, List<String> joints, int room, Map<String, double[]> values) {
        this.function = function;
        this.bodies = bodies;
        this.joints = joints;
        this.room = room;
        this.values = values;
    }

    /** Writes component k of state s to entry {@code k · room + s}. */
    void fill(int count, double[] parameters) {
        for (int b = 0; b < bodies.size(); b++) {
            fillBody(bodies.get(b), count, parameters, OF_BODY * b * room);
        }
        RobotModel model = function.model();
        for (int j = 0; j < joints.size(); j++) {
            String joint = joints.get(j);
            Friction given = model.movingJoints().get(model.coordinate(joint)).friction();
            int at = (OF_BODY * bodies.size() + OF_JOINT * j) * room;
            copy("coulomb_" + joint, given.coulomb(), count, parameters, at);
            copy("viscous_" + joint, given.viscous(), count, parameters, at + room);
        }
    }

    private void copy(String name, double given, int count, double[] out, int at) {
        for (int s = 0; s < count; s++) {
            out[at + s] = value(name, given, s);
        }
    }

    private double value(String name, double given, int state) {
        double[] varied = values.get(name);
        return varied == null ? given : varied[state];
    }

    private void fillBody(String name, int count, double[] out, int at) {
        RobotModel model = function.model();
        Body body = model.bodies().get(model.bodyIndex(name));
        SpatialInertia given = body.inertia();
        InertiaTensor j = given.tensorAboutCenter();
        Vector3 c = given.centerOfMass();
        boolean carries = name.equals(function.payloadBody());
        Vector3 r = function.payloadInBody();
        for (int s = 0; s < count; s++) {
            double m = value("mass_" + name, given.mass(), s);
            double part = given.mass() == 0 ? 0 : m / given.mass();
            double x = value("center_x_" + name, c.x(), s);
            double y = value("center_y_" + name, c.y(), s);
            double z = value("center_z_" + name, c.z(), s);
            double p = carries ? value(SweepFunction.PAYLOAD, 0, s) : 0;
            // J of the origin = J of the center + M (c·c 1 − c cᵀ), and the same of the payload's point
            put(out, at, s, 0, part * j.xx() + m * (y * y + z * z) + p * (r.y() * r.y() + r.z() * r.z()));
            put(out, at, s, 1, part * j.xy() - m * x * y - p * r.x() * r.y());
            put(out, at, s, 2, part * j.xz() - m * x * z - p * r.x() * r.z());
            put(out, at, s, 3, part * j.yy() + m * (x * x + z * z) + p * (r.x() * r.x() + r.z() * r.z()));
            put(out, at, s, 4, part * j.yz() - m * y * z - p * r.y() * r.z());
            put(out, at, s, 5, part * j.zz() + m * (x * x + y * y) + p * (r.x() * r.x() + r.y() * r.y()));
            put(out, at, s, 6, m * x + p * r.x());
            put(out, at, s, 7, m * y + p * r.y());
            put(out, at, s, 8, m * z + p * r.z());
            put(out, at, s, 9, m + p);
        }
    }

    private void put(double[] out, int at, int state, int component, double value) {
        out[at + component * room + state] = value;
    }
}
