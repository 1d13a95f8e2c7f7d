package dev.catena.compile.parameters;

import dev.catena.dynamics.Regressor;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The base inertial parameters of a robot: the fewest numbers that its joint torques depend on, [GautierKhalil],
 * [KhalilDombre 9]. They are what an identification can find, and what makes customized models cheap.
 *
 * <p>Parameters are those of {@link Regressor}, in joint frames and in the order of its columns. Some have no effect,
 * others act only as sums; {@link #base} lists the sums, each with the parameter that stands for it. Gyroscopic rotors
 * are no parameters here.
 */
public final class BaseParameters {
    private static final String[] SYMBOLS = {
        "XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M", "IA", "FV", "FC",
    };

    private final List<Parameter> parameters;
    private final List<BaseParameter> base;
    private final List<Parameter> withoutEffect;

    private BaseParameters(RobotModel model, boolean withDrives) {
        MovingTree tree = new MovingTree(model);
        boolean floating = model.baseKind() == BaseKind.FLOATING;
        RegroupingRules rules = new RegroupingRules(tree, withDrives);
        int block = withDrives ? SYMBOLS.length : TenParameters.COUNT;
        int perBody = TenParameters.COUNT + (withDrives ? 1 : 0);
        int first = floating ? TenParameters.COUNT : 0;
        parameters = parameters(model, withDrives);

        // by body and parameter: what it has become, as a sum over columns
        List<List<Map<Integer, Double>>> sums = new ArrayList<>();
        double[] unit = new double[first + block * tree.n];
        for (int j = 0; j <= tree.n; j++) {
            int start = j == 0 ? 0 : first + block * tree.coordinate[j];
            List<Map<Integer, Double>> own = new ArrayList<>();
            for (int k = 0; k < (j == 0 ? TenParameters.COUNT : perBody); k++) {
                if (j > 0 || floating) {
                    unit[start + k] = rules.unit(k, tree.revolute[j]);
                }
                own.add(j == 0 && !floating ? new TreeMap<>() : new TreeMap<>(Map.of(start + k, 1.0)));
            }
            sums.add(own);
        }
        for (int j = tree.n; j >= 1; j--) {
            for (RegroupingRules.Rule rule : rules.of(j)) {
                apply(rule, rules, unit, tree, j, sums);
            }
        }

        BaseParameter[] found = new BaseParameter[parameters.size()];
        for (int j = floating ? 0 : 1; j <= tree.n; j++) {
            int start = j == 0 ? 0 : first + block * tree.coordinate[j];
            for (int k = 0; k < sums.get(j).size(); k++) {
                Map<Integer, Double> sum = sums.get(j).get(k);
                if (!sum.isEmpty()) {
                    found[start + k] = group(parameters.get(start + k), sum);
                }
            }
            for (int k = perBody; j > 0 && k < block; k++) {
                found[start + k] = group(parameters.get(start + k), Map.of(start + k, 1.0));
            }
        }
        base = Arrays.stream(found).filter(Objects::nonNull).toList();
        boolean[] acts = new boolean[parameters.size()];
        base.forEach(
                group -> group.terms().forEach(term -> acts[term.parameter().index()] = true));
        withoutEffect = parameters.stream()
                .filter(parameter -> !acts[parameter.index()])
                .toList();
    }

    /** Of the inertias of the bodies. */
    public static BaseParameters of(RobotModel model) {
        return new BaseParameters(checked(model), false);
    }

    /** Of the inertias of the bodies, reflected inertias and friction. */
    public static BaseParameters withDrives(RobotModel model) {
        return new BaseParameters(checked(model), true);
    }

    /**
     * What is left when parameters move towards the base, joint by joint. Torques depend on nothing else; where joints follow
     * others these are more numbers than needed, of which {@code LoopParameters} of module identification finds the fewest.
     */
    public static BaseParameters jointByJoint(RobotModel model, boolean withDrives) {
        return new BaseParameters(model, withDrives);
    }

    private static RobotModel checked(RobotModel model) {
        new MovingTree(model)
                .requireNoCouplings(
                        "regrouping joint by joint",
                        "LoopParameters finds base parameters, and withoutCouplings() gives each joint a coordinate");
        return model;
    }

    private static List<Parameter> parameters(RobotModel model, boolean withDrives) {
        Regressor regressor = withDrives ? Regressor.withDrives(model) : new Regressor(model);
        double[] values = new double[regressor.columns()];
        regressor.parameters(values);
        List<Parameter> parameters = new ArrayList<>();
        if (model.baseKind() == BaseKind.FLOATING) {
            add(model.base().name(), TenParameters.COUNT, values, parameters);
        }
        Stream.concat(model.movingJoints().stream(), model.coupledJoints().stream())
                .forEach(joint ->
                        add(joint.child(), withDrives ? SYMBOLS.length : TenParameters.COUNT, values, parameters));
        return List.copyOf(parameters);
    }

    private static void add(String body, int count, double[] values, List<Parameter> parameters) {
        for (int k = 0; k < count; k++) {
            int index = parameters.size();
            parameters.add(new Parameter(index, body, SYMBOLS[k], values[index]));
        }
    }

    /** Takes a combination off a body, as often as the value of the eliminated parameter says, and gives it to the parent. */
    private static void apply(
            RegroupingRules.Rule rule,
            RegroupingRules rules,
            double[] unit,
            MovingTree tree,
            int j,
            List<List<Map<Integer, Double>>> sums) {
        boolean turns = tree.revolute[j];
        List<Map<Integer, Double>> own = sums.get(j);
        List<Map<Integer, Double>> parent = sums.get(tree.parent[j]);
        Map<Integer, Double> factor = own.get(rule.eliminated());
        double[] inParent = TenParameters.inParent(
                RegroupingRules.parentFromJoint(tree, j), Arrays.copyOf(rule.combination(), TenParameters.COUNT));
        for (int k = 0; k < own.size(); k++) {
            if (k != rule.eliminated()) {
                addTo(own.get(k), rules.unit(k, turns), -rule.combination()[k], factor, unit);
            }
        }
        if (tree.parent[j] > 0 || tree.model.baseKind() == BaseKind.FLOATING) {
            for (int k = 0; k < TenParameters.COUNT; k++) {
                double ofParent = rules.unit(k, true);
                double times = RegroupingRules.tidy(inParent[k], ofParent / rules.unit(rule.eliminated(), turns));
                addTo(parent.get(k), ofParent, times, factor, unit);
            }
        }
        own.set(rule.eliminated(), new TreeMap<>());
    }

    /** Adds to a parameter, in whose unit rounding is told from what counts. */
    private static void addTo(
            Map<Integer, Double> sum, double ofSum, double times, Map<Integer, Double> added, double[] unit) {
        if (times == 0) {
            return;
        }
        added.forEach((column, coefficient) -> {
            double total =
                    RegroupingRules.tidy(sum.getOrDefault(column, 0.0) + times * coefficient, ofSum / unit[column]);
            if (total == 0) {
                sum.remove(column);
            } else {
                sum.put(column, total);
            }
        });
    }

    private BaseParameter group(Parameter leader, Map<Integer, Double> sum) {
        List<BaseParameter.Term> terms = new ArrayList<>();
        terms.add(new BaseParameter.Term(leader, sum.getOrDefault(leader.index(), 0.0)));
        sum.forEach((column, coefficient) -> {
            if (column != leader.index()) {
                terms.add(new BaseParameter.Term(parameters.get(column), coefficient));
            }
        });
        double value = 0;
        for (BaseParameter.Term term : terms) {
            value += term.coefficient() * term.parameter().value();
        }
        return new BaseParameter(leader, terms, value);
    }

    /** How many there are. */
    public int count() {
        return base.size();
    }

    /** All parameters, by column of the regressor. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** The base parameters, by column of the regressor. */
    public List<BaseParameter> base() {
        return base;
    }

    /** Those that no torque depends on. */
    public List<Parameter> withoutEffect() {
        return withoutEffect;
    }

    /** The base parameters into which a parameter is grouped; none if it has no effect. */
    public List<BaseParameter> groupsOf(Parameter parameter) {
        return base.stream()
                .filter(group ->
                        group.terms().stream().anyMatch(term -> term.parameter().index() == parameter.index()))
                .toList();
    }

    /** The columns of the regressor that belong to the base parameters: the others can be left out. */
    public int[] columns() {
        return base.stream().mapToInt(group -> group.parameter().index()).toArray();
    }

    /**
     * Regroups any values: the base parameters at their columns, zeros elsewhere. Torques stay the same.
     *
     * @param values by column of the regressor
     */
    public double[] regroup(double[] values) {
        if (values.length != parameters.size()) {
            throw new IllegalArgumentException(
                    "%s values were given, but there are %s parameters".formatted(values.length, parameters.size()));
        }
        double[] regrouped = new double[values.length];
        for (BaseParameter group : base) {
            for (BaseParameter.Term term : group.terms()) {
                regrouped[group.parameter().index()] +=
                        term.coefficient() * values[term.parameter().index()];
            }
        }
        return regrouped;
    }
}
