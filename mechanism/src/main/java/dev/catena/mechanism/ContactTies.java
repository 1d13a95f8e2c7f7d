package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.TaylorInverseDynamics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How contacts with the ground tie joints of a tree to each other: some joints are independent, the others and the base go along, q̇ = T q̇ᵢ.
 * All derivatives of their motion, and of T along it, come from Taylor series, with C = [A_b; A_d] of base and dependent joints:
 *
 * <pre>
 *   C(t)ᵀ[V; q̇_d](t) = −A_i(t)ᵀq̇ᵢ(t),   C(t)ᵀ[T_b; T_d](t) = −A_i(t)ᵀ.
 * </pre>
 *
 * One matrix serves all coefficients. Which joints depend is chosen once: elastic ones if possible, so that joints with rigid drives, which
 * obey at once, are independent, and a rigid one that depends does so on rigid ones only.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class ContactTies {
    /** What is left of a column that depends on others, as a part of it. */
    private static final double NOTHING = 1e-6;

    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final double[] posture;
    private final int order;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final ContactColumns columns;
    private final int n;

    /** Six, or none where the base is fixed: unknowns before dependent joints. */
    private final int first;

    private final int[] independent;
    private final int[] dependent;

    /** By joint: its place among those that depend, or −1. */
    private final int[] slot;

    /** By reaction: 1 for moments, and for forces a length less. */
    private final double[] weight;

    /** By unknown: what it is counted in, so that its column has the length 1. */
    private final double[] unit;

    private final SemidefiniteSystem system;
    private final double[] gram;
    private final double[] rowsRight;
    private final double[] right;
    private final double[] solved;
    private final double[][] motion;

    /** V and q̇_d. */
    private final Series[] velocity;

    /** T of base and dependent joints, by independent joint. */
    private final Series[][] shares;

    private final double[] factorial;

    /**
     * @param posture q where it is chosen which joints depend on others
     * @param order the highest derivative of the motion that is asked for, two or more
     * @throws NumericalException where contacts leave the base free to move at that posture
     */
    public ContactTies(RobotModel model, List<CutJoint> contacts, double[] posture, int order) {
        model.requireTree("ContactTies");
        if (order < 2) {
            throw new IllegalArgumentException(
                    "motions of robot \"%s\" are completed up to derivative 2 or more, not %s"
                            .formatted(model.name(), order));
        }
        this.model = model;
        this.contacts = List.copyOf(contacts);
        this.order = order;
        guard = new Guard(ContactTies.class, model);
        n = model.jointCount();
        guard.checkLength("posture", posture, n);
        guard.checkFinite("posture", posture);
        this.posture = posture.clone();
        ContactShare.requireGround(model, this.contacts, "ContactTies");
        boolean floats = model.baseKind() == BaseKind.FLOATING;
        first = floats ? 6 : 0;
        frames = new ConstraintFrames(floats ? model : model.withFloatingBase(), this.contacts);
        columns = newColumns();
        weight = frames.rowWeights();
        motion = new double[order + 1][new ElasticCoordinates(model).size()];
        slot = new int[n];
        dependent = choose();
        independent = IntStream.range(0, n).filter(k -> slot[k] < 0).toArray();
        int unknowns = first + dependent.length;
        unit = new double[unknowns];
        system = new SemidefiniteSystem(unknowns, 1e-12);
        gram = new double[unknowns * unknowns];
        rowsRight = new double[frames.rows];
        right = new double[unknowns];
        solved = new double[unknowns];
        velocity = Series.array(unknowns, order - 1);
        shares = new Series[independent.length][];
        Arrays.setAll(shares, i -> Series.array(unknowns, order - 2));
        factorial = new double[order + 1];
        factorial[0] = 1;
        for (int d = 1; d <= order; d++) {
            factorial[d] = d * factorial[d - 1];
        }
    }

    private ContactColumns newColumns() {
        return new ContactColumns(
                frames,
                TaylorInverseDynamics.floating(frames.tree, order - 1),
                n,
                new ElasticCoordinates(model).size(),
                order - 1);
    }

    /** One for another thread, with the same dependent joints. */
    public ContactTies copy() {
        return new ContactTies(model, contacts, posture, order);
    }

    /** Joints whose columns are independent of each other and of those of the base: elastic ones before rigid ones, the clearest first. */
    private int[] choose() {
        Arrays.fill(slot, -1);
        System.arraycopy(posture, 0, motion[0], 0, n);
        // not those that belong to the thread that computes first
        ContactColumns there = newColumns();
        there.along(motion);
        double[][] left = new double[first + n][frames.rows];
        double[] whole = new double[first + n];
        for (int c = 0; c < left.length; c++) {
            for (int i = 0; i < frames.rows; i++) {
                left[c][i] = weight[i] * (c < first ? there.ofBase[i][c] : there.ofJoints[i][c - first]).c[0];
            }
            whole[c] = dot(left[c], left[c]);
        }
        boolean[] elastic = new boolean[first + n];
        ElasticCoordinates coordinates = new ElasticCoordinates(model);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            elastic[first + coordinates.jointOfMotor(e)] = true;
        }
        for (int c = 0; c < first; c++) {
            int best = clearest(left, whole, elastic, 0);
            if (best < 0) {
                throw new NumericalException(
                        "the contacts of robot \"%s\" leave its base free to move; give it more contacts"
                                .formatted(model.name()));
            }
            take(best, left, whole);
        }
        int[] found = new int[n];
        int count = 0;
        for (int kind = 1; kind <= 2; kind++) {
            for (int best = clearest(left, whole, elastic, kind);
                    best >= 0;
                    best = clearest(left, whole, elastic, kind)) {
                take(best, left, whole);
                found[count++] = best - first;
            }
        }
        int[] chosen = Arrays.copyOf(found, count);
        Arrays.sort(chosen);
        for (int d = 0; d < count; d++) {
            slot[chosen[d]] = d;
        }
        return chosen;
    }

    /** The column of the base (kind 0), of elastic joints (1) or of rigid ones (2) of which most is left; −1 for none. */
    private int clearest(double[][] left, double[] whole, boolean[] elastic, int kind) {
        int best = -1;
        double most = NOTHING * NOTHING;
        for (int c = kind == 0 ? 0 : first; c < (kind == 0 ? first : left.length); c++) {
            double part =
                    whole[c] > 0 && (kind == 0 || elastic[c] == (kind == 1)) ? dot(left[c], left[c]) / whole[c] : 0;
            // of columns that are alike the first, whatever rounding says
            if (part > most * (1 + 1e-9)) {
                most = part;
                best = c;
            }
        }
        return best;
    }

    /** Takes a column, and from all others what is along it. */
    private static void take(int best, double[][] left, double[] whole) {
        double[] direction = left[best].clone();
        double square = dot(direction, direction);
        for (double[] column : left) {
            double part = dot(column, direction) / square;
            for (int i = 0; i < column.length; i++) {
                column[i] -= part * direction[i];
            }
        }
        whole[best] = 0;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** How many joints go along with others. */
    public int dependentCount() {
        return dependent.length;
    }

    /** Whether a joint, by its coordinate, goes along with others. */
    public boolean isDependent(int joint) {
        return slot[joint] >= 0;
    }

    /**
     * The motion of all joints for one of the independent joints.
     *
     * @param motionOfIndependent q and its derivatives up to the order, one vector of N entries each; of dependent joints only q counts
     * @param motionOut the same with derivatives of dependent joints that keep the contacts
     * @throws NumericalException where dependent joints do not follow from independent ones
     */
    public void complete(double[][] motionOfIndependent, double[][] motionOut) {
        guard.begin();
        check(motionOfIndependent, motionOut);
        for (int d = 0; d <= order; d++) {
            System.arraycopy(motionOfIndependent[d], 0, motion[d], 0, n);
            for (int k : dependent) {
                motion[d][k] = d == 0 ? motion[d][k] : 0;
            }
        }
        for (int k = 0; k < order; k++) {
            columns.along(motion);
            if (k == 0) {
                factor();
            }
            findVelocity(k);
            for (int d = 0; d < dependent.length; d++) {
                motion[k + 1][dependent[d]] = factorial[k] * velocity[first + d].c[k];
            }
            guard.checkResult("motionOut", motion[k + 1]);
        }
        for (int i = 0; i < independent.length; i++) {
            findShares(i);
        }
        for (int d = 0; d <= order; d++) {
            System.arraycopy(motion[d], 0, motionOut[d], 0, n);
        }
        guard.succeed();
    }

    private void check(double[][] motionOfIndependent, double[][] motionOut) {
        if (motionOfIndependent.length <= order || motionOut.length <= order) {
            throw new IllegalArgumentException(
                    "motions are given up to derivatives %s and %s, but those of robot \"%s\" are completed up to %s"
                            .formatted(motionOfIndependent.length - 1, motionOut.length - 1, model.name(), order));
        }
        for (int d = 0; d <= order; d++) {
            guard.checkLength("motionOfIndependent", motionOfIndependent[d], n);
            guard.checkFinite("motionOfIndependent", motionOfIndependent[d]);
            guard.checkLength("motionOut", motionOut[d], n);
            for (int e = 0; e <= order; e++) {
                guard.checkDistinct("motionOut", motionOut[d], "motionOfIndependent", motionOfIndependent[e]);
                if (e < d) {
                    guard.checkDistinct("motionOut", motionOut[d], "motionOut", motionOut[e]);
                }
            }
        }
    }

    /** A row of C(t). */
    private Series entry(int unknown, int i) {
        return unknown < first ? columns.ofBase[i][unknown] : columns.ofJoints[i][dependent[unknown - first]];
    }

    private void factor() {
        int unknowns = unit.length;
        for (int r = 0; r < unknowns; r++) {
            for (int s = 0; s <= r; s++) {
                double sum = 0;
                for (int i = 0; i < weight.length; i++) {
                    sum += weight[i] * weight[i] * entry(r, i).c[0] * entry(s, i).c[0];
                }
                gram[r * unknowns + s] = sum;
            }
            double square = gram[r * unknowns + r];
            unit[r] = square > 0 ? 1 / Math.sqrt(square) : 0;
        }
        for (int r = 0; r < unknowns; r++) {
            for (int s = 0; s <= r; s++) {
                gram[r * unknowns + s] *= unit[r] * unit[s];
            }
        }
        system.factor(gram);
        if (system.rank() < unknowns) {
            throw new NumericalException(
                    "base and dependent joints of robot \"%s\" do not follow from its other joints here, as they did where it was chosen which depend; stay clear of singular postures, or choose anew"
                            .formatted(model.name()));
        }
    }

    /** x with C₀ᵀx = right by rows. */
    private void solve() {
        for (int r = 0; r < unit.length; r++) {
            double sum = 0;
            for (int i = 0; i < weight.length; i++) {
                sum += weight[i] * weight[i] * entry(r, i).c[0] * rowsRight[i];
            }
            right[r] = unit[r] * sum;
        }
        system.solve(right, solved);
        for (int r = 0; r < unit.length; r++) {
            solved[r] *= unit[r];
        }
    }

    /** Takes Σ C_jᵀ x_{k−j} of what is known from the right side. */
    private void subtractKnown(Series[] x, int k) {
        for (int i = 0; i < rowsRight.length; i++) {
            for (int r = 0; r < x.length; r++) {
                Series c = entry(r, i);
                for (int j = 1; j <= k; j++) {
                    rowsRight[i] -= c.c[j] * x[r].c[k - j];
                }
            }
        }
    }

    private void findVelocity(int k) {
        for (int i = 0; i < rowsRight.length; i++) {
            double sum = 0;
            for (int m : independent) {
                for (int j = 0; j <= k; j++) {
                    sum -= columns.ofJoints[i][m].c[j] * motion[k - j + 1][m] / factorial[k - j];
                }
            }
            rowsRight[i] = sum;
        }
        subtractKnown(velocity, k);
        solve();
        for (int r = 0; r < solved.length; r++) {
            velocity[r].c[k] = solved[r];
        }
    }

    private void findShares(int which) {
        Series[] found = shares[which];
        for (int k = 0; k <= order - 2; k++) {
            for (int i = 0; i < rowsRight.length; i++) {
                rowsRight[i] = -columns.ofJoints[i][independent[which]].c[k];
            }
            subtractKnown(found, k);
            solve();
            for (int r = 0; r < solved.length; r++) {
                found[r].c[k] = solved[r];
            }
        }
    }

    /**
     * How far a joint goes with an independent one, an entry of T, along the last motion; or a derivative of it, up to two less than the
     * order of the motion.
     *
     * @param joint by its coordinate, likewise along
     */
    public double share(int joint, int along, int derivative) {
        guard.requireResults();
        if (slot[along] >= 0 || derivative < 0 || derivative > order - 2) {
            throw new IllegalArgumentException(
                    "joint %s of robot \"%s\" must be independent, and derivative %s between 0 and %s"
                            .formatted(along, model.name(), derivative, order - 2));
        }
        if (slot[joint] < 0) {
            return joint == along && derivative == 0 ? 1 : 0;
        }
        return factorial[derivative]
                * shares[Arrays.binarySearch(independent, along)][first + slot[joint]].c[derivative];
    }
}
