package dev.catena.simulation;

/**
 * Mechanical stops at the joints' position limits: beyond a limit a spring and a damper push the joint back,
 * H (ω² x + 2 ζ ω ẋ) for a joint that is x beyond, and never pull.
 *
 * <p>H is the joint's inertia with all other joints free, at the start of the run; so one pair of numbers suits every
 * robot. Fixed steps have to be well below 1/ω.
 *
 * @param frequency ω in rad/s: a joint that arrives with q̇ goes about q̇/ω too far
 * @param dampingRatio ζ: 0 for an elastic stop, 1 for hardly any rebound
 */
public record JointStops(double frequency, double dampingRatio) {
    /** ω = 200 rad/s, ζ = 1. */
    public static final JointStops DEFAULT = new JointStops(200, 1);

    public JointStops {
        if (!(frequency > 0) || Double.isInfinite(frequency)) {
            throw new IllegalArgumentException("the frequency of joint stops must be positive, but is " + frequency);
        }
        if (!(dampingRatio >= 0) || Double.isInfinite(dampingRatio)) {
            throw new IllegalArgumentException(
                    "the damping ratio of joint stops must not be negative, but is " + dampingRatio);
        }
    }
}
