package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.Coupling;
import dev.catena.model.RobotModel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CouplingFormatsTest {
    private static final String GRIPPER = """
        catena: 1
        name: gripper
        convention: placement
        joints:
          - name: wrist
            kind: revolute
            axis: [0, 0, 1]
            held: 30 deg
            body: palm
            inertia: {mass: 1, tensor-about-center: [0.1, 0.1, 0.1]}
          - name: left
            kind: prismatic
            axis: [0, 1, 0]
            limits: {lower: 0, upper: 0.04}
            body: leftFinger
            inertia: {mass: 0.2, tensor-about-center: [0.01, 0.01, 0.01]}
          - name: right
            kind: prismatic
            parent: palm
            axis: [0, 1, 0]
            limits: {lower: -0.03, upper: 0}
            follows: {joint: left, factor: -1, offset: 0.001}
            body: rightFinger
            inertia: {mass: 0.2, tensor-about-center: [0.01, 0.01, 0.01]}
        """;

    private static RobotModel gripper() {
        return RobotYamlReader.read(GRIPPER, "gripper.yaml", ReadOptions.DEFAULT);
    }

    @Test
    void yamlHasCouplingsAndHeldJoints() {
        RobotModel robot = gripper();
        assertThat(robot.jointNames()).containsExactly("left");
        assertThat(robot.couplings()).containsExactly(new Coupling("right", "left", -1, 0.001));
        assertThat(robot.heldJoints()).containsEntry("wrist", Math.toRadians(30));
        assertThat(robot.movingJoints().get(0).limits().upper()).isEqualTo(0.031);
        String written = RobotYamlWriter.write(robot);
        assertThat(RobotYamlReader.read(written, "again.yaml", ReadOptions.DEFAULT))
                .isEqualTo(robot);
        assertThatThrownBy(() -> RobotYamlReader.read(
                        GRIPPER.replace("joint: left,", "joint: lefty,"), "gripper.yaml", ReadOptions.DEFAULT))
                .hasMessageContaining("gripper.yaml:22: joint \"right\" follows \"lefty\", but there is no such joint");
    }

    @Test
    void urdfHasCouplingsAndHeldJoints() {
        RobotModel robot = gripper();
        String urdf = UrdfWriter.write(robot);
        assertThat(urdf).contains("<mimic joint=\"left\" multiplier=\"-1.0\" offset=\"0.001\"/>");
        RobotModel back = UrdfReader.read(urdf, "gripper.urdf", ReadOptions.DEFAULT);
        assertThat(back.couplings()).isEqualTo(robot.couplings());
        assertThat(back.heldJoints()).isEqualTo(robot.heldJoints());
        assertThat(back.jointNames()).isEqualTo(robot.jointNames());
        assertThat(back.declaredJoints()).isEqualTo(robot.declaredJoints());
    }

    @Test
    void tablesNeedTheIndependentJointsOnly(@TempDir Path folder) throws Exception {
        RobotModel robot = gripper();
        Path file = folder.resolve("states.csv");
        Files.writeString(file, "q_left,qd_left\n0.01,2\n");
        assertThat(StateTables.read(file, robot).joints()).containsExactly("left");
        Files.writeString(file, "q_right,qd_right,q_wrist,q_left,qd_left\n-0.009,-2,0.5235987755982988,0.01,2\n");
        StateTable table = StateTables.read(file, robot);
        assertThat(table.joints()).containsExactly("left");
        assertThat(table.values(0, StateTable.Series.VELOCITY)).containsExactly(2);
    }

    @Test
    void columnsThatDisagreeAreRefused(@TempDir Path folder) throws Exception {
        refused(
                folder,
                "q_left,q_right\n0.01,0.01\n",
                "q of joint \"right\" in state 0 is 0.01, but it follows joint \"left\" (factor -1.0, offset 0.001)");
        refused(
                folder,
                "q_left,q_right,qd_left,qd_right\n0.01,-0.009,1,1\n",
                "qd of joint \"right\" in state 0 is 1.0, but it follows joint \"left\"");
        refused(folder, "q_left,q_right,tau_left,tau_right\n0.01,-0.009,1,1\n", "to which all effort is to be given");
        refused(folder, "q_left,q_wrist\n0.01,0\n", "q of joint \"wrist\" in state 0 is 0.0, but the joint is held");
        refused(folder, "q_right\n0.01\n", "follows joint \"left\", but the table has no column of that one");
    }

    private static void refused(Path folder, String text, String message) throws Exception {
        Path file = folder.resolve("states.csv");
        Files.writeString(file, text);
        assertThatThrownBy(() -> StateTables.read(file, gripper()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("states.csv")
                .hasMessageContaining(message);
    }
}
