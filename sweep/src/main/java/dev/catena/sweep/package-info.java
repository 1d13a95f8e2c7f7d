/**
 * Very many states of a robot, reduced to what matters: maps of its workspace, Monte Carlo over its parameters. The result
 * is the same to the last bit whatever the number of threads, and after it was interrupted and went on.
 *
 * <pre>{@code
 * SweepFunction torque = SweepFunction.of(panda, Quantity.TORQUE);
 * SweepTable map = Sweep.states(new RandomStates(torque.withinLimits(), 1_000_000, 1))
 *         .evaluate(torque)
 *         .by(torque.voxels("panda_hand", 0.1))
 *         .reduce(Reducer.max("load"))
 *         .run(4);
 * }</pre>
 *
 * <p><b>Reads from:</b> compiled functions, {@code sweep.source}, {@code sweep.reduce}. <b>Read by:</b> the command.
 */
@NullMarked
@CheckReturnValue
package dev.catena.sweep;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
