package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.mechanism.LoopBounds;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Closed loops on symbols. Joints of parallelograms go along by a formula ({@link AffineLoops}), and so do those of four-bars,
 * slider-cranks and the like ({@link DyadLoops}). Otherwise, from a closed pose that is given, one step along the tangent and {@value #STEPS} of Newton's method
 * lead to that of given independent joints. G = ∂q_tr/∂q_a there takes velocities, accelerations and efforts from one to the
 * other, [Khalil 4]. Dependent coordinates that were found count as given ones for derivatives: they change with G, however
 * they were found.
 */
final class SymbolicLoops {
    /** Enough to square 1/5 down to rounding, which is how near the tangent of a proven stride leads. */
    static final int STEPS = 5;

    private final Graph graph;
    private final CutFrames<Symbol> cuts;
    private final SymbolicCouplings<Symbol> couplings;
    private final LoopBounds bounds;
    private final List<LoopChain> chains;
    private final LoopRows rows;
    private final int n;
    private final int[] independent;
    private final int[] dependent;
    private final int[] active;

    /** By joint: what one unit of its coordinate counts as. */
    private final double[] scale;

    private final List<PairedColumns.Pair> pairs;
    private final boolean isAffine;
    private final List<Symbol> given;

    /** Of dyads, turns that are known by sine and cosine are known by these alone. */
    private final List<Symbol> q;

    /** The same, of which all are numbers. */
    private final List<Symbol> pose;

    /** By dependent joint: what is known of it, its coordinate or cosine and sine, on which the rest depends. */
    private final Map<Integer, Turn<Symbol>> turns;

    private final LoopColumns factors;

    /** G, by joint. */
    private final List<List<Symbol>> rates = new ArrayList<>();

    private final List<Symbol> doubts;

    /** Of cut joints, by joint, in the motion of {@link #motion}. */
    private List<Symbol> friction = List.of();

    /**
     * Closes the loops.
     *
     * @param formula the formulas that all joints follow
     * @param given coordinates of the independent joints
     * @param cuts where cut joints are on the links
     * @param start coordinates of all joints in a closed pose nearby, or in the one that is meant; not read if there is a formula
     */
    SymbolicLoops(
            RobotModel model,
            Graph graph,
            CompactRobot<Symbol> robot,
            CutFrames<Symbol> cuts,
            SymbolicCouplings<Symbol> couplings,
            LoopFormula formula,
            List<Symbol> given,
            List<Symbol> start) {
        this.graph = graph;
        this.cuts = cuts;
        AffineLoops affine = formula.affine();
        DyadLoops dyads = formula.dyads();
        isAffine = affine != null;
        this.couplings = couplings;
        this.given = given;
        bounds = LoopBounds.of(model);
        chains = LoopChain.of(model);
        n = model.jointCount();
        rows = new LoopRows(n, chains, graph, robot, cuts, couplings, bounds.length());
        independent = coordinates(model, model.loops().independentJoints());
        active = coordinates(model, model.loops().activeJoints());
        dependent = IntStream.range(0, n)
                .filter(k -> Arrays.stream(independent).noneMatch(i -> i == k))
                .toArray();
        scale = model.movingJoints().stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? bounds.length() : 1)
                .toArray();

        pairs = pairs(robot, formula.order());
        if (affine != null) {
            q = affine(affine);
            pose = q;
            turns = Map.of();
            factors = factored(rows.jacobian(q));
            for (double[] row : affine.rates()) {
                rates.add(Arrays.stream(row).mapToObj(graph::constant).toList());
            }
            doubts = List.of(condition());
            return;
        }
        if (dyads != null) {
            DyadLoops.Closed<Symbol> closed = dyads.close(robot, cuts, pose(zeros(dependent.length)), graph::angle);
            q = closed.q();
            turns = closed.turns();
            pose = angles(dyads.assembly());
            List<List<Symbol>> jacobian = rows.jacobian(q);
            factors = factored(jacobian);
            setRates(jacobian);
            doubts = List.of(closed.miss().squareRoot().squareRoot(), condition());
            return;
        }
        Found found = formula.isPoseGiven() ? null : found(start);
        q = found == null ? start : found.pose();
        pose = q;
        turns = Map.of();
        List<List<Symbol>> last = rows.jacobian(q);
        factors = factored(last);
        setRates(last);
        doubts = found == null ? List.of() : doubts(start, found);
    }

    /** Turns as angles, within half a turn of the assembly. */
    private List<Symbol> angles(double[] assembly) {
        List<Symbol> all = new ArrayList<>(q);
        turns.forEach((joint, turn) -> all.set(joint, Arc.angle(turn, assembly[joint])));
        return all;
    }

    /** A pose, and how it was found. */
    private record Found(
            List<Symbol> pose,
            LoopColumns startFactors,
            List<Symbol> change,
            List<Symbol> tangent,
            List<Symbol> predicted) {}

    private Found found(List<Symbol> start) {
        List<List<Symbol>> jacobian = rows.jacobian(start);
        LoopColumns startFactors = factored(jacobian);
        List<Symbol> change = IntStream.range(0, given.size())
                .mapToObj(k -> given.get(k).minus(start.get(independent[k])))
                .toList();
        List<Symbol> tangent = startFactors.solve(times(jacobian, independent, change)).stream()
                .map(Symbol::negate)
                .toList();
        List<Symbol> predicted = pose(IntStream.range(0, dependent.length)
                .mapToObj(d -> start.get(dependent[d]).plus(tangent.get(d).times(graph.constant(scale[dependent[d]]))))
                .toList());
        List<Symbol> pose = predicted;
        for (int step = 0; step < STEPS; step++) {
            pose = improved(pose);
        }
        return new Found(pose, startFactors, change, tangent, predicted);
    }

    /** q = G q_a + c. */
    private List<Symbol> affine(AffineLoops formula) {
        List<Symbol> pose = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Symbol sum = graph.constant(formula.constants()[i]);
            for (int k = 0; k < given.size(); k++) {
                sum = sum.plus(given.get(k).times(graph.constant(formula.rates()[i][k])));
            }
            pose.add(sum);
        }
        return pose;
    }

    private static int[] coordinates(RobotModel model, List<String> joints) {
        return joints.stream().mapToInt(model::coordinate).toArray();
    }

    private LoopColumns factored(List<List<Symbol>> jacobian) {
        List<List<Symbol>> columns = new ArrayList<>();
        for (int d : dependent) {
            Symbol unit = graph.constant(scale[d]);
            columns.add(jacobian.get(d).stream().map(entry -> entry.times(unit)).toList());
        }
        return pairs.isEmpty()
                ? LoopColumns.orthogonal(graph.constant(0), columns)
                : new PairedColumns(graph.constant(0), columns, pairs);
    }

    /** Pairs of dependent joints that loops determine one after the other; empty if they do so in another way. */
    private List<PairedColumns.Pair> pairs(CompactRobot<Symbol> robot, List<Dyad> dyads) {
        List<PairedColumns.Pair> found = new ArrayList<>();
        for (Dyad dyad : dyads) {
            LoopRows.Span span = rows.of(dyad.chain().cut());
            if (span.count() != 2) {
                return List.of();
            }
            found.add(new PairedColumns.Pair(
                    span.first(),
                    Arrays.binarySearch(dependent, robot.link(dyad.one()).coordinate()),
                    Arrays.binarySearch(dependent, robot.link(dyad.two()).coordinate())));
        }
        return found;
    }

    /** J u of some joints. */
    private List<Symbol> times(List<List<Symbol>> jacobian, int[] joints, List<Symbol> u) {
        List<Symbol> sums = new ArrayList<>();
        for (int r = 0; r < jacobian.get(0).size(); r++) {
            Symbol sum = graph.constant(0);
            for (int k = 0; k < joints.length; k++) {
                sum = sum.plus(jacobian.get(joints[k]).get(r).times(u.get(k)));
            }
            sums.add(sum);
        }
        return sums;
    }

    /** All joints, of which the dependent ones are where told. */
    private List<Symbol> pose(List<Symbol> ofDependent) {
        Symbol[] all = new Symbol[n];
        for (int k = 0; k < independent.length; k++) {
            all[independent[k]] = given.get(k);
        }
        for (int d = 0; d < dependent.length; d++) {
            all[dependent[d]] = ofDependent.get(d);
        }
        return List.of(all);
    }

    /** One step of Newton's method. */
    private List<Symbol> improved(List<Symbol> pose) {
        List<Symbol> step = factored(rows.jacobian(pose)).solve(rows.at(pose));
        return pose(IntStream.range(0, dependent.length)
                .mapToObj(d -> pose.get(dependent[d]).minus(step.get(d).times(graph.constant(scale[dependent[d]]))))
                .toList());
    }

    /** G_p = −J_p⁺ J_a, [Khalil 56]. */
    private void setRates(List<List<Symbol>> jacobian) {
        List<List<Symbol>> byIndependent = new ArrayList<>();
        for (int k : independent) {
            byIndependent.add(ofDependent(jacobian.get(k)));
        }
        for (int i = 0; i < n; i++) {
            int joint = i;
            rates.add(IntStream.range(0, independent.length)
                    .mapToObj(k -> independent[k] == joint
                            ? graph.constant(1)
                            : byIndependent.get(k).get(joint))
                    .toList());
        }
    }

    /** −J_p⁺ b, by joint; zero for independent ones. */
    private List<Symbol> ofDependent(List<Symbol> b) {
        Symbol[] all = new Symbol[n];
        Arrays.fill(all, graph.constant(0));
        List<Symbol> solution = factors.solve(b);
        for (int d = 0; d < dependent.length; d++) {
            all[dependent[d]] =
                    solution.get(d).times(graph.constant(scale[dependent[d]])).negate();
        }
        return List.of(all);
    }

    /**
     * What must be small: the residual, and that of the start; the stride βLs, and that with βL times the way from the
     * tangent's end; and β times the longest arm at the end.
     */
    private List<Symbol> doubts(List<Symbol> start, Found found) {
        List<Symbol> change = found.change();
        Symbol square = graph.constant(0);
        for (int k = 0; k < change.size(); k++) {
            Symbol scaled = change.get(k).times(graph.constant(1 / scale[independent[k]]));
            square = square.plus(scaled.times(scaled));
        }
        for (Symbol t : found.tangent()) {
            square = square.plus(t.times(t));
        }
        Symbol moved = graph.constant(0);
        for (int d : dependent) {
            Symbol scaled = q.get(d).minus(found.predicted().get(d)).times(graph.constant(1 / scale[d]));
            moved = moved.plus(scaled.times(scaled));
        }
        Symbol beta = found.startFactors().inverseNormSquared().squareRoot();
        Symbol bend = beta.times(curvature(start, beta));
        Symbol stride = bend.times(square.squareRoot());
        return List.of(
                rows.square(rows.at(q)).squareRoot(),
                rows.square(rows.at(start)).squareRoot(),
                stride,
                stride.plus(bend.times(moved.squareRoot())),
                condition());
    }

    /** β times the longest arm. */
    private Symbol condition() {
        return factors.inverseNormSquared().squareRoot().times(graph.constant(bounds.reach()));
    }

    /** L within 1/(βL) of the start. */
    private Symbol curvature(List<Symbol> start, Symbol beta) {
        Symbol sum = graph.constant(bounds.curvature());
        Symbol around = graph.constant(0);
        if (bounds.curvature() > 0) {
            around = graph.constant(1 / (Math.sqrt(bounds.stretch()) * bounds.curvature()))
                    .dividedBy(beta);
        }
        for (LoopBounds.Slide slide : bounds.slides()) {
            Symbol at = start.get(slide.coordinate())
                    .times(graph.constant(slide.factor()))
                    .plus(graph.constant(slide.offset()));
            Symbol distance = at.times(at).squareRoot().times(graph.constant(1 / bounds.length()));
            sum = sum.plus(distance.plus(around).times(graph.constant(slide.growth())));
        }
        return sum.times(graph.constant(bounds.stretch()));
    }

    int independentCount() {
        return independent.length;
    }

    /** Coordinates of all joints in the closed pose. */
    List<Symbol> pose() {
        return pose;
    }

    /** What must be small for the pose to be right, numbers that are compared with {@link LoopDoubts#largest}. */
    List<Symbol> doubts() {
        return doubts;
    }

    /** G u, with what must be added to it. */
    private List<Symbol> times(List<Symbol> u, List<Symbol> added) {
        List<Symbol> products = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Symbol sum = added.get(i);
            for (int k = 0; k < u.size(); k++) {
                sum = sum.plus(rates.get(i).get(k).times(u.get(k)));
            }
            products.add(sum);
        }
        return products;
    }

    private List<Symbol> zeros(int count) {
        return IntStream.range(0, count).mapToObj(k -> graph.constant(0)).toList();
    }

    /** q, q̇ = G q̇_a and q̈ = G q̈_a − J_p⁺J̇q̇ in the coordinates of the tree; what is not given is zero. */
    List<List<Symbol>> motion(List<Symbol> velocity, List<Symbol> acceleration) {
        List<Symbol> qd = velocity.isEmpty() ? zeros(n) : times(velocity, zeros(n));
        friction = rows.friction(q, qd);
        List<Symbol> bias = isAffine || velocity.isEmpty() ? zeros(n) : ofDependent(rows.bias(q, qd));
        List<Symbol> qdd = acceleration.isEmpty() ? bias : times(acceleration, bias);
        return List.of(couplings.expand(q), couplings.expand(qd), couplings.expand(qdd));
    }

    /** The same of efforts, to which friction in cut joints adds. */
    private List<Symbol> gatherWithFriction(List<Symbol> ofTree, int first) {
        List<Symbol> byJoint = new ArrayList<>(couplings.gather(ofTree, first));
        for (int k = 0; k < friction.size(); k++) {
            byJoint.set(first + k, byJoint.get(first + k).plus(friction.get(k)));
        }
        return timesTransposed(byJoint, first);
    }

    /** Gᵀ of a vector of the tree, behind some numbers of the base. */
    List<Symbol> gather(List<Symbol> inTree, int first) {
        return timesTransposed(couplings.gather(inTree, first), first);
    }

    private List<Symbol> timesTransposed(List<Symbol> byJoint, int first) {
        List<Symbol> sums = new ArrayList<>(byJoint.subList(0, first));
        for (int k = 0; k < independent.length; k++) {
            Symbol sum = graph.constant(0);
            for (int i = 0; i < n; i++) {
                sum = sum.plus(rates.get(i).get(k).times(byJoint.get(first + i)));
            }
            sums.add(sum);
        }
        return sums;
    }

    /** GᵀAG of a symmetric matrix. */
    List<List<Symbol>> gatherMatrix(List<List<Symbol>> matrix, int first) {
        List<List<Symbol>> narrow =
                matrix.stream().map(row -> gather(row, first)).toList();
        List<List<Symbol>> gathered = new ArrayList<>();
        for (int column = 0; column < first + independent.length; column++) {
            int c = column;
            gathered.add(gather(narrow.stream().map(row -> row.get(c)).toList(), first));
        }
        return gathered;
    }

    private boolean isOneForOne() {
        return Arrays.equals(active, independent);
    }

    private List<List<Symbol>> ratesOfActive() {
        return IntStream.range(0, independent.length)
                .mapToObj(k ->
                        Arrays.stream(active).mapToObj(a -> rates.get(a).get(k)).toList())
                .toList();
    }

    /** Efforts of the actuators from those of the tree, behind some numbers of the base: G_actᵀ Γ = Gᵀ Γ_tr, of least norm. */
    List<Symbol> efforts(List<Symbol> ofTree, int first) {
        List<Symbol> gathered = gatherWithFriction(ofTree, first);
        if (isOneForOne()) {
            return gathered;
        }
        List<Symbol> shared = new ArrayList<>(gathered.subList(0, first));
        shared.addAll(new OrthogonalColumns<>(graph.constant(0), ratesOfActive())
                .solveTransposed(gathered.subList(first, gathered.size())));
        return shared;
    }

    /** λ with Γ_tr = Γ_act + Jᵀλ, of least norm: what the cut joints carry, by row. */
    private List<Symbol> multipliers(List<Symbol> ofTree) {
        List<Symbol> byJoint = new ArrayList<>(couplings.gather(ofTree, 0));
        for (int k = 0; k < friction.size(); k++) {
            byJoint.set(k, byJoint.get(k).plus(friction.get(k)));
        }
        List<Symbol> efforts = efforts(ofTree, 0);
        for (int a = 0; a < active.length; a++) {
            byJoint.set(active[a], byJoint.get(active[a]).minus(efforts.get(a)));
        }
        return factors.solveTransposed(Arrays.stream(dependent)
                .mapToObj(d -> byJoint.get(d).times(graph.constant(scale[d])))
                .toList());
    }

    /** What the cut joints carry in a motion, from the efforts of the tree. */
    List<CutLoad> cutLoads(CompactRobot<Symbol> robot, List<Symbol> velocity, List<Symbol> ofTree) {
        List<Symbol> multipliers = multipliers(ofTree);
        List<CutLoad> loads = new ArrayList<>();
        for (LoopChain chain : chains) {
            loads.add(new CutLoad(
                    chain,
                    chain.branch(robot, cuts, true, couplings.expand(q)),
                    chain.branch(robot, cuts, false, couplings.expand(q)),
                    rows.of(chain.cut(), multipliers),
                    rows.friction(chain.cut(), q, velocity.subList(0, n)),
                    bounds.length()));
        }
        return loads;
    }

    /** What efforts of the actuators do at the independent joints, less what the tree takes. */
    List<Symbol> rest(List<Symbol> ofActive, List<Symbol> taken) {
        List<Symbol> gathered = gatherWithFriction(taken, 0);
        List<List<Symbol>> columns = ratesOfActive();
        List<Symbol> result = new ArrayList<>();
        for (int k = 0; k < independent.length; k++) {
            Symbol sum = gathered.get(k).negate();
            for (int a = 0; a < active.length; a++) {
                sum = sum.plus(columns.get(k).get(a).times(ofActive.get(a)));
            }
            result.add(sum);
        }
        return result;
    }

    /**
     * Nodes that stand for the pose: those of independent joints, then of dependent ones that do not go along evenly, cosines and
     * sines where these are known.
     */
    List<Symbol> poseNodes() {
        List<Symbol> nodes = new ArrayList<>(given);
        Set<Integer> taken = new HashSet<>();
        for (Symbol node : dependentNodes(dependentCoordinates(q), false)) {
            if (taken.add(node.node())) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** How these change when the independent joints do. */
    List<Symbol> poseRates(List<Symbol> ofIndependent) {
        List<Symbol> moved = times(ofIndependent, zeros(n));
        List<Symbol> changes = new ArrayList<>(ofIndependent);
        Set<Integer> taken = new HashSet<>();
        List<Symbol> nodes = dependentNodes(dependentCoordinates(q), false);
        List<Symbol> rated = dependentNodes(dependentCoordinates(moved), true);
        for (int k = 0; k < nodes.size(); k++) {
            if (taken.add(nodes.get(k).node())) {
                changes.add(rated.get(k));
            }
        }
        return changes;
    }

    /** The same when one of them does. */
    List<Symbol> poseRates(int independentJoint) {
        return poseRates(unit(independentJoint));
    }

    private List<Symbol> dependentCoordinates(List<Symbol> all) {
        return isAffine
                ? List.of()
                : Arrays.stream(dependent).mapToObj(all::get).toList();
    }

    /** Coordinates of dependent joints or their rates, as such or as those of cosine and sine. */
    private List<Symbol> dependentNodes(List<Symbol> x, boolean areRates) {
        List<Symbol> nodes = new ArrayList<>();
        for (int d = 0; d < x.size(); d++) {
            Turn<Symbol> turn = turns.get(dependent[d]);
            if (turn == null) {
                nodes.add(x.get(d));
            } else if (areRates) {
                nodes.add(turn.sine().times(x.get(d)).negate());
                nodes.add(turn.cosine().times(x.get(d)));
            } else {
                nodes.add(turn.cosine());
                nodes.add(turn.sine());
            }
        }
        return nodes;
    }

    /** A column of G. */
    List<Symbol> rates(int k) {
        return rates.stream().map(row -> row.get(k)).toList();
    }

    private List<Symbol> unit(int k) {
        return IntStream.range(0, independent.length)
                .mapToObj(j -> graph.constant(j == k ? 1 : 0))
                .toList();
    }

    /** ∂x/∂q_a row by row, the dependent joints going along. */
    List<Symbol> byPosition(List<Symbol> x) {
        List<List<Symbol>> columns = IntStream.range(0, independent.length)
                .mapToObj(k -> Differentiation.directional(x, poseNodes(), poseRates(k)))
                .toList();
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < x.size(); row++) {
            for (List<Symbol> column : columns) {
                entries.add(column.get(row));
            }
        }
        return entries;
    }

    /** Σ weights·∂²x by (q_a, others) twice, row by row; others do not depend on the pose. */
    List<Symbol> contractedHessian(List<Symbol> x, List<Symbol> weights, List<Symbol> others) {
        List<Symbol> nodes = poseNodes();
        List<Symbol> all = new ArrayList<>(nodes);
        all.addAll(others);
        List<Symbol> partial = Differentiation.reverse(x, weights, all);
        int m = independent.length;
        List<Symbol> gradient = new ArrayList<>();
        for (int k = 0; k < m; k++) {
            List<Symbol> changes = poseRates(k);
            Symbol sum = graph.constant(0);
            for (int i = 0; i < nodes.size(); i++) {
                sum = sum.plus(changes.get(i).times(partial.get(i)));
            }
            gradient.add(sum);
        }
        gradient.addAll(partial.subList(nodes.size(), partial.size()));
        int size = gradient.size();
        Symbol[] entries = new Symbol[size * size];
        for (int column = 0; column < size; column++) {
            List<Symbol> below = gradient.subList(column, size);
            List<Symbol> changes = column < m
                    ? Differentiation.directional(below, nodes, poseRates(column))
                    : Differentiation.forward(below, others.get(column - m));
            for (int row = column; row < size; row++) {
                entries[row * size + column] = changes.get(row - column);
                entries[column * size + row] = changes.get(row - column);
            }
        }
        return List.of(entries);
    }
}
