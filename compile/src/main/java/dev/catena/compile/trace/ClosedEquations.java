package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.mechanism.LoopBounds;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Closed loops in a pose that closes them, on symbols: how all joints move with the independent ones, and efforts with them, [Khalil 4]. */
public final class ClosedEquations {
    private final SymbolicLoops loops;
    private final SymbolicCouplings<Symbol> couplings;
    private final Graph graph;
    private final int independent;

    /** @param q coordinates of all joints, of which those that follow others are not given */
    public ClosedEquations(RobotModel model, Graph graph, SymbolicRobot<Symbol> robot, List<Symbol> q) {
        this.graph = graph;
        couplings = new SymbolicCouplings<>(model, graph::constant);
        List<Symbol> given = model.loops().independentJoints().stream()
                .map(joint -> q.get(model.coordinate(joint)))
                .toList();
        independent = given.size();
        loops = new SymbolicLoops(
                model, graph, robot.robot(), robot::cutFrame, couplings, LoopFormula.ofPose(model), given, q);
    }

    /** q, q̇ and q̈ of the tree. */
    public List<List<Symbol>> motion(List<Symbol> velocity, List<Symbol> acceleration) {
        return loops.motion(velocity, acceleration);
    }

    /** Efforts of the active joints from those of the tree, in the motion that was asked for last. */
    public List<Symbol> efforts(List<Symbol> ofTree) {
        return loops.efforts(ofTree, 0);
    }

    /** GᵀMG. */
    public List<List<Symbol>> gatherMatrix(List<List<Symbol>> ofTree) {
        return loops.gatherMatrix(ofTree, 0);
    }

    /** Columns by independent joint from those by joint of the tree. */
    public List<List<Symbol>> gatherColumns(List<List<Symbol>> ofTree) {
        List<List<Symbol>> columns = new ArrayList<>();
        for (int k = 0; k < independent; k++) {
            List<Symbol> motion = couplings.expand(rates(k));
            List<Symbol> sum = new ArrayList<>(Collections.nCopies(ofTree.get(0).size(), graph.constant(0)));
            for (int j = 0; j < ofTree.size(); j++) {
                for (int r = 0; r < sum.size(); r++) {
                    sum.set(r, sum.get(r).plus(ofTree.get(j).get(r).times(motion.get(j))));
                }
            }
            columns.add(sum);
        }
        return columns;
    }

    /** How all joints move with an independent one, a column of G. */
    public List<Symbol> rates(int k) {
        return loops.rates(k);
    }

    /** What must vanish where loops are closed, in m and as sines; numbers are left out. */
    public static <S extends Scalar<S>> List<S> closure(RobotModel model, SymbolicRobot<S> robot, List<S> q) {
        List<S> rows = new ArrayList<>();
        for (LoopChain chain : LoopChain.of(model)) {
            rows.addAll(ClosureRows.of(
                    chain, robot.robot(), robot::cutFrame, q, robot.robot().constant(1)));
        }
        return rows;
    }

    /**
     * Two rows of {@link #closure} that determine two joints.
     *
     * @param one coordinate of the first
     */
    public record Pair(int row, int one, int two) {}

    /** Loops that determine two joints each, one after the other; empty if they do so in another way. */
    public static List<Pair> pairs(RobotModel model) {
        List<LoopChain> chains = LoopChain.of(model);
        if (!chains.stream().allMatch(LoopChain::isPinned)) {
            return List.of();
        }
        CompactRobot<?> robot = CompactRobots.ungrouped(model.openTree(), Real::new);
        List<String> cuts = chains.stream().map(chain -> chain.cut().name()).toList();
        return DyadLoops.dyads(model, LoopBounds.of(model).length()).stream()
                .map(dyad -> new Pair(
                        2 * cuts.indexOf(dyad.chain().cut().name()),
                        robot.link(dyad.one()).coordinate(),
                        robot.link(dyad.two()).coordinate()))
                .toList();
    }
}
