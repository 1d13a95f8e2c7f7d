package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.algebra.Cholesky;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Load;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Efforts with derivatives on bases that move as told, or are free, under wrenches, against the textbook and themselves. */
class TaylorOnBaseTest {
    private static final int ORDER = 3;

    /** Of positions, so that accelerations have the order wanted. */
    private static final int DERIVATIVES = ORDER + 3;

    private static RobotModel tree(long seed) {
        return RandomRobots.tree(seed, 1 + (int) seed)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .bodyFrames()
                .friction()
                .build()
                .withFloatingBase();
    }

    private static double[][] random(int size, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        double[][] derivatives = new double[DERIVATIVES][];
        Arrays.setAll(derivatives, d -> random.vector(size, 1));
        return derivatives;
    }

    private static Taylor<Real> series(double[][] derivatives, int k) {
        List<Real> all = new ArrayList<>();
        for (double[] derivative : derivatives) {
            all.add(new Real(derivative[k]));
        }
        return Taylor.ofDerivatives(all);
    }

    private static Taylor<Real> constant(double x) {
        return Taylor.constant(new Real(x), DERIVATIVES - 1);
    }

    private static double derivative(Taylor<Real> series, int d) {
        double factorial = 1;
        for (int k = 2; k <= d; k++) {
            factorial *= k;
        }
        return factorial * series.c().get(d).value();
    }

    private static double[] derivative(List<Taylor<Real>> series, int d) {
        return series.stream().mapToDouble(part -> derivative(part, d)).toArray();
    }

    private static List<Taylor<Real>> six(Vector<Taylor<Real>> first, Vector<Taylor<Real>> second) {
        List<Taylor<Real>> all = new ArrayList<>(first.toList());
        all.addAll(second.toList());
        return all;
    }

    private static Vector<Taylor<Real>> rate(Vector<Taylor<Real>> x) {
        return new Vector<>(x.x().rate(), x.y().rate(), x.z().rate());
    }

    /** A base at p(t), turned by α(t) about z, then by β(t) about its x; so ω = (β′, α′ sin β, α′ cos β). */
    private record Ride(
            Placement<Taylor<Real>> place,
            Vector<Taylor<Real>> velocity,
            Vector<Taylor<Real>> acceleration,
            Vector<Taylor<Real>> omega) {
        static Ride of(long seed) {
            double[][] x = random(5, seed);
            Taylor<Real> alpha = series(x, 3);
            Taylor<Real> beta = series(x, 4);
            Taylor<Real> ca = alpha.cosine();
            Taylor<Real> sa = alpha.sine();
            Taylor<Real> cb = beta.cosine();
            Taylor<Real> sb = beta.sine();
            Matrix<Taylor<Real>> turn = new Matrix<>(
                    new Vector<>(ca, sa.times(cb).negate(), sa.times(sb)),
                    new Vector<>(sa, ca.times(cb), ca.times(sb).negate()),
                    new Vector<>(constant(0), sb, cb));
            Vector<Taylor<Real>> p = new Vector<>(series(x, 0), series(x, 1), series(x, 2));
            return new Ride(
                    new Placement<>(turn, p),
                    turn.transposeTimes(rate(p)),
                    turn.transposeTimes(rate(rate(p))),
                    new Vector<>(
                            beta.rate(), alpha.rate().times(sb), alpha.rate().times(cb)));
        }

        /** Components in base axes. */
        double[][] velocities() {
            double[][] all = new double[ORDER + 2][];
            Arrays.setAll(all, d -> derivative(six(velocity, omega), d));
            return all;
        }

        dev.catena.textbook.BaseMotion<Taylor<Real>> textbook() {
            Vector<Taylor<Real>> none = Vector.zero(constant(0));
            return new dev.catena.textbook.BaseMotion<>(place, velocity, omega, acceleration, rate(omega), none, none);
        }

        BaseMotion now() {
            double[][] R = Stream.of(
                            place.rotation().x(),
                            place.rotation().y(),
                            place.rotation().z())
                    .map(part -> derivative(part.toList(), 0))
                    .toArray(double[][]::new);
            Rotation turn =
                    Rotation.aboutZ(Math.atan2(R[1][0], R[0][0])).times(Rotation.aboutX(Math.atan2(R[2][1], R[2][2])));
            double[] p = derivative(place.position().toList(), 0);
            return new BaseMotion().pose(new Pose(turn, new Vector3(p[0], p[1], p[2])));
        }
    }

