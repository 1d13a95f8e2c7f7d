package dev.catena.compile.parameters;

import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;

/** Random trees in which much is parallel, orthogonal or zero: right angles, missing lengths, gravity along an axis. */
public final class SpecialRobots {
    private SpecialRobots() {}

    public static RobotModel tree(long seed, int bodies) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = RobotModel.builder("special-" + seed).gravity(gravity(random));
        for (int i = 1; i <= bodies; i++) {
            int parent = random.chance(0.25) ? random.index(i) : i - 1;
            JointKind kind = random.chance(0.35) ? JointKind.PRISMATIC : JointKind.REVOLUTE;
            if (random.chance(0.1)) {
                kind = JointKind.FIXED;
            }
            Joint joint = Joint.of(kind, "joint" + i, parent == 0 ? "base" : "body" + parent, "body" + i);
            builder.link(joint.with(geometry(random)), inertia(random));
        }
        return builder.build();
    }

    /** Right angles mostly; a fixed joint or the last body may carry what it likes. */
    private static JointGeometry geometry(RandomNumbers random) {
        if (random.chance(0.15)) {
            return new JointGeometry(random.pose(0.4), random.vector3(1), random.pose(0.2));
        }
        Rotation turn = Rotation.aboutX(quarters(random))
                .times(Rotation.aboutZ(random.chance(0.2) ? random.between(-3, 3) : quarters(random)));
        Vector3 shift = new Vector3(length(random), length(random), length(random));
        Vector3 axis = random.chance(0.7) ? Vector3.Z : random.chance(0.5) ? Vector3.X : new Vector3(0, -1, 0);
        return JointGeometry.of(new Pose(turn, shift), axis);
    }

    private static double quarters(RandomNumbers random) {
        return Math.PI / 2 * (random.index(4) - 1);
    }

    private static double length(RandomNumbers random) {
        return random.chance(0.6) ? 0 : random.between(-0.5, 0.5);
    }

    private static Vector3 gravity(RandomNumbers random) {
        if (random.chance(0.1)) {
            return Vector3.ZERO;
        }
        return random.chance(0.5)
                ? new Vector3(0, 0, -9.81)
                : random.chance(0.5) ? new Vector3(9.81, 0, 0) : random.vector3(9);
    }

    private static SpatialInertia inertia(RandomNumbers random) {
        return random.inertia();
    }
}
