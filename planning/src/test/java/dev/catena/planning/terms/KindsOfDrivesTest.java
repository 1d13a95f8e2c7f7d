package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.function.FloatingDynamics;
import dev.catena.planning.function.LoadedDynamics;
import dev.catena.planning.function.LoopDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Torques of drives of all kinds: values against the algorithms of core, derivatives against differences. */
class KindsOfDrivesTest {
    private static final long SEED = 77;

    /** A chain with friction that is smooth. */
    static RobotModel chain(int joints, Function<Joint, Joint> change) {
        RobotModel chain = RandomRobots.chain(SEED, joints).build();
        RobotModelBuilder builder = chain.toBuilder();
        for (Joint joint : chain.movingJoints()) {
            builder.replace(change.apply(joint.with(Friction.of(0.5, 0.2).smoothed(2))));
        }
        return builder.build();
    }

    private static final RobotModel RIGID = chain(3, joint -> joint);

    private static Joint elastic(Joint joint) {
        return joint.with(Drive.reflected(0.3)
                .with(Spring.of(90))
                .with(Friction.of(0.4, 0.1).smoothed(2)));
    }

    /** The first and the last joint have springs. */
    private static final RobotModel ELASTIC =
            chain(3, joint -> joint.name().equals(RIGID.jointNames().get(1)) ? joint : elastic(joint));

    private static Surroundings pushed() {
        Wrench wrench = new Wrench(new Vector3(3, -2, 5), new Vector3(0.5, 1, -0.7));
        return Surroundings.NONE
                .wrenchInWorld(tip(), wrench)
                .wrenchInBody(tip(), wrench)
                .wrenchInWorld(tip(), wrench);
    }

    private static String tip() {
        return RIGID.bodies().get(RIGID.bodies().size() - 1).name();
    }

    private static HarmonicBase deck() {
        return new HarmonicBase(List.of(
                new HarmonicBase.Part(false, new Vector3(0, 1, 2), 0.3, 0.2, 0.4, 0.7, 0.5),
                new HarmonicBase.Part(true, new Vector3(1, 0, 1), 0.1, -0.6, 0.5, 0.4, 1),
                new HarmonicBase.Part(true, Vector3.Y, 0, 0.9, 0.3, 0.5, 0)));
    }

    /** A five-bar linkage on a base with a mass of its own. */
    private static RobotModel loops() {
        RobotModel fiveBar = ShippedRobots.load("five-bar");
        RobotModelBuilder builder = fiveBar.toBuilder()
                .base(
                        fiveBar.base().name(),
                        SpatialInertia.aboutCenterOfMass(
                                6, new Vector3(0.1, 0.2, 0.05), InertiaTensor.diagonal(0.3, 0.4, 0.5)));
        for (Joint joint : fiveBar.movingJoints()) {
            builder.replace(joint.with(Friction.of(0.1, 0.05).smoothed(2)));
        }
        return builder.build();
    }

    private static Surroundings pushedLoops() {
        String body = loops().bodies().get(2).name();
        return Surroundings.NONE.wrenchInWorld(body, new Wrench(new Vector3(1, -2, 0), new Vector3(0, 0.1, 0.3)));
    }

    /** The first of the driven joints behind a spring. */
    private static RobotModel springyLoops() {
        RobotModel robot = loops();
        return robot.toBuilder()
                .replace(elastic(robot.independentJoints().get(0)))
                .build();
    }

