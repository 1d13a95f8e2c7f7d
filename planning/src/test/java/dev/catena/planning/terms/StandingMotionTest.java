package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A robot with springs that stands on a sole and a toe: motions that keep both, by what they leave free and by loads. */
class StandingMotionTest {
    private static final Vector3 TOE = new Vector3(0.1, -0.3, 0.2);
    private static final RobotModel FLOATING = springs(
            RandomRobots.chain(5, 6).branching(0.4).baseInertia().build().withFloatingBase());
    private static final RobotModel ROBOT = GlobalJoints.attach(FLOATING);
    private static final int N = ROBOT.jointCount();
    private static final String SOLE =
            ROBOT.bodies().get(ROBOT.bodies().size() - 1).name();
    private static final String OTHER = FLOATING.base().name();
    private static final double[] START = new RandomNumbers(3).vector(N, 0.6);

    private static RobotModel springs(RobotModel bare) {
        RandomNumbers random = new RandomNumbers(8);
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints().subList(1, bare.jointCount())) {
            builder.replace(joint.with(Drive.reflected(random.between(0.1, 1))
                    .with(new Spring(random.between(50, 500), random.between(-0.1, 0.1)))
                    .with(Friction.of(0.3, 0.2).smoothed(1))));
        }
        return builder.build();
    }

    private static Pose place(String body) {
        Kinematics kinematics = new Kinematics(ROBOT);
        kinematics.compute(START);
        return kinematics.worldFromBody(ROBOT.bodyIndex(body));
    }

    /** @param arm at which forces of the sole count as moments */
    private static StandingLoads loads(double arm) {
        return new StandingLoads(ROBOT)
                .with(Foot.sole(SOLE), place(SOLE).position(), arm)
                .with(Foot.point("toe", OTHER, TOE), place(OTHER).apply(TOE), 1);
    }

    private static StandingPoints points() {
        return new StandingPoints(ROBOT)
                .with(SOLE, START, Vector3.ZERO, Vector3.X, Vector3.Y)
                .with(OTHER, START, TOE);
    }

    private static TiedMotion tied(int loads) {
        return TiedMotion.through(points(), loads, new TreeMap<>(java.util.Map.of(0.0, START)));
    }

    /** A reduced state near the start. */
    private static MotionState state(double[] at, int order, double[] along, double step) {
        int m = at.length;
        MotionState state = new MotionState(m, 0, order);
        RandomNumbers random = new RandomNumbers(2);
        for (int d = 0; d <= order; d++) {
            for (int i = 0; i < m; i++) {
                state.derivative(d)[i] = (d == 0 ? at[i] : 0) + random.between(-0.05, 0.05) + step * along[d * m + i];
            }
        }
        return state;
    }

    @Test
    void derivativesByWhatIsPlanned() {
        StandingLoads loads = loads(0.1);
        TiedMotion tied = tied(loads.count());
        assertThat(tied.coordinates()).hasSize(N - 9 + 3).endsWith("load 1", "load 2", "load 3");
        checkDerivatives(loads, tied, tied.reduced(START));
    }

    /** Along a path near the start, loads beside its parameter. */
    @Test
    void derivativesAlongAPath() {
        StandingLoads loads = loads(0.1);
        double[] points = new RandomNumbers(9).vector(8 * N, 0.02);
        for (int k = 0; k < points.length; k++) {
            points[k] = START[k % N] + (k < N ? 0 : points[k]);
        }
        Spline path = new Spline(SplineBasis.uniform(7, 8), N, points);
        TiedMotion tied = TiedMotion.along(points(), loads.count(), path, 0);
        PathState along = new PathState(tied.reduced(path), tied);
        assertThat(along.coordinates()).containsExactly("the path parameter", "load 1", "load 2", "load 3");
        checkDerivatives(loads, along, 0.5, 0, 0, 0);
    }

    /** By differences of eighth order, of values and of λ · first derivatives. */
    private static void checkDerivatives(StandingLoads loads, ReducedMotion tied, double... place) {
        ElasticDrives drives = new ElasticDrives(ROBOT, loads);
        GroundFunctions ground = new GroundFunctions(loads);
        for (StateFunction own : List.of(drives.torque(), drives.torqueRate(), ground.load("toe"))) {
            StateFunction function = tied.of(own);
            assertThat(function.loads()).isZero();
            int order = function.order();
            int width = (order + 1) * tied.coordinates().size();
            RandomNumbers random = new RandomNumbers(4);
            double[] along = random.vector(width, 1);
            double[] lambda = random.vector(function.rows(), 1);
            double[] first = new double[function.rows()];
            double[] second = new double[width];
            double[] stencil = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
            double h = 2e-3;
            for (int k = 1; k <= 4; k++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    MotionState at = state(place, order, along, sign * k * h);
                    double factor = sign * stencil[k - 1] / h;
                    double[] values = Differences.filled(first.length, out -> function.value(at, out));
                    double[] slopes = Differences.filled(first.length * width, out -> function.jacobian(at, out));
                    for (int r = 0; r < first.length; r++) {
                        first[r] += factor * values[r];
                        for (int c = 0; c < width; c++) {
                            second[c] += factor * lambda[r] * slopes[r * width + c];
                        }
                    }
                }
            }
            MotionState at = state(place, order, along, 0);
            double[] slopes = Differences.filled(first.length * width, out -> function.jacobian(at, out));
            double[] hessian = Differences.added(width * width, out -> function.addCurvature(at, lambda, out));
            Agreement.check(own.name(0) + ", first derivatives", times(slopes, along), first, 1e-9);
            Agreement.check(own.name(0) + ", second derivatives", times(hessian, along), second, 1e-9);
        }
    }

    private static double[] times(double[] matrix, double[] vector) {
        double[] out = new double[matrix.length / vector.length];
        for (int k = 0; k < matrix.length; k++) {
            out[k / vector.length] += matrix[k] * vector[k % vector.length];
        }
        return out;
    }

    /** Where feet exert nothing against each other, loads have the least norm: torques are those of the feed-forward on contacts. */
    @Test
    void withoutLoadsAgainstEachOtherItIsTheFeedForward() {
        // moments count there by the largest offset of joints
        double length = FLOATING.joints().stream()
                .mapToDouble(joint -> Math.max(
                        joint.geometry().parentFromJoint().position().norm(),
                        joint.geometry().jointFromBody().position().norm()))
                .max()
                .orElseThrow();
        StandingLoads loads = loads(length);
        TiedMotion tied = tied(loads.count());
        MotionState reduced =
                state(tied.reduced(START), 5, new double[6 * tied.coordinates().size()], 0);
        for (int d = 0; d <= 5; d++) {
            for (int j = 0; j < 3; j++) {
                reduced.derivative(d)[N - 9 + j] = 0;
            }
        }
        MotionState s = tied.follow(reduced);
        ElasticDrives drives = new ElasticDrives(ROBOT, loads);
        Kinematics kinematics = new Kinematics(ROBOT);
        kinematics.compute(s.position(), s.velocity(), s.acceleration());
        Pose trunk = kinematics.worldFromBody(ROBOT.bodyIndex(OTHER));
        List<CutJoint> contacts = List.of(
                CutJoint.contact("sole", CutKind.FIXED, place(SOLE), SOLE, Pose.IDENTITY),
                CutJoint.contact(
                        "toe",
                        CutKind.SPHERICAL,
                        new Pose(Rotation.IDENTITY, place(OTHER).apply(TOE)),
                        OTHER,
                        new Pose(Rotation.IDENTITY, TOE)));
        ElasticContactFeedForward feed = ElasticContactFeedForward.withRates(FLOATING, contacts);
        int joints = FLOATING.jointCount();
        double[][] motion = new double[6][];
        Arrays.setAll(motion, d -> Arrays.copyOfRange(s.derivative(d), 6, N));
        int size = joints + FLOATING.elasticJoints().size();
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[joints];
        double[] rates = new double[joints];
        feed.compute(new BaseMotion().pose(trunk), motion, null, null, q, qd, qdd, tau);
        feed.torqueRates(rates);
        double[] torque = Differences.filled(N, out -> drives.torque().value(s, out));
        double[] torqueRate = Differences.filled(N, out -> drives.torqueRate().value(s, out));
        Agreement.check("torques", Arrays.copyOfRange(torque, 6, N), tau, 1e-9);
        Agreement.check("their rates", Arrays.copyOfRange(torqueRate, 6, N), rates, 1e-8);
        double[] theta = new double[size - joints];
        double[] thetaRate = new double[size - joints];
        drives.motors(s, theta, thetaRate);
        Agreement.check("motors", theta, Arrays.copyOfRange(q, joints, size), 1e-9);
        Agreement.check("their velocities", thetaRate, Arrays.copyOfRange(qd, joints, size), 1e-9);
        for (int i = 0; i < 6; i++) {
            assertThat(torque[i]).isCloseTo(0, within(1e-10 * loads.weight()));
        }
    }

    /** Shares add up to the whole, loads against each other to nothing; a toe has no moment about its place. */
    @Test
    void sharesAddUp() {
        StandingLoads loads = loads(0.1);
        StandingLoads.Shares shares = loads.shares();
        Vector3 toe = place(OTHER).apply(TOE).minus(loads.about());
        for (int row = 0; row < 6; row++) {
            for (int c = 0; c < 6; c++) {
                double sum = shares.ofRobot()[0][6 * row + c] + shares.ofRobot()[1][6 * row + c];
                assertThat(sum).isCloseTo(row == c ? 1 : 0, within(1e-12));
            }
            for (int j = 0; j < 3; j++) {
                double sum = shares.againstEachOther()[0][3 * row + j] + shares.againstEachOther()[1][3 * row + j];
                assertThat(sum).isCloseTo(0, within(1e-12 * loads.weight()));
            }
        }
        for (double[] of : List.of(shares.ofRobot()[1], shares.againstEachOther()[1])) {
            int columns = of.length / 6;
            for (int c = 0; c < columns; c++) {
                Vector3 force = new Vector3(of[c], of[columns + c], of[2 * columns + c]);
                Vector3 moment = new Vector3(of[3 * columns + c], of[4 * columns + c], of[5 * columns + c]);
                assertThat(moment.minus(toe.cross(force)).norm()).isLessThan(1e-11 * loads.weight());
            }
        }
    }

    @Test
    void whatCannotStandIsRefused() {
        StandingLoads line = new StandingLoads(ROBOT)
                .with(Foot.point("a", SOLE, Vector3.ZERO), Vector3.ZERO, 1)
                .with(Foot.point("b", OTHER, TOE), Vector3.X, 1);
        assertThatThrownBy(() -> MotionLimits.standing(line))
                .hasMessageContaining("three points that are not on a line");
        StandingLoads three = line.with(Foot.point("c", OTHER, Vector3.ZERO), new Vector3(3, 0, 0), 1);
        assertThatThrownBy(() -> MotionLimits.standing(three)).hasMessageContaining("--rigid");
        assertThatThrownBy(() -> loads(0)).hasMessageContaining("arm of 0.0 m");
        assertThatThrownBy(() -> loads(0.1).with(Foot.sole("nobody"), Vector3.ZERO, 1))
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> MotionLimits.standing(
                        new StandingLoads(ROBOT.withoutSprings()).with(Foot.sole(SOLE), Vector3.ZERO, 0.1)))
                .hasMessageContaining("no springs");
        Joint last = FLOATING.movingJoints().get(FLOATING.jointCount() - 1);
        RobotModel spinning = GlobalJoints.attach(FLOATING.toBuilder()
                .replace(last.with(
                        Drive.of(new Rotor(1e-3, 9, last.parent(), Vector3.Z)).with(Spring.of(100))))
                .build());
        assertThatThrownBy(() ->
                        MotionLimits.standing(new StandingLoads(spinning).with(Foot.sole(SOLE), Vector3.ZERO, 0.1)))
                .hasMessageContaining("spins on a moving body");
        GroundFunctions ground = new GroundFunctions(loads(0.1));
        assertThatThrownBy(() -> ground.torques(List.of("global_x"))).hasMessageContaining("MotionLimits.standing");
        assertThatThrownBy(() -> ground.pressing("heel")).hasMessageContaining("there is no foot \"heel\"");
        MotionLimits limits = MotionLimits.standing(loads(0.1));
        assertThatThrownBy(() -> MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .start(EndState.atRest(START))
                        .goal(EndState.atRest(START))
                        .build())
                .hasMessageContaining("which points stand");
    }
}
