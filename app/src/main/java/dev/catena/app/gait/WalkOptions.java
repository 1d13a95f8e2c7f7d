package dev.catena.app.gait;

/**
 * How a step is asked for.
 *
 * @param isThesis the problem as [Barman 5] has it, rather than one whose forces converge
 * @param controlPoints for each coordinate
 * @param samples of limits and costs, both ends included
 * @param speed m/s
 * @param stepLength m
 * @param doubleSupport s, from the strike of the heel until the other foot leaves
 * @param heelOff s, when the heel leaves the ground
 * @param jerk weight of ∫ (q⃛/1000)² dt, 1/100 for translations
 * @param posture weight of ∫ q² dt of all angles
 * @param position by how much a point in contact may be off, m
 * @param velocity by how much it may move, m/s
 */
public record WalkOptions(
        boolean isThesis,
        int controlPoints,
        int samples,
        double speed,
        double stepLength,
        double doubleSupport,
        double heelOff,
        double jerk,
        double posture,
        double position,
        double velocity) {
    /** m = 6, 13 samples, effort alone, [Barman 5]. */
    public static WalkOptions thesis() {
        return new WalkOptions(true, 6, 13, 1.2, 0.6, 0.1, 0.35, 0, 0, 1e-3, 1e-2);
    }

    /** m = 13, 21 samples, accelerations that repeat too, small weights of jerk and posture. */
    public static WalkOptions proper() {
        return new WalkOptions(false, 13, 21, 1.2, 0.6, 0.075, 0.40, 1e-2, 5e-2, 1e-5, 1e-4);
    }

    /** The same with other control points and samples. */
    public WalkOptions refined(int newControlPoints, int newSamples) {
        return new WalkOptions(
                isThesis,
                newControlPoints,
                newSamples,
                speed,
                stepLength,
                doubleSupport,
                heelOff,
                jerk,
                posture,
                position,
                velocity);
    }

    /** Another speed and step length; phases keep their shares of the step. */
    public WalkOptions walking(double newSpeed, double newLength) {
        double ratio = newLength / newSpeed / duration();
        return new WalkOptions(
                isThesis,
                controlPoints,
                samples,
                newSpeed,
                newLength,
                doubleSupport * ratio,
                heelOff * ratio,
                jerk,
                posture,
                position,
                velocity);
    }

    /** Other weights of the terms besides effort. */
    public WalkOptions weighted(double newJerk, double newPosture) {
        return new WalkOptions(
                isThesis,
                controlPoints,
                samples,
                speed,
                stepLength,
                doubleSupport,
                heelOff,
                newJerk,
                newPosture,
                position,
                velocity);
    }

    /** Other phases, in seconds. */
    public WalkOptions phased(double newDoubleSupport, double newHeelOff) {
        return new WalkOptions(
                isThesis,
                controlPoints,
                samples,
                speed,
                stepLength,
                newDoubleSupport,
                newHeelOff,
                jerk,
                posture,
                position,
                velocity);
    }

    /** Of one step, s. */
    public double duration() {
        return stepLength / speed;
    }
}
