package dev.catena.identification;

import dev.catena.formats.RobotFiles;
import dev.catena.identification.log.DriveTrain;
import dev.catena.identification.log.LogSampling;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.RobotModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The measured motion of an industrial robot, and the recipe its parameters were published with. */
public final class Tx40 {
    private static final double[] DEAD_ZONE = {.0501, .0501, .0750, .0716, .0559, .1222};

    private static @Nullable HeldRows rows;

    private Tx40() {}

    public static RobotModel robot() {
        try {
            Path copy = Files.createTempFile("tx40", ".urdf");
            try (InputStream in = open("tx40_mdh_modified.urdf")) {
                Files.write(copy, in.readAllBytes());
                return RobotFiles.read(copy);
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static DriveTrain gears() {
        double[][] m = new double[6][6];
        double[] ratios = {32, 32, 45, -48, 45, 32};
        for (int j = 0; j < 6; j++) {
            m[j][j] = ratios[j];
        }
        m[5][4] = ratios[5];
        return DriveTrain.ofMatrix(m).withOffsets(0, -Math.PI / 2, Math.PI / 2, 0, 0, 0);
    }

    /** The equations of the full structural base, by the recipe of the publication. */
    public static synchronized HeldRows rows() {
        if (rows == null) {
            rows = HeldRows.of(new LogRows(model(), List.of(log()), signals(), DEAD_ZONE));
        }
        return rows;
    }

    public static ObservationModel model() {
        return ObservationModel.of(robot(), drives());
    }

    /** Joint side. */
    public static MotionLog log() {
        List<double[]> rows = numbers("motor.csv.gz");
        DriveTrain gears = gears();
        double[] times = new double[rows.size()];
        double[][] signals = new double[rows.size()][12];
        double[] joint = new double[6];
        for (int k = 0; k < rows.size(); k++) {
            times[k] = rows.get(k)[0];
            gears.positions(Arrays.copyOfRange(rows.get(k), 1, 7), joint);
            System.arraycopy(joint, 0, signals[k], 0, 6);
            gears.efforts(Arrays.copyOfRange(rows.get(k), 7, 13), joint);
            System.arraycopy(joint, 0, signals[k], 6, 6);
        }
        return LogSampling.of("tx40", times, signals, 6, false, false);
    }

    public static SignalOptions signals() {
        return new SignalOptions(100, 4, 20, Decimation.by(10, 10));
    }

    /** The full structural base. */
    public static DriveModel drives() {
        return DriveModel.standard().coupled(0, 0, 0, 0, 1, 1);
    }

    /** The lines after the first of a file of numbers, NaN where there is none. */
    public static List<double[]> numbers(String name) {
        return lines(name).stream().skip(1).map(Tx40::numbersOf).toList();
    }

    private static double[] numbersOf(String line) {
        String[] fields = line.split(",", -1);
        double[] numbers = new double[fields.length];
        for (int k = 0; k < fields.length; k++) {
            numbers[k] = fields[k].isEmpty() ? Double.NaN : Double.parseDouble(fields[k]);
        }
        return numbers;
    }

    public static List<String> lines(String name) {
        try (InputStream raw = open(name);
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = Tx40.class.getResourceAsStream("tx40/" + name);
        if (in == null) {
            throw new IOException("no " + name);
        }
        return in;
    }
}
