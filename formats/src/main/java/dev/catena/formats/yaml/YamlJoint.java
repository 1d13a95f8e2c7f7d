package dev.catena.formats.yaml;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.model.CompositeJoint;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of the {@code joints} of a robot file: a joint and the body that it moves. */
final class YamlJoint {
    private static final List<String> CONVENTIONS = List.of("dh-standard", "dh-modified", "khalil", "placement");
    private static final List<String> KINDS =
            List.of("revolute", "prismatic", "fixed", "universal", "spherical", "planar", "cylindrical", "free");

    private final YamlMap map;
    private final FileProblems problems;
    private final @Nullable String fileConvention;

    YamlJoint(YamlMap map, FileProblems problems, @Nullable String fileConvention) {
        this.map = map;
        this.problems = problems;
        this.fileConvention = fileConvention;
    }

    static void checkConvention(YamlMap owner, String convention) {
        if (!CONVENTIONS.contains(convention)) {
            owner.problem(
                    "convention",
                    "unknown convention \"%s\"%s (known: %s)"
                            .formatted(
                                    convention,
                                    NearestName.hint(convention, CONVENTIONS),
                                    String.join(", ", CONVENTIONS)));
        }
    }

    /** Adds joint and body, and returns the body's name. */
    String addTo(RobotModelBuilder builder, String previousBody) {
        String name = map.requiredText("name", "");
        String kind = map.requiredText("kind", "fixed");
        String parent = map.text("parent", previousBody);
        String body = map.text("body", name + "_body");
        JointGeometry geometry = geometry(kind);
        SpatialInertia inertia = YamlParts.inertia(map);
        YamlShapes.read(map, body, builder);
        switch (kind) {
            case "revolute", "prismatic", "fixed" -> {
                JointKind one = simpleKind(kind);
                Joint joint = detailed(Joint.of(one, name, parent, body).with(geometry), map);
                builder.link(joint, inertia);
                addDependence(builder, joint, map);
            }
            case "universal", "spherical", "planar", "cylindrical", "free" ->
                builder.link(composite(builder, kind, name, parent, body, geometry), inertia);
            default ->
                map.problem(
                        "kind",
                        "unknown kind \"%s\"%s (known: %s)"
                                .formatted(kind, NearestName.hint(kind, KINDS), String.join(", ", KINDS)));
        }
        map.finish();
        return body;
    }

    private static JointKind simpleKind(String kind) {
        return switch (kind) {
            case "revolute" -> JointKind.REVOLUTE;
            case "prismatic" -> JointKind.PRISMATIC;
            default -> JointKind.FIXED;
        };
    }

    private static Joint detailed(Joint joint, YamlMap map) {
        return joint.with(YamlParts.limits(map, joint.kind() == JointKind.REVOLUTE))
                .with(YamlParts.friction(map))
                .with(YamlParts.drive(map, joint.parent()));
    }

    /** {@code follows: {joint: a, factor: k, offset: c}} and {@code held: q}. */
    private void addDependence(RobotModelBuilder builder, Joint joint, YamlMap map) {
        boolean isAngle = joint.kind() == JointKind.REVOLUTE;
        YamlMap follows = map.map("follows");
        if (follows != null) {
            builder.location(problems.location(follows.line()));
            builder.coupling(
                    joint.name(),
                    follows.requiredText("joint", ""),
                    follows.number("factor", 1),
                    follows.coordinate("offset", isAngle, 0));
            follows.finish();
        }
        if (map.has("held")) {
            builder.location(problems.location(map.line("held")));
            builder.hold(joint.name(), map.coordinate("held", isAngle, 0));
        }
    }

    /** The joint frame of a composite joint is the frame of its child at zero; details are given freedom by freedom. */
    private CompositeJoint composite(
            RobotModelBuilder builder, String kind, String name, String parent, String body, JointGeometry geometry) {
        Pose parentFromJoint = geometry.parentFromJoint();
        CompositeJoint bare = switch (kind) {
            case "universal" -> CompositeJoint.universal(name, parent, body, parentFromJoint);
            case "spherical" -> CompositeJoint.spherical(name, parent, body, parentFromJoint);
            case "free" -> CompositeJoint.free(name, parent, body, parentFromJoint);
            case "planar" -> CompositeJoint.planar(name, parent, body, parentFromJoint);
            default -> CompositeJoint.cylindrical(name, parent, body, parentFromJoint);
        };
        YamlMap freedoms = map.map("freedoms");
        if (freedoms == null) {
            return bare;
        }
        List<Joint> joints = new ArrayList<>();
        for (Joint joint : bare.joints()) {
            YamlMap details = freedoms.map(joint.name().substring(name.length() + 1));
            if (details == null) {
                joints.add(joint);
            } else {
                joints.add(detailed(joint, details));
                addDependence(builder, joint, details);
                details.finish();
            }
        }
        freedoms.finish();
        return new CompositeJoint(bare.intermediateBodies(), joints);
    }

    private JointGeometry geometry(String kind) {
        String convention = map.text("convention");
        if (convention != null) {
            checkConvention(map, convention);
        } else if (fileConvention != null) {
            convention = fileConvention;
        } else {
            problems.problem(
                    map.line(),
                    "no convention is named, neither here nor at the top of the file; one of %s is expected"
                            .formatted(String.join(", ", CONVENTIONS)));
            return JointGeometry.IDENTITY;
        }
        boolean isComposite = KINDS.indexOf(kind) > 2;
        return switch (convention) {
            case "dh-standard" -> {
                if (isComposite) {
                    map.problem(
                            "kind",
                            "a %s joint has no standard Denavit-Hartenberg parameters; use convention: placement"
                                    .formatted(kind));
                }
                yield JointGeometry.standardDenavitHartenberg(
                        map.angle("theta", 0), map.number("d", 0), map.number("a", 0), map.angle("alpha", 0));
            }
            case "dh-modified" ->
                JointGeometry.modifiedDenavitHartenberg(
                        map.angle("alpha", 0), map.number("a", 0), map.angle("theta", 0), map.number("d", 0));
            case "khalil" ->
                JointGeometry.khalil(
                        map.angle("gamma", 0),
                        map.number("b", 0),
                        map.angle("alpha", 0),
                        map.number("d", 0),
                        map.angle("theta", 0),
                        map.number("r", 0));
            default -> placement(isComposite);
        };
    }

    private JointGeometry placement(boolean isComposite) {
        Pose parentFromJoint = YamlParts.pose(map, "placement");
        if (isComposite) {
            return JointGeometry.of(parentFromJoint, Vector3.Z);
        }
        boolean moves = !"fixed".equals(map.text("kind"));
        if (moves) {
            map.require("axis");
        }
        return new JointGeometry(parentFromJoint, map.vector("axis", Vector3.Z), YamlParts.pose(map, "body-frame"));
    }
}
