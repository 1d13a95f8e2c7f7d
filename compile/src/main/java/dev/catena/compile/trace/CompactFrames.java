package dev.catena.compile.trace;

import dev.catena.algebra.Placement;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;

/**
 * Frames on the joint axes of a tree, chosen so that the transforms between them have as many zeros as possible. Along
 * an axis a frame may be moved, about it turned, without changing the joint: the origin of a turning body goes to the
 * foot of the common normal with its parent's axis, x along the common normal with the axis of the child that carries
 * most. Then p = (a, 0, r), and the rotation is Rx(α) Rz(q + offset). The frame of a sliding body starts at its parent's
 * origin, which is moved along its axis to where the slide leads on.
 *
 * <p>What is zero or a quarter turn but for rounding is made so.
 */
final class CompactFrames {
    /** Sines, cosines and angles this near to those of a quarter turn are meant to be that. */
    private static final double ROUNDING = 4e-15;

    /** The foot of a common normal farther than this many times the distance of the frames would cost digits. */
    private static final double FARTHEST = 20;

    private static final double QUARTER_TURN = Math.PI / 2;

    private final MovingTree tree;
    private final int[] mainChild;

    /** By moving body: its frame in its joint frame; only a shift and a turn φ about z. */
    final Pose[] jointFromLink;

    /** By moving body: γ, α and the offset of R = Rz(γ) Rx(α) Rz(q + offset). */
    final double[] across;

    final double[] tilt;
    final double[] offset;

    /** By moving body: p, at q = 0. */
    final Vector3[] position;

    CompactFrames(MovingTree tree) {
        this.tree = tree;
        mainChild = mainChildren();
        jointFromLink = new Pose[tree.n + 1];
        across = new double[tree.n + 1];
        tilt = new double[tree.n + 1];
        offset = new double[tree.n + 1];
        position = new Vector3[tree.n + 1];
        jointFromLink[0] = Pose.IDENTITY;
        position[0] = Vector3.ZERO;
        for (int i = 1; i <= tree.n; i++) {
            place(i);
        }
    }

    /** By moving body: the child with the most bodies beyond it, 0 for none. */
    private int[] mainChildren() {
        int[] beyond = new int[tree.n + 1];
        int[] child = new int[tree.n + 1];
        for (int i = tree.n; i >= 1; i--) {
            beyond[i]++;
            int p = tree.parent[i];
            beyond[p] += beyond[i];
            if (child[p] == 0 || beyond[i] >= beyond[child[p]]) {
                child[p] = i;
            }
        }
        return child;
    }

    static Pose pose(Placement p) {
        return new Pose(
                new Rotation(p.xx, p.xy, p.xz, p.yx, p.yy, p.yz, p.zx, p.zy, p.zz), new Vector3(p.px, p.py, p.pz));
    }

    private void place(int i) {
        // the joint frame at q = 0, seen from the parent's link frame
        Pose joint = jointFromLink[tree.parent[i]].inverse().times(pose(tree.atZero[i]));
        Pose shift = shiftToParent(i, joint);
        Pose shifted = joint.times(shift);
        double delta = setTurns(i, shifted.rotation());

        // x towards the child; where that does not matter, the offset is zero
        double phi = directionOfChild(i, shift);
        if (Double.isNaN(phi)) {
            phi = -delta;
        }
        offset[i] = snapped(Math.IEEEremainder(phi + delta, 2 * Math.PI));
        jointFromLink[i] = shift.times(Pose.rotation(Rotation.aboutZ(phi)));
        position[i] = snapped(shifted.position(), joint.position().norm());
    }

    /** From the joint frame to the frame's origin. */
    private Pose shiftToParent(int i, Pose joint) {
        if (!tree.revolute[i]) {
            // the parent's own origin
            Vector3 back = joint.inverse().position();
            return Pose.translation(back.x(), back.y(), back.z());
        }
        int slide = mainChild[i];
        if (slide > 0 && !tree.revolute[slide] && mainChild[slide] > 0) {
            return shiftToSlide(pose(tree.atZero[slide]), pose(tree.atZero[mainChild[slide]]));
        }
        Vector3 z = joint.rotation().axisZ();
        Vector3 t = joint.position();
        double sine = Math.hypot(z.x(), z.y());
        // y = z0 × (z0 × z)/|z0 × z|: there the foot of the common normal has no component
        double d = (t.x() * z.x() + t.y() * z.y()) / (sine * sine);
        boolean isNear = sine >= ROUNDING && Math.abs(d) <= FARTHEST * t.norm();
        // nearly parallel: at the height of the parent's origin
        return Pose.translation(0, 0, isNear ? -d : -t.z() / z.z());
    }

