package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
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
import dev.catena.testkit.Chromium.Tab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Robots and users that nobody would wish for. */
class StudioHostileTest {
    private static final String NAME = "</script><img src=x onerror=alert(1)> \"ä ☃ 机器人\" & ${7*7}\\u0041";

    @TempDir
    private Path folder;

    /** A chain of joints about y, each body a rod along x. */
    private static RobotModel chain(String name, int joints, String prefix) {
        RobotModelBuilder builder =
                RobotModel.builder(name).base(prefix + "base").gravity(0, 0, -9.81);
        String parent = prefix + "base";
        for (int k = 0; k < joints; k++) {
            String child = prefix + "body" + k;
            builder.link(
                    Joint.revolute(prefix + "joint" + k, parent, child)
                            .at(
                                    Pose.translation(k == 0 ? 0 : 0.1, 0, 0),
                                    k % 2 == 0 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1)),
                    SpatialInertia.aboutCenterOfMass(
                            0.2, new Vector3(0.05, 0, 0), InertiaTensor.diagonal(1e-4, 2e-4, 2e-4)));
            parent = child;
        }
        return builder.build();
    }

    private static void checkQuiet(Tab tab) {
        assertThat(tab.errors).isEmpty();
        assertThat(tab.requests)
                .allMatch(address -> address.matches("(http://127\\.0\\.0\\.1:|blob:|data:|file:|about:).*"));
    }

    @Test
    void namesAreTextAndNothingElse() throws Exception {
        RobotModel robot = chain(NAME, 2, NAME);
        StudioMotion motion = new StudioMotion(
                NAME, new double[] {0, 1}, new double[] {0, 0, 1, 1}, new double[4], new double[4], new double[4]);
        StudioRobot studio = new StudioRobot(robot);
        Path file = Files.writeString(folder.resolve("page.html"), StudioPage.of(studio, motion, NAME));
        try (StudioServer server = new StudioServer(studio, motion, NAME, 0);
                Tab tab = SharedBrowser.get().tab(900, 700, false)) {
            for (String address :
                    new String[] {server.address().toString(), file.toUri().toString()}) {
                tab.open(address);
                assertThat(tab.evaluate("document.getElementById('name').textContent")
                                .asText())
                        .isEqualTo(NAME);
                assertThat(tab.evaluate("document.querySelector('.joint b').textContent")
                                .asText())
                        .isEqualTo(NAME + "joint0");
                assertThat(tab.evaluate("document.images.length").asInt()).isZero();
                assertThat(tab.evaluate("studio.timeline.motion.title").asText())
                        .isEqualTo(NAME);
                assertThat(tab.evaluate("studio.share.table().split('\\n')[0]").asText())
                        .startsWith("time,\"q_" + NAME.replace("\"", "\"\"") + "joint0\",");
            }
            checkQuiet(tab);
        }
    }

    @Test
    void sixtyJointsWork() throws Exception {
        RobotModel robot = chain("snake", 60, "");
        double[] q = IntStream.range(0, 60).mapToDouble(k -> 0.1 * Math.sin(k)).toArray();
        double[] tau = new double[60];
        new InverseDynamics(robot).compute(q, q, q, tau);
        try (StudioServer server = new StudioServer(new StudioRobot(robot), null, "", 0);
                Tab tab = SharedBrowser.get().tab(900, 700, true)) {
            tab.open(server.address().toString());
            tab.evaluate("for (let k = 0; k < 60; k++) { const x = 0.1 * Math.sin(k); studio.robot.q[k] = x;"
                    + " studio.robot.qd[k] = x; studio.robot.qdd[k] = x; } studio.state.changed()");
            double[] shown = new double[60];
            var list = tab.evaluate("Array.from(studio.state.tau)");
            for (int k = 0; k < 60; k++) {
                shown[k] = list.get(k).asDouble();
            }
            assertThat(shown).containsExactly(tau, within(1e-10));
            assertThat(tab.evaluate("document.querySelectorAll('.joint').length")
                            .asInt())
                    .isEqualTo(60);
            assertThat(tab.evaluate("studio.simulate.ahead(10).then((s) => Number.isFinite(s.q[59]))")
                            .asBoolean())
                    .isTrue();
            checkQuiet(tab);
        }
    }

    @Test
    void robotThatCannotMoveCanBeLookedAt() throws Exception {
        RobotModel still = RobotModel.builder("still").base("base").build();
        try (StudioServer server = new StudioServer(new StudioRobot(still), null, "", 0);
                Tab tab = SharedBrowser.get().tab(400, 700, true)) {
            tab.open(server.address().toString());
            tab.call("Browser.setDownloadBehavior", Map.of("behavior", "deny"));
            tab.evaluate("[...document.querySelectorAll('button[id]')].forEach((button) => { button.click();"
                    + " document.querySelector('dialog[open]')?.close(); })");
            tab.evaluate("'abcfijklmorswxJK0[],. ?'.split('').forEach((key) => dispatchEvent.call(document.body,"
                    + " new KeyboardEvent('keydown', { key, bubbles: true })))");
            assertThat(tab.evaluate("document.getElementById('panel-joints').textContent")
                            .asText())
                    .contains("no moving joint");
            assertThat(tab.evaluate("studio.simulate.worker === null && !studio.simulate.running")
                            .asBoolean())
                    .as("nothing to simulate")
                    .isTrue();
            checkQuiet(tab);
        }
    }

    /** Before the worker is ready, and in the middle of its steps. */
    @Test
    void hastyHandsDoNotConfuseTheSimulation() throws Exception {
        try (StudioServer server = new StudioServer(new StudioRobot(ShippedRobots.load("two-link")), null, "", 0);
                Tab tab = SharedBrowser.get().tab(900, 700, false)) {
            tab.open(server.address().toString());
            tab.evaluate("{ const press = (id) => document.getElementById(id).click();"
                    + " ['simulate-step', 'simulate-step', 'run', 'set-target', 'run', 'run'].forEach(press); }");
            tab.await("studio.simulate.running && studio.simulate.record.length > 20");
            tab.evaluate("for (let k = 0; k < 5; k++) document.getElementById('run').click()");
            assertThat(tab.evaluate("studio.simulate.running").asBoolean()).isFalse();
            assertThat(tab.evaluate("studio.simulate.record.every((s, k, all) => k === 0 || s.time > all[k - 1].time)")
                            .asBoolean())
                    .isTrue();
            tab.evaluate(
                    "['reset', 'run', 'reset', 'simulate-step'].forEach((id) => document.getElementById(id).click())");
            tab.await("studio.simulate.record.length > 0");
            assertThat(tab.evaluate("studio.simulate.running").asBoolean()).isFalse();
            checkQuiet(tab);
        }
    }

    @Test
    void whatGoesWrongInTheWorkerIsTold() throws Exception {
        try (StudioServer server = new StudioServer(new StudioRobot(ShippedRobots.load("two-link")), null, "", 0);
                Tab tab = SharedBrowser.get().tab(900, 700, false)) {
            tab.open(server.address().toString());
            tab.evaluate("{ studio.simulate.code = new ArrayBuffer(3); document.getElementById('run').click(); }");
            tab.await("document.getElementById('simulation-status').textContent"
                    + ".startsWith('The simulation does not go on: ')");
            assertThat(tab.evaluate("studio.simulate.worker === null && !studio.simulate.running")
                            .asBoolean())
                    .isTrue();
            checkQuiet(tab);
        }
    }

    @Test
    void brokenMeshesAreTold() throws Exception {
        Files.writeString(folder.resolve("broken.stl"), "this is no mesh");
        Files.writeString(folder.resolve("broken.dae"), "<COLLADA><not closed");
        Files.writeString(folder.resolve("part.dae"), COLLADA);
        RobotModel plain = ShippedRobots.load("two-link");
        String body = plain.bodies().get(1).name();
        Vector3 one = new Vector3(1, 1, 1);
        RobotModelBuilder builder = plain.toBuilder();
        for (String name : new String[] {"broken.stl", "broken.dae", "part.dae"}) {
            builder.shape(Shape.visual(body, Pose.IDENTITY, new Geometry.Mesh(name, one)));
        }
        StudioRobot robot = new StudioRobot(builder.build(), folder.resolve("robot.urdf"));
        try (StudioServer server = new StudioServer(robot, null, "", 0);
                Tab tab = SharedBrowser.get().tab(900, 700, false)) {
            tab.open(server.address().toString());
            tab.await("document.querySelectorAll('#problems li').length >= 2");
            assertThat(tab.evaluate("document.getElementById('problems').textContent")
                            .asText())
                    .contains("broken.stl cannot be shown", "broken.dae cannot be shown")
                    .doesNotContain("part.dae");
            tab.await(
                    "(() => { let meshes = 0; studio.figure.bodies[1].traverse((o) => { meshes += o.isMesh ? 1 : 0; });"
                            + " return meshes === 1; })()");
        }
        // the same from one file
        Path file = Files.writeString(folder.resolve("page.html"), StudioPage.of(robot, null, ""));
        try (Tab tab = SharedBrowser.get().tab(900, 700, false)) {
            tab.open(file.toUri().toString());
            tab.await("document.querySelectorAll('#problems li').length === 2");
        }
    }

    @Test
    void tabsThatCloseAndTabsThatCompeteHarmNobody() throws Exception {
        try (StudioServer server = new StudioServer(new StudioRobot(ShippedRobots.load("panda")), null, "", 0)) {
            String goal = "studio.state.setPosture([1, 0.8, -0.5, -1.5, 0.5, 1.5, 0.2]);"
                    + "document.getElementById('set-goal').click(); document.getElementById('plan').click()";
            try (Tab gone = SharedBrowser.get().tab(900, 700, false)) {
                gone.open(server.address().toString());
                gone.evaluate(goal);
                gone.await("document.getElementById('plan-status').textContent.includes('iteration')");
                gone.evaluate("window.close()");
                gone.call("Page.close", Map.of());
            }
            try (Tab first = SharedBrowser.get().tab(900, 700, false);
                    Tab second = SharedBrowser.get().tab(900, 700, false)) {
                first.open(server.address().toString());
                second.open(server.address().toString());
                first.evaluate(goal);
                first.await("document.getElementById('plan-status').textContent.includes('iteration')");
                second.evaluate(goal);
                first.await("document.getElementById('plan-status').textContent.includes('another page')");
                second.await("document.getElementById('plan-status').textContent.includes('iteration')");
                second.evaluate("document.getElementById('cancel').click()");
                second.await("/ot solved/.test(document.getElementById('plan-status').textContent)");
                checkQuiet(second);
            }
        }
    }

    private static final String COLLADA = """
        <?xml version="1.0"?>
        <COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
          <asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
          <library_geometries><geometry id="g"><mesh>
            <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
              <technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/>
              <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
            <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
            <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
          </mesh></geometry></library_geometries>
          <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
          </library_visual_scenes>
          <scene><instance_visual_scene url="#s"/></scene>
        </COLLADA>
        """;
}
