package dev.catena.app.gait;

import java.util.function.Consumer;

/** How a step is asked for. Immutable; methods that change something return a changed copy. */
public final class WalkOptions {
    /** Who carries what in double support. */
    public enum Sharing {
        /** Weights that go smoothly from one foot to the other. */
        SMOOTH,
        /** Weights by the distances of the zero-moment point, [Barman 5]. */
        DISTANCE,
        /** The load of one foot is found, the other takes the rest. */
        OWN
    }

    private boolean isThesis;
    private int controlPoints;
    private int samples;
    private double speed = 1.2;
    private double stepLength = 0.6;
    private double doubleSupport;
    private double heelOff;
    private double jerk;
    private double posture;
    private double position;
    private double velocity;
    private boolean hasArms = true;
    private Sharing sharing = Sharing.OWN;
    private double strikeArea;
    private double hipForce = Double.POSITIVE_INFINITY;
    private boolean isStride;
    private double trunkJerk = 1;

    private WalkOptions() {}

    private WalkOptions with(Consumer<WalkOptions> change) {
        WalkOptions copy = new WalkOptions();
        copy.isThesis = isThesis;
        copy.controlPoints = controlPoints;
        copy.samples = samples;
        copy.speed = speed;
        copy.stepLength = stepLength;
        copy.doubleSupport = doubleSupport;
        copy.heelOff = heelOff;
        copy.jerk = jerk;
        copy.posture = posture;
        copy.position = position;
        copy.velocity = velocity;
        copy.hasArms = hasArms;
        copy.sharing = sharing;
        copy.strikeArea = strikeArea;
        copy.hipForce = hipForce;
        copy.isStride = isStride;
        copy.trunkJerk = trunkJerk;
        change.accept(copy);
        return copy;
    }

    /** m = 6, 13 samples, effort alone, [Barman 5]. */
    public static WalkOptions thesis() {
        return new WalkOptions().with(o -> {
            o.isThesis = true;
            o.controlPoints = 6;
            o.samples = 13;
            o.doubleSupport = 0.1;
            o.heelOff = 0.35;
            o.position = 1e-3;
            o.velocity = 1e-2;
            o.sharing = Sharing.SMOOTH;
            o.strikeArea = 0.02;
        });
    }

    /** m = 13, 21 samples, accelerations that repeat too, small weights of jerk and posture. */
    public static WalkOptions proper() {
        return new WalkOptions().with(o -> {
            o.controlPoints = 13;
            o.samples = 21;
            o.doubleSupport = 0.075;
            o.heelOff = 0.40;
            o.jerk = 1e-2;
            o.posture = 1e-2;
            o.position = 1e-5;
            o.velocity = 1e-4;
            o.strikeArea = 0.02;
            o.trunkJerk = 30;
        });
    }

    /** The same with other control points and samples. */
    public WalkOptions refined(int newControlPoints, int newSamples) {
        return with(o -> {
            o.controlPoints = newControlPoints;
            o.samples = newSamples;
        });
    }

    /** Another speed and step length; phases keep their shares of the step. */
    public WalkOptions walking(double newSpeed, double newLength) {
        double ratio = newLength / newSpeed / duration();
        return with(o -> {
            o.speed = newSpeed;
            o.stepLength = newLength;
            o.doubleSupport = doubleSupport * ratio;
            o.heelOff = heelOff * ratio;
        });
    }

    /** Other weights of the terms besides effort. */
    public WalkOptions weighted(double newJerk, double newPosture) {
        return with(o -> {
            o.jerk = newJerk;
            o.posture = newPosture;
        });
    }

    /** How many times more jerk of the pelvis' translation weighs, which is nearly the rate of the ground's force. */
    public WalkOptions steadied(double newTrunkJerk) {
        return with(o -> o.trunkJerk = newTrunkJerk);
    }

    /** Other phases, in seconds. */
    public WalkOptions phased(double newDoubleSupport, double newHeelOff) {
        return with(o -> {
            o.doubleSupport = newDoubleSupport;
            o.heelOff = newHeelOff;
        });
    }

    /** Without the rows by which arms swing with legs and wrists stay away from hips. */
    public WalkOptions withFreeArms() {
        return with(o -> o.hasArms = false);
    }

    /** Another way to share loads in double support. */
    public WalkOptions sharing(Sharing newSharing) {
        return with(o -> o.sharing = newSharing);
    }

    /** How long the area under the foot that strikes is, from the heel forward, m. */
    public WalkOptions strikingOn(double length) {
        return with(o -> o.strikeArea = length);
    }

    /** The largest force inside a hip, in weights of the body. */
    public WalkOptions withHipForce(double most) {
        return with(o -> o.hipForce = most);
    }

    /** Two steps that need not be mirror images of each other; control points and samples for both. */
    public WalkOptions asStride() {
        return with(o -> {
            o.isStride = true;
            o.controlPoints = 2 * controlPoints - 3;
            o.samples = 2 * samples - 1;
        });
    }

    /** The problem as [Barman 5] has it, rather than one whose forces converge. */
    public boolean isThesis() {
        return isThesis;
    }

    /** For each coordinate. */
    public int controlPoints() {
        return controlPoints;
    }

    /** Of limits and costs, both ends included. */
    public int samples() {
        return samples;
    }

    /** m/s. */
    public double speed() {
        return speed;
    }

    /** m. */
    public double stepLength() {
        return stepLength;
    }

    /** s, from the strike of the heel until the other foot leaves. */
    public double doubleSupport() {
        return doubleSupport;
    }

    /** s, when the heel leaves the ground. */
    public double heelOff() {
        return heelOff;
    }

    /** Weight of ∫ (q⃛/1000)² dt, 1/100 for translations. */
    public double jerk() {
        return jerk;
    }

    /** By how much jerk of translations weighs more. */
    public double trunkJerk() {
        return trunkJerk;
    }

    /** Weight of ∫ q² dt of all angles. */
    public double posture() {
        return posture;
    }

    /** By how much a point in contact may be off, m. */
    public double position() {
        return position;
    }

    /** By how much it may move, m/s. */
    public double velocity() {
        return velocity;
    }

    public boolean hasArms() {
        return hasArms;
    }

    public Sharing sharing() {
        return sharing;
    }

    public double strikeArea() {
        return strikeArea;
    }

    /** Infinite for none. */
    public double hipForce() {
        return hipForce;
    }

    public boolean isStride() {
        return isStride;
    }

    /** Of one step, s. */
    public double duration() {
        return stepLength / speed;
    }
}
