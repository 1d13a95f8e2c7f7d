package dev.catena.app.gait;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.TextTable;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Several steps side by side: what speed, loads or limits change, what each term of the objective does, finer splines, and
 * where the search begins.
 */
public final class GaitStudy {
    /** What is varied. */
    public enum Kind {
        WHAT_IF,
        TERMS,
        SPLINES,
        STARTS;

        /** As on the command line. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A step to be predicted, what to expect of it beside the first one, and whether it is so. */
    private record Case(
            String name,
            Walker walker,
            WalkOptions options,
            GaitRun.Start start,
            String expected,
            BiPredicate<Outcome, Outcome> holds) {
        Case(String name, Walker walker, WalkOptions options, String expected, BiPredicate<Outcome, Outcome> holds) {
            this(name, walker, options, GaitRun.Start.CHAINED, expected, holds);
        }
    }

    /**
     * What came of a step.
     *
     * @param terms of the objective
     * @param peaks of the vertical force, N, and fractions of stance
     * @param foreAft range, N
     * @param signChange of the fore-aft force, fraction of stance
     * @param moments largest of hip, knee and ankle, Nm
     * @param hipForce largest, in weights of the body
     * @param lean of the trunk on average: forward and to the left, degrees
     * @param seconds in the solver
     * @param processor seconds of it, without those of the compiler of the virtual machine
     */
    private record Outcome(
            String status,
            Map<String, Double> terms,
            double objective,
            double[][] peaks,
            double[] foreAft,
            double signChange,
            double[] moments,
            double hipForce,
            double[] lean,
            int iterations,
            double seconds,
            double processor) {
        double effort() {
            return terms.getOrDefault("effort", Double.NaN);
        }

        double peak(int k) {
            return peaks[k][0];
        }

        double foreAftRange() {
            return foreAft[1] - foreAft[0];
        }
    }

    /** Where steps come from. */
    interface Steps {
        GaitRun predict(Walker walker, WalkOptions options, GaitRun.Start start);
    }

    private final Kind kind;
    private final Map<Case, Outcome> outcomes = new LinkedHashMap<>();

    /** Solves all; tells the name of each before. */
    public GaitStudy(Kind kind, Consumer<String> progress) {
        this(
                kind,
                0,
                Integer.MAX_VALUE,
                progress,
                (walker, options, start) -> new GaitRun(walker, options, start, step -> {}));
    }

    /** Solves some of them, in their order. */
    GaitStudy(Kind kind, int from, int to, Consumer<String> progress, Steps steps) {
        this.kind = kind;
        List<Case> cases = switch (kind) {
            case WHAT_IF -> whatIf();
            case TERMS -> terms();
            case SPLINES -> splines();
            case STARTS -> starts();
        };
        for (Case each : cases.subList(from, Math.min(to, cases.size()))) {
            progress.accept(each.name);
            double before = processorSeconds();
            GaitRun run = steps.predict(each.walker, each.options, each.start);
            outcomes.put(each, outcome(run, processorSeconds() - before));
        }
    }

    private static double processorSeconds() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    // ---------------------------------------------------------------- cases

    private static List<Case> whatIf() {
        Walker man = Walker.shipped();
        WalkOptions step = WalkOptions.proper();
        WalkOptions stride = step.asStride();
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("1.2 m/s, steps of 0.6 m, 73 kg", man, step, "", GaitStudy::anything));
        cases.add(new Case(
                "1.0 m/s",
                man,
                step.walking(1.0, 0.6),
                "lower first peak, smaller moment of the hip",
                (a, b) -> a.peak(0) < b.peak(0) && a.moments[0] < b.moments[0]));
        cases.add(new Case(
                "1.4 m/s",
                man,
                step.walking(1.4, 0.6),
                "higher first peak, larger moment of the hip",
                (a, b) -> a.peak(0) > b.peak(0) && a.moments[0] > b.moments[0]));
        cases.add(new Case(
                "steps of 0.7 m",
                man,
                step.walking(1.2, 0.7),
                "more braking and driving",
                (a, b) -> a.foreAftRange() > b.foreAftRange()));
        cases.add(new Case(
                "90 kg",
                man.sized(90, 1.741),
                step,
                "forces as the mass",
                (a, b) -> a.peak(0) > 1.15 * b.peak(0) && a.peak(2) > 1.15 * b.peak(2)));
        cases.add(new Case(
                "1.9 m",
                man.sized(73, 1.9),
                step,
                "relatively shorter steps: less braking and driving",
                (a, b) -> a.foreAftRange() < b.foreAftRange()));
        cases.add(new Case(
                "15 kg on the back",
                man.withBackpack(15),
                step,
                "forces up by about the load, the trunk leans forward",
                (a, b) -> a.peak(0) > b.peak(0) + 100 && a.lean[0] > b.lean[0]));
        cases.add(new Case(
                "a stride, not mirrored",
                man,
                stride,
                "as the mirrored step",
                (a, b) -> Math.abs(a.effort() - 2 * b.effort()) < 0.15 * b.effort()));
        cases.add(new Case(
                "10 kg in the right hand",
                man.withLoadInOneHand(10),
                stride,
                "the trunk leans to the other side",
                (a, b) -> a.lean[1] > 0.5));
        cases.add(new Case(
                "right knee locked at 5°",
                man.withLockedKnee(Math.toRadians(5)),
                stride,
                "more effort",
                (a, b) -> a.effort() > 2 * b.effort()));
        cases.add(new Case(
                "at most 0.8 BW inside the hips",
                man,
                step.withHipForce(0.8),
                "limit kept, at the price of effort",
                (a, b) -> a.hipForce < 0.8001 && a.objective > b.objective));
        return cases;
    }

