package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The implicit midpoint rule as {@link Integrator.ImplicitMidpoint} describes it. Its unknown is the acceleration a in the
 * middle of the step, where v = v₀ + ½ h a and x = x₀ + ½ h v.
 *
 * <p>A guess a gives the dynamics' answer f(a), and r = f(a) − a should be zero. Through springs alone, ∂f/∂a is
 * −¼ h² A⁻¹ b K bᵀ with a column of b for each spring, one on its joint and minus one on its motor; so Newton's
 * correction is r − Y (4/h² K⁻¹ + bᵀ Y)⁻¹ bᵀ r with Y = A⁻¹ b, which needs a small matrix, of springs only. All else
 * that depends on a is slow beside the step, and is repeated.
 */
final class ImplicitMidpointStepper implements StopSearch.Mover {
    private static final int MOST_ITERATIONS = 40;

    /** Corrections of a velocity below this, relative to the largest velocity or to one, are none. */
    private static final double CONVERGED = 1e-11;

    private final Plant plant;
    private final State middle;
    private final ElasticCoordinates coordinates;
    private final @Nullable ElasticForwardDynamics weightless;
    private final @Nullable LoopMotion weightlessLoops;
    private final @Nullable ContactMotion weightlessContacts;
    private final BaseMotion base = new BaseMotion();
    private final int all;
    private final int motors;
    private final double[] start;
    private final double[] at;
    private final double[] slope;
    private final double[] slopeBefore;

    /** Accelerations of joints, motors and base. */
    private final double[] a;

    private final double[] correction;

    /** Y, by spring: joints, motors, base. */
    private final double[][] response;

    private final double[] q;
    private final double[] rest;
    private final double[] column;
    private final double[] baseColumn = new double[6];
    private final double[] noTorque;
    private final double[] push;
    private final double[] ofJoints;
    private final double[] ofMotors;
    private final double[] unit;
    private final double[] matrix;
    private final double[] stretch;

    ImplicitMidpointStepper(Plant plant, State like) {
        this.plant = plant;
        middle = like.copy();
        coordinates = new ElasticCoordinates(plant.model.openTree());
        all = coordinates.size();
        motors = coordinates.motorCount();
        RobotModel light =
                plant.model.withoutFriction().toBuilder().gravity(0, 0, 0).build();
        boolean stands = motors > 0 && !plant.ties.isEmpty();
        weightlessContacts = stands ? new ContactMotion(light, plant.ties) : null;
        weightlessLoops = motors == 0 || stands || !light.hasLoops() ? null : new LoopMotion(light);
        weightless = motors == 0 || stands || light.hasLoops() ? null : new ElasticForwardDynamics(light);
        start = new double[like.dimension()];
        at = new double[like.dimension()];
        slope = new double[like.dimension()];
        slopeBefore = new double[like.dimension()];
        int unknowns = all + (like.isFloating() ? 6 : 0);
        a = new double[unknowns];
        correction = new double[unknowns];
        response = new double[motors][unknowns];
        q = new double[all];
        rest = new double[all];
        column = new double[all];
        noTorque = new double[coordinates.jointCount()];
        push = new double[all];
        ofJoints = new double[coordinates.jointCount()];
        ofMotors = new double[motors];
        unit = new double[motors];
        matrix = new double[motors * motors];
        stretch = new double[motors];
    }

    @Override
    public void move(State state, double h) {
        double t = state.time();
        plant.begin(state);
        state.copyTo(start);
        guess(state);
        findResponses(state, h);
        int iteration = 0;
        while (!repeat(t, h)) {
            iteration++;
            if (iteration == MOST_ITERATIONS || State.zeroIfFinite(a) != 0) {
                throw tooLong(t, h);
            }
        }
        finish(state, t, h);
        plant.noteGain(h);
    }

    private static SimulationFailure tooLong(double t, double h) {
        return new SimulationFailure(
                "at %.9g s the equations of a step of %g s have no solution that repetition finds: the step is too long"
                        + " for the velocities, friction or gains",
                t, h);
    }

    /** One repetition, of which accelerations beyond the range of numbers may come. */
    private boolean repeat(double t, double h) {
        try {
            return improve(t, h);
        } catch (SingularInertiaException | SimulationFailure other) {
            throw other;
        } catch (NumericalException overflow) {
            throw tooLong(t, h);
        }
    }

    /** The acceleration of the step before, or that of the state itself. */
    private void guess(State state) {
        int n = state.jointPositions().length;
        boolean first = n == 0 || Double.isNaN(state.lastJointAcceleration[0]);
        if (first) {
            plant.accelerate(state);
        }
        System.arraycopy(first ? plant.jointAcceleration : state.lastJointAcceleration, 0, a, 0, n);
        System.arraycopy(first ? plant.motorAcceleration : state.lastMotorAcceleration, 0, a, n, motors);
        if (state.isFloating()) {
            System.arraycopy(first ? plant.baseAcceleration : state.lastBaseAcceleration, 0, a, all, 6);
        }
    }

