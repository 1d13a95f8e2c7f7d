package dev.catena.formats.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * State tables as JSON, the input of {@code catena eval}:
 *
 * <pre>{@code
 * {"joints": ["shoulder", "elbow"],
 *  "states": [{"time": 0, "q": [0.1, 0.2], "qd": [0, 0], "qdd": [0, 0], "qddd": [0, 0], "tau": [0, 0],
 *              "wrenches": {"hand": {"frame": "body", "force": [0, 0, 1], "moment": [0, 0, 0]}},
 *              "base": {"position": [0, 0, 1], "orientation": [0, 0, 0, 1],
 *                       "linearVelocity": [0, 0, 0], "angularVelocity": [0, 0, 0],
 *                       "linearAcceleration": [0, 0, 0], "angularAcceleration": [0, 0, 0]}}]}
 * }</pre>
 *
 * A state needs {@code q}; all else may be left out. The frame of a wrench is {@code body} or {@code world}, and must be
 * named.
 */
public final class StateTableJson {
    private static final List<String> OF_STATE = Stream.concat(
                    Arrays.stream(Series.values()).map(Series::key), Stream.of("time", "wrenches", "contacts", "base"))
            .toList();
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser parser;
    private final String file;
    private @Nullable List<String> joints;

    /** Where the first state begins that has so many numbers: joints may be named after the states. */
    private final Map<Map<Series, Integer>, String> shapes = new LinkedHashMap<>();

    private StateTableJson(JsonParser parser, String file) {
        this.parser = parser;
        this.file = file;
    }

    /**
     * Reads a table.
     *
     * @param file what to call the file in messages
     * @throws FormatException with line and column of the first error
     */
    public static StateTable read(String text, String file) {
        return read(new StringReader(text), file);
    }

