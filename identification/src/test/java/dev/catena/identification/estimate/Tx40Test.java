package dev.catena.identification.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.identification.Tx40;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.TimeSlice;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A measured robot: rows, columns and estimates of the recipe that they were published with. */
class Tx40Test {
    private static ObservationModel model;
    private static HeldRows rows;
    private static JointFactors factors;

    /** The publication has no column of its own for the reflected inertia of joint 6. */
    private static boolean[] published;

    @BeforeAll
    static void read() {
        model = Tx40.model();
        rows = Tx40.rows();
        factors = JointFactors.of(rows);
        published = LeastSquares.all(61);
        for (int c = 0; c < 61; c++) {
            published[c] = !model.columns().get(c).name().equals("IA(joint_6)");
        }
    }

    private static LinearEstimate ordinary() {
        return LeastSquares.ordinary(factors, published, new double[61]);
    }

    private static LinearEstimate weighted(JointFactors data) {
        return LeastSquares.weighted(data, published, new double[61]);
    }

    @Test
    void rowsAndColumnsAreThoseOfThePublication() {
        int[] expected = {350, 347, 347, 347, 343, 342};
        for (int j = 0; j < 6; j++) {
            assertEquals(expected[j], factors.rows(j), "joint " + (j + 1));
        }
        assertEquals(61, model.columns().size());
        DriveModel drives = Tx40.drives().withoutReflectedInertia(5);
        assertEquals(60, ObservationModel.of(Tx40.robot(), drives).columns().size());
        LinearEstimate ordinary = ordinary();
        assertEquals(60, ordinary.estimated());
        assertEquals(1031, ordinary.condition(), 1);
        assertEquals(22.6, ordinary.unitCondition(), 0.05);
    }

    @Test
    void residualsAreThoseOfTheReference() {
        assertResiduals(ordinary(), 0.001, 1.504, 1.470, 1.026, .498, .955, .564);
        assertResiduals(weighted(factors), 0.001, 1.543, 1.509, 1.001, .459, .949, .553);
    }

    private static void assertResiduals(LinearEstimate estimate, double tolerance, double... expected) {
        for (int j = 0; j < 6; j++) {
            assertEquals(
                    expected[j], factors.residual(j, estimate.values()), tolerance * expected[j] + 5e-4, "joint " + j);
        }
    }

    /** Names of the columns as they were published. */
    private static Map<String, Integer> published() {
        Map<String, Integer> index = new HashMap<>();
        for (int c = 0; c < model.columns().size(); c++) {
            String name = model.columns().get(c).name().replace("*", "");
            String symbol = name.substring(0, name.indexOf('('));
            String owner = name.substring(name.indexOf('(') + 1, name.length() - 1);
            String number = owner.substring(owner.length() - 1);
            String motor = owner.contains("+") ? "m" : "";
            String known = switch (symbol) {
                case "IA" -> "Ia" + motor;
                case "FV" -> "fv" + motor;
                case "FC" -> "fs" + motor;
                case "OF" -> "off";
                case "MX", "MY", "MZ", "M" -> symbol.toLowerCase(Locale.ROOT);
                default -> "I" + symbol.toLowerCase(Locale.ROOT);
            };
            index.put(known + number, c);
        }
        return index;
    }

    private static int at(Map<String, Integer> index, String name) {
        return Objects.requireNonNull(index.get(name), name);
    }

    /** Catena's frame of link 2 lies 35 mm higher, and its frame of link 4 is turned by half a turn. */
    private static double inPublishedFrames(Map<String, Integer> index, String name, LinearEstimate estimate) {
        double value = estimate.value(at(index, name));
        return switch (name) {
            case "Ixz2" -> value - 0.035 * estimate.value(at(index, "mx2"));
            case "Iyz2" -> value - 0.035 * estimate.value(at(index, "my2"));
            case "Ixz4", "Iyz4", "mx4", "my4" -> -value;
            default -> value;
        };
    }

    @Test
    void estimatesAreThoseOfTheReference() {
        Map<String, Integer> index = published();
        LinearEstimate ordinary = ordinary();
        LinearEstimate weighted = weighted(factors);
        int compared = 0;
        for (String line : Tx40.lines("tx40-estimates.csv").subList(1, 61)) {
            String[] field = line.split(",", -1);
            int c = at(index, field[0]);
            double deviation = Double.parseDouble(field[3]);
            assertEquals(
                    Double.parseDouble(field[1]),
                    inPublishedFrames(index, field[0], ordinary),
                    0.002 * deviation,
                    field[0]);
            assertEquals(
                    Double.parseDouble(field[2]),
                    inPublishedFrames(index, field[0], weighted),
                    0.002 * deviation,
                    field[0]);
            assertEquals(1, weighted.whiteDeviation(c) / deviation, 0.05, field[0]);
            compared++;
        }
        assertEquals(60, compared);
    }

