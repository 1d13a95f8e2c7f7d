package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Geometry;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Shape;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.studio.StudioMotion;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import dev.catena.studio.StudioServer;
import dev.catena.testkit.Chromium;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How fast the studio is in a browser without a screen, whose pixels the processor computes: from the command to a page that
 * can be used, from a slider to numbers and to pixels, long motions, and the size of a page in one file.
 */
public final class StudioFigures {
    private static final int SAMPLES = 100_000;

    /** Every slider, and the time from its event to numbers, to a picture that is done, both in milliseconds. */
    private static final String SLIDER = """
        (async () => {
          const slider = document.getElementById('q-1');
          const gl = document.getElementById('canvas').getContext('webgl2');
          const pixel = new Uint8Array(4);
          const numbers = [];
          const pixels = [];
          for (let k = 0; k < 60; k++) {
            slider.value = Number(slider.min) + (0.3 + 0.04 * (k % 10)) * (slider.max - slider.min);
            const start = performance.now();
            slider.dispatchEvent(new Event('input'));
            numbers.push(performance.now() - start);
            await new Promise((done) => requestAnimationFrame(() => {
              gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
              done();
            }));
            pixels.push(performance.now() - start);
          }
          const spread = (list) => list.slice(10).sort((a, b) => a - b).filter((_, k) => k === 0 || k === 25 || k === 45);
          return [...spread(numbers), ...spread(pixels)];
        })()
        """;

    /** Frames a second while the cursor goes over a motion. */
    private static final String SCRUB = """
        (async () => {
          const { timeline, scene } = studio;
          const gl = document.getElementById('canvas').getContext('webgl2');
          const pixel = new Uint8Array(4);
          const count = 60;
          const start = performance.now();
          for (let k = 0; k < count; k++) {
            timeline.seek(timeline.motion.end * k / count);
            await new Promise((done) => requestAnimationFrame(() => {
              gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
              done();
            }));
          }
          return 1000 * count / (performance.now() - start);
        })()
        """;

    private StudioFigures() {}

