package dev.catena.simulation;

import java.util.Arrays;

/**
 * Steps of closed loops as {@link StickSlipStepper} takes them of trees, in the independent joints: from the middle of the step,
 *
 * <pre>(M + h Gᵀ θ D G) v⁺ = M (v + h a) − h Gᵀ (1 − θ) D G v + Gᵀ p</pre>
 *
 * with the impulses p of {@link LoopFriction}. Other joints follow.
 */
final class LoopStickSlipStepper implements Stepping {
    private static final double SMALL = 1e-2;

    private final Plant plant;
    private final LoopMotion loops;
    private final LoopFriction friction;
    private final State middle;
    private final int size;
    private final double[] before;
    private final double[] acceleration;
    private final double[] mean;
    private final double[] positions;
    private final double[] implicitness;

    LoopStickSlipStepper(Plant plant, LoopMotion loops, LoopFriction friction, State like) {
        this.plant = plant;
        this.loops = loops;
        this.friction = friction;
        middle = like.copy();
        size = friction.size;
        before = new double[size];
        acceleration = new double[size];
        mean = new double[size];
        positions = new double[size];
        implicitness = new double[friction.rows];
    }

    @Override
    public void step(State state, double h) {
        loops.independent(state.jointVelocities(), before);
        loops.independent(state.jointPositions(), positions);
        middle.set(state);
        middle.time(state.time() + 0.5 * h);
        advance(before, h);
        loops.setIndependent(positions, middle.jointPositions());
        // velocity terms and torques first with v, then with ½ (v + v⁺)
        solve(before, h);
        System.arraycopy(friction.x, 0, mean, 0, size);
        average(mean);
        solve(mean, h);
        System.arraycopy(friction.x, 0, mean, 0, size);
        average(mean);
        loops.setIndependent(mean, middle.jointVelocities());
        plant.settle(middle);
        middle.work(middle.work() + work(h));
        finish(state, h);
    }

    private void advance(double[] velocity, double h) {
        for (int c = 0; c < size; c++) {
            positions[c] += 0.5 * h * velocity[c];
        }
    }

    private void average(double[] after) {
        for (int c = 0; c < size; c++) {
            after[c] = 0.5 * (before[c] + after[c]);
        }
    }

    private void solve(double[] velocity, double h) {
        loops.setIndependent(velocity, middle.jointVelocities());
        plant.accelerateWithoutHolding(middle);
        loops.independent(plant.jointAcceleration, acceleration);
        friction.read();
        System.arraycopy(friction.mass, 0, friction.matrix, 0, size * size);
        Arrays.fill(friction.load, 0);
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < size; c++) {
                friction.load[r] += friction.mass[r * size + c] * (before[c] + h * acceleration[c]);
            }
        }
        for (int i = 0; i < friction.rows; i++) {
            double damping = h * friction.viscous[i];
            implicitness[i] = implicitness(damping * friction.mobility(i));
            double w = friction.rate(i, before);
            for (int r = 0; r < size; r++) {
                double entry = friction.G[i * size + r];
                friction.load[r] -= (1 - implicitness[i]) * damping * w * entry;
                for (int c = 0; c < size; c++) {
                    friction.matrix[r * size + c] += implicitness[i] * damping * entry * friction.G[i * size + c];
                }
            }
        }
        friction.impulses(h, before, middle);
    }

    /** θ = 1/(1 − exp(−z)) − 1/z. */
    private static double implicitness(double z) {
        return z < SMALL ? 0.5 + z / 12 * (1 - z * z / 60) : -1 / Math.expm1(-z) - 1 / z;
    }

    /** Of drives and friction at the mean velocities: Gᵀp = A v⁺ − b. */
    private double work(double h) {
        double work = h * plant.drivePower(middle);
        for (int r = 0; r < size; r++) {
            double impulse = -friction.load[r];
            for (int c = 0; c < size; c++) {
                impulse += friction.matrix[r * size + c] * friction.x[c];
            }
            work += impulse * mean[r];
        }
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
        state.set(middle);
        state.time(time);
        advance(friction.x, h);
        loops.setIndependent(positions, state.jointPositions());
        loops.setIndependent(friction.x, state.jointVelocities());
        state.forgetLastStep();
        double gained = 0;
        for (int c = 0; c < size; c++) {
            gained = Math.max(gained, Math.abs(friction.x[c] - before[c]));
        }
        plant.finish(state, gained);
    }
}
