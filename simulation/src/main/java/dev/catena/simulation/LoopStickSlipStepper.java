package dev.catena.simulation;

/**
 * Steps of closed loops and on contacts as {@link StickSlipStepper} takes them of trees, in {@link FreeCoordinates}: from the middle of
 * the step,
 *
 * <pre>(M + h Gᵀ θ D G + ¼ h² SᵀK S) v⁺ = M (v + h a) − h Gᵀ (1 − θ) D G v + ¼ h² SᵀK S v + Gᵀ p</pre>
 *
 * with the impulses p of {@link LoopFriction}, and S v how fast springs are stretched. Other joints follow. Where coordinates are tied,
 * v + h a keeps the ties at the end of the step, and what friction changes of it keeps them in its middle.
 */
final class LoopStickSlipStepper implements StopSearch.Mover {
    private static final double SMALL = 1e-2;

    private final Plant plant;
    private final FreeCoordinates coordinates;
    private final LoopFriction friction;
    private final State middle;
    private final int size;
    private final int joints;
    private final double[] before;
    private final double[] acceleration;
    private final double[] mean;
    private final double[] implicitness;
    private final double[] stretch;
    private final double[] ofMotor;
    private final BaseStep base = new BaseStep();

    LoopStickSlipStepper(Plant plant, LoopFriction friction, State like) {
        this.plant = plant;
        this.friction = friction;
        coordinates = friction.coordinates;
        middle = like.copy();
        size = friction.size;
        joints = like.jointPositions().length;
        before = new double[size];
        acceleration = new double[size];
        mean = new double[size];
        implicitness = new double[friction.rows];
        stretch = new double[size];
        ofMotor = new double[size];
    }

    @Override
    public void move(State state, double h) {
        plant.begin(state);
        coordinates.velocities(state, before);
        middle.set(state);
        middle.time(state.time() + 0.5 * h);
        advance(middle, before, h);
        // velocity terms and torques first with v, then with ½ (v + v⁺)
        solve(before, h);
        average();
        solve(mean, h);
        average();
        coordinates.setVelocities(mean, middle);
        plant.settle(middle);
        middle.work(middle.work() + work(h));
        finish(state, h);
    }

    /** Half a step; the velocity of a base is then in the axes that it has there. */
    private void advance(State state, double[] velocity, double h) {
        coordinates.advance(state, velocity, 0.5 * h);
        if (coordinates.ofBase() > 0) {
            base.move(state, velocity, 0.5 * h);
        }
    }

    private void average() {
        for (int c = 0; c < size; c++) {
            mean[c] = 0.5 * (before[c] + friction.x[c]);
        }
    }

    private void solve(double[] velocity, double h) {
        coordinates.setVelocities(velocity, middle);
        plant.accelerateWithoutHolding(middle);
        coordinates.accelerations(plant, acceleration);
        friction.read();
        System.arraycopy(friction.mass, 0, friction.matrix, 0, size * size);
        for (int c = 0; c < size; c++) {
            friction.free[c] = before[c] + h * acceleration[c];
        }
        friction.times(friction.mass, friction.free, friction.load);
        for (int i = 0; i < friction.rows; i++) {
            double damping = h * friction.viscous[i];
            implicitness[i] = implicitness(damping == 0 ? 0 : damping * friction.mobility(i));
            double w = friction.rate(i, before);
            add(implicitness[i] * damping, friction.G, i * size, -(1 - implicitness[i]) * damping * w);
        }
        addSprings(h);
        friction.impulses(h, before, middle);
    }

    /** Springs pull as in the mean of the positions before and after, ¼ h (v⁺ − v) from the middle. */
    private void addSprings(double h) {
        for (int e = 0; e < coordinates.motors(); e++) {
            coordinates.row(coordinates.jointOfMotor(e), stretch, 0);
            coordinates.row(joints + e, ofMotor, 0);
            double rate = 0;
            for (int c = 0; c < size; c++) {
                stretch[c] -= ofMotor[c];
                rate += stretch[c] * before[c];
            }
            double stiffness = 0.25 * h * h * coordinates.stiffness(e);
            add(stiffness, stretch, 0, stiffness * rate);
        }
    }

    /** A += a rᵀr and b += pull r for a row r. */
    private void add(double a, double[] row, int at, double pull) {
        for (int r = 0; r < size; r++) {
            double entry = row[at + r];
            if (entry != 0) {
                friction.load[r] += pull * entry;
                for (int c = 0; c < size; c++) {
                    friction.matrix[r * size + c] += a * entry * row[at + c];
                }
            }
        }
    }

    /** θ = 1/(1 − exp(−z)) − 1/z. */
    private static double implicitness(double z) {
        return z < SMALL ? 0.5 + z / 12 * (1 - z * z / 60) : -1 / Math.expm1(-z) - 1 / z;
    }

    /** Of drives and friction at the mean velocities. */
    private double work(double h) {
        double work = h * plant.drivePower(middle) + friction.work(mean);
        for (int i = 0; i < friction.rows; i++) {
            double after = friction.rate(i, friction.x);
            double w = friction.rate(i, before);
            double force = friction.viscous[i] * (implicitness[i] * after + (1 - implicitness[i]) * w);
            work -= h * force * 0.5 * (w + after);
        }
        return work;
    }

    private void finish(State state, double h) {
        double time = state.time() + h;
        double fastest = 0;
        for (int c = coordinates.ofBase(); c < size; c++) {
            fastest = Math.max(fastest, Math.max(Math.abs(friction.x[c]), Math.abs(before[c])));
        }
        friction.noteWay(h * fastest);
        friction.noteGain(before, plant.rebounds.gained);
        state.set(middle);
        state.time(time);
        advance(state, friction.x, h);
        coordinates.setVelocities(friction.x, state);
        state.forgetLastStep();
    }
}
