/**
 * Arithmetic on columns of numbers, one for each state: in plain Java, and by the Vector API where the virtual machine
 * has it. Both give the same numbers to the last bit.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> sweeps, their sources and reducers. Not exported.
 */
@NullMarked
@CheckReturnValue
package dev.catena.sweep.columns;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
