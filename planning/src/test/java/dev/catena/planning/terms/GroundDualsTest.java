package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.ground.GlobalJoints;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionFunctions;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of a robot on its feet and of its points, against the textbook's recursions on dual numbers. */
class GroundDualsTest {
    private static final RobotModel ROBOT =
            GlobalJoints.attach(RandomRobots.everything(7, 4).withFloatingBase());
    private static final int N = ROBOT.jointCount();
    private static final String TIP =
            ROBOT.bodies().get(ROBOT.bodies().size() - 1).name();
    private static final String MIDDLE =
            ROBOT.bodies().get(ROBOT.bodies().size() - 2).name();
    private static final Vector3 TOE = new Vector3(0.1, -0.3, 0.2);

    /** At the height of the world's origin. */
    private static final Vector3 ABOUT = ROBOT.gravity().cross(new Vector3(0.07, -0.12, 0.1));

    private static final Support SUPPORT = new Support(
                    ROBOT, List.of(Foot.sole(TIP), Foot.sole(MIDDLE), Foot.point("toe", TIP, TOE)))
            .under(Pushed.around(ROBOT))
            .about(ABOUT)
            .carriedBy(0, 0.2, TIP)
            .blended(0.2, 0.4, TIP, MIDDLE)
            .given(0.4, 0.6, TIP, MIDDLE)
            .allGiven(0.6, 1, "toe", MIDDLE);

    /** Torques and loads of feet by Newton and Euler: first without loads, then with what the base would have to hold. */
    private record Walking<S extends Scalar<S>>(List<S> torques, List<Wrench<S>> loads, NewtonEuler<S> loaded) {
        static <S extends Scalar<S>> Walking<S> of(List<S> x, double moment) {
            S like = x.get(0);
            TextbookRobot<S> robot = TextbookRobot.of(TreeDynamics.smooth(ROBOT), like::constant);
            Motion<S> motion = Motion.of(robot, x.subList(0, N), x.subList(N, 2 * N), x.subList(2 * N, 3 * N));
            WorldKinematics<S> kinematics = new WorldKinematics<>(robot, motion);
            Map<Integer, Load<S>> byBody = Pushed.loads(ROBOT, kinematics, like);
            Wrench<S> rest =
                    Pushed.about(SUPPORT.about(), new NewtonEuler<>(robot, motion.withLoads(byBody)).baseReaction());
            Footing footing = SUPPORT.footing(moment);
            List<Wrench<S>> loads = new ArrayList<>();
            for (int f = 0; f < 3; f++) {
                S zero = like.constant(0);
                List<S> six = new ArrayList<>(List.of(zero, zero, zero, zero, zero, zero));
                for (int e = 0; e < SUPPORT.countAt(moment); e++) {
                    int column = SUPPORT.column(e, moment);
                    if (column / 6 == f) {
                        six.set(column % 6, x.get(3 * N + e));
                    }
                }
                Wrench<S> own = new Wrench<>(
                        new Vector<>(six.get(0), six.get(1), six.get(2)),
                        new Vector<>(six.get(3), six.get(4), six.get(5)));
                loads.add(own);
                rest = rest.minus(own);
            }
            for (int f = 0; f < 3; f++) {
                if (footing.share(f) != 0) {
                    S share = like.constant(footing.share(f));
                    loads.set(
                            f,
                            new Wrench<>(
                                    rest.force().times(share), rest.moment().times(share)));
                }
                int body = ROBOT.bodyIndex(SUPPORT.feet().get(f).body());
                Wrench<S> atOrigin = Pushed.about(SUPPORT.about().times(-1), loads.get(f));
                if (f == 2) {
                    Vector<S> point = kinematics.worldFromBody(body).apply(Vector.of(TOE, like::constant));
                    atOrigin = new Wrench<>(atOrigin.force(), point.cross(atOrigin.force()));
                }
                Wrench<S> inBody = kinematics.worldFromBody(body).applyInverse(atOrigin);
                Load<S> before = byBody.get(body);
                byBody.put(
                        body,
                        Load.constant(before == null ? inBody : before.wrench().plus(inBody)));
            }
            NewtonEuler<S> loaded = new NewtonEuler<>(robot, motion.withLoads(byBody));
            return new Walking<>(loaded.torques(), loads, loaded);
        }

