package dev.catena.testkit;

import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Trees with any features together, and with the geometry that breaks formulas: right angles and parallel axes, exact or
 * off by anything from rounding to 1e-4, lengths of zero, origins that coincide, point masses and rods, bodies without
 * mass, masses over twelve decades. The same for the same seed. Some cannot move under finite forces: a joint may feel no inertia at
 * all.
 */
public final class OddRobots {
    private static final List<Vector3> AXES =
            List.of(Vector3.X, Vector3.Y, Vector3.Z, new Vector3(0, 0, -1), new Vector3(-1, 0, 0));

    private final long seed;
    private final RandomNumbers random;
    private final int bodies;
    private final double branching;
    private final double prismaticShare;
    private final double fixedShare;
    private final double masslessShare;
    private final double oddShare;
    private final double massDecades;
    private final boolean bodyFrames;
    private final boolean friction;
    private final boolean reflectedInertia;
    private final double rotorShare;
    private final boolean rotorsAnywhere;

    private OddRobots(long seed, int mostBodies) {
        this.seed = seed;
        random = new RandomNumbers(RandomNumbers.scattered(seed));
        bodies = 1 + random.index(mostBodies);
        branching = pick(0, 0, 0.4);
        prismaticShare = pick(0, 0, 0.3, 0.3, 1);
        fixedShare = pick(0, 0, 0.25);
        masslessShare = pick(0, 0, 0.25);
        oddShare = pick(0, 0.5, 0.8, 1);
        massDecades = pick(0, 0, 2, 6);
        bodyFrames = random.chance(0.5);
        friction = random.chance(0.5);
        reflectedInertia = random.chance(0.3);
        rotorShare = pick(0, 0, 0.7);
        rotorsAnywhere = random.chance(0.5);
    }

    /** A robot of one to so many bodies. */
    public static RobotModel of(long seed, int mostBodies) {
        return new OddRobots(seed, mostBodies).build();
    }

    /** Coordinates of its joints: any, but also zero, right angles and many turns. */
    public static double[] coordinates(RobotModel robot, long seed) {
        RandomNumbers random = new RandomNumbers(RandomNumbers.scattered(seed));
        double[] q = random.vector(robot.jointCount(), 3);
        double oddShare = random.chance(0.5) ? 0 : 0.5;
        for (int k = 0; k < q.length; k++) {
            boolean turns = robot.movingJoints().get(k).kind() == JointKind.REVOLUTE;
            if (random.chance(oddShare)) {
                double[] odd = {0, 0, Math.PI / 2, -Math.PI / 2, Math.PI, 1e-9, turns ? 1e4 * q[k] : -q[k]};
                q[k] = odd[random.index(odd.length)];
            }
        }
        return q;
    }

    private double pick(double... choices) {
        return choices[random.index(choices.length)];
    }

    private RobotModel build() {
        int[] parent = new int[bodies + 1];
        for (int i = 1; i <= bodies; i++) {
            parent[i] = random.chance(branching) ? random.index(i) : i - 1;
        }
        List<Joint> joints = new ArrayList<>();
        List<Body> links = new ArrayList<>();
        for (int i = 1; i <= bodies; i++) {
            joints.add(joint(i, parent[i]));
            boolean carries = i < bodies && contains(parent, i);
            links.add(new Body(name(i), carries && random.chance(masslessShare) ? SpatialInertia.ZERO : inertia()));
        }
        if (random.chance(0.3)) {
            Collections.shuffle(joints, new Random(seed + 1));
            Collections.shuffle(links, new Random(seed + 2));
        }
        RobotModelBuilder builder = RobotModel.builder("odd-" + seed)
                .gravity(gravity())
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base(name(0), random.chance(0.5) ? inertia() : SpatialInertia.ZERO);
        links.forEach(builder::body);
        joints.forEach(builder::joint);
        return builder.build();
    }

    private static boolean contains(int[] parent, int body) {
        for (int i = body + 1; i < parent.length; i++) {
            if (parent[i] == body) {
                return true;
            }
        }
        return false;
    }

