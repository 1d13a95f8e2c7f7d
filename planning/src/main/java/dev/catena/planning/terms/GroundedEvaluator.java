package dev.catena.planning.terms;

import dev.catena.ground.Footing;
import dev.catena.ground.GroundReaction;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;
import dev.catena.planning.function.TreeDynamics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Torques with loaded feet and the loads of the feet at moments of a motion, with derivatives by (q, q̇, q̈) and inputs.
 * Remembers what it computed for each moment, so that costs and limits of one program compute it once.
 */
public final class GroundedEvaluator implements FootLoads {
    private static final int MOST_REMEMBERED = 400;

    private final Support support;
    private final GroundReaction ground;
    private final Object origin;
    private final List<String> opened;
    private final RobotModel robot;
    private final int n;

    /** Coordinates of the robot with opened joints, and where those of the motion are among them. */
    private final int all;

    private final int[] place;

    /** The column of the ground reaction that a column of the state is. */
    private final int[] column;

    private final double[][] padded;
    private final int inputs;
    private final int rows;
    private final int width;
    private final double[] given;
    private final double[] whole;
    private final double[] multipliers;
    private final double[] hessian;
    private final Map<Double, Entry> byMoment = new HashMap<>();

    /** What the ground reaction was computed for last. */
    private Entry current = new Entry(0, 0, 0, 0);

    private static final class Entry {
        final double[] state;
        final double[] values;
        final double[] slopes;
        boolean hasValues;
        boolean hasSlopes;

        Entry(int n, int inputs, int rows, int width) {
            state = new double[3 * n + inputs];
            values = new double[rows];
            slopes = new double[rows * width];
        }
    }

    public GroundedEvaluator(Support support) {
        this(support, List.of());
    }

    /** @param opened joints whose forces are wanted too */
    public GroundedEvaluator(Support support, List<String> opened) {
        this(support.of(TreeDynamics.smooth(rigid(support.robot()))), new Object(), List.copyOf(opened));
    }

