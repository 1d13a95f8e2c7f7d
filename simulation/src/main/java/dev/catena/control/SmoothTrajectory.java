package dev.catena.control;

import java.util.Arrays;

/** A motion of the joints with derivatives of any order, which elastic joints need to be driven along it. */
public interface SmoothTrajectory extends Trajectory {
    /**
     * Positions and derivatives of all joints at a time.
     *
     * @param derivativesOut row k is for the k-th derivative; as many as are wanted
     */
    void derivatives(double time, double[][] derivativesOut);

    /** Stays where it is. */
    static SmoothTrajectory hold(double... positions) {
        Trajectory still = Trajectory.hold(positions);
        double[] kept = positions.clone();
        return new SmoothTrajectory() {
            @Override
            public void derivatives(double time, double[][] derivativesOut) {
                WantedMotion.checkOutputs(kept.length, time, derivativesOut);
                for (int d = 0; d < derivativesOut.length; d++) {
                    Arrays.fill(derivativesOut[d], 0);
                    if (d == 0) {
                        System.arraycopy(kept, 0, derivativesOut[d], 0, kept.length);
                    }
                }
            }

            @Override
            public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
                still.at(time, qOut, qdOut, qddOut);
            }
        };
    }
}
