package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.mechanism.LoopBounds;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The equations of cut joints on symbols, [Khalil 4], for whoever closes the loops by steps of their own. */
public final class LoopTracing {
    private LoopTracing() {}

    /**
     * What is open, its Jacobian by rows, J̇q̇, and how coordinates of cut joints with friction change with the joints, for
     * positions and velocities of all joints; rows that are the same in all poses are left out.
     */
    public static List<OutputVector> equations(RobotModel model) {
        Graph graph = new Graph();
        int n = model.jointCount();
        List<Symbol> q = graph.input("q", n);
        List<Symbol> qd = graph.input("qd", n);
        RobotModel tree = model.openTree();
        LoopRows rows = new LoopRows(
                n,
                LoopChain.of(model),
                graph,
                CompactRobots.of(tree, graph::constant, Map.of(), Map.of()),
                LoopChain.CutFrames.of(tree, graph::constant),
                new SymbolicCouplings<>(model, graph::constant),
                LoopBounds.of(model).length());
        List<List<Symbol>> columns = rows.jacobian(q);
        List<Symbol> open = rows.at(q);
        List<Symbol> jacobian = new ArrayList<>();
        for (int row = 0; row < open.size(); row++) {
            for (List<Symbol> column : columns) {
                jacobian.add(column.get(row));
            }
        }
        List<OutputVector> outputs = new ArrayList<>(List.of(
                new OutputVector("open", open),
                new OutputVector("jacobian", jacobian),
                new OutputVector("bias", rows.bias(q, qd))));
        List<Symbol> rubbing = rows.rubbing(q);
        if (!rubbing.isEmpty()) {
            outputs.add(new OutputVector("rubbing", rubbing));
        }
        return outputs;
    }
}