    private static List<Case> terms() {
        WalkOptions step = WalkOptions.proper();
        Map<String, WalkOptions> variants = new LinkedHashMap<>();
        variants.put("as it is", step);
        variants.put("trunk's jerk weighs as other jerk", step.steadied(1));
        variants.put("besides, heel's area 4.5 cm long", step.steadied(1).strikingOn(0.045));
        variants.put("besides, whole foot as area", step.steadied(1).strikingOn(0.185));
        variants.put("without posture", step.weighted(step.jerk(), 0));
        variants.put("posture 0.05", step.weighted(step.jerk(), 0.05));
        variants.put("jerk 0.001", step.weighted(1e-3, step.posture()));
        variants.put("effort and jerk 1e-5 only", step.weighted(1e-5, 0).steadied(1));
        variants.put("double support 0.1 s, heel-off 0.35 s", step.phased(0.1, 0.35));
        variants.put("arms free", step.withFreeArms());
        variants.put("thesis, 1,726 rows", WalkOptions.thesis());
        variants.put("thesis, arms free", WalkOptions.thesis().withFreeArms());
        variants.put("thesis, loads by distances", WalkOptions.thesis().sharing(WalkOptions.Sharing.DISTANCE));
        variants.put("thesis, loads of their own", WalkOptions.thesis().sharing(WalkOptions.Sharing.OWN));
        return cases(variants);
    }

    private static List<Case> splines() {
        WalkOptions step = WalkOptions.proper();
        Map<String, WalkOptions> variants = new LinkedHashMap<>();
        for (int[] size : new int[][] {{13, 21}, {16, 31}, {23, 41}, {32, 61}}) {
            variants.put(size[0] + " control points, " + size[1] + " samples", step.refined(size[0], size[1]));
        }
        return cases(variants);
    }

    private static List<Case> starts() {
        Map<String, WalkOptions> modes = new LinkedHashMap<>();
        modes.put("proper", WalkOptions.proper());
        modes.put("thesis", WalkOptions.thesis());
        List<Case> cases = new ArrayList<>();
        modes.forEach((mode, options) -> {
            for (GaitRun.Start start : GaitRun.Start.values()) {
                String name = mode + ", from " + start.label();
                cases.add(new Case(name, Walker.shipped(), options, start, "", GaitStudy::anything));
            }
        });
        return cases;
    }

    private static boolean anything(Outcome step, Outcome first) {
        return true;
    }

    private static List<Case> cases(Map<String, WalkOptions> variants) {
        List<Case> cases = new ArrayList<>();
        variants.forEach(
                (name, options) -> cases.add(new Case(name, Walker.shipped(), options, "", GaitStudy::anything)));
        return cases;
    }

    // ---------------------------------------------------------------- outcomes

