package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One step of each method against the equations of motion, put down here once more and followed in short steps: the error falls
 * with the power of the step that belongs to the method's order, in every number of the state, the work included.
 */
class SingleStepTest {

    private static double torque(int k, double time, double q, double qd) {
        return 0.3 + 0.2 * k + 4 * Math.sin(3 * time + k) - 0.5 * q - 0.2 * qd;
    }

    private static RobotModel robot(String kind, double coulomb) {
        RobotModel model = switch (kind) {
            case "chain" ->
                RandomRobots.chain(23, 4).prismaticShare(0.3).reflectedInertia().build();
            case "elastic" -> elastic(RandomRobots.chain(24, 3).build());
            case "floating" -> ConservationTest.floatingTree(22);
            case "floating elastic" ->
                elastic(RandomRobots.tree(25, 4).baseInertia().build().toBuilder()
                        .floating()
                        .build());
            case "satellite" -> FloatingLoopSimulationTest.SATELLITE;
            case "quadruped" -> ContactSimulationTest.QUADRUPED;
            default -> ShippedRobots.load(kind);
        };
        RobotModelBuilder builder = model.toBuilder();
        model.movingJoints()
                .forEach(joint -> builder.replace(joint.with(new Friction(coulomb, 0.3, 0.7))
                        .with(joint.drive().with(new Friction(coulomb / 3, 0.1, 0.7)))));
        return builder.build();
    }

    private static RobotModel elastic(RobotModel model) {
        RobotModelBuilder builder = model.toBuilder();
        List<Joint> joints = model.movingJoints();
        for (int i = 0; i < joints.size(); i += 2) {
            builder.replace(joints.get(i).with(Drive.reflected(0.3).with(Spring.of(150))));
        }
        return builder.build();
    }

    private static State start(String kind, RobotModel robot) {
        if (kind.equals("satellite")) {
            State state = FloatingLoopSimulationTest.start(robot);
            new LoopMotion(robot).project(state);
            return state;
        }
        if (kind.equals("quadruped")) {
            State state = ContactSimulationTest.start(robot);
            new ContactMotion(robot, List.of(ContactSimulationTest.contacts())).project(state);
            return state;
        }
        State state = new State(robot).time(0.2);
        for (int k = 0; k < robot.jointCount(); k++) {
            state.jointPositions()[k] = 0.4 - 0.3 * k;
            state.jointVelocities()[k] = 1 + 0.4 * k;
        }
        for (int e = 0; e < state.motorPositions().length; e++) {
            state.motorPositions()[e] = state.jointPositions()[e] + 0.1 + 0.05 * e;
            state.motorVelocities()[e] = -0.7 + e;
        }
        if (robot.hasLoops()) {
            robot.loops().assembly().forEach((joint, q) -> state.jointPositions()[robot.coordinate(joint)] = q);
            new LoopMotion(robot).project(state);
        }
        if (state.isFloating()) {
            state.basePositionInWorld(0.1, 0.2, 0.3).baseOrientation(0.1, -0.3, 0.2, 1);
            state.baseVelocityInBase(0.2, -1.1, 0.3, 0.9, -1.5, 1.6);
        }
        return state;
    }

    private static Stepper stepper(RobotModel robot, String method, State start) {
        Integrator integrator = switch (method) {
            case "stick-slip" -> Integrator.stickSlip(1e-3);
            case "midpoint" -> Integrator.implicitMidpoint(1e-3);
            case "runge-kutta" -> Integrator.rungeKutta(1e-3);
            default -> Integrator.semiImplicit(1e-3);
        };
        return Simulation.builder(robot)
                .start(start)
                .contacts(contacts(robot).toArray(CutJoint[]::new))
                .integrator(integrator)
                .controller((time, state, out) -> {
                    for (int k = 0; k < out.length; k++) {
                        out[k] = isDriven(robot, k)
                                ? torque(k, time, state.jointPositions()[k], state.jointVelocities()[k])
                                : 0;
                    }
                })
                .duration(1)
                .build()
                .stepper();
    }

