package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.simulation.StickingContactsTest.Standing;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stops and friction do to tied robots at one instant: laws of impact, Gauss's principle, and how far an impulse moves a joint. */
class TiedImpactsTest {
    private static final double SPEED = 0.7;

    /** A robot with friction whose joint is exactly at a stop; the other limit is far. */
    private static Standing atStop(
            String name, double stiffness, double coulomb, int joint, boolean atLower, double speed) {
        Friction friction = coulomb == 0 ? Friction.NONE : Friction.of(coulomb, 0.01);
        Standing free = StickingContactsTest.standing(name, stiffness, friction, each -> each, speed);
        double at = free.start().jointPositions()[joint];
        UnaryOperator<Joint> limit = each -> free.robot().coordinate(each.name()) == joint
                ? each.with(atLower ? JointLimits.position(at, at + 1) : JointLimits.position(at - 1, at))
                : each;
        return StickingContactsTest.standing(name, stiffness, friction, limit, speed);
    }

    private static Plant plant(Standing s, double restitution) {
        return new Plant(s.simulation(Integrator.stickSlip(1e-3), 1)
                .stops(JointStops.rigid(restitution))
                .build());
    }

    private static LoopFriction friction(Plant plant) {
        return Objects.requireNonNull(plant.loopFriction);
    }

    /** A pose that is none of the start's, and at rest, so that all that was read there is old. */
    private static State elsewhere(Standing s, Plant plant) {
        State other = s.start().copy();
        for (int k = 0; k < s.robot().jointCount(); k++) {
            other.jointPositions()[k] += 2e-4 * (1 + k % 3);
            other.jointVelocities()[k] = 0;
        }
        Arrays.fill(other.baseVelocityInBase(), 0);
        Arrays.fill(other.motorVelocities(), 0);
        plant.settle(other);
        return other;
    }

    private static double[] velocities(FreeCoordinates coordinates, State state) {
        double[] v = new double[coordinates.size()];
        coordinates.velocities(state, v);
        return v;
    }

