package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Geometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Shape;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.reach.InverseKinematics;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import dev.catena.testkit.Chromium;
import dev.catena.testkit.Chromium.Tab;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The studio in a real browser; skipped where there is no Chromium. */
class StudioBrowserTest {
    @TempDir
    private Path folder;

    private final Chromium browser = SharedBrowser.get();

    private static StudioServer serve(RobotModel robot) throws IOException {
        return new StudioServer(new StudioRobot(robot), null, "name: " + robot.name(), 0);
    }

    private static double[] numbers(JsonNode list) {
        double[] numbers = new double[list.size()];
        Arrays.setAll(numbers, k -> list.get(k).asDouble());
        return numbers;
    }

    private static double[] vector(Tab tab, String expression) {
        return numbers(tab.evaluate("Array.from(%s)".formatted(expression)));
    }

    private static String list(double... x) {
        return Arrays.stream(x).mapToObj(Double::toString).collect(Collectors.joining(",", "[", "]"));
    }

    /** No complaint, and nobody asked but this machine. */
    private static void checkQuiet(Tab tab) {
        assertThat(tab.errors).isEmpty();
        assertThat(tab.requests)
                .allMatch(address -> address.matches("(http://127\\.0\\.0\\.1:|blob:|data:|file:|about:).*"));
    }

