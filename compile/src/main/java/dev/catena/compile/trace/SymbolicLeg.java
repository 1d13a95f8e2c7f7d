package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Substitution;
import dev.catena.compile.graph.Symbol;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A leg of a parallel robot that a formula places, on symbols, [Khalil 64–66]; it is tied by a point and has three joints. */
final class SymbolicLeg implements PlacedLeg {
    private static final int JOINTS = 3;

    private final CompactRobot<Symbol> robot;
    private final List<Symbol> q;

    /** P: from the platform's origin to the tip, in world axes. */
    private final Vector<Symbol> arm;

    private final List<Symbol> y;
    private final List<Symbol> v;
    private final List<Symbol> bias;

    /** Rows of J⁻¹. */
    private final List<Vector<Symbol>> inverse;

    private final Symbol independence;

    /**
     * Places a leg.
     *
     * @param end the tip on the last link
     * @param sides which of its poses is meant
     * @param arm from the platform's origin to the tip, in world axes
     */
    SymbolicLeg(
            Graph graph,
            CompactRobot<Symbol> robot,
            Vector<Symbol> end,
            LegFormulas.Sides sides,
            Vector<Symbol> origin,
            Vector<Symbol> arm) {
        this.arm = arm;
        this.robot = robot;
        q = new LegFormulas<>(robot, end, sides).coordinates(origin.plus(arm), graph::angle);
        y = graph.unknowns(JOINTS);
        v = graph.unknowns(JOINTS);
        List<Symbol> tip = robot.baseFromLinks(y).get(JOINTS).apply(end).toList();
        bias = Differentiation.directional(Differentiation.directional(tip, y, v), y, v);
        List<Vector<Symbol>> columns = new ArrayList<>();
        for (int k = 0; k < JOINTS; k++) {
            List<Symbol> unit = new ArrayList<>(Collections.nCopies(JOINTS, graph.constant(0)));
            unit.set(k, graph.constant(1));
            columns.add(vector(Substitution.of(Differentiation.directional(tip, y, unit), y, q)));
        }
        Vector<Symbol> a = columns.get(0);
        Vector<Symbol> b = columns.get(1);
        Vector<Symbol> c = columns.get(2);
        Vector<Symbol> across = b.cross(c);
        Symbol volume = a.dot(across);
        Symbol one = graph.constant(1);
        Symbol reciprocal = one.dividedBy(volume);
        inverse = List.of(
                across.times(reciprocal),
                c.cross(a).times(reciprocal),
                a.cross(b).times(reciprocal));
        independence = volume.times(volume).dividedBy(a.dot(a).times(b.dot(b)).times(c.dot(c)));
    }

    private static Vector<Symbol> vector(List<Symbol> three) {
        return new Vector<>(three.get(0), three.get(1), three.get(2));
    }

    /** Of the columns of J. */
    @Override
    public Symbol independence() {
        return independence;
    }

    /** A row of K = J⁻¹J_v. */
    @Override
    public List<Symbol> row(int joint) {
        List<Symbol> row = new ArrayList<>(inverse.get(joint).toList());
        row.addAll(arm.cross(inverse.get(joint)).toList());
        return row;
    }

    List<Symbol> coordinates() {
        return q;
    }

    /** q̇ = K V. */
    List<Symbol> velocities(Twist velocity) {
        return inverse.stream().map(velocity.at(arm)::dot).toList();
    }

    @Override
    public List<Placement<Symbol>> links() {
        return robot.baseFromLinks(q);
    }

    CompactEnergy<Symbol> energy(Twist velocity) {
        return new CompactEnergy<>(robot, q, velocities(velocity));
    }

    /** Γ of the leg, cut off, while the platform moves. */
    List<Symbol> efforts(Twist velocity, Twist acceleration) {
        return efforts(robot, velocity, acceleration);
    }

    @Override
    public List<Symbol> efforts(CompactRobot<Symbol> moved, Twist velocity, Twist acceleration) {
        List<Symbol> qd = velocities(velocity);
        List<Symbol> qdd = accelerations(qd, velocity, acceleration);
        return new CompactNewtonEuler<>(moved, q, qd, qdd).torques();
    }

    /** q̈ = J⁻¹(J_v V̇ + ω × (ω × P) − J̇q̇). */
    List<Symbol> accelerations(List<Symbol> qd, Twist velocity, Twist acceleration) {
        List<Symbol> symbols = new ArrayList<>(y);
        symbols.addAll(v);
        List<Symbol> values = new ArrayList<>(q);
        values.addAll(qd);
        Vector<Symbol> centripetal = velocity.angular().cross(velocity.angular().cross(arm));
        Vector<Symbol> rest =
                acceleration.at(arm).plus(centripetal).minus(vector(Substitution.of(bias, symbols, values)));
        return inverse.stream().map(rest::dot).toList();
    }

    List<List<Symbol>> massMatrix() {
        return new CompositeBodies<>(robot, q).massMatrix();
    }

    /** Velocity or acceleration of the platform's origin, and angular, in world axes. */
    record Twist(Vector<Symbol> linear, Vector<Symbol> angular) {
        Vector<Symbol> at(Vector<Symbol> arm) {
            return linear.plus(angular.cross(arm));
        }
    }
}
