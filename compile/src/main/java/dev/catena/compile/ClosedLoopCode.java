package dev.catena.compile;

import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopException;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiled code of a robot with closed loops, as it is used along a motion: the pose found last is the start of the next
 * one. Where that is too far away, a pose is found as {@link LoopClosure} does, from the pose found last, at first the model's
 * assembly; so the pose is never of another assembly. Nothing is allocated while states are near each other.
 *
 * <p>Owned by one thread; another one takes a {@link #copy}.
 */
public final class ClosedLoopCode {
    private static final String START = "start";

    private final CompiledFunction function;
    private final LoopClosure closure;
    private final Guard guard;
    private final int startAt;
    private final int jointsAt;
    private final double[][] all;
    private final double[] start;
    private final double[] joints;
    private final double[] independent;
    private boolean started;

    /** @param function of a robot with closed loops, whose input "start" and outputs "joints" and "closure" are kept here */
    public ClosedLoopCode(CompiledFunction function) {
        startAt = function.inputs().indexOf(START);
        if (!function.outputs().contains("closure")) {
            throw new IllegalArgumentException(
                    "%s of robot \"%s\" needs no start: the robot has no closed loops, and its code can be evaluated as it is"
                            .formatted(function.quantity().key(), function.robot()));
        }
        this.function = function;
        closure = new LoopClosure(function.model());
        guard = new Guard(ClosedLoopCode.class, function.model());
        jointsAt = function.vectors() - 2;
        all = new double[function.vectors()][];
        joints = new double[function.length(jointsAt)];
        start = new double[joints.length];
        independent = new double[function.model().independentJoints().size()];
        if (startAt >= 0) {
            all[startAt] = start;
        }
        all[jointsAt] = joints;
        all[jointsAt + 1] = new double[function.length(jointsAt + 1)];
    }

    /** One for another thread: of the same code, at the assembly. */
    public ClosedLoopCode copy() {
        return new ClosedLoopCode(function.copy());
    }

    public CompiledFunction function() {
        return function;
    }

    public RobotModel robot() {
        return function.model();
    }

    /** Names of the vectors that are passed: inputs, then outputs, without those that are kept here. */
    public List<String> vectors() {
        List<String> names = new ArrayList<>(function.inputs());
        names.remove(START);
        List<String> outputs = function.outputs();
        names.addAll(outputs.subList(0, outputs.size() - 2));
        return names;
    }

    /** Forgets the pose found last: the next search begins at the model's assembly. */
    public void restart() {
        guard.checkThread();
        closure.restart();
        started = false;
    }

    /**
     * Evaluates at a state.
     *
     * @param vectors in the order of {@link #vectors}
     * @throws LoopException where the loops do not close, or only beyond a singular pose
     */
    public void evaluate(double[]... vectors) {
        guard.begin();
        int kept = startAt < 0 ? 2 : 3;
        if (vectors.length != all.length - kept) {
            throw new IllegalArgumentException("%s vectors given, but %s of robot \"%s\" takes %s"
                    .formatted(vectors.length, function.quantity(), function.robot(), vectors()));
        }
        for (int v = 0; v < vectors.length; v++) {
            all[startAt < 0 || v < startAt ? v : v + 1] = vectors[v];
        }
        if (startAt < 0) {
            function.evaluateAll(all);
            guard.succeed();
            return;
        }
        if (!started) {
            findStart();
        }
        try {
            function.evaluateAll(all);
        } catch (OpenLoopException far) {
            closure.restart(start);
            findStart();
            function.evaluateAll(all);
        }
        System.arraycopy(joints, 0, start, 0, start.length);
        guard.succeed();
    }

    private void findStart() {
        started = false;
        guard.checkLength("q", all[0], function.length(0));
        // of elastic drives, motors follow the independent joints
        System.arraycopy(all[0], 0, independent, 0, independent.length);
        if (!closure.close(independent).isClosed()) {
            throw new LoopException(closure);
        }
        closure.positions(start);
        started = true;
    }

    /** Coordinates of all joints in the pose found last. */
    public void positions(double[] positionsOut) {
        guard.requireResults();
        guard.checkLength("positionsOut", positionsOut, joints.length);
        System.arraycopy(joints, 0, positionsOut, 0, joints.length);
    }

    /** How far the loops were from being closed in the pose found last; zero where parallelograms close them. */
    public double residual() {
        guard.requireResults();
        return function.length(jointsAt + 1) == 1 ? 0 : all[jointsAt + 1][0];
    }
}
