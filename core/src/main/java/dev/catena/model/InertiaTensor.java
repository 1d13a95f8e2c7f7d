package dev.catena.model;

/** A symmetric inertia tensor, in kg·m²; {@code xy} is the entry of the matrix, i.e. −∫xy dm. */
public record InertiaTensor(double xx, double xy, double xz, double yy, double yz, double zz) {
    public static final InertiaTensor ZERO = new InertiaTensor(0, 0, 0, 0, 0, 0);

    public static InertiaTensor diagonal(double xx, double yy, double zz) {
        return new InertiaTensor(xx, 0, 0, yy, 0, zz);
    }

    /** The tensor of a point mass at a position, about the origin: m(r·r E − r rᵀ). */
    public static InertiaTensor ofPoint(double mass, Vector3 r) {
        return new InertiaTensor(
                mass * (r.y() * r.y() + r.z() * r.z()),
                -mass * r.x() * r.y(),
                -mass * r.x() * r.z(),
                mass * (r.x() * r.x() + r.z() * r.z()),
                -mass * r.y() * r.z(),
                mass * (r.x() * r.x() + r.y() * r.y()));
    }

    public InertiaTensor plus(InertiaTensor b) {
        return new InertiaTensor(xx + b.xx, xy + b.xy, xz + b.xz, yy + b.yy, yz + b.yz, zz + b.zz);
    }

    public InertiaTensor minus(InertiaTensor b) {
        return new InertiaTensor(xx - b.xx, xy - b.xy, xz - b.xz, yy - b.yy, yz - b.yz, zz - b.zz);
    }

    /** R I Rᵀ: the same tensor in the axes of the parent. */
    public InertiaTensor rotated(Rotation parentFromChild) {
        Rotation r = parentFromChild;
        Vector3 a = times(new Vector3(r.xx(), r.xy(), r.xz()));
        Vector3 b = times(new Vector3(r.yx(), r.yy(), r.yz()));
        Vector3 c = times(new Vector3(r.zx(), r.zy(), r.zz()));
        Vector3 rowX = new Vector3(r.xx(), r.xy(), r.xz());
        Vector3 rowY = new Vector3(r.yx(), r.yy(), r.yz());
        Vector3 rowZ = new Vector3(r.zx(), r.zy(), r.zz());
        return new InertiaTensor(rowX.dot(a), rowX.dot(b), rowX.dot(c), rowY.dot(b), rowY.dot(c), rowZ.dot(c));
    }

    public Vector3 times(Vector3 v) {
        return new Vector3(
                xx * v.x() + xy * v.y() + xz * v.z(),
                xy * v.x() + yy * v.y() + yz * v.z(),
                xz * v.x() + yz * v.y() + zz * v.z());
    }

    /** The three principal moments in ascending order, by cyclic Jacobi rotations. */
    public double[] principalMoments() {
        double[][] a = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
        diagonalize(a, new double[3][3]);
        double[] moments = {a[0][0], a[1][1], a[2][2]};
        java.util.Arrays.sort(moments);
        return moments;
    }

    /** The tensor with the same principal axes whose moments are raised to a least one where they are below it. */
    public InertiaTensor withMomentsAtLeast(double least) {
        double[][] a = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
        double[][] v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        diagonalize(a, v);
        InertiaTensor raised = this;
        // I + Σ (least − λ) v vᵀ over the moments λ that are too small
        for (int k = 0; k < 3; k++) {
            double missing = Math.max(0, least - a[k][k]);
            double x = v[0][k];
            double y = v[1][k];
            double z = v[2][k];
            raised = raised.plus(new InertiaTensor(
                    missing * x * x,
                    missing * x * y,
                    missing * x * z,
                    missing * y * y,
                    missing * y * z,
                    missing * z * z));
        }
        return raised;
    }

    /** Makes a diagonal by cyclic Jacobi rotations, which are multiplied to the columns of v. */
    private static void diagonalize(double[][] a, double[][] v) {
        for (int sweep = 0; sweep < 20; sweep++) {
            if (a[0][1] == 0 && a[0][2] == 0 && a[1][2] == 0) {
                return;
            }
            annihilate(a, v, 0, 1);
            annihilate(a, v, 0, 2);
            annihilate(a, v, 1, 2);
        }
    }

    /** One Jacobi rotation in the plane (p, q) that makes a[p][q] zero. */
    private static void annihilate(double[][] a, double[][] v, int p, int q) {
        if (a[p][q] == 0) {
            return;
        }
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double c = 1 / Math.sqrt(t * t + 1);
        double s = t * c;
        int r = 3 - p - q;
        double rp = a[r][p];
        double rq = a[r][q];
        a[p][p] -= t * a[p][q];
        a[q][q] += t * a[p][q];
        a[p][q] = 0;
        a[q][p] = 0;
        a[r][p] = c * rp - s * rq;
        a[p][r] = a[r][p];
        a[r][q] = s * rp + c * rq;
        a[q][r] = a[r][q];
        for (double[] row : v) {
            double vp = row[p];
            double vq = row[q];
            row[p] = c * vp - s * vq;
            row[q] = s * vp + c * vq;
        }
    }

    public boolean isZero() {
        return xx == 0 && xy == 0 && xz == 0 && yy == 0 && yz == 0 && zz == 0;
    }

    public boolean isFinite() {
        return Double.isFinite(xx + xy + xz + yy + yz + zz);
    }

    /** The nine entries, row by row. */
    public double[] toArray() {
        return new double[] {xx, xy, xz, xy, yy, yz, xz, yz, zz};
    }
}
