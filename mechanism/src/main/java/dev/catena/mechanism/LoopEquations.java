package dev.catena.mechanism;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/**
 * The equations of all cut joints as functions of the tree's coordinates: residual, Jacobian, and the second and third
 * time derivatives along a motion, [Khalil 4]. Lengths are divided by a length of the robot, so that all rows are
 * numbers of one kind.
 */
final class LoopEquations {
    final RobotModel model;

    /** Number of the tree's coordinates. */
    final int n;

    final int rows;

    /** The length that lengths are divided by: the largest offset between joints and cut frames. */
    final double length;

    final CutConstraint[] cuts;

    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final double[] ofFirst;
    private final double[] ofSecond;
    private final double[] zero;
    private final double[] sum;
    private final double[] difference;

    /** By cut joint and frame: velocity and acceleration, six numbers each, of two motions. */
    private final double[][][] alongSum;

    private final double[][][] alongDifference;

    LoopEquations(RobotModel model) {
        this.model = model;
        n = model.jointCount();
        rows = model.loops().constraintCount();
        Extent extent = Extent.of(model);
        length = extent.length();
        RobotModel withFrames = withFrames(model, extent.place());
        kinematics = new Kinematics(withFrames);
        jacobian = new Jacobian(withFrames);
        cuts = new CutConstraint[model.loops().cutJoints().size()];
        int row = 0;
        for (int c = 0; c < cuts.length; c++) {
            cuts[c] = new CutConstraint(
                    model.loops().cutJoints().get(c).kind(),
                    withFrames.bodyIndex(frameName(c, 1)),
                    withFrames.bodyIndex(frameName(c, 2)),
                    row);
            row += cuts[c].kind.constraints();
        }
        ofFirst = new double[6 * n];
        ofSecond = new double[6 * n];
        zero = new double[n];
        sum = new double[n];
        difference = new double[n];
        alongSum = new double[cuts.length][2][12];
        alongDifference = new double[cuts.length][2][12];
    }

    /**
     * The tree with a massless body on each frame of the cut joints, whose motion kinematics then give. Only how frames are to each
     * other matters, so that it is moved to the origin, where positions have the most digits.
     */
    private static RobotModel withFrames(RobotModel model, Vector3 place) {
        RobotModelBuilder builder = model.openTree().withFixedBase().toBuilder();
        String base = model.bodies().get(0).name();
        for (Joint joint : model.declaredJoints()) {
            if (joint.parent().equals(base)) {
                JointGeometry geometry = joint.geometry();
                builder.replace(joint.with(new JointGeometry(
                        from(place, geometry.parentFromJoint()), geometry.axisInJoint(), geometry.jointFromBody())));
            }
        }
        int c = 0;
        for (CutJoint cut : model.loops().cutJoints()) {
            boolean isFirst = cut.first().equals(base);
            boolean isSecond = cut.second().equals(base);
            Pose first = isFirst ? from(place, cut.firstFromJoint()) : cut.firstFromJoint();
            Pose second = isSecond ? from(place, cut.secondFromJoint()) : cut.secondFromJoint();
            addFrame(builder, frameName(c, 1), cut.first(), first);
            addFrame(builder, frameName(c, 2), cut.second(), second);
            c++;
        }
        return builder.build();
    }

    private static Pose from(Vector3 place, Pose pose) {
        return new Pose(pose.rotation(), pose.position().minus(place));
    }

    private static void addFrame(RobotModelBuilder builder, String name, String body, Pose bodyFromFrame) {
        builder.link(Joint.fixed(name, body, name).at(bodyFromFrame, Vector3.Z), SpatialInertia.ZERO);
    }

    /** A name that no body of a user is likely to have. */
    static String frameName(int cut, int side) {
        return "\u0000cut %s side %s".formatted(cut, side);
    }

    /** By coordinate: what one unit of the coordinate counts as, the robot's length for a sliding joint. */
    double[] coordinateScale() {
        return model.movingJoints().stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
    }

    /** Puts the frames where coordinates put them. */
    void place(double[] q) {
        kinematics.compute(q);
        for (CutConstraint cut : cuts) {
            cut.first.place(kinematics);
            cut.second.place(kinematics);
        }
    }

