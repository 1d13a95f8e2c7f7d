package dev.catena.control;

/** Every joint swings: q = center + amplitude · sin(frequency · t + phase). */
public final class SineTrajectory implements SmoothTrajectory {
    private final double[] center;
    private final double[] amplitude;
    private final double[] frequency;
    private final double[] phase;

    /**
     * @param center rad or m, an entry for each joint, as the others
     * @param frequency rad/s
     * @param phase rad
     */
    public SineTrajectory(double[] center, double[] amplitude, double[] frequency, double[] phase) {
        if (amplitude.length != center.length || frequency.length != center.length || phase.length != center.length) {
            throw new IllegalArgumentException("centers, amplitudes, frequencies and phases are %s, %s, %s and %s"
                    .formatted(center.length, amplitude.length, frequency.length, phase.length));
        }
        this.center = WantedMotion.finite("centers", center);
        this.amplitude = WantedMotion.finite("amplitudes", amplitude);
        this.frequency = WantedMotion.finite("frequencies", frequency);
        this.phase = WantedMotion.finite("phases", phase);
    }

    @Override
    public void derivatives(double time, double[][] derivativesOut) {
        WantedMotion.checkOutputs(center.length, time, derivativesOut);
        for (int d = 0; d < derivativesOut.length; d++) {
            fill(time, d, derivativesOut[d]);
        }
    }

    @Override
    public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
        WantedMotion.checkOutputs(center.length, time, qOut, qdOut, qddOut);
        fill(time, 0, qOut);
        fill(time, 1, qdOut);
        fill(time, 2, qddOut);
    }

    private void fill(double time, int order, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double angle = frequency[i] * time + phase[i];
            double sine = order % 2 == 0 ? Math.sin(angle) : Math.cos(angle);
            // sin, cos, −sin, −cos, and again
            double sign = order % 4 < 2 ? 1 : -1;
            out[i] = (order == 0 ? center[i] : 0) + sign * amplitude[i] * Math.pow(frequency[i], order) * sine;
        }
    }
}
