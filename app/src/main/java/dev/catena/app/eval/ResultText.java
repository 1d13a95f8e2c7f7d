package dev.catena.app.eval;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.catena.formats.StateTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Results as text. Doubles have the digits that give back the same double.
 *
 * <p>JSON: {@code {"joints": […], "results": [{quantity: value}, …]}}, one result a line. CSV: one column for each
 * number, named by its place ({@code torque_joint1}, {@code pose_link1_position_x}), and the time where there is one.
 */
public final class ResultText {
    private final StateTable table;
    private final List<Quantity> quantities;
    private final IntFunction<List<Value>> results;

    /** @param results by state: the values, one for each quantity; asked once for each state, in order */
    public ResultText(StateTable table, List<Quantity> quantities, IntFunction<List<Value>> results) {
        this.table = table;
        this.quantities = List.copyOf(quantities);
        this.results = results;
    }

    public String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.writeStartObject();
            out.writeArrayFieldStart("joints");
            for (String joint : table.joints()) {
                out.writeString(joint);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("results");
            for (int state = 0; state < table.size(); state++) {
                List<Value> result = results.apply(state);
                out.writeRaw('\n');
                out.writeStartObject();
                for (int k = 0; k < quantities.size(); k++) {
                    out.writeFieldName(quantities.get(k).key());
                    write(result.get(k), out);
                }
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(Value value, JsonGenerator out) throws IOException {
        if (value instanceof Value.Scalar scalar) {
            out.writeNumber(scalar.value());
        } else if (value instanceof Value.Numbers numbers) {
            out.writeArray(numbers.values(), 0, numbers.values().length);
        } else if (value instanceof Value.Rows matrix) {
            out.writeStartArray();
            for (Value.Numbers row : matrix.rows()) {
                write(row, out);
            }
            out.writeEndArray();
        } else if (value instanceof Value.Fields fields) {
            out.writeStartObject();
            for (Map.Entry<String, Value> field : fields.values().entrySet()) {
                out.writeFieldName(field.getKey());
                write(field.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof Value.Remark remark) {
            out.writeString(remark.text());
        }
    }

    public String toCsv() {
        boolean timed = table.hasTimes();
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < table.size(); k++) {
            List<Value> result = results.apply(k);
            Row row = new Row();
            if (timed) {
                row.add("time", table.states().get(k).time().orElseThrow());
            }
            for (int i = 0; i < quantities.size(); i++) {
                row.add(quantities.get(i).key(), result.get(i));
            }
            if (k == 0) {
                text.append(String.join(",", row.names)).append('\n');
            }
            text.append(String.join(",", row.numbers)).append('\n');
        }
        return text.toString();
    }

    /** One line of CSV. */
    private static final class Row {
        private final List<String> names = new ArrayList<>();
        private final List<String> numbers = new ArrayList<>();

        private void add(String name, double number) {
            names.add(quoted(name));
            numbers.add(Double.toString(number));
        }

        private void add(String name, Value value) {
            if (value instanceof Value.Scalar scalar) {
                add(name, scalar.value());
            } else if (value instanceof Value.Numbers list) {
                for (int k = 0; k < list.values().length; k++) {
                    add(name + "_" + list.names().get(k), list.values()[k]);
                }
            } else if (value instanceof Value.Rows matrix) {
                matrix.rows().forEach(row -> add(name, row));
            } else if (value instanceof Value.Fields fields) {
                fields.values().forEach((field, inner) -> add(name + "_" + field, inner));
            }
        }

        private static String quoted(String name) {
            return name.matches("[^,\"\\r\\n]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
        }
    }
}
