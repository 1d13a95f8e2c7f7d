package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.catena.formats.urdf.UrdfWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seeded mutations of good files: whatever comes, readers keep {@link ReaderProperty}, and they do so soon. The timeout is a guard against hanging, far above what a test takes.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final int MUTATIONS = 1500;
    private static final List<String> YAML_WORDS = List.of(
            "NaN",
            ".inf",
            "-1",
            "0",
            "1e308",
            "1e999",
            "null",
            "~",
            "{}",
            "[]",
            "- ",
            ": ",
            "\n",
            "&a ",
            "*a",
            "!!int ",
            "<<: ",
            "90 deg",
            "fixed",
            "planar",
            "base",
            "link1",
            "mass: -1",
            "---\n",
            "? ",
            "|\n",
            "\"",
            "'",
            "#",
            "\t",
            "\u0000",
            "\ud800");
    private static final List<String> XML_WORDS = List.of(
            "<",
            ">",
            "/>",
            "&",
            "&amp;",
            "&x;",
            "<!DOCTYPE a>",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "<?xml?>",
            "'",
            "\"",
            "NaN",
            "1e999",
            "-1",
            "0 0 0",
            "floating",
            "planar",
            "continuous",
            "mimic",
            "<catena role='body_frame'/>",
            "\u0000",
            "\ud800",
            "xmlns:a='b' ",
            "a:b");
    private static final List<String> ROBOT_XML_WORDS = List.of(
            "<",
            ">",
            "/>",
            "&lt;",
            "<!--",
            "'",
            "NaN",
            "1e999",
            "1e308",
            "-1",
            "0 0 0",
            "${",
            "}",
            "$(",
            "$(arg side)",
            "${[x for x in range(9)]}",
            "${'x' * 9999}",
            "<xacro:part name='p'/>",
            "<xacro:property name='half' value='${half}'/>",
            "<include file='x'/>",
            "<include><uri>model://x</uri></include>",
            "<body>",
            "<freejoint/>",
            "type='free' ",
            "type='ball' ",
            "<model name='hand'>",
            "world",
            "hand::palm",
            "class='hand' ",
            "name='arm' ",
            "gearbox",
            "screw",
            "\u0000",
            "\ud800");
    private static final List<String> PAR_WORDS = List.of(
            "{",
            "}",
            ",",
            "=",
            "(*",
            "*)",
            "(",
            ")",
            "^",
            "**",
            "-",
            "+",
            "/0",
            "1e999",
            "pi",
            "th1",
            "sqrt(-1)",
            "NL = 99999",
            "sin",
            "\n",
            "9",
            ".",
            "\u0000");
    private static final List<String> TABLE_WORDS = List.of(
            "NaN", "1e999", ",", "\"", "\n", "{", "}", "[", "]", ":", "q_", "time", "null", "true", "-", "\"q\":",
            "\\u0000", "\ud800", "1", "\t", "\r");

    @Test
    void yaml() {
        for (String name : ShippedRobots.names()) {
            fuzz(
                    ShippedRobots.text(name),
                    YAML_WORDS,
                    MUTATIONS / ShippedRobots.names().size(),
                    ReaderProperty.Reader.YAML);
        }
    }

    @Test
    void urdf() {
        for (String name : List.of("stanford", "two-link", "panda", "five-bar")) {
            String text = UrdfWriter.write(ShippedRobots.load(name));
            fuzz(text, XML_WORDS, MUTATIONS / 4, ReaderProperty.Reader.URDF);
        }
    }

    @Test
    void urdfBytes() {
        byte[] good = UrdfWriter.write(ShippedRobots.load("two-link")).getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Random random = new Random(seed);
            byte[] bytes = good.clone();
            for (int k = 0; k < 3; k++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            boolean unused = accepts(ReaderProperty.Reader.URDF_BYTES, bytes, seed);
        }
    }

    @Test
    void par() {
        fuzz(FuzzSeeds.TREE, PAR_WORDS, MUTATIONS, ReaderProperty.Reader.PAR_WITH_SYMBOLS);
        // few survive where symbols have no values
        fuzz(FuzzSeeds.TREE, PAR_WORDS, 2 * MUTATIONS, ReaderProperty.Reader.PAR);
        fuzz(FuzzSeeds.LOOP, PAR_WORDS, MUTATIONS, ReaderProperty.Reader.PAR);
    }

    @Test
    void otherXml() {
        fuzz(FuzzSeeds.XACRO, ROBOT_XML_WORDS, MUTATIONS, ReaderProperty.Reader.XACRO);
        fuzz(FuzzSeeds.MJCF, ROBOT_XML_WORDS, MUTATIONS, ReaderProperty.Reader.MJCF);
        fuzz(FuzzSeeds.SDF, ROBOT_XML_WORDS, MUTATIONS, ReaderProperty.Reader.SDF);
    }

    @Test
    void tables() {
        fuzz(FuzzSeeds.CSV, TABLE_WORDS, MUTATIONS, ReaderProperty.Reader.CSV);
        fuzz(FuzzSeeds.JSON, TABLE_WORDS, MUTATIONS, ReaderProperty.Reader.JSON);
    }

    private static void fuzz(String good, List<String> words, int count, ReaderProperty.Reader reader) {
        int accepted = 0;
        int refused = 0;
        for (int seed = 0; seed < count; seed++) {
            String mutant = mutate(good, words, new Random(seed));
            if (accepts(reader, mutant.getBytes(StandardCharsets.UTF_8), seed)) {
                accepted++;
            } else {
                refused++;
            }
        }
        // a fuzzer that breaks everything or nothing would test little
        assertThat(accepted).isPositive();
        assertThat(refused).isPositive();
    }

    private static boolean accepts(ReaderProperty.Reader reader, byte[] file, int seed) {
        try {
            return ReaderProperty.accepts(reader, file);
        } catch (Throwable e) {
            return fail("seed %s: %s came out of\n%s".formatted(seed, e, new String(file, StandardCharsets.UTF_8)), e);
        }
    }

    private static String mutate(String good, List<String> words, Random random) {
        StringBuilder text = new StringBuilder(good);
        List<Consumer<StringBuilder>> kinds = List.of(
                s -> s.insert(random.nextInt(s.length() + 1), words.get(random.nextInt(words.size()))),
                s -> s.deleteCharAt(random.nextInt(s.length())),
                s -> s.setCharAt(random.nextInt(s.length()), (char) (32 + random.nextInt(96))),
                s -> {
                    int from = random.nextInt(s.length());
                    s.delete(from, Math.min(s.length(), from + 1 + random.nextInt(30)));
                },
                s -> {
                    int from = random.nextInt(s.length());
                    String piece = s.substring(from, Math.min(s.length(), from + 1 + random.nextInt(60)));
                    s.insert(random.nextInt(s.length() + 1), piece);
                },
                s -> replaceNumber(s, words, random),
                s -> s.setLength(1 + random.nextInt(s.length())));
        int rounds = 1 + random.nextInt(3);
        for (int k = 0; k < rounds && text.length() > 1; k++) {
            // cutting the end off is rarer than the rest
            int kind = random.nextInt(kinds.size() * 4);
            kinds.get(kind == 0 ? kinds.size() - 1 : kind % (kinds.size() - 1)).accept(text);
        }
        return text.toString();
    }

    private static void replaceNumber(StringBuilder text, List<String> words, Random random) {
        int from = random.nextInt(text.length());
        while (from < text.length() && !Character.isDigit(text.charAt(from))) {
            from++;
        }
        int to = from;
        while (to < text.length() && (Character.isDigit(text.charAt(to)) || text.charAt(to) == '.')) {
            to++;
        }
        if (from < to) {
            text.replace(from, to, random.nextBoolean() ? "0" : words.get(random.nextInt(words.size())));
        }
    }
}
