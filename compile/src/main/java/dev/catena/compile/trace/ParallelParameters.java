package dev.catena.compile.trace;

import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.SymbolicRobot.Inertias;
import dev.catena.compile.trace.SymbolicRobot.OfBase;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.LegConnection;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
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
 * their names, as ZZR2_4; those of the platform, which are not regrouped, end with P. Where legs are tied to the platform is px_1, ….
 *
 * @param <S> what symbols and constants are made of
 */
public final class ParallelParameters<S extends Scalar<S>> {
    private static final int JOINTS = 3;

    private static final List<String> OF_PLATFORM =
            List.of("XXP", "XYP", "XZP", "YYP", "YZP", "ZZP", "MXP", "MYP", "MZP", "MP");

    private final Quantity quantity;
    private final Set<ParameterGroup> open;
    private final Function<String, S> symbol;
    private final DoubleFunction<S> constant;
    private final List<OpenParameter> parameters = new ArrayList<>();
    private final List<CompactRobot<S>> legs = new ArrayList<>();
    private final List<Vector<S>> ends = new ArrayList<>();
    private final List<Vector<S>> points = new ArrayList<>();
    private final List<List<Placement<S>>> linksFromBodies = new ArrayList<>();
    private final Vector<S> gravity;

    /** J about the origin, MS and M, in the axes of the platform. */
    private final List<S> platform;

    /** @param symbol makes the symbol of a name */
    ParallelParameters(
            ParallelRobot robot,
            PointLegs points,
            Quantity quantity,
            Collection<ParameterGroup> open,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        this.quantity = quantity;
        this.open = open.isEmpty() ? Set.of() : EnumSet.copyOf(open);
        this.symbol = symbol;
        this.constant = constant;
        platform = platform(robot);
        for (int k = 0; k < points.legs().size(); k++) {
            add(robot.name(), points.legs().get(k), k + 1);
        }
        gravity = gravity(robot);
    }

    /** The parameters that are open, in the order of the input vector: platform, legs, gravity. */
    public static List<OpenParameter> of(ParallelRobot robot, Quantity quantity, Collection<ParameterGroup> open) {
        return of(robot, PointLegs.of(robot), quantity, open);
    }

    static List<OpenParameter> of(
            ParallelRobot robot, PointLegs points, Quantity quantity, Collection<ParameterGroup> open) {
        return List.copyOf(
                new ParallelParameters<>(robot, points, quantity, open, name -> new Real(1), Real::new).parameters);
    }

    private List<S> platform(ParallelRobot robot) {
        SpatialInertia inertia = robot.platform();
        InertiaTensor j = inertia.tensorAboutOrigin();
        Vector3 ms = inertia.firstMoment();
        double[] values = {
            j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), ms.x(), ms.y(), ms.z(), inertia.mass(),
        };
        // what does not turn is but a mass, in its center where it is weighed
        int ofMass = quantity == Quantity.ENERGY ? values.length - 4 : values.length - 1;
        int first = robot.freedoms() == PlatformFreedoms.TRANSLATIONAL ? ofMass : 0;
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

    private void add(String robot, Leg leg, int number) {
        Set<ParameterGroup> ofLeg = EnumSet.noneOf(ParameterGroup.class);
        ofLeg.addAll(open);
        ofLeg.remove(ParameterGroup.GRAVITY);
        if (leg.connection() != LegConnection.POINT || leg.model().jointCount() != JOINTS) {
            throw new IllegalArgumentException(
                    "leg \"%s\" of parallel robot \"%s\" has %s joints and is tied by %s, but code is for three joints and a point, or a passive ball or universal joint without mass behind them: compile toClosedLoops() (without --platform)"
                            .formatted(leg.name(), robot, leg.model().jointCount(), leg.connection()));
        }
        int tip = leg.model().bodyIndex(leg.tip());
        if (ofLeg.isEmpty()) {
            legs.add(CompactRobots.of(leg.model(), constant, Map.of(), Map.of()));
            ends.add(CompactRobots.linkFromFrame(leg.model(), tip, Pose.IDENTITY, constant)
                    .position());
            linksFromBodies.add(List.of());
        } else {
            SymbolicRobot<S> made = new SymbolicRobot<>(
                    leg.model(),
                    quantity == Quantity.ENERGY ? OfBase.FIRST_MOMENT : OfBase.NOTHING,
                    Inertias.REGROUPED,
                    ofLeg,
                    SymbolicRobot.Form.FOR_CODE,
                    name -> symbol.apply(ofLeg(name, number)),
                    constant);
            Placement<S> end = made.places().tip(tip);
            ends.add(end.position());
            linksFromBodies.add(quantity == Quantity.POSE ? made.places().bodies() : List.of());
            for (OpenParameter parameter : made.parameters()) {
                parameters.add(new OpenParameter(
                        ofLeg(parameter.name(), number),
                        parameter.value(),
                        "%s, of leg \"%s\"".formatted(parameter.meaning(), leg.name())));
            }
            legs.add(made.robot());
        }
        points.add(point(leg, number));
    }

    /** Where the platform is tied to a leg. */
    private Vector<S> point(Leg leg, int number) {
        double[] p = leg.platformFromTip().position().toArray();
        List<S> made = new ArrayList<>();
        for (int k = 0; k < p.length; k++) {
            if (!open.contains(ParameterGroup.LENGTHS) || p[k] == 0) {
                made.add(constant.apply(p[k]));
                continue;
            }
            String name = ofLeg("p" + "xyz".charAt(k), number);
            parameters.add(new OpenParameter(
                    name, p[k], "place of leg \"%s\" along %s of the platform".formatted(leg.name(), "xyz".charAt(k))));
            made.add(symbol.apply(name));
        }
        return new Vector<>(made.get(0), made.get(1), made.get(2));
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

    /** The tip of a leg on its last link. */
    Vector<S> end(int index) {
        return ends.get(index);
    }

    /** Bodies of a leg on its links, where poses are asked for and parameters are open; none elsewhere. */
    List<Placement<S>> linksFromBodies(int index) {
        return linksFromBodies.get(index);
    }

    /** Where a leg is tied to the platform, in its axes. */
    Vector<S> point(int index) {
        return points.get(index);
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
