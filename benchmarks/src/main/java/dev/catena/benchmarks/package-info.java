/**
 * Speed of the algorithms beside other libraries, measured with JMH on the same robots and states in the same run.
 *
 * <p><b>Reads from:</b> core and the libraries compared with. <b>Read by:</b> nobody; never published.
 *
 * <p>One class per quantity, {@code <Quantity>Benchmark}; one benchmark method per library. {@link
 * dev.catena.benchmarks.BenchmarkTable} reads both names from JMH's results, so that a new quantity or library shows up
 * without further work; targets are in {@link dev.catena.benchmarks.Target}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.benchmarks;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
