package dev.catena.nlp;

/** A button to stop a run from any thread. The run ends at its next step with {@link Status#CANCELED}. */
public final class Cancellation {
    private volatile boolean canceled;

    /** A button that nobody has pressed. */
    public Cancellation() {}

    /** Asks the run to stop. */
    public void cancel() {
        canceled = true;
    }

    public boolean isCanceled() {
        return canceled;
    }
}
