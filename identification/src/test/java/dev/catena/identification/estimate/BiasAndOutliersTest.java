package dev.catena.identification.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.identification.SimulatedLog;
import dev.catena.identification.estimate.RobustLeastSquares.Loss;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.InstrumentedRows;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.physical.ConsistentEstimate;
import dev.catena.identification.signal.FourierProjection;
import dev.catena.identification.signal.JointMotion;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What plain least squares get wrong: outliers, noisy positions, friction that falls with speed. */
class BiasAndOutliersTest {
    private final RobotModel robot =
            RandomRobots.chain(5, 2).friction().reflectedInertia().build();
    private final ObservationModel model = ObservationModel.of(robot, DriveModel.standard());

    @ParameterizedTest
    @EnumSource(Loss.class)
    void outliersAreLeftAside(Loss loss) {
        MotionLog clean = SimulatedLog.of(robot, 6, 600, 0.02, 2);
        Random random = new Random(1);
        double[][] effort = SimulatedLog.withNoise(clean, random, 0.05, 0.02)
                .segments()
                .get(0)
                .effort();
        for (double[] ofJoint : effort) {
            for (int k = 0; k < ofJoint.length; k += 12) {
                ofJoint[k] += 20;
            }
        }
        HeldRows rows = HeldRows.of(
                new LogRows(model, List.of(SimulatedLog.withEfforts(clean, effort)), SignalOptions.unfiltered()));
        double plain = distance(LeastSquares.weighted(JointFactors.of(rows)).values(), model.prior());
        LinearEstimate robust = RobustLeastSquares.estimate(
                rows,
                loss,
                LeastSquares.all(model.columns().size()),
                new double[model.columns().size()]);
        double left = distance(robust.values(), model.prior());
        assertTrue(left < plain / 10, left + " beside " + plain);
        double[] bodies = ConsistentEstimate.of(model, robust).base();
        assertTrue(distance(bodies, model.prior()) < plain / 10, "bodies are led astray");
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (a[k] - b[k]) * (a[k] - b[k]);
        }
        return Math.sqrt(sum);
    }

    /** Differences of noisy positions make inertias too small; the periodic motion as instrument does not. */
    @Test
    void instrumentsTakeAwayTheBiasOfNoisyPositions() {
        double period = 6;
        MotionLog clean = SimulatedLog.of(robot, 6, 600, period / 600, 2);
        Random random = new Random(2);
        MotionSegment segment = clean.segments().get(0);
        double[][] noisy = new double[2][600];
        for (int j = 0; j < 2; j++) {
            for (int k = 0; k < 600; k++) {
                noisy[j][k] = segment.position()[j][k] + 2e-4 * random.nextGaussian();
            }
        }
        MotionSegment measured = new MotionSegment(
                0,
                segment.interval(),
                noisy,
                null,
                null,
                SimulatedLog.withNoise(clean, random, 0.01, 0.01)
                        .segments()
                        .get(0)
                        .effort());
        FourierProjection projection = FourierProjection.of(measured, period, 5);
        assertEquals(2e-4, projection.noise(0), 3e-5);
        SignalOptions raw = SignalOptions.unfiltered();
        LogRows rows = new LogRows(model, List.of(new MotionLog("noisy", List.of(measured), List.of())), raw);
        LinearEstimate plain = LeastSquares.weighted(JointFactors.of(rows));
        InstrumentalVariables instrumental = InstrumentalVariables.of(
                new InstrumentedRows(model, List.of(JointMotion.of(measured, raw)), List.of(projection.motion())),
                plain.noise());
        int inertia = 0;
        for (int c = 0; c < model.columns().size(); c++) {
            inertia = model.columns().get(c).name().startsWith("IA") ? c : inertia;
        }
        double truth = model.prior()[inertia];
        double biased = Math.abs(plain.value(inertia) - truth);
        double unbiased = Math.abs(instrumental.values()[inertia] - truth);
        assertTrue(unbiased < biased / 5, unbiased + " beside " + biased + " of " + truth);
        double near = distance(instrumental.values(), model.prior());
        assertTrue(near < distance(plain.values(), model.prior()), near + " away");
    }

    @Test
    void stribeckVelocitiesAreFound() {
        MotionLog clean = SimulatedLog.of(robot, 6, 1500, 0.01, 2);
        double[] velocity = {0.08, 0.3};
        double[][] effort = SimulatedLog.withNoise(clean, new Random(3), 0.01, 0.01)
                .segments()
                .get(0)
                .effort();
        MotionSegment segment = clean.segments().get(0);
        for (int j = 0; j < 2; j++) {
            for (int k = 0; k < segment.length(); k++) {
                double v = segment.velocity().orElseThrow()[j][k];
                effort[j][k] += 3
                        * Math.exp(-v * v / (velocity[j] * velocity[j]))
                        * model.drives().direction(j, v);
            }
        }
        MotionLog log = SimulatedLog.withEfforts(clean, effort);
        DriveModel found = StribeckSearch.search(
                model, columns -> new LogRows(columns, List.of(log), SignalOptions.unfiltered()), 0.01, 1);
        for (int j = 0; j < 2; j++) {
            assertEquals(1, found.stribeckVelocities(j)[0] / velocity[j], 0.1, "joint " + j);
        }
        ObservationModel complete = ObservationModel.of(robot, found);
        assertTrue(found.has(DriveTerm.STRIBECK));
        LinearEstimate estimate =
                LeastSquares.weighted(JointFactors.of(new LogRows(complete, List.of(log), SignalOptions.unfiltered())));
        for (int c = 0; c < complete.columns().size(); c++) {
            if (complete.columns().get(c).name().startsWith("FS")) {
                assertEquals(
                        3, estimate.value(c), 0.2, complete.columns().get(c).name());
            }
        }
    }
}
