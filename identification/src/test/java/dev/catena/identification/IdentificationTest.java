package dev.catena.identification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.log.LogSampling;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.RowSource;
import dev.catena.identification.observation.TimeSlice;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From logs to robots, and what is said about logs that are not as they should be. */
class IdentificationTest {
    private final RobotModel robot = robot();

    private static RobotModel robot() {
        RobotModel plain =
                RandomRobots.chain(5, 3).friction().reflectedInertia().build();
        RobotModelBuilder builder = plain.toBuilder();
        plain.movingJoints()
                .forEach(joint ->
                        builder.replace(joint.with(JointLimits.position(-4, 4).withVelocity(10))));
        return builder.build();
    }

    private MotionLog log(long seed) {
        return SimulatedLog.withNoise(SimulatedLog.of(robot, seed, 600, 0.01, 2), new Random(seed), 0.02, 0.02, 0.02);
    }

    private static MotionLog changed(MotionLog log, double positions, double efforts) {
        MotionSegment segment = log.segments().get(0);
        return new MotionLog(
                log.name(),
                List.of(new MotionSegment(
                        0,
                        segment.interval(),
                        times(segment.position(), positions),
                        times(segment.velocity().orElseThrow(), positions),
                        times(segment.acceleration().orElseThrow(), positions),
                        times(segment.effort(), efforts))),
                List.of());
    }

    private static double[][] times(double[][] signal, double factor) {
        return Arrays.stream(signal)
                .map(x -> Arrays.stream(x).map(v -> factor * v).toArray())
                .toArray(double[][]::new);
    }

    private Identification identification() {
        return Identification.of(NoiseFreeTest.wrong(robot)).signals(SignalOptions.unfiltered());
    }

    @Test
    void aGoodLogGivesARobotThatPredictsAnother() {
        IdentificationResult result =
                identification().validation(List.of(log(12))).run(List.of(log(11)));
        assertTrue(result.isUsable(), result.verdict());
        assertTrue(result.verdict().startsWith("The model can be used"), result.verdict());
        assertEquals(List.of(), result.undetermined());
        assertEquals(3, result.robot().jointCount());
        for (JointFit joint : result.validation().get(0).joints()) {
            assertEquals(0.02, joint.residual(), 0.008, joint.joint());
        }
    }

    /** Parts of a source have its rows, each from a model of its own. */
    @Test
    void stretchesOfLogsHaveAllRows() {
        ObservationModel model = ObservationModel.of(robot, DriveModel.standard());
        for (SignalOptions signals : List.of(SignalOptions.unfiltered(), SignalOptions.forBandwidth(10, 0.01))) {
            LogRows rows = new LogRows(model, List.of(log(11), log(12), log(13)), signals);
            List<double[]> all = rows(List.of(new TimeSlice(rows, 1, 4)));
            List<RowSource> parts = new TimeSlice(rows, 1, 4).parts();
            List<double[]> some = rows(parts);
            assertEquals(3, parts.size());
            assertEquals(all.size(), some.size());
            for (int k = 0; k < all.size(); k++) {
                assertArrayEquals(all.get(k), some.get(k), 0);
            }
        }
    }

    private static List<double[]> rows(List<? extends RowSource> sources) {
        List<double[]> rows = new ArrayList<>();
        for (RowSource source : sources) {
            source.forEach(new RowSource.RowSink() {
                @Override
                public void row(int joint, double time, double[] row, double effort) {
                    double[] all = Arrays.copyOf(row, row.length + 3);
                    all[row.length] = joint;
                    all[row.length + 1] = time;
                    all[row.length + 2] = effort;
                    rows.add(all);
                }

                @Override
                public void gap() {
                    rows.add(new double[0]);
                }
            });
        }
        return rows;
    }

    @Test
    void everyMethodFindsTheParameters() {
        for (Method method : Method.values()) {
            IdentificationResult result = identification().method(method).run(List.of(log(11)));
            assertTrue(result.isUsable(), method + ": " + result.verdict());
        }
    }

    @Test
    void theRestOfALogIsPredicted() {
        IdentificationResult result = identification().fitUntil(4).run(List.of(log(11)));
        assertEquals("from 4.0 s on", result.validation().get(0).log());
        assertEquals(200, result.validation().get(0).joints().get(0).rows());
        assertEquals(400, result.training().joints().get(0).rows());
    }

