package dev.catena.identification;

import dev.catena.identification.estimate.ErrorAnalysis;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.physical.ConsistentEstimate;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What was identified, and how far it can be trusted.
 *
 * @param model the equations: columns are base parameters
 * @param estimate base parameters by least squares
 * @param errors their deviations
 * @param essential the same with only those parameters that the fitted data can tell from zero, the others zero
 * @param consistent parameters that bodies can have
 * @param robot the model with them
 * @param training how well they explain what they were fitted to
 * @param validation how well they explain what they were not fitted to
 * @param findings what is suspicious about the data
 * @param notes what was left out, and what a robot file cannot say
 */
public record IdentificationResult(
        ObservationModel model,
        LinearEstimate estimate,
        ErrorAnalysis errors,
        LinearEstimate essential,
        ConsistentEstimate consistent,
        RobotModel robot,
        LogFit training,
        List<LogFit> validation,
        List<Finding> findings,
        List<String> notes) {
    /** A joint of whose efforts less than this part of the variance is explained is not explained. */
    public static final double LEAST_EXPLAINED = 0.75;

    /** A joint whose residual on validation data is this many times that of the fit is not carried over. */
    private static final double MOST_WORSE = 2;

    /** Residuals below this many percent of the efforts are good enough whatever the fit was. */
    private static final double GOOD_ENOUGH = 15;

    /** A joint is predicted worse than by the given model where so many times more is left, */
    private static final double WORSE_THAN_GIVEN = 1.2;

    /** and so many percent of its effort more. */
    private static final double WORTH_A_WORD = 1;

    public IdentificationResult {
        validation = List.copyOf(validation);
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** What stands against using the model, joint by joint; empty if nothing does. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        findings.stream().filter(Finding::isGrave).map(Finding::text).forEach(failures::add);
        for (JointFit joint : training.joints()) {
            if (joint.rows() > 0 && Double.isNaN(joint.explained())) {
                failures.add("the measured efforts of joint \"%s\" never change while it moves: is it their column?"
                        .formatted(joint.joint()));
            } else if (joint.explained() < LEAST_EXPLAINED) {
                failures.add(String.format(
                        Locale.ROOT,
                        "the motion does not explain the efforts of joint \"%s\": only %.0f %% of their variance (R² = %.2f)",
                        joint.joint(),
                        100 * Math.max(0, joint.explained()),
                        joint.explained()));
            }
        }
        for (LogFit log : validation) {
            for (int j = 0; j < log.joints().size(); j++) {
                JointFit fit = log.joints().get(j);
                if (fails(fit, training.joints().get(j))) {
                    failures.add(String.format(
                            Locale.ROOT,
                            "validation \"%s\" fails on joint \"%s\": %.0f %% of its effort is not predicted, %.1f times what the fit leaves",
                            log.log(),
                            fit.joint(),
                            fit.relative(),
                            fit.residual() / training.joints().get(j).residual()));
                } else if (isWorseThanGiven(fit)) {
                    failures.add(String.format(
                            Locale.ROOT,
                            "the given model predicts joint \"%s\" of validation \"%s\" better: it leaves %.3g %% of the effort, the identified one %.3g %%",
                            fit.joint(),
                            log.log(),
                            100 * fit.given() / fit.effort(),
                            fit.relative()));
                }
            }
        }
        if (Double.isInfinite(consistent.gap())) {
            failures.add(
                    "consistent parameters are not the best ones: their search ended early, as it does where no bodies "
                            + "explain the efforts; see whether joints, signs and units of the logs are those of the robot, "
                            + "or let the given model weigh more");
        }
        return failures;
    }

    private static boolean fails(JointFit fit, JointFit trained) {
        if (fit.rows() == 0) {
            return false;
        }
        return fit.residual() > MOST_WORSE * trained.residual() && fit.relative() > GOOD_ENOUGH;
    }

    private static boolean isWorseThanGiven(JointFit fit) {
        return fit.rows() > 0
                && fit.residual() > WORSE_THAN_GIVEN * fit.given()
                && 100 * (fit.residual() - fit.given()) > WORTH_A_WORD * fit.effort();
    }

    public boolean isUsable() {
        return failures().isEmpty();
    }

    /** One sentence for whoever decides whether to use the model. */
    public String verdict() {
        List<String> failures = failures();
        if (!failures.isEmpty()) {
            return "Do not use this model as it is: %s%s."
                    .formatted(
                            failures.get(0),
                            failures.size() > 1 ? " (and %s more)".formatted(failures.size() - 1) : "");
        }
        if (validation.isEmpty()) {
            return "The model explains the motion that it was fitted to, missing the efforts by %s; it was not tried on another motion."
                    .formatted(range(List.of(training)));
        }
        return "The model can be used: on motions that it was not fitted to it misses the efforts by %s."
                .formatted(range(validation));
    }

    /** The smallest and the largest relative residual, with their joints. */
    private static String range(List<LogFit> logs) {
        List<JointFit> fits = logs.stream()
                .flatMap(log -> log.joints().stream())
                .filter(fit -> fit.rows() > 0)
                .sorted(Comparator.comparingDouble(JointFit::relative))
                .toList();
        if (fits.isEmpty()) {
            return "nothing that could be told";
        }
        JointFit best = fits.get(0);
        JointFit worst = fits.get(fits.size() - 1);
        return String.format(
                Locale.ROOT,
                "%.1f %% (%s) to %.1f %% (%s)",
                best.relative(),
                best.joint(),
                worst.relative(),
                worst.joint());
    }

    /** Base parameters that the data do not determine, by column: they are as the given model has them. */
    public List<Integer> undetermined() {
        List<Integer> columns = new ArrayList<>();
        for (int c = 0; c < model.columns().size(); c++) {
            if (!estimate.isEstimated(c)) {
                columns.add(c);
            }
        }
        return columns;
    }
}
