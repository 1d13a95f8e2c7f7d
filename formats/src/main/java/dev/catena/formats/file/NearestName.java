package dev.catena.formats.file;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Guesses what a misspelt name was meant to be. */
public final class NearestName {
    private static final int LONGEST = 60;

    /** Names that are compared; among more a guess is worth less than the time. */
    private static final int MOST = 2000;

    private static final int SHOWN = 40;

    private NearestName() {}

    /** The known name that differs least, if it differs by no more than about a third of its letters. */
    static Optional<String> of(String name, Collection<String> known) {
        if (known.size() > MOST) {
            return Optional.empty();
        }
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best != null && least <= 1 + best.length() / 3 ? Optional.of(best) : Optional.empty();
    }

    /** {@code ; did you mean "…"?} or nothing. */
    public static String hint(String name, Collection<String> known) {
        return of(name, known)
                .map(near -> "; did you mean \"%s\"?".formatted(near))
                .orElse("");
    }

    /** The first names of many, for messages. */
    public static String some(Collection<String> names) {
        List<String> shown = names.stream().limit(SHOWN).toList();
        return String.join(", ", shown) + (shown.size() < names.size() ? ", …" : "");
    }

    /** Levenshtein's distance: insertions, deletions and replacements of one letter. */
    private static int distance(String a, String b) {
        if (a.length() > LONGEST || b.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
