package dev.catena.compile.trace;

import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;

/** What of a cut joint must vanish, [Khalil 4], in the frame of the last link that both sides of its loop have; of a loop in a plane two numbers. */
final class ClosureRows {
    private ClosureRows() {}

    /** At coordinates of the tree; lengths times a factor. */
    static <S extends Scalar<S>> List<S> of(
            LoopChain chain, CompactRobot<S> robot, CutFrames<S> cuts, List<S> q, S perLength) {
        return of(
                chain,
                chain.branch(robot, cuts, true, q).end(),
                chain.branch(robot, cuts, false, q).end(),
                perLength);
    }

    static <S extends Scalar<S>> List<S> of(LoopChain chain, Placement<S> first, Placement<S> second, S perLength) {
        Vector<S> d = second.position().minus(first.position()).times(perLength);
        LoopChain.Plane plane = chain.plane();
        if (plane != null && chain.isPinned()) {
            Flat<S> flat = plane.flat(d);
            return List.of(flat.x(), flat.y());
        }
        // rows are the axes of frame 2 in those of frame 1
        Matrix<S> r1 = first.rotation().transpose();
        Matrix<S> r2 = second.rotation().transpose();
        List<S> rows = new ArrayList<>();
        switch (chain.cut().kind()) {
            case REVOLUTE -> {
                rows.addAll(d.toList());
                rows.addAll(List.of(r1.x().dot(r2.z()), r1.y().dot(r2.z())));
            }
            case UNIVERSAL -> {
                rows.addAll(d.toList());
                rows.add(r1.x().dot(r2.y()));
            }
            case SPHERICAL -> rows.addAll(d.toList());
            case FIXED -> {
                rows.addAll(d.toList());
                rows.addAll(turn(r1, r2));
            }
            case PRISMATIC -> {
                rows.addAll(List.of(r1.x().dot(d), r1.y().dot(d)));
                rows.addAll(turn(r1, r2));
            }
        }
        return rows;
    }

    /** The sine of the angle between two frames times its axis: half the skew part of the rotation. */
    private static <S extends Scalar<S>> List<S> turn(Matrix<S> r1, Matrix<S> r2) {
        S half = r1.x().x().constant(0.5);
        return List.of(
                r1.z().dot(r2.y()).minus(r1.y().dot(r2.z())).times(half),
                r1.x().dot(r2.z()).minus(r1.z().dot(r2.x())).times(half),
                r1.y().dot(r2.x()).minus(r1.x().dot(r2.y())).times(half));
    }
}