    private static RobotModel rigid(RobotModel robot) {
        if (!robot.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "joint \"%s\" of robot \"%s\" is elastic, but planning is for rigid joints where loads of feet are inputs of single moments: springs feel their second derivative; with contacts that stand all the time take StandingLoads, in a plan file contacts instead of feet and phases, or plan withoutSprings(), on the command line --rigid"
                            .formatted(robot.elasticJoints().get(0).name(), robot.name()));
        }
        return robot;
    }

    private GroundedEvaluator(Support support, Object origin, List<String> opened) {
        this.support = support;
        this.origin = origin;
        this.opened = opened;
        RobotModel own = support.robot();
        robot = opened.isEmpty() ? own : OpenedJoints.of(own, opened);
        ground = new GroundReaction(
                robot, support.feet(), support.about(), support.around().wrenches(robot));
        n = own.jointCount();
        all = robot.jointCount();
        place = own.jointNames().stream().mapToInt(robot::coordinate).toArray();
        column = IntStream.range(0, 3 * n).map(a -> a / n * all + place[a % n]).toArray();
        padded = new double[3][all];
        inputs = support.count();
        rows = ground.rowCount();
        width = 3 * n + inputs;
        given = new double[6 * support.feet().size()];
        whole = new double[rows * ground.columnCount()];
        multipliers = new double[rows];
        hessian = new double[ground.columnCount() * ground.columnCount()];
    }

    @Override
    public GroundedEvaluator copy() {
        return new GroundedEvaluator(support, origin, opened);
    }

    @Override
    public Object origin() {
        return origin;
    }

    public Support support() {
        return support;
    }

    int rows() {
        return rows;
    }

    @Override
    public int loadRow(int foot) {
        return all + 6 * foot;
    }

    /** The row of a force that an opened joint carries. */
    public int forceRow(String joint, int axis) {
        return robot.coordinate(OpenedJoints.slide(joint, axis));
    }

    @Override
    public boolean hasInputs() {
        return support.count() > 0;
    }

    @Override
    public int loads() {
        return 0;
    }

    @Override
    public int width() {
        return width;
    }

    /** Torques of all joints, then six numbers for each foot. Not a copy. */
    @Override
    public double[] values(MotionState state) {
        return entry(state).values;
    }

    /** Their derivatives by (q, q̇, q̈) and inputs. Not a copy. */
    @Override
    public double[] slopes(MotionState state) {
        Entry entry = entry(state);
        if (!entry.hasSlopes) {
            compute(entry, state);
            ground.derivatives(whole);
            int columns = ground.columnCount();
            int count = support.countAt(state.moment());
            for (int row = 0; row < rows; row++) {
                for (int order = 0; order < 3; order++) {
                    for (int i = 0; i < n; i++) {
                        entry.slopes[row * width + order * n + i] = whole[row * columns + order * all + place[i]];
                    }
                }
                Arrays.fill(entry.slopes, row * width + 3 * n, (row + 1) * width, 0);
                for (int e = 0; e < count; e++) {
                    entry.slopes[row * width + 3 * n + e] =
                            whole[row * columns + 3 * all + support.column(e, state.moment())];
                }
            }
            entry.hasSlopes = true;
        }
        return entry.slopes;
    }

    @Override
    public double[] multipliers() {
        Arrays.fill(multipliers, 0);
        return multipliers;
    }

    /** out += Σ λ ∂² of all rows, by (q, q̇, q̈) and inputs. */
    @Override
    public void addCurvature(MotionState state, double[] out) {
        compute(entry(state), state);
        ground.curvature(multipliers, hessian);
        int columns = ground.columnCount();
        for (int a = 0; a < 3 * n; a++) {
            int row = column[a] * columns;
            for (int b = 0; b < 3 * n; b++) {
                out[a * width + b] += hessian[row + column[b]];
            }
        }
        int count = support.countAt(state.moment());
        for (int e = 0; e < count; e++) {
            int input = 3 * all + support.column(e, state.moment());
            for (int a = 0; a < 3 * n; a++) {
                double entry = hessian[column[a] * columns + input];
                out[a * width + 3 * n + e] += entry;
                out[(3 * n + e) * width + a] += entry;
            }
        }
    }

    private Entry entry(MotionState state) {
        if (byMoment.size() > MOST_REMEMBERED) {
            byMoment.clear();
        }
        Entry entry = byMoment.computeIfAbsent(state.moment(), u -> new Entry(n, inputs, rows, width));
        if (!entry.hasValues || !isOf(entry, state)) {
            for (int order = 0; order < 3; order++) {
                System.arraycopy(state.derivative(order), 0, entry.state, order * n, n);
            }
            System.arraycopy(state.inputs(), 0, entry.state, 3 * n, inputs);
            entry.hasValues = false;
            entry.hasSlopes = false;
            current = entry == current ? new Entry(0, 0, 0, 0) : current;
            compute(entry, state);
            ground.rows(entry.values);
            entry.hasValues = true;
        }
        return entry;
    }

    private boolean isOf(Entry entry, MotionState state) {
        for (int order = 0; order < 3; order++) {
            if (!Arrays.equals(entry.state, order * n, order * n + n, state.derivative(order), 0, n)) {
                return false;
            }
        }
        return Arrays.equals(entry.state, 3 * n, 3 * n + inputs, state.inputs(), 0, inputs);
    }

    private void compute(Entry entry, MotionState state) {
        if (current == entry) {
            return;
        }
        Footing footing = support.footing(state.moment());
        Arrays.fill(given, 0);
        int count = support.countAt(state.moment());
        for (int e = 0; e < count; e++) {
            given[support.column(e, state.moment())] = state.inputs()[e];
        }
        current = new Entry(0, 0, 0, 0);
        for (int order = 0; order < 3; order++) {
            for (int i = 0; i < n; i++) {
                padded[order][place[i]] = state.derivative(order)[i];
            }
        }
        ground.compute(padded[0], padded[1], padded[2], footing, given);
        current = entry;
    }
}
