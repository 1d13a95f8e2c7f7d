package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.file.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena help}: commands, and what several commands have in common. */
@Command(name = "help", description = "Tell about a command, or about robots, tables, units or exit codes.")
final class HelpTopics implements Runnable {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TOPIC",
            defaultValue = "",
            description = "A command or a topic.")
    private String topic = "";

    HelpTopics(Console console) {
        this.console = console;
    }

    private static Map<String, String> topics() {
        Map<String, String> topics = new LinkedHashMap<>();
        topics.put("robots", """
            A robot is a file or the name of one that ships.

            Files: Catena's YAML (.yaml, .yml), URDF (.urdf), xacro (.xacro; --set, --package), MJCF (.mjcf), SDF (.sdf),
            OpenSYMORO's .par; .xml is told apart by its root element.
            Ship: %s
            """.formatted(String.join(", ", ShippedRobots.names())));
        topics.put("tables", """
            Motions and states are CSV with a header, columns in any order:

              time                                    seconds
              q_JOINT qd_JOINT qdd_JOINT qddd_JOINT   position and its derivatives; q_ is needed, others are zero
              q4_JOINT … q12_JOINT                    further derivatives, which motors behind springs need
              tau_JOINT                               torque or force
              theta_JOINT thetad_JOINT thetadd_JOINT  motors of joints behind springs
              base_x … base_qw base_vx … base_wz      pose and velocity of a base that moves

            What torque, simulate and plan write, all others read; their results (tauRate_, violations)
            are passed over. JSON is described by 'catena help eval'. A dash stands for standard input.
            """);
        topics.put("units", """
            SI units and radians: m, kg, s, N, Nm, rad. Angles may be given as 30deg in YAML, in --q, --qd,
            --target and in goals of ik. Frames are in the names of results: body, base or world.
            """);
        topics.put("exit-codes", """
            0    done
            1    a fault of Catena itself; --verbose shows where
            2    the input or the command is wrong, or cannot be answered; a line says what to do
            3    done in part: a run that stopped early, no plan within limits, limits exceeded (--fail-on-violation)
            130  interrupted; what was computed is kept
            """);
        return topics;
    }

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        if (topic.isEmpty()) {
            console.print(root.getUsageMessage() + "\nTopics: " + String.join(", ", topics().keySet()) + "\n");
            return;
        }
        if (root.getSubcommands().containsKey(topic)) {
            console.print(root.getSubcommands().get(topic).getUsageMessage());
            return;
        }
        String text = topics().get(topic);
        if (text == null) {
            List<String> known = new ArrayList<>(root.getSubcommands().keySet());
            known.addAll(topics().keySet());
            throw new UserError("there is no help on \"%s\"%s; topics are %s, and all commands"
                    .formatted(topic, NearestName.hint(topic, known), String.join(", ", topics().keySet())));
        }
        console.print(text);
    }
}
