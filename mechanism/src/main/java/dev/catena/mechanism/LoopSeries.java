package dev.catena.mechanism;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Series;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How all joints of closed loops move along a motion of the independent ones, and G, as truncated Taylor series in time:
 * exact derivatives of any order, [Khalil 4] with series for numbers.
 *
 * <p>The rows are those of {@link LoopEquations}. With J(t) for them, J q̇ = 0 order by order is J₀ q̇ₖ = −Σ Jᵢ q̇ₖ₋ᵢ, where Jᵢ
 * needs no more of q than is known then; likewise J G = 0. J has as many parts as it is asked for, {@link VariedSeries}: they
 * are its derivatives where q is given with its own.
 */
final class LoopSeries {
    final int order;

    /** By coordinate of joint vectors; q without ε. */
    final VariedSeries[] motion;

    final Series[] q;

    /** J by row and coordinate. */
    final VariedSeries[][] variedJacobian;

    final Series[][] jacobian;

    /** By cut joint with one coordinate, and coordinate: how fast the cut joint moves; empty for others. */
    final VariedSeries[][] variedCutRates;

    final Series[][] cutRates;

    private final LoopKinematics kinematics;
    private final MovingTree tree;
    private final int n;
    private final int parts;
    private final double length;
    private final VariedSeries[] sine;
    private final VariedSeries[] cosine;

    /** By moving body: the axes of its joint frame, and its origin. */
    private final VariedVector[][] axis;

    private final VariedVector[] origin;
    private final VariedSeries[] angle;
    private final Frame[][] frames;
    private final VariedVector distance;
    private final VariedVector velocity;
    private final VariedVector normal;
    private final VariedVector arm;
    private final VariedVector[] world;
    private final double[] rows;
    private final double[] ofDependent;
    private final Series[] nothing;
    private final Series[] column;

    LoopSeries(RobotModel model, LoopKinematics kinematics, int order) {
        this(model, kinematics, order, 1);
    }

    /** @param parts 1, 2 or 4 */
    LoopSeries(RobotModel model, LoopKinematics kinematics, int order, int parts) {
        this.kinematics = kinematics;
        this.order = order;
        this.parts = parts;
        tree = new MovingTree(model.openTree().withFixedBase());
        n = kinematics.n;
        length = kinematics.closure.equations.length;
        motion = VariedSeries.array(n, parts, order);
        q = unvaried(motion);
        rows = new double[kinematics.closure.equations.rows];
        variedJacobian = new VariedSeries[rows.length][];
        jacobian = new Series[rows.length][];
        for (int r = 0; r < rows.length; r++) {
            variedJacobian[r] = VariedSeries.array(n, parts, order);
            jacobian[r] = unvaried(variedJacobian[r]);
        }
        sine = VariedSeries.array(tree.n + 1, parts, order);
        cosine = VariedSeries.array(tree.n + 1, parts, order);
        angle = VariedSeries.array(tree.n + 1, parts, order);
        origin = VariedVector.array(tree.n + 1, parts, order);
        axis = new VariedVector[tree.n + 1][];
        for (int i = 0; i <= tree.n; i++) {
            axis[i] = VariedVector.array(3, parts, order);
        }
        world = VariedVector.array(3, parts, order);
        setAxes(world);
        setAxes(axis[0]);
        var cuts = model.loops().cutJoints();
        frames = new Frame[cuts.size()][];
        variedCutRates = new VariedSeries[cuts.size()][];
        cutRates = new Series[cuts.size()][];
        for (int c = 0; c < frames.length; c++) {
            CutJoint cut = cuts.get(c);
            frames[c] = new Frame[] {
                new Frame(model.bodyIndex(cut.first()), cut.firstFromJoint(), -1),
                new Frame(model.bodyIndex(cut.second()), cut.secondFromJoint(), 1)
            };
            variedCutRates[c] = VariedSeries.array(cut.kind().freedoms() == 1 ? n : 0, parts, order);
            cutRates[c] = unvaried(variedCutRates[c]);
        }
        distance = new VariedVector(parts, order);
        velocity = new VariedVector(parts, order);
        normal = new VariedVector(parts, order);
        arm = new VariedVector(parts, order);
        ofDependent = new double[kinematics.closure.dependent.length];
        nothing = Series.array(rows.length, order);
        column = new Series[n];
    }

    private static Series[] unvaried(VariedSeries[] all) {
        return Arrays.stream(all).map(series -> series.part[0]).toArray(Series[]::new);
    }

    private static void setAxes(VariedVector[] axes) {
        axes[0].setConstant(1, 0, 0);
        axes[1].setConstant(0, 1, 0);
        axes[2].setConstant(0, 0, 1);
    }