    private static DriveFunctions drivesOfLoops(String kind) {
        return switch (kind) {
            case "pushed" -> new DynamicsDrives(new LoopDynamics(loops(), pushedLoops()));
            case "carried" ->
                new DynamicsDrives(new LoopDynamics(loops(), pushedLoops().base(deck())));
            case "elastic" -> new ElasticDrives(springyLoops(), pushedLoops());
            case "floating and elastic" -> new ElasticDrives(springyLoops().withFloatingBase(), Surroundings.NONE);
            default -> new DynamicsDrives(new FloatingDynamics(loops().withFloatingBase()));
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"pushed", "carried", "floating", "elastic", "floating and elastic"})
    void closedLoopsHaveExactDerivativesToo(String kind) {
        DriveFunctions drives = drivesOfLoops(kind);
        double[] x = {1.9, 1.3, 0.4, -0.7, 1.1, 0.6, -2, 3, 1, -2, 0.5, 0.8};
        for (StateFunction function : List.of(drives.torque(), drives.torqueRate(), drives.speed())) {
            double[] at = Arrays.copyOf(x, 2 * (function.order() + 1));
            String name = kind + ", " + function.name(0);
            double[] slopes = Differences.jacobian(
                    at, moved -> Differences.filled(2, out -> function.value(state(2, moved), out)));
            double[] jacobian = Differences.filled(2 * at.length, out -> function.jacobian(state(2, at), out));
            Agreement.check(name + ", first derivatives", jacobian, slopes, 1e-9);
            double[] lambda = {0.7, -1.2};
            double[] curvature =
                    Differences.added(at.length * at.length, out -> function.addCurvature(state(2, at), lambda, out));
            checkAlong(name, at, curvature, moved -> weighted(function, moved, lambda), 1e-9);
        }
    }

    private static double[] weighted(StateFunction function, double[] x, double[] lambda) {
        double[] rows = Differences.filled(2 * x.length, out -> function.jacobian(state(2, x), out));
        double[] sum = new double[x.length];
        Arrays.setAll(sum, c -> lambda[0] * rows[c] + lambda[1] * rows[x.length + c]);
        return sum;
    }

