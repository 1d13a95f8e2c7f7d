package dev.catena.formats.mjcf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Equality constraints of MJCF: connections and welds are closed loops, joints are couplings. */
final class MjcfEqualities {
    private final MjcfBodies bodies;
    private final RobotModelBuilder builder;
    private final List<XmlElement> equalities = new ArrayList<>();
    private final Set<String> dependent = new HashSet<>();
    private int constraints;
    private int count;

    MjcfEqualities(XmlElement root, MjcfSettings settings, MjcfBodies bodies, RobotModelBuilder builder) {
        this.bodies = bodies;
        this.builder = builder;
        for (XmlElement equality : root.children("equality")) {
            for (XmlElement child : equality.children()) {
                equalities.add(settings.resolved(child, ""));
            }
        }
    }

    /** Whether a connection or weld holds a body to the world. */
    static boolean tieTheWorld(XmlElement root) {
        Set<String> worldSites = new HashSet<>();
        root.children("worldbody")
                .forEach(world -> world.children("site").forEach(site -> worldSites.add(site.text("name", ""))));
        for (XmlElement equality : root.children("equality")) {
            for (XmlElement child : equality.children()) {
                boolean cut = child.name().equals("connect") || child.name().equals("weld");
                boolean sites =
                        worldSites.contains(child.text("site1", "")) || worldSites.contains(child.text("site2", ""));
                boolean bodies = child.has("body1")
                        && child.text("body2", MjcfBodies.WORLD).equals(MjcfBodies.WORLD);
                if (cut && (bodies || (child.has("site1") && sites))) {
                    return true;
                }
            }
        }
        return false;
    }

    void addTo(MjcfActuators actuators, boolean openLoops) {
        for (XmlElement equality : equalities) {
            builder.location(equality.location());
            String active = equality.text("active", "true");
            if (!active.equals("true") && !active.equals("false")) {
                equality.problem("active of an equality must be true or false, but is \"%s\"".formatted(active));
            }
            if (active.equals("false")) {
                equality.warning("an equality <%s> that is not active is left out".formatted(equality.name()));
                continue;
            }
            switch (equality.name()) {
                case "joint" -> coupling(equality);
                case "connect" -> cut(equality, CutKind.SPHERICAL, openLoops);
                case "weld" -> cut(equality, CutKind.FIXED, openLoops);
                default ->
                    equality.warning("an equality <%s> is not understood and left out".formatted(equality.name()));
            }
        }
        if (constraints > 0) {
            builder.location(equalities.get(0).location());
            nameActive(actuators);
        }
    }

    /** q₁ − ref₁ = a₀ + a₁ (q₂ − ref₂). */
    private void coupling(XmlElement equality) {
        String joint = equality.requiredText("joint1");
        double[] polynomial = equality.numbers("polycoef", 1, 5);
        double constant = polynomial.length == 0 ? 0 : polynomial[0];
        double slope = polynomial.length > 1 ? polynomial[1] : 1;
        for (int k = 2; k < polynomial.length; k++) {
            if (polynomial[k] != 0) {
                equality.warning("the coupling of joint \"%s\" is not linear and left out".formatted(joint));
                return;
            }
        }
        Double reference = bodies.references().get(joint);
        String leader = equality.has("joint2") ? equality.requiredText("joint2") : "";
        Double leaderReference =
                leader.isEmpty() ? Double.valueOf(0) : bodies.references().get(leader);
        if (reference == null || leaderReference == null) {
            equality.problem("there is no joint \"%s\" to couple".formatted(reference == null ? joint : leader));
            return;
        }
        if (!dependent.add(joint)) {
            equality.warning("joint \"%s\" is coupled twice; the second coupling is left out".formatted(joint));
        } else if (leader.isEmpty()) {
            builder.hold(joint, reference + constant);
        } else {
            builder.coupling(joint, leader, slope, reference + constant - slope * leaderReference);
        }
    }

    private void cut(XmlElement equality, CutKind kind, boolean openLoops) {
        CutJoint joint = equality.has("site1") ? bySites(equality, kind) : byBodies(equality, kind);
        if (joint == null) {
            return;
        }
        if (openLoops) {
            equality.warning("the loops are opened: cut joints are left out");
            return;
        }
        builder.cut(joint);
        constraints += kind.constraints();
    }

    private String name(XmlElement equality) {
        return equality.text("name", equality.name() + "_" + ++count);
    }

    private @Nullable CutJoint bySites(XmlElement equality, CutKind kind) {
        MjcfBodies.Site first = bodies.site(equality.requiredText("site1"));
        MjcfBodies.Site second = bodies.site(equality.requiredText("site2"));
        if (first == null || second == null) {
            equality.problem("<%s> names a site that does not exist".formatted(equality.name()));
            return null;
        }
        return new CutJoint(
                name(equality), kind, first.body(), first.bodyFromSite(), second.body(), second.bodyFromSite());
    }

    /** The second frame is where the first is in the pose that the file shows, unless a weld says otherwise. */
    private @Nullable CutJoint byBodies(XmlElement equality, CutKind kind) {
        String first = equality.requiredText("body1");
        String second = equality.text("body2", MjcfBodies.WORLD);
        Pose worldFromFirst = bodies.worldFromBody(first);
        Pose worldFromSecond = bodies.worldFromBody(second);
        if (worldFromFirst == null || worldFromSecond == null) {
            equality.problem("<%s> names the body \"%s\", which does not exist"
                    .formatted(equality.name(), worldFromFirst == null ? first : second));
            return null;
        }
        if (kind == CutKind.SPHERICAL) {
            Pose firstFromJoint = new Pose(Rotation.IDENTITY, equality.vector("anchor", Vector3.ZERO));
            Pose secondFromJoint =
                    worldFromSecond.inverse().times(worldFromFirst).times(firstFromJoint);
            return new CutJoint(name(equality), kind, first, firstFromJoint, second, secondFromJoint);
        }
        double[] relative = equality.numbers("relpose", 7, 7);
        boolean given = relative.length == 7
                && Math.abs(relative[3]) + Math.abs(relative[4]) + Math.abs(relative[5]) + Math.abs(relative[6]) > 0;
        Pose firstFromSecond = given
                ? new Pose(
                        Rotation.fromQuaternion(relative[4], relative[5], relative[6], relative[3]),
                        new Vector3(relative[0], relative[1], relative[2]))
                : worldFromFirst.inverse().times(worldFromSecond);
        return new CutJoint(name(equality), kind, first, firstFromSecond, second, Pose.IDENTITY);
    }

    /** Joints with actuators are active; where those cannot determine the rest, others are taken as well. */
    private void nameActive(MjcfActuators actuators) {
        List<String> moving = bodies.joints().values().stream()
                .filter(joint -> joint.kind().moves() && !dependent.contains(joint.name()))
                .map(Joint::name)
                .toList();
        List<String> active = new ArrayList<>(
                moving.stream().filter(actuators.joints()::contains).toList());
        List<String> added = new ArrayList<>();
        for (String joint : moving) {
            if (active.size() < Math.max(1, moving.size() - constraints) && !active.contains(joint)) {
                active.add(joint);
                added.add(joint);
            }
        }
        if (!added.isEmpty()) {
            equalities
                    .get(0)
                    .warning(
                            "the actuated joints do not determine the closed loops; these passive joints are named active too: %s"
                                    .formatted(String.join(", ", added)));
        }
        builder.active(active.toArray(String[]::new));
        bodies.references().forEach((joint, reference) -> {
            if (reference != 0 && moving.contains(joint)) {
                builder.assembly(joint, reference);
            }
        });
    }
}
