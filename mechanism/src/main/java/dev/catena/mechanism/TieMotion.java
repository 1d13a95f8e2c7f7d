package dev.catena.mechanism;

import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the frame of a tie on its second body moves, and how that changes with base and joints. All six-vectors, linear before
 * angular, are about the frame's origin and in its axes. With axes S_j, velocities V_j and spatial accelerations A_j of
 * bodies, and b the body of the frame, components in the frame's own axes change by
 *
 * <p>∂V_b/∂q_j = V_j × S_j, ∂A_b/∂q_j = A_j × S_j + (V_j × S_j) × (V_b − V_j), ∂A_b/∂q̇_j = V_j × S_j + S_j × (V_b − V_j),
 *
 * <p>for turning what lies beyond joint j with all that moves it changes nothing there. A base that floats is a joint whose
 * displacement turns everything.
 */
final class TieMotion {
    private final ConstraintFrames frames;
    private final FrameMotion frame;
    private final Link[] links;
    private final int ofBase;

    /** Axes of the base's six velocities; none where it does not float. */
    private final double[][] baseAxes;

    private final double[] baseVelocity = new double[6];
    private final double[] ofFrame = new double[6];
    private final double[] work = new double[6];
    private final double[] other = new double[6];
    private final double[] pose = new double[12];

    /** A moving joint on the way to the frame. */
    private static final class Link {
        final int parent;
        final int child;
        final boolean turns;
        final double[] axisInParent;
        final double[] pointInParent;

        /** The coordinate that moves it, behind those of the base, and how much. */
        final int slot;

        final double factor;
        final double[] axis = new double[6];
        final double[] velocity = new double[6];
        final double[] acceleration = new double[6];

        Link(RobotModel tree, Joint joint, int ofBase) {
            parent = tree.bodyIndex(joint.parent());
            child = tree.bodyIndex(joint.child());
            turns = joint.kind() == JointKind.REVOLUTE;
            Pose parentFromJoint = joint.geometry().parentFromJoint();
            Vector3 along = parentFromJoint.rotation().apply(joint.geometry().axisInJoint());
            axisInParent = along.times(1 / along.norm()).toArray();
            pointInParent = parentFromJoint.position().toArray();
            Coupling coupling = tree.couplingOf(joint.name()).orElse(null);
            slot = ofBase + tree.coordinate(coupling == null ? joint.name() : coupling.leader());
            factor = coupling == null ? 1 : coupling.factor();
        }
    }

    TieMotion(ConstraintFrames frames, FrameMotion frame, int ofBase) {
        this.frames = frames;
        this.frame = frame;
        this.ofBase = ofBase;
        RobotModel tree = frames.tree;
        List<Link> found = new ArrayList<>();
        for (int body = frame.body; body > 0; ) {
            Joint joint = tree.jointOf(body).orElseThrow();
            if (joint.kind().moves()) {
                found.add(0, new Link(tree, joint, ofBase));
            }
            body = tree.bodyIndex(joint.parent());
        }
        links = found.toArray(Link[]::new);
        baseAxes = new double[ofBase][6];
    }

    /** Marks the coordinates that move the frame, those of the base left out. */
    void mark(boolean[] moves) {
        for (Link link : links) {
            moves[link.slot] = true;
        }
    }

    /** After the frames were moved, accelerations included. */
    void update() {
        field(frame.body, ofFrame, null);
        field(0, baseVelocity, null);
        for (Link link : links) {
            frames.kinematics.worldFromBody(link.parent, pose);
            turn(link.axisInParent, other, 0);
            if (link.turns) {
                turn(link.pointInParent, work, 0);
                for (int k = 0; k < 3; k++) {
                    work[k] = frame.pose[9 + k] - pose[9 + k] - work[k];
                }
                // the axis × the way from it to the frame
                link.axis[0] = other[1] * work[2] - other[2] * work[1];
                link.axis[1] = other[2] * work[0] - other[0] * work[2];
                link.axis[2] = other[0] * work[1] - other[1] * work[0];
                System.arraycopy(other, 0, link.axis, 3, 3);
            } else {
                System.arraycopy(other, 0, link.axis, 0, 3);
                Arrays.fill(link.axis, 3, 6, 0);
            }
            toFrame(link.axis);
            field(link.child, link.velocity, link.acceleration);
        }
        if (ofBase > 0) {
            frames.kinematics.worldFromBody(0, pose);
            for (int k = 0; k < 3; k++) {
                double[] linear = baseAxes[k];
                double[] angular = baseAxes[3 + k];
                for (int i = 0; i < 3; i++) {
                    linear[i] = pose[3 * i + k];
                    linear[3 + i] = 0;
                    angular[3 + i] = pose[3 * i + k];
                    work[i] = frame.pose[9 + i] - pose[9 + i];
                }
                angular[0] = angular[4] * work[2] - angular[5] * work[1];
                angular[1] = angular[5] * work[0] - angular[3] * work[2];
                angular[2] = angular[3] * work[1] - angular[4] * work[0];
                toFrame(linear);
                toFrame(angular);
            }
        }
    }

    /** From the body at hand, {@link #pose}, to the world. */
    private void turn(double[] inBody, double[] out, int at) {
        for (int i = 0; i < 3; i++) {
            out[at + i] = pose[3 * i] * inBody[0] + pose[3 * i + 1] * inBody[1] + pose[3 * i + 2] * inBody[2];
        }
    }

