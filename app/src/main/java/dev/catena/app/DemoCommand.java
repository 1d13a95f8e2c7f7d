package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.demo.Demo;
import dev.catena.app.demo.ElasticDemo;
import dev.catena.app.demo.LoopsDemo;
import dev.catena.app.demo.SrmsDemo;
import dev.catena.app.demo.StanfordDemo;
import dev.catena.app.demo.StewartDemo;
import dev.catena.app.demo.TwoLinkDemo;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.JsonText;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.file.OutputFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena demo}: an experiment from a paper, end to end. */
@Command(
        name = "demo",
        description = "Run an experiment from a paper: tables here, plots in an HTML report.",
        footer = {"", "Example: catena demo stewart --out stewart.html"})
final class DemoCommand implements Runnable {
    /** An experiment, and what it shows in a line. */
    private record Entry(String line, Supplier<Demo> experiment) {}

    private static final Map<String, Entry> DEMOS = demos();

    private static Map<String, Entry> demos() {
        Map<String, Entry> demos = new LinkedHashMap<>();
        demos.put(
                "stanford",
                new Entry("torques and their rates of an arm of six joints (Guarino Lo Bianco)", StanfordDemo::new));
        demos.put("two-link", new Entry("motions of two joints in least time and effort (Barman)", TwoLinkDemo::new));
        demos.put("elastic", new Entry("tracking with an elastic joint (Hua)", ElasticDemo::new));
        demos.put("stewart", new Entry("leg forces of a parallel robot (Khalil)", StewartDemo::new));
        demos.put("srms", new Entry("the Shuttle's arm let loose and driven, in O(n) (Nasser)", SrmsDemo::new));
        demos.put("loops", new Entry("efforts and cut wrenches of four closed loops (Khalil)", LoopsDemo::new));
        demos.put("gait", new Entry("a step of human walking, predicted (Barman)", () -> new GaitOptions().demo()));
        return demos;
    }

    static Set<String> names() {
        return DEMOS.keySet();
    }

    /** A line for each demo. */
    static List<String> lines() {
        int width = DEMOS.keySet().stream().mapToInt(String::length).max().orElse(0);
        return DEMOS.entrySet().stream()
                .map(demo -> "%s  %s"
                        .formatted(
                                demo.getKey() + " ".repeat(width - demo.getKey().length()),
                                demo.getValue().line()))
                .toList();
    }

    private final Console console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "stanford",
            description = "Which one; stanford unless told otherwise. --list shows them all.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the report goes; ./catena-demo/NAME.html unless told otherwise.")
    private @Nullable Path out;

    @Option(names = "--list", description = "List the demos.")
    private boolean list;

    @Option(names = "--png", paramLabel = "FILE", description = "Write the first picture of the report.")
    private @Nullable Path png;

    @Mixin
    private final GaitOptions gait = new GaitOptions();

    @Option(names = "--json", description = "Print the results as JSON.")
    private boolean json;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (list) {
            console.print(String.join("\n", lines()) + "\n");
            return;
        }
        Entry entry = DEMOS.get(name);
        if (entry == null) {
            throw new UserError("there is no demo \"%s\"%s; there are %s"
                    .formatted(name, NearestName.hint(name, DEMOS.keySet()), String.join(", ", DEMOS.keySet())));
        }
        boolean walks = name.equals("gait");
        if (!walks && gait.isGiven()) {
            throw new UserError(
                    "the demo %s has none of the options of the gait: --mode, --from, --speed, …".formatted(name));
        }
        Path report = out == null ? Path.of("catena-demo", name + ".html") : out;
        OutputPlaces.check(report, png);
        console.doing("running the demo " + name);
        Demo demo = walks ? gait.run(console) : entry.experiment().get();
        console.print(json ? JsonText.indented(demo.toJson()) : demo.toText());
        HtmlPage page = demo.toPage();
        if (png != null) {
            OutputFile.write(png, page.firstPicture());
            console.note("wrote " + png);
        }
        Reports.write(page, console, report);
        String place = "report: " + report.toAbsolutePath().normalize();
        if (json) {
            console.note(place);
        } else {
            console.print("\n" + place + "\n");
        }
    }
}