    private static Outcome outcome(GaitRun run, double processor) {
        WalkAnalysis analysis = run.analysis();
        if (analysis == null) {
            double[] none = {Double.NaN, Double.NaN, Double.NaN};
            double[][] nothing = {none, none, none};
            return new Outcome(
                    run.plan().status().toString(),
                    Map.of(),
                    Double.NaN,
                    nothing,
                    none,
                    Double.NaN,
                    none,
                    Double.NaN,
                    none,
                    run.plan().iterations(),
                    run.plan().seconds(),
                    processor);
        }
        double weight = run.problem().support().weight();
        double[][] peaks = analysis.peaks();
        for (double[] peak : peaks) {
            peak[0] *= weight;
        }
        double[] foreAft = Arrays.stream(analysis.range(2)).map(f -> f * weight).toArray();
        double[] moments = {
            largest(analysis.stride(analysis.torques, "hip_flex")),
            largest(analysis.stride(analysis.torques, "knee")),
            largest(analysis.stride(analysis.torques, "ank_flex"))
        };
        return new Outcome(
                run.plan().status().toString(),
                run.plan().terms(),
                run.plan().objective(),
                peaks,
                foreAft,
                analysis.signChange(),
                moments,
                largest(new JointForces(analysis).norms("thigh")),
                lean(analysis),
                run.plan().iterations(),
                run.plan().seconds(),
                processor);
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    /** Of the way from the pelvis to the upper trunk, on average over the motion. */
    private static double[] lean(WalkAnalysis analysis) {
        RobotModel robot = analysis.robot();
        Kinematics kinematics = new Kinematics(robot);
        double forward = 0;
        double aside = 0;
        int pelvis = robot.bodyIndex("pelvis");
        int trunk = robot.bodyIndex("sp4");
        for (double[] q : analysis.positions) {
            kinematics.compute(q);
            Vector3 up = kinematics
                    .worldFromBody(trunk)
                    .position()
                    .minus(kinematics.worldFromBody(pelvis).position());
            forward += Math.toDegrees(Math.atan2(up.z(), up.y()));
            aside += Math.toDegrees(Math.atan2(up.x(), up.y()));
        }
        int count = analysis.positions.length;
        return new double[] {forward / count, aside / count};
    }

    // ---------------------------------------------------------------- output

    private TextTable table() {
        boolean isWhatIf = kind == Kind.WHAT_IF;
        List<String> columns = new ArrayList<>(List.of(
                "step",
                "objective",
                "effort",
                isWhatIf ? "vertical force (N)" : "vertical force (BW)",
                "at % of stance",
                isWhatIf ? "fore-aft (N)" : "fore-aft (BW)",
                "sign at %",
                "hip, knee, ankle (Nm)",
                "hip force (BW)"));
        columns.addAll(
                isWhatIf
                        ? List.of("trunk forward, left (°)", "expected", "so")
                        : List.of("iterations", kind == Kind.STARTS ? "processor (s)" : "s"));
        TextTable table = new TextTable(columns.toArray(String[]::new));
        Outcome first = outcomes.values().iterator().next();
        outcomes.forEach((each, o) -> {
            double unit = isWhatIf
                    ? 1
                    : each.walker.held.totalMass() * each.walker.held.gravity().norm();
            String number = isWhatIf ? "%.0f" : "%.2f";
            List<String> cells = new ArrayList<>(List.of(
                    each.name + (o.status.equals("optimal") ? "" : " (" + o.status + ")"),
                    of("%.4f", o.objective),
                    of("%.4f", o.effort()),
                    of(dashed(number, 3), o.peak(0) / unit, o.peak(1) / unit, o.peak(2) / unit),
                    of("%.0f, %.0f, %.0f", 100 * o.peaks[0][1], 100 * o.peaks[1][1], 100 * o.peaks[2][1]),
                    of(number + " … " + number, o.foreAft[0] / unit, o.foreAft[1] / unit),
                    of("%.0f", 100 * o.signChange),
                    of("%.0f, %.0f, %.0f", o.moments),
                    of("%.2f", o.hipForce)));
            cells.addAll(
                    isWhatIf
                            ? List.of(
                                    of("%.1f, %.1f", o.lean[0], o.lean[1]),
                                    each.expected,
                                    each.expected.isEmpty() ? "" : each.holds.test(o, first) ? "yes" : "no")
                            : List.of(
                                    Integer.toString(o.iterations),
                                    of("%.1f", kind == Kind.STARTS ? o.processor : o.seconds)));
            table.row(cells.toArray(String[]::new));
        });
        return table;
    }

    private static String dashed(String format, int count) {
        return String.join(" – ", java.util.Collections.nCopies(count, format));
    }

    private static String of(String format, double... values) {
        return String.format(Locale.ROOT, format, Arrays.stream(values).boxed().toArray());
    }

    public String toText() {
        return table().toText();
    }

    public Object toJson() {
        List<Object> list = new ArrayList<>();
        Outcome first = outcomes.values().iterator().next();
        outcomes.forEach((each, o) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("step", each.name);
            entry.put("status", o.status);
            entry.put("objective", o.objective);
            entry.put("terms", o.terms);
            entry.put("peaks", o.peaks);
            entry.put("fore-aft", o.foreAft);
            entry.put("sign-change", o.signChange);
            entry.put("moments", o.moments);
            entry.put("hip-force", o.hipForce);
            entry.put("lean", o.lean);
            entry.put("iterations", o.iterations);
            entry.put("seconds", o.seconds);
            entry.put("processor-seconds", o.processor);
            entry.put("expected", each.expected);
            entry.put("as-expected", each.holds.test(o, first));
            list.add(entry);
        });
        return list;
    }

    public HtmlPage toPage() {
        return new HtmlPage(
                        "Steps of human walking, " + kind.label(),
                        "Each row is a step of its own, predicted as the first one but for what its name says.")
                .table(table());
    }
}
