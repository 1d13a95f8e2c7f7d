package dev.catena.compile.trace;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two branches of the tree that a cut joint ties together, from the last link that both have.
 *
 * @param first links from there to the cut joint's first body
 * @param second links from there to its second body
 * @param plane axes of the plane in which all of them move, in the frame of the last link that both have; null if they move in none
 */
record LoopChain(
        CutJoint cut,
        List<Integer> first,
        List<Integer> second,
        @Nullable Plane plane) {
    /** Axes this near to parallel or normal are meant to be that. */
    private static final double ROUNDING = 1e-14;

    /**
     * Two axes of a plane.
     *
     * @param senses by link whose joint turns: 1 if it does so from x to y, −1 if from y to x
     */
    record Plane(Vector3 x, Vector3 y, Map<Integer, Double> senses) {
        <S extends Scalar<S>> Flat<S> flat(Vector<S> v) {
            return new Flat<>(dot(x, v), dot(y, v));
        }

        private static <S extends Scalar<S>> S dot(Vector3 a, Vector<S> v) {
            return v.dot(Vector.of(a, v.x()::constant));
        }
    }

    /**
     * A cut joint's frame on one of its bodies, and the links before it, seen from the last link that both have.
     *
     * @param ownEnd the frame's place on the last of them
     */
    record Branch<S extends Scalar<S>>(List<Placement<S>> links, Placement<S> end, Vector<S> ownEnd) {}

    /** The chains of all cut joints. */
    static List<LoopChain> of(RobotModel model) {
        CompactRobot<Real> robot = CompactRobots.of(model.openTree(), Real::new, Map.of(), Map.of());
        return model.loops().cutJoints().stream()
                .map(cut -> of(model.openTree(), robot, cut))
                .toList();
    }

    private static LoopChain of(RobotModel tree, CompactRobot<Real> robot, CutJoint cut) {
        List<Integer> first = path(robot, CompactRobots.linkOf(tree, tree.bodyIndex(cut.first())));
        List<Integer> second = path(robot, CompactRobots.linkOf(tree, tree.bodyIndex(cut.second())));
        int common = 0;
        while (common < first.size()
                && common < second.size()
                && first.get(common).equals(second.get(common))) {
            common++;
        }
        LoopChain open =
                new LoopChain(cut, first.subList(common, first.size()), second.subList(common, second.size()), null);
        return new LoopChain(cut, open.first, open.second, open.plane(tree, robot));
    }

    private static List<Integer> path(CompactRobot<?> robot, int to) {
        List<Integer> links = new ArrayList<>();
        for (int i = to; i > 0; i = robot.link(i).parent()) {
            links.add(0, i);
        }
        return links;
    }

    /** Where cut joints are on the links. */
    interface CutFrames<S extends Scalar<S>> {
        Placement<S> onLink(CutJoint cut, boolean ofFirst);

        /** As the robot has them. */
        static <S extends Scalar<S>> CutFrames<S> of(RobotModel tree, DoubleFunction<S> constant) {
            return (cut, ofFirst) -> CompactRobots.linkFromFrame(
                    tree,
                    tree.bodyIndex(ofFirst ? cut.first() : cut.second()),
                    ofFirst ? cut.firstFromJoint() : cut.secondFromJoint(),
                    constant);
        }
    }

    /** One of the two branches at a pose. */
    <S extends Scalar<S>> Branch<S> branch(CompactRobot<S> robot, CutFrames<S> cuts, boolean ofFirst, List<S> q) {
        List<Placement<S>> placements = new ArrayList<>();
        Placement<S> at = Placement.identity(robot.constant(0));
        for (int i : ofFirst ? first : second) {
            at = robot.link(i).transform(q.get(robot.link(i).coordinate())).following(at);
            placements.add(at);
        }
        Placement<S> onLink = cuts.onLink(cut, ofFirst);
        return new Branch<>(placements, at.times(onLink), onLink.position());
    }

    /** Turning joints about one direction and sliding ones across it keep to a plane, whatever their coordinates are. */
    private @Nullable Plane plane(RobotModel tree, CompactRobot<Real> robot) {
        CutFrames<Real> cuts = CutFrames.of(tree, Real::new);
        List<Branch<Real>> branches =
                List.of(branch(robot, cuts, true, robot.zeros()), branch(robot, cuts, false, robot.zeros()));
        List<Integer> links = Stream.concat(first.stream(), second.stream()).toList();
        List<Vector3> axes = branches.stream()
                .flatMap(branch -> branch.links().stream())
                .map(LoopChain::axis)
                .toList();
        Vector3 normal = null;
        for (int k = 0; k < links.size() && normal == null; k++) {
            normal = robot.link(links.get(k)).turns() ? axes.get(k) : null;
        }
        if (normal == null) {
            return null;
        }
        for (int k = 0; k < links.size(); k++) {
            double off = robot.link(links.get(k)).turns()
                    ? normal.cross(axes.get(k)).norm()
                    : Math.abs(normal.dot(axes.get(k)));
            if (off > ROUNDING) {
                return null;
            }
        }
        Map<Integer, Double> senses = new HashMap<>();
        for (int k = 0; k < links.size(); k++) {
            senses.put(links.get(k), Math.signum(normal.dot(axes.get(k))));
        }
        return isInPlane(normal, axis(branches.get(0).end()))
                        && isInPlane(normal, axis(branches.get(1).end()))
                ? around(normal, senses)
                : null;
    }

    /** Whether the cut joint leaves the plane alone. */
    private boolean isInPlane(Vector3 normal, Vector3 axis) {
        return switch (cut.kind()) {
            case REVOLUTE -> normal.cross(axis).norm() < ROUNDING;
            case PRISMATIC -> Math.abs(normal.dot(axis)) < ROUNDING;
            case SPHERICAL -> true;
            case UNIVERSAL, FIXED -> false;
        };
    }

    /** Whether the loop moves in a plane and is cut at a pin: two equations say that. */
    boolean isPinned() {
        return plane != null && cut.kind() != CutKind.PRISMATIC;
    }

    private static Vector3 axis(Placement<Real> frame) {
        Vector<Real> z = frame.rotation().transpose().z();
        return snapped(new Vector3(z.x().value(), z.y().value(), z.z().value()));
    }

    private static Vector3 snapped(Vector3 v) {
        return new Vector3(snapped(v.x()), snapped(v.y()), snapped(v.z()));
    }

    private static double snapped(double x) {
        double near = Math.rint(x);
        return Math.abs(x - near) < ROUNDING ? near + 0.0 : x;
    }

    /** Coordinate axes, if the plane has them. */
    private static Plane around(Vector3 normal, Map<Integer, Double> senses) {
        double x = Math.abs(normal.x());
        double y = Math.abs(normal.y());
        double z = Math.abs(normal.z());
        Vector3 least = x <= y && x <= z ? Vector3.X : y <= z ? Vector3.Y : Vector3.Z;
        Vector3 across = least.minus(normal.times(normal.dot(least)));
        Vector3 unit = snapped(across.times(1 / across.norm()));
        return new Plane(unit, snapped(normal.cross(unit)), senses);
    }
}
