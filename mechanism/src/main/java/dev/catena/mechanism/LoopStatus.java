package dev.catena.mechanism;

/** What became of closing the loops of a robot. */
public enum LoopStatus {
    /** All loops are closed, and the independent joints determine all others. */
    CLOSED,
    /** No position of the other joints closes the loops, at least none that is reached from where the search began. */
    NOT_CLOSABLE,
    /** The loops can be closed, but the way there passes a singular pose, so that no pose is known to continue the last. */
    BEYOND_SINGULARITY,
    /** The loops are closed in a pose where the independent joints do not determine the others. */
    SINGULAR,
    /** The mechanism has more freedoms than independent joints, in this pose and in those around it. */
    UNDETERMINED,
    /** The mechanism has fewer freedoms than independent joints, so that their coordinates cannot be chosen freely. */
    OVERDETERMINED;

    public boolean isClosed() {
        return this == CLOSED;
    }
}