    /**
     * Prints the figures.
     *
     * @param arguments how to start {@code catena}, for the first figure; none leaves it out
     */
    public static void main(String[] arguments) throws Exception {
        if (Chromium.program().isEmpty()) {
            System.out.println("no Chromium here: apt install chromium");
            return;
        }
        Path profile = Files.createTempDirectory("studio-figures");
        try (Chromium browser = Chromium.start(profile)) {
            print(
                    "load of the machine",
                    Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0],
                    "");
            if (arguments.length > 0) {
                command(browser, arguments[0]);
            }
            slider(browser);
            longMotion(browser);
            simulation(browser);
            triangles(browser, profile);
            RobotModel panda = ShippedRobots.load("panda");
            int size = StudioPage.of(new StudioRobot(panda), null, "").length();
            print("panda in one file", figure("%.2f MB", 1e-6 * size), "at most 1.5 MB");
        }
    }

    private static String figure(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    private static void print(String what, String figure, String wanted) {
        System.out.printf(Locale.ROOT, "%-46s %-28s %s%n", what, figure, wanted);
    }

    /** From the start of the command to a page that can be used; the second start, since the first warms files. */
    private static void command(Chromium browser, String catena) throws IOException, InterruptedException {
        for (int run = 0; run < 2; run++) {
            long start = System.nanoTime();
            Process process = new ProcessBuilder(catena, "studio", "panda", "--no-browser")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                    Chromium.Tab tab = browser.tab(1280, 800, false)) {
                String address = lines.readLine();
                double served = 1e-9 * (System.nanoTime() - start);
                tab.open(address);
                if (run > 0) {
                    print(
                            "command to a page that can be used",
                            figure("%.2f s, %.2f s to the address", 1e-9 * (System.nanoTime() - start), served),
                            "at most 3 s");
                }
            } finally {
                process.destroy();
            }
        }
    }

    private static void slider(Chromium browser) throws IOException, InterruptedException {
        StudioRobot robot = new StudioRobot(ShippedRobots.load("panda"));
        try (StudioServer server = new StudioServer(robot, null, "", 0);
                Chromium.Tab tab = browser.tab(1280, 800, false)) {
            tab.open(server.address().toString());
            tab.evaluate("new Promise((done) => setTimeout(done, 1000))");
            JsonNode times = tab.evaluate(SLIDER);
            print("slider to numbers: least, median, 9 of 10", spread(times, 0), "at most 5 ms");
            print("slider to pixels: least, median, 9 of 10", spread(times, 3), "at most 50 ms");
        }
    }

    private static String spread(JsonNode times, int at) {
        return String.format(
                Locale.ROOT,
                "%.1f, %.1f, %.1f ms",
                times.get(at).asDouble(),
                times.get(at + 1).asDouble(),
                times.get(at + 2).asDouble());
    }

    private static void longMotion(Chromium browser) throws IOException, InterruptedException {
        StudioRobot robot = new StudioRobot(ShippedRobots.load("panda"));
        try (StudioServer server = new StudioServer(robot, sines(robot.model()), "", 0);
                Chromium.Tab tab = browser.tab(1280, 800, false)) {
            tab.open(server.address().toString());
            double load = tab.evaluate("studio.loading").asDouble();
            print("%s samples to plots".formatted(SAMPLES), figure("%.2f s", 1e-3 * load), "at most 2 s");
            tab.evaluate("new Promise((done) => setTimeout(done, 1000))");
            print(
                    "frames a second over them",
                    figure("%.0f", tab.evaluate(SCRUB).asDouble()),
                    "at least 30");
        }
    }

    /** A robot with six loops: how many seconds of its motion a second computes. */
    private static void simulation(Chromium browser) throws IOException, InterruptedException {
        StudioRobot robot = new StudioRobot(ShippedRobots.load("stewart"));
        try (StudioServer server = new StudioServer(robot, null, "", 0);
                Chromium.Tab tab = browser.tab(1280, 800, false)) {
            tab.open(server.address().toString());
            tab.evaluate("document.getElementById('control').value = 'pd'");
            tab.evaluate("studio.simulate.ahead(500)");
            double time = tab.evaluate(
                            "(async () => { const start = performance.now(); await studio.simulate.ahead(2000);"
                                    + " return performance.now() - start; })()")
                    .asDouble();
            print("stewart held by PD: speed of its simulation", figure("%.1f × real time", 2000 / time), "at least 1");
        }
    }

    /** A chain of 100 bodies, each a ball of 10,000 triangles. */
    private static void triangles(Chromium browser, Path folder) throws IOException, InterruptedException {
        int bodies = 100;
        Files.write(folder.resolve("ball.stl"), ball(100, 50));
        RobotModelBuilder builder = RobotModel.builder("balls").base("body0").gravity(0, 0, -9.81);
        for (int k = 1; k <= bodies; k++) {
            builder.link(
                    Joint.revolute("joint" + k, "body" + (k - 1), "body" + k)
                            .at(Pose.translation(0.1, 0, 0), k % 2 == 0 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1)),
                    SpatialInertia.aboutCenterOfMass(
                            0.2, new Vector3(0.05, 0, 0), InertiaTensor.diagonal(1e-4, 2e-4, 2e-4)));
            builder.shape(Shape.visual(
                    "body" + k, Pose.IDENTITY, new Geometry.Mesh("ball.stl", new Vector3(0.05, 0.05, 0.05))));
        }
        StudioRobot robot = new StudioRobot(builder.build(), folder.resolve("balls.urdf"));
        try (StudioServer server = new StudioServer(robot, null, "", 0);
                Chromium.Tab tab = browser.tab(1280, 800, false)) {
            long start = System.nanoTime();
            tab.open(server.address().toString());
            tab.await(
                    "(() => { let meshes = 0; studio.figure.group.traverse((part) => { meshes += part.isMesh ? 1 : 0; });"
                            + " return meshes >= %s; })()".formatted(bodies));
            tab.evaluate("document.getElementById('fit').click()");
            double loaded = 1e-9 * (System.nanoTime() - start);
            JsonNode times = tab.evaluate(SLIDER);
            print(
                    "100 bodies with 1,000,000 triangles",
                    figure(
                            "%.1f s to load, %.0f ms a picture",
                            loaded, times.get(4).asDouble()),
                    "no crash; complaints: " + tab.errors.size());
        }
    }

    /** A ball of radius one as a binary STL file. */
    private static byte[] ball(int around, int upward) {
        ByteBuffer file = ByteBuffer.allocate(84 + 50 * 2 * around * upward).order(ByteOrder.LITTLE_ENDIAN);
        file.position(80);
        file.putInt(2 * around * upward);
        for (int i = 0; i < around; i++) {
            for (int k = 0; k < upward; k++) {
                double[][] corners = {
                    onBall(i, k, around, upward),
                    onBall(i + 1, k, around, upward),
                    onBall(i + 1, k + 1, around, upward),
                    onBall(i, k + 1, around, upward)
                };
                for (int[] triangle : new int[][] {{0, 1, 2}, {0, 2, 3}}) {
                    put(file, corners[0]);
                    for (int corner : triangle) {
                        put(file, corners[corner]);
                    }
                    file.putShort((short) 0);
                }
            }
        }
        return file.array();
    }

    private static double[] onBall(int i, int k, int around, int upward) {
        double longitude = 2 * Math.PI * i / around;
        double latitude = Math.PI * (k / (double) upward - 0.5);
        return new double[] {
            Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)
        };
    }

    private static void put(ByteBuffer file, double[] point) {
        for (double x : point) {
            file.putFloat((float) x);
        }
    }

    private static StudioMotion sines(RobotModel robot) {
        int n = robot.jointCount();
        double[] times = new double[SAMPLES];
        double[][] series = new double[4][n * SAMPLES];
        for (int k = 0; k < SAMPLES; k++) {
            times[k] = 0.001 * k;
            for (int j = 0; j < n; j++) {
                for (int order = 0; order < 4; order++) {
                    series[order][k * n + j] = 0.4 * Math.sin(2 * times[k] + j + order * Math.PI / 2) * (1 << order);
                }
            }
        }
        return new StudioMotion("sines", times, series[0], series[1], series[2], series[3]);
    }
}
