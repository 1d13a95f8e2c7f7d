package dev.catena.app.eval;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.catena.formats.table.CsvWriter;
import dev.catena.formats.table.StateTable;
import dev.catena.quantity.Quantity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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

    /** Writes JSON, a line as soon as its state is known. */
    public void writeJson(Appendable text) {
        StringWriter line = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(line)) {
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
                out.flush();
                text.append(line.getBuffer());
                line.getBuffer().setLength(0);
            }
            out.writeEndArray();
            out.writeEndObject();
            out.flush();
            text.append(line.getBuffer()).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** Writes CSV, a line as soon as its state is known. */
    public void writeCsv(Appendable text) {
        CsvWriter csv = new CsvWriter(text);
        boolean timed = table.hasTimes();
        for (int k = 0; k < table.size(); k++) {
            List<Value> result = results.apply(k);
            if (k == 0) {
                header(csv, timed, result);
            }
            if (timed) {
                csv.number(table.states().get(k).time().orElseThrow());
            }
            result.forEach(value -> numbers(csv, value));
            csv.end();
        }
    }

    private void header(CsvWriter csv, boolean timed, List<Value> first) {
        if (timed) {
            csv.text("time");
        }
        for (int i = 0; i < quantities.size(); i++) {
            names(csv, quantities.get(i).key(), first.get(i));
        }
        csv.end();
    }

    private static void names(CsvWriter csv, String name, Value value) {
        if (value instanceof Value.Scalar) {
            csv.text(name);
        } else if (value instanceof Value.Numbers list) {
            list.names().forEach(component -> csv.text(name + "_" + component));
        } else if (value instanceof Value.Rows matrix) {
            matrix.rows().forEach(row -> names(csv, name, row));
        } else if (value instanceof Value.Fields fields) {
            fields.values().forEach((field, inner) -> names(csv, name + "_" + field, inner));
        }
    }

    private static void numbers(CsvWriter csv, Value value) {
        if (value instanceof Value.Scalar scalar) {
            csv.number(scalar.value());
        } else if (value instanceof Value.Numbers list) {
            csv.numbers(list.values());
        } else if (value instanceof Value.Rows matrix) {
            matrix.rows().forEach(row -> csv.numbers(row.values()));
        } else if (value instanceof Value.Fields fields) {
            fields.values().forEach((field, inner) -> numbers(csv, inner));
        }
    }
}
