package dev.catena.compile.equations;

import dev.catena.compile.graph.Factoring;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.source.Steps;
import dev.catena.compile.trace.SymbolicRobot;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Equations of a robot on a base at rest, with parameters as symbols. Those of closed loops are written with the coordinates of all
 * joints in a closed pose, which {@link EquationKind#CLOSURE} says, and velocities and accelerations of the independent ones.
 *
 * <pre>{@code
 * String text = Equations.of(robot, EquationKind.TORQUE, EnumSet.of(ParameterGroup.INERTIA, ParameterGroup.LENGTHS)).text();
 * }</pre>
 *
 * <p>Joint k has coordinate qk, velocity qdk and acceleration qddk, in the order of the joint vectors. Bodies are described in
 * link frames, z on the joint axis and x on the common normal with the next axis, [KhalilDombre]; the text lists them.
 */
public final class Equations {
    /** More terms than these are written in steps. */
    private static final int MOST_TERMS = 400;

    private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");

    private final RobotModel model;
    private final EquationKind kind;
    private final List<Equation> definitions;
    private final List<Equation> equations;
    private final List<OpenParameter> parameters;
    private final Map<String, String> meanings;
    private final List<LinkFrame> frames;
    private final boolean isExpanded;

    private Equations(
            RobotModel model,
            EquationKind kind,
            SymbolicRobot<?> robot,
            List<Equation> definitions,
            List<Equation> equations,
            Map<String, String> grouped,
            boolean isExpanded) {
        this.model = model;
        this.kind = kind;
        this.definitions = definitions;
        this.equations = equations;
        this.isExpanded = isExpanded;
        meanings = grouped;
        Set<String> used = used();
        parameters = robot.parameters().stream()
                .filter(parameter -> used.contains(parameter.name()))
                .toList();
        frames = LinkFrame.of(robot.numbers());
    }

    private Equations(Equations equal, List<OpenParameter> parameters, List<LinkFrame> frames) {
        this.model = equal.model;
        this.kind = equal.kind;
        this.definitions = equal.definitions;
        this.equations = equal.equations;
        this.isExpanded = equal.isExpanded;
        this.meanings = equal.meanings;
        this.parameters = parameters;
        this.frames = frames;
    }

    /**
     * The same equations without the values that another robot has not: of a robot with symbols that have no value, which was read
     * with two different ones.
     *
     * @throws IllegalArgumentException if the equations themselves differ, so that numbers without a value are in them
     */
    public Equations withoutValuesUnlike(Equations other) {
        if (!definitions.equals(other.definitions) || !equations.equals(other.equations)) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" would have numbers that nobody gave".formatted(kind.key(), model.name()));
        }
        List<OpenParameter> known = parameters.stream()
                .map(parameter -> other.parameters.contains(parameter)
                        ? parameter
                        : new OpenParameter(parameter.name(), Double.NaN, parameter.meaning()))
                .toList();
        return new Equations(
                this, known, frames.stream().filter(other.frames::contains).toList());
    }

    /** An equation: its left side, and the terms of its right side with their signs. */
    public record Equation(String name, List<String> terms) {
        public Equation {
            terms = List.copyOf(terms);
        }

        /** The right side. */
        public String text() {
            return ExpressionText.joined(terms);
        }
    }

    /** Expanded where that is short enough to read, else in steps; poses and Jacobians are those of the last body. */
    public static Equations of(RobotModel model, EquationKind kind, Set<ParameterGroup> open) {
        return of(model, kind, open, EquationForm.AUTO, model.bodies().size() - 1);
    }

    /**
     * Equations of a robot.
     *
     * @param open parameters that are symbols; the others are numbers
     * @param body whose pose or Jacobian is meant
     * @throws IllegalArgumentException for a floating base, equations of loops of a robot that has none, and for expanded equations
     *     with more terms than anybody would read, or of loops that have no such form
     */
    public static Equations of(
            RobotModel model, EquationKind kind, Set<ParameterGroup> open, EquationForm form, int body) {
        model.requireFixedBase("equations");
        if (kind.isOfLoops() && !model.hasLoops()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no closed loops: there are no equations of %s, but of torque, massMatrix, coriolis, gravity, jacobian and pose"
                            .formatted(model.name(), kind.key()));
        }
        boolean hasLoopText = !model.hasLoops()
                || ClosedLoopText.isThere(model)
                || (!model.hasCouplings() && (kind == EquationKind.CLOSURE || kind == EquationKind.POSE));
        if (!hasLoopText && form == EquationForm.EXPANDED) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" is expanded only for loops in planes that determine two joints each, driven at their independent joints and without couplings or friction in cut joints: ask for steps"
                            .formatted(kind.key(), model.name()));
        }
        model.requireMovingJoint("an equation");
        boolean isLarge = form == EquationForm.AUTO && (isHopeless(model, kind) || !hasLoopText);
        if (form == EquationForm.STEPS || isLarge) {
            return steps(model, kind, open, body);
        }
        try {
            Equations expanded = expanded(model, kind, open, body);
            int terms = expanded.equations.stream()
                    .mapToInt(equation -> equation.text().split("[*+-]", -1).length)
                    .sum();
            return form == EquationForm.AUTO && terms > 4 * MOST_TERMS ? steps(model, kind, open, body) : expanded;
        } catch (TooManyTermsException e) {
            if (form == EquationForm.AUTO) {
                return steps(model, kind, open, body);
            }
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" has %s if it is expanded: ask for steps"
                            .formatted(kind.key(), model.name(), e.getMessage()),
                    e);
        }
    }

    private static boolean isHopeless(RobotModel model, EquationKind kind) {
        boolean hasMotion =
                kind == EquationKind.TORQUE || kind == EquationKind.CORIOLIS || kind == EquationKind.MASS_MATRIX;
        int joints = model.jointCount() + model.coupledJoints().size();
        return joints > (hasMotion ? 4 : 6);
    }

    private static Equations expanded(RobotModel model, EquationKind kind, Set<ParameterGroup> open, int body) {
        int n = model.jointCount() + model.coupledJoints().size();
        Expressions<TrigonometricPolynomial> expressions = new Expressions<>(
                model,
                open,
                SymbolicRobot.Form.FOR_PEOPLE,
                (of, name) -> TrigonometricPolynomial.of(new Variable(of, name, jointOf(name)), n),
                value -> TrigonometricPolynomial.number(value, n));
        ExpressionText text = new ExpressionText(n);
        List<Equation> equations = new ArrayList<>();
        List<Equation> ofLoops = List.of();
        if (model.hasLoops()) {
            ClosedLoopText closed = new ClosedLoopText(model, expressions, text);
            closed.write(kind, body);
            ofLoops = closed.definitions();
            equations.addAll(closed.results());
        } else {
            expressions
                    .of(kind, body)
                    .forEach((name, polynomial) -> equations.add(new Equation(name, text.terms(polynomial))));
        }
        List<Equation> functions = new ArrayList<>(followers(model, kind));
        text.functions().forEach((name, meaning) -> functions.add(new Equation(name, List.of(meaning))));
        functions.addAll(ofLoops);
        return new Equations(
                model,
                kind,
                expressions.robot(),
                functions,
                equations,
                groups(model, open, SymbolicRobot.Form.FOR_PEOPLE),
                true);
    }

    /** Joints that follow others, as far as equations have them. */
    private static List<Equation> followers(RobotModel model, EquationKind kind) {
        List<Equation> followers = new ArrayList<>();
        List<String> letters = kind == EquationKind.TORQUE
                ? List.of("q", "qd", "qdd")
                : kind == EquationKind.CORIOLIS ? List.of("q", "qd") : List.of("q");
        int number = model.jointCount();
        for (Joint joint : model.coupledJoints()) {
            number++;
            Coupling coupling = model.couplingOf(joint.name()).orElseThrow();
            for (String letter : letters) {
                String leader = letter + (model.coordinate(coupling.leader()) + 1);
                followers.add(new Equation(letter + number, List.of(Numbers.text(coupling.factor()) + "*" + leader)));
            }
        }
        return followers;
    }

    private static Equations steps(RobotModel model, EquationKind kind, Set<ParameterGroup> open, int body) {
        Graph graph = new Graph();
        Map<String, Symbol> known = new HashMap<>();
        Expressions<Symbol> expressions = new Expressions<>(
                model,
                open,
                SymbolicRobot.Form.FOR_CODE,
                (of, name) ->
                        known.computeIfAbsent(name, key -> graph.input(key, 1).get(0)),
                graph::constant);
        List<OutputVector> outputs = new ArrayList<>();
        Map<String, Symbol> found = model.hasLoops()
                ? Expressions.ofLoops(model, expressions, graph, kind, body)
                : expressions.of(kind, body);
        found.forEach((name, symbol) -> outputs.add(new OutputVector(name, List.of(symbol))));
        Program program = Program.of(Factoring.of(outputs));
        List<Equation> all = Steps.of(program).stream()
                .map(step -> new Equation(step.name(), List.of(step.text())))
                .toList();
        int first = all.size() - outputs.size();
        return new Equations(
                model,
                kind,
                expressions.robot(),
                all.subList(0, first),
                all.subList(first, all.size()),
                groups(model, open, SymbolicRobot.Form.FOR_CODE),
                false);
    }

    private static int jointOf(String name) {
        String digits = name.replaceFirst("^[A-Za-z]+", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** What base parameters are of the standard ones, where anything is grouped or left. */
    private static Map<String, String> groups(RobotModel model, Set<ParameterGroup> open, SymbolicRobot.Form form) {
        Map<String, String> groups = new LinkedHashMap<>();
        if (!open.contains(ParameterGroup.INERTIA) && !open.contains(ParameterGroup.ALL_INERTIA)) {
            return groups;
        }
        int n = model.jointCount() + model.coupledJoints().size();
        SymbolicRobot<TrigonometricPolynomial> robot = new Expressions<>(
                        model,
                        open,
                        form,
                        (of, name) -> TrigonometricPolynomial.of(new Variable(of, name, jointOf(name)), n),
                        value -> TrigonometricPolynomial.number(value, n))
                .robot();
        List<List<TrigonometricPolynomial>> definitions;
        try {
            definitions = robot.definitions();
        } catch (TooManyTermsException nobodyReadsThat) {
            return groups;
        }
        ExpressionText text = new ExpressionText(n);
        for (int i = 1; i < definitions.size(); i++) {
            for (int k = 0; k < definitions.get(i).size(); k++) {
                String name =
                        SymbolicRobot.GROUPED.get(k) + (robot.numbers().link(i).coordinate() + 1);
                groups.put(name, text.text(definitions.get(i).get(k)));
            }
        }
        return groups;
    }

    private Set<String> used() {
        Set<String> used = new LinkedHashSet<>();
        for (List<Equation> part : List.of(definitions, equations)) {
            part.forEach(equation -> addNames(equation.text(), used));
        }
        // lengths that only groups are made with
        List.copyOf(used).forEach(name -> addNames(meanings.getOrDefault(name, ""), used));
        return used;
    }

    private static void addNames(String text, Set<String> names) {
        Matcher matcher = NAME.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
    }

    public RobotModel model() {
        return model;
    }

    public EquationKind kind() {
        return kind;
    }

    /** Whether each equation is one sum, and not a list of steps. */
    public boolean isExpanded() {
        return isExpanded;
    }

    /** Cosines and sines by name, or the steps before the results. */
    public List<Equation> definitions() {
        return definitions;
    }

    public List<Equation> equations() {
        return equations;
    }

    /** The symbols in them, with the values of the robot. */
    public List<OpenParameter> parameters() {
        return parameters;
    }

    /** What a base parameter is of XX1 … M1, or what another parameter is, in words. */
    public String meaning(OpenParameter parameter) {
        String grouped = meanings.get(parameter.name());
        return grouped == null ? parameter.meaning() : grouped;
    }

    List<LinkFrame> frames() {
        return frames;
    }

    /** Assignments that any calculator runs from top to bottom, once q1, qd1, qdd1 … are given; {@code #} begins a comment. */
    public String text() {
        return new EquationWriter(this).text();
    }

    public String markdown() {
        return new EquationWriter(this).markdown();
    }

    /** For a document that loads amsmath. */
    public String latex() {
        return new EquationWriter(this).latex();
    }
}
