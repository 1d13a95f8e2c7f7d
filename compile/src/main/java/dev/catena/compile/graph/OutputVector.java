package dev.catena.compile.graph;

import java.util.List;

/** A vector that a program computes. */
public record OutputVector(String name, List<Symbol> components) {
    public OutputVector {
        components = List.copyOf(components);
    }
}
