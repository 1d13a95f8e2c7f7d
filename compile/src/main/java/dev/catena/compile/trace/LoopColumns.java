package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import java.util.List;

/** Factors of J_p, the Jacobian of the loops' rows by dependent joints. */
interface LoopColumns {
    /** The x of least ‖J_p x − b‖. */
    List<Symbol> solve(List<Symbol> b);

    /** The y of least norm with J_pᵀ y = c. */
    List<Symbol> solveTransposed(List<Symbol> c);

    /** ‖J_p⁺‖² by Frobenius. */
    Symbol inverseNormSquared();

    /** By orthogonal columns, which suits all loops. */
    static LoopColumns orthogonal(Symbol zero, List<List<Symbol>> columns) {
        OrthogonalColumns<Symbol> factors = new OrthogonalColumns<>(zero, columns);
        return new LoopColumns() {
            @Override
            public List<Symbol> solve(List<Symbol> b) {
                return factors.solve(b);
            }

            @Override
            public List<Symbol> solveTransposed(List<Symbol> c) {
                return factors.solveTransposed(c);
            }

            @Override
            public Symbol inverseNormSquared() {
                return factors.inverseNormSquared();
            }
        };
    }
}
