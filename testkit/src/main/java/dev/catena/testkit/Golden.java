package dev.catena.testkit;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Golden numbers: inputs and outputs of independent implementations, computed with 40 digits or more and rounded. Each
 * file describes itself in its entries {@code about} and {@code conventions}.
 */
public final class Golden {
    /** What a double computation from the same inputs has to reach. */
    public static final double TOLERANCE = 1e-11;

    /** By file, read once. */
    private static final Map<String, Golden> FILES = new ConcurrentHashMap<>();

    private final JsonNode root;

    private Golden(String file) {
        try (InputStream stream = Golden.class.getResourceAsStream("golden/" + file)) {
            if (stream == null) {
                throw new FileNotFoundException("golden numbers " + file);
            }
            // a simulation that ran away is recorded as NaN
            root = JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build()
                    .readTree(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Golden of(String file) {
        return FILES.computeIfAbsent(file, Golden::new);
    }

    /** Forces, force rates and direct dynamics: the cases {@code guarino}, {@code khalil}, {@code nasser}. */
    public static Golden dynamics() {
        return of("dynamics.json");
    }

    /** Derivatives of the inverse dynamics, motion planning, robots with elastic joints. */
    public static Golden sensitivityPlanningElastic() {
        return of("sensitivity-planning-elastic.json");
    }

    /** Features switched on together: robots by name, cases by topic. */
    public static Golden combinations() {
        return of("combinations.json");
    }

    /**
     * The node at a path such as {@code "khalil/tree9/link_poses/0/R"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public JsonNode at(String path) {
        JsonNode node = root.at("/" + path);
        if (node.isMissingNode()) {
            throw new IllegalArgumentException("there are no golden numbers at \"%s\"".formatted(path));
        }
        return node;
    }

    /** The whole file. */
    public JsonNode all() {
        return root;
    }

    /** The numbers at a path; nested lists are strung together row by row. */
    public double[] array(String path) {
        return array(at(path));
    }

    /** The numbers of a node; nested lists are strung together row by row. */
    public static double[] array(JsonNode node) {
        List<Double> numbers = new ArrayList<>();
        collect(node, numbers);
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void collect(JsonNode node, List<Double> numbers) {
        if (node.isArray()) {
            node.forEach(entry -> collect(entry, numbers));
        } else if (node.isNumber()) {
            numbers.add(node.doubleValue());
        } else {
            throw new IllegalArgumentException("expected numbers, found " + node);
        }
    }

    /** Compares with the golden numbers at a path, to {@link #TOLERANCE}. */
    public void check(String path, double... actual) {
        Agreement.check(path, actual, array(path), TOLERANCE);
    }
}
