package dev.catena.reach;

/** How a search for a posture ended. */
public enum ReachStatus {
    /** The goals are met within the limits of the joints, those of the first priority to the tolerance. */
    REACHED("the goals are met"),

    /** No start led to the goals: they are out of reach, forbidden by limits, or contradict each other. */
    NOT_REACHED("no start led to the goals within the limits of the joints");

    private final String words;

    ReachStatus(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
