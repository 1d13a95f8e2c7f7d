package dev.catena.compile.inputs;

/** What compiled code takes the base of a robot for. */
public enum BaseInput {
    /** At rest in the world's origin; no input. */
    RESTS,
    /** It moves as an input vector "base" says, whoever moves it. */
    MOVES,
    /** Nothing holds it: an input vector "base" has pose and velocity, and its acceleration is a result. */
    FLOATS
}
