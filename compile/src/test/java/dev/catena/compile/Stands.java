package dev.catena.compile;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Robots that stand, and states of them in which no contact slips. */
final class Stands {
    private Stands() {}

    /** A robot, and what it stands on. */
    record Stand(String name, RobotModel robot, List<Contact> contacts, boolean exertsAll) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Stand> floating() {
        List<Stand> stands = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            RobotModel robot = RandomRobots.everything(seed, 4 + seed).withFloatingBase();
            addStands(stands, robot, seed);
        }
        addStands(stands, CoupledRobots.everything(3, 6).withFloatingBase(), 9);
        stands.add(walker());
        return stands;
    }

    /** Legs in one plane: two flat feet hold what is across it twice. */
    static Stand walker() {
        RobotModelBuilder builder =
                RobotModel.builder("walker").gravity(0, 0, -9.81).base("trunk", inertia(8));
        for (String side : List.of("l", "r")) {
            double y = side.equals("l") ? 0.1 : -0.1;
            builder.link(
                            Joint.revolute("hip_" + side, "trunk", "thigh_" + side)
                                    .at(Pose.translation(0, y, 0), Vector3.Y),
                            inertia(2))
                    .link(
                            Joint.revolute("knee_" + side, "thigh_" + side, "shank_" + side)
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(1.5))
                    .link(
                            Joint.revolute("ankle_" + side, "shank_" + side, "foot_" + side)
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(0.7));
        }
        Pose sole = Pose.translation(0.03, 0, -0.06);
        return new Stand(
                "walker",
                builder.build().withFloatingBase(),
                List.of(
                        Contact.of("left", "foot_l", sole, Contact.Kind.FLAT),
                        Contact.of("right", "foot_r", sole, Contact.Kind.FLAT)),
                true);
    }

    static SpatialInertia inertia(double mass) {
        return SpatialInertia.principal(
                mass, new Vector3(0.03, -0.02, -0.1), Rotation.IDENTITY, 0.02 * mass, 0.03 * mass, 0.025 * mass);
    }

    static void addStands(List<Stand> stands, RobotModel robot, int seed) {
        Random random = new Random(seed);
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        String other = robot.bodies().get(robot.bodies().size() / 2).name();
        String name = robot.name() + seed;
        Contact flat = contact(last, Contact.Kind.FLAT, random);
        List<Contact> points = List.of(
                contact(last, Contact.Kind.POINT, random),
                contact(last, Contact.Kind.POINT, random),
                contact(last, Contact.Kind.POINT, random));
        stands.add(new Stand(name + " flat", robot, List.of(flat), true));
        stands.add(
                new Stand(name + " two feet", robot, List.of(flat, contact(other, Contact.Kind.FLAT, random)), true));
        stands.add(new Stand(name + " three points", robot, points, true));
        stands.add(new Stand(
                name + " hinge and point",
                robot,
                List.of(contact(last, Contact.Kind.HINGE_X, random), contact(other, Contact.Kind.POINT, random)),
                true));
        stands.add(new Stand(name + " hinge", robot, List.of(contact(last, Contact.Kind.HINGE_Y, random)), false));
        stands.add(new Stand(name + " two points", robot, points.subList(0, 2), false));
    }

    static Contact contact(String body, Contact.Kind kind, Random random) {
        Rotation turn = Rotation.fromRollPitchYaw(random.nextDouble(), random.nextDouble(), random.nextDouble());
        Vector3 point = new Vector3(random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
        return Contact.of("on_" + body, body, new Pose(turn, point.times(0.3)), kind);
    }

    /** A state in which no contact slips. */
    static final class State {
        final double[] q;
        final double[] qd;
        final double[] tau;
        final double[] base = new double[24];
        final BaseMotion motion = new BaseMotion();
        final List<CutJoint> ties = new ArrayList<>();
        final ExternalWrenches wrenches;
        final double[] load;

        State(Stand stand, boolean floats, int seed) {
            Random random = new Random(seed);
            RobotModel robot = stand.robot;
            int n = robot.jointCount();
            q = random.doubles(n, -2, 2).toArray();
            tau = random.doubles(n, -5, 5).toArray();
            load = random.doubles(6, -3, 3).toArray();
            wrenches = new ExternalWrenches(robot).inWorld(robot.bodies().size() - 1, vector(load, 0), vector(load, 3));
            Rotation r = floats ? Rotation.fromRollPitchYaw(0.4, -0.3, 0.9) : Rotation.IDENTITY;
            Vector3 p = floats ? new Vector3(0.3, -0.2, 0.8) : Vector3.ZERO;
            double[] place = {
                r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz(), p.x(), p.y(), p.z()
            };
            System.arraycopy(place, 0, base, 0, 12);
            motion.pose(new Pose(r, p));
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(motion, q, null, null, null);
            for (Contact contact : stand.contacts) {
                ties.add(contact.at(kinematics.worldFromBody(robot.bodyIndex(contact.body()))));
            }
            double[] any = random.doubles(n, -1, 1).toArray();
            qd = new double[n];
            ConstraintImpact impact = new ConstraintImpact(robot.withoutSprings(), ties);
            if (floats) {
                motion.velocityInBase(0.3, -0.5, 0.2, 0.6, 0.1, -0.4);
                double[] after = new double[6];
                impact.computeFloating(motion, q, any, 0, after, qd);
                motion.velocityInBase(vector(after, 0), vector(after, 3));
                System.arraycopy(after, 0, base, 12, 6);
            } else {
                impact.compute(null, q, any, 0, qd);
            }
        }

        void accelerate(double[] ofBase) {
            motion.accelerationInBase(vector(ofBase, 0), vector(ofBase, 3));
            System.arraycopy(ofBase, 0, base, 18, 6);
        }
    }

    static Vector3 vector(double[] numbers, int at) {
        return new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]);
    }

    static CodeInputs inputs(Stand stand) {
        RobotModel robot = stand.robot;
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        return CodeInputs.of(robot).withContacts(stand.contacts).withWrenchesInWorld(List.of(last));
    }

    static double[] reactions(State state, ConstrainedForwardDynamics hand) {
        double[] all = new double[6 * state.ties.size()];
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            hand.reaction(k, six);
            System.arraycopy(six, 0, all, 6 * k, 6);
        }
        return all;
    }

    static List<Stand> held() {
        List<Stand> stands = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            addStands(stands, RandomRobots.everything(seed, 5 + seed), seed);
        }
        return stands;
    }

    /** Vectors by name. */
    static final class Vectors {
        private final Map<String, double[]> byName = new HashMap<>();

        @CanIgnoreReturnValue
        Vectors put(String name, double[] vector) {
            byName.put(name, vector);
            return this;
        }

        double[] get(String name) {
            return Objects.requireNonNull(byName.get(name), name);
        }
    }

    /** Outputs of code by name, of inputs by name. */
    static Vectors evaluate(CompiledFunction code, Vectors inputs) {
        int given = code.inputs().size();
        double[][] vectors = new double[code.vectors()][];
        for (int v = 0; v < vectors.length; v++) {
            int length = code.length(v);
            vectors[v] = v < given ? Arrays.copyOf(inputs.get(code.inputs().get(v)), length) : new double[length];
        }
        code.evaluateAll(vectors);
        Vectors outputs = new Vectors();
        for (int v = given; v < vectors.length; v++) {
            outputs.put(code.outputs().get(v - given), vectors[v]);
        }
        return outputs;
    }
}