    /** What is left of M δ beside rows of ties and that of a joint, as a part of it. */
    private static double besideRows(FreeCoordinates coordinates, int joint, double[] change) {
        int size = coordinates.size();
        double[] mass = new double[size * size];
        coordinates.massMatrix(mass);
        coordinates.read();
        RealMatrix rows = new Array2DRowRealMatrix(size, coordinates.ties() + 1);
        double[] row = new double[size];
        for (int r = 0; r <= coordinates.ties(); r++) {
            if (r < coordinates.ties()) {
                coordinates.tie(r, row, 0);
            } else {
                coordinates.row(joint, row, 0);
            }
            rows.setColumn(r, row);
        }
        ArrayRealVector impulse = new ArrayRealVector(size);
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < size; c++) {
                impulse.addToEntry(r, mass[r * size + c] * change[c]);
            }
        }
        return rows.operate(new SingularValueDecomposition(rows).getSolver().solve(impulse))
                        .subtract(impulse)
                        .getNorm()
                / impulse.getNorm();
    }

    private static double kineticEnergy(FreeCoordinates coordinates, double[] v) {
        double[] mass = new double[v.length * v.length];
        coordinates.massMatrix(mass);
        double sum = 0;
        for (int r = 0; r < v.length; r++) {
            for (int c = 0; c < v.length; c++) {
                sum += 0.5 * v[r] * mass[r * v.length + c] * v[c];
            }
        }
        return sum;
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = a.clone();
        for (int c = 0; c < a.length; c++) {
            difference[c] -= b[c];
        }
        return difference;
    }

    /**
     * A joint that meets its stop rebounds with e times its velocity; the stop alone pushes, whatever friction there is, and the work is
     * that of its impulse.
     */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0, 0, 0.5",
        "fourbar, 60, 1, 1",
        "fivebar, 0, 2, 0.3",
        "fivebar, 60, 1, 0",
        "satellite_fourbar, 0, 1, 0.6",
        "satellite_fourbar, 60, 2, 1",
        "arm, 0, 2, 0.5",
        "arm, 60, 1, 1",
        "quadruped, 0, 1, 0.7"
    })
    void impactsObeyNewton(String name, double stiffness, int joint, double restitution) {
        double w = StickingContactsTest.standing(name, stiffness, Friction.of(3, 0.01), each -> each, SPEED)
                .start()
                .jointVelocities()[joint];
        assertThat(Math.abs(w)).isGreaterThan(1e-3);
        Standing s = atStop(name, stiffness, 3, joint, w < 0, SPEED);
        for (boolean slow : new boolean[] {false, true}) {
            Plant plant = plant(s, restitution);
            plant.accelerate(elsewhere(s, plant));
            FreeCoordinates coordinates = friction(plant).coordinates;
            State state = s.start().copy();
            double[] before = velocities(coordinates, state);
            Arrays.fill(plant.rebounds.slow, (slow ? 1.1 : 0.9) * restitution * Math.abs(w));
            plant.land(state);
            double rebound = slow ? 0 : restitution;
            assertThat(state.jointVelocities()[joint]).isCloseTo(-rebound * w, within(1e-9));
            double[] after = velocities(coordinates, state);
            plant.accelerateWithoutHolding(state.copy());
            assertThat(besideRows(coordinates, joint, minus(after, before))).isLessThan(1e-7);
            double gain = kineticEnergy(coordinates, after) - kineticEnergy(coordinates, before);
            assertThat(state.work()).isCloseTo(gain, within(1e-9));
            assertThat(gain).isBetween(rebound == 1 ? -1e-9 : -1e3, rebound == 1 ? 1e-9 : -1e-7);
            State settled = state.copy();
            plant.settle(settled);
            Agreement.check("velocities", state.jointVelocities(), settled.jointVelocities(), 1e-10);
        }
    }

    private static Plant driven(Standing s, double torque) {
        return new Plant(s.simulation(Integrator.stickSlip(1e-3), 1)
                .controller((time, state, torques) -> torques[0] = torque)
                .stops(JointStops.rigid())
                .build());
    }

    private static double[] accelerations(Plant plant, State state) {
        plant.accelerate(state);
        double[] a = new double[friction(plant).size];
        friction(plant).coordinates.accelerations(plant, a);
        return a;
    }

    /** A stop holds what presses on it and lets go what leaves it; nothing else changes accelerations. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0", "fivebar, 2", "satellite_fourbar, 1", "arm, 2", "quadruped, 1"})
    void stopsHoldWhatPresses(String name, int joint) {
        for (double torque : new double[] {40, -40}) {
            Standing free = StickingContactsTest.standing(name, 0, Friction.NONE, each -> each, 0);
            Plant without = driven(free, torque);
            double[] expected = accelerations(without, free.start().copy());
            double a = without.jointAcceleration[joint];
            assertThat(Math.abs(a)).isGreaterThan(1e-2);
            for (boolean atLower : new boolean[] {false, true}) {
                Standing s = atStop(name, 0, 0, joint, atLower, 0);
                Plant plant = driven(s, torque);
                double[] found = accelerations(plant, s.start().copy());
                if (atLower == a < 0) {
                    assertThat(plant.jointAcceleration[joint]).isCloseTo(0, within(1e-9));
                    assertThat(besideRows(friction(plant).coordinates, joint, minus(found, expected)))
                            .isLessThan(1e-7);
                } else {
                    Agreement.check("accelerations", found, expected, 1e-9);
                }
            }
        }
    }

    /** What moves away from its stop has left it, whatever its acceleration. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0", "fivebar, 2", "arm, 2", "quadruped, 1"})
    void whatLeavesItsStopIsFree(String name, int joint) {
        for (double speed : new double[] {0.01, -0.01}) {
            Standing free = StickingContactsTest.standing(name, 0, Friction.NONE, each -> each, speed);
            boolean atLower = free.start().jointVelocities()[joint] > 0;
            Standing s = atStop(name, 0, 0, joint, atLower, speed);
            for (double torque : new double[] {40, -40}) {
                double[] expected =
                        accelerations(driven(free, torque), free.start().copy());
                double[] found = accelerations(driven(s, torque), s.start().copy());
                Agreement.check("accelerations", found, expected, 1e-9);
            }
        }
    }

    /** Friction of what slips is what it is in other integrators, in joints, motors, cut joints and contacts. */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0",
        "fivebar, -60",
        "satellite_fourbar, 0",
        "satellite_fourbar, 60",
        "arm, -60",
        "quadruped, -60"
    })
    void slippingAcceleratesAsElsewhere(String name, double stiffness) {
        Standing s = StickingContactsTest.standing(name, stiffness, Friction.of(0.3, 0.2), each -> each, SPEED);
        Plant plant = new Plant(s.simulation(Integrator.stickSlip(1e-3), 1).build());
        plant.accelerate(elsewhere(s, plant));
        double[] found = accelerations(plant, s.start().copy());
        Plant other = new Plant(s.simulation(Integrator.dormandPrince(1e-6), 1)
                .frictionAsGiven()
                .build());
        other.accelerate(s.start().copy());
        double[] expected = new double[found.length];
        friction(plant).coordinates.accelerations(other, expected);
        Agreement.check("accelerations", found, expected, 1e-8);
        Agreement.check("of all joints", plant.jointAcceleration, other.jointAcceleration, 1e-8);
        assertThat(plant.power).isCloseTo(other.power, within(1e-10));
        assertThat(plant.power).isLessThan(-0.01);
    }

    /** An impulse at a joint moves all others the least that the ties allow; at most twice what they could in the step. */
    @ParameterizedTest
    @CsvSource({
        "fourbar, 0, 1",
        "fivebar, 60, 2",
        "satellite_fourbar, 60, 2",
        "satellite_fourbar, 0, 1",
        "arm, 60, 2",
        "quadruped, 0, 1"
    })
    void jointsAreMovedByImpulses(String name, double stiffness, int joint) {
        Standing s = StickingContactsTest.standing(name, stiffness, Friction.of(0.3, 0.2), each -> each, SPEED);
        Plant plant = plant(s, 0);
        plant.accelerate(elsewhere(s, plant));
        State state = s.start().copy();
        plant.accelerateWithoutHolding(state);
        friction(plant).read();
        FreeCoordinates coordinates = friction(plant).coordinates;
        double distance = 1e-6;
        friction(plant).moveJoint(state, joint, distance);
        double[] way = way(s, state);
        assertThat(state.jointPositions()[joint] - s.start().jointPositions()[joint])
                .isCloseTo(distance, within(1e-10));
        if (coordinates.ties() == 0) {
            // a base that nothing ties stays
            for (int c = 0; c < coordinates.ofBase(); c++) {
                assertThat(way[c]).isCloseTo(0, within(1e-15));
            }
        }
        if (coordinates.ties() > 0 || coordinates.ofBase() == 0) {
            plant.accelerateWithoutHolding(state.copy());
            assertThat(besideRows(coordinates, joint, inCoordinates(coordinates, s, way)))
                    .isLessThan(1e-4);
        }
        State far = s.start().copy();
        plant.accelerateWithoutHolding(far);
        friction(plant).read();
        friction(plant).noteWay(1e-7);
        friction(plant).moveJoint(far, joint, 1e-3);
        double longest = 0;
        for (double entry : inCoordinates(coordinates, s, way(s, far))) {
            longest = Math.max(longest, Math.abs(entry));
        }
        assertThat(longest).isLessThan(2.001e-7);
        assertThat(state.jointPositions()[joint]).isNotEqualTo(s.start().jointPositions()[joint]);
    }

    /** From the start: of the base in its axes, of joints and of motors. */
    private static double[] way(Standing s, State end) {
        int n = s.robot().jointCount();
        double[] way = new double[6 + n + end.motorPositions().length];
        double[] moved = minus(end.basePositionInWorld(), s.start().basePositionInWorld());
        double[] o = s.start().baseOrientation();
        if (end.isFloating()) {
            Quaternions.turn(o, -1, moved, 0, way, 0);
            double[] turn = {-o[0], -o[1], -o[2], o[3]};
            Quaternions.multiply(turn, end.baseOrientation());
            for (int k = 0; k < 3; k++) {
                way[3 + k] = 2 * turn[k];
            }
        }
        System.arraycopy(minus(end.jointPositions(), s.start().jointPositions()), 0, way, 6, n);
        System.arraycopy(
                minus(end.motorPositions(), s.start().motorPositions()), 0, way, 6 + n, end.motorPositions().length);
        return way;
    }

    private static double[] inCoordinates(FreeCoordinates coordinates, Standing s, double[] way) {
        State state = s.start().copy();
        int n = s.robot().jointCount();
        System.arraycopy(way, 0, state.baseVelocityInBase(), 0, state.baseVelocityInBase().length);
        System.arraycopy(way, 6, state.jointVelocities(), 0, n);
        System.arraycopy(way, 6 + n, state.motorVelocities(), 0, state.motorVelocities().length);
        return velocities(coordinates, state);
    }

    /** Joints that have passed a stop are put just before it, with all ties closed. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0", "fivebar, 2", "satellite_fourbar, 1", "arm, 2", "quadruped, 1"})
    void whatPassedAStopIsBroughtBack(String name, int joint) {
        for (boolean atLower : new boolean[] {false, true}) {
            Standing s = atStop(name, 0, 0, joint, atLower, 0);
            double limit = s.start().jointPositions()[joint];
            Plant plant = plant(s, 0);
            State state = s.start().copy();
            plant.accelerateWithoutHolding(state);
            friction(plant).read();
            friction(plant).moveJoint(state, joint, atLower ? -1e-4 : 1e-4);
            assertThat(Math.abs(state.jointPositions()[joint] - limit)).isGreaterThan(5e-5);
            Arrays.fill(plant.rebounds.slow, 1);
            plant.land(state);
            double within = atLower ? state.jointPositions()[joint] - limit : limit - state.jointPositions()[joint];
            assertThat(within).isBetween(0.0, 1e-11);
            State settled = state.copy();
            plant.settle(settled);
            Agreement.check("positions", state.jointPositions(), settled.jointPositions(), 1e-12);
        }
    }

    /** One step of motors behind springs, each with its own, is that of an integrator with tiny ones, to the second order. */
    @ParameterizedTest
    @CsvSource({"fivebar", "arm", "quadruped"})
    void eachMotorHasItsSpring(String name) {
        Standing s = StickingContactsTest.standing(name, -200, Friction.NONE, each -> each, SPEED);
        for (int e = 0; e < s.start().motorPositions().length; e++) {
            s.start().motorPositions()[e] += 0.02 * e;
        }
        double[] error = new double[2];
        for (int k = 0; k < 2; k++) {
            double h = 2e-3 / (1 + k);
            State exact = s.run(Integrator.dormandPrince(1e-11), h).end().state();
            State state = s.start().copy();
            s.simulation(Integrator.stickSlip(h), 1).build().stepper().step(state, h);
            double[] motors = minus(state.motorPositions(), exact.motorPositions());
            double[] rates = minus(state.motorVelocities(), exact.motorVelocities());
            for (int e = 0; e < motors.length; e++) {
                error[k] = Math.max(error[k], Math.max(Math.abs(motors[e]) / h, Math.abs(rates[e])));
            }
            assertThat(state.time()).isEqualTo(h);
        }
        assertThat(error[1]).isLessThan(0.4 * error[0]);
    }

    /** How much velocity an impulse gives a joint is how it accelerates by a torque. */
    @ParameterizedTest
    @CsvSource({"fourbar", "satellite_fourbar", "arm", "quadruped"})
    void mobilitiesAreResponses(String name) {
        Standing s = StickingContactsTest.standing(name, 0, Friction.of(0.3, 0.2), each -> each, 0);
        double[] torque = {0};
        Plant plant = new Plant(s.simulation(Integrator.stickSlip(1e-3), 1)
                .controller((time, state, torques) -> torques[0] = torque[0])
                .build());
        plant.accelerate(elsewhere(s, plant));
        State state = s.start().copy();
        plant.accelerateWithoutHolding(state);
        double before = plant.jointAcceleration[0];
        torque[0] = 1;
        plant.accelerateWithoutHolding(state);
        friction(plant).read();
        double response = plant.jointAcceleration[0] - before;
        assertThat(friction(plant).mobility(0)).isCloseTo(response, within(1e-9 * response));
    }

    private static double gap(Standing s, State state) {
        ConstraintProjection projection = new ConstraintProjection(s.robot(), s.contacts());
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        int n = s.robot().jointCount();
        return projection.closePositions(
                state.isFloating() ? base : null, state.jointPositions(), new double[6], new double[n]);
    }

    private static double broken(Standing s, State state) {
        ConstraintProjection projection = new ConstraintProjection(s.robot(), s.contacts());
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        return projection.closeVelocities(
                state.isFloating() ? base : null,
                state.jointPositions(),
                state.jointVelocities(),
                new double[6],
                new double[s.robot().jointCount()]);
    }

    /** Joints that rest stay where the others can close the ties; where they cannot, all move, and then those rest again that may. */
    @ParameterizedTest
    @CsvSource({"arm", "quadruped", "satellite_fourbar"})
    void whatRestsMovesOnlyIfItMust(String name) {
        Standing s = StickingContactsTest.standing(name, 0, Friction.NONE, each -> each, SPEED);
        ContactMotion motion = new ContactMotion(s.robot(), s.contacts());
        int n = s.robot().jointCount();
        boolean[] all = new boolean[n];
        Arrays.fill(all, true);
        motion.letRest(all);
        for (int moving = 0; moving <= n; moving++) {
            State state = s.start().copy();
            for (int k = 0; k < n; k++) {
                state.jointPositions()[k] += 1e-4 * Math.cos(k);
                state.jointVelocities()[k] = k < moving ? state.jointVelocities()[k] + 0.01 : 0;
            }
            State before = state.copy();
            motion.project(state);
            assertThat(gap(s, state)).isLessThan(1e-9);
            assertThat(broken(s, state)).isLessThan(1e-9);
            if (moving == n) {
                State other = before.copy();
                new ContactMotion(s.robot(), s.contacts()).project(other);
                Agreement.check("positions", state.jointPositions(), other.jointPositions(), 1e-12);
                Agreement.check("velocities", state.jointVelocities(), other.jointVelocities(), 1e-9);
            }
        }
        // the first joint rests, which the others can do without
        State state = s.start().copy();
        for (int k = 0; k < n; k++) {
            state.jointPositions()[k] += 1e-4 * Math.cos(k);
        }
        state.jointVelocities()[0] = 0;
        double at = state.jointPositions()[0];
        motion.project(state);
        if (n > 5) {
            assertThat(state.jointPositions()[0]).isEqualTo(at);
            assertThat(state.jointVelocities()[0]).isZero();
        }
    }

    /** Joints of loops without actuators take no torques on contacts either. */
    @Test
    void idleJointsTakeNoTorques() {
        Standing s = StickingContactsTest.standing("satellite_fourbar", 0, Friction.NONE, each -> each, SPEED);
        Run run = s.simulation(Integrator.stickSlip(1e-3), 0.1)
                .controller((time, state, torque) -> Arrays.fill(torque, 1))
                .build()
                .run();
        assertThat(run.isComplete()).isFalse();
        assertThat(run.message()).contains("no actuator");
    }

    private static SpatialInertia inertia(double mass, double x) {
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(x, 0.1, 0), InertiaTensor.diagonal(0.1 * mass, 0.2 * mass, 0.3 * mass));
    }

    /** A hinge is as easily moved as a contact as it is as a joint. */
    @Test
    void contactsMoveAsEasilyAsJoints() {
        Friction friction = Friction.of(0.3, 0.2);
        Joint slide = Joint.prismatic("slide", "rod", "sled")
                .at(new Pose(Rotation.fromRollPitchYaw(0.4, 0.2, 0.1), new Vector3(0.3, 0, 0.1)), Vector3.X)
                .with(friction);
        Joint turn = Joint.revolute("turn", "sled", "tip")
                .at(new Pose(Rotation.fromRollPitchYaw(0, 1, 0.3), new Vector3(0.2, 0, 0)), Vector3.Z)
                .with(friction);
        RobotModelBuilder floating =
                RobotModel.builder("floating").base("rod", inertia(2, 0.5)).floating();
        RobotModelBuilder hung = RobotModel.builder("hung")
                .base("ground")
                .link(
                        Joint.revolute("pin", "ground", "rod")
                                .at(Pose.IDENTITY, Vector3.Z)
                                .with(friction),
                        inertia(2, 0.5));
        for (RobotModelBuilder builder : List.of(floating, hung)) {
            builder.link(slide, inertia(0.7, 0.1)).link(turn, inertia(0.4, 0.2));
        }
        RobotModel joints = hung.build();
        CutJoint pin = CutJoint.contact("pin", CutKind.REVOLUTE, Pose.IDENTITY, "rod", Pose.IDENTITY)
                .with(friction);
        Simulation simulation = Simulation.builder(floating.build())
                .contacts(pin)
                .integrator(Integrator.stickSlip(1e-3))
                .duration(1)
                .build();
        double expected = new Mobility(joints, ForwardDynamics::of, new State(joints)).rowSum(0);
        assertThat(ContactMotion.mobility(simulation.setup(), pin)).isCloseTo(expected, within(1e-9 * expected));
    }

    /** Steps of a rod on a hinge with viscous friction alone are exact, however long: v exp(−d h / I). */
    @ParameterizedTest
    @CsvSource({"0.004", "0.04", "0.7", "4"})
    void viscousFrictionDecaysExactly(double decay) {
        double inertia = 0.3 + 2 * 0.25;
        RobotModel rod = RobotModel.builder("rod")
                .gravity(0, 0, 0)
                .base(
                        "rod",
                        SpatialInertia.aboutCenterOfMass(
                                2, new Vector3(0.5, 0, 0), InertiaTensor.diagonal(0.1, 0.2, 0.3)))
                .floating()
                .build();
        double h = 0.01;
        CutJoint pin = CutJoint.contact("pin", CutKind.REVOLUTE, Pose.IDENTITY, "rod", Pose.IDENTITY)
                .with(Friction.of(0, decay * inertia / h));
        double rate = 0.8;
        State state = new State(rod).baseVelocityInBase(0, 0, 0, 0, 0, rate);
        Stepper stepper = Simulation.builder(rod)
                .contacts(pin)
                .start(state)
                .integrator(Integrator.stickSlip(h))
                .duration(1)
                .build()
                .stepper();
        stepper.step(state, h);
        double after = rate * Math.exp(-decay);
        assertThat(state.baseVelocityInBase()[5]).isCloseTo(after, within(1e-12));
        assertThat(state.work()).isCloseTo(0.5 * inertia * (after * after - rate * rate), within(1e-12));
        assertThat(state.time()).isEqualTo(h);
    }
}
