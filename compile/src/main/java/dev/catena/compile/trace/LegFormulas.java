package dev.catena.compile.trace;

import dev.catena.mechanism.parallel.Leg;
import dev.catena.model.Pose;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Coordinates of a leg of three joints from where its tip is: a universal joint and a slide (the UP of UPS), or a turn or a slide that
 * carries a universal joint with a rod (RUS and PUS, of which the legs of Deltas are some). The tip turns about the center of the
 * universal joint in all directions, so that its distance from there says how far the other joint is. Sides are those of the home pose:
 * legs change them in singular poses only.
 *
 * @param <S> what the numbers are made of
 */
final class LegFormulas<S extends Scalar<S>> {
    private static final String TURNS = "RRR";
    private static final String SLIDING_BASE = "PRR";
    private static final String SLIDING_ROD = "RRP";

    /** Lengths and sines below this part of the leg's size are rounding. */
    private static final double ROUNDING = 1e-13;

    private final CompactRobot<S> links;

    /** Where the tip is on the last link. */
    private final Vector<S> end;

    private final Sides sides;

    /**
     * Which of the poses of a leg is meant.
     *
     * @param shape turns and slides, R and P
     * @param ofDistance 1 or −1, of the joint that takes the tip nearer or farther
     * @param ofUniversal 1 or −1, whether the second turn of the universal joint is within a quarter turn of the first one's plane
     */
    record Sides(String shape, double ofDistance, double ofUniversal) {}

    /** Of a leg, given its links and the side that {@link #sides} found. */
    LegFormulas(CompactRobot<S> links, Vector<S> end, Sides sides) {
        this.links = links;
        this.end = end;
        this.sides = sides;
    }

    /**
     * Which pose is meant.
     *
     * @param home coordinates in the home pose
     * @throws IllegalArgumentException for a leg of another shape
     */
    static Sides sides(String robot, Leg leg, double[] home) {
        CompactRobot<Real> links = CompactRobots.of(leg.model(), Real::new, Map.of(), Map.of());
        Vector<Real> end = end(leg);
        String shape = links.links().stream()
                .skip(1)
                .map(link -> link.turns() ? "R" : "P")
                .collect(Collectors.joining());
        boolean chain = links.links().stream().skip(1).allMatch(link -> link.coordinate() == link.parent());
        int first = shape.equals(SLIDING_ROD) ? 1 : 2;
        boolean known = chain
                && List.of(TURNS, SLIDING_BASE, SLIDING_ROD).contains(shape)
                && isUniversal(links.link(first + 1))
                && isFlat(shape, links.link(3), end);
        if (!known) {
            throw new IllegalArgumentException(
                    "leg \"%s\" of parallel robot \"%s\" has no formula that code knows, but joints %s: legs are a universal joint and a slide, or a turn or slide, a universal joint and a rod, tied by a point; compile toClosedLoops() (without --platform)"
                            .formatted(leg.name(), robot, shape));
        }
        List<Real> q = new ArrayList<>();
        for (double coordinate : home) {
            q.add(new Real(coordinate));
        }
        Vector<Real> tip = links.baseFromLinks(q).get(3).apply(end);
        Sides best = new Sides(shape, 1, 1);
        double least = Double.POSITIVE_INFINITY;
        for (double distance : new double[] {1, -1}) {
            for (double universal : new double[] {1, -1}) {
                Sides tried = new Sides(shape, distance, universal);
                double off = new LegFormulas<>(links, end, tried).off(tip, q);
                if (off < least) {
                    least = off;
                    best = tried;
                }
            }
        }
        if (!(least < 1e-7)) {
            throw new IllegalArgumentException(
                    "leg \"%s\" of parallel robot \"%s\" has no formula: its home pose is singular, or the formula is off by %s there"
                            .formatted(leg.name(), robot, least));
        }
        return best;
    }

    /** Where the tip is on the last link. */
    static Vector<Real> end(Leg leg) {
        int body = leg.model().bodyIndex(leg.tip());
        return CompactRobots.linkFromFrame(leg.model(), body, Pose.IDENTITY, Real::new)
                .position();
    }