    /** Second derivatives times random directions, in which every one of them counts, and which takes less than all. */
    private static void checkAlong(
            String name, double[] at, double[] curvature, UnaryOperator<double[]> gradient, double tolerance) {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 2; trial++) {
            double[] direction = random.doubles(at.length, -1, 1).toArray();
            double[] second = Differences.jacobian(new double[] {0}, t -> {
                double[] moved = at.clone();
                Arrays.setAll(moved, c -> at[c] + t[0] * direction[c]);
                return gradient.apply(moved);
            });
            double[] product = new double[at.length];
            for (int k = 0; k < curvature.length; k++) {
                product[k / at.length] += curvature[k] * direction[k % at.length];
            }
            Agreement.check(name + ", second derivatives", product, second, tolerance);
        }
    }

    private static DriveFunctions drives(String kind) {
        return switch (kind) {
            case "floating" -> new DynamicsDrives(new FloatingDynamics(RIGID.withFloatingBase()));
            case "loaded" -> new DynamicsDrives(new LoadedDynamics(RIGID, pushed().base(deck())));
            case "elastic" -> new ElasticDrives(ELASTIC, pushed());
            case "floating and elastic" -> new ElasticDrives(ELASTIC.withFloatingBase(), Surroundings.NONE);
            case "told and elastic" -> new ToldDrives(ELASTIC, deck(), pushed().base(deck()));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static MotionState state(int n, double[] x) {
        MotionState state = new MotionState(n, 0, x.length / n - 1);
        for (int c = 0; c < x.length; c++) {
            state.derivative(c / n)[c % n] = x[c];
        }
        state.setTime(0.4);
        return state;
    }

    private static double[] motion(int orders) {
        return new Random(SEED).doubles(3L * orders, -1, 1).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"floating", "loaded", "elastic", "floating and elastic", "told and elastic"})
    void derivativesAreThoseOfTheValue(String kind) {
        DriveFunctions drives = drives(kind);
        for (StateFunction function : List.of(drives.torque(), drives.torqueRate(), drives.speed())) {
            int width = 3 * (function.order() + 1);
            double[] x = motion(function.order() + 1);
            double[] lambda = {0.7, -1.1, 0.4};
            String name = kind + ", " + function.name(0);
            double[] slopes =
                    Differences.jacobian(x, at -> Differences.filled(3, out -> function.value(state(3, at), out)));
            double[] jacobian = Differences.filled(3 * width, out -> function.jacobian(state(3, x), out));
            Agreement.check(name + ", first derivatives", jacobian, slopes, 2e-10);
            double[] curvature =
                    Differences.added(width * width, out -> function.addCurvature(state(3, x), lambda, out));
            if (kind.endsWith("and elastic")) {
                checkAlong(name, x, curvature, at -> gradient(function, at, lambda), 1e-9);
            } else {
                double[] second = Differences.jacobian(x, at -> gradient(function, at, lambda));
                Agreement.check(name + ", second derivatives", curvature, second, 1e-9);
            }
            assertThat(function.copy().name(1)).isEqualTo(function.name(1));
        }
    }

    private static double[] gradient(StateFunction function, double[] x, double[] lambda) {
        int width = x.length;
        double[] jacobian = Differences.filled(3 * width, out -> function.jacobian(state(3, x), out));
        double[] gradient = new double[width];
        for (int k = 0; k < jacobian.length; k++) {
            gradient[k % width] += lambda[k / width] * jacobian[k];
        }
        return gradient;
    }

    /** Both factors of power depend on the whole state where motors are behind springs. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void powerOfMotorsHasExactDerivatives(boolean isAbsolute) {
        DriveFunctions drives = drives("elastic");
        StateFunction power = new PowerFunction(drives.torque(), drives.speed(), isAbsolute, 5);
        double[] x = motion(power.order() + 1);
        double[] slopes = Differences.jacobian(x, at -> Differences.filled(1, out -> power.value(state(3, at), out)));
        double[] jacobian = Differences.filled(x.length, out -> power.jacobian(state(3, x), out));
        Agreement.check("first derivatives", jacobian, slopes, 1e-9);
        double[] curvature =
                Differences.added(x.length * x.length, out -> power.addCurvature(state(3, x), new double[] {0.7}, out));
        checkAlong("power", x, curvature, at -> times(0.7, gradientOfOne(power, at)), 1e-9);
    }

    private static double[] gradientOfOne(StateFunction function, double[] x) {
        return Differences.filled(x.length, out -> function.jacobian(state(3, x), out));
    }

    private static double[] times(double factor, double[] vector) {
        return Arrays.stream(vector).map(x -> factor * x).toArray();
    }

    /** Without friction, a motion that ends as it began takes no work: of motors, not of joints, by whatever springs keep in between. */
    @Test
    void motorsBehindSpringsDoNoWorkOnTheWayBack() {
        DriveFunctions drives = new ElasticDrives(ELASTIC.withoutFriction(), Surroundings.NONE);
        StateFunction power = new PowerFunction(drives.torque(), drives.speed(), false, 0);
        StateFunction absolute = new PowerFunction(drives.torque(), drives.speed(), true, 1e-3);
        int steps = 400;
        double work = 0;
        double energy = 0;
        for (int k = 1; k < steps; k++) {
            MotionState state = new MotionState(3, 0, 4);
            for (int i = 0; i < 3; i++) {
                for (int order = 0; order <= 4; order++) {
                    state.derivative(order)[i] = (5e4 - 1.2e5 * i) * bump(7 + i, 10 - i, order, k / (double) steps);
                }
            }
            work += Differences.filled(1, out -> power.value(state, out))[0] / steps;
            energy += Differences.filled(1, out -> absolute.value(state, out))[0] / steps;
        }
        assertThat(energy).isGreaterThan(10);
        assertThat(Math.abs(work)).isLessThan(1e-9 * energy);
    }

    /** A derivative of uᵃ (1 − u)ᵇ. */
    private static double bump(int a, int b, int order, double u) {
        if (order == 0) {
            return Math.pow(u, a) * Math.pow(1 - u, b);
        }
        return a * bump(a - 1, b, order - 1, u) - b * bump(a, b - 1, order - 1, u);
    }

    /** Momentum is zero, torques and rates are those of a base that nothing holds. */
    @Test
    void aFloatingRobotKeepsItsMomentum() {
        RobotModel robot = RIGID.withFloatingBase();
        double[] x = motion(4);
        MotionState s = state(3, x);
        double[] velocity = new double[6];
        double[] acceleration = new double[6];
        FloatingDynamics dynamics = new FloatingDynamics(robot);
        dynamics.base(s.position(), s.velocity(), s.acceleration(), velocity, acceleration);
        BaseMotion base = new BaseMotion()
                .velocityInBase(velocity[0], velocity[1], velocity[2], velocity[3], velocity[4], velocity[5]);
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(base, s.position(), s.velocity(), s.acceleration(), new double[3]);
        SystemMotion system = new SystemMotion(robot);
        system.compute(kinematics);
        assertThat(system.momentumInWorldAboutCenterOfMass().angular().norm()).isLessThan(1e-13);
        assertThat(system.momentumInWorldAboutCenterOfMass().linear().norm()).isLessThan(1e-13);

        double[] expected = new double[3];
        double[] rate = new double[3];
        double[] free = new double[6];
        new FloatingForceRate(robot)
                .compute(
                        base,
                        s.position(),
                        s.velocity(),
                        s.acceleration(),
                        s.jerk(),
                        null,
                        free,
                        new double[6],
                        expected,
                        rate);
        DriveFunctions drives = drives("floating");
        Agreement.check("torque", value(drives.torque(), x), expected, 1e-13);
        Agreement.check("torque rate", value(drives.torqueRate(), x), rate, 1e-12);
        // seen by an observer who falls
        double[] falling = acceleration.clone();
        double[] g = robot.gravity().toArray();
        for (int axis = 0; axis < 3; axis++) {
            falling[axis] += g[axis];
        }
        Agreement.check("acceleration of the base", falling, free, 1e-12);
    }

    private static double[] value(StateFunction function, double[] x) {
        return Differences.filled(3, out -> function.value(state(3, x), out));
    }

    @Test
    void wrenchesAndTheBaseCount() {
        double[] x = motion(4);
        MotionState s = state(3, x);
        BaseMotion base = new BaseMotion();
        deck().at(s.time(), base);
        double[] expected = new double[3];
        new InverseDynamics(RIGID)
                .compute(base, s.position(), s.velocity(), s.acceleration(), pushed().wrenches(RIGID), expected);
        DriveFunctions drives = drives("loaded");
        Agreement.check("torque", value(drives.torque(), x), expected, 1e-13);
        assertThat(drives.dependsOnTime()).isTrue();
        assertThat(new LoadedDynamics(RIGID, pushed()).dependsOnTime()).isFalse();
        // τ̇ along a motion of joints and base
        StateFunction torque = drives.torque();
        double[] along = Differences.jacobian(new double[] {0}, t -> {
            double[] moved = new double[9];
            for (int c = 0; c < 9; c++) {
                double q1 = c + 3 < 12 ? x[c + 3] : 0;
                double q2 = c + 6 < 12 ? x[c + 6] : 0;
                double q3 = c + 9 < 12 ? x[c + 9] : 0;
                moved[c] = x[c] + t[0] * (q1 + t[0] / 2 * (q2 + t[0] / 3 * q3));
            }
            MotionState at = state(3, moved);
            at.setTime(0.4 + t[0]);
            return Differences.filled(3, out -> torque.value(at, out));
        });
        Agreement.check("torque rate", value(drives.torqueRate(), x), along, 1e-10);
    }

    @Test
    void elasticTorquesAreThoseOfTheFeedForward() {
        DriveFunctions drives = drives("elastic");
        StateFunction torque = drives.torque();
        assertThat(torque.order()).isEqualTo(4);
        assertThat(drives.torqueRate().order()).isEqualTo(5);
        assertThat(drives.stateOrder()).isEqualTo(3);
        double[] x = motion(5);
        double[][] joints = new double[5][3];
        for (int c = 0; c < 15; c++) {
            joints[c / 3][c % 3] = x[c];
        }
        double[] expected = new double[3];
        new ElasticFeedForward(ELASTIC)
                .compute(joints, pushed().wrenches(ELASTIC), new double[5], new double[5], new double[5], expected);
        Agreement.check("torque", value(torque, x), expected, 1e-13);
    }

    /** On a deck torques of motors cause the motion by forward dynamics on the same deck, and their rates are those in time. */
    @Test
    void springsOnADeck() {
        DriveFunctions drives = drives("told and elastic");
        assertThat(drives.dependsOnTime()).isTrue();
        assertThat(new MotionLimits(ELASTIC, RobotFunctions.byHand(), pushed().base(deck())).coordinates())
                .isEqualTo(ELASTIC.jointNames());
        double[] x = motion(drives.torqueRate().order() + 1);
        MotionState s = state(3, x);
        double[] tau = Differences.filled(3, out -> drives.torque().value(s, out));
        double[] theta = new double[2];
        double[] thetaRate = new double[2];
        drives.motors(s, theta, thetaRate);
        double[] q = {x[0], x[1], x[2], theta[0], theta[1]};
        double[] qd = {x[3], x[4], x[5], thetaRate[0], thetaRate[1]};
        double[] qdd = new double[5];
        BaseMotion base = new BaseMotion();
        deck().at(0.4, base);
        new ElasticForwardDynamics(ELASTIC).compute(base, q, qd, tau, pushed().wrenches(ELASTIC), qdd);
        Agreement.check("accelerations", Arrays.copyOf(qdd, 3), Arrays.copyOfRange(x, 6, 9), 1e-9);
        // the motion a little later, as a polynomial
        double[] rate = Differences.jacobian(new double[] {0}, t -> {
            double[] later = new double[x.length];
            for (int k = 0; k < x.length; k++) {
                double factor = 1;
                for (int d = 0; k + 3 * d < x.length; d++) {
                    later[k] += factor * x[k + 3 * d];
                    factor *= t[0] / (d + 1);
                }
            }
            MotionState at = state(3, later);
            at.setTime(0.4 + t[0]);
            return Differences.filled(3, out -> drives.torque().value(at, out));
        });
        Agreement.check(
                "rates", Differences.filled(3, out -> drives.torqueRate().value(s, out)), rate, 1e-8);
    }

    @Test
    void motorsThatBodiesCarryCount() {
        RobotModel carried = chain(
                3,
                joint -> joint.with(new Drive(
                                0.1,
                                new Rotor(1e-3, 9, joint.parent(), new Vector3(0, 0.6, 0.8)),
                                Spring.of(200),
                                Friction.NONE)
                        .with(Friction.of(0.2, 0.1).smoothed(2))));
        ElasticDrives drives = new ElasticDrives(carried, Surroundings.NONE);
        assertThat(drives.motorsAreCarried()).isTrue();
        StateFunction torque = drives.torque();
        int width = 3 * (torque.order() + 1);
        assertThat(torque.order()).isEqualTo(8);
        double[] x = motion(torque.order() + 1);
        double[] slopes = Differences.jacobian(x, at -> Differences.filled(3, out -> torque.value(state(3, at), out)));
        double[] jacobian = Differences.filled(3 * width, out -> torque.jacobian(state(3, x), out));
        Agreement.check("first derivatives", jacobian, slopes, 1e-9);
        double[] lambda = {1, -0.6, 0.8};
        double[] curvature = Differences.added(width * width, out -> torque.addCurvature(state(3, x), lambda, out));
        checkAlong("torque", x, curvature, at -> gradient(torque, at, lambda), 1e-9);
    }

    @Test
    void whatCannotBePlannedSaysWhatToDo() {
        assertThatThrownBy(() -> new ElasticDrives(ELASTIC, Surroundings.NONE.base(deck())))
                .hasMessageContaining("withoutSprings()");
        for (RobotModel robot : List.of(ELASTIC.withFloatingBase(), springyLoops())) {
            assertThatThrownBy(() -> new ToldDrives(robot, deck(), Surroundings.NONE))
                    .hasMessageContaining("withoutSprings()");
        }
        assertThatThrownBy(() -> new ToldDrives(ELASTIC, (time, out) -> deck().at(time, out), Surroundings.NONE))
                .hasMessageContaining("HarmonicBase");
        assertThatThrownBy(() -> new FloatingDynamics(RIGID)).hasMessageContaining("withFloatingBase()");
        assertThatThrownBy(() -> new FloatingDynamics(ELASTIC.withFloatingBase()))
                .hasMessageContaining("withoutSprings()");
        assertThatThrownBy(() -> Surroundings.NONE
                        .wrenchInBody("nobody", new Wrench(Vector3.X, Vector3.X))
                        .wrenches(RIGID))
                .hasMessageContaining("nobody");
        assertThat(Surroundings.NONE.wrenches(RIGID)).isNull();
        assertThatThrownBy(() -> new HarmonicBase.Part(true, Vector3.ZERO, 0, 0, 0, 0, 0))
                .hasMessageContaining("axis");
        assertThatThrownBy(() -> new HarmonicBase.Part(true, Vector3.X, 0, Double.NaN, 0, 0, 0))
                .hasMessageContaining("finite");
    }
}
