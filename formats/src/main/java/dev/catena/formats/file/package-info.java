/**
 * What all files have in common: reading within bounds, writing whole or not at all, problems with file and line.
 *
 * <p><b>Reads from:</b> reading, the model's problems. <b>Read by:</b> every other package of formats, the command line. Not
 * for users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.file;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
