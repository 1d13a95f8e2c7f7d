package dev.catena.app.eval;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something large that is made when it is first needed, if ever. */
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
