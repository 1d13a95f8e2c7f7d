package dev.catena.identification.estimate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.identification.SimulatedLog;
import dev.catena.identification.estimate.RobustLeastSquares.Loss;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.RowSource;
import dev.catena.identification.signal.BiquadCascade;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.identification.signal.ZeroPhaseFilter;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often the interval of 1.96 deviations has the true parameter in it, over many noisy logs of one motion. The usual build
 * looks at a few, whose shares vary by chance; {@code -Dcatena.coverage.logs=1000} looks at so many.
 */
class CoverageTest {
    private static final int LOGS = Integer.getInteger("catena.coverage.logs", 40);
    private static final int SAMPLES = 500;
    private static final double[] NOISE = {0.5, 0.2, 0.05};

    private final RobotModel robot =
            RandomRobots.chain(5, 3).friction().reflectedInertia().build();
    private final ObservationModel model = ObservationModel.of(robot, DriveModel.standard());
    private final MotionLog clean = SimulatedLog.of(robot, 6, SAMPLES, 0.02, 2);
    private final RowSource equations = HeldRows.of(new LogRows(model, List.of(clean), SignalOptions.unfiltered()));

    /** The same equations with other efforts. */
    private record Noisy(RowSource source, double[][] noise) implements RowSource {
        @Override
        public int joints() {
            return source.joints();
        }

        @Override
        public int columns() {
            return source.columns();
        }

        @Override
        public double interval() {
            return source.interval();
        }

        @Override
        public void forEach(RowSink sink) {
            int[] next = new int[joints()];
            source.forEach(
                    (joint, time, row, effort) -> sink.row(joint, time, row, effort + noise[joint][next[joint]++]));
        }
    }

    private double coverage(int logs, boolean filtered, Function<RowSource, LinearEstimate> method, double outliers) {
        double[] truth = model.prior();
        Random random = new Random(7);
        ZeroPhaseFilter filter = new ZeroPhaseFilter(BiquadCascade.butterworth(2, 0.25));
        int inside = 0;
        int all = 0;
        for (int log = 0; log < logs; log++) {
            double[][] noise = new double[3][SAMPLES];
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < SAMPLES; k++) {
                    noise[j][k] = NOISE[j] * random.nextGaussian();
                }
                if (filtered) {
                    filter.apply(noise[j], noise[j]);
                }
                for (int k = 0; k < SAMPLES; k++) {
                    noise[j][k] += outliers > 0 && random.nextInt(25) == 0 ? outliers * random.nextGaussian() : 0;
                }
            }
            RowSource noisy = new Noisy(equations, noise);
            LinearEstimate estimate = method.apply(noisy);
            ErrorAnalysis errors = ErrorAnalysis.of(noisy, estimate);
            for (int c = 0; c < truth.length; c++) {
                if (estimate.isEstimated(c)) {
                    all++;
                    inside += Math.abs(estimate.value(c) - truth[c]) <= 1.96 * errors.deviation(c) ? 1 : 0;
                }
            }
        }
        return 100.0 * inside / all;
    }

    private static LinearEstimate weighted(RowSource rows) {
        return LeastSquares.weighted(JointFactors.of(rows));
    }

    @Test
    void intervalsCoverTheTruthIfNoiseIsWhite() {
        double percent = coverage(LOGS, false, CoverageTest::weighted, 0);
        double chance = LOGS < 1000 ? 1.5 : 0;
        assertTrue(percent >= 93 - chance && percent <= 97 + chance, percent + " % of " + LOGS + " logs");
    }

    @Test
    void intervalsCoverTheTruthIfNoiseIsFiltered() {
        double percent = coverage(LOGS, true, CoverageTest::weighted, 0);
        double chance = LOGS < 1000 ? 2.5 : 0;
        assertTrue(percent >= 90 - chance && percent <= 98, percent + " % of " + LOGS + " logs");
    }

    /** Outliers make intervals neither too narrow nor so wide that they say nothing. */
    @ParameterizedTest
    @EnumSource(Loss.class)
    void intervalsOfRobustEstimatesCoverTheTruth(Loss loss) {
        Function<RowSource, LinearEstimate> method =
                rows -> RobustLeastSquares.estimate(rows, loss, LeastSquares.all(rows.columns()), model.prior());
        double percent = coverage(Math.max(15, LOGS / 4), false, method, 10);
        assertTrue(percent >= 90 && percent <= 98, percent + " %");
    }
}
