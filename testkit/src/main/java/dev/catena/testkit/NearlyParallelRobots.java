package dev.catena.testkit;

import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Robots in which the axes of neighboring joints are parallel but for a tilt, as descriptions with rounded angles have
 * them. Angles of their common normals are quotients of small numbers, which body frames at any angle make rounding of.
 */
public final class NearlyParallelRobots {
    /** Nothing, rounding, and what is beyond it. */
    public static final List<Double> TILTS = List.of(
            0.0, 1e-16, 3e-16, 1e-15, 5e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4);

    /** How one axis lies beside the next, but for the tilt. */
    public enum Layout {
        /** On one line. */
        COAXIAL,
        /** Side by side. */
        BESIDE,
        /** On one line, but pointing the other way. */
        COAXIAL_OPPOSITE,
        /** Side by side, but pointing the other way. */
        OPPOSITE,
        /** Any of these. */
        ANY
    }

    private NearlyParallelRobots() {}

    /** Every tilt and layout, chains and trees, turning joints and mixed ones. */
    public static Stream<RobotModel> all(int bodies) {
        return TILTS.stream().flatMap(tilt -> all(bodies, tilt));
    }

    /** Every layout with one tilt. */
    public static Stream<RobotModel> all(int bodies, double tilt) {
        List<RobotModel> robots = new ArrayList<>();
        long seed = 1;
        for (Layout layout : Layout.values()) {
            for (boolean mixed : new boolean[] {false, true}) {
                for (boolean branched : new boolean[] {false, true}) {
                    robots.add(of(seed++, bodies, tilt, layout, mixed, branched));
                }
            }
        }
        return robots.stream();
    }

    /**
     * One robot.
     *
     * @param mixed whether some joints slide
     * @param branched whether bodies have several children
     */
    public static RobotModel of(long seed, int bodies, double tilt, Layout layout, boolean mixed, boolean branched) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = RobotModel.builder(
                        "%s-%s%s%s".formatted(layout, tilt, mixed ? "-mixed" : "", branched ? "-branched" : ""))
                .gravity(1, -2, -9.81);
        builder.base("base", random.inertia());
        Pose[] jointFromBody = new Pose[bodies + 1];
        jointFromBody[0] = Pose.IDENTITY;
        for (int i = 1; i <= bodies; i++) {
            int parent = branched && random.chance(0.4) ? random.index(i) : i - 1;
            jointFromBody[i] = random.chance(0.3) ? Pose.IDENTITY : random.pose(0.2);
            JointKind kind = mixed && random.chance(0.4) ? JointKind.PRISMATIC : JointKind.REVOLUTE;
            Joint joint = Joint.of(kind, "joint" + i, parent == 0 ? "base" : "body" + parent, "body" + i)
                    .with(new JointGeometry(
                            jointFromBody[parent].inverse().times(place(random, tilt, layout)),
                            Vector3.Z,
                            jointFromBody[i]));
            builder.link(joint, random.inertia());
        }
        return builder.build();
    }

    private static Pose place(RandomNumbers random, double tilt, Layout layout) {
        Layout chosen = layout == Layout.ANY ? Layout.values()[random.index(4)] : layout;
        boolean opposite = chosen == Layout.OPPOSITE || chosen == Layout.COAXIAL_OPPOSITE;
        boolean beside = chosen == Layout.OPPOSITE || chosen == Layout.BESIDE;
        double direction = random.between(-3, 3);
        Rotation rotation = Rotation.aboutZ(direction)
                .times(Rotation.aboutX((opposite ? Math.PI : 0) + tilt))
                .times(Rotation.aboutZ(random.chance(0.5) ? -direction : random.between(-3, 3)));
        return new Pose(
                rotation,
                new Vector3(
                        beside ? random.between(-0.5, 0.5) : 0,
                        beside && random.chance(0.5) ? random.between(-0.5, 0.5) : 0,
                        random.chance(0.7) ? random.between(-0.5, 0.5) : 0));
    }
}
