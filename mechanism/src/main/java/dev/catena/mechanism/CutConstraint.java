package dev.catena.mechanism;

import static dev.catena.mechanism.FrameMotion.addCross;
import static dev.catena.mechanism.FrameMotion.dot;
import static dev.catena.mechanism.FrameMotion.setCross;

import dev.catena.model.CutKind;
import java.util.Arrays;

/**
 * The equations of one cut joint: what must not change between its frames 1 and 2. Rows along lines come first, each a
 * direction times the distance d = p₂ − p₁ of the origins; then rows of rotation, each a direction n times the relative
 * angular velocity ω₂ − ω₁.
 *
 * <p>The directions are those of the world where the origins meet, and axes of frame 1 otherwise. Where the equations
 * hold, the derivatives of n · (ω₂ − ω₁) are exact constraints of any order.
 */
final class CutConstraint {
    private static final double[][] WORLD = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    final CutKind kind;
    final FrameMotion first;
    final FrameMotion second;

    /** Index of the first row in the equations of all loops. */
    final int row;

    final int linearRows;
    final int angularRows;

    private final double[] d = new double[3];
    private final double[] phi = new double[3];
    private final double[] relative = new double[3];
    private final double[] normal = new double[3];
    private final double[] arm = new double[3];

    // directions and their derivatives by order
    private final double[][] rate2 = new double[3][3];
    private final double[][] rate3 = new double[4][3];
    private final double[][] other2 = new double[3][3];
    private final double[][] other3 = new double[4][3];
    private final double[][] normals = new double[3][3];
    private final double[] heldLoad = new double[12];
    private final double[] changedLoad = new double[12];

    CutConstraint(CutKind kind, int first, int second, int row) {
        this.kind = kind;
        this.first = new FrameMotion(first);
        this.second = new FrameMotion(second);
        this.row = row;
        linearRows = kind == CutKind.PRISMATIC ? 2 : 3;
        angularRows = kind.constraints() - linearRows;
    }

    /** The direction of a row along a line. */
    double[] direction(int k) {
        return kind == CutKind.PRISMATIC ? first.axis[k] : WORLD[k];
    }

    /** The direction of a row of rotation; of a universal joint, that normal to both its axes. */
    double[] normal(int k) {
        if (kind != CutKind.UNIVERSAL) {
            return first.axis[k];
        }
        setCross(second.axis[1], 0, first.axis[0], normal);
        return normal;
    }

    /** d = p₂ − p₁. */
    private void setDistance() {
        for (int k = 0; k < 3; k++) {
            d[k] = second.pose[9 + k] - first.pose[9 + k];
        }
    }

    /** How far the joint is from being closed, in lengths and angles; a half-turn is far, not closed. */
    void residual(double length, double[] out) {
        setDistance();
        int at = row;
        for (int k = 0; k < linearRows; k++) {
            out[at++] = dot(direction(k), d) / length;
        }
        switch (kind) {
            case SPHERICAL -> {}
            case UNIVERSAL -> out[at] = dot(first.axis[0], second.axis[1]);
            case REVOLUTE -> {
                setCross(first.axis[2], 0, second.axis[2], phi);
                stretch(dot(first.axis[2], second.axis[2]), first.axis[0]);
            }
            case PRISMATIC, FIXED -> {
                // ½ Σ eᵢ × e'ᵢ = sin φ · axis; ½ (trace − 1) = cos φ
                double cosine = -1;
                phi[0] = 0;
                phi[1] = 0;
                phi[2] = 0;
                for (int k = 0; k < 3; k++) {
                    addCross(0.5, first.axis[k], 0, second.axis[k], phi);
                    cosine += dot(first.axis[k], second.axis[k]);
                }
                stretch(cosine / 2, first.axis[0]);
            }
        }
        if (kind != CutKind.UNIVERSAL) {
            for (int k = 0; k < angularRows; k++) {
                out[at++] = dot(normal(k), phi);
            }
        }
    }