    private void toFrame(double[] six) {
        for (int at = 0; at <= 3; at += 3) {
            double x = six[at];
            double y = six[at + 1];
            double z = six[at + 2];
            for (int k = 0; k < 3; k++) {
                six[at + k] = frame.axis[k][0] * x + frame.axis[k][1] * y + frame.axis[k][2] * z;
            }
        }
    }

    /** The velocity of a body where the frame is, v + ω × r, and its spatial acceleration, a + γ × r − ω × v. */
    private void field(int body, double[] velocityOut, double @Nullable [] accelerationOut) {
        frames.kinematics.worldFromBody(body, pose);
        frames.kinematics.velocityInWorld(body, velocityOut);
        double x = frame.pose[9] - pose[9];
        double y = frame.pose[10] - pose[10];
        double z = frame.pose[11] - pose[11];
        double[] v = velocityOut;
        if (accelerationOut != null) {
            double[] a = accelerationOut;
            frames.kinematics.accelerationInWorld(body, a);
            a[0] += a[4] * z - a[5] * y - (v[4] * v[2] - v[5] * v[1]);
            a[1] += a[5] * x - a[3] * z - (v[5] * v[0] - v[3] * v[2]);
            a[2] += a[3] * y - a[4] * x - (v[3] * v[1] - v[4] * v[0]);
            toFrame(a);
        }
        v[0] += v[4] * z - v[5] * y;
        v[1] += v[5] * x - v[3] * z;
        v[2] += v[3] * y - v[4] * x;
        toFrame(v);
    }

    /** out += factor · a × b. */
    private static void addCross(double factor, double[] a, double[] b, double[] out) {
        for (int k = 0; k < 3; k++) {
            int i = (k + 1) % 3;
            int j = (k + 2) % 3;
            out[k] += factor * (a[3 + i] * b[j] - a[3 + j] * b[i] + a[i] * b[3 + j] - a[j] * b[3 + i]);
            out[3 + k] += factor * (a[3 + i] * b[3 + j] - a[3 + j] * b[3 + i]);
        }
    }

    private void setBeyond(double[] velocity) {
        for (int k = 0; k < 6; k++) {
            other[k] = ofFrame[k] - velocity[k];
        }
    }

    /** ∂A_b/∂q, a column of six for every coordinate. */
    void accelerationByPosition(double[][] columnsOut) {
        clear(columnsOut);
        for (Link link : links) {
            double[] out = columnsOut[link.slot];
            addCross(link.factor, link.acceleration, link.axis, out);
            Arrays.fill(work, 0);
            addCross(link.factor, link.velocity, link.axis, work);
            setBeyond(link.velocity);
            addCross(1, work, other, out);
        }
    }

    /**
     * ∂A_b/∂q̇ at a constant classical acceleration of the base: its spatial one is less by ω × v.
     *
     * @param v of the base, in its axes, likewise w
     */
    void accelerationByVelocity(double[] v, double[] w, double[][] columnsOut) {
        clear(columnsOut);
        for (Link link : links) {
            double[] out = columnsOut[link.slot];
            addCross(link.factor, link.velocity, link.axis, out);
            setBeyond(link.velocity);
            addCross(link.factor, link.axis, other, out);
        }
        setBeyond(baseVelocity);
        for (int k = 0; k < ofBase; k++) {
            addCross(1, baseAxes[k], other, columnsOut[k]);
        }
        if (ofBase > 0) {
            for (int k = 0; k < 3; k++) {
                int i = (k + 1) % 3;
                int j = (k + 2) % 3;
                // −ω × e_k and −e_k × v
                for (int c = 0; c < 6; c++) {
                    columnsOut[k][c] -= w[j] * baseAxes[i][c] - w[i] * baseAxes[j][c];
                    columnsOut[3 + k][c] -= v[i] * baseAxes[j][c] - v[j] * baseAxes[i][c];
                }
            }
        }
    }

    private static void clear(double[][] columns) {
        for (double[] column : columns) {
            Arrays.fill(column, 0);
        }
    }

    /** How J z changes along the motion, where V_b = J u: Σ (V_j − V_b) × S_j z_j. */
    void rateOf(double[] z, double[] out) {
        Arrays.fill(out, 0);
        for (Link link : links) {
            setBeyond(link.velocity);
            addCross(-link.factor * z[link.slot], other, link.axis, out);
        }
        setBeyond(baseVelocity);
        for (int k = 0; k < ofBase; k++) {
            addCross(-z[k], other, baseAxes[k], out);
        }
    }

    /** How J z changes with positions, a column of six for every coordinate: V_j(z) × S_j. */
    void byPosition(double[] z, double[][] columnsOut) {
        clear(columnsOut);
        Arrays.fill(work, 0);
        for (int k = 0; k < ofBase; k++) {
            add(z[k], baseAxes[k]);
        }
        for (Link link : links) {
            add(link.factor * z[link.slot], link.axis);
            addCross(link.factor, work, link.axis, columnsOut[link.slot]);
        }
    }

    private void add(double factor, double[] axis) {
        for (int k = 0; k < 6; k++) {
            work[k] += factor * axis[k];
        }
    }
}
