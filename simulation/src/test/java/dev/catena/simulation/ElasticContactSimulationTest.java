package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots with springs in their drives that stand: motors as bodies of their own, laws of physics, stiff springs. */
class ElasticContactSimulationTest {
    private static final double GEAR = 7;
    private static final double OFFSET = 0.05;
    private static final SpatialInertia MOTOR =
            new SpatialInertia(0.4, new Vector3(0.03, 0.02, -0.05), new InertiaTensor(2e-3, 0, 0, 2e-3, 0, 3e-3));

    /** A robot on the ground: the drive of its first joint may have a spring, and its motor is on the last body. */
    private static final class Standing {
        final RobotModel given;
        final String driven;
        final List<CutJoint> contacts = new ArrayList<>();
        private final double[] q;
        private final double[] qd;

        Standing(String name) {
            given = of(name);
            driven = given.hasLoops()
                    ? given.independentJoints().get(0).name()
                    : given.jointNames().get(0);
            q = new double[given.jointCount()];
            qd = new double[given.jointCount()];
            for (int k = 0; k < q.length; k++) {
                q[k] = 0.5 * Math.cos(2.3 * k) + 0.1;
                qd[k] = 0.4 * Math.sin(1.7 * k + 1);
            }
            given.loops().assembly().forEach((joint, value) -> q[given.coordinate(joint)] = value);
            if (given.hasLoops()) {
                State closed = start(given);
                new LoopMotion(given).project(closed);
                System.arraycopy(closed.jointPositions(), 0, q, 0, q.length);
            }
            switch (name) {
                case "quadruped" -> {
                    q[0] += 0.01;
                    addContact("fl_knee_b", CutKind.SPHERICAL);
                    addContact("hr_knee_b", CutKind.SPHERICAL);
                    // flat upon a point: three rows repeat what others say
                    addContact("hr_knee_b", CutKind.FIXED);
                }
                case "satellite_fourbar" -> addContact(given.bodies().get(0).name(), CutKind.REVOLUTE);
                default ->
                    addContact(given.bodies().get(given.bodies().size() - 1).name(), CutKind.SPHERICAL);
            }
        }

        private static RobotModel of(String name) {
            return switch (name) {
                case "coupled" ->
                    CoupledRobots.couple(RandomRobots.everything(6, 7), 6, 0.3)
                            .withoutFriction()
                            .withFloatingBase();
                case "arm" ->
                    CombinationRobots.of(Golden.combinations(), "freeflyer6")
                            .withoutFriction()
                            .withoutSprings()
                            .withFixedBase();
                default -> CombinationRobots.of(Golden.combinations(), name).withoutFriction();
            };
        }

        private void addContact(String body, CutKind kind) {
            Kinematics kinematics = new Kinematics(given.openTree());
            BaseMotion base = new BaseMotion();
            start(given).copyBaseTo(base);
            kinematics.compute(base, q, null, null, null);
            Pose point = new Pose(Rotation.fromRollPitchYaw(0.2, 0.4, -0.1), new Vector3(0.02, 0.01, -0.1));
            contacts.add(CutJoint.contact(
                    "contact" + contacts.size(),
                    kind,
                    kinematics.worldFromBody(given.bodyIndex(body)).times(point),
                    body,
                    point));
        }

        RobotModel elastic(double stiffness) {
            Joint joint = joint(given, driven);
            String carrier = given.bodies().get(given.bodies().size() - 1).name();
            Rotor rotor = new Rotor(3e-3, GEAR, carrier, Vector3.Z).with(MOTOR);
            return given.toBuilder()
                    .replace(joint.with(Drive.of(rotor).with(new Spring(stiffness, OFFSET))))
                    .build();
        }

        /** The same with the rotor as a body that is driven on its own. */
        RobotModel explicit() {
            RobotModelBuilder builder = given.toBuilder().withoutLoops();
            String carrier = given.bodies().get(given.bodies().size() - 1).name();
            builder.replace(joint(given, driven).with(Drive.NONE));
            builder.link(
                    Joint.revolute("motor", carrier, "rotor")
                            .at(new Pose(Rotation.IDENTITY, MOTOR.centerOfMass()), Vector3.Z),
                    new SpatialInertia(MOTOR.mass(), Vector3.ZERO, MOTOR.tensorAboutCenter()));
            if (given.hasLoops()) {
                given.loops().cutJoints().forEach(builder::cut);
                given.loops().assembly().forEach(builder::assembly);
                List<String> active = new ArrayList<>(given.loops().activeJoints());
                active.add("motor");
                builder.active(active.toArray(String[]::new));
            }
            return builder.build();
        }

