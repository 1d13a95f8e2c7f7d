package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.drive.TaylorInverseDynamics;
import java.util.Arrays;

/** A(t): what unit reactions of contacts, constant in the axes of their bodies, do to base and joints along a motion. */
final class ContactColumns {
    /** By reaction. */
    final Series[][] ofBase;

    final Series[][] ofJoints;

    private final ConstraintFrames frames;
    private final TaylorInverseDynamics links;
    private final int order;
    private final double[] unit = new double[6];
    private final double[][] baseRows;
    private final double[][] linkRows;

    /**
     * @param links of the tree of the frames, with a base that floats
     * @param size how many coordinates the tree has, of which the first n are joints
     * @param order of the series, that of the links
     */
    ContactColumns(ConstraintFrames frames, TaylorInverseDynamics links, int n, int size, int order) {
        this.frames = frames;
        this.links = links;
        this.order = order;
        ofBase = new Series[frames.rows][];
        ofJoints = new Series[frames.rows][];
        for (int i = 0; i < frames.rows; i++) {
            ofBase[i] = Series.array(6, order);
            ofJoints[i] = Series.array(n, order);
        }
        baseRows = new double[order + 1][6];
        linkRows = new double[order + 1][size];
    }

    /** A coefficient depends on no higher derivatives of the motion. */
    void along(double[][] motion) {
        for (Constraint constraint : frames.constraints) {
            for (int r = 0; r < constraint.rows(); r++) {
                Arrays.fill(unit, 0);
                unit[ContactShare.component(constraint, r)] = 1;
                links.wrenchRows(motion, constraint.second.body, unit, baseRows, linkRows);
                load(baseRows, ofBase[constraint.row + r]);
                load(linkRows, ofJoints[constraint.row + r]);
            }
        }
    }

    /** Coefficients of series from derivatives. */
    void load(double[][] derivatives, Series[] out) {
        for (int k = 0; k < out.length; k++) {
            double factorial = 1;
            for (int d = 0; d <= order; d++) {
                factorial *= Math.max(d, 1);
                out[k].c[d] = derivatives[d][k] / factorial;
            }
        }
    }
}
