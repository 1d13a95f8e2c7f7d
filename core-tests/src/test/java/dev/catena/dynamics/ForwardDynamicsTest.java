package dev.catena.dynamics;

import static dev.catena.dynamics.GoldenLoads.sixNumbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Forward dynamics undoes inverse dynamics, whichever way it is computed. */
class ForwardDynamicsTest {
    /** @param way null for the one that is chosen for the robot */
    private record Case(RobotModel model, @Nullable ForwardWay way, long seed) {
        @Override
        public String toString() {
            return way + " of " + model;
        }

        ForwardDynamics forward() {
            return way == null ? ForwardDynamics.of(model) : way.of(model);
        }

        /** The same way for the robot with its base free. */
        ForwardDynamics free() {
            return way == null ? ForwardDynamics.of(model.withFloatingBase()) : way.free(model);
        }

        RandomMotion motion() {
            return RandomMotion.of(model, seed + 1).withMovingBase(seed + 2).withLoads(seed + 3);
        }
    }

    private static final List<Case> CASES = IntStream.of(1, 2, 5, 12, 40, 200)
            .boxed()
            .flatMap(bodies -> cases(500 + bodies, bodies))
            .toList();

    private static final List<Case> SMALL_CASES = LongStream.rangeClosed(1, 8)
            .boxed()
            .flatMap(seed -> cases(seed, 2 + seed.intValue()))
            .toList();

    static List<Case> cases() {
        return CASES;
    }

    private static Stream<Case> cases(long seed, int bodies) {
        RobotModel any = RandomRobots.everything(seed, bodies);
        RobotModel onParents = withRotorsOnParents(any);
        return Stream.concat(
                Stream.of(ForwardWay.values()).map(way -> new Case(onParents, way, seed)),
                Stream.of(new Case(any, null, seed)));
    }

    /** The same robot with every rotor carried by its joint's parent. */
    static RobotModel withRotorsOnParents(RobotModel model) {
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.joints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null) {
                builder.replace(joint.with(new Drive(
                        joint.drive().reflectedInertia(),
                        new Rotor(rotor.inertia(), rotor.gearRatio(), joint.parent(), rotor.axisInCarrier()))));
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void undoesInverseDynamics(Case c) {
        RandomMotion motion = c.motion();
        int n = c.model.jointCount();
        double[] tau = new double[n];
        double[] qdd = new double[n];
        InverseDynamics inverse = new InverseDynamics(c.model);
        inverse.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        ForwardDynamics forward = c.forward();
        forward.compute(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), qdd);
        Agreement.check("accelerations of " + c, qdd, motion.qdd(), 1e-9);

        forward.computeJointWrenches();
        for (int body = 0; body < c.model.bodies().size(); body++) {
            Agreement.check(
                    "wrench of body " + body + " of " + c,
                    sixNumbers(forward.jointWrenchInBody(body)),
                    sixNumbers(inverse.jointWrenchInBody(body)),
                    1e-9);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void undoesInverseDynamicsOnARestingBase(Case c) {
        RandomMotion motion = RandomMotion.of(c.model, c.seed + 4);
        int n = c.model.jointCount();
        double[] tau = new double[n];
        double[] qdd = new double[n];
        new InverseDynamics(c.model).compute(motion.q(), motion.qd(), motion.qdd(), tau);
        c.forward().compute(motion.q(), motion.qd(), tau, qdd);
        Agreement.check("accelerations of " + c, qdd, motion.qdd(), 1e-9);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void undoesFloatingInverseDynamics(Case c) {
        RandomMotion motion = c.motion();
        int n = c.model.jointCount();
        double[] tau = new double[n];
        double[] qdd = new double[n];
        double[] expected = new double[6];
        double[] base = new double[6];
        FloatingInverseDynamics inverse = new FloatingInverseDynamics(c.model.withFloatingBase());
        inverse.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), expected, tau);
        ForwardDynamics forward = c.free();
        forward.computeFloating(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), base, qdd);
        Agreement.check("accelerations of " + c, qdd, motion.qdd(), 1e-9);
        Agreement.check("acceleration of the base of " + c, base, expected, 1e-9);

        forward.computeJointWrenches();
        for (int body = 0; body < c.model.bodies().size(); body++) {
            Agreement.check(
                    "wrench of body " + body + " of " + c,
                    sixNumbers(forward.jointWrenchInBody(body)),
                    sixNumbers(inverse.jointWrenchInBody(body)),
                    1e-9);
        }
    }

    static List<Case> smallCases() {
        return SMALL_CASES;
    }

