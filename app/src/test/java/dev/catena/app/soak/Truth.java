package dev.catena.app.soak;

import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomMotion;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Link;
import dev.catena.textbook.Load;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.RunningError;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A robot for the textbook with thirty digits and error bounds, or with numbers made of those (dual ones).
 *
 * <p>What a program may turn into other axes is as exact as its largest component, not each for itself: bounds of rotations are one,
 * those of vectors their length. It may also put frames anywhere on the joint axes: positions are as exact as the longest, and
 * inertias as the mass at that distance, which a body has in that frame though its center be on the axis.
 */
final class Truth<S extends Scalar<S>> {
    private final RobotModel model;
    private final Function<RunningError, S> lift;
    private final double largestLength;
    private final TextbookRobot<S> robot;

    Truth(RobotModel model, Function<RunningError, S> lift) {
        this.model = model;
        this.lift = lift;
        List<Link<RunningError>> own = TextbookRobot.of(model, RunningError::of).links();
        double length = 0;
        for (Link<RunningError> link : own) {
            length = Math.max(length, size(link.parentFromLink().position()));
            length = Math.max(length, size(link.linkFromBody().position()));
        }
        largestLength = length;
        List<Link<S>> links = new ArrayList<>();
        own.forEach(link -> links.add(link(link)));
        robot = TextbookRobot.of(vector(model.gravity()), links);
    }

    TextbookRobot<S> robot() {
        return robot;
    }

    /** No frame is farther from the base. */
    double reach(double[] q) {
        double reach = 0;
        for (Link<S> link : robot.links()) {
            reach += link.parentFromLink().position().norm().value()
                    + link.linkFromBody().position().norm().value();
            reach += link.kind() == JointKind.PRISMATIC ? Math.abs(q[link.coordinate()]) : 0;
        }
        return reach;
    }

    /** By coordinate: the mass of all that a joint moves. */
    void massesBeyond(double[] massesOut) {
        double[] beyond = new double[robot.size()];
        for (int body = robot.size() - 1; body > 0; body--) {
            Link<S> link = robot.link(body);
            beyond[body] += link.mass().value();
            beyond[link.parent()] += beyond[body];
            if (link.kind().moves()) {
                massesOut[link.coordinate()] = beyond[body];
            }
        }
    }

    /** The same robot under no gravity. */
    TextbookRobot<S> weightless() {
        return robot.withoutGravity();
    }

    S number(double x) {
        return lift.apply(RunningError.of(x));
    }

    List<S> numbers(double[] x) {
        List<S> list = new ArrayList<>();
        for (double number : x) {
            list.add(number(number));
        }
        return list;
    }

    Vector<S> vector(Vector3 v) {
        return vector(Vector.of(v, RunningError::of));
    }

    private Vector<S> vector(Vector<RunningError> v) {
        return map(v, size(v));
    }

    private static double size(Vector<RunningError> v) {
        return Math.max(Math.abs(v.x().value()), Math.max(Math.abs(v.y().value()), Math.abs(v.z().value())));
    }

    private Vector<S> map(Vector<RunningError> v, double error) {
        return new Vector<>(
                lift.apply(v.x().withError(error)),
                lift.apply(v.y().withError(error)),
                lift.apply(v.z().withError(error)));
    }

    private Matrix<S> matrix(Matrix<RunningError> m, double error) {
        return new Matrix<>(map(m.x(), error), map(m.y(), error), map(m.z(), error));
    }

    private Placement<S> placement(Placement<RunningError> p) {
        return new Placement<>(matrix(p.rotation(), 1), map(p.position(), Math.max(largestLength, size(p.position()))));
    }

