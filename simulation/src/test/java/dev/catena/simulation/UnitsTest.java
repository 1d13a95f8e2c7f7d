package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rigid stops and friction do depends neither on the unit of length nor on that of time. */
class UnitsTest {
    private static final double[][] SCALES = {
        {0x1p-14, 1}, {0x1p-24, 1}, {0x1p14, 1}, {1, 0x1p10}, {0x1p-14, 0x1p10}, {1, 0x1p-10}
    };

    /** A car that falls on its stop, and an arm on it that swings between two. */
    private static RobotModel lift(double length, double time) {
        double inertia = 0.1 * length * length;
        InertiaTensor tensor = InertiaTensor.diagonal(inertia, inertia, inertia);
        return RobotModel.builder("lift")
                .gravity(0, 0, -9.81 * length / (time * time))
                .link(
                        Joint.prismatic("lift", "base", "car").with(JointLimits.position(0, length)),
                        SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, tensor))
                .link(
                        Joint.revolute("arm", "car", "hand")
                                .at(Pose.translation(0.2 * length, 0, 0), Vector3.Y)
                                .with(JointLimits.position(-1, 1)),
                        SpatialInertia.aboutCenterOfMass(1, new Vector3(0.3 * length, 0, 0.1 * length), tensor))
                .build();
    }

    private static Run run(RobotModel robot, Integrator integrator, double restitution, double length, double time) {
        return Simulation.builder(robot)
                .start(new State(robot).jointPositions(0.5 * length, 0.3))
                .integrator(integrator)
                .stops(JointStops.rigid(restitution))
                .events(Event.jointLimits(robot))
                .duration(1.25 * time)
                .recordingRate(64 / time)
                .build()
                .run();
    }

    private static Integrator integrator(String name, double time) {
        double step = 0x1p-9 * time;
        return switch (name) {
            case "rk4" -> Integrator.rungeKutta(step);
            case "symplectic" -> Integrator.semiImplicit(step);
            case "midpoint" -> Integrator.implicitMidpoint(step);
            default -> Integrator.stickSlip(step);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"rk4", "symplectic", "midpoint", "stick-slip"})
    void joints(String name) {
        for (double restitution : new double[] {0, 0.5, 1}) {
            Run expected = run(lift(1, 1), integrator(name, 1), restitution, 1, 1);
            assertThat(expected.events()).hasSizeGreaterThan(1);
            for (double[] scale : SCALES) {
                double length = scale[0];
                double time = scale[1];
                String where =
                        "%s, restitution %s, unit of length %s, of time %s".formatted(name, restitution, length, time);
                Run run = run(lift(length, time), integrator(name, time), restitution, length, time);
                check(where, expected.end().state(), run.end().state(), length, time);
                assertThat(run.events().stream().map(Event.Occurrence::name))
                        .as(where)
                        .containsExactlyElementsOf(expected.events().stream()
                                .map(Event.Occurrence::name)
                                .toList());
            }
        }
    }

    /** A ball that falls h rebounds to e² h, however small that is. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-3, 1, 1e4})
    void balls(double length) {
        RobotModel ball = SmallRobots.slider(true, Friction.NONE, JointLimits.position(0, length));
        double h = 0.5 * length;
        double fall = Math.sqrt(2 * h / ball.gravity().norm());
        for (Integrator integrator :
                new Integrator[] {Integrator.dormandPrince(), Integrator.rungeKutta(fall / 100.7)}) {
            Run run = Simulation.builder(ball)
                    .start(new State(ball).jointPositions(h))
                    .integrator(integrator)
                    .stops(JointStops.rigid(0.5))
                    .duration(1.5 * fall)
                    .build()
                    .run();
            assertThat(run.end().state().jointPositions()[0])
                    .as(integrator.toString())
                    .isCloseTo(0.25 * h, within(1e-4 * h));
        }
    }

    /** Nothing stops a block between elastic walls, however slow it is. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-3, 1e-6})
    void blocks(double speed) {
        RobotModel block = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.4, 0.6)).toBuilder()
                .gravity(0, 0, 0)
                .build();
        Integrator integrator = Integrator.rungeKutta(0.0101 / speed);
        Run run = Simulation.builder(block)
                .start(new State(block).jointVelocities(speed))
                .integrator(integrator)
                .stops(JointStops.rigid(1))
                .duration(1.8 / speed)
                .recordingRate(speed)
                .build()
                .run();
        State end = run.end().state();
        assertThat(end.jointPositions()[0]).as(integrator.toString()).isCloseTo(-0.2, within(1e-6));
        assertThat(end.jointVelocities()[0]).isEqualTo(speed);
    }

    /** A crank whose rod moves a block, with friction in crank and block. */
    private static RobotModel crank(double length) {
        InertiaTensor tensor = InertiaTensor.diagonal(length * length / 64, length * length / 64, length * length / 64);
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(1, new Vector3(length / 2, 0, 0), tensor);
        double rod = -Math.asin(0.5 * Math.sin(0.5));
        return RobotModel.builder("crank")
                .gravity(0, -9.81 * length, 0)
                .link(
                        Joint.revolute("crank", "base", "wheel")
                                .at(Pose.IDENTITY, Vector3.Z)
                                .with(Friction.of(0.25 * length * length, 0)),
                        bar)
                .link(Joint.revolute("pin", "wheel", "rod").at(Pose.translation(length, 0, 0), Vector3.Z), bar)
                .link(
                        Joint.prismatic("slide", "base", "block")
                                .at(Pose.IDENTITY, Vector3.X)
                                .with(Friction.of(3 * length, 0)),
                        bar)
                .cut(new CutJoint(
                        "end", CutKind.REVOLUTE, "rod", Pose.translation(2 * length, 0, 0), "block", Pose.IDENTITY))
                .active("crank")
                .assembly("crank", 0.5)
                .assembly("pin", rod - 0.5)
                .assembly("slide", length * (Math.cos(0.5) + 2 * Math.cos(rod)))
                .build();
    }

    /** It falls, slips and sticks alike; and so it does with its rod held to a place by a pin of its own, on a base that floats. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void friction(boolean stands) {
        State expected = swing(1, stands);
        assertThat(Math.abs(expected.jointPositions()[0] - 0.5)).isGreaterThan(0.05);
        for (double length : new double[] {0x1p-20, 0x1p-14, 0x1p14}) {
            State actual = swing(length, stands);
            double[] units = {1, 1, length};
            for (int k = 0; k < units.length; k++) {
                assertThat(actual.jointPositions()[k] / units[k])
                        .as("unit of length %s, joint %s", length, k)
                        .isCloseTo(expected.jointPositions()[k], within(1e-7));
                assertThat(actual.jointVelocities()[k] / units[k])
                        .as("unit of length %s, rate of joint %s", length, k)
                        .isCloseTo(expected.jointVelocities()[k], within(1e-6));
            }
        }
    }

    private static State swing(double length, boolean stands) {
        RobotModel fixed = crank(length);
        double mass = length * length;
        RobotModel robot = stands
                ? fixed.toBuilder()
                        .base(
                                "base",
                                SpatialInertia.aboutCenterOfMass(
                                        5, Vector3.ZERO, InertiaTensor.diagonal(mass, mass, mass)))
                        .floating()
                        .build()
                : fixed;
        double rod = -Math.asin(0.5 * Math.sin(0.5));
        State start = new State(robot).jointPositions(0.5, rod - 0.5, length * (Math.cos(0.5) + 2 * Math.cos(rod)));
        Simulation.Builder builder = Simulation.builder(robot)
                .start(start)
                .integrator(Integrator.stickSlip(0x1p-9))
                .duration(0.25);
        if (stands) {
            builder.contacts(CutJoint.contact(
                    "held", CutKind.FIXED, Pose.IDENTITY, "wheel", Pose.rotation(Rotation.aboutZ(-0.5))));
        }
        return builder.build().run().end().state();
    }

    private static void check(String where, State expected, State actual, double length, double time) {
        double[] units = {length, 1};
        for (int k = 0; k < units.length; k++) {
            assertThat(actual.jointPositions()[k] / units[k])
                    .as(where)
                    .isCloseTo(expected.jointPositions()[k], within(1e-7));
            assertThat(actual.jointVelocities()[k] * time / units[k])
                    .as(where)
                    .isCloseTo(expected.jointVelocities()[k], within(1e-6));
        }
    }
}