        List<S> load(int foot) {
            List<S> six = new ArrayList<>(loads.get(foot).force().toList());
            six.addAll(loads.get(foot).moment().toList());
            return six;
        }
    }

    private static double[] state(double moment, long seed) {
        double[] x = new Random(seed)
                .doubles(3L * N + SUPPORT.countAt(moment), -1, 1)
                .toArray();
        for (int k = 3 * N; k < x.length; k++) {
            x[k] *= 0.3 * SUPPORT.weight();
        }
        return x;
    }

    private static DualDerivatives duals(double moment) {
        return new DualDerivatives(N, SUPPORT.count(), moment);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.3, 0.5, 0.9})
    void torquesAndLoads(double moment) {
        GroundFunctions ground = new GroundFunctions(SUPPORT);
        double weight = SUPPORT.weight();
        StateFunction both = ground.torques(ROBOT.jointNames());
        duals(moment).check(both, state(moment, 3), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                return Walking.of(x, moment).torques;
            }
        });
        duals(moment).check(ground.load(MIDDLE), state(moment, 5), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                S scale = x.get(0).constant(1 / weight);
                return Walking.of(x, moment).load(1).stream()
                        .map(part -> part.times(scale))
                        .toList();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5})
    void forcesInsideJoints(double moment) {
        String joint = ROBOT.jointNames().get(7);
        int body = ROBOT.bodyIndex(ROBOT.movingJoints().get(7).child());
        double weight = SUPPORT.weight();
        StateFunction force = new GroundFunctions(SUPPORT).jointForce(joint);
        duals(moment).check(force, state(moment, 6), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                Vector<S> carried =
                        Walking.of(x, moment).loaded.jointWrench(body).force();
                return List.of(carried.dot(carried).times(x.get(0).constant(1 / (weight * weight))));
            }
        });
    }

    /** How far the zero-moment point of both feet is from each edge of a polygon, times the force, in weights. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pressureInsideOfEdges(boolean counterclockwise) {
        double moment = 0.5;
        double weight = SUPPORT.weight();
        Vector3 up = ROBOT.gravity().times(-1 / ROBOT.gravity().norm());
        Vector3 side = up.cross(new Vector3(0.3, -0.5, 0.8)).normalized();
        Vector3 front = up.cross(side);
        double[][] plan = {{-1, -1}, {2, -1.5}, {1.5, 1}, {0, 2}};
        List<Vector3> corners = new ArrayList<>();
        Vector3 middle = Vector3.ZERO;
        for (double[] at : plan) {
            Vector3 corner = up.times(0.7).plus(side.times(at[0])).plus(front.times(at[1]));
            corners.add(counterclockwise ? corners.size() : 0, corner);
            middle = middle.plus(corner.times(0.25));
        }
        Vector3 inside = middle;
        StateFunction pressure = new GroundFunctions(SUPPORT).pressure(corners, TIP, MIDDLE);
        assertThat(pressure.name(3)).contains(TIP).contains("edge 4");
        duals(moment).check(pressure, state(moment, 8), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                Walking<S> walking = Walking.of(x, moment);
                S like = x.get(0);
                Vector<S> e = Vector.of(up, like::constant);
                Wrench<S> sum =
                        Pushed.about(ABOUT.times(-1), walking.loads.get(0).plus(walking.loads.get(1)));
                S pressing = e.dot(sum.force());
                Vector<S> point = e.cross(sum.moment())
                        .plus(sum.force().times(like.constant(0.7)))
                        .times(like.constant(1).dividedBy(pressing));
                List<S> rows = new ArrayList<>();
                for (int k = 0; k < 4; k++) {
                    Vector3 along =
                            corners.get((k + 1) % 4).minus(corners.get(k)).normalized();
                    Vector3 toMiddle = inside.minus(corners.get(k));
                    Vector3 inward =
                            toMiddle.minus(along.times(along.dot(toMiddle))).normalized();
                    S distance = Vector.of(inward, like::constant)
                            .dot(point.minus(Vector.of(corners.get(k), like::constant)));
                    rows.add(distance.times(pressing).times(like.constant(1 / weight)));
                }
                return rows;
            }
        });
    }

    /** Along a path, the polynomial of which is written down once more. */
    @Test
    void torquesAlongAPath() {
        double moment = 0.5;
        SplineBasis basis = SplineBasis.uniform(5, 6);
        Spline path =
                new Spline(basis, N, new Random(3).doubles(6L * N, -0.5, 0.5).toArray());
        double[] all = state(moment, 8);
        double[] x = new double[3 + all.length - 3 * N];
        System.arraycopy(new double[] {0.4, 0.7, -0.3}, 0, x, 0, 3);
        System.arraycopy(all, 3 * N, x, 3, x.length - 3);
        StateFunction torques = new AlongPath(new GroundFunctions(SUPPORT).torques(ROBOT.jointNames()), path);
        new DualDerivatives(1, SUPPORT.count(), moment).check(torques, x, new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> given) {
                List<S> whole = new ArrayList<>();
                for (int order = 0; order < 3; order++) {
                    for (int i = 0; i < N; i++) {
                        whole.add(derivative(path, i, order, given));
                    }
                }
                whole.addAll(given.subList(3, given.size()));
                return Walking.of(whole, moment).torques;
            }
        });
    }

    /** q(s), q′ṡ or q″ṡ² + q′s̈ of a polynomial about s = 0.1. */
    private static <S extends Scalar<S>> S derivative(Spline path, int i, int order, List<S> given) {
        S like = given.get(0);
        S way = given.get(0).minus(like.constant(0.1));
        List<S> q = new ArrayList<>();
        for (int d = 0; d < 3; d++) {
            S sum = like.constant(0);
            for (int k = 5; k >= d; k--) {
                double[] values = new double[N];
                path.evaluate(0.1, k, values);
                sum = sum.times(way).times(like.constant(1.0 / (k - d + 1))).plus(like.constant(values[i]));
            }
            q.add(sum);
        }
        S v = given.get(1);
        return order == 0
                ? q.get(0)
                : order == 1
                        ? q.get(1).times(v)
                        : q.get(2).times(v).times(v).plus(q.get(1).times(given.get(2)));
    }

    @Test
    void whatIsNoGroundIsRefused() {
        GroundFunctions ground = new GroundFunctions(SUPPORT);
        Vector3 up = ROBOT.gravity().normalized();
        Vector3 side = up.cross(new Vector3(0.3, -0.5, 0.8));
        for (List<Vector3> corners : List.of(
                List.<Vector3>of(),
                List.of(Vector3.ZERO, side),
                List.of(Vector3.ZERO, side, side.times(2)),
                List.of(Vector3.ZERO, side, side.plus(up)))) {
            assertThatThrownBy(() -> ground.pressure(corners, TIP))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no polygon with an area");
        }
        assertThatThrownBy(() -> ground.jointForce("nobody")).hasMessageContaining("no moving joint \"nobody\"");
        List<String> joints = ROBOT.jointNames().subList(0, 2);
        for (double[] weights : new double[][] {{1}, {1, -1}, {1, Double.NaN}, {Double.POSITIVE_INFINITY, 1}}) {
            assertThatThrownBy(() -> ground.effort(joints, weights)).hasMessageContaining("effort of 2 joints");
        }
        assertThat(ground.effort(joints, new double[] {0, 1}).rows()).isEqualTo(1);
        assertThat(ground.support()).isSameAs(SUPPORT);
        assertThatThrownBy(() -> new GroundFunctions(SUPPORT.about(ROBOT.gravity()))
                        .sharedByDistance(TIP, Vector3.ZERO, MIDDLE, Vector3.X))
                .hasMessageContaining("above or below");
    }

    /** d_A a − d_B b with the zero-moment point of both feet, written down once more. */
    @Test
    void loadsByDistance() {
        double moment = 0.5;
        double weight = SUPPORT.weight();
        Vector3 up = ROBOT.gravity().times(-1 / ROBOT.gravity().norm());
        Vector3 underTip = new Vector3(0.3, -0.1, 0.2);
        Vector3 underMiddle = new Vector3(-0.2, 0.4, 0.1);
        StateFunction shared = new GroundFunctions(SUPPORT).sharedByDistance(TIP, underTip, MIDDLE, underMiddle);
        duals(moment).check(shared, state(moment, 7), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                Walking<S> walking = Walking.of(x, moment);
                S like = x.get(0);
                Vector<S> e = Vector.of(up, like::constant);
                Wrench<S> sum =
                        Pushed.about(ABOUT.times(-1), walking.loads.get(0).plus(walking.loads.get(1)));
                S pressing = e.dot(sum.force());
                Vector<S> point = e.cross(sum.moment()).times(like.constant(1).dividedBy(pressing));
                List<S> rows = new ArrayList<>();
                for (int c = 0; c < 6; c++) {
                    S own = distance(point, e, underTip).times(walking.load(0).get(c));
                    S other = distance(point, e, underMiddle)
                            .times(walking.load(1).get(c));
                    rows.add(own.minus(other).times(like.constant(1 / weight)));
                }
                return rows;
            }

            private <S extends Scalar<S>> S distance(Vector<S> point, Vector<S> e, Vector3 under) {
                S like = point.x();
                Vector<S> center = Vector.of(under, like::constant);
                Vector<S> between = point.minus(center.minus(e.times(e.dot(center))));
                return between.dot(between).plus(like.constant(1e-6)).squareRoot();
            }
        });
    }

    @Test
    void pointsDistancesAndProducts() {
        Vector3 first = new Vector3(0.2, 0.1, -0.3);
        Vector3 second = new Vector3(-0.1, 0.4, 0.2);
        int tip = ROBOT.bodyIndex(TIP);
        int middle = ROBOT.bodyIndex(MIDDLE);
        check(MotionFunctions.point(ROBOT, TIP, first), kinematicsOf(tip, first, false));
        check(MotionFunctions.velocity(ROBOT, TIP, first), kinematicsOf(tip, first, true));
        check(MotionFunctions.squaredDistance(ROBOT, TIP, first, MIDDLE, second), new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                WorldKinematics<S> at = kinematics(x);
                Vector<S> between = place(at, tip, first).minus(place(at, middle, second));
                return List.of(between.dot(between));
            }
        });
        String early = ROBOT.movingJoints().get(6).child();
        check(
                MotionFunctions.product(
                        ROBOT,
                        MotionFunctions.ahead(ROBOT, TIP, early, Vector3.X),
                        MotionFunctions.ahead(ROBOT, MIDDLE, early, Vector3.Y)),
                new DualDerivatives.Reference() {
                    @Override
                    public <S extends Scalar<S>> List<S> values(List<S> x) {
                        WorldKinematics<S> at = kinematics(x);
                        Vector<S> about = place(at, ROBOT.bodyIndex(early), Vector3.ZERO);
                        S ofTip = place(at, tip, Vector3.ZERO).minus(about).x();
                        S ofMiddle =
                                place(at, middle, Vector3.ZERO).minus(about).y();
                        return List.of(ofTip.times(ofMiddle));
                    }
                });
    }

    private static void check(StateFunction function, DualDerivatives.Reference reference) {
        new DualDerivatives(N, 0, 0).check(function, state(0.1, 8), reference);
    }

    private static DualDerivatives.Reference kinematicsOf(int body, Vector3 point, boolean isVelocity) {
        return new DualDerivatives.Reference() {
            @Override
            public <S extends Scalar<S>> List<S> values(List<S> x) {
                WorldKinematics<S> at = kinematics(x);
                Vector<S> place = place(at, body, point);
                return (isVelocity ? at.velocityOf(body, place) : place).toList();
            }
        };
    }

    private static <S extends Scalar<S>> WorldKinematics<S> kinematics(List<S> x) {
        TextbookRobot<S> robot = TextbookRobot.of(ROBOT, x.get(0)::constant);
        return new WorldKinematics<>(
                robot, Motion.of(robot, x.subList(0, N), x.subList(N, 2 * N), x.subList(2 * N, 3 * N)));
    }

    private static <S extends Scalar<S>> Vector<S> place(WorldKinematics<S> at, int body, Vector3 point) {
        return at.worldFromBody(body).apply(Vector.of(point, point(at)));
    }

    private static <S extends Scalar<S>> java.util.function.DoubleFunction<S> point(WorldKinematics<S> at) {
        return at.angularVelocityInWorld(0).x()::constant;
    }
}
