package dev.catena.nlp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The test problems of hock-schittkowski.txt, whose head says how they are written. */
final class HockSchittkowski {
    private HockSchittkowski() {}

    static List<FormulaProgram> all() {
        List<FormulaProgram> programs = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String line : lines()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("problem ") && !lines.isEmpty()) {
                programs.add(parse(lines));
                lines.clear();
            }
            lines.add(line.strip());
        }
        programs.add(parse(lines));
        return programs;
    }

    static FormulaProgram number(int number) {
        return all().stream()
                .filter(p -> p.name.equals("HS" + number))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> lines() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                HockSchittkowski.class.getResourceAsStream("hock-schittkowski.txt"), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FormulaProgram parse(List<String> lines) {
        String name = "HS" + lines.get(0).substring("problem ".length());
        double[] start = numbers(argument(lines, "start "));
        FormulaProgram program = new FormulaProgram(name, argument(lines, "minimize "), start);
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("bounds")) {
                String[] range = words[1].split("\\.\\.", -1);
                for (int i = Integer.parseInt(range[0]); i <= Integer.parseInt(range[range.length - 1]); i++) {
                    program.bounds(i, number(words[2]), number(words[3]));
                }
            } else if (words[0].equals("range")) {
                program.between(words[2], number(words[1]), words[2], number(words[3]));
            } else if (line.endsWith(">= 0")) {
                program.notNegative(line.substring(0, line.length() - 4));
            } else if (line.endsWith("= 0")) {
                program.zero(line.substring(0, line.length() - 3));
            } else if (words[0].equals("optimum")) {
                program.optimum = number(words[1]);
                program.optimumTolerance = words.length > 2 ? number(words[2]) : 1e-6;
            } else if (words[0].equals("local")) {
                program.localOptimum = number(words[1]);
            }
        }
        return program;
    }

    private static String argument(List<String> lines, String word) {
        return lines.stream()
                .filter(l -> l.startsWith(word))
                .findFirst()
                .orElseThrow()
                .substring(word.length());
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" "))
                .mapToDouble(HockSchittkowski::number)
                .toArray();
    }

    private static double number(String word) {
        return switch (word) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(word);
        };
    }
}
