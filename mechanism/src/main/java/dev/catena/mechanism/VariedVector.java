package dev.catena.mechanism;

/** A vector of three {@link VariedSeries}. */
final class VariedVector {
    final VariedSeries x;
    final VariedSeries y;
    final VariedSeries z;

    VariedVector(int parts, int order) {
        x = new VariedSeries(parts, order);
        y = new VariedSeries(parts, order);
        z = new VariedSeries(parts, order);
    }

    static VariedVector[] array(int length, int parts, int order) {
        VariedVector[] all = new VariedVector[length];
        for (int i = 0; i < length; i++) {
            all[i] = new VariedVector(parts, order);
        }
        return all;
    }

    void setZero() {
        x.setZero();
        y.setZero();
        z.setZero();
    }

    void setConstant(double vx, double vy, double vz) {
        x.setConstant(vx);
        y.setConstant(vy);
        z.setConstant(vz);
    }

    void set(VariedVector a) {
        x.set(a.x);
        y.set(a.y);
        z.set(a.z);
    }

    void addScaled(double factor, VariedVector a) {
        x.addScaled(factor, a.x);
        y.addScaled(factor, a.y);
        z.addScaled(factor, a.z);
    }

    /** this += factor s a. */
    void addProduct(double factor, VariedSeries s, VariedVector a) {
        x.addProduct(factor, s, a.x);
        y.addProduct(factor, s, a.y);
        z.addProduct(factor, s, a.z);
    }

    /** this += factor a × b. */
    void addCross(double factor, VariedVector a, VariedVector b) {
        x.addProduct(factor, a.y, b.z);
        x.addProduct(-factor, a.z, b.y);
        y.addProduct(factor, a.z, b.x);
        y.addProduct(-factor, a.x, b.z);
        z.addProduct(factor, a.x, b.y);
        z.addProduct(-factor, a.y, b.x);
    }

    /** out += factor this · b. */
    void addDotTo(double factor, VariedVector b, VariedSeries out) {
        out.addProduct(factor, x, b.x);
        out.addProduct(factor, y, b.y);
        out.addProduct(factor, z, b.z);
    }
}
