package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Body;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.ReferenceResults;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A robot read from URDF beside what Pinocchio computed for it, whose joints have another order. */
final class ReferenceRobot {
    final RobotModel model;
    final boolean floating;
    final List<JsonNode> joints = new ArrayList<>();
    final List<JsonNode> states = new ArrayList<>();

    /** How far Pinocchio itself is off when it computes with doubles. */
    final JsonNode errorOfPinocchio;

    private ReferenceRobot(String name) {
        ReferenceResults results = ReferenceResults.of(name);
        JsonNode reference = results.json();
        floating = results.floating();
        ReadOptions options = floating ? ReadOptions.DEFAULT.withFloatingBase() : ReadOptions.DEFAULT;
        String urdf = results.urdf().orElseGet(() -> UrdfWriter.write(results.robot()));
        model = UrdfReader.read(urdf, name + ".urdf", options).withoutFriction();
        reference.get("joints").forEach(joints::add);
        reference.get("states").forEach(states::add);
        errorOfPinocchio = reference.get("pinocchio_double_error");
        assertThat(states).hasSize(10);
    }

    static Stream<String> names() {
        return ReferenceResults.names().stream();
    }

    static ReferenceRobot read(String name) {
        return new ReferenceRobot(name);
    }

    /** The base's motion: classical acceleration = spatial acceleration + ω × v. */
    BaseMotion base(JsonNode state, int velocityFactor, int accelerationFactor) {
        BaseMotion base = new BaseMotion();
        if (!floating) {
            return base;
        }
        double[] q = doubles(state.get("q"));
        double[] v = doubles(state.get("v"));
        double[] a = doubles(state.get("a"));
        Vector3 linear = new Vector3(v[0], v[1], v[2]).times(velocityFactor);
        Vector3 angular = new Vector3(v[3], v[4], v[5]).times(velocityFactor);
        base.pose(q[0], q[1], q[2], q[3], q[4], q[5], q[6]).velocityInBase(linear, angular);
        Vector3 spatial = new Vector3(a[0], a[1], a[2]).times(accelerationFactor);
        return base.accelerationInBase(
                spatial.plus(angular.cross(linear)), new Vector3(a[3], a[4], a[5]).times(accelerationFactor));
    }

    ExternalWrenches wrenches(JsonNode state) {
        ExternalWrenches wrenches = new ExternalWrenches(model);
        for (int k = 0; k < joints.size(); k++) {
            double[] w = doubles(state.get("fext_local").get(k));
            wrenches.inBody(body(joints.get(k)), w[0], w[1], w[2], w[3], w[4], w[5]);
        }
        return wrenches;
    }

    /** A joint vector in the order of the reference, with room for the base's part before it if there is one. */
    double[] inOrderOfReference(double[] jointVector, int first) {
        double[] all = new double[first + jointVector.length];
        for (JsonNode joint : joints) {
            if (joint.get("nv").asInt() == 1) {
                all[joint.get("idx_v").asInt()] =
                        jointVector[model.coordinate(joint.get("name").asText())];
            }
        }
        return all;
    }

    /** A joint vector of the reference, with or without the root joint, in the order of the robot. */
    double[] sorted(JsonNode values) {
        double[] given = doubles(values);
        double[] sorted = new double[model.jointCount()];
        int first = given.length - sorted.length;
        int k = 0;
        for (JsonNode joint : joints) {
            if (joint.get("nv").asInt() == 1) {
                sorted[model.coordinate(joint.get("name").asText())] = given[first + k++];
            }
        }
        assertThat(k).isEqualTo(sorted.length);
        return sorted;
    }

    /** A square matrix over the freedoms of base and joints in the order of the reference, row by row. */
    double[] matrixInOrderOfReference(double[] matrix, int first) {
        int size = first + model.jointCount();
        int[] from = IntStream.range(0, size).toArray();
        for (JsonNode joint : joints) {
            if (joint.get("nv").asInt() == 1) {
                from[joint.get("idx_v").asInt()] =
                        first + model.coordinate(joint.get("name").asText());
            }
        }
        double[] all = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++) {
                all[i * size + k] = matrix[from[i] * size + from[k]];
            }
        }
        return all;
    }

    /** The body that a joint of the reference moves. */
    int body(JsonNode joint) {
        String name = joint.get("name").asText();
        if (!model.hasCoordinate(name)) {
            assertThat(name).isEqualTo("root_joint");
            return 0;
        }
        return model.bodyIndex(model.movingJoints().get(model.coordinate(name)).child());
    }

    /** Pinocchio counts what is welded to a fixed base as part of the world. */
    RobotModel modelWithoutMassOnTheWorld() {
        if (floating) {
            return model;
        }
        RobotModelBuilder builder = model.toBuilder();
        for (int body = 0; body < model.bodies().size(); body++) {
            int at = body;
            while (at > 0 && !model.jointOf(at).map(Joint::kind).orElseThrow().moves()) {
                at = model.parent(at);
            }
            if (at == 0) {
                builder.replace(new Body(model.bodies().get(body).name(), SpatialInertia.ZERO));
            }
        }
        return builder.build();
    }

    static double[] doubles(JsonNode list) {
        double[] values = new double[list.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = list.get(k).asDouble();
        }
        return values;
    }

    /** The entries of a matrix, row by row. */
    static double[] flat(JsonNode matrix) {
        List<Double> all = new ArrayList<>();
        matrix.forEach(row -> row.forEach(entry -> all.add(entry.asDouble())));
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
