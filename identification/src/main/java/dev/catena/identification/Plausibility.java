package dev.catena.identification;

import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.log.Samples;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.JointMotion;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Units and motions that cannot be meant: degrees, efforts of motors instead of joints, joints that never move. */
final class Plausibility {
    /** Efforts so many times smaller or larger than the given model needs are in other units. */
    private static final double OTHER_UNITS = 12;

    /** Efforts that differ by more than so many times from what the given model needs are worth a word. */
    private static final double ROUGH = 3;

    /** Speeds so many times above the limits, or below them in all joints, are of times that are no seconds. */
    private static final double OTHER_CLOCK = 20;

    private static final double STANDSTILL = 300;

    /** Efforts that agree less than this with the given model, as the cosine of an angle, point the other way. */
    private static final double OPPOSITE = -0.7;

    private static final double DEGREES = 180 / Math.PI;

    private final ObservationModel model;
    private final List<Finding> findings = new ArrayList<>();

    private Plausibility(ObservationModel model) {
        this.model = model;
    }

    static List<Finding> of(ObservationModel model, JointFactors factors, LogRows rows, LinearEstimate estimate) {
        Plausibility plausibility = new Plausibility(model);
        plausibility.checkPositions(rows);
        if (plausibility.findings.isEmpty()) {
            plausibility.checkClock(rows);
        }
        plausibility.checkSigns(factors);
        plausibility.checkEfforts(factors);
        plausibility.checkStill(rows);
        plausibility.checkDetermined(estimate);
        return plausibility.findings;
    }

    /** What stands against times, efforts and signs, by themselves. */
    static List<Finding> units(ObservationModel model, JointFactors factors, LogRows rows) {
        Plausibility plausibility = new Plausibility(model);
        plausibility.checkClock(rows);
        plausibility.checkSigns(factors);
        plausibility.checkEfforts(factors);
        return plausibility.findings.stream().filter(Finding::isGrave).toList();
    }

    private void checkClock(LogRows rows) {
        double fastest = 0;
        String joint = "";
        for (int j = 0; j < model.joints(); j++) {
            double limit = joint(j).limits().velocity();
            double most = 0;
            for (JointMotion motion : rows.motions()) {
                most = Math.max(most, largest(motion.velocityOf(j), 0));
            }
            if (limit > 0 && Double.isFinite(limit) && most / limit >= fastest) {
                fastest = most / limit;
                joint = joint(j).name();
            }
        }
        if (fastest > OTHER_CLOCK) {
            findings.add(new Finding(
                    true,
                    String.format(
                            Locale.ROOT,
                            "joint \"%s\" is %.0f times faster than its limit: are times in seconds?",
                            joint,
                            fastest)));
        } else if (!joint.isEmpty() && fastest > 0 && fastest < 1 / STANDSTILL) {
            findings.add(new Finding(
                    true,
                    String.format(
                            Locale.ROOT,
                            "no joint is faster than %.1g of its limit: are times in milliseconds? They must be in seconds",
                            fastest)));
        }
    }

    private Joint joint(int j) {
        return model.robot()
                .movingJoints()
                .get(model.robot().coordinate(model.jointNames().get(j)));
    }

    private static double largest(Samples signal, double added) {
        double most = 0;
        for (int k = 0; k < signal.length(); k++) {
            most = Math.max(most, Math.abs(signal.get(k) + added));
        }
        return most;
    }

