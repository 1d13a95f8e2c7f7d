package dev.catena.formats.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Places that may stand on the ground: read, written, refused. */
class YamlContactsTest {
    private static RobotModel read(String contacts) {
        return RobotYamlReader.read("""
                catena: 1
                name: hopper
                base: {name: trunk, floating: true, inertia: {mass: 3, tensor-about-center: [1, 1, 1]}}
                convention: placement
                joints:
                  - {name: hip, kind: revolute, body: leg, axis: [0, 1, 0], inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                """ + contacts, "hopper.yaml", ReadOptions.DEFAULT);
    }

    @Test
    void contactsArriveAndAreWrittenBack() {
        RobotModel robot = read("""
                contacts:
                  - {name: sole, body: leg, kind: flat, xyz: [0, 0, -0.4], rpy: [0, 0, 90 deg], friction: 0.6, area: [[-0.05, -0.03], [0.15, -0.03], [0, 0.03]]}
                  - {body: leg, xyz: [0.1, 0, 0]}
                  - {name: "the edge", body: trunk, kind: hinge-y}
                """);
        Contact sole = robot.contacts().get(0);
        assertThat(sole)
                .isEqualTo(new Contact(
                        "sole",
                        "leg",
                        new Pose(Rotation.fromRollPitchYaw(0, 0, Math.PI / 2), new Vector3(0, 0, -0.4)),
                        Contact.Kind.FLAT,
                        0.6,
                        List.of(new Vector3(-0.05, -0.03, 0), new Vector3(0.15, -0.03, 0), new Vector3(0, 0.03, 0))));
        assertThat(robot.contacts().get(1))
                .isEqualTo(Contact.of("leg", "leg", Pose.translation(0.1, 0, 0), Contact.Kind.POINT));
        assertThat(RobotYamlReader.read(RobotYamlWriter.write(robot), "again.yaml", ReadOptions.DEFAULT))
                .isEqualTo(robot);
        assertThat(robot.withFixedBase().contacts()).isEqualTo(robot.contacts());
        assertThat(UrdfWriter.losses(robot)).anyMatch(loss -> loss.contains("contacts"));
        // the axis of a hinge is z of the cut joint
        CutJoint edge = robot.contacts().get(2).at(Pose.translation(1, 2, 3));
        assertThat(edge.kind()).isEqualTo(CutKind.REVOLUTE);
        assertThat(edge.secondFromJoint().rotation().apply(Vector3.Z)).isEqualTo(Vector3.Y);
        assertThat(edge.firstFromJoint().position()).isEqualTo(new Vector3(1, 2, 3));
    }

    @Test
    void everyMistakeIsNamedWithItsLine() {
        assertThatThrownBy(() -> read("""
                        contacts:
                          - {body: leg, kind: flatt}
                          - {body: nobody, friction: -1}
                          - {body: leg, area: [[0, 0], [1, 0], [0, 1]]}
                          - {name: small, body: leg, kind: flat, area: [[0, 0], [1, 0]]}
                          - {name: odd, body: leg, color: red}
                        """))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("unknown kind \"flatt\"")
                .hasMessageContaining("flat, hinge-x")
                .hasMessageContaining("\"nobody\", which does not exist")
                .hasMessageContaining("must not be negative")
                .hasMessageContaining("has no name of its own")
                .hasMessageContaining("only flat contacts have an area")
                .hasMessageContaining("needs three or more")
                .hasMessageContaining("color")
                .hasMessageContaining("hopper.yaml:8")
                .hasMessageContaining("hopper.yaml:9");
    }
}