    /** A frame of a cut joint, fixed in a moving body. */
    private final class Frame {
        final int carrier;
        final double sign;
        final VariedVector[] axes = VariedVector.array(3, parts, order);
        final VariedVector place = new VariedVector(parts, order);
        private final Placement inCarrier = new Placement();

        Frame(int body, Pose bodyFromFrame, double sign) {
            this.sign = sign;
            carrier = tree.carrier[body];
            Placement B = tree.jointFromBody[body];
            Rotation R = new Rotation(B.xx, B.xy, B.xz, B.yx, B.yy, B.yz, B.zx, B.zy, B.zz);
            Pose frame = new Pose(R, new Vector3(B.px, B.py, B.pz)).times(bodyFromFrame);
            Rotation r = frame.rotation();
            inCarrier.setRotation(r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz());
            inCarrier.setOrigin(
                    frame.position().x(), frame.position().y(), frame.position().z());
        }

        void move() {
            combine(carrier, inCarrier, axes, place);
        }
    }

    /** Axes and origin of what is placed in a moving body. */
    private void combine(int body, Placement X, VariedVector[] axesOut, VariedVector originOut) {
        VariedVector[] e = axis[body];
        set(axesOut[0], X.xx, e[0], X.yx, e[1], X.zx, e[2]);
        set(axesOut[1], X.xy, e[0], X.yy, e[1], X.zy, e[2]);
        set(axesOut[2], X.xz, e[0], X.yz, e[1], X.zz, e[2]);
        set(originOut, X.px, e[0], X.py, e[1], X.pz, e[2]);
        originOut.addScaled(1, origin[body]);
    }

    private static void set(
            VariedVector out, double a, VariedVector x, double b, VariedVector y, double c, VariedVector z) {
        out.setZero();
        out.addScaled(a, x);
        out.addScaled(b, y);
        out.addScaled(c, z);
    }

    /** The motion of all joints when the independent ones go evenly from the pose of the kinematics. */
    void along(double[] direction) {
        begin();
        for (int d = 1; d <= order; d++) {
            for (int k = 0; k < kinematics.count; k++) {
                q[kinematics.closure.independent[k]].c[d] = d == 1 ? direction[k] : 0;
            }
            solve(d);
        }
    }

    /** The same for a motion whose derivatives are known: by order, those of the independent joints. */
    void along(double[][] derivatives) {
        begin();
        double factorial = 1;
        for (int d = 1; d <= order; d++) {
            factorial *= d;
            for (int k = 0; k < kinematics.count; k++) {
                q[kinematics.closure.independent[k]].c[d] = derivatives[d][k] / factorial;
            }
            solve(d);
        }
    }

    private void begin() {
        for (int k = 0; k < n; k++) {
            q[k].setConstant(kinematics.closure.q[k]);
        }
    }

    /** Coefficient d of the dependent joints: d J_p q_d = −(d J_a q_d + Σ Jᵢ q̇ₖ₋ᵢ), k = d − 1. */
    private void solve(int d) {
        if (d == 1) {
            firstOrder();
            return;
        }
        findJacobian();
        for (int r = 0; r < rows.length; r++) {
            double sum = 0;
            for (int a : kinematics.closure.independent) {
                sum += d * jacobian[r][a].c[0] * q[a].c[d];
            }
            for (int i = 1; i < d; i++) {
                for (int j = 0; j < n; j++) {
                    sum += jacobian[r][j].c[i] * (d - i) * q[j].c[d - i];
                }
            }
            rows[r] = sum;
        }
        kinematics.closure.solveDependent(rows, ofDependent);
        for (int i = 0; i < ofDependent.length; i++) {
            q[kinematics.closure.dependent[i]].c[d] = ofDependent[i] / d;
        }
    }

