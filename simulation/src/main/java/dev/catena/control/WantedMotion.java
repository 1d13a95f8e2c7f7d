package dev.catena.control;

/** Checks of the arguments that trajectories are made of, and of the arrays that they fill. */
final class WantedMotion {
    private WantedMotion() {}

    /** A copy of numbers that are all finite. */
    static double[] finite(String name, double[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (!Double.isFinite(numbers[i])) {
                throw new IllegalArgumentException(
                        "%s of a trajectory must be finite, but number %s is %s".formatted(name, i, numbers[i]));
            }
        }
        return numbers.clone();
    }

    static void checkMove(double[] from, double[] to, double startTime, double duration) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "the trajectory starts with %s joints and ends with %s".formatted(from.length, to.length));
        }
        if (!Double.isFinite(startTime)) {
            throw new IllegalArgumentException("the start of a trajectory must be finite, but is " + startTime);
        }
        if (!(duration > 0) || Double.isInfinite(duration)) {
            throw new IllegalArgumentException("the duration of a trajectory must be positive, but is " + duration);
        }
    }

    static void checkOutputs(int joints, double time, double[] qOut, double[] qdOut, double[] qddOut) {
        checkTime(time);
        checkLength(joints, qOut);
        checkLength(joints, qdOut);
        checkLength(joints, qddOut);
        if (joints > 0 && (qOut == qdOut || qOut == qddOut || qdOut == qddOut)) {
            throw new IllegalArgumentException("two of qOut, qdOut and qddOut are the same array");
        }
    }

    static void checkOutputs(int joints, double time, double[][] derivativesOut) {
        checkTime(time);
        for (int d = 0; d < derivativesOut.length; d++) {
            checkLength(joints, derivativesOut[d]);
            for (int k = 0; k < d; k++) {
                if (joints > 0 && derivativesOut[k] == derivativesOut[d]) {
                    throw new IllegalArgumentException(
                            "rows %s and %s of derivativesOut are the same array".formatted(k, d));
                }
            }
        }
    }

    private static void checkTime(double time) {
        if (!Double.isFinite(time)) {
            throw new IllegalArgumentException("time is %s, but a trajectory needs a finite one".formatted(time));
        }
    }

    private static void checkLength(int joints, double[] out) {
        if (out.length != joints) {
            throw new IllegalArgumentException(
                    "the trajectory is one of %s joints, but the robot has %s".formatted(joints, out.length));
        }
    }
}
