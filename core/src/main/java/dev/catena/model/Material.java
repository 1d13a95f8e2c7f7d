package dev.catena.model;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link Shape} looks like.
 *
 * @param name empty where it has none
 * @param color null where the description does not say
 * @param texture file of an image as the description names it, or null
 */
public record Material(
        String name, @Nullable Color color, @Nullable String texture) {

    /** Parts of red, green and blue light and opacity, each from 0 to 1. */
    public record Color(double red, double green, double blue, double alpha) {
        public double[] toArray() {
            return new double[] {red, green, blue, alpha};
        }
    }

    public static Material of(Color color) {
        return new Material("", color, null);
    }
}
