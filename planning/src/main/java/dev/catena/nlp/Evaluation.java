package dev.catena.nlp;

/** Objective and constraints of a program at a point, NaN where they have no value. */
final class Evaluation {
    private final ProgramLimits limits;
    private final double[] x;
    private final double[] constraints;
    private double objective = Double.NaN;
    private String problem = "";

    Evaluation(ProgramLimits limits, double[] x) {
        this.limits = limits;
        this.x = x;
        constraints = ProgramLimits.unwritten(limits.constraintCount);
        try {
            objective = limits.program.objective(x.clone());
            limits.program.constraints(x.clone(), constraints);
            problem = Double.isFinite(objective) ? limits.nameOfNotFinite(constraints) : "objective is " + objective;
        } catch (EvaluationException e) {
            problem = String.valueOf(e.getMessage());
        }
    }

    double[] x() {
        return x;
    }

    double objective() {
        return objective;
    }

    double[] constraints() {
        return constraints;
    }

    /** The largest amount by which a limit is exceeded; NaN where a constraint has no value. */
    double violation() {
        return limits.violation(x, constraints);
    }

    /** Whether objective and all constraints that are limited have values. */
    boolean isDefined() {
        return problem.isEmpty();
    }

    /** What has no value, in words. */
    String problem() {
        return problem;
    }
}
