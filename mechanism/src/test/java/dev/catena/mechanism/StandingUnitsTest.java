package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A robot that stands is the same robot whatever its lengths are measured in: energies are in unit², and joints turn. */
class StandingUnitsTest {
    private static final double[] POSTURE = {0.3, -0.5, -0.2, 0.7, 0.4, -0.6, 0.1};

    private static RobotModel robot(double unit, boolean elastic) {
        return robot(unit, 1, 1, 9.81, elastic);
    }

    /** A robot in units of length, mass and time; gravity is in those of length / time². */
    private static RobotModel robot(double unit, double mass, double time, double gravity, boolean elastic) {
        double inertia = mass * unit * unit;
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(
                2 * mass,
                new Vector3(0.2 * unit, 0.03 * unit, 0.01 * unit),
                InertiaTensor.diagonal(0.04 * inertia, 0.05 * inertia, 0.06 * inertia));
        var builder = RobotModel.builder("biped")
                .gravity(0, 0, -gravity * unit / (time * time))
                .base("trunk", bar)
                .floating();
        Vector3[] axes = {Vector3.Y, Vector3.X, Vector3.Y, Vector3.Z, Vector3.X, Vector3.Y, Vector3.Z};
        for (int k = 0; k < axes.length; k++) {
            String parent = k == 0 || k == 3 ? "trunk" : "body" + (k - 1);
            double side = k == 0 ? 0.2 : k == 3 ? -0.3 : 0.05;
            Drive drive = Drive.reflected(0.1 * inertia);
            builder.link(
                    Joint.revolute("joint" + k, parent, "body" + k)
                            .at(Pose.translation(0.3 * unit, side * unit, -0.1 * unit), axes[k])
                            .with(elastic && k % 2 == 0 ? drive.with(Spring.of(50 * inertia / (time * time))) : drive),
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

    private static BaseMotion base(ElasticContactFeedForward feedForward) {
        double[] v = new double[6];
        double[] a = new double[6];
        feedForward.baseVelocity(0, v);
        feedForward.baseVelocity(1, a);
        Vector3 linear = new Vector3(v[0], v[1], v[2]);
        Vector3 angular = new Vector3(v[3], v[4], v[5]);
        return new BaseMotion()
                .velocityInBase(linear, angular)
                .accelerationInBase(
                        new Vector3(a[0], a[1], a[2]).plus(angular.cross(linear)), new Vector3(a[3], a[4], a[5]));
    }

    private static double[][] quantities(double unit) {
        RobotModel robot = robot(unit, true);
        List<CutJoint> contacts = contacts(robot, unit);
        int n = 7;
        int size = 11;
        double[] masses = new double[size * size];
        new StandingMassMatrix(robot, contacts).compute(POSTURE, masses);

        double[][] motion = motion(robot, contacts, 1);
        double[] tau = new double[n];
        double[] rates = new double[n];
        double[][] x = new double[3][size];
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(robot, contacts);
        feedForward.compute(new BaseMotion(), motion, null, null, x[0], x[1], x[2], tau);
        feedForward.torqueRates(rates);
        BaseMotion base = base(feedForward);

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

    private static double[][] motion(RobotModel robot, List<CutJoint> contacts, double time) {
        double[][] given = new double[6][7];
        given[0] = POSTURE;
        for (int d = 1; d < given.length; d++) {
            for (int k = 0; k < 7; k++) {
                given[d][k] = Math.sin(3 * d + 2 * k) / Math.pow(time, d);
            }
        }
        double[][] motion = new double[6][7];
        new ContactTies(robot, contacts, POSTURE, 5).complete(given, motion);
        return motion;
    }

    /** Derivatives that break a contact by a part of them are refused, and those that keep it are not. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1e-6, 1, 1",
        "1e6, 1, 1",
        "1, 1e-9, 1",
        "1, 1e9, 1",
        "1, 1, 1e-6",
        "1, 1, 1e6",
        "1e-3, 1e-6, 1e3"
    })
    void whatBreaksContactsIsRefusedInAnyUnits(double unit, double mass, double time) {
        for (double gravity : new double[] {0, 9.81}) {
            RobotModel robot = robot(unit, mass, time, gravity, true);
            RobotModel rigid = robot(unit, mass, time, gravity, false);
            List<CutJoint> contacts = contacts(robot, unit);
            int size = 11;
            double[] tau = new double[7];
            double[] rates = new double[7];
            ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(robot, contacts);
            double[][] kept = motion(robot, contacts, time);
            double[][] x = new double[3][size];
            feedForward.compute(new BaseMotion(), kept, null, null, x[0], x[1], x[2], tau);
            BaseMotion base = base(feedForward);
            ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(rigid, contacts);
            ContactForceRate force = new ContactForceRate(rigid, contacts);
            inverse.compute(base, kept[0], kept[1], kept[2], null, null, tau);
            force.compute(base, kept[0], kept[1], kept[2], kept[3], null, null, tau, rates);
            for (int d = 1; d < kept.length; d++) {
                double[][] broken = motion(robot, contacts, time);
                broken[d][1] += 1e-2 / Math.pow(time, d);
                String what = "derivative %s, gravity %s".formatted(d, gravity);
                assertThatThrownBy(
                                () -> feedForward.compute(new BaseMotion(), broken, null, null, x[0], x[1], x[2], tau),
                                what)
                        .hasMessageContaining("derivative %s of the motion".formatted(d));
                if (d == 2) {
                    assertThatThrownBy(
                                    () -> inverse.compute(base, broken[0], broken[1], broken[2], null, null, tau), what)
                            .hasMessageContaining("break tie");
                }
                if (d == 3) {
                    assertThatThrownBy(
                                    () -> force.compute(
                                            base, broken[0], broken[1], broken[2], broken[3], null, null, tau, rates),
                                    what)
                            .hasMessageContaining("the jerks");
                }
            }
        }
    }

    /** One point of a foot cannot turn the base as the motion needs it. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1e-6, 1, 1",
        "1e6, 1, 1",
        "1, 1e-12, 1",
        "1, 1e12, 1",
        "1, 1, 1e-6",
        "1, 1, 1e6",
        "1e-3, 1e-6, 1e3"
    })
    void whatContactsCannotSupplyIsRefusedInAnyUnits(double unit, double mass, double time) {
        RobotModel robot = robot(unit, mass, time, 0, false);
        List<CutJoint> point = contacts(robot, unit).subList(1, 2);
        double[] still = new double[7];
        double[] push = new double[7];
        double[] accelerations = new double[7];
        double[] ofBase = new double[6];
        push[4] = mass * unit * unit / (time * time);
        new ConstrainedForwardDynamics(robot, point)
                .computeFloating(new BaseMotion(), POSTURE, still, push, null, ofBase, accelerations);
        BaseMotion base =
                new BaseMotion().accelerationInBase(ofBase[0], ofBase[1], ofBase[2], ofBase[3], ofBase[4], ofBase[5]);
        double[] tau = new double[7];
        ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(robot, point);
        inverse.compute(base, POSTURE, still, accelerations, null, null, tau);
        Agreement.check("tau", tau, push, 1e-9);

        // the leg in the air, which moves no contact
        accelerations[1] += 0.1 / (time * time);
        assertThatThrownBy(() -> inverse.compute(base, POSTURE, still, accelerations, null, null, tau))
                .hasMessageContaining("cannot supply");
    }
}
