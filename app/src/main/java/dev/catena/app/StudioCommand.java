package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.trajectory.CompletedTrajectory;
import dev.catena.app.trajectory.MotionOfTable;
import dev.catena.formats.file.Interruption;
import dev.catena.formats.file.OutputFile;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.RobotModel;
import dev.catena.studio.StudioMotion;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import dev.catena.studio.StudioServer;
import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena studio}: a robot in the browser. */
@Command(
        name = "studio",
        description = "Show a robot in the browser: move it and watch torques, their rates and what joints carry.",
        footer = {
            "",
            "The page computes by itself: the robot's equations are in it as WebAssembly. It plays motions beside"
                    + " plots, simulates, and follows the pointer. The server listens on this machine only, and hands out"
                    + " the page and plans motions; it ends with Ctrl-C.",
            "",
            "With --out, the page is one file that needs neither a server nor Catena, to be kept or mailed.",
            "",
            "Examples: catena studio panda",
            "          catena studio panda --trajectory reach.csv --out reach.html"
        })
final class StudioCommand implements Runnable {
    private static final int MOST_PORT = 65_535;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--trajectory",
            paramLabel = "FILE",
            description = "A motion to show, .csv, .json or .parquet as for 'catena torque'.")
    private @Nullable Path trajectory;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the page as one file and start no server.")
    private @Nullable Path out;

    @Option(names = "--port", paramLabel = "N", description = "Where to listen; any port that is free unless told.")
    private int port;

    @Option(names = "--no-browser", description = "Print the address and open no browser.")
    private boolean noBrowser;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    StudioCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (port < 0 || port > MOST_PORT) {
            throw new UserError("--port is %s, but ports are 1 to %s".formatted(port, MOST_PORT));
        }
        GivenOptions given = new GivenOptions(spec);
        given.refuse("--port", out != null, "is for the server, which --out does not start");
        given.refuse("--no-browser", out != null, "is for the server, which --out does not start");
        RobotModel robot = options.readWithLoops(robotName);
        console.warnings(robot.warnings());
        StudioMotion motion = trajectory == null ? null : motion(robot, trajectory);
        console.doing("compiling robot \"%s\"".formatted(robot.name()));
        StudioRobot studio = new StudioRobot(robot, RobotOptions.file(robotName));
        studio.problems().forEach(problem -> console.note("note: " + problem));
        if (out != null) {
            OutputFile.write(out, page(studio, motion, RobotYamlWriter.write(robot)));
            console.note("wrote " + out);
        } else {
            serve(studio, motion, RobotYamlWriter.write(robot));
        }
    }

    private static String page(StudioRobot robot, @Nullable StudioMotion motion, String yaml) {
        try {
            return StudioPage.of(robot, motion, yaml);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private StudioMotion motion(RobotModel robot, Path file) {
        console.doing("reading " + file);
        CompletedTrajectory completed = CompletedTrajectory.of(StateTables.read(file, robot), robot);
        completed.notes().forEach(console::note);
        return MotionOfTable.of(completed.table(), String.valueOf(file.getFileName()));
    }

    private void serve(StudioRobot robot, @Nullable StudioMotion motion, String yaml) {
        try (Interruption interruption = new Interruption();
                StudioServer server = new StudioServer(robot, motion, yaml, port)) {
            console.print(server.address() + System.lineSeparator());
            if (noBrowser || !open(server.address())) {
                console.note("open this address in a browser; Ctrl-C ends the server");
            } else {
                console.note("Ctrl-C ends the server");
            }
            while (!interruption.isRequested()) {
                Thread.sleep(100);
            }
        } catch (IOException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens a browser; false where there is none that Java knows. */
    private static boolean open(URI address) {
        if (GraphicsEnvironment.isHeadless()
                || !Desktop.isDesktopSupported()
                || !Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
            return false;
        }
        try {
            Desktop.getDesktop().browse(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