    /** Efforts that have nothing to do with the motion. */
    @Test
    void aLogThatCannotBeExplainedNamesTheJoint() {
        MotionLog good = log(11);
        double[][] effort = Arrays.stream(good.segments().get(0).effort())
                .map(double[]::clone)
                .toArray(double[][]::new);
        Random random = new Random(3);
        for (int k = 0; k < effort[1].length; k++) {
            effort[1][k] = 5 * random.nextGaussian();
        }
        IdentificationResult result = identification().run(List.of(SimulatedLog.withEfforts(good, effort)));
        assertFalse(result.isUsable());
        String joint = robot.jointNames().get(1);
        assertTrue(result.failures().stream().anyMatch(text -> text.contains("\"" + joint + "\"")), result.verdict());
    }

    @Test
    void aValidationThatFailsIsNotHidden() {
        IdentificationResult result =
                identification().validation(List.of(changed(log(12), 1, 1.6))).run(List.of(log(11)));
        assertFalse(result.isUsable());
        assertTrue(result.verdict().contains("validation"), result.verdict());
    }

    /** Where the fitted log is off, the given model may be better, however well both predict. */
    @Test
    void aModelThatPredictsWorseThanTheGivenOneIsNotUsable() {
        Identification exact =
                Identification.of(robot).signals(SignalOptions.unfiltered()).validation(List.of(log(12)));
        IdentificationResult worse = exact.run(List.of(changed(log(11), 1, 1.06)));
        assertFalse(worse.isUsable());
        assertThat(worse.failures())
                .hasSize(robot.jointCount())
                .allMatch(failure -> failure.startsWith("the given model predicts"));
        JointFit joint = worse.validation().get(0).joints().get(0);
        assertEquals(0.02, joint.given(), 0.004);
        assertTrue(joint.residual() > 2 * joint.given());
        IdentificationResult alike = exact.run(List.of(log(11)));
        assertTrue(alike.isUsable(), alike.verdict());
    }

    @Test
    void otherUnitsAreNoticed() {
        assertTrue(verdict(changed(log(11), 180 / Math.PI, 1)).contains("degrees"));
        assertTrue(verdict(changed(log(11), 1, 1 / 60.0)).contains("without a gear ratio"));
        assertTrue(verdict(changed(log(11), 1, 1000)).contains("other units"));
        assertTrue(verdict(changed(log(11), 1, 5)).contains("either it is very rough"));
    }

    /** Velocities of a log whose times are milliseconds, or minutes. */
    @Test
    void otherClocksAreNoticed() {
        MotionSegment segment = log(11).segments().get(0);
        for (double clock : new double[] {1e3, 1 / 60.0}) {
            MotionLog log = new MotionLog(
                    "clock",
                    List.of(new MotionSegment(
                            0,
                            clock * segment.interval(),
                            segment.position(),
                            times(segment.velocity().orElseThrow(), 1 / clock),
                            times(segment.acceleration().orElseThrow(), 1 / (clock * clock)),
                            segment.effort())),
                    List.of());
            assertTrue(verdict(log).contains(clock > 1 ? "milliseconds" : "in seconds?"), verdict(log));
        }
    }

    private String verdict(MotionLog log) {
        return identification().run(List.of(log)).findings().toString();
    }

    @Test
    void aJointThatNeverMovesIsNamedAndTheRestEstimated() {
        MotionSegment segment = log(11).segments().get(0);
        double[][] q = segment.position().clone();
        double[][] qd = segment.velocity().orElseThrow().clone();
        double[][] qdd = segment.acceleration().orElseThrow().clone();
        Random random = new Random(2);
        q[2] = random.doubles(600, 0.3, 0.3001).toArray();
        qd[2] = random.doubles(600, -1e-3, 1e-3).toArray();
        qdd[2] = new double[600];
        MotionLog still =
                new MotionLog("still", List.of(new MotionSegment(0, 0.01, q, qd, qdd, segment.effort())), List.of());
        IdentificationResult result = identification().run(List.of(still));
        String joint = robot.jointNames().get(2);
        assertTrue(result.findings().stream()
                .anyMatch(finding -> finding.text().contains("\"" + joint + "\" never moves")));
        assertTrue(result.undetermined().size() > 3, result.undetermined().toString());
        assertEquals(0, result.training().joints().get(2).rows());
        assertTrue(result.estimate().estimated() > 5);
    }

