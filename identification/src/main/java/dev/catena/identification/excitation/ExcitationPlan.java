package dev.catena.identification.excitation;

/**
 * A motion to identify a robot with.
 *
 * @param parameters how many base parameters it was made for
 * @param unitCondition condition number of the equations' unit columns
 * @param condition condition number of the equations in SI units
 * @param isFeasible whether it keeps all limits, between samples too
 * @param utilization the largest part of a limit that is used, at most 1 if it is feasible
 * @param message what the solver said
 */
public record ExcitationPlan(
        FourierTrajectory trajectory,
        int parameters,
        double unitCondition,
        double condition,
        boolean isFeasible,
        double utilization,
        String message) {}
