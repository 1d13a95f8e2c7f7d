package dev.catena.kinematics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kinematics, Jacobians, energy and momentum against the textbook, with derivatives by dual numbers. */
class KinematicsTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 15);
    }

    private static RandomMotion motion(long seed) {
        RandomMotion motion = RandomMotion.of(RandomRobots.everything(seed, (int) seed), seed);
        return seed % 3 == 0 ? motion : motion.withMovingBase(seed);
    }

    private static double[] sixNumbers(Vector<Real> linear, Vector<Real> angular) {
        double[] six = new double[6];
        System.arraycopy(linear.values(), 0, six, 0, 3);
        System.arraycopy(angular.values(), 0, six, 3, 3);
        return six;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void posesAndTheirDerivatives(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        WorldKinematics<Real> expected = new WorldKinematics<>(robot, motion.textbook());
        ForceDerivatives<Real> derivatives = new ForceDerivatives<>(robot, motion.textbook());

        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.qddd());

        double[] six = new double[6];
        double[] twelve = new double[12];
        for (int body = 0; body < model.bodies().size(); body++) {
            String what = "seed %s, body %s".formatted(seed, body);
            Placement<Real> pose = expected.worldFromBody(body);
            Matrix<Real> r = pose.rotation();
            kinematics.worldFromBody(body, twelve);
            double[] expectedPose = new double[12];
            System.arraycopy(r.values(), 0, expectedPose, 0, 9);
            System.arraycopy(pose.position().values(), 0, expectedPose, 9, 3);
            Agreement.check(what, twelve, expectedPose, TOLERANCE);
            kinematics.velocityInWorld(body, six);
            Agreement.check(
                    what,
                    six,
                    sixNumbers(expected.linearVelocityInWorld(body), expected.angularVelocityInWorld(body)),
                    TOLERANCE);
            kinematics.accelerationInWorld(body, six);
            Vector<Real> acceleration =
                    r.times(derivatives.accelerationLessGravity(body)).plus(robot.gravity());
            Agreement.check(
                    what, six, sixNumbers(acceleration, r.times(derivatives.angularAcceleration(body))), TOLERANCE);
            kinematics.jerkInWorld(body, six);
            Agreement.check(
                    what,
                    six,
                    sixNumbers(r.times(derivatives.linearJerk(body)), r.times(derivatives.angularJerk(body))),
                    TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jacobians(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), null, null);
        Jacobian jacobian = new Jacobian(model);
        double[] matrix = new double[6 * n];
        for (int body = 0; body < model.bodies().size(); body++) {
            jacobian.compute(kinematics, body, matrix);
            for (int k = 0; k < n; k++) {
                double[] column = new double[6];
                for (int row = 0; row < 6; row++) {
                    column[row] = matrix[row * n + k];
                }
                String what = "seed %s, body %s, joint %s".formatted(seed, body, k);
                Agreement.check(what, column, derivativeByJoint(motion, body, k), TOLERANCE);
            }
        }
    }

    /** ∂(position)/∂q_k, and the axis of ∂R/∂q_k Rᵀ. */
    private static double[] derivativeByJoint(RandomMotion motion, int body, int k) {
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(motion.model(), x -> Dual.of(x, 0));
        List<Dual<Real>> q = new ArrayList<>();
        for (int i = 0; i < motion.q().length; i++) {
            q.add(Dual.of(motion.q()[i], i == k ? 1 : 0));
        }
        Placement<Real> base = motion.textbook().base().worldFromBase();
        Placement<Dual<Real>> place = new WorldKinematics<>(robot, Motion.atRest(robot, q)).worldFromBody(body);
        Matrix<Dual<Real>> r = place.rotation();
        Matrix<Real> value = new Matrix<>(Duals.values(r.x()), Duals.values(r.y()), Duals.values(r.z()));
        Matrix<Real> spin = Duals.derivatives(r).times(value.transpose());
        Vector<Real> axis = new Vector<>(spin.z().y(), spin.x().z(), spin.y().x());
        return sixNumbers(
                base.rotation().times(Duals.derivatives(place.position())),
                base.rotation().times(axis));
    }

    /** J̇ q̇ is the acceleration at q̈ = 0 less what the base's own acceleration adds. */
    @ParameterizedTest
    @MethodSource("seeds")
    void jacobianRates(long seed) {
        RandomMotion random = motion(seed);
        RobotModel model = random.model();
        int n = model.jointCount();
        RandomMotion.Base base = random.base();
        RandomMotion motion = new RandomMotion(
                model,
                random.q(),
                random.qd(),
                new double[n],
                random.qddd(),
                new RandomMotion.Base(base.worldFromBase(), base.velocity(), Twist.ZERO, base.jerk()),
                random.loads());
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(model, x -> Dual.of(x, 0));
        WorldKinematics<Dual<Real>> inTime =
                new WorldKinematics<>(robot, motion.textbook().alongTime());

        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(random.baseMotion(), random.q(), random.qd(), null, null);
        Jacobian jacobian = new Jacobian(model);
        double[] six = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            jacobian.rateTimesVelocity(kinematics, body, six);
            Agreement.check(
                    "seed %s, body %s".formatted(seed, body),
                    six,
                    sixNumbers(
                            Duals.derivatives(inTime.linearVelocityInWorld(body)),
                            Duals.derivatives(inTime.angularVelocityInWorld(body))),
                    TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void energyAndMomentum(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        EnergyAndMomentum<Real> expected = new EnergyAndMomentum<>(TextbookRobot.of(model), motion.textbook());
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), null, null);
        SystemMotion whole = new SystemMotion(model);
        whole.compute(kinematics);
        String what = "seed " + seed;
        Agreement.check(what, whole.totalMass(), expected.mass().value(), TOLERANCE);
        Agreement.check(what, whole.kineticEnergy(), expected.kineticEnergy().value(), TOLERANCE);
        Agreement.check(
                what, whole.potentialEnergy(), expected.potentialEnergy().value(), TOLERANCE);
        Agreement.check(
                what,
                whole.centerOfMassInWorld().toArray(),
                expected.centerOfMass().values(),
                TOLERANCE);
        Vector3 velocity = whole.centerOfMassVelocityInWorld();
        Vector<Real> linear = expected.linearMomentum();
        Agreement.check(what, velocity.times(whole.totalMass()).toArray(), linear.values(), TOLERANCE);
        double[] six = new double[6];
        whole.momentumInWorldAboutCenterOfMass(six);
        Agreement.check(what, six, sixNumbers(linear, expected.angularMomentumAboutCenter()), TOLERANCE);
    }

    /** Of another body than the pose asked for last. */
    @Test
    void bodiesAreAskedForInAnyOrder() {
        RandomMotion motion = motion(7);
        RobotModel model = motion.model();
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.qddd());
        List<List<Twist>> alone = new ArrayList<>();
        for (int body = 0; body < model.bodies().size(); body++) {
            assertThat(kinematics.worldFromBody(body)).isNotNull();
            alone.add(List.of(
                    kinematics.velocityInWorld(body),
                    kinematics.accelerationInWorld(body),
                    kinematics.jerkInWorld(body)));
        }
        for (int body = model.bodies().size() - 1; body >= 0; body--) {
            assertThat(kinematics.velocityInWorld(body))
                    .isEqualTo(alone.get(body).get(0));
        }
        for (int body = model.bodies().size() - 1; body >= 0; body--) {
            assertThat(kinematics.accelerationInWorld(body))
                    .isEqualTo(alone.get(body).get(1));
            assertThat(kinematics.jerkInWorld(body)).isEqualTo(alone.get(body).get(2));
        }
    }

    /** Mass center and potential energy need no velocities, and go when a computation fails. */
    @ParameterizedTest
    @MethodSource("seeds")
    void positionsAlone(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        EnergyAndMomentum<Real> expected = new EnergyAndMomentum<>(TextbookRobot.of(model), motion.textbook());
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), null, null, null);
        SystemMotion whole = new SystemMotion(model);
        whole.computePositions(kinematics);
        String what = "seed " + seed;
        Agreement.check(
                what, whole.potentialEnergy(), expected.potentialEnergy().value(), TOLERANCE);
        Agreement.check(
                what,
                whole.centerOfMassInWorld().toArray(),
                expected.centerOfMass().values(),
                TOLERANCE);
        assertThatThrownBy(whole::centerOfMassVelocityInWorld).hasMessageContaining("positions alone");
        assertThatThrownBy(whole::momentumInWorldAboutCenterOfMass).hasMessageContaining("positions alone");
        assertThatThrownBy(() -> whole.computePositions(new Kinematics(model)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Kinematics");
        assertThatThrownBy(whole::centerOfMassInWorld).hasMessageContaining("computation failed");
        assertThatThrownBy(whole::potentialEnergy).hasMessageContaining("computation failed");
    }

    /** A posture that was handed out is not used for anything once the kinematics that keep it have failed. */
    @Test
    void aPostureIsAsGoodAsItsKinematics() {
        RobotModel model = RandomRobots.chain(1, 3).build();
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] zero = new double[3];
        double[] tau = new double[3];
        assertThatThrownBy(() -> dynamics.compute(new Posture(model), null, zero, zero, null, tau))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was computed");
        Kinematics kinematics = new Kinematics(model);
        assertThatThrownBy(kinematics::posture).isInstanceOf(IllegalStateException.class);
        kinematics.compute(zero);
        Posture posture = kinematics.posture();
        dynamics.compute(posture, null, zero, zero, null, tau);
        assertThatThrownBy(() -> kinematics.compute(zero, new double[2])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dynamics.compute(posture, null, zero, zero, null, tau))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("computation failed");
        assertThatThrownBy(kinematics::posture).isInstanceOf(IllegalStateException.class);
    }

    /** Two slides in a row, out of reach of any number. */
    @Test
    void placesBeyondTheRangeOfNumbersAreNotHandedOut() {
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(1, Vector3.X, new InertiaTensor(1, 0, 0, 1, 0, 1));
        RobotModel model = RobotModel.builder("far")
                .gravity(-10, 0, 0)
                .link(Joint.revolute("turn", "base", "a"), inertia)
                .link(
                        Joint.prismatic("slide", "a", "b")
                                .with(new JointGeometry(Pose.IDENTITY, Vector3.X, Pose.IDENTITY)),
                        inertia)
                .link(
                        Joint.prismatic("slide2", "b", "c")
                                .with(new JointGeometry(Pose.IDENTITY, Vector3.X, Pose.IDENTITY)),
                        inertia)
                .build();
        Kinematics kinematics = new Kinematics(model);
        Jacobian jacobian = new Jacobian(model);
        SystemMotion whole = new SystemMotion(model);
        double[] far = {0, 1.7e308, 1.7e308};
        double[] fast = {1e200, 1e200, 0};
        kinematics.compute(far, fast);
        for (Executable reading : List.<Executable>of(
                () -> kinematics.worldFromBody(3, new double[12]),
                () -> jacobian.compute(kinematics, 3, new double[18]),
                () -> jacobian.rateTimesVelocity(kinematics, 3, new double[6]),
                () -> whole.computePositions(kinematics))) {
            assertThatThrownBy(reading::execute)
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("beyond the range");
        }
        // slow enough for kinetic energy, not for angular momentum about a far center
        kinematics.compute(new double[] {0, -1e200, 2e200}, new double[] {1e-60, 0, 0});
        assertThatThrownBy(() -> whole.compute(kinematics)).hasMessageContaining("the angular momentum of robot");
        kinematics.compute(new double[] {0, 5e307, 0});
        whole.computePositions(kinematics);
        assertThatThrownBy(whole::potentialEnergy).hasMessageContaining("the potential energy of robot");
    }

    @Test
    void whatWasNotComputedIsNotHandedOut() {
        RobotModel model = RandomRobots.chain(1, 3).build();
        Kinematics kinematics = new Kinematics(model);
        SystemMotion whole = new SystemMotion(model);
        double[] q = new double[3];
        assertThatThrownBy(() -> kinematics.worldFromBody(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(whole::centerOfMassInWorld).isInstanceOf(IllegalStateException.class);
        kinematics.compute(q);
        assertThat(kinematics.worldFromBody(1)).isNotNull();
        assertThatThrownBy(() -> kinematics.velocityInWorld(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> whole.compute(kinematics)).isInstanceOf(IllegalStateException.class);
        kinematics.compute(q, q);
        whole.compute(kinematics);
        assertThat(whole.kineticEnergy()).isZero();
        assertThatThrownBy(() -> kinematics.accelerationInWorld(1)).isInstanceOf(IllegalStateException.class);
        kinematics.compute(q, q, q);
        assertThatThrownBy(() -> kinematics.jerkInWorld(1)).isInstanceOf(IllegalStateException.class);
        kinematics.compute(q);
        assertThatThrownBy(() -> kinematics.velocityInWorld(1)).isInstanceOf(IllegalStateException.class);
        whole.computePositions(kinematics);
        assertThatThrownBy(whole::kineticEnergy).isInstanceOf(IllegalStateException.class);
        // a failed computation leaves nothing behind
        kinematics.compute(q, q);
        assertThatThrownBy(() -> kinematics.compute(q, new double[2])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> kinematics.velocityInWorld(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void wrongLengthsAndOtherRobotsAreRefused() {
        RobotModel model = RandomRobots.chain(1, 3).build();
        RobotModel other = RandomRobots.chain(2, 4).build();
        Kinematics kinematics = new Kinematics(model);
        double[] q = new double[3];
        kinematics.compute(q, q, q, q);
        assertThatThrownBy(() -> kinematics.worldFromBody(4)).hasMessageContaining("there is no body 4");
        assertThatThrownBy(() -> kinematics.worldFromBody(1, new double[11])).hasMessageContaining("needs 12");
        assertThatThrownBy(() -> kinematics.jerkInWorld(1, new double[5])).hasMessageContaining("needs 6");
        assertThatThrownBy(() -> new Jacobian(model).compute(kinematics, 1, new double[17]))
                .hasMessageContaining("needs 18");
        assertThatThrownBy(() -> new Jacobian(model).rateTimesVelocity(kinematics, 1, new double[7]))
                .hasMessageContaining("needs 6");
        for (int none : new int[] {-1, 4}) {
            assertThatThrownBy(() -> new Jacobian(model).compute(kinematics, none, new double[18]))
                    .hasMessageContaining("there is no body " + none);
            assertThatThrownBy(() -> new Jacobian(model).rateTimesVelocity(kinematics, none, new double[6]))
                    .hasMessageContaining("there is no body " + none);
        }
        assertThatThrownBy(() -> new Jacobian(other).compute(kinematics, 1, new double[24]))
                .hasMessageContaining("random-1");
        assertThatThrownBy(() -> new SystemMotion(other).compute(kinematics)).hasMessageContaining("random-1");
        assertThatThrownBy(() -> kinematics.compute(q, q, q, new double[4])).hasMessageContaining("qddd");
    }

    @Test
    void someBodiesMoveAsAmongAll() {
        RobotModel model = RandomRobots.tree(5, 12).build();
        int n = model.jointCount();
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] qddd = new double[n];
        for (int k = 0; k < n; k++) {
            q[k] = Math.sin(k + 1.0);
            qd[k] = Math.cos(2.0 * k);
            qdd[k] = Math.sin(3.0 * k + 1);
            qddd[k] = Math.cos(5.0 * k + 2);
        }
        Kinematics all = new Kinematics(model);
        all.compute(q, qd, qdd, qddd);
        int unknown = 0;
        for (int body = 0; body <= n; body++) {
            Kinematics some = Kinematics.ofBodies(model, body).copy();
            some.compute(q, qd, qdd, qddd);
            assertThat(some.worldFromBody(body)).isEqualTo(all.worldFromBody(body));
            assertThat(some.accelerationInWorld(body)).isEqualTo(all.accelerationInWorld(body));
            assertThat(some.jerkInWorld(body)).isEqualTo(all.jerkInWorld(body));
            double[] expected = new double[6 * n];
            double[] actual = new double[6 * n];
            Jacobian jacobian = new Jacobian(model);
            jacobian.compute(all, body, expected);
            jacobian.compute(some, body, actual);
            assertThat(actual).containsExactly(expected);
            jacobian.rateTimesVelocity(some, body, new double[6]);
            for (int other = 0; other <= n; other++) {
                if (!isCarrier(model, other, body)) {
                    int asked = other;
                    unknown++;
                    assertThatThrownBy(() -> some.worldFromBody(asked))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContainingAll("body " + asked, "of the bodies [" + body + "]");
                    assertThatThrownBy(() -> jacobian.compute(some, asked, actual))
                            .hasMessageContaining("of the bodies");
                }
            }
        }
        assertThat(unknown).isGreaterThan(n);
        Kinematics first = Kinematics.ofBodies(model, 1);
        first.compute(q, qd);
        assertThatThrownBy(() -> new SystemMotion(model).compute(first)).hasMessageContaining("of the bodies [1]");
        assertThatThrownBy(() -> Kinematics.ofBodies(model, n + 1)).hasMessageContaining("there is no body");
    }

    private static boolean isCarrier(RobotModel model, int carrier, int body) {
        int b = body;
        while (b > carrier) {
            b = model.parent(b);
        }
        return b == carrier;
    }
}
