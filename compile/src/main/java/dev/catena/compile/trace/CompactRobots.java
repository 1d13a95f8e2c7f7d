package dev.catena.compile.trace;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Placement;
import dev.catena.compile.trace.CompactWrenches.CompactBody;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Vector3;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A model as a compact robot: fixed bodies merged, frames chosen, inertias regrouped. Of a turning body all that lies on
 * the axis (M, MS along z, Σzz) may be counted with the parent, of a sliding body all of Σ, [GautierKhalil],
 * [KhalilDombre]; joint forces stay the same and most of the parameters vanish.
 *
 * @param <S> what the constants are made of
 */
final class CompactRobots<S extends Scalar<S>> {
    /** Moments smaller than this part of a body's largest are rounding. */
    private static final double ROUNDING = 1e-15;

    private final MovingTree tree;
    private final CompactFrames frames;
    private final DoubleFunction<S> constant;
    private final List<MassMoments<Real>> moments = new ArrayList<>();

    private CompactRobots(RobotModel model, DoubleFunction<S> constant, Set<Integer> open) {
        this(model, constant, open, true);
    }

    private CompactRobots(RobotModel model, DoubleFunction<S> constant, Set<Integer> open, boolean regroups) {
        this.constant = constant;
        tree = new MovingTree(model);
        frames = new CompactFrames(tree);
        for (int i = 0; i <= tree.n; i++) {
            moments.add(MassMoments.zero(new Real(0)));
        }
        for (int b = 0; b < tree.carrier.length; b++) {
            if (!open.contains(b)) {
                int i = tree.carrier[b];
                moments.set(i, moments.get(i).plus(inLinkFrame(i, tree.bodyInertia[b])));
            }
        }
        if (regroups) {
            regroup();
        }
    }

    /** A compact robot of which nothing is regrouped: what each link carries is its own. */
    static <S extends Scalar<S>> CompactRobot<S> ungrouped(RobotModel model, DoubleFunction<S> constant) {
        CompactRobots<S> made = new CompactRobots<>(model, constant, Set.of(), false);
        MassMoments<S> none = MassMoments.zero(constant.apply(0));
        List<CompactLink<S>> links = new ArrayList<>();
        for (int i = 0; i <= made.tree.n; i++) {
            links.add(made.link(i, none));
        }
        Vector3 g = model.gravity();
        return new CompactRobot<>(made.vector(g.x(), g.y(), g.z()), links);
    }

    /**
     * A compact robot.
     *
     * @param constant makes constants of the scalar type
     * @param open by body of the model: XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M in the body's frame about its origin, in
     *     place of what the model says
     * @param frictions by coordinate: Coulomb and viscous friction of the joint, in place of what the model says
     */
    static <S extends Scalar<S>> CompactRobot<S> of(
            RobotModel model, DoubleFunction<S> constant, Map<Integer, List<S>> open, Map<Integer, List<S>> frictions) {
        CompactRobots<S> made = new CompactRobots<>(model, constant, open.keySet());
        List<MassMoments<S>> carried = made.openBodies(open);
        List<CompactLink<S>> links = new ArrayList<>();
        for (int i = 0; i <= made.tree.n; i++) {
            CompactLink<S> link = made.link(i, carried.get(i));
            List<S> friction = i == 0 ? null : frictions.get(made.tree.coordinate[i]);
            links.add(friction == null ? link : link.with(made.openFriction(link.friction(), friction)));
        }
        Vector3 g = model.gravity();
        return new CompactRobot<>(made.vector(g.x(), g.y(), g.z()), links);
    }

    /**
     * A compact robot without drives whose inertias are all open.
     *
     * @param base of the base, likewise in its frame; none for a base without inertia
     * @param open by coordinate: XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M of what the joint moves, in the joint's frame
     */
    static <S extends Scalar<S>> CompactRobot<S> ofJoints(
            RobotModel model, DoubleFunction<S> constant, List<S> base, List<List<S>> open) {
        return ofJoints(model, of(model, constant, Map.of(), Map.of()), joints(model, constant), base, open);
    }

