package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Robots with springs that stand: torques of motors, their rates, and loads of feet, values and both derivatives, against the textbook's
 * inverse dynamics under the loads that the feet share, on Taylor series of nested dual numbers.
 */
class StandingTextbookTest {
    private static final Vector3 TOE = new Vector3(0.1, -0.3, 0.2);

    /** Springs at every joint but each third one, which may have a rotor that spins. */
    private static RobotModel robot(long seed) {
        RobotModel bare = RandomRobots.everything(seed, 4).withFloatingBase();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < bare.jointCount(); k++) {
            Joint joint = bare.movingJoints().get(k);
            Joint smooth = joint.with(joint.friction().smoothed(0.7));
            builder.replace(
                    k % 3 == 2
                            ? smooth
                            : smooth.with(Drive.reflected(random.between(0.1, 1))
                                    .with(new Spring(random.between(50, 500), random.between(-0.1, 0.1)))
                                    .with(Friction.of(0.3, 0.2).smoothed(1))));
        }
        return GlobalJoints.attach(builder.build());
    }

    /** One sole; a sole and a toe of another body; four points. */
    private static StandingLoads standing(RobotModel robot, long seed) {
        List<String> bodies = robot.bodies().stream().map(body -> body.name()).toList();
        String tip = bodies.get(bodies.size() - 1);
        String other = bodies.get(bodies.size() - 2);
        RandomNumbers random = new RandomNumbers(seed);
        StandingLoads none = new StandingLoads(robot).under(Pushed.around(robot));
        if (seed % 3 == 0) {
            return none.with(Foot.sole(tip), random.vector3(1), 0.1);
        }
        if (seed % 3 == 1) {
            return none.with(Foot.sole(tip), random.vector3(1), 0.2)
                    .with(Foot.point("toe", other, TOE), random.vector3(1), 1);
        }
        return none.with(Foot.point("a", tip, TOE), random.vector3(1), 1)
                .with(Foot.point("b", other, TOE), random.vector3(1), 1)
                .with(Foot.point("c", other, Vector3.ZERO), random.vector3(1), 1)
                .with(Foot.point("d", robot.bodies().get(6).name(), TOE), random.vector3(1), 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7, 8})
    void torquesAndRatesAndLoads(long seed) {
        RobotModel robot = robot(seed);
        StandingLoads standing = standing(robot, seed);
        assertThat(standing.count()).isEqualTo(seed % 3 == 0 ? 0 : seed % 3 == 1 ? 3 : 6);
        ElasticDrives drives = new ElasticDrives(robot, standing);
        GroundFunctions ground = new GroundFunctions(standing);
        List<StateFunction> functions = new ArrayList<>(List.of(drives.torque(), drives.torqueRate()));
        standing.feet().forEach(foot -> functions.add(ground.load(foot.name())));
        for (int f = 0; f < functions.size(); f++) {
            check(functions.get(f), drives, standing, f - 2, seed);
        }
        MotionLimits limits = MotionLimits.standing(standing);
        MotionState state = new MotionState(robot.jointCount(), standing.count(), 0, 5);
        double[] theta = new double[robot.elasticJoints().size()];
        double[] rate = theta.clone();
        limits.motors(state, theta, rate);
        assertThat(rate).containsOnly(0);
        assertThat(theta).doesNotContain(0);
        assertThat(new MotionObjective(limits).effort(1)).isNotNull();
    }

    /** @param foot whose load it is; −2 for torques, −1 for their rates */
    private static void check(
            StateFunction function, ElasticDrives drives, StandingLoads standing, int foot, long seed) {
        int columns = drives.coordinates().size() + standing.count();
        int n = drives.coordinates().size();
        int rows = function.rows();
        int width = (function.order() + 1) * columns;
        assertThat(function.loads()).isEqualTo(standing.count());
        RandomNumbers random = new RandomNumbers(seed + 10);
        double[] x = random.vector(width, 1);
        double[] a = random.vector(width, 1);
        double[] b = random.vector(width, 1);
        double[] lambda = random.vector(rows, 1);
        MotionState state = new MotionState(n, standing.count(), 0, function.order());
        for (int k = 0; k < width; k++) {
            int at = k % columns;
            (at < n ? state.derivative(k / columns) : state.loads(k / columns))[at < n ? at : at - n] = x[k];
        }
        Textbook book = new Textbook(drives, standing, Math.max(2, function.order()));
        List<Taylor<Dual<Dual<Real>>>> exact = book.numbers(x, a, b, foot);
        int wanted = foot == -1 ? 1 : 0;
        double scale = foot < 0 ? 1 : 1 / standing.weight();
        double[] values = new double[rows];
        double[] slopes = new double[rows];
        double bend = 0;
        for (int row = 0; row < rows; row++) {
            Dual<Dual<Real>> number = exact.get(row).c().get(wanted);
            values[row] = scale * number.value();
            slopes[row] = scale * number.real().derivative().value();
            bend += scale * lambda[row] * number.derivative().derivative().value();
        }
        String name = "seed " + seed + ", " + function.name(0);
        Agreement.check(name, Differences.filled(rows, out -> function.value(state, out)), values, 1e-10);
        double[] jacobian = Differences.filled(rows * width, out -> function.jacobian(state, out));
        double[] along = new double[rows];
        for (int k = 0; k < jacobian.length; k++) {
            along[k / width] += jacobian[k] * a[k % width];
        }
        Agreement.check(name + ", first derivatives", along, slopes, 1e-10);
        double[] hessian = Differences.added(width * width, out -> function.addCurvature(state, lambda, out));
        double sum = 0;
        double largest = 1;
        for (int k = 0; k < hessian.length; k++) {
            sum += a[k / width] * hessian[k] * b[k % width];
            largest = Math.max(largest, Math.abs(hessian[k]));
        }
        Agreement.check(name + ", second derivatives", sum / largest, bend / largest, 1e-10);
        assertThat(Differences.filled(rows * width, out -> function.jacobian(state, out)))
                .containsExactly(jacobian);
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = robot(7);
        StandingLoads standing = standing(robot, 7);
        StateFunction function = new ElasticDrives(robot, standing).torqueRate();
        int n = robot.jointCount();
        int width = (function.order() + 1) * (n + standing.count());
        MotionState state = new MotionState(n, standing.count(), 0, function.order());
        double[] jacobian = new double[n * width];
        double[] hessian = new double[width * width];
        double[] lambda = new double[n];
        assertThat(Allocations.bytes(() -> {
                    function.jacobian(state, jacobian);
                    function.addCurvature(state, lambda, hessian);
                }))
                .isZero();
    }

    /** The feed-forward of a robot under loads. */
    private static final class Textbook {
        private final ElasticDrives drives;
        private final StandingLoads standing;
        private final int order;
        private final int n;
        private final TextbookRobot<Taylor<Dual<Dual<Real>>>> book;

        Textbook(ElasticDrives drives, StandingLoads standing, int order) {
            this.drives = drives;
            this.standing = standing;
            this.order = order;
            n = drives.coordinates().size();
            book = TextbookRobot.of(drives.links(), this::constant);
        }

        private Taylor<Dual<Dual<Real>>> constant(double y) {
            return Taylor.constant(Dual.constant(Dual.of(y, 0)), order);
        }

        List<Taylor<Dual<Dual<Real>>>> numbers(double[] x, double[] a, double[] b, int foot) {
            List<Taylor<Dual<Dual<Real>>>> all = new ArrayList<>();
            int columns = n + standing.count();
            for (int k = 0; k < columns; k++) {
                List<Dual<Dual<Real>>> derivatives = new ArrayList<>();
                for (int d = 0; d <= order; d++) {
                    int at = d * columns + k;
                    derivatives.add(
                            at < x.length
                                    ? new Dual<>(Dual.of(x[at], a[at]), Dual.of(b[at], 0))
                                    : Dual.constant(Dual.of(0, 0)));
                }
                all.add(Taylor.ofDerivatives(derivatives));
            }
            List<Taylor<Dual<Dual<Real>>>> q = all.subList(0, n);
            List<Taylor<Dual<Dual<Real>>>> qd = q.stream().map(Taylor::rate).toList();
            Motion<Taylor<Dual<Dual<Real>>>> motion =
                    Motion.of(book, q, qd, qd.stream().map(Taylor::rate).toList());
            List<Wrench<Taylor<Dual<Dual<Real>>>>> loads = loads(motion, all.subList(n, columns));
            if (foot >= 0) {
                List<Taylor<Dual<Dual<Real>>>> six =
                        new ArrayList<>(loads.get(foot).force().toList());
                six.addAll(loads.get(foot).moment().toList());
                return six;
            }
            WorldKinematics<Taylor<Dual<Dual<Real>>>> kinematics = new WorldKinematics<>(book, motion);
            Map<Integer, Load<Taylor<Dual<Dual<Real>>>>> byBody = Pushed.loads(drives.links(), kinematics, constant(0));
            for (int f = 0; f < loads.size(); f++) {
                int body = drives.links().bodyIndex(standing.feet().get(f).body());
                Wrench<Taylor<Dual<Dual<Real>>>> inBody = kinematics
                        .worldFromBody(body)
                        .applyInverse(Pushed.about(standing.about().times(-1), loads.get(f)));
                Load<Taylor<Dual<Dual<Real>>>> before = byBody.get(body);
                byBody.put(
                        body,
                        Load.constant(before == null ? inBody : before.wrench().plus(inBody)));
            }
            List<Taylor<Dual<Dual<Real>>>> efforts = new NewtonEuler<>(book, motion.withLoads(byBody)).torques();
            List<Taylor<Dual<Dual<Real>>>> torques = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                torques.add(atMotor(i, q.get(i), efforts.get(i)));
            }
            return torques;
        }

        /** P w + N f, with the wrench that the base would have to hold. */
        private List<Wrench<Taylor<Dual<Dual<Real>>>>> loads(
                Motion<Taylor<Dual<Dual<Real>>>> motion, List<Taylor<Dual<Dual<Real>>>> f) {
            WorldKinematics<Taylor<Dual<Dual<Real>>>> kinematics = new WorldKinematics<>(book, motion);
            Map<Integer, Load<Taylor<Dual<Dual<Real>>>>> pushes = Pushed.loads(drives.links(), kinematics, constant(0));
            Wrench<Taylor<Dual<Dual<Real>>>> needed =
                    Pushed.about(standing.about(), new NewtonEuler<>(book, motion.withLoads(pushes)).baseReaction());
            List<Taylor<Dual<Dual<Real>>>> w = new ArrayList<>(needed.force().toList());
            w.addAll(needed.moment().toList());
            StandingLoads.Shares shares = standing.shares();
            List<Wrench<Taylor<Dual<Dual<Real>>>>> loads = new ArrayList<>();
            for (int foot = 0; foot < standing.feet().size(); foot++) {
                List<Taylor<Dual<Dual<Real>>>> six = new ArrayList<>();
                for (int row = 0; row < 6; row++) {
                    Taylor<Dual<Dual<Real>>> sum = constant(0);
                    for (int c = 0; c < 6; c++) {
                        sum = sum.plus(w.get(c).times(constant(shares.ofRobot()[foot][6 * row + c])));
                    }
                    for (int j = 0; j < f.size(); j++) {
                        sum = sum.plus(f.get(j).times(constant(shares.againstEachOther()[foot][f.size() * row + j])));
                    }
                    six.add(sum);
                }
                loads.add(new Wrench<>(
                        new Vector<>(six.get(0), six.get(1), six.get(2)),
                        new Vector<>(six.get(3), six.get(4), six.get(5))));
            }
            return loads;
        }

        private Taylor<Dual<Dual<Real>>> atMotor(int i, Taylor<Dual<Dual<Real>>> q, Taylor<Dual<Dual<Real>>> effort) {
            Drive drive = drives.robot().movingJoints().get(i).drive();
            Spring spring = drive.spring();
            if (spring == null) {
                return effort;
            }
            Friction friction = drive.motorFriction();
            Taylor<Dual<Dual<Real>>> velocity = q.minus(constant(spring.restOffset()))
                    .plus(effort.times(constant(1 / spring.stiffness())))
                    .rate();
            return effort.plus(velocity.rate().times(constant(drive.reflectedInertia())))
                    .plus(velocity.times(constant(1 / friction.smoothingVelocity()))
                            .hyperbolicTangent()
                            .times(constant(friction.coulomb()))
                            .plus(velocity.times(constant(friction.viscous()))));
        }
    }
}
