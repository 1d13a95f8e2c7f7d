package dev.catena.sweep;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.model.Joint;
import java.util.List;

/** What a sweep computes with: compiled once, shared by all its threads. */
final class SweepCode {
    private final SweepFunction function;
    private final List<String> variables;
    private final List<Key> keys;
    private final boolean needsLoad;
    private final boolean needsLoads;
    private final List<String> openBodies;
    private final List<String> openFriction;
    private final CompiledFunction compiled;

    /** Never computed with, but copied for every thread: each batch that is not a copy has code of its own. */
    private final Batch batch;

    private final int[] lengths;
    private final int inputs;

    SweepCode(SweepFunction function, List<String> variables, List<Key> keys, boolean needsLoad, boolean needsLoads) {
        this.function = function;
        this.variables = variables;
        this.keys = keys;
        this.needsLoad = needsLoad;
        this.needsLoads = needsLoads;
        openBodies = function.openBodies(variables);
        openFriction = function.openFriction(variables);
        List<String> located = keys.stream()
                .filter(key -> key instanceof Key.Voxel)
                .map(key -> ((Key.Voxel) key).body())
                .toList();
        compiled = RobotCompiler.compile(function.model(), function.quantity(), openBodies, openFriction, located);
        batch = function.batch(compiled);
        inputs = compiled.inputs().size();
        lengths = new int[inputs + compiled.outputs().size()];
        for (int v = 0; v < lengths.length; v++) {
            lengths[v] = compiled.length(v);
        }
    }

    SweepFunction function() {
        return function;
    }

    List<String> variables() {
        return variables;
    }

    List<Key> keys() {
        return keys;
    }

    /** Whether somebody asks for the largest load of a state, or for one by joint. */
    boolean needsLoad() {
        return needsLoad;
    }

    /** Whether somebody asks for loads by joint. */
    boolean needsLoads() {
        return needsLoads;
    }

    List<String> openBodies() {
        return openBodies;
    }

    List<String> openFriction() {
        return openFriction;
    }

    CompiledFunction compiled() {
        return compiled;
    }

    Batch batch() {
        return batch.copy();
    }

    /** Which of the vectors has the positions of the voxel keys, where there are any. */
    int positions() {
        return inputs() + function.quantity().parts().size();
    }

    int[] lengths() {
        return lengths;
    }

    int inputs() {
        return inputs;
    }

    boolean hasParameters() {
        return !openBodies.isEmpty() || !openFriction.isEmpty();
    }

    /** By joint: 1 / limit of its effort, 0 where it has none. */
    double[] inverseLimits() {
        return function.model().movingJoints().stream()
                .map(Joint::limits)
                .mapToDouble(limits -> limits.effort() > 0 ? 1 / limits.effort() : 0)
                .toArray();
    }
}
