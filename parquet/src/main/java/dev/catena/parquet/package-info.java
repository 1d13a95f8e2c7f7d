/**
 * Tables in Parquet files, read and written a part at a time.
 *
 * <p><b>Reads from:</b> tables of formats. <b>Read by:</b> nobody; whoever has it on his path can read and write such files
 * by {@link dev.catena.formats.table.NumberTables} and {@link dev.catena.formats.table.StateTables}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.parquet;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
