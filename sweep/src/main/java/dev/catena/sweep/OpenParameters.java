package dev.catena.sweep;

import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The vector "parameters" of compiled code from what varies: of each open body XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M
 * about its origin, of each open joint Coulomb and viscous friction.
 */
final class OpenParameters {
    private static final int OF_BODY = 10;

    /** What varies of a body, or stays: its values in a block. */
    private record VariedBody(
            InertiaTensor tensor,
            double givenMass,
            double[] mass,
            double[] x,
            double[] y,
            double[] z,
            double[] payload,
            Vector3 place) {}

    private final List<VariedBody> bodies = new ArrayList<>();
    private final List<double[]> frictions = new ArrayList<>();
    private final int room;

    /** @param values by variable: its values in a block */
    OpenParameters(
            SweepFunction function, List<String> bodies, List<String> joints, int room, Map<String, double[]> values) {
        this.room = room;
        RobotModel model = function.model();
        for (String name : bodies) {
            SpatialInertia given = model.bodies().get(model.bodyIndex(name)).inertia();
            Vector3 c = given.centerOfMass();
            boolean carries = name.equals(function.payloadBody());
            this.bodies.add(new VariedBody(
                    given.tensorAboutCenter(),
                    given.mass(),
                    series(values.get("mass_" + name), given.mass()),
                    series(values.get("center_x_" + name), c.x()),
                    series(values.get("center_y_" + name), c.y()),
                    series(values.get("center_z_" + name), c.z()),
                    series(carries ? values.get(SweepFunction.PAYLOAD) : null, 0),
                    function.payloadInBody()));
        }
        for (String joint : joints) {
            Friction given = model.movingJoints().get(model.coordinate(joint)).friction();
            frictions.add(series(values.get("coulomb_" + joint), given.coulomb()));
            frictions.add(series(values.get("viscous_" + joint), given.viscous()));
        }
    }

    /** The values of what varies, or as many of what stays. */
    private double[] series(double @Nullable [] varied, double given) {
        if (varied != null) {
            return varied;
        }
        double[] constant = new double[room];
        Arrays.fill(constant, given);
        return constant;
    }

    /** Writes component k of state s to entry {@code k · room + s}. */
    void fill(int count, double[] parameters) {
        for (int b = 0; b < bodies.size(); b++) {
            fillTensor(bodies.get(b), count, parameters, OF_BODY * b * room);
            fillMoments(bodies.get(b), count, parameters, (OF_BODY * b + 6) * room);
        }
        for (int f = 0; f < frictions.size(); f++) {
            System.arraycopy(frictions.get(f), 0, parameters, (OF_BODY * bodies.size() + f) * room, count);
        }
    }

    /** J of the origin = J of the center + M (c·c 1 − c cᵀ), and the same of the payload's point. */
    private void fillTensor(VariedBody body, int count, double[] out, int at) {
        InertiaTensor j = body.tensor;
        double unit = body.givenMass == 0 ? 0 : 1 / body.givenMass;
        Vector3 r = body.place;
        square(body, count, out, at, j.xx() * unit, body.y, body.z, r.y() * r.y() + r.z() * r.z());
        product(body, count, out, at + room, j.xy() * unit, body.x, body.y, r.x() * r.y());
        product(body, count, out, at + 2 * room, j.xz() * unit, body.x, body.z, r.x() * r.z());
        square(body, count, out, at + 3 * room, j.yy() * unit, body.x, body.z, r.x() * r.x() + r.z() * r.z());
        product(body, count, out, at + 4 * room, j.yz() * unit, body.y, body.z, r.y() * r.z());
        square(body, count, out, at + 5 * room, j.zz() * unit, body.x, body.y, r.x() * r.x() + r.y() * r.y());
    }

    private static void square(
            VariedBody body, int count, double[] out, int at, double j, double[] a, double[] b, double ofPayload) {
        double[] m = body.mass;
        double[] p = body.payload;
        for (int s = 0; s < count; s++) {
            out[at + s] = m[s] * (j + (a[s] * a[s] + b[s] * b[s])) + p[s] * ofPayload;
        }
    }

    private static void product(
            VariedBody body, int count, double[] out, int at, double j, double[] a, double[] b, double ofPayload) {
        double[] m = body.mass;
        double[] p = body.payload;
        for (int s = 0; s < count; s++) {
            out[at + s] = m[s] * (j - a[s] * b[s]) - p[s] * ofPayload;
        }
    }

    private void fillMoments(VariedBody body, int count, double[] out, int at) {
        moment(body, count, out, at, body.x, body.place.x());
        moment(body, count, out, at + room, body.y, body.place.y());
        moment(body, count, out, at + 2 * room, body.z, body.place.z());
        for (int s = 0; s < count; s++) {
            out[at + 3 * room + s] = body.mass[s] + body.payload[s];
        }
    }

    private static void moment(VariedBody body, int count, double[] out, int at, double[] c, double place) {
        double[] m = body.mass;
        double[] p = body.payload;
        for (int s = 0; s < count; s++) {
            out[at + s] = m[s] * c[s] + p[s] * place;
        }
    }
}
