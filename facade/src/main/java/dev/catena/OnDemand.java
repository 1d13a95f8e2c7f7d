package dev.catena;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An algorithm that is made when it is first asked, if ever. */
final class OnDemand<T> {
    private final Supplier<T> maker;
    private @Nullable T made;

    OnDemand(Supplier<T> maker) {
        this.maker = maker;
    }

    T get() {
        T found = made;
        if (found == null) {
            found = maker.get();
            made = found;
        }
        return found;
    }
}
