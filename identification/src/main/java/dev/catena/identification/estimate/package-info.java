/**
 * Estimates from equations, and how far they can be trusted.
 *
 * <p><b>Reads from:</b> observation. <b>Read by:</b> physical, the facade, users.
 *
 * <p>{@link dev.catena.identification.estimate.JointFactors} keeps of any number of rows a triangle for each joint; estimates
 * with any weights of the joints and any choice of columns follow from those.
 */
@NullMarked
@CheckReturnValue
package dev.catena.identification.estimate;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
