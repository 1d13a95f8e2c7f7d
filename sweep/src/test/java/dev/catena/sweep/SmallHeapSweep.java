package dev.catena.sweep;

import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.Variable;
import java.util.List;

/** A program that sweeps as many states as it is told, with the bins of a map of a workspace. */
final class SmallHeapSweep {
    private SmallHeapSweep() {}

    static Sweep sweep(long states) {
        SweepFunction torque = SweepFunction.of(ShippedRobots.load("two-link"), Quantity.TORQUE);
        List<Variable> varied = List.of(
                Variable.of("q_shoulder", -3, 3), Variable.of("q_elbow", -3, 3), Variable.of("qd_elbow", -1, 1));
        return Sweep.states(new RandomStates(varied, states, 5))
                .evaluate(torque)
                .by(torque.voxels("lower", 0.15))
                .reduce(Reducer.argmax("torque_shoulder"), Reducer.mean("torque_elbow"))
                .build();
    }

    public static void main(String[] arguments) {
        SweepTable table = sweep(Long.parseLong(arguments[0])).run(2);
        System.out.println(table.rows() + " rows");
    }
}