    /**
     * The same of a robot whose lengths are those of another.
     *
     * @param links with lengths and gravity
     * @param joints by link: where the joint's frame is on it
     */
    static <S extends Scalar<S>> CompactRobot<S> ofJoints(
            RobotModel model, CompactRobot<S> links, IntFunction<Vector<S>> joints, List<S> base, List<List<S>> open) {
        S zero = links.constant(0);
        CompactRobots<S> made = new CompactRobots<>(model, zero::constant, Set.of());
        List<CompactLink<S>> all = new ArrayList<>();
        for (int i = 0; i <= made.tree.n; i++) {
            MassMoments<S> ofBase = base.isEmpty() ? MassMoments.zero(zero) : moments(base);
            MassMoments<S> moments = i == 0
                    ? ofBase
                    : moments(open.get(made.tree.coordinate[i]))
                            .turnedAboutZ(turn(-made.turnOf(i), zero::constant))
                            .shifted(joints.apply(i));
            all.add(links.link(i).with(moments).withoutDrive());
        }
        return new CompactRobot<>(links.gravityInBase(), all);
    }

    /** The frames of all bodies of the model, given those of the links and where bodies lie on them. */
    static <S extends Scalar<S>> List<dev.catena.textbook.Placement<S>> worldFromBodies(
            RobotModel model,
            List<dev.catena.textbook.Placement<S>> baseFromLinks,
            IntFunction<dev.catena.textbook.Placement<S>> places) {
        int[] carrier = new MovingTree(model).carrier;
        return IntStream.range(0, carrier.length)
                .mapToObj(b -> baseFromLinks.get(carrier[b]).times(places.apply(b)))
                .toList();
    }

    /** Where bodies of the model lie on their links. */
    static <S extends Scalar<S>> IntFunction<dev.catena.textbook.Placement<S>> places(
            RobotModel model, DoubleFunction<S> constant) {
        MovingTree tree = new MovingTree(model);
        CompactFrames frames = new CompactFrames(tree);
        return body -> dev.catena.textbook.Placement.of(
                CompactFrames.snapped(frames.jointFromLink[tree.carrier[body]]
                        .inverse()
                        .times(CompactFrames.pose(tree.jointFromBody[body]))),
                constant);
    }

    /** Where joint frames are on the links that they move. */
    static <S extends Scalar<S>> IntFunction<Vector<S>> joints(RobotModel model, DoubleFunction<S> constant) {
        CompactFrames frames = new CompactFrames(new MovingTree(model));
        return link -> {
            Vector3 p =
                    CompactFrames.snapped(frames.jointFromLink[link].inverse()).position();
            return new Vector<>(constant.apply(p.x()), constant.apply(p.y()), constant.apply(p.z()));
        };
    }

    /** Rotation matrix, row by row, and position. */
    static <S extends Scalar<S>> List<S> numbers(dev.catena.textbook.Placement<S> pose) {
        List<S> numbers = new ArrayList<>();
        List.of(pose.rotation().x(), pose.rotation().y(), pose.rotation().z(), pose.position())
                .forEach(row -> numbers.addAll(row.toList()));
        return numbers;
    }

    /** The link that carries a body. */
    static int linkOf(RobotModel model, int body) {
        return new MovingTree(model).carrier[body];
    }

    /** A body's frame in that of its link. */
    static <S extends Scalar<S>> dev.catena.textbook.Placement<S> linkFromBody(
            RobotModel model, int body, DoubleFunction<S> constant) {
        return linkFromFrame(model, body, Pose.IDENTITY, constant);
    }

    /** A frame on a body, in that of its link. */
    static <S extends Scalar<S>> dev.catena.textbook.Placement<S> linkFromFrame(
            RobotModel model, int body, Pose bodyFromFrame, DoubleFunction<S> constant) {
        MovingTree tree = new MovingTree(model);
        Pose jointFromLink = new CompactFrames(tree).jointFromLink[tree.carrier[body]];
        Pose linkFromFrame = jointFromLink
                .inverse()
                .times(CompactFrames.pose(tree.jointFromBody[body]))
                .times(bodyFromFrame);
        return dev.catena.textbook.Placement.of(CompactFrames.snapped(linkFromFrame), constant);
    }

    /** The bodies of the model on the links, each with its own inertia. */
    static <S extends Scalar<S>> List<CompactBody<S>> bodies(
            RobotModel model, DoubleFunction<S> constant, Map<Integer, List<S>> open) {
        CompactRobots<S> made = new CompactRobots<>(model, constant, Set.of());
        List<CompactBody<S>> bodies = new ArrayList<>();
        for (int b = 0; b < made.tree.carrier.length; b++) {
            int i = made.tree.carrier[b];
            Pose linkFromBody =
                    made.frames.jointFromLink[i].inverse().times(CompactFrames.pose(made.tree.jointFromBody[b]));
            List<S> given = open.get(b);
            MassMoments<S> moments = given == null
                    ? made.constants(snapped(made.inLinkFrame(i, made.tree.bodyInertia[b])))
                    : made.openBody(i, b, given);
            bodies.add(new CompactBody<>(
                    i, dev.catena.textbook.Placement.of(CompactFrames.snapped(linkFromBody), constant), moments));
        }
        return bodies;
    }