    /** How far the loops are from being closed where the frames are now; returns the norm. */
    double residual(double[] out) {
        double sum = 0;
        for (CutConstraint cut : cuts) {
            cut.residual(length, out);
        }
        for (int r = 0; r < rows; r++) {
            sum += out[r] * out[r];
        }
        return Math.sqrt(sum);
    }

    /** Rows by coordinates, row-major, where the frames are now. */
    void jacobian(double[] out) {
        for (CutConstraint cut : cuts) {
            jacobian.compute(kinematics, cut.first.body, ofFirst);
            jacobian.compute(kinematics, cut.second.body, ofSecond);
            cut.jacobian(length, n, ofFirst, ofSecond, out);
        }
    }

    /** ∂s/∂q of a cut joint with one coordinate, where the frames are now. */
    void coordinateRow(int cut, double[] out) {
        jacobian.compute(kinematics, cuts[cut].first.body, ofFirst);
        jacobian.compute(kinematics, cuts[cut].second.body, ofSecond);
        cuts[cut].coordinateRow(n, ofFirst, ofSecond, out);
    }

    /** J̇ q̇: the second derivative of the rows for q̈ = 0. */
    void accelerationBias(double[] q, double[] qd, double[] out) {
        move(q, qd, zero, 2);
        for (CutConstraint cut : cuts) {
            cut.acceleration(length, out);
        }
    }

    /** The third derivative of the rows for q⃛ = 0. */
    void jerkBias(double[] q, double[] qd, double[] qdd, double[] out) {
        move(q, qd, qdd, 3);
        for (CutConstraint cut : cuts) {
            cut.jerk(length, out);
        }
    }

    /**
     * J̇ u along a motion with q̇. Accelerations of frames are quadratic in velocities, so a quarter of those for q̇ + u less
     * those for q̇ − u is bilinear; of ω̇, which is no derivative of a position, half of ω(q̇) × ω(u) is missing then. The
     * frames keep the velocities of q̇.
     */
    void jacobianRate(double[] q, double[] qd, double[] u, double[] out) {
        for (int k = 0; k < n; k++) {
            sum[k] = qd[k] + u[k];
            difference[k] = qd[k] - u[k];
        }
        move(q, sum, zero, 2);
        noteFrames(alongSum);
        move(q, difference, zero, 2);
        noteFrames(alongDifference);
        move(q, qd, zero, 2);
        for (int c = 0; c < cuts.length; c++) {
            combine(cuts[c].first, alongSum[c][0], alongDifference[c][0]);
            combine(cuts[c].second, alongSum[c][1], alongDifference[c][1]);
            cuts[c].jacobianRate(length, alongSum[c][0], alongSum[c][1], out);
        }
    }

    private void noteFrames(double[][][] out) {
        for (int c = 0; c < cuts.length; c++) {
            cuts[c].first.note(out[c][0]);
            cuts[c].second.note(out[c][1]);
        }
    }

    private static void combine(FrameMotion frame, double[] ofSum, double[] ofDifference) {
        for (int i = 0; i < 6; i++) {
            ofSum[i] = (ofSum[i] - ofDifference[i]) / 2;
            ofSum[6 + i] = (ofSum[6 + i] - ofDifference[6 + i]) / 4;
        }
        double[] w = frame.velocity;
        ofSum[9] += (w[4] * ofSum[5] - w[5] * ofSum[4]) / 2;
        ofSum[10] += (w[5] * ofSum[3] - w[3] * ofSum[5]) / 2;
        ofSum[11] += (w[3] * ofSum[4] - w[4] * ofSum[3]) / 2;
    }

    /** Gives the frames the velocities and accelerations of a motion, and the jerks for q⃛ = 0 if asked. */
    void move(double[] q, double[] qd, double[] qdd, int order) {
        if (order > 2) {
            kinematics.compute(q, qd, qdd, zero);
        } else {
            kinematics.compute(q, qd, qdd);
        }
        for (CutConstraint cut : cuts) {
            cut.first.place(kinematics);
            cut.second.place(kinematics);
            cut.first.move(kinematics, order);
            cut.second.move(kinematics, order);
        }
    }
}
