package dev.catena.formats.table;

/** A column of a table that is written. */
public record TableColumn(String name, Kind kind) {
    /** What its cells are. */
    public enum Kind {
        NUMBER,
        WHOLE,
        TEXT
    }

    public static TableColumn number(String name) {
        return new TableColumn(name, Kind.NUMBER);
    }

    /** Whole numbers. */
    public static TableColumn whole(String name) {
        return new TableColumn(name, Kind.WHOLE);
    }

    public static TableColumn text(String name) {
        return new TableColumn(name, Kind.TEXT);
    }
}
