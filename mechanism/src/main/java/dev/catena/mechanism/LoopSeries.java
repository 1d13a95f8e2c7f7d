package dev.catena.mechanism;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Series;
import dev.catena.algebra.SeriesVector;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/**
 * How all joints of closed loops move along a motion of the independent ones, and G, as truncated Taylor series in time:
 * exact derivatives of any order, [Khalil 4] with series for numbers.
 *
 * <p>The rows are those of {@link LoopEquations}. With J(t) for them, J q̇ = 0 order by order is J₀ q̇ₖ = −Σ Jᵢ q̇ₖ₋ᵢ, where Jᵢ
 * needs no more of q than is known then; likewise J G = 0.
 */
final class LoopSeries {
    final int order;

    /** By coordinate of joint vectors. */
    final Series[] q;

    /** J by row and coordinate. */
    final Series[][] jacobian;

    /** By cut joint with one coordinate, and coordinate: how fast the cut joint moves; empty for others. */
    final Series[][] cutRates;

    private final LoopKinematics kinematics;
    private final MovingTree tree;
    private final int n;
    private final double length;
    private final Series[] sine;
    private final Series[] cosine;

    /** By moving body: the axes of its joint frame, and its origin. */
    private final SeriesVector[][] axis;

    private final SeriesVector[] origin;
    private final Series[] angle;
    private final Frame[][] frames;
    private final SeriesVector distance;
    private final SeriesVector velocity;
    private final SeriesVector normal;
    private final SeriesVector arm;
    private final SeriesVector[] world;
    private final double[] rows;
    private final double[] ofDependent;

    LoopSeries(RobotModel model, LoopKinematics kinematics, int order) {
        this.kinematics = kinematics;
        this.order = order;
        tree = new MovingTree(model.openTree().withFixedBase());
        n = kinematics.n;
        length = kinematics.closure.equations.length;
        q = Series.array(n, order);
        rows = new double[kinematics.closure.equations.rows];
        jacobian = new Series[rows.length][];
        for (int r = 0; r < rows.length; r++) {
            jacobian[r] = Series.array(n, order);
        }
        sine = Series.array(tree.n + 1, order);
        cosine = Series.array(tree.n + 1, order);
        angle = Series.array(tree.n + 1, order);
        origin = SeriesVector.array(tree.n + 1, order);
        axis = new SeriesVector[tree.n + 1][];
        for (int i = 0; i <= tree.n; i++) {
            axis[i] = SeriesVector.array(3, order);
        }
        world = SeriesVector.array(3, order);
        setAxes(world);
        setAxes(axis[0]);
        var cuts = model.loops().cutJoints();
        frames = new Frame[cuts.size()][];
        cutRates = new Series[cuts.size()][];
        for (int c = 0; c < frames.length; c++) {
            CutJoint cut = cuts.get(c);
            frames[c] = new Frame[] {
                new Frame(model.bodyIndex(cut.first()), cut.firstFromJoint(), -1),
                new Frame(model.bodyIndex(cut.second()), cut.secondFromJoint(), 1)
            };
            cutRates[c] = Series.array(cut.kind().freedoms() == 1 ? n : 0, order);
        }
        distance = new SeriesVector(order);
        velocity = new SeriesVector(order);
        normal = new SeriesVector(order);
        arm = new SeriesVector(order);
        ofDependent = new double[kinematics.closure.dependent.length];
    }

    private static void setAxes(SeriesVector[] axes) {
        axes[0].setConstant(1, 0, 0);
        axes[1].setConstant(0, 1, 0);
        axes[2].setConstant(0, 0, 1);
    }

    /** A frame of a cut joint, fixed in a moving body. */
    private final class Frame {
        final int carrier;
        final double sign;
        final SeriesVector[] axes = SeriesVector.array(3, order);
        final SeriesVector place = new SeriesVector(order);
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
    private void combine(int body, Placement X, SeriesVector[] axesOut, SeriesVector originOut) {
        SeriesVector[] e = axis[body];
        set(axesOut[0], X.xx, e[0], X.yx, e[1], X.zx, e[2]);
        set(axesOut[1], X.xy, e[0], X.yy, e[1], X.zy, e[2]);
        set(axesOut[2], X.xz, e[0], X.yz, e[1], X.zz, e[2]);
        set(originOut, X.px, e[0], X.py, e[1], X.pz, e[2]);
        originOut.add(origin[body]);
    }

