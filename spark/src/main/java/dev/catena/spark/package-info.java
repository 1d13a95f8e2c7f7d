/**
 * Sweeps and tables of states on Apache Spark.
 *
 * <p><b>Reads from:</b> sweeps. <b>Read by:</b> nobody.
 */
@NullMarked
@CheckReturnValue
package dev.catena.spark;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
