package dev.catena.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A joint of several freedoms, made of one-degree joints with massless bodies between them. Joint k of {@code hip} is
 * named after its freedom ({@code hip_x}, {@code hip_y}, …), the massless bodies {@code hip_x_body} and so on.
 */
public record CompositeJoint(List<Body> intermediateBodies, List<Joint> joints) {
    public CompositeJoint {
        intermediateBodies = List.copyOf(intermediateBodies);
        joints = List.copyOf(joints);
    }

    /** Turns about x, then about the turned y. */
    public static CompositeJoint universal(String name, String parent, String child, Pose parentFromJoint) {
        return new Chain(name, parent, child, parentFromJoint)
                .revolute("x", Vector3.X)
                .revolute("y", Vector3.Y)
                .build();
    }

    /**
     * Turns about x, then y, then z, each axis carried by the turns before it. Singular at q_y = ±π/2, as every set of
     * three angles is somewhere.
     */
    public static CompositeJoint spherical(String name, String parent, String child, Pose parentFromJoint) {
        return new Chain(name, parent, child, parentFromJoint)
                .revolute("x", Vector3.X)
                .revolute("y", Vector3.Y)
                .revolute("z", Vector3.Z)
                .build();
    }

    /**
     * Slides along x, y and z of the joint frame, then turns about x, y and z in turn: all six freedoms. Singular at a
     * pitch of ±π/2.
     */
    public static CompositeJoint free(String name, String parent, String child, Pose parentFromJoint) {
        return new Chain(name, parent, child, parentFromJoint)
                .prismatic("x", Vector3.X)
                .prismatic("y", Vector3.Y)
                .prismatic("z", Vector3.Z)
                .revolute("roll", Vector3.X)
                .revolute("pitch", Vector3.Y)
                .revolute("yaw", Vector3.Z)
                .build();
    }

    /** Slides along x and y of the joint frame, then turns about z. */
    public static CompositeJoint planar(String name, String parent, String child, Pose parentFromJoint) {
        return new Chain(name, parent, child, parentFromJoint)
                .prismatic("x", Vector3.X)
                .prismatic("y", Vector3.Y)
                .revolute("angle", Vector3.Z)
                .build();
    }

    /** Slides along z of the joint frame and turns about it. */
    public static CompositeJoint cylindrical(String name, String parent, String child, Pose parentFromJoint) {
        return new Chain(name, parent, child, parentFromJoint)
                .prismatic("shift", Vector3.Z)
                .revolute("angle", Vector3.Z)
                .build();
    }

    /** Strings one-degree joints together; the last one ends in the child. */
    private static final class Chain {
        private final String name;
        private final String parent;
        private final String child;
        private final Pose parentFromJoint;
        private final List<Joint> links = new ArrayList<>();

        Chain(String name, String parent, String child, Pose parentFromJoint) {
            this.name = name;
            this.parent = parent;
            this.child = child;
            this.parentFromJoint = parentFromJoint;
        }

        Chain revolute(String freedom, Vector3 axis) {
            return link(JointKind.REVOLUTE, freedom, axis);
        }

        Chain prismatic(String freedom, Vector3 axis) {
            return link(JointKind.PRISMATIC, freedom, axis);
        }

        private Chain link(JointKind kind, String freedom, Vector3 axis) {
            String joint = name + "_" + freedom;
            boolean first = links.isEmpty();
            String from = first ? parent : links.get(links.size() - 1).child();
            links.add(Joint.of(kind, joint, from, joint + "_body").at(first ? parentFromJoint : Pose.IDENTITY, axis));
            return this;
        }

        CompositeJoint build() {
            int last = links.size() - 1;
            List<Body> massless = new ArrayList<>();
            for (Joint joint : links.subList(0, last)) {
                massless.add(new Body(joint.child(), SpatialInertia.ZERO));
            }
            Joint end = links.get(last);
            links.set(
                    last, Joint.of(end.kind(), end.name(), end.parent(), child).with(end.geometry()));
            return new CompositeJoint(massless, links);
        }
    }
}
