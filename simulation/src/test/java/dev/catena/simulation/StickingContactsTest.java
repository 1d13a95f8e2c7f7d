package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coulomb friction as it is and rigid stops of robots that stand: in joints, motors, cut joints and contacts, on all bases. */
class StickingContactsTest {
    private static final double OFFSET = 0.05;

    /** A robot where it stands, and what holds it. */
    record Standing(RobotModel robot, List<CutJoint> contacts, State start) {
        Simulation.Builder simulation(Integrator method, double duration) {
            return Simulation.builder(robot)
                    .start(start)
                    .contacts(contacts.toArray(CutJoint[]::new))
                    .integrator(method)
                    .duration(duration)
                    .recordingRate(100);
        }

        Run run(Integrator method, double duration) {
            return finished(simulation(method, duration).build().run());
        }
    }

    private static Run finished(Run run) {
        assertThat(run.isComplete()).as(run.message()).isTrue();
        return run;
    }

    private static RobotModel robot(String name) {
        RobotModel given = CombinationRobots.of(Golden.combinations(), name.equals("arm") ? "freeflyer6" : name)
                .withoutFriction()
                .withoutSprings();
        return name.equals("arm") ? given.withFixedBase() : given;
    }

    /**
     * @param stiffness of a spring before the first joint, negative for all that are independent; zero for none
     * @param joints what joints are made of, friction or limits
     */
    static Standing standing(
            String name, double stiffness, Friction friction, UnaryOperator<Joint> joints, double speed) {
        RobotModel given = robot(name);
        String driven = given.independentJoints().get(0).name();
        RobotModelBuilder builder = given.toBuilder();
        for (Joint joint : given.movingJoints()) {
            Joint changed = joint.with(friction);
            if ((stiffness > 0 && joint.name().equals(driven))
                    || (stiffness < 0 && given.independentJoints().contains(joint))) {
                changed = changed.with(Drive.reflected(0.1)
                        .with(new Spring(Math.abs(stiffness), OFFSET))
                        .with(friction));
            }
            builder.replace(joints.apply(changed));
        }
        for (CutJoint cut : given.loops().cutJoints()) {
            if (cut.kind().freedoms() == 1) {
                builder.replace(cut.with(friction));
            }
        }
        RobotModel robot = builder.build();
        State start = start(robot, speed);
        List<CutJoint> contacts = new ArrayList<>();
        switch (name) {
            case "quadruped" -> {
                contacts.add(contact(robot, start, "fl_knee_b", CutKind.SPHERICAL));
                contacts.add(contact(robot, start, "hr_knee_b", CutKind.SPHERICAL));
                // flat upon a point: three rows repeat what others say
                contacts.add(contact(robot, start, "hr_knee_b", CutKind.FIXED));
            }
            case "satellite_fourbar" ->
                contacts.add(contact(robot, start, robot.bodies().get(0).name(), CutKind.REVOLUTE)
                        .with(friction));
            case "fourbar", "fivebar" -> {
                return new Standing(robot, List.of(), start);
            }
            default -> {
                String last = robot.bodies().get(robot.bodies().size() - 1).name();
                contacts.add(contact(robot, start, last, CutKind.SPHERICAL));
            }
        }
        new ContactMotion(robot, contacts).project(start);
        return new Standing(robot, List.copyOf(contacts), start);
    }

    private static State start(RobotModel robot, double speed) {
        State start = new State(robot);
        for (int k = 0; k < robot.jointCount(); k++) {
            start.jointPositions()[k] = 0.5 * Math.cos(2.3 * k) + 0.1;
            start.jointVelocities()[k] = speed * Math.sin(1.7 * k + 1);
        }
        robot.loops().assembly().forEach((joint, q) -> start.jointPositions()[robot.coordinate(joint)] = q);
        if (start.isFloating()) {
            start.basePositionInWorld(0.2, -0.1, 0.7).baseOrientation(0.1, -0.3, 0.2, 1);
            Quaternions.normalize(start.baseOrientation());
            start.baseVelocityInBase(0.1 * speed, 0.2 * speed, 0, 0.4 * speed, -0.5 * speed, 0.6 * speed);
        }
        if (robot.hasLoops()) {
            new LoopMotion(robot).project(start);
        }
        for (int e = 0; e < start.motorPositions().length; e++) {
            int k = robot.coordinate(robot.elasticJoints().get(e).name());
            start.motorPositions()[e] = start.jointPositions()[k] - OFFSET;
            start.motorVelocities()[e] = speed;
        }
        return start;
    }

