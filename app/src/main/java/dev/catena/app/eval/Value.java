package dev.catena.app.eval;

import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The value of a quantity: numbers with a shape and with names for their places. */
public sealed interface Value {
    /** One number. */
    record Scalar(double value) implements Value {
        @Override
        public Optional<String> notFinite() {
            return Double.isFinite(value) ? Optional.empty() : Optional.of(String.valueOf(value));
        }
    }

    /** Numbers in a list, each with a name: one for each joint, or x, y and z. */
    record Numbers(List<String> names, double... values) implements Value {
        private static final List<String> AXES = List.of("x", "y", "z");

        public Numbers {
            if (names.size() != values.length) {
                throw new IllegalArgumentException("%s names for %s numbers".formatted(names.size(), values.length));
            }
        }

        static Numbers of(Vector3 vector) {
            return new Numbers(AXES, vector.toArray());
        }

        @Override
        public Optional<String> notFinite() {
            for (int k = 0; k < values.length; k++) {
                if (!Double.isFinite(values[k])) {
                    return Optional.of("%s is %s".formatted(names.get(k), values[k]));
                }
            }
            return Optional.empty();
        }
    }

    /** Lists in a list: a matrix by rows. */
    record Rows(List<Numbers> rows) implements Value {
        static Rows of(Rotation rotation) {
            double[] m = rotation.toArray();
            return new Rows(List.of(row("x", m, 0), row("y", m, 3), row("z", m, 6)));
        }

        /** A matrix in row-major order; each number is named by its row and its column. */
        static Rows of(List<String> rowNames, List<String> columnNames, double[] matrix) {
            int columns = columnNames.size();
            List<Numbers> rows = new ArrayList<>();
            for (int r = 0; r < rowNames.size(); r++) {
                String name = rowNames.get(r) + "_";
                rows.add(new Numbers(
                        new PrefixedNames(name, columnNames),
                        Arrays.copyOfRange(matrix, r * columns, (r + 1) * columns)));
            }
            return new Rows(rows);
        }

        /** Names of many numbers, made when somebody asks for them. */
        private static final class PrefixedNames extends AbstractList<String> {
            private final String prefix;
            private final List<String> names;

            PrefixedNames(String prefix, List<String> names) {
                this.prefix = prefix;
                this.names = names;
            }

            @Override
            public String get(int k) {
                return prefix + names.get(k);
            }

            @Override
            public int size() {
                return names.size();
            }
        }

        private static Numbers row(String axis, double[] m, int at) {
            return new Numbers(List.of(axis + "x", axis + "y", axis + "z"), Arrays.copyOfRange(m, at, at + 3));
        }

        @Override
        public Optional<String> notFinite() {
            return rows.stream().flatMap(row -> row.notFinite().stream()).findFirst();
        }
    }

    /** Values by name, in order. */
    record Fields(Map<String, Value> values) implements Value {
        public Fields {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        static Fields of(String name1, Value value1, String name2, Value value2) {
            Map<String, Value> values = new LinkedHashMap<>();
            values.put(name1, value1);
            values.put(name2, value2);
            return new Fields(values);
        }

        Fields with(String name, Value value) {
            Map<String, Value> more = new LinkedHashMap<>(values);
            more.put(name, value);
            return new Fields(more);
        }

        @Override
        public Optional<String> notFinite() {
            return values.entrySet().stream()
                    .flatMap(field -> field.getValue().notFinite().stream().map(bad -> field.getKey() + ": " + bad))
                    .findFirst();
        }
    }

    /** A remark, such as the frame that numbers are in; it has no place in a table of numbers. */
    record Remark(String text) implements Value {
        @Override
        public Optional<String> notFinite() {
            return Optional.empty();
        }
    }

    /** Which number is infinite or no number, if any. */
    Optional<String> notFinite();
}
