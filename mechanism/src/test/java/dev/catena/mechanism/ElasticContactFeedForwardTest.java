package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Motors of robots that stand, along motions that keep their feet, against Taylor series through the textbook. */
class ElasticContactFeedForwardTest {
    private static final int ORDER = 5;
    private static final double[] WEIGHTS = {1.3, 0.4};

    /** Reflected inertia, friction of motors, and springs in about two joints of three. */
    private static RobotModel drives(RobotModel robot, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            Spring spring = random.chance(0.7) ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            Friction friction =
                    Friction.of(random.between(0, 1), random.between(0, 1)).smoothed(random.between(0.2, 1));
            builder.replace(joint.with(friction).with(new Drive(random.between(0.1, 1), null, spring, friction)));
        }
        return builder.build();
    }

    private static ElasticWalker walker(long seed, boolean floats, CutKind... feet) {
        return new ElasticWalker(seed, floats, 4, robot -> drives(robot, seed), feet);
    }

    /** A motion that keeps the feet, as series: velocities of base and joints, place, and positions of joints. */
    private static final class Along {
        final ElasticWalker walker;
        final double[][] u;
        Placement<Taylor<Real>> place;
        List<Taylor<Real>> q = List.of();

        Along(ElasticWalker walker) {
            this.walker = walker;
            RandomNumbers random = new RandomNumbers(5);
            u = new double[ORDER][];
            place = Placement.of(walker.place, Along::constant);
            for (int k = 0; k < ORDER; k++) {
                u[k] = new double[walker.width];
            }
            move();
            double[][] A = columns();
            for (int k = 0; k < ORDER; k++) {
                double[] any = random.vector(walker.first + walker.n, 1);
                System.arraycopy(any, 0, u[k], 0, any.length);
                move();
                keep(A, k);
                move();
            }
        }

        static Taylor<Real> constant(double number) {
            return Taylor.constant(new Real(number), ORDER - 1);
        }

        List<Taylor<Real>> series(double[][] derivatives, int entry) {
            List<Taylor<Real>> list = new ArrayList<>();
            for (int k = 0; k < derivatives[0].length; k++) {
                List<Real> of = new ArrayList<>();
                for (int d = entry; d < entry + ORDER; d++) {
                    of.add(new Real(d < derivatives.length ? derivatives[d][k] : 0));
                }
                list.add(Taylor.ofDerivatives(of));
            }
            return list;
        }

        ElasticStand<Taylor<Real>> stand(List<Taylor<Real>> x, List<Taylor<Real>> velocity) {
            return new ElasticStand<>(walker, Along::constant, place, x, velocity);
        }

        /** Positions of joints from velocities, motors at rest where springs do nothing; the base turns with R′ = R hat(ω). */
        void move() {
            List<Taylor<Real>> velocity = series(u, 0);
            List<Taylor<Real>> x = new ArrayList<>();
            for (int k = 0; k < walker.x.length; k++) {
                List<Real> derivatives = new ArrayList<>(List.of(new Real(walker.x[k])));
                for (int d = 0; d + 1 < ORDER; d++) {
                    derivatives.add(new Real(u[d][walker.first + k]));
                }
                x.add(Taylor.ofDerivatives(derivatives));
            }
            q = x;
            place = Placement.of(walker.place, Along::constant);
            for (int d = 1; d < ORDER && walker.first > 0; d++) {
                Vector<Taylor<Real>> v = new Vector<>(velocity.get(0), velocity.get(1), velocity.get(2));
                Vector<Taylor<Real>> w = new Vector<>(velocity.get(3), velocity.get(4), velocity.get(5));
                Matrix<Taylor<Real>> R = place.rotation();
                Matrix<Taylor<Real>> rate = R.times(Matrix.hat(w));
                Vector<Taylor<Real>> shift = R.times(v);
                Matrix<Taylor<Real>> start = Matrix.of(walker.place.rotation(), Along::constant);
                Vector<Taylor<Real>> origin = Vector.of(walker.place.position(), Along::constant);
                place = new Placement<>(
                        new Matrix<>(
                                integral(start.x(), rate.x()),
                                integral(start.y(), rate.y()),
                                integral(start.z(), rate.z())),
                        integral(origin, shift));
            }
        }

        private static Vector<Taylor<Real>> integral(Vector<Taylor<Real>> start, Vector<Taylor<Real>> rate) {
            return new Vector<>(
                    integral(start.x(), rate.x()), integral(start.y(), rate.y()), integral(start.z(), rate.z()));
        }

        private static Taylor<Real> integral(Taylor<Real> start, Taylor<Real> rate) {
            List<Real> c = new ArrayList<>(List.of(start.c().get(0)));
            for (int k = 1; k < ORDER; k++) {
                c.add(new Real(rate.c().get(k - 1).value() / k));
            }
            return new Taylor<>(c);
        }

        private double[][] columns() {
            return stand(q, series(u, 0)).A.stream()
                    .map(row -> row.stream().mapToDouble(Taylor::value).toArray())
                    .toArray(double[][]::new);
        }

        /** The k-th derivative of velocities, of least change, so that the feet stay. */
        private void keep(double[][] A, int k) {
            List<Taylor<Real>> slip = stand(q, series(u, 0)).velocityRows(series(u, 0));
            double factorial = 1;
            for (int j = 2; j <= k; j++) {
                factorial *= j;
            }
            List<List<Real>> system = new ArrayList<>();
            for (int i = 0; i < A.length; i++) {
                List<Real> row = new ArrayList<>();
                for (double[] other : A) {
                    double sum = 0;
                    for (int c = 0; c < other.length; c++) {
                        sum += A[i][c] * other[c];
                    }
                    row.add(new Real(sum));
                }
                row.add(new Real(factorial * slip.get(i).c().get(k).value()));
                system.add(row);
            }
            List<Real> solved = ElasticStand.solve(system);
            for (int i = 0; i < A.length; i++) {
                for (int c = 0; c < u[k].length; c++) {
                    u[k][c] -= A[i][c] * solved.get(i).value();
                }
            }
        }

        /** q and its derivatives. */
        double[][] joints() {
            double[][] joints = new double[ORDER + 1][];
            joints[0] = Arrays.copyOf(walker.x, walker.n);
            for (int d = 1; d <= ORDER; d++) {
                joints[d] = Arrays.copyOfRange(u[d - 1], walker.first, walker.first + walker.n);
            }
            return joints;
        }
    }

    private static double derivative(Taylor<Real> series, int d) {
        double factorial = 1;
        for (int j = 2; j <= d; j++) {
            factorial *= j;
        }
        return factorial * series.c().get(d).value();
    }

    /** u̇ of base, in its axes and classical, joints and motors. */
    private static List<Taylor<Real>> accelerations(ElasticWalker w, List<Taylor<Real>> u) {
        List<Taylor<Real>> rates = new ArrayList<>();
        u.forEach(part -> rates.add(part.rate()));
        if (w.first > 0) {
            Vector<Taylor<Real>> v = new Vector<>(u.get(0), u.get(1), u.get(2));
            List<Taylor<Real>> turned =
                    new Vector<>(u.get(3), u.get(4), u.get(5)).cross(v).toList();
            for (int k = 0; k < 3; k++) {
                rates.set(k, rates.get(k).plus(turned.get(k)));
            }
        }
        return rates;
    }

    private static void check(ElasticWalker w) {
        Along along = new Along(w);
        double[] weights = Arrays.copyOf(WEIGHTS, w.contacts.size());
        int size = w.coordinates.size();
        double[][] x = new double[3][size];
        double[] tau = new double[w.n];
        double[] tauRate = new double[w.n];
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(w.robot, w.contacts);
        assertThat(feedForward.order()).isEqualTo(ORDER);
        BaseMotion base = new BaseMotion();
        base.pose(w.place);
        feedForward.compute(w.first > 0 ? base : null, along.joints(), w.wrenches(), weights, x[0], x[1], x[2], tau);
        feedForward.torqueRates(tauRate);

        // springs that do nothing: what base and joints need
        List<Taylor<Real>> loose = new ArrayList<>(along.q);
        List<Taylor<Real>> u = along.series(along.u, 0);
        for (int e = 0; e < size - w.n; e++) {
            double rest = w.coordinates.spring(e).restOffset();
            loose.set(w.n + e, loose.get(w.coordinates.jointOfMotor(e)).minus(Along.constant(rest)));
        }
        ElasticStand<Taylor<Real>> stand = along.stand(loose, u);
        List<Taylor<Real>> needed = stand.efforts(accelerations(w, u));
        List<Integer> ofBase = new ArrayList<>();
        for (int k = 0; k < w.first; k++) {
            ofBase.add(k);
        }
        List<Taylor<Real>> lambda = stand.share(needed, ofBase, weights);
        double[] expected = new double[w.n];
        double[] expectedRate = new double[w.n];
        double[][] motors = new double[3][size - w.n];
        double[][] expectedMotors = new double[3][size - w.n];
        for (int k = 0; k < w.n; k++) {
            Taylor<Real> effort = needed.get(w.first + k).minus(stand.at(w.first + k, lambda));
            int m = w.coordinates.motorOf(w.robot.jointNames().get(k));
            if (m >= w.n) {
                Spring spring = w.coordinates.spring(m - w.n);
                Taylor<Real> theta = loose.get(m).plus(effort.times(Along.constant(1 / spring.stiffness())));
                Drive drive = w.coordinates.elasticJoints().get(m - w.n).drive();
                double[] springs = new double[size - w.n];
                for (int d = 0; d <= 3; d++) {
                    feedForward.springEfforts(d, springs);
                    Agreement.check("springs, derivative " + d, springs[m - w.n], derivative(effort, d), 1e-9);
                }
                for (int d = 0; d < 3; d++) {
                    motors[d][m - w.n] = x[d][m];
                    expectedMotors[d][m - w.n] = derivative(theta, d);
                }
                effort = effort.plus(theta.rate().rate().times(Along.constant(drive.reflectedInertia())))
                        .plus(dev.catena.textbook.JointFriction.of(
                                        drive.motorFriction(), Friction.NONE, Along::constant)
                                .effort(theta.rate()));
            }
            expected[k] = derivative(effort, 0);
            expectedRate[k] = derivative(effort, 1);
        }
        for (int d = 0; d < 3; d++) {
            Agreement.check(
                    "%s, motors, derivative %s".formatted(w.robot.name(), d), motors[d], expectedMotors[d], 1e-10);
        }
        Agreement.check(w.robot.name() + ", torques", tau, expected, 1e-10);
        Agreement.check(w.robot.name() + ", rates", tauRate, expectedRate, 1e-10);
        for (int d = 0; d < 3; d++) {
            int row = 0;
            for (int c = 0; c < w.contacts.size(); c++) {
                double[] wrench = new double[6];
                feedForward.reaction(c, d, wrench);
                CutKind kind = w.contacts.get(c).kind();
                int linear = kind == CutKind.PRISMATIC ? 2 : 3;
                for (int r = 0; r < kind.constraints(); r++) {
                    double of = derivative(lambda.get(row++), d);
                    Agreement.check("reactions", wrench[r < linear ? r : 3 + r - linear], of, 1e-10);
                }
            }
        }
        for (int d = 0; d <= 3; d++) {
            double[] velocity = new double[6];
            feedForward.baseVelocity(d, velocity);
            Agreement.check(
                    "base, derivative " + d,
                    velocity,
                    w.first > 0 ? Arrays.copyOf(along.u[d], 6) : new double[6],
                    1e-9);
        }
        checkInverse(w, feedForward, weights, x, tau);
    }

    /** Inverse dynamics that knows how motors move says the same. */
    private static void checkInverse(
            ElasticWalker w, ElasticContactFeedForward feedForward, double[] weights, double[][] x, double[] tau) {
        BaseMotion base = new BaseMotion();
        base.pose(w.place);
        if (w.first > 0) {
            double[] v = new double[6];
            double[] a = new double[6];
            feedForward.baseVelocity(0, v);
            feedForward.baseVelocity(1, a);
            Vector3 linear = new Vector3(v[0], v[1], v[2]);
            Vector3 angular = new Vector3(v[3], v[4], v[5]);
            base.velocityInBase(linear, angular);
            base.accelerationInBase(
                    new Vector3(a[0], a[1], a[2]).plus(angular.cross(linear)), new Vector3(a[3], a[4], a[5]));
        }
        double[] again = new double[w.n];
        ConstrainedInverseDynamics inverse = ConstrainedInverseDynamics.withFreeMotors(w.robot, w.contacts);
        inverse.compute(base, x[0], x[1], x[2], w.wrenches(), weights, again);
        Agreement.check(w.robot.name() + ", inverse dynamics", again, tau, 1e-9);
        for (int c = 0; c < w.contacts.size(); c++) {
            double[] wrench = new double[6];
            double[] other = new double[6];
            inverse.reaction(c, wrench);
            feedForward.reaction(c, 0, other);
            Agreement.check("reactions of inverse dynamics", wrench, other, 1e-8);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,FIXED,FIXED", "2,FIXED,SPHERICAL", "3,REVOLUTE,SPHERICAL", "4,PRISMATIC,REVOLUTE"})
    void motorsTorquesRatesAndReactions(long seed, CutKind first, CutKind second) {
        check(walker(seed, true, first, second));
    }

    @Test
    void ofABoltedBaseReactionsAreZero() {
        check(walker(5, false, CutKind.SPHERICAL));
    }

    /** Joints that contacts tie go as they do along a motion that keeps the feet by the textbook, and T is what ties them, at all times. */
    @ParameterizedTest
    @CsvSource({"1,FIXED,FIXED", "2,FIXED,SPHERICAL", "3,REVOLUTE,SPHERICAL", "4,PRISMATIC,REVOLUTE", "5,SPHERICAL,"})
    void dependentJointsGoAlong(long seed, CutKind first, CutKind second) {
        ElasticWalker w = second == null ? walker(seed, false, first) : walker(seed, true, first, second);
        double[][] expected = new Along(w).joints();
        ContactTies ties = new ContactTies(w.robot, w.contacts, expected[0], ORDER).copy();
        double[][] given = new double[ORDER + 1][];
        double[][] found = new double[ORDER + 1][w.n];
        for (int d = 0; d <= ORDER; d++) {
            given[d] = expected[d].clone();
            for (int k = 0; d > 0 && k < w.n; k++) {
                given[d][k] = ties.isDependent(k) ? 7 : given[d][k];
            }
        }
        ties.complete(given, found);
        int rows = w.contacts.stream()
                .mapToInt(contact -> contact.kind().constraints())
                .sum();
        assertThat(ties.dependentCount()).isEqualTo(rows - w.first);
        // rigid ones only where there are not enough with springs; a base that floats ties all of them
        long rigid = w.robot.jointNames().stream()
                .filter(name -> !w.coordinates.isElastic(name) && ties.isDependent(w.robot.coordinate(name)))
                .count();
        assertThat(w.first == 0 || rigid == Math.max(0, rows - w.first - w.coordinates.motorCount()))
                .isTrue();
        for (int d = 0; d <= ORDER; d++) {
            Agreement.check("%s, derivative %s".formatted(w.robot.name(), d), found[d], expected[d], 1e-9);
        }
        int[][] binomial = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
        for (int d = 0; d < binomial.length; d++) {
            double[] moved = new double[w.n];
            for (int k = 0; k < w.n; k++) {
                for (int i = 0; i < w.n; i++) {
                    for (int j = 0; !ties.isDependent(i) && j <= d; j++) {
                        moved[k] += binomial[d][j] * ties.share(k, i, j) * expected[d - j + 1][i];
                    }
                }
            }
            Agreement.check("%s, T, derivative %s".formatted(w.robot.name(), d), moved, expected[d + 1], 1e-9);
        }
        assertThat(Allocations.bytes(() -> ties.complete(given, found))).isZero();
    }

    /** Strains that T says move nothing: under the torques of the strained robot joints and motors accelerate as they should. */
    @ParameterizedTest
    @CsvSource({"1,FIXED,FIXED", "2,FIXED,SPHERICAL"})
    void strainsMoveNothing(long seed, CutKind first, CutKind second) {
        ElasticWalker w = walker(seed, true, first, second);
        double[][] joints = new Along(w).joints();
        ContactTies ties = new ContactTies(w.robot, w.contacts, joints[0], 4);
        double[][] motion = new double[ORDER][w.n];
        ties.complete(joints, motion);
        RandomNumbers random = new RandomNumbers(8);
        double[][] strains = {random.vector(w.n, 5), random.vector(w.n, 5), random.vector(w.n, 5)};
        for (int d = 0; d < 3; d++) {
            for (int i = 0; i < w.n; i++) {
                strains[d][i] = ties.isDependent(i) ? strains[d][i] : 0;
            }
        }
        int[][] binomial = {{1}, {1, 1}, {1, 2, 1}};
        for (int i = 0; i < w.n; i++) {
            for (int d = 0; !ties.isDependent(i) && d < 3; d++) {
                for (int k = 0; k < w.n; k++) {
                    for (int j = 0; ties.isDependent(k) && j <= d; j++) {
                        strains[d][i] -= binomial[d][j] * ties.share(k, i, j) * strains[d - j][k];
                    }
                }
            }
        }
        double[][] x = new double[3][w.coordinates.size()];
        double[] tau = new double[w.n];
        BaseMotion base = new BaseMotion();
        base.pose(w.place);
        ElasticContactFeedForward feedForward = new ElasticContactFeedForward(w.robot, w.contacts);
        feedForward.computeStrained(base, motion, null, null, strains, x[0], x[1], x[2], tau);
        double[] v = new double[6];
        feedForward.baseVelocity(0, v);
        base.velocityInBase(new Vector3(v[0], v[1], v[2]), new Vector3(v[3], v[4], v[5]));
        double[] found = new double[x[2].length];
        new ElasticConstrainedForwardDynamics(w.robot, w.contacts)
                .computeFloating(base, x[0], x[1], tau, null, new double[6], found);
        Agreement.check(w.robot.name(), found, x[2], 1e-8);
        assertThatThrownBy(() -> feedForward.reaction(0, 0, new double[6])).isInstanceOf(IllegalStateException.class);

        // springs take them besides, with their derivatives
        ElasticContactFeedForward without = feedForward.copy();
        without.compute(base, motion, null, null, x[0], x[1], x[2], tau);
        int motors = w.coordinates.motorCount();
        for (int d = 0; d < 3; d++) {
            double[] strained = new double[motors];
            double[] efforts = new double[motors];
            feedForward.springEfforts(d, strained);
            without.springEfforts(d, efforts);
            for (int e = 0; e < motors; e++) {
                efforts[e] += strains[d][w.coordinates.jointOfMotor(e)];
            }
            Agreement.check("springs, derivative " + d, strained, efforts, 1e-12);
        }
    }

    /** A bolted base has to rest: derivatives of its motion are not known. */
    @Test
    void basesThatMoveAreRefused() {
        ElasticWalker w = walker(5, false, CutKind.SPHERICAL);
        ElasticContactFeedForward feedForward = new ElasticContactFeedForward(w.robot, w.contacts);
        double[][] x = new double[3][w.x.length];
        for (int k = 0; k < 12; k++) {
            double[] v = new double[12];
            v[k] = 1e-3;
            BaseMotion base = new BaseMotion()
                    .velocityInBase(new Vector3(v[0], v[1], v[2]), new Vector3(v[3], v[4], v[5]))
                    .accelerationInBase(new Vector3(v[6], v[7], v[8]), new Vector3(v[9], v[10], v[11]));
            assertThatThrownBy(() -> feedForward.compute(
                            base, new double[5][w.n], null, null, x[0], x[1], x[2], new double[w.n]))
                    .as("component %s", k)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("moves as told");
        }
    }

    @Test
    void derivativesThatAreNotThereAreNamed() {
        ElasticWalker w = walker(5, false, CutKind.SPHERICAL);
        ElasticContactFeedForward feedForward = new ElasticContactFeedForward(w.robot, w.contacts);
        for (int derivative : new int[] {-1, 3}) {
            for (ThrowingCallable read : List.<ThrowingCallable>of(
                    () -> feedForward.springEfforts(derivative, new double[w.x.length - w.n]),
                    () -> feedForward.reaction(0, derivative, new double[6]),
                    () -> feedForward.baseVelocity(derivative, new double[6]))) {
                assertThatThrownBy(read)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("derivative " + derivative);
            }
        }
        double[][] x = new double[3][w.x.length];
        double[] tau = new double[w.n];
        assertThatThrownBy(() -> feedForward.compute(null, new double[4][w.n], null, null, x[0], x[1], x[2], tau))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("up to derivative 3, but robot \"%s\" needs it up to 4", w.robot.name());
        double[][] still = new double[5][w.n];
        assertThatThrownBy(() ->
                        feedForward.computeStrained(null, still, null, null, new double[2][w.n], x[0], x[1], x[2], tau))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("up to derivative 1, but robot \"%s\" needs them up to 2", w.robot.name());
        feedForward.compute(null, still, null, null, x[0], x[1], x[2], tau);
        assertThatThrownBy(() -> feedForward.torqueRates(tau))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withRates");
    }

    @Test
    void whatContactsLeaveFreeIsNotTied() {
        ElasticWalker point = walker(2, true, CutKind.SPHERICAL);
        assertThatThrownBy(() -> new ContactTies(point.robot, point.contacts, new double[point.n], 4))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
        ElasticWalker foot = walker(2, true, CutKind.FIXED);
        ContactTies ties = new ContactTies(foot.robot, foot.contacts, new double[foot.n], 2);
        assertThat(ties.dependentCount()).isZero();
        assertThatThrownBy(() -> ties.share(0, 0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesWhatHasNoAnswer() {
        ElasticWalker w = walker(2, true, CutKind.FIXED, CutKind.SPHERICAL);
        double[][] joints = new Along(w).joints();
        int size = w.coordinates.size();
        double[][] x = new double[3][size];
        BaseMotion base = new BaseMotion();
        base.pose(w.place);
        ElasticContactFeedForward feedForward = new ElasticContactFeedForward(w.robot, w.contacts);
        joints[4][1] += 0.1;
        assertThatThrownBy(() -> feedForward.compute(base, joints, null, null, x[0], x[1], x[2], new double[w.n]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("derivative 4")
                .hasMessageContaining("breaks contact");
        assertThatThrownBy(() -> feedForward.torqueRates(new double[w.n])).isInstanceOf(IllegalStateException.class);
        ElasticWalker point = walker(2, true, CutKind.SPHERICAL);
        assertThatThrownBy(() -> new ElasticContactFeedForward(point.robot, point.contacts)
                        .compute(
                                base,
                                new double[5][point.n],
                                null,
                                null,
                                new double[point.x.length],
                                new double[point.x.length],
                                new double[point.x.length],
                                new double[point.n]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
        ElasticWalker spinning = new ElasticWalker(
                3, true, 4, robot -> RandomDrives.allElastic(robot, 3), CutKind.FIXED, CutKind.SPHERICAL);
        assertThatThrownBy(() -> new ElasticContactFeedForward(spinning.robot, spinning.contacts))
                .hasMessageContaining(
                        spinning.coordinates.elasticJoints().get(0).name())
                .hasMessageContaining("differential equation");
    }

    /** ½ q̇ᵀM q̇ of joints and motors is the kinetic energy of all, the base included, for velocities that keep the feet. */
    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "3,false"})
    void massesOfAStandingRobotHaveItsKineticEnergy(long seed, boolean floats) {
        CutKind[] feet = floats ? new CutKind[] {CutKind.FIXED, CutKind.REVOLUTE} : new CutKind[] {CutKind.SPHERICAL};
        ElasticWalker w = new ElasticWalker(seed, floats, 4, robot -> RandomDrives.anywhere(robot, seed), feet);
        int size = w.x.length;
        double[] matrix = new double[size * size];
        StandingMassMatrix masses = new StandingMassMatrix(w.robot, w.contacts).copy();
        double[] q = Arrays.copyOf(w.x, w.n);
        masses.compute(q, matrix);
        double[] whole = new double[w.width * w.width];
        MassMatrix all = MassMatrix.withFreeMotors(w.robot);
        if (floats) {
            all.computeFloating(w.x, whole);
        } else {
            all.compute(w.x, whole);
        }
        Agreement.check(w.robot.name(), form(matrix, w.own(w.u)), form(whole, w.u), 1e-11);
        assertThat(Allocations.bytes(() -> masses.compute(q, matrix))).isZero();
    }

    private static double form(double[] matrix, double[] v) {
        double sum = 0;
        for (int i = 0; i < matrix.length; i++) {
            sum += v[i / v.length] * matrix[i] * v[i % v.length] / 2;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsAllocated(boolean floats) {
        ElasticWalker w = walker(1, floats, CutKind.FIXED, CutKind.FIXED);
        double[][] joints = new Along(w).joints();
        double[][] x = new double[3][w.coordinates.size()];
        double[] tau = new double[w.n];
        BaseMotion base = new BaseMotion();
        base.pose(w.place);
        ExternalWrenches wrenches = w.wrenches();
        ElasticContactFeedForward feedForward =
                ElasticContactFeedForward.withRates(w.robot, w.contacts).copy();
        assertThat(Allocations.bytes(() -> feedForward.compute(base, joints, wrenches, WEIGHTS, x[0], x[1], x[2], tau)))
                .isZero();
    }
}
