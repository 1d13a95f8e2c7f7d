package dev.catena.benchmarks;

import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.SplittableRandom;

/**
 * Revolute robots of general geometry and inertia: no right angles, no coinciding origins, no principal axes, so that
 * no library can profit from a zero. Always the same for the same name.
 */
final class BenchmarkRobots {
    private static final long SEED = 20240607;

    private BenchmarkRobots() {}

    /** {@code chain<n>}, or {@code tree<n>} for a tree with a fork after every third body. */
    static RobotModel named(String name) {
        if (name.startsWith("chain")) {
            return robot(name, Integer.parseInt(name.substring("chain".length())), false);
        }
        if (name.startsWith("tree")) {
            return robot(name, Integer.parseInt(name.substring("tree".length())), true);
        }
        throw new IllegalArgumentException("robots are chain<n> and tree<n>, not \"%s\"".formatted(name));
    }

    private static RobotModel robot(String name, int bodies, boolean forks) {
        SplittableRandom random = new SplittableRandom(SEED);
        RobotModelBuilder builder = RobotModel.builder(name).gravity(0.3, -0.5, -9.7);
        for (int i = 1; i <= bodies; i++) {
            int parent = forks ? parentInTree(i) : i - 1;
            Joint joint = Joint.revolute("joint" + i, body(parent), body(i))
                    .at(
                            new Pose(rotation(random), vector(random, 0.5)),
                            vector(random, 1).normalized());
            builder.link(joint, inertia(random));
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
