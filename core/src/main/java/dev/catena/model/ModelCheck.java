package dev.catena.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Every check of a robot description, done in one go: problems, warnings, and the bodies sorted parents first. */
final class ModelCheck {
    /** What is missing of an inequality of principal moments by no more than this part of the largest is rounding. */
    private static final double ROUNDING = 1e-9;

    /** Radius of gyration, in m, below which no body is meant, since atoms are larger: that is rounding. */
    private static final double LEAST_RADIUS = 1e-12;

    /** Names of a cycle that a message lists. */
    private static final int MOST_NAMES = 20;

    /** How far the matrix of a placement may be from a rotation: more than products of many rotations are. */
    private static final double ROTATION_TOLERANCE = 1e-12;

    private final RobotModelBuilder builder;
    private final List<Problem> problems;
    private final List<Problem> warnings;
    private final Map<String, Body> bodies = new HashMap<>();
    private final Map<String, Joint> jointOfChild = new HashMap<>();
    private final Map<String, List<Integer>> jointsOfParent = new HashMap<>();
    private final List<Body> sorted = new ArrayList<>();
    private final List<Body> unified = new ArrayList<>();
    private final CouplingCheck couplings;

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
        couplings = new CouplingCheck(builder, problems, warnings);
        ShapeCheck.run(builder, bodies.keySet(), problems, warnings);
        ContactCheck.run(builder, bodies.keySet(), problems);
        var unused = new LoopCheck(builder, couplings, bodies.keySet(), problems);
        sortBodies();
        if (problems.isEmpty()) {
            unifyBodies();
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

    /** The same bodies, each with the motors that it carries. */
    List<Body> unifiedBodies() {
        return List.copyOf(unified);
    }

    CouplingCheck couplings() {
        return couplings;
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
        String place = builder.locationOfBody(body.name());
        checkInertia(place, "body \"%s\"".formatted(body.name()), body.inertia());
    }

    private void checkInertia(String place, String owner, SpatialInertia inertia) {
        if (!inertia.isFinite()) {
            problem(place, owner, "has an inertia that is not finite: " + notFinite(inertia));
            return;
        }
        double mass = inertia.mass();
        double[] moments = inertia.tensorAboutCenter().principalMoments();
        double largest = Math.max(Math.abs(moments[0]), Math.abs(moments[2]));
        // what moving a tensor between frames leaves of digits, and less than which no body has
        double rounding = ROUNDING * largest
                + mass
                        * (square(LEAST_RADIUS)
                                + 1e-15 * square(inertia.centerOfMass().norm()));
        if (mass < 0) {
            problem(place, owner, "has mass %s kg, but a mass cannot be negative".formatted(mass));
        } else if (mass > 0 && largest <= rounding) {
            unphysical(place, owner, "has mass %s kg, but no inertia tensor".formatted(mass));
        } else if (mass == 0 && largest > 0) {
            unphysical(place, owner, "has an inertia tensor, but no mass");
        } else if (moments[0] < -rounding) {
            unphysical(
                    place,
                    owner,
                    "has an inertia about its mass center that is not positive: %s".formatted(principal(moments)));
        } else if (moments[0] + moments[1] < moments[2] - rounding) {
            unphysical(
                    place,
                    owner,
                    "has an inertia about its mass center that no body can have: %s; the sum of any two must not be less than the third"
                            .formatted(principal(moments)));
        }
    }

    private static String notFinite(SpatialInertia inertia) {
        if (!Double.isFinite(inertia.mass())) {
            return "its mass is %s kg".formatted(inertia.mass());
        }
        if (!inertia.centerOfMass().isFinite()) {
            return "its mass center is %s m".formatted(inertia.centerOfMass());
        }
        InertiaTensor tensor = inertia.tensorAboutCenter();
        return "about its mass center, xx is %s, xy %s, xz %s, yy %s, yz %s, zz %s kg m²"
                .formatted(tensor.xx(), tensor.xy(), tensor.xz(), tensor.yy(), tensor.yz(), tensor.zz());
    }

    private static String notFinite(Pose pose) {
        return pose.position().isFinite()
                ? "it is turned by what is no rotation"
                : "it is at %s m".formatted(pose.position());
    }

    private static double square(double value) {
        return value * value;
    }

    private static String principal(double[] moments) {
        return String.format(
                Locale.ROOT, "its principal moments are %.6g, %.6g, %.6g kg m²", moments[0], moments[1], moments[2]);
    }

    private void unphysical(String place, String owner, String text) {
        if (builder.inertiaPolicy() == InertiaPolicy.STRICT) {
            problem(place, owner, text);
        } else {
            warnings.add(new Problem(place, owner + " " + text));
        }
    }

    private void problem(String place, String owner, String text) {
        problems.add(new Problem(place, owner + " " + text));
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
            checkFriction(joint, "", joint.friction());
            checkDrive(joint);
        }
    }

