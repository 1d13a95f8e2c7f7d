package dev.catena.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A table of results in a Markdown page, one section for each subject, between marks that say which. */
final class PublishedTable {
    private static final String END = "<!-- end of results -->\n";

    /** Columns of words; numbers are aligned to the right. */
    private static final Set<String> WORDS = Set.of("quantity", "robot", "compared with", "over the earlier", "");

    private final StringBuilder text = new StringBuilder();
    private final String begin;

    /** @param subject such as "JDK 17" */
    PublishedTable(String subject, String command, String circumstances, List<String> headings) {
        begin = "<!-- results of %s: written by %s -->\n".formatted(subject, command);
        text.append("### ").append(Character.toUpperCase(subject.charAt(0))).append(subject, 1, subject.length());
        text.append("\n\n").append(circumstances).append("\n\n");
        row(headings);
        text.append('|');
        headings.forEach(heading -> text.append(WORDS.contains(heading) ? "---|" : "--:|"));
        text.append('\n');
    }

    void row(List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    void remark(String line) {
        text.append('\n').append(line).append('\n');
    }

    String text() {
        return text.toString();
    }

    /** In place of the section of the same subject, or after the others. */
    void writeInto(Path page) throws IOException {
        String old = Files.readString(page);
        String section = begin + text + END;
        int from = old.indexOf(begin);
        if (from >= 0) {
            int to = old.indexOf(END, from) + END.length();
            Files.writeString(page, old.substring(0, from) + section + old.substring(to));
            return;
        }
        int last = old.lastIndexOf(END);
        int at = last >= 0 ? last + END.length() : old.length();
        Files.writeString(page, old.substring(0, at) + "\n" + section + old.substring(at));
    }
}
