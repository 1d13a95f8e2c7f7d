package dev.catena.planning.function;

/**
 * Numbers that a motion has besides its coordinates, variables of their own at every sample: loads of feet. The first
 * {@link #countAt} of them count at a moment, the others are zero there. Immutable.
 */
public interface MotionInputs {
    /** None. */
    MotionInputs NONE = new MotionInputs() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public int countAt(double moment) {
            return 0;
        }

        @Override
        public String name(int input) {
            return "";
        }

        @Override
        public double size(int input) {
            return 1;
        }

        @Override
        public double guess(int input, double moment) {
            return 0;
        }
    };

    /** The most at any moment. */
    int count();

    /** How many at a moment, a fraction of the duration. */
    int countAt(double moment);

    /** Whether the inputs at two moments are of the same kind, so that those in between may be interpolated. */
    default boolean areAlike(double moment, double other) {
        return countAt(moment) == countAt(other);
    }

    /** What messages call one. */
    String name(int input);

    /** How large one usually is, positive. */
    double size(int input);

    /** Where to look first. */
    double guess(int input, double moment);
}