    private static void set(
            SeriesVector out, double a, SeriesVector x, double b, SeriesVector y, double c, SeriesVector z) {
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
        Series position = angle[i];
        position.setZero();
        position.addScaled(tree.factor(i), q[tree.leader(i)]);
        combine(tree.parent[i], tree.atZero[i], axis[i], origin[i]);
        SeriesVector[] e = axis[i];
        if (tree.revolute[i]) {
            Series.setSineAndCosine(position, sine[i], cosine[i]);
            velocity.setZero();
            addProduct(velocity, 1, cosine[i], e[0]);
            addProduct(velocity, 1, sine[i], e[1]);
            normal.setZero();
            addProduct(normal, -1, sine[i], e[0]);
            addProduct(normal, 1, cosine[i], e[1]);
            e[0].set(velocity);
            e[1].set(normal);
        } else {
            addProduct(origin[i], 1, position, e[2]);
        }
    }

    private static void addProduct(SeriesVector out, double factor, Series s, SeriesVector v) {
        out.x.addProduct(factor, s, v.x);
        out.y.addProduct(factor, s, v.y);
        out.z.addProduct(factor, s, v.z);
    }

    private void fillRows(CutConstraint cut, int c) {
        for (int r = 0; r < cut.kind.constraints(); r++) {
            for (Series entry : jacobian[cut.row + r]) {
                entry.setZero();
            }
        }
        for (Series entry : cutRates[c]) {
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
            SeriesVector z = axis[i][2];
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
                    addDot(factor, normal, z, jacobian[cut.row + cut.linearRows + r][k]);
                }
                if (cut.kind == CutKind.REVOLUTE) {
                    addDot(factor, frames[c][0].axes[2], z, cutRates[c][k]);
                }
            }
            if (cut.kind == CutKind.PRISMATIC) {
                addDot(factor, frames[c][0].axes[2], velocity, cutRates[c][k]);
            }
        }
    }

    /** e · v / L; where the directions turn with frame 1, also ω₁ · (e × d) / L. */
    private void addLinear(CutConstraint cut, int c, double factor, int k, Frame frame, @Nullable SeriesVector turn) {
        boolean turns = cut.kind == CutKind.PRISMATIC;
        for (int r = 0; r < cut.linearRows; r++) {
            SeriesVector e = turns ? frames[c][0].axes[r] : world[r];
            Series entry = jacobian[cut.row + r][k];
            addDot(factor / length, e, velocity, entry);
            if (turns && frame == frames[c][0] && turn != null) {
                arm.setZero();
                arm.addCross(1, e, distance);
                // the frame's sign is that of its velocity, which the turn does not have
                addDot(-factor / length, arm, turn, entry);
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

    private static void addDot(double factor, SeriesVector a, SeriesVector b, Series out) {
        out.addProduct(factor, a.x, b.x);
        out.addProduct(factor, a.y, b.y);
        out.addProduct(factor, a.z, b.z);
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
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < n; i++) {
                out[i][k].setConstant(kinematics.rates[i * count + k]);
            }
            for (int d = 1; d <= order; d++) {
                for (int r = 0; r < rows.length; r++) {
                    rows[r] = 0;
                    for (int i = 1; i <= d; i++) {
                        for (int j = 0; j < n; j++) {
                            rows[r] += jacobian[r][j].c[i] * out[j][k].c[d - i];
                        }
                    }
                }
                kinematics.closure.solveDependent(rows, ofDependent);
                for (int i = 0; i < ofDependent.length; i++) {
                    out[kinematics.closure.dependent[i]][k].c[d] = ofDependent[i];
                }
            }
        }
    }
}
