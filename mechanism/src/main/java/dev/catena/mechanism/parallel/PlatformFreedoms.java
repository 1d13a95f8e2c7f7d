package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.Arrays;

/**
 * The motions that the legs leave to a platform, each a group of rigid motions: the platform's velocities are the same
 * selection S of the six numbers (velocity of the origin; angular velocity), world axes, at every pose. Hence V = S ẋ and
 * V̇ = S ẍ, without a derivative of S.
 */
public enum PlatformFreedoms {
    /** All six. */
    SPATIAL(0, 1, 2, 3, 4, 5),
    /** Three translations, the orientation stays: Delta robots. */
    TRANSLATIONAL(0, 1, 2),
    /** Translations along x and y, rotation about z. */
    PLANAR(0, 1, 5),
    /** Rotations about the platform's origin, which stays: wrists, camera mounts. */
    SPHERICAL(3, 4, 5),
    /** Three translations and the rotation about z: pick-and-place robots with four arms. */
    SCHOENFLIES(0, 1, 2, 5);

    /** How far, in m or as entry of the rotation matrix, a pose may leave the permitted motions. */
    public static final double TOLERANCE = 1e-9;

    @SuppressWarnings("ImmutableEnumChecker") // never written
    private final int[] coordinates;

    PlatformFreedoms(int... coordinates) {
        this.coordinates = coordinates;
    }

    /** How many numbers a platform velocity has. */
    public int count() {
        return coordinates.length;
    }

    /** Which of (v_x, v_y, v_z, ω_x, ω_y, ω_z) a freedom is. */
    public int coordinate(int freedom) {
        return coordinates[freedom];
    }

    /** V = S ẋ. */
    void expand(double[] reduced, double[] twistOut) {
        Arrays.fill(twistOut, 0);
        for (int k = 0; k < coordinates.length; k++) {
            twistOut[coordinates[k]] = reduced[k];
        }
    }

    /** Sᵀ F, from an offset on. */
    void project(double[] wrench, double[] reducedOut, int offset) {
        for (int k = 0; k < coordinates.length; k++) {
            reducedOut[offset + k] = wrench[coordinates[k]];
        }
    }

    /** Whether the platform can go from one pose to the other by the permitted motions. */
    boolean permit(Pose from, Pose to) {
        return switch (this) {
            case SPATIAL -> true;
            case TRANSLATIONAL -> near(from.rotation(), to.rotation());
            case PLANAR -> near(from.position().z(), to.position().z()) && nearAxisZ(from.rotation(), to.rotation());
            case SPHERICAL -> near(from.position(), to.position());
            case SCHOENFLIES -> nearAxisZ(from.rotation(), to.rotation());
        };
    }

    /** A rotation about the world's z leaves the last row of R as it is. */
    private static boolean nearAxisZ(Rotation a, Rotation b) {
        return near(a.zx(), b.zx()) && near(a.zy(), b.zy()) && near(a.zz(), b.zz());
    }

    private static boolean near(Rotation a, Rotation b) {
        return near(a.xx(), b.xx())
                && near(a.xy(), b.xy())
                && near(a.xz(), b.xz())
                && near(a.yx(), b.yx())
                && near(a.yy(), b.yy())
                && near(a.yz(), b.yz())
                && nearAxisZ(a, b);
    }

    private static boolean near(Vector3 a, Vector3 b) {
        return near(a.x(), b.x()) && near(a.y(), b.y()) && near(a.z(), b.z());
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) <= TOLERANCE;
    }
}
