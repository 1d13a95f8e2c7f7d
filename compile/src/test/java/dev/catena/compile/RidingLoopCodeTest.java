package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ClosedLoopCurvature;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random closed loops in planes and in space on bases that float or move as told, under a wrench, against the hand-written classes.
 * Programs are evaluated as they are: that bytecode computes the same is shown elsewhere.
 */
class RidingLoopCodeTest {
    static Stream<RobotModel> robots() {
        return Stream.concat(
                DyadCodeTest.shapes().stream().map(shape -> DyadCodeTest.mechanism(shape, 2000 + shape.length())),
                Stream.concat(
                        LongStream.range(100, 108).mapToObj(ClosedRobots::planar),
                        ClosedRobots.spatial().limit(3)));
    }

    private static Vector3 three(double[] x, int at) {
        return new Vector3(x[at], x[at + 1], x[at + 2]);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void agreesWithTheHandWrittenClasses(RobotModel given) {
        RandomNumbers random = new RandomNumbers(3);
        // what floats must not be without mass
        RobotModel fixed =
                given.toBuilder().base(given.base().name(), random.inertia()).build();
        RobotModel robot = fixed.withFloatingBase();
        int body = robot.bodies().size() - 1;
        String loaded = robot.bodies().get(body).name();
        Rotation rotation = random.rotation();
        double[] numbers = random.vector(24, 1);
        System.arraycopy(rotation.toArray(), 0, numbers, 0, 9);
        BaseMotion base = new BaseMotion()
                .pose(new Pose(rotation, three(numbers, 9)))
                .velocityInBase(three(numbers, 12), three(numbers, 15))
                .accelerationInBase(three(numbers, 18), three(numbers, 21));
        double[] wrench = random.vector(6, 3);
        ExternalWrenches wrenches = new ExternalWrenches(robot).inWorld(body, three(wrench, 0), three(wrench, 3));
        double[] q = ClosedRobots.assembly(robot);
        double[] pose = ClosedRobots.closed(fixed, q);
        int m = q.length;
        int active = robot.activeJoints().size();
        double[] qd = random.vector(m, 1);
        double[] qdd = random.vector(m, 1);
        double[] tau = random.vector(active, 1);
        CodeInputs floats = CodeInputs.of(robot).withWrenchesInWorld(List.of(loaded));

        double[] expected = new double[active];
        double[] expectedBase = new double[6];
        new ClosedLoopInverseDynamics(robot).computeFloating(base, q, qd, qdd, wrenches, expectedBase, expected);
        double[][] found = evaluate(robot, Quantity.TORQUE, floats, pose, q, qd, qdd, numbers, wrench);
        Agreement.check("floating torque of " + robot.name(), found[0], expected, 1e-9);
        Agreement.check("floating base of " + robot.name(), found[1], expectedBase, 1e-9);

        BaseMotion held = new BaseMotion().pose(new Pose(rotation, three(numbers, 9)));
        new ClosedLoopInverseDynamics(robot).compute(held, q, new double[m], new double[m], null, expected);
        found = evaluate(robot, Quantity.GRAVITY, floats, pose, q, numbers);
        Agreement.check("gravity of " + robot.name(), found[0], expected, 1e-9);

        double[] moved = new double[m];
        new ClosedLoopForwardDynamics(robot).computeFloating(base, q, qd, tau, wrenches, expectedBase, moved);
        found = evaluate(robot, Quantity.ACCELERATION, floats, pose, q, qd, tau, numbers, wrench);
        Agreement.check("floating acceleration of " + robot.name(), found[0], moved, 1e-8);

        if (robot.activeJoints().equals(robot.independentJoints()) && m <= 2) {
            double[][] matrices = new double[3][(6 + m) * (6 + m)];
            new ClosedLoopSensitivity(robot)
                    .computeFloating(base, q, qd, qdd, wrenches, matrices[0], matrices[1], matrices[2]);
            found = evaluate(robot, Quantity.TORQUE_SENSITIVITY, floats, pose, q, qd, qdd, numbers, wrench);
            for (int k = 0; k < 3; k++) {
                Agreement.check("derivatives of torques of " + robot.name(), found[k], matrices[k], 1e-9);
            }
            double[] mu = random.vector(6 + m, 1);
            double[] hessian = new double[9 * (6 + m) * (6 + m)];
            new ClosedLoopCurvature(robot).computeFloating(base, q, qd, qdd, wrenches, mu, hessian);
            found = evaluate(robot, Quantity.TORQUE_CURVATURE, floats, pose, q, qd, qdd, mu, numbers, wrench);
            Agreement.check("second derivatives of " + robot.name(), found[0], hessian, 1e-10);
        }

        CodeInputs told = floats.withBase(BaseInput.MOVES);
        ExternalWrenches onFixed = new ExternalWrenches(fixed).inWorld(body, three(wrench, 0), three(wrench, 3));
        new ClosedLoopInverseDynamics(fixed).compute(base, q, qd, qdd, onFixed, expected);
        found = evaluate(fixed, Quantity.TORQUE, told, pose, q, qd, qdd, numbers, wrench);
        Agreement.check("torque on a base that moves of " + robot.name(), found[0], expected, 1e-9);
    }

    /** With the closed pose as start, where there is one, and as much of the base as is read. */
    private static double[][] evaluate(
            RobotModel robot, Quantity quantity, CodeInputs inputs, double[] start, double[]... x) {
        Program program = RobotCompiler.program(robot, quantity, inputs);
        double[][] all = new double[program.inputs().size()][];
        int next = 0;
        for (int v = 0; v < all.length; v++) {
            InputVector input = program.inputs().get(v);
            all[v] = input.name().equals("start") ? start : Arrays.copyOf(x[next++], input.length());
        }
        assertThat(next).isEqualTo(x.length);
        return program.evaluate(all);
    }
}
