package dev.catena.compile.equations;

import dev.catena.compile.equations.Equations.Equation;
import dev.catena.compile.trace.ClosedEquations;
import dev.catena.compile.trace.ClosedEquations.Pair;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Equations of closed loops in planes for people: those of the tree, expanded in the coordinates of all joints; what must vanish where the
 * loops are closed, φ, with its derivatives A; rates Q = ∂q/∂q_a, two joints of a loop after the other by Cramer's rule; and
 * efforts and inertias of the independent joints as sums of the tree's with these, [Khalil 4].
 */
final class ClosedLoopText {
    private final Expressions<TrigonometricPolynomial> expressions;
    private final ExpressionText text;
    private final List<Pair> pairs;
    private final List<TrigonometricPolynomial> rows;
    private final List<Integer> independent = new ArrayList<>();
    private final int n;
    private final List<Equation> definitions = new ArrayList<>();
    private final List<Equation> results = new ArrayList<>();

    /** Names that stand for nothing. */
    private final Set<String> zeros = new HashSet<>();

    ClosedLoopText(RobotModel model, Expressions<TrigonometricPolynomial> expressions, ExpressionText text) {
        this.expressions = expressions;
        this.text = text;
        pairs = ClosedEquations.pairs(model);
        rows = ClosedEquations.closure(model, expressions.robot(), expressions.q());
        n = model.jointCount();
        model.loops().independentJoints().forEach(joint -> independent.add(model.coordinate(joint) + 1));
    }

    /** Whether there is such a text: loops of two joints each, drives at the independent ones, no friction in cut joints. */
    static boolean isThere(RobotModel model) {
        return !model.hasCouplings()
                && model.loops().independentJoints().equals(model.loops().activeJoints())
                && model.loops().cutJoints().stream()
                        .allMatch(cut -> cut.friction().isZero())
                && !ClosedEquations.pairs(model).isEmpty();
    }

    List<Equation> definitions() {
        return definitions;
    }

    List<Equation> results() {
        return results;
    }

