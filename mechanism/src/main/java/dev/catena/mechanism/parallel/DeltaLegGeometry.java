package dev.catena.mechanism.parallel;

/**
 * The coordinates of a Delta leg, elbow outward: angle of the arm, swing and spread of the forearm.
 *
 * @param angle of the leg about the world's z axis
 */
public record DeltaLegGeometry(double angle, double baseRadius, double armLength, double forearmLength)
        implements LegGeometry {
    @Override
    public LegStatus solve(double[] worldFromTip, double[] coordinates) {
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        // the tip seen from the arm's axis: x outward, y along the axis, z up
        double x = cosine * worldFromTip[9] + sine * worldFromTip[10] - baseRadius;
        double y = cosine * worldFromTip[10] - sine * worldFromTip[9];
        double z = worldFromTip[11];

        // |tip − elbow| = l with the elbow at L (c, 0, −s): x c − z s = G
        double square = x * x + y * y + z * z;
        double right = (square + armLength * armLength - forearmLength * forearmLength) / (2 * armLength);
        double reach = Math.sqrt(x * x + z * z);
        if (!(Math.abs(right) <= reach)) {
            return LegStatus.OUT_OF_REACH;
        }
        double arm = Math.atan2(-z, x) - Math.acos(right / reach);

        // forearm = l (cos φ cos ψ, sin ψ, −sin φ cos ψ) with φ = arm + swing, ψ = spread
        double forearmX = x - armLength * Math.cos(arm);
        double forearmZ = z + armLength * Math.sin(arm);
        coordinates[0] = arm;
        coordinates[1] = Math.atan2(-forearmZ, forearmX) - arm;
        coordinates[2] = Math.atan2(y, Math.sqrt(forearmX * forearmX + forearmZ * forearmZ));
        return LegStatus.REACHED;
    }
}
