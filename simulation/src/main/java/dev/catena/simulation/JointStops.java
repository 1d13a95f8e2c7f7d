package dev.catena.simulation;

/** Mechanical stops at the joints' position limits. */
public sealed interface JointStops {
    /**
     * Stops that do not give way. A joint that arrives at its limit with velocity v leaves it with −e v, all joints that are
     * at limits together by one impulse each; one that is pressed against its limit rests there, exactly, until it is
     * pulled away. Nothing rebounds or is thrown off that is slower than
     * 10⁻³ rad/s, or for slides 10⁻³ of the robot's length or of their own way a second, whichever is less, so that bouncing ends; of
     * robots that are slow in all they do, as much less as they are slower than 1 rad/s.
     *
     * <p>A run has to start within the limits. Of closed loops the stick-slip integrator holds them, joints that are not independent
     * within 10⁻¹².
     *
     * @param restitution e, from 0 to 1
     */
    record Rigid(double restitution) implements JointStops {
        public Rigid {
            if (!(restitution >= 0 && restitution <= 1)) {
                throw new IllegalArgumentException(
                        "the restitution of joint stops must be from 0 to 1, but is " + restitution);
            }
        }
    }

    /**
     * Stops that give way: beyond a limit a spring and a damper push the joint back, H (ω² x + 2 ζ ω ẋ) for a joint that
     * is x beyond, and never pull. A joint that is pressed against its limit rests a little beyond it.
     *
     * <p>H is the joint's inertia with all other joints free, at the start of the run; so one pair of numbers suits every
     * robot. Fixed steps have to be well below 1/ω.
     *
     * @param frequency ω in rad/s: a joint that arrives with q̇ goes about q̇/ω too far
     * @param dampingRatio ζ: 0 for an elastic stop, 1 for hardly any rebound
     */
    record Compliant(double frequency, double dampingRatio) implements JointStops {
        public Compliant {
            if (!(frequency > 0) || Double.isInfinite(frequency)) {
                throw new IllegalArgumentException(
                        "the frequency of joint stops must be positive and finite, but is " + frequency);
            }
            if (!(dampingRatio >= 0) || Double.isInfinite(dampingRatio)) {
                throw new IllegalArgumentException(
                        "the damping ratio of joint stops must not be negative, but is " + dampingRatio);
            }
        }
    }

    /** Rigid stops without rebound. */
    static JointStops rigid() {
        return new Rigid(0);
    }

    static JointStops rigid(double restitution) {
        return new Rigid(restitution);
    }

    /** ω = 200 rad/s, ζ = 1. */
    static JointStops compliant() {
        return new Compliant(200, 1);
    }

    static JointStops compliant(double frequency, double dampingRatio) {
        return new Compliant(frequency, dampingRatio);
    }
}
