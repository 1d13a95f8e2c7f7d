package dev.catena.compile.trace;

import dev.catena.compile.trace.LoopChain.Branch;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.compile.trace.LoopChain.Plane;
import dev.catena.model.CutKind;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A loop in a plane with two joints that are not known yet, the dyads of Assur: the pin between them is where two circles, a
 * circle and a line, or two lines meet. Which of two meeting points is taken is the dyad's side.
 *
 * @param one the unknown link that comes first; both may be on one branch
 * @param inFirst whether it is on the first branch
 * @param two the other one
 * @param twoInFirst whether that is on the first branch
 */
record Dyad(LoopChain chain, int one, boolean inFirst, int two, boolean twoInFirst, double length) {
    /** Nothing that has a size, but larger than zero. */
    private static final double TINY = 1e-300;

    /**
     * Coordinates of the unknown joints.
     *
     * @param one sliding distance, or cosine and sine of a turn
     * @param miss how far the parts are from meeting, squared, in lengths of the robot
     * @param margin positive where they meet, zero where the pose is singular, in lengths of the robot
     */
    record Found<S extends Scalar<S>>(Unknown<S> one, Unknown<S> two, S miss, S margin) {}

    /** A coordinate: its turn, or as a turn's cosine the distance of a joint that slides. */
    record Unknown<S extends Scalar<S>>(boolean turns, Turn<S> turn) {
        S distance() {
            return turn.cosine();
        }
    }

    /** What is known of a joint in the plane: its pivot or where it slides, and the sense in which it turns. */
    private record Axis<S extends Scalar<S>>(boolean turns, Flat<S> place, Flat<S> direction, double sense) {
        Unknown<S> turned(Flat<S> turn) {
            S s = sense > 0 ? turn.y() : turn.y().negate();
            return new Unknown<>(true, new Turn<>(turn.x(), s));
        }

        Unknown<S> moved(S distance) {
            return new Unknown<>(false, new Turn<>(distance, distance.constant(0)));
        }
    }

    /** Whether there are no two sides: two lines meet once. */
    boolean isLinear(CompactRobot<?> robot) {
        return !robot.link(one).turns() && !robot.link(two).turns();
    }

    /** Coordinates of the two joints that close the loop, the others being known; of unknown ones q is not read. */
    <S extends Scalar<S>> Found<S> solve(CompactRobot<S> robot, CutFrames<S> cuts, List<S> q, double side) {
        List<S> at = new ArrayList<>(q);
        at.set(robot.link(one).coordinate(), robot.constant(0));
        at.set(robot.link(two).coordinate(), robot.constant(0));
        Branch<S> first = chain.branch(robot, cuts, true, at);
        Branch<S> second = chain.branch(robot, cuts, false, at);
        Plane plane = Objects.requireNonNull(chain.plane());
        Axis<S> a = axis(plane, robot, one, inFirst, first, second);
        Axis<S> b = axis(plane, robot, two, twoInFirst, first, second);
        Flat<S> p = plane.flat((inFirst ? first : second).end().position());
        Flat<S> other = plane.flat((inFirst ? second : first).end().position());
        S sign = robot.constant(side);
        if (chain.cut().kind() == CutKind.PRISMATIC) {
            return new Sliding<>(plane, first, second).solve(a, b, sign);
        }
        return inFirst == twoInFirst ? onOneBranch(a, b, p, other, sign) : onBoth(a, b, p, other, sign);
    }

    private <S extends Scalar<S>> Axis<S> axis(
            Plane plane, CompactRobot<S> robot, int link, boolean ofFirst, Branch<S> first, Branch<S> second) {
        List<Integer> links = ofFirst ? chain.first() : chain.second();
        Placement<S> frame = (ofFirst ? first : second).links().get(links.indexOf(link));
        Vector<S> z = frame.rotation().transpose().z();
        return new Axis<>(
                robot.link(link).turns(),
                plane.flat(frame.position()),
                plane.flat(z),
                Objects.requireNonNull(plane.senses().get(link)));
    }

