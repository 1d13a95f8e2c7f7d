package dev.catena.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Each quantity of each robot in one row: by hand, compiled and in batches, mecano beside. */
final class GlanceTable {
    private static final String NONE = "–";

    static final List<String> HEADINGS = List.of(
            "quantity",
            "robot",
            "by hand, ns",
            "mecano's time / by hand",
            "compiled, ns",
            "compiled / by hand",
            "batch, ns a state",
            "one state / batch");

    /** Benchmarks of one quantity; none has an empty name. What is compiled is compared by hand in its own benchmark. */
    private record Kind(String title, String byHand, String compiled, String batched) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("τ", "InverseDynamics", "CompiledInverseDynamics", "BatchedInverseDynamics"),
            new Kind("q̈", "ForwardDynamics", "CompiledForwardDynamics", "BatchedForwardDynamics"),
            new Kind("M", "MassMatrix", "CompiledMassMatrix", "BatchedMassMatrix"),
            new Kind("∂τ", "TorqueSensitivity", "CompiledTorqueSensitivity", "BatchedTorqueSensitivity"),
            new Kind(
                    "∂q̈",
                    "AccelerationSensitivity",
                    "CompiledAccelerationSensitivity",
                    "BatchedAccelerationSensitivity"),
            new Kind("τ, base moves as told", "FloatingInverseDynamics", "", ""),
            new Kind("τ and base, floating", "", "CompiledFloatingTorque", ""),
            new Kind("q̈, floating", "FloatingForwardDynamics", "", ""),
            new Kind("M, floating", "FloatingMassMatrix", "", ""),
            new Kind("∂τ, floating", "FloatingTorqueSensitivity", "", ""),
            new Kind("∂q̈, floating", "FloatingAccelerationSensitivity", "", ""));

    private static final List<String> ROBOTS = List.of("chain6", "panda", "chain32", "chain128", "humanoid36", "talos");

    private final List<Measurement> measurements;

    GlanceTable(List<Measurement> measurements) {
        this.measurements = measurements;
    }

    void fill(PublishedTable table) {
        for (Kind kind : KINDS) {
            for (String robot : ROBOTS) {
                Optional<Measurement> byHand =
                        find(kind.byHand, BenchmarkTable.OURS, robot).or(() -> find(kind.compiled, "byHand", robot));
                Optional<Measurement> compiled = find(kind.compiled, BenchmarkTable.OURS, robot);
                Optional<Measurement> batched = find(kind.batched, BenchmarkTable.OURS, robot);
                if (byHand.isPresent() || compiled.isPresent() || batched.isPresent()) {
                    List<String> row = new ArrayList<>(List.of(kind.title, robot));
                    row.addAll(List.of(time(byHand), ratio(byHand, "mecano")));
                    row.addAll(List.of(time(compiled), ratio(compiled, "byHand")));
                    row.addAll(List.of(time(batched), ratio(batched, "single")));
                    table.row(row);
                }
            }
        }
    }

    private Optional<Measurement> find(String quantity, String library, String robot) {
        return Measurement.find(measurements, quantity, library, robot);
    }

    private static String time(Optional<Measurement> measurement) {
        return measurement
                .map(m -> String.format(Locale.ROOT, "%,.0f", m.nanoseconds()))
                .orElse(NONE);
    }

    /** Beside another library, with the target if there is one; in bold where it is missed. */
    private String ratio(Optional<Measurement> own, String library) {
        Optional<Measurement> other = own.flatMap(m -> find(m.quantity(), library, m.robot()));
        if (other.isEmpty()) {
            return NONE;
        }
        String quantity = own.get().quantity();
        double ours = own.get().nanoseconds();
        double theirs = other.get().nanoseconds();
        int joints = BenchmarkRobots.named(own.get().robot()).jointCount();
        Optional<Target> target = Target.ALL.stream()
                .filter(t -> t.quantity().equals(quantity) && t.otherLibrary().equals(library))
                .findFirst();
        double ratio =
                target.map(t -> t.ratio(ours, theirs)).orElse(library.equals("byHand") ? ours / theirs : theirs / ours);
        String text = String.format(Locale.ROOT, "%.2f", ratio);
        if (target.isEmpty()) {
            return text;
        }
        String mark = target.get().isMet(ratio, joints) ? "" : "**";
        return mark + text + " (" + target.get().describe(joints) + ")" + mark;
    }
}