    /** Whether the axis of a link meets its parent's at a right angle, at its own origin. */
    private static boolean isUniversal(CompactLink<Real> second) {
        Vector<Real> p = second.position();
        return second.turns()
                && Math.abs(second.tilt().cosine().value()) <= ROUNDING
                && p.x().value() == 0
                && p.y().value() == 0;
    }

    /** Whether the tip moves in a plane about the second axis of the universal joint. */
    private static boolean isFlat(String shape, CompactLink<Real> last, Vector<Real> end) {
        if (!shape.equals(SLIDING_ROD)) {
            return end.z().value() == 0;
        }
        Vector<Real> along = last.across().aboutZ(last.tilt().aboutX(Vector.alongZ(new Real(1))));
        Vector<Real> foot = foot(last, end);
        double size = foot.norm().value();
        return Math.abs(along.z().value()) <= ROUNDING && Math.abs(foot.z().value()) <= ROUNDING * size;
    }

    /** The tip in the parent of a slide at zero. */
    private static <T extends Scalar<T>> Vector<T> foot(CompactLink<T> slide, Vector<T> end) {
        return slide.position()
                .plus(slide.across().aboutZ(slide.tilt().aboutX(slide.offset().aboutZ(end))));
    }

    /** A coordinate of a slide, or a turn. */
    private record Found<T extends Scalar<T>>(boolean turns, T slide, Turn<T> turn) {
        static <T extends Scalar<T>> Found<T> slide(T q) {
            return new Found<>(false, q, Turn.none(q));
        }

        static <T extends Scalar<T>> Found<T> turn(Turn<T> turn) {
            return new Found<>(true, turn.cosine(), turn);
        }
    }

    /** @param angle makes a coordinate of cosine and sine */
    List<S> coordinates(Vector<S> tip, BinaryOperator<S> angle) {
        return found(tip).stream()
                .map(one -> one.turns ? angle.apply(one.turn.cosine(), one.turn.sine()) : one.slide)
                .toList();
    }

    /** How far the formula is from given coordinates, turns by their cosines and sines. */
    private double off(Vector<S> tip, List<S> q) {
        double sum = 0;
        List<Found<S>> all = found(tip);
        for (int k = 0; k < all.size(); k++) {
            Found<S> one = all.get(k);
            double x = q.get(k).value();
            sum += one.turns
                    ? Math.hypot(
                            one.turn.cosine().value() - Math.cos(x),
                            one.turn.sine().value() - Math.sin(x))
                    : Math.abs(one.slide.value() - x);
        }
        return sum;
    }

    private List<Found<S>> found(Vector<S> tip) {
        return switch (sides.shape) {
            case SLIDING_ROD -> slidingRod(tip);
            case SLIDING_BASE -> slidingBase(tip);
            default -> turns(tip);
        };
    }

    /** Rᵀ v without the turn of the joint. */
    private static <T extends Scalar<T>> Vector<T> toChild(CompactLink<T> link, Vector<T> v) {
        return link.tilt().back().aboutX(link.across().back().aboutZ(v));
    }

    private S side(S x) {
        return sides.ofDistance < 0 ? x.negate() : x;
    }

    /** |w + q s| = |u| with the center at the origin, s along the slide. */
    private List<Found<S>> slidingRod(Vector<S> tip) {
        CompactLink<S> first = links.link(1);
        CompactLink<S> slide = links.link(3);
        Vector<S> u =
                toChild(first, tip.minus(first.position())).minus(links.link(2).position());
        S length = u.dot(u).squareRoot();
        Vector<S> along = slide.across().aboutZ(slide.tilt().aboutX(Vector.alongZ(length.constant(1))));
        Vector<S> w = foot(slide, end);
        S ahead = w.x().times(along.x()).plus(w.y().times(along.y()));
        S beside = w.x().times(along.y()).minus(w.y().times(along.x()));
        boolean isStraight = beside.isKnownZero();
        S reach =
                side(isStraight ? length : u.dot(u).minus(beside.times(beside)).squareRoot());
        // seen from the slide: (reach, −beside), turned into the plane
        Turn<S> rod = isStraight
                ? new Turn<>(side(along.x()), side(along.y()))
                : new Turn<>(reach.dividedBy(length), beside.dividedBy(length).negate())
                        .plus(new Turn<>(along.x(), along.y()));
        List<Found<S>> all = new ArrayList<>(universal(1, u, length, rod));
        all.add(Found.slide(reach.minus(ahead)));
        return all;
    }

