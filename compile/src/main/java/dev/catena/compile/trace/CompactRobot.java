package dev.catena.compile.trace;

import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A robot as the recursions need the fewest operations for it: moving bodies only, frames on the joint axes chosen so
 * that transforms have many zeros, inertias regrouped.
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

    /** Loads by link where there are none. */
    List<Wrench<S>> unloaded() {
        return Collections.nCopies(size(), Wrench.zero(constant(0)));
    }

    boolean hasRotors() {
        return links.stream().anyMatch(link -> link.rotor() != null);
    }

    /** The transforms of all links at q; that of the base is never used. */
    List<CompactTransform<S>> transforms(List<S> q) {
        return links.stream()
                .map(link -> link.transform(link.coordinate() < 0 ? constant(0) : q.get(link.coordinate())))
                .toList();
    }

    /** The link frames in the base's frame at q. */
    public List<Placement<S>> baseFromLinks(List<S> q) {
        List<CompactTransform<S>> transforms = transforms(q);
        List<Placement<S>> placements = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            placements.add(
                    i == 0
                            ? Placement.identity(constant(0))
                            : transforms.get(i).following(placements.get(link(i).parent())));
        }
        return placements;
    }
}
