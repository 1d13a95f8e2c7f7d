package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.SymbolicLeg.Twist;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A leg with the two or three turns beyond the point in which a {@link SymbolicLeg} ends, on symbols. The first of their axes is fixed on the
 * leg, the last one on the platform, and one between them has known angles with both, on the side that it is on in the home pose.
 */
final class WholeLeg implements PlacedLeg {
    private final SymbolicLeg front;
    private final CompactRobot<Symbol> robot;

    /** How many joints there are up to the point. */
    private final int near;

    private final List<Symbol> q;
    private final List<Placement<Symbol>> links;

    /** By turn beyond the point: a row of the inverse of their axes. */
    private final List<Vector<Symbol>> inverse;

    private final Symbol independence;

    /**
     * Places what is beyond the point.
     *
     * @param home coordinates in the home pose
     * @param platform rotation of the platform in the world
     */
    WholeLeg(Graph graph, Leg leg, double[] home, SymbolicLeg front, Matrix<Symbol> platform) {
        this.front = front;
        robot = CompactRobots.of(leg.model(), graph::constant, Map.of(), Map.of());
        near = front.coordinates().size();
        Matrix<Symbol> lastFromPlatform = CompactRobots.linkFromFrame(
                        leg.model(),
                        leg.model().bodyIndex(leg.tip()),
                        leg.platformFromTip().inverse(),
                        graph::constant)
                .rotation();
        q = new ArrayList<>(front.coordinates());
        Matrix<Symbol> parent = links(robot, q).get(near).rotation();
        List<Vector<Symbol>> directions =
                directions(parent.times(axis(near + 1)), platform.times(lastFromPlatform.z()), side(leg, home));
        directions.add(platform.times(lastFromPlatform.x()));
        for (int i = near + 1; i < robot.size(); i++) {
            // Rz(θ) v = w: v the next axis on this link, or at last the x of the link itself, which is one of the
            // platform
            CompactLink<Symbol> link = robot.link(i);
            Vector<Symbol> v = i + 1 < robot.size()
                    ? axis(i + 1)
                    : new Vector<>(graph.constant(1), graph.constant(0), graph.constant(0));
            Vector<Symbol> w = new CompactTransform<>(
                            link.across(), link.tilt(), Turn.none(graph.constant(1)), link.position())
                    .toChild(parent.transposeTimes(directions.get(i - near)));
            Symbol square = v.x().times(v.x()).plus(v.y().times(v.y()));
            Turn<Symbol> turn = new Turn<>(
                            v.x().times(w.x()).plus(v.y().times(w.y())).dividedBy(square),
                            v.x().times(w.y()).minus(v.y().times(w.x())).dividedBy(square))
                    .plus(link.offset().back());
            q.add(graph.angle(turn.cosine(), turn.sine()));
            parent = links(robot, q).get(i).rotation();
        }
        links = links(robot, q);
        Vector<Symbol> a = directions.get(0);
        Vector<Symbol> b = directions.get(1);
        Vector<Symbol> c = directions.size() == 4 ? directions.get(2) : a.cross(b);
        Symbol volume = a.dot(b.cross(c));
        Symbol reciprocal = graph.constant(1).dividedBy(volume);
        inverse = List.of(
                b.cross(c).times(reciprocal),
                c.cross(a).times(reciprocal),
                a.cross(b).times(reciprocal));
        independence = front.independence().times(volume).times(volume);
    }

    /** The links that the first joints move. */
    private static <S extends Scalar<S>> List<Placement<S>> links(CompactRobot<S> robot, List<S> first) {
        return new CompactRobot<>(robot.gravityInBase(), robot.links().subList(0, first.size() + 1))
                .baseFromLinks(first);
    }

    /** The axis of a link in its parent's frame. */
    private Vector<Symbol> axis(int link) {
        return axis(robot.link(link), robot.constant(1));
    }

    private static <S extends Scalar<S>> Vector<S> axis(CompactLink<S> link, S one) {
        return link.across().aboutZ(link.tilt().aboutX(Vector.alongZ(one)));
    }

