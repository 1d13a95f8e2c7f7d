package dev.catena.benchmarks;

import dev.catena.nlp.HessianChoice;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.nlp.solver.IpoptSolver;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The embedded solver beside Ipopt on the same programs with the same derivatives: both in turn, several times, the best
 * wall time of each, since other processes only ever add time. Takes regular expressions of programs' names; none stands
 * for all.
 */
public final class SolverComparison {
    private static final int ROUNDS = 7;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** How much slower than Ipopt the embedded solver may be. */
    private static final double LARGEST_RATIO = 1.5;

    private SolverComparison() {}

    static Map<String, Supplier<NonlinearProgram>> programs() {
        Map<String, Supplier<NonlinearProgram>> programs = new LinkedHashMap<>();
        programs.put("synthetic gait 330 × 1,726", () -> new SyntheticGait(2));
        programs.put("two revolute joints, m = 30, N = 150", () -> PlanningPrograms.twoRevolute(30, 150));
        programs.put("seven-joint arm, m = 20, N = 100", () -> PlanningPrograms.arm(20, 100));
        return programs;
    }

    /** Prints one line per program, second derivatives and solver. */
    public static void main(String[] names) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<Solver> solvers = IpoptSolver.isInstalled()
                ? List.of(new InteriorPointSolver(), new IpoptSolver())
                : List.of(new InteriorPointSolver());
        if (solvers.size() == 1) {
            out.println("Ipopt is not installed (coinor-libipopt1v5): no comparison");
        }
        out.println("| program | Hessian | solver | status | objective | iterations | s | of processor | / Ipopt |");
        out.println("|---|---|---|---|---:|---:|---:|---:|---:|");
        programs().forEach((name, program) -> {
            if (names.length == 0 || matches(name, names)) {
                compare(out, name, program, HessianChoice.EXACT, solvers);
            }
        });
    }

    private static boolean matches(String name, String[] expressions) {
        for (String expression : expressions) {
            if (name.matches(".*(" + expression + ").*")) {
                return true;
            }
        }
        return false;
    }

    // of this thread: what is left of the truth on a busy machine
    private static double processorSeconds() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void compare(
            PrintStream out,
            String name,
            Supplier<NonlinearProgram> program,
            HessianChoice hessian,
            List<Solver> solvers) {
        double[] best = new double[solvers.size()];
        double[] bestOfProcessor = new double[solvers.size()];
        Result[] results = new Result[solvers.size()];
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < best.length; k++) {
                if (round > 0 && best[k] > LONGEST.toSeconds() / 4.0) {
                    continue; // long enough to be known
                }
                double before = processorSeconds();
                results[k] = solvers.get(k)
                        .solve(
                                program.get(),
                                SolverOptions.defaults().hessian(hessian).timeLimit(LONGEST));
                double processor = processorSeconds() - before;
                best[k] = round == 0 ? results[k].seconds() : Math.min(best[k], results[k].seconds());
                bestOfProcessor[k] = round == 0 ? processor : Math.min(bestOfProcessor[k], processor);
            }
        }
        for (int k = 0; k < best.length; k++) {
            double ratio = best[k] / best[best.length - 1];
            out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %.9g | %s | %.3f | %.3f | %s |%n",
                    name,
                    hessian,
                    solvers.get(k).name(),
                    results[k].status(),
                    results[k].lastPoint().objective(),
                    results[k].iterationCount(),
                    best[k],
                    bestOfProcessor[k],
                    k == best.length - 1
                            ? "–"
                            : String.format(Locale.ROOT, "%.2f, target ≤ %.1f", ratio, LARGEST_RATIO));
        }
    }
}
