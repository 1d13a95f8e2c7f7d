package dev.catena.textbook;

import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A robot in some scalar type: link 0 is the base, parents come before children, and fixed joints are kept. Derived
 * constants (axes, inertias in link frames) are computed in that scalar type from the doubles of the model. Bodies are unified with their motors, and drives are rigid, springs or not.
 */
public final class TextbookRobot<S extends Scalar<S>> {
    private final S zero;
    private final Vector<S> gravity;
    private final List<Link<S>> links;
    private final int jointCount;

    private TextbookRobot(S zero, Vector<S> gravity, List<Link<S>> links, int jointCount) {
        this.zero = zero;
        this.gravity = gravity;
        this.links = List.copyOf(links);
        this.jointCount = jointCount;
    }

    /** A robot in doubles. */
    public static TextbookRobot<Real> of(RobotModel model) {
        return of(model, Real::new);
    }

    /**
     * A robot whose constants are made by a function, such as {@code Real::new} or {@code DoubleDouble::of}.
     *
     * @throws IllegalArgumentException if it has closed loops, or joints that follow others
     */
    public static <S extends Scalar<S>> TextbookRobot<S> of(RobotModel model, DoubleFunction<S> constant) {
        model.requireTree("the textbook");
        List<Placement<S>> linkFromBody = new ArrayList<>();
        for (int i = 0; i < model.bodies().size(); i++) {
            linkFromBody.add(linkFromBody(model.jointOf(i).orElse(null), constant));
        }
        List<Link<S>> links = new ArrayList<>();
        for (int i = 0; i < model.bodies().size(); i++) {
            links.add(link(model, i, linkFromBody, constant));
        }
        return new TextbookRobot<>(constant.apply(0), Vector.of(model.gravity(), constant), links, model.jointCount());
    }

    /** A robot put together from its links, for instance with symbols as parameters. */
    public static <S extends Scalar<S>> TextbookRobot<S> of(Vector<S> gravityInWorld, List<Link<S>> links) {
        int joints = (int) links.stream().filter(link -> link.kind().moves()).count();
        return new TextbookRobot<>(gravityInWorld.x().constant(0), gravityInWorld, links, joints);
    }

    private static <S extends Scalar<S>> Link<S> link(
            RobotModel model, int i, List<Placement<S>> linkFromBody, DoubleFunction<S> constant) {
        S zero = constant.apply(0);
        SpatialInertia inertia = model.bodies().get(i).inertia();
        Placement<S> own = linkFromBody.get(i);
        S mass = constant.apply(inertia.mass());
        Vector<S> center = own.apply(Vector.of(inertia.centerOfMass(), constant));
        Matrix<S> tensor = Matrix.of(inertia.tensorAboutCenter(), constant).rotated(own.rotation());
        String name = model.bodies().get(i).name();
        Joint joint = model.jointOf(i).orElse(null);
        if (joint == null) {
            return new Link<>(
                    name,
                    -1,
                    JointKind.FIXED,
                    -1,
                    Placement.identity(zero),
                    own,
                    mass,
                    center,
                    tensor,
                    JointFriction.none(zero),
                    zero,
                    null);
        }
        return new Link<>(
                name,
                model.parent(i),
                joint.kind(),
                joint.kind().moves() ? model.coordinate(joint.name()) : -1,
                linkFromBody
                        .get(model.parent(i))
                        .times(Placement.of(joint.geometry().parentFromJoint(), constant))
                        .times(Placement.rotation(jointFromLink(joint, constant))),
                own,
                mass,
                center,
                tensor,
                JointFriction.of(joint.friction(), joint.drive().motorFriction(), constant),
                constant.apply(joint.drive().reflectedInertia()),
                rotor(model, joint.drive().rotor(), linkFromBody, constant));
    }

    /** The body frame in the link frame: jointFromLinkᵀ · jointFromBody; the identity for the base. */
    private static <S extends Scalar<S>> Placement<S> linkFromBody(@Nullable Joint joint, DoubleFunction<S> constant) {
        if (joint == null) {
            return Placement.identity(constant.apply(0));
        }
        JointGeometry geometry = joint.geometry();
        return Placement.rotation(jointFromLink(joint, constant).transpose())
                .times(Placement.of(geometry.jointFromBody(), constant));
    }

