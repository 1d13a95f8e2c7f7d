package dev.catena.simulation;

/** Where a function comes to zero between two arguments: regula falsi, with the end that stays counted half. */
final class FalsePosition {
    private double low;
    private double high;
    private double atLow;
    private double atHigh;
    private boolean wasHigh;

    /**
     * @param atFrom negative or zero
     * @param atTo positive
     */
    void begin(double from, double atFrom, double to, double atTo) {
        low = from;
        high = to;
        atLow = atFrom;
        atHigh = atTo;
        wasHigh = true;
    }

    /** An argument between those that are known to be before and beyond. */
    double next() {
        double found = (low * atHigh - high * atLow) / (atHigh - atLow);
        return found > low && found < high ? found : 0.5 * (low + high);
    }

    /** Takes the function's value there. */
    void take(double at, double value) {
        boolean isHigh = value > 0;
        if (isHigh) {
            atLow = wasHigh ? 0.5 * atLow : atLow;
            high = at;
            atHigh = value;
        } else {
            atHigh = wasHigh ? atHigh : 0.5 * atHigh;
            low = at;
            atLow = value;
        }
        wasHigh = isHigh;
    }

    /** The least argument that is known to be beyond. */
    double high() {
        return high;
    }
}
