package dev.catena.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * How many random robots a test takes: few in a build, as many as asked for where the system property
 * {@code catena.soak.robots} is set, from the seed {@code catena.soak.seed} on.
 */
public final class Soak {
    private final boolean isLong;
    private final int robots;
    private final long firstSeed;

    private Soak(int few) {
        Integer asked = Integer.getInteger("catena.soak.robots");
        isLong = asked != null;
        robots = asked == null ? few : asked;
        firstSeed = Long.getLong("catena.soak.seed", 1);
    }

    /**
     * As long as was asked for.
     *
     * @param few how many robots there are unless more are asked for
     */
    public static Soak ofAbout(int few) {
        return new Soak(few);
    }

    /** Whether a number of robots was asked for. */
    public boolean isLong() {
        return isLong;
    }

    /** Runs through all seeds. */
    public void forEachSeed(LongConsumer test) {
        for (long seed = firstSeed; seed < firstSeed + robots; seed++) {
            test.accept(seed);
        }
    }

    /** Where robots were asked for, prints what was compared and writes it to {@code target/soak}. */
    public void report(String name, WorstErrors errors) throws IOException {
        if (!isLong) {
            return;
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d robots from seed %d, %,d numbers, %d mistakes%n%n%s",
                name,
                robots,
                firstSeed,
                errors.numbers(),
                errors.mistakes().size(),
                errors.table()));
        errors.mistakes().forEach(mistake -> text.append(mistake).append(System.lineSeparator()));
        System.out.println(text);
        Path folder = Files.createDirectories(Path.of("target", "soak"));
        Files.writeString(folder.resolve(name + ".md"), text);
    }
}
