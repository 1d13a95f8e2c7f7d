package dev.catena.simulation;

import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What holds joints at rest: Coulomb friction as it is, with any force up to its level while a joint rests, and rigid
 * stops. Whether a joint rests on a stop can be read from the state: it is at its limit, and does not move away.
 *
 * <p>All arrays are by joint, then by motor of an elastic joint.
 */
final class HeldJoints {
    final int size;
    final JointInertia inertia;
    final HoldingForces forces;

    /** Friction that the dynamics leave out; zero where they have it. */
    final double[] coulomb;

    final double[] viscous;

    /** Smoothing velocities; zero for Coulomb friction with the sign of the velocity. */
    final double[] width;

    /** Rigid stops; infinite where there is none. */
    private final double[] lower;

    private final double[] upper;
    private final double restitution;
    private final boolean hasFriction;

    /** Joints that may rest on stops; others pass them. */
    private final boolean[] mayRest;

    private final double[] start;
    private final double[] change;

    HeldJoints(RobotModel model, boolean withFriction, JointStops.@Nullable Rigid stops, State like) {
        this(model, withFriction, stops, like, null);
    }

    /**
     * @param withFriction whether friction is held here rather than a part of the dynamics
     * @param masses the mass matrix of rigid joints on a fixed base, from elsewhere; null for the hand-written one
     */
    HeldJoints(
            RobotModel model,
            boolean withFriction,
            JointStops.@Nullable Rigid stops,
            State like,
            @Nullable MassMatrixFunction masses) {
        inertia = new JointInertia(model, like, masses);
        size = inertia.size;
        forces = new HoldingForces(size);
        coulomb = new double[size];
        viscous = new double[size];
        width = new double[size];
        lower = new double[size];
        upper = new double[size];
        mayRest = new boolean[size];
        start = new double[size];
        change = new double[size];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        if (withFriction) {
            Friction[] friction = CoordinateFriction.total(model);
            for (int i = 0; i < size; i++) {
                coulomb[i] = friction[i].coulomb();
                viscous[i] = friction[i].viscous();
                width[i] = friction[i].smoothingVelocity();
            }
        }
        for (Joint joint : model.movingJoints()) {
            int i = model.coordinate(joint.name());
            if (stops != null) {
                lower[i] = joint.limits().lower();
                upper[i] = joint.limits().upper();
            }
        }
        restitution = stops == null ? 0 : stops.restitution();
        hasFriction = withFriction;
    }

    boolean isAtLower(State state, int i) {
        return i < state.jointPositions().length && state.jointPositions()[i] <= lower[i];
    }

    boolean isAtUpper(State state, int i) {
        return i < state.jointPositions().length && state.jointPositions()[i] >= upper[i];
    }

    /** Widens the range of forces by that of stops that joints rest on. */
    void addStops(State state) {
        for (int i = 0; i < state.jointPositions().length; i++) {
            double rate = state.jointVelocities()[i];
            if (mayRest[i] && isAtLower(state, i) && rate <= 0) {
                forces.most[i] = Double.POSITIVE_INFINITY;
            }
            if (mayRest[i] && isAtUpper(state, i) && rate >= 0) {
                forces.least[i] = Double.NEGATIVE_INFINITY;
            }
        }
    }

    /** Lets only those joints rest on stops, from now on, that do so in a state. */
    void restOnlyAsIn(State state) {
        for (int i = 0; i < state.jointPositions().length; i++) {
            mayRest[i] = state.jointVelocities()[i] == 0 && (isAtLower(state, i) || isAtUpper(state, i));
        }
    }

