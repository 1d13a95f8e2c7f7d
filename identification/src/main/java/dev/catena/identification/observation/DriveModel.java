package dev.catena.identification.observation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which terms of drives are looked for, in which joints, and with which couplings. Immutable.
 *
 * <p>A coupling is a motor that turns with several joints, at the rate Σ c_j q̇_j. Its reflected inertia and viscous friction
 * act on joint i by c_i Σ_{j≠i} c_j q̈_j (and q̇_j), for what it does to joint i through i's own motion is in the terms of the
 * joint; its Coulomb friction by c_i sign Σ c_j q̇_j.
 */
public final class DriveModel {
    private final Set<DriveTerm> terms;
    private final double smoothing;
    private final double[] ownSmoothing;
    private final Set<Integer> withoutReflectedInertia;
    private final List<double[]> couplings;
    private final double[][] stribeckVelocity;

    private DriveModel(
            Set<DriveTerm> terms,
            double smoothing,
            double[] ownSmoothing,
            Set<Integer> withoutReflectedInertia,
            List<double[]> couplings,
            double[][] stribeckVelocity) {
        this.terms = terms;
        this.smoothing = smoothing;
        this.ownSmoothing = ownSmoothing;
        this.withoutReflectedInertia = withoutReflectedInertia;
        this.couplings = couplings;
        this.stribeckVelocity = stribeckVelocity;
    }

    /** Reflected inertia, viscous and Coulomb friction, an offset. */
    public static DriveModel standard() {
        return of(DriveTerm.REFLECTED_INERTIA, DriveTerm.VISCOUS, DriveTerm.COULOMB, DriveTerm.OFFSET);
    }

    /** These terms in every joint. */
    public static DriveModel of(DriveTerm... terms) {
        EnumSet<DriveTerm> set = EnumSet.noneOf(DriveTerm.class);
        set.addAll(Arrays.asList(terms));
        if (set.contains(DriveTerm.COULOMB)
                && set.contains(DriveTerm.COULOMB_FORWARD)
                && set.contains(DriveTerm.COULOMB_BACKWARD)) {
            throw new IllegalArgumentException("Coulomb friction was asked for both as one and by direction");
        }
        return new DriveModel(Set.copyOf(set), 0, new double[0], Set.of(), List.of(), new double[0][]);
    }

    /** The same with signs of velocities smoothed as tanh(q̇/v₀). */
    public DriveModel smoothed(double velocity) {
        if (!(velocity >= 0) || Double.isInfinite(velocity)) {
            throw new IllegalArgumentException(
                    "the smoothing velocity is %s, but must be zero or more".formatted(velocity));
        }
        return new DriveModel(terms, velocity, ownSmoothing, withoutReflectedInertia, couplings, stribeckVelocity);
    }

    /** The same without reflected inertia in one joint. */
    public DriveModel withoutReflectedInertia(int joint) {
        Set<Integer> joints = new HashSet<>(withoutReflectedInertia);
        joints.add(joint);
        return new DriveModel(terms, smoothing, ownSmoothing, Set.copyOf(joints), couplings, stribeckVelocity);
    }

    /** The same with a motor that turns with several joints. */
    public DriveModel coupled(double... rates) {
        if (!Arrays.stream(rates).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("rates are %s, but must be finite".formatted(Arrays.toString(rates)));
        }
        List<double[]> all = new ArrayList<>(couplings);
        all.add(rates.clone());
        return new DriveModel(
                terms, smoothing, ownSmoothing, withoutReflectedInertia, List.copyOf(all), stribeckVelocity);
    }

    /** The same with Stribeck's velocity of each joint. */
    public DriveModel withStribeckVelocities(double... velocities) {
        double[][] one = new double[velocities.length][];
        for (int j = 0; j < velocities.length; j++) {
            one[j] = new double[] {velocities[j]};
        }
        return withStribeckCandidates(one);
    }

    /** The same with several candidates for Stribeck's velocity of each joint, a column for each. */
    DriveModel withStribeckCandidates(double[][] velocities) {
        double[][] candidates = Arrays.stream(velocities).map(double[]::clone).toArray(double[][]::new);
        if (!Arrays.stream(candidates)
                .flatMapToDouble(Arrays::stream)
                .allMatch(velocity -> velocity > 0 && velocity <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "Stribeck's velocities are %s, but must be positive".formatted(Arrays.deepToString(velocities)));
        }
        EnumSet<DriveTerm> set = EnumSet.of(DriveTerm.STRIBECK);
        set.addAll(terms);
        return new DriveModel(Set.copyOf(set), smoothing, ownSmoothing, withoutReflectedInertia, couplings, candidates);
    }

    public boolean has(DriveTerm term) {
        return terms.contains(term);
    }

    public boolean has(DriveTerm term, int joint) {
        return terms.contains(term)
                && !(term == DriveTerm.REFLECTED_INERTIA && withoutReflectedInertia.contains(joint));
    }

    /** v₀, zero for the sign itself. */
    public double smoothing() {
        return smoothing;
    }

    /** By coupled motor: the rates c. */
    public List<double[]> couplings() {
        return couplings.stream().map(double[]::clone).toList();
    }

    /** Stribeck's velocity of a joint, or candidates for it; a hundredth of a radian per second where nothing is said. */
    public double[] stribeckVelocities(int joint) {
        return joint < stribeckVelocity.length ? stribeckVelocity[joint].clone() : new double[] {0.01};
    }

    /** The sign of a joint's velocity, or what stands for it: as asked, else as the robot's own friction has it. */
    public double direction(int joint, double velocity) {
        double v0 = smoothing(joint);
        return v0 > 0 ? Math.tanh(velocity / v0) : Math.signum(velocity);
    }

    /** v₀ of a joint: as asked, else that of the robot's own friction. */
    public double smoothing(int joint) {
        return smoothing > 0 || joint >= ownSmoothing.length ? smoothing : ownSmoothing[joint];
    }

    /** The same with what the friction of the robot's joints is smoothed by, where nothing was asked. */
    DriveModel withOwnSmoothing(double[] velocities) {
        return new DriveModel(
                terms, smoothing, velocities.clone(), withoutReflectedInertia, couplings, stribeckVelocity);
    }
}