    /** A constant rotation that leads from z to the joint axis; the identity for the z axis and for fixed joints. */
    private static <S extends Scalar<S>> Matrix<S> jointFromLink(Joint joint, DoubleFunction<S> constant) {
        Vector3 axis = joint.geometry().axisInJoint();
        if (!joint.kind().moves() || (axis.x() == 0 && axis.y() == 0 && axis.z() > 0)) {
            return Matrix.of(Rotation.IDENTITY, constant);
        }
        // any unit vector across the axis completes the frame
        Vector<S> z = unit(axis, constant);
        Vector3 across = Math.abs(axis.x()) > Math.abs(axis.y()) ? Vector3.Y : Vector3.X;
        Vector<S> y = z.cross(Vector.of(across, constant));
        y = y.times(z.x().constant(1).dividedBy(y.norm()));
        return new Matrix<>(y.cross(z), y, z).transpose();
    }

    private static <S extends Scalar<S>> Vector<S> unit(Vector3 v, DoubleFunction<S> constant) {
        Vector<S> u = Vector.of(v, constant);
        return u.times(constant.apply(1).dividedBy(u.norm()));
    }

    private static <S extends Scalar<S>> @Nullable GearedRotor<S> rotor(
            RobotModel model, @Nullable Rotor rotor, List<Placement<S>> linkFromBody, DoubleFunction<S> constant) {
        if (rotor == null) {
            return null;
        }
        int carrier = model.bodyIndex(rotor.carrier());
        return new GearedRotor<>(
                constant.apply(rotor.inertia()),
                constant.apply(rotor.gearRatio()),
                carrier,
                linkFromBody.get(carrier).rotation().times(unit(rotor.axisInCarrier(), constant)));
    }

    /** The same robot in another gravity, given in world coordinates. */
    public TextbookRobot<S> withGravity(Vector<S> gravityInWorld) {
        return new TextbookRobot<>(zero, gravityInWorld, links, jointCount);
    }

    public TextbookRobot<S> withoutGravity() {
        return withGravity(Vector.zero(zero));
    }

    public TextbookRobot<S> withoutFriction() {
        List<Link<S>> frictionless =
                links.stream().map(link -> link.with(JointFriction.none(zero))).toList();
        return new TextbookRobot<>(zero, gravity, frictionless, jointCount);
    }

    /** All links; the base comes first. */
    public List<Link<S>> links() {
        return links;
    }

    public Link<S> link(int body) {
        return links.get(body);
    }

    /** How many links there are, the base included. */
    public int size() {
        return links.size();
    }

    public int jointCount() {
        return jointCount;
    }

    /** In world coordinates. */
    public Vector<S> gravity() {
        return gravity;
    }

    public S constant(double value) {
        return zero.constant(value);
    }

    /** A joint vector of zeros. */
    public List<S> zeros() {
        return Collections.nCopies(jointCount, zero);
    }

    /** Complains about motions of other robots. */
    void check(Motion<S> motion) {
        checkLength("q", motion.q());
        checkLength("velocity", motion.velocity());
        checkLength("acceleration", motion.acceleration());
        checkLength("jerk", motion.jerk());
        for (int body : motion.loads().keySet()) {
            if (body < 0 || body >= size()) {
                throw new IllegalArgumentException(
                        "a load acts on body %s, but the robot has bodies 0 to %s".formatted(body, size() - 1));
            }
        }
    }

    void checkLength(String name, List<S> jointVector) {
        if (jointVector.size() != jointCount) {
            throw new IllegalArgumentException(
                    "%s has %s numbers, but the robot has %s joints".formatted(name, jointVector.size(), jointCount));
        }
    }

    /** A joint's entry of a joint vector; zero for a joint that has none. */
    S at(List<S> jointVector, int body) {
        int k = links.get(body).coordinate();
        return k < 0 ? zero : jointVector.get(k);
    }
}
