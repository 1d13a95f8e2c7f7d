/**
 * Expressions as a graph: what the recursions of the textbook leave behind when they run on symbols.
 *
 * <p><b>Reads from:</b> the textbook's scalar. <b>Read by:</b> tracing, bytecode, source code.
 *
 * <p>A {@link dev.catena.compile.graph.Graph} shares equal expressions and folds while it is built; signs live outside
 * the nodes, so that a sum and its negative are one node. Nodes are numbered in the order of their making, operands
 * first; every pass is a loop over numbers and none recurses, however deep the expressions. A
 * {@link dev.catena.compile.graph.Program} is what remains of a graph for some outputs.
 */
@NullMarked
@CheckReturnValue
package dev.catena.compile.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
