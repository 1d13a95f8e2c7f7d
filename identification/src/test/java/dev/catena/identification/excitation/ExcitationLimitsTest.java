package dev.catena.identification.excitation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExcitationLimitsTest {
    /** As wide as the limits, or a turn of them as near to zero as they allow. */
    @ParameterizedTest
    @CsvSource({
        "-1, 2, -1, 2",
        "4, 9, 4, 9",
        "-6.3, 6.3, -3.14159265358979, 3.14159265358979",
        "-3.5, 3.5, -3.14159265358979, 3.14159265358979",
        "-1, 9, -1, 5.28318530717959",
        "-9, 1, -5.28318530717959, 1",
        "-Infinity, Infinity, -3.14159265358979, 3.14159265358979",
        "-Infinity, 10, -3.14159265358979, 3.14159265358979",
        "-Infinity, 1, -5.28318530717959, 1",
        "-Infinity, -5, -11.2831853071796, -5",
        "5, Infinity, 5, 11.2831853071796"
    })
    void positionsOfJoints(double lower, double upper, double least, double most) {
        ExcitationLimits limits = limits(Joint.revolute("joint", "base", "body"), lower, upper);
        assertThat(limits.lower()[0]).isCloseTo(least, within(1e-13));
        assertThat(limits.upper()[0]).isCloseTo(most, within(1e-13));
    }

    @ParameterizedTest
    @CsvSource({"-6, 9, -6, 9", "20, Infinity, 20, 26.2831853071796"})
    void positionsOfSlides(double lower, double upper, double least, double most) {
        ExcitationLimits limits = limits(Joint.prismatic("slide", "base", "body"), lower, upper);
        assertThat(limits.lower()[0]).isCloseTo(least, within(1e-13));
        assertThat(limits.upper()[0]).isCloseTo(most, within(1e-13));
    }

    /** Slides without limits swing by what their robot measures. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void freeSlidesSwingByTheRobotsLength(double length) {
        Joint slide = Joint.prismatic("slide", "base", "body").at(Pose.IDENTITY, Vector3.Z);
        Joint turn = Joint.revolute("turn", "body", "hand").at(Pose.translation(length, 0, 0), Vector3.Z);
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        ExcitationLimits limits = ExcitationLimits.of(RobotModel.builder("two")
                .link(slide, inertia)
                .link(turn, inertia)
                .build());
        assertThat(limits.upper()[0] / length).isCloseTo(Math.PI, within(1e-12));
        assertThat(limits.lower()[0] / length).isCloseTo(-Math.PI, within(1e-12));
        assertThat(limits.upper()[1]).isCloseTo(Math.PI, within(1e-12));
    }

    private static ExcitationLimits limits(Joint joint, double lower, double upper) {
        return ExcitationLimits.of(RobotModel.builder("one")
                .link(
                        joint.with(JointLimits.position(lower, upper)),
                        SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1)))
                .build());
    }
}
