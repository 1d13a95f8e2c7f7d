package dev.catena.simulation;

/**
 * Runge and Kutta's classical method of order 4. A quaternion is treated as four numbers, whose derivative does not
 * depend on its length, and is normalized after every stage.
 */
final class RungeKuttaStepper implements StopSearch.Mover {
    private final Plant plant;
    private final State stage;
    private final double[] start;
    private final double[] at;
    private final double[] slope;
    private final double[] sum;

    RungeKuttaStepper(Plant plant, State like) {
        this.plant = plant;
        stage = like.copy();
        start = new double[like.dimension()];
        at = new double[like.dimension()];
        slope = new double[like.dimension()];
        sum = new double[like.dimension()];
    }

    @Override
    public void move(State state, double h) {
        double t = state.time();
        plant.begin(state);
        state.copyTo(start);

        // y + h/6 (k₁ + 2k₂ + 2k₃ + k₄)
        plant.derivative(state, slope);
        System.arraycopy(slope, 0, sum, 0, sum.length);
        addStage(t + h / 2, h / 2, 2);
        addStage(t + h / 2, h / 2, 2);
        addStage(t + h, h, 1);
        for (int k = 0; k < at.length; k++) {
            at[k] = start[k] + h / 6 * sum[k];
        }
        state.setFrom(t + h, at);
        state.forgetLastStep();
        plant.noteGain(h);
    }

    /** The slope at y + distance · (slope before). */
    private void addStage(double time, double distance, double weight) {
        for (int k = 0; k < at.length; k++) {
            at[k] = start[k] + distance * slope[k];
        }
        stage.setFrom(time, at);
        plant.derivative(stage, slope);
        for (int k = 0; k < sum.length; k++) {
            sum[k] += weight * slope[k];
        }
    }
}