    /** The robot with the inertias of some bodies on its links, and no other. */
    static <S extends Scalar<S>> CompactRobot<S> withBodies(CompactRobot<S> robot, List<CompactBody<S>> bodies) {
        List<CompactLink<S>> links = new ArrayList<>();
        for (int i = 0; i < robot.size(); i++) {
            MassMoments<S> sum = MassMoments.zero(robot.constant(0));
            for (CompactBody<S> body : bodies) {
                sum = body.link() == i ? sum.plus(body.moments()) : sum;
            }
            links.add(robot.link(i).with(sum));
        }
        return new CompactRobot<>(robot.gravityInBase(), links);
    }

    private Vector<S> vector(double x, double y, double z) {
        return new Vector<>(constant.apply(x), constant.apply(y), constant.apply(z));
    }

    private static <T extends Scalar<T>> Turn<T> turn(double angle, DoubleFunction<T> constant) {
        return new Turn<>(constant.apply(CompactFrames.cosine(angle)), constant.apply(CompactFrames.sine(angle)));
    }

    private MassMoments<Real> inLinkFrame(int i, Inertia a) {
        DoubleFunction<Real> real = Real::new;
        MassMoments<Real> inJoint = MassMoments.ofTensor(
                real.apply(a.mass),
                new Vector<>(real.apply(a.sx), real.apply(a.sy), real.apply(a.sz)),
                new Symmetric<>(
                        real.apply(a.jxx),
                        real.apply(a.jxy),
                        real.apply(a.jxz),
                        real.apply(a.jyy),
                        real.apply(a.jyz),
                        real.apply(a.jzz)));
        return inLinkFrame(i, inJoint, real);
    }

    private <T extends Scalar<T>> MassMoments<T> inLinkFrame(int i, MassMoments<T> inJoint, DoubleFunction<T> number) {
        Vector3 o = frames.jointFromLink[i].position();
        return inJoint.shifted(new Vector<>(number.apply(-o.x()), number.apply(-o.y()), number.apply(-o.z())))
                .turnedAboutZ(turn(-turnOf(i), number));
    }

    /** φ, the turn of a link frame in its joint frame. */
    private double turnOf(int i) {
        Rotation r = frames.jointFromLink[i].rotation();
        double angle = Math.atan2(r.yx(), r.xx());
        double quarters = Math.rint(angle / (Math.PI / 2));
        return Math.abs(angle - quarters * (Math.PI / 2)) < 4e-15 ? quarters * (Math.PI / 2) : angle;
    }

    private void regroup() {
        Real o = new Real(0);
        for (int i = tree.n; i >= 1; i--) {
            MassMoments<Real> all = snapped(moments.get(i));
            Symmetric<Real> q = all.second();
            MassMoments<Real> moved;
            if (tree.revolute[i]) {
                moved = new MassMoments<>(
                        all.mass(), Vector.alongZ(all.first().z()), new Symmetric<>(o, o, o, o, o, q.zz()));
                moments.set(
                        i,
                        new MassMoments<>(
                                o,
                                new Vector<>(all.first().x(), all.first().y(), o),
                                new Symmetric<>(q.xx(), q.xy(), q.xz(), q.yy(), q.yz(), o)));
            } else {
                moved = new MassMoments<>(o, Vector.zero(o), q);
                moments.set(i, new MassMoments<>(all.mass(), all.first(), Symmetric.zero(o)));
            }
            int parent = tree.parent[i];
            moments.set(parent, moments.get(parent).plus(inParent(i, moved)));
        }
    }

    /** What may be counted with the parent, in the parent's frame; the joint's own angle does not matter to it. */
    private MassMoments<Real> inParent(int i, MassMoments<Real> moved) {
        DoubleFunction<Real> real = Real::new;
        MassMoments<Real> turned = tree.revolute[i] ? moved : moved.turnedAboutZ(turn(frames.offset[i], real));
        Vector3 p = frames.position[i];
        return turned.turnedAboutX(turn(frames.tilt[i], real))
                .turnedAboutZ(turn(frames.across[i], real))
                .shifted(new Vector<>(real.apply(p.x()), real.apply(p.y()), real.apply(p.z())));
    }

