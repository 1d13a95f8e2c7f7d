/**
 * Where functions of robots come from: {@link dev.catena.function.RobotFunctions} gives torques, their rates, accelerations,
 * mass matrices and derivatives by the hand-written classes, by code that is compiled for the robot, or by the first until
 * the second pays.
 *
 * <p><b>Reads from:</b> sensitivity, dynamics, model. <b>Read by:</b> simulation, control, planning, compile, users. Core
 * does not know the compiler: module {@code dev.catena.compile} provides a {@link dev.catena.function.FunctionCompiler} as
 * a service, wherever it is on the path.
 */
@NullMarked
@CheckReturnValue
package dev.catena.function;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
