/**
 * What every part of the command line may say to its user.
 *
 * <p><b>Reads from:</b> nothing. <b>Read by:</b> all other packages of the app.
 */
@NullMarked
@CheckReturnValue
package dev.catena.app.console;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
