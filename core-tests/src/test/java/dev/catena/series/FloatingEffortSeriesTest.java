package dev.catena.series;

import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Efforts of robots that float without momentum, against the textbook on series of nested dual numbers. */
class FloatingEffortSeriesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreesWithTheTextbook(long seed) {
        RobotModel robot = TreeEffortSeriesTest.robot(seed).withFloatingBase();
        int n = robot.jointCount();
        int terms = TreeEffortSeriesTest.ORDER + 1;
        FloatingEffortSeries series = new FloatingEffortSeries(new MovingTree(robot), TreeEffortSeriesTest.ORDER);
        double[][] x = TreeEffortSeriesTest.motion(n, seed);
        RandomNumbers random = new RandomNumbers(seed + 50);
        double[] a = random.vector(3 * n, 1);
        double[] b = random.vector(3 * n, 1);
        double[] lambda = random.vector(n * terms, 1);
        double[] second = new double[9 * n * n * terms];
        series.compute(x);
        series.curvature(lambda, second);
        TextbookRobot<Taylor<Dual<Dual<Real>>>> book =
                TextbookRobot.of(robot, TreeEffortSeriesTest::constant).withoutGravity();
        List<List<Taylor<Dual<Dual<Real>>>>> varied = TreeEffortSeriesTest.varied(x, a, b);
        TreeEffortSeriesTest.check(series, efforts(book, varied), a, b, lambda, second);
    }

    /** It makes no difference where the frame of a base without mass is. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void baseFrameFarAway(long seed) {
        RobotModel robot = RandomRobots.tree(seed, 2 + (int) (seed % 4))
                .prismaticShare(0.3)
                .build();
        double far = 1024 * Math.pow(2, (double) seed);
        Vector3 by = new Vector3(far, -2 * far, far);
        int n = robot.jointCount();
        double[][] x = TreeEffortSeriesTest.motion(n, seed);
        double[] lambda = new RandomNumbers(seed).vector(n * (TreeEffortSeriesTest.ORDER + 1), 1);
        double[][] found = new double[2][];
        for (int k = 0; k < 2; k++) {
            RobotModel placed = k == 0 ? robot : TreeEffortSeriesTest.moved(robot, by);
            RobotModel floating = placed.toBuilder()
                    .base(robot.base().name(), SpatialInertia.ZERO)
                    .floating()
                    .build();
            FloatingEffortSeries series =
                    new FloatingEffortSeries(new MovingTree(floating), TreeEffortSeriesTest.ORDER);
            found[k] = TreeEffortSeriesTest.all(series, x, lambda);
        }
        Agreement.check("all", found[1], found[0], 1e-11);
    }

    /** Momentum is what holds a base at rest if velocities were accelerations; then nothing holds the base. */
    private static <S extends Scalar<S>> List<S> efforts(TextbookRobot<S> robot, List<List<S>> x) {
        List<S> velocity = solve(
                robot,
                v -> reaction(new NewtonEuler<>(
                        robot,
                        Motion.of(robot, x.get(0), robot.zeros(), x.get(1)).withBase(moving(robot, zeros(robot), v)))));
        Function<List<S>, NewtonEuler<S>> dynamics = acceleration -> new NewtonEuler<>(
                robot, Motion.of(robot, x.get(0), x.get(1), x.get(2)).withBase(moving(robot, velocity, acceleration)));
        return dynamics.apply(solve(robot, acceleration -> reaction(dynamics.apply(acceleration))))
                .torques();
    }

    private static <S extends Scalar<S>> List<S> zeros(TextbookRobot<S> robot) {
        return java.util.Collections.nCopies(6, robot.constant(0));
    }

    private static <S extends Scalar<S>> BaseMotion<S> moving(
            TextbookRobot<S> robot, List<S> velocity, List<S> acceleration) {
        Vector<S> none = Vector.zero(robot.constant(0));
        return new BaseMotion<>(
                Placement.identity(robot.constant(0)),
                part(velocity, 0),
                part(velocity, 3),
                part(acceleration, 0),
                part(acceleration, 3),
                none,
                none);
    }

    private static <S extends Scalar<S>> Vector<S> part(List<S> six, int from) {
        return new Vector<>(six.get(from), six.get(from + 1), six.get(from + 2));
    }

    private static <S extends Scalar<S>> List<S> reaction(NewtonEuler<S> dynamics) {
        Wrench<S> wrench = dynamics.baseReaction();
        List<S> six = new ArrayList<>(wrench.force().toList());
        six.addAll(wrench.moment().toList());
        return six;
    }

    /** Six numbers at which six others vanish that depend on them linearly, by elimination. */
    private static <S extends Scalar<S>> List<S> solve(TextbookRobot<S> robot, Function<List<S>, List<S>> rest) {
        List<S> right = new ArrayList<>(rest.apply(zeros(robot)));
        List<List<S>> rows = new ArrayList<>();
        for (int r = 0; r < 6; r++) {
            rows.add(new ArrayList<>());
        }
        for (int c = 0; c < 6; c++) {
            List<S> unit = new ArrayList<>(zeros(robot));
            unit.set(c, robot.constant(1));
            List<S> column = rest.apply(unit);
            for (int r = 0; r < 6; r++) {
                rows.get(r).add(column.get(r).minus(right.get(r)));
            }
        }
        right.replaceAll(Scalar::negate);
        for (int k = 0; k < 6; k++) {
            for (int r = 0; r < 6; r++) {
                if (r == k) {
                    continue;
                }
                S factor = rows.get(r).get(k).dividedBy(rows.get(k).get(k));
                for (int c = k; c < 6; c++) {
                    rows.get(r)
                            .set(
                                    c,
                                    rows.get(r)
                                            .get(c)
                                            .minus(factor.times(rows.get(k).get(c))));
                }
                right.set(r, right.get(r).minus(factor.times(right.get(k))));
            }
        }
        for (int k = 0; k < 6; k++) {
            right.set(k, right.get(k).dividedBy(rows.get(k).get(k)));
        }
        return right;
    }
}
