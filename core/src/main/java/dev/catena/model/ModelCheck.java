package dev.catena.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Every check of a robot description, done in one go: problems, warnings, and the bodies sorted parents first. */
final class ModelCheck {
    /** Principal moments that are negative by no more than this part of the largest are taken as rounding. */
    private static final double ROUNDING = 1e-9;

    private final RobotModelBuilder builder;
    private final List<Problem> problems;
    private final List<Problem> warnings;
    private final Map<String, Body> bodies = new HashMap<>();
    private final Map<String, Joint> jointOfChild = new HashMap<>();
    private final Map<String, List<Integer>> jointsOfParent = new HashMap<>();
    private final List<Body> sorted = new ArrayList<>();

    ModelCheck(RobotModelBuilder builder) {
        this.builder = builder;
        problems = new ArrayList<>(builder.problems());
        warnings = new ArrayList<>(builder.warnings());
        if (builder.name().isBlank()) {
            problems.add(new Problem("", "the robot has no name"));
        }
        if (!builder.gravity().isFinite()) {
            problems.add(new Problem("", "gravity is %s, but must be finite".formatted(builder.gravity())));
        }
        checkBodies();
        checkJoints();
        var unused = new LoopCheck(builder, bodies.keySet(), problems);
        sortBodies();
        if (problems.isEmpty()) {
            warnAboutMasses();
        }
    }

    List<Problem> problems() {
        return problems;
    }

    List<Problem> warnings() {
        return List.copyOf(warnings);
    }

    /** The base, then all other bodies, each after its parent, otherwise in the order of their joints. */
    List<Body> sortedBodies() {
        return List.copyOf(sorted);
    }

    private void checkBodies() {
        for (Body body : builder.allBodies()) {
            if (body.name().isBlank()) {
                bodyProblem(body, "has no name");
            }
            if (bodies.put(body.name(), body) != null) {
                bodyProblem(body, "is defined twice");
            }
            checkInertia(body);
        }
    }

    private void checkInertia(Body body) {
        SpatialInertia inertia = body.inertia();
        if (!inertia.isFinite()) {
            bodyProblem(body, "has an inertia that is not a finite number: " + inertia);
            return;
        }
        double mass = inertia.mass();
        double[] moments = inertia.tensorAboutCenter().principalMoments();
        double largest = Math.max(Math.abs(moments[0]), Math.abs(moments[2]));
        if (mass < 0) {
            bodyProblem(body, "has mass %s kg, but a mass cannot be negative".formatted(mass));
        } else if (moments[0] < -ROUNDING * largest) {
            bodyProblem(
                    body,
                    "has an inertia about its mass center that is not positive definite: %s"
                            .formatted(principal(moments)));
        } else if (mass > 0 && largest == 0) {
            unphysical(body, "has mass %s kg, but no inertia tensor".formatted(mass));
        } else if (mass == 0 && largest > 0) {
            unphysical(body, "has an inertia tensor, but no mass");
        } else if (largest > 0 && moments[0] <= ROUNDING * largest * 1e-3) {
            unphysical(
                    body,
                    "has an inertia about its mass center that is not positive definite: %s"
                            .formatted(principal(moments)));
        } else if (moments[0] + moments[1] < moments[2] * (1 - ROUNDING)) {
            unphysical(
                    body,
                    "has an inertia about its mass center that no body can have: %s; the sum of any two must not be less than the third"
                            .formatted(principal(moments)));
        }
    }

    private static String principal(double[] moments) {
        return "its principal moments are %.6g, %.6g, %.6g kg m²".formatted(moments[0], moments[1], moments[2]);
    }

    private void unphysical(Body body, String text) {
        if (builder.inertiaPolicy() == InertiaPolicy.STRICT) {
            bodyProblem(body, text);
        } else {
            warnings.add(
                    new Problem(builder.locationOfBody(body.name()), "body \"%s\" %s".formatted(body.name(), text)));
        }
    }