    /** Where the robot touches the ground. */
    private static List<CutJoint> contacts(RobotModel robot) {
        return robot.name().equals(ContactSimulationTest.QUADRUPED.name())
                ? List.of(ContactSimulationTest.contacts())
                : List.of();
    }

    private static boolean isDriven(RobotModel robot, int k) {
        return !robot.hasLoops()
                || robot.loops().activeJoints().contains(robot.jointNames().get(k));
    }

    /** The error after one step by parts of the state: joints, motors, their velocities, work, the base's pose, its velocity. */
    private static double[] errors(String kind, double coulomb, String method, double h) {
        RobotModel robot = robot(kind, coulomb);
        State start = start(kind, robot);
        double[] exact = new Truth(robot, start).after(h);
        State state = start.copy();
        stepper(robot, method, start).step(state, h);
        assertThat(state.time()).isEqualTo(start.time() + h);
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        int n = robot.jointCount();
        int all = n + state.motorPositions().length;
        int[] ends = state.isFloating()
                ? new int[] {n, all, all + n, 2 * all, 2 * all + 1, 2 * all + 4, 2 * all + 8, 2 * all + 11, y.length}
                : new int[] {n, all, all + n, 2 * all, 2 * all + 1};
        double[] errors = new double[ends.length];
        int k = 0;
        for (int part = 0; part < ends.length; part++) {
            for (; k < ends[part]; k++) {
                errors[part] = Math.max(errors[part], Math.abs(y[k] - exact[k]));
            }
        }
        return errors;
    }

    /** Stick and slip take smooth friction as it is at the end of the step, which costs an order. */
    @ParameterizedTest
    @CsvSource({
        "chain, 0, stick-slip, 1e-3, 3",
        "chain, 0.4, stick-slip, 1e-3, 2",
        "chain, 0.4, midpoint, 1e-3, 3",
        "chain, 0.4, runge-kutta, 4e-3, 5",
        "chain, 0.4, semi-implicit, 5e-4, 2",
        "elastic, 0, stick-slip, 1e-3, 3",
        "elastic, 0.4, stick-slip, 1e-3, 2",
        "elastic, 0.4, midpoint, 1e-3, 3",
        "elastic, 0.4, runge-kutta, 5e-4, 5",
        "elastic, 0.4, semi-implicit, 5e-4, 2",
        "floating, 0, stick-slip, 1e-3, 3",
        "floating, 0.4, stick-slip, 1e-3, 2",
        "floating, 0.4, midpoint, 1e-3, 3",
        "floating, 0.4, runge-kutta, 4e-3, 5",
        "floating, 0.4, semi-implicit, 5e-4, 2",
        "floating elastic, 0, stick-slip, 1e-3, 3",
        "floating elastic, 0.4, stick-slip, 1e-3, 2",
        "floating elastic, 0.4, midpoint, 1e-3, 3",
        "floating elastic, 0.4, runge-kutta, 5e-4, 5",
        "floating elastic, 0.4, semi-implicit, 5e-4, 2",
        "five-bar, 0, stick-slip, 1e-3, 3",
        "five-bar, 0.4, stick-slip, 1e-3, 2",
        "five-bar, 0.4, midpoint, 1e-3, 3",
        "five-bar, 0.4, runge-kutta, 4e-3, 5",
        "five-bar, 0.4, semi-implicit, 5e-4, 2",
        "satellite, 0.4, midpoint, 1e-3, 3",
        "satellite, 0.4, runge-kutta, 2e-3, 5",
        "satellite, 0.4, semi-implicit, 5e-4, 2",
        "quadruped, 0.4, midpoint, 1e-3, 3",
        "quadruped, 0.4, runge-kutta, 2e-3, 5",
        "quadruped, 0.4, semi-implicit, 5e-4, 2",
    })
    void errorsFallWithTheStep(String kind, double coulomb, String method, double h, int power) {
        double[] coarse = errors(kind, coulomb, method, h);
        double[] fine = errors(kind, coulomb, method, h / 2);
        for (int part = 0; part < coarse.length; part++) {
            assertThat(fine[part])
                    .as("part %s, errors %s and %s", part, Arrays.toString(coarse), Arrays.toString(fine))
                    .isLessThanOrEqualTo(coarse[part] / Math.pow(2, power - 0.5) + 1e-13);
        }
    }

