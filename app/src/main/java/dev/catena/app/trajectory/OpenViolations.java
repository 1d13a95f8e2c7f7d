package dev.catena.app.trajectory;

import dev.catena.motion.LimitViolation;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What is exceeded at one sample after the other. */
final class OpenViolations {
    private final List<LimitViolation> violations;

    /** By when they begin. */
    private final int[] sorted;

    private int next;

    /** Those of the sample, in their own order. */
    private final NavigableSet<Integer> open = new TreeSet<>();

    OpenViolations(List<LimitViolation> violations) {
        this.violations = violations;
        sorted = IntStream.range(0, violations.size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> violations.get(i).from()))
                .mapToInt(i -> i)
                .toArray();
    }

    /** @param sample not before the one that was asked for last */
    String at(int sample) {
        open.removeIf(i -> violations.get(i).to() < sample);
        for (; next < sorted.length && violations.get(sorted[next]).from() <= sample; next++) {
            if (violations.get(sorted[next]).to() >= sample) {
                open.add(sorted[next]);
            }
        }
        StringJoiner text = new StringJoiner("; ");
        for (int i : open) {
            text.add(violations.get(i).joint() + " " + violations.get(i).kind().words());
        }
        return text.toString();
    }
}
