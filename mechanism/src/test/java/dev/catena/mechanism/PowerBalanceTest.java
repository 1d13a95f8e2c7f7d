package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Coupling;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What drives give less what friction takes is the rate of energy: what loops, contacts and couplings carry does no work. */
class PowerBalanceTest {
    private static void checkPower(double power, double rate) {
        assertThat(power).isCloseTo(rate, within(1e-10 * (1 + Math.abs(rate))));
    }

    /** Springs and rotors on all kinds of contacts. */
    @ParameterizedTest
    @CsvSource({
        "1,true,SPHERICAL,REVOLUTE",
        "2,true,FIXED,SPHERICAL",
        "3,true,PRISMATIC,SPHERICAL",
        "4,true,FIXED,FIXED",
        "5,false,SPHERICAL,SPHERICAL",
        "6,false,REVOLUTE,SPHERICAL"
    })
    void elasticDrivesOnContacts(long seed, boolean floats, CutKind one, CutKind other) {
        ElasticWalker w = new ElasticWalker(seed, floats, 6, robot -> RandomDrives.anywhere(robot, seed), one, other);
        double[] a = new double[6];
        double[] qdd = new double[w.width - w.first];
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(w.robot, w.contacts);
        double[] changes = new double[w.width];
        if (floats) {
            dynamics.computeFloating(w.base(), w.x, w.own(w.u), w.tau, w.wrenches(), a, qdd);
            // of components
            double[] turning = {
                w.u[4] * w.u[2] - w.u[5] * w.u[1], w.u[5] * w.u[0] - w.u[3] * w.u[2], w.u[3] * w.u[1] - w.u[4] * w.u[0]
            };
            for (int k = 0; k < 6; k++) {
                changes[k] = k < 3 ? a[k] - turning[k] : a[k];
            }
        } else {
            dynamics.compute(null, w.x, w.own(w.u), w.tau, w.wrenches(), qdd);
        }
        System.arraycopy(qdd, 0, changes, w.first, qdd.length);
        ElasticStand<Dual<Real>> moving = new ElasticStand<>(
                w, number -> Dual.of(number, 0), along(new double[w.width], w.u), along(w.u, changes));
        double power = ElasticStand.of(w).power(ElasticStand.reals(w.tau)).value();
        checkPower(power, moving.energy().derivative().value());
    }

