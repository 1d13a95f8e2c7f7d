package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for robots with closed loops on contacts gives the numbers of the hand-written classes, or refuses. */
class StandingLoopsTest {
    private static final double TOLERANCE = 1e-10;

    static List<RobotModel> robots() {
        return List.of(
                ShippedRobots.load("four-bar").withFloatingBase(),
                ClosedRobots.spatial().findFirst().orElseThrow().withFloatingBase());
    }

    private static Contact foot(RobotModel robot, Contact.Kind kind) {
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        Pose place = new Pose(Rotation.fromRollPitchYaw(0.3, -0.4, 0.7), new Vector3(0.1, -0.2, 0.15));
        return Contact.of("foot", last, place, kind);
    }

    /** A closed pose, and velocities with which no contact slips. */
    private static final class State {
        final RobotModel robot;
        final int[] independent;
        final double[] q;
        final double[] qd;
        final double[] tau;
        final double[] base = new double[24];
        final BaseMotion motion = new BaseMotion();
        final List<CutJoint> ties = new ArrayList<>();
        final ExternalWrenches wrenches;
        final double[] load;

        State(RobotModel robot, List<Contact> contacts, int seed) {
            this.robot = robot;
            Random random = new Random(seed);
            independent = robot.independentJoints().stream()
                    .mapToInt(joint -> robot.coordinate(joint.name()))
                    .toArray();
            int n = robot.jointCount();
            LoopKinematics loops = new LoopKinematics(robot);
            double[] given = ClosedRobots.assembly(robot);
            for (int k = 0; k < given.length; k++) {
                given[k] += 0.1 * random.nextDouble();
            }
            if (!loops.close(given).isClosed()) {
                throw new AssertionError("not closed");
            }
            q = new double[n];
            loops.positions(q);
            tau = random.doubles(independent.length, -3, 3).toArray();
            load = random.doubles(6, -3, 3).toArray();
            wrenches = new ExternalWrenches(robot)
                    .inWorld(robot.bodies().size() - 1, Stands.vector(load, 0), Stands.vector(load, 3));
            Rotation r = Rotation.fromRollPitchYaw(0.4, -0.3, 0.9);
            double[] place = {r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz(), 0.3, -0.2, 0.8};
            System.arraycopy(place, 0, base, 0, 12);
            motion.pose(new Pose(r, new Vector3(0.3, -0.2, 0.8)));
            Kinematics kinematics = new Kinematics(robot.openTree());
            kinematics.compute(motion, q, null, null, null);
            for (Contact contact : contacts) {
                ties.add(contact.at(kinematics.worldFromBody(robot.bodyIndex(contact.body()))));
            }
            qd = new double[n];
            motion.velocityInBase(0.3, -0.5, 0.2, 0.6, 0.1, -0.4);
            double[] after = new double[6];
            new ConstraintImpact(robot, ties)
                    .computeFloating(motion, q, random.doubles(n, -1, 1).toArray(), 0, after, qd);
            motion.velocityInBase(Stands.vector(after, 0), Stands.vector(after, 3));
            System.arraycopy(after, 0, base, 12, 6);
        }

        double[] chosen(double[] all) {
            return Arrays.stream(independent).mapToDouble(k -> all[k]).toArray();
        }

        double[] spread(double[] some) {
            double[] all = new double[q.length];
            for (int k = 0; k < some.length; k++) {
                all[independent[k]] = some[k];
            }
            return all;
        }

        Stands.Vectors inputs() {
            return new Stands.Vectors()
                    .put("q", chosen(q))
                    .put("qd", chosen(qd))
                    .put("tau", tau)
                    .put("start", q)
                    .put("base", base)
                    .put("wrenches", load);
        }

