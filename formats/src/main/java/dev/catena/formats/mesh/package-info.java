/**
 * Meshes, as far as masses need them: triangles of STL and OBJ files, and the inertia of what they enclose.
 *
 * <p><b>Reads from:</b> file, model.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.mesh;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
