package dev.catena.sensitivity;

import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomMotion;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
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

/**
 * A random motion with some of its numbers varied by dual numbers. Whatever follows from them follows along: wrenches in
 * world axes turn the other way than bodies do, loads change with the state.
 *
 * <p>Numbers are named by their order (0 for q or the base's pose, 1 for velocities, 2 for accelerations, 3 for jerks) and
 * index.
 */
final class VariedMotion {
    private final RandomMotion motion;
    private final List<StateLoad> loads;
    private final TextbookRobot<Dual<Real>> dualRobot;

    VariedMotion(RandomMotion motion, List<StateLoad> loads) {
        this.motion = motion;
        this.loads = loads;
        dualRobot = TextbookRobot.of(motion.model(), x -> Dual.of(x, 0));
    }

    TextbookRobot<Dual<Real>> dualRobot() {
        return dualRobot;
    }

    /** Numbers of which one, or none for −1, has derivative 1. */
    static List<Dual<Real>> varied(double[] numbers, int index) {
        List<Dual<Real>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(Dual.of(numbers[k], k == index ? 1 : 0));
        }
        return list;
    }

    /** Numbers varied along two directions, whose numbers begin at an index; directions that end before it do not vary. */
    private static List<Dual<Dual<Real>>> varied(double[] numbers, double[] a, double[] b, int at) {
        List<Dual<Dual<Real>>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            boolean varies = at + k < a.length;
            list.add(new Dual<>(Dual.of(numbers[k], varies ? a[at + k] : 0), Dual.of(varies ? b[at + k] : 0, 0)));
        }
        return list;
    }

    /** One joint number varied. */
    Motion<Dual<Real>> byJoint(int order, int k) {
        return of(
                dualRobot,
                varied(motion.q(), order == 0 ? k : -1),
                varied(motion.qd(), order == 1 ? k : -1),
                varied(motion.qdd(), order == 2 ? k : -1),
                varied(motion.qddd(), order == 3 ? k : -1),
                base(x -> Dual.of(x, 0)));
    }

    /** All joints varied together, along directions of q, q̇ and q̈. */
    Motion<Dual<Real>> along(double[] q, double[] qd, double[] qdd) {
        return of(
                dualRobot,
                along(motion.q(), q),
                along(motion.qd(), qd),
                along(motion.qdd(), qdd),
                varied(motion.qddd(), -1),
                base(x -> Dual.of(x, 0)));
    }

    private static List<Dual<Real>> along(double[] numbers, double[] direction) {
        List<Dual<Real>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(Dual.of(numbers[k], direction[k]));
        }
        return list;
    }

    /** One of the base's six: its pose by the tangent in base axes, or a number of its velocity or acceleration. */
    Motion<Dual<Real>> byBase(int order, int k) {
        return of(
                dualRobot,
                varied(motion.q(), -1),
                varied(motion.qd(), -1),
                varied(motion.qdd(), -1),
                varied(motion.qddd(), -1),
                base(order, k));
    }

    /** The acceleration of joints and base changing in any direction beside one number of another kind. */
    Motion<Dual<Real>> with(Motion<Dual<Real>> varied, double[] baseChange, double[] jointChange) {
        List<Dual<Real>> qdd = new ArrayList<>();
        for (int k = 0; k < jointChange.length; k++) {
            qdd.add(varied.acceleration().get(k).plus(Dual.of(0, jointChange[k])));
        }
        BaseMotion<Dual<Real>> base = varied.base();
        return new Motion<>(
                varied.q(),
                varied.velocity(),
                qdd,
                varied.jerk(),
                new BaseMotion<>(
                        base.worldFromBase(),
                        base.linearVelocity(),
                        base.angularVelocity(),
                        base.linearAcceleration().plus(rate(baseChange, 0)),
                        base.angularAcceleration().plus(rate(baseChange, 3)),
                        base.linearJerk(),
                        base.angularJerk()),
                varied.loads());
    }

    private static Vector<Dual<Real>> rate(double[] x, int at) {
        return new Vector<>(Dual.of(0, x[at]), Dual.of(0, x[at + 1]), Dual.of(0, x[at + 2]));
    }

    /** All joints varied along two directions, which have numbers of q, q̇, q̈ and perhaps q⃛. */
    Motion<Dual<Dual<Real>>> twice(TextbookRobot<Dual<Dual<Real>>> robot, double[] a, double[] b) {
        int n = motion.q().length;
        return of(
                robot,
                varied(motion.q(), a, b, 0),
                varied(motion.qd(), a, b, n),
                varied(motion.qdd(), a, b, 2 * n),
                varied(motion.qddd(), a, b, 3 * n),
                base(number -> Dual.constant(Dual.of(number, 0))));
    }

    /** Base and joints varied along two directions, which have six and n numbers each of position, velocity, acceleration. */
    Motion<Dual<Dual<Real>>> twiceFloating(TextbookRobot<Dual<Dual<Real>>> robot, double[] a, double[] b) {
        int width = 6 + motion.q().length;
        BaseMotion<Dual<Dual<Real>>> still = base(number -> Dual.constant(Dual.of(number, 0)));
        // R exp(hat χ) to second order, p + R δ
        Matrix<Dual<Dual<Real>>> r = still.worldFromBase().rotation();
        Matrix<Dual<Dual<Real>>> hat = Matrix.hat(infinitesimal(a, b, 3));
        Matrix<Dual<Dual<Real>>> turned =
                r.plus(r.times(hat)).plus(r.times(hat.times(hat)).times(robot.constant(0.5)));
        BaseMotion<Dual<Dual<Real>>> moved = new BaseMotion<>(
                new Placement<>(turned, still.worldFromBase().position().plus(r.times(infinitesimal(a, b, 0)))),
                still.linearVelocity().plus(infinitesimal(a, b, width)),
                still.angularVelocity().plus(infinitesimal(a, b, width + 3)),
                still.linearAcceleration().plus(infinitesimal(a, b, 2 * width)),
                still.angularAcceleration().plus(infinitesimal(a, b, 2 * width + 3)),
                still.linearJerk(),
                still.angularJerk());
        return of(
                robot,
                varied(motion.q(), a, b, 6),
                varied(motion.qd(), a, b, width + 6),
                varied(motion.qdd(), a, b, 2 * width + 6),
                varied(motion.qddd(), a, b, 3 * width),
                moved);
    }

    private static Vector<Dual<Dual<Real>>> infinitesimal(double[] a, double[] b, int at) {
        List<Dual<Dual<Real>>> numbers = varied(new double[3], a, b, at);
        return new Vector<>(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    static TextbookRobot<Dual<Dual<Real>>> hyperDual(RobotModel model) {
        return TextbookRobot.of(model, x -> Dual.constant(Dual.of(x, 0)));
    }

    private <S extends Scalar<S>> BaseMotion<S> base(DoubleFunction<S> constant) {
        RandomMotion.Base base = motion.base();
        return new BaseMotion<>(
                Placement.of(base.worldFromBase(), constant),
                Vector.of(base.velocity().linear(), constant),
                Vector.of(base.velocity().angular(), constant),
                Vector.of(base.acceleration().linear(), constant),
                Vector.of(base.acceleration().angular(), constant),
                Vector.of(base.jerk().linear(), constant),
                Vector.of(base.jerk().angular(), constant));
    }

    private BaseMotion<Dual<Real>> base(int order, int k) {
        BaseMotion<Dual<Real>> still = base(x -> Dual.of(x, 0));
        RandomMotion.Base base = motion.base();
        Placement<Dual<Real>> pose = still.worldFromBase();
        if (order == 0) {
            // R (1 + hat χ), p + R δ
            Vector<Dual<Real>> turn = unit(k - 3);
            Matrix<Dual<Real>> r = pose.rotation();
            pose = new Placement<>(
                    r.plus(r.times(Matrix.hat(turn))), pose.position().plus(r.times(unit(k))));
        }
        return new BaseMotion<>(
                pose,
                varied(base.velocity(), order == 1 ? k : -9, 0),
                varied(base.velocity(), order == 1 ? k : -9, 3),
                varied(base.acceleration(), order == 2 ? k : -9, 0),
                varied(base.acceleration(), order == 2 ? k : -9, 3),
                still.linearJerk(),
                still.angularJerk());
    }

    private static Vector<Dual<Real>> varied(Twist twist, int k, int first) {
        Vector3 v = first == 0 ? twist.linear() : twist.angular();
        return Vector.of(v, x -> Dual.of(x, 0)).plus(unit(k - first));
    }

    private static Vector<Dual<Real>> unit(int k) {
        return new Vector<>(Dual.of(0, k == 0 ? 1 : 0), Dual.of(0, k == 1 ? 1 : 0), Dual.of(0, k == 2 ? 1 : 0));
    }

    private <S extends Scalar<S>> Motion<S> of(
            TextbookRobot<S> robot, List<S> q, List<S> qd, List<S> qdd, List<S> qddd, BaseMotion<S> base) {
        Motion<S> plain = Motion.of(robot, q, qd, qdd).withJerk(qddd).withBase(base);
        if (motion.loads().isEmpty() && loads.isEmpty()) {
            return plain;
        }
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, plain);
        S zero = robot.constant(0);
        Map<Integer, Load<S>> inBody = new TreeMap<>();
        motion.loads().forEach((body, load) -> {
            Matrix<S> turn = kinematics.worldFromBody(body).rotation();
            Vector<S> omega = turn.transposeTimes(kinematics.angularVelocityInWorld(body));
            Wrench<S> world = turned(turn, load.inWorld(), robot);
            Wrench<S> rate = turned(turn, load.rateInWorld(), robot);
            // in body axes, what stays in the world turns by −ω
            Wrench<S> turning = new Wrench<>(omega.cross(world.force()), omega.cross(world.moment()));
            inBody.put(
                    body,
                    new Load<>(
                            world.plus(wrench(load.inBody(), robot)),
                            rate.minus(turning).plus(wrench(load.rateInBody(), robot))));
        });
        for (StateLoad load : loads) {
            Matrix<S> turn = kinematics.worldFromBody(load.body()).rotation();
            Load<S> before = inBody.getOrDefault(load.body(), Load.constant(Wrench.zero(zero)));
            inBody.put(
                    load.body(),
                    new Load<>(before.wrench().plus(load.inBody(turn, zero, q, qd, qdd)), before.componentRate()));
        }
        return plain.withLoads(inBody);
    }

    private static <S extends Scalar<S>> Wrench<S> wrench(dev.catena.model.Wrench w, TextbookRobot<S> robot) {
        return new Wrench<>(Vector.of(w.force(), robot::constant), Vector.of(w.moment(), robot::constant));
    }

    private static <S extends Scalar<S>> Wrench<S> turned(
            Matrix<S> turn, dev.catena.model.Wrench w, TextbookRobot<S> robot) {
        Wrench<S> world = wrench(w, robot);
        return new Wrench<>(turn.transposeTimes(world.force()), turn.transposeTimes(world.moment()));
    }
}