    private Vector3 gravity() {
        return switch (random.index(4)) {
            case 0 -> Vector3.ZERO;
            case 1 -> new Vector3(0, 0, -9.81);
            case 2 -> new Vector3(0, -9.81, 0);
            default -> random.vector3(10);
        };
    }

    private Joint joint(int i, int parent) {
        boolean moves = !random.chance(fixedShare);
        JointKind moving = random.chance(prismaticShare) ? JointKind.PRISMATIC : JointKind.REVOLUTE;
        Pose jointFromBody = bodyFrames && random.chance(0.7) ? pose(0.3) : Pose.IDENTITY;
        Joint joint = Joint.of(moves ? moving : JointKind.FIXED, "joint" + i, name(parent), name(i))
                .with(new JointGeometry(pose(0.5), axis(), jointFromBody));
        if (!moves) {
            return joint;
        }
        joint = joint.with(drive(parent));
        return friction && random.chance(0.7) ? joint.with(friction()) : joint;
    }

    private Pose pose(double size) {
        return random.chance(oddShare) ? new Pose(oddRotation(), oddVector(size)) : random.pose(size);
    }

    /** Right angles, exact, nearly exact, or as far off as twelve printed digits. */
    private Rotation oddRotation() {
        return Rotation.fromRollPitchYaw(oddAngle(), random.chance(0.7) ? 0 : oddAngle(), oddAngle());
    }

    private double oddAngle() {
        double angle = pick(0, 0, 0, Math.PI / 2, -Math.PI / 2, Math.PI, 1.570796326794, 3.14159, 0.7);
        return random.chance(0.6) ? angle : angle + tilt();
    }

    /** Something between rounding and 1e-4, of either sign. */
    private double tilt() {
        return random.between(-1, 1) * Math.pow(10, -random.between(4, 17));
    }

    private Vector3 oddVector(double size) {
        return random.chance(0.3) ? Vector3.ZERO : new Vector3(oddLength(size), oddLength(size), oddLength(size));
    }

    private double oddLength(double size) {
        return switch (random.index(5)) {
            case 0, 1 -> 0;
            case 2 -> size * tilt();
            default -> random.between(-size, size);
        };
    }

    private Vector3 axis() {
        if (!random.chance(oddShare)) {
            return random.vector3(2);
        }
        Vector3 axis = AXES.get(random.index(AXES.size()));
        return random.chance(0.7) ? axis : axis.plus(random.vector3(1).times(tilt()));
    }

    private SpatialInertia inertia() {
        double mass = random.between(0.5, 5) * Math.pow(10, random.between(-massDecades, massDecades));
        double[] extent = random.vector(3, 0.3);
        if (random.chance(0.3 * oddShare)) {
            // a plate, a rod or a point
            for (int k = random.index(3); k < 3; k++) {
                extent[k] = 0;
            }
        }
        double xx = mass * extent[0] * extent[0];
        double yy = mass * extent[1] * extent[1];
        double zz = mass * extent[2] * extent[2];
        boolean odd = random.chance(oddShare);
        return SpatialInertia.principal(
                mass,
                odd ? oddVector(0.3) : random.vector3(0.3),
                odd ? oddRotation() : random.rotation(),
                yy + zz,
                xx + zz,
                xx + yy);
    }

    private Friction friction() {
        Friction dry = Friction.of(random.between(0, 1), random.between(0, 1));
        return random.chance(0.5) ? dry.smoothed(random.between(0.2, 1)) : dry;
    }

    private Drive drive(int parent) {
        double reflected = reflectedInertia && random.chance(0.7) ? random.between(0, 1) : 0;
        Rotor rotor = null;
        if (random.chance(rotorShare)) {
            int carrier = rotorsAnywhere ? random.index(bodies + 1) : parent;
            rotor = new Rotor(random.between(1e-4, 1e-3), random.between(-30, 30), name(carrier), axis());
        }
        return new Drive(reflected, rotor);
    }

    private static String name(int body) {
        return body == 0 ? "base" : "body" + body;
    }
}