    private void checkGeometry(Joint joint) {
        JointGeometry geometry = joint.geometry();
        Pose placement = geometry.parentFromJoint();
        if (!placement.isFinite()) {
            jointProblem(joint, "has a placement that is not finite: " + notFinite(placement));
        } else if (!geometry.jointFromBody().isFinite()) {
            jointProblem(joint, "has a body placed at what is not finite: " + notFinite(geometry.jointFromBody()));
        } else {
            checkRotation(joint, geometry.parentFromJoint().rotation());
            checkRotation(joint, geometry.jointFromBody().rotation());
        }
        if (joint.kind().moves()) {
            checkAxis(joint, "axis", geometry.axisInJoint());
        }
    }

    private void checkRotation(Joint joint, Rotation rotation) {
        double error = rotation.orthonormalityError();
        if (error > ROTATION_TOLERANCE) {
            jointProblem(
                    joint,
                    "has a placement whose matrix misses a rotation by %s: Rotation.fromMatrix finds the nearest one"
                            .formatted(error));
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

    private void checkFriction(Joint joint, String of, Friction friction) {
        checkFinite(joint, "Coulomb friction" + of, friction.coulomb());
        checkFinite(joint, "viscous friction" + of, friction.viscous());
        checkFinite(joint, "smoothing velocity" + of, friction.smoothingVelocity());
    }

    private void checkDrive(Joint joint) {
        Drive drive = joint.drive();
        checkFinite(joint, "reflected inertia", drive.reflectedInertia());
        checkFriction(joint, " of its motor", drive.motorFriction());
        if (drive.rotor() != null) {
            checkRotor(joint, drive.rotor());
        }
        if (drive.spring() != null) {
            checkSpring(joint, drive.spring());
        }
    }

    private void checkRotor(Joint joint, Rotor rotor) {
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
        checkMotor(joint, rotor);
    }

    private void checkMotor(Joint joint, Rotor rotor) {
        SpatialInertia motor = rotor.motorInCarrier();
        String place = builder.locationOfJoint(joint.name());
        String owner = "the motor of joint \"%s\"".formatted(joint.name());
        checkInertia(place, owner, motor);
        if (motor.isZero() || !motor.isFinite() || rotor.axisInCarrier().norm() == 0) {
            return;
        }
        Vector3 axis = rotor.axisInCarrier().normalized();
        double axial = axis.dot(motor.tensorAboutCenter().times(axis));
        if (rotor.inertia() > axial * (1 + ROUNDING)) {
            unphysical(
                    place,
                    owner,
                    String.format(
                            Locale.ROOT,
                            "has an inertia of %.6g kg m² about the axis of its rotor, less than the rotor's %.6g kg"
                                    + " m²; the rotor is part of the motor",
                            axial,
                            rotor.inertia()));
        }
    }

    private void checkSpring(Joint joint, Spring spring) {
        if (!Double.isFinite(spring.stiffness()) || spring.stiffness() <= 0) {
            jointProblem(
                    joint,
                    "has stiffness %s, but it must be positive and finite; a rigid drive has none"
                            .formatted(spring.stiffness()));
        }
        if (!Double.isFinite(spring.restOffset())) {
            jointProblem(
                    joint, "has a spring with rest offset %s, but it must be finite".formatted(spring.restOffset()));
        }
        if (!joint.kind().moves()) {
            jointProblem(joint, "is fixed, but has a spring");
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
        List<Body> all = builder.allBodies();
        Set<String> explained = new HashSet<>(reached);
        for (Body body : all) {
            if (!reached.contains(body.name()) && !jointOfChild.containsKey(body.name())) {
                bodyProblem(
                        body,
                        "is tied to nothing: no joint has it as its child, and it is not the base \"%s\""
                                .formatted(all.get(0).name()));
            }
            reportCycle(body, explained);
        }
    }

    /** Climbs from a body; who comes back to where he was has found a cycle. */
    private void reportCycle(Body body, Set<String> explained) {
        Set<String> path = new LinkedHashSet<>();
        Joint joint = jointOfChild.get(body.name());
        String name = body.name();
        while (joint != null && !explained.contains(name) && path.add(name)) {
            name = joint.parent();
            joint = jointOfChild.get(name);
        }
        explained.addAll(path);
        if (path.contains(name)) {
            List<String> climbed = new ArrayList<>(path);
            List<String> cycle = climbed.subList(climbed.indexOf(name), climbed.size());
            bodyProblem(
                    bodies.getOrDefault(name, body),
                    "is its own ancestor, a cycle: %s → %s".formatted(some(cycle), name));
        }
    }

    static String some(List<String> names) {
        return names.size() <= MOST_NAMES
                ? String.join(" → ", names)
                : "%s → … %s more"
                        .formatted(String.join(" → ", names.subList(0, MOST_NAMES)), names.size() - MOST_NAMES);
    }

    /** Link and motors, rotors locked, as one body. */
    private void unifyBodies() {
        Map<String, SpatialInertia> motors = new HashMap<>();
        for (Joint joint : builder.joints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && !rotor.motorInCarrier().isZero()) {
                motors.merge(rotor.carrier(), rotor.motorInCarrier(), SpatialInertia::plus);
            }
        }
        for (Body body : sorted) {
            SpatialInertia carried = motors.get(body.name());
            Body whole = carried == null
                    ? body
                    : new Body(body.name(), body.inertia().plus(carried));
            unified.add(whole);
            bodies.put(whole.name(), whole);
        }
    }

    private void warnAboutMasses() {
        Set<String> massive = bodiesWithMassBeyond();
        boolean anyMass = false;
        boolean allCentersAtOrigin = true;
        for (Body body : unified.subList(1, unified.size())) {
            SpatialInertia inertia = body.inertia();
            anyMass |= inertia.mass() > 0;
            allCentersAtOrigin &= inertia.mass() == 0 || inertia.centerOfMass().norm() == 0;
            Joint joint = jointOfChild.get(body.name());
            if (joint != null
                    && joint.kind().moves()
                    && !couplings.held().containsKey(joint.name())
                    && !massive.contains(body.name())) {
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

    /** Bodies that have mass, or a descendant that has. */
    private Set<String> bodiesWithMassBeyond() {
        Set<String> massive = new HashSet<>();
        for (int k = unified.size() - 1; k > 0; k--) {
            Body body = unified.get(k);
            Joint joint = jointOfChild.get(body.name());
            if (body.inertia().mass() > 0) {
                massive.add(body.name());
            }
            if (joint != null && massive.contains(body.name())) {
                massive.add(joint.parent());
            }
        }
        return massive;
    }

    private void bodyProblem(Body body, String text) {
        problems.add(new Problem(builder.locationOfBody(body.name()), "body \"%s\" %s".formatted(body.name(), text)));
    }

    private void jointProblem(Joint joint, String text) {
        problems.add(
                new Problem(builder.locationOfJoint(joint.name()), "joint \"%s\" %s".formatted(joint.name(), text)));
    }
}
