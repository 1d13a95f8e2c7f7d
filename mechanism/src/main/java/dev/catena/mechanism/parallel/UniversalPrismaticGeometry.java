package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;

/**
 * The coordinates of a universal joint followed by a slide, the UP of a UPS leg: two angles of the leg's direction, and its
 * length. The first axis is z of the universal joint's frame, the second is perpendicular to it and to the leg. Along the
 * first axis the angles are not determined.
 *
 * @param worldFromUniversal frame of the universal joint before it turns
 */
public record UniversalPrismaticGeometry(Pose worldFromUniversal) implements LegGeometry {
    /** Sine of the angle between leg and first axis below which the leg counts as singular. */
    private static final double SINGULAR = 1e-9;

    @Override
    public LegStatus solve(double[] worldFromTip, double[] coordinates) {
        Rotation R = worldFromUniversal.rotation();
        Vector3 p = worldFromUniversal.position();
        double dx = worldFromTip[9] - p.x();
        double dy = worldFromTip[10] - p.y();
        double dz = worldFromTip[11] - p.z();
        double ux = R.xx() * dx + R.yx() * dy + R.zx() * dz;
        double uy = R.xy() * dx + R.yy() * dy + R.zy() * dz;
        double uz = R.xz() * dx + R.yz() * dy + R.zz() * dz;
        double across = Math.sqrt(ux * ux + uy * uy);
        double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(across > SINGULAR * length)) {
            return LegStatus.SINGULAR;
        }
        // u = r (−c₁s₂, −s₁s₂, c₂)
        coordinates[0] = Math.atan2(-uy, -ux);
        coordinates[1] = Math.atan2(across, uz);
        coordinates[2] = length;
        return LegStatus.REACHED;
    }
}
