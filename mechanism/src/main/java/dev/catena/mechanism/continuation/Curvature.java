package dev.catena.mechanism.continuation;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Bounds on the second derivatives of loop equations, from the lengths of the links alone. With joints i before j on a
 * chain, ∂²p/∂qᵢ∂qⱼ = zᵢ × (∂p/∂qⱼ) is no longer than the arm of joint j, and zero where joint i slides; rotations have
 * ∂²R/∂qᵢ∂qⱼ = [zᵢ]×[zⱼ]× R. Arms grow with sliding joints beyond them, so that the bound is affine in |q|. Joints that
 * follow others multiply it: with q = E y + c, it is ‖E‖² times the one in q.
 */
public final class Curvature {
    private static final double PARALLEL = 1e-9;
    private static final int MOST_SWEEPS = 60;

    /** Every joint with a coordinate of its own. */
    private final RobotModel tree;

    private final double length;

    /** q = E y + c where joints follow others: by coordinate of the tree, the one of y, the factor and the offset. */
    private final int[] leader;

    private final double[] factor;
    private final double[] offset;

    /** ‖E‖² in scaled coordinates; each row of E has one entry, so that EᵀE is diagonal. */
    private final double stretch;

    /** The largest sum of entries of a column of E. */
    private final double lever;

    private final Kinematics atZero;
    private final int[] sliding;

    /** By coordinate, the sum of L² over the loops that it is part of. */
    private final double[] squares;

    /** By coordinate of a sliding joint, how much a length of the mechanism adds to L. */
    private final double[] growths;

    private double constant;
    private double reach;
    private int mostJoints = 1;

    /** @param length what lengths are divided by */
    public Curvature(RobotModel robot, double length) {
        tree = robot.withoutCouplings();
        this.length = length;
        atZero = new Kinematics(tree);
        int n = tree.jointCount();
        atZero.compute(new double[n]);
        squares = new double[n];
        growths = new double[n];
        sliding = IntStream.range(0, n)
                .filter(k -> tree.movingJoints().get(k).kind() == JointKind.PRISMATIC)
                .toArray();
        leader = new int[n];
        factor = new double[n];
        offset = new double[n];
        double[] squaresOfColumns = new double[robot.jointCount()];
        double[] sumsOfColumns = new double[robot.jointCount()];
        for (int k = 0; k < n; k++) {
            String joint = tree.movingJoints().get(k).name();
            Coupling coupling = robot.couplingOf(joint).orElse(new Coupling(joint, joint, 1, 0));
            leader[k] = robot.coordinate(coupling.leader());
            factor[k] = coupling.factor();
            offset[k] = coupling.offset();
            double scaled = Math.abs(factor[k])
                    * scale(robot.movingJoints().get(leader[k]))
                    / scale(tree.movingJoints().get(k));
            squaresOfColumns[leader[k]] += scaled * scaled;
            sumsOfColumns[leader[k]] += scaled;
        }
        stretch = Arrays.stream(squaresOfColumns).max().orElse(1);
        lever = Arrays.stream(sumsOfColumns).max().orElse(1);
    }

    private double scale(Joint joint) {
        return turns(joint) ? 1 : length;
    }

    /**
     * Adds the equations of a loop through two bodies, which meet in frames given at q = 0.
     *
     * @param turns whether there are equations of rotation too
     * @param hinge whether these say only that the z axes of the frames agree
     * @param given rotations that are no joints of the loop
     */
    public void addLoop(
            int first, Pose firstFromEnd, int second, Pose secondFromEnd, boolean turns, boolean hinge, int given) {
        List<Joint> ofFirst = chain(first);
        List<Joint> ofSecond = chain(second);
        while (!ofFirst.isEmpty() && !ofSecond.isEmpty() && ofFirst.get(0).equals(ofSecond.get(0))) {
            ofFirst.remove(0);
            ofSecond.remove(0);
        }
        Pose firstEnd = atZero.worldFromBody(first).times(firstFromEnd);
        Pose secondEnd = atZero.worldFromBody(second).times(secondFromEnd);
        List<Joint> all = new ArrayList<>(ofFirst);
        all.addAll(ofSecond);
        Vector3 plane = commonAxis(all);
        double linear = Math.max(ofChain(ofFirst, firstEnd, plane), ofChain(ofSecond, secondEnd, plane));
        boolean flat = hinge
                && isParallel(plane, firstEnd.rotation().axisZ())
                && isParallel(plane, secondEnd.rotation().axisZ());
        double angular =
                turns && !flat ? given + all.stream().filter(Curvature::turns).count() : 0;
        for (Joint joint : all) {
            squares[tree.coordinate(joint.name())] += linear * linear + angular * angular;
        }
        constant = Math.sqrt(Arrays.stream(squares).max().orElse(0));
        mostJoints = Math.max(mostJoints, all.size() + given);
    }

