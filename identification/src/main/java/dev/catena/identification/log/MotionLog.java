package dev.catena.identification.log;

import java.util.ArrayList;
import java.util.List;

/**
 * A measured motion: stretches without gaps, and what had to be done to the samples to get there.
 *
 * @param name what messages call it, such as the name of its file
 * @param segments in the order of time
 * @param notes on samples that were left out, gaps, and clocks
 */
public record MotionLog(String name, List<MotionSegment> segments, List<String> notes) {
    public MotionLog {
        segments = List.copyOf(segments);
        notes = List.copyOf(notes);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("log \"%s\" has no samples that can be used".formatted(name));
        }
    }

    public int joints() {
        return segments.get(0).joints();
    }

    /** How many samples there are. */
    public int length() {
        return segments.stream().mapToInt(MotionSegment::length).sum();
    }

    /** Time of the first sample, s. */
    public double start() {
        return segments.get(0).start();
    }

    /** Time of the last sample, s. */
    public double end() {
        MotionSegment last = segments.get(segments.size() - 1);
        return last.start() + (last.length() - 1) * last.interval();
    }

    /** What was measured from one time on until before another. */
    public MotionLog between(double from, double to) {
        List<MotionSegment> parts = new ArrayList<>();
        for (MotionSegment segment : segments) {
            int first = index(segment, from);
            int end = index(segment, to);
            if (end - first > 1) {
                parts.add(segment.part(first, end));
            }
        }
        return new MotionLog(name, parts, notes);
    }

    private static int index(MotionSegment segment, double time) {
        double samples = (time - segment.start()) / segment.interval();
        return (int) Math.max(0, Math.min(segment.length(), Math.ceil(samples - 1e-6)));
    }
}
