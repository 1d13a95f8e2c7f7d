package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Substitution;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The equations of cut joints, [Khalil 4], as functions of joint coordinates that are not known yet: rows, their Jacobian J and
 * J̇q̇, each to be taken at any pose. They are written in the frame of the last link that both sides of a loop have; of loops
 * in a plane, two are left. Lengths are divided by a length of the robot. Orientations count by sines, which vanish
 * for half a turn too: whoever solves the equations has to begin near the solution.
 */
final class LoopRows {
    private final Graph graph;
    private final List<Symbol> y;
    private final List<Symbol> v;
    private final List<Symbol> rows = new ArrayList<>();

    /** By cut joint: its rows. */
    private final Map<String, Span> spans = new LinkedHashMap<>();

    /**
     * Rows one after the other.
     *
     * @param which of the cut joint's equations they are
     */
    record Span(int first, List<Integer> which) {
        int count() {
            return which.size();
        }
    }

    /** Those of the equations of one cut joint that depend on the pose. */
    private final List<Integer> kept = new ArrayList<>();

    private int equations;

    /** Squares of rows that are the same in all poses. */
    private double constant;

    private final List<List<Symbol>> columns = new ArrayList<>();

    /** Cut joints with friction: how their coordinates change with those of the tree. */
    private final List<Rubbing> rubbing = new ArrayList<>();

    private record Rubbing(String cut, JointFriction<Symbol> friction, List<Symbol> rates) {}

    private final List<Symbol> bias;

    LoopRows(
            int n,
            List<LoopChain> chains,
            Graph graph,
            CompactRobot<Symbol> robot,
            CutFrames<Symbol> cuts,
            SymbolicCouplings<Symbol> couplings,
            double length) {
        this.graph = graph;
        y = graph.unknowns(n);
        v = graph.unknowns(n);
        Symbol perLength = graph.constant(1 / length);
        List<Symbol> inTree = couplings.expand(y);
        for (LoopChain chain : chains) {
            CutJoint cut = chain.cut();
            Placement<Symbol> first = chain.branch(robot, cuts, true, inTree).end();
            Placement<Symbol> second = chain.branch(robot, cuts, false, inTree).end();
            int before = rows.size();
            kept.clear();
            equations = 0;
            addRows(ClosureRows.of(chain, first, second, perLength));
            spans.put(cut.name(), new Span(before, List.copyOf(kept)));
            if (!cut.friction().isZero()) {
                rubbing.add(new Rubbing(
                        cut.name(),
                        JointFriction.of(cut.friction(), Friction.NONE, graph::constant),
                        rates(cut, first, second)));
            }
        }
        for (int k = 0; k < n; k++) {
            columns.add(Differentiation.directional(rows, y, unit(k)));
        }
        bias = Differentiation.directional(Differentiation.directional(rows, y, v), y, v);
    }

    private List<Symbol> unit(int k) {
        List<Symbol> direction = new ArrayList<>(Collections.nCopies(y.size(), graph.constant(0)));
        direction.set(k, graph.constant(1));
        return direction;
    }

    /** How the one coordinate of a cut joint changes with those of the tree, where its loop is closed. */
    private List<Symbol> rates(CutJoint cut, Placement<Symbol> first, Placement<Symbol> second) {
        Matrix<Symbol> r1 = first.rotation().transpose();
        Matrix<Symbol> r2 = second.rotation().transpose();
        List<Symbol> rates = new ArrayList<>();
        if (cut.kind() == CutKind.PRISMATIC) {
            Symbol distance = r1.z().dot(second.position().minus(first.position()));
            for (int k = 0; k < y.size(); k++) {
                rates.addAll(Differentiation.directional(List.of(distance), y, unit(k)));
            }
            return rates;
        }
        // the angle of (c, s) changes by c ds − s dc
        Symbol c = r1.x().dot(r2.x());
        Symbol s = r1.y().dot(r2.x());
        for (int k = 0; k < y.size(); k++) {
            List<Symbol> change = Differentiation.directional(List.of(c, s), y, unit(k));
            rates.add(c.times(change.get(1)).minus(s.times(change.get(0))));
        }
        return rates;
    }