    private void checkJoints() {
        Set<String> names = new HashSet<>();
        String base = builder.allBodies().get(0).name();
        for (int k = 0; k < builder.joints().size(); k++) {
            Joint joint = builder.joints().get(k);
            if (joint.name().isBlank()) {
                jointProblem(joint, "has no name");
            }
            if (!names.add(joint.name())) {
                jointProblem(joint, "is defined twice");
            }
            if (!bodies.containsKey(joint.parent())) {
                jointProblem(joint, "has parent \"%s\", but there is no such body".formatted(joint.parent()));
            }
            if (!bodies.containsKey(joint.child())) {
                jointProblem(joint, "has child \"%s\", but there is no such body".formatted(joint.child()));
            }
            if (joint.child().equals(base)) {
                jointProblem(joint, "has the base \"%s\" as its child, which makes a cycle".formatted(base));
            }
            Joint other = jointOfChild.putIfAbsent(joint.child(), joint);
            if (other != null) {
                jointProblem(
                        joint,
                        "has child \"%s\", which is already the child of joint \"%s\"; a tree has no loops"
                                .formatted(joint.child(), other.name()));
            }
            jointsOfParent
                    .computeIfAbsent(joint.parent(), name -> new ArrayList<>())
                    .add(k);
            checkGeometry(joint);
            checkLimits(joint);
            checkFriction(joint);
            checkDrive(joint);
        }
    }

    private void checkGeometry(Joint joint) {
        JointGeometry geometry = joint.geometry();
        if (!geometry.parentFromJoint().isFinite() || !geometry.jointFromBody().isFinite()) {
            jointProblem(joint, "has a placement that is not a finite number: " + geometry);
        }
        if (joint.kind().moves()) {
            checkAxis(joint, "axis", geometry.axisInJoint());
        }
    }

    private void checkAxis(Joint joint, String what, Vector3 axis) {
        if (!axis.isFinite()) {
            jointProblem(joint, "has %s %s, but it must be finite".formatted(what, axis));
        } else if (axis.norm() == 0) {
            jointProblem(joint, "has an %s of zero length".formatted(what));
        }
    }

    private void checkLimits(Joint joint) {
        JointLimits limits = joint.limits();
        if (Double.isNaN(limits.lower()) || Double.isNaN(limits.upper())) {
            jointProblem(
                    joint,
                    "has position limits %s to %s, but they must be numbers".formatted(limits.lower(), limits.upper()));
        } else if (limits.lower() > limits.upper()) {
            jointProblem(
                    joint, "has lower limit %s above its upper limit %s".formatted(limits.lower(), limits.upper()));
        }
        checkNotNegative(joint, "velocity limit", limits.velocity());
        checkNotNegative(joint, "effort limit", limits.effort());
        checkNotNegative(joint, "effort rate limit", limits.effortRate());
    }

    private void checkFriction(Joint joint) {
        Friction friction = joint.friction();
        checkFinite(joint, "Coulomb friction", friction.coulomb());
        checkFinite(joint, "viscous friction", friction.viscous());
        checkFinite(joint, "smoothing velocity", friction.smoothingVelocity());
    }

    private void checkDrive(Joint joint) {
        checkFinite(joint, "reflected inertia", joint.drive().reflectedInertia());
        Rotor rotor = joint.drive().rotor();
        if (rotor == null) {
            return;
        }
        checkFinite(joint, "rotor inertia", rotor.inertia());
        if (!Double.isFinite(rotor.gearRatio())) {
            jointProblem(joint, "has gear ratio %s, but it must be finite".formatted(rotor.gearRatio()));
        }
        if (!bodies.containsKey(rotor.carrier())) {
            jointProblem(joint, "has its rotor on \"%s\", but there is no such body".formatted(rotor.carrier()));
        }
        checkAxis(joint, "axis of its rotor", rotor.axisInCarrier());
        if (!joint.kind().moves()) {
            jointProblem(joint, "is fixed, but has a rotor");
        }
    }

    private void checkFinite(Joint joint, String what, double value) {
        if (Double.isInfinite(value)) {
            jointProblem(joint, "has %s %s, but it must be finite".formatted(what, value));
        } else {
            checkNotNegative(joint, what, value);
        }
    }

