package dev.catena.identification.parameters;

import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.compile.parameters.Parameter;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Extent;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.List;

/**
 * The base inertial parameters of a robot whose joints depend on each other, by closed loops or by couplings: the fewest
 * numbers that the efforts of its independent joints depend on. Robots with parallelograms or with joints that follow others
 * have fewer than their trees.
 *
 * <p>They are found in two steps. By rule, which is exact: base parameters of the tree, and what may be counted with either body
 * of a cut joint, mass on the axis of a revolute and in the center of a spherical or universal one. By rank, which decides the
 * number: columns of the regressor Gᵀ W that depend on others at random closed states near the assembly, as those of
 * parallelograms do; without loops, of Eᵀ W at random states. Massless bodies within composite joints of robots with loops
 * are no parameters.
 */
public final class LoopParameters {
    private final List<Parameter> parameters;
    private final List<BaseParameter> base;
    private final int ofTree;
    private final int byRule;

    private LoopParameters(RobotModel model, boolean withDrives) {
        RobotModel open = model.openTree();
        BaseParameters tree = BaseParameters.jointByJoint(open, withDrives);
        ReducedRegressor regressor = new ReducedRegressor(model, withDrives);
        parameters = tree.parameters();
        double[] unit = units(model, parameters);
        Grouping grouping;
        if (regressor.virtualColumns().length == 0) {
            grouping = Grouping.of(tree, unit);
            ofTree = grouping.count();
            exchange(open, tree, model, grouping, withDrives);
        } else {
            // what the tree's rules would count with bodies that have no inertia cannot be left there
            ofTree = tree.count();
            grouping = Grouping.single(parameters.size(), regressor.virtualColumns(), unit);
        }
        byRule = grouping.count();
        grouping.eliminateDependent(regressor.sample(grouping));
        base = grouping.groups(parameters);
    }

    /** By parameter: its size in a robot of masses 1 and its length. */
    private static double[] units(RobotModel model, List<Parameter> parameters) {
        double length = Extent.of(model).length();
        return parameters.stream()
                .mapToDouble(parameter -> {
                    boolean slides = model.jointOf(model.bodyIndex(parameter.body()))
                            .map(joint -> joint.kind() == JointKind.PRISMATIC)
                            .orElse(false);
                    return switch (parameter.symbol()) {
                        case "M" -> 1;
                        case "MX", "MY", "MZ" -> length;
                        case "IA", "FV" -> slides ? 1 : length * length;
                        case "FC" -> slides ? length : length * length;
                        default -> length * length;
                    };
                })
                .toArray();
    }

    /** Of the inertias of the bodies. */
    public static LoopParameters of(RobotModel model) {
        return new LoopParameters(checked(model), false);
    }

    /** Of the inertias of the bodies, reflected inertias and friction. */
    public static LoopParameters withDrives(RobotModel model) {
        return new LoopParameters(checked(model), true);
    }

    private static RobotModel checked(RobotModel model) {
        if (!model.hasLoops() && !model.hasCouplings()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no closed loops and no couplings: BaseParameters is for trees"
                            .formatted(model.name()));
        }
        if (model.hasLoops()) {
            model.requireFixedBase("LoopParameters");
        }
        return model;
    }

    /** What a cut joint lets be counted with either of its bodies has no effect where it is taken from one for the other. */
    private static void exchange(
            RobotModel open, BaseParameters tree, RobotModel model, Grouping grouping, boolean withDrives) {
        PointMasses masses = new PointMasses(open, withDrives);
        double length = Extent.of(model).length();
        for (CutJoint cut : model.loops().cutJoints()) {
            double[] along = cut.kind() == CutKind.REVOLUTE ? new double[] {0, length, -length} : new double[] {0};
            for (double z : cut.kind() == CutKind.PRISMATIC ? new double[0] : along) {
                double[] first = masses.on(cut.first(), cut.firstFromJoint(), z);
                double[] second = masses.on(cut.second(), cut.secondFromJoint(), z);
                double[] exchanged = new double[first.length];
                Arrays.setAll(exchanged, k -> first[k] - second[k]);
                grouping.eliminate(tree.regroup(exchanged));
            }
        }
    }

    /** How many there are. */
    public int count() {
        return base.size();
    }

    /** How many the tree has, its loops cut and every joint with a coordinate of its own. */
    public int countOfTree() {
        return ofTree;
    }

    /** How many are left by rule, before the rank decides. */
    public int countByRule() {
        return byRule;
    }

    /** All parameters, by column of the tree's regressor. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** The base parameters, by column of the tree's regressor. */
    public List<BaseParameter> base() {
        return base;
    }

    /** Those that no effort depends on. */
    public List<Parameter> withoutEffect() {
        boolean[] acts = new boolean[parameters.size()];
        base.forEach(
                group -> group.terms().forEach(term -> acts[term.parameter().index()] = true));
        return parameters.stream().filter(parameter -> !acts[parameter.index()]).toList();
    }
}
