package dev.catena.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table of results in a Markdown page, one section for each JDK, between marks that say which. */
final class PublishedTable {
    private static final String END = "<!-- end of results -->\n";

    private final StringBuilder text = new StringBuilder();
    private final String begin;

    /** @param jdk such as "JDK 17" */
    PublishedTable(String jdk, String circumstances) {
        begin = "<!-- results of %s: written by benchmarks/run --publish -->\n".formatted(jdk);
        text.append("### ").append(jdk).append("\n\n").append(circumstances).append("\n\n");
        text.append("| quantity | robot | ours, ns | compared with | its ns | ratio | target | B/call | |\n");
        text.append("|---|---|--:|---|--:|--:|--:|--:|---|\n");
    }

    void row(List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    void remark(String line) {
        text.append('\n').append(line).append('\n');
    }

    /** In place of the section of the same JDK, or after the others. */
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
