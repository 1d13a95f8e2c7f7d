package dev.catena.formats.mjcf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that MuJoCo 3.14.0 (its package for JavaScript) computed from the same text. */
class MujocoNumbersTest {
    private static final String ARM = """
        <mujoco>
          <compiler angle="degree" eulerseq="zYx" boundinertia="0.02"/>
          <option gravity="1 2 -9"/>
          <option timestep="0.001"/>
          <default>
            <geom density="700"/>
            <default class="light"><geom density="300"/><joint armature="0.03"/></default>
          </default>
          <worldbody>
            <frame pos="0.1 -0.2 0.3" euler="10 20 30">
              <body name="upper" pos="0.2 0 0.1" quat="1 0.2 0.3 -0.4" childclass="light">
                <frame pos="0.05 0.02 -0.03" axisangle="1 2 3 40"><joint name="yaw" axis="0 1 1" pos="0.01 0 0.02"/></frame>
                <joint name="lift" type="slide" axis="1 0 2" ref="0.1"/>
                <geom type="box" fromto="0 0 0 0.3 0.1 0.2" size="0.05 0.02"/>
                <geom type="capsule" size="0.04 0.1" pos="0.1 0 0" zaxis="1 1 0"/>
                <body name="lower" pos="0.3 0.1 0.2" xyaxes="0 1 0 -1 0 1">
                  <frame euler="0 0 50"><frame pos="0 0.1 0"><joint name="elbow" axis="1 0 0" ref="25"/></frame></frame>
                  <inertial pos="0.1 0.02 0.03" mass="1.5" fullinertia="0.03 0.025 0.01 0.001 0.002 -0.003"/>
                  <body name="hand" pos="0.2 0 0" axisangle="0 1 0 -35">
                    <joint name="wrist" class="main" pos="0 0.03 0" axis="0 0 1"/>
                    <geom type="ellipsoid" size="0.05 0.07 0.09" density="900" pos="0.05 0 0.02"/>
                    <frame pos="0 0 0.1" euler="40 0 0"><geom type="cylinder" size="0.03 0.06" mass="0.4"/></frame>
                  </body>
                </body>
              </body>
            </frame>
          </worldbody>
        </mujoco>
        """;

    private static RobotModel arm(String text) {
        return MjcfReader.read(text, "arm.xml", ReadOptions.DEFAULT);
    }

    @Test
    void framesClassesAndBounds() {
        RobotModel robot = arm(ARM);
        double[] q = {0.31030809693038464, 0.05299339294433594, 0.35892295837402344, -0.6546039581298828};
        double[] qd = {-0.39037132263183594, 0.19835243225097657, 0.34624671936035156, 0.7663441300392151};
        double[] bias = {2.64798798217196, -11.108571080657843, 1.8947693549886564, 0.08340501373904563};
        double[] tau = new double[4];
        new InverseDynamics(robot).compute(q, qd, new double[4], tau);
        assertThat(robot.jointNames()).containsExactly("yaw", "lift", "elbow", "wrist");
        assertThat(tau).containsExactly(bias, within(1e-13));
        double[][] expected = {
            {0.33383590615571823, -0.5344470492922627, 0.05638829179267716, 0.009054697820245497},
            {-0.5344470492922627, 4.622036905765644, -0.15779706181227274, 0.04552603957540313},
            {0.05638829179267716, -0.15779706181227274, 0.0988837072177477, -0.014227031938238112},
            {0.009054697820245497, 0.04552603957540313, -0.014227031938238112, 0.023649539886872503}
        };
        double[] mass = new double[16];
        new MassMatrix(robot).compute(q, mass);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                assertThat(mass[4 * i + j]).isEqualTo(expected[i][j], within(1e-14));
            }
        }
    }

    /** Geoms that weigh nothing leave a body its declared inertia, whatever the compiler prefers. */
    @Test
    void declaredInertiasStayWhereGeomsWeighNothing() {
        String asked = ARM.replace("boundinertia", "inertiafromgeom=\"true\" boundinertia");
        RobotModel robot = arm(asked);
        assertThat(robot.bodies().get(robot.bodyIndex("lower")).inertia().mass())
                .isEqualTo(1.5);
    }

    @Test
    void gravityMayBeOff() {
        assertThat(arm(ARM).gravity()).isEqualTo(new Vector3(1, 2, -9));
        assertThat(arm(ARM.replace("<option timestep=\"0.001\"/>", "<option><flag gravity=\"disable\"/></option>"))
                        .gravity())
                .isEqualTo(Vector3.ZERO);
    }

    @Test
    void whatChangesForcesIsNamed() {
        String text = ARM.replace("timestep=\"0.001\"", "density=\"1.2\"")
                .replace("name=\"hand\"", "name=\"hand\" gravcomp=\"1\"")
                .replace("name=\"wrist\"", "name=\"wrist\" damping=\"1 0 2\"");
        assertThat(arm(text).warnings().toString())
                .contains("density of <option>, a medium that the bodies move in, is not understood")
                .contains("gravcomp of <body>, which takes its weight away, is not understood")
                .contains("damping that is not linear is left out");
    }

    /** Corners of a square that are not in a plane: the shorter diagonal is the edge. */
    @Test
    void squaresOfMeshesAndFilesBesideTheirInclude(@TempDir Path folder) throws IOException {
        Path parts = folder.resolve("parts");
        Files.createDirectories(parts.resolve("meshes"));
        Path main = Files.writeString(folder.resolve("main.xml"), """
            <mujoco><compiler/><include file="parts/assets.xml"/>
              <worldbody><body name="b"><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>
            """);
        Files.writeString(
                parts.resolve("assets.xml"),
                "<mujocoinclude><asset><mesh name=\"m\" file=\"meshes/m.obj\"/></asset></mujocoinclude>");
        Files.writeString(parts.resolve("meshes/m.obj"), """
            v 0 0 0
            v 1 0 0
            v 1 1 0.2
            v 0 0.8 0
            v 0.5 0.5 1
            f 3 2 1 4
            f 1 2 5
            f 2 3 5
            f 3 4 5
            f 4 1 5
            """);
        RobotModel robot = RobotFiles.read(main);
        SpatialInertia inertia = robot.bodies().get(robot.bodyIndex("b")).inertia();
        // corners are single precision there
        assertThat(inertia.mass()).isEqualTo(296.6666688024998, within(1e-5));
        assertThat(inertia.centerOfMass().x()).isEqualTo(0.5126404485728401, within(1e-7));
        assertThat(inertia.centerOfMass().z()).isEqualTo(0.27752809012476853, within(1e-7));

        Files.move(parts.resolve("meshes/m.obj"), folder.resolve("m.obj"));
        Files.writeString(main, Files.readString(main).replace("<compiler/>", "<compiler strippath=\"true\"/>"));
        RobotModel stripped = RobotFiles.read(main);
        assertThat(stripped.bodies().get(stripped.bodyIndex("b")).inertia()).isEqualTo(inertia);
    }
}
