package dev.catena.compile.graph;

/** An expression graph has more nodes than memory is spent on. */
public final class GraphTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GraphTooLargeException(int most) {
        super("more than %s expressions".formatted(most));
    }
}
