package dev.catena.compile.bytecode;

import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Program;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program of which a last output may be there to be checked only: its components must be greater than bounds.
 *
 * @param bounds empty if all outputs are given to the caller
 */
@SuppressWarnings("ArrayRecordComponent")
public record CheckedProgram(Program program, double[] bounds) {

    /** A program whose outputs are all given to the caller. */
    public static CheckedProgram of(Program program) {
        return new CheckedProgram(program, new double[0]);
    }

    /** The same with the signs of {@link Program#fusible}. */
    CheckedProgram fusible(boolean withConstants) {
        return new CheckedProgram(program.fusible(withConstants), bounds);
    }

    /** The same with the angles of {@link Program#phased}. */
    CheckedProgram phased() {
        return new CheckedProgram(program.phased(), bounds);
    }

    /** The same with the sums of {@link Program#latestLast}. */
    CheckedProgram latestLast() {
        return new CheckedProgram(program.latestLast(), bounds);
    }

    /** The outputs that callers get. */
    public List<Program.Output> given() {
        List<Program.Output> all = program.outputs();
        return bounds.length == 0 ? all : all.subList(0, all.size() - 1);
    }

    int inputs() {
        return program.inputs().size();
    }

    /** How many vectors callers pass, inputs and outputs. */
    int vectors() {
        return inputs() + given().size();
    }

    /** Their lengths, inputs first. */
    public int[] lengths() {
        return Stream.concat(
                        program.inputs().stream().map(InputVector::length),
                        given().stream().map(Program.Output::length))
                .mapToInt(length -> length)
                .toArray();
    }
}
