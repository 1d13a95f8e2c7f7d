package dev.catena.app.gait;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.planning.function.CyclicEnd;
import java.util.List;
import java.util.Set;

/**
 * Who walks: the human with the joints that a step holds still, the points of the feet, and what a mirror does to the
 * coordinates.
 */
public final class Walker {
    /** Joints held at neutral. */
    public static final List<String> HELD = List.of(
            "sp3_rot",
            "sp4_flex",
            "sp4_bend",
            "sp4_rot",
            "nk_flex",
            "nk_bend",
            "nk_rot",
            "hd_flex",
            "hd_rot",
            "clav_elev_r",
            "clav_prot_r",
            "clav_elev_l",
            "clav_prot_l",
            "wr_flex_r",
            "wr_dev_r",
            "wr_flex_l",
            "wr_dev_l");

    private static final Set<String> REVERSED = Set.of(
            "tx",
            "pel_rot",
            "pel_list",
            "sp1_bend",
            "sp1_rot",
            "sp2_bend",
            "sp2_rot",
            "sp3_bend",
            "sp3_rot",
            "sp4_bend",
            "sp4_rot",
            "nk_bend",
            "nk_rot",
            "hd_rot");

    private static final int GLOBAL_JOINTS = 6;

    /** All joints move. */
    public final RobotModel whole;

    /** Those that a step holds still are fixed. */
    public final RobotModel held;

    /** How much larger the walker is than the man of the model. */
    public final double scale;

    private Walker(RobotModel whole, double scale) {
        this.whole = whole;
        this.scale = scale;
        RobotModelBuilder builder = whole.toBuilder();
        for (Joint joint : whole.joints()) {
            if (HELD.contains(joint.name())) {
                builder.replace(new Joint(
                        joint.name(),
                        JointKind.FIXED,
                        joint.parent(),
                        joint.child(),
                        joint.geometry(),
                        JointLimits.NONE,
                        Friction.NONE,
                        Drive.NONE));
            }
        }
        held = builder.build();
    }

    /** The man of 1.741 m and 73 kg. */
    public static Walker shipped() {
        return new Walker(ShippedRobots.load("human"), 1);
    }

    /** The heel, in the foot's frame. */
    public Vector3 heel() {
        return new Vector3(0, -0.07, -0.06).times(scale);
    }

    /** The ball, in the foot's frame. */
    public Vector3 ball() {
        return new Vector3(0, -0.07, 0.125).times(scale);
    }

    /** The ball as a point of the toe. */
    public Vector3 ballOfToe() {
        return new Vector3(0, -0.02, 0).times(scale);
    }

    /** The tip of the toe, in the toe's frame. */
    public Vector3 tip() {
        return new Vector3(0, -0.02, 0.0731).times(scale);
    }

    /** Half the width of a foot. */
    public double halfWidth() {
        return 0.045 * scale;
    }

    /** How far a foot is beside the middle. */
    public double beside() {
        return 0.085 * scale;
    }

    /** The joints that have muscles. */
    public static List<String> driven(RobotModel robot) {
        return robot.jointNames().subList(GLOBAL_JOINTS, robot.jointCount());
    }

    /** After a step the motion goes on mirrored, further forward. */
    public static CyclicEnd mirror(RobotModel robot, double stepLength, int order) {
        Set<String> reversed = Set.copyOf(REVERSED.stream().filter(robot::hasCoordinate).toList());
        return CyclicEnd.mirrored(robot.jointNames(), "_r", "_l", reversed, order)
                .shifted(robot.coordinate("tz"), stepLength);
    }
}
