package dev.catena.textbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recursions of the textbook agree with each other, on random trees with everything. */
class TextbookIdentitiesTest {
    private static Dual<Real> constant(double x) {
        return Dual.of(x, 0);
    }

    private static RandomMotion motion(long seed) {
        return RandomMotion.of(RandomRobots.everything(seed, 9), seed)
                .withMovingBase(seed)
                .withLoads(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void ratesAreDerivativesByTime(long seed) {
        RandomMotion random = motion(seed);
        Motion<Real> motion = random.textbook();
        TextbookRobot<Real> robot = TextbookRobot.of(random.model());
        NewtonEuler<Dual<Real>> dual = new NewtonEuler<>(
                TextbookRobot.of(random.model(), TextbookIdentitiesTest::constant), motion.alongTime());
        ForceDerivatives<Real> printed = new ForceDerivatives<>(robot, motion);
        ForceDerivativesInComponents<Real> components = new ForceDerivativesInComponents<>(robot, motion);

        double[] torques = Duals.values(dual.torques());
        double[] rates = Duals.derivatives(dual.torques());
        String what = "seed " + seed;
        Agreement.check(what, Duals.values(printed.torques()), torques, 1e-12);
        Agreement.check(what, Duals.values(components.torques()), torques, 1e-12);
        Agreement.check(what, Duals.values(printed.torqueRates()), rates, 1e-12);
        Agreement.check(what, Duals.values(components.torqueRates()), rates, 1e-12);
        for (int body = 0; body < robot.size(); body++) {
            what = "seed %s, body %s".formatted(seed, body);
            Wrench<Real> componentRate = Duals.derivatives(dual.jointWrench(body));
            Agreement.check(what, components.jointWrenchComponentRate(body).values(), componentRate.values(), 1e-12);
            // ẋ = x′ + ω × x
            Vector<Real> w = printed.angularVelocity(body);
            Wrench<Real> wrench = printed.jointWrench(body);
            Wrench<Real> turning = new Wrench<>(w.cross(wrench.force()), w.cross(wrench.moment()));
            Agreement.check(
                    what,
                    printed.jointWrenchRate(body).values(),
                    componentRate.plus(turning).values(),
                    1e-12);
            Agreement.check(what, components.jointWrench(body).values(), wrench.values(), 1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void motionsOfLinksAreDerivativesOfPlaces(long seed) {
        RandomMotion random = motion(seed);
        TextbookRobot<Real> robot = TextbookRobot.of(random.model());
        ForceDerivatives<Real> forces = new ForceDerivatives<>(robot, random.textbook());
        // place with three derivatives by time
        TextbookRobot<Dual<Dual<Dual<Real>>>> third =
                TextbookRobot.of(random.model(), x -> Dual.constant(Dual.constant(constant(x))));
        WorldKinematics<Dual<Dual<Dual<Real>>>> places = new WorldKinematics<>(
                third, random.textbook().alongTime().alongTime().alongTime());
        for (int body = 0; body < robot.size(); body++) {
            String what = "seed %s, body %s".formatted(seed, body);
            Placement<Dual<Dual<Dual<Real>>>> place = places.worldFromBody(body);
            Vector<Dual<Dual<Dual<Real>>>> p = place.position();
            Matrix<Real> r = real(real(real(place.rotation())));
            Vector<Real> acceleration = rate(rate(real(p)));
            Vector<Real> jerk = rate(rate(rate(p)));
            Vector<Dual<Dual<Dual<Real>>>> w = places.angularVelocityInWorld(body);
            Agreement.check(
                    what,
                    r.times(forces.angularVelocity(body)).values(),
                    real(real(real(w))).values(),
                    1e-12);
            Agreement.check(
                    what,
                    r.times(forces.angularAcceleration(body)).values(),
                    rate(real(real(w))).values(),
                    1e-12);
            Agreement.check(
                    what,
                    r.times(forces.angularJerk(body)).values(),
                    rate(rate(real(w))).values(),
                    1e-12);
            Vector<Real> lessGravity = acceleration.minus(robot.gravity());
            Agreement.check(what, r.times(forces.accelerationLessGravity(body)).values(), lessGravity.values(), 1e-12);
            Agreement.check(what, r.times(forces.linearJerk(body)).values(), jerk.values(), 1e-12);
            Agreement.check(
                    what,
                    real(real(real(places.linearVelocityInWorld(body)))).values(),
                    rate(real(real(p))).values(),
                    1e-12);
        }
    }

    private static <S extends Scalar<S>> Vector<S> real(Vector<Dual<S>> v) {
        return new Vector<>(v.x().real(), v.y().real(), v.z().real());
    }

    private static <S extends Scalar<S>> Vector<S> rate(Vector<Dual<S>> v) {
        return new Vector<>(v.x().derivative(), v.y().derivative(), v.z().derivative());
    }

    private static <S extends Scalar<S>> Matrix<S> real(Matrix<Dual<S>> m) {
        return new Matrix<>(real(m.x()), real(m.y()), real(m.z()));
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void moreDigitsGiveTheSame(long seed) {
        RandomMotion random = RandomMotion.of(RandomRobots.everything(seed, 8), seed);
        RobotModel model = random.model();
        TextbookRobot<DoubleDouble> precise = TextbookRobot.of(model, DoubleDouble::of);
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        Motion<DoubleDouble> motion = Motion.of(
                        precise, precise(random.q()), precise(random.qd()), precise(random.qdd()))
                .withJerk(precise(random.qddd()));
        ForceDerivatives<DoubleDouble> a = new ForceDerivatives<>(precise, motion);
        ForceDerivativesInComponents<DoubleDouble> b = new ForceDerivativesInComponents<>(precise, motion);
        ForceDerivatives<Real> c = new ForceDerivatives<>(robot, random.textbook());

        String what = "seed " + seed;
        Agreement.check(what, Duals.values(c.torques()), Duals.values(a.torques()), 1e-13);
        Agreement.check(what, Duals.values(c.torqueRates()), Duals.values(a.torqueRates()), 1e-13);
        for (int k = 0; k < model.jointCount(); k++) {
            // placements are given in doubles, so that their rotations are exact to 1e-16 only
            double scale = 1 + Math.abs(a.torqueRates().get(k).value());
            double difference =
                    a.torqueRates().get(k).minus(b.torqueRates().get(k)).value();
            assertThat(Math.abs(difference) / scale).as("%s, joint %s", what, k).isLessThan(1e-13);
        }
    }

    private static List<DoubleDouble> precise(double[] x) {
        return Arrays.stream(x).mapToObj(DoubleDouble::of).toList();
    }

    /** With rotations that are exact in doubles, two routes to the same number agree to thirty digits. */
    @Test
    void twoRoutesAgreeToThirtyDigits() {
        RandomNumbers numbers = new RandomNumbers(5);
        RobotModelBuilder builder = RobotModel.builder("exact");
        Rotation[] turns = {
            new Rotation(1, 0, 0, 0, 0, -1, 0, 1, 0), new Rotation(0, 0, 1, 1, 0, 0, 0, 1, 0), Rotation.IDENTITY
        };
        for (int i = 1; i <= 6; i++) {
            Joint joint = i == 3
                    ? Joint.prismatic("j" + i, i == 1 ? "base" : "b" + (i - 1), "b" + i)
                    : Joint.revolute("j" + i, i == 1 ? "base" : "b" + (i - 1), "b" + i);
            Pose pose = new Pose(turns[i % 3], numbers.vector3(0.5));
            builder.link(joint.at(pose, Vector3.Z), numbers.inertia());
        }
        TextbookRobot<DoubleDouble> robot = TextbookRobot.of(builder.build(), DoubleDouble::of);
        Motion<DoubleDouble> motion = Motion.of(
                        robot,
                        precise(numbers.vector(6, 2)),
                        precise(numbers.vector(6, 2)),
                        precise(numbers.vector(6, 2)))
                .withJerk(precise(numbers.vector(6, 2)));
        List<DoubleDouble> a = new ForceDerivatives<>(robot, motion).torqueRates();
        List<DoubleDouble> b = new ForceDerivativesInComponents<>(robot, motion).torqueRates();
        for (int k = 0; k < 6; k++) {
            double scale = 1 + Math.abs(a.get(k).value());
            assertThat(Math.abs(a.get(k).minus(b.get(k)).value()) / scale)
                    .as("joint %s", k)
                    .isLessThan(1e-28);
        }
    }
}
