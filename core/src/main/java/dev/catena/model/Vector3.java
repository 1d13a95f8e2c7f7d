package dev.catena.model;

/** A vector of three coordinates; its frame is named where it is used. */
public record Vector3(double x, double y, double z) {
    public static final Vector3 ZERO = new Vector3(0, 0, 0);
    public static final Vector3 X = new Vector3(1, 0, 0);
    public static final Vector3 Y = new Vector3(0, 1, 0);
    public static final Vector3 Z = new Vector3(0, 0, 1);

    /** Squares between these have all their digits, and so have sums of three. */
    private static final double SMALL_SQUARE = 0x1p-900;

    private static final double LARGE_SQUARE = 0x1p900;

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

    public Vector3 dividedBy(double divisor) {
        return new Vector3(x / divisor, y / divisor, z / divisor);
    }

    public Vector3 cross(Vector3 b) {
        return new Vector3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x);
    }

    public double dot(Vector3 b) {
        return x * b.x + y * b.y + z * b.z;
    }

    public double norm() {
        double square = dot(this);
        if (square > SMALL_SQUARE && square < LARGE_SQUARE) {
            return Math.sqrt(square);
        }
        // squares are beyond the range of numbers, or have lost digits
        return Math.hypot(Math.hypot(x, y), z);
    }

    /** The vector of length one in this direction; NaN for the zero vector. */
    public Vector3 normalized() {
        double norm = norm();
        if (norm > 1 / LARGE_SQUARE && norm < LARGE_SQUARE) {
            return times(1 / norm);
        }
        // 1/norm, or norm itself, may be beyond the range
        int exponent = Math.getExponent(Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z))));
        Vector3 moderate = times(Math.scalb(1.0, -exponent));
        return moderate.times(1 / moderate.norm());
    }

    public boolean isFinite() {
        return Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
    }

    public double[] toArray() {
        return new double[] {x, y, z};
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ", " + z + ")";
    }
}