    /**
     * To the foot of the common normal with the slide of the child, drawn through what the child carries: an offset
     * along the axis costs less before the slide than after it.
     */
    private static Pose shiftToSlide(Pose slide, Pose carried) {
        Vector3 z = slide.rotation().axisZ();
        Vector3 t = slide.apply(carried.position());
        double square = z.x() * z.x() + z.y() * z.y();
        double along = square < 1 / (FARTHEST * FARTHEST) ? 0 : (t.x() * z.x() + t.y() * z.y()) / square * z.z();
        return Pose.translation(0, 0, t.z() - along);
    }

    /** The angle from x of the joint frame to the common normal with the main child's axis; NaN if it does not matter. */
    private double directionOfChild(int i, Pose shift) {
        int child = mainChild[i];
        if (child == 0) {
            return Double.NaN;
        }
        Pose joint = shift.inverse().times(pose(tree.atZero[child]));
        Vector3 z = joint.rotation().axisZ();
        if (Math.hypot(z.x(), z.y()) >= ROUNDING) {
            // z0 × z
            return Math.atan2(z.x(), -z.y());
        }
        Vector3 t = joint.position();
        boolean isApart = Math.hypot(t.x(), t.y()) > ROUNDING * t.norm() && tree.revolute[child];
        return isApart ? Math.atan2(t.y(), t.x()) : Double.NaN;
    }

    /** Finds R = Rz(γ) Rx(α) Rz(δ) with γ within a quarter turn, and gives δ. */
    private double setTurns(int i, Rotation r) {
        double sine = Math.hypot(r.xz(), r.yz());
        double gamma = sine < ROUNDING ? 0 : Math.atan2(r.xz(), -r.yz());
        if (Math.abs(gamma) > QUARTER_TURN) {
            gamma -= Math.copySign(Math.PI, gamma);
        }
        // the nearer to parallel the axes are, the less γ matters: δ makes up for it
        across[i] = snapped(gamma, ROUNDING / sine);
        double c = cosine(across[i]);
        double s = sine(across[i]);
        // α and δ from what is left, Rz(−γ) R = Rx(α) Rz(δ): γ is a quotient of small numbers then
        tilt[i] = snapped(Math.atan2(s * r.xz() - c * r.yz(), r.zz()));
        return Math.atan2(-(c * r.xy() + s * r.yy()), c * r.xx() + s * r.yx());
    }

    /** The cosine of an angle, that of a quarter turn exactly. */
    static double cosine(double angle) {
        return isQuarterTurns(angle) ? Math.rint(Math.cos(angle)) : Math.cos(angle);
    }

    /** The sine of an angle, that of a quarter turn exactly. */
    static double sine(double angle) {
        return isQuarterTurns(angle) ? Math.rint(Math.sin(angle)) : Math.sin(angle);
    }

    private static boolean isQuarterTurns(double angle) {
        double quarters = angle / QUARTER_TURN;
        return quarters == Math.rint(quarters);
    }

    private static double snapped(double angle) {
        return snapped(angle, ROUNDING);
    }

    private static double snapped(double angle, double tolerance) {
        double nearest = Math.rint(angle / QUARTER_TURN) * QUARTER_TURN;
        return Math.abs(angle - nearest) < tolerance ? nearest + 0.0 : angle;
    }

    /** A pose without the rounding of zeros and ones. */
    static Pose snapped(Pose pose) {
        double[] r = pose.rotation().toArray();
        for (int k = 0; k < r.length; k++) {
            double nearest = Math.rint(r[k]);
            r[k] = Math.abs(r[k] - nearest) <= ROUNDING ? nearest : r[k];
        }
        return new Pose(
                new Rotation(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
                snapped(pose.position(), pose.position().norm()));
    }

    private static Vector3 snapped(Vector3 p, double size) {
        return new Vector3(withoutRounding(p.x(), size), withoutRounding(p.y(), size), withoutRounding(p.z(), size));
    }

    private static double withoutRounding(double x, double size) {
        return Math.abs(x) <= ROUNDING * size ? 0 : x;
    }
}
