package dev.catena.model;

/** Position and orientation of one frame in another: {@code parent = rotation · child + position}. */
public record Pose(Rotation rotation, Vector3 position) {
    public static final Pose IDENTITY = new Pose(Rotation.IDENTITY, Vector3.ZERO);

    public static Pose translation(double x, double y, double z) {
        return new Pose(Rotation.IDENTITY, new Vector3(x, y, z));
    }

    public static Pose rotation(Rotation rotation) {
        return new Pose(rotation, Vector3.ZERO);
    }

    /** {@code aFromB.times(bFromC)} is aFromC. */
    public Pose times(Pose b) {
        return new Pose(rotation.times(b.rotation), apply(b.position));
    }

    public Pose inverse() {
        Rotation back = rotation.inverse();
        return new Pose(back, back.apply(position).times(-1));
    }

    /** A point in child coordinates, seen from the parent. */
    public Vector3 apply(Vector3 point) {
        return rotation.apply(point).plus(position);
    }

    public boolean isFinite() {
        return rotation.isFinite() && position.isFinite();
    }
}