    /** Without what is rounding of zero. */
    static MassMoments<Real> snapped(MassMoments<Real> m) {
        double first = size(m.first().values());
        Symmetric<Real> q = m.second();
        double second =
                size(q.xx().value(), q.xy().value(), q.xz().value(), q.yy().value(), q.yz().value(), q.zz().value());
        return new MassMoments<>(
                m.mass(),
                new Vector<>(
                        snapped(m.first().x(), first),
                        snapped(m.first().y(), first),
                        snapped(m.first().z(), first)),
                new Symmetric<>(
                        snapped(q.xx(), second),
                        snapped(q.xy(), second),
                        snapped(q.xz(), second),
                        snapped(q.yy(), second),
                        snapped(q.yz(), second),
                        snapped(q.zz(), second)));
    }

    private static double size(double... numbers) {
        return Arrays.stream(numbers).map(Math::abs).max().orElse(0);
    }

    private static Real snapped(Real x, double size) {
        return Math.abs(x.value()) <= ROUNDING * size ? new Real(0) : x;
    }

    private MassMoments<S> constants(MassMoments<Real> m) {
        return m.map(x -> constant.apply(x.value()));
    }

    private List<MassMoments<S>> openBodies(Map<Integer, List<S>> open) {
        List<MassMoments<S>> carried = new ArrayList<>();
        for (int i = 0; i <= tree.n; i++) {
            carried.add(MassMoments.zero(constant.apply(0)));
        }
        for (Map.Entry<Integer, List<S>> entry : open.entrySet()) {
            int i = tree.carrier[entry.getKey()];
            carried.set(i, carried.get(i).plus(openBody(i, entry.getKey(), entry.getValue())));
        }
        return carried;
    }

    private JointFriction<S> openFriction(JointFriction<S> given, List<S> x) {
        return new JointFriction<>(x.get(0), x.get(1), given.smoothingVelocity(), given.motor());
    }

    private static <S extends Scalar<S>> MassMoments<S> moments(List<S> x) {
        return MassMoments.ofTensor(
                x.get(9),
                new Vector<>(x.get(6), x.get(7), x.get(8)),
                new Symmetric<>(x.get(0), x.get(1), x.get(2), x.get(3), x.get(4), x.get(5)));
    }

    private MassMoments<S> openBody(int i, int body, List<S> x) {
        Placement p = tree.jointFromBody[body];
        Matrix<S> r = new Matrix<>(vector(p.xx, p.xy, p.xz), vector(p.yx, p.yy, p.yz), vector(p.zx, p.zy, p.zz));
        Vector3 o = frames.jointFromLink[i].position();
        return moments(x)
                .turned(r)
                .shifted(vector(p.px - o.x(), p.py - o.y(), p.pz - o.z()))
                .turnedAboutZ(turn(-turnOf(i), constant));
    }

    private CompactLink<S> link(int i, MassMoments<S> open) {
        MassMoments<S> all = constants(snapped(moments.get(i))).plus(open);
        S zero = constant.apply(0);
        if (i == 0) {
            return new CompactLink<>(
                    -1,
                    JointKind.FIXED,
                    -1,
                    Turn.none(zero),
                    Turn.none(zero),
                    Turn.none(zero),
                    Vector.zero(zero),
                    all,
                    JointFriction.none(zero),
                    zero,
                    null);
        }
        int k = tree.coordinate[i];
        Joint joint = tree.jointOf(k);
        Vector3 p = frames.position[i];
        return new CompactLink<>(
                tree.parent[i],
                joint.kind(),
                k,
                turn(frames.across[i], constant),
                turn(frames.tilt[i], constant),
                turn(frames.offset[i], constant),
                vector(p.x(), p.y(), p.z()),
                all,
                JointFriction.of(joint.friction(), joint.drive().motorFriction(), constant),
                constant.apply(joint.drive().reflectedInertia()),
                rotor(k, joint.drive().rotor()));
    }

    private @Nullable GearedRotor<S> rotor(int coordinate, @Nullable Rotor rotor) {
        if (rotor == null) {
            return null;
        }
        SpinningRotor spinning = Arrays.stream(tree.rotors)
                .filter(r -> r.coordinate == coordinate)
                .findFirst()
                .orElseThrow();
        Vector3 axis = frames.jointFromLink[spinning.carrier]
                .rotation()
                .inverse()
                .apply(new Vector3(spinning.axis.x, spinning.axis.y, spinning.axis.z));
        return new GearedRotor<>(
                constant.apply(rotor.inertia()),
                constant.apply(rotor.gearRatio()),
                spinning.carrier,
                vector(unit(axis.x()), unit(axis.y()), unit(axis.z())));
    }

    /** A component of a unit vector without the rounding of zero. */
    private static double unit(double x) {
        return Math.abs(x) <= ROUNDING ? 0 : x;
    }
}
