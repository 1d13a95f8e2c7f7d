package dev.catena.model;

/** A rigid body and its inertia in its own frame. */
public record Body(String name, SpatialInertia inertia) {}
