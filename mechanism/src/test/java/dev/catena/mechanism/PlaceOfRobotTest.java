package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mechanism is the same wherever on its base it stands. */
class PlaceOfRobotTest {
    private static final SpatialInertia BAR =
            SpatialInertia.aboutCenterOfMass(2, new Vector3(0.2, 0.03, 0.1), InertiaTensor.diagonal(0.03, 0.05, 0.06));

    /** A planar four-bar with masses beside its plane, so that the cut joint carries moments, of which motion tells only some. */
    private static RobotModel fourBar(double away) {
        Pose crank = Pose.translation(away, -2 * away, away);
        // the rocker stands on a plate that is fixed to the base, the crank on the base itself
        Pose plate =
                new Pose(Rotation.fromRollPitchYaw(0, 0, 0.3), crank.position().plus(new Vector3(0.375, 0.125, 0)));
        return RobotModel.builder("four-bar")
                .gravity(1, -9.81, 2)
                .link(Joint.revolute("crank", "base", "first").at(crank, Vector3.Z), BAR)
                .link(Joint.revolute("coupler", "first", "second").at(Pose.translation(0.12, 0, 0), Vector3.Z), BAR)
                .link(Joint.fixed("bolts", "base", "plate").at(plate, Vector3.Z), BAR)
                .link(Joint.revolute("rocker", "plate", "third"), BAR)
                .cut(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "second",
                        Pose.translation(0.35, 0, 0),
                        "third",
                        Pose.translation(0.25, 0, 0)))
                .active("crank")
                .assembly("crank", 0.9)
                .assembly("coupler", -0.6)
                .assembly("rocker", 1.3)
                .build();
    }

    /** The effort, the wrench of the cut joint, and all joints. */
    private static double[] numbers(RobotModel robot) {
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(robot);
        double[] out = new double[10];
        double[] effort = new double[1];
        dynamics.compute(new double[] {0.7}, new double[] {1.2}, new double[] {-3}, effort);
        dynamics.computeCutWrenches();
        double[] wrench = new double[6];
        dynamics.cutWrench(0, wrench);
        double[] q = new double[3];
        dynamics.kinematics().positions(q);
        out[0] = effort[0];
        System.arraycopy(wrench, 0, out, 1, 6);
        System.arraycopy(q, 0, out, 7, 3);
        return out;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0x1p10, 0x1p20}) // so that offsets are exact numbers
    void isOfNoConsequence(double away) {
        RobotModel robot = fourBar(away);
        assertThat(Extent.of(robot).length()).isCloseTo(Math.hypot(0.375, 0.125), within(1e-15));
        double[] expected = numbers(fourBar(0));
        double[] actual = numbers(robot);
        for (int k = 0; k < expected.length; k++) {
            assertThat(actual[k]).as("number %s", k).isCloseTo(expected[k], within(1e-12));
        }
    }
}