    private Link<S> link(Link<RunningError> link) {
        Matrix<RunningError> tensor = link.tensorAboutCenter();
        double arm = Math.max(largestLength, size(link.center()));
        double largest = link.mass().value() * arm * arm;
        for (double x : tensor.values()) {
            largest = Math.max(largest, Math.abs(x));
        }
        GearedRotor<RunningError> rotor = link.rotor();
        return new Link<>(
                link.name(),
                link.parent(),
                link.kind(),
                link.coordinate(),
                placement(link.parentFromLink()),
                placement(link.linkFromBody()),
                lift.apply(link.mass()),
                map(link.center(), arm),
                matrix(tensor, largest),
                friction(link.friction()),
                lift.apply(link.reflectedInertia()),
                rotor == null
                        ? null
                        : new GearedRotor<>(
                                lift.apply(rotor.inertia()),
                                lift.apply(rotor.gearRatio()),
                                rotor.carrier(),
                                map(rotor.axis(), 1)));
    }

    private JointFriction<S> friction(JointFriction<RunningError> friction) {
        @Nullable JointFriction<RunningError> motor = friction.motor();
        return new JointFriction<>(
                lift.apply(friction.coulomb()),
                lift.apply(friction.viscous()),
                lift.apply(friction.smoothingVelocity()),
                motor == null ? null : friction(motor));
    }

    BaseMotion<S> base(RandomMotion.Base base) {
        DoubleFunction<RunningError> number = RunningError::of;
        return new BaseMotion<>(
                placement(Placement.of(base.worldFromBase(), number)),
                vector(base.velocity().linear()),
                vector(base.velocity().angular()),
                vector(base.acceleration().linear()),
                vector(base.acceleration().angular()),
                vector(base.jerk().linear()),
                vector(base.jerk().angular()));
    }

    /** A motion without variation. */
    Motion<S> motion(RandomMotion motion) {
        return motion(
                motion,
                numbers(motion.q()),
                numbers(motion.qd()),
                numbers(motion.qdd()),
                numbers(motion.qddd()),
                base(motion.base()));
    }

    /** A motion with the loads of another; those in world axes turn the other way than bodies do. */
    Motion<S> motion(RandomMotion of, List<S> q, List<S> qd, List<S> qdd, List<S> qddd, BaseMotion<S> base) {
        Motion<S> plain = Motion.of(robot, q, qd, qdd).withJerk(qddd).withBase(base);
        if (of.loads().isEmpty()) {
            return plain;
        }
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, plain);
        Map<Integer, Load<S>> inBody = new TreeMap<>();
        of.loads().forEach((body, load) -> {
            Matrix<S> turn = kinematics.worldFromBody(body).rotation();
            Vector<S> omega = turn.transposeTimes(kinematics.angularVelocityInWorld(body));
            Wrench<S> world = turned(turn, load.inWorld());
            Wrench<S> rate = turned(turn, load.rateInWorld());
            // in body axes, what stays in the world turns by −ω
            Wrench<S> turning = new Wrench<>(omega.cross(world.force()), omega.cross(world.moment()));
            inBody.put(
                    body,
                    new Load<>(
                            world.plus(wrench(load.inBody())),
                            rate.minus(turning).plus(wrench(load.rateInBody()))));
        });
        return plain.withLoads(inBody);
    }

    private Wrench<S> wrench(dev.catena.model.Wrench w) {
        return new Wrench<>(vector(w.force()), vector(w.moment()));
    }

    private Wrench<S> turned(Matrix<S> turn, dev.catena.model.Wrench w) {
        return new Wrench<>(turn.transposeTimes(vector(w.force())), turn.transposeTimes(vector(w.moment())));
    }

    RobotModel model() {
        return model;
    }

    /** Acceleration of the base in six numbers. */
    static RandomMotion withBaseAcceleration(RandomMotion motion, double[] a, double[] qdd) {
        RandomMotion.Base base = motion.base();
        return new RandomMotion(
                motion.model(),
                motion.q(),
                motion.qd(),
                qdd,
                motion.qddd(),
                new RandomMotion.Base(
                        base.worldFromBase(),
                        base.velocity(),
                        new Twist(new Vector3(a[0], a[1], a[2]), new Vector3(a[3], a[4], a[5])),
                        base.jerk()),
                motion.loads());
    }
}