    /** Turns φ from a vector as long as the sine into one as long as the angle, so that a half-turn does not vanish. */
    private void stretch(double cosine, double[] anyAxis) {
        double sine = Math.sqrt(dot(phi, phi));
        if (sine > 1e-9) {
            double factor = Math.atan2(sine, cosine) / sine;
            phi[0] *= factor;
            phi[1] *= factor;
            phi[2] *= factor;
        } else if (cosine < 0) {
            phi[0] = Math.PI * anyAxis[0];
            phi[1] = Math.PI * anyAxis[1];
            phi[2] = Math.PI * anyAxis[2];
        }
    }

    /** Rows of the Jacobian from those of the two frames, which have 6 rows of n numbers each. */
    void jacobian(double length, int n, double[] ofFirst, double[] ofSecond, double[] out) {
        if (kind == CutKind.PRISMATIC) {
            alongAxes(length, n, ofFirst, ofSecond, out);
        } else {
            // the directions are those of the world
            double perLength = 1 / length;
            int at = row * n;
            for (int c = 0; c < 3 * n; c++) {
                out[at + c] = (ofSecond[c] - ofFirst[c]) * perLength;
            }
        }
        for (int k = 0; k < angularRows; k++) {
            double[] e = normal(k);
            int at = (row + linearRows + k) * n;
            for (int c = 0; c < n; c++) {
                out[at + c] = e[0] * (ofSecond[3 * n + c] - ofFirst[3 * n + c])
                        + e[1] * (ofSecond[4 * n + c] - ofFirst[4 * n + c])
                        + e[2] * (ofSecond[5 * n + c] - ofFirst[5 * n + c]);
            }
        }
    }

    /** Rows along axes of frame 1, which turn with it: e · (v₂ − v₁) + (ω₁ × e) · d, the last being ω₁ · (e × d). */
    private void alongAxes(double length, int n, double[] ofFirst, double[] ofSecond, double[] out) {
        setDistance();
        for (int k = 0; k < linearRows; k++) {
            double[] e = direction(k);
            setCross(e, 0, d, arm);
            int at = (row + k) * n;
            for (int c = 0; c < n; c++) {
                double sum = e[0] * (ofSecond[c] - ofFirst[c])
                        + e[1] * (ofSecond[n + c] - ofFirst[n + c])
                        + e[2] * (ofSecond[2 * n + c] - ofFirst[2 * n + c])
                        + arm[0] * ofFirst[3 * n + c]
                        + arm[1] * ofFirst[4 * n + c]
                        + arm[2] * ofFirst[5 * n + c];
                out[at + c] = sum / length;
            }
        }
    }

    /** Second time derivative of the rows along the motion of the frames: ë·d + 2ė·ḋ + e·d̈; ṅ·ω + n·ω̇. */
    void acceleration(double length, double[] out) {
        setDistance();
        int at = row;
        for (int k = 0; k < linearRows; k++) {
            double sum = dotRelative(direction(k), first.acceleration, second.acceleration, 0);
            if (kind == CutKind.PRISMATIC) {
                first.differentiate(first.axis[k], rate2);
                sum += 2 * dotRelative(rate2[1], first.velocity, second.velocity, 0) + dot(rate2[2], d);
            }
            out[at++] = sum / length;
        }
        for (int k = 0; k < angularRows; k++) {
            differentiateNormal(k, rate2, other2);
            out[at++] = dotRelative(normals[1], first.velocity, second.velocity, 3)
                    + dotRelative(normals[0], first.acceleration, second.acceleration, 3);
        }
    }

    /** Third time derivative: e⃛·d + 3ë·ḋ + 3ė·d̈ + e·d⃛; n̈·ω + 2ṅ·ω̇ + n·ω̈. */
    void jerk(double length, double[] out) {
        setDistance();
        int at = row;
        for (int k = 0; k < linearRows; k++) {
            double sum = dotRelative(direction(k), first.jerk, second.jerk, 0);
            if (kind == CutKind.PRISMATIC) {
                first.differentiate(first.axis[k], rate3);
                sum += 3 * dotRelative(rate3[1], first.acceleration, second.acceleration, 0)
                        + 3 * dotRelative(rate3[2], first.velocity, second.velocity, 0)
                        + dot(rate3[3], d);
            }
            out[at++] = sum / length;
        }
        for (int k = 0; k < angularRows; k++) {
            differentiateNormal(k, rate3, other3);
            out[at++] = dotRelative(normals[2], first.velocity, second.velocity, 3)
                    + 2 * dotRelative(normals[1], first.acceleration, second.acceleration, 3)
                    + dotRelative(normals[0], first.jerk, second.jerk, 3);
        }
    }

