package dev.catena.textbook;

import java.util.Collections;
import java.util.List;

/**
 * A robot as the recursions need the fewest operations for it: moving bodies only, frames on the joint axes chosen so
 * that transforms have many zeros, inertias regrouped, the base at rest.
 *
 * @param gravityInBase in the axes of link 0
 * @param links the base first, parents before children
 */
public record CompactRobot<S extends Scalar<S>>(Vector<S> gravityInBase, List<CompactLink<S>> links) {

    public CompactRobot {
        links = List.copyOf(links);
    }

    /** How many links there are, the base included. */
    public int size() {
        return links.size();
    }

    public CompactLink<S> link(int i) {
        return links.get(i);
    }

    public int jointCount() {
        return links.size() - 1;
    }

    public S constant(double value) {
        return gravityInBase.x().constant(value);
    }

    /** A joint vector of zeros. */
    public List<S> zeros() {
        return Collections.nCopies(jointCount(), constant(0));
    }

    public CompactRobot<S> withoutGravity() {
        return new CompactRobot<>(Vector.zero(constant(0)), links);
    }

    public CompactRobot<S> withoutFriction() {
        JointFriction<S> none = JointFriction.none(constant(0));
        return new CompactRobot<>(
                gravityInBase, links.stream().map(link -> link.with(none)).toList());
    }

    /** The transforms of all links at q; that of the base is never used. */
    List<CompactTransform<S>> transforms(List<S> q) {
        return links.stream()
                .map(link -> link.transform(link.coordinate() < 0 ? constant(0) : q.get(link.coordinate())))
                .toList();
    }
}
