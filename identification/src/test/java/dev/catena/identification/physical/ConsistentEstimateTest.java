package dev.catena.identification.physical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.identification.Tx40;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.TimeSlice;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Physically consistent estimates of a measured robot. */
class ConsistentEstimateTest {
    private static final ObservationModel model = Tx40.model();
    private static final JointFactors train = JointFactors.of(new TimeSlice(Tx40.rows(), 0, 6));
    private static final JointFactors test = JointFactors.of(new TimeSlice(Tx40.rows(), 6, 9));
    private static final LinearEstimate weighted = LeastSquares.weighted(train);

    private ConsistentEstimate estimate() {
        return ConsistentEstimate.of(model, weighted);
    }

    /** It predicts the part that was not fitted better than plain least squares on most joints. */
    @Test
    void theTestPartIsPredictedAsWellAsTheReferenceDoes() {
        double[] most = {1.72, 1.59, 1.02, .58, .99, .72};
        ConsistentEstimate estimate = estimate();
        for (int j = 0; j < 6; j++) {
            double rms = test.residual(j, estimate.base());
            assertTrue(rms <= 1.02 * most[j], "joint %s: %s".formatted(j + 1, rms));
        }
        assertTrue(estimate.gap() < 1e-6, "gap " + estimate.gap());
    }

    @Test
    void everyBodyIsOneAndFrictionBrakes() {
        double[] chi = estimate().standard();
        for (int b = 0; b < 6; b++) {
            assertTrue(
                    PseudoInertia.cholesky(PseudoInertia.of(chi, PseudoInertia.PARAMETERS * b)).length > 0,
                    "body " + b);
        }
        for (int k = 60; k < chi.length; k++) {
            assertTrue(
                    !model.standard().get(k).nonNegative() || chi[k] > 0,
                    model.standard().get(k).name());
        }
    }

    /** At the solution of a convex problem no feasible direction leads downward: also not that to least squares. */
    @Test
    void noOtherConsistentParametersFitBetter() {
        ConsistentEstimate free = ConsistentEstimate.of(model, weighted, 1e-3, List.of());
        ConsistentEstimate held = ConsistentEstimate.of(model, weighted, 10, List.of());
        double[] noise = weighted.noise();
        double atFree = 0;
        double atHeld = 0;
        double atLeast = 0;
        for (int j = 0; j < 6; j++) {
            atFree += Math.pow(train.residual(j, free.base()) / noise[j], 2) * train.rows(j);
            atHeld += Math.pow(train.residual(j, held.base()) / noise[j], 2) * train.rows(j);
            atLeast += Math.pow(train.residual(j, weighted.values()) / noise[j], 2) * train.rows(j);
        }
        assertTrue(atLeast < atFree && atFree < atHeld, atLeast + " " + atFree + " " + atHeld);
        assertTrue(atFree < 1.1 * atLeast, atFree + " beside " + atLeast);
    }

    @Test
    void theRobotPassesStrictAndHasTheBaseParameters(@TempDir Path folder) throws IOException {
        ConsistentEstimate estimate = estimate();
        List<String> notes = new ArrayList<>();
        RobotModel robot = IdentifiedRobot.of(model, estimate.standard(), notes);
        Path file = folder.resolve("identified.yaml");
        RobotFiles.write(robot, file);
        RobotModel read = RobotFiles.read(file, ReadOptions.DEFAULT.asStrict());
        double[] inFile = ObservationModel.of(read, Tx40.drives()).prior();
        for (int c = 0; c < inFile.length; c++) {
            String name = model.columns().get(c).name();
            if (!name.startsWith("OF") && !name.contains("+")) {
                assertEquals(estimate.base()[c], inFile[c], 1e-9 * (1 + Math.abs(inFile[c])), name);
            }
        }
        assertTrue(notes.stream().anyMatch(note -> note.contains("OF(joint_1)")), notes.toString());
        assertTrue(notes.stream().anyMatch(note -> note.contains("FV(joint_5+joint_6)")), notes.toString());
    }

    @Test
    void boundsAreKept() {
        List<LinearBound> bounds = new ArrayList<>(LinearBound.massBetween(1, 3, 4));
        bounds.addAll(LinearBound.centerIn(1, new Vector3(0, -0.05, -0.5), new Vector3(0.3, 0.05, 0.5)));
        double[] chi = ConsistentEstimate.of(model, weighted, 1e-3, bounds).standard();
        double mass = chi[19];
        assertTrue(mass > 3 && mass < 4, "mass " + mass);
        assertTrue(Math.abs(chi[17] / mass) < 0.05, "center " + chi[17] / mass);
        assertThrows(
                IllegalArgumentException.class,
                () -> ConsistentEstimate.of(model, weighted, 1e-3, LinearBound.massBetween(1, 100, 200)));
    }
}
