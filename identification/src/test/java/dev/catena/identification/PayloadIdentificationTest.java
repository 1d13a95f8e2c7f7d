package dev.catena.identification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.Payload.Quantity;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Body;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that is put onto a robot is found, and with its mass known the gain of the drives. */
class PayloadIdentificationTest {
    private static final SpatialInertia LOAD = SpatialInertia.aboutCenterOfMass(
            2.8, new Vector3(0.02, -0.03, 0.09), new InertiaTensor(0.01, 0.001, 0, 0.012, -0.001, 0.008));

    private final RobotModel robot = ShippedRobots.load("puma560");
    private final String tip = robot.movingJoints().get(robot.jointCount() - 1).child();

    private RobotModel loaded() {
        Body body = robot.declaredBodies().get(robot.bodyIndex(tip));
        return robot.toBuilder()
                .replace(new Body(tip, body.inertia().plus(LOAD)))
                .build();
    }

    private Payload identify(double gain, double noise) {
        Random random = new Random(4);
        double[] deviations = new double[6];
        Arrays.fill(deviations, noise);
        MotionLog without = SimulatedLog.withNoise(SimulatedLog.of(robot, 1, 400, 0.02, 2), random, deviations);
        MotionLog with = SimulatedLog.withNoise(SimulatedLog.of(loaded(), 2, 400, 0.02, 2), random, deviations);
        return PayloadIdentification.run(
                robot,
                tip,
                List.of(scaled(without, gain)),
                List.of(scaled(with, gain)),
                DriveModel.standard(),
                SignalOptions.unfiltered());
    }

    private static MotionLog scaled(MotionLog log, double gain) {
        double[][] effort = log.segments().get(0).effort();
        double[][] other = new double[effort.length][];
        for (int j = 0; j < effort.length; j++) {
            other[j] = Arrays.stream(effort[j]).map(x -> gain * x).toArray();
        }
        return SimulatedLog.withEfforts(log, other);
    }

    @Test
    void theLoadIsFoundExactlyWithoutNoise() {
        Payload payload = identify(1, 0);
        assertTrue(payload.isDetermined());
        assertEquals(2.8, payload.inertia().mass(), 1e-7);
        assertEquals(0.09, payload.inertia().centerOfMass().z(), 1e-7);
        assertEquals(-0.03, payload.inertia().centerOfMass().y(), 1e-7);
        assertEquals(0.012, payload.inertia().tensorAboutCenter().yy(), 1e-6);
    }

    /** A wrist whose last joint follows another. */
    @Test
    void theLoadOfAFollowerIsFound() {
        List<String> joints = robot.jointNames();
        RobotModel coupled = robot.toBuilder()
                .coupling(joints.get(5), joints.get(3), 0.7, 0.1)
                .build();
        RobotModel carrying = loaded().toBuilder()
                .coupling(joints.get(5), joints.get(3), 0.7, 0.1)
                .build();
        Payload payload = PayloadIdentification.run(
                coupled,
                tip,
                List.of(SimulatedLog.of(coupled, 1, 400, 0.02, 2)),
                List.of(SimulatedLog.of(carrying, 2, 400, 0.02, 2)),
                DriveModel.standard(),
                SignalOptions.unfiltered());
        assertTrue(payload.isDetermined());
        assertEquals(2.8, payload.inertia().mass(), 1e-7);
        assertEquals(0.09, payload.inertia().centerOfMass().z(), 1e-7);
    }

    /** In a plane; on a first link, which shows no mass; and in space. */
    @Test
    void whatTheMotionDoesNotShowIsTold() {
        RobotModel plane = ShippedRobots.load("two-link");
        Payload lower = carried(plane, "lower");
        assertEquals(Set.of(Quantity.MASS, Quantity.X, Quantity.Y, Quantity.ZZ), lower.shown());
        assertEquals(2.8, lower.inertia().mass(), 1e-7);
        assertEquals(
                LOAD.tensorAboutCenter().zz(),
                lower.inertia().tensorAboutCenter().zz(),
                1e-7);
        assertEquals(Set.of(), carried(plane, "upper").shown());
        assertFalse(carried(ShippedRobots.load("scara"), "inner_arm").shows(Quantity.MASS));
        RobotModel spatial = ShippedRobots.load("stanford");
        assertTrue(carried(spatial, "link6").isDetermined());
    }

