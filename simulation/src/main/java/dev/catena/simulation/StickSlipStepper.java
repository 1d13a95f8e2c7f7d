package dev.catena.simulation;

import dev.catena.drive.ElasticCoordinates;

/**
 * Steps as {@link Integrator.StickSlip} describes them. From the middle of the step,
 *
 * <pre>(M + h θ D + ¼ h² K) v⁺ = M (v + h a) − h (1 − θ) D v + ¼ h² K v + p</pre>
 *
 * with M there, a the accelerations without friction, D viscous friction, K the springs of elastic joints, and p the
 * impulses of Coulomb friction and stops, |p| ≤ h F while v⁺ = 0. θ makes a single joint decay by exp(−h D / M) exactly:
 * ½ where friction is mild, one where it is stiff.
 */
final class StickSlipStepper implements StopSearch.Mover {
    /** Below this, the difference of large numbers in θ is a series. */
    private static final double SMALL = 1e-2;

    private final Plant plant;
    private final HeldJoints held;
    private final ElasticCoordinates coordinates;
    private final State middle;
    private final int size;
    private final int joints;

    /** Velocities of joints and motors: before the step, and what the dynamics without friction make of them. */
    private final double[] before;

    private final double[] free;
    private final double[] change;
    private final double[] implicitness;
    private final double[] baseBefore = new double[6];
    private final double[] baseAfter = new double[6];
    private final BaseStep base = new BaseStep();

    StickSlipStepper(Plant plant, HeldJoints held, State like) {
        this.plant = plant;
        this.held = held;
        coordinates = new ElasticCoordinates(plant.model);
        middle = like.copy();
        size = held.size;
        joints = like.jointPositions().length;
        before = new double[size];
        free = new double[size];
        change = new double[size];
        implicitness = new double[size];
    }

    @Override
    public void move(State state, double h) {
        double[] after = held.forces.x;
        plant.begin(state);
        System.arraycopy(state.jointVelocities(), 0, before, 0, joints);
        System.arraycopy(state.motorVelocities(), 0, before, joints, size - joints);
        goToMiddle(state, h);
        held.inertia.compute(middle);
        findImplicitness(h);

        // velocity terms and torques first with v, then with ½ (v + v⁺)
        setMiddleVelocities(before, baseBefore);
        solve(state, h);
        setMiddleVelocities(after, baseAfter);
        solve(state, h);

        setMiddleVelocities(after, baseAfter);
        middle.work(middle.work() + work(h));
        finish(state, h);
    }

    /** q + ½ h v, and the same for motors and base; the base's velocity then in the axes that it has there. */
    private void goToMiddle(State state, double h) {
        middle.set(state);
        middle.time(state.time() + 0.5 * h);
        advance(middle.jointPositions(), 0, before, h);
        advance(middle.motorPositions(), joints, before, h);
        if (state.isFloating()) {
            System.arraycopy(state.baseVelocityInBase(), 0, baseBefore, 0, 6);
            base.move(middle, baseBefore, 0.5 * h);
        }
    }

    private static void advance(double[] positions, int from, double[] velocity, double h) {
        for (int i = 0; i < positions.length; i++) {
            positions[i] += 0.5 * h * velocity[from + i];
        }
    }

    /** θ = 1/(1 − exp(−z)) − 1/z with z = h D / M. */
    private void findImplicitness(double h) {
        for (int i = 0; i < size; i++) {
            double z = h * held.viscous[i] / held.inertia.matrix[i * (size + 1)];
            implicitness[i] = z < SMALL ? 0.5 + z / 12 * (1 - z * z / 60) : -1 / Math.expm1(-z) - 1 / z;
        }
    }

    /** The mean of the velocities before the step and those given. */
    private void setMiddleVelocities(double[] velocity, double[] base) {
        for (int i = 0; i < joints; i++) {
            middle.jointVelocities()[i] = 0.5 * (before[i] + velocity[i]);
        }
        for (int e = 0; e < size - joints; e++) {
            middle.motorVelocities()[e] = 0.5 * (before[joints + e] + velocity[joints + e]);
        }
        if (middle.isFloating()) {
            for (int k = 0; k < 6; k++) {
                middle.baseVelocityInBase()[k] = 0.5 * (baseBefore[k] + base[k]);
            }
        }
    }