        /** On its way; of loops a velocity that keeps them. */
        State start(RobotModel robot) {
            State start = new State(robot);
            for (String joint : given.jointNames()) {
                start.jointPositions()[robot.coordinate(joint)] = q[given.coordinate(joint)];
                start.jointVelocities()[robot.coordinate(joint)] = qd[given.coordinate(joint)];
            }
            for (int e = 0; e < start.motorPositions().length; e++) {
                start.motorPositions()[e] = q[given.coordinate(driven)] - OFFSET;
                start.motorVelocities()[e] = 0.3;
            }
            if (start.isFloating()) {
                start.basePositionInWorld(0.2, -0.1, 0.7)
                        .baseOrientation(0.1, -0.3, 0.2, 1)
                        .baseVelocityInBase(0.1, 0.2, -0.3, 0.4, -0.5, 0.6);
            }
            return start;
        }

        Simulation.Builder simulation(RobotModel robot, Integrator method, double duration) {
            return Simulation.builder(robot)
                    .start(start(robot))
                    .contacts(contacts.toArray(CutJoint[]::new))
                    .integrator(method)
                    .duration(duration)
                    .recordingRate(20);
        }
    }

    private static Joint joint(RobotModel robot, String name) {
        return robot.movingJoints().get(robot.coordinate(name));
    }

    private static Run run(Simulation.Builder builder) {
        Run run = builder.build().run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        return run;
    }

    /** A gyroscopic rotor behind a spring is a body on a revolute joint with an effort of a spring. */
    @ParameterizedTest
    @ValueSource(strings = {"arm", "quadruped", "satellite_fourbar"})
    void motorsAreBodiesBehindSprings(String name) {
        Standing s = new Standing(name);
        RobotModel robot = s.elastic(40);
        RobotModel explicit = s.explicit();
        int k = robot.coordinate(s.driven);
        int at = explicit.coordinate(s.driven);
        int motor = explicit.coordinate("motor");
        Integrator method = Integrator.dormandPrince(1e-12);
        // velocities that keep the contacts, and rotors that turn alike
        State begin = s.start(robot);
        State explicitBegin = s.start(explicit);
        explicitBegin.jointPositions()[motor] = GEAR * begin.motorPositions()[0];
        explicitBegin.jointVelocities()[motor] = GEAR * begin.motorVelocities()[0];
        State end = run(s.simulation(robot, method, 0.15)
                        .start(begin)
                        .controller((time, state, torque) -> torque[k] = 1.5 * Math.sin(9 * time) + 0.4))
                .end()
                .state();
        State other = run(s.simulation(explicit, method, 0.15)
                        .start(explicitBegin)
                        .controller((time, state, torque) -> {
                            double[] q = state.jointPositions();
                            torque[at] = 40 * (q[motor] / GEAR + OFFSET - q[at]);
                            torque[motor] = (1.5 * Math.sin(9 * time) + 0.4 - torque[at]) / GEAR;
                        }))
                .end()
                .state();
        int n = robot.jointCount();
        double[] found = new double[2 * n + 8];
        double[] wanted = new double[found.length];
        for (String joint : robot.jointNames()) {
            int i = robot.coordinate(joint);
            found[i] = end.jointPositions()[i];
            found[n + i] = end.jointVelocities()[i];
            wanted[i] = other.jointPositions()[explicit.coordinate(joint)];
            wanted[n + i] = other.jointVelocities()[explicit.coordinate(joint)];
        }
        System.arraycopy(end.baseVelocityInBase(), 0, found, 2 * n, 6);
        System.arraycopy(other.baseVelocityInBase(), 0, wanted, 2 * n, 6);
        found[2 * n + 6] = end.motorPositions()[0];
        found[2 * n + 7] = end.motorVelocities()[0];
        wanted[2 * n + 6] = other.jointPositions()[motor] / GEAR;
        wanted[2 * n + 7] = other.jointVelocities()[motor] / GEAR;
        Agreement.check(name, found, wanted, 1e-9);
    }

    /** Energy of links, springs and motors is what drives and friction do, in joints, motors, cut joints and contacts; feet stand. */
    @ParameterizedTest
    @ValueSource(strings = {"arm", "quadruped", "satellite_fourbar", "coupled"})
    void energyIsWhatDrivesAndFrictionDo(String name) {
        Standing s = new Standing(name);
        RobotModel robot = s.elastic(60);
        Joint joint = joint(robot, s.driven);
        RobotModelBuilder builder = robot.toBuilder();
        builder.replace(joint.with(Friction.of(0.05, 0.1).smoothed(0.3))
                .with(joint.drive().with(Friction.of(0.02, 0.03).smoothed(0.2))));
        robot.loops().cutJoints().forEach(cut -> {
            if (cut.kind().freedoms() == 1) {
                builder.replace(cut.with(Friction.of(0.2, 0.1).smoothed(0.3)));
            }
        });
        for (int c = 0; c < s.contacts.size(); c++) {
            if (s.contacts.get(c).kind() == CutKind.REVOLUTE) {
                s.contacts.set(c, s.contacts.get(c).with(Friction.of(0.2, 0.3).smoothed(0.2)));
            }
        }
        RobotModel rubbing = builder.build();
        int k = rubbing.coordinate(s.driven);
        Run run = run(s.simulation(rubbing, Integrator.dormandPrince(1e-12), 0.2)
                .controller((time, state, torque) -> torque[k] = 2 * Math.sin(5 * time)));
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
        assertThat(Math.abs(run.end().state().work())).isGreaterThan(1e-4);
        Kinematics kinematics = new Kinematics(robot.openTree());
        BaseMotion base = new BaseMotion();
        for (Sample sample : run.recording()) {
            sample.state().copyBaseTo(base);
            kinematics.compute(base, sample.state().jointPositions(), null, null, null);
            for (CutJoint contact : s.contacts) {
                Vector3 at = kinematics
                        .worldFromBody(robot.bodyIndex(contact.second()))
                        .apply(contact.secondFromJoint().position());
                assertThat(at.minus(contact.firstFromJoint().position()).norm()).isLessThan(1e-12);
            }
        }
    }