    /** The center of the universal joint on the first link. */
    private Vector<S> center() {
        CompactLink<S> second = links.link(2);
        Vector<S> up = Vector.alongZ(links.link(3).position().z());
        return second.position().plus(second.across().aboutZ(second.tilt().aboutX(up)));
    }

    private S rod() {
        return end.x().times(end.x()).plus(end.y().times(end.y()));
    }

    private List<Found<S>> withRod(Found<S> first, Vector<S> onFirst) {
        List<Found<S>> all = new ArrayList<>(List.of(first));
        S length = rod().squareRoot();
        Turn<S> rod = new Turn<>(end.x().dividedBy(length), end.y().dividedBy(length));
        all.addAll(universal(2, toChild(links.link(2), onFirst), length, rod));
        return all;
    }

    /** |v − q z| = the rod's length. */
    private List<Found<S>> slidingBase(Vector<S> tip) {
        CompactLink<S> first = links.link(1);
        Vector<S> v = first.offset()
                .back()
                .aboutZ(toChild(first, tip.minus(first.position())))
                .minus(center());
        S root = rod().minus(v.x().times(v.x())).minus(v.y().times(v.y())).squareRoot();
        S q = v.z().plus(side(root));
        return withRod(Found.slide(q), new Vector<>(v.x(), v.y(), side(root).negate()));
    }

    /** |v − Rz(θ) e| = the rod's length: A cos θ + B sin θ = G. */
    private List<Found<S>> turns(Vector<S> tip) {
        CompactLink<S> first = links.link(1);
        Vector<S> v = toChild(first, tip.minus(first.position()));
        Vector<S> e = center();
        S half = v.x().constant(0.5);
        S plane = v.x().times(v.x()).plus(v.y().times(v.y()));
        S arm = e.x().times(e.x()).plus(e.y().times(e.y()));
        S height = v.z().minus(e.z());
        S g = plane.plus(arm).plus(height.times(height)).minus(rod()).times(half);
        S a = v.x().times(e.x()).plus(v.y().times(e.y()));
        S b = v.y().times(e.x()).minus(v.x().times(e.y()));
        S square = plane.times(arm);
        S root = side(square.minus(g.times(g)).squareRoot());
        S perSquare = square.constant(1).dividedBy(square);
        Turn<S> theta = new Turn<>(
                a.times(g).minus(b.times(root)).times(perSquare),
                b.times(g).plus(a.times(root)).times(perSquare));
        Vector<S> onFirst = theta.back().aboutZ(v).minus(e);
        return withRod(Found.turn(theta.plus(first.offset().back())), onFirst);
    }

    /**
     * Turns of a universal joint that lay a rod on u: Rz(θ) Rz(γ) Rx(±90°) Rz(φ) x = u / |u|.
     *
     * @param i its first link; u is in its frame before it turns
     * @param rod where the rod is before the second joint turns
     */
    private List<Found<S>> universal(int i, Vector<S> u, S length, Turn<S> rod) {
        CompactLink<S> second = links.link(i + 1);
        S across = u.x().times(u.x()).plus(u.y().times(u.y())).squareRoot();
        S sign = across.constant(sides.ofUniversal);
        Turn<S> theta = new Turn<>(
                u.x().dividedBy(across).times(sign), u.y().dividedBy(across).times(sign));
        Turn<S> phi = new Turn<>(
                across.dividedBy(length).times(sign),
                u.z().dividedBy(length).times(second.tilt().sine()));
        return List.of(
                Found.turn(theta.plus(second.across().back())
                        .plus(links.link(i).offset().back())),
                Found.turn(phi.plus(rod.back()).plus(second.offset().back())));
    }
}
