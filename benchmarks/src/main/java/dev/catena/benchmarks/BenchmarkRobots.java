package dev.catena.benchmarks;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.ReferenceResults;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * Revolute robots of general geometry and inertia: no right angles, no coinciding origins, no principal axes, so that
 * no library can profit from a zero. Always the same for the same name.
 */
final class BenchmarkRobots {
    private static final long SEED = 20240607;

    private BenchmarkRobots() {}

    /**
     * A robot that ships, {@code orthogonal<n>} for an arm with right angles, {@code chain<n>}, {@code tree<n>} for a tree with a fork after every third body, {@code balanced<n>} with two
     * bodies on each, {@code humanoid36}, or {@code talos}, a humanoid as built.
     */
    static RobotModel named(String name) {
        if (ShippedRobots.has(name)) {
            return ShippedRobots.load(name);
        }
        if (name.equals("talos")) {
            return ReferenceResults.of("talos_reduced_fb").plainRobot();
        }
        String digits = name.replaceFirst("^[a-z]+", "");
        if (name.startsWith("orthogonal")) {
            return orthogonal(name, Integer.parseInt(digits));
        }
        IntUnaryOperator parent = switch (name.substring(0, name.length() - digits.length())) {
            case "chain" -> i -> i - 1;
            case "tree" -> BenchmarkRobots::parentInTree;
            case "balanced" -> i -> (i - 1) / 2;
            case "humanoid" -> i -> HUMANOID[i];
            default ->
                throw new IllegalArgumentException(
                        "robots are chain<n>, tree<n>, balanced<n>, orthogonal<n>, humanoid36 and talos, not \"%s\""
                                .formatted(name));
        };
        return robot(name, Integer.parseInt(digits), parent);
    }

    /** An arm as built: each axis crosses the one before at a right angle; inertias are general. */
    private static RobotModel orthogonal(String name, int joints) {
        SplittableRandom random = new SplittableRandom(SEED);
        RobotModelBuilder builder =
                RobotModel.builder(name).gravity(0, 0, -9.81).base(body(0));
        for (int i = 1; i <= joints; i++) {
            double tilt = i == 1 ? 0 : i % 2 == 0 ? -Math.PI / 2 : Math.PI / 2;
            Joint joint = Joint.revolute("joint" + i, body(i - 1), body(i))
                    .with(JointGeometry.modifiedDenavitHartenberg(tilt, 0, 0, i % 2 == 0 ? 0 : 0.4));
            builder.link(joint, inertia(random));
        }
        return builder.build();
    }

    /** Parents of two legs of six, a spine of two with a head of two and two arms of seven, and hands of three. */
    private static final int[] HUMANOID = {
        -1, 0, 1, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11, 0, 13, 14, 15, 14, 17, 18, 19, 20, 21, 22, 14, 24, 25, 26, 27, 28, 29,
        23, 23, 23, 30, 30, 30
    };

    private static RobotModel robot(String name, int bodies, IntUnaryOperator parentOf) {
        SplittableRandom random = new SplittableRandom(SEED);
        RobotModelBuilder builder = RobotModel.builder(name).gravity(0.3, -0.5, -9.7);
        // drawn from another source, so that the other bodies stay what they are
        builder.base(body(0), inertia(new SplittableRandom(SEED + 1)));
        for (int i = 1; i <= bodies; i++) {
            int parent = parentOf.applyAsInt(i);
            Joint joint = Joint.revolute("joint" + i, body(parent), body(i))
                    .at(
                            new Pose(rotation(random), vector(random, 0.5)),
                            vector(random, 1).normalized());
            builder.link(joint, inertia(random));
        }
        return builder.build();
    }

    /** The same robot with a spring and a geared motor, carried by the parent, in every joint. */
    static RobotModel elastic(String name) {
        RobotModel robot = named(name);
        SplittableRandom random = new SplittableRandom(SEED + 2);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            Rotor rotor = new Rotor(random.nextDouble(1e-4, 1e-3), 50, joint.parent(), vector(random, 1));
            builder.replace(joint.with(Drive.of(rotor).with(Spring.of(random.nextDouble(1e3, 1e4)))));
        }
        return builder.build();
    }

    /** Limbs of three bodies; two limbs start at the end of each. */
    private static int parentInTree(int i) {
        int limb = (i - 1) / 3;
        boolean first = (i - 1) % 3 == 0;
        int parentLimb = (limb - 1) / 2;
        return first ? (limb == 0 ? 0 : 3 * parentLimb + 3) : i - 1;
    }

    private static String body(int i) {
        return i == 0 ? "base" : "body" + i;
    }

    private static Vector3 vector(SplittableRandom random, double size) {
        return new Vector3(
                random.nextDouble(-size, size), random.nextDouble(-size, size), random.nextDouble(-size, size));
    }

    private static Rotation rotation(SplittableRandom random) {
        return Rotation.about(vector(random, 1), random.nextDouble(-Math.PI, Math.PI));
    }

    private static SpatialInertia inertia(SplittableRandom random) {
        // ∫x² dm, ∫y² dm, ∫z² dm: any three positive numbers make a physical body
        double x = random.nextDouble(0.01, 0.1);
        double y = random.nextDouble(0.01, 0.1);
        double z = random.nextDouble(0.01, 0.1);
        return SpatialInertia.principal(
                random.nextDouble(0.5, 5), vector(random, 0.3), rotation(random), y + z, x + z, x + y);
    }
}