    /** Constant in the axes of bodies, and of the world. */
    private static ExternalWrenches constant(RandomMotion given) {
        ExternalWrenches wrenches = new ExternalWrenches(given.model());
        given.loads()
                .forEach((body, load) -> wrenches.inBody(
                                body, load.inBody().force(), load.inBody().moment())
                        .inWorld(body, load.inWorld().force(), load.inWorld().moment()));
        return wrenches;
    }

    private static Map<Integer, Load<Taylor<Real>>> loads(
            RandomMotion given, TextbookRobot<Taylor<Real>> robot, Motion<Taylor<Real>> motion) {
        WorldKinematics<Taylor<Real>> kinematics = new WorldKinematics<>(robot, motion);
        Map<Integer, Load<Taylor<Real>>> loads = new TreeMap<>();
        given.loads().forEach((body, load) -> {
            Matrix<Taylor<Real>> turn = kinematics.worldFromBody(body).rotation();
            loads.put(
                    body,
                    Load.constant(new Wrench<>(
                            turn.transposeTimes(ofWorld(load.inWorld().force()))
                                    .plus(ofWorld(load.inBody().force())),
                            turn.transposeTimes(ofWorld(load.inWorld().moment()))
                                    .plus(ofWorld(load.inBody().moment())))));
        });
        return loads;
    }

    private static Vector<Taylor<Real>> ofWorld(Vector3 x) {
        return Vector.of(x, TaylorOnBaseTest::constant);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatARiddenRobotTakesIsThatOfTheTextbook(long seed) {
        RobotModel robot = RandomDrives.rigid(tree(seed), seed);
        int n = robot.jointCount();
        double[][] motion = random(n, seed);
        Ride ride = Ride.of(seed + 10);
        RandomMotion given = RandomMotion.of(robot, seed).withLoads(seed);
        double[][] ofBase = new double[ORDER + 1][6];
        double[][] rows = new double[ORDER + 1][n];
        TaylorInverseDynamics taylor =
                TaylorInverseDynamics.floating(robot, ORDER).copy();
        assertThat(taylor.order()).isEqualTo(ORDER);
        taylor.computeOnBase(ride.now(), ride.velocities(), motion, constant(given), ofBase, rows);

        TextbookRobot<Taylor<Real>> textbook = TextbookRobot.of(robot, TaylorOnBaseTest::constant);
        List<Taylor<Real>> q = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            q.add(series(motion, k));
        }
        List<Taylor<Real>> qd = q.stream().map(Taylor::rate).toList();
        Motion<Taylor<Real>> along = Motion.of(
                        textbook, q, qd, qd.stream().map(Taylor::rate).toList())
                .withBase(ride.textbook());
        NewtonEuler<Taylor<Real>> expected =
                new NewtonEuler<>(textbook, along.withLoads(loads(given, textbook, along)));
        Wrench<Taylor<Real>> reaction = expected.baseReaction();
        for (int d = 0; d <= ORDER; d++) {
            String name = "seed %s, derivative %s".formatted(seed, d);
            Agreement.check(name, rows[d], derivative(expected.torques(), d), 1e-11);
            Agreement.check(name, ofBase[d], derivative(six(reaction.force(), reaction.moment()), d), 1e-11);
        }
    }

    /** The motion of a free base, found derivative by derivative so that nothing has to hold it, takes the same of the joints. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingHoldsAFreeBaseAtAnyTime(long seed) {
        RobotModel robot = RandomDrives.anywhere(tree(seed), seed);
        TaylorInverseDynamics taylor = TaylorInverseDynamics.floating(robot, ORDER);
        int size = new ElasticCoordinates(robot).size();
        double[][] motion = random(size, seed);
        RandomMotion given = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        BaseMotion base = given.baseMotion();
        double[] acceleration = new double[6];
        double[][] expected = new double[ORDER + 1][size];
        taylor.computeFloating(base, motion, constant(given), acceleration, expected);

        Vector3 v = base.velocityInBase().linear();
        Vector3 w = base.velocityInBase().angular();
        double[][] velocities = new double[ORDER + 2][6];
        velocities[0] = new double[] {v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
        double[] inertia = inertia(taylor, base, motion);
        double[][] ofBase = new double[ORDER + 1][6];
        double[][] rows = new double[ORDER + 1][size];
        for (int d = 0; d <= ORDER; d++) {
            taylor.computeOnBase(base, velocities, motion, constant(given), ofBase, rows);
            double[] right = Arrays.stream(ofBase[d]).map(x -> -x).toArray();
            Cholesky.solve(inertia, 6, right);
            velocities[d + 1] = right;
        }
        taylor.computeOnBase(base, velocities, motion, constant(given), ofBase, rows);
        for (int d = 0; d <= ORDER; d++) {
            Agreement.check("seed %s, derivative %s".formatted(seed, d), rows[d], expected[d], 1e-9);
        }
        double[] classical = velocities[1].clone();
        Vector3 turned = w.cross(v);
        classical[0] += turned.x();
        classical[1] += turned.y();
        classical[2] += turned.z();
        Agreement.check("base, seed " + seed, acceleration, classical, 1e-10);
    }

    /** Of all bodies about the base's origin, factored: what a unit acceleration of the base takes. */
    private static double[] inertia(TaylorInverseDynamics taylor, BaseMotion base, double[][] motion) {
        double[][] rows = new double[ORDER + 1][motion[0].length];
        double[][] at = new double[ORDER + 1][6];
        taylor.computeOnBase(base, new double[ORDER + 2][6], motion, null, at, rows);
        double[] still = at[0].clone();
        double[] inertia = new double[36];
        for (int c = 0; c < 6; c++) {
            double[][] unit = new double[ORDER + 2][6];
            unit[1][c] = 1;
            taylor.computeOnBase(base, unit, motion, null, at, rows);
            for (int r = 0; r < 6; r++) {
                inertia[6 * r + c] = at[0][r] - still[r];
            }
        }
        assertThat(Cholesky.factor(inertia, 6)).isNegative();
        return inertia;
    }

