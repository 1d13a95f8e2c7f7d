package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.mechanism.parallel.DeltaLegGeometry;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.LegGeometry;
import dev.catena.mechanism.parallel.UniversalPrismaticGeometry;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import java.util.List;

/** Coordinates of legs from where their tips are, on symbols: angles by cosine and sine. */
final class LegFormulas {
    private final Graph graph;

    LegFormulas(Graph graph) {
        this.graph = graph;
    }

    /** @throws IllegalArgumentException for a leg whose formula is not known here */
    List<Symbol> coordinates(String robot, Leg leg, Vector<Symbol> tip) {
        LegGeometry geometry = leg.geometry();
        if (geometry instanceof UniversalPrismaticGeometry universal) {
            return universalPrismatic(universal, tip);
        }
        if (geometry instanceof DeltaLegGeometry delta) {
            return delta(delta, tip);
        }
        throw new IllegalArgumentException(
                "leg \"%s\" of parallel robot \"%s\" has no formula that code knows, but %s: compile toClosedLoops()"
                        .formatted(
                                leg.name(),
                                robot,
                                geometry == null
                                        ? "is searched"
                                        : geometry.getClass().getSimpleName()));
    }

    private Symbol constant(double value) {
        return graph.constant(value);
    }

    /** u = r (−c₁s₂, −s₁s₂, c₂). */
    private List<Symbol> universalPrismatic(UniversalPrismaticGeometry geometry, Vector<Symbol> tip) {
        Placement<Symbol> frame = Placement.of(geometry.worldFromUniversal(), graph::constant);
        Vector<Symbol> u = frame.rotation().transposeTimes(tip.minus(frame.position()));
        Symbol across = u.x().times(u.x()).plus(u.y().times(u.y()));
        Symbol length = across.plus(u.z().times(u.z())).squareRoot();
        across = across.squareRoot();
        return List.of(
                graph.angle(
                        u.x().dividedBy(across).negate(),
                        u.y().dividedBy(across).negate()),
                graph.angle(u.z().dividedBy(length), across.dividedBy(length)),
                length);
    }

    /** As {@link DeltaLegGeometry} has it: the angle of the arm is the difference of two, of which cosines are known. */
    private List<Symbol> delta(DeltaLegGeometry geometry, Vector<Symbol> tip) {
        Symbol c = constant(Math.cos(geometry.angle()));
        Symbol s = constant(Math.sin(geometry.angle()));
        Symbol x = c.times(tip.x()).plus(s.times(tip.y())).minus(constant(geometry.baseRadius()));
        Symbol y = c.times(tip.y()).minus(s.times(tip.x()));
        Symbol z = tip.z();
        double arm = geometry.armLength();
        double forearm = geometry.forearmLength();
        Symbol plane = x.times(x).plus(z.times(z));
        // x c − z s = right
        Symbol right = plane.plus(y.times(y))
                .plus(constant(arm * arm - forearm * forearm))
                .times(constant(1 / (2 * arm)));
        Symbol root = plane.minus(right.times(right)).squareRoot();
        Symbol cosine = x.times(right).minus(z.times(root)).dividedBy(plane);
        Symbol sine = z.times(right).plus(x.times(root)).dividedBy(plane).negate();
        Turn<Symbol> turn = new Turn<>(cosine, sine);

        // forearm = l (cos φ cos ψ, sin ψ, −sin φ cos ψ), φ = arm + swing
        Symbol forearmX = x.minus(cosine.times(constant(arm)));
        Symbol forearmZ = z.plus(sine.times(constant(arm)));
        Symbol flat = forearmX.times(forearmX).plus(forearmZ.times(forearmZ)).squareRoot();
        Turn<Symbol> swing =
                new Turn<>(forearmX.dividedBy(flat), forearmZ.dividedBy(flat).negate()).plus(turn.back());
        Symbol perLength = constant(1 / forearm);
        return List.of(
                graph.angle(cosine, sine),
                graph.angle(swing.cosine(), swing.sine()),
                graph.angle(flat.times(perLength), y.times(perLength)));
    }
}