    private void firstOrder() {
        int count = kinematics.count;
        for (int i : kinematics.closure.dependent) {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += kinematics.rates[i * count + k] * q[kinematics.closure.independent[k]].c[1];
            }
            q[i].c[1] = sum;
        }
    }

    /** J(t) along the motion that is known. */
    void findJacobian() {
        for (int i = 1; i <= tree.n; i++) {
            place(i);
        }
        for (int c = 0; c < frames.length; c++) {
            fillRows(kinematics.closure.equations.cuts[c], c);
        }
    }

    private void place(int i) {
        VariedSeries position = angle[i];
        position.setZero();
        position.addScaled(tree.factor(i), motion[tree.leader(i)]);
        combine(tree.parent[i], tree.atZero[i], axis[i], origin[i]);
        VariedVector[] e = axis[i];
        if (tree.revolute[i]) {
            VariedSeries.setSineAndCosine(position, sine[i], cosine[i]);
            velocity.setZero();
            velocity.addProduct(1, cosine[i], e[0]);
            velocity.addProduct(1, sine[i], e[1]);
            normal.setZero();
            normal.addProduct(-1, sine[i], e[0]);
            normal.addProduct(1, cosine[i], e[1]);
            e[0].set(velocity);
            e[1].set(normal);
        } else {
            origin[i].addProduct(1, position, e[2]);
        }
    }

    private void fillRows(CutConstraint cut, int c) {
        for (int r = 0; r < cut.kind.constraints(); r++) {
            for (VariedSeries entry : variedJacobian[cut.row + r]) {
                entry.setZero();
            }
        }
        for (VariedSeries entry : variedCutRates[c]) {
            entry.setZero();
        }
        Frame first = frames[c][0];
        Frame second = frames[c][1];
        first.move();
        second.move();
        distance.set(second.place);
        distance.addScaled(-1, first.place);
        addPath(cut, c, first, second);
        addPath(cut, c, second, first);
    }

    /** What the joints between a frame and the body that carries both do to the rows. */
    private void addPath(CutConstraint cut, int c, Frame frame, Frame other) {
        for (int i = frame.carrier; i > 0; i = tree.parent[i]) {
            if (isOn(i, other.carrier)) {
                return;
            }
            double factor = frame.sign * tree.factor(i);
            int k = tree.leader(i);
            VariedVector z = axis[i][2];
            if (tree.revolute[i]) {
                arm.set(frame.place);
                arm.addScaled(-1, origin[i]);
                velocity.setZero();
                velocity.addCross(1, z, arm);
            } else {
                velocity.set(z);
            }
            addLinear(cut, c, factor, k, frame, tree.revolute[i] ? z : null);
            if (tree.revolute[i]) {
                for (int r = 0; r < cut.angularRows; r++) {
                    setNormal(cut, c, r);
                    normal.addDotTo(factor, z, variedJacobian[cut.row + cut.linearRows + r][k]);
                }
                if (cut.kind == CutKind.REVOLUTE) {
                    frames[c][0].axes[2].addDotTo(factor, z, variedCutRates[c][k]);
                }
            }
            if (cut.kind == CutKind.PRISMATIC) {
                frames[c][0].axes[2].addDotTo(factor, velocity, variedCutRates[c][k]);
            }
        }
    }

    /** e · v / L; where the directions turn with frame 1, also ω₁ · (e × d) / L. */
    private void addLinear(CutConstraint cut, int c, double factor, int k, Frame frame, @Nullable VariedVector turn) {
        boolean turns = cut.kind == CutKind.PRISMATIC;
        for (int r = 0; r < cut.linearRows; r++) {
            VariedVector e = turns ? frames[c][0].axes[r] : world[r];
            VariedSeries entry = variedJacobian[cut.row + r][k];
            e.addDotTo(factor / length, velocity, entry);
            if (turns && frame == frames[c][0] && turn != null) {
                arm.setZero();
                arm.addCross(1, e, distance);
                // the frame's sign is that of its velocity, which the turn does not have
                arm.addDotTo(-factor / length, turn, entry);
            }
        }
    }

    private void setNormal(CutConstraint cut, int c, int r) {
        if (cut.kind == CutKind.UNIVERSAL) {
            normal.setZero();
            normal.addCross(1, frames[c][1].axes[1], frames[c][0].axes[0]);
        } else {
            normal.set(frames[c][0].axes[r]);
        }
    }

    private boolean isOn(int body, int carrier) {
        int i = carrier;
        while (i > body) {
            i = tree.parent[i];
        }
        return i == body;
    }

    /** Coefficient k of how fast a cut joint with one coordinate moves. */
    double cutVelocity(int c, int k) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            for (int i = 0; i <= k; i++) {
                sum += cutRates[c][j].c[k - i] * (i + 1) * (i < order ? q[j].c[i + 1] : 0);
            }
        }
        return sum;
    }

    /** G(t), by joint and independent joint; J(t) must be known. */
    void rates(Series[][] out) {
        int count = kinematics.count;
        for (Series b : nothing) {
            b.setZero();
        }
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < n; i++) {
                column[i] = out[i][k];
                column[i].setConstant(kinematics.rates[i * count + k]);
            }
            solve(1, nothing, column);
        }
    }

    /** x(t) of the dependent joints from J x + b = 0, beginning with a coefficient; J(t) must be known. */
    void solve(int from, Series[] b, Series[] x) {
        for (int d = from; d < x[0].c.length; d++) {
            for (int r = 0; r < rows.length; r++) {
                double sum = b[r].c[d];
                for (int i = 1; i <= d; i++) {
                    for (int j = 0; j < n; j++) {
                        sum += jacobian[r][j].c[i] * x[j].c[d - i];
                    }
                }
                rows[r] = sum;
            }
            kinematics.closure.solveDependent(rows, ofDependent);
            for (int i = 0; i < ofDependent.length; i++) {
                x[kinematics.closure.dependent[i]].c[d] = ofDependent[i];
            }
        }
    }
}
