package dev.catena.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.motion.LimitViolation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Watching sample by sample finds what looking at all of them finds. */
class LimitWatchTest {
    private static final SpatialInertia LINK =
            SpatialInertia.aboutCenterOfMass(1, Vector3.X, InertiaTensor.diagonal(1, 1, 1));
    private static final RobotModel ROBOT = RobotModel.builder("arm")
            .link(Joint.revolute("shoulder", "base", "upper").with(new JointLimits(-1, 2, 3, 4, 5)), LINK)
            .link(Joint.revolute("elbow", "upper", "lower"), LINK)
            .build();

    private static double[] numbers(Random random) {
        return new double[] {6 * random.nextGaussian(), random.nextGaussian()};
    }

    @Test
    void findsWhatTheWholeTrajectoryShows() {
        for (double tolerance : new double[] {0, 0.3}) {
            Random random = new Random(5);
            int samples = 700;
            TrajectoryTorques whole = new TrajectoryTorques(ROBOT, samples);
            LimitWatch watch = new LimitWatch(ROBOT, tolerance);
            List<String> exceeded = new ArrayList<>();
            for (int k = 0; k < samples; k++) {
                double[][] x = {numbers(random), numbers(random), numbers(random), numbers(random)};
                whole.add(0.1 * k, x[0], x[1], x[1], x[1], x[2], x[3]);
                watch.add(0.1 * k, x[0], x[1], x[2], x[3]);
                exceeded.add(watch.exceeded());
            }
            double[] times = whole.times();
            List<LimitViolation> violations = whole.violations(tolerance);
            assertThat(watch.stretches())
                    .containsExactlyElementsOf(violations.stream()
                            .map(v -> new LimitWatch.Stretch(
                                    v.joint(),
                                    v.kind(),
                                    v.limit(),
                                    v.value(),
                                    times[v.worst()],
                                    times[v.from()],
                                    times[v.to()]))
                            .toList());
            assertThat(watch.stretchCount()).isEqualTo(violations.size()).isGreaterThan(100);
            for (int k = 0; k < samples; k++) {
                int sample = k;
                assertThat(exceeded.get(k))
                        .isEqualTo(String.join(
                                "; ",
                                violations.stream()
                                        .filter(v -> v.from() <= sample && sample <= v.to())
                                        .map(v -> v.joint() + " " + v.kind().words())
                                        .toList()));
            }
            for (int j = 0; j < 2; j++) {
                double[][] series = {whole.position(j), whole.velocity(j), whole.torque(j), whole.torqueRate(j)};
                Kind[] kinds = {Kind.UPPER_POSITION, Kind.VELOCITY, Kind.EFFORT, Kind.EFFORT_RATE};
                for (int s = 0; s < series.length; s++) {
                    int peak = TrajectoryTorques.peak(series[s]);
                    assertThat(watch.peak(j, kinds[s])).isEqualTo(new LimitWatch.Peak(series[s][peak], times[peak]));
                }
            }
            assertThat(watch.samples()).isEqualTo(samples);
            assertThat(watch.start()).isZero();
            assertThat(watch.end()).isEqualTo(times[samples - 1]);
        }
    }

    @Test
    void countsAllStretchesAndKeepsTheFirst() {
        LimitWatch watch = new LimitWatch(ROBOT, 0);
        double[] still = {0, 0};
        for (int k = 0; k < 2 * LimitWatch.MOST + 3; k++) {
            watch.add(k, still, new double[] {k % 2 == 0 ? 4 : 0, 0}, still, still);
        }
        assertThat(watch.stretchCount()).isEqualTo(LimitWatch.MOST + 2);
        assertThat(watch.stretches()).hasSize(LimitWatch.MOST);
        assertThat(watch.stretches().get(LimitWatch.MOST - 1).time()).isEqualTo(2 * LimitWatch.MOST - 2);
    }

    @Test
    void torquesThatAreNotFiniteAreRefused() {
        LimitWatch watch = new LimitWatch(ROBOT, 0);
        double[] zeros = new double[2];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> watch.add(1.5, zeros, zeros, new double[] {0, Double.NaN}, zeros))
                .withMessageContaining("torque of elbow at sample 0 (1.5 s) is not finite");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LimitWatch(ROBOT, -1))
                .withMessageContaining("tolerance is -1.0");
    }
}
