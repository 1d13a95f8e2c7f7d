package dev.catena.identification.excitation;

/** What makes a motion a good one to identify parameters from. */
public enum Criterion {
    /** log det WᵀW is large: the volume of the region that estimates are in is small, whatever the units. */
    DETERMINANT,
    /** The condition numbers of W are small, of unit columns and as it is: no parameter is determined far worse than others. */
    CONDITION
}
