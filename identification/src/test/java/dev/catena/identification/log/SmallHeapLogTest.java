package dev.catena.identification.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose samples do not fit into the memory of the program. */
class SmallHeapLogTest {
    /** Position, velocity, acceleration and effort, as read and as filtered, would take 40 MB. */
    private static final int ROWS = 600_000;

    @TempDir
    private Path folder;

    /** The program: rows one by one, filters, equations, their triangular factors. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            RobotModel pendulum = RobotModel.builder("pendulum")
                    .link(
                            Joint.revolute("hinge", "base", "link"),
                            SpatialInertia.aboutCenterOfMass(2, Vector3.X, InertiaTensor.diagonal(1, 1, 1)))
                    .build();
            LogSampling sampling = new LogSampling("long", 1, true, false);
            for (int k = 0; k < ROWS; k++) {
                double t = 1e-3 * k;
                sampling.add(t, new double[] {Math.sin(t), Math.cos(t), Math.cos(2 * t)});
            }
            MotionLog log = sampling.finish();
            LogRows rows = new LogRows(
                    ObservationModel.of(pendulum, DriveModel.standard()),
                    List.of(log),
                    SignalOptions.forBandwidth(10, 1e-3));
            System.out.println(
                    log.length() + " samples, " + JointFactors.of(rows).rows() + " equations");
        }
    }

    @Test
    void aLogMayBeLargerThanTheMemory() throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            Process unused = process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        assertThat(Files.readString(out)).startsWith(ROWS + " samples, ").contains("equations");
    }
}