    private static List<Dual<Real>> along(double[] numbers, double[] rates) {
        List<Dual<Real>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(Dual.of(numbers[k], rates[k]));
        }
        return list;
    }

    static Stream<TestMechanisms.Moving> mechanisms() {
        RobotModel geared = GearedLoopTest.geared();
        return Stream.concat(
                TestMechanisms.all().stream(),
                Stream.of(new TestMechanisms.Moving(
                        "geared five-bar", geared, new double[] {1.75}, new double[] {0.9}, new double[] {-1.3})));
    }

    /** A mechanism in motion, by the textbook's tree. */
    private static final class Moved {
        final EnergyAndMomentum<Dual<Real>> sums;
        final Vector<Dual<Real>> gravity;
        double friction;

        Moved(RobotModel robot, LoopKinematics kinematics, BaseMotion base) {
            RobotModel tree = robot.openTree().withoutCouplings();
            int n = robot.jointCount();
            double[][] own = new double[3][n];
            kinematics.positions(own[0]);
            kinematics.velocities(own[1]);
            kinematics.accelerations(own[2]);
            List<List<Real>> all = new ArrayList<>();
            for (int order = 0; order < 3; order++) {
                Real[] numbers = new Real[tree.jointCount()];
                for (Joint joint : robot.movingJoints()) {
                    numbers[tree.coordinate(joint.name())] = new Real(own[order][robot.coordinate(joint.name())]);
                }
                for (Coupling coupling : robot.couplings()) {
                    double leader = own[order][robot.coordinate(coupling.leader())];
                    numbers[tree.coordinate(coupling.joint())] =
                            new Real(coupling.factor() * leader + (order == 0 ? coupling.offset() : 0));
                }
                all.add(List.of(numbers));
            }
            for (Joint joint : tree.movingJoints()) {
                double speed = all.get(1).get(tree.coordinate(joint.name())).value();
                friction += joint.friction().effort(speed) * speed;
            }
            for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
                CutJoint cut = robot.loops().cutJoints().get(c);
                if (!cut.friction().isZero()) {
                    double speed = kinematics.cutVelocity(c);
                    friction += cut.friction().effort(speed) * speed;
                }
            }
            TextbookRobot<Real> reals = TextbookRobot.of(tree, Real::new);
            Motion<Real> motion =
                    Motion.of(reals, all.get(0), all.get(1), all.get(2)).withBase(textbook(base));
            TextbookRobot<Dual<Real>> duals = TextbookRobot.of(tree, x -> Dual.of(x, 0));
            sums = new EnergyAndMomentum<>(duals, motion.alongTime());
            gravity = duals.gravity();
        }

        private static dev.catena.textbook.BaseMotion<Real> textbook(BaseMotion base) {
            Vector<Real> zero = Vector.zero(new Real(0));
            return new dev.catena.textbook.BaseMotion<>(
                    Placement.of(base.pose(), Real::new),
                    Vector.of(base.velocityInBase().linear(), Real::new),
                    Vector.of(base.velocityInBase().angular(), Real::new),
                    Vector.of(base.accelerationInBase().linear(), Real::new),
                    Vector.of(base.accelerationInBase().angular(), Real::new),
                    zero,
                    zero);
        }

        double energyRate() {
            return sums.kineticEnergy().derivative().value()
                    + sums.potentialEnergy().derivative().value();
        }

        private Vector<Dual<Real>> weight() {
            return gravity.times(sums.mass());
        }

        /** What acts on the base: the rate of momentum less gravity. */
        double[] force() {
            return less(sums.linearMomentum(), weight());
        }

        /** The same about the world's origin. */
        double[] moment() {
            return less(sums.angularMomentum(), sums.centerOfMass().cross(weight()));
        }

        private static double[] less(Vector<Dual<Real>> momentum, Vector<Dual<Real>> ofGravity) {
            double[] difference = new double[3];
            for (int k = 0; k < 3; k++) {
                difference[k] = momentum.toList().get(k).derivative().value()
                        - ofGravity.toList().get(k).value();
            }
            return difference;
        }
    }

    private static RobotModel floating(RobotModel robot) {
        return robot.toBuilder()
                .base(robot.base().name(), new RandomNumbers(3).inertia())
                .floating()
                .build();
    }

    private static BaseMotion base() {
        RandomNumbers random = new RandomNumbers(5);
        return new BaseMotion()
                .pose(random.pose(1))
                .velocityInBase(random.vector3(1), random.vector3(1))
                .accelerationInBase(random.vector3(2), random.vector3(2));
    }

    private static double power(double[] efforts, double[] velocities) {
        double sum = 0;
        for (int k = 0; k < efforts.length; k++) {
            sum += efforts[k] * velocities[k];
        }
        return sum;
    }

    /** Nothing holds the base: momentum changes by gravity alone. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void loopsOnFloatingBases(TestMechanisms.Moving m) {
        RobotModel robot = floating(m.robot());
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(robot);
        double[] efforts = new RandomNumbers(6).vector(m.q().length, 5);
        double[] a = new double[6];
        double[] qdd = new double[m.q().length];
        BaseMotion base = base();
        forward.computeFloating(base, m.q(), m.qd(), efforts, null, a, qdd);
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        Moved moved = new Moved(robot, forward.kinematics(), base);
        checkPower(power(efforts, m.qd()) - moved.friction, moved.energyRate());
        double size = Arrays.stream(qdd).map(Math::abs).max().orElseThrow();
        Agreement.check("force", moved.force(), new double[3], 1e-11 * (1 + size));
        Agreement.check("moment", moved.moment(), new double[3], 1e-11 * (1 + size));
    }

    /** Whatever moves the base gives the rate of momentum less gravity. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void loopsOnBasesThatMoveAsTold(TestMechanisms.Moving m) {
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(m.robot());
        double[] efforts = new double[m.q().length];
        BaseMotion base = base();
        inverse.compute(base, m.q(), m.qd(), m.qdd(), null, efforts);
        Moved moved = new Moved(m.robot(), inverse.kinematics(), base);
        double[] v =
                base.pose().rotation().apply(base.velocityInBase().linear()).toArray();
        double[] w =
                base.pose().rotation().apply(base.velocityInBase().angular()).toArray();
        double[] p = base.pose().position().toArray();
        double[] f = moved.force();
        double[] n = moved.moment();
        double[] about = {
            n[0] - p[1] * f[2] + p[2] * f[1], n[1] - p[2] * f[0] + p[0] * f[2], n[2] - p[0] * f[1] + p[1] * f[0]
        };
        checkPower(power(efforts, m.qd()) + power(f, v) + power(about, w) - moved.friction, moved.energyRate());
    }
}
