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
            timesTheCostOfInverseDynamics("ForwardDynamics", joints -> joints == 7 ? 2.2 : Double.POSITIVE_INFINITY),
            timesFasterThan("FloatingForwardDynamics", "mecano", joints -> 8),
            timesFasterThan("MassMatrix", "mecano", joints -> 8),
            timesTheCostOfInverseDynamics("MassMatrix", joints -> joints == 7 ? 1.2 : Double.POSITIVE_INFINITY),
            // of the growth there is no bound
            timesTheCostOfInverseDynamics("TorqueSensitivity", joints -> joints == 7 ? 6 : Double.POSITIVE_INFINITY),
            timesTheCostOfInverseDynamics("FloatingTorqueSensitivity", joints -> 7),
            timesTheCostOfRigid("ElasticInverseDynamics", joints -> joints == 7 ? 1.4 : Double.POSITIVE_INFINITY),
            timesTheCostOfRigid("ElasticForwardDynamics", joints -> joints == 7 ? 2.5 : Double.POSITIVE_INFINITY),
            // six legs of three joints beside a serial arm of six
            timesTheCostOfInverseDynamics("StewartInverseDynamics", joints -> 12),
            // closure included; there is no bound on the ratio
            timesTheCostOfTree("ClosedLoopInverseDynamics", joints -> Double.POSITIVE_INFINITY),
            timesTheCostByHand("CompiledInverseDynamics", 0.5),
            timesTheCostByHand("CompiledForwardDynamics", 0.4),
            timesTheCostByHand("CompiledMassMatrix", 0.5),
            timesTheCostByHand("CompiledTorqueSensitivity", 0.85),
            timesTheCostByHand("CompiledSimulationStep", 0.7),
            // most is the solver's
            timesTheCostByHand("CompiledPlan", 1.0),
            // with eight lanes; a processor with four cannot
            timesFasterThan("BatchedInverseDynamics", "single", joints -> 4),
            timesFasterThan("BatchedForwardDynamics", "single", joints -> 4),
            timesFasterThan("BatchedTorqueSensitivity", "single", joints -> 4),
            timesFasterThan("TwoThreads", "one", joints -> 1.8),
            timesFasterThan("AccelerationSensitivity", Measurement.PINOCCHIO, joints -> 1),
            timesFasterThan("FloatingAccelerationSensitivity", Measurement.PINOCCHIO, joints -> 1));

    private static Target timesFasterThan(String quantity, String library, IntToDoubleFunction bound) {
        return new Target(quantity, quantity, library, library + " / ours", true, bound);
    }

    /** The hand-written class on the same motion. */
    private static Target timesTheCostByHand(String quantity, double bound) {
        return new Target(quantity, quantity, "byHand", "/ by hand", false, joints -> bound);
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
