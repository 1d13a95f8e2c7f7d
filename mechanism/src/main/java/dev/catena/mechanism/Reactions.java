package dev.catena.mechanism;

import dev.catena.dynamics.WrenchResponse;

/**
 * The reactions that stop what the constraints forbid: λ of least norm with Λ λ = c, Λ = AᵀM⁻¹A. Forces count times a
 * length of the robot beside moments, λ = W⁻¹ (W⁻¹ΛW⁻¹)⁺ W⁻¹ c. What they do to the robot is unique whatever the rank.
 */
final class Reactions {
    /** A pivot below this part of the largest is a constraint that others have already. */
    private static final double REDUNDANT = 1e-10;

    final WrenchResponse response;
    final double[] lambda;
    final double[] delassus;

    private final ConstraintFrames frames;
    private final SemidefiniteSystem system;
    private final double[] scaled;
    private final double[] scale;
    private final double[] right;
    private final double[] wrench = new double[6];

    Reactions(ConstraintFrames frames) {
        this(frames, new WrenchResponse(frames.tree, frames.rows));
    }

    /** @param response of the frames' tree, with a column for each row */
    Reactions(ConstraintFrames frames, WrenchResponse response) {
        this.frames = frames;
        this.response = response;
        int rows = frames.rows;
        lambda = new double[rows];
        delassus = new double[rows * rows];
        scaled = new double[rows * rows];
        right = new double[rows];
        scale = frames.rowWeights();
        system = new SemidefiniteSystem(rows, REDUNDANT);
    }

    /** Λ at the pose that the response was computed at and the frames are in. */
    void factor() {
        response.clear();
        for (Constraint constraint : frames.constraints) {
            if (constraint.holdsToWorld()) {
                response.addUnits(
                        constraint.row, constraint.second.body, constraint.linearRows, constraint.angularRows);
                continue;
            }
            for (int r = 0; r < constraint.rows(); r++) {
                apply(constraint, r, true);
                apply(constraint, r, false);
            }
        }
        response.delassus(delassus);
        int rows = frames.rows;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j <= i; j++) {
                scaled[i * rows + j] = scale[i] * delassus[i * rows + j] * scale[j];
            }
        }
        system.factor(scaled);
    }

    private void apply(Constraint constraint, int r, boolean onSecond) {
        FrameMotion frame = onSecond ? constraint.second : constraint.first;
        if (frame.body >= 0) {
            constraint.unitWrench(r, onSecond, wrench);
            response.add(constraint.row + r, frame.body, wrench);
        }
    }

    /** λ that take away the accelerations which the frames have. */
    void stop(double[] rowsWithout) {
        factor();
        for (Constraint constraint : frames.constraints) {
            constraint.acceleration(rowsWithout);
        }
        solve(rowsWithout, 1);
    }

    /** λ for −c, the accelerations or velocities that the rows have without reactions. */
    void solve(double[] rowsWithout, double factor) {
        for (int i = 0; i < right.length; i++) {
            right[i] = -factor * scale[i] * rowsWithout[i];
        }
        system.solve(right, lambda);
        for (int i = 0; i < right.length; i++) {
            lambda[i] *= scale[i];
        }
    }

    int rank() {
        return system.rank();
    }
}
