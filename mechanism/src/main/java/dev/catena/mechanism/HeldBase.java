package dev.catena.mechanism;

/**
 * The velocity of a base that contacts hold, and its derivatives: A_bᵀV = what the rows of the contacts need. Lengths count in one of
 * the robot, so that nothing depends on their unit; where rows disagree, their squares are least.
 */
final class HeldBase {
    /** By row, to be filled: the power of a unit reaction on unit velocities of the base. */
    final double[][] columns;

    private final double[] weight;
    private final double[] unit;
    private final SemidefiniteSystem system = new SemidefiniteSystem(6, 1e-10);
    private final double[] square = new double[36];
    private final double[] right = new double[6];

    HeldBase(ConstraintFrames frames) {
        columns = new double[frames.rows][6];
        weight = frames.rowWeights();
        unit = frames.velocityUnits(6);
    }

    /** Takes the columns as they are; false where contacts leave the base free to move. */
    boolean factor() {
        for (int r = 0; r < 6; r++) {
            for (int s = 0; s <= r; s++) {
                double sum = 0;
                for (int i = 0; i < weight.length; i++) {
                    sum += weight[i] * weight[i] * columns[i][r] * columns[i][s];
                }
                square[6 * r + s] = unit[r] * unit[s] * sum;
            }
        }
        system.factor(square);
        return system.rank() == 6;
    }

    /** @param rows what A_bᵀV must be */
    void solve(double[] rows, double[] velocityOut) {
        for (int r = 0; r < 6; r++) {
            double sum = 0;
            for (int i = 0; i < weight.length; i++) {
                sum += weight[i] * weight[i] * columns[i][r] * rows[i];
            }
            right[r] = unit[r] * sum;
        }
        system.solve(right, velocityOut);
        for (int r = 0; r < 6; r++) {
            velocityOut[r] *= unit[r];
        }
    }
}