    /** n, ṅ and n̈ of a row of rotation; n = y₂ × x₁ for a universal joint. */
    private void differentiateNormal(int k, double[][] x, double[][] y) {
        if (kind != CutKind.UNIVERSAL) {
            first.differentiate(first.axis[k], x);
            for (int order = 0; order < 3; order++) {
                System.arraycopy(x[order], 0, normals[order], 0, 3);
            }
            return;
        }
        first.differentiate(first.axis[0], x);
        second.differentiate(second.axis[1], y);
        setCross(y[0], 0, x[0], normals[0]);
        setCross(y[1], 0, x[0], normals[1]);
        addCross(1, y[0], 0, x[1], normals[1]);
        setCross(y[2], 0, x[0], normals[2]);
        addCross(2, y[1], 0, x[1], normals[2]);
        addCross(1, y[0], 0, x[2], normals[2]);
    }

    private double dotRelative(double[] e, double[] ofFirst, double[] ofSecond, int from) {
        for (int k = 0; k < 3; k++) {
            relative[k] = ofSecond[from + k] - ofFirst[from + k];
        }
        return dot(e, relative);
    }

    /** The joint's own coordinate: the angle or distance about or along z of frame 1. */
    double coordinate() {
        if (kind == CutKind.REVOLUTE) {
            return Math.atan2(dot(first.axis[1], second.axis[0]), dot(first.axis[0], second.axis[0]));
        }
        setDistance();
        return dot(first.axis[2], d);
    }

    /** ∂s/∂q: z₁ times the relative velocities of unit coordinates; z₁ lies along d where the joint slides. */
    void coordinateRow(int n, double[] ofFirst, double[] ofSecond, double[] out) {
        double[] z = first.axis[2];
        int at = kind == CutKind.PRISMATIC ? 0 : 3 * n;
        for (int c = 0; c < n; c++) {
            out[c] = z[0] * (ofSecond[at + c] - ofFirst[at + c])
                    + z[1] * (ofSecond[at + n + c] - ofFirst[at + n + c])
                    + z[2] * (ofSecond[at + 2 * n + c] - ofFirst[at + 2 * n + c]);
        }
    }

    /** First derivative of the coordinate; the frames hold velocities. */
    double coordinateVelocity() {
        if (kind == CutKind.REVOLUTE) {
            return dotRelative(first.axis[2], first.velocity, second.velocity, 3);
        }
        setDistance();
        first.differentiate(first.axis[2], rate2);
        return dot(rate2[1], d) + dotRelative(first.axis[2], first.velocity, second.velocity, 0);
    }

    /** Second derivative of the coordinate; the frames hold accelerations. */
    double coordinateAcceleration() {
        if (kind == CutKind.REVOLUTE) {
            // ω₂ − ω₁ lies along z, and ż across it
            return dotRelative(first.axis[2], first.acceleration, second.acceleration, 3);
        }
        setDistance();
        first.differentiate(first.axis[2], rate2);
        return dot(rate2[2], d)
                + 2 * dotRelative(rate2[1], first.velocity, second.velocity, 0)
                + dotRelative(first.axis[2], first.acceleration, second.acceleration, 0);
    }

    /**
     * What frame 1 exerts on frame 2 for multipliers of the rows: force and moment about the origin of frame 2, in the
     * axes of frame 2.
     */
    void wrench(double length, double[] multipliers, double[] out) {
        double[] force = relative;
        double[] moment = phi;
        for (int k = 0; k < 3; k++) {
            force[k] = 0;
            moment[k] = 0;
        }
        for (int r = 0; r < linearRows; r++) {
            add(multipliers[row + r] / length, direction(r), force);
        }
        for (int r = 0; r < angularRows; r++) {
            add(multipliers[row + linearRows + r], normal(r), moment);
        }
        for (int k = 0; k < 3; k++) {
            out[k] = dot(second.axis[k], force);
            out[3 + k] = dot(second.axis[k], moment);
        }
    }

