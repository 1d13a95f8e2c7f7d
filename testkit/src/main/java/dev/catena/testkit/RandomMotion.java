package dev.catena.testkit;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One instant of a robot's motion with random numbers, for the fast algorithms and for the textbook alike.
 *
 * @param base how the base moves, in base axes; at rest in the world's origin for a fixed one
 * @param loads external wrenches by body index
 */
@SuppressWarnings("ArrayRecordComponent")
public record RandomMotion(
        RobotModel model,
        double[] q,
        double[] qd,
        double[] qdd,
        double[] qddd,
        Base base,
        Map<Integer, BodyLoad> loads) {

    public RandomMotion {
        loads = Collections.unmodifiableMap(new TreeMap<>(loads));
    }

    /**
     * A base that moves in a prescribed way: inertial derivatives in base axes.
     *
     * @param velocity of the origin, and ω
     * @param acceleration classical, of the origin, and γ
     * @param jerk of the origin, and ι
     */
    public record Base(Pose worldFromBase, Twist velocity, Twist acceleration, Twist jerk) {
        public static final Base AT_REST = new Base(Pose.IDENTITY, Twist.ZERO, Twist.ZERO, Twist.ZERO);
    }

    /** What acts on a body, about its origin: a part given in its axes and a part given in world axes, with rates. */
    public record BodyLoad(Wrench inBody, Wrench rateInBody, Wrench inWorld, Wrench rateInWorld) {}

    /** Joints that move, on a base at rest. */
    public static RandomMotion of(RobotModel model, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        int n = model.jointCount();
        return new RandomMotion(
                model,
                random.vector(n, 2),
                random.vector(n, 2),
                random.vector(n, 2),
                random.vector(n, 2),
                Base.AT_REST,
                Map.of());
    }

    /** The same on a base that moves. */
    public RandomMotion withMovingBase(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        Base moving = new Base(
                random.pose(2),
                new Twist(random.vector3(1), random.vector3(1)),
                new Twist(random.vector3(3), random.vector3(2)),
                new Twist(random.vector3(3), random.vector3(2)));
        return new RandomMotion(model, q, qd, qdd, qddd, moving, loads);
    }

    /** The same with external wrenches on about half of the bodies, some in body axes, some in world axes, some both. */
    public RandomMotion withLoads(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        Map<Integer, BodyLoad> map = new TreeMap<>();
        for (int body = 0; body < model.bodies().size(); body++) {
            boolean inBody = random.chance(0.5);
            boolean inWorld = random.chance(0.3);
            if (inBody || inWorld) {
                map.put(
                        body,
                        new BodyLoad(
                                inBody ? random.wrench(5) : Wrench.ZERO,
                                inBody ? random.wrench(5) : Wrench.ZERO,
                                inWorld ? random.wrench(5) : Wrench.ZERO,
                                inWorld ? random.wrench(5) : Wrench.ZERO));
            }
        }
        return new RandomMotion(model, q, qd, qdd, qddd, base, map);
    }

    /** For the fast algorithms. */
    public BaseMotion baseMotion() {
        return new BaseMotion()
                .pose(base.worldFromBase())
                .velocityInBase(base.velocity().linear(), base.velocity().angular())
                .accelerationInBase(
                        base.acceleration().linear(), base.acceleration().angular())
                .jerkInBase(base.jerk().linear(), base.jerk().angular());
    }

    /** For the fast algorithms. */
    public ExternalWrenches wrenches() {
        ExternalWrenches wrenches = new ExternalWrenches(model);
        loads.forEach((body, load) -> wrenches.inBody(body, load.inBody.force(), load.inBody.moment())
                .rateInBody(body, load.rateInBody.force(), load.rateInBody.moment())
                .inWorld(body, load.inWorld.force(), load.inWorld.moment())
                .rateInWorld(body, load.rateInWorld.force(), load.rateInWorld.moment()));
        return wrenches;
    }

    /** For the textbook. */
    public Motion<Real> textbook() {
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        Motion<Real> motion = Motion.of(robot, Real.list(q), Real.list(qd), Real.list(qdd))
                .withJerk(Real.list(qddd))
                .withBase(textbookBase());
        return motion.withLoads(loadsInBody(motion));
    }

    private dev.catena.textbook.BaseMotion<Real> textbookBase() {
        return new dev.catena.textbook.BaseMotion<>(
                Placement.of(base.worldFromBase(), Real::new),
                Vector.of(base.velocity().linear(), Real::new),
                Vector.of(base.velocity().angular(), Real::new),
                Vector.of(base.acceleration().linear(), Real::new),
                Vector.of(base.acceleration().angular(), Real::new),
                Vector.of(base.jerk().linear(), Real::new),
                Vector.of(base.jerk().angular(), Real::new));
    }

    /** All loads in body axes; the part given in world axes is turned, and the turning differentiated, by dual numbers. */
    private Map<Integer, Load<Real>> loadsInBody(Motion<Real> motion) {
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(model, x -> Dual.of(x, 0));
        WorldKinematics<Dual<Real>> kinematics = new WorldKinematics<>(robot, motion.alongTime());
        Map<Integer, Load<Real>> map = new TreeMap<>();
        loads.forEach((body, load) -> {
            var turn = kinematics.worldFromBody(body).rotation();
            Vector<Dual<Real>> force = turn.transposeTimes(dual(load.inWorld.force(), load.rateInWorld.force()))
                    .plus(dual(load.inBody.force(), load.rateInBody.force()));
            Vector<Dual<Real>> moment = turn.transposeTimes(dual(load.inWorld.moment(), load.rateInWorld.moment()))
                    .plus(dual(load.inBody.moment(), load.rateInBody.moment()));
            map.put(
                    body,
                    new Load<>(
                            new dev.catena.textbook.Wrench<>(Duals.values(force), Duals.values(moment)),
                            new dev.catena.textbook.Wrench<>(Duals.derivatives(force), Duals.derivatives(moment))));
        });
        return map;
    }

    private static Vector<Dual<Real>> dual(Vector3 value, Vector3 rate) {
        return new Vector<>(Dual.of(value.x(), rate.x()), Dual.of(value.y(), rate.y()), Dual.of(value.z(), rate.z()));
    }
}
