package dev.catena.mechanism.parallel;

/** What became of the search for a leg's joint coordinates. */
public enum LegStatus {
    /** The coordinates put the tip where it belongs. */
    REACHED("reached"),
    /** No coordinates do, at least none near those that the search started from. */
    OUT_OF_REACH("the leg cannot reach its joint with the platform"),
    /** The leg can reach the pose, but the way there passes a singular posture, beyond which its branch is not determined. */
    BEYOND_SINGULARITY(
            "the way from the last pose to the joint with the platform passes a singular posture of the leg"),
    /** The coordinates are not determined there. */
    SINGULAR("the coordinates of the leg are not determined"),
    /** The search gave up. */
    NOT_CONVERGED("no coordinates of the leg were found in the iterations allowed");

    private final String text;

    LegStatus(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
