package dev.catena.nlp.run;

import dev.catena.nlp.EvaluationException;

/** Objective and constraints of a program at a point, NaN where they have no value. */
public final class Evaluation {
    private final ProgramLimits limits;
    private final double[] x;
    private final double[] constraints;
    private double objective = Double.NaN;
    private String problem = "";

    public Evaluation(ProgramLimits limits, double[] x) {
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

    public double[] x() {
        return x;
    }

    public double objective() {
        return objective;
    }

    public double[] constraints() {
        return constraints;
    }

    /** The largest amount by which a limit is exceeded; NaN where a constraint has no value. */
    public double violation() {
        return limits.violation(x, constraints);
    }

    /** Whether objective and all constraints that are limited have values. */
    public boolean isDefined() {
        return problem.isEmpty();
    }

    /** What has no value, in words. */
    public String problem() {
        return problem;
    }
}
