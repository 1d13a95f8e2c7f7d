package dev.catena.compile.equations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ClosedRobots;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.Golden;
import dev.catena.testkit.RandomNumbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equations of closed loops and of coupled joints, evaluated as they are written, give the numbers of the hand-written classes. */
class ClosedLoopEquationsTest {
    private static final Set<ParameterGroup> ALL =
            EnumSet.of(ParameterGroup.INERTIA, ParameterGroup.LENGTHS, ParameterGroup.FRICTION, ParameterGroup.GRAVITY);

    static Stream<RobotModel> robots() {
        return Stream.of(
                ShippedRobots.load("four-bar"),
                ShippedRobots.load("five-bar"),
                ShippedRobots.load("bennett"),
                ClosedRobots.parallelogram(0.2),
                ClosedRobots.akr3000WithRams(),
                ClosedRobots.planar(101),
                ClosedRobots.planar(102),
                CombinationRobots.of(Golden.combinations(), "sr400"));
    }

    private static List<EquationForm> forms(RobotModel robot) {
        return robot.jointCount() < 5 && ClosedLoopText.isThere(robot)
                ? List.of(EquationForm.EXPANDED, EquationForm.STEPS)
                : List.of(EquationForm.AUTO);
    }

    /** A closed pose, and a motion of the independent joints. */
    private static final class State {
        final RobotModel robot;
        final double[] q;
        final double[] all;
        final double[] qd;
        final double[] qdd;
        final int[] independent;

        State(RobotModel robot) {
            this.robot = robot;
            RandomNumbers random = new RandomNumbers(4);
            q = ClosedRobots.assembly(robot);
            for (int k = 0; k < q.length; k++) {
                q[k] += random.between(-0.05, 0.05);
            }
            all = ClosedRobots.closed(robot, q);
            qd = random.vector(q.length, 1);
            qdd = random.vector(q.length, 1);
            independent = robot.loops().independentJoints().stream()
                    .mapToInt(robot::coordinate)
                    .toArray();
        }

        Calculator calculate(EquationKind kind, EquationForm form, Set<ParameterGroup> open) {
            Calculator calculator = new Calculator();
            for (int k = 0; k < all.length; k++) {
                calculator.set("q" + (k + 1), all[k]);
            }
            boolean moves = kind == EquationKind.TORQUE || kind == EquationKind.CORIOLIS;
            for (int k = 0; k < independent.length && moves; k++) {
                calculator.set("qd" + (independent[k] + 1), qd[k]);
                if (kind == EquationKind.TORQUE) {
                    calculator.set("qdd" + (independent[k] + 1), qdd[k]);
                }
            }
            calculator.run(Equations.of(robot, kind, open, form, robot.bodies().size() - 1)
                    .text());
            return calculator;
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void torques(RobotModel robot) {
        State s = new State(robot);
        int[] active = robot.loops().activeJoints().stream()
                .mapToInt(robot::coordinate)
                .toArray();
        double[] expected = new double[active.length];
        new ClosedLoopInverseDynamics(robot).compute(s.q, s.qd, s.qdd, expected);
        for (EquationForm form : forms(robot)) {
            for (Set<ParameterGroup> open : List.of(ALL, Set.<ParameterGroup>of())) {
                Calculator calculator = s.calculate(EquationKind.TORQUE, form, open);
                double[] actual = new double[active.length];
                for (int k = 0; k < active.length; k++) {
                    actual[k] = calculator.get("tau" + (active[k] + 1));
                }
                Agreement.check("torque of " + robot.name(), actual, expected, 1e-10);
            }
        }
        double[] still = new double[s.q.length];
        new ClosedLoopInverseDynamics(robot).compute(s.q, still, still, expected);
        Calculator calculator = s.calculate(EquationKind.GRAVITY, forms(robot).get(0), ALL);
        double[] actual = new double[active.length];
        for (int k = 0; k < active.length; k++) {
            actual[k] = calculator.get("G" + (active[k] + 1));
        }
        Agreement.check("gravity of " + robot.name(), actual, expected, 1e-10);
    }

    /** φ = 0 in the pose; Q is G; M is GᵀMG and J is J_tree G. */
    @ParameterizedTest
    @MethodSource("robots")
    void closureRatesMassesAndJacobians(RobotModel robot) {
        State s = new State(robot);
        int n = robot.jointCount();
        int m = s.q.length;
        LoopKinematics kinematics = new LoopKinematics(robot);
        assertThat(kinematics.close(s.q).isClosed()).isTrue();
        double[] g = new double[n * m];
        kinematics.rates(g);
        RobotModel tree = robot.openTree();
        double[] ofTree = new double[n * n];
        new MassMatrix(tree).compute(s.all, ofTree);
        Kinematics poses = new Kinematics(tree);
        poses.compute(s.all);
        double[] jacobian = new double[6 * n];
        new Jacobian(tree).compute(poses, tree.bodies().size() - 1, jacobian);
        for (EquationForm form : forms(robot)) {
            Calculator closure = s.calculate(EquationKind.CLOSURE, form, ALL);
            for (int r = 1; closure.has("phi" + r); r++) {
                assertThat(Math.abs(closure.get("phi" + r))).isLessThan(1e-10);
            }
            assertThat(closure.has("phi2")).isTrue();
            Calculator rates = s.calculate(EquationKind.RATES, form, ALL);
            Calculator masses = s.calculate(EquationKind.MASS_MATRIX, form, ALL);
            Calculator columns = s.calculate(EquationKind.JACOBIAN, form, ALL);
            for (int k = 0; k < m; k++) {
                for (int i = 0; i < n; i++) {
                    check(rates, "Q", i, s.independent[k], n, g[i * m + k]);
                }
                for (int l = k; l < m; l++) {
                    double sum = 0;
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            sum += g[i * m + k] * ofTree[i * n + j] * g[j * m + l];
                        }
                    }
                    check(masses, "M", s.independent[k], s.independent[l], n, sum);
                }
                for (int row = 0; row < 6; row++) {
                    double sum = 0;
                    for (int j = 0; j < n; j++) {
                        sum += jacobian[row * n + j] * g[j * m + k];
                    }
                    check(columns, "J", row, s.independent[k], n, sum);
                }
            }
        }
    }

