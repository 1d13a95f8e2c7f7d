package dev.catena.nlp;

/** Where the second derivatives of the Lagrangian come from. */
public enum HessianChoice {
    /** The best that the program offers: exact, or else Gauss-Newton, or else limited memory. */
    BEST_AVAILABLE,
    /** {@link NonlinearProgram#hessian()}. */
    EXACT,
    /** {@link NonlinearProgram#residualJacobian()}. */
    GAUSS_NEWTON,
    /** Damped BFGS updates from the gradients of the last steps; needs nothing from the program. */
    LIMITED_MEMORY
}