    /** 1 or −1: on which side of the first and the last axis the one between them is in the home pose. */
    private double side(Leg leg, double[] home) {
        CompactRobot<Real> numbers = CompactRobots.of(leg.model(), Real::new, Map.of(), Map.of());
        List<Placement<Real>> at =
                numbers.baseFromLinks(Arrays.stream(home).mapToObj(Real::new).toList());
        Vector<Real> first = at.get(near + 1).rotation().axisZ();
        Vector<Real> last = at.get(numbers.jointCount()).rotation().axisZ();
        return Math.signum(
                first.cross(last).dot(at.get(near + 2).rotation().axisZ()).value());
    }

    /** The axes beyond the point: b = x a + y c + z a × c between a and c, with a·b and b·c as the links have them. */
    private List<Vector<Symbol>> directions(Vector<Symbol> a, Vector<Symbol> c, double side) {
        if (robot.jointCount() - near == 2) {
            return new ArrayList<>(List.of(a, c));
        }
        Vector<Symbol> normal = a.cross(c);
        Symbol square = normal.dot(normal);
        Symbol ab = axis(near + 2).z();
        Symbol bc = axis(near + 3).z();
        Symbol ac = a.dot(c);
        Symbol x = ab.minus(bc.times(ac)).dividedBy(square);
        Symbol y = bc.minus(ab.times(ac)).dividedBy(square);
        Symbol rest = robot.constant(1).minus(x.times(ab)).minus(y.times(bc));
        Symbol z = rest.dividedBy(square).squareRoot().times(robot.constant(side));
        return new ArrayList<>(List.of(a, a.times(x).plus(c.times(y)).plus(normal.times(z)), c));
    }

    @Override
    public List<Placement<Symbol>> links() {
        return links;
    }

    @Override
    public Symbol independence() {
        return independence;
    }

    /** The axis of a joint in world axes, zero of a slide. */
    private Vector<Symbol> turn(int joint) {
        return robot.link(joint + 1).turns() ? links.get(joint + 1).rotation().axisZ() : Vector.zero(robot.constant(0));
    }

    /** Of turns beyond the point, the inverse of their axes times what joints before it leave to them. */
    @Override
    public List<Symbol> row(int joint) {
        if (joint < near) {
            return front.row(joint);
        }
        Vector<Symbol> own = inverse.get(joint - near);
        Symbol zero = robot.constant(0);
        List<Symbol> row = new ArrayList<>(List.of(zero, zero, zero));
        row.addAll(own.toList());
        for (int j = 0; j < near; j++) {
            Symbol taken = own.dot(turn(j));
            for (int k = 0; k < row.size(); k++) {
                row.set(k, row.get(k).minus(taken.times(front.row(j).get(k))));
            }
        }
        return row;
    }

    /** The last turns accelerate as the platform does, less Σ z q̈ of the joints before them and Σ ω × z q̇ of all. */
    @Override
    public List<Symbol> efforts(CompactRobot<Symbol> moved, Twist velocity, Twist acceleration) {
        List<Symbol> qd = new ArrayList<>(front.velocities(velocity));
        List<Symbol> qdd = new ArrayList<>(front.accelerations(qd, velocity, acceleration));
        for (int j = near; j < robot.jointCount(); j++) {
            List<Symbol> row = row(j);
            qd.add(velocity.linear()
                    .dot(new Vector<>(row.get(0), row.get(1), row.get(2)))
                    .plus(velocity.angular().dot(new Vector<>(row.get(3), row.get(4), row.get(5)))));
        }
        Vector<Symbol> omega = Vector.zero(robot.constant(0));
        Vector<Symbol> rest = acceleration.angular();
        for (int j = 0; j < robot.jointCount(); j++) {
            Vector<Symbol> spin = turn(j).times(qd.get(j));
            rest = rest.minus(omega.cross(spin));
            if (j < near) {
                rest = rest.minus(turn(j).times(qdd.get(j)));
            }
            omega = omega.plus(spin);
        }
        for (int j = near; j < robot.jointCount(); j++) {
            qdd.add(inverse.get(j - near).dot(rest));
        }
        return new CompactNewtonEuler<>(moved, q, qd, qdd).torques();
    }
}
