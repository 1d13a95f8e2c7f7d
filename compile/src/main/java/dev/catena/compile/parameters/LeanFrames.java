package dev.catena.compile.parameters;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;

/**
 * Frames in which the geometry of a tree has the most zeros, as Khalil and Kleinfinger place them: x along the common
 * normal of a joint's axis and the next one, the origin at its foot, [KhalilDombre 3]. A body with several children
 * follows the one that carries most. What is free is used up: a leaf's x, the height of parallel axes, the place of a
 * prismatic joint.
 */
final class LeanFrames {
    /** Sines below this are rounding: the axes are meant to be parallel. */
    static final double PARALLEL = 1e-13;

    /** Axes nearer to parallel than this have their common normal too far away to be of use. */
    private static final double NEARLY_PARALLEL = 1e-2;

    private final JointTree tree;
    private final int[] mainChild;
    private final Pose[] oldFromNew;

    private LeanFrames(JointTree tree) {
        this.tree = tree;
        mainChild = mainChildren(tree);
        oldFromNew = new Pose[tree.n + 1];
        oldFromNew[0] = Pose.IDENTITY;
        for (int i = tree.n; i >= 1; i--) {
            oldFromNew[i] = mainChild[i] == 0 ? leaf(i) : before(i, mainChild[i]);
        }
        for (int i = 1; i <= tree.n; i++) {
            if (mainChild[i] == 0 && tree.parent[i] > 0) {
                untwist(i);
            }
        }
    }

    /** The same robot in lean frames. */
    static JointTree of(JointTree tree) {
        return tree.in(new LeanFrames(tree).oldFromNew);
    }

    private static int[] mainChildren(JointTree tree) {
        int[] size = new int[tree.n + 1];
        int[] main = new int[tree.n + 1];
        for (int i = tree.n; i >= 1; i--) {
            size[i]++;
            int p = tree.parent[i];
            size[p] += size[i];
            if (main[p] == 0 || size[i] >= size[main[p]]) {
                main[p] = i;
            }
        }
        return main;
    }

    /** The frame of body i from the axis of the child after it. */
    private Pose before(int i, int child) {
        Pose next = tree.atZero[child].times(oldFromNew[child]);
        Vector3 axis = next.rotation().axisZ();
        Vector3 point = next.position();
        double sine = Math.hypot(axis.x(), axis.y());
        Vector3 x;
        double height;
        if (sine > PARALLEL) {
            // z × axis
            x = new Vector3(-axis.y() / sine, axis.x() / sine, 0);
            height = sine > NEARLY_PARALLEL ? footOnZ(axis, point) : point.z();
        } else {
            double distance = Math.hypot(point.x(), point.y());
            x = distance > PARALLEL
                    ? new Vector3(point.x() / distance, point.y() / distance, 0)
                    : next.rotation().axisX();
            height = point.z();
        }
        Vector3 origin = tree.revolute[i] ? new Vector3(0, 0, height) : point;
        return new Pose(aboutZ(x), origin);
    }

    /** Where the z axis is nearest to a line. */
    private static double footOnZ(Vector3 axis, Vector3 point) {
        double along = (point.x() * axis.x() + point.y() * axis.y()) / (axis.x() * axis.x() + axis.y() * axis.y());
        return point.z() - along * axis.z();
    }

    /** A body without children: its origin is nearest to the parent's axis, or in its mass center if it slides. */
    private Pose leaf(int i) {
        if (!tree.revolute[i]) {
            double[] x = tree.inertia[i];
            double mass = x[TenParameters.M];
            return mass == 0
                    ? Pose.IDENTITY
                    : Pose.translation(
                            x[TenParameters.MX] / mass, x[TenParameters.MY] / mass, x[TenParameters.MZ] / mass);
        }
        if (tree.parent[i] == 0 || !tree.revolute[tree.parent[i]]) {
            return Pose.IDENTITY;
        }
        Pose fromParent = tree.atZero[i].inverse();
        Vector3 axis = fromParent.rotation().axisZ();
        boolean useful = Math.hypot(axis.x(), axis.y()) > NEARLY_PARALLEL;
        return useful ? Pose.translation(0, 0, footOnZ(axis, fromParent.position())) : Pose.IDENTITY;
    }

    /** Turns the frame of a leaf until nothing but Rz(γ) Rx(α) is left between it and its parent. */
    private void untwist(int i) {
        Pose at = oldFromNew[tree.parent[i]].inverse().times(tree.atZero[i]).times(oldFromNew[i]);
        double twist = new Twists(at.rotation()).theta;
        oldFromNew[i] = oldFromNew[i].times(Pose.rotation(Rotation.aboutZ(-twist)));
    }

    private static Rotation aboutZ(Vector3 x) {
        return new Rotation(x.x(), -x.y(), 0, x.y(), x.x(), 0, 0, 0, 1);
    }

    /** A rotation as Rz(γ) Rx(α) Rz(θ). */
    static final class Twists {
        final double gamma;
        final double alpha;
        final double theta;

        Twists(Rotation r) {
            double sine = Math.hypot(r.xz(), r.yz());
            if (sine > PARALLEL) {
                // the third column is (sin γ sin α, −cos γ sin α, cos α); α may have either sign, |γ| stays below 90°
                double sign = r.yz() > PARALLEL ? -1 : 1;
                gamma = tidyAngle(Math.atan2(sign * r.xz(), -sign * r.yz()));
                alpha = tidyAngle(Math.atan2(sign * sine, r.zz()));
            } else {
                gamma = 0;
                alpha = r.zz() > 0 ? 0 : Math.PI;
            }
            Rotation rest =
                    Rotation.aboutZ(gamma).times(Rotation.aboutX(alpha)).inverse().times(r);
            theta = tidyAngle(Math.atan2(rest.yx(), rest.xx()));
        }

        /** Rounding beside a multiple of a right angle is taken off. */
        static double tidyAngle(double angle) {
            double quarters = Math.rint(angle / (Math.PI / 2));
            return Math.abs(angle - quarters * (Math.PI / 2)) < 1e-14 ? quarters * (Math.PI / 2) : angle;
        }
    }
}
