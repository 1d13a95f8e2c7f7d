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

    public CompositeBodies(CompactRobot<S> robot, List<S> q) {
        this.robot = robot;
        transforms = robot.transforms(q);
        for (CompactLink<S> link : robot.links()) {
            composite.add(link.moments());
        }
        for (int k = 0; k < robot.jointCount(); k++) {
            matrix.add(new ArrayList<>(robot.zeros()));
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
        enter(link.coordinate(), i, column);
        if (link.parent() > 0) {
            composite.set(
                    link.parent(),
                    composite.get(link.parent()).plus(transforms.get(i).toParent(c)));
        }
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
            if (link.parent() > 0) {
                w = transforms.get(j).toParent(w);
            }
        }
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

    /**
     * The solution of A x = b.
     *
     * @param x by joint coordinate
     * @param pivots D of A = Lᵀ D L, by joint coordinate: what a joint feels if all joints beyond it give way
     */
    public record Solution<S extends Scalar<S>>(List<S> x, List<S> pivots) {
        public Solution {
            x = List.copyOf(x);
            pivots = List.copyOf(pivots);
        }
    }

    /**
     * x of A x = b by A = Lᵀ D L, from the last joint to the first: in the order of the tree no zero of A is lost,
     * [RBDA].
     */
    public Solution<S> solve(List<S> b) {
        int n = robot.jointCount();
        List<List<S>> l = new ArrayList<>();
        List<S> x = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int k = robot.link(i + 1).coordinate();
            List<S> row = new ArrayList<>();
            for (int j = 0; j <= i; j++) {
                row.add(matrix.get(k).get(robot.link(j + 1).coordinate()));
            }
            l.add(row);
            x.add(b.get(k));
        }
        List<S> inverse = new ArrayList<>(robot.zeros());
        for (int k = n - 1; k >= 0; k--) {
            inverse.set(k, robot.constant(1).dividedBy(l.get(k).get(k)));
            for (int i = k - 1; i >= 0; i--) {
                S a = l.get(k).get(i).times(inverse.get(k));
                for (int j = i; j >= 0; j--) {
                    l.get(i).set(j, l.get(i).get(j).minus(a.times(l.get(k).get(j))));
                }
                l.get(k).set(i, a);
                // Lᵀ y = b on the way
                x.set(i, x.get(i).minus(a.times(x.get(k))));
            }
        }
        for (int i = 0; i < n; i++) {
            S sum = x.get(i).times(inverse.get(i));
            for (int j = 0; j < i; j++) {
                sum = sum.minus(l.get(i).get(j).times(x.get(j)));
            }
            x.set(i, sum);
        }
        List<S> solution = new ArrayList<>(robot.zeros());
        List<S> pivots = new ArrayList<>(robot.zeros());
        for (int i = 0; i < n; i++) {
            solution.set(robot.link(i + 1).coordinate(), x.get(i));
            pivots.set(robot.link(i + 1).coordinate(), l.get(i).get(i));
        }
        return new Solution<>(solution, pivots);
    }
}
