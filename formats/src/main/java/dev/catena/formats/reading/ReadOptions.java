package dev.catena.formats.reading;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to read a robot.
 *
 * @param strict every non-physical inertia is an error, whatever the file or the format says
 * @param floating the base floats, even where the file does not say so
 * @param name the robot's name, or null to take the file's
 * @param symbols values of the symbols of a {@code .par} or YAML file; {@code *} stands for every symbol not named
 * @param openLoops read the tree of a robot with closed loops and leave the cut joints out
 * @param arguments values of the arguments of a xacro file
 * @param packages folders of the packages that a xacro file may find and read
 */
public record ReadOptions(
        boolean strict,
        boolean floating,
        @Nullable String name,
        Map<String, Double> symbols,
        boolean openLoops,
        Map<String, String> arguments,
        Map<String, Path> packages) {
    public static final ReadOptions DEFAULT = new ReadOptions(false, false, null, Map.of(), false, Map.of(), Map.of());

    public ReadOptions {
        symbols = Map.copyOf(symbols);
        arguments = Map.copyOf(arguments);
        packages = Map.copyOf(packages);
    }

    public ReadOptions asStrict() {
        return new ReadOptions(true, floating, name, symbols, openLoops, arguments, packages);
    }

    public ReadOptions withFloatingBase() {
        return new ReadOptions(strict, true, name, symbols, openLoops, arguments, packages);
    }

    public ReadOptions named(String newName) {
        return new ReadOptions(strict, floating, newName, symbols, openLoops, arguments, packages);
    }

    public ReadOptions withSymbols(Map<String, Double> values) {
        return new ReadOptions(strict, floating, name, values, openLoops, arguments, packages);
    }

    public ReadOptions withSymbol(String symbol, double value) {
        Map<String, Double> more = new LinkedHashMap<>(symbols);
        more.put(symbol, value);
        return withSymbols(more);
    }

    public ReadOptions withOpenLoops() {
        return new ReadOptions(strict, floating, name, symbols, true, arguments, packages);
    }

    public ReadOptions withArguments(Map<String, String> values) {
        return new ReadOptions(strict, floating, name, symbols, openLoops, values, packages);
    }

    public ReadOptions withPackages(Map<String, Path> folders) {
        return new ReadOptions(strict, floating, name, symbols, openLoops, arguments, folders);
    }
}
