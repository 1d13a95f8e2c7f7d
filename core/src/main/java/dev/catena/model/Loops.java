package dev.catena.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What makes a tree a robot with closed loops.
 *
 * @param cutJoints the joints that close the loops; none of them is active
 * @param activeJoints the moving joints that have an actuator
 * @param independentJoints the active joints whose coordinates determine all others; fewer than the active ones where
 *     more joints are driven than the mechanism has freedoms
 * @param assembly joint coordinates near an assembled pose, by name; joints not named are at zero. The closure starts
 *     there, and so they decide which of several assemblies is meant
 */
public record Loops(
        List<CutJoint> cutJoints,
        List<String> activeJoints,
        List<String> independentJoints,
        Map<String, Double> assembly) {

    public Loops {
        cutJoints = List.copyOf(cutJoints);
        activeJoints = List.copyOf(activeJoints);
        independentJoints = List.copyOf(independentJoints);
        assembly = Collections.unmodifiableMap(new LinkedHashMap<>(assembly));
    }

    /** How many equations all cut joints add. */
    public int constraintCount() {
        return cutJoints.stream().mapToInt(cut -> cut.kind().constraints()).sum();
    }
}
