package dev.catena.compile.trace;

import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.trace.CompactWrenches.CompactBody;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A compact robot of which some parameters stay symbols. Its inertias are regrouped as [KhalilDombre 9] has it: what may be
 * counted with the parent is, of a turning body M, MZ and one moment of inertia, of a sliding one all of J.
 *
 * @param <S> what symbols and constants are made of
 */
public final class SymbolicRobot<S extends Scalar<S>> {
    /** Regrouped moments smaller than this part of a body's largest are rounding. */
    private static final double ROUNDING = 1e-14;

    /** What of a turning body is counted with its parent, beside M and MZ. */
    public enum Form {
        /** YY, as in the literature: XXR = XX − YY and ZZR remain. */
        FOR_PEOPLE,
        /** ½ (XX + YY − ZZ), so that ZZR = XXR + YYR and moments take the fewest operations: XXR and YYR remain. */
        FOR_CODE
    }

    /** What of the base's inertia counts, with what joints let be counted with it. */
    enum OfBase {
        NOTHING,
        /** For the potential energy of a robot whose base rests. */
        FIRST_MOMENT,
        ALL;

        private boolean counts(int parameter) {
            return switch (this) {
                case NOTHING -> false;
                case FIRST_MOMENT -> parameter > 5 && parameter < 9;
                case ALL -> true;
            };
        }
    }

    /** What links carry. */
    enum Inertias {
        /** What joint torques depend on, counted with the parent where that may be. */
        REGROUPED,
        /** All of the bodies on them: M, MS and J of every body count, as they do for what joints carry. */
        OF_BODIES,
        /** Nothing. */
        NONE
    }

    private final Form form;
    private final Inertias inertias;
    private final RobotModel tree;
    private final Function<String, S> symbol;
    private final DoubleFunction<S> constant;
    private final CompactRobot<Real> numbers;

    private final OfBase ofBase;

    private final OpenSymbols<S> symbols;
    private final OpenPlaces<S> places;
    private final List<MassMoments<S>> ownInertia = new ArrayList<>();
    private final List<Vector<S>> positions = new ArrayList<>();
    private final CompactRobot<S> robot;
    private final List<CompactBody<S>> bodies = new ArrayList<>();

    /** M, MS and J of a link. */
    private record Tensor<S extends Scalar<S>>(S mass, Vector<S> first, Symmetric<S> j) {
        static <S extends Scalar<S>> Tensor<S> of(MassMoments<S> m) {
            Symmetric<S> q = m.second();
            return new Tensor<>(
                    m.mass(),
                    m.first(),
                    new Symmetric<>(
                            q.yy().plus(q.zz()),
                            q.xy().negate(),
                            q.xz().negate(),
                            q.xx().plus(q.zz()),
                            q.yz().negate(),
                            q.xx().plus(q.yy())));
        }

        MassMoments<S> moments() {
            return MassMoments.ofTensor(mass, first, j);
        }
    }

    /**
     * Makes the robot.
     *
     * @param form which of the equivalent sets of base parameters
     * @param symbol makes the symbol of a name
     */
    public SymbolicRobot(
            RobotModel model,
            Set<ParameterGroup> open,
            Form form,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        this(
                model,
                model.baseKind() == BaseKind.FLOATING ? OfBase.ALL : OfBase.NOTHING,
                Inertias.REGROUPED,
                open,
                form,
                symbol,
                constant);
    }

