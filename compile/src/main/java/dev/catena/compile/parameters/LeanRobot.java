package dev.catena.compile.parameters;

import dev.catena.model.BaseKind;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A robot in the form in which its torques take the fewest operations: base inertial parameters in frames with many
 * zeros. Joint torques are those of the robot that it was made of; poses and reaction wrenches are not.
 *
 * <p>Between a body's frame and its parent's: {@code T(s) · Rz(γ) · Rx(α) · Rz(θ) · Tz(r)}, where the joint coordinate is
 * added to θ or r. The inertia tensor is held as second moments Σ = ∫ r rᵀ dm, of which a turning body keeps two and
 * has no mass.
 */
public final class LeanRobot {
    private final List<Body> bodies;

    /**
     * A moving body and its joint.
     *
     * @param parent index of the parent among {@link #bodies}, −1 for the base
     * @param coordinate index of the joint in joint vectors
     * @param s offset in the axes of the parent; zero of a body on the base
     * @param inertia Σxx, Jxy, Jxz, Σyy, Jyz, Σzz, MX, MY, MZ, M, most of them zero; Jxy = −Σxy
     * @param baseAcceleration −g in the frame before the rotations, for a body on the base; null for others
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Body(
            int parent,
            int coordinate,
            boolean turns,
            double gamma,
            double alpha,
            double theta,
            double r,
            Vector3 s,
            double[] inertia,
            @Nullable Vector3 baseAcceleration,
            Friction friction,
            double reflectedInertia) {}

    private LeanRobot(RobotModel model) {
        JointTree given = JointTree.of(model);
        JointTree tree = LeanFrames.of(given);
        double[][] inertia = regrouped(tree);
        List<Body> list = new ArrayList<>();
        for (int j = 1; j <= tree.n; j++) {
            Joint joint = model.movingJoints().get(tree.coordinate[j]);
            list.add(
                    tree.parent[j] == 0
                            ? onBase(tree, j, inertia[j], joint)
                            : onBody(tree, j, inertia[j], joint));
        }
        bodies = List.copyOf(list);
    }

    /**
     * The lean form of a robot.
     *
     * @throws IllegalArgumentException for a robot that has none, see {@link #covers}
     */
    public static LeanRobot of(RobotModel model) {
        if (!covers(model)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a floating base or gyroscopic rotors, for which there is no lean form"
                            .formatted(model.name()));
        }
        return new LeanRobot(model);
    }

    /** Whether there is a lean form: for robots on a resting base without gyroscopic rotors. */
    public static boolean covers(RobotModel model) {
        return model.baseKind() == BaseKind.FIXED
                && model.movingJoints().stream()
                        .allMatch(joint -> joint.drive().rotor() == null);
    }

    /** Moving bodies, parents first. */
    List<Body> bodies() {
        return bodies;
    }

    /** How many of the inertial parameters are not zero. */
    public int parameterCount() {
        return (int) bodies.stream()
                .flatMapToDouble(body -> Arrays.stream(body.inertia()))
                .filter(value -> value != 0)
                .count();
    }

    /** From tips to base: what can be counted with the parent is. */
    private static double[][] regrouped(JointTree tree) {
        RegroupingRules rules = new RegroupingRules(tree, false, RegroupingRules.Diagonal.SECOND_MOMENTS);
        double[][] x = new double[tree.n + 1][];
        for (int j = 0; j <= tree.n; j++) {
            x[j] = TenParameters.toSecondMoments(tree.inertia[j]);
        }
        for (int j = tree.n; j >= 1; j--) {
            double[] own = x[j];
            double[] parent = x[tree.parent[j]];
            for (RegroupingRules.Rule rule : rules.of(j)) {
                double amount = own[rule.eliminated()];
                double[] combination = rule.combination();
                double[] inParent = TenParameters.toSecondMoments(
                        TenParameters.inParent(tree.atZero[j], TenParameters.fromSecondMoments(combination)));
                for (int k = 0; k < TenParameters.COUNT; k++) {
                    own[k] -= amount * combination[k];
                    parent[k] += amount * inParent[k];
                }
                own[rule.eliminated()] = 0;
            }
        }
        for (int j = 1; j <= tree.n; j++) {
            dropRounding(x[j], 0, TenParameters.MX);
            dropRounding(x[j], TenParameters.MX, TenParameters.M);
        }
        return x;
    }

    /** Entries that are nothing beside the others of their kind become zero. */
    private static void dropRounding(double[] x, int from, int to) {
        double largest = 0;
        for (int k = from; k < to; k++) {
            largest = Math.max(largest, Math.abs(x[k]));
        }
        for (int k = from; k < to; k++) {
            if (Math.abs(x[k]) < 1e-15 * largest) {
                x[k] = 0;
            }
        }
    }

    /** The base rests, so that its frame may be any: the one in which gravity has no y and the joint is in its place. */
    private static Body onBase(JointTree tree, int j, double[] inertia, Joint joint) {
        Vector3 up = tree.atZero[j].rotation().inverse().apply(tree.gravity.times(-1));
        double across = Math.hypot(up.x(), up.y());
        boolean alongAxis = across < 1e-14 * Math.abs(up.z());
        double theta = alongAxis ? 0 : LeanFrames.Twists.tidyAngle(-Math.atan2(up.y(), up.x()));
        Vector3 inBase = alongAxis ? new Vector3(0, 0, up.z()) : Rotation.aboutZ(theta).apply(up);
        Vector3 tidy = alongAxis ? inBase : new Vector3(across, 0, Math.abs(up.z()) < 1e-14 * across ? 0 : up.z());
        return new Body(
                -1,
                tree.coordinate[j],
                tree.revolute[j],
                0,
                0,
                theta,
                0,
                Vector3.ZERO,
                inertia,
                tidy,
                joint.friction(),
                joint.drive().reflectedInertia());
    }

    private static Body onBody(JointTree tree, int j, double[] inertia, Joint joint) {
        Pose at = tree.atZero[j];
        LeanFrames.Twists twists = new LeanFrames.Twists(at.rotation());
        // p = s + r a with the joint axis a: s keeps the common normal and what lies along the parent's axis
        Vector3 p = at.position();
        Vector3 axis = at.rotation().axisZ();
        double sineSquare = axis.x() * axis.x() + axis.y() * axis.y();
        double r = sineSquare > 1e-4 ? (p.x() * axis.x() + p.y() * axis.y()) / sineSquare : 0;
        double size = 1e-14 * (Math.abs(r) + p.norm());
        Vector3 s = p.minus(axis.times(r));
        return new Body(
                tree.parent[j] - 1,
                tree.coordinate[j],
                tree.revolute[j],
                twists.gamma,
                twists.alpha,
                twists.theta,
                Math.abs(r) < size ? 0 : r,
                new Vector3(tidy(s.x(), size), tidy(s.y(), size), tidy(s.z(), size)),
                inertia,
                null,
                joint.friction(),
                joint.drive().reflectedInertia());
    }

    private static double tidy(double value, double size) {
        return Math.abs(value) < size ? 0 : value;
    }
}
