package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.SymbolicLeg.Twist;
import dev.catena.textbook.Placement;
import java.util.List;

/** A leg of a parallel robot on symbols, placed by the pose of the platform. */
interface PlacedLeg {
    /** Where the links are, in world axes, the base first. */
    List<Placement<Symbol>> links();

    /** A row of K, six numbers: how a joint moves with the platform. */
    List<Symbol> row(int joint);

    /**
     * Γ of the leg, cut off, while the platform moves.
     *
     * @param moved with the frames of the leg, and any inertias
     */
    List<Symbol> efforts(CompactRobot<Symbol> moved, Twist velocity, Twist acceleration);

    /** How independent the joints are, 0 to 1, squared. */
    Symbol independence();
}
