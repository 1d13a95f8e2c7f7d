package dev.catena.formats;

import static dev.catena.formats.ReferenceRobot.doubles;
import static dev.catena.formats.ReferenceRobot.flat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real and random robots, read from URDF, against results of Pinocchio in quadruple precision. */
class ReferenceRobotsTest {
    /** Of the largest figure of a vector, or of one; the worst found is 9e-15. */
    private static final double TOLERANCE = 1e-13;

    static Stream<String> robots() {
        return ReferenceRobot.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("robots")
    void agreesWithPinocchio(String name) {
        Comparison comparison = new Comparison(ReferenceRobot.read(name));
        comparison.reference.states.forEach(comparison::compare);
        assertThat(comparison.errors.worst).hasSizeGreaterThanOrEqualTo(11);
        comparison.errors.check(name, TOLERANCE);
    }

    /** Compares one robot, state by state, and keeps the worst relative error of each quantity. */
    private static final class Comparison {
        final RelativeErrors errors = new RelativeErrors(1);
        final ReferenceRobot reference;
        private final RobotModel robot;
        private final List<JsonNode> joints;
        private final InverseDynamics dynamics;
        private final ForceRate rate;
        private final Kinematics kinematics;
        private final SystemMotion motion;
        private final Kinematics kinematicsWithoutWorld;

        Comparison(ReferenceRobot reference) {
            this.reference = reference;
            robot = reference.model;
            joints = reference.joints;
            dynamics = new InverseDynamics(robot);
            rate = new ForceRate(robot);
            kinematics = new Kinematics(robot);
            RobotModel withoutWorld = reference.modelWithoutMassOnTheWorld();
            motion = new SystemMotion(withoutWorld);
            kinematicsWithoutWorld = new Kinematics(withoutWorld);
        }

        void compare(JsonNode state) {
            double[] q = reference.sorted(state.get("q_scalar"));
            double[] qd = reference.sorted(state.get("v"));
            double[] qdd = reference.sorted(state.get("a"));
            double[] zero = new double[q.length];
            double[] tau = new double[q.length];

            dynamics.compute(reference.base(state, 1, 1), q, qd, qdd, null, tau);
            note("tau", withBase(tau), state.get("tau"));
            for (int k = 0; k < joints.size(); k++) {
                Wrench wrench = dynamics.jointWrenchInBody(reference.body(joints.get(k)));
                note(
                        "joint_wrench",
                        numbers(wrench.force(), wrench.moment()),
                        state.get("joint_wrench_local").get(k));
            }
            dynamics.compute(reference.base(state, 1, 0), q, qd, zero, null, tau);
            note("h", withBase(tau), state.get("h"));
            dynamics.compute(reference.base(state, 0, 0), q, zero, zero, null, tau);
            note("g", withBase(tau), state.get("g"));
            dynamics.compute(reference.base(state, 1, 1), q, qd, qdd, reference.wrenches(state), tau);
            note("tau_fext", withBase(tau), state.get("tau_fext"));
            if (state.has("tau_dot")) {
                double[] tauRate = new double[q.length];
                rate.compute(q, qd, qdd, reference.sorted(state.get("jerk")), tau, tauRate);
                note("tau with its rate", reference.inOrderOfReference(tau, 0), state.get("tau"));
                note("tau_dot", reference.inOrderOfReference(tauRate, 0), state.get("tau_dot"));
            }
            compareMotion(state, q, qd);
        }

        private void compareMotion(JsonNode state, double[] q, double[] qd) {
            kinematics.compute(reference.base(state, 1, 1), q, qd, new double[q.length], null);
            for (int k = 0; k < joints.size(); k++) {
                int body = reference.body(joints.get(k));
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
            kinematicsWithoutWorld.compute(reference.base(state, 1, 1), q, qd, new double[q.length], null);
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

        /** Torques in the order of the reference; a floating base's wrench comes first. */
        private double[] withBase(double[] tau) {
            double[] all = reference.inOrderOfReference(tau, reference.floating ? 6 : 0);
            if (reference.floating) {
                Wrench wrench = dynamics.jointWrenchInBody(0);
                System.arraycopy(numbers(wrench.force(), wrench.moment()), 0, all, 0, 6);
            }
            return all;
        }

        private void note(String quantity, double[] actual, JsonNode expected) {
            errors.note(quantity, actual, doubles(expected));
        }

        private void note(String quantity, double[] actual, double... expected) {
            errors.note(quantity, actual, expected);
        }
    }

    private static double[] numbers(Vector3 linear, Vector3 angular) {
        return new double[] {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
    }
}
