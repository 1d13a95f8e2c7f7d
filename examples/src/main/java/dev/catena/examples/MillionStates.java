package dev.catena.examples;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.RobotFiles;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/** Code made for one robot, and the torques of a million states of it on all cores. */
public final class MillionStates {
    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0]));
        int states = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        CompiledFunction function = RobotCompiler.compile(robot, Quantity.TORQUE);
        Batch batch = new Batch(function);
        int n = robot.jointCount();
        double[] q = random(n * states, 1); // component k of state s at [k * states + s]
        double[] qd = random(n * states, 2);
        double[] qdd = random(n * states, 3);
        double[] tau = new double[n * states];
        System.out.println(function.count() + " per state");
        for (int round = 1; round <= 3; round++) { // the first one while HotSpot compiles
            long start = System.nanoTime();
            batch.evaluate(states, q, qd, qdd, tau);
            double seconds = (System.nanoTime() - start) * 1e-9;
            System.out.printf(
                    Locale.ROOT,
                    "%d states in %.3f s, %d threads, %d at a time%n",
                    states,
                    seconds,
                    batch.threads(),
                    batch.lanes());
        }
    }

    static double[] random(int count, long seed) {
        return new Random(seed).doubles(count, -1, 1).toArray();
    }
}
