/**
 * Robots in Catena's own YAML, and YAML with places for other files. Users read and write robots by
 * {@link dev.catena.formats.RobotFiles}.
 *
 * <p><b>Reads from:</b> file, model. <b>Read by:</b> the command line, whose plan files are read by
 * {@link dev.catena.formats.yaml.YamlMap}.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.yaml;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
