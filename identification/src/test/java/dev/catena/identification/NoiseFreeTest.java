package dev.catena.identification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.parameters.LoopParameters;
import dev.catena.identification.physical.ConsistentEstimate;
import dev.catena.identification.physical.IdentifiedRobot;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Body;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without noise the parameters of any robot come out as they are, however wrong the model is that one starts from. */
class NoiseFreeTest {
    private static final DriveModel DRIVES = DriveModel.standard();

    static Stream<RobotModel> robots() {
        return Stream.concat(
                LongStream.range(1, 6)
                        .mapToObj(seed ->
                                RandomRobots.tree(seed, 2 + (int) seed % 5).build()),
                LongStream.range(20, 27).mapToObj(seed -> RandomRobots.everything(seed, 6)));
    }

    /** The same robot with all inertias 40 % larger. */
    static RobotModel wrong(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Body body :
                robot.declaredBodies().subList(1, robot.declaredBodies().size())) {
            SpatialInertia inertia = body.inertia();
            builder.replace(new Body(
                    body.name(),
                    SpatialInertia.aboutCenterOfMass(
                            1.4 * inertia.mass(),
                            inertia.centerOfMass(),
                            inertia.tensorAboutCenter().plus(inertia.tensorAboutCenter()))));
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("robots")
    void baseParametersAndEffortsOfTreesAreExact(RobotModel robot) {
        check(robot, 1.5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8})
    void baseParametersAndEffortsOfCoupledRobotsAreExact(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 6);
        check(robot, 2.5);
        // offsets act as weights do, and a robot has no place for them
        DriveModel drives = DriveModel.of(DriveTerm.REFLECTED_INERTIA, DriveTerm.VISCOUS, DriveTerm.COULOMB);
        ConsistentEstimate estimate = check(robot, 2.5, drives);
        RobotModel found =
                IdentifiedRobot.of(ObservationModel.of(wrong(robot), drives), estimate.standard(), new ArrayList<>());
        double[][] expected =
                SimulatedLog.of(robot, 8, 50, 0.02, 1).segments().get(0).effort();
        double[][] actual =
                SimulatedLog.of(found, 8, 50, 0.02, 1).segments().get(0).effort();
        for (int j = 0; j < expected.length; j++) {
            Agreement.check("efforts of joint " + j + ", seed " + seed, actual[j], expected[j], 1e-6);
        }
    }

    /** A five-bar that carries a lever geared to one of its cranks. */
    @Test
    void couplingsBesideLoops() {
        RobotModel fiveBar = ShippedRobots.load("five-bar");
        Joint crank = fiveBar.independentJoints().get(0);
        RobotModel robot = fiveBar.toBuilder()
                .link(
                        Joint.revolute("lever", crank.child(), "lever_body")
                                .with(JointGeometry.of(Pose.translation(0.1, 0.05, 0), new Vector3(0, 0.6, 0.8))),
                        SpatialInertia.aboutCenterOfMass(
                                0.7, new Vector3(0.1, 0.2, 0.05), InertiaTensor.diagonal(0.01, 0.02, 0.015)))
                .coupling("lever", crank.name(), -1.7, 0.4)
                .build();
        assertEquals(
                LoopParameters.of(robot).count(),
                ObservationModel.of(robot, DriveModel.of()).columns().size());
        check(robot, 0.4);
    }

    @Test
    void closedLoopsAreIdentifiedThroughTheirReducedEquations() {
        for (String name : List.of("four-bar", "five-bar")) {
            RobotModel robot = ShippedRobots.load(name);
            check(robot, name.equals("four-bar") ? 1.5 : 0.4);
        }
    }

    private static void check(RobotModel robot, double amplitude) {
        assertTrue(check(robot, amplitude, DRIVES).base().length > 0, robot.name());
    }

    private static ConsistentEstimate check(RobotModel robot, double amplitude, DriveModel drives) {
        MotionLog log = SimulatedLog.of(robot, 3, 200, 0.02, amplitude);
        double[] expected = ObservationModel.of(robot, drives).prior();
        ObservationModel model = ObservationModel.of(wrong(robot), drives);
        JointFactors factors = JointFactors.of(new LogRows(model, List.of(log), SignalOptions.unfiltered()));
        LinearEstimate estimate = LeastSquares.weighted(factors);
        double size = 0;
        for (double value : expected) {
            size = Math.max(size, Math.abs(value));
        }
        for (int c = 0; c < expected.length; c++) {
            String name = model.columns().get(c).name();
            assertEquals(expected[c], estimate.value(c), 1e-8 * size, robot.name() + " " + name);
        }
        ConsistentEstimate consistent = ConsistentEstimate.of(model, estimate);
        for (int j = 0; j < factors.joints(); j++) {
            double relative = factors.residual(j, consistent.base()) / factors.effort(j);
            assertEquals(0, relative, 1e-8, robot.name() + " joint " + j);
        }
        return consistent;
    }

    /** A slide that uses a part of its way moves, however short that is; one that trembles does not. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-3, 1, 1e4})
    void slidesMoveInAnyUnit(double way) {
        RobotModel slide = RobotModel.builder("slide")
                .link(
                        Joint.prismatic("slide", "base", "block").with(JointLimits.position(-way / 2, way / 2)),
                        SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(0.1, 0.1, 0.1)))
                .build();
        ObservationModel model = ObservationModel.of(slide, DRIVES);
        double least = Math.min(way, 1);
        for (double part : new double[] {0.3, 1e-5}) {
            MotionLog log = SimulatedLog.of(slide, 3, 200, 0.02, part * least);
            LogRows rows = new LogRows(model, List.of(log), SignalOptions.unfiltered());
            assertEquals(part < 1e-3, rows.isStill(0), "way " + way + ", part " + part);
        }
    }
}
