package dev.catena.formats.xacro;

/** Bounds what an expansion may cost, so that a small file cannot become a huge one. */
final class Budget {
    static final int LONGEST_TEXT = 1 << 16;
    static final int LONGEST_LIST = 10_000;
    static final int DEEPEST = 100;
    private static final int MOST_ELEMENTS = 200_000;
    private static final int MOST_STEPS = 5_000_000;
    private static final long MOST_LETTERS = 64L << 20;

    private int elements;
    private int steps;
    private int depth;
    private long letters;

    /** One element of the result. */
    void element() {
        if (++elements > MOST_ELEMENTS) {
            throw XacroException.tooMuch("the expansion has more than %s elements".formatted(MOST_ELEMENTS));
        }
    }

    /** One term of an expression. */
    void step() {
        if (++steps > MOST_STEPS) {
            throw XacroException.tooMuch("the expansion takes more than %s steps".formatted(MOST_STEPS));
        }
    }

    /** A text that was put together. */
    String text(String text) {
        letters += text.length();
        if (text.length() > LONGEST_TEXT || letters > MOST_LETTERS) {
            throw XacroException.tooMuch("a text has more than %s letters, or all together more than %s"
                    .formatted(LONGEST_TEXT, MOST_LETTERS));
        }
        return text;
    }

    /** A macro in a macro, a file in a file, or a property in a property. */
    void enter() {
        if (++depth > DEEPEST) {
            throw XacroException.tooMuch(
                    "macros, includes or properties are nested deeper than %s levels; does one contain itself?"
                            .formatted(DEEPEST));
        }
    }

    void leave() {
        depth--;
    }
}
