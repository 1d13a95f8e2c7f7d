package dev.catena.compile.parameters;

import dev.catena.model.Pose;
import dev.catena.model.Vector3;

/** Arithmetic on the ten inertial parameters of a body, XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M. */
final class TenParameters {
    static final int COUNT = 10;

    static final int XX = 0;
    static final int XY = 1;
    static final int XZ = 2;
    static final int YY = 3;
    static final int YZ = 4;
    static final int ZZ = 5;
    static final int MX = 6;
    static final int MY = 7;
    static final int MZ = 8;
    static final int M = 9;

    private TenParameters() {}

    /** The parameters of a body seen from the parent: R J Rᵀ + 2 h·p E − h pᵀ − p hᵀ with h = R MS + ½ M p. */
    static double[] inParent(Pose parentFromBody, double[] x) {
        double[] r = parentFromBody.rotation().toArray();
        double[] j = {x[XX], x[XY], x[XZ], x[XY], x[YY], x[YZ], x[XZ], x[YZ], x[ZZ]};
        double[] rotated = new double[9];
        for (int a = 0; a < 3; a++) {
            for (int b = a; b < 3; b++) {
                for (int c = 0; c < 3; c++) {
                    for (int d = 0; d < 3; d++) {
                        rotated[3 * a + b] += r[3 * a + c] * j[3 * c + d] * r[3 * b + d];
                    }
                }
            }
        }
        Vector3 p = parentFromBody.position();
        Vector3 ms = parentFromBody.rotation().apply(new Vector3(x[MX], x[MY], x[MZ]));
        Vector3 h = ms.plus(p.times(0.5 * x[M]));
        Vector3 moment = ms.plus(p.times(x[M]));
        return new double[] {
            rotated[0] + 2 * (h.y() * p.y() + h.z() * p.z()),
            rotated[1] - h.x() * p.y() - h.y() * p.x(),
            rotated[2] - h.x() * p.z() - h.z() * p.x(),
            rotated[4] + 2 * (h.x() * p.x() + h.z() * p.z()),
            rotated[5] - h.y() * p.z() - h.z() * p.y(),
            rotated[8] + 2 * (h.x() * p.x() + h.y() * p.y()),
            moment.x(),
            moment.y(),
            moment.z(),
            x[M]
        };
    }

    /** How parameters change when the body turns about z, or slides along it: d/dq of {@link #inParent} at q = 0. */
    static double[] motionAlongZ(boolean turns, double[] x) {
        if (turns) {
            return new double[] {
                -2 * x[XY], x[XX] - x[YY], -x[YZ], 2 * x[XY], x[XZ], 0, -x[MY], x[MX], 0, 0,
            };
        }
        return new double[] {2 * x[MZ], 0, -x[MX], 2 * x[MZ], -x[MY], 0, 0, 0, x[M], 0};
    }

    /**
     * What a pair of velocities makes of each parameter in the kinetic energy, twice the symmetric form: v·v′ M +
     * (v × ω′ + v′ × ω)·MS + ωᵀ J ω′. Velocities are linear, then angular.
     */
    static double[] energy(double[] v, double[] w) {
        return new double[] {
            v[3] * w[3],
            v[3] * w[4] + v[4] * w[3],
            v[3] * w[5] + v[5] * w[3],
            v[4] * w[4],
            v[4] * w[5] + v[5] * w[4],
            v[5] * w[5],
            v[1] * w[5] - v[2] * w[4] + w[1] * v[5] - w[2] * v[4],
            v[2] * w[3] - v[0] * w[5] + w[2] * v[3] - w[0] * v[5],
            v[0] * w[4] - v[1] * w[3] + w[0] * v[4] - w[1] * v[3],
            v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
        };
    }
}
