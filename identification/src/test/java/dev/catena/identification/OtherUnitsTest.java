package dev.catena.identification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.identification.estimate.StribeckSearch;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.log.MotionSegment;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found of a robot is the same in any unit of length, and so is what motions do not show. */
class OtherUnitsTest {
    private static SpatialInertia body(double factor, double meter) {
        double square = meter * meter;
        return SpatialInertia.aboutCenterOfMass(
                2 * factor,
                new Vector3(0.1, 0.03, -0.05).times(meter),
                new InertiaTensor(
                        0.02 * factor * square, 0.002 * square, 0, 0.03 * factor * square, 0, 0.025 * factor * square));
    }

    private static Joint joint(String name, JointKind kind, String parent, String child, double meter, double turn) {
        return Joint.of(kind, name, parent, child)
                .at(
                        new Pose(Rotation.fromRollPitchYaw(turn, -0.7, 0.2), new Vector3(0.3, 0.1, 0.2).times(meter)),
                        Vector3.Z);
    }

    private static RobotModel arm(double meter, double factor, double friction) {
        double square = meter * meter;
        return RobotModel.builder("arm")
                .gravity(0, 0, -9.81 * meter)
                .link(
                        joint("turn", JointKind.REVOLUTE, "base", "first", meter, 0.4)
                                .with(Friction.of(0, friction * square)),
                        body(factor, meter))
                .link(
                        joint("slide", JointKind.PRISMATIC, "first", "second", meter, 1.1)
                                .with(Friction.of(0, friction)),
                        body(factor, meter))
                .link(joint("stuck", JointKind.REVOLUTE, "second", "third", meter, 2), body(factor, meter))
                .build();
    }

    private static MotionLog log(double meter) {
        RobotModel robot = arm(meter, 1, 0.5);
        MotionSegment moving = SimulatedLog.of(robot, 3, 300, 0.02, 1, 0.4 * meter, 0)
                .segments()
                .get(0);
        return new MotionLog("units", List.of(moving), List.of());
    }

    private static RobotModel found(double meter) {
        IdentificationResult result = Identification.of(arm(meter, 1.4, 0))
                .signals(SignalOptions.unfiltered())
                .run(List.of(log(meter)));
        assertThat(result.consistent().gap()).isFinite();
        return result.robot();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 1e6})
    void bodiesAndDrivesAreTheSame(double meter) {
        RobotModel one = found(1);
        RobotModel other = found(meter);
        double square = meter * meter;
        for (int b = 1; b < one.bodies().size(); b++) {
            SpatialInertia expected = one.bodies().get(b).inertia();
            SpatialInertia actual = other.bodies().get(b).inertia();
            assertThat(actual.mass()).isCloseTo(expected.mass(), within(1e-3));
            assertThat(actual.tensorAboutCenter().zz() / square)
                    .isCloseTo(expected.tensorAboutCenter().zz(), within(1e-4));
        }
        for (Joint joint : other.movingJoints()) {
            double unit = joint.kind() == JointKind.REVOLUTE ? square : 1;
            double viscous = joint.name().equals("stuck") ? 0 : 0.5;
            assertThat(joint.friction().viscous() / unit).as(joint.name()).isCloseTo(viscous, within(1e-6));
            assertThat(joint.drive().reflectedInertia() / unit).as(joint.name()).isLessThan(0.1);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void stribecksVelocityOfASlideIsFound(double meter) {
        ObservationModel model =
                ObservationModel.of(arm(meter, 1, 0.5), DriveModel.of(DriveTerm.VISCOUS, DriveTerm.COULOMB));
        MotionSegment moving = log(meter).segments().get(0);
        double[][] effort = moving.effort();
        double velocity = 0.08 * meter;
        for (int k = 0; k < moving.length(); k++) {
            double v = moving.velocity().orElseThrow()[1][k];
            effort[1][k] += 3 * meter * Math.exp(-v * v / (velocity * velocity)) * Math.signum(v);
        }
        MotionLog log = SimulatedLog.withEfforts(log(meter), effort);
        DriveModel found = StribeckSearch.search(
                model, columns -> new LogRows(columns, List.of(log), SignalOptions.unfiltered()), 1e-3, 1);
        assertThat(found.stribeckVelocities(1)[0] / velocity).isCloseTo(1, within(0.1));
    }

    /** What drives of a slide have is told in units of a slide. */
    @Test
    void drivesOfSlidesHaveTheirUnits() {
        RobotModel robot = arm(1, 1, 0.5);
        DriveModel drives = DriveModel.of(
                DriveTerm.REFLECTED_INERTIA,
                DriveTerm.VISCOUS,
                DriveTerm.COULOMB,
                DriveTerm.OFFSET,
                DriveTerm.STIFFNESS);
        List<String> units = ObservationModel.of(robot, drives).standard().stream()
                .filter(parameter ->
                        parameter.name().endsWith("(slide)") || parameter.name().endsWith("(turn)"))
                .map(parameter -> parameter.name() + " " + parameter.unit())
                .toList();
        assertThat(units)
                .containsExactly(
                        "IA(turn) kg·m²",
                        "FV(turn) N·m·s",
                        "FC(turn) N·m",
                        "OF(turn) N·m",
                        "KS(turn) N·m",
                        "IA(slide) kg",
                        "FV(slide) N·s/m",
                        "FC(slide) N",
                        "OF(slide) N",
                        "KS(slide) N/m");
    }
}
