package dev.catena.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.studio.StudioMotion;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import dev.catena.studio.StudioServer;
import dev.catena.testkit.Chromium;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
