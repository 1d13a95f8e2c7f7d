package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.State;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The states of a table as the vectors that compiled code reads. */
final class StateInputs {
    private static final double[] RESTING_BASE = new double[30];

    static {
        RESTING_BASE[0] = 1;
        RESTING_BASE[4] = 1;
        RESTING_BASE[8] = 1;
    }

    private final RobotModel robot;
    private final StateTable table;
    private final List<String> inBody;
    private final List<String> inWorld;
    private final boolean moves;
    private final @Nullable LoopClosure closure;

    /** By state the pose of all joints of a robot with loops, which is found where q is asked for. */
    private final Map<Integer, double[]> closedPoses = new HashMap<>();

    StateInputs(RobotModel robot, StateTable table) {
        this.robot = robot;
        this.table = table;
        inBody = loaded(WrenchFrame.BODY);
        inWorld = loaded(WrenchFrame.WORLD);
        closure = robot.hasLoops() ? new LoopClosure(robot) : null;
        moves = table.hasBase();
    }

    private List<String> loaded(WrenchFrame frame) {
        if (!table.hasWrenches()) {
            return List.of();
        }
        return table.states().stream()
                .flatMap(state -> state.wrenches().entrySet().stream())
                .filter(entry -> entry.getValue().frame() == frame)
                .map(entry -> entry.getKey())
                .distinct()
                .toList();
    }

    /**
     * What code for a quantity reads: torques are those of a base that moves as the states say, rates of torques of a robot
     * that floats those of a base that nothing holds, as without batches.
     */
    CodeInputs forCode(Quantity quantity) {
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        if (floats && quantity == Quantity.TORQUE_RATE && hasBaseAccelerationOrJerk()) {
            throw new UserError(
                    "torqueRate of robot \"%s\", whose base floats, is that of a base which nothing holds; leave the acceleration of the base out, and its jerk"
                            .formatted(robot.name()));
        }
        boolean asTold = switch (quantity) {
            case TORQUE, BIAS, GRAVITY -> true;
            default -> false;
        };
        BaseInput still = moves ? BaseInput.MOVES : BaseInput.RESTS;
        BaseInput ofFloating = asTold ? BaseInput.MOVES : BaseInput.FLOATS;
        return new CodeInputs(floats ? ofFloating : still, inBody, inWorld, List.of());
    }

    private boolean hasBaseAccelerationOrJerk() {
        return table.states().stream()
                .map(State::base)
                .filter(Objects::nonNull)
                .anyMatch(base -> !base.linearAcceleration().equals(Vector3.ZERO)
                        || !base.angularAcceleration().equals(Vector3.ZERO)
                        || !base.linearJerk().equals(Vector3.ZERO)
                        || !base.angularJerk().equals(Vector3.ZERO));
    }

    /** At least as many numbers as an input vector has. */
    double[] numbers(String input, int state) {
        return switch (input) {
            case "base" -> base(table.states().get(state).base());
            case "wrenches" -> wrenches(table.states().get(state));
            // the numbers of a state's wrenches do not change
            case "wrenchRates" -> new double[6 * (inBody.size() + inWorld.size())];
            case "start" -> Objects.requireNonNull(closedPoses.remove(state));
            default -> ofJoints(input, state);
        };
    }

    /** Of a robot with loops those of independent or active joints. */
    private double[] ofJoints(String input, int state) {
        double[] all = table.values(state, series(input));
        if (!robot.hasLoops()) {
            return all;
        }
        if (input.equals(Series.POSITION.key())) {
            closedPoses.put(state, start(state));
        }
        List<String> joints = input.equals(Series.EFFORT.key())
                ? robot.loops().activeJoints()
                : robot.loops().independentJoints();
        return joints.stream()
                .mapToDouble(joint -> all[table.joints().indexOf(joint)])
                .toArray();
    }

    /** The closed pose of a state, whatever came before: from the assembly, or from the coordinates of all joints. */
    private double[] start(int state) {
        LoopClosure loops = Objects.requireNonNull(closure);
        if (table.joints().size() == robot.jointCount()) {
            loops.restart(table.values(state, Series.POSITION));
        } else {
            loops.restart();
        }
        double[] all = table.values(state, Series.POSITION);
        double[] independent = robot.loops().independentJoints().stream()
                .mapToDouble(joint -> all[table.joints().indexOf(joint)])
                .toArray();
        if (!loops.close(independent).isClosed()) {
            throw new UserError("state %s: %s".formatted(state, loops.describe()));
        }
        double[] pose = new double[robot.jointCount()];
        loops.positions(pose);
        ClosedLoopEvaluation.checkOthers(robot, table, state, pose);
        return pose;
    }

    private static Series series(String input) {
        return Arrays.stream(Series.values())
                .filter(series -> series.key().equals(input))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a table of states has no " + input));
    }

    private static double[] base(@Nullable BaseState base) {
        if (base == null) {
            return RESTING_BASE;
        }
        Rotation r = Rotation.fromQuaternion(
                base.orientationX(), base.orientationY(), base.orientationZ(), base.orientationW());
        double[] numbers = Arrays.copyOf(
                new double[] {r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz()},
                RESTING_BASE.length);
        Vector3 v = base.linearVelocity();
        Vector3 w = base.angularVelocity();
        put(
                numbers,
                9,
                base.position(),
                v,
                w,
                base.linearAcceleration().plus(w.cross(v)),
                base.angularAcceleration(),
                base.linearJerk(),
                base.angularJerk());
        return numbers;
    }

    private static void put(double[] numbers, int start, Vector3... vectors) {
        int at = start;
        for (Vector3 vector : vectors) {
            System.arraycopy(vector.toArray(), 0, numbers, at, 3);
            at += 3;
        }
    }

    private double[] wrenches(State state) {
        List<String> bodies = Stream.concat(inBody.stream(), inWorld.stream()).toList();
        double[] numbers = new double[6 * bodies.size()];
        for (int k = 0; k < bodies.size(); k++) {
            WrenchFrame frame = k < inBody.size() ? WrenchFrame.BODY : WrenchFrame.WORLD;
            AppliedWrench applied = state.wrenches().get(bodies.get(k));
            if (applied != null && applied.frame() == frame) {
                put(numbers, 6 * k, applied.wrench().force(), applied.wrench().moment());
            }
        }
        return numbers;
    }
}