    /** Entries that are zero or one may be left out of rates. */
    private static void check(Calculator found, String letter, int row, int column, int n, double expected) {
        String name = letter + (row + 1) + (n < 10 ? "" : "_") + (column + 1);
        double actual = letter.equals("Q") && !found.has(name) ? (row == column ? 1 : 0) : found.get(name);
        assertThat(Math.abs(actual - expected))
                .as("%s: %s, but %s", name, actual, expected)
                .isLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    }

    @Test
    void aFourBarIsReadable() {
        RobotModel robot = ShippedRobots.load("four-bar");
        Equations torque = Equations.of(robot, EquationKind.TORQUE, ALL);
        assertThat(torque.isExpanded()).isTrue();
        assertThat(torque.text().length()).isLessThan(6000);
        assertThat(torque.text()).contains("phi1 = ", "D1 = ", "qdd2 = ", "tau1 = T1 + Q21*T2 + Q31*T3");
        assertThat(torque.latex()).contains("\\varphi_{1}", "\\ddot{q}_{2}");
        assertThat(torque.markdown()).contains("closed pose");
    }

    @Test
    void whatIsNotThereIsRefused() {
        RobotModel bennett = ShippedRobots.load("bennett");
        assertThatThrownBy(() -> Equations.of(bennett, EquationKind.TORQUE, ALL, EquationForm.EXPANDED, 0))
                .hasMessageContaining("ask for steps");
        assertThatThrownBy(() -> Equations.of(ShippedRobots.load("two-link"), EquationKind.CLOSURE, ALL))
                .hasMessageContaining("has no closed loops");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void couplings(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 3);
        RandomNumbers random = new RandomNumbers(seed);
        int n = robot.jointCount();
        double[] q = random.vector(n, 2);
        double[] qd = random.vector(n, 2);
        double[] qdd = random.vector(n, 2);
        double[] expected = new double[n];
        new InverseDynamics(robot).compute(q, qd, qdd, expected);
        double[] masses = new double[n * n];
        new MassMatrix(robot).compute(q, masses);
        for (EquationForm form : EquationForm.values()) {
            if (form == EquationForm.EXPANDED && seed == 2) {
                continue;
            }
            Calculator torque = new Calculator();
            Calculator matrix = new Calculator();
            for (int k = 0; k < n; k++) {
                torque.set("q" + (k + 1), q[k]);
                torque.set("qd" + (k + 1), qd[k]);
                torque.set("qdd" + (k + 1), qdd[k]);
                matrix.set("q" + (k + 1), q[k]);
            }
            torque.run(Equations.of(robot, EquationKind.TORQUE, ALL, form, 0).text());
            matrix.run(
                    Equations.of(robot, EquationKind.MASS_MATRIX, ALL, form, 0).text());
            double[] actual = new double[n];
            for (int k = 0; k < n; k++) {
                actual[k] = torque.get("tau" + (k + 1));
                for (int l = k; l < n; l++) {
                    assertThat(matrix.get("M" + (k + 1) + (l + 1)))
                            .isCloseTo(masses[k * n + l], org.assertj.core.api.Assertions.within(1e-10));
                }
            }
            Agreement.check("torque of " + robot.name(), actual, expected, 1e-10);
        }
    }
}
