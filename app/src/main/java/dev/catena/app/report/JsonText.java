package dev.catena.app.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps, lists, texts, truth values and numbers as JSON. Doubles are written with the digits that give back the same
 * double; one that is not finite becomes null, so check results beforehand.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** Indented, for people and machines; lists of numbers stay on one line. */
    public static String indented(Object value) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return write(value, printer);
    }

    private static String write(Object value, DefaultPrettyPrinter printer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(printer);
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(element, out);
            }
            out.writeEndArray();
        } else if (value instanceof double[] numbers) {
            out.writeStartArray();
            for (double number : numbers) {
                write(number, out);
            }
            out.writeEndArray();
        } else if (value instanceof Integer number) {
            out.writeNumber(number);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof Double number) {
            if (Double.isFinite(number)) {
                out.writeNumber(number);
            } else {
                out.writeNull();
            }
        } else {
            out.writeString(value.toString());
        }
    }
}
