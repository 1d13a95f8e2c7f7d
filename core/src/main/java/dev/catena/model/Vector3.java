package dev.catena.model;

/** A vector of three coordinates; its frame is named where it is used. */
public record Vector3(double x, double y, double z) {
    public static final Vector3 ZERO = new Vector3(0, 0, 0);
    public static final Vector3 X = new Vector3(1, 0, 0);
    public static final Vector3 Y = new Vector3(0, 1, 0);
    public static final Vector3 Z = new Vector3(0, 0, 1);

    /** The three numbers of an array. */
    public static Vector3 of(double... xyz) {
        if (xyz.length != 3) {
            throw new IllegalArgumentException("a vector has 3 coordinates, but %s were given".formatted(xyz.length));
        }
        return new Vector3(xyz[0], xyz[1], xyz[2]);
    }

    public Vector3 plus(Vector3 b) {
        return new Vector3(x + b.x, y + b.y, z + b.z);
    }

    public Vector3 minus(Vector3 b) {
        return new Vector3(x - b.x, y - b.y, z - b.z);
    }

    public Vector3 times(double factor) {
        return new Vector3(factor * x, factor * y, factor * z);
    }

    public Vector3 cross(Vector3 b) {
        return new Vector3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x);
    }

    public double dot(Vector3 b) {
        return x * b.x + y * b.y + z * b.z;
    }

    public double norm() {
        return Math.sqrt(dot(this));
    }

    /** The vector of length one in this direction; NaN for the zero vector. */
    public Vector3 normalized() {
        return times(1 / norm());
    }

    public boolean isFinite() {
        return Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
    }

    public double[] toArray() {
        return new double[] {x, y, z};
    }
}