    /** Reads a table as it comes, which is not held as text. */
    static StateTable read(Reader text, String file) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new StateTableJson(parser, file).table();
        } catch (CharacterCodingException e) {
            throw new FormatException(file, "the file is not text in UTF-8");
        } catch (JsonProcessingException e) {
            throw new FormatException(
                    location(file, e.getLocation()),
                    "broken JSON: " + e.getOriginalMessage().replaceAll("\\s+", " "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The table as text, one state a line. */
    public static String write(StateTable table) {
        StringBuilder text = new StringBuilder();
        write(table, text);
        return text.toString();
    }

    /** Writes the table line by line. */
    public static void write(StateTable table, Appendable out) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeArrayFieldStart("joints");
            for (String joint : table.joints()) {
                json.writeString(joint);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("states");
            for (int k = 0; k < table.size(); k++) {
                json.writeRaw('\n');
                writeState(table, k, json);
                json.flush();
                out.append(line.getBuffer());
                line.getBuffer().setLength(0);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.flush();
            out.append(line.getBuffer()).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeState(StateTable table, int k, JsonGenerator out) throws IOException {
        StateTable.State state = table.states().get(k);
        out.writeStartObject();
        if (state.time().isPresent()) {
            out.writeNumberField("time", state.time().getAsDouble());
        }
        for (Series series : Series.values()) {
            if (state.has(series)) {
                numbers(out, series.key(), table.values(k, series));
            }
        }
        if (!state.wrenches().isEmpty()) {
            out.writeObjectFieldStart("wrenches");
            for (Map.Entry<String, AppliedWrench> wrench : state.wrenches().entrySet()) {
                AppliedWrench applied = wrench.getValue();
                out.writeObjectFieldStart(wrench.getKey());
                out.writeStringField("frame", applied.frame() == WrenchFrame.BODY ? "body" : "world");
                numbers(out, "force", applied.wrench().force().toArray());
                numbers(out, "moment", applied.wrench().moment().toArray());
                out.writeEndObject();
            }
            out.writeEndObject();
        }
        if (!state.contacts().isEmpty()) {
            out.writeArrayFieldStart("contacts");
            for (String contact : state.contacts()) {
                out.writeString(contact);
            }
            out.writeEndArray();
        }
        BaseState base = state.base();
        if (base != null) {
            out.writeObjectFieldStart("base");
            numbers(out, "position", base.position().toArray());
            numbers(
                    out,
                    "orientation",
                    base.orientationX(),
                    base.orientationY(),
                    base.orientationZ(),
                    base.orientationW());
            numbers(out, "linearVelocity", base.linearVelocity().toArray());
            numbers(out, "angularVelocity", base.angularVelocity().toArray());
            numbers(out, "linearAcceleration", base.linearAcceleration().toArray());
            numbers(out, "angularAcceleration", base.angularAcceleration().toArray());
            numbers(out, "linearJerk", base.linearJerk().toArray());
            numbers(out, "angularJerk", base.angularJerk().toArray());
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void numbers(JsonGenerator out, String key, double... values) throws IOException {
        out.writeFieldName(key);
        out.writeArray(values, 0, values.length);
    }

    private StateTable table() throws IOException {
        parser.nextToken();
        expect(JsonToken.START_OBJECT, "an object {\"joints\": […], \"states\": […]}");
        StatePages.Builder states = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "joints" -> joints = names();
                case "states" -> states = states();
                default -> throw unknown(key, List.of("joints", "states"));
            }
        }
        if (parser.nextToken() != null) {
            throw wrong("something follows the end of the table");
        }
        if (joints == null) {
            throw new FormatException(file, "\"joints\", the list of names, is missing");
        }
        if (states == null) {
            throw new FormatException(file, "\"states\" is missing");
        }
        int count = joints.size();
        shapes.forEach((lengths, location) -> checkLengths(lengths, location, count));
        return StateTable.ofPages(joints, states);
    }

    private static void checkLengths(Map<Series, Integer> lengths, String location, int count) {
        if (!lengths.containsKey(Series.POSITION)) {
            throw new FormatException(location, "the state has no \"q\"");
        }
        lengths.forEach((series, length) -> {
            if (length != count) {
                throw new FormatException(
                        location,
                        "\"%s\" has %s numbers, but there are %s joints".formatted(series.key(), length, count));
            }
        });
    }

    private List<String> names() throws IOException {
        expect(JsonToken.START_ARRAY, "a list of joint names");
        List<String> names = new ArrayList<>();
        HashSet<String> seen = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(JsonToken.VALUE_STRING, "a joint name");
            String name = parser.getText();
            if (!seen.add(name)) {
                throw wrong("joint \"%s\" is named twice".formatted(name));
            }
            names.add(name);
        }
        return names;
    }

    private StatePages.Builder states() throws IOException {
        expect(JsonToken.START_ARRAY, "a list of states");
        StatePages.Builder states = new StatePages.Builder();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(JsonToken.START_OBJECT, "a state {\"q\": […], …}");
            JsonLocation begin = parser.currentTokenLocation();
            StateTable.State state = state();
            Map<Series, Integer> lengths = state.lengths();
            if (!shapes.containsKey(lengths)) {
                shapes.put(lengths, location(file, begin));
            }
            states.add(state);
        }
        return states;
    }

    private StateTable.State state() throws IOException {
        StateTable.StateBuilder state = new StateTable.StateBuilder();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            Optional<Series> series = Arrays.stream(Series.values())
                    .filter(candidate -> candidate.key().equals(key))
                    .findFirst();
            if (series.isPresent()) {
                state.set(series.get(), list(key));
            } else {
                switch (key) {
                    case "time" -> state.time(number(key));
                    case "wrenches" -> readWrenches(state);
                    case "contacts" -> readContacts(state);
                    case "base" -> state.base(base());
                    default -> throw unknown(key, OF_STATE);
                }
            }
        }
        return state.build();
    }

    private void readContacts(StateTable.StateBuilder state) throws IOException {
        expect(JsonToken.START_ARRAY, "a list of contacts \"BODY:KIND\" or \"BODY:KIND:X,Y,Z\"");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(JsonToken.VALUE_STRING, "a contact \"BODY:KIND\" or \"BODY:KIND:X,Y,Z\"");
            state.contact(parser.getText());
        }
    }

    private void readWrenches(StateTable.StateBuilder state) throws IOException {
        expect(JsonToken.START_OBJECT, "an object of wrenches by body");
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String body = parser.currentName();
            parser.nextToken();
            state.wrench(body, wrench(body));
        }
    }

    private AppliedWrench wrench(String body) throws IOException {
        expect(JsonToken.START_OBJECT, "a wrench {\"frame\": \"body\" or \"world\", \"force\": […], \"moment\": […]}");
        WrenchFrame frame = null;
        Vector3 force = Vector3.ZERO;
        Vector3 moment = Vector3.ZERO;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "frame" -> frame = frame();
                case "force" -> force = Vector3.of(list(key, 3));
                case "moment" -> moment = Vector3.of(list(key, 3));
                default -> throw unknown(key, List.of("frame", "force", "moment"));
            }
        }
        if (frame == null) {
            throw wrong("the wrench on \"%s\" names no frame; \"body\" or \"world\" is expected".formatted(body));
        }
        return new AppliedWrench(frame, new Wrench(force, moment));
    }

    private WrenchFrame frame() throws IOException {
        expect(JsonToken.VALUE_STRING, "\"body\" or \"world\"");
        return switch (parser.getText()) {
            case "body" -> WrenchFrame.BODY;
            case "world" -> WrenchFrame.WORLD;
            default ->
                throw wrong("the frame is \"%s\", but must be \"body\" or \"world\"".formatted(parser.getText()));
        };
    }

    private BaseState base() throws IOException {
        expect(JsonToken.START_OBJECT, "an object that describes the base");
        List<String> keys = List.of(
                "position",
                "linearVelocity",
                "angularVelocity",
                "linearAcceleration",
                "angularAcceleration",
                "linearJerk",
                "angularJerk");
        Vector3[] vectors = new Vector3[keys.size()];
        Arrays.fill(vectors, Vector3.ZERO);
        double[] orientation = {0, 0, 0, 1};
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (key.equals("orientation")) {
                orientation = list(key, 4);
                if (Arrays.stream(orientation).allMatch(part -> part == 0)) {
                    throw wrong("the orientation is a quaternion of zeros, which names no rotation");
                }
            } else if (keys.contains(key)) {
                vectors[keys.indexOf(key)] = Vector3.of(list(key, 3));
            } else {
                List<String> known = new ArrayList<>(keys);
                known.add("orientation");
                throw unknown(key, known);
            }
        }
        return new BaseState(
                vectors[0],
                orientation[0],
                orientation[1],
                orientation[2],
                orientation[3],
                vectors[1],
                vectors[2],
                vectors[3],
                vectors[4],
                vectors[5],
                vectors[6]);
    }

    private double[] list(String key, int length) throws IOException {
        double[] values = list(key);
        if (values.length != length) {
            throw wrong("\"%s\" has %s numbers, but %s are expected".formatted(key, values.length, length));
        }
        return values;
    }

    private double[] list(String key) throws IOException {
        expect(JsonToken.START_ARRAY, "a list of numbers for \"%s\"".formatted(key));
        double[] values = new double[joints == null ? 8 : joints.size()];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count + 1);
            }
            values[count++] = number(key);
        }
        return Arrays.copyOf(values, count);
    }

    private double number(String key) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_FLOAT && token != JsonToken.VALUE_NUMBER_INT) {
            throw wrong("\"%s\" must hold finite numbers, but there is %s".formatted(key, shown()));
        }
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw wrong("\"%s\" holds %s, which is too large".formatted(key, shown()));
        }
        if (value == 0 && DecimalNumber.vanished(value, parser.getText())) {
            throw wrong("\"%s\" holds %s, which is too small: write 0 where that is meant".formatted(key, shown()));
        }
        return value;
    }

    private void expect(JsonToken token, String what) throws IOException {
        if (parser.currentToken() != token) {
            throw wrong("%s is expected, but there is %s".formatted(what, shown()));
        }
    }

    private String shown() throws IOException {
        if (parser.currentToken() == null) {
            return "nothing";
        }
        String text = String.valueOf(parser.getText());
        return "\"" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "\"";
    }

    private FormatException unknown(String key, List<String> known) {
        return wrong("unknown key \"%s\"%s (known here: %s)"
                .formatted(key, NearestName.hint(key, known), String.join(", ", known)));
    }

    private FormatException wrong(String text) {
        return new FormatException(here(), text);
    }

    private String here() {
        return location(file, parser.currentTokenLocation());
    }

    private static String location(String file, @Nullable JsonLocation location) {
        return location == null
                ? file
                : "%s:%s, column %s".formatted(file, location.getLineNr(), location.getColumnNr());
    }
}
