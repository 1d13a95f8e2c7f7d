package dev.catena.model;

import java.util.Locale;

/** The form of a {@link Shape}, centered on the shape's frame unless it says otherwise; lengths in m. */
public sealed interface Geometry {
    /** What the form is called: box, sphere, cylinder, capsule, ellipsoid, mesh. */
    default String kind() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** The measures in the order of the record; for a mesh its scale, which may be negative. */
    double[] measures();

    /** Edges along x, y and z. */
    record Box(Vector3 size) implements Geometry {
        @Override
        public double[] measures() {
            return size.toArray();
        }
    }

    record Sphere(double radius) implements Geometry {
        @Override
        public double[] measures() {
            return new double[] {radius};
        }
    }

    /** Along z. */
    record Cylinder(double radius, double length) implements Geometry {
        @Override
        public double[] measures() {
            return new double[] {radius, length};
        }
    }

    /** A cylinder along z with half spheres on its ends, which the length does not count. */
    record Capsule(double radius, double length) implements Geometry {
        @Override
        public double[] measures() {
            return new double[] {radius, length};
        }
    }

    /** Half axes along x, y and z. */
    record Ellipsoid(Vector3 radii) implements Geometry {
        @Override
        public double[] measures() {
            return radii.toArray();
        }
    }

    /**
     * A mesh in a file of its own, which is not read.
     *
     * @param file as the description names it: {@code package://…}, {@code file://…}, or relative to the description
     * @param scale factors along the mesh's own axes
     */
    record Mesh(String file, Vector3 scale) implements Geometry {
        @Override
        public double[] measures() {
            return scale.toArray();
        }
    }
}
