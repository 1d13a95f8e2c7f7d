package dev.catena.benchmarks;

import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/**
 * What a quantity of Catena is held against, as a ratio of times.
 *
 * @param quantity whose time is judged
 * @param otherQuantity and {@code otherLibrary}: what it is compared with on the same robot
 * @param heading of the ratio's column
 * @param inverted whether the ratio is the other's time over ours, which must be at least the bound, rather than ours
 *     over the other's, which must be at most the bound
 * @param bound by the number of joints
 */
record Target(
        String quantity,
        String otherQuantity,
        String otherLibrary,
        String heading,
        boolean inverted,
        IntToDoubleFunction bound) {

    /** No Java object is smaller: less than this per call is what JMH's own threads allocate meanwhile. */
    static final double BYTES_PER_CALL = 8;

    /** What JMH's own threads allocate meanwhile; measured 20 to 23. */
    static final double BYTES_PER_MILLISECOND = 40;

    /** What returns new objects by contract. */
    static final Set<String> ALLOCATING = Set.of("CompiledPlan");

    static boolean isNoAllocation(double bytes, double nanoseconds) {
        return bytes < BYTES_PER_CALL + 1e-6 * BYTES_PER_MILLISECOND * nanoseconds;
    }

    /** How much faster than real time an arm is simulated at 1 kHz. */
    static final double TIMES_REAL_TIME = 1000;

    static final List<Target> ALL = List.of(
            timesFasterThan("InverseDynamics", "mecano", joints -> joints < 6 ? 10 : 20),
            timesTheCostOf("ForceRate", "InverseDynamics", joints -> 2.0),
            timesFasterThan("ForwardDynamics", "mecano", joints -> 8),
            timesTheCostOf("ForwardDynamics", "InverseDynamics", byJoints(2.0, 1.95, 2.0, 2.0)),
            timesFasterThan("FloatingForwardDynamics", "mecano", joints -> 8),
            timesFasterThan("MassMatrix", "mecano", joints -> 8),
            timesTheCostOf("MassMatrix", "InverseDynamics", byJoints(0.96, 1.2, 1.36, 2.55)),
            timesTheCostOf("TorqueSensitivity", "InverseDynamics", byJoints(4.35, 3.8, 6.8, 11.8)),
            timesTheCostOfInverseDynamics("FloatingTorqueSensitivity", joints -> 4.3),
            timesTheCostOf("AccelerationSensitivity", "InverseDynamics", byJoints(7.4, 6.9, 11.2, 41.8)),
            timesTheCostOfRigid("ElasticInverseDynamics", joints -> joints == 7 ? 1.4 : Double.POSITIVE_INFINITY),
            timesTheCostOfRigid("ElasticForwardDynamics", joints -> joints == 7 ? 2.5 : Double.POSITIVE_INFINITY),
            // six legs of three joints beside a serial arm of six
            timesTheCostOfInverseDynamics("StewartInverseDynamics", joints -> 12),
            // closure included; there is no bound on the ratio
            timesTheCostOfTree("ClosedLoopInverseDynamics", joints -> Double.POSITIVE_INFINITY),
            // 1.3, and c³/3 + n c² products for c = 12 rows on 42 freedoms
            timesTheCostOfTree("ConstrainedForwardDynamics", joints -> 2.0),
            // code for long chains is never slower than by hand, but for what is noise
            timesTheCostByHand("CompiledInverseDynamics", ofArms(0.5, 0.4)),
            timesTheCostByHand("CompiledForwardDynamics", ofArms(0.49, 0.41)),
            timesTheCostByHand("CompiledMassMatrix", ofArms(0.5, 0.5)),
            timesTheCostByHand("CompiledTorqueSensitivity", ofArms(0.8, 0.73)),
            timesTheCostByHand("CompiledAccelerationSensitivity", ofArms(0.71, 0.65)),
            timesTheCostByHand("CompiledFloatingTorque", joints -> 0.6),
            timesTheCostByHand("CompiledClosedLoop", joints -> 0.5),
            timesTheCostByHand("CompiledSimulationStep", joints -> 0.7),
            // most is the solver's
            timesTheCostByHand("CompiledPlan", joints -> 1.0),
            // with eight lanes; a processor with four cannot
            timesFasterThan("BatchedInverseDynamics", "single", joints -> 4),
            timesFasterThan("BatchedForwardDynamics", "single", joints -> 4),
            timesFasterThan("BatchedTorqueSensitivity", "single", joints -> 2.7),
            timesFasterThan("TwoThreads", "one", joints -> 1.8),
            timesFasterThan("AccelerationSensitivity", Measurement.PINOCCHIO, joints -> 1),
            timesFasterThan("FloatingAccelerationSensitivity", Measurement.PINOCCHIO, joints -> 1));

    /** What was asked for on one machine in nanoseconds, as ratios; of other numbers of joints nothing was. */
    private static IntToDoubleFunction byJoints(double six, double seven, double thirtyTwo, double many) {
        return joints -> switch (joints) {
            case 6 -> six;
            case 7 -> seven;
            case 32 -> thirtyTwo;
            case 128 -> many;
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** Of code for arms of six and of seven joints. */
    private static IntToDoubleFunction ofArms(double six, double seven) {
        return joints -> joints == 6 ? six : joints == 7 ? seven : 1.05;
    }

    private static Target timesFasterThan(String quantity, String library, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, library, library + " / ours", true, bound);
    }

    /** The hand-written class on the same motion. */
    private static Target timesTheCostByHand(String quantity, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, "byHand", "/ by hand", false, bound);
    }

    private static Target timesTheCostOf(String quantity, String otherQuantity, IntToDoubleFunction bound) {
        return new Target(quantity, otherQuantity, BenchmarkTable.OURS, "/ " + otherQuantity, false, bound);
    }

    /** Inverse dynamics measured in the benchmark itself, on the same motion. */
    private static Target timesTheCostOfInverseDynamics(String quantity, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, "inverseDynamics", "/ inverse dynamics", false, bound);
    }

    /** The same robot without drives, measured in the benchmark itself. */
    private static Target timesTheCostOfRigid(String quantity, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, "rigid", "/ rigid", false, bound);
    }

    /** The tree that remains when loops are cut, measured in the benchmark itself. */
    private static Target timesTheCostOfTree(String quantity, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, "tree", "/ tree", false, bound);
    }

    /** What ours is compared with, in words of the table. */
    String comparison() {
        return inverted ? otherLibrary + ", its time / ours" : "ours " + heading;
    }

    double ratio(double ours, double other) {
        return inverted ? other / ours : ours / other;
    }

    boolean isMet(double ratio, int joints) {
        return inverted ? ratio >= bound.applyAsDouble(joints) : ratio <= bound.applyAsDouble(joints);
    }

    String describe(int joints) {
        if (Double.isInfinite(bound.applyAsDouble(joints))) {
            return "–";
        }
        return (inverted ? "≥ " : "≤ ") + bound.applyAsDouble(joints);
    }
}
