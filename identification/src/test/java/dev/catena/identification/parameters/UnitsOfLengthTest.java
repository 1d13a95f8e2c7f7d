package dev.catena.identification.parameters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many base parameters a robot has does not depend on how large it is. */
class UnitsOfLengthTest {
    private static SpatialInertia bar(double unit) {
        return SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, 0.03 * unit, 0),
                InertiaTensor.diagonal(0.01 * unit * unit, 0.05 * unit * unit, 0.06 * unit * unit));
    }

    private static Joint pin(String name, String parent, String child, double x) {
        return Joint.revolute(name, parent, child).at(Pose.translation(x, 0, 0), Vector3.Z);
    }

    private static Joint slide(String name, String parent, String child, double x) {
        return Joint.prismatic(name, parent, child).at(Pose.translation(x, 0, 0), new Vector3(0.6, 0.8, 0));
    }

    /** Two bars between a crank and a pivot that slides. */
    private static RobotModel linkage(double unit) {
        return RobotModel.builder("linkage")
                .gravity(0, -9.81 * unit, 0)
                .link(pin("crank", "base", "first", 0), bar(unit))
                .link(pin("elbow", "first", "second", 0.3 * unit), bar(unit))
                .link(slide("slide", "base", "carriage", 0.5 * unit), bar(unit))
                .link(pin("pivot", "carriage", "third", 0), bar(unit))
                .cut(new CutJoint(
                        "cut",
                        CutKind.REVOLUTE,
                        "second",
                        Pose.translation(0.5 * unit, 0, 0),
                        "third",
                        Pose.translation(0.4 * unit, 0, 0)))
                .active("crank", "slide")
                .assembly("crank", 0.3)
                .assembly("elbow", 0.5)
                .assembly("slide", 0.1 * unit)
                .assembly("pivot", 1.4)
                .build();
    }

    /** Turning and sliding joints, of which the last two follow. */
    private static RobotModel coupled(double unit, boolean floats) {
        RobotModelBuilder builder = RobotModel.builder("coupled")
                .base("base", bar(unit))
                .gravity(0, -9.81 * unit, 0)
                .link(pin("a", "base", "first", 0), bar(unit))
                .link(pin("b", "first", "second", 0.3 * unit), bar(unit))
                .link(slide("c", "second", "third", 0.5 * unit), bar(unit))
                .link(pin("d", "third", "fourth", 0), bar(unit))
                .link(slide("e", "fourth", "fifth", 0), bar(unit))
                .coupling("d", "a", 0.7, 0)
                .coupling("e", "c", -1.3, 0);
        return floats ? builder.floating().build() : builder.build();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9})
    void countsStay(double unit) {
        assertThat(LoopParameters.of(linkage(unit)).count())
                .isEqualTo(LoopParameters.of(linkage(1)).count());
        assertThat(columns(linkage(unit))).isEqualTo(columns(linkage(1)));
        assertThat(columns(coupled(unit, false))).isEqualTo(columns(coupled(1, false)));
        for (boolean floats : new boolean[] {false, true}) {
            assertThat(LoopParameters.of(coupled(unit, floats)).count())
                    .isEqualTo(LoopParameters.of(coupled(1, floats)).count());
        }
    }

    private static int columns(RobotModel robot) {
        return ObservationModel.of(robot, DriveModel.standard()).columns().size();
    }
}