    SymbolicRobot(
            RobotModel model,
            OfBase ofBase,
            Inertias inertias,
            Set<ParameterGroup> open,
            Form form,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        this.ofBase = ofBase;
        this.inertias = inertias;
        this.form = form;
        this.symbol = symbol;
        this.constant = constant;
        tree = model.openTree();
        symbols = new OpenSymbols<>(open, symbol, constant);
        places = new OpenPlaces<>(symbols, tree);
        numbers = CompactRobots.ungrouped(tree, Real::new);
        for (CompactLink<Real> link : numbers.links()) {
            positions.add(position(link));
        }
        List<Supplier<MassMoments<S>>> carried = carried();
        List<CompactLink<S>> links = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            ownInertia.add(standard(i));
            links.add(link(i, carried.get(i).get()));
        }
        robot = new CompactRobot<>(gravity(), links);
        places.addCuts(model.loops().cutJoints(), numbers.jointCount() + 1);
    }

    /** By link, as they are asked for: parameters count in the order of the links. */
    private List<Supplier<MassMoments<S>>> carried() {
        MassMoments<S> none = MassMoments.zero(constant.apply(0));
        if (inertias == Inertias.NONE) {
            return Collections.nCopies(numbers.size(), () -> none);
        }
        // a robot of other lengths has the same bodies: what is counted with their parents depends on lengths
        boolean isOfBodies = inertias == Inertias.OF_BODIES || (isOpen(ParameterGroup.LENGTHS) && !opensInertia());
        if (!isOfBodies) {
            List<MassMoments<Real>> grouped = grouped(
                    numbers,
                    numbers.links().stream().map(CompactLink::moments).toList(),
                    numbers.links().stream().map(CompactLink::position).toList(),
                    Real::new);
            return IntStream.range(0, numbers.size())
                    .<Supplier<MassMoments<S>>>mapToObj(i -> () -> inertia(i, grouped.get(i)))
                    .toList();
        }
        List<MassMoments<S>> sums = new ArrayList<>(Collections.nCopies(numbers.size(), none));
        for (CompactBody<S> body : bodies()) {
            sums.set(body.link(), sums.get(body.link()).plus(body.moments()));
        }
        List<MassMoments<S>> own = inertias == Inertias.OF_BODIES ? sums : grouped(numbers, sums, positions, constant);
        return IntStream.range(0, numbers.size())
                .<Supplier<MassMoments<S>>>mapToObj(i -> () -> i == 0 ? ofBase(own.get(0)) : own.get(i))
                .toList();
    }

    private MassMoments<S> ofBase(MassMoments<S> carried) {
        MassMoments<S> none = MassMoments.zero(constant.apply(0));
        return switch (ofBase) {
            case NOTHING -> none;
            case FIRST_MOMENT -> new MassMoments<>(none.mass(), carried.first(), none.second());
            case ALL -> carried;
        };
    }

    /** All bodies of the tree on their links; inertias are those in the axes of the bodies, about their origins. */
    List<CompactBody<S>> bodies() {
        if (bodies.isEmpty()) {
            for (int body = 0; body < tree.bodies().size(); body++) {
                bodies.add(body(body));
            }
        }
        return bodies;
    }

    private CompactBody<S> body(int body) {
        int link = CompactRobots.linkOf(tree, body);
        Placement<Real> at = CompactRobots.linkFromBody(tree, body, Real::new);
        SpatialInertia inertia = tree.bodies().get(body).inertia();
        InertiaTensor j = inertia.tensorAboutOrigin();
        Vector3 ms = inertia.firstMoment();
        double[] values = {
            j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), ms.x(), ms.y(), ms.z(), inertia.mass(),
        };
        boolean rests = ofBase == OfBase.NOTHING;
        boolean isNothing = Arrays.stream(values).allMatch(value -> value == 0) || (link == 0 && rests);
        boolean opens = opensInertia() && inertias == Inertias.OF_BODIES && (body > 0 || !rests);
        if (isNothing && inertias == Inertias.REGROUPED) {
            return new CompactBody<>(link, symbols.constants(at), MassMoments.zero(constant.apply(0)));
        }
        Placement<S> place = places.body(body);
        if (!opens) {
            MassMoments<Real> turned = CompactRobots.snapped(
                    moments(Arrays.stream(values).mapToObj(Real::new).toList()).turned(at.rotation()));
            return new CompactBody<>(link, place, symbols.constants(turned).shifted(place.position()));
        }
        List<S> ten = new ArrayList<>();
        for (int k = 0; k < values.length; k++) {
            String name = GROUPED.get(k).substring(0, GROUPED.get(k).length() - 1) + body;
            String kind = k < 6 ? "moment of inertia" : k < 9 ? "first moment" : "mass";
            String meaning =
                    "%s of body %s".formatted(kind, tree.bodies().get(body).name());
            ten.add(symbols.of(true, isOpen(ParameterGroup.ALL_INERTIA), name, values[k], meaning));
        }
        return new CompactBody<>(
                link, place, moments(ten).turned(place.rotation()).shifted(place.position()));
    }

    /** Where a cut joint is on the link of its first or second body; lengths too. */
    Placement<S> cutFrame(CutJoint cut, boolean ofFirst) {
        return places.cutFrame(cut, ofFirst);
    }

    /** Where bodies and joints are on their links. */
    OpenPlaces<S> places() {
        return places;
    }

    /** Where the frame of its joint is on a link. */
    Vector<S> joint(int link) {
        return places.joint(link, number(numbers.link(link)));
    }

    /** The parameters that are symbols, in the order of the joints. */
    public List<OpenParameter> parameters() {
        return symbols.parameters();
    }

    public CompactRobot<S> robot() {
        return robot;
    }

    /** The same in numbers, nothing regrouped: of each link the frame in its parent's, and what it carries. */
    public CompactRobot<Real> numbers() {
        return numbers;
    }

    /** A body in the world; where it lies on its link is a length too. */
    public Placement<S> worldFromBody(RobotModel model, List<S> q, int body) {
        return robot.baseFromLinks(q).get(CompactRobots.linkOf(model, body)).times(places.tip(body));
    }

    /** The Jacobian of a body's origin and rotation in world axes, column by column: linear, then angular. */
    public List<List<S>> jacobian(RobotModel model, List<S> q, int body) {
        List<Placement<S>> links = robot.baseFromLinks(q);
        Vector<S> tip = worldFromBody(model, q, body).position();
        Vector<S> zero = Vector.zero(constant.apply(0));
        List<List<S>> columns = new ArrayList<>();
        for (int k = 0; k < robot.jointCount(); k++) {
            columns.add(List.of());
        }
        List<Integer> path = new ArrayList<>();
        for (int i = CompactRobots.linkOf(model, body); i > 0; i = robot.link(i).parent()) {
            path.add(i);
        }
        for (int i = 1; i < robot.size(); i++) {
            CompactLink<S> link = robot.link(i);
            Vector<S> axis = links.get(i).rotation().axisZ();
            Vector<S> linear = link.turns() ? axis.cross(tip.minus(links.get(i).position())) : axis;
            Vector<S> angular = link.turns() ? axis : zero;
            List<S> column = new ArrayList<>((path.contains(i) ? linear : zero).toList());
            column.addAll((path.contains(i) ? angular : zero).toList());
            columns.set(link.coordinate(), column);
        }
        return columns;
    }

    /**
     * What the base parameters of each link are of the standard parameters XX1 … M1, in the order of {@link #GROUPED}; the
     * first list is the base's and is empty.
     */
    public List<List<S>> definitions() {
        List<MassMoments<S>> grouped = grouped(numbers, ownInertia, positions, constant);
        List<List<S>> definitions = new ArrayList<>();
        for (int i = 0; i < robot.size(); i++) {
            definitions.add(i == 0 ? List.of() : entries(Tensor.of(grouped.get(i))));
        }
        return definitions;
    }

    /** Names of base parameters; which of them a link has depends on joint and form. */
    public static final List<String> GROUPED =
            List.of("XXR", "XYR", "XZR", "YYR", "YZR", "ZZR", "MXR", "MYR", "MZR", "MR");

    private static <S extends Scalar<S>> List<S> entries(Tensor<S> t) {
        return List.of(
                t.j.xx(),
                t.j.xy(),
                t.j.xz(),
                t.j.yy(),
                t.j.yz(),
                t.j.zz(),
                t.first.x(),
                t.first.y(),
                t.first.z(),
                t.mass);
    }

    private static <S extends Scalar<S>> MassMoments<S> moments(List<S> e) {
        return new Tensor<>(
                        e.get(9),
                        new Vector<>(e.get(6), e.get(7), e.get(8)),
                        new Symmetric<>(e.get(0), e.get(1), e.get(2), e.get(3), e.get(4), e.get(5)))
                .moments();
    }

    /** From the tips to the base: what may be counted with the parent is. */
    private <T extends Scalar<T>> List<MassMoments<T>> grouped(
            CompactRobot<Real> frames, List<MassMoments<T>> own, List<Vector<T>> at, DoubleFunction<T> constant) {
        List<MassMoments<T>> all = new ArrayList<>(own);
        T o = constant.apply(0);
        for (int i = all.size() - 1; i >= 1; i--) {
            CompactLink<Real> link = frames.link(i);
            Tensor<T> t = Tensor.of(all.get(i));
            MassMoments<T> moved;
            if (link.turns() && form == Form.FOR_CODE) {
                MassMoments<T> m = all.get(i);
                Symmetric<T> q = m.second();
                moved = new MassMoments<>(
                        m.mass(), Vector.alongZ(m.first().z()), new Symmetric<>(o, o, o, o, o, q.zz()));
                Vector<T> kept = new Vector<>(m.first().x(), m.first().y(), o);
                all.set(i, new MassMoments<>(o, kept, new Symmetric<>(q.xx(), q.xy(), q.xz(), q.yy(), q.yz(), o)));
            } else if (link.turns()) {
                T e = t.j.yy();
                moved = new Tensor<>(t.mass, Vector.alongZ(t.first.z()), new Symmetric<>(e, o, o, e, o, o)).moments();
                Symmetric<T> kept = new Symmetric<>(
                        t.j.xx().minus(e), t.j.xy(), t.j.xz(), t.j.yy().minus(e), t.j.yz(), t.j.zz());
                all.set(i, new Tensor<>(o, new Vector<>(t.first.x(), t.first.y(), o), kept).moments());
            } else {
                moved = new Tensor<>(o, Vector.zero(o), t.j).moments().turnedAboutZ(turn(link.offset(), constant));
                all.set(i, new Tensor<>(t.mass, t.first, Symmetric.zero(o)).moments());
            }
            MassMoments<T> inParent = moved.turnedAboutX(turn(link.tilt(), constant))
                    .turnedAboutZ(turn(link.across(), constant))
                    .shifted(at.get(i));
            all.set(link.parent(), all.get(link.parent()).plus(inParent));
        }
        return all;
    }

    private static <T extends Scalar<T>> Turn<T> turn(Turn<Real> turn, DoubleFunction<T> constant) {
        return new Turn<>(
                constant.apply(turn.cosine().value()),
                constant.apply(turn.sine().value()));
    }

    private S parameter(boolean isOpen, String name, double value, String meaning) {
        return symbols.of(isOpen, name, value, meaning);
    }

    private boolean isOpen(ParameterGroup group) {
        return symbols.opens(group);
    }

    private boolean opensInertia() {
        return symbols.opensInertia();
    }

    private static int number(CompactLink<?> link) {
        return link.coordinate() + 1;
    }

    private Vector<S> position(CompactLink<Real> link) {
        boolean isOpen = isOpen(ParameterGroup.LENGTHS);
        Vector<Real> p = link.position();
        int k = number(link);
        return new Vector<>(
                parameter(isOpen, "d" + k, p.x().value(), "distance of axis %s along x of its parent".formatted(k)),
                parameter(isOpen, "b" + k, p.y().value(), "distance of axis %s along y of its parent".formatted(k)),
                parameter(
                        isOpen,
                        "r" + k,
                        p.z().value(),
                        "distance of frame %s along %s"
                                .formatted(k, link.tilt().sine().value() == 0 ? "its axis" : "z of its parent")));
    }

    /** Symbols XX1 … M1 of a link, as far as they are not zero. */
    private MassMoments<S> standard(int i) {
        CompactLink<Real> link = numbers.link(i);
        List<Real> values = entries(Tensor.of(link.moments()));
        List<S> made = new ArrayList<>();
        double size = size(values);
        for (int k = 0; k < values.size(); k++) {
            double value = values.get(k).value();
            boolean isZero = i == 0 || (!isOpen(ParameterGroup.ALL_INERTIA) && Math.abs(value) <= ROUNDING * size);
            String name = GROUPED.get(k).substring(0, GROUPED.get(k).length() - 1) + number(link);
            made.add(isZero ? constant.apply(0) : symbol.apply(name));
        }
        return moments(made);
    }

    private static double size(List<Real> values) {
        return values.stream()
                .mapToDouble(value -> Math.abs(value.value()))
                .max()
                .orElse(0);
    }

    private MassMoments<S> inertia(int i, MassMoments<Real> grouped) {
        List<Real> values = entries(Tensor.of(grouped));
        double size = size(values);
        CompactLink<Real> link = numbers.link(i);
        List<S> made = new ArrayList<>();
        for (int k = 0; k < values.size(); k++) {
            double value = Math.abs(values.get(k).value()) <= ROUNDING * size
                    ? 0
                    : values.get(k).value();
            // ZZR is XXR + YYR, or YYR is zero
            int dependent = form == Form.FOR_CODE ? 5 : 3;
            boolean isThere = link.turns() ? k != dependent && k < 8 : k > 5;
            if (i == 0 ? !ofBase.counts(k) : !isThere) {
                made.add(constant.apply(0));
            } else {
                String name = GROUPED.get(k) + number(link);
                boolean evenZero = isOpen(ParameterGroup.ALL_INERTIA);
                made.add(symbols.of(opensInertia(), evenZero, name, value, meaning(k, link)));
            }
        }
        return form == Form.FOR_CODE && link.turns() && i > 0 ? onAxis(made) : moments(made);
    }

    /** Of XXR and YYR alone: Σxx = YYR, Σyy = XXR, Σzz = 0. */
    private MassMoments<S> onAxis(List<S> e) {
        return new MassMoments<>(
                e.get(9),
                new Vector<>(e.get(6), e.get(7), e.get(8)),
                new Symmetric<>(
                        e.get(3),
                        e.get(1).negate(),
                        e.get(2).negate(),
                        e.get(0),
                        e.get(4).negate(),
                        constant.apply(0)));
    }

    private static String meaning(int k, CompactLink<?> link) {
        String kind = k < 6 ? "moment of inertia" : k < 9 ? "first moment" : "mass";
        return "%s of link %s, regrouped".formatted(kind, number(link));
    }

    private CompactLink<S> link(int i, MassMoments<S> moments) {
        CompactLink<Real> link = numbers.link(i);
        int k = number(link);
        return new CompactLink<>(
                link.parent(),
                link.kind(),
                link.coordinate(),
                turn(link.across(), constant),
                turn(link.tilt(), constant),
                turn(link.offset(), constant),
                positions.get(i),
                moments,
                friction(link.friction(), k, ""),
                parameter(
                        opensInertia(),
                        "IA" + k,
                        link.reflectedInertia().value(),
                        "reflected inertia of drive %s".formatted(k)),
                rotor(link.rotor(), k));
    }

    private @Nullable GearedRotor<S> rotor(@Nullable GearedRotor<Real> rotor, int k) {
        if (rotor == null) {
            return null;
        }
        double[] axis = rotor.axis().values();
        return new GearedRotor<>(
                parameter(opensInertia(), "IM" + k, rotor.inertia().value(), "inertia of rotor %s".formatted(k)),
                constant.apply(rotor.gearRatio().value()),
                rotor.carrier(),
                new Vector<>(constant.apply(axis[0]), constant.apply(axis[1]), constant.apply(axis[2])));
    }

    private JointFriction<S> friction(JointFriction<Real> f, int k, String suffix) {
        boolean isOpen = isOpen(ParameterGroup.FRICTION);
        return new JointFriction<>(
                parameter(isOpen, "FC" + suffix + k, f.coulomb().value(), "Coulomb friction of joint %s".formatted(k)),
                parameter(isOpen, "FV" + suffix + k, f.viscous().value(), "viscous friction of joint %s".formatted(k)),
                constant.apply(f.smoothingVelocity().value()),
                f.motor() == null ? null : friction(f.motor(), k, "M"));
    }

    /** g where gravity is along an axis, else its components. */
    private Vector<S> gravity() {
        Vector<Real> g = numbers.gravityInBase();
        double[] v = g.values();
        int components = 0;
        for (double x : v) {
            components += x != 0 ? 1 : 0;
        }
        boolean isOpen = isOpen(ParameterGroup.GRAVITY);
        List<S> made = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            String name = components == 1 ? "g" : "g" + "xyz".charAt(k);
            boolean turned = components == 1 && v[k] < 0;
            S magnitude = parameter(isOpen, name, turned ? -v[k] : v[k], "acceleration of gravity");
            made.add(turned ? magnitude.negate() : magnitude);
        }
        return new Vector<>(made.get(0), made.get(1), made.get(2));
    }
}
