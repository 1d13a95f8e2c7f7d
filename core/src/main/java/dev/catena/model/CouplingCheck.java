package dev.catena.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The checks of couplings and held joints, and what becomes of them: chains end at a joint that has a coordinate, a joint
 * that is held, or follows one that is, is a fixed joint where it stands, and limits of followers are those of leaders.
 */
final class CouplingCheck {
    private final RobotModelBuilder builder;
    private final List<Problem> problems;
    private final List<Problem> warnings;
    private final Map<String, Joint> joints = new HashMap<>();
    private final Map<String, Coupling> declared = new HashMap<>();
    private final Map<String, Double> held = new LinkedHashMap<>();
    private final Map<String, Coupling> resolved = new LinkedHashMap<>();
    private final List<Joint> effective = new ArrayList<>();

    CouplingCheck(RobotModelBuilder builder, List<Problem> problems, List<Problem> warnings) {
        this.builder = builder;
        this.problems = problems;
        this.warnings = warnings;
        builder.joints().forEach(joint -> joints.putIfAbsent(joint.name(), joint));
        int before = problems.size();
        checkHeld();
        checkCouplings();
        if (problems.size() == before) {
            reportCycles();
        }
        if (problems.size() == before) {
            resolve();
        } else {
            effective.addAll(builder.joints());
        }
    }

    /** The joints as algorithms see them: held ones fixed, limits of followers on their leaders. */
    List<Joint> effectiveJoints() {
        return effective;
    }

    /** By follower, in the order of declaration of joints: its coupling to a joint that has a coordinate. */
    Map<String, Coupling> resolved() {
        return resolved;
    }

    /** The declared couplings in the order of their joints. */
    List<Coupling> sorted() {
        return builder.joints().stream()
                .filter(joint -> declared.containsKey(joint.name()))
                .map(joint -> declared.get(joint.name()))
                .toList();
    }

    /** By joint: where it is held; those that follow a held one are among them. */
    Map<String, Double> held() {
        return held;
    }

    private void checkHeld() {
        builder.held().forEach((name, value) -> {
            Joint joint = joints.get(name);
            if (joint == null) {
                problem(name, "is held, but there is no such joint");
            } else if (!joint.kind().moves()) {
                problem(name, "is held, but it is fixed");
            } else if (!Double.isFinite(value)) {
                problem(name, "is held at %s, but it must be finite".formatted(value));
            } else {
                held.put(name, value);
            }
        });
    }

    private void checkCouplings() {
        for (Coupling coupling : builder.couplings()) {
            String name = coupling.joint();
            Joint joint = joints.get(name);
            if (joint == null) {
                problem(name, "follows \"%s\", but there is no such joint".formatted(coupling.leader()));
            } else if (!joint.kind().moves()) {
                problem(name, "follows \"%s\", but it is fixed".formatted(coupling.leader()));
            } else if (joint.drive().isElastic()) {
                problem(
                        name,
                        "follows \"%s\", but has a spring of its own: a joint behind a spring does not follow exactly; give the spring to the leader"
                                .formatted(coupling.leader()));
            }
            checkLeader(coupling);
            if (!Double.isFinite(coupling.factor()) || !Double.isFinite(coupling.offset())) {
                problem(
                        name,
                        "follows \"%s\" by the factor %s and the offset %s, but they must be finite"
                                .formatted(coupling.leader(), coupling.factor(), coupling.offset()));
            }
            if (builder.held().containsKey(name)) {
                problem(name, "is held, but follows \"%s\": hold that one instead".formatted(coupling.leader()));
            }
            if (declared.putIfAbsent(name, coupling) != null) {
                problem(name, "follows two joints, but can follow only one");
            }
        }
    }

    private void checkLeader(Coupling coupling) {
        Joint leader = joints.get(coupling.leader());
        if (coupling.leader().equals(coupling.joint())) {
            problem(coupling.joint(), "follows itself");
        } else if (leader == null) {
            boolean cut =
                    builder.cutJoints().stream().anyMatch(joint -> joint.name().equals(coupling.leader()));
            problem(
                    coupling.joint(),
                    cut
                            ? "follows \"%s\", but the loop is cut there: cut it at another joint"
                                    .formatted(coupling.leader())
                            : "follows \"%s\", but there is no such joint".formatted(coupling.leader()));
        }
    }