    /**
     * The same as force and moment about the origin of frame 2, in the axes that the frames are given in, with their
     * rates while the multipliers stay: the directions of the rows turn, ė and ṅ. The frames hold velocities.
     *
     * @param out force, moment, rate of the force, rate of the moment
     */
    void load(double length, double[] multipliers, double[] out) {
        Arrays.fill(out, 0);
        for (int r = 0; r < linearRows; r++) {
            double factor = multipliers[row + r] / length;
            addAt(factor, direction(r), out, 0);
            if (kind == CutKind.PRISMATIC) {
                first.differentiate(first.axis[r], rate2);
                addAt(factor, rate2[1], out, 6);
            }
        }
        for (int r = 0; r < angularRows; r++) {
            double factor = multipliers[row + linearRows + r];
            differentiateNormal(r, rate2, other2);
            addAt(factor, normals[0], out, 3);
            addAt(factor, normals[1], out, 9);
        }
    }

    /**
     * How the components of {@link #wrench} change with multipliers and directions: ẋ − ω₂ × x with ẋ = Σ λ̇ e + λ ė. The
     * frames hold velocities.
     */
    void wrenchRate(double length, double[] multipliers, double[] multiplierRates, double[] out) {
        load(length, multipliers, heldLoad);
        load(length, multiplierRates, changedLoad);
        double[] w = second.velocity;
        for (int at = 0; at <= 3; at += 3) {
            double x = heldLoad[at];
            double y = heldLoad[at + 1];
            double z = heldLoad[at + 2];
            relative[0] = changedLoad[at] + heldLoad[6 + at] - (w[4] * z - w[5] * y);
            relative[1] = changedLoad[at + 1] + heldLoad[7 + at] - (w[5] * x - w[3] * z);
            relative[2] = changedLoad[at + 2] + heldLoad[8 + at] - (w[3] * y - w[4] * x);
            for (int k = 0; k < 3; k++) {
                out[at + k] = dot(second.axis[k], relative);
            }
        }
    }

    /**
     * J̇ u: how the rows of a motion u change while the robot moves with q̇. Frames are given as they move with q̇ and with
     * u, and with accelerations that are bilinear in both, p̈ = p̈(q̇, u) and ω̇ = ∂ω(u)/∂t.
     *
     * @param ofFirst velocity with u, then acceleration, six numbers each
     */
    void jacobianRate(double length, double[] ofFirst, double[] ofSecond, double[] out) {
        setDistance();
        int at = row;
        for (int k = 0; k < linearRows; k++) {
            double sum = dotDifference(direction(k), ofFirst, ofSecond, 6);
            if (kind == CutKind.PRISMATIC) {
                // e·(v₂ − v₁)(u) + (ω₁(u) × e)·d, differentiated
                first.differentiate(first.axis[k], rate2);
                sum += dotDifference(rate2[1], ofFirst, ofSecond, 0);
                setCross(ofFirst, 9, rate2[0], arm);
                addCross(1, ofFirst, 3, rate2[1], arm);
                sum += dot(arm, d);
                setCross(ofFirst, 3, rate2[0], arm);
                sum += dotRelative(arm, first.velocity, second.velocity, 0);
            }
            out[at++] = sum / length;
        }
        for (int k = 0; k < angularRows; k++) {
            differentiateNormal(k, rate2, other2);
            out[at++] =
                    dotDifference(normals[1], ofFirst, ofSecond, 3) + dotDifference(normals[0], ofFirst, ofSecond, 9);
        }
    }

    private double dotDifference(double[] e, double[] ofFirst, double[] ofSecond, int from) {
        return e[0] * (ofSecond[from] - ofFirst[from])
                + e[1] * (ofSecond[from + 1] - ofFirst[from + 1])
                + e[2] * (ofSecond[from + 2] - ofFirst[from + 2]);
    }

    private static void addAt(double factor, double[] e, double[] out, int at) {
        out[at] += factor * e[0];
        out[at + 1] += factor * e[1];
        out[at + 2] += factor * e[2];
    }

    private static void add(double factor, double[] e, double[] out) {
        out[0] += factor * e[0];
        out[1] += factor * e[1];
        out[2] += factor * e[2];
    }
}