    /** One joint on each branch: p + what the first does is other + what the second does. */
    private <S extends Scalar<S>> Found<S> onBoth(Axis<S> a, Axis<S> b, Flat<S> p, Flat<S> other, S side) {
        if (a.turns() && b.turns()) {
            Flat<S> u = p.minus(a.place());
            Flat<S> v = other.minus(b.place());
            Meeting<S> pin = circles(a.place(), u.square(), b.place(), v.square(), side);
            return new Found<>(
                    a.turned(turn(u, pin.at().minus(a.place()), u.square())),
                    b.turned(turn(v, pin.at().minus(b.place()), v.square())),
                    pin.miss(),
                    pin.margin());
        }
        if (!a.turns() && !b.turns()) {
            return lines(a, b, other.minus(p), b.direction().times(side.constant(-1)));
        }
        Axis<S> turning = a.turns() ? a : b;
        Axis<S> sliding = a.turns() ? b : a;
        Flat<S> arm = (a.turns() ? p : other).minus(turning.place());
        Flat<S> from = (a.turns() ? other : p).minus(turning.place());
        Distance<S> t = line(from, sliding.direction(), arm.square(), side);
        Unknown<S> turned =
                turning.turned(turn(arm, from.plus(sliding.direction().times(t.t())), arm.square()));
        Unknown<S> moved = sliding.moved(t.t());
        return a.turns()
                ? new Found<>(turned, moved, t.miss(), t.margin())
                : new Found<>(moved, turned, t.miss(), t.margin());
    }

    /** Both joints on one branch, whose end p is to be brought to a place. */
    private <S extends Scalar<S>> Found<S> onOneBranch(Axis<S> a, Axis<S> b, Flat<S> p, Flat<S> target, S side) {
        if (a.turns() && b.turns()) {
            Flat<S> u = b.place().minus(a.place());
            Flat<S> v = p.minus(b.place());
            Meeting<S> pin = circles(a.place(), u.square(), target, v.square(), side);
            Flat<S> turn = turn(u, pin.at().minus(a.place()), u.square());
            Flat<S> both = turn(v, target.minus(pin.at()), v.square());
            return new Found<>(a.turned(turn), b.turned(both.times(turn.conjugate())), pin.miss(), pin.margin());
        }
        if (!a.turns() && !b.turns()) {
            return lines(a, b, target.minus(p), b.direction());
        }
        if (a.turns()) {
            Flat<S> way = target.minus(a.place());
            Flat<S> arm = p.minus(a.place());
            Distance<S> t = line(arm, b.direction(), way.square(), side);
            Flat<S> longer = arm.plus(b.direction().times(t.t()));
            return new Found<>(a.turned(turn(longer, way, way.square())), b.moved(t.t()), t.miss(), t.margin());
        }
        Flat<S> arm = p.minus(b.place());
        Flat<S> back = target.minus(b.place());
        Flat<S> along = a.direction();
        Distance<S> t = line(back, along.times(side.constant(-1)), arm.square(), side);
        return new Found<>(
                a.moved(t.t()),
                b.turned(turn(arm, back.minus(along.times(t.t())), arm.square())),
                t.miss(),
                t.margin());
    }

    /** The turn from u to v of the same length. */
    private static <S extends Scalar<S>> Flat<S> turn(Flat<S> u, Flat<S> v, S square) {
        return v.times(u.conjugate()).times(inverse(square));
    }

    /** 1/x, and 0 for 0. */
    private static <S extends Scalar<S>> S inverse(S x) {
        return x.constant(1).dividedBy(x.plus(x.constant(TINY)));
    }

    private record Meeting<S extends Scalar<S>>(Flat<S> at, S miss, S margin) {}

    /** Where two circles meet: a + α (b − a) ± β times its normal. */
    private <S extends Scalar<S>> Meeting<S> circles(Flat<S> a, S aSquare, Flat<S> b, S bSquare, S side) {
        Flat<S> way = b.minus(a);
        S square = way.square();
        S inverse = inverse(square);
        S half = side.constant(0.5);
        S alpha = half.plus(aSquare.minus(bSquare).times(half).times(inverse));
        Root<S> beta = root(aSquare.times(inverse).minus(alpha.times(alpha)));
        Flat<S> at = a.plus(way.times(alpha)).plus(way.normal().times(side.times(beta.value())));
        // the square of twice the area of the triangle of both centers and the pin
        S across = square.plus(aSquare).minus(bSquare).times(half);
        S area = aSquare.times(square).minus(across.times(across));
        return new Meeting<>(at, beta.miss(), area.times(side.constant(1 / (length * length * length * length))));
    }