    /** What friction in cut joints adds to the efforts of the tree, by joint. */
    List<Symbol> friction(List<Symbol> pose, List<Symbol> velocity) {
        List<Symbol> sums = new ArrayList<>(Collections.nCopies(y.size(), graph.constant(0)));
        for (Rubbing joint : rubbing) {
            List<Symbol> rates = Substitution.of(joint.rates(), y, pose);
            Symbol effort = effort(joint, rates, velocity);
            for (int k = 0; k < rates.size(); k++) {
                sums.set(k, sums.get(k).plus(rates.get(k).times(effort)));
            }
        }
        return sums;
    }

    private Symbol effort(Rubbing joint, List<Symbol> rates, List<Symbol> velocity) {
        Symbol speed = graph.constant(0);
        for (int k = 0; k < rates.size(); k++) {
            speed = speed.plus(rates.get(k).times(velocity.get(k)));
        }
        return joint.friction().effort(speed);
    }

    /** What moves the one coordinate of a cut joint against its friction. */
    Symbol friction(CutJoint cut, List<Symbol> pose, List<Symbol> velocity) {
        Symbol sum = graph.constant(0);
        for (Rubbing joint : rubbing) {
            if (joint.cut().equals(cut.name())) {
                sum = sum.plus(effort(joint, Substitution.of(joint.rates(), y, pose), velocity));
            }
        }
        return sum;
    }

    /** Multipliers by equation of a cut joint, from those of all rows. */
    List<Symbol> of(CutJoint cut, List<Symbol> multipliers) {
        Span span = of(cut);
        List<Symbol> all = new ArrayList<>(Collections.nCopies(6, graph.constant(0)));
        for (int k = 0; k < span.count(); k++) {
            all.set(span.which().get(k), multipliers.get(span.first() + k));
        }
        return all;
    }

    /** How the coordinates of cut joints with friction change with those of the tree, one joint after the other. */
    List<Symbol> rubbing(List<Symbol> pose) {
        return Substitution.of(
                rubbing.stream().flatMap(joint -> joint.rates().stream()).toList(), y, pose);
    }

    private void addRows(List<Symbol> some) {
        for (Symbol row : some) {
            if (row.isConstant()) {
                constant += row.value() * row.value();
            } else {
                rows.add(row);
                kept.add(equations);
            }
            equations++;
        }
    }

    /** The rows of a cut joint, without those that are the same in all poses. */
    Span of(CutJoint cut) {
        return Objects.requireNonNull(spans.get(cut.name()));
    }

    /** The rows at a pose. */
    List<Symbol> at(List<Symbol> pose) {
        return Substitution.of(rows, y, pose);
    }

    /** The sum of the squares of all rows. */
    Symbol square(List<Symbol> values) {
        Symbol sum = graph.constant(constant);
        for (Symbol value : values) {
            sum = sum.plus(value.times(value));
        }
        return sum;
    }

    /** J at a pose, column by column. */
    List<List<Symbol>> jacobian(List<Symbol> pose) {
        List<Symbol> all =
                Substitution.of(columns.stream().flatMap(List::stream).toList(), y, pose);
        int m = rows.size();
        List<List<Symbol>> result = new ArrayList<>();
        for (int k = 0; k < columns.size(); k++) {
            result.add(all.subList(k * m, (k + 1) * m));
        }
        return result;
    }

    /** J̇q̇: the second derivative of the rows for q̈ = 0. */
    List<Symbol> bias(List<Symbol> pose, List<Symbol> velocity) {
        List<Symbol> symbols = new ArrayList<>(y);
        symbols.addAll(v);
        List<Symbol> values = new ArrayList<>(pose);
        values.addAll(velocity);
        return Substitution.of(bias, symbols, values);
    }
}
