package dev.catena.simulation;

/** How a simulation goes forward in time. */
public sealed interface Integrator {
    /**
     * Dormand and Prince's method, or, where friction is too steep for it, the stick-slip integrator: where it would decay
     * faster than {@value #STEEP}/s, so that explicit steps would have to be below a millisecond by far. The rate is
     * (F/w + d) Σⱼ|M⁻¹ᵢⱼ| √(M⁻¹ᵢᵢ/M⁻¹ⱼⱼ) at the start, the same in all units, with Coulomb friction F smoothed over w, and
     * viscous friction d; a {@link Run} says what was chosen and why. Rigid stops of closed loops and on contacts take it always.
     *
     * @param adaptive where friction is mild
     * @param fixed where it is not
     */
    record Automatic(DormandPrince adaptive, StickSlip fixed) implements Integrator {
        static final double STEEP = 1e4;
    }

    /**
     * Runge and Kutta's method of order 8 by Dormand and Prince, whose step follows the error that it estimates. The
     * most accurate one, and the one to choose unless friction is steep or there is a reason for fixed steps.
     *
     * @param absoluteTolerance error per step allowed in every number of the state; of lengths and energies in units of robots
     *     that are smaller than a meter
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

    /**
     * Steps for robots with dry friction: joints stick and slip. Coulomb friction is the set-valued force that it is, any
     * force up to its level while a joint rests, found together with the velocities at the end of the step; so a joint that
     * friction holds rests exactly, at any step, however light it is. Viscous friction and springs of elastic joints are
     * implicit too, however stiff; torques, gravity and velocity terms are not.
     *
     * <p>q is taken half a step ahead, velocities over the whole step from there, and q over the other half, [Moreau]. Two
     * computations of the dynamics and of the mass matrix's factors per step, O(n³). The order is two while joints slip or
     * stick, and one over each change between them, and with friction that the robot's description smooths. Friction never adds
     * energy: that of motion after a step is at most what it would be without.
     *
     * <p>Friction that the robot's description smooths stays smooth, and is implicit.
     *
     * @param step in seconds
     */
    record StickSlip(double step) implements Integrator {
        public StickSlip {
            requirePositive("step", step);
        }
    }

    /** Tolerances of 10⁻⁹, or steps of a millisecond where friction is steep. */
    static Integrator automatic() {
        return automatic(1e-9, 1e-3);
    }

    /** The same with other tolerances and another step. */
    static Integrator automatic(double tolerance, double step) {
        return new Automatic(new DormandPrince(tolerance, tolerance, 0.1), new StickSlip(step));
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

    static Integrator stickSlip(double step) {
        return new StickSlip(step);
    }

    /** The length of fixed steps; zero where the integrator chooses them. */
    default double fixedStep() {
        if (this instanceof RungeKutta explicit) {
            return explicit.step();
        }
        if (this instanceof ImplicitMidpoint implicit) {
            return implicit.step();
        }
        if (this instanceof StickSlip sticking) {
            return sticking.step();
        }
        return this instanceof SemiImplicit symplectic ? symplectic.step() : 0;
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("the " + what + " must be positive and finite, but is " + value);
        }
    }
}
