package dev.catena.compile.source;

/** A file to be written. */
public record SourceFile(String name, String text) {}
