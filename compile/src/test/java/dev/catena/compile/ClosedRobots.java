package dev.catena.compile;

import dev.catena.formats.ShippedRobots;
import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Robots with closed loops to compile. */
public final class ClosedRobots {
    private static final List<RobotModel> ALL = Stream.of(
                    shipped(), planar(), spatial(), Stream.of(parallelogram(0.3), parallelogram(0)))
            .flatMap(robots -> robots)
            .toList();

    private ClosedRobots() {}

    public static Stream<RobotModel> all() {
        return ALL.stream();
    }

    public static Stream<RobotModel> shipped() {
        return Stream.of("four-bar", "five-bar", "seven-joint", "bennett", "delta")
                .map(ShippedRobots::load);
    }

    /** Four-bars and slider-cranks in random planes, driven at one joint or at two. */
    static Stream<RobotModel> planar() {
        return IntStream.range(0, 6).mapToObj(k -> planar(100 + k));
    }

    public static RobotModel planar(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        Pose plane = random.pose(1);
        double crank = random.between(0.2, 0.4);
        double ground = random.between(0.9, 1.1);
        double coupler = random.between(0.8, 1);
        boolean slides = seed % 2 == 1;
        RobotModelBuilder builder = RobotModel.builder("planar-" + seed)
                .gravity(random.vector3(10))
                .link(pin("crank", "base", "crank", plane), random.inertia())
                .link(pin("coupler", "crank", "coupler", Pose.translation(crank, 0, 0.1)), random.inertia());
        if (slides) {
            builder.link(
                    Joint.prismatic("slider", "base", "slider")
                            .at(plane, Vector3.X)
                            .with(new Friction(0.1, 0.2, 0.5)),
                    random.inertia());
        } else {
            builder.link(
                    pin("rocker", "base", "rocker", plane.times(Pose.translation(ground, 0, 0))), random.inertia());
        }
        builder.cut(new CutJoint(
                "pin",
                CutKind.REVOLUTE,
                "coupler",
                Pose.translation(coupler, 0, 0),
                slides ? "slider" : "rocker",
                Pose.translation(slides ? 0 : 0.7, 0, 0.1)));
        builder.assembly("crank", 1).assembly("coupler", -1.2).assembly(slides ? "slider" : "rocker", slides ? 1 : 1.6);
        return (seed % 3 == 2
                        ? builder.active("crank", slides ? "slider" : "rocker").independent("crank")
                        : builder.active("crank"))
                .build();
    }

    private static Joint pin(String name, String parent, String child, Pose at) {
        return Joint.revolute(name, parent, child).at(at, Vector3.Z).with(new Friction(0.1, 0.2, 0.5));
    }

