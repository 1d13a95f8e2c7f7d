package dev.catena.textbook;

import java.util.ArrayList;
import java.util.List;

/**
 * Direct dynamics by way of the inverse: with Γ = A q̈ + H, column k of A is NE(q, 0, e_k) without gravity, loads and
 * friction, H is NE(q, q̇, 0, fₑ), and q̈ = A⁻¹(Γ − H), [Khalil 8].
 */
public final class MassMatrixByInverseDynamics<S extends Scalar<S>> {
    private final TextbookRobot<S> robot;
    private final TextbookRobot<S> bare;

    public MassMatrixByInverseDynamics(TextbookRobot<S> robot) {
        this.robot = robot;
        bare = robot.withoutGravity().withoutFriction();
    }

    /** A, row by row; rotors included. */
    public List<List<S>> massMatrix(List<S> q) {
        robot.checkLength("q", q);
        int n = robot.jointCount();
        List<List<S>> columns = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            List<S> unit = new ArrayList<>(robot.zeros());
            unit.set(k, robot.constant(1));
            columns.add(new NewtonEuler<>(bare, Motion.of(bare, q, robot.zeros(), unit)).torques());
        }
        List<List<S>> rows = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            List<S> row = new ArrayList<>();
            for (List<S> column : columns) {
                row.add(column.get(i));
            }
            rows.add(List.copyOf(row));
        }
        return rows;
    }

    /** H: what a motion needs at q̈ = 0. */
    public List<S> bias(Motion<S> motion) {
        return new NewtonEuler<>(robot, motion.withAcceleration(robot.zeros())).torques();
    }

    /** q̈ under given torques; the accelerations in {@code motion} are not used. */
    public List<S> accelerations(Motion<S> motion, List<S> torques) {
        robot.checkLength("torques", torques);
        List<S> h = bias(motion);
        List<S> rest = new ArrayList<>();
        for (int i = 0; i < h.size(); i++) {
            rest.add(torques.get(i).minus(h.get(i)));
        }
        return solve(massMatrix(motion.q()), rest);
    }

    /** x of A x = b for a symmetric positive definite A, by A = L D Lᵀ. */
    static <S extends Scalar<S>> List<S> solve(List<List<S>> matrix, List<S> b) {
        int n = b.size();
        List<List<S>> l = new ArrayList<>();
        List<S> d = new ArrayList<>();
        List<S> x = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            List<S> row = new ArrayList<>();
            S pivot = matrix.get(i).get(i);
            S y = b.get(i);
            for (int j = 0; j < i; j++) {
                // lᵢⱼ = (aᵢⱼ − Σₖ lᵢₖ dₖ lⱼₖ)/dⱼ
                S sum = matrix.get(i).get(j);
                for (int k = 0; k < j; k++) {
                    sum = sum.minus(row.get(k).times(d.get(k)).times(l.get(j).get(k)));
                }
                S entry = sum.dividedBy(d.get(j));
                row.add(entry);
                pivot = pivot.minus(entry.times(entry).times(d.get(j)));
                y = y.minus(entry.times(x.get(j)));
            }
            l.add(row);
            d.add(pivot);
            x.add(y);
        }
        for (int i = n - 1; i >= 0; i--) {
            S sum = x.get(i).dividedBy(d.get(i));
            for (int k = i + 1; k < n; k++) {
                sum = sum.minus(l.get(k).get(i).times(x.get(k)));
            }
            x.set(i, sum);
        }
        return List.copyOf(x);
    }
}
