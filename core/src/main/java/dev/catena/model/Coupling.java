package dev.catena.model;

/**
 * A joint that follows another: {@code q_joint = factor · q_leader + offset}, as gears, belts and the fingers of grippers
 * do (the mimic joints of URDF). The leader may itself follow a third joint.
 *
 * <p>The joint has no coordinate of its own; whatever drives it drives its leader. What the transmission between them
 * does to bearings and bodies is not modeled.
 *
 * @param joint the joint that follows
 * @param leader the joint that it follows
 * @param factor rad or m of the joint for each rad or m of the leader; 0 holds the joint at the offset
 * @param offset rad or m
 */
public record Coupling(String joint, String leader, double factor, double offset) {
    /** The joint's coordinate where the leader's is given. */
    public double follow(double leaderCoordinate) {
        return factor * leaderCoordinate + offset;
    }
}
