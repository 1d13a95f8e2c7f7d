package dev.catena.app.combinations;

/**
 * A question asked of a kind of robot.
 *
 * @param expected what should come of it: an answer, or a refusal that names this; empty for a cell that makes no sense
 * @param trial asks the question; throws where it is refused
 */
record Cell(String kind, String question, Outcome expected, String remark, Trial trial) {
    enum Outcome {
        ANSWER("●"),
        REFUSED("✗"),
        SENSELESS("–");

        final String sign;

        Outcome(String sign) {
            this.sign = sign;
        }
    }

    interface Trial {
        void run();
    }

    /** A cell with an answer. */
    static Cell answer(String kind, String question, Trial trial) {
        return new Cell(kind, question, Outcome.ANSWER, "", trial);
    }

    /** A cell that is refused, with a message that contains some words. */
    static Cell refused(String kind, String question, String words, Trial trial) {
        return new Cell(kind, question, Outcome.REFUSED, words, trial);
    }

    /** A cell that makes no sense, and why. */
    static Cell senseless(String kind, String question, String reason) {
        return new Cell(kind, question, Outcome.SENSELESS, reason, () -> {});
    }
}