    /** The rigid run has its friction in contacts and cut joints counted as well. */
    @Test
    void rigidDrivesCountFrictionOfTiesToo() {
        Standing s = new Standing("satellite_fourbar");
        RobotModelBuilder builder = s.given.toBuilder();
        s.given
                .loops()
                .cutJoints()
                .forEach(cut -> builder.replace(cut.with(Friction.of(0.2, 0.1).smoothed(0.3))));
        s.contacts.set(0, s.contacts.get(0).with(Friction.of(0.2, 0.3).smoothed(0.2)));
        Run run = run(s.simulation(builder.build(), Integrator.dormandPrince(1e-12), 0.2));
        assertThat(run.end().state().work()).isLessThan(-1e-3);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
    }

    /** Beside the same robot with rigid drives, which share the motor's inertia: the distance goes with 1/K. */
    @ParameterizedTest
    @ValueSource(strings = {"arm", "quadruped"})
    void stiffSpringsAreAsGoodAsNone(String name) {
        Standing s = new Standing(name);
        RobotModel rigid = s.elastic(1).withoutSprings();
        State begin = s.start(rigid);
        new ContactMotion(rigid, s.contacts).project(begin);
        double[] q = run(s.simulation(rigid, Integrator.dormandPrince(1e-10), 0.1)
                        .start(begin))
                .end()
                .state()
                .jointPositions();
        double before = Double.POSITIVE_INFINITY;
        for (double stiffness : new double[] {1e4, 1e5, 1e6}) {
            RobotModel robot = s.elastic(stiffness);
            State start = s.start(robot);
            start.jointVelocities(begin.jointVelocities());
            System.arraycopy(begin.baseVelocityInBase(), 0, start.baseVelocityInBase(), 0, 6);
            start.motorVelocities()[0] = begin.jointVelocities()[robot.coordinate(s.driven)];
            Run run = run(
                    s.simulation(robot, Integrator.implicitMidpoint(2e-4), 0.1).start(start));
            // the rule knows how springs respond on contacts
            assertThat((double) run.evaluations() / run.steps()).isLessThan(12);
            double distance = 0;
            for (int i = 0; i < q.length; i++) {
                distance = Math.max(distance, Math.abs(run.end().state().jointPositions()[i] - q[i]));
            }
            assertThat(distance).as("stiffness %g", stiffness).isLessThan(before / 5);
            before = distance;
        }
        assertThat(before).isLessThan(1e-5);
    }

    /** A compliant stop pushes the joint, not its motor. */
    @Test
    void stopsPushJoints() {
        Standing s = new Standing("arm");
        RobotModel robot = s.elastic(5);
        Joint joint = joint(robot, s.driven);
        int k = robot.coordinate(s.driven);
        double at = s.start(robot).jointPositions()[k];
        RobotModel limited = robot.toBuilder()
                .gravity(0, 0, 0)
                .replace(joint.with(JointLimits.position(at - 0.2, at + 0.02)))
                .build();
        State begin = s.start(limited).jointVelocities(new double[limited.jointCount()]);
        begin.motorPositions()[0] += 1;
        Run run = run(s.simulation(limited, Integrator.dormandPrince(1e-11), 0.5)
                .start(begin)
                .stops(JointStops.compliant())
                .recordingRate(200));
        double farthest = run.recording().stream()
                .mapToDouble(sample -> sample.state().jointPositions()[k])
                .max()
                .orElseThrow();
        assertThat(farthest).isBetween(at + 0.02, at + 0.06);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"arm", "quadruped"})
    void stepsAllocateNothing(String name) {
        Standing s = new Standing(name);
        RobotModel robot = s.elastic(1e4);
        for (Integrator method : List.of(Integrator.implicitMidpoint(1e-5), Integrator.rungeKutta(1e-5))) {
            Stepper stepper = s.simulation(robot, method, 1).build().stepper();
            State state = s.start(robot);
            assertThat(Allocations.bytes(() -> stepper.step(state, 1e-5)))
                    .as(method.toString())
                    .isZero();
        }
        double[] rates = s.start(robot).jointVelocities();
        assertThat(Arrays.stream(rates).map(Math::abs).max().orElseThrow()).isCloseTo(0.4, within(0.1));
    }
}