    /** The moving joints from the base to a body. */
    private List<Joint> chain(int body) {
        List<Joint> joints = new ArrayList<>();
        for (int b = body; b > 0; b = tree.parent(b)) {
            tree.jointOf(b).filter(joint -> joint.kind().moves()).ifPresent(joint -> joints.add(0, joint));
        }
        return joints;
    }

    private static boolean turns(Joint joint) {
        return joint.kind() == JointKind.REVOLUTE;
    }

    private Pose place(Joint joint) {
        return atZero.worldFromBody(tree.bodyIndex(joint.parent()))
                .times(joint.geometry().parentFromJoint());
    }

    private Vector3 axis(Joint joint) {
        return place(joint).rotation().apply(joint.geometry().axisInJoint()).normalized();
    }

    /** The direction of all axes of rotation, which then is theirs in every pose; zero if there is none. */
    private Vector3 commonAxis(List<Joint> joints) {
        Vector3 common = Vector3.ZERO;
        for (Joint joint : joints) {
            if (turns(joint)) {
                if (common.equals(Vector3.ZERO)) {
                    common = axis(joint);
                } else if (!isParallel(common, axis(joint))) {
                    return Vector3.ZERO;
                }
            }
        }
        return common;
    }

    private static boolean isParallel(Vector3 a, Vector3 b) {
        return !a.equals(Vector3.ZERO) && a.cross(b).norm() < PARALLEL;
    }

    /** The bound for where a chain puts its end, and what its sliding joints add to it. */
    private double ofChain(List<Joint> joints, Pose end, Vector3 plane) {
        int m = joints.size();
        double[] arm = new double[m];
        double beyond = 0;
        double longest = 0;
        Vector3 next = end.position();
        for (int j = m - 1; j >= 0; j--) {
            Joint joint = joints.get(j);
            Vector3 origin = place(joint).position();
            Vector3 link = next.minus(origin);
            double lever = beyond
                    + link.cross(turns(joint) ? axis(joint) : Vector3.ZERO).norm();
            beyond += isParallel(plane, plane) ? link.cross(plane).norm() : link.norm();
            longest = Math.max(longest, turns(joint) ? lever / length : 1);
            arm[j] = longest;
            reach = Math.max(reach, longest);
            next = origin;
            if (!turns(joint)) {
                double before =
                        joints.subList(0, j).stream().filter(Curvature::turns).count();
                growths[tree.coordinate(joint.name())] += before;
            }
        }
        return normOfArms(joints, arm);
    }

    /** The norm of the matrix of arms c_max(i,j) where the joint before turns: at most max (Cw)ᵢ/wᵢ for any w > 0. */
    private static double normOfArms(List<Joint> joints, double[] arm) {
        int m = arm.length;
        double[] w = new double[m];
        double[] product = new double[m];
        Arrays.fill(w, 1);
        double norm = 0;
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            norm = 0;
            for (int i = 0; i < m; i++) {
                product[i] = 0;
                for (int j = 0; j < m; j++) {
                    product[i] += turns(joints.get(Math.min(i, j))) ? arm[Math.max(i, j)] * w[j] : 0;
                }
                norm = Math.max(norm, product[i] / w[i]);
            }
            for (int i = 0; i < m; i++) {
                w[i] = Math.max(product[i] / Math.max(norm, Double.MIN_NORMAL), 1e-6);
            }
        }
        return norm;
    }

    /** L within s + 1/(βL) of coordinates of the robot, where distances are those of scaled coordinates. */
    public double at(double[] y, double beta, double s) {
        double around = beta > 0 && constant > 0 ? s + 1 / (beta * stretch * constant) : s;
        double sum = constant;
        for (int k : sliding) {
            double q = factor[k] * y[leader[k]] + offset[k];
            sum += growths[k] * (Math.abs(q) / length + Math.sqrt(stretch) * around);
        }
        return stretch * sum;
    }

    /** L where no joint slides, in the coordinates of the tree. */
    public double constant() {
        return constant;
    }

    /** ‖E‖² in scaled coordinates. */
    public double stretch() {
        return stretch;
    }

    /** A sliding joint: it follows coordinate k of the robot, q = factor y_k + offset, and |q| over the length adds to L. */
    public record Slide(int coordinate, double factor, double offset, double growth) {}

    /** The sliding joints of the tree. */
    public List<Slide> slides() {
        return Arrays.stream(sliding)
                .mapToObj(k -> new Slide(leader[k], factor[k], offset[k], growths[k]))
                .toList();
    }

    /** The longest arm of a coordinate, over the length; 1 for a slide. */
    public double reach() {
        return lever * reach;
    }

    /** What one more derivative multiplies the bound by: the sum of joint velocities over the norm of the robot's. */
    public double growth() {
        return Math.sqrt(stretch * mostJoints);
    }
}
