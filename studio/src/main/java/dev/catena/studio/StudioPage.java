package dev.catena.studio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The studio as one file that needs no other: scripts, equations, meshes and a motion are packed into it. It works from a
 * disk, without a network and without Catena.
 */
public final class StudioPage {
    /** Larger pages are refused: browsers take long to open them, and mail refuses them. */
    public static final int LARGEST = 50 << 20;

    private final StudioRobot robot;
    private final @Nullable StudioMotion motion;
    private final boolean view;
    private final String yaml;

    private StudioPage(StudioRobot robot, @Nullable StudioMotion motion, boolean view, String yaml) {
        this.robot = robot;
        this.motion = motion;
        this.view = view;
        this.yaml = yaml;
    }

    /**
     * The whole studio.
     *
     * @param motion what the timeline shows at first, or null
     * @param yaml the robot as a file, for whoever wants it from the page
     */
    public static String of(StudioRobot robot, @Nullable StudioMotion motion, String yaml) {
        return ofTree(robot, motion == null ? null : robot.whole(motion), yaml);
    }

    /** The same of a motion that has all joints. */
    static String ofTree(StudioRobot robot, @Nullable StudioMotion motion, String yaml) {
        return ofTree(robot, motion, yaml, LARGEST);
    }

    /** @param most how many characters the page may have */
    static String ofTree(StudioRobot robot, @Nullable StudioMotion motion, String yaml, int most) {
        return new StudioPage(robot, motion, false, yaml).html(scripts(), most);
    }

    /** A viewer of a motion: picture, timeline and plots only, and it plays when opened. */
    public static String viewer(StudioRobot robot, StudioMotion motion) {
        return new StudioPage(robot, robot.whole(motion), true, "").html(scripts(), LARGEST);
    }

    /** The same for a frame in a page that has {@link #scripts} in it, once for all frames. */
    public static String frame(StudioRobot robot, StudioMotion motion) {
        return new StudioPage(robot, robot.whole(motion), true, "").html("", LARGEST);
    }

    /** An element with all that viewers run, packed. */
    public static String scripts() {
        return "<script type=\"application/octet-stream\" id=\"catena-scripts\">%s</script>".formatted(Scripts.PACKED);
    }

    private String html(String scripts, int most) {
        String head = """
            <style>
            %s
            %s
            </style>
            %s
            <script type="application/octet-stream" id="catena-data">%s</script>
            """.formatted(
                        WebFiles.text(WebFiles.PLOT_STYLE), WebFiles.text("style.css"), scripts, packed(this::data));
        String page = WebFiles.text("index.html")
                .replace("<!--head-->", head)
                .replace("</body>", "<script>\n" + WebFiles.text("alone.js") + "</script>\n</body>");
        if (page.length() > most) {
            throw new IllegalArgumentException("the page would have %s MB, and %s MB are the most; %s"
                    .formatted(page.length() >> 20, most >> 20, robot.largestPart(motion)));
        }
        return page;
    }

    /** Packed once, since they are the same for all robots. */
    private static final class Scripts {
        static final String PACKED = packed(StudioPage::modules);
    }

    /** Writes JSON. */
    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private static String packed(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes) {
                    {
                        def.setLevel(Deflater.BEST_COMPRESSION);
                    }
                };
                JsonGenerator json = new JsonFactory().createGenerator(zip)) {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static void modules(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("modules");
        for (String module : WebFiles.MODULES) {
            json.writeStringField("studio/" + module, WebFiles.text(module));
        }
        for (Map.Entry<String, String> library : WebFiles.LIBRARIES.entrySet()) {
            // modules in blobs have no folder in which to look for a neighbor
            String text = WebFiles.text(library.getValue());
            for (Map.Entry<String, String> neighbor : WebFiles.NEIGHBORS.entrySet()) {
                text = text.replace(neighbor.getKey(), neighbor.getValue());
            }
            json.writeStringField(library.getKey(), text);
        }
        json.writeEndObject();
        json.writeStringField("worker", WebFiles.worker());
    }

    private void data(JsonGenerator json) throws IOException {
        json.writeBooleanField("view", view);
        json.writeFieldName("robot");
        json.writeRawValue(robot.json());
        json.writeStringField("code", base64(robot.code()));
        json.writeStringField("yaml", yaml);
        json.writeObjectFieldStart("meshes");
        for (Map.Entry<String, Path> mesh : robot.meshes().entrySet()) {
            json.writeStringField(mesh.getKey(), base64(MeshFiles.read(mesh.getValue())));
        }
        json.writeEndObject();
        if (motion == null) {
            json.writeNullField("motion");
        } else {
            json.writeObjectFieldStart("motion");
            json.writeStringField("title", motion.title());
            json.writeNumberField("samples", motion.times().length);
            json.writeStringField("layout", motion.layout());
            json.writeStringField("bytes", base64(motion.bytes()));
            json.writeEndObject();
        }
    }

    private static String base64(byte[] bytes) {
        return new String(Base64.getEncoder().encode(bytes), StandardCharsets.US_ASCII);
    }
}
