package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.Regressor;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.Body;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantities of closed loops that trees have too, by identities between them. */
class LoopQuantitiesTest {
    private static final Vector3 PLACE = new Vector3(0.3, -0.2, 0.1);

    /** A motion q(t), a cubic near the assembly, and a base that moves with constant spatial velocity. */
    private static StateTable.StateBuilder at(RobotModel robot, double t, boolean moves) {
        List<String> active = robot.loops().activeJoints();
        double[][] motion = new double[4][active.size()];
        for (int k = 0; k < active.size(); k++) {
            double start = robot.loops().assembly().getOrDefault(active.get(k), 0.0);
            double a = 0.1 + 0.02 * k;
            motion[0][k] = start + 0.01 + a * (t + t * t - t * t * t);
            motion[1][k] = a * (1 + 2 * t - 3 * t * t);
            motion[2][k] = a * (2 - 6 * t);
            motion[3][k] = -6 * a;
        }
        StateTable.StateBuilder state = new StateTable.StateBuilder();
        for (int d = 0; d < 4; d++) {
            state.set(Series.derivatives().get(d), motion[d]);
        }
        double[] tau = new double[active.size()];
        Arrays.fill(tau, 0.3);
        state.set(Series.EFFORT, tau);
        if (moves) {
            state.base(base(new Vector3(0.4, 0.1, -0.2), new Vector3(0.2, -0.5, 0.3), new Vector3(1, 2, -1)));
        }
        return state;
    }

    private static BaseState base(Vector3 velocity, Vector3 turning, Vector3 acceleration) {
        return new BaseState(PLACE, 0.1, 0.2, -0.1, 0.9, velocity, turning, acceleration, new Vector3(0.3, 0.1, 0.2));
    }

    private static StateTable table(RobotModel robot, StateTable.StateBuilder state) {
        return new StateTable(robot.loops().activeJoints(), List.of(state.build()));
    }

    private static StateEvaluation evaluation(RobotModel robot, StateTable.StateBuilder state) {
        StateEvaluation evaluation = StateEvaluation.of(robot);
        evaluation.set(table(robot, state), 0);
        return evaluation;
    }

    private static double[] numbers(Value value) {
        if (value instanceof Value.Numbers numbers) {
            return numbers.values().clone();
        }
        if (value instanceof Value.Rows rows) {
            return rows.rows().stream()
                    .flatMapToDouble(row -> Arrays.stream(row.values()))
                    .toArray();
        }
        if (value instanceof Value.Fields fields) {
            return fields.values().values().stream()
                    .flatMapToDouble(field -> Arrays.stream(numbers(field)))
                    .toArray();
        }
        return value instanceof Value.Scalar scalar ? new double[] {scalar.value()} : new double[0];
    }

    /** Passive joints carry no moment about their axis, driven ones the torque. */
    @ParameterizedTest
    @ValueSource(strings = {"four-bar", "bennett", "five-bar"})
    void jointsCarryTheirEffort(String name) {
        RobotModel robot = ShippedRobots.load(name).withoutFriction();
        StateEvaluation evaluation = evaluation(robot, at(robot, 0.1, false));
        Value.Fields wrenches = (Value.Fields) evaluation.value(Quantity.JOINT_WRENCH);
        Value.Fields rates = (Value.Fields) evaluation.value(Quantity.JOINT_WRENCH_RATE);
        for (String joint : robot.jointNames()) {
            if (!robot.loops().activeJoints().contains(joint)) {
                double[] wrench =
                        numbers(Objects.requireNonNull(wrenches.values().get(joint)));
                double[] rate = numbers(Objects.requireNonNull(rates.values().get(joint)));
                JointGeometry geometry =
                        robot.movingJoints().get(robot.coordinate(joint)).geometry();
                Pose bodyFromJoint = geometry.jointFromBody().inverse();
                Vector3 axis = bodyFromJoint.rotation().apply(geometry.axisInJoint());
                for (double[] numbers : List.of(wrench, rate)) {
                    Vector3 force = Vector3.of(Arrays.copyOf(numbers, 3));
                    Vector3 moment = Vector3.of(Arrays.copyOfRange(numbers, 3, 6));
                    Vector3 aboutAxis = moment.minus(bodyFromJoint.position().cross(force));
                    assertThat(axis.dot(aboutAxis)).isCloseTo(0, within(1e-10));
                }
            }
        }
    }

