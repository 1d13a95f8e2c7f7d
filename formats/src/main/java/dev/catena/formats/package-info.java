/**
 * Files in, files out: robots as Catena's own YAML, as URDF and as OpenSYMORO {@code .par}; states and trajectories as
 * CSV and JSON.
 *
 * <p><b>Reads from:</b> the model. <b>Read by:</b> the command line and by users who keep robots in files. No algorithm
 * knows a format.
 *
 * <p>Conventions. Files are UTF-8 and in SI units; angles are radians unless a YAML file says {@code deg}. Numbers are
 * decimal and finite; the writers print the digits that give back the same double. Joints keep the order of the
 * document. A convention of frames is named by the file or fixed by the format, never guessed.
 *
 * <p>Trouble. A bad robot file throws {@link dev.catena.model.ModelException} with every problem found, each with file
 * and line; a bad table throws {@link dev.catena.formats.reading.FormatException} with file, line and column; a file that cannot
 * be read or written at all throws {@link java.io.UncheckedIOException}. What is legal but suspicious becomes a warning
 * of the model. Nothing is fetched from a network, no entity is resolved, and files may be no larger than
 * {@link dev.catena.formats.RobotFiles#LARGEST_FILE} bytes.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