    void write(EquationKind kind, int body) {
        List<Equation> closure = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            closure.add(new Equation("phi" + (r + 1), text.terms(rows.get(r))));
        }
        if (kind == EquationKind.CLOSURE) {
            results.addAll(closure);
            return;
        }
        definitions.addAll(closure);
        Map<String, TrigonometricPolynomial> ofTree = expressions.ofTree(kind, body);
        if (kind == EquationKind.POSE) {
            ofTree.forEach((name, value) -> results.add(new Equation(name, text.terms(value))));
            return;
        }
        derivatives();
        rates(kind == EquationKind.RATES ? results : definitions);
        boolean moves = kind == EquationKind.TORQUE || kind == EquationKind.CORIOLIS;
        if (moves) {
            motion(kind);
        }
        ofTree.forEach((name, value) -> define(name, text.terms(value)));
        switch (kind) {
            case TORQUE -> efforts("tau");
            case GRAVITY -> efforts("G");
            case CORIOLIS -> efforts("H");
            case MASS_MATRIX -> masses();
            case JACOBIAN -> columns();
            default -> {}
        }
    }

    private void define(String name, List<String> terms) {
        if (terms.equals(List.of("0"))) {
            zeros.add(name);
        } else {
            definitions.add(new Equation(name, terms));
        }
    }

    /** The name of a sum, its own if it is nothing but that. */
    private String named(String name, List<String> terms) {
        if (terms.size() == 1 && terms.get(0).matches("[A-Z]\\w+")) {
            return terms.get(0);
        }
        define(name, terms);
        return name;
    }

    /** A = ∂φ/∂q. */
    private void derivatives() {
        for (int r = 1; r <= rows.size(); r++) {
            for (int joint = 1; joint <= n; joint++) {
                define(entry("A", r, joint), text.terms(rows.get(r - 1).derivative(joint)));
            }
        }
    }

    private String entry(String letter, int row, int column) {
        return expressions.entry(letter, row, column);
    }

    /** A product, empty if a factor is nothing. */
    private String product(String... names) {
        List<String> factors = new ArrayList<>();
        for (String name : names) {
            if (zeros.contains(name)) {
                return "";
            }
            if (!name.equals("1")) {
                factors.add(name);
            }
        }
        return factors.isEmpty() ? "1" : String.join("*", factors);
    }

    private static List<String> sum(List<String> terms) {
        List<String> some = terms.stream()
                .filter(term -> !term.isEmpty() && !term.equals("-"))
                .toList();
        return some.isEmpty() ? List.of("0") : some;
    }

    /** a b − c d. */
    private List<String> determinant(String a, String b, String c, String d) {
        return sum(List.of(product(a, b), "-" + product(c, d)));
    }

    /** Q = ∂q/∂q_a: A_p Q_p = −A_a − A_before Q_before. */
    private void rates(List<Equation> out) {
        for (int joint = 1; joint <= n; joint++) {
            for (int by : independent) {
                if (joint != by && independent.contains(joint)) {
                    zeros.add(entry("Q", joint, by));
                }
            }
        }
        Set<Integer> known = new HashSet<>(independent);
        for (int p = 0; p < pairs.size(); p++) {
            Pair pair = pairs.get(p);
            int one = pair.one() + 1;
            int two = pair.two() + 1;
            String[][] a = new String[2][2];
            for (int r = 0; r < 2; r++) {
                a[r][0] = entry("A", pair.row() + r + 1, one);
                a[r][1] = entry("A", pair.row() + r + 1, two);
            }
            String det = "D" + (p + 1);
            define(det, determinant(a[0][0], a[1][1], a[0][1], a[1][0]));
            for (int by : independent) {
                String[] b = new String[2];
                for (int r = 0; r < 2; r++) {
                    b[r] = entry("B", pair.row() + r + 1, by);
                    List<String> terms = new ArrayList<>();
                    for (int joint : known) {
                        String rate = rate(joint, by);
                        terms.add(product(entry("A", pair.row() + r + 1, joint), rate));
                    }
                    b[r] = named(b[r], sum(terms));
                }
                solve(entry("Q", one, by), entry("Q", two, by), a, b, det, out);
            }
            known.add(one);
            known.add(two);
        }
    }

    private String rate(int joint, int by) {
        return joint == by ? "1" : entry("Q", joint, by);
    }

    /** a (x, y) = −b by Cramer's rule. */
    private void solve(String x, String y, String[][] a, String[] b, String det, List<Equation> out) {
        quotient(x, determinant(a[0][1], b[1], a[1][1], b[0]), det, out);
        quotient(y, determinant(a[1][0], b[0], a[0][0], b[1]), det, out);
    }

    private void quotient(String name, List<String> numerator, String det, List<Equation> out) {
        if (numerator.equals(List.of("0"))) {
            zeros.add(name);
        } else {
            out.add(new Equation(name, List.of("(" + ExpressionText.joined(numerator) + ")/" + det)));
        }
    }

    /** q̇_p = Q q̇_a, and q̈_p = Q q̈_a + what A q̈ = −Ȧq̇ leaves. */
    private void motion(EquationKind kind) {
        for (Pair pair : pairs) {
            for (int joint : List.of(pair.one() + 1, pair.two() + 1)) {
                List<String> terms = new ArrayList<>();
                for (int by : independent) {
                    terms.add(product(entry("Q", joint, by), "qd" + by));
                }
                define("qd" + joint, sum(terms));
            }
        }
        boolean accelerates = kind == EquationKind.TORQUE;
        if (!accelerates) {
            independent.forEach(joint -> definitions.add(new Equation("qdd" + joint, List.of("0"))));
        }
        Set<Integer> known = new HashSet<>(independent);
        for (int p = 0; p < pairs.size(); p++) {
            Pair pair = pairs.get(p);
            String[][] a = new String[2][2];
            String[] b = new String[2];
            for (int r = 0; r < 2; r++) {
                int row = pair.row() + r + 1;
                a[r][0] = entry("A", row, pair.one() + 1);
                a[r][1] = entry("A", row, pair.two() + 1);
                b[r] = "E" + row;
                List<String> terms = new ArrayList<>(second(row));
                for (int joint : known) {
                    terms.add(product(entry("A", row, joint), "qdd" + joint));
                }
                b[r] = named(b[r], sum(terms));
            }
            solve("qdd" + (pair.one() + 1), "qdd" + (pair.two() + 1), a, b, "D" + (p + 1), definitions);
            known.add(pair.one() + 1);
            known.add(pair.two() + 1);
        }
    }

    /** Σ ∂²φ/∂qᵢ∂qⱼ q̇ᵢ q̇ⱼ. */
    private List<String> second(int row) {
        List<String> terms = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            TrigonometricPolynomial first = rows.get(row - 1).derivative(i);
            for (int j = i; j <= n; j++) {
                String value = text.text(first.derivative(j));
                boolean isThere = !value.equals("0") && !zeros.contains("qd" + i) && !zeros.contains("qd" + j);
                if (isThere) {
                    terms.add((i == j ? "" : "2*") + "(" + value + ")*"
                            + (i == j ? "qd" + i + "^2" : "qd" + i + "*qd" + j));
                }
            }
        }
        return terms;
    }

    private void efforts(String letter) {
        for (int by : independent) {
            List<String> terms = new ArrayList<>();
            for (int joint = 1; joint <= n; joint++) {
                terms.add(product(rate(joint, by), "T" + joint));
            }
            results.add(new Equation(letter + by, sum(terms)));
        }
    }

    private void masses() {
        for (int k = 0; k < independent.size(); k++) {
            for (int l = k; l < independent.size(); l++) {
                List<String> terms = new ArrayList<>();
                for (int i = 1; i <= n; i++) {
                    for (int j = 1; j <= n; j++) {
                        terms.add(product(
                                rate(i, independent.get(k)),
                                entry("MT", Math.min(i, j), Math.max(i, j)),
                                rate(j, independent.get(l))));
                    }
                }
                results.add(new Equation(entry("M", independent.get(k), independent.get(l)), sum(terms)));
            }
        }
    }

    private void columns() {
        for (int row = 1; row <= 6; row++) {
            for (int by : independent) {
                List<String> terms = new ArrayList<>();
                for (int joint = 1; joint <= n; joint++) {
                    terms.add(product(entry("JT", row, joint), rate(joint, by)));
                }
                results.add(new Equation(entry("J", row, by), sum(terms)));
            }
        }
    }
}
