package dev.catena.identification;

/**
 * Something that whoever reads an estimate should know.
 *
 * @param isGrave whether the estimate should not be used as it is
 */
public record Finding(boolean isGrave, String text) {}
