package dev.catena.compile.trace;

import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;

/**
 * The mass matrix A(q) of a {@link CompactRobot} by composite bodies, [RBDA]: column k is what a unit acceleration of
 * joint k takes from everything beyond it. Computed once, when constructed.
 */
public final class CompositeBodies<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final List<CompactTransform<S>> transforms;
    private final List<MassMoments<S>> composite = new ArrayList<>();
    private final List<List<S>> matrix = new ArrayList<>();

    /** By link, in its frame. */
    private final List<Wrench<S>> columns = new ArrayList<>();

    /** By joint coordinate, in the base's frame. */
    private final List<Wrench<S>> onBase = new ArrayList<>();

    public CompositeBodies(CompactRobot<S> robot, List<S> q) {
        this.robot = robot;
        transforms = robot.transforms(q);
        for (CompactLink<S> link : robot.links()) {
            composite.add(link.moments());
            columns.add(Wrench.zero(robot.constant(0)));
        }
        for (int k = 0; k < robot.jointCount(); k++) {
            matrix.add(new ArrayList<>(robot.zeros()));
            onBase.add(Wrench.zero(robot.constant(0)));
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            inward(i);
        }
        for (CompactLink<S> link : robot.links()) {
            addDrive(link);
        }
    }

    private void inward(int i) {
        CompactLink<S> link = robot.link(i);
        S zero = robot.constant(0);
        MassMoments<S> c = composite.get(i);
        Vector<S> s = c.first();
        Symmetric<S> q = c.second();
        // z × MS and J z while turning; M z and MS × z while sliding
        Wrench<S> column = link.turns()
                ? new Wrench<>(
                        new Vector<>(s.y().negate(), s.x(), zero),
                        new Vector<>(q.xz().negate(), q.yz().negate(), q.xx().plus(q.yy())))
                : new Wrench<>(Vector.alongZ(c.mass()), new Vector<>(s.y(), s.x().negate(), zero));
        columns.set(i, column);
        enter(link.coordinate(), i, column);
        composite.set(
                link.parent(),
                composite.get(link.parent()).plus(transforms.get(i).toParent(c)));
    }

    /** What a wrench takes from all joints between its body and the base, in the row and column of a coordinate. */
    private void enter(int k, int body, Wrench<S> wrench) {
        Wrench<S> w = wrench;
        for (int j = body; j > 0; j = robot.link(j).parent()) {
            CompactLink<S> link = robot.link(j);
            int other = link.coordinate();
            S entry = (link.turns() ? w.moment() : w.force()).z();
            matrix.get(k).set(other, matrix.get(k).get(other).plus(entry));
            if (k != other) {
                matrix.get(other).set(k, matrix.get(other).get(k).plus(entry));
            }
            w = transforms.get(j).toParent(w);
        }
        onBase.set(k, onBase.get(k).plus(w));
    }

    /** Ia and k² Im on the diagonal; k Im zm on all that turn the rotor's carrier, and from them on the rotor. */
    private void addDrive(CompactLink<S> link) {
        int k = link.coordinate();
        if (k < 0) {
            return;
        }
        S own = link.reflectedInertia();
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            own = own.plus(rotor.gearRatio().times(rotor.gearedInertia()));
            S before = matrix.get(k).get(k);
            enter(
                    k,
                    rotor.carrier(),
                    new Wrench<>(Vector.zero(own), rotor.axis().times(rotor.gearedInertia())));
            // a rotor that its own joint carries counts both ways
            own = own.plus(matrix.get(k).get(k).minus(before));
        }
        matrix.get(k).set(k, matrix.get(k).get(k).plus(own));
    }

    /** A, row by row. */
    public List<List<S>> massMatrix() {
        return matrix.stream().map(List::copyOf).toList();
    }

    /** What turning or sliding about the joint of a link takes, in the link's frame. */
    Wrench<S> column(int i) {
        return columns.get(i);
    }

    CompactTransform<S> transform(int i) {
        return transforms.get(i);
    }

    /** All that the base carries, itself included, about the base's origin: rows of (force, moment) by (a, ω̇). */
    List<List<S>> baseInertia() {
        MassMoments<S> all = composite.get(0);
        S m = all.mass();
        S o = m.constant(0);
        Vector<S> s = all.first();
        Symmetric<S> q = all.second();
        S xx = q.yy().plus(q.zz());
        S yy = q.xx().plus(q.zz());
        S zz = q.xx().plus(q.yy());
        // F = M a − MS × ω̇, N = MS × a + J ω̇
        return List.of(
                List.of(m, o, o, o, s.z(), s.y().negate()),
                List.of(o, m, o, s.z().negate(), o, s.x()),
                List.of(o, o, m, s.y(), s.x().negate(), o),
                List.of(o, s.z().negate(), s.y(), xx, q.xy().negate(), q.xz().negate()),
                List.of(s.z(), o, s.x().negate(), q.xy().negate(), yy, q.yz().negate()),
                List.of(s.y().negate(), s.x(), o, q.xz().negate(), q.yz().negate(), zz));
    }

    /** A of a floating base, its linear and angular acceleration first, row by row. */
    List<List<S>> floatingMassMatrix() {
        List<List<S>> rows = new ArrayList<>();
        List<List<S>> base = baseInertia();
        for (int k = 0; k < 6; k++) {
            List<S> row = new ArrayList<>(base.get(k));
            for (Wrench<S> w : onBase) {
                row.add(entry(w, k));
            }
            rows.add(row);
        }
        for (int k = 0; k < matrix.size(); k++) {
            List<S> row = new ArrayList<>();
            for (int c = 0; c < 6; c++) {
                row.add(entry(onBase.get(k), c));
            }
            row.addAll(matrix.get(k));
            rows.add(row);
        }
        return rows;
    }

    private static <S extends Scalar<S>> S entry(Wrench<S> w, int k) {
        return (k < 3 ? w.force() : w.moment()).toList().get(k % 3);
    }

    /** A factored; its pivots are what a joint feels if all joints beyond it give way. By joint coordinate. */
    SymmetricSystem<S> system() {
        return new SymmetricSystem<>(matrix, order(0));
    }

    /** The same of a floating base: its six rows come first. */
    SymmetricSystem<S> floatingSystem() {
        return new SymmetricSystem<>(floatingMassMatrix(), order(6));
    }

    private int[] order(int first) {
        int[] order = SymmetricSystem.inSequence(first + robot.jointCount());
        for (int k = first; k < order.length; k++) {
            order[k] = first + robot.link(k - first + 1).coordinate();
        }
        return order;
    }
}
