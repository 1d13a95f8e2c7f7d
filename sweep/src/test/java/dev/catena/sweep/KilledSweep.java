package dev.catena.sweep;

import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.Variable;
import java.nio.file.Path;
import java.util.List;

/** A program that sweeps slowly until somebody kills it. */
final class KilledSweep {
    private KilledSweep() {}

    static Sweep sweep() {
        // the same with and without vectors
        SweepFunction torque = SweepFunction.of(ShippedRobots.load("two-link"), Quantity.TORQUE)
                .exactly();
        List<Variable> varied = List.of(
                Variable.of("q_shoulder", -3, 3), Variable.of("q_elbow", -3, 3), Variable.of("qd_elbow", -1, 1));
        return Sweep.states(new RandomStates(varied, 1_000_000, 5))
                .evaluate(torque)
                .by(torque.voxels("lower", 0.5))
                .reduce(Reducer.variance("torque_elbow"), Reducer.argmax("torque_shoulder"))
                .build();
    }

    public static void main(String[] arguments) {
        SweepTable unused = sweep().run(SweepOptions.threads(2)
                .withCheckpoint(Path.of(arguments[0]), 0)
                .withProgress(done -> pause()));
        System.out.println("nobody killed it");
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
