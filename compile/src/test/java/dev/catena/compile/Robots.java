package dev.catena.compile;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.ReferenceResults;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Robots to compile. */
public final class Robots {
    private static final double[] ANGLES = {0, 0, Math.PI / 2, -Math.PI / 2, Math.PI, 0.7};

    private Robots() {}

    public static Stream<RobotModel> shipped() {
        return ShippedRobots.names().stream().map(ShippedRobots::load).filter(robot -> !robot.hasLoops());
    }

    /** The robots of the reference results. */
    public static Stream<RobotModel> reference() {
        return ReferenceResults.names().stream()
                .map(name -> ReferenceResults.of(name).robot());
    }

    /** A tree of mixed joints at angles that make sines and cosines vanish, with distances and moments that do too. */
    public static RobotModel special(long seed, int bodies) {
        Random random = new Random(seed);
        RobotModelBuilder builder = RobotModel.builder("special-" + seed).gravity(0, 0, -9.81);
        for (int i = 1; i <= bodies; i++) {
            int parent = random.nextInt(4) == 0 ? random.nextInt(i) : i - 1;
            JointKind kind = random.nextInt(4) == 0 ? JointKind.PRISMATIC : JointKind.REVOLUTE;
            Joint joint = Joint.of(kind, "joint" + i, name(parent), name(i))
                    .with(geometry(random))
                    .with(random.nextInt(3) == 0 ? Friction.of(0.3, 0.2) : Friction.NONE);
            builder.link(joint, inertia(random));
        }
        return builder.base(name(0)).build();
    }

    private static String name(int body) {
        return body == 0 ? "base" : "body" + body;
    }

    private static JointGeometry geometry(Random random) {
        Vector3 position = new Vector3(length(random), length(random), length(random));
        Pose pose = new Pose(Rotation.fromRollPitchYaw(angle(random), angle(random), angle(random)), position);
        Vector3 axis =
                List.of(Vector3.X, Vector3.Y, Vector3.Z, new Vector3(0, 0, -1)).get(random.nextInt(4));
        return JointGeometry.of(pose, axis);
    }

    private static double angle(Random random) {
        return ANGLES[random.nextInt(ANGLES.length)];
    }

    private static double length(Random random) {
        return random.nextBoolean() ? 0 : random.nextDouble() - 0.5;
    }

    private static SpatialInertia inertia(Random random) {
        double x = 0.01 + random.nextDouble();
        double y = 0.01 + random.nextDouble();
        double z = 0.01 + random.nextDouble();
        return SpatialInertia.principal(
                0.5 + random.nextDouble(),
                new Vector3(length(random), length(random), length(random)),
                Rotation.fromRollPitchYaw(angle(random), 0, angle(random)),
                y + z,
                x + z,
                x + y);
    }
}
