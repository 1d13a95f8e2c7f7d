package dev.catena.formats.sdf;

import dev.catena.model.CutJoint;
import dev.catena.model.RobotModelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What ties a tree of SDF joints further: joints that close loops, and gearboxes. */
final class SdfConstraints {
    private final RobotModelBuilder builder;
    private final List<SdfJoint> joints;

    SdfConstraints(RobotModelBuilder builder, List<SdfJoint> joints) {
        this.builder = builder;
        this.joints = joints;
    }

    void add(List<SdfJoint> closing, List<SdfJoint> gearboxes, boolean openLoops) {
        List<String> moving = new ArrayList<>();
        for (SdfJoint joint : joints) {
            if (!joint.follows()) {
                moving.addAll(joint.movingNames());
            }
        }
        gearboxes.forEach(gearbox -> addGearbox(gearbox, moving));
        int constraints = 0;
        for (SdfJoint joint : closing) {
            builder.location(joint.element().location());
            CutJoint cut = joint.cut();
            if (cut == null) {
                continue;
            }
            if (openLoops) {
                joint.element().warning("the loops are opened: cut joints are left out");
                continue;
            }
            builder.cut(cut);
            constraints += cut.kind().constraints();
        }
        if (constraints > 0) {
            int count = Math.min(moving.size(), Math.max(1, moving.size() - constraints));
            List<String> active = moving.subList(0, count);
            closing.get(0)
                    .element()
                    .warning("the file does not say which joints of its closed loops are driven; taken as active: %s"
                            .formatted(String.join(", ", active)));
            builder.active(active.toArray(String[]::new));
        }
    }

    /** θ₁ = −ratio θ₂, the angles of parent and child about their axes against the reference body. */
    private void addGearbox(SdfJoint gearbox, List<String> moving) {
        String reference = SdfFrames.text(gearbox.element(), "gearbox_reference_body", "");
        Optional<SdfJoint> first = between(reference, gearbox.parent());
        Optional<SdfJoint> second = between(reference, gearbox.child());
        if (first.isEmpty() || second.isEmpty()) {
            gearbox.element()
                    .warning("gearbox \"%s\" does not couple two revolute joints of its reference body, and is left out"
                            .formatted(gearbox.name()));
            return;
        }
        double ratio = SdfFrames.number(gearbox.element(), "gearbox_ratio", 1);
        double sign = sign(gearbox, "axis", first.get()) * sign(gearbox, "axis2", second.get());
        builder.location(gearbox.element().location());
        builder.coupling(first.get().name(), second.get().name(), -ratio * sign, 0);
        moving.remove(first.get().name());
    }

    /** Whether the gearbox counts along the axis of a joint or against it, by frames that both have on their child. */
    private static double sign(SdfJoint gearbox, String key, SdfJoint joint) {
        return gearbox.axisInModel(key).dot(joint.axisInModel("axis")) < 0 ? -1 : 1;
    }

    private Optional<SdfJoint> between(String reference, String child) {
        return joints.stream()
                .filter(joint ->
                        joint.parent().endsWith(reference) && joint.child().equals(child))
                .filter(joint -> joint.type().equals("revolute") || joint.type().equals("continuous"))
                .findFirst();
    }
}