    private static CutJoint contact(RobotModel robot, State start, String body, CutKind kind) {
        Kinematics kinematics = new Kinematics(robot.openTree());
        BaseMotion base = new BaseMotion();
        start.copyBaseTo(base);
        kinematics.compute(base, start.jointPositions(), null, null, null);
        Pose point = new Pose(Rotation.fromRollPitchYaw(0.2, 0.4, -0.1), new Vector3(0.02, 0.01, -0.1));
        Pose place = kinematics.worldFromBody(robot.bodyIndex(body)).times(point);
        return CutJoint.contact("on_" + body + kind, kind, place, body, point);
    }

    private static double distance(State end, State other) {
        double most = 0;
        double[] q = end.jointPositions();
        for (int k = 0; k < q.length; k++) {
            most = Math.max(most, Math.abs(q[k] - other.jointPositions()[k]));
        }
        return most;
    }

    /** Friction takes energy at all times, and what it takes is what is lost; then all rest to the last bit. */
    @ParameterizedTest
    @CsvSource({
        "arm, 0, 40",
        "arm, 60, 40",
        "quadruped, 0, 60",
        "quadruped, 1e4, 60",
        "satellite_fourbar, 0, 4",
        "satellite_fourbar, 60, 4"
    })
    void whatSticksRests(String name, double stiffness, double coulomb) {
        Standing s = standing(name, stiffness, Friction.of(coulomb, 0.01), joint -> joint, 0.3);
        Run run = s.run(Integrator.stickSlip(1e-3), 0.4);
        State end = run.end().state();
        assertThat(end.jointVelocities()).containsOnly(0);
        assertThat(end.baseVelocityInBase()).containsOnly(0);
        for (double rate : end.motorVelocities()) {
            assertThat(rate).isZero();
        }
        State earlier = run.recording().get(run.recording().size() - 3).state();
        assertThat(end.jointPositions()).containsExactly(earlier.jointPositions());
        assertThat(end.basePositionInWorld()).containsExactly(earlier.basePositionInWorld());
        for (double acceleration : run.end().jointAccelerations()) {
            assertThat(acceleration).isZero();
        }
        double before = 0;
        for (Sample sample : run.recording()) {
            assertThat(sample.state().work()).isLessThanOrEqualTo(before + 1e-12);
            before = sample.state().work();
        }
        assertThat(before).isLessThan(-1e-3);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-5);
    }

    /** While all slips, and where motion turns round, it is the limit of smooth friction. */
    @ParameterizedTest
    @CsvSource({"arm, 0", "arm, 60", "quadruped, 0", "quadruped, 60", "satellite_fourbar, 60"})
    void stepsApproachSmoothFriction(String name, double stiffness) {
        Standing s = standing(name, stiffness, Friction.of(0.03, 0.01), joint -> joint, 0.5);
        State exact = finished(s.simulation(Integrator.dormandPrince(1e-10), 0.1)
                        .frictionSmoothing(1e-4)
                        .build()
                        .run())
                .end()
                .state();
        double coarse = distance(s.run(Integrator.stickSlip(1e-3), 0.1).end().state(), exact);
        double fine = distance(s.run(Integrator.stickSlip(1e-4), 0.1).end().state(), exact);
        assertThat(fine).isLessThan(5e-5).isLessThan(coarse / 5);
    }

    /** A cut joint may be given as a tie as well: independent joints against all joints and what ties them. */
    @ParameterizedTest
    @CsvSource({"fourbar, 0.05", "fourbar, 0.5", "fivebar, 0.05", "fivebar, 0.5"})
    void loopsAreTies(String name, double coulomb) {
        RobotModelBuilder builder = robot(name).toBuilder();
        Friction friction = Friction.of(coulomb, 0.02);
        robot(name).movingJoints().forEach(joint -> builder.replace(joint.with(friction)));
        robot(name).loops().cutJoints().forEach(cut -> builder.replace(cut.with(friction)));
        RobotModel loops = builder.build();
        RobotModel tree = loops.openTree();
        State start = new State(loops);
        loops.loops().assembly().forEach((joint, q) -> start.jointPositions()[loops.coordinate(joint)] = q);
        for (Joint joint : loops.independentJoints()) {
            start.jointVelocities()[loops.coordinate(joint.name())] = 1;
        }
        new LoopMotion(loops).project(start);
        CutJoint cut = loops.loops().cutJoints().get(0);
        assertThat(loops.loops().cutJoints()).hasSize(1);
        double[] distances = new double[2];
        for (int i = 0; i < 2; i++) {
            Integrator method = Integrator.stickSlip(i == 0 ? 1e-3 : 2e-4);
            State closed = finished(Simulation.builder(loops)
                            .start(start)
                            .integrator(method)
                            .duration(0.3)
                            .build()
                            .run())
                    .end()
                    .state();
            State ground =
                    new State(tree).jointPositions(start.jointPositions()).jointVelocities(start.jointVelocities());
            State tied = finished(Simulation.builder(tree)
                            .start(ground)
                            .contacts(cut)
                            .integrator(method)
                            .duration(0.3)
                            .build()
                            .run())
                    .end()
                    .state();
            assertThat(distance(start, closed)).isGreaterThan(1e-3);
            distances[i] = distance(tied, closed);
        }
        assertThat(distances[1]).isLessThan(1e-5).isLessThan(distances[0] / 4);
    }

    /** A joint that friction holds is as good as none: it stays to the last bit while the others move. */
    @ParameterizedTest
    @ValueSource(strings = {"arm", "quadruped"})
    void heldJointsAreRigid(String name) {
        RobotModel given = robot(name);
        String stiff = given.jointNames().get(2);
        Standing s = standing(
                name,
                0,
                Friction.NONE,
                joint -> joint.name().equals(stiff) ? joint.with(Friction.of(1e4, 0)) : joint,
                0);
        int k = s.robot.coordinate(stiff);
        double at = s.start.jointPositions()[k];
        Run run = s.run(Integrator.stickSlip(5e-4), 0.2);
        for (Sample sample : run.recording()) {
            assertThat(sample.state().jointPositions()[k]).isEqualTo(at);
        }
        RobotModel fixed = s.robot.toBuilder().hold(stiff, at).build();
        State start = new State(fixed);
        for (String joint : fixed.jointNames()) {
            start.jointPositions()[fixed.coordinate(joint)] = s.start.jointPositions()[s.robot.coordinate(joint)];
        }
        System.arraycopy(s.start.basePositionInWorld(), 0, start.basePositionInWorld(), 0, 3);
        System.arraycopy(s.start.baseOrientation(), 0, start.baseOrientation(), 0, 4);
        Run other = new Standing(fixed, s.contacts, start).run(Integrator.dormandPrince(1e-10), 0.2);
        double moved = 0;
        for (String joint : fixed.jointNames()) {
            double q = run.end().state().jointPositions()[s.robot.coordinate(joint)];
            int i = fixed.coordinate(joint);
            assertThat(q).isCloseTo(other.end().state().jointPositions()[i], within(1e-5));
            moved = Math.max(moved, Math.abs(q - start.jointPositions()[i]));
        }
        assertThat(moved).isGreaterThan(1e-2);
    }

    /** A rod on a hinge with friction: it stands up to m g l = F, and beyond turns with (m g l − F) / I. */
    @Test
    void aRodOnAHingeObeysCoulomb() {
        double mass = 2;
        double length = 0.5;
        double inertia = 0.1 + mass * length * length;
        double weight = mass * 9.81 * length;
        RobotModel rod = RobotModel.builder("rod")
                .gravity(0, 0, -9.81)
                .base(
                        "rod",
                        SpatialInertia.aboutCenterOfMass(
                                mass, new Vector3(length, 0, 0), InertiaTensor.diagonal(0.1, 0.1, 0.1)))
                .floating()
                .build();
        // the hinge is about y of the world
        Pose hinge = new Pose(Rotation.fromRollPitchYaw(-Math.PI / 2, 0, 0), Vector3.ZERO);
        for (double coulomb : new double[] {1.0001 * weight, 0.9 * weight, 0}) {
            CutJoint pin = CutJoint.contact("pin", CutKind.REVOLUTE, hinge, "rod", hinge)
                    .with(Friction.of(coulomb, 0));
            double time = 1e-2;
            Run run = finished(Simulation.builder(rod)
                    .contacts(pin)
                    .integrator(Integrator.stickSlip(1e-3))
                    .duration(time)
                    .build()
                    .run());
            double rate = run.end().state().baseVelocityInBase()[4];
            if (coulomb > weight) {
                assertThat(run.end().state().baseVelocityInBase()).containsOnly(0);
            } else {
                // it has turned by 1e-3 at most
                assertThat(rate).isCloseTo((weight - coulomb) / inertia * time, within(1e-7));
                assertThat(run.end().state().work()).isLessThanOrEqualTo(1e-15);
            }
            assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-7);
        }
        CutJoint rough =
                CutJoint.contact("pin", CutKind.REVOLUTE, hinge, "rod", hinge).with(Friction.of(1e3, 0));
        Simulation automatic =
                Simulation.builder(rod).contacts(rough).duration(1).build();
        assertThat(automatic.integrator()).isInstanceOf(Integrator.StickSlip.class);
        // other methods smooth it, fixed steps as much as they need
        Run smooth = finished(Simulation.builder(rod)
                .contacts(rough)
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.1)
                .build()
                .run());
        assertThat(Math.abs(smooth.end().state().baseVelocityInBase()[4])).isBetween(1e-6, 0.2);
    }

    private static UnaryOperator<Joint> limits(double[] q, RobotModel robot, double range, int limited) {
        return joint -> {
            int k = robot.coordinate(joint.name());
            return limited >= 0 && k != limited
                    ? joint.with(JointLimits.NONE)
                    : joint.with(JointLimits.position(q[k] - range, q[k] + range));
        };
    }

    private static Standing stopped(String name, double stiffness, int limited) {
        double range = 0.02;
        RobotModel given = robot(name);
        Standing first = standing(name, 0, Friction.NONE, joint -> joint, 0.4);
        return standing(
                name, stiffness, Friction.NONE, limits(first.start.jointPositions(), given, range, limited), 0.4);
    }

    /** No joint is ever beyond its stop, impacts take energy and give none but for steps, and all that is lost is counted. */
    @ParameterizedTest
    @CsvSource({
        "arm, 0, 0, 0, 5e-4",
        "arm, 60, 2, 0.5, 5e-4",
        "arm, 0, -1, 0.3, 5e-4",
        "quadruped, 0, 1, 0.5, 5e-4",
        "quadruped, 0, -1, 0, 2e-4",
        "satellite_fourbar, 60, -1, 0.5, 5e-4"
    })
    void stopsAreNeverPassed(String name, double stiffness, int limited, double restitution, double step) {
        Standing s = stopped(name, stiffness, limited);
        Run run = finished(s.simulation(Integrator.stickSlip(step), 0.2)
                .stops(JointStops.rigid(restitution))
                .recordingRate(500)
                .build()
                .run());
        double before = 0;
        double closest = Double.POSITIVE_INFINITY;
        for (Sample sample : run.recording()) {
            double[] q = sample.state().jointPositions();
            for (int k = 0; k < q.length; k++) {
                JointLimits limits = s.robot.movingJoints().get(k).limits();
                assertThat(q[k]).isBetween(limits.lower(), limits.upper());
                closest = Math.min(closest, Math.min(q[k] - limits.lower(), limits.upper() - q[k]));
            }
            assertThat(sample.state().work()).isLessThanOrEqualTo(before + 1e-6);
            before = sample.state().work();
        }
        assertThat(closest).isLessThan(1e-3);
        assertThat(before).isLessThan(-1e-4);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(step);
    }

    /** Close to stops that give way by little. */
    @ParameterizedTest
    @CsvSource({"arm, 0, 1, 300", "arm, 60, 0, 300", "quadruped, 0, 1, 3000"})
    void theyAreCloseToStiffOnes(String name, double stiffness, int limited, double frequency) {
        Standing s = stopped(name, stiffness, limited);
        State rigid = finished(s.simulation(Integrator.stickSlip(1e-4), 0.15)
                        .stops(JointStops.rigid())
                        .build()
                        .run())
                .end()
                .state();
        State stiff = finished(s.simulation(Integrator.dormandPrince(1e-9), 0.15)
                        .stops(JointStops.compliant(frequency, 1))
                        .build()
                        .run())
                .end()
                .state();
        assertThat(distance(rigid, stiff)).isLessThan(2e-3);
        assertThat(distance(rigid, s.start)).isGreaterThan(1e-2);
    }

    @Test
    void othersSayWhatToDo() {
        Standing s = stopped("arm", 0, 1);
        assertThatThrownBy(() -> s.simulation(Integrator.dormandPrince(), 1)
                        .stops(JointStops.rigid())
                        .build())
                .hasMessageContaining("stick-slip")
                .hasMessageContaining("compliant");
        assertThat(s.simulation(Integrator.automatic(), 1)
                        .stops(JointStops.rigid())
                        .build()
                        .integrator())
                .isInstanceOf(Integrator.StickSlip.class);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"arm, 60", "quadruped, 0"})
    void stepsDoNotAllocate(String name, double stiffness) {
        for (double coulomb : new double[] {0.02, 40}) {
            Standing s = standing(name, stiffness, Friction.of(coulomb, 0.01), joint -> joint, coulomb < 1 ? 1 : 0);
            Stepper stepper =
                    s.simulation(Integrator.stickSlip(1e-3), 1).build().stepper();
            State state = s.start.copy();
            Runnable step = () -> {
                stepper.step(state, 1e-3);
                state.set(s.start);
            };
            assertThat(Allocations.bytes(step)).isZero();
        }
    }
}
