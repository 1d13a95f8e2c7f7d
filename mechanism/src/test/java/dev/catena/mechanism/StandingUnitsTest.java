package dev.catena.mechanism;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A robot that stands is the same robot whatever its lengths are measured in: energies are in unit², and joints turn. */
class StandingUnitsTest {
    private static final double[] POSTURE = {0.3, -0.5, -0.2, 0.7, 0.4, -0.6, 0.1};

    private static RobotModel robot(double unit, boolean elastic) {
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, 0.03 * unit, 0.01 * unit),
                InertiaTensor.diagonal(0.04 * unit * unit, 0.05 * unit * unit, 0.06 * unit * unit));
        var builder = RobotModel.builder("biped")
                .gravity(0, 0, -9.81 * unit)
                .base("trunk", bar)
                .floating();
        Vector3[] axes = {Vector3.Y, Vector3.X, Vector3.Y, Vector3.Z, Vector3.X, Vector3.Y, Vector3.Z};
        for (int k = 0; k < axes.length; k++) {
            String parent = k == 0 || k == 3 ? "trunk" : "body" + (k - 1);
            double side = k == 0 ? 0.2 : k == 3 ? -0.3 : 0.05;
            Drive drive = Drive.reflected(0.1 * unit * unit);
            builder.link(
                    Joint.revolute("joint" + k, parent, "body" + k)
                            .at(Pose.translation(0.3 * unit, side * unit, -0.1 * unit), axes[k])
                            .with(elastic && k % 2 == 0 ? drive.with(Spring.of(50 * unit * unit)) : drive),
                    bar);
        }
        return builder.build();
    }

    /** A foot that is held, and a point of the other leg. */
    private static List<CutJoint> contacts(RobotModel robot, double unit) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(new BaseMotion(), POSTURE, null, null, null);
        List<CutJoint> contacts = new ArrayList<>();
        Pose sole = Pose.translation(0.1 * unit, 0, -0.1 * unit);
        for (String body : List.of("body2", "body6")) {
            contacts.add(CutJoint.contact(
                    "at " + body,
                    body.equals("body2") ? CutKind.FIXED : CutKind.SPHERICAL,
                    kinematics.worldFromBody(robot.bodyIndex(body)).times(sole),
                    body,
                    sole));
        }
        return contacts;
    }

    private static double[][] quantities(double unit) {
        RobotModel robot = robot(unit, true);
        List<CutJoint> contacts = contacts(robot, unit);
        int n = 7;
        int size = 11;
        double[] masses = new double[size * size];
        new StandingMassMatrix(robot, contacts).compute(POSTURE, masses);

        double[][] given = new double[6][n];
        given[0] = POSTURE;
        for (int d = 1; d < given.length; d++) {
            for (int k = 0; k < n; k++) {
                given[d][k] = Math.sin(3 * d + 2 * k);
            }
        }
        double[][] motion = new double[6][n];
        new ContactTies(robot, contacts, POSTURE, 5).complete(given, motion);
        double[] tau = new double[n];
        double[] rates = new double[n];
        double[][] x = new double[3][size];
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(robot, contacts);
        feedForward.compute(new BaseMotion(), motion, null, null, x[0], x[1], x[2], tau);
        feedForward.torqueRates(rates);
        double[] v = new double[6];
        double[] a = new double[6];
        feedForward.baseVelocity(0, v);
        feedForward.baseVelocity(1, a);
        Vector3 linear = new Vector3(v[0], v[1], v[2]);
        Vector3 angular = new Vector3(v[3], v[4], v[5]);
        BaseMotion base = new BaseMotion()
                .velocityInBase(linear, angular)
                .accelerationInBase(
                        new Vector3(a[0], a[1], a[2]).plus(angular.cross(linear)), new Vector3(a[3], a[4], a[5]));

        RobotModel rigid = robot(unit, false);
        double[] rigidTau = new double[n];
        double[] rigidRates = new double[n];
        new ContactForceRate(rigid, contacts)
                .compute(base, motion[0], motion[1], motion[2], motion[3], null, null, rigidTau, rigidRates);
        double[] tauAgain = new double[n];
        ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(rigid, contacts);
        inverse.compute(base, motion[0], motion[1], motion[2], null, null, tauAgain);
        double[][] all = {masses, tau, rates, rigidTau, rigidRates, tauAgain};
        for (double[] quantity : all) {
            for (int k = 0; k < quantity.length; k++) {
                quantity[k] /= unit * unit;
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 1e3, 1e6})
    void theSameInAnyUnit(double unit) {
        double[][] expected = quantities(1);
        double[][] actual = quantities(unit);
        for (int k = 0; k < expected.length; k++) {
            Agreement.check("quantity " + k, actual[k], expected[k], 1e-9);
        }
    }
}