    private void checkNotNegative(Joint joint, String what, double value) {
        if (!(value >= 0)) {
            jointProblem(joint, "has %s %s, but it must be zero or more".formatted(what, value));
        }
    }

    /** Walks the tree from the base; bodies it does not reach hang in the air or form a cycle. */
    private void sortBodies() {
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        Set<String> reached = new HashSet<>();
        Body base = builder.allBodies().get(0);
        sorted.add(base);
        reached.add(base.name());
        ready.addAll(jointsOfParent.getOrDefault(base.name(), List.of()));
        while (!ready.isEmpty()) {
            Joint joint = builder.joints().get(ready.remove());
            Body child = bodies.get(joint.child());
            if (child != null && reached.add(child.name())) {
                sorted.add(child);
                ready.addAll(jointsOfParent.getOrDefault(child.name(), List.of()));
            }
        }
        reportUnreached(reached);
    }

    private void reportUnreached(Set<String> reached) {
        Set<String> reported = new HashSet<>();
        for (Body body : builder.allBodies()) {
            if (reached.contains(body.name())) {
                continue;
            }
            Joint joint = jointOfChild.get(body.name());
            if (joint == null) {
                bodyProblem(
                        body,
                        "is tied to nothing: no joint has it as its child, and it is not the base \"%s\""
                                .formatted(builder.allBodies().get(0).name()));
                continue;
            }
            Set<String> path = new LinkedHashSet<>();
            String name = body.name();
            while (path.add(name) && jointOfChild.containsKey(name)) {
                name = jointOfChild.get(name).parent();
            }
            if (jointOfChild.containsKey(name) && reported.add(name)) {
                List<String> cycle = new ArrayList<>(path);
                cycle = cycle.subList(cycle.indexOf(name), cycle.size());
                if (reported.addAll(cycle) || cycle.size() == 1) {
                    bodyProblem(
                            bodies.getOrDefault(name, body),
                            "is its own ancestor, a cycle: %s → %s".formatted(String.join(" → ", cycle), name));
                }
            }
        }
    }

    private void warnAboutMasses() {
        boolean anyMass = false;
        boolean allCentersAtOrigin = true;
        for (Body body : sorted.subList(1, sorted.size())) {
            SpatialInertia inertia = body.inertia();
            anyMass |= inertia.mass() > 0;
            allCentersAtOrigin &= inertia.mass() == 0 || inertia.centerOfMass().norm() == 0;
            Joint joint = jointOfChild.get(body.name());
            if (joint != null && joint.kind().moves() && massBeyond(body) == 0) {
                warnings.add(new Problem(
                        builder.locationOfBody(body.name()),
                        "body \"%s\" and all beyond it have no mass, so joint \"%s\" moves nothing"
                                .formatted(body.name(), joint.name())));
            }
        }
        if (anyMass && allCentersAtOrigin) {
            warnings.add(new Problem("", "every link has its mass center exactly at its origin"));
        }
    }

    /** Mass of a body and all its descendants; stops at the first mass found. */
    private double massBeyond(Body body) {
        List<Body> stack = new ArrayList<>(List.of(body));
        while (!stack.isEmpty()) {
            Body next = stack.remove(stack.size() - 1);
            if (next.inertia().mass() > 0) {
                return next.inertia().mass();
            }
            for (int k : jointsOfParent.getOrDefault(next.name(), List.of())) {
                Body child = bodies.get(builder.joints().get(k).child());
                if (child != null) {
                    stack.add(child);
                }
            }
        }
        return 0;
    }

    private void bodyProblem(Body body, String text) {
        problems.add(new Problem(builder.locationOfBody(body.name()), "body \"%s\" %s".formatted(body.name(), text)));
    }

    private void jointProblem(Joint joint, String text) {
        problems.add(
                new Problem(builder.locationOfJoint(joint.name()), "joint \"%s\" %s".formatted(joint.name(), text)));
    }
}