    /** The textbook's way through the columns of the mass matrix shares no code. */
    @ParameterizedTest
    @MethodSource("smallCases")
    void agreesWithTheTextbook(Case c) {
        RandomMotion motion = c.motion();
        double[] tau = motion.qddd();
        double[] qdd = new double[tau.length];
        ForwardDynamics forward = c.forward();
        forward.compute(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), qdd);
        TextbookRobot<Real> robot = TextbookRobot.of(c.model);
        double[] expected =
                Duals.values(new MassMatrixByInverseDynamics<>(robot).accelerations(motion.textbook(), Real.list(tau)));
        Agreement.check("accelerations of " + c, qdd, expected, 1e-11);
    }

    /**
     * A thousand bodies in a row: what inverse dynamics makes of the accelerations are the torques again, to 1e-13 of
     * the 5e5 Nm that gravity alone takes.
     */
    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void aThousandBodies(ForwardWay way) {
        RobotModel model =
                RandomRobots.chain(3, 1000).prismaticShare(0.2).baseInertia().build();
        RandomMotion motion = RandomMotion.of(model, 3).withMovingBase(4);
        double[] qd = motion.qd();
        double[] tau = motion.qddd();
        for (int k = 0; k < 1000; k++) {
            // slow joints, so that the speed at the tip stays reasonable
            qd[k] *= 0.01;
        }
        double[] qdd = new double[1000];
        double[] again = new double[1000];
        double[] base = new double[6];
        ForwardDynamics forward = way.of(model);
        InverseDynamics inverse = new InverseDynamics(model);

        forward.compute(motion.q(), qd, tau, qdd);
        inverse.compute(motion.q(), qd, qdd, again);
        Agreement.check("torques", again, tau, 1e-7);

        way.free(model).computeFloating(motion.baseMotion(), motion.q(), qd, tau, null, base, qdd);
        new FloatingInverseDynamics(model.withFloatingBase())
                .compute(motion.baseMotion(), motion.q(), qd, qdd, null, base, again);
        Agreement.check("torques on a floating base", again, tau, 1e-7);
    }

    @Test
    void theFastestThatCanDoTheRobotIsChosen() {
        RobotModel any = RandomRobots.everything(42, 12);
        assertThat(ForwardDynamics.of(withRotorsOnParents(any))).isInstanceOf(ArticulatedForwardDynamics.class);
        assertThat(ForwardDynamics.of(any)).isInstanceOf(DenseForwardDynamics.class);
    }

    /** A rotor on its joint's child, the only one of the robot, or on a body welded to the parent. */
    @Test
    void rotorsHaveToSitOnParentsInTheRecursions() {
        RobotModel bare = RandomRobots.chain(7, 4).fixedShare(0).build();
        Joint third = bare.movingJoints().get(2);
        RobotModel onChild = bare.toBuilder()
                .replace(third.with(Drive.of(
                        new Rotor(1e-3, 20, third.child(), third.geometry().axisInJoint()))))
                .build();
        for (ForwardWay way : new ForwardWay[] {ForwardWay.ARTICULATED, ForwardWay.PROXIMAL}) {
            assertThatThrownBy(() -> way.of(onChild))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "robot \"random-7\" has a rotor that is not carried by its joint's parent, that of joint"
                                    + " \"joint3\"; use ForwardDynamics.of(model)");
        }
        assertThatThrownBy(() -> new InverseMassMatrix(onChild))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a rotor that is not carried by its joint's parent");
    }

    @ParameterizedTest
    @EnumSource
    void wrenchesWaitForAccelerations(ForwardWay way) {
        RobotModel model = RandomRobots.tree(5, 4).build();
        ForwardDynamics forward = way.of(model);
        double[] zero = new double[model.jointCount()];
        assertThatThrownBy(forward::computeJointWrenches)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was computed yet");
        forward.compute(zero, zero, zero, zero.clone());
        assertThatThrownBy(() -> forward.jointWrenchInBody(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("call computeJointWrenches before asking for a joint wrench");
        assertThatThrownBy(() -> forward.jointWrenchInBody(0, new double[6]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("call computeJointWrenches before asking for a joint wrench");
        forward.computeJointWrenches();
        assertThat(forward.jointWrenchInBody(0)).isNotNull();
        // another computation makes the wrenches stale
        forward.compute(zero, zero, zero, zero.clone());
        assertThatThrownBy(() -> forward.jointWrenchInBody(0)).isInstanceOf(IllegalStateException.class);
    }
}
