package dev.catena.formats.par;

import dev.catena.formats.file.FileProblems;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import java.util.List;

/**
 * Closed loops in SYMORO's notation: with B = NJ − NL loops, the frames k = NL + 1 … NJ are the cut joints, seen from one
 * side, and the frames k + B, fixed on a link, are the same joints seen from the other side. {@code mu} marks the active
 * joints.
 */
final class ParLoops {
    private final ParFile file;
    private final FileProblems problems;
    private final int links;
    private final int joints;

    ParLoops(ParFile file, FileProblems problems, int links, int joints) {
        this.file = file;
        this.problems = problems;
        this.links = links;
        this.joints = joints;
    }

    boolean isCut(int frame) {
        return frame > links && frame <= joints;
    }

    /** The constant frame that meets the cut joint k. */
    int partner(int k) {
        return k + joints - links;
    }

    void addCut(RobotModelBuilder builder, int k, JointKind kind, String antecedent, Pose antecedentFromJoint) {
        CutKind cutKind = switch (kind) {
            case REVOLUTE -> CutKind.REVOLUTE;
            case PRISMATIC -> CutKind.PRISMATIC;
            case FIXED -> CutKind.FIXED;
        };
        builder.cut(new CutJoint(
                "joint" + k, cutKind, antecedent, antecedentFromJoint, "link" + partner(k), Pose.IDENTITY));
    }

    void addActive(RobotModelBuilder builder) {
        List<String> mu = file.list("mu", joints);
        builder.location(problems.location(file.line("mu")));
        if (mu == null) {
            if (!file.has("mu")) {
                problems.problem(0, "the list mu is needed: it tells which joints of the closed loops are active");
            }
            return;
        }
        for (int j = 1; j <= joints; j++) {
            switch (mu.get(j - 1)) {
                case "1" -> builder.active("joint" + j);
                case "0" -> {}
                default ->
                    problems.problem(
                            file.line("mu"),
                            "mu of joint %s is \"%s\", but must be 1 (active) or 0 (passive)"
                                    .formatted(j, mu.get(j - 1)));
            }
        }
    }
}
