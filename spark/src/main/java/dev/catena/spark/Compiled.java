package dev.catena.spark;

import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was compiled in this virtual machine, by digest: code that is made anew for every task would be compiled anew by
 * HotSpot too. Some are kept, as long as there is memory.
 */
final class Compiled {
    private static final int MOST = 16;

    private static final Map<String, SoftReference<Object>> KEPT = new LinkedHashMap<>(16, 0.75f, true);

    /** How often something was compiled. */
    private static int count;

    private Compiled() {}

    /** Made once, by whoever asks first. */
    static synchronized <T> T get(String digest, Class<T> type, Supplier<T> made) {
        SoftReference<Object> reference = KEPT.get(digest);
        @Nullable Object found = reference == null ? null : reference.get();
        if (type.isInstance(found)) {
            return type.cast(found);
        }
        T fresh = made.get();
        count++;
        KEPT.put(digest, new SoftReference<>(fresh));
        while (KEPT.size() > MOST) {
            KEPT.remove(KEPT.keySet().iterator().next());
        }
        return fresh;
    }

    static synchronized int count() {
        return count;
    }
}
