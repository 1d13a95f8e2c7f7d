package dev.catena.formats.yaml;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code loops} of a robot file: cut joints, active and independent joints, assembly. */
final class YamlLoops {
    private static final List<String> KINDS = Arrays.stream(CutKind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList();

    private final YamlMap map;
    private final FileProblems problems;

    YamlLoops(YamlMap map, FileProblems problems) {
        this.map = map;
        this.problems = problems;
    }

    void addTo(RobotModelBuilder builder) {
        builder.location(problems.location(map.line()));
        map.require("active");
        map.require("cuts");
        builder.active(map.texts("active").toArray(String[]::new));
        builder.independent(map.texts("independent").toArray(String[]::new));
        YamlMap assembly = map.map("assembly");
        if (assembly != null) {
            for (String joint : assembly.keys()) {
                builder.assembly(joint, assembly.angle(joint, 0));
            }
        }
        for (YamlMap cut : map.maps("cuts")) {
            builder.location(problems.location(cut.line()));
            addCut(cut, builder);
        }
        map.finish();
    }

    private void addCut(YamlMap cut, RobotModelBuilder builder) {
        String name = cut.requiredText("name", "");
        String kind = cut.requiredText("kind", "fixed");
        if (!KINDS.contains(kind)) {
            cut.problem(
                    "kind",
                    "unknown kind \"%s\"%s (a cut joint may be %s)"
                            .formatted(kind, NearestName.hint(kind, KINDS), String.join(", ", KINDS)));
            kind = "fixed";
        }
        cut.require("first");
        cut.require("second");
        End first = end(cut.map("first"));
        End second = end(cut.map("second"));
        builder.cut(new CutJoint(
                name,
                CutKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                first.body,
                first.frame,
                second.body,
                second.frame,
                YamlParts.friction(cut)));
        cut.finish();
    }

    private record End(String body, Pose frame) {}

    private static End end(@Nullable YamlMap end) {
        if (end == null) {
            return new End("", Pose.IDENTITY);
        }
        String body = end.requiredText("body", "");
        Pose frame = YamlParts.poseIn(end);
        end.finish();
        return new End(body, frame);
    }
}
