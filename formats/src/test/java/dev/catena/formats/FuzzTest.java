package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.catena.model.ModelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seeded mutations of good files: whatever comes, a reader returns or throws its documented exception, and it does so
 * soon. The timeout is a guard against hanging, far above what a test takes.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final int MUTATIONS = 3000;
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
                    text -> RobotYamlReader.read(text, "f", ReadOptions.DEFAULT));
        }
    }

    @Test
    void urdf() {
        for (String name : List.of("stanford", "two-link", "panda", "five-bar")) {
            String text = UrdfWriter.write(ShippedRobots.load(name));
            fuzz(text, XML_WORDS, MUTATIONS / 4, mutant -> UrdfReader.read(mutant, "f", ReadOptions.DEFAULT));
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
            try {
                assertThat(UrdfReader.read(bytes, "f", ReadOptions.DEFAULT)).isNotNull();
            } catch (ModelException e) {
                assertThat(e.getMessage()).isNotBlank();
            } catch (Throwable e) {
                fail("seed %s: %s".formatted(seed, e), e);
            }
        }
    }

    @Test
    void par() {
        String text = """
                (* Robotname = 'two' *)
                NL = 2
                NJ = 2
                NF = 3
                ant = {0,1,2}
                sigma = {0,1,2}
                d = {0,D2*cos(g12),0}
                r = {0.5,r2 + 0.25,L}
                gamma = {0,-pi/2,0}
                alpha = {0,Pi/2,0}
                theta = {th1 - pi/4,(0.3+2)^2,0}
                XX = {1,0.5}
                YY = {1,0.6}
                ZZ = {1,0.7}
                MX = {0,0.2}
                M = {1,M2}
                IA = {0.1,0.2}
                G = {0,0,G3}
                """;
        ReadOptions options = ReadOptions.DEFAULT.withSymbols(Map.of("*", 1.0)).withOpenLoops();
        fuzz(text, PAR_WORDS, MUTATIONS, mutant -> ParReader.read(mutant, "f", options));
        fuzz(text, PAR_WORDS, MUTATIONS, mutant -> ParReader.read(mutant, "f", ReadOptions.DEFAULT));
        String loop = """
                NL = 3
                NJ = 4
                NF = 5
                ant = {0,1,0,2,3}
                sigma = {0,0,0,0,2}
                d = {0,0.2,0.5,0.4,0.3}
                theta = {t1,t2,t3,t4 + pi/2,0}
                mu = {1,0,0,0,0}
                M = {1,1,1}
                G = {0,-9.81,0}
                """;
        fuzz(loop, PAR_WORDS, MUTATIONS, mutant -> ParReader.read(mutant, "f", ReadOptions.DEFAULT));
    }

    @Test
    void tables() {
        String csv = "time,q_a,qd_a,\"q_b\"\n0,1,2,3\n1,2,3,4\n";
        String json =
                "{\"joints\":[\"a\",\"b\"],\"states\":[{\"time\":1,\"q\":[1,2],\"wrenches\":{\"x\":{\"frame\":\"body\",\"force\":[1,2,3]}},\"base\":{\"position\":[1,2,3]}},{\"q\":[1,2]}]}";
        fuzz(csv, TABLE_WORDS, MUTATIONS, mutant -> StateTableCsv.read(mutant, "f"));
        fuzz(json, TABLE_WORDS, MUTATIONS, mutant -> StateTableJson.read(mutant, "f"));
    }

    private interface Reader {
        Object read(String text);
    }

    private static void fuzz(String good, List<String> words, int count, Reader reader) {
        int accepted = 0;
        int refused = 0;
        for (int seed = 0; seed < count; seed++) {
            String mutant = mutate(good, words, new Random(seed));
            try {
                assertThat(reader.read(mutant)).isNotNull();
                accepted++;
            } catch (ModelException | FormatException e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
            } catch (Throwable e) {
                fail("seed %s: %s came out of\n%s".formatted(seed, e, mutant), e);
            }
        }
        // a fuzzer that breaks everything or nothing would test little
        assertThat(accepted).isPositive();
        assertThat(refused).isPositive();
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
