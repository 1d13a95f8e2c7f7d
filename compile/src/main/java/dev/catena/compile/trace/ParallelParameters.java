package dev.catena.compile.trace;

import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.InertiaTensor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * Gravity, legs and platform of a parallel robot, of which some parameters stay symbols. Those of a leg have its number behind
 * their names, as ZZR2_4; those of the platform, which are not regrouped, end with P.
 *
 * @param <S> what symbols and constants are made of
 */
public final class ParallelParameters<S extends Scalar<S>> {
    private static final List<String> OF_PLATFORM =
            List.of("XXP", "XYP", "XZP", "YYP", "YZP", "ZZP", "MXP", "MYP", "MZP", "MP");

    private final Set<ParameterGroup> open;
    private final Function<String, S> symbol;
    private final DoubleFunction<S> constant;
    private final List<OpenParameter> parameters = new ArrayList<>();
    private final List<CompactRobot<S>> legs = new ArrayList<>();
    private final Vector<S> gravity;

    /** J about the origin, MS and M, in the axes of the platform. */
    private final List<S> platform;

    /** @param symbol makes the symbol of a name */
    ParallelParameters(
            ParallelRobot robot,
            Collection<ParameterGroup> open,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        this.open = open.isEmpty() ? Set.of() : EnumSet.copyOf(open);
        this.symbol = symbol;
        this.constant = constant;
        if (this.open.contains(ParameterGroup.LENGTHS)) {
            throw new IllegalArgumentException(
                    "lengths of parallel robot \"%s\" cannot be open: the formulas of its legs have them folded in; leave lengths out, or compile the robot with other lengths"
                            .formatted(robot.name()));
        }
        platform = platform(robot);
        for (int k = 0; k < robot.legs().size(); k++) {
            legs.add(leg(robot.legs().get(k), k + 1));
        }
        gravity = gravity(robot);
    }

    /** The parameters that are open, in the order of the input vector: platform, legs, gravity. */
    public static List<OpenParameter> of(ParallelRobot robot, Collection<ParameterGroup> open) {
        return List.copyOf(new ParallelParameters<>(robot, open, name -> new Real(1), Real::new).parameters);
    }

    private List<S> platform(ParallelRobot robot) {
        SpatialInertia inertia = robot.platform();
        InertiaTensor j = inertia.tensorAboutOrigin();
        Vector3 ms = inertia.firstMoment();
        double[] values = {
            j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), ms.x(), ms.y(), ms.z(), inertia.mass(),
        };
        // what does not turn is but a mass
        int first = robot.freedoms() == PlatformFreedoms.TRANSLATIONAL ? values.length - 1 : 0;
        List<S> made = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            boolean isOpen = open.contains(ParameterGroup.ALL_INERTIA)
                    || (open.contains(ParameterGroup.INERTIA) && values[k] != 0);
            if (k < first || !isOpen) {
                made.add(constant.apply(values[k]));
            } else {
                String name = OF_PLATFORM.get(k);
                String kind = k < 6 ? "moment of inertia" : k < 9 ? "first moment" : "mass";
                parameters.add(new OpenParameter(name, values[k], kind + " of the platform, about its origin"));
                made.add(symbol.apply(name));
            }
        }
        return made;
    }

    private CompactRobot<S> leg(Leg leg, int number) {
        Set<ParameterGroup> ofLeg = EnumSet.noneOf(ParameterGroup.class);
        ofLeg.addAll(open);
        ofLeg.remove(ParameterGroup.GRAVITY);
        if (ofLeg.isEmpty()) {
            return CompactRobots.of(leg.model(), constant, Map.of(), Map.of());
        }
        SymbolicRobot<S> made = new SymbolicRobot<>(
                leg.model(), ofLeg, SymbolicRobot.Form.FOR_CODE, name -> symbol.apply(ofLeg(name, number)), constant);
        for (OpenParameter parameter : made.parameters()) {
            parameters.add(new OpenParameter(
                    ofLeg(parameter.name(), number),
                    parameter.value(),
                    "%s, of leg \"%s\"".formatted(parameter.meaning(), leg.name())));
        }
        return made.robot();
    }

    private static String ofLeg(String name, int number) {
        return name + "_" + number;
    }

    /** Legs stand in the world's axes, so that gravity is the same for all of them. */
    private Vector<S> gravity(ParallelRobot robot) {
        if (!open.contains(ParameterGroup.GRAVITY)) {
            return Vector.of(robot.gravity(), constant);
        }
        SymbolicRobot<S> falling = new SymbolicRobot<>(
                robot.legs().get(0).model(),
                Set.of(ParameterGroup.GRAVITY),
                SymbolicRobot.Form.FOR_CODE,
                symbol,
                constant);
        parameters.addAll(falling.parameters());
        return falling.robot().gravityInBase();
    }

    /** A leg, under the gravity of all. */
    CompactRobot<S> leg(int index) {
        return new CompactRobot<>(gravity, legs.get(index).links());
    }

    Vector<S> gravity() {
        return gravity;
    }

    /** J of the platform about its origin. */
    Matrix<S> tensor() {
        return new Matrix<>(
                new Vector<>(platform.get(0), platform.get(1), platform.get(2)),
                new Vector<>(platform.get(1), platform.get(3), platform.get(4)),
                new Vector<>(platform.get(2), platform.get(4), platform.get(5)));
    }

    /** MS of the platform. */
    Vector<S> firstMoment() {
        return new Vector<>(platform.get(6), platform.get(7), platform.get(8));
    }

    /** M of the platform. */
    S mass() {
        return platform.get(9);
    }
}
