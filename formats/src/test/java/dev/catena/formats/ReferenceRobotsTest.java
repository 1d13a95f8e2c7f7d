package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Body;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real and random robots, read from URDF, against results of Pinocchio in quadruple precision. */
class ReferenceRobotsTest {
    /** Of the largest figure of a vector, or of one; the worst found is 9e-15. */
    private static final double TOLERANCE = 1e-13;

    static Stream<String> robots() {
        List<Path> files = SharedFiles.list("reference", ".json");
        List<String> names = files.stream()
                .map(file -> file.getFileName().toString().replace(".json", ""))
                .toList();
        return names.isEmpty() ? Stream.of("none") : names.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("robots")
    void agreesWithPinocchio(String name) throws IOException {
        JsonNode reference = new ObjectMapper()
                .readTree(SharedFiles.require("reference/" + name + ".json").toFile());
        boolean floating = reference.get("floating_base").asBoolean();
        String urdf = reference.get("urdf").asText().replace("../", "");
        ReadOptions options = floating ? ReadOptions.DEFAULT.withFloatingBase() : ReadOptions.DEFAULT;
        RobotModel robot = RobotFiles.read(SharedFiles.require(urdf), options).withoutFriction();
        Comparison comparison = new Comparison(robot, reference.get("joints"), floating);
        for (JsonNode state : reference.get("states")) {
            comparison.compare(state);
        }
        assertThat(reference.get("states")).hasSize(10);
        assertThat(comparison.worst).hasSizeGreaterThanOrEqualTo(11);
        comparison.worst.forEach((quantity, error) ->
                assertThat(error).as("%s: relative error of %s", name, quantity).isLessThan(TOLERANCE));
    }

    /** Compares one robot, state by state, and keeps the worst relative error of each quantity. */
    private static final class Comparison {
        final Map<String, Double> worst = new TreeMap<>();
        private final RobotModel robot;
        private final boolean floating;
        private final List<JsonNode> joints = new ArrayList<>();
        private final InverseDynamics dynamics;
        private final ForceRate rate;
        private final Kinematics kinematics;
        private final SystemMotion motion;
        private final RobotModel withoutWorld;
        private final Kinematics kinematicsWithoutWorld;

        Comparison(RobotModel robot, JsonNode joints, boolean floating) {
            this.robot = robot;
            this.floating = floating;
            joints.forEach(this.joints::add);
            dynamics = new InverseDynamics(robot);
            rate = new ForceRate(robot);
            kinematics = new Kinematics(robot);
            withoutWorld = floating ? robot : withoutMassOnTheWorld(robot);
            motion = new SystemMotion(withoutWorld);
            kinematicsWithoutWorld = new Kinematics(withoutWorld);
        }

        void compare(JsonNode state) {
            double[] q = sorted(state.get("q_scalar"));
            double[] qd = sorted(state.get("v"));
            double[] qdd = sorted(state.get("a"));
            double[] zero = new double[q.length];
            double[] tau = new double[q.length];

            dynamics.compute(base(state, 1, 1), q, qd, qdd, null, tau);
            note("tau", withBase(tau), state.get("tau"));
            for (int k = 0; k < joints.size(); k++) {
                Wrench wrench = dynamics.jointWrenchInBody(body(joints.get(k)));
                note(
                        "joint_wrench",
                        numbers(wrench.force(), wrench.moment()),
                        state.get("joint_wrench_local").get(k));
            }
            dynamics.compute(base(state, 1, 0), q, qd, zero, null, tau);
            note("h", withBase(tau), state.get("h"));
            dynamics.compute(base(state, 0, 0), q, zero, zero, null, tau);
            note("g", withBase(tau), state.get("g"));
            ExternalWrenches wrenches = new ExternalWrenches(robot);
            for (int k = 0; k < joints.size(); k++) {
                double[] w = doubles(state.get("fext_local").get(k));
                wrenches.inBody(body(joints.get(k)), w[0], w[1], w[2], w[3], w[4], w[5]);
            }
            dynamics.compute(base(state, 1, 1), q, qd, qdd, wrenches, tau);
            note("tau_fext", withBase(tau), state.get("tau_fext"));
            if (state.has("tau_dot")) {
                double[] tauRate = new double[q.length];
                rate.compute(q, qd, qdd, sorted(state.get("jerk")), tau, tauRate);
                note("tau with its rate", inOrderOfReference(tau, 0), state.get("tau"));
                note("tau_dot", inOrderOfReference(tauRate, 0), state.get("tau_dot"));
            }
            compareMotion(state, q, qd);
        }

        private void compareMotion(JsonNode state, double[] q, double[] qd) {
            kinematics.compute(base(state, 1, 1), q, qd, new double[q.length], null);
            for (int k = 0; k < joints.size(); k++) {
                int body = body(joints.get(k));
                Pose pose = kinematics.worldFromBody(body);
                JsonNode expected = state.get("poses_world").get(k);
                note("pose", pose.position().toArray(), expected.get("p"));
                note("pose", pose.rotation().toArray(), flat(expected.get("R")));
                Twist velocity = kinematics.velocityInWorld(body);
                Rotation back = pose.rotation().inverse();
                note(
                        "link velocity",
                        numbers(back.apply(velocity.linear()), back.apply(velocity.angular())),
                        state.get("link_velocity_local").get(k));
            }
            kinematicsWithoutWorld.compute(base(state, 1, 1), q, qd, new double[q.length], null);
            motion.compute(kinematicsWithoutWorld);
            note(
                    "kinetic energy",
                    new double[] {motion.kineticEnergy()},
                    state.get("kinetic_energy").asDouble());
            note(
                    "potential energy",
                    new double[] {motion.potentialEnergy()},
                    state.get("potential_energy").asDouble());
            note("com", motion.centerOfMassInWorld().toArray(), state.get("com"));
            note("com velocity", motion.centerOfMassVelocityInWorld().toArray(), state.get("com_velocity"));
            note(
                    "total mass",
                    new double[] {motion.totalMass()},
                    state.get("total_mass").asDouble());
            Twist momentum = motion.momentumInWorldAboutCenterOfMass();
            note("momentum", numbers(momentum.linear(), momentum.angular()), state.get("centroidal_momentum"));
        }

        /** The base's motion: classical acceleration = spatial acceleration + ω × v. */
        private BaseMotion base(JsonNode state, int velocityFactor, int accelerationFactor) {
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

        /** Torques in the order of the reference; a floating base's wrench comes first. */
        private double[] withBase(double[] tau) {
            double[] all = inOrderOfReference(tau, floating ? 6 : 0);
            if (floating) {
                Wrench wrench = dynamics.jointWrenchInBody(0);
                System.arraycopy(numbers(wrench.force(), wrench.moment()), 0, all, 0, 6);
            }
            return all;
        }

        private double[] inOrderOfReference(double[] tau, int first) {
            double[] all = new double[first + tau.length];
            for (JsonNode joint : joints) {
                if (joint.get("nv").asInt() == 1) {
                    all[joint.get("idx_v").asInt()] =
                            tau[robot.coordinate(joint.get("name").asText())];
                }
            }
            return all;
        }

        /** A joint vector of the reference, with or without the root joint, in the order of the robot. */
        private double[] sorted(JsonNode values) {
            double[] given = doubles(values);
            double[] sorted = new double[robot.jointCount()];
            int first = given.length - sorted.length;
            int k = 0;
            for (JsonNode joint : joints) {
                if (joint.get("nv").asInt() == 1) {
                    sorted[robot.coordinate(joint.get("name").asText())] = given[first + k++];
                }
            }
            assertThat(k).isEqualTo(sorted.length);
            return sorted;
        }

        private int body(JsonNode joint) {
            String name = joint.get("name").asText();
            if (!robot.hasCoordinate(name)) {
                assertThat(name).isEqualTo("root_joint");
                return 0;
            }
            return robot.bodyIndex(
                    robot.movingJoints().get(robot.coordinate(name)).child());
        }

        private void note(String quantity, double[] actual, JsonNode expected) {
            note(quantity, actual, doubles(expected));
        }

        private void note(String quantity, double[] actual, double... expected) {
            assertThat(actual).as(quantity).hasSameSizeAs(expected);
            double scale =
                    Math.max(1, Arrays.stream(expected).map(Math::abs).max().orElse(0));
            double error = 0;
            for (int k = 0; k < expected.length; k++) {
                error = Math.max(error, Math.abs(actual[k] - expected[k]) / scale);
                if (Double.isNaN(actual[k])) {
                    error = Double.POSITIVE_INFINITY;
                }
            }
            worst.merge(quantity, error, Math::max);
        }
    }

    /** Pinocchio counts what is welded to a fixed base as part of the world. */
    private static RobotModel withoutMassOnTheWorld(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (int body = 0; body < robot.bodies().size(); body++) {
            int at = body;
            while (at > 0 && !robot.jointOf(at).map(Joint::kind).orElseThrow().moves()) {
                at = robot.parent(at);
            }
            if (at == 0) {
                builder.replace(new Body(robot.bodies().get(body).name(), SpatialInertia.ZERO));
            }
        }
        return builder.build();
    }

    private static double[] numbers(Vector3 linear, Vector3 angular) {
        return new double[] {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
    }

    private static double[] flat(JsonNode matrix) {
        double[] all = new double[9];
        for (int k = 0; k < 9; k++) {
            all[k] = matrix.get(k / 3).get(k % 3).asDouble();
        }
        return all;
    }

    private static double[] doubles(JsonNode list) {
        double[] values = new double[list.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = list.get(k).asDouble();
        }
        return values;
    }
}
