/**
 * Programs as source text that compiles by itself: a Java class, or a C99 function with its header; or as a module of
 * WebAssembly with its JavaScript. For firmware, controllers, phones and web pages, where there is no Catena.
 *
 * <p><b>Reads from:</b> the graph. <b>Read by:</b> the app and the studio. The same program gives the same text.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.source;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
