package dev.catena.identification.observation;

import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.JointMotion;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.identification.signal.StreamedDecimation;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The equations of measured motions. Every column of W and the efforts pass the same filter and are thinned out alike, so that
 * what the filter does cancels; [GautierKhalil]. Rows in which the joint hardly moves can be left out, where the sign of its
 * velocity is noise.
 *
 * <p>W is never held, and long motions are not in memory either: that does not grow with the log.
 */
public final class LogRows implements RowSource {
    /** A joint that moves less than this in all logs, in its unit, does not move. */
    private static final double STILL = 1e-3;

    private final ObservationModel model;
    private final List<JointMotion> motions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Decimation decimation;
    private final double[] deadZone;
    private final boolean[] still;

    /**
     * The equations of some logs.
     *
     * @param deadZone by joint: rows with smaller speeds are left out; empty for none
     */
    public LogRows(ObservationModel model, List<MotionLog> logs, SignalOptions options, double... deadZone) {
        this.model = model;
        decimation = options.decimation();
        int n = model.joints();
        if (deadZone.length != 0 && deadZone.length != n) {
            throw new IllegalArgumentException("%s least speeds were given, but robot \"%s\" has %s joints"
                    .formatted(deadZone.length, model.robot().name(), n));
        }
        for (double speed : deadZone) {
            if (!(speed >= 0)) {
                throw new IllegalArgumentException("a least speed is %s, but must not be negative".formatted(speed));
            }
        }
        this.deadZone = deadZone.length == 0 ? new double[n] : deadZone.clone();
        still = still(model, logs);
        for (MotionLog log : logs) {
            for (MotionSegment segment : log.segments()) {
                add(log, segment, options);
            }
        }
        if (motions.isEmpty()) {
            throw new IllegalArgumentException("no log is long enough: %s".formatted(String.join("; ", notes)));
        }
    }

    private void add(MotionLog log, MotionSegment segment, SignalOptions options) {
        if (segment.joints() != model.joints()) {
            throw new IllegalArgumentException("log \"%s\" has %s joints, but robot \"%s\" has %s: %s"
                    .formatted(
                            log.name(),
                            segment.joints(),
                            model.robot().name(),
                            model.joints(),
                            String.join(", ", model.jointNames())));
        }
        int least = options.leastLength(segment.interval());
        if (segment.length() < least) {
            notes.add("log \"%s\": %s samples from %s s on are too few for the filters, which need %s"
                    .formatted(log.name(), segment.length(), segment.start(), least));
        } else {
            motions.add(JointMotion.of(segment, options).withStill(still));
        }
    }

    private static boolean[] still(ObservationModel model, List<MotionLog> logs) {
        RobotModel robot = model.robot();
        Extent extent = Extent.of(robot);
        boolean[] still = new boolean[model.joints()];
        for (int j = 0; j < still.length; j++) {
            int coordinate = robot.coordinate(model.jointNames().get(j));
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (MotionLog log : logs) {
                for (MotionSegment segment : log.segments()) {
                    for (int k = 0; j < segment.joints() && k < segment.length(); k++) {
                        double position = segment.positionOf(j).get(k);
                        least = Math.min(least, position);
                        most = Math.max(most, position);
                    }
                }
            }
            still[j] = most - least < STILL * extent.unit(robot.movingJoints().get(coordinate));
        }
        return still;
    }

    /**
     * Whether a joint never moves: then it gives no equations, for what holds it is friction, and its position counts as
     * constant in those of the others.
     */
    public boolean isStill(int joint) {
        return still[joint];
    }

    /** What could not be used. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The motions behind the rows, stretch by stretch. */
    public List<JointMotion> motions() {
        return List.copyOf(motions);
    }

    @Override
    public double interval() {
        return motions.get(0).interval() * decimation.factor();
    }

    @Override
    public int joints() {
        return model.joints();
    }

    @Override
    public int columns() {
        return model.columns().size();
    }

    @Override
    public void forEach(RowSink sink) {
        motions.forEach(motion -> rowsOf(motion, model, sink));
    }

    /** One for each stretch, computed with a model of its own. */
    @Override
    public List<RowSource> parts() {
        return motions.stream().<RowSource>map(Stretch::new).toList();
    }

    private final class Stretch implements RowSource {
        private final JointMotion motion;

        Stretch(JointMotion motion) {
            this.motion = motion;
        }

        @Override
        public int joints() {
            return LogRows.this.joints();
        }

        @Override
        public int columns() {
            return LogRows.this.columns();
        }

        @Override
        public double interval() {
            return LogRows.this.interval();
        }

        @Override
        public void forEach(RowSink sink) {
            rowsOf(motion, model.copy(), sink);
        }
    }

    private void rowsOf(JointMotion motion, ObservationModel equations, RowSink sink) {
        State state = new State(motion, equations);
        if (decimation.factor() == 1) {
            everySample(motion, state, sink);
        } else {
            filtered(motion, state, sink);
        }
        sink.gap();
    }

    private void everySample(JointMotion motion, State state, RowSink sink) {
        for (int k = 0; k < motion.length(); k++) {
            state.compute(k);
            for (int j = 0; j < joints(); j++) {
                if (!still[j] && Math.abs(state.qd[j]) >= deadZone[j]) {
                    state.row(j);
                    sink.row(j, motion.time(k), state.row, state.effort[j]);
                }
            }
        }
    }

    private void filtered(JointMotion motion, State state, RowSink sink) {
        int n = joints();
        int p = columns();
        int factor = decimation.factor();
        double[] row = new double[p];
        int[] count = {0};
        // by joint: its row, its effort, its speed
        double[] sample = new double[n * (p + 2)];
        StreamedDecimation stream = new StreamedDecimation(decimation, sample.length, kept -> {
            double time = motion.time(factor * count[0]++);
            for (int j = 0; j < n; j++) {
                int at = j * (p + 2);
                if (!still[j] && Math.abs(kept[at + p + 1]) >= deadZone[j]) {
                    System.arraycopy(kept, at, row, 0, p);
                    sink.row(j, time, row, kept[at + p]);
                }
            }
        });
        for (int k = 0; k < motion.length(); k++) {
            state.compute(k);
            for (int j = 0; j < n; j++) {
                int at = j * (p + 2);
                System.arraycopy(state.matrix, j * p, sample, at, p);
                sample[at + p] = state.effort[j];
                sample[at + p + 1] = state.qd[j];
            }
            stream.push(sample);
        }
        stream.finish();
    }

    /** One sample at a time. */
    private final class State {
        final JointMotion motion;
        final ObservationModel equations;
        final double[][] state = new double[4][joints()];
        final double[] q = state[0];
        final double[] qd = state[1];
        final double[] qdd = state[2];
        final double[] effort = state[3];
        final double[] known = new double[joints()];
        final double[] matrix = new double[joints() * columns()];
        final double[] row = new double[columns()];

        State(JointMotion motion, ObservationModel equations) {
            this.motion = motion;
            this.equations = equations;
        }

        void compute(int k) {
            motion.state(k, state);
            equations.compute(q, qd, qdd, effort, matrix);
            if (equations.hasKnownEfforts()) {
                equations.knownEfforts(q, qd, qdd, known);
                for (int j = 0; j < q.length; j++) {
                    effort[j] -= known[j];
                }
            }
        }

        void row(int j) {
            System.arraycopy(matrix, j * row.length, row, 0, row.length);
        }
    }
}