    /** An angle that is told from 0 to 2π may be one turn off its limits. */
    private void checkPositions(LogRows rows) {
        List<String> far = new ArrayList<>();
        boolean degrees = true;
        for (int j = 0; j < model.joints(); j++) {
            Joint joint = joint(j);
            JointLimits limits = joint.limits();
            double reach = Math.max(Math.abs(limits.lower()), Math.abs(limits.upper()));
            double most = 0;
            double nearest = Double.POSITIVE_INFINITY;
            for (double turn : new double[] {0, -2 * Math.PI, 2 * Math.PI}) {
                double farthest = 0;
                for (JointMotion motion : rows.motions()) {
                    farthest = Math.max(farthest, largest(motion.positionOf(j), turn));
                }
                most = turn == 0 ? farthest : most;
                nearest = Math.min(nearest, farthest);
            }
            if (joint.kind() == JointKind.REVOLUTE && Double.isFinite(reach) && nearest > 1.5 * reach + 0.1) {
                far.add(String.format(Locale.ROOT, "%s (%.1f rad, limit %.2f)", joint.name(), most, reach));
                degrees &= most / DEGREES <= 1.2 * reach + 0.1;
            }
        }
        if (!far.isEmpty()) {
            findings.add(new Finding(
                    true,
                    "positions are far beyond the limits of %s: %s"
                            .formatted(
                                    String.join(", ", far),
                                    degrees
                                            ? "are they in degrees?"
                                            : "are they those of motors, without a gear ratio?")));
        }
    }

    /** τ·Wβ = (‖τ‖² + ‖Wβ‖² − ‖τ − Wβ‖²)/2 of the given model β. */
    private void checkSigns(JointFactors factors) {
        double[] prior = model.prior();
        List<String> opposite = new ArrayList<>();
        for (int j = 0; j < model.joints(); j++) {
            double needed = factors.predicted(j, prior);
            double measured = factors.effort(j);
            double left = factors.residual(j, prior);
            double product = (measured * measured + needed * needed - left * left) / 2;
            if (product < OPPOSITE * measured * needed) {
                opposite.add(model.jointNames().get(j));
            }
        }
        if (!opposite.isEmpty()) {
            findings.add(new Finding(
                    true,
                    "efforts of %s are opposite to those that the given model needs: have they, or the positions, another sign?"
                            .formatted(String.join(", ", opposite))));
        }
    }

    /** The median over the joints of what the given model needs, divided by what was measured. */
    private void checkEfforts(JointFactors factors) {
        double[] prior = model.prior();
        double[] ratios = new double[model.joints()];
        int count = 0;
        double most = 0;
        for (int j = 0; j < model.joints(); j++) {
            most = Math.max(most, factors.predicted(j, prior));
        }
        for (int j = 0; j < model.joints(); j++) {
            double needed = factors.predicted(j, prior);
            if (factors.rows(j) > 0 && needed > 0.02 * most && factors.effort(j) > 0) {
                ratios[count++] = needed / factors.effort(j);
            }
        }
        if (count == 0) {
            return;
        }
        double[] sorted = Arrays.copyOf(ratios, count);
        Arrays.sort(sorted);
        double median = sorted[count / 2];
        if (median > OTHER_UNITS) {
            findings.add(new Finding(
                    true,
                    String.format(
                            Locale.ROOT,
                            "efforts are about %.0f times smaller than the given model needs: are they those of motors, without a gear ratio?",
                            median)));
        } else if (median < 1 / OTHER_UNITS) {
            findings.add(new Finding(
                    true,
                    String.format(
                            Locale.ROOT,
                            "efforts are about %.0f times larger than the given model needs: are they in other units?",
                            1 / median)));
        } else if (median > ROUGH || median < 1 / ROUGH) {
            findings.add(new Finding(
                    false,
                    String.format(
                            Locale.ROOT,
                            "efforts are about %.1f times %s than the given model needs: either it is very rough, or they are in other units",
                            Math.max(median, 1 / median),
                            median > 1 ? "smaller" : "larger")));
        }
    }

    private void checkStill(LogRows rows) {
        for (int j = 0; j < model.joints(); j++) {
            if (rows.isStill(j)) {
                findings.add(new Finding(
                        false,
                        "joint \"%s\" never moves: its friction and what only it would show stay as the given model has them"
                                .formatted(model.jointNames().get(j))));
            }
        }
    }

    private void checkDetermined(LinearEstimate estimate) {
        List<String> names = new ArrayList<>();
        for (int c = 0; c < model.columns().size(); c++) {
            if (estimate.isDependent(c)) {
                names.add(model.columns().get(c).name());
            }
        }
        if (!names.isEmpty()) {
            findings.add(new Finding(
                    false,
                    "the motion does not determine %s; they stay as the given model has them"
                            .formatted(String.join(", ", names))));
        }
    }
}