    private void reportCycles() {
        Set<String> explained = new HashSet<>();
        for (Coupling first : builder.couplings()) {
            List<String> path = new ArrayList<>();
            Coupling coupling = first;
            while (coupling != null && !explained.contains(coupling.joint())) {
                explained.add(coupling.joint());
                path.add(coupling.joint());
                coupling = declared.get(coupling.leader());
            }
            if (coupling != null && path.contains(coupling.joint())) {
                List<String> cycle = path.subList(path.indexOf(coupling.joint()), path.size());
                problem(
                        coupling.joint(),
                        "follows itself, by %s → %s".formatted(ModelCheck.some(cycle), coupling.joint()));
            }
        }
    }

    private void resolve() {
        for (Joint joint : builder.joints()) {
            Coupling coupling = resolve(joint.name());
            if (coupling == null) {
                continue;
            }
            Joint leader = joints.get(coupling.leader());
            Double leaderAt = held.get(coupling.leader());
            if (leader != null && !leader.kind().moves()) {
                leaderAt = 0.0;
                warnings.add(new Problem(
                        builder.locationOfCoupling(joint.name()),
                        "joint \"%s\" follows \"%s\", which is fixed, and so is held at %s"
                                .formatted(joint.name(), coupling.leader(), coupling.offset())));
            }
            if (leaderAt != null || coupling.factor() == 0) {
                held.put(joint.name(), coupling.follow(leaderAt == null ? 0 : leaderAt));
            } else if (!Double.isFinite(coupling.factor()) || !Double.isFinite(coupling.offset())) {
                problem(joint.name(), "follows \"%s\" by a chain whose factor overflows".formatted(coupling.leader()));
            } else {
                resolved.put(joint.name(), coupling);
            }
        }
        for (Joint joint : builder.joints()) {
            Double value = held.get(joint.name());
            effective.add(value == null ? joint.with(limits(joint)) : heldJoint(joint, value));
        }
    }

    /** q = k₂ (k₁ q_a + c₁) + c₂: the coupling to the end of the chain; null for a joint that follows none. */
    private @Nullable Coupling resolve(String joint) {
        Coupling next = declared.get(joint);
        if (next == null) {
            return null;
        }
        Coupling whole = next;
        while ((next = declared.get(whole.leader())) != null) {
            whole = new Coupling(joint, next.leader(), whole.factor() * next.factor(), whole.follow(next.offset()));
        }
        return whole;
    }

    /** Friction, motor and limits of a joint that does not move do nothing; the motor's mass is in its carrier. */
    private static Joint heldJoint(Joint joint, double value) {
        Pose parentFromBody = joint.geometry().parentFromBody(joint.kind(), value);
        return Joint.fixed(joint.name(), joint.parent(), joint.child())
                .with(JointGeometry.of(parentFromBody, Vector3.Z));
    }

    /** What a joint may do such that all that follow it stay within their limits. */
    private JointLimits limits(Joint leader) {
        JointLimits limits = leader.limits();
        for (Coupling coupling : resolved.values()) {
            if (coupling.leader().equals(leader.name())) {
                limits = narrowed(limits, coupling);
            }
        }
        return limits;
    }

    private JointLimits narrowed(JointLimits leader, Coupling coupling) {
        Joint joint = joints.get(coupling.joint());
        if (joint == null) {
            return leader;
        }
        double atLower = (joint.limits().lower() - coupling.offset()) / coupling.factor();
        double atUpper = (joint.limits().upper() - coupling.offset()) / coupling.factor();
        double lower = Math.max(leader.lower(), Math.min(atLower, atUpper));
        double upper = Math.min(leader.upper(), Math.max(atLower, atUpper));
        double velocity = Math.min(leader.velocity(), joint.limits().velocity() / Math.abs(coupling.factor()));
        if (lower >= upper && leader.lower() < leader.upper()) {
            warnings.add(new Problem(
                    builder.locationOfCoupling(coupling.joint()),
                    "joint \"%s\" follows \"%s\", but their position limits %s; those of \"%s\" are left out"
                            .formatted(
                                    coupling.joint(),
                                    coupling.leader(),
                                    lower > upper ? "leave no position to both" : "leave one position only",
                                    coupling.joint())));
            lower = leader.lower();
            upper = leader.upper();
        }
        return new JointLimits(lower, upper, velocity, leader.effort(), leader.effortRate());
    }

    private void problem(String joint, String text) {
        problems.add(new Problem(builder.locationOfCoupling(joint), "joint \"%s\" %s".formatted(joint, text)));
    }
}