    private static Payload carried(RobotModel robot, String name) {
        Body body = robot.declaredBodies().get(robot.bodyIndex(name));
        RobotModel loaded = robot.toBuilder()
                .replace(new Body(name, body.inertia().plus(LOAD)))
                .build();
        return PayloadIdentification.run(
                robot,
                name,
                List.of(SimulatedLog.of(robot, 1, 400, 0.02, 1)),
                List.of(SimulatedLog.of(loaded, 2, 400, 0.02, 1)),
                DriveModel.standard(),
                SignalOptions.unfiltered());
    }

    /**
     * A tray that is lifted and turns about the vertical shows nothing of its load's mass center, and therefore nothing about it, though
     * it shows the moment about the axis. One that tilts besides shows more. Both whatever the unit of length.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-6, 1e6})
    void whatIsShownDoesNotDependOnUnits(double meter) {
        assertEquals(Set.of(Quantity.MASS), onLift(meter, false).shown());
        Payload tilted = onLift(meter, true);
        assertEquals(Set.of(Quantity.MASS, Quantity.X, Quantity.Z, Quantity.XZ, Quantity.YY), tilted.shown());
        assertEquals(0.09, tilted.inertia().centerOfMass().z() / meter, 1e-6);
        assertEquals(0.012, tilted.inertia().tensorAboutCenter().yy() / (meter * meter), 1e-6);
    }

    private static Payload onLift(double meter, boolean tilts) {
        RobotModel lift = lift(meter, tilts, SpatialInertia.ZERO);
        RobotModel loaded = lift(
                meter,
                tilts,
                SpatialInertia.aboutCenterOfMass(
                        LOAD.mass(), LOAD.centerOfMass().times(meter), times(LOAD.tensorAboutCenter(), meter * meter)));
        double[] amplitudes = {meter, 2, 2};
        return PayloadIdentification.run(
                lift,
                tilts ? "head" : "tray",
                List.of(SimulatedLog.of(lift, 1, 200, 0.02, amplitudes)),
                List.of(SimulatedLog.of(loaded, 2, 200, 0.02, amplitudes)),
                DriveModel.standard(),
                SignalOptions.unfiltered());
    }

    private static RobotModel lift(double meter, boolean tilts, SpatialInertia load) {
        SpatialInertia own = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.1, 0.02, 0.05).times(meter),
                times(InertiaTensor.diagonal(0.02, 0.03, 0.04), meter * meter));
        RobotModelBuilder builder = RobotModel.builder("lift")
                .gravity(0, 0, -9.81 * meter)
                .link(Joint.prismatic("lift", "base", "car").at(Pose.IDENTITY, Vector3.Z), own)
                .link(
                        Joint.revolute("pan", "car", "tray").at(Pose.translation(0.3 * meter, 0, 0), Vector3.Z),
                        tilts ? own : own.plus(load));
        if (tilts) {
            builder.link(
                    Joint.revolute("tilt", "tray", "head")
                            .at(Pose.translation(0.1 * meter, -0.2 * meter, 0.4 * meter), Vector3.Y),
                    own.plus(load));
        }
        return builder.build();
    }

    private static InertiaTensor times(InertiaTensor tensor, double factor) {
        return new InertiaTensor(
                tensor.xx() * factor,
                tensor.xy() * factor,
                tensor.xz() * factor,
                tensor.yy() * factor,
                tensor.yz() * factor,
                tensor.zz() * factor);
    }

    @Test
    void theIntervalOfTheMassHasTheTruthInIt() {
        Payload payload = identify(1, 0.3);
        assertTrue(payload.massDeviation() > 0.001 && payload.massDeviation() < 0.1, "" + payload.massDeviation());
        assertEquals(2.8, payload.inertia().mass(), 3 * payload.massDeviation());
    }

    /** Torque constants that are wrong by a tenth make all masses wrong by a tenth; a known mass shows it. */
    @Test
    void aKnownMassShowsTheGainOfTheDrives() {
        Payload payload = identify(1.095, 0.05);
        assertEquals(1.095 * 2.8, payload.inertia().mass(), 0.05);
        assertEquals(1 / 1.095, payload.gain(2.8).scale(), 0.02);
        assertTrue(payload.gain(2.8).deviation() < 0.02);
        assertThrows(IllegalArgumentException.class, () -> payload.gain(0));
    }

    @Test
    void aBodyThatDoesNotMoveCarriesNothing() {
        MotionLog log = SimulatedLog.of(robot, 1, 100, 0.02, 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> PayloadIdentification.run(
                        robot,
                        robot.base().name(),
                        List.of(log),
                        List.of(log),
                        DriveModel.standard(),
                        SignalOptions.unfiltered()));
    }
}
