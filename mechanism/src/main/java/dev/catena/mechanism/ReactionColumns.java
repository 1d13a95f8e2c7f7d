package dev.catena.mechanism;

import dev.catena.algebra.Placement;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.model.CutKind;
import dev.catena.tree.MovingBase;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A, where its frames are: what unit reactions do to base and joints. */
final class ReactionColumns {
    /** By reaction and row, those of a floating base first. */
    final double[][] columns;

    private final ConstraintFrames frames;
    private final Jacobian jacobian;
    private final int n;
    private final int ofBase;
    private final double[] six = new double[6];
    private final double[] ofFrame;

    /** @param ofBase how many rows the base has: six or none */
    ReactionColumns(ConstraintFrames frames, int ofBase) {
        this(frames, ofBase, 0);
    }

    /** @param ofMotors how many motors have rows of their own after those of joints: ties do not touch them */
    ReactionColumns(ConstraintFrames frames, int ofBase, int ofMotors) {
        this.frames = frames;
        this.ofBase = ofBase;
        n = frames.tree.jointCount();
        jacobian = new Jacobian(frames.tree);
        columns = new double[frames.rows][ofBase + n + ofMotors];
        ofFrame = new double[6 * n];
    }

    /** A: the power of each unit reaction on unit velocities of base and joints. */
    void fill(@Nullable BaseMotion base) {
        for (Constraint constraint : frames.constraints) {
            for (int r = 0; r < constraint.rows(); r++) {
                Arrays.fill(columns[constraint.row + r], 0);
            }
            addColumns(constraint, true, base);
            addColumns(constraint, false, base);
        }
    }

    private void addColumns(Constraint constraint, boolean onSecond, @Nullable BaseMotion base) {
        FrameMotion frame = onSecond ? constraint.second : constraint.first;
        if (frame.body < 0) {
            return;
        }
        jacobian.compute(frames.kinematics, frame.body, ofFrame);
        for (int r = 0; r < constraint.rows(); r++) {
            constraint.unitWrench(r, onSecond, six);
            addWrench(frame, base, columns[constraint.row + r]);
        }
    }

    /** The power of the six numbers in the axes of a frame, whose Jacobian is there. */
    private void addWrench(FrameMotion frame, @Nullable BaseMotion base, double[] column) {
        turnToWorld(frame);
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += ofFrame[i * n + k] * six[i];
            }
            column[ofBase + k] += sum;
        }
        if (ofBase > 0 && base != null) {
            addAtBase(MovingBase.of(base), frame, column);
        }
    }

    /** How fast the one coordinate of a tie changes with unit velocities: the power of a unit effort along z of both frames. */
    void coordinate(Constraint constraint, BaseMotion base, double[] out) {
        Arrays.fill(out, 0);
        for (FrameMotion frame : constraint.frames) {
            if (frame.body >= 0) {
                jacobian.compute(frames.kinematics, frame.body, ofFrame);
                Arrays.fill(six, 0);
                six[constraint.kind == CutKind.PRISMATIC ? 2 : 5] = frame == constraint.second ? 1 : -1;
                addWrench(frame, base, out);
            }
        }
    }

    /** Six numbers from the axes of a frame to those of the world. */
    private void turnToWorld(FrameMotion frame) {
        for (int at = 0; at <= 3; at += 3) {
            double x = six[at];
            double y = six[at + 1];
            double z = six[at + 2];
            for (int k = 0; k < 3; k++) {
                six[at + k] = frame.axis[0][k] * x + frame.axis[1][k] * y + frame.axis[2][k] * z;
            }
        }
    }

    /** The wrench about the base's origin, in its axes. */
    private void addAtBase(MovingBase base, FrameMotion frame, double[] column) {
        Placement R = base.worldFromBase;
        double x = frame.pose[9] - R.px;
        double y = frame.pose[10] - R.py;
        double z = frame.pose[11] - R.pz;
        double mx = six[3] + y * six[2] - z * six[1];
        double my = six[4] + z * six[0] - x * six[2];
        double mz = six[5] + x * six[1] - y * six[0];
        column[0] += R.xx * six[0] + R.yx * six[1] + R.zx * six[2];
        column[1] += R.xy * six[0] + R.yy * six[1] + R.zy * six[2];
        column[2] += R.xz * six[0] + R.yz * six[1] + R.zz * six[2];
        column[3] += R.xx * mx + R.yx * my + R.zx * mz;
        column[4] += R.xy * mx + R.yy * my + R.zy * mz;
        column[5] += R.xz * mx + R.yz * my + R.zz * mz;
    }
}
