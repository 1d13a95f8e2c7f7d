package dev.catena.app.gait;

import dev.catena.app.plan.ChangedRobot;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
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
    private static final double HEIGHT = 1.741;
    private static final double MASS = 73;

    /** All joints move. */
    public final RobotModel whole;

    /** Those that a step holds still are fixed. */
    public final RobotModel held;

    /** How much larger the walker is than the man of the model. */
    public final double scale;

    /** The most that knees may bend, rad. */
    public final double kneeLimit;

    private Walker(RobotModel whole, double scale, double kneeLimit) {
        this.whole = whole;
        this.scale = scale;
        this.kneeLimit = kneeLimit;
        RobotModel still = whole;
        for (String joint : HELD) {
            still = still.withHeld(joint, 0);
        }
        held = still;
    }

    /** The man of 1.741 m and 73 kg. */
    public static Walker shipped() {
        return new Walker(ShippedRobots.load("human"), 1, Math.PI);
    }

    /**
     * The same proportions, [deLeva], at another mass and height: lengths as the height, masses as the mass, moments of
     * inertia as mass times height squared, strength as mass times height.
     */
    public Walker sized(double mass, double height) {
        double lengths = height / HEIGHT;
        return new Walker(ChangedRobot.scaled(whole, lengths, mass / MASS), lengths, kneeLimit);
    }

    /** With a load on the back, at the upper trunk. */
    public Walker withBackpack(double mass) {
        return carrying("sp4", mass, new Vector3(0, 0, -0.18));
    }

    /** With a load in the hands, half of it in either: a step is mirrored, so that both sides carry alike. */
    public Walker withHandLoads(double mass) {
        Vector3 grip = new Vector3(0, -0.09, 0);
        return carrying("hand_r", mass / 2, grip).carrying("hand_l", mass / 2, grip);
    }

    /** With a load in the right hand, so that steps differ. */
    public Walker withLoadInOneHand(double mass) {
        return carrying("hand_r", mass, new Vector3(0, -0.09, 0));
    }

    /** With a right knee that is locked, as a brace or an old prosthesis does, so that steps differ. */
    public Walker withLockedKnee(double angle) {
        return new Walker(whole.withHeld("knee_r", angle), scale, kneeLimit);
    }

    private Walker carrying(String body, double mass, Vector3 point) {
        return new Walker(ChangedRobot.carrying(whole, body, mass, point.times(scale)), scale, kneeLimit);
    }

    /** With knees that bend no further. */
    public Walker withKnees(double limit) {
        return new Walker(whole, scale, limit);
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

    /** The coordinate that a mirror puts in the place of another. */
    static String partner(String name) {
        String stem = name.substring(0, Math.max(0, name.length() - 2));
        return name.endsWith("_r") ? stem + "_l" : name.endsWith("_l") ? stem + "_r" : name;
    }

    /** Whether a mirror changes the sign of a coordinate. */
    static boolean isReversed(String name) {
        return REVERSED.contains(name);
    }

    /** After a stride the motion repeats, further forward. */
    public static CyclicEnd repeated(RobotModel robot, double strideLength) {
        return CyclicEnd.periodic(robot.jointCount(), 2).shifted(robot.coordinate("tz"), strideLength);
    }

    /** After a step the motion goes on mirrored, further forward. */
    public static CyclicEnd mirror(RobotModel robot, double stepLength, int order) {
        Set<String> reversed =
                Set.copyOf(REVERSED.stream().filter(robot::hasCoordinate).toList());
        return CyclicEnd.mirrored(robot.jointNames(), "_r", "_l", reversed, order)
                .shifted(robot.coordinate("tz"), stepLength);
    }
}
