package dev.catena.identification;

/** How base parameters are estimated. */
public enum Method {
    /** All equations alike. */
    ORDINARY,
    /** Equations of each joint divided by its noise: the usual choice, for torques of a shoulder and a wrist differ. */
    WEIGHTED,
    /** Weighted, and outliers count less the farther out they are. */
    HUBER,
    /** Weighted, and outliers do not count. */
    BISQUARE
}
