package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.model.Coupling;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jacobians times velocities are velocities of bodies, which are computed from joint to joint. */
class BodyJacobiansTest {
    private static final String BASE =
            "\"base\": {\"position\": [1, -2, 3], \"orientation\": [0.1, 0.7, -0.3, 0.6], \"linearVelocity\": [0.3,"
                    + " -0.2, 0.5], \"angularVelocity\": [-1, 0.4, 0.2]}";
    private static final double[] BASE_VELOCITY = {0.3, -0.2, 0.5, -1, 0.4, 0.2};

    private static StateEvaluation at(RobotModel robot, List<String> joints, double[] q, double[] qd, String base) {
        String text = "{\"joints\": [%s], \"states\": [{\"q\": %s, \"qd\": %s%s}]}"
                .formatted(
                        String.join(
                                ",",
                                joints.stream().map(name -> '"' + name + '"').toList()),
                        Arrays.toString(q),
                        Arrays.toString(qd),
                        base.isEmpty() ? "" : ", " + base);
        StateTable table = StateTables.parse(text, "states.json");
        StateEvaluation evaluation = StateEvaluation.of(robot);
        evaluation.set(table, 0);
        return evaluation;
    }

    private static Map<String, Value> fields(Value value) {
        return ((Value.Fields) value).values();
    }

    private static Value field(Value value, String name) {
        return Objects.requireNonNull(fields(value).get(name), name);
    }

    private static double[] times(Value matrix, double[] velocities) {
        return ((Value.Rows) matrix)
                .rows().stream()
                        .mapToDouble(row -> {
                            assertThat(row.values()).hasSameSizeAs(velocities);
                            double sum = 0;
                            for (int k = 0; k < velocities.length; k++) {
                                sum += row.values()[k] * velocities[k];
                            }
                            return sum;
                        })
                        .toArray();
    }

    private static double[] six(Value twist) {
        double[] out = new double[6];
        System.arraycopy(((Value.Numbers) field(twist, "linear")).values(), 0, out, 0, 3);
        System.arraycopy(((Value.Numbers) field(twist, "angular")).values(), 0, out, 3, 3);
        return out;
    }

    private static void checkVelocities(RobotModel robot, StateEvaluation evaluation, double[] velocities) {
        Value moving = evaluation.value(Quantity.BODY_VELOCITY);
        Value jacobians = evaluation.value(Quantity.JACOBIAN);
        Value own = evaluation.value(Quantity.BODY_JACOBIAN);
        Value poses = evaluation.value(Quantity.POSE);
        assertThat(fields(jacobians).keySet())
                .isEqualTo(fields(moving).keySet())
                .isEqualTo(fields(own).keySet());
        robot.bodies().forEach(body -> {
            double[] wanted = six(field(moving, body.name()));
            Agreement.check(
                    "jacobian of " + body.name(), times(field(jacobians, body.name()), velocities), wanted, 1e-12);
            double[] inBody = times(field(own, body.name()), velocities);
            Value.Rows rotation = (Value.Rows) field(field(poses, body.name()), "rotation");
            double[] turned = new double[6];
            for (int i = 0; i < 3; i++) {
                for (int k = 0; k < 3; k++) {
                    turned[i] += rotation.rows().get(i).values()[k] * inBody[k];
                    turned[3 + i] += rotation.rows().get(i).values()[k] * inBody[3 + k];
                }
            }
            Agreement.check("bodyJacobian of " + body.name(), turned, wanted, 1e-12);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"panda", "stanford", "scara", "ur10"})
    void treesMoveAsTheirJacobiansSay(String name) {
        RobotModel robot = ShippedRobots.load(name);
        Random random = new Random(6);
        int n = robot.jointCount();
        double[] q = random.doubles(n, -1, 1).toArray();
        double[] qd = random.doubles(n, -1, 1).toArray();
        checkVelocities(robot, at(robot, robot.jointNames(), q, qd, ""), qd);
        RobotModel floating = robot.withFloatingBase();
        double[] all = Arrays.copyOf(BASE_VELOCITY, 6 + n);
        System.arraycopy(qd, 0, all, 6, n);
        checkVelocities(floating, at(floating, robot.jointNames(), q, qd, BASE), all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"four-bar", "five-bar", "bennett", "seven-joint"})
    void loopsMoveAsTheirIndependentJointsSay(String name) {
        RobotModel robot = ShippedRobots.load(name);
        List<String> joints = robot.loops().activeJoints();
        double[] q = joints.stream()
                .mapToDouble(joint -> 0.02 + robot.loops().assembly().getOrDefault(joint, 0.0))
                .toArray();
        double[] qd = new Random(3).doubles(q.length, -1, 1).toArray();
        checkVelocities(robot, at(robot, joints, q, qd, ""), qd);
        RobotModel floating = robot.withFloatingBase();
        double[] all = Arrays.copyOf(BASE_VELOCITY, 6 + qd.length);
        System.arraycopy(qd, 0, all, 6, qd.length);
        checkVelocities(floating, at(floating, joints, q, qd, BASE), all);
    }

    private static double measure(RobotModel robot, String body, String part, double... q) {
        StateEvaluation evaluation = at(robot, robot.jointNames(), q, new double[q.length], "");
        Value value = field(field(evaluation.value(Quantity.MANIPULABILITY), body), part);
        return ((Value.Scalar) value).value();
    }

    /** Two links: l₁ l₂ |sin q₂|; what one joint moves, its lever; nothing for the base. */
    @Test
    void manipulabilityIsTheVolumeOfVelocities() {
        RobotModel robot = ShippedRobots.load("two-link");
        RobotModel arm = ShippedRobots.load("puma560");
        String tip = robot.bodies().get(robot.bodies().size() - 1).name();
        double right = measure(robot, tip, "linear", 0.3, Math.PI / 2);
        assertThat(right).isPositive();
        for (double angle : new double[] {0.1, 0.7, -1.2, 2.9}) {
            assertThat(measure(robot, tip, "linear", -0.8, angle))
                    .isCloseTo(right * Math.abs(Math.sin(angle)), within(1e-12));
        }
        assertThat(measure(robot, tip, "linear", 0.4, 0)).isZero();
        assertThat(measure(robot, robot.base().name(), "pose", 0.4, 0)).isZero();
        // a spherical wrist: the product of the arm's volume and |sin q₅|
        double[] q = {0.4, 0.7, -0.9, 0.3, 0.8, -1.1};
        double whole = measure(arm, "link6", "pose", q);
        q[4] = 0.2;
        assertThat(measure(arm, "link6", "pose", q) / whole)
                .as(String.format(Locale.ROOT, "%g", whole))
                .isCloseTo(Math.sin(0.2) / Math.sin(0.8), within(1e-12));
        q[4] = 0;
        assertThat(measure(arm, "link6", "pose", q)).isLessThan(1e-15);
    }

    /** Joints that follow others count with their leaders. */
    @Test
    void couplingsCountWithTheirLeaders() {
        RobotModel free = ShippedRobots.load("panda");
        RobotModel robot = free.toBuilder()
                .coupling(new Coupling("joint7", "joint2", 0.5, 0.1))
                .build();
        double[] q = {0.1, 0.2, 0.3, -1.4, 0.5, 1.6};
        double[] qd = {1, -2, 3, 0.4, 0.5, 0.6};
        checkVelocities(robot, at(robot, robot.jointNames(), q, qd, ""), qd);
        assertThat(measure(robot, "flange", "pose", q)).isPositive();
    }
}
