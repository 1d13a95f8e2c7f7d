package dev.catena.simulation;

/** Semi-implicit Euler as {@link Integrator.SemiImplicit} describes it. */
final class SemiImplicitStepper implements StopSearch.Mover {
    private final Plant plant;
    private final State middle;
    private final double[] turn = new double[4];
    private final double[] inWorld = new double[3];

    SemiImplicitStepper(Plant plant, State like) {
        this.plant = plant;
        middle = like.copy();
    }

    @Override
    public void move(State state, double h) {
        plant.begin(state);
        if (isFirst(state)) {
            plant.accelerate(state);
            remember(state);
        }
        goHalfAStepAhead(state, h);
        plant.accelerate(middle);
        remember(state);

        // q̇ ← q̇ + h a; q ← q + h q̇
        advance(state.jointPositions(), state.jointVelocities(), plant.jointAcceleration, h);
        advance(state.motorPositions(), state.motorVelocities(), plant.motorAcceleration, h);
        if (state.isFloating()) {
            moveBase(state, h);
        }
        state.work(state.work() + h * plant.power);
        state.time(state.time() + h);
        plant.noteGain(h);
    }

    private static void advance(double[] q, double[] qd, double[] acceleration, double h) {
        for (int i = 0; i < q.length; i++) {
            qd[i] += h * acceleration[i];
            q[i] += h * qd[i];
        }
    }

    /** The state with velocities q̇ + ½ h a₋: where positions are, velocities are half a step behind. */
    private void goHalfAStepAhead(State state, double h) {
        double[] rates = middle.jointVelocities();
        for (int i = 0; i < rates.length; i++) {
            rates[i] = state.jointVelocities()[i] + 0.5 * h * state.lastJointAcceleration[i];
        }
        System.arraycopy(state.jointPositions(), 0, middle.jointPositions(), 0, rates.length);
        double[] motorRates = middle.motorVelocities();
        for (int e = 0; e < motorRates.length; e++) {
            motorRates[e] = state.motorVelocities()[e] + 0.5 * h * state.lastMotorAcceleration[e];
        }
        System.arraycopy(state.motorPositions(), 0, middle.motorPositions(), 0, motorRates.length);
        middle.time(state.time());
        if (state.isFloating()) {
            double[] velocity = middle.baseVelocityInBase();
            for (int k = 0; k < 6; k++) {
                velocity[k] = state.baseVelocityInBase()[k] + 0.5 * h * state.lastBaseAcceleration[k];
            }
            System.arraycopy(state.basePositionInWorld(), 0, middle.basePositionInWorld(), 0, 3);
            System.arraycopy(state.baseOrientation(), 0, middle.baseOrientation(), 0, 4);
        }
    }

    private static boolean isFirst(State state) {
        return state.isFloating()
                ? Double.isNaN(state.lastBaseAcceleration[0])
                : state.lastJointAcceleration.length > 0 && Double.isNaN(state.lastJointAcceleration[0]);
    }

    private void remember(State state) {
        System.arraycopy(plant.jointAcceleration, 0, state.lastJointAcceleration, 0, plant.jointAcceleration.length);
        System.arraycopy(plant.motorAcceleration, 0, state.lastMotorAcceleration, 0, plant.motorAcceleration.length);
        if (state.isFloating()) {
            System.arraycopy(plant.baseAcceleration, 0, state.lastBaseAcceleration, 0, 6);
        }
    }

    /** v ← v + h a in axes that do not turn; p ← p + h R v; R ← R exp(h ω̂); then v in the axes after the turn. */
    private void moveBase(State state, double h) {
        double[] v = state.baseVelocityInBase();
        for (int k = 0; k < 6; k++) {
            v[k] += h * plant.baseAcceleration[k];
        }
        double[] p = state.basePositionInWorld();
        Quaternions.turn(state.baseOrientation(), 1, v, 0, inWorld, 0);
        for (int k = 0; k < 3; k++) {
            p[k] += h * inWorld[k];
        }
        Quaternions.exponential(v, h, turn);
        Quaternions.multiply(state.baseOrientation(), turn);
        Quaternions.normalize(state.baseOrientation());
        Quaternions.turn(turn, -1, v, 0, v, 0);
    }
}