    @Test
    void gapsRepeatedTimesAndMissingNumbersAreLeftOut() {
        MotionSegment segment = log(11).segments().get(0);
        int n = segment.length();
        double[] times = new double[n];
        double[][] rows = new double[n][6];
        for (int k = 0; k < n; k++) {
            times[k] = k * 0.01 + (k >= 300 ? 0.5 : 0);
            for (int j = 0; j < 3; j++) {
                rows[k][j] = segment.position()[j][k];
                rows[k][3 + j] = segment.effort()[j][k];
            }
        }
        times[100] = times[99];
        rows[150][4] = Double.NaN;
        MotionLog log = LogSampling.of("gaps", times, rows, 3, false, false);
        assertEquals(2, log.segments().size());
        assertTrue(log.notes().toString().contains("gap from"), log.notes().toString());
        assertTrue(
                log.notes().toString().contains("1 rows repeat the time"),
                log.notes().toString());
        assertTrue(
                log.notes().toString().contains("1 rows lack a number"),
                log.notes().toString());
        // what is missing was interpolated: cubics leave an error of h⁴
        assertEquals(segment.position()[0][150], log.segments().get(0).position()[0][150], 1e-6);
    }

    @Test
    void logsThatAreTooShortOrNarrowSayWhatIsNeeded() {
        MotionSegment segment = log(11).segments().get(0);
        MotionLog brief = new MotionLog("brief", List.of(segment.part(0, 30)), List.of());
        Identification filtered = Identification.of(robot).signals(SignalOptions.forBandwidth(5, 0.01));
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> filtered.run(List.of(brief)))
                .getMessage());
        assertTrue(message.contains("too few for the filters"), message);
        MotionLog narrow = new MotionLog(
                "narrow",
                List.of(new MotionSegment(
                        0, 0.01, Arrays.copyOf(segment.position(), 2), null, null, Arrays.copyOf(segment.effort(), 2))),
                List.of());
        String other = String.valueOf(assertThrows(
                        IllegalArgumentException.class, () -> identification().run(List.of(narrow)))
                .getMessage());
        assertTrue(other.contains("has 2 joints") && other.contains("has 3"), other);
        assertThrows(
                IllegalArgumentException.class,
                () -> LogSampling.of(
                        "short", new double[] {0, 1}, new double[][] {{1, 2}, {1, 2, 3}}, 1, false, false));
        assertThrows(
                IllegalArgumentException.class,
                () -> LogSampling.of("still", new double[] {1, 1}, new double[][] {{1, 2}, {1, 2}}, 1, false, false));
    }

    /** A sensor that is not connected shows nothing, which no model may be said to explain. */
    @Test
    void effortsThatNeverChangeAreNotExplained() {
        IdentificationResult silent = Identification.of(robot).run(List.of(changed(log(1), 1, 0)));
        assertThat(silent.isUsable()).isFalse();
        assertThat(silent.verdict()).startsWith("Do not use").contains("never change");
        IdentificationResult predicted = Identification.of(robot)
                .validation(List.of(changed(log(2), 1, 0)))
                .run(List.of(log(1)));
        assertThat(predicted.isUsable()).isFalse();
        assertThat(predicted.verdict()).contains("validation");
    }

    @Test
    void effortsOfTheOtherSignAreNoticed() {
        MotionLog opposite = changed(log(1), 1, -1);
        String said;
        try {
            said = Identification.of(robot).run(List.of(opposite)).failures().toString();
        } catch (IllegalArgumentException e) {
            said = String.valueOf(e.getMessage());
        }
        assertThat(said).contains("another sign").contains(robot.jointNames());
        assertThat(Identification.of(robot).run(List.of(log(1))).failures()).isEmpty();
    }

    /** What drives seem to have is then larger than the inertias of bodies by more than sixteen digits. */
    @Test
    void timesInNanosecondsAreNoticed() {
        RobotModel panda = ShippedRobots.load("panda");
        MotionSegment segment =
                SimulatedLog.of(panda, 1, 600, 0.01, 2).segments().get(0);
        MotionLog slow = new MotionLog(
                "slow",
                List.of(new MotionSegment(
                        0, 1e9 * segment.interval(), segment.position(), null, null, segment.effort())),
                List.of());
        assertThatThrownBy(() -> Identification.of(panda)
                        .signals(new SignalOptions(10, 4, 20, Decimation.by()))
                        .run(List.of(slow)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be in seconds");
    }

    @Test
    void aRobotThatRestsShowsNothing() {
        MotionLog resting = SimulatedLog.of(robot, 1, 600, 0.01, 0);
        assertThatThrownBy(() -> Identification.of(robot).run(List.of(resting)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no joint of robot");
    }

    /** A model that was tried on nothing was not tried. */
    @Test
    void whatIsPredictedIsSomething() {
        assertThatThrownBy(() -> Identification.of(robot).fitUntil(1000).run(List.of(log(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing to predict in \"from 1000.0 s on\"");
        MotionLog resting = SimulatedLog.of(robot, 1, 600, 0.01, 0);
        assertThatThrownBy(() ->
                        Identification.of(robot).validation(List.of(resting)).run(List.of(log(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing to predict");
    }
}
