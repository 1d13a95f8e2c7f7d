package dev.catena.dynamics;

import static dev.catena.dynamics.GoldenLoads.sixNumbers;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A free robot changes its momentum as the outside makes it, whatever its drives do. Rates come from dual numbers. */
class FloatingBaseTest {
    static Stream<Arguments> robots() {
        return LongStream.rangeClosed(1, 10)
                .boxed()
                .flatMap(seed -> Arrays.stream(ForwardWay.values()).map(way -> Arguments.of(seed, way)));
    }

    private static RobotModel robot(long seed) {
        return ForwardDynamicsTest.withRotorsOnParents(RandomRobots.everything(seed, (int) seed + 1));
    }

    /** Joints and base as torques accelerate them; the torques are random. */
    private static RandomMotion free(RobotModel model, ForwardWay way, long seed, boolean loaded) {
        RandomMotion start = RandomMotion.of(model, seed).withMovingBase(seed);
        start = loaded ? start.withLoads(seed) : start;
        double[] base = new double[6];
        double[] qdd = new double[model.jointCount()];
        way.free(model)
                .computeFloating(
                        start.baseMotion(),
                        start.q(),
                        start.qd(),
                        start.qddd(),
                        loaded ? start.wrenches() : null,
                        base,
                        qdd);
        return new RandomMotion(
                model,
                start.q(),
                start.qd(),
                qdd,
                start.qddd(),
                new RandomMotion.Base(
                        start.base().worldFromBase(),
                        start.base().velocity(),
                        new Twist(new Vector3(base[0], base[1], base[2]), new Vector3(base[3], base[4], base[5])),
                        start.base().jerk()),
                start.loads());
    }

    private static EnergyAndMomentum<Dual<Real>> inTime(RandomMotion motion) {
        return new EnergyAndMomentum<>(
                TextbookRobot.of(motion.model(), x -> Dual.of(x, 0)),
                motion.textbook().alongTime());
    }

    @ParameterizedTest
    @MethodSource("robots")
    void momentumIsConservedWithoutGravity(long seed, ForwardWay way) {
        RobotModel model = robot(seed).toBuilder().gravity(0, 0, 0).build();
        EnergyAndMomentum<Dual<Real>> whole = inTime(free(model, way, seed, false));
        String what = "seed " + seed;
        Agreement.check(what, Duals.derivatives(whole.linearMomentum()).values(), new double[3], 1e-11);
        Agreement.check(what, Duals.derivatives(whole.angularMomentum()).values(), new double[3], 1e-11);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void theMassCenterFallsAsAStone(long seed, ForwardWay way) {
        RobotModel model = robot(seed);
        EnergyAndMomentum<Dual<Real>> whole = inTime(free(model, way, seed, false));
        double[] weight = model.gravity().times(whole.mass().value()).toArray();
        String what = "seed " + seed;
        Agreement.check(what, Duals.derivatives(whole.linearMomentum()).values(), weight, 1e-12);
        double[] spin = Duals.derivatives(whole.angularMomentumAboutCenter()).values();
        Agreement.check(what, spin, new double[3], 1e-11);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void loadsAndWeightChangeTheMomentum(long seed, ForwardWay way) {
        RobotModel model = robot(seed);
        RandomMotion motion = free(model, way, seed, true);
        EnergyAndMomentum<Dual<Real>> whole = inTime(motion);
        Motion<Real> slow = motion.textbook();
        WorldKinematics<Real> places = new WorldKinematics<>(TextbookRobot.of(model), slow);
        Vector<Real> force = Vector.of(model.gravity().times(whole.mass().value()), Real::new);
        Vector<Real> moment = Duals.values(whole.centerOfMass()).cross(force);
        for (Map.Entry<Integer, Load<Real>> load : slow.loads().entrySet()) {
            Wrench<Real> inWorld =
                    places.worldFromBody(load.getKey()).apply(load.getValue().wrench());
            force = force.plus(inWorld.force());
            moment = moment.plus(inWorld.moment());
        }
        String what = "seed " + seed;
        Agreement.check(what, Duals.derivatives(whole.linearMomentum()).values(), force.values(), 1e-12);
        Agreement.check(what, Duals.derivatives(whole.angularMomentum()).values(), moment.values(), 1e-12);
    }

    /** A uniform gravity accelerates the base, and nothing else is different. */
    @ParameterizedTest
    @MethodSource("robots")
    void gravityDoesNotMoveTheJoints(long seed, ForwardWay way) {
        RobotModel model = robot(seed);
        RandomMotion falling = free(model, way, seed, true);
        RandomMotion weightless = free(model.toBuilder().gravity(0, 0, 0).build(), way, seed, true);
        Agreement.check("seed " + seed, falling.qdd(), weightless.qdd(), 1e-11);
        Vector3 difference = falling.base()
                .acceleration()
                .linear()
                .minus(weightless.base().acceleration().linear());
        Vector3 g = falling.base().worldFromBase().rotation().inverse().apply(model.gravity());
        Agreement.check("seed " + seed, difference.toArray(), g.toArray(), 1e-11);
    }

    /** A base moved as it would move by itself needs no wrench, and the joints cannot tell. */
    @ParameterizedTest
    @MethodSource("robots")
    void aBaseMovedAsItWouldMoveFreelyNeedsNothing(long seed, ForwardWay way) {
        RobotModel model = robot(seed);
        RandomMotion motion = free(model, way, seed, true);
        BaseMotion base = motion.baseMotion();
        double[] qdd = new double[model.jointCount()];
        ForwardDynamics forward = way.of(model);
        forward.compute(base, motion.q(), motion.qd(), motion.qddd(), motion.wrenches(), qdd);
        Agreement.check("seed " + seed, qdd, motion.qdd(), 1e-10);
        forward.computeJointWrenches();
        Agreement.check("seed " + seed, sixNumbers(forward.jointWrenchInBody(0)), new double[6], 1e-10);
    }
}
