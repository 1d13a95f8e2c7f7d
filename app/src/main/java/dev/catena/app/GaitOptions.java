package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.demo.Demo;
import dev.catena.app.demo.GaitDemo;
import dev.catena.app.gait.GaitRun;
import dev.catena.app.gait.WalkOptions;
import dev.catena.app.gait.Walker;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who walks and how, for {@code catena demo gait}. */
final class GaitOptions {
    private static final int STEPS_BETWEEN_LINES = 10;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "gait: proper (so it is unless told otherwise), a step whose forces repeat; or thesis, with six "
                            + "control points and 13 samples.")
    private @Nullable String mode;

    @Option(
            names = "--from",
            paramLabel = "START",
            description = "gait: where the search begins: chained (so it is unless told otherwise), hand or zero.")
    private @Nullable String from;

    @Option(names = "--speed", paramLabel = "M/S", description = "gait: walking speed; 1.2 unless told otherwise.")
    private @Nullable Double speed;

    @Option(names = "--step", paramLabel = "M", description = "gait: step length; 0.6 unless told otherwise.")
    private @Nullable Double step;

    @Option(names = "--mass", paramLabel = "KG", description = "gait: body mass; 73 unless told otherwise.")
    private @Nullable Double mass;

    @Option(names = "--height", paramLabel = "M", description = "gait: body height; 1.741 unless told otherwise.")
    private @Nullable Double height;

    @Option(names = "--backpack", paramLabel = "KG", description = "gait: a load carried on the back.")
    private @Nullable Double backpack;

    @Option(names = "--in-hands", paramLabel = "KG", description = "gait: a load carried in the hands, half in either.")
    private @Nullable Double inHands;

    @Option(names = "--knee", paramLabel = "DEG", description = "gait: the most that stiff knees bend.")
    private @Nullable Double knee;

    /** Whether anything was said. */
    boolean isGiven() {
        return mode != null
                || from != null
                || speed != null
                || step != null
                || mass != null
                || height != null
                || backpack != null
                || inHands != null
                || knee != null;
    }

    private static double within(String name, @Nullable Double given, double fallback, double least, double most) {
        double value = given == null ? fallback : given;
        if (!(value >= least && value <= most)) {
            throw new UserError("%s is %s, but must be from %s to %s".formatted(name, value, least, most));
        }
        return value;
    }

    private WalkOptions options() {
        WalkOptions options = switch (mode == null ? "proper" : mode) {
            case "proper" -> WalkOptions.proper();
            case "thesis" -> WalkOptions.thesis();
            default -> throw new UserError("--mode is \"%s\", but must be proper or thesis".formatted(mode));
        };
        return options.walking(
                within("--speed", speed, options.speed(), 0.4, 2.5),
                within("--step", step, options.stepLength(), 0.2, 1));
    }

    private GaitRun.Start start() {
        return switch (from == null ? "chained" : from) {
            case "chained" -> GaitRun.Start.CHAINED;
            case "hand" -> GaitRun.Start.HAND;
            case "zero" -> GaitRun.Start.ZERO;
            default -> throw new UserError("--from is \"%s\", but must be chained, hand or zero".formatted(from));
        };
    }

    private Walker walker() {
        Walker walker = Walker.shipped();
        if (mass != null || height != null) {
            walker = walker.sized(within("--mass", mass, 73, 20, 200), within("--height", height, 1.741, 1, 2.3));
        }
        if (backpack != null) {
            walker = walker.withBackpack(within("--backpack", backpack, 0, 0, 60));
        }
        if (inHands != null) {
            walker = walker.withHandLoads(within("--in-hands", inHands, 0, 0, 40));
        }
        return knee == null ? walker : walker.withKnees(Math.toRadians(within("--knee", knee, 120, 0, 120)));
    }

    /** Solves. */
    Demo demo() {
        return new GaitDemo(walker(), options(), start(), iteration -> {});
    }

    /** Solves, with a line of progress now and then. */
    Demo run(Console console) {
        return new GaitDemo(walker(), options(), start(), iteration -> {
            if (iteration.number() % STEPS_BETWEEN_LINES == 0) {
                console.note(String.format(
                        Locale.ROOT,
                        "step %d: effort %.5f, violation %.1e, %.1f s",
                        iteration.number(),
                        iteration.objective(),
                        iteration.violation(),
                        iteration.seconds()));
            }
        });
    }
}
