/**
 * What users say when they read files, and hear when a table is bad.
 *
 * <p><b>Read by:</b> every other package of formats, users.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.reading;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