    private static void checkDrawn(Tab tab) throws IOException {
        tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(tab.picture()));
        JsonNode box = tab.evaluate("(({x, y, width, height}) => ({x, y, width, height}))"
                + "(document.querySelector('#canvas').getBoundingClientRect())");
        long drawn = 0;
        int background = image.getRGB(box.get("x").asInt() + 3, box.get("y").asInt() + 3);
        for (int x = box.get("x").asInt();
                x < box.get("x").asInt() + box.get("width").asInt();
                x++) {
            for (int y = box.get("y").asInt();
                    y < box.get("y").asInt() + box.get("height").asInt();
                    y++) {
                drawn += x < image.getWidth() && y < image.getHeight() && image.getRGB(x, y) != background ? 1 : 0;
            }
        }
        assertThat(drawn).as("pixels that are not background").isGreaterThan(1000);
    }

    @Test
    void numbersAreThoseOfTheHandWrittenClasses() throws Exception {
        RobotModel panda = ShippedRobots.load("panda");
        double[] q = {0.3, -0.5, 0.7, -1.9, 0.2, 1.7, -0.4};
        double[] qd = {0.5, -0.2, 0.9, 0.1, -1.1, 0.4, 0.8};
        double[] qdd = {1, -2, 3, -4, 5, -6, 7};
        double[] qddd = {9, 8, 7, 6, 5, 4, 3};
        try (StudioServer server = serve(panda);
                Tab tab = browser.tab(1280, 800, false)) {
            tab.open(server.address().toString());
            // by the numbers that a user types
            for (int j = 0; j < q.length; j++) {
                double[] typed = {q[j], qd[j], qdd[j], qddd[j]};
                for (int s = 0; s < typed.length; s++) {
                    String id = List.of("q", "qd", "qdd", "qddd").get(s) + "-number-" + j;
                    tab.evaluate(("(() => { const field = document.getElementById('%s'); field.value = '%s';"
                                    + " field.dispatchEvent(new Event('change')); })()")
                            .formatted(id, typed[s]));
                }
            }
            double[] tau = new double[q.length];
            double[] rate = new double[q.length];
            new ForceRate(panda).compute(q, qd, qdd, qddd, tau, rate);

            assertThat(vector(tab, "studio.state.tau")).containsExactly(tau, within(1e-12));
            assertThat(vector(tab, "studio.state.tauRate")).containsExactly(rate, within(1e-11));
            InverseDynamics dynamics = new InverseDynamics(panda);
            dynamics.compute(q, qd, qdd, tau);
            double[] wrenches = vector(tab, "studio.robot.wrenches");
            double[] wrench = new double[6];
            for (int k = 0; k < panda.joints().size(); k++) {
                dynamics.jointWrenchInBody(panda.bodyIndex(panda.joints().get(k).child()), wrench);
                assertThat(Arrays.copyOfRange(wrenches, 6 * k, 6 * k + 6)).containsExactly(wrench, within(1e-11));
            }
            dynamics.gravity(q, tau);
            assertThat(vector(tab, "studio.state.gravity")).containsExactly(tau, within(1e-12));
            checkDrawn(tab);
            checkQuiet(tab);
        }
    }

    @Test
    void everyButtonAndSliderDoesSomethingAndNothingComplains() throws Exception {
        try (StudioServer server = serve(ShippedRobots.load("two-link"));
                Tab tab = browser.tab(1280, 800, true)) {
            tab.open(server.address().toString());
            tab.evaluate("document.querySelectorAll('details').forEach((panel) => (panel.open = true))");
            tab.call("Browser.setDownloadBehavior", Map.of("behavior", "deny"));
            assertThat(tab.evaluate("studio.simulate.ahead(300).then((s) => s.time)")
                            .asDouble())
                    .isEqualTo(0.3);
            tab.evaluate("studio.simulate.keep()");
            List<String> ids = new ArrayList<>();
            tab.evaluate("[...document.querySelectorAll('button[id]')].map((button) => button.id)")
                    .forEach(id -> ids.add(id.asText()));
            assertThat(ids)
                    .contains("zero", "random", "rest", "rates", "play", "previous", "next", "run", "reset", "plan")
                    .contains("view-axes", "view-limits", "fit", "png", "csv", "yaml", "page", "link", "show-power");
            for (String id : ids) {
                tab.evaluate("document.getElementById('%s').click()".formatted(id));
                tab.evaluate("document.querySelector('dialog[open]')?.close()");
            }
            List<String> sliders = new ArrayList<>();
            tab.evaluate("[...document.querySelectorAll('input[type=range]')].map((slider) => slider.id)")
                    .forEach(id -> sliders.add(id.asText()));
            assertThat(sliders).contains("q-0", "qd-1", "qdd-0", "qddd-1", "time", "torque-0");
            for (String id : sliders) {
                assertThat(tab.evaluate(("(() => { const slider = document.getElementById('%s'); const before ="
                                                + " slider.value; slider.value = Number(slider.min) + 0.7 * (slider.max - slider.min);"
                                                + " slider.dispatchEvent(new Event('input')); return slider.value; })()")
                                        .formatted(id))
                                .asText())
                        .isNotEmpty();
            }
            tab.evaluate("[...document.querySelectorAll('select')].forEach((choice) => { for (const option of"
                    + " choice.options) { choice.value = option.value; choice.dispatchEvent(new Event('change'));"
                    + " } })");
            tab.await("!document.getElementById('plan').disabled");
            checkDrawn(tab);
            checkQuiet(tab);
        }
    }

    @Test
    void closedLoopsAreClosedAndTheirDrivesAreThoseOfTheLibrary() throws Exception {
        RobotModel robot = ShippedRobots.load("five-bar");
        try (StudioServer server = serve(robot);
                Tab tab = browser.tab(1000, 700, false)) {
            tab.open(server.address().toString());
            double[] before = vector(tab, "studio.robot.q");
            tab.evaluate("studio.robot.q[0] += 0.2; studio.state.changed(0)");
            double[] q = vector(tab, "studio.robot.q");
            assertThat(q[0]).isCloseTo(before[0] + 0.2, within(1e-12));
            List<String> led = robot.loops().independentJoints();
            double[] independent = led.stream()
                    .mapToDouble(joint -> q[robot.coordinate(joint)])
                    .toArray();
            double[] rest = new double[independent.length];
            ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(robot);
            double[] efforts = new double[robot.activeJoints().size()];
            dynamics.compute(independent, rest, rest, efforts);
            double[] closed = new double[robot.jointCount()];
            dynamics.kinematics().positions(closed);

            assertThat(q).containsExactly(closed, within(1e-8));
            double[] tau = vector(tab, "studio.state.tau");
            IntStream.range(0, efforts.length)
                    .forEach(k -> assertThat(tau[robot.coordinate(led.get(k))]).isCloseTo(efforts[k], within(1e-7)));
            // beyond reach: told, and the posture stays
            tab.evaluate("studio.robot.q[0] += 100; studio.robot.q[1] -= 1.5; studio.state.changed(0)");
            checkQuiet(tab);
        }
    }

    @Test
    void onePageWorksFromDiskAtAnyWidth() throws Exception {
        RobotModel robot = ShippedRobots.load("stanford");
        StudioMotion motion = sines(robot, 200);
        Path file = Files.writeString(
                folder.resolve("page.html"), StudioPage.of(new StudioRobot(robot), motion, "name: stanford"));
        try (Tab tab = browser.tab(400, 800, true)) {
            tab.open(file.toUri().toString());
            tab.evaluate("studio.timeline.seek(1)");
            double[] tau = new double[robot.jointCount()];
            double[] q = vector(tab, "studio.robot.q");
            new InverseDynamics(robot).compute(q, vector(tab, "studio.robot.qd"), vector(tab, "studio.robot.qdd"), tau);

            assertThat(vector(tab, "studio.state.tau")).containsExactly(tau, within(1e-11));
            assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(400);
            assertThat(tab.evaluate("studio.simulate.ahead(10).then((s) => s.time)")
                            .asDouble())
                    .isEqualTo(0.01);
            assertThat(tab.evaluate("document.getElementById('panel-plan').hidden")
                            .asBoolean())
                    .isTrue();
            assertThat(tab.evaluate("studio.timeline.plots.length").asInt()).isEqualTo(2);
            checkDrawn(tab);
            checkQuiet(tab);
        }
    }

    private static StudioMotion sines(RobotModel robot, int samples) {
        int n = robot.jointCount();
        double[] times = new double[samples];
        double[][] series = new double[4][n * samples];
        for (int k = 0; k < samples; k++) {
            times[k] = 0.01 * k;
            for (int j = 0; j < n; j++) {
                for (int order = 0; order < 4; order++) {
                    series[order][k * n + j] =
                            0.4 * Math.sin(2 * times[k] + j + order * Math.PI / 2) * Math.pow(2, order);
                }
            }
        }
        return new StudioMotion("sines", times, series[0], series[1], series[2], series[3]);
    }

    @Test
    void plansAreMadeFollowedAndCanceled() throws Exception {
        StudioServer server = serve(ShippedRobots.load("two-link"));
        try (Tab tab = browser.tab(1000, 700, false)) {
            tab.open(server.address().toString());
            tab.evaluate("document.getElementById('set-start').click()");
            tab.evaluate("studio.state.setPosture([0.8, -0.6]); document.getElementById('set-goal').click()");
            tab.evaluate(
                    "document.getElementById('objective').value = 'jerk'; document.getElementById('plan').click()");
            tab.await("/Solved|solved|No plan|must/.test(document.getElementById('plan-status').textContent)");
            assertThat(tab.evaluate("document.getElementById('plan-status').textContent")
                            .asText())
                    .contains("Solved");
            tab.await("studio.timeline.motion?.title === 'plan'");
            tab.evaluate("studio.timeline.seek(studio.timeline.motion.end)");
            assertThat(vector(tab, "studio.robot.q")).containsExactly(new double[] {0.8, -0.6}, within(1e-6));
            tab.evaluate("document.getElementById('duration').value = '-1'; document.getElementById('plan').click()");
            tab.await("document.getElementById('plan-status').textContent.includes('duration')");
            server.close();
            tab.evaluate("document.getElementById('duration').value = '2'; document.getElementById('plan').click()");
            tab.await("document.getElementById('plan-status').textContent.includes('does not answer')");
        }
    }

    @Test
    void bodiesFollowThePointerAndKeysDoAll() throws Exception {
        try (StudioServer server = serve(ShippedRobots.load("panda"));
                Tab other = browser.tab(1000, 700, false);
                Tab tab = browser.tab(1000, 700, false)) {
            other.open(server.address().toString());
            tab.open(server.address().toString());
            // where the last joint is on the screen
            JsonNode at = tab.evaluate("(() => { const p = studio.figure.bodies[7].matrix.elements.slice(12, 15);"
                    + " const v = studio.scene.camera.position.clone().fromArray(p).project(studio.scene.camera);"
                    + " const b = document.querySelector('#canvas').getBoundingClientRect();"
                    + " return [b.x + (v.x + 1) / 2 * b.width, b.y + (1 - v.y) / 2 * b.height]; })()");
            double[] before = vector(tab, "studio.robot.q");
            double x = at.get(0).asDouble();
            double y = at.get(1).asDouble();
            mouse(tab, "mousePressed", x, y);
            mouse(tab, "mouseMoved", x + 40, y + 30);
            mouse(tab, "mouseMoved", x + 60, y + 40);
            mouse(tab, "mouseReleased", x + 60, y + 40);
            assertThat(vector(tab, "studio.robot.q")).isNotEqualTo(before);
            assertThat(vector(other, "studio.robot.q")).isEqualTo(before);

            // while it moves by itself, it is pulled, and let go
            tab.evaluate("studio.state.setPosture(%s)".formatted(list(before)));
            tab.evaluate("document.getElementById('control').value = 'pd'; document.getElementById('run').click()");
            tab.await("studio.simulate.record.length > 0");
            mouse(tab, "mousePressed", x, y);
            mouse(tab, "mouseMoved", x + 40, y + 30);
            tab.await("document.getElementById('simulation-status').textContent.includes('pulled with')");
            assertThat(tab.evaluate("studio.overlays.pullArrow.visible && studio.state.loaded")
                            .asBoolean())
                    .isTrue();
            mouse(tab, "mouseReleased", x + 40, y + 30);
            tab.await("!document.getElementById('simulation-status').textContent.includes('pulled')");
            tab.evaluate("document.getElementById('run').click()");
            assertThat(tab.evaluate("studio.timeline.motion.loaded && !studio.overlays.pull")
                            .asBoolean())
                    .isTrue();
            tab.evaluate("document.getElementById('reset').click()");

            tab.evaluate("document.activeElement.blur()");
            key(tab, "]");
            int picked = tab.evaluate("studio.state.selected").asInt();
            double position = vector(tab, "studio.robot.q")[picked];
            key(tab, "j");
            assertThat(vector(tab, "studio.robot.q")[picked]).isNotEqualTo(position);
            key(tab, "a");
            assertThat(tab.evaluate("studio.overlays.layers.axes.visible").asBoolean())
                    .isTrue();
            key(tab, "0");
            assertThat(vector(tab, "studio.robot.q")).containsOnly(0);
            tab.await("location.hash.includes('q=0,0,0')");
            checkQuiet(tab);
            checkQuiet(other);
        }
    }

    /** Every key of the list does what the list says, and what is typed into fields is no command. */
    @Test
    void everyKeyDoesSomething() throws Exception {
        RobotModel plain = ShippedRobots.load("two-link");
        RobotModel robot = plain.toBuilder()
                .replace(plain.movingJoints().get(0).with(Drive.reflected(0.4).with(new Spring(900, 0.05))))
                .build();
        try (StudioServer server = new StudioServer(new StudioRobot(robot), sines(robot, 50), "", 0);
                Tab tab = browser.tab(1000, 700, true)) {
            tab.open(server.address().toString());
            tab.evaluate("document.activeElement.blur()");
            String pressed = "document.getElementById('%s').getAttribute('aria-pressed')";
            for (Map.Entry<String, String> toggle : Map.of(
                            "a",
                            "view-axes",
                            "x",
                            "view-frames",
                            "c",
                            "view-centers",
                            "i",
                            "view-ellipsoids",
                            "l",
                            "view-limits",
                            "w",
                            "view-wrench",
                            "o",
                            "repeat",
                            "n",
                            "view-names",
                            "m",
                            "view-motors")
                    .entrySet()) {
                String before =
                        tab.evaluate(pressed.formatted(toggle.getValue())).asText();
                key(tab, toggle.getKey());
                assertThat(tab.evaluate(pressed.formatted(toggle.getValue())).asText())
                        .as(toggle.getKey())
                        .isNotEqualTo(before);
            }
            // the ring of a motor is turned by what its spring is twisted, ten times
            key(tab, "End");
            assertThat(tab.evaluate("(() => { const { rings, exaggeration, figure } = studio.overlays;"
                                    + " const turned = 2 * Math.atan2(rings[0].quaternion.z, rings[0].quaternion.w);"
                                    + " const angle = studio.robot.q[0] + exaggeration * studio.state.twists()[0];"
                                    + " return Math.abs(Math.sin((turned - angle) / 2)); })()")
                            .asDouble())
                    .isCloseTo(0, within(1e-9));
            assertThat(tab.evaluate("studio.overlays.layers.names.children.length")
                            .asInt())
                    .isEqualTo(2);
            assertThat(tab.evaluate("studio.timeline.time").asDouble()).isEqualTo(0.49);
            key(tab, ",");
            assertThat(tab.evaluate("studio.timeline.time").asDouble()).isEqualTo(0.48);
            key(tab, ".");
            key(tab, "Home");
            assertThat(tab.evaluate("studio.timeline.time").asDouble()).isZero();
            key(tab, " ");
            tab.await("studio.timeline.time > 0.05");
            key(tab, " ");
            assertThat(tab.evaluate("studio.timeline.playing").asBoolean()).isFalse();
            key(tab, "]");
            assertThat(tab.evaluate("studio.state.selected").asInt()).isEqualTo(1);
            key(tab, "[");
            assertThat(tab.evaluate("studio.state.selected").asInt()).isZero();
            for (Map.Entry<String, Double> nudge :
                    Map.of("j", -1.0, "k", 1.0, "J", -10.0, "K", 10.0).entrySet()) {
                double before = vector(tab, "studio.robot.q")[0];
                key(tab, nudge.getKey());
                assertThat(vector(tab, "studio.robot.q")[0])
                        .isCloseTo(before + Math.toRadians(nudge.getValue()), within(1e-12));
            }
            // a wheel over a plot shows less of the time in all of them, a double click all
            tab.evaluate(
                    "studio.timeline.plots[0].chart.over.dispatchEvent(new WheelEvent('wheel', { deltaY: -1, clientX:"
                            + " studio.timeline.plots[0].chart.over.getBoundingClientRect().x + 50, cancelable: true }))");
            assertThat(vector(tab, "studio.timeline.plots.map((p) => p.chart.scales.x.max - p.chart.scales.x.min)"))
                    .containsExactly(new double[] {0.392, 0.392}, within(1e-9));
            tab.evaluate("studio.timeline.plots[1].chart.over.dispatchEvent(new MouseEvent('dblclick'))");
            assertThat(vector(tab, "studio.timeline.plots.map((p) => p.chart.scales.x.max)"))
                    .containsOnly(0.49);
            key(tab, "s");
            tab.await("studio.simulate.running && studio.simulate.record.length > 2");
            key(tab, "s");
            assertThat(tab.evaluate("studio.simulate.running").asBoolean()).isFalse();
            key(tab, "r");
            assertThat(tab.evaluate("studio.simulate.worker === null").asBoolean())
                    .isTrue();
            key(tab, "0");
            assertThat(vector(tab, "studio.robot.q")).containsOnly(0);
            tab.evaluate("document.getElementById('canvas').focus()");
            for (String camera : List.of("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-")) {
                double[] before = vector(tab, "studio.scene.camera.position.toArray()");
                key(tab, camera);
                assertThat(vector(tab, "studio.scene.camera.position.toArray()"))
                        .as(camera)
                        .isNotEqualTo(before);
            }
            double[] away = vector(tab, "studio.scene.camera.position.toArray()");
            key(tab, "f");
            assertThat(vector(tab, "studio.scene.camera.position.toArray()")).isNotEqualTo(away);
            tab.evaluate("document.getElementById('q-number-0').focus()");
            key(tab, "0");
            assertThat(tab.evaluate("document.getElementById('q-number-0').value")
                            .asText())
                    .contains("0");
            tab.evaluate("document.activeElement.blur()");
            key(tab, "?");
            assertThat(tab.evaluate("document.getElementById('help').open").asBoolean())
                    .isTrue();
            checkQuiet(tab);
        }
    }

    /** A body that is dragged goes where inverse kinematics of the library has it from the same posture, within limits. */
    @Test
    void draggingIsInverseKinematics() throws Exception {
        RobotModel robot = ShippedRobots.load("panda");
        double[] from = {0.1, 0.2, -0.1, -1.8, 0.2, 1.9, 0.3};
        Vector3 point = new Vector3(0.02, -0.03, 0.05);
        try (StudioServer server = serve(robot);
                Tab tab = browser.tab(1000, 700, false)) {
            tab.open(server.address().toString());
            for (Vector3 target : List.of(new Vector3(0.45, 0.2, 0.5), new Vector3(-0.3, 0.4, 0.7))) {
                InverseKinematics library = new InverseKinematics(
                        robot,
                        ReachOptions.DEFAULT.withStarts(1),
                        List.of(PoseTarget.position("link7").at(point)));
                library.goal(0, new Pose(Rotation.IDENTITY, target));
                assertThat(library.solve(from)).isEqualTo(ReachStatus.REACHED);
                double[] expected = new double[7];
                library.positions(expected);
                tab.evaluate("studio.state.setPosture(%s); studio.reach.toward(%s, %s, %s, false)"
                        .formatted(
                                list(from),
                                robot.bodyIndex("link7"),
                                list(point.x(), point.y(), point.z()),
                                list(target.x(), target.y(), target.z())));
                assertThat(vector(tab, "studio.robot.q")).containsExactly(expected, within(1e-6));
            }
            // beyond reach: as near as limits allow, and no joint beyond its own
            tab.evaluate("studio.reach.toward(8, [0, 0, 0], [9, 9, 9], false)");
            double[] q = vector(tab, "studio.robot.q");
            for (int j = 0; j < q.length; j++) {
                assertThat(q[j])
                        .isBetween(
                                robot.movingJoints().get(j).limits().lower(),
                                robot.movingJoints().get(j).limits().upper());
            }
            checkQuiet(tab);
        }
    }

    private static void mouse(Tab tab, String type, double x, double y) {
        tab.call(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
    }

    private static void key(Tab tab, String key) {
        tab.call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", key.length() == 1 ? key : ""));
        tab.call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    @Test
    void shapesAreDrawnAndMissingOnesAreTold() throws Exception {
        Files.writeString(folder.resolve("part.stl"), """
            solid a
            facet normal 0 0 1
            outer loop
            vertex 0 0 0
            vertex 1 0 0
            vertex 0 1 0
            endloop
            endfacet
            endsolid
            """);
        Files.writeString(folder.resolve("part.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        RobotModel plain = ShippedRobots.load("two-link");
        String body = plain.bodies().get(1).name();
        Vector3 one = new Vector3(1, 1, 1);
        RobotModel robot = plain.toBuilder()
                .shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Box(new Vector3(0.1, 0.2, 0.3))))
                .shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Mesh("part.stl", one)))
                .shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Mesh("part.obj", one)))
                .shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Mesh("gone.stl", one)))
                .shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Mesh("../../etc/passwd", one)))
                .build();
        try (StudioServer server = new StudioServer(new StudioRobot(robot, folder.resolve("robot.urdf")), null, "", 0);
                Tab tab = browser.tab(1000, 700, false)) {
            tab.open(server.address().toString());
            tab.await("document.querySelectorAll('#problems li').length >= 2");
            assertThat(tab.evaluate("document.getElementById('problems').textContent")
                            .asText())
                    .contains("gone.stl was not found", "passwd was not found");
            tab.await(
                    "(() => { let meshes = 0; studio.figure.bodies[1].traverse((o) => { meshes += o.isMesh ? 1 : 0; });"
                            + " return meshes === 3; })()");
            checkQuiet(tab);
        }
    }
}
