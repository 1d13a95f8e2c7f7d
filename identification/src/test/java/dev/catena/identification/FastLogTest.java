package dev.catena.identification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs without noise of arms with slides, of positions and efforts alone, sampled far faster than the filter passes. */
class FastLogTest {
    private static RobotModel arm(long seed) {
        return RandomRobots.chain(seed, 5)
                .prismaticShare(0.4)
                .reflectedInertia()
                .build();
    }

    private static MotionLog log(long seed, int samples, double interval) {
        MotionSegment exact = SimulatedLog.of(arm(seed), seed, samples, interval, 2)
                .segments()
                .get(0);
        return new MotionLog(
                "fast",
                List.of(new MotionSegment(0, interval, exact.position(), null, null, exact.effort())),
                List.of());
    }

    private static Identification identification(long seed) {
        return Identification.of(NoiseFreeTest.wrong(arm(seed)))
                .drives(DriveModel.of(DriveTerm.REFLECTED_INERTIA, DriveTerm.VISCOUS));
    }

    /** What the filter makes of the ends lasts longer in samples the more of them there are. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 2e-3, 0.01})
    void equationsBeginWhereTheFilterHasForgottenTheEnds(double interval) {
        for (long seed : new long[] {1, 2, 4}) {
            IdentificationResult result =
                    identification(seed).run(List.of(log(seed, (int) Math.round(3 / interval), interval)));
            assertThat(result.isUsable()).as(result.verdict()).isTrue();
            assertThat(result.consistent().gap()).isLessThan(1e-6);
            for (JointFit joint : result.training().joints()) {
                assertThat(joint.relative())
                        .as("joint %s of arm %s", joint.joint(), seed)
                        .isLessThan(0.5);
            }
        }
    }

    /** Equations with the ends in them, which bodies explain only with parameters near the edge of what they can have. */
    @Test
    void theSearchGoesOnNearTheEdgeOfWhatBodiesCanHave() {
        SignalOptions withEnds = new SignalOptions(10, 4, 20, Decimation.by(5, 5));
        IdentificationResult result = identification(4).signals(withEnds).run(List.of(log(4, 3000, 1e-3)));
        assertThat(result.consistent().gap()).isLessThan(1e-6);
    }

    /** Efforts of negative reflected inertias, exact or nearly so: no bodies have them, and the best that bodies can do is found. */
    @ParameterizedTest
    @CsvSource({"1e-3, 1e-3", "1e-3, 1e-9", "1e-3, 1e-300", "1e-6, 1e-3", "1e-6, 1e-9", "1e-6, 1e-300"})
    void exactEffortsThatNoBodiesHave(double weight, double rounding) {
        MotionLog log = pushing(arm(5), 5, 0.5, rounding);
        IdentificationResult result = identification(5).priorWeight(weight).run(List.of(log));
        assertThat(result.consistent().gap()).isFinite();
        assertThat(result.consistent().steps()).isLessThan(60);
        assertThat(result.isUsable()).as(result.verdict()).isTrue();
        for (JointFit joint : result.training().joints()) {
            assertThat(joint.relative()).as(joint.joint()).isLessThan(1);
        }
    }

    /** They would need masses without end. */
    @Test
    void aSearchThatEndedEarlyIsNoResult() {
        RobotModel robot = ShippedRobots.load("two-link");
        MotionLog log = pushing(robot, 3, 119, 1e-300);
        IdentificationResult result =
                Identification.of(robot).signals(SignalOptions.unfiltered()).run(List.of(log));
        assertThat(result.consistent().gap()).isInfinite();
        assertThat(result.isUsable()).isFalse();
        assertThat(result.failures()).anyMatch(failure -> failure.contains("search ended early"));
        assertThat(result.verdict()).startsWith("Do not use");
    }

    /** A motion and its efforts, less those of some inertia of each joint, rounded. */
    private static MotionLog pushing(RobotModel robot, long seed, double inertia, double rounding) {
        MotionSegment exact =
                SimulatedLog.of(robot, seed, 300, 0.01, 2).segments().get(0);
        double[][] effort = exact.effort();
        double[][] acceleration = exact.acceleration().orElseThrow();
        for (int j = 0; j < effort.length; j++) {
            for (int k = 0; k < effort[j].length; k++) {
                double pushed = effort[j][k] - inertia * acceleration[j][k];
                effort[j][k] = rounding > 1e-100 ? Math.rint(pushed / rounding) * rounding : pushed;
            }
        }
        return SimulatedLog.withEfforts(new MotionLog("pushing", List.of(exact), List.of()), effort);
    }
}
