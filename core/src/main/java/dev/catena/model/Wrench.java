package dev.catena.model;

/** A force and a moment; frame and point are named where it is used. */
public record Wrench(Vector3 force, Vector3 moment) {
    public static final Wrench ZERO = new Wrench(Vector3.ZERO, Vector3.ZERO);

    public Wrench plus(Wrench b) {
        return new Wrench(force.plus(b.force), moment.plus(b.moment));
    }

    public Wrench times(double factor) {
        return new Wrench(force.times(factor), moment.times(factor));
    }

    /**
     * The same wrench in the coordinates of another frame and about its origin.
     *
     * @param targetFromFrame pose of this wrench's frame in the target frame
     */
    public Wrench in(Pose targetFromFrame) {
        Vector3 f = targetFromFrame.rotation().apply(force);
        Vector3 m = targetFromFrame.rotation().apply(moment);
        return new Wrench(f, m.plus(targetFromFrame.position().cross(f)));
    }
}