    /** y⁺ = y + h f(t + ½ h, ½ (y + y⁺)), up to where its repetition ends; in the second step the first one's guess is used. */
    @ParameterizedTest
    @CsvSource({"chain, 5e-3", "chain, 2e-2", "elastic, 5e-3", "elastic, 2e-2"})
    void theMidpointRuleIsKept(String kind, double h) {
        RobotModel robot = robot(kind, 0.1);
        State start = start(kind, robot);
        State state = start.copy();
        Stepper stepper = stepper(robot, "midpoint", start);
        double[] before = new double[state.dimension()];
        double[] after = new double[state.dimension()];
        double[] middle = new double[state.dimension()];
        for (int step = 0; step < 2; step++) {
            double time = state.time();
            state.copyTo(before);
            stepper.step(state, h);
            state.copyTo(after);
            Arrays.setAll(middle, k -> (before[k] + after[k]) / 2);
            double[] slope = new Truth(robot, start).slope(time + h / 2, middle);
            for (int k = 0; k < after.length; k++) {
                assertThat(after[k])
                        .as("step %s, entry %s", step, k)
                        .isCloseTo(before[k] + h * slope[k], within(1e-9 * (1 + Math.abs(after[k]))));
            }
        }
    }

    /** Runge and Kutta's method in eighths of a step. */
    private static final class Truth {
        private static final int PARTS = 8;

        private final RobotModel robot;
        private final State state;
        private final State scratch;

        Truth(RobotModel robot, State start) {
            this.robot = robot;
            state = start.copy();
            scratch = start.copy();
        }

        double[] after(double h) {
            double[] y = new double[state.dimension()];
            state.copyTo(y);
            double step = h / PARTS;
            for (int k = 0; k < PARTS; k++) {
                double t = state.time() + k * step;
                double[] k1 = slope(t, y);
                double[] k2 = slope(t + step / 2, along(y, step / 2, k1));
                double[] k3 = slope(t + step / 2, along(y, step / 2, k2));
                double[] k4 = slope(t + step, along(y, step, k3));
                for (int i = 0; i < y.length; i++) {
                    y[i] += step / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
                }
            }
            scratch.setFrom(state.time() + h, y);
            close();
            scratch.copyTo(y);
            return y;
        }

        private void close() {
            if (robot.hasLoops()) {
                new LoopMotion(robot).project(scratch);
            }
            if (!contacts(robot).isEmpty()) {
                new ContactMotion(robot, contacts(robot)).project(scratch);
            }
        }

        private static double[] along(double[] y, double h, double[] slope) {
            double[] out = y.clone();
            for (int i = 0; i < y.length; i++) {
                out[i] += h * slope[i];
            }
            return out;
        }

        private double[] slope(double time, double[] y) {
            scratch.setFrom(time, y);
            close();
            int n = robot.jointCount();
            int motors = scratch.motorPositions().length;
            int all = n + motors;
            double[] tau = new double[n];
            for (int k = 0; k < n; k++) {
                tau[k] = isDriven(robot, k)
                        ? torque(k, time, scratch.jointPositions()[k], scratch.jointVelocities()[k])
                        : 0;
            }
            double[] qd = joined(scratch.jointVelocities(), scratch.motorVelocities());
            double[] baseAcceleration = new double[6];
            double[] acceleration = accelerations(tau, qd, baseAcceleration);
            double[] dy = new double[y.length];
            System.arraycopy(qd, 0, dy, 0, all);
            System.arraycopy(acceleration, 0, dy, all, all);
            dy[2 * all] = power(tau);
            if (scratch.isFloating()) {
                addBase(dy, 2 * all + 1, baseAcceleration);
            }
            return dy;
        }