        CodeInputs code(List<Contact> contacts) {
            String last = robot.bodies().get(robot.bodies().size() - 1).name();
            return CodeInputs.of(robot).withContacts(contacts).withWrenchesInWorld(List.of(last));
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void thereAndBack(RobotModel robot) {
        List<Contact> contacts = List.of(foot(robot, Contact.Kind.FLAT));
        State state = new State(robot, contacts, 3);
        int n = robot.jointCount();
        ConstrainedForwardDynamics hand = new ConstrainedForwardDynamics(robot, state.ties);
        double[] qdd = new double[n];
        double[] a = new double[6];
        hand.computeFloating(state.motion, state.q, state.qd, state.spread(state.tau), state.wrenches, a, qdd);
        int last = robot.loops().cutJoints().size();
        double[] reaction = new double[6];
        hand.reaction(last, reaction);
        Stands.Vectors inputs = state.inputs();
        Stands.Vectors found =
                Stands.evaluate(RobotCompiler.compile(robot, Quantity.ACCELERATION, state.code(contacts)), inputs);
        Agreement.check("qdd", found.get("qdd"), state.chosen(qdd), TOLERANCE);
        Agreement.check("base", found.get("baseAcceleration"), a, TOLERANCE);
        Agreement.check("reaction", found.get("contactWrench"), reaction, TOLERANCE);

        state.motion.accelerationInBase(Stands.vector(a, 0), Stands.vector(a, 3));
        System.arraycopy(a, 0, state.base, 18, 6);
        double[] tau = new double[n];
        ConstrainedInverseDynamics back = new ConstrainedInverseDynamics(robot, state.ties);
        back.compute(state.motion, state.q, state.qd, qdd, state.wrenches, null, tau);
        back.reaction(last, reaction);
        inputs.put("qdd", state.chosen(qdd));
        found = Stands.evaluate(RobotCompiler.compile(robot, Quantity.TORQUE, state.code(contacts)), inputs);
        Agreement.check("tau", found.get("tau"), state.chosen(tau), TOLERANCE);
        Agreement.check("given", found.get("tau"), state.tau, 1e-9);
        Agreement.check("reaction", found.get("contactWrench"), reaction, TOLERANCE);
    }

    /** Derivatives of code are those of the code's own numbers, which are right: differences over four points. */
    @Test
    void derivatives() {
        RobotModel robot = robots().get(0);
        List<Contact> contacts = List.of(foot(robot, Contact.Kind.FLAT));
        State state = new State(robot, contacts, 3);
        Stands.Vectors inputs = state.inputs();
        CodeInputs code = state.code(contacts);
        Stands.Vectors now = Stands.evaluate(RobotCompiler.compile(robot, Quantity.ACCELERATION, code), inputs);
        System.arraycopy(now.get("baseAcceleration"), 0, state.base, 18, 6);
        inputs.put("qdd", now.get("qdd"));
        for (Quantity quantity : List.of(Quantity.ACCELERATION, Quantity.TORQUE)) {
            boolean forward = quantity == Quantity.ACCELERATION;
            Program program = RobotCompiler.program(robot, quantity, code);
            Stands.Vectors found = Stands.evaluate(
                    RobotCompiler.compile(
                            robot, forward ? Quantity.ACCELERATION_SENSITIVITY : Quantity.TORQUE_SENSITIVITY, code),
                    inputs);
            String last = forward ? "tau" : "qdd";
            check("q", "byPosition", 6, found, program, inputs, forward);
            check("qd", "byVelocity", 6, found, program, inputs, forward);
            check(last, forward ? "byTorque" : "byAcceleration", forward ? 0 : 6, found, program, inputs, forward);
        }
    }

    /** The column of the one independent joint. */
    private static void check(
            String input,
            String matrix,
            int column,
            Stands.Vectors found,
            Program program,
            Stands.Vectors inputs,
            boolean forward) {
        double h = 1e-3;
        double[][] y = new double[4][];
        double[] steps = {h, -h, 2 * h, -2 * h};
        for (int k = 0; k < 4; k++) {
            double[] given = inputs.get(input);
            double[] moved = given.clone();
            moved[0] += steps[k];
            inputs.put(input, moved);
            y[k] = values(program, inputs, forward);
            inputs.put(input, given);
        }
        double[] all = found.get(matrix);
        int width = all.length / y[0].length;
        for (int row = 0; row < y[0].length; row++) {
            double difference = (8 * (y[0][row] - y[1][row]) - (y[2][row] - y[3][row])) / (12 * h);
            double own = all[row * width + column];
            Agreement.check(matrix + row, new double[] {own}, new double[] {difference}, 1e-8);
        }
    }

    /** Of the base, where accelerations are results, and of joints. */
    private static double[] values(Program program, Stands.Vectors inputs, boolean forward) {
        double[][] in = program.inputs().stream()
                .map(vector -> Arrays.copyOf(inputs.get(vector.name()), vector.length()))
                .toArray(double[][]::new);
        double[][] out = program.evaluate(in);
        if (!forward) {
            return out[0];
        }
        double[] both = Arrays.copyOf(out[1], 6 + out[0].length);
        System.arraycopy(out[0], 0, both, 6, out[0].length);
        return both;
    }

    /** Torques a moment later, and before. */
    @Test
    void rates() {
        RobotModel robot = robots().get(0);
        List<Contact> contacts = List.of(foot(robot, Contact.Kind.FLAT));
        CodeInputs code = CodeInputs.of(robot).withContacts(contacts);
        double assembly = ClosedRobots.assembly(robot)[0];
        CompiledFunction torque = RobotCompiler.compile(robot, Quantity.TORQUE, code);
        CompiledFunction rate = RobotCompiler.compile(robot, Quantity.TORQUE_RATE, code);
        LoopKinematics loops = new LoopKinematics(robot);
        Kinematics kinematics = new Kinematics(robot.openTree());
        String foot = contacts.get(0).body();
        double h = 1e-3;
        double[] tau = new double[5];
        double found = 0;
        for (int k = -2; k <= 2; k++) {
            double t = k * h;
            double[] q = {assembly + 0.1 + 0.7 * t - 0.4 * t * t + 0.9 * t * t * t};
            double[] qd = {0.7 - 0.8 * t + 2.7 * t * t};
            double[] qdd = {-0.8 + 5.4 * t};
            Stands.Vectors inputs = new Stands.Vectors()
                    .put("q", q)
                    .put("qd", qd)
                    .put("qdd", qdd)
                    .put("qddd", new double[] {5.4})
                    .put("base", following(robot, loops, kinematics, foot, q, qd, qdd));
            tau[k + 2] = Stands.evaluate(torque, inputs).get("tau")[0];
            if (k == 0) {
                found = Stands.evaluate(rate, inputs).get("tauRate")[0];
            }
        }
        double expected = (8 * (tau[3] - tau[1]) - (tau[4] - tau[0])) / (12 * h);
        Agreement.check("rate", new double[] {found}, new double[] {expected}, 1e-8);
    }

    /** How the base moves while the foot rests in the world's origin. */
    private static double[] following(
            RobotModel robot,
            LoopKinematics loops,
            Kinematics kinematics,
            String foot,
            double[] q,
            double[] qd,
            double[] qdd) {
        int n = robot.jointCount();
        double[][] all = new double[3][n];
        if (!loops.close(q).isClosed()) {
            throw new AssertionError("not closed");
        }
        loops.move(qd);
        loops.accelerate(qdd);
        loops.positions(all[0]);
        loops.velocities(all[1]);
        loops.accelerations(all[2]);
        BaseMotion still = new BaseMotion();
        int body = robot.bodyIndex(foot);
        kinematics.compute(still, all[0], null, null, null);
        Pose baseFromFoot = kinematics.worldFromBody(body);
        BaseMotion base = new BaseMotion().pose(baseFromFoot.inverse());
        double[] six = new double[6];
        kinematics.compute(base, all[0], all[1], null, null);
        kinematics.velocityInWorld(body, six);
        Vector3 turning = Stands.vector(six, 3).times(-1);
        // what the foot did, the base does backward: at the base's origin the field of the foot's velocity
        Pose place = baseFromFoot.inverse();
        Vector3 linear = Stands.vector(six, 0).times(-1).plus(turning.cross(place.position()));
        Rotation back = place.rotation().inverse();
        base.velocityInBase(back.apply(linear), back.apply(turning));
        kinematics.compute(base, all[0], all[1], all[2], null);
        kinematics.accelerationInWorld(body, six);
        Vector3 faster = Stands.vector(six, 3).times(-1);
        Vector3 a = Stands.vector(six, 0).times(-1).plus(faster.cross(place.position()));
        double[] numbers = new double[24];
        Rotation r = place.rotation();
        double[] pose = {r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz()};
        System.arraycopy(pose, 0, numbers, 0, 9);
        List<Vector3> rest =
                List.of(place.position(), back.apply(linear), back.apply(turning), back.apply(a), back.apply(faster));
        for (int v = 0; v < rest.size(); v++) {
            System.arraycopy(rest.get(v).toArray(), 0, numbers, 9 + 3 * v, 3);
        }
        return numbers;
    }

    @Test
    void motorsBehindSprings() {
        RobotModel rigid = robots().get(0);
        RobotModel robot = rigid.toBuilder()
                .replace(rigid.independentJoints()
                        .get(0)
                        .with(Drive.reflected(0.1).with(new Spring(90, 0.02))))
                .build();
        List<Contact> contacts = List.of(foot(robot, Contact.Kind.FLAT));
        State state = new State(rigid, contacts, 3);
        int n = robot.jointCount();
        double[] x = Arrays.copyOf(state.q, n + 1);
        double[] xd = Arrays.copyOf(state.qd, n + 1);
        double[] xdd = new double[n + 1];
        x[n] = state.chosen(state.q)[0] + 0.03;
        xd[n] = 0.4;
        double[] a = new double[6];
        ExternalWrenches wrenches = new ExternalWrenches(robot)
                .inWorld(robot.bodies().size() - 1, Stands.vector(state.load, 0), Stands.vector(state.load, 3));
        new ElasticConstrainedForwardDynamics(robot, state.ties)
                .computeFloating(state.motion, x, xd, state.spread(state.tau), wrenches, a, xdd);
        Stands.Vectors inputs = state.inputs()
                .put("q", new double[] {state.chosen(x)[0], x[n]})
                .put("qd", new double[] {state.chosen(xd)[0], xd[n]});
        CodeInputs code = state.code(contacts);
        double[] joints = {state.chosen(xdd)[0], xdd[n]};
        Stands.Vectors found =
                Stands.evaluate(ElasticCompiler.compile(robot, ElasticQuantity.ACCELERATION, code), inputs);
        Agreement.check("accelerations", found.get("qdd"), joints, TOLERANCE);
        Agreement.check("base", found.get("baseAcceleration"), a, TOLERANCE);
        System.arraycopy(a, 0, state.base, 18, 6);
        inputs.put("qdd", joints).put("base", state.base);
        found = Stands.evaluate(ElasticCompiler.compile(robot, ElasticQuantity.TORQUE, code), inputs);
        Agreement.check("torque", found.get("tau"), state.tau, 1e-9);
        assertThatThrownBy(() -> ElasticCompiler.compile(robot, ElasticQuantity.FEED_FORWARD, code))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("take elasticTorque");
    }

    @Test
    void manyWaysToShareAreRefused() {
        RobotModel robot = robots().get(0);
        Contact flat = foot(robot, Contact.Kind.FLAT);
        Contact other = Contact.of("other", robot.base().name(), Pose.IDENTITY, Contact.Kind.FLAT);
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ACCELERATION)) {
            assertThatThrownBy(() -> RobotCompiler.compile(
                            robot, quantity, CodeInputs.of(robot).withContacts(List.of(flat, other))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("share what they hold in many ways");
        }
    }

    /** A base that is told to move, and a foot that it drags along where it should not. */
    @Test
    void toldBases() {
        RobotModel robot = ShippedRobots.load("five-bar");
        List<Contact> contacts = List.of(
                Contact.of("tip", robot.bodies().get(3).name(), Pose.translation(0.1, 0.2, 0), Contact.Kind.POINT));
        State state = new State(robot.withFloatingBase(), contacts, 5);
        state.motion.velocityInBase(0.2, 0.3, -0.1, 0.5, -0.2, 0.4);
        state.motion.accelerationInBase(0.7, 0.1, -0.5, 0.2, 0.9, -0.6);
        System.arraycopy(
                new double[] {0.2, 0.3, -0.1, 0.5, -0.2, 0.4, 0.7, 0.1, -0.5, 0.2, 0.9, -0.6}, 0, state.base, 12, 12);
        double[] qdd = new double[robot.jointCount()];
        new ConstrainedForwardDynamics(robot, state.ties)
                .compute(
                        state.motion,
                        state.q,
                        state.qd,
                        state.spread(state.tau),
                        new ExternalWrenches(robot)
                                .inWorld(
                                        robot.bodies().size() - 1,
                                        Stands.vector(state.load, 0),
                                        Stands.vector(state.load, 3)),
                        qdd);
        double[] found = Stands.evaluate(
                        RobotCompiler.compile(
                                robot,
                                Quantity.ACCELERATION,
                                state.code(contacts).withBase(BaseInput.MOVES)),
                        state.inputs())
                .get("qdd");
        Agreement.check("qdd", found, state.chosen(qdd), TOLERANCE);
    }
}
