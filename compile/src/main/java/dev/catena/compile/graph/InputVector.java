package dev.catena.compile.graph;

/** A vector that a program reads. */
public record InputVector(String name, int length) {}
