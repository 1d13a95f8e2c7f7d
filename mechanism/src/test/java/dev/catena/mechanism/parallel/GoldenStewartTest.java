package dev.catena.mechanism.parallel;

import static dev.catena.mechanism.parallel.GoldenStewart.CASE;
import static dev.catena.mechanism.parallel.GoldenStewart.GOLDEN;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of an independent implementation: inverse dynamics, direct dynamics, a simulation. */
class GoldenStewartTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void inverseDynamics(int state) {
        checkInverse(GoldenStewart.robot(), state);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void inverseDynamicsWithSearchedLegs(int state) {
        checkInverse(searched(GoldenStewart.robot()), state);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void inverseDynamicsOfTheReadyMadePlatform(int state) {
        checkInverse(readyMade(), state);
    }

    private static void checkInverse(ParallelRobot robot, int state) {
        String at = CASE + "/states/" + state;
        JsonNode node = GOLDEN.at(at);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        double[] efforts = new double[6];
        dynamics.compute(GoldenStewart.pose(node), GOLDEN.array(at + "/V"), GOLDEN.array(at + "/Vdot"), efforts);

        ParallelKinematics kinematics = dynamics.kinematics();
        double[] leg = new double[3];
        for (int i = 0; i < 6; i++) {
            kinematics.legCoordinates(i, leg);
            GOLDEN.check(at + "/legs/" + i + "/q", leg);
            kinematics.legVelocities(i, leg);
            GOLDEN.check(at + "/legs/" + i + "/qd", leg);
            kinematics.legAccelerations(i, leg);
            GOLDEN.check(at + "/legs/" + i + "/qdd", leg);
            dynamics.legEfforts(i, leg);
            GOLDEN.check(at + "/legs/" + i + "/Gamma_i", leg);
        }
        double[] matrix = new double[36];
        kinematics.inverseJacobian(matrix);
        GOLDEN.check(at + "/Jp_inv", matrix);
        double[] wrench = new double[6];
        dynamics.platformWrench(wrench);
        GOLDEN.check(at + "/F_p", wrench);
        dynamics.requiredWrench(wrench);
        GOLDEN.check(at + "/cartesian_wrench", wrench);
        GOLDEN.check(at + "/Gamma", efforts);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void directDynamics(int state) {
        String at = CASE + "/states/" + state;
        Pose pose = GoldenStewart.pose(GOLDEN.at(at));
        ParallelForwardDynamics dynamics = new ParallelForwardDynamics(GoldenStewart.robot());
        double[] acceleration = new double[6];
        dynamics.compute(pose, GOLDEN.array(at + "/V"), GOLDEN.array(at + "/Gamma"), acceleration);
        GOLDEN.check(at + "/Vdot", acceleration);
        double[] wrench = new double[6];
        dynamics.bias(wrench);
        GOLDEN.check(at + "/H_cart", wrench);
        double[] matrix = new double[36];
        dynamics.inertia(matrix);
        GOLDEN.check(at + "/A_cart", matrix);
    }

    /** Constant leg forces from rest, without friction; the file states about 1e-12. */
    @Test
    void simulation() {
        String at = CASE + "/simulation";
        PlatformRun run = new PlatformRun(GoldenStewart.robot().withoutFriction());
        run.start(Pose.translation(0, 0, 0.7), new double[6]);
        run.advance(GOLDEN.array(at + "/Gamma"), GOLDEN.at(at + "/t").doubleValue(), 100);
        Agreement.check("P", run.pose().position().toArray(), GOLDEN.array(at + "/P"), 1e-11);
        Agreement.check("R", run.pose().rotation().toArray(), GOLDEN.array(at + "/R"), 1e-11);
        Agreement.check("V", run.velocity(), GOLDEN.array(at + "/V"), 1e-11);
    }

    private static ParallelRobot searched(ParallelRobot robot) {
        ParallelRobot.Builder builder = ParallelRobot.builder(robot.name())
                .gravity(robot.gravity())
                .platform(robot.platform())
                .home(robot.home());
        for (Leg leg : robot.legs()) {
            builder.leg(Leg.tiedByPoint(
                            leg.name(),
                            leg.model(),
                            leg.tip(),
                            leg.platformFromTip().position())
                    .actuatedBy(leg.actuated().get(0))
                    .startingAt(leg.start()));
        }
        return builder.build();
    }

    /** The golden platform through the builder, whose cylinder inertia is along the leg. */
    private static ParallelRobot readyMade() {
        JsonNode model = GOLDEN.at(CASE + "/model");
        JsonNode leg = model.get("legs").get(0);
        List<Vector3> base = new ArrayList<>();
        List<Vector3> points = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            double angle = model.get("legs").get(i).get("gamma").get(0).doubleValue();
            double radius = model.get("legs").get(i).get("d").get(0).doubleValue();
            base.add(new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0));
            points.add(GoldenStewart.vector(model.get("attach").get(i)));
        }
        return GoughStewart.named("stewart")
                .basePoints(base)
                .platformPoints(points)
                .platform(GoldenStewart.platform())
                .cross(inertia(leg, 0))
                .cylinder(inertia(leg, 1).in(Pose.rotation(Rotation.aboutX(Math.PI / 2))))
                .piston(inertia(leg, 2))
                .drive(Drive.reflected(leg.get("Ia").get(2).doubleValue()))
                .friction(Friction.of(
                        leg.get("Fs").get(2).doubleValue(), leg.get("Fv").get(2).doubleValue()))
                .build();
    }

    private static SpatialInertia inertia(JsonNode leg, int link) {
        double[] J = Golden.array(leg.get("J").get(link));
        return SpatialInertia.fromFirstMoment(
                leg.get("M").get(link).doubleValue(),
                GoldenStewart.vector(leg.get("MS").get(link)),
                new InertiaTensor(J[0], J[1], J[2], J[4], J[5], J[8]));
    }
}
