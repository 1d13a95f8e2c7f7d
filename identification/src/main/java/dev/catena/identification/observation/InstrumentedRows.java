package dev.catena.identification.observation;

import dev.catena.identification.signal.JointMotion;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of a measured motion, each followed by the row of an instrument: the same equation at the same time along a motion
 * without noise. Nothing is thinned out; positions should be filtered mildly or not at all.
 */
public final class InstrumentedRows implements RowSource {
    private final ObservationModel model;
    private final List<JointMotion> measured;
    private final List<JointMotion> instruments;

    /** Stretch by stretch a measured motion and its instrument, sampled at the same times. */
    public InstrumentedRows(ObservationModel model, List<JointMotion> measured, List<JointMotion> instruments) {
        this.model = model;
        this.measured = List.copyOf(measured);
        this.instruments = List.copyOf(instruments);
        boolean alike = measured.size() == instruments.size();
        for (int s = 0; alike && s < measured.size(); s++) {
            alike = measured.get(s).length() == instruments.get(s).length();
        }
        if (!alike) {
            throw new IllegalArgumentException(
                    "instruments must have the stretches and samples of the measured motion");
        }
    }

    @Override
    public int joints() {
        return model.joints();
    }

    @Override
    public int columns() {
        return 2 * model.columns().size();
    }

    @Override
    public double interval() {
        return measured.get(0).interval();
    }

    @Override
    public void forEach(RowSink sink) {
        int n = joints();
        int p = model.columns().size();
        double[][] state = new double[4][n];
        double[] known = new double[n];
        double[] w = new double[n * p];
        double[] z = new double[n * p];
        double[] row = new double[2 * p];
        for (int s = 0; s < measured.size(); s++) {
            JointMotion motion = measured.get(s);
            for (int k = 0; k < motion.length(); k++) {
                instruments.get(s).state(k, state);
                model.compute(state[0], state[1], state[2], state[3], z);
                motion.state(k, state);
                model.compute(state[0], state[1], state[2], state[3], w);
                Arrays.fill(known, 0);
                if (model.hasKnownEfforts()) {
                    model.knownEfforts(state[0], state[1], state[2], known);
                }
                for (int j = 0; j < n; j++) {
                    System.arraycopy(w, j * p, row, 0, p);
                    System.arraycopy(z, j * p, row, p, p);
                    sink.row(j, motion.time(k), row, state[3][j] - known[j]);
                }
            }
            sink.gap();
        }
    }
}
