package dev.catena.tree;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a class shows to all packages of core and hides from its users, because Java knows nothing between a package and
 * everybody. The class opens its door when it is loaded, so that it is open wherever an object of the class is.
 *
 * @param <T> what is behind the door
 */
public final class Door<T> {
    private @Nullable Function<Object, T> way;

    /**
     * Opens the door.
     *
     * @param inside from an object of the class to what is inside
     */
    public void open(Function<Object, T> inside) {
        way = inside;
    }

    /** What is inside an object of the class whose door this is. */
    public T into(Object holder) {
        return Objects.requireNonNull(way).apply(holder);
    }
}