    /** Along the motion, components of wrenches change as their rates say. */
    @ParameterizedTest
    @ValueSource(strings = {"four-bar", "bennett", "delta"})
    void wrenchRatesAreRates(String name) {
        RobotModel robot = ShippedRobots.load(name);
        double[] rate = numbers(evaluation(robot, at(robot, 0.1, false)).value(Quantity.JOINT_WRENCH_RATE));
        double[] difference = new double[rate.length];
        double[] weights = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
        double step = 2e-3;
        for (int k = 0; k < 4; k++) {
            double time = 0.1 + step * (k < 2 ? k - 2 : k - 1);
            double[] wrench = numbers(evaluation(robot, at(robot, time, false)).value(Quantity.JOINT_WRENCH));
            for (int i = 0; i < rate.length; i++) {
                difference[i] += weights[k] * wrench[i] / step;
            }
        }
        Agreement.check(name, rate, difference, 1e-8);
    }

    /** M ∂q̈ = −∂τ at the same accelerations, ∂τ/∂q̈ = M, and ∂q̈/∂τ is what M makes of the actuators. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void derivativesOfBothDirectionsAgree(boolean floats) {
        RobotModel fixed = ShippedRobots.load("five-bar");
        RobotModel robot = floats ? heavy(fixed) : fixed;
        StateTable.StateBuilder state = at(robot, 0.1, true);
        StateEvaluation forward = evaluation(robot, state);
        double[] acceleration = numbers(forward.value(Quantity.ACCELERATION));
        double[] ofBase = numbers(forward.value(Quantity.BASE_ACCELERATION));
        double[] byPosition = numbers(forward.value(Quantity.ACCELERATION_BY_POSITION));
        double[] byVelocity = numbers(forward.value(Quantity.ACCELERATION_BY_VELOCITY));
        double[] byTorque = numbers(forward.value(Quantity.ACCELERATION_BY_TORQUE));
        state.set(Series.ACCELERATION, acceleration);
        if (floats) {
            state.base(new BaseState(
                    PLACE,
                    0.1,
                    0.2,
                    -0.1,
                    0.9,
                    new Vector3(0.4, 0.1, -0.2),
                    new Vector3(0.2, -0.5, 0.3),
                    Vector3.of(Arrays.copyOf(ofBase, 3)),
                    Vector3.of(Arrays.copyOfRange(ofBase, 3, 6))));
        }
        StateEvaluation inverse = evaluation(robot, state);
        double[] mass = numbers(inverse.value(Quantity.MASS_MATRIX));
        int size = (int) Math.round(Math.sqrt(mass.length));
        Agreement.check("M", numbers(inverse.value(Quantity.TORQUE_BY_ACCELERATION)), mass, 1e-10);
        Agreement.check(
                "by position",
                product(mass, byPosition, size),
                negative(numbers(inverse.value(Quantity.TORQUE_BY_POSITION))),
                1e-9);
        Agreement.check(
                "by velocity",
                product(mass, byVelocity, size),
                negative(numbers(inverse.value(Quantity.TORQUE_BY_VELOCITY))),
                1e-9);
        double[] actuators = product(mass, byTorque, size);
        double[] wanted = new double[actuators.length];
        int ofBaseRows = size - acceleration.length;
        for (int k = 0; k < acceleration.length; k++) {
            wanted[(ofBaseRows + k) * acceleration.length + k] = 1;
        }
        Agreement.check("by torque", actuators, wanted, 1e-10);
    }

    private static RobotModel heavy(RobotModel robot) {
        return robot.toBuilder()
                .replace(new Body(
                        robot.base().name(),
                        SpatialInertia.principal(5, new Vector3(0.1, 0, 0), Rotation.IDENTITY, 0.2, 0.3, 0.4)))
                .build()
                .withFloatingBase();
    }

    private static double[] product(double[] a, double[] b, int size) {
        int columns = b.length / size;
        double[] product = new double[b.length];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < size; k++) {
                    product[i * columns + j] += a[i * size + k] * b[k * columns + j];
                }
            }
        }
        return product;
    }

    private static double[] negative(double[] numbers) {
        return Arrays.stream(numbers).map(x -> -x).toArray();
    }

    /** Wχ is the torque less friction and drives; the matrix of momenta times velocities the momentum. */
    @Test
    void matricesGiveTheirProducts() {
        RobotModel robot = ShippedRobots.load("bennett").withoutFriction();
        for (boolean moves : new boolean[] {false, true}) {
            StateEvaluation evaluation = evaluation(robot, at(robot, 0.1, moves));
            Agreement.check(
                    "momentum",
                    numbers(evaluation.value(Quantity.CENTROIDAL_MOMENTUM)),
                    numbers(evaluation.value(Quantity.MOMENTUM)),
                    1e-12);
            double[] matrix = numbers(evaluation.value(Quantity.CENTROIDAL_MOMENTUM_MATRIX));
            double[] velocity = {0.4, 0.1, -0.2, 0.2, -0.5, 0.3, 0.1 * (1 + 0.2 - 0.03)};
            double[] used = moves ? velocity : new double[] {velocity[6]};
            double[] momentum = new double[6];
            for (int r = 0; r < 6; r++) {
                for (int k = 0; k < used.length; k++) {
                    momentum[r] += matrix[r * used.length + k] * used[k];
                }
            }
            Agreement.check("product", momentum, numbers(evaluation.value(Quantity.MOMENTUM)), 1e-12);
        }
        StateEvaluation evaluation = evaluation(robot, at(robot, 0.1, true));
        Regressor regressor = new Regressor(robot.openTree());
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] W = numbers(evaluation.value(Quantity.REGRESSOR));
        double sum = robot.movingJoints().get(0).drive().reflectedInertia() * 0.1 * (2 - 0.6);
        for (int k = 0; k < parameters.length; k++) {
            sum += W[k] * parameters[k];
        }
        Agreement.check("Wχ", new double[] {sum}, numbers(evaluation.value(Quantity.TORQUE)), 1e-11);
    }

    /** Rows of a base that floats, times its parameters and all others, are what holds it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void regressorOfARobotThatFloats(boolean isOpen) {
        RobotModel closed = ShippedRobots.load("four-bar").withFloatingBase();
        StateTable.StateBuilder state = at(closed, 0.1, true);
        RobotModel robot = isOpen ? closed.openTree() : closed;
        if (isOpen) {
            for (Series series :
                    List.of(Series.POSITION, Series.VELOCITY, Series.ACCELERATION, Series.JERK, Series.EFFORT)) {
                state.set(series, 0.3, -0.7, 1.1);
            }
        }
        StateEvaluation evaluation = evaluation(robot, state);
        Regressor regressor = new Regressor(closed.openTree());
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] W = numbers(evaluation.value(Quantity.REGRESSOR));
        double[] product = new double[W.length / parameters.length];
        Arrays.setAll(product, row -> {
            double sum = 0;
            for (int k = 0; k < parameters.length; k++) {
                sum += W[row * parameters.length + k] * parameters[k];
            }
            return sum;
        });
        assertThat(product).hasSize(isOpen ? 9 : 7);
        double[] wrench = numbers(evaluation.value(Quantity.BASE_WRENCH));
        Agreement.check("what holds the base", Arrays.copyOf(product, 6), wrench, 1e-11);
    }

    /** What holds the base carries all of gravity and inertia. */
    @Test
    void baseCarriesTheMechanism() {
        RobotModel robot = ShippedRobots.load("four-bar");
        StateTable.StateBuilder rest = new StateTable.StateBuilder().set(Series.POSITION, 0.9);
        double[] wrench = numbers(evaluation(robot, rest).value(Quantity.BASE_WRENCH));
        double mass = robot.bodies().stream()
                .mapToDouble(body -> body.inertia().mass())
                .sum();
        Agreement.check("weight", Arrays.copyOf(wrench, 3), new double[] {0, 9.81 * mass, 0}, 1e-12);
    }

    @Test
    void motorsOfStatesThatDoNotSayWhere() {
        RobotModel robot = ShippedRobots.load("four-bar");
        StateTable.StateBuilder state = at(robot, 0.1, false);
        Agreement.check(
                "rigid motors",
                numbers(evaluation(robot, state).value(Quantity.MOTOR_TORQUE)),
                numbers(evaluation(robot, state).value(Quantity.TORQUE)),
                1e-12);
        Joint crank = robot.movingJoints().get(0);
        RobotModel elastic = robot.toBuilder()
                .replace(crank.with(crank.drive().with(Spring.of(300))))
                .build();
        assertThatThrownBy(() -> evaluation(elastic, state).value(Quantity.ELASTIC_TORQUE))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the state has no theta")
                .hasMessageContaining("crank");
        assertThatThrownBy(() -> evaluation(robot, at(robot, 0.1, true)).value(Quantity.MOTOR_TORQUE))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("a base that rests");
    }
}
