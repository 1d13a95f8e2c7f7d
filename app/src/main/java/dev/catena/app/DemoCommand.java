package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.demo.Demo;
import dev.catena.app.demo.ElasticDemo;
import dev.catena.app.demo.StanfordDemo;
import dev.catena.app.demo.StewartDemo;
import dev.catena.app.demo.TwoLinkDemo;
import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.JsonText;
import dev.catena.formats.file.OutputFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena demo}: an experiment from a paper, end to end. */
@Command(
        name = "demo",
        description = "Run an experiment from a paper: tables here, plots in an HTML report.",
        footer = {"", "Example: catena demo stewart --out stewart.html"})
final class DemoCommand implements Runnable {
    private static final Map<String, Supplier<Demo>> DEMOS = new TreeMap<>(Map.of(
            "elastic",
            ElasticDemo::new,
            "stanford",
            StanfordDemo::new,
            "stewart",
            StewartDemo::new,
            "two-link",
            TwoLinkDemo::new));

    private final Console console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "stanford",
            description = "Which one: stanford (so it is unless told otherwise), torques and their rates; "
                    + "elastic, tracking with an elastic joint; "
                    + "stewart, leg forces of a parallel robot; two-link, motions in least time and effort.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "catena-demo/report.html",
            description = "Where the report goes; ./catena-demo/report.html unless told otherwise.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(names = "--png", paramLabel = "FILE", description = "Write the first picture of the report.")
    private @Nullable Path png;

    @Option(names = "--json", description = "Print the results as JSON.")
    private boolean json;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        Supplier<Demo> experiment = DEMOS.get(name);
        if (experiment == null) {
            throw new UserError(
                    "there is no demo \"%s\"; there are %s".formatted(name, String.join(", ", DEMOS.keySet())));
        }
        console.doing("running the demo " + name);
        Demo demo = experiment.get();
        console.print(json ? JsonText.indented(demo.toJson()) : demo.toText());
        HtmlPage page = demo.toPage();
        if (png != null) {
            OutputFile.write(png, page.firstPicture());
            console.note("wrote " + png);
        }
        Reports.write(page, console, out);
        String place = "report: " + out.toAbsolutePath().normalize();
        if (json) {
            console.note(place);
        } else {
            console.print("\n" + place + "\n");
        }
    }
}
