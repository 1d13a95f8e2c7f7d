package dev.catena.compile;

import dev.catena.compile.inputs.CodeInputs;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rows of contacts code takes for independent does not depend on the unit of length. */
class StandingUnitsCodeTest {
    private static final double[] POSTURE = {0.3, -0.5, 0.2, 0.1};

    @ParameterizedTest
    @ValueSource(doubles = {1e-8, 1e-6, 1e-3, 1, 1e3, 1e6, 1e8})
    void pointsHoldAsByHand(double unit) {
        check(unit, false);
        check(unit, true);
    }

    private static void check(double unit, boolean slides) {
        double ofLast = slides ? unit : 1;
        RobotModel robot = robot(unit, slides);
        Pose sole = Pose.translation(0.1 * unit, 0.02 * unit, -0.1 * unit);
        List<Contact> contacts = List.of(
                Contact.of("front", "body1", sole, Contact.Kind.POINT),
                Contact.of("back", "body3", sole, Contact.Kind.POINT));
        int n = robot.jointCount();
        double[] q = POSTURE.clone();
        q[3] *= ofLast;
        double[] tau = {3 * unit * unit, -2 * unit * unit, unit * unit, 4 * unit * unit / ofLast};
        double[] still = new double[n];
        Kinematics kinematics = new Kinematics(robot);
        BaseMotion rest = new BaseMotion();
        kinematics.compute(rest, q, null, null, null);
        List<CutJoint> ties = contacts.stream()
                .map(contact -> contact.at(kinematics.worldFromBody(robot.bodyIndex(contact.body()))))
                .toList();
        double[] a = new double[6];
        double[] qdd = new double[n];
        new ConstrainedForwardDynamics(robot, ties).computeFloating(rest, q, still, tau, null, a, qdd);

        double[] base = new double[18];
        base[0] = 1;
        base[4] = 1;
        base[8] = 1;
        double[] found = new double[n];
        double[] foundBase = new double[6];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, CodeInputs.of(robot).withContacts(contacts))
                .evaluateAll(new double[][] {q, still, tau, base, found, foundBase, new double[12], new double[2]});
        for (double[] lengths : new double[][] {a, foundBase}) {
            for (int k = 0; k < 3; k++) {
                lengths[k] /= unit;
            }
        }
        qdd[3] /= ofLast;
        found[3] /= ofLast;
        Agreement.check("qdd", found, qdd, 1e-9);
        Agreement.check("base", foundBase, a, 1e-9);
    }

    private static RobotModel robot(double unit, boolean slides) {
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, 0.03 * unit, 0.01 * unit),
                InertiaTensor.diagonal(0.04 * unit * unit, 0.05 * unit * unit, 0.06 * unit * unit));
        Pose at = Pose.translation(0.3 * unit, 0.2 * unit, -0.1 * unit);
        Pose other = Pose.translation(-0.3 * unit, -0.1 * unit, -0.2 * unit);
        return RobotModel.builder("walker")
                .gravity(0, 0, -9.81 * unit)
                .base("trunk", bar)
                .floating()
                .link(Joint.revolute("joint0", "trunk", "body0").at(at, Vector3.Y), bar)
                .link(Joint.revolute("joint1", "body0", "body1").at(at, Vector3.X), bar)
                .link(Joint.revolute("joint2", "trunk", "body2").at(other, Vector3.Y), bar)
                .link(
                        (slides
                                        ? Joint.prismatic("joint3", "body2", "body3")
                                        : Joint.revolute("joint3", "body2", "body3"))
                                .at(other, Vector3.Z),
                        bar)
                .build();
    }
}
