package dev.catena.compile.equations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ClosedRobots;
import dev.catena.compile.Robots;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Equations, evaluated as they are written, give the numbers of the hand-written classes. */
class EquationsTest {
    private static final Set<ParameterGroup> ALL =
            EnumSet.of(ParameterGroup.INERTIA, ParameterGroup.LENGTHS, ParameterGroup.FRICTION, ParameterGroup.GRAVITY);

    static Stream<RobotModel> robots() {
        return Stream.concat(
                Stream.of("two-link", "two-revolute", "slide-and-turn", "scara", "puma560", "stanford", "panda")
                        .map(ShippedRobots::load),
                LongStream.range(0, 12).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 4)));
    }

    private static final class State {
        final RobotModel robot;
        final double[] q;
        final double[] qd;
        final double[] qdd;

        State(RobotModel robot, Random random) {
            this.robot = robot;
            int n = robot.jointCount();
            q = random.doubles(n, -3, 3).toArray();
            qd = random.doubles(n, -3, 3).toArray();
            qdd = random.doubles(n, -3, 3).toArray();
        }

        Calculator calculate(Equations equations) {
            Calculator calculator = new Calculator();
            for (int k = 0; k < q.length; k++) {
                calculator.set("q" + (k + 1), q[k]);
                calculator.set("qd" + (k + 1), qd[k]);
                calculator.set("qdd" + (k + 1), qdd[k]);
            }
            calculator.run(equations.text());
            return calculator;
        }

        void checkVector(String letter, Equations equations, double[] expected) {
            Calculator calculator = calculate(equations);
            double[] actual = new double[expected.length];
            for (int k = 0; k < actual.length; k++) {
                actual[k] = calculator.get(letter + (k + 1));
            }
            Agreement.check(equations.kind() + " of " + robot.name(), actual, expected, 1e-11);
        }
    }

    private static List<EquationForm> forms(RobotModel robot) {
        return robot.jointCount() > 3
                ? List.of(EquationForm.AUTO, EquationForm.STEPS)
                : List.of(EquationForm.EXPANDED, EquationForm.STEPS);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void torquesAndTheirParts(RobotModel robot) {
        State s = new State(robot, new Random(1));
        int tip = robot.bodies().size() - 1;
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[] out = new double[robot.jointCount()];
        for (EquationForm form : forms(robot)) {
            for (Set<ParameterGroup> open : List.of(ALL, Set.<ParameterGroup>of())) {
                dynamics.compute(s.q, s.qd, s.qdd, out);
                s.checkVector("tau", Equations.of(robot, EquationKind.TORQUE, open, form, tip), out);
            }
            dynamics.gravity(s.q, out);
            s.checkVector("G", Equations.of(robot, EquationKind.GRAVITY, ALL, form, tip), out);
            dynamics.coriolis(s.q, s.qd, out);
            s.checkVector("H", Equations.of(robot, EquationKind.CORIOLIS, ALL, form, tip), out);
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void massMatrices(RobotModel robot) {
        State s = new State(robot, new Random(2));
        int n = robot.jointCount();
        double[] expected = new double[n * n];
        new MassMatrix(robot).compute(s.q, expected);
        for (EquationForm form : forms(robot)) {
            Calculator calculator = s.calculate(Equations.of(robot, EquationKind.MASS_MATRIX, ALL, form, 0));
            double[] actual = new double[n * n];
            for (int row = 0; row < n; row++) {
                for (int column = 0; column < n; column++) {
                    int first = Math.min(row, column) + 1;
                    int second = Math.max(row, column) + 1;
                    actual[row * n + column] = calculator.get("M" + first + second);
                }
            }
            Agreement.check("mass matrix of " + robot.name(), actual, expected, 1e-11);
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void posesAndJacobians(RobotModel robot) {
        State s = new State(robot, new Random(3));
        int n = robot.jointCount();
        int tip = robot.bodies().size() - 1;
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(s.q);
        double[] pose = new double[12];
        kinematics.worldFromBody(tip, pose);
        Calculator poses = s.calculate(Equations.of(robot, EquationKind.POSE, ALL));
        double[] actual = new double[12];
        for (int k = 0; k < 9; k++) {
            actual[k] = poses.get("R" + (1 + k / 3) + (1 + k % 3));
        }
        for (int k = 0; k < 3; k++) {
            actual[9 + k] = poses.get("p" + "xyz".charAt(k));
        }
        Agreement.check("pose of " + robot.name(), actual, pose, 1e-11);
        double[] expected = new double[6 * n];
        jacobian(robot, kinematics, tip, expected);
        Calculator jacobians = s.calculate(Equations.of(robot, EquationKind.JACOBIAN, ALL));
        double[] entries = new double[6 * n];
        for (int k = 0; k < entries.length; k++) {
            entries[k] = jacobians.get("J" + (1 + k / n) + (1 + k % n));
        }
        Agreement.check("Jacobian of " + robot.name(), entries, expected, 1e-11);
    }

    private static void jacobian(RobotModel robot, Kinematics kinematics, int body, double[] out) {
        new Jacobian(robot).compute(kinematics, body, out);
    }

    /** What anybody would write for two links in a plane. */
    @Test
    void twoLinksReadLikeATextbook() {
        Equations torque = Equations.of(ShippedRobots.load("two-link"), EquationKind.TORQUE, ALL);
        assertThat(torque.isExpanded()).isTrue();
        assertThat(torque.text())
                .contains("C12 = cos(q1 + q2)", "MXR1 = 80.0  # d2*M2 + MX1", "# d2^2*M2 + ZZ1")
                .contains("+ d2*MXR2*S2*qd1^2 + g*MXR2*C12\n");
        assertThat(torque.latex())
                .contains("\\ddot{q}_{1}", "\\mathit{ZZR}_{1} &= d_{2}^{2}\\,M_{2} + \\mathit{ZZ}_{1}");
        assertThat(torque.markdown())
                .contains("| $q_{1}$ | shoulder | rad |", "$$\n\\begin{aligned}\n\\tau_{1} ={} & ");
    }

    @Test
    void largeRobotsAreWrittenInSteps() {
        RobotModel panda = ShippedRobots.load("panda");
        assertThat(Equations.of(panda, EquationKind.TORQUE, ALL).isExpanded()).isFalse();
        assertThatThrownBy(() -> Equations.of(panda, EquationKind.TORQUE, ALL, EquationForm.EXPANDED, 0))
                .hasMessageContaining("ask for steps");
        assertThatThrownBy(() -> Equations.of(panda.withFloatingBase(), EquationKind.TORQUE, ALL))
                .hasMessageContaining("withFixedBase()");
    }

    /** What is grouped into what has too many terms for anybody, the equations have not. */
    @Test
    void longChainsKeepTheirEquations() {
        RobotModel chain = RandomRobots.chain(3, 20).build();
        Equations pose = Equations.of(chain, EquationKind.TORQUE, ALL);
        assertThat(pose.isExpanded()).isFalse();
        assertThat(pose.text()).contains("moment of inertia of link 20, regrouped");
    }

    /** Parameters in the equations are no more than base parameters by rule. */
    @Test
    void noMoreParametersThanNeeded() {
        for (RobotModel model : List.of(
                PaperRobots.withOtherInertias(ShippedRobots.load("two-revolute"), 4),
                PaperRobots.withOtherInertias(ShippedRobots.load("two-link"), 4),
                PaperRobots.generalRevolute(3))) {
            Equations torque = Equations.of(model, EquationKind.TORQUE, ALL);
            long inertias = torque.parameters().stream()
                    .filter(parameter -> parameter.name().matches("[XYZM].*"))
                    .count();
            assertThat(inertias)
                    .as(model.name())
                    .isEqualTo(BaseParameters.of(model).count());
        }
    }

    static Stream<RobotModel> treesAndLoops() {
        return Stream.concat(
                robots(),
                Stream.of(
                        ShippedRobots.load("four-bar"),
                        ShippedRobots.load("five-bar"),
                        ShippedRobots.load("bennett"),
                        ClosedRobots.parallelogram(0.2),
                        ClosedRobots.planar(101)));
    }

    private static final Pattern NOT_LATEX = Pattern.compile("\\*(?!})|[A-Za-z]\\d|_[^{]|\\^[^{]|\\[");

    @ParameterizedTest
    @MethodSource("treesAndLoops")
    void latexIsBalanced(RobotModel robot) {
        for (EquationKind kind : EquationKind.values()) {
            if (kind.isOfLoops() && !robot.hasLoops()) {
                continue;
            }
            String latex = Equations.of(robot, kind, ALL).latex();
            Deque<Character> open = new ArrayDeque<>();
            boolean balanced = true;
            for (int k = 0; k < latex.length(); k++) {
                char c = latex.charAt(k);
                if (c == '{' || c == '(') {
                    open.push(c);
                } else if (c == '}' || c == ')') {
                    balanced &= !open.isEmpty() && open.pop() == (c == '}' ? '{' : '(');
                }
            }
            assertThat(balanced && open.isEmpty())
                    .as("%s of %s", kind, robot.name())
                    .isTrue();
            assertThat(latex.lines().filter(line -> !line.startsWith("%"))).noneMatch(NOT_LATEX.asPredicate());
            assertThat(count(latex, "\\begin{align*}")).isEqualTo(count(latex, "\\end{align*}"));
        }
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