        private double[] accelerations(double[] tau, double[] qd, double[] baseOut) {
            double[] q = joined(scratch.jointPositions(), scratch.motorPositions());
            double[] out = new double[q.length];
            BaseMotion base = new BaseMotion();
            if (scratch.isFloating()) {
                scratch.copyBaseTo(base);
                if (!contacts(robot).isEmpty()) {
                    new ConstrainedForwardDynamics(robot, contacts(robot))
                            .computeFloating(base, q, qd, tau, null, baseOut, out);
                } else if (robot.hasLoops()) {
                    ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(robot);
                    dynamics.computeFloating(
                            base, ofIndependent(q), ofIndependent(qd), ofActive(tau), null, baseOut, new double[1]);
                    dynamics.kinematics().accelerations(out);
                } else if (robot.elasticJoints().isEmpty()) {
                    ForwardDynamics.of(robot).computeFloating(base, q, qd, tau, null, baseOut, out);
                } else {
                    new ElasticForwardDynamics(robot).computeFloating(base, q, qd, tau, null, baseOut, out);
                }
            } else if (robot.hasLoops()) {
                ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(robot);
                dynamics.compute(
                        ofIndependent(q), ofIndependent(qd), ofActive(tau), new double[ofIndependent(q).length]);
                dynamics.kinematics().accelerations(out);
            } else if (robot.elasticJoints().isEmpty()) {
                ForwardDynamics.of(robot).compute(q, qd, tau, out);
            } else {
                new ElasticForwardDynamics(robot).compute(q, qd, tau, out);
            }
            return out;
        }

        private double[] ofIndependent(double[] all) {
            return robot.loops().independentJoints().stream()
                    .mapToDouble(joint -> all[robot.coordinate(joint)])
                    .toArray();
        }

        private double[] ofActive(double[] all) {
            return robot.loops().activeJoints().stream()
                    .mapToDouble(joint -> all[robot.coordinate(joint)])
                    .toArray();
        }

        private static double[] joined(double[] a, double[] b) {
            double[] out = Arrays.copyOf(a, a.length + b.length);
            System.arraycopy(b, 0, out, a.length, b.length);
            return out;
        }

        /** Of drives and friction: at the motor where there is one. */
        private double power(double[] tau) {
            double power = 0;
            List<Joint> joints = robot.movingJoints();
            List<Joint> elastic = new ArrayList<>(robot.elasticJoints());
            for (int k = 0; k < tau.length; k++) {
                int motor = elastic.indexOf(joints.get(k));
                double rate = scratch.jointVelocities()[k];
                double ofMotor = motor < 0 ? rate : scratch.motorVelocities()[motor];
                power += tau[k] * ofMotor
                        - joints.get(k).friction().effort(rate) * rate
                        - joints.get(k).drive().motorFriction().effort(ofMotor) * ofMotor;
            }
            return power;
        }

        /** ṗ = R v, ȯ = ½ o ⊗ ω, v̇ = a − ω × v. */
        private void addBase(double[] dy, int at, double[] a) {
            double[] o = scratch.baseOrientation();
            double[] v = scratch.baseVelocityInBase();
            double[] u = {o[0], o[1], o[2]};
            double[] linear = {v[0], v[1], v[2]};
            double[] w = {v[3], v[4], v[5]};
            double[] turned = cross(u, linear);
            double[] twice = cross(u, turned);
            double[] half = cross(u, w);
            double[] transport = cross(w, linear);
            for (int k = 0; k < 3; k++) {
                dy[at + k] = linear[k] + 2 * (o[3] * turned[k] + twice[k]);
                dy[at + 3 + k] = 0.5 * (o[3] * w[k] + half[k]);
                dy[at + 6] -= 0.5 * u[k] * w[k];
                dy[at + 7 + k] = a[k] - transport[k];
                dy[at + 10 + k] = a[3 + k];
            }
        }

        private static double[] cross(double[] a, double[] b) {
            return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        }
    }
}
