package dev.catena.simulation;

/** How a simulation goes forward in time. */
public sealed interface Integrator {
    /**
     * Runge and Kutta's method of order 8 by Dormand and Prince, whose step follows the error that it estimates. The
     * most accurate one, and the one to choose unless there is a reason for fixed steps.
     *
     * @param absoluteTolerance error per step allowed in every number of the state
     * @param relativeTolerance the same, relative to the number
     * @param maximumStep longest step in seconds
     */
    record DormandPrince(double absoluteTolerance, double relativeTolerance, double maximumStep) implements Integrator {
        public DormandPrince {
            requirePositive("absolute tolerance", absoluteTolerance);
            requirePositive("relative tolerance", relativeTolerance);
            requirePositive("maximum step", maximumStep);
        }
    }

    /**
     * Runge and Kutta's classical method of order 4 with fixed steps: four computations of the dynamics per step.
     *
     * @param step in seconds
     */
    record RungeKutta(double step) implements Integrator {
        public RungeKutta {
            requirePositive("step", step);
        }
    }

    /**
     * Semi-implicit Euler: new velocities from the acceleration, then new positions from the new velocities. One
     * computation of the dynamics per step, hence the fastest; the energy error stays bounded over any number of steps
     * instead of growing.
     *
     * <p>Velocities belong to the middle of a step: a ← a(q, q̇ + ½ h a₋), q̇ ← q̇ + h a, q ← q + h q̇, where a₋ is the
     * acceleration of the step before. Without that half step in the velocity terms, energy would be bounded for robots
     * with a constant mass matrix only. A floating base turns by the exponential map, its linear velocity is kept in
     * world axes during a step.
     *
     * @param step in seconds
     */
    record SemiImplicit(double step) implements Integrator {
        public SemiImplicit {
            requirePositive("step", step);
        }
    }

    /**
     * The implicit midpoint rule: y⁺ = y + h f(½ (y + y⁺)). The method for elastic joints with stiff springs, and the one
     * fixed step method that stays stable however fast a motor vibrates on its spring: at 1 kHz a motor of 0.004 kg m² on
     * 10⁵ Nm/rad, 5000 rad/s, is beyond what explicit steps can follow.
     *
     * <p>Its order is two. It neither damps nor excites a linear vibration of any frequency, keeps the energy of linear
     * springs, and is symplectic, so that the energy error stays bounded; vibrations with h ω above one come out too slow,
     * and what is slow beside them comes out right. The equations of a step are solved by Newton's method as far as
     * springs are concerned, and by repetition for all else (velocity terms, friction, controllers), which takes about
     * four computations of the dynamics and one more for each spring. Where that does not converge, the step is too long
     * for the gains or velocities, and the run fails with that message.
     *
     * @param step in seconds
     */
    record ImplicitMidpoint(double step) implements Integrator {
        public ImplicitMidpoint {
            requirePositive("step", step);
        }
    }

    /** Both tolerances 10⁻⁹, steps of up to a tenth of a second. */
    static Integrator dormandPrince() {
        return dormandPrince(1e-9);
    }

    /** The same absolute and relative tolerance, steps of up to a tenth of a second. */
    static Integrator dormandPrince(double tolerance) {
        return new DormandPrince(tolerance, tolerance, 0.1);
    }

    static Integrator rungeKutta(double step) {
        return new RungeKutta(step);
    }

    static Integrator semiImplicit(double step) {
        return new SemiImplicit(step);
    }

    static Integrator implicitMidpoint(double step) {
        return new ImplicitMidpoint(step);
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("the " + what + " must be positive and finite, but is " + value);
        }
    }
}
