package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.DriveFunctions;
import dev.catena.planning.terms.PowerFunction;
import dev.catena.planning.terms.WeightedSquares;
import dev.catena.planning.transcription.IntegralCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a motion costs: a sum of terms with weights, which is how [Barman 4.18] mixes time and effort.
 *
 * <pre>{@code
 * MotionObjective objective = new MotionObjective(limits).time(0.99).effort(0.01);
 * }</pre>
 *
 * <p>Collects; a {@link MotionProblem} takes what is here when it is built and keeps it, whatever is added later.
 */
public final class MotionObjective {
    /** Below about this power, in watts, the smooth absolute value of {@link #energy(double)} is rounded. */
    public static final double POWER_SMOOTHING = 0.1;

    private final DriveFunctions drives;
    private final @Nullable RobotModel robot;
    private double timeWeight;
    private final List<IntegralCost> costs = new ArrayList<>();

    /** For the robot or mechanism of the limits. */
    public MotionObjective(MotionLimits limits) {
        drives = limits.driveFunctions();
        robot = limits.robotOrNull();
    }

    double timeWeight() {
        return timeWeight;
    }

    /**
     * The integrals, in functions of their own.
     *
     * @throws IllegalArgumentException if the limits are for another robot, or if nothing has a weight
     */
    List<IntegralCost> terms(MotionLimits limits) {
        RobotModel ofLimits = limits.robotOrNull();
        boolean sameRobot = robot != null && ofLimits != null && robot.equals(ofLimits);
        if (!sameRobot && drives != limits.driveFunctions()) {
            throw new IllegalArgumentException("the objective is for another robot than the limits");
        }
        if (timeWeight == 0 && costs.stream().allMatch(cost -> cost.weight() == 0)) {
            throw new IllegalArgumentException("the objective is empty; what is to be least?");
        }
        return costs.stream().map(cost -> cost.with(cost.function().copy())).toList();
    }

    /** weight · T. */
    @CanIgnoreReturnValue
    public MotionObjective time(double weight) {
        timeWeight = checked(timeWeight + checked(weight));
        return this;
    }

    /** weight · ∫ Σ τᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective effort(double weight) {
        return effort(weight, ones(drives.drives().size()));
    }

    /** weight · ∫ Σ wᵢ τᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective effort(double weight, double[] byDrive) {
        return squares("effort", drives.torque(), weight, byDrive);
    }

    /** weight · ∫ Σ τ̇ᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective torqueRate(double weight) {
        return torqueRate(weight, ones(drives.drives().size()));
    }

    /** weight · ∫ Σ wᵢ τ̇ᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective torqueRate(double weight, double[] byDrive) {
        return squares("torque-rate", drives.torqueRate(), weight, byDrive);
    }

    /** weight · ∫ Σ q̈ᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective acceleration(double weight) {
        return squares(
                "acceleration",
                new CoordinateFunction(2, drives.coordinates()),
                weight,
                ones(drives.coordinates().size()));
    }

    /** weight · ∫ Σ q⃛ᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective jerk(double weight) {
        return jerk(weight, ones(drives.coordinates().size()));
    }

    /** weight · ∫ Σ wᵢ q⃛ᵢ² dt. */
    @CanIgnoreReturnValue
    public MotionObjective jerk(double weight, double[] byCoordinate) {
        return squares("jerk", new CoordinateFunction(3, drives.coordinates()), weight, byCoordinate);
    }

    /** weight · ∫ Σ wᵢ qᵢ² dt: near to a posture whose coordinates are zero. */
    @CanIgnoreReturnValue
    public MotionObjective position(double weight, double[] byCoordinate) {
        return squares("posture", new CoordinateFunction(0, drives.coordinates()), weight, byCoordinate);
    }

    /**
     * weight · ∫ Σ |τᵢ q̇ᵢ| dt: what the drives take if braking costs as much as driving. |p| is √(p² + ε²) − ε with
     * ε = {@value #POWER_SMOOTHING} W. Of a motor behind a spring, the speed is that of the motor.
     */
    @CanIgnoreReturnValue
    public MotionObjective energy(double weight) {
        return energy(weight, POWER_SMOOTHING);
    }

    /** As {@link #energy(double)} with another ε in watts: less is nearer to |p|, more is easier to minimize. */
    @CanIgnoreReturnValue
    public MotionObjective energy(double weight, double smoothing) {
        if (!(smoothing > 0) || Double.isInfinite(smoothing)) {
            throw new IllegalArgumentException(
                    "the smoothing is %s W, but must be positive and finite".formatted(smoothing));
        }
        return integral("energy", new PowerFunction(drives.torque(), drives.speed(), true, smoothing), weight);
    }

    /**
     * weight · ∫ Σ τᵢ q̇ᵢ dt: mechanical work, if braking gives all back. Between fixed ends it is what friction takes plus
     * a constant. Of a motor behind a spring, the speed is that of the motor.
     */
    @CanIgnoreReturnValue
    public MotionObjective work(double weight) {
        return integral("work", new PowerFunction(drives.torque(), drives.speed(), false, 0), weight);
    }

    /** weight · ∫ f dt of any function of one row. */
    @CanIgnoreReturnValue
    public MotionObjective integral(String name, StateFunction function, double weight) {
        if (function.rows() != 1) {
            throw new IllegalArgumentException(
                    "%s has %s rows, but a term of the objective has one".formatted(name, function.rows()));
        }
        costs.add(new IntegralCost(name, function.copy(), checked(weight)));
        return this;
    }

    private MotionObjective squares(String name, StateFunction function, double weight, double[] byRow) {
        boolean isAllowed = Arrays.stream(byRow).allMatch(w -> w >= 0 && !Double.isInfinite(w))
                && Arrays.stream(byRow).anyMatch(w -> w > 0);
        if (byRow.length != function.rows() || !isAllowed) {
            throw new IllegalArgumentException("%s needs %s weights, not negative and not all zero, but has %s"
                    .formatted(name, function.rows(), Arrays.toString(byRow)));
        }
        return integral(
                name, new WeightedSquares(function, byRow, drives.coordinates().size()), weight);
    }

    private static double checked(double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                    "a weight is %s, but must be zero or positive and finite".formatted(weight));
        }
        return weight;
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
