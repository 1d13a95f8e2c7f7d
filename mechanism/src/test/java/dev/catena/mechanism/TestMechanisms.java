package dev.catena.mechanism;

import dev.catena.kinematics.Kinematics;
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
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Mechanisms to test with: those of the golden numbers, and random ones for every kind of cut joint. */
final class TestMechanisms {
    /** A mechanism and a motion of its independent joints. */
    record Moving(String name, RobotModel robot, double[] q, double[] qd, double[] qdd) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Of a pose that is singular but for the steps in which it is looked for. */
    private static final double LARGE = 1e4;

    private static final List<Moving> ALL = make();

    private TestMechanisms() {}

    static List<Moving> all() {
        return ALL;
    }

    private static List<Moving> make() {
        List<Moving> all = new ArrayList<>();
        for (String name : List.of("fourbar", "fivebar", "spatial7R", "bennett")) {
            all.add(golden(name));
        }
        all.add(twoFourBars());
        long seed = 1;
        for (CutKind kind : CutKind.values()) {
            all.add(random(seed++, kind));
            all.add(random(seed++, kind, CutKind.SPHERICAL));
        }
        return all;
    }

    /** A golden mechanism, with friction that has derivatives. */
    static Moving golden(String name) {
        Golden golden = Golden.dynamics();
        RobotModel robot = GoldenRobots.closed(name, golden.at("khalil/" + name));
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(
                    new Friction(joint.friction().coulomb(), joint.friction().viscous(), 0.8)));
        }
        return new Moving(
                name,
                builder.build(),
                golden.array("khalil/" + name + "/qa"),
                golden.array("khalil/" + name + "/qad"),
                golden.array("khalil/" + name + "/qadd"));
    }

    /**
     * Two random arms on one base that meet in one cut joint, or in two; sliding joints, rotors and friction included.
     * The frames of the cut joints are put where they close at random coordinates, and the assembly is near those.
     */
    static Moving random(long seed, CutKind... kinds) {
        RandomNumbers random = new RandomNumbers(seed);
        int constraints = Arrays.stream(kinds).mapToInt(CutKind::constraints).sum();
        int n = constraints + 2;
        RobotModelBuilder builder =
                RobotModel.builder("random-" + seed).gravity(random.vector3(10)).base("body0", random.inertia());
        for (int k = 1; k <= n; k++) {
            int parent = k <= 2 ? 0 : k - 2;
            builder.link(joint(random, k, "body" + parent), random.inertia());
        }
        RobotModel tree = builder.build();
        double[] closed = random.vector(n, 1);
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(closed);
        int last = n;
        for (int c = 0; c < kinds.length; c++) {
            String first = "body" + last;
            String second = "body" + (last - 1);
            // enough joints beyond the next cut to close this one
            last -= kinds[c].constraints();
            Pose worldFromFirst = kinematics.worldFromBody(tree.bodyIndex(first));
            Pose worldFromSecond = kinematics.worldFromBody(tree.bodyIndex(second));
            Pose firstFromJoint = random.pose(0.2);
            Pose secondFromJoint = worldFromSecond
                    .inverse()
                    .times(worldFromFirst)
                    .times(firstFromJoint)
                    .times(freedom(kinds[c], random));
            builder.cut(new CutJoint("cut" + c, kinds[c], first, firstFromJoint, second, secondFromJoint)
                    .with(kinds[c].freedoms() == 1 ? new Friction(0.4, 0.3, 0.8) : Friction.NONE));
        }
        for (int k = 0; k < n; k++) {
            builder.assembly("joint" + (k + 1), closed[k] + random.between(-0.02, 0.02));
        }
        return wellConditioned("random-" + seed + Arrays.toString(kinds), builder, closed, random);
    }

    /** A four-bar that rides on the rocker of another one, in another plane; both cut joints have friction. */
    private static Moving twoFourBars() {
        RandomNumbers random = new RandomNumbers(21);
        RobotModelBuilder builder =
                RobotModel.builder("two four-bars").gravity(random.vector3(10)).base("base", random.inertia());
        double[] angle = {0.7, 1.9};
        for (int k = 0; k < 2; k++) {
            double crank = 0.2 + 0.05 * k;
            double ground = 0.5;
            double coupler = 0.45;
            double rocker = 0.4;
            String carrier = k == 0 ? "base" : "rocker0";
            Pose plane = random.pose(0.3);
            builder.link(pin("crank" + k, carrier, plane, random), random.inertia())
                    .link(pin("coupler" + k, "crank" + k, Pose.translation(crank, 0, 0), random), random.inertia())
                    .link(
                            pin("rocker" + k, carrier, plane.times(Pose.translation(ground, 0, 0)), random),
                            random.inertia())
                    .cut(new CutJoint(
                                    "cut" + k,
                                    CutKind.REVOLUTE,
                                    "coupler" + k,
                                    Pose.translation(coupler, 0, 0),
                                    "rocker" + k,
                                    Pose.translation(rocker, 0, 0))
                            .with(new Friction(0.4 + 0.2 * k, 0.3 - 0.1 * k, 0.8)));
            // the pin is where two circles meet
            double x = crank * Math.cos(angle[k]);
            double y = crank * Math.sin(angle[k]);
            double distance = Math.hypot(ground - x, y);
            double along = (distance * distance + coupler * coupler - rocker * rocker) / (2 * distance);
            double toPin = Math.atan2(-y, ground - x) + Math.acos(along / coupler);
            double pinX = x + coupler * Math.cos(toPin);
            double pinY = y + coupler * Math.sin(toPin);
            builder.assembly("crank" + k, angle[k])
                    .assembly("coupler" + k, toPin - angle[k])
                    .assembly("rocker" + k, Math.atan2(pinY, pinX - ground));
        }
        return new Moving(
                "two four-bars",
                builder.active("crank0", "crank1").build(),
                new double[] {angle[0] + 0.1, angle[1] - 0.1},
                random.vector(2, 1),
                random.vector(2, 1));
    }

    private static Joint pin(String name, String parent, Pose at, RandomNumbers random) {
        return Joint.revolute(name, parent, name)
                .at(at, Vector3.Z)
                .with(new Friction(random.between(0, 0.5), random.between(0, 0.5), random.between(0.5, 1)));
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

    /** A pose that the joint allows between its frames. */
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

    /** Two independent joints that determine the others well. */
    private static Moving wellConditioned(
            String name, RobotModelBuilder builder, double[] closed, RandomNumbers random) {
        RobotModel best = null;
        double least = Double.POSITIVE_INFINITY;
        int n = closed.length;
        RobotModel open = builder.active("joint1", "joint2").build();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i && least > 20; j++) {
                RobotModelBuilder choice = open.toBuilder();
                List<CutJoint> cuts = open.loops().cutJoints();
                choice.withoutLoops();
                cuts.forEach(choice::cut);
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
        if (best == null || least > 200) {
            throw new AssertionError("%s has no good independent joints: condition %s".formatted(name, least));
        }
        double[] middle = best.loops().independentJoints().stream()
                .mapToDouble(joint -> closed[open.coordinate(joint)])
                .toArray();
        double[] q =
                Arrays.stream(middle).map(x -> x + random.between(-0.03, 0.03)).toArray();
        if (!new LoopClosure(best).close(q).isClosed()) {
            double condition = conditionWhereItEnds(best, middle, q);
            if (condition < LARGE) {
                throw new IllegalStateException("%s is refused at %s, on the way to which it has a condition of %s"
                        .formatted(name, Arrays.toString(q), condition));
            }
            throw new AssertionError("%s has a singular pose nearby".formatted(name));
        }
        return new Moving(name, best, q, random.vector(2, 1), random.vector(2, 1));
    }

    /** The condition of the last pose on a straight way to where loops do not close. */
    private static double conditionWhereItEnds(RobotModel robot, double[] closed, double[] apart) {
        LoopClosure last = new LoopClosure(robot);
        double from = 0;
        double to = 1;
        for (int k = 0; k < 50; k++) {
            double half = (from + to) / 2;
            double[] q = new double[closed.length];
            Arrays.setAll(q, i -> closed[i] + half * (apart[i] - closed[i]));
            LoopClosure closure = new LoopClosure(robot);
            if (closure.close(q).isClosed()) {
                from = half;
                last = closure;
            } else {
                to = half;
            }
        }
        return last.condition();
    }
}