    @Test
    void estimatesAgreeWithThePublishedOnes() {
        Map<String, Integer> index = published();
        LinearEstimate weighted = weighted(factors);
        int compared = 0;
        for (String line : Tx40.lines("published-base-parameters.csv")) {
            String[] field = line.trim().split(",", -1);
            String name = field[0].split(" ", -1)[0];
            double value = Double.parseDouble(field[3]);
            double percent = Double.parseDouble(field[4]);
            int c = at(index, name);
            if (percent < 5) {
                assertEquals(1, inPublishedFrames(index, name, weighted) / value, 0.03, name);
                assertEquals(1, 100 * weighted.whiteDeviation(c) / Math.abs(value) / percent, 0.1, name);
                compared++;
            }
        }
        assertTrue(compared >= 18, compared + " compared");
    }

    /** The part of the log that was not fitted tells how good the model is. */
    @Test
    void crossValidationIsThatOfTheReference() {
        JointFactors train = JointFactors.of(new TimeSlice(rows, 0, 6));
        JointFactors test = JointFactors.of(new TimeSlice(rows, 6, 9));
        double[] fitted = weighted(train).values();
        double[] onTrain = {1.575, 1.499, 1.013, .418, .934, .522};
        double[] onTest = {1.786, 1.561, 1.003, .613, 1.050, .824};
        for (int j = 0; j < 6; j++) {
            assertEquals(onTrain[j], train.residual(j, fitted), 6e-4, "train, joint " + j);
            assertEquals(onTest[j], test.residual(j, fitted), 6e-4, "test, joint " + j);
        }
    }

    /** With a column of its own for the reflected inertia of joint 6. */
    @Test
    void theFullStructuralBaseIsThatOfTheReference() {
        JointFactors train = JointFactors.of(new TimeSlice(rows, 0, 6));
        JointFactors test = JointFactors.of(new TimeSlice(rows, 6, 9));
        double[] all = {1.543, 1.505, 1.006, .448, .964, .493};
        double[] onTest = {1.791, 1.529, 1.000, .604, 1.036, .744};
        for (int j = 0; j < 6; j++) {
            assertEquals(
                    all[j], factors.residual(j, LeastSquares.weighted(factors).values()), 6e-4, "joint " + j);
            assertEquals(
                    onTest[j], test.residual(j, LeastSquares.weighted(train).values()), 6e-4, "joint " + j);
        }
    }

    /** About 36 of 60 in the published frames; in Catena's, where some parameters are other sums, 35. */
    @Test
    void essentialParametersAreChosenOnTrainingRowsAlone() {
        JointFactors train = JointFactors.of(new TimeSlice(rows, 0, 6));
        JointFactors test = JointFactors.of(new TimeSlice(rows, 6, 9));
        LinearEstimate essential = EssentialParameters.choose(train, published, EssentialParameters.THRESHOLD);
        assertEquals(36, essential.estimated(), 2);
        double[] expected = {1.728, 1.636, 1.072, .594, .967, .809};
        for (int j = 0; j < 6; j++) {
            assertEquals(1, test.residual(j, essential.values()) / expected[j], 0.04, "joint " + j);
        }
        for (int c = 0; c < 61; c++) {
            if (essential.isEstimated(c)) {
                assertTrue(
                        essential.relativeDeviation(c) <= 30,
                        model.columns().get(c).name());
            } else {
                assertEquals(0, essential.value(c));
            }
        }
    }

    /** Neighboring residuals of a real robot are alike, so that there are fewer independent equations than rows. */
    @Test
    void deviationsTakeAutocorrelationIntoAccount() {
        LinearEstimate weighted = weighted(factors);
        ErrorAnalysis errors = ErrorAnalysis.of(rows, weighted);
        double ratio = 0;
        for (int c = 0; c < 61; c++) {
            ratio += !published[c] ? 0 : errors.deviation(c) / weighted.whiteDeviation(c) / 60;
        }
        assertEquals(1.8, ratio, 0.2);
        for (int j = 0; j < 6; j++) {
            assertTrue(errors.correlatedRows(j) >= 2, "joint " + j);
            assertTrue(errors.correlation(j)[1] > 0.4, "joint " + j);
        }
    }
}
