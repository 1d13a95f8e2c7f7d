package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.demo.Demo;
import dev.catena.app.demo.GaitDemo;
import dev.catena.app.demo.GaitStudyDemo;
import dev.catena.app.gait.GaitRun;
import dev.catena.app.gait.GaitStudy;
import dev.catena.app.gait.WalkOptions;
import dev.catena.app.gait.Walker;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverUnavailableException;
import dev.catena.nlp.solver.Solvers;
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

    @Option(
            names = "--in-hand",
            paramLabel = "KG",
            description = "gait: a load carried in the right hand; two steps are predicted then, which differ.")
    private @Nullable Double inHand;

    @Option(names = "--knee", paramLabel = "DEG", description = "gait: the most that stiff knees bend.")
    private @Nullable Double knee;

    @Option(
            names = "--locked-knee",
            paramLabel = "DEG",
            description = "gait: the angle at which the right knee is locked; two steps are predicted then.")
    private @Nullable Double lockedKnee;

    @Option(
            names = "--hip-force",
            paramLabel = "BW",
            description = "gait: the largest force inside a hip, without muscles, in body weights.")
    private @Nullable Double hipForce;

    @Option(
            names = "--sharing",
            paramLabel = "RULE",
            description =
                    "gait: loads of two feet: own (variables; so it is in proper mode), smooth (weights; so it is in "
                            + "thesis mode) or distance (the rule of the thesis).")
    private @Nullable String sharing;

    @Option(
            names = "--arms",
            paramLabel = "HOW",
            description =
                    "gait: coupled (so it is unless told otherwise), to the legs and away from the hips, or free.")
    private @Nullable String arms;

    @Option(
            names = "--control-points",
            paramLabel = "M",
            description = "gait: control points of each coordinate; 13 in proper mode, 6 in thesis mode.")
    private @Nullable Integer controlPoints;

    @Option(names = "--samples", paramLabel = "N", description = "gait: samples; 21 in proper mode, 13 in thesis mode.")
    private @Nullable Integer samples;

    @Option(
            names = "--solver",
            paramLabel = "NAME",
            description = "gait: embedded (so it is unless told otherwise) or ipopt, if that is installed.")
    private @Nullable String solver;

    @Option(
            names = "--forward",
            description = "gait: simulate the whole step with its torques and loads too, in numbers of 106 bits.")
    private boolean forward;

    @Option(
            names = "--study",
            paramLabel = "WHAT",
            description = "gait: a table of many steps instead: what-if, terms, splines or starts; takes minutes.")
    private @Nullable String study;

    /** Whether anything was said. */
    boolean isGiven() {
        return isOneWalk() || study != null;
    }

    /** Whether anything was said of the one step that is predicted. */
    private boolean isOneWalk() {
        return mode != null
                || from != null
                || speed != null
                || step != null
                || mass != null
                || height != null
                || backpack != null
                || inHands != null
                || inHand != null
                || knee != null
                || lockedKnee != null
                || hipForce != null
                || sharing != null
                || arms != null
                || controlPoints != null
                || samples != null
                || solver != null
                || forward;
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
        options = options.walking(
                within("--speed", speed, options.speed(), 0.4, 2.5),
                within("--step", step, options.stepLength(), 0.2, 1));
        options = options.refined(
                count("--control-points", controlPoints, options.controlPoints(), 6, 64),
                count("--samples", samples, options.samples(), 7, 129));
        options = switch (arms == null ? "coupled" : arms) {
            case "coupled" -> options;
            case "free" -> options.withFreeArms();
            default -> throw new UserError("--arms is \"%s\", but must be coupled or free".formatted(arms));
        };
        if (sharing != null) {
            options = options.sharing(sharing(sharing, options.isThesis()));
        }
        if (hipForce != null) {
            options = options.withHipForce(within("--hip-force", hipForce, 1, 0.3, 10));
        }
        return isOneSided(options.isThesis()) ? options.asStride() : options;
    }

    private static WalkOptions.Sharing sharing(String name, boolean isThesis) {
        WalkOptions.Sharing sharing = switch (name) {
            case "own" -> WalkOptions.Sharing.OWN;
            case "smooth" -> WalkOptions.Sharing.SMOOTH;
            case "distance" -> WalkOptions.Sharing.DISTANCE;
            default -> throw new UserError("--sharing is \"%s\", but must be own, smooth or distance".formatted(name));
        };
        if (sharing == WalkOptions.Sharing.DISTANCE && !isThesis) {
            throw new UserError("--sharing distance is for --mode thesis, where a foot is one piece");
        }
        return sharing;
    }

    /** Whether left and right differ, so that a step is not the mirror image of the one before. */
    private boolean isOneSided(boolean isThesis) {
        boolean isOneSided = inHand != null || lockedKnee != null;
        if (isOneSided && (isThesis || (from != null && !from.equals("chained")))) {
            throw new UserError("--in-hand and --locked-knee need --mode proper and --from chained");
        }
        return isOneSided;
    }

    private static int count(String name, @Nullable Integer given, int fallback, int least, int most) {
        return (int) within(name, given == null ? null : (double) given, fallback, least, most);
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
        if (inHand != null) {
            walker = walker.withLoadInOneHand(within("--in-hand", inHand, 0, 0, 30));
        }
        if (lockedKnee != null) {
            walker = walker.withLockedKnee(Math.toRadians(within("--locked-knee", lockedKnee, 5, 0, 40)));
        }
        return knee == null ? walker : walker.withKnees(Math.toRadians(within("--knee", knee, 120, 0, 120)));
    }

    private Solver solver() {
        try {
            return Solvers.named(solver == null ? "embedded" : solver);
        } catch (IllegalArgumentException | SolverUnavailableException e) {
            throw new UserError("--solver is \"%s\": %s".formatted(solver, e.getMessage()));
        }
    }

    private static GaitStudy.Kind kind(String name) {
        for (GaitStudy.Kind kind : GaitStudy.Kind.values()) {
            if (kind.label().equals(name)) {
                return kind;
            }
        }
        throw new UserError("--study is \"%s\", but must be what-if, terms, splines or starts".formatted(name));
    }

    /** Solves. */
    Demo demo() {
        return new GaitDemo(walker(), options(), start(), solver(), forward, iteration -> {});
    }

    /** Solves, with a line of progress now and then. */
    Demo run(Console console) {
        if (study != null) {
            if (isOneWalk()) {
                throw new UserError("--study has steps of its own: leave the other options of the gait out");
            }
            return new GaitStudyDemo(kind(study), console::note);
        }
        return new GaitDemo(walker(), options(), start(), solver(), forward, iteration -> {
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