    /** Whether a joint has left a stop that it may rest on. */
    boolean hasLeft(State state) {
        for (int i = 0; i < state.jointPositions().length; i++) {
            if (mayRest[i] && !isAtLower(state, i) && !isAtUpper(state, i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Changes the plant's accelerations to what they are with friction and stops, and its power by that of friction.
     */
    void accelerate(State state, Plant plant) {
        forces.clear();
        for (int i = 0; i < size; i++) {
            double rate = rate(state, i);
            // what moves has its friction; what rests has as much as it takes
            start[i] = frictionOf(i, rate);
            plant.power += start[i] * rate;
            if (rate == 0 && width[i] == 0) {
                forces.least[i] = -coulomb[i];
                forces.most[i] = coulomb[i];
            }
        }
        addStops(state);
        if (!hasFriction && !anyHolds()) {
            return;
        }
        int n = state.jointPositions().length;
        System.arraycopy(plant.jointAcceleration, 0, change, 0, n);
        System.arraycopy(plant.motorAcceleration, 0, change, n, size - n);
        // M a = M a₀ + friction + p
        inertia.compute(state);
        System.arraycopy(inertia.matrix, 0, forces.matrix, 0, size * size);
        inertia.times(change, forces.load);
        for (int i = 0; i < size; i++) {
            forces.load[i] += start[i];
            forces.x[i] = forces.least[i] < forces.most[i] ? 0 : change[i];
        }
        solve(state);
        for (int i = 0; i < size; i++) {
            change[i] = forces.x[i] - change[i];
        }
        inertia.moveBase(change, plant.baseAcceleration);
        System.arraycopy(forces.x, 0, plant.jointAcceleration, 0, n);
        System.arraycopy(forces.x, n, plant.motorAcceleration, 0, size - n);
    }

    private boolean anyHolds() {
        for (int i = 0; i < size; i++) {
            if (forces.least[i] < forces.most[i]) {
                return true;
            }
        }
        return false;
    }

    /** The force of friction at a velocity other than zero. */
    private double frictionOf(int i, double rate) {
        double direction = width[i] > 0 ? Math.tanh(rate / width[i]) : Math.signum(rate);
        return -coulomb[i] * direction - viscous[i] * rate;
    }

    private static double rate(State state, int i) {
        int n = state.jointVelocities().length;
        return i < n ? state.jointVelocities()[i] : state.motorVelocities()[i - n];
    }

    void solve(State state) {
        int singular = forces.solve();
        if (singular >= 0) {
            throw inertia.singular(state, singular);
        }
    }

    /**
     * Brings joints that have passed a stop back to it, and lets those that still go on rebound or come to rest: impulses P
     * with M (v⁺ − v) = (1 + e) P, where v + M⁻¹ P moves no joint beyond its stop.
     *
     * @param rebounds what is too slow for it
     */
    void land(State state, Rebounds rebounds) {
        boolean hits = false;
        boolean isFast = false;
        for (int i = 0; i < state.jointPositions().length; i++) {
            double[] q = state.jointPositions();
            double rate = state.jointVelocities()[i];
            if (isAtLower(state, i)) {
                q[i] = lower[i];
                hits |= rate < 0;
                isFast |= -rate * restitution > rebounds.slow[i];
            }
            if (isAtUpper(state, i)) {
                q[i] = upper[i];
                hits |= rate > 0;
                isFast |= rate * restitution > rebounds.slow[i];
            }
        }
        if (hits) {
            hit(state, isFast ? 1 + restitution : 1, rebounds.least);
        }
    }

    private void hit(State state, double factor, double[] least) {
        forces.clear();
        for (int i = 0; i < size; i++) {
            start[i] = rate(state, i);
            forces.most[i] = isAtLower(state, i) ? Double.POSITIVE_INFINITY : 0;
            forces.least[i] = isAtUpper(state, i) ? Double.NEGATIVE_INFINITY : 0;
        }
        inertia.compute(state);
        System.arraycopy(inertia.matrix, 0, forces.matrix, 0, size * size);
        inertia.times(start, forces.load);
        do {
            for (int i = 0; i < size; i++) {
                forces.x[i] = forces.least[i] < forces.most[i] ? 0 : start[i];
            }
            solve(state);
        } while (keepSlowOnes(least));
        double work = 0;
        int n = state.jointVelocities().length;
        for (int i = 0; i < size; i++) {
            change[i] = factor * (forces.x[i] - start[i]);
            work += factor * forces.force[i] * (start[i] + 0.5 * change[i]);
            double after = factor == 1 ? forces.x[i] : start[i] + change[i];
            if (i < n) {
                state.jointVelocities()[i] = after;
            } else {
                state.motorVelocities()[i - n] = after;
            }
        }
        inertia.moveBase(change, state.baseVelocityInBase());
        state.work(state.work() + work);
    }

    /** Joints that an impact throws off their stops too slowly would be back at once, and throw others off: they stay. */
    private boolean keepSlowOnes(double[] least) {
        boolean kept = false;
        for (int i = 0; i < least.length; i++) {
            boolean slow = forces.x[i] != 0 && Math.abs(forces.x[i]) < least[i];
            if (slow && forces.least[i] < forces.most[i]) {
                forces.least[i] = Double.NEGATIVE_INFINITY;
                forces.most[i] = Double.POSITIVE_INFINITY;
                kept = true;
            }
        }
        return kept;
    }
}
