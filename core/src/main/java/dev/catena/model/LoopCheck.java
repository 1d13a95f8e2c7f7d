package dev.catena.model;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The checks of closed loops: cut joints, active and independent joints, assembly. */
final class LoopCheck {
    private final RobotModelBuilder builder;
    private final List<Problem> problems;
    private final Set<String> bodies;
    private final Set<String> moving = new HashSet<>();
    private final Set<String> fixed = new HashSet<>();
    private final Set<String> following = new HashSet<>();
    private final Set<String> held = new HashSet<>();
    private final Set<String> cut = new HashSet<>();

    LoopCheck(RobotModelBuilder builder, CouplingCheck couplings, Set<String> bodies, List<Problem> problems) {
        this.builder = builder;
        this.bodies = bodies;
        this.problems = problems;
        following.addAll(couplings.resolved().keySet());
        held.addAll(couplings.held().keySet());
        builder.joints().forEach(joint -> kindOf(joint).add(joint.name()));
        builder.cutJoints().forEach(joint -> cut.add(joint.name()));
        if (builder.cutJoints().isEmpty()) {
            checkTree();
        } else {
            checkCutJoints();
            checkJointNames("active", builder.activeJoints());
            checkJointNames("independent", builder.independentJoints());
            checkIndependent();
            checkAssembly();
            checkMobility();
        }
    }

    /** Where a joint counts: only those that have a coordinate move. */
    private Set<String> kindOf(Joint joint) {
        if (following.contains(joint.name())) {
            return following;
        }
        if (held.contains(joint.name())) {
            return held;
        }
        return joint.kind().moves() ? moving : fixed;
    }

    private boolean isJoint(String name) {
        return moving.contains(name) || fixed.contains(name) || following.contains(name) || held.contains(name);
    }

    private void checkTree() {
        if (!builder.activeJoints().isEmpty()
                || !builder.independentJoints().isEmpty()
                || !builder.assembly().isEmpty()) {
            problem("active or independent joints or an assembly are given, but no cut joint: in a tree every joint is "
                    + "active");
        }
    }

    private void checkCutJoints() {
        Set<String> names = new HashSet<>();
        for (CutJoint joint : builder.cutJoints()) {
            if (joint.name().isBlank()) {
                cutProblem(joint, "has no name");
            }
            if (!names.add(joint.name())) {
                cutProblem(joint, "is defined twice");
            }
            if (isJoint(joint.name())) {
                cutProblem(joint, "has the name of a joint of the tree");
            }
            for (String body : List.of(joint.first(), joint.second())) {
                if (!bodies.contains(body)) {
                    cutProblem(joint, "ties body \"%s\", but there is no such body".formatted(body));
                }
            }
            if (joint.first().equals(joint.second())) {
                cutProblem(joint, "ties body \"%s\" to itself".formatted(joint.first()));
            }
            if (!joint.firstFromJoint().isFinite() || !joint.secondFromJoint().isFinite()) {
                cutProblem(joint, "has a frame that is not a finite number");
            }
            checkFriction(joint);
        }
    }

    private void checkFriction(CutJoint joint) {
        Friction friction = joint.friction();
        for (double value : new double[] {friction.coulomb(), friction.viscous(), friction.smoothingVelocity()}) {
            if (!(value >= 0 && Double.isFinite(value))) {
                cutProblem(
                        joint, "has friction %s, but its numbers must be finite and not negative".formatted(friction));
                return;
            }
        }
        if (!friction.isZero() && joint.kind().freedoms() != 1) {
            cutProblem(
                    joint,
                    "is %s and has friction, which needs a joint with one coordinate: cut the loop elsewhere, or make it of revolute joints"
                            .formatted(joint.kind().name().toLowerCase(Locale.ROOT)));
        }
    }

    private void checkJointNames(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                problem("joint \"%s\" is named %s twice".formatted(name, what));
            } else if (cut.contains(name)) {
                problem("joint \"%s\" is named %s, but the loop is cut there: cut it at a passive joint instead"
                        .formatted(name, what));
            } else if (fixed.contains(name)) {
                problem("joint \"%s\" is named %s, but it is fixed".formatted(name, what));
            } else if (held.contains(name)) {
                problem("joint \"%s\" is named %s, but it is held".formatted(name, what));
            } else if (following.contains(name)) {
                problem("joint \"%s\" is named %s, but it follows another one: name that one".formatted(name, what));
            } else if (!moving.contains(name)) {
                problem("joint \"%s\" is named %s, but there is no such joint".formatted(name, what));
            }
        }
    }

    private void checkIndependent() {
        if (builder.activeJoints().isEmpty()) {
            problem("there are closed loops, but no joint is named active");
        }
        Set<String> active = new HashSet<>(builder.activeJoints());
        for (String name : builder.independentJoints()) {
            if (moving.contains(name) && !active.contains(name)) {
                problem("joint \"%s\" is named independent, but is not active".formatted(name));
            }
        }
    }

    private void checkAssembly() {
        for (Map.Entry<String, Double> entry : builder.assembly().entrySet()) {
            if (following.contains(entry.getKey()) || held.contains(entry.getKey())) {
                problem("the assembly places joint \"%s\", but it %s"
                        .formatted(
                                entry.getKey(),
                                held.contains(entry.getKey()) ? "is held" : "follows another one: place that one"));
            } else if (!moving.contains(entry.getKey())) {
                problem("the assembly places \"%s\", but there is no such moving joint".formatted(entry.getKey()));
            } else if (!Double.isFinite(entry.getValue())) {
                problem("the assembly places joint \"%s\" at %s, but it must be finite"
                        .formatted(entry.getKey(), entry.getValue()));
            }
        }
    }

    /** Constraints may depend on each other and then take less away, never more. */
    private void checkMobility() {
        int constraints = builder.cutJoints().stream()
                .mapToInt(joint -> joint.kind().constraints())
                .sum();
        int least = moving.size() - constraints;
        int independent = builder.independentJoints().isEmpty()
                ? builder.activeJoints().size()
                : builder.independentJoints().size();
        if (independent < least && !builder.activeJoints().isEmpty()) {
            problem(
                    "the cut joints leave at least %s of %s freedoms, but only %s %s: the mechanism would not be determined"
                            .formatted(
                                    least,
                                    moving.size(),
                                    independent,
                                    independent == 1 ? "joint is independent" : "joints are independent"));
        }
    }

    private void problem(String text) {
        problems.add(new Problem(builder.locationOfLoops(), text));
    }

    private void cutProblem(CutJoint joint, String text) {
        problems.add(new Problem(
                builder.locationOfJoint(joint.name()), "cut joint \"%s\" %s".formatted(joint.name(), text)));
    }
}
