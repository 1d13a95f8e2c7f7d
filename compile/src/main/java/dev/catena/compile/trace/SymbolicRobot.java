package dev.catena.compile.trace;

import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
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

    private final Form form;
    private final Set<ParameterGroup> open;
    private final Function<String, S> symbol;
    private final DoubleFunction<S> constant;
    private final CompactRobot<Real> numbers;

    private final OfBase ofBase;

    private final List<OpenParameter> parameters = new ArrayList<>();
    private final List<MassMoments<S>> ownInertia = new ArrayList<>();
    private final List<Vector<S>> positions = new ArrayList<>();
    private final CompactRobot<S> robot;
    private final Map<String, List<Placement<S>>> cutFrames = new LinkedHashMap<>();

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
        this(model, model.baseKind() == BaseKind.FLOATING ? OfBase.ALL : OfBase.NOTHING, open, form, symbol, constant);
    }

    SymbolicRobot(
            RobotModel model,
            OfBase ofBase,
            Set<ParameterGroup> open,
            Form form,
            Function<String, S> symbol,
            DoubleFunction<S> constant) {
        this.ofBase = ofBase;
        this.form = form;
        this.open = open;
        this.symbol = symbol;
        this.constant = constant;
        RobotModel tree = model.openTree();
        numbers = CompactRobots.ungrouped(tree, Real::new);
        List<MassMoments<Real>> grouped = grouped(
                numbers,
                numbers.links().stream().map(CompactLink::moments).toList(),
                numbers.links().stream().map(CompactLink::position).toList(),
                Real::new);
        for (CompactLink<Real> link : numbers.links()) {
            positions.add(position(link));
        }
        List<CompactLink<S>> links = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            ownInertia.add(standard(i));
            links.add(link(i, inertia(i, grouped.get(i))));
        }
        robot = new CompactRobot<>(gravity(), links);
        int number = numbers.jointCount();
        for (CutJoint cut : model.loops().cutJoints()) {
            number++;
            cutFrames.put(
                    cut.name(),
                    List.of(
                            cutFrame(tree, cut.first(), cut.firstFromJoint(), "t", number, cut.name()),
                            cutFrame(tree, cut.second(), cut.secondFromJoint(), "s", number, cut.name())));
        }
    }

    private Placement<S> cutFrame(RobotModel tree, String body, Pose at, String letter, int number, String name) {
        Placement<Real> onLink = CompactRobots.linkFromFrame(tree, tree.bodyIndex(body), at, Real::new);
        List<S> symbols = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            char axis = "xyz".charAt(k);
            symbols.add(parameter(
                    isOpen(ParameterGroup.LENGTHS),
                    letter + axis + number,
                    onLink.position().values()[k],
                    "place of cut joint %s along %s of the link of %s".formatted(name, axis, body)));
        }
        return new Placement<>(
                constants(onLink.rotation()), new Vector<>(symbols.get(0), symbols.get(1), symbols.get(2)));
    }

    private Matrix<S> constants(Matrix<Real> rotation) {
        double[] r = rotation.values();
        List<Vector<S>> rows = new ArrayList<>();
        for (int row = 0; row < 3; row++) {
            rows.add(new Vector<>(
                    constant.apply(r[3 * row]), constant.apply(r[3 * row + 1]), constant.apply(r[3 * row + 2])));
        }
        return new Matrix<>(rows.get(0), rows.get(1), rows.get(2));
    }

    /** Where a cut joint is on the link of its first or second body; lengths too. */
    Placement<S> cutFrame(CutJoint cut, boolean ofFirst) {
        return Objects.requireNonNull(cutFrames.get(cut.name())).get(ofFirst ? 0 : 1);
    }

    /** The parameters that are symbols, in the order of the joints. */
    public List<OpenParameter> parameters() {
        return List.copyOf(parameters);
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
        return robot.baseFromLinks(q).get(CompactRobots.linkOf(model, body)).times(linkFromBody(model, body));
    }

    /** A body on its link; lengths count once, when they are asked for. */
    Placement<S> linkFromBody(RobotModel model, int body) {
        return linkFromBody(model, body, "t", "");
    }

    /**
     * All bodies on their links; lengths count once, when they are asked for.
     *
     * @param known by body: where it lies, if that was asked for before
     */
    List<Placement<S>> linksFromBodies(RobotModel model, Map<Integer, Placement<S>> known) {
        return IntStream.range(0, model.bodies().size())
                .mapToObj(body -> known.containsKey(body)
                        ? Objects.requireNonNull(known.get(body))
                        : linkFromBody(model, body, "o", String.valueOf(body)))
                .toList();
    }

    private Placement<S> linkFromBody(RobotModel model, int body, String letter, String number) {
        Placement<Real> at = CompactRobots.linkFromBody(model, body, Real::new);
        double[] p = at.position().values();
        List<S> symbols = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            symbols.add(parameter(
                    isOpen(ParameterGroup.LENGTHS),
                    letter + "xyz".charAt(k) + number,
                    p[k],
                    "place of body %s on its link"
                            .formatted(model.bodies().get(body).name())));
        }
        return new Placement<>(constants(at.rotation()), new Vector<>(symbols.get(0), symbols.get(1), symbols.get(2)));
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
            if (link.turns()) {
                T e = form == Form.FOR_CODE ? all.get(i).second().zz() : t.j.yy();
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
        if (!isOpen || value == 0) {
            return constant.apply(value);
        }
        parameters.add(new OpenParameter(name, value, meaning));
        return symbol.apply(name);
    }

    private boolean isOpen(ParameterGroup group) {
        return open.contains(group);
    }

    private boolean opensInertia() {
        return isOpen(ParameterGroup.INERTIA) || isOpen(ParameterGroup.ALL_INERTIA);
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
        List<S> symbols = new ArrayList<>();
        double size = size(values);
        for (int k = 0; k < values.size(); k++) {
            double value = values.get(k).value();
            boolean isZero = i == 0 || (!isOpen(ParameterGroup.ALL_INERTIA) && Math.abs(value) <= ROUNDING * size);
            String name = GROUPED.get(k).substring(0, GROUPED.get(k).length() - 1) + number(link);
            symbols.add(isZero ? constant.apply(0) : symbol.apply(name));
        }
        return moments(symbols);
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
        List<S> symbols = new ArrayList<>();
        for (int k = 0; k < values.size(); k++) {
            double value = Math.abs(values.get(k).value()) <= ROUNDING * size
                    ? 0
                    : values.get(k).value();
            // ZZR is XXR + YYR, or YYR is zero
            int dependent = form == Form.FOR_CODE ? 5 : 3;
            boolean isThere = link.turns() ? k != dependent && k < 8 : k > 5;
            if (i == 0 ? !ofBase.counts(k) : !isThere) {
                symbols.add(constant.apply(0));
            } else if (isOpen(ParameterGroup.ALL_INERTIA)) {
                String name = GROUPED.get(k) + number(link);
                parameters.add(new OpenParameter(name, value, meaning(k, link)));
                symbols.add(symbol.apply(name));
            } else {
                symbols.add(parameter(opensInertia(), GROUPED.get(k) + number(link), value, meaning(k, link)));
            }
        }
        return form == Form.FOR_CODE && link.turns() && i > 0 ? onAxis(symbols) : moments(symbols);
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
