package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.LoopChain.Branch;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cut joint carries: force and moment on its second body at the origin of its frame there, in the axes of the last link that both
 * sides of its loop have. Computed once, when constructed.
 */
final class CutLoad {
    private final LoopChain chain;
    private final Branch<Symbol> first;
    private final Branch<Symbol> second;
    private final Vector<Symbol> force;
    private final Vector<Symbol> moment;

    /**
     * From the multipliers of the cut joint's equations.
     *
     * @param friction what moves its one coordinate against friction
     * @param length what lengths were divided by
     */
    CutLoad(
            LoopChain chain,
            Branch<Symbol> first,
            Branch<Symbol> second,
            List<Symbol> multipliers,
            Symbol friction,
            double length) {
        this.chain = chain;
        this.first = first;
        this.second = second;
        Matrix<Symbol> axes1 = first.end().rotation().transpose();
        Matrix<Symbol> axes2 = second.end().rotation().transpose();
        boolean slides = chain.cut().kind() == CutKind.PRISMATIC;
        Vector<Symbol> held = axes1.z().times(friction.negate());
        Vector<Symbol> linear = force(axes1, multipliers).times(friction.constant(1 / length));
        Vector<Symbol> angular = moment(axes1, axes2, multipliers, Vector.zero(friction));
        force = slides ? linear.plus(held) : linear;
        moment = slides ? angular : angular.plus(held);
    }

    private Vector<Symbol> force(Matrix<Symbol> axes1, List<Symbol> x) {
        LoopChain.Plane plane = chain.plane();
        if (plane != null && chain.isPinned()) {
            return Vector.of(plane.x(), x.get(0)::constant)
                    .times(x.get(0))
                    .plus(Vector.of(plane.y(), x.get(0)::constant).times(x.get(1)));
        }
        return chain.cut().kind() == CutKind.PRISMATIC
                ? axes1.x().times(x.get(0)).plus(axes1.y().times(x.get(1)))
                : new Vector<>(x.get(0), x.get(1), x.get(2));
    }

    /** A row a₁·b₂ acts by b₂ × a₁. */
    private Vector<Symbol> moment(Matrix<Symbol> a, Matrix<Symbol> b, List<Symbol> x, Vector<Symbol> none) {
        if (chain.isPinned()) {
            return none;
        }
        return switch (chain.cut().kind()) {
            case SPHERICAL -> none;
            case REVOLUTE ->
                b.z().cross(a.x()).times(x.get(3)).plus(b.z().cross(a.y()).times(x.get(4)));
            case UNIVERSAL -> b.y().cross(a.x()).times(x.get(3));
            case FIXED -> turn(a, b, x.subList(3, 6));
            case PRISMATIC -> turn(a, b, x.subList(2, 5));
        };
    }

    private static Vector<Symbol> turn(Matrix<Symbol> a, Matrix<Symbol> b, List<Symbol> x) {
        Vector<Symbol> sum = b.y().cross(a.z()).minus(b.z().cross(a.y())).times(x.get(0));
        sum = sum.plus(b.z().cross(a.x()).minus(b.x().cross(a.z())).times(x.get(1)));
        sum = sum.plus(b.x().cross(a.y()).minus(b.y().cross(a.x())).times(x.get(2)));
        return sum.times(0.5);
    }

    /** Force and moment on the second body in the axes of the joint's frame there. */
    List<Symbol> components() {
        Matrix<Symbol> rotation = second.end().rotation();
        List<Symbol> six = new ArrayList<>(rotation.transposeTimes(force).toList());
        six.addAll(rotation.transposeTimes(moment).toList());
        return six;
    }

    /** A load on a body, in the frame of its link. */
    record OnBody(int body, int link, Wrench<Symbol> inLink) {}

    /** On both bodies, at the same point. */
    List<OnBody> loads(RobotModel tree) {
        Vector<Symbol> p = second.end().position();
        Wrench<Symbol> onSecond = new Wrench<>(force, moment.plus(p.cross(force)));
        Wrench<Symbol> onFirst =
                new Wrench<>(onSecond.force().negate(), onSecond.moment().negate());
        CutJoint cut = chain.cut();
        return List.of(on(tree, cut.first(), first, onFirst), on(tree, cut.second(), second, onSecond));
    }

    private static OnBody on(RobotModel tree, String name, Branch<Symbol> branch, Wrench<Symbol> wrench) {
        int body = tree.bodyIndex(name);
        List<Placement<Symbol>> links = branch.links();
        return new OnBody(
                body,
                CompactRobots.linkOf(tree, body),
                links.isEmpty() ? wrench : links.get(links.size() - 1).applyInverse(wrench));
    }
}
