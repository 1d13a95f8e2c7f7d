package dev.catena.formats.mesh;

import dev.catena.model.InertiaTensor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/**
 * Inertia of what a mesh encloses, by pyramids over its triangles [Mirtich]. With E = ∫ r rᵀ dV of a pyramid whose apex is at
 * the origin, and corners a, b, c: E = V/20 (2 (a aᵀ + b bᵀ + c cᵀ) + a bᵀ + b aᵀ + a cᵀ + c aᵀ + b cᵀ + c bᵀ).
 */
public final class MeshInertia {
    /** What the triangles stand for. */
    public enum Filling {
        /** A solid whose surface is closed: pyramids on its far side count against it. */
        EXACT,
        /** Every pyramid counts, wherever it lies: for surfaces with holes, or turned inside out in places. */
        POSITIVE,
        /** Nothing but the surface: the mass is by area, the volume of a pyramid is its triangle's area. */
        SHELL
    }

    private final Triangles triangles;
    private final Filling filling;
    private final double[] a = new double[3];
    private final double[] b = new double[3];
    private final double[] c = new double[3];
    private double volume;

    private MeshInertia(Triangles triangles, Filling filling) {
        this.triangles = triangles;
        this.filling = filling;
    }

    /**
     * The inertia at density one: the mass is a volume, or an area.
     *
     * @throws IllegalArgumentException where the mesh encloses nothing
     */
    public static SpatialInertia ofUnitDensity(Triangles triangles, Filling filling) {
        return new MeshInertia(triangles, filling).compute();
    }

    private SpatialInertia compute() {
        double[] apex = meanOfFaces();
        double[] moment = new double[3];
        double first = 0;
        for (int k = 0; k < triangles.count(); k++) {
            double part = load(k, apex);
            first += part;
            for (int i = 0; i < 3; i++) {
                double center = (a[i] + b[i] + c[i]) / (filling == Filling.SHELL ? 3 : 4);
                moment[i] += part * center;
            }
        }
        requireContent(first);
        double[] mean = new double[3];
        for (int i = 0; i < 3; i++) {
            mean[i] = apex[i] + moment[i] / first;
        }
        return about(mean);
    }

    private SpatialInertia about(double[] mean) {
        double[] e = new double[6];
        volume = 0;
        double factor = filling == Filling.SHELL ? 12 : 20;
        for (int k = 0; k < triangles.count(); k++) {
            double part = load(k, mean);
            volume += part;
            int entry = 0;
            for (int i = 0; i < 3; i++) {
                for (int j = i; j < 3; j++) {
                    double si = a[i] + b[i] + c[i];
                    double sj = a[j] + b[j] + c[j];
                    e[entry++] += part / factor * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + si * sj);
                }
            }
        }
        requireContent(volume);
        // e holds xx, xy, xz, yy, yz, zz of ∫ r rᵀ
        return SpatialInertia.aboutCenterOfMass(
                volume,
                Vector3.of(mean),
                new InertiaTensor(e[3] + e[5], -e[1], -e[2], e[0] + e[5], -e[4], e[0] + e[3]));
    }

    private static void requireContent(double volume) {
        if (!(volume > Double.MIN_NORMAL)) {
            throw new IllegalArgumentException(
                    volume < 0
                            ? "the triangles of the mesh look inward, so that its volume is negative"
                            : "the mesh encloses no volume");
        }
    }

    /** Corners seen from an apex, and the volume of the pyramid, or the area of the triangle. */
    private double load(int triangle, double[] apex) {
        for (int i = 0; i < 3; i++) {
            a[i] = triangles.coordinate(triangle, 0, i) - apex[i];
            b[i] = triangles.coordinate(triangle, 1, i) - apex[i];
            c[i] = triangles.coordinate(triangle, 2, i) - apex[i];
        }
        if (filling == Filling.SHELL) {
            return area();
        }
        double pyramid = (a[0] * (b[1] * c[2] - b[2] * c[1])
                        + a[1] * (b[2] * c[0] - b[0] * c[2])
                        + a[2] * (b[0] * c[1] - b[1] * c[0]))
                / 6;
        return filling == Filling.POSITIVE ? Math.abs(pyramid) : pyramid;
    }

    private double area() {
        double ux = b[0] - a[0];
        double uy = b[1] - a[1];
        double uz = b[2] - a[2];
        double vx = c[0] - a[0];
        double vy = c[1] - a[1];
        double vz = c[2] - a[2];
        double x = uy * vz - uz * vy;
        double y = uz * vx - ux * vz;
        double z = ux * vy - uy * vx;
        return Math.sqrt(x * x + y * y + z * z) / 2;
    }

    /** Where positive pyramids have their apex: the mean of the surface. */
    private double[] meanOfFaces() {
        double[] sum = new double[3];
        double[] origin = new double[3];
        double total = 0;
        for (int k = 0; k < triangles.count(); k++) {
            var unused = load(k, origin);
            double area = area();
            total += area;
            for (int i = 0; i < 3; i++) {
                sum[i] += area * (a[i] + b[i] + c[i]) / 3;
            }
        }
        requireContent(total);
        for (int i = 0; i < 3; i++) {
            sum[i] /= total;
        }
        return sum;
    }
}
