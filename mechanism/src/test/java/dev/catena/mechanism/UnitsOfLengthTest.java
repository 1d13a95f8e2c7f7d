package dev.catena.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A robot of two freedoms, one that turns and one that slides, is the same robot whatever its lengths are measured in. */
class UnitsOfLengthTest {
    private static final double[] MU = {0.6, -1.1};

    /** A crank, a slide that carries the other pivot, and two bars between them. */
    private static RobotModel robot(double unit) {
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, 0.03 * unit, 0),
                InertiaTensor.diagonal(0.01 * unit * unit, 0.05 * unit * unit, 0.06 * unit * unit));
        Pose elbow = Pose.translation(0.3 * unit, 0, 0);
        Pose slide = Pose.translation(0.5 * unit, 0, 0);
        return RobotModel.builder("five-bar")
                .gravity(0, -9.81 * unit, 0)
                .link(Joint.revolute("crank", "base", "first"), bar)
                .link(Joint.revolute("elbow", "first", "second").at(elbow, Vector3.Z), bar)
                .link(Joint.prismatic("slide", "base", "carriage").at(slide, new Vector3(0.6, 0.8, 0)), bar)
                .link(Joint.revolute("pivot", "carriage", "third"), bar)
                .cut(new CutJoint(
                        "pin",
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

    private static double[] in(double unit, double turning, double sliding) {
        return new double[] {turning, sliding * unit};
    }

    /** By quantity: derivatives of efforts, of accelerations, and twice of efforts. */
    private static double[][] derivatives(double unit) {
        RobotModel robot = robot(unit);
        double[] q = in(unit, 0.35, 0.12);
        double[] qd = in(unit, 0.9, -0.4);
        double[] qdd = in(unit, -1.3, 0.7);
        double[] tau = {3 * unit * unit, -2 * unit};
        double[][] out = new double[7][4];
        new ClosedLoopSensitivity(robot).compute(q, qd, qdd, out[0], out[1], out[2]);
        new ClosedLoopAccelerationSensitivity(robot).compute(q, qd, tau, out[3], out[4], out[5]);
        out[6] = new double[36];
        double[] mu = {MU[0], MU[1] * unit};
        new ClosedLoopCurvature(robot).compute(q, qd, qdd, mu, out[6]);
        return out;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9})
    void derivativesDoNotDependOnIt(double unit) {
        double[][] expected = derivatives(1);
        double[][] actual = derivatives(unit);
        double[] scale = {1, unit};
        for (int quantity = 0; quantity < expected.length; quantity++) {
            double largest = 1;
            for (double entry : expected[quantity]) {
                largest = Math.max(largest, Math.abs(entry));
            }
            for (int k = 0; k < expected[quantity].length; k++) {
                int width = quantity == 6 ? 6 : 2;
                double row = scale[k / width % 2];
                double column = scale[k % 2];
                // τ q is an energy, of unit² with masses as they are
                double factor = switch (quantity) {
                    case 3, 4 -> row / column;
                    case 5 -> row * column / (unit * unit);
                    default -> unit * unit / (row * column);
                };
                String what = "quantity %s, entry %s".formatted(quantity, k);
                assertEquals(expected[quantity][k], actual[quantity][k] / factor, 1e-11 * largest, what);
            }
        }
    }
}
