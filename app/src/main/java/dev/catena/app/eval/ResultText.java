package dev.catena.app.eval;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.catena.app.console.UserError;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Results as text. Doubles have the digits that give back the same double.
 *
 * <p>JSON: {@code {"joints": […], "results": [{quantity: value}, …]}}, one result a line. CSV: one column for each
 * number, named by its place ({@code torque_joint1}, {@code pose_link1_position_x}), and the time where there is one.
 */
public final class ResultText {
    private final StateTable table;
    private final RobotModel robot;
    private final List<Quantity> quantities;
    private final IntFunction<List<Value>> results;

    /**
     * Results of some states.
     *
     * @param robot whose states they are; of closed loops JSON names the joints that numbers belong to
     * @param results by state: the values, one for each quantity; asked once for each state, in order
     */
    public ResultText(StateTable table, RobotModel robot, List<Quantity> quantities, IntFunction<List<Value>> results) {
        this.table = table;
        this.robot = robot;
        this.quantities = List.copyOf(quantities);
        this.results = results;
    }

    /** Writes JSON, a line as soon as its state is known. */
    public void writeJson(Appendable text) {
        StringWriter line = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(line)) {
            out.writeStartObject();
            writeNames("joints", table.joints(), out);
            if (robot.hasLoops()) {
                writeNames("active", robot.loops().activeJoints(), out);
                writeNames("independent", robot.loops().independentJoints(), out);
            }
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

    private static void writeNames(String key, List<String> names, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(key);
        for (String name : names) {
            out.writeString(name);
        }
        out.writeEndArray();
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

    /**
     * Writes a table, a row as soon as its state is known.
     *
     * @param create makes it for its columns, which the first state tells; not asked where there are no states
     */
    public void writeTable(Function<List<TableColumn>, TableSink> create) {
        if (table.size() == 0) {
            throw new UserError("there are no states, of which a table without --batch would have no columns;"
                    + " ask for JSON, or with --batch");
        }
        boolean timed = table.hasTimes();
        List<Value> first = results.apply(0);
        try (TableSink sink = create.apply(columns(timed, first))) {
            for (int k = 0; k < table.size(); k++) {
                if (timed) {
                    sink.number(table.states().get(k).time().orElseThrow());
                }
                (k == 0 ? first : results.apply(k)).forEach(value -> numbers(sink, value));
                sink.end();
            }
            sink.finish();
        }
    }

    private List<TableColumn> columns(boolean timed, List<Value> first) {
        List<TableColumn> columns = new ArrayList<>();
        if (timed) {
            columns.add(TableColumn.number("time"));
        }
        for (int i = 0; i < quantities.size(); i++) {
            names(columns, quantities.get(i).key(), first.get(i));
        }
        return columns;
    }

    private static void names(List<TableColumn> columns, String name, Value value) {
        if (value instanceof Value.Scalar) {
            columns.add(TableColumn.number(name));
        } else if (value instanceof Value.Numbers list) {
            list.names().forEach(component -> columns.add(TableColumn.number(name + "_" + component)));
        } else if (value instanceof Value.Rows matrix) {
            matrix.rows().forEach(row -> names(columns, name, row));
        } else if (value instanceof Value.Fields fields) {
            fields.values().forEach((field, inner) -> names(columns, name + "_" + field, inner));
        }
    }

    private static void numbers(TableSink sink, Value value) {
        if (value instanceof Value.Scalar scalar) {
            sink.number(scalar.value());
        } else if (value instanceof Value.Numbers list) {
            sink.numbers(list.values());
        } else if (value instanceof Value.Rows matrix) {
            matrix.rows().forEach(row -> sink.numbers(row.values()));
        } else if (value instanceof Value.Fields fields) {
            fields.values().forEach((field, inner) -> numbers(sink, inner));
        }
    }
}
