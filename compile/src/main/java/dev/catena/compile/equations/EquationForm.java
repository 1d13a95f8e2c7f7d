package dev.catena.compile.equations;

/** How equations are written. */
public enum EquationForm {
    /** Expanded where that is short enough to read, else in steps. */
    AUTO,
    /** Each equation as one sum in canonical form. */
    EXPANDED,
    /** As assignments that build on one another. */
    STEPS
}
