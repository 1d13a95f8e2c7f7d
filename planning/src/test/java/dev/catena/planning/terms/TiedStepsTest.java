package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A body in a plane on a leg of two links whose tip stands: all of it follows from pitch and two lengths of closed form. */
class TiedStepsTest {
    private static final double THIGH = 0.4;
    private static final double SHANK = 0.5;
    private static final Vector3 TIP = new Vector3(0, 0, -SHANK);

    private static final RobotModel ROBOT = robot();

    private static RobotModel robot() {
        SpatialInertia link = SpatialInertia.aboutCenterOfMass(
                3, new Vector3(0.05, 0, -0.2), new InertiaTensor(0.3, 0.01, 0, 0.2, 0, 0.2));
        return RobotModel.builder("hopper")
                .link(Joint.prismatic("x", "base", "x").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                .link(Joint.prismatic("z", "x", "z").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .link(Joint.revolute("pitch", "z", "torso").at(Pose.IDENTITY, Vector3.Y), link)
                .link(Joint.revolute("hip", "torso", "thigh").at(Pose.IDENTITY, Vector3.Y), link)
                .link(Joint.revolute("knee", "thigh", "shank").at(Pose.translation(0, 0, -THIGH), Vector3.Y), link)
                .build();
    }

    /** Where the torso is when the tip is at the world's origin. */
    private static double[] standing(double pitch, double hip, double knee) {
        double upper = pitch + hip;
        double lower = upper + knee;
        return new double[] {
            THIGH * Math.sin(upper) + SHANK * Math.sin(lower),
            THIGH * Math.cos(upper) + SHANK * Math.cos(lower),
            pitch,
            hip,
            knee
        };
    }

    private static final double[] START = standing(0.1, -0.5, 0.9);
    private static final double[] MIDDLE = standing(0.3, -0.9, 1.2);
    private static final double[] END = standing(-0.2, -0.2, 0.7);
    private static final StandingPoints POINTS = new StandingPoints(ROBOT).with("shank", START, TIP);

    private static TiedMotion tied(Object... momentsAndPostures) {
        TreeMap<Double, double[]> stations = new TreeMap<>();
        for (int k = 0; k < momentsAndPostures.length; k += 2) {
            stations.put((Double) momentsAndPostures[k], (double[]) momentsAndPostures[k + 1]);
        }
        return TiedMotion.through(POINTS, stations);
    }

    private static final TiedMotion STEPS = tied(0.0, START, 0.4, MIDDLE, 1.0, END);

    private static MotionState at(double moment, double[] posture) {
        MotionState state = new MotionState(3, 2);
        state.setMoment(moment);
        System.arraycopy(STEPS.reduced(posture), 0, state.position(), 0, 3);
        return state;
    }

    @Test
    void posturesAreMet() {
        assertThat(STEPS.coordinates()).hasSize(3);
        assertThat(ROBOT.jointNames()).containsAll(STEPS.coordinates());
        for (int k = 0; k < 3; k++) {
            assertThat(STEPS.reduced(MIDDLE)[k])
                    .isEqualTo(MIDDLE[ROBOT.coordinate(STEPS.coordinates().get(k))]);
        }
        assertThat(STEPS.follow(at(0, START)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(START);
        assertThat(STEPS.follow(at(0.4, MIDDLE)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(MIDDLE);
        assertThat(STEPS.follow(at(1, END)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(END);
        // far from any reference, but of the same assembly
        assertThat(STEPS.follow(at(0.9, MIDDLE)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(MIDDLE);
        double[] other = standing(0.5, -0.6, 1.6);
        assertThat(STEPS.follow(at(0, other)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(other);
    }

    /** Inputs and time go with a motion; whatever was asked of the same moment before. */
    @Test
    void oneMomentManyMotions() {
        MotionState state = at(0.4, MIDDLE);
        state.inputs()[0] = 3;
        state.inputs()[1] = -4;
        state.setTime(0.7);
        assertThat(STEPS.follow(state).inputs()).containsExactly(3, -4);
        state.inputs()[0] = 5;
        state.setTime(0.8);
        MotionState full = STEPS.follow(state);
        assertThat(full.inputs()).containsExactly(5, -4);
        assertThat(full.time()).isEqualTo(0.8);
        assertThat(full.moment()).isEqualTo(0.4);
        assertThat(full.size()).isEqualTo(5);
        assertThat(STEPS.at(state)).isSameAs(STEPS.at(state));
        state.velocity()[1] = 0.5;
        assertThat(STEPS.follow(state).velocity()[2] != 0 || STEPS.follow(state).velocity()[0] != 0)
                .isTrue();
        MotionState higher = new MotionState(3, 2, 5);
        higher.setMoment(0.4);
        System.arraycopy(state.position(), 0, higher.position(), 0, 3);
        assertThat(STEPS.follow(higher).highestOrder()).isEqualTo(5);
        MotionState without = new MotionState(3);
        without.setMoment(0.4);
        System.arraycopy(state.position(), 0, without.position(), 0, 3);
        assertThat(STEPS.follow(without).inputs()).isEmpty();
        // more moments than are remembered
        for (int k = 0; k < 5000; k++) {
            without.setMoment(k / 5000.0);
            assertThat(STEPS.follow(without).moment()).isEqualTo(k / 5000.0);
        }
    }

    @Test
    void copiesComputeForThemselves() {
        TiedMotion copy = STEPS.copy();
        MotionState full = STEPS.follow(at(0.4, MIDDLE));
        double[] before = full.position().clone();
        assertThat(copy.follow(at(0.4, END)).position())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(END);
        assertThat(full.position()).containsExactly(before);
        Evaluators evaluators = new Evaluators();
        assertThat(STEPS.copy(evaluators)).isSameAs(STEPS.copy(evaluators)).isNotSameAs(STEPS);
        StateFunction all = new CoordinateFunction(0, ROBOT.jointNames());
        StateFunction function = STEPS.of(all);
        for (StateFunction other : List.of(function.copy(), function.copy(evaluators))) {
            assertThat(other.name(3)).isEqualTo(all.name(3));
            assertThat(other.display(3, 0.25)).isEqualTo(0.25);
            assertThat(Differences.filled(5, out -> other.value(at(0.4, END), out)))
                    .usingComparatorWithPrecision(1e-12)
                    .containsExactly(END);
        }
    }

    @Test
    void posturesThatContactsDoNotAllowAreRefused() {
        double[] off = MIDDLE.clone();
        off[1] += 2e-4;
        assertThatThrownBy(() -> tied(0.0, START, 0.4, off))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the posture at 0.4 of the way has a contact")
                .hasMessageContaining("1.0E-4 m are allowed");
        double[] near = MIDDLE.clone();
        near[1] += 0.5e-4;
        TiedMotion settled = tied(0.0, START, 1.0, near);
        MotionState state = new MotionState(3);
        state.setMoment(1);
        System.arraycopy(settled.reduced(near), 0, state.position(), 0, 3);
        double[] q = settled.follow(state).position();
        double[] exact = standing(q[2], q[3], q[4]);
        assertThat(q).usingComparatorWithPrecision(1e-12).containsExactly(exact);
    }

    /** What an end prescribes of coordinates that follow must be what the others make of them. */
    @Test
    void endsAgreeWithContacts() {
        assertThat(STEPS.reduced("the goal", EndState.free(), 1).isFree()).isTrue();
        EndState still = STEPS.reduced("the goal", EndState.still(END), 1);
        assertThat(still.order()).isEqualTo(2);
        assertThat(still.position(1)).isEqualTo(STEPS.reduced(END)[1]);
        assertThat(STEPS.reduced("the goal", EndState.at(END), 1).order()).isZero();
        assertThat(STEPS.reduced("the goal", EndState.anywhereAtRest(5), 1).isPositionFree())
                .isTrue();
        // d/dt of the closed form, with rates of pitch, hip and knee
        double[] rates = {0.4, -0.3, 0.8};
        double h = 1e-6;
        double[] after = standing(-0.2 + h * rates[0], -0.2 + h * rates[1], 0.7 + h * rates[2]);
        double[] before = standing(-0.2 - h * rates[0], -0.2 - h * rates[1], 0.7 - h * rates[2]);
        double[] velocity = new double[5];
        Arrays.setAll(velocity, i -> (after[i] - before[i]) / (2 * h));
        EndState moving = STEPS.reduced("the goal", EndState.moving(END, velocity), 1);
        assertThat(moving.derivative(1, 2)).isEqualTo(STEPS.reduced(velocity)[2]);
        for (int i = 0; i < 5; i++) {
            double[] wrong = velocity.clone();
            wrong[i] += 1e-4;
            assertThatThrownBy(() -> STEPS.reduced("the goal", EndState.moving(END, wrong), 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the goal: the derivative of order 1 of")
                    .hasMessageContaining("but the contacts make it");
        }
        assertThatThrownBy(() -> STEPS.reduced("the goal", EndState.moving(END, velocity, new double[5]), 1))
                .hasMessageContaining("the derivative of order 2 of");
    }

    /** Loads of feet that are variables are columns behind those of the motion. */
    @Test
    void derivativesWithInputs() {
        Support support = new Support(ROBOT, List.of(Foot.point("tip", "shank", TIP))).allGiven(0, 1, "tip");
        StateFunction torques = new GroundFunctions(support).torques(ROBOT.jointNames());
        StateFunction f = STEPS.of(torques);
        assertThat(f.hasInputs()).isTrue();
        assertThat(STEPS.of(new CoordinateFunction(0, ROBOT.jointNames())).hasInputs())
                .isFalse();
        assertThat(f.order()).isEqualTo(2);
        int width = 3 * 3 + 3;
        double[] x = new Random(4).doubles(width, -0.5, 0.5).toArray();
        System.arraycopy(STEPS.reduced(MIDDLE), 0, x, 0, 3);
        double[] lambda = {0.4, -0.6, 1, 0.7, -0.2};
        double[] poisoned = new double[5 * width];
        Arrays.fill(poisoned, 99);
        f.jacobian(state(x), poisoned);
        check(x, poisoned, at -> Differences.filled(5, out -> f.value(state(at), out)));
        double[] curvature = Differences.added(width * width, out -> f.addCurvature(state(x), lambda, out));
        check(x, curvature, at -> {
            double[] jacobian = Differences.filled(5 * width, out -> f.jacobian(state(at), out));
            double[] sum = new double[width];
            for (int k = 0; k < jacobian.length; k++) {
                sum[k % width] += lambda[k / width] * jacobian[k];
            }
            return sum;
        });
        // a fresh function has the same second derivatives, and adds them
        double[] twice = curvature.clone();
        f.copy().addCurvature(state(x), lambda, twice);
        for (int k = 0; k < twice.length; k++) {
            assertThat(twice[k]).isCloseTo(2 * curvature[k], within(1e-9));
        }
    }

    private static MotionState state(double[] x) {
        MotionState state = new MotionState(3, 3);
        state.setMoment(0.4);
        for (int k = 0; k < 9; k++) {
            state.derivative(k / 3)[k % 3] = x[k];
        }
        System.arraycopy(x, 9, state.inputs(), 0, 3);
        return state;
    }

    private static void check(double[] x, double[] matrix, UnaryOperator<double[]> values) {
        double[] direction = new Random(5).doubles(x.length, -1, 1).toArray();
        double[] slopes = Differences.jacobian(new double[] {0}, t -> {
            double[] moved = x.clone();
            Arrays.setAll(moved, c -> x[c] + t[0] * direction[c]);
            return values.apply(moved);
        });
        double[] product = new double[matrix.length / x.length];
        for (int k = 0; k < matrix.length; k++) {
            product[k / x.length] += matrix[k] * direction[k % x.length];
        }
        Agreement.check("derivatives", product, slopes, 1e-9);
    }

    @Test
    void pointsThatCannotStand() {
        assertThatThrownBy(() -> POINTS.with("hand", START, TIP)).hasMessageContaining("has no body \"hand\"");
        for (double tolerance : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> POINTS.tolerance(tolerance)).hasMessageContaining("must be positive and finite");
        }
        StandingPoints wider = POINTS.tolerance(0.02);
        assertThat(wider.tolerance()).isEqualTo(0.02);
        assertThat(wider.held()).isEqualTo(POINTS.held());
        assertThat(wider.robot()).isSameAs(ROBOT);
        assertThat(POINTS.held().get(0).placeInWorld().norm()).isLessThan(1e-14);
        assertThatThrownBy(() -> new StandingPoints(ROBOT.withFloatingBase())).hasMessageContaining("withFixedBase()");
        RobotModel stiff = RobotModel.builder("stiff")
                .link(Joint.revolute("a", "base", "a").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
                .build();
        StandingPoints held = new StandingPoints(stiff).with("a", new double[1], Vector3.X);
        assertThatThrownBy(() -> TiedMotion.through(held, new TreeMap<>(Map.of(0.0, new double[1]))))
                .hasMessageContaining("leave robot \"stiff\" no motion at all");
    }
}
