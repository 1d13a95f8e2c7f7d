package dev.catena.formats.table;

/** Some rows of a table could not be mapped, for the reason that is the cause. */
public final class RowMappingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long firstRow;

    RowMappingException(long firstRow, RuntimeException cause) {
        super("the rows from %s on: %s".formatted(firstRow, cause.getMessage()), cause);
        this.firstRow = firstRow;
    }

    /** The first of them; rows are counted from zero on. */
    public long firstRow() {
        return firstRow;
    }
}
