package dev.catena.planning;

import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.transcription.ControlPoints;
import dev.catena.planning.transcription.InputLayout;
import dev.catena.planning.transcription.LimitCheck;
import dev.catena.planning.transcription.MotionProgram;
import dev.catena.planning.transcription.SampledLimit;
import dev.catena.spline.Spline;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A point of the program and what it means. Where the program has no value, there are neither terms nor limits.
 *
 * @param terms the integrals of the objective without their weights, by name
 * @param limits most exceeded first
 */
record MotionOutcome(
        double[] x,
        double duration,
        Spline spline,
        double objective,
        Map<String, Double> terms,
        List<LimitReport> limits,
        Result result,
        InputLayout inputs) {

    static MotionOutcome of(
            MotionProblem problem,
            MotionProgram program,
            LimitCheck check,
            List<SampledLimit> limits,
            Solution solution,
            Result result) {
        double[] x = solution.point();
        ControlPoints points = problem.points();
        points.set(x);
        double duration = points.time;
        Spline spline = new Spline(points.basis, points.n, points.points[0]);
        Map<String, Double> terms = new LinkedHashMap<>();
        List<LimitReport> reports = List.of();
        try {
            double[] integrals = program.integrals(x);
            terms.put("time", duration);
            for (int k = 0; k < integrals.length; k++) {
                terms.put(unused(program.costName(k), terms), integrals[k]);
            }
            reports = List.copyOf(check.reports(limits, x));
        } catch (EvaluationException e) {
            terms.clear();
        }
        return new MotionOutcome(
                x,
                duration,
                spline,
                solution.objective(),
                Collections.unmodifiableMap(terms),
                reports,
                result,
                points.inputs);
    }

    private static String unused(String name, Map<String, Double> terms) {
        String unused = name;
        for (int number = 2; terms.containsKey(unused); number++) {
            unused = name + " (" + number + ")";
        }
        return unused;
    }

    /** Whether the program has values here. */
    boolean isDefined() {
        return !terms.isEmpty();
    }

    /** The most by which a limit is exceeded, as a fraction of it; zero if all are kept, infinite without values. */
    double largestExcess() {
        if (!isDefined()) {
            return Double.POSITIVE_INFINITY;
        }
        return limits.isEmpty() ? 0 : Math.max(0, limits.get(0).excess());
    }
}