    /** What the environment exerts, base and joints need not. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rowsOfAWrenchAreWhatItSpares(long seed) {
        RobotModel robot = RandomDrives.anywhere(tree(seed), seed);
        TaylorInverseDynamics taylor = TaylorInverseDynamics.floating(robot, ORDER);
        int size = new ElasticCoordinates(robot).size();
        double[][] motion = random(size, seed);
        Ride ride = Ride.of(seed);
        double[] wrench = new RandomNumbers(seed).vector(6, 3);
        double[][][] ofBase = new double[3][ORDER + 1][6];
        double[][][] rows = new double[3][ORDER + 1][size];
        taylor.computeOnBase(ride.now(), ride.velocities(), motion, null, ofBase[0], rows[0]);
        for (int body = 0; body < robot.bodies().size(); body++) {
            ExternalWrenches wrenches = new ExternalWrenches(robot)
                    .inBody(body, wrench[0], wrench[1], wrench[2], wrench[3], wrench[4], wrench[5]);
            taylor.computeOnBase(ride.now(), ride.velocities(), motion, wrenches, ofBase[1], rows[1]);
            taylor.wrenchRows(motion, body, wrench, ofBase[2], rows[2]);
            for (int d = 0; d <= ORDER; d++) {
                Agreement.check("base, body " + body, sum(ofBase[1][d], ofBase[2][d]), ofBase[0][d], 1e-11);
                Agreement.check("joints, body " + body, sum(rows[1][d], rows[2][d]), rows[0][d], 1e-11);
            }
        }
    }

    private static double[] sum(double[] a, double[] b) {
        double[] sum = a.clone();
        Arrays.setAll(sum, k -> a[k] + b[k]);
        return sum;
    }

    /** On a base at rest: what inertia and gravity take, then friction, less what wrenches spare. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void partsAddUp(long seed) {
        RobotModel floating = RandomDrives.anywhere(tree(seed), seed);
        TaylorInverseDynamics taylor = new TaylorInverseDynamics(floating.withFixedBase(), ORDER);
        int size = new ElasticCoordinates(floating).size();
        double[][] motion = random(size, seed);
        double[][] velocity = Arrays.copyOfRange(motion, 1, DERIVATIVES);
        double[][] rows = new double[ORDER + 1][size];
        taylor.computeInertial(motion, velocity, Arrays.copyOfRange(motion, 2, DERIVATIVES), true, rows);
        taylor.addFriction(velocity, rows);
        double[][] all = new double[ORDER + 1][size];
        taylor.compute(motion, all);
        RandomMotion given = RandomMotion.of(floating.withFixedBase(), seed).withLoads(seed);
        double[][] loaded = new double[ORDER + 1][size];
        taylor.compute(motion, constant(given), loaded);
        double[][] expected = new double[ORDER + 1][size];
        TaylorInverseDynamics.floating(floating, ORDER)
                .computeOnBase(
                        new BaseMotion(),
                        new double[ORDER + 2][6],
                        motion,
                        constant(RandomMotion.of(floating, seed).withLoads(seed)),
                        new double[ORDER + 1][6],
                        expected);
        for (int d = 0; d <= ORDER; d++) {
            Agreement.check("parts, derivative " + d, rows[d], all[d], 1e-12);
            Agreement.check("loaded, derivative " + d, loaded[d], expected[d], 1e-12);
        }
    }
}