    private record Distance<S extends Scalar<S>>(S t, S miss, S margin) {}

    /** t with |from + t direction|² = square, the direction being of length 1. */
    private <S extends Scalar<S>> Distance<S> line(Flat<S> from, Flat<S> direction, S square, S side) {
        S off = from.cross(direction);
        S perSquare = side.constant(1 / (length * length));
        S inside = square.minus(off.times(off));
        Root<S> root = root(inside);
        return new Distance<>(
                side.times(root.value()).minus(from.dot(direction)),
                root.miss().times(perSquare),
                inside.times(perSquare));
    }

    /** s u + t v = sum. */
    private static <S extends Scalar<S>> Found<S> lines(Axis<S> a, Axis<S> b, Flat<S> sum, Flat<S> v) {
        S sine = a.direction().cross(v);
        S inverse = inverse(sine);
        S none = inverse.constant(0);
        return new Found<>(
                a.moved(sum.cross(v).times(inverse)),
                b.moved(a.direction().cross(sum).times(inverse)),
                none,
                sine.times(sine));
    }

    private record Root<S extends Scalar<S>>(S value, S miss) {}

    /** The square root of |x|, and how much x lacks of being one: numbers stay finite where parts do not meet. */
    private static <S extends Scalar<S>> Root<S> root(S x) {
        S size = x.times(x).squareRoot();
        return new Root<>(size.squareRoot(), size.minus(x).times(x.constant(0.5)));
    }

    /** A loop that is cut at a slide, with two unknown turns: the frames stay parallel, and one slides along the other's axis. */
    private final class Sliding<S extends Scalar<S>> {
        private final Plane plane;
        private final Branch<S> first;
        private final Branch<S> second;

        Sliding(Plane plane, Branch<S> first, Branch<S> second) {
            this.plane = plane;
            this.first = first;
            this.second = second;
        }

        /** Where a frame's axis points in the plane. */
        private Flat<S> axis(boolean ofFirst) {
            return plane.flat(
                    (ofFirst ? first : second).end().rotation().transpose().z());
        }

        private Flat<S> end(boolean ofFirst) {
            return plane.flat((ofFirst ? first : second).end().position());
        }

        Found<S> solve(Axis<S> a, Axis<S> b, S side) {
            Flat<S> own = axis(inFirst);
            Flat<S> others = axis(!inFirst);
            if (inFirst == twoInFirst) {
                // E₁E₂ own = others; across others: a + E₁(b − a) + E₁E₂(end − b) = the other end
                Flat<S> both = others.times(own.conjugate());
                Flat<S> u = b.place().minus(a.place());
                Flat<S> rest = end(!inFirst)
                        .minus(a.place())
                        .minus(both.times(end(inFirst).minus(b.place())));
                Flat<S> normal = others.normal();
                Meeting<S> turn = across(u, normal, rest.dot(normal), side, u.square());
                return new Found<>(
                        a.turned(turn.at()), b.turned(both.times(turn.at().conjugate())), turn.miss(), turn.margin());
            }
            // E₁ own = E₂ others; seen from the first: g w₂ − w₁ + E₁*(b − a) across own is nothing
            Flat<S> g = own.times(others.conjugate());
            Flat<S> way = b.place().minus(a.place());
            Flat<S> normal = own.normal();
            Flat<S> arms =
                    g.times(end(!inFirst).minus(b.place())).minus(end(inFirst).minus(a.place()));
            Meeting<S> back = across(way, normal, arms.dot(normal).negate(), side, way.square());
            Flat<S> turn = back.at().conjugate();
            return new Found<>(a.turned(turn), b.turned(turn.times(g)), back.miss(), back.margin());
        }

        /** The turn E with normal · E u = k. */
        private Meeting<S> across(Flat<S> u, Flat<S> normal, S k, S side, S square) {
            S inside = square.minus(k.times(k));
            Root<S> root = root(inside);
            S perSquare = k.constant(1 / (length * length));
            Flat<S> turned = normal.times(new Flat<>(k, side.times(root.value())));
            return new Meeting<>(turn(u, turned, square), root.miss().times(perSquare), inside.times(perSquare));
        }
    }
}