    private void solve(State state, double h) {
        plant.accelerateWithoutHolding(middle);
        HoldingForces forces = held.forces;
        forces.clear();
        for (int i = 0; i < size; i++) {
            double a = i < joints ? plant.jointAcceleration[i] : plant.motorAcceleration[i - joints];
            free[i] = before[i] + h * a;
        }
        System.arraycopy(held.inertia.matrix, 0, forces.matrix, 0, size * size);
        held.inertia.times(free, forces.load);
        for (int i = 0; i < size; i++) {
            double damping = h * held.viscous[i];
            forces.matrix[i * (size + 1)] += implicitness[i] * damping;
            forces.load[i] -= (1 - implicitness[i]) * damping * before[i];
            boolean smooth = held.width[i] > 0;
            forces.most[i] = smooth ? 0 : h * held.coulomb[i];
            forces.least[i] = -forces.most[i];
            forces.smoothForce[i] = smooth ? h * held.coulomb[i] : 0;
            forces.smoothWidth[i] = held.width[i];
            forces.x[i] = before[i];
        }
        addSprings(h);
        held.addStops(state);
        held.solve(middle);
        for (int k = 0; k < 6; k++) {
            baseAfter[k] = baseBefore[k] + h * plant.baseAcceleration[k];
        }
        for (int i = 0; i < size; i++) {
            change[i] = forces.x[i] - free[i];
        }
        held.inertia.moveBase(change, baseAfter);
    }

    /** Springs pull as in the mean of the positions before and after, ¼ h (v⁺ − v) from the middle: ¼ h² K on both sides. */
    private void addSprings(double h) {
        for (int e = 0; e < size - joints; e++) {
            int i = coordinates.jointOfMotor(e);
            int m = joints + e;
            double stiffness = 0.25 * h * h * coordinates.spring(e).stiffness();
            double[] matrix = held.forces.matrix;
            matrix[i * (size + 1)] += stiffness;
            matrix[m * (size + 1)] += stiffness;
            matrix[i * size + m] -= stiffness;
            matrix[m * size + i] -= stiffness;
            double pull = stiffness * (before[i] - before[m]);
            held.forces.load[i] += pull;
            held.forces.load[m] -= pull;
        }
    }

    /** Of drives, compliant stops, friction and rigid stops, at the mean velocities. */
    private double work(double h) {
        double work = h * plant.drivePower(middle);
        for (int i = 0; i < size; i++) {
            double after = held.forces.x[i];
            double mean = 0.5 * (before[i] + after);
            double viscous = held.viscous[i] * (implicitness[i] * after + (1 - implicitness[i]) * before[i]);
            double smooth = held.forces.smoothForce[i];
            double coulomb = smooth == 0 ? 0 : smooth * Math.tanh(after / held.width[i]);
            work += (held.forces.force[i] - h * viscous - coulomb) * mean;
        }
        return work;
    }

    private void finish(State state, double h) {
        double[] after = held.forces.x;
        double time = state.time() + h;
        state.set(middle);
        state.time(time);
        System.arraycopy(after, 0, state.jointVelocities(), 0, joints);
        System.arraycopy(after, joints, state.motorVelocities(), 0, size - joints);
        advance(state.jointPositions(), 0, after, h);
        advance(state.motorPositions(), joints, after, h);
        if (state.isFloating()) {
            base.move(state, baseAfter, 0.5 * h);
            System.arraycopy(baseAfter, 0, state.baseVelocityInBase(), 0, 6);
        }
        state.forgetLastStep();
        for (int i = 0; i < joints; i++) {
            plant.rebounds.gained[i] = Math.abs(after[i] - before[i]);
        }
    }
}
