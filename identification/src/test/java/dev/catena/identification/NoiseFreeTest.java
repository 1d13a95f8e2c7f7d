package dev.catena.identification;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.physical.ConsistentEstimate;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Body;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    @Test
    void closedLoopsAreIdentifiedThroughTheirReducedEquations() {
        for (String name : List.of("four-bar", "five-bar")) {
            RobotModel robot = ShippedRobots.load(name);
            check(robot, name.equals("four-bar") ? 1.5 : 0.4);
        }
    }

    private static void check(RobotModel robot, double amplitude) {
        MotionLog log = SimulatedLog.of(robot, 3, 200, 0.02, amplitude);
        double[] expected = ObservationModel.of(robot, DRIVES).prior();
        ObservationModel model = ObservationModel.of(wrong(robot), DRIVES);
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
        ConsistentEstimate consistent = ConsistentEstimate.of(model, factors, estimate);
        for (int j = 0; j < factors.joints(); j++) {
            double relative = factors.residual(j, consistent.base()) / factors.effort(j);
            assertEquals(0, relative, 1e-8, robot.name() + " joint " + j);
        }
    }
}