    /** An arm whose forearm a parallelogram drives, on a base that turns; both knees with an offset. */
    public static RobotModel parallelogram(double offset) {
        RandomNumbers random = new RandomNumbers(7);
        Pose up = Pose.rotation(Rotation.aboutX(Math.PI / 2));
        Pose knee = Pose.translation(0.5, 0, 0).times(Pose.rotation(Rotation.aboutZ(offset)));
        return RobotModel.builder("parallelogram-" + offset)
                .gravity(0, 0, -9.81)
                .link(pin("waist", "base", "waist", Pose.IDENTITY), random.inertia())
                .link(pin("shoulder", "waist", "arm", up), random.inertia())
                .link(pin("elbow", "arm", "forearm", knee), random.inertia())
                .link(pin("lever", "waist", "lever", up), random.inertia())
                .link(pin("rod", "lever", "rod", Pose.translation(0.2, 0, 0)), random.inertia())
                .cut(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "rod",
                        Pose.translation(0.5, 0, 0),
                        "forearm",
                        Pose.rotation(Rotation.aboutZ(-offset)).times(Pose.translation(0.2, 0, 0))))
                .active("waist", "shoulder", "lever")
                .assembly("shoulder", 0.3)
                .assembly("elbow", 1.1)
                .assembly("lever", 1.4)
                .assembly("rod", -1.1)
                .build();
    }

    /** The AKR-3000 with its two rams: the first turns the arm, the second the forearm. */
    public static RobotModel akr3000() {
        String text = """
            NL = 10
            NJ = 10
            NF = 10
            ant = {0,1,1,1,3,4,2,7,8,9}
            sigma = {0,0,0,0,1,1,0,0,0,0}
            d = {0,0,0.4,-0.4,0,0,1.2,0,0,0}
            r = {0,0,0,0,r5,r6,0,1.3,0,0}
            alpha = {0,pi/2,pi/2,pi/2,-pi/2,-pi/2,0,-pi/2,pi/2,-pi/2}
            theta = {t1,t2,t3,t4,0,0,t7,t8,t9,t10}
            XX = {5,5,5,5,5,5,5,5,5,5}
            YY = {6,6,6,6,6,6,6,6,6,6}
            ZZ = {7,7,7,7,7,7,7,7,7,7}
            MX = {3,3,3,3,3,3,3,3,3,3}
            MZ = {-2,-2,-2,-2,-2,-2,-2,-2,-2,-2}
            M = {9,9,9,9,9,9,9,9,9,9}
            G = {0,0,9.81}
            """;
        return ParReader.read(text, "AKR3000", ReadOptions.DEFAULT);
    }

    /** The same with its loops closed, where both rams are 1 m long. */
    public static RobotModel akr3000WithRams() {
        RobotModel tree = akr3000();
        double[] q = {0.3, 1.4, 1.2, 2.1, 1, 1, -1.3, 0.2, 0.3, 0.4};
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(q);
        RobotModelBuilder builder = tree.toBuilder();
        List<String> bodies = tree.movingJoints().stream().map(Joint::child).toList();
        int[][] ties = {{5, 1}, {4, 6}};
        for (int[] tie : ties) {
            String ram = bodies.get(tie[0]);
            String arm = bodies.get(tie[1]);
            Pose pin = Pose.rotation(Rotation.aboutX(Math.PI / 2));
            Pose onArm = kinematics
                    .worldFromBody(tree.bodyIndex(arm))
                    .inverse()
                    .times(kinematics.worldFromBody(tree.bodyIndex(ram)))
                    .times(pin);
            builder.cut(new CutJoint("pin of " + ram, CutKind.REVOLUTE, ram, pin, arm, onArm));
        }
        for (int k = 0; k < q.length; k++) {
            builder.assembly(tree.jointNames().get(k), q[k]);
        }
        return builder.active(IntStream.of(0, 4, 5, 7, 8, 9)
                        .mapToObj(tree.jointNames()::get)
                        .toArray(String[]::new))
                .build();
    }

    /** Two arms that meet in a cut joint of every kind, or in two. */
    static Stream<RobotModel> spatial() {
        List<RobotModel> robots = new ArrayList<>();
        long seed = 1;
        for (CutKind kind : CutKind.values()) {
            robots.add(spatial(seed++, kind));
        }
        robots.add(spatial(seed, CutKind.UNIVERSAL, CutKind.SPHERICAL));
        return robots.stream();
    }

    static RobotModel spatial(long seed, CutKind... kinds) {
        RandomNumbers random = new RandomNumbers(seed);
        int n = 2 + Stream.of(kinds).mapToInt(CutKind::constraints).sum();
        RobotModelBuilder builder = RobotModel.builder("spatial-" + seed)
                .gravity(random.vector3(10))
                .base("body0", random.inertia());
        for (int k = 1; k <= n; k++) {
            builder.link(joint(random, k, "body" + Math.max(0, k - 2)), random.inertia());
        }
        RobotModel tree = builder.build();
        double[] closed = random.vector(n, 1);
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(closed);
        int last = n;
        for (CutKind kind : kinds) {
            String first = "body" + last;
            String second = "body" + (last - 1);
            last -= kind.constraints();
            Pose firstFromJoint = random.pose(0.2);
            Pose secondFromJoint = kinematics
                    .worldFromBody(tree.bodyIndex(second))
                    .inverse()
                    .times(kinematics.worldFromBody(tree.bodyIndex(first)))
                    .times(firstFromJoint)
                    .times(freedom(kind, random));
            CutJoint cut = new CutJoint("cut" + last, kind, first, firstFromJoint, second, secondFromJoint);
            builder.cut(kind.freedoms() == 1 ? cut.with(new Friction(0.4, 0.3, 0.5)) : cut);
        }
        for (int k = 0; k < n; k++) {
            builder.assembly("joint" + (k + 1), closed[k]);
        }
        return wellConditioned(builder, closed);
    }

    private static Joint joint(RandomNumbers random, int k, String parent) {
        JointKind kind = random.chance(0.25) ? JointKind.PRISMATIC : JointKind.REVOLUTE;
        Joint joint = Joint.of(kind, "joint" + k, parent, "body" + k)
                .with(new JointGeometry(random.pose(0.4), random.vector3(1), random.pose(0.1)))
                .with(new Friction(random.between(0, 0.5), random.between(0, 0.5), random.between(0.5, 1)));
        return random.chance(0.5)
                ? joint
                : joint.with(new Drive(random.between(0, 0.2), new Rotor(1e-4, 50, parent, random.vector3(1))));
    }

    private static Pose freedom(CutKind kind, RandomNumbers random) {
        return switch (kind) {
            case REVOLUTE -> Pose.rotation(Rotation.aboutZ(random.between(-2, 2)));
            case PRISMATIC -> Pose.translation(0, 0, random.between(-0.2, 0.2));
            case SPHERICAL -> Pose.rotation(random.rotation());
            case UNIVERSAL ->
                Pose.rotation(
                        Rotation.aboutX(random.between(-1, 1)).times(Rotation.about(Vector3.Y, random.between(-1, 1))));
            case FIXED -> Pose.IDENTITY;
        };
    }

    /** The two independent joints that determine the others best. */
    private static RobotModel wellConditioned(RobotModelBuilder builder, double[] closed) {
        RobotModel best = null;
        double least = Double.POSITIVE_INFINITY;
        RobotModel open = builder.active("joint1", "joint2").build();
        for (int i = 1; i < closed.length; i++) {
            for (int j = 0; j < i; j++) {
                RobotModelBuilder choice = open.toBuilder().withoutLoops();
                open.loops().cutJoints().forEach(choice::cut);
                open.loops().assembly().forEach(choice::assembly);
                RobotModel robot =
                        choice.active("joint" + (i + 1), "joint" + (j + 1)).build();
                LoopClosure closure = new LoopClosure(robot);
                if (closure.close(new double[] {closed[i], closed[j]}).isClosed() && closure.condition() < least) {
                    least = closure.condition();
                    best = robot;
                }
            }
        }
        if (best == null) {
            throw new AssertionError("no joints determine the others");
        }
        return best;
    }

    /** Coordinates of the independent joints in the assembly. */
    public static double[] assembly(RobotModel robot) {
        return robot.independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
    }

    /** The closed pose of all joints at coordinates of the independent ones. */
    public static double[] closed(RobotModel robot, double[] q) {
        LoopClosure closure = new LoopClosure(robot);
        if (!closure.close(q).isClosed()) {
            throw new AssertionError(closure.describe());
        }
        double[] positions = new double[robot.jointCount()];
        closure.positions(positions);
        return positions;
    }
}