    /** One repetition; true if it changed nothing any more. */
    private boolean improve(double t, double h) {
        int baseAt = 2 * all + 8;
        for (int k = 0; k < all; k++) {
            at[all + k] = start[all + k] + 0.5 * h * a[k];
            at[k] = start[k] + 0.5 * h * at[all + k];
        }
        at[2 * all] = start[2 * all];
        for (int k = 2 * all + 1; k < at.length; k++) {
            // pose and velocity of the base, from the slope of the repetition before
            at[k] = start[k] + 0.5 * h * slope[k];
        }
        middle.setFrom(t + 0.5 * h, at);
        System.arraycopy(slope, 2 * all, slopeBefore, 2 * all, slope.length - 2 * all);
        plant.derivative(middle, slope);
        double largest = 1;
        for (int k = 0; k < all; k++) {
            correction[k] = slope[all + k] - a[k];
            largest = Math.max(largest, Math.abs(at[all + k]));
        }
        for (int k = all; k < a.length; k++) {
            correction[k] = plant.baseAcceleration[k - all] - a[k];
            largest = Math.max(largest, Math.abs(at[baseAt + k - all]));
        }
        correctForSprings();
        double change = 0;
        for (int k = 0; k < a.length; k++) {
            a[k] += correction[k];
            change = Math.max(change, Math.abs(h * correction[k]));
        }
        for (int k = all; k < a.length; k++) {
            slope[baseAt + k - all] += a[k] - plant.baseAcceleration[k - all];
        }
        for (int k = 2 * all + 1; k < slope.length; k++) {
            change = Math.max(change, Math.abs(h * (slope[k] - slopeBefore[k])));
        }
        return change <= CONVERGED * largest;
    }

    /** y⁺ = y + h f, with the velocities of the middle. */
    private void finish(State state, double t, double h) {
        int n = state.jointPositions().length;
        for (int k = 0; k < all; k++) {
            at[all + k] = start[all + k] + h * a[k];
            at[k] = start[k] + 0.5 * h * (start[all + k] + at[all + k]);
        }
        for (int k = 2 * all; k < at.length; k++) {
            at[k] = start[k] + h * slope[k];
        }
        state.setFrom(t + h, at);
        System.arraycopy(a, 0, state.lastJointAcceleration, 0, n);
        System.arraycopy(a, n, state.lastMotorAcceleration, 0, motors);
        if (state.isFloating()) {
            System.arraycopy(a, all, state.lastBaseAcceleration, 0, 6);
        }
    }

    /** Y = A⁻¹ b about where the middle of the step will be, and the factored matrix 4/h² K⁻¹ + bᵀ Y. */
    private void findResponses(State state, double h) {
        Arrays.fill(slope, 0);
        if (motors == 0) {
            return;
        }
        for (int k = 0; k < coordinates.jointCount(); k++) {
            q[k] = start[k] + 0.5 * h * start[all + k];
        }
        for (int e = 0; e < motors; e++) {
            if (weightless == null) {
                respondTied(state, e);
            } else {
                unit[e] = 1;
                weightless.computeWithSpringEfforts(
                        restingBase(state), q, rest, noTorque, unit, null, baseColumn, column);
                unit[e] = 0;
            }
            System.arraycopy(column, 0, response[e], 0, all);
            if (state.isFloating()) {
                System.arraycopy(baseColumn, 0, response[e], all, 6);
            }
            for (int f = 0; f < motors; f++) {
                matrix[e * motors + f] = apart(f, column);
            }
            matrix[e * motors + e] += 4 / (h * h * coordinates.spring(e).stiffness());
        }
        int singular = Cholesky.factor(matrix, motors);
        if (singular >= 0) {
            throw new SimulationFailure(
                    "at %.9g s the spring of joint \"%s\" acts on nothing that has inertia",
                    state.time(), coordinates.elasticJoints().get(singular).name());
        }
    }

    /** The response of closed loops or on contacts to one spring that pulls its joint and pushes its motor. */
    private void respondTied(State state, int e) {
        int n = coordinates.jointCount();
        middle.set(state);
        System.arraycopy(q, 0, middle.jointPositions(), 0, n);
        Arrays.fill(middle.jointVelocities(), 0);
        Arrays.fill(middle.motorVelocities(), 0);
        Arrays.fill(middle.baseVelocityInBase(), 0);
        push[coordinates.jointOfMotor(e)] = 1;
        push[n + e] = -1;
        if (weightlessContacts != null) {
            weightlessContacts.respond(middle, push, null, baseColumn, ofJoints, ofMotors);
        } else {
            Objects.requireNonNull(weightlessLoops).respond(middle, null, push, null, baseColumn, ofJoints, ofMotors);
        }
        push[coordinates.jointOfMotor(e)] = 0;
        push[n + e] = 0;
        System.arraycopy(ofJoints, 0, column, 0, n);
        System.arraycopy(ofMotors, 0, column, n, motors);
    }

    private @Nullable BaseMotion restingBase(State state) {
        if (!state.isFloating()) {
            return null;
        }
        state.copyBaseTo(base);
        return base.velocityInBase(0, 0, 0, 0, 0, 0);
    }

    /** bᵀ x for one spring: its joint less its motor. */
    private double apart(int e, double[] x) {
        return x[coordinates.jointOfMotor(e)] - x[coordinates.jointCount() + e];
    }

    private void correctForSprings() {
        for (int e = 0; e < motors; e++) {
            stretch[e] = apart(e, correction);
        }
        Cholesky.solve(matrix, motors, stretch);
        for (int e = 0; e < motors; e++) {
            for (int k = 0; k < correction.length; k++) {
                correction[k] -= stretch[e] * response[e][k];
            }
        }
    }
}
