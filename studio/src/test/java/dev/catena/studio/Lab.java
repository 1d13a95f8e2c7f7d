package dev.catena.studio;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Chromium;
import dev.catena.testkit.Chromium.Tab;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/** One page in which many robots are tried: scripts are loaded once, and nothing is drawn. */
final class Lab implements AutoCloseable {
    private static final String SCRIPT = """
        globalThis.lab = async (description, code) => {
          const { Robot } = await import("studio/robot.js");
          const { State } = await import("studio/state.js");
          const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)).buffer;
          const robot = await Robot.load(description, bytes);
          const state = new State(robot);
          globalThis.studio = { robot, state };
          globalThis.simulate = (setup, steps, push) => new Promise((resolve, reject) => {
            const worker = new Worker("worker.js");
            const none = new Array(robot.size).fill(0);
            const control = { kind: "torque", tau: none, target: none, bandwidth: 10, ...setup.control };
            worker.onerror = (event) => reject(new Error(event.message));
            worker.onmessage = ({ data }) => {
              if (data.ready) {
                worker.postMessage({ push: push ?? null });
                worker.postMessage({ steps });
              } else if (data.error) {
                reject(new Error(data.error));
              } else {
                const s = data.samples[data.samples.length - 1];
                worker.terminate();
                const list = (x) => Array.from(x ?? []);
                resolve({ failed: data.failed, time: s.time, drift: s.drift, q: list(s.q), qd: list(s.qd), tau: list(s.tau),
                  theta: list(s.theta), base: list(s.base) });
              }
            };
            worker.postMessage({ setup: { step: description.step, ...setup, control }, code: bytes, description });
          });
        };
        null
        """;

    final Tab tab;
    private final StudioServer server;

    Lab(RobotModel first) throws Exception {
        Chromium browser = SharedBrowser.get();
        server = new StudioServer(new StudioRobot(first), null, "", 0);
        tab = browser.tab(600, 400, false);
        tab.open(server.address().toString());
        tab.evaluate(SCRIPT);
    }

    /** Puts another robot into the page: {@code studio.robot} and {@code studio.state} are its own. */
    @CanIgnoreReturnValue
    StudioRobot load(RobotModel robot) {
        StudioRobot studio = new StudioRobot(robot);
        tab.evaluate(
                "lab(%s, \"%s\")".formatted(studio.json(), Base64.getEncoder().encodeToString(studio.code())));
        return studio;
    }

    double[] vector(String expression) {
        return numbers(tab.evaluate("Array.from(%s)".formatted(expression)));
    }

    static double[] numbers(JsonNode list) {
        double[] numbers = new double[list.size()];
        Arrays.setAll(numbers, k -> list.get(k).asDouble());
        return numbers;
    }

    static String list(double... x) {
        return Arrays.stream(x).mapToObj(Double::toString).collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public void close() {
        tab.evaluate("window.close()");
        tab.close();
        server.close();
    }
}
