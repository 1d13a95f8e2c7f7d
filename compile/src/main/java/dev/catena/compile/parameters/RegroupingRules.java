package dev.catena.compile.parameters;

import static dev.catena.compile.parameters.TenParameters.M;
import static dev.catena.compile.parameters.TenParameters.MX;
import static dev.catena.compile.parameters.TenParameters.MY;
import static dev.catena.compile.parameters.TenParameters.MZ;
import static dev.catena.compile.parameters.TenParameters.XX;
import static dev.catena.compile.parameters.TenParameters.XY;
import static dev.catena.compile.parameters.TenParameters.XZ;
import static dev.catena.compile.parameters.TenParameters.YY;
import static dev.catena.compile.parameters.TenParameters.YZ;
import static dev.catena.compile.parameters.TenParameters.ZZ;

import dev.catena.algebra.Placement;
import dev.catena.model.BaseKind;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The regrouping rules of Gautier and Khalil, [GautierKhalil], in one form for every tree: combinations of a body's
 * parameters that may be counted with its parent without a change of any torque.
 *
 * <p>A combination c may move across joint j exactly if the energy that it contributes, T + V, does not depend on q_j and
 * q̇_j, whatever the joints before do. With the velocity v = X v_λ + z q̇ of the body, its parameters' matrix I(c), and
 * gravity g in its frame:
 *
 * <ul>
 *   <li>zᵀ I z = 0, from q̇²; a reflected inertia c_a adds to that: zᵀ I z + c_a = 0
 *   <li>zᵀ I w = 0 for all velocities w = X v_λ that the joints before can give, from q̇
 *   <li>∂/∂q (wᵀ I w) = 0 for all of them
 *   <li>∂/∂q of the potential energy is zero: (z × g)·MS = 0 (revolute) or z·g M = 0 (prismatic)
 * </ul>
 *
 * <p>All four are linear in c. What the joints before can give is known exactly as three linear spaces that grow from the
 * base outward: velocities, what pairs of velocities make of each parameter in the energy, and directions of gravity.
 * Joints turned about first, parallel axes, prismatic joints before the first revolute one, axes along gravity and
 * floating bases need no cases of their own. Of parallel axes and the like, "exactly" means to {@link Span#TOLERANCE}.
 */
final class RegroupingRules {
    /** The place of the reflected inertia after the ten parameters. */
    static final int IA = TenParameters.COUNT;

    /** What is kept first, if there is a choice; the last ones are what the papers eliminate. */
    private static final int[] ORDER_REVOLUTE = {ZZ, XX, XY, XZ, YZ, MX, MY, YY, MZ, M, IA};

    private static final int[] ORDER_PRISMATIC = {M, MX, MY, MZ, XX, XY, XZ, YY, YZ, ZZ, IA};

    /** Motions along z, linear and angular. */
    private static final double[] SLIDE = {0, 0, 1, 0, 0, 0};

    private static final double[] TURN = {0, 0, 0, 0, 0, 1};

    /** A pivot must not be smaller than this part of its row, or digits would be lost. */
    private static final double LEAST_PIVOT = 1e-3;

    private static final double ROUNDING = 1e-13;

    private final MovingTree tree;

    /** The unit of length: tolerances are those of robots of size 1. */
    private final double size;

    private final Span[] velocity;
    private final Span[] energy;
    private final Span[] gravity;
    private final List<List<Rule>> rules = new ArrayList<>();

    /**
     * A parameter that can be eliminated: taking away this combination, with which it has the factor 1, changes nothing
     * if the parent gets the combination instead.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Rule(int eliminated, double[] combination) {}

    /** @param withDrives whether reflected inertias count as parameters, the eleventh of each body */
    RegroupingRules(MovingTree tree, boolean withDrives) {
        this.tree = tree;
        size = size(tree);
        velocity = new Span[tree.n + 1];
        energy = new Span[tree.n + 1];
        gravity = new Span[tree.n + 1];
        boolean floating = tree.model.baseKind() == BaseKind.FLOATING;
        velocity[0] = floating ? Span.all(6) : new Span(6);
        energy[0] = floating ? Span.all(TenParameters.COUNT) : new Span(TenParameters.COUNT);
        gravity[0] = floating ? Span.all(3) : new Span(3);
        if (tree.model.gravity().norm() > 0) {
            gravity[0].add(tree.model.gravity().normalized().toArray());
        }
        rules.add(List.of());
        for (int j = 1; j <= tree.n; j++) {
            rules.add(rules(j, withDrives));
        }
    }

    /**
     * The largest distance of joint frames; where they coincide but for rounding that to the base, or 1. Where on the base
     * the robot stands is no measure otherwise.
     */
    private static double size(MovingTree tree) {
        double ofRobot = 0;
        double toBase = 0;
        for (int j = 1; j <= tree.n; j++) {
            double distance = parentFromJoint(tree, j).position().norm();
            if (tree.parent[j] > 0 || tree.model.baseKind() == BaseKind.FLOATING) {
                ofRobot = Math.max(ofRobot, distance);
            } else {
                toBase = Math.max(toBase, distance);
            }
        }
        double size = ofRobot > Span.TOLERANCE * toBase ? ofRobot : toBase;
        return size > 0 ? size : 1;
    }

    /** The rules of a body; none of a floating base, and none are needed of a fixed one. */
    List<Rule> of(int body) {
        return rules.get(body);
    }

    private List<Rule> rules(int j, boolean withDrives) {
        boolean turns = tree.revolute[j];
        double[] z = turns ? TURN : SLIDE;
        carryOutward(j);

        int columns = TenParameters.COUNT + (withDrives ? 1 : 0);
        Span conditions = new Span(columns);
        double[] alongAxis = widened(TenParameters.energy(z, z), columns);
        if (withDrives) {
            alongAxis[IA] = 1;
        }
        conditions.add(alongAxis);
        for (double[] w : velocity[j].basis()) {
            conditions.add(widened(TenParameters.energy(z, w), columns));
        }
        for (double[] e : energy[j].basis()) {
            conditions.add(widened(rate(turns, e), columns));
        }
        for (double[] g : gravity[j].basis()) {
            double[] potential = new double[columns];
            if (turns) {
                potential[MX] = -g[1];
                potential[MY] = g[0];
            } else {
                potential[M] = g[2];
            }
            conditions.add(potential);
        }
        addOwnMotion(j, z);
        return nullSpace(conditions, turns, columns);
    }

    /** What the joints before j can give, seen from body j at every q_j. */
    private void carryOutward(int j) {
        int i = tree.parent[j];
        boolean turns = tree.revolute[j];
        Pose real = parentFromJoint(tree, j);
        Pose at = new Pose(real.rotation(), real.position().times(1 / size));
        velocity[j] = new Span(6);
        energy[j] = new Span(TenParameters.COUNT);
        gravity[j] = new Span(3);
        for (double[] v : velocity[i].basis()) {
            Vector3 angular = new Vector3(v[3], v[4], v[5]);
            Vector3 linear = new Vector3(v[0], v[1], v[2]).plus(angular.cross(at.position()));
            velocity[j].add(joined(
                    at.rotation().inverse().apply(linear),
                    at.rotation().inverse().apply(angular)));
        }
        for (double[] e : energy[i].basis()) {
            energy[j].add(inChild(at, e));
        }
        for (double[] g : gravity[i].basis()) {
            gravity[j].add(
                    at.rotation().inverse().apply(new Vector3(g[0], g[1], g[2])).toArray());
        }
        velocity[j].closeUnder(
                v -> turns ? new double[] {v[1], -v[0], 0, v[4], -v[3], 0} : new double[] {v[4], -v[3], 0, 0, 0, 0});
        energy[j].closeUnder(e -> rate(turns, e));
        if (turns) {
            gravity[j].closeUnder(g -> new double[] {g[1], -g[0], 0});
        }
    }

    /** The joint frame of a body at q = 0 in that of its parent. */
    static Pose parentFromJoint(MovingTree tree, int j) {
        Placement p = tree.atZero[j];
        return new Pose(
                new Rotation(p.xx, p.xy, p.xz, p.yx, p.yy, p.yz, p.zx, p.zy, p.zz), new Vector3(p.px, p.py, p.pz));
    }

    /** The body's own joint adds its axis, alone and together with all that comes from before. */
    private void addOwnMotion(int j, double[] z) {
        for (double[] w : velocity[j].basis()) {
            energy[j].add(TenParameters.energy(z, w));
        }
        energy[j].add(TenParameters.energy(z, z));
        velocity[j].add(z);
    }

    /** Energies of a child at rest in its parent: the transpose of {@link TenParameters#inParent}. */
    private static double[] inChild(Pose parentFromChild, double[] inParent) {
        double[] inChild = new double[TenParameters.COUNT];
        for (int k = 0; k < TenParameters.COUNT; k++) {
            inChild[k] = Span.dot(inParent, TenParameters.inParent(parentFromChild, unitVector(k)));
        }
        return inChild;
    }

    /** d/dq of energies: the transpose of {@link TenParameters#motionAlongZ}. */
    private static double[] rate(boolean turns, double[] energies) {
        double[] rate = new double[TenParameters.COUNT];
        for (int k = 0; k < TenParameters.COUNT; k++) {
            rate[k] = Span.dot(energies, TenParameters.motionAlongZ(turns, unitVector(k)));
        }
        return rate;
    }

    /** Gauss-Jordan elimination, columns in the order of the joint's kind: what gets no pivot can be eliminated. */
    private List<Rule> nullSpace(Span conditions, boolean turns, int columns) {
        int[] order = turns ? ORDER_REVOLUTE : ORDER_PRISMATIC;
        List<double[]> rows =
                new ArrayList<>(conditions.basis().stream().map(double[]::clone).toList());
        List<double[]> solved = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (double leastPivot : new double[] {LEAST_PIVOT, 0}) {
            for (int column : order) {
                if (column < columns && !kept.contains(column)) {
                    double[] pivot = takePivot(rows, column, leastPivot);
                    if (pivot.length > 0) {
                        rows.forEach(row -> eliminate(row, pivot, column));
                        solved.forEach(row -> eliminate(row, pivot, column));
                        solved.add(pivot);
                        kept.add(column);
                    }
                }
            }
        }
        List<Rule> found = new ArrayList<>();
        for (int column : order) {
            if (column < columns && !kept.contains(column)) {
                double[] combination = new double[columns];
                combination[column] = 1;
                for (int r = 0; r < solved.size(); r++) {
                    double unit = unit(kept.get(r), turns) / unit(column, turns);
                    combination[kept.get(r)] = tidy(-solved.get(r)[column] * unit, unit);
                }
                found.add(new Rule(column, combination));
            }
        }
        return found;
    }

    /** The unit of a parameter; a reflected inertia is a mass where the joint slides. */
    double unit(int parameter, boolean turns) {
        if (parameter == M || (parameter == IA && !turns)) {
            return 1;
        }
        return parameter == MX || parameter == MY || parameter == MZ ? size : size * size;
    }

    /**
     * Takes the row with the largest entry in a column and scales it to one there; empty where all entries vanish, or are
     * too small beside others of their rows.
     */
    private static double[] takePivot(List<double[]> rows, int column, double leastPivot) {
        int best = -1;
        for (int r = 0; r < rows.size(); r++) {
            double entry = Math.abs(rows.get(r)[column]);
            double most = Arrays.stream(rows.get(r)).map(Math::abs).max().orElse(0);
            if (entry > Span.TOLERANCE * LEAST_PIVOT
                    && entry >= leastPivot * most
                    && (best < 0 || entry > Math.abs(rows.get(best)[column]))) {
                best = r;
            }
        }
        if (best < 0) {
            return new double[0];
        }
        double[] row = rows.remove(best);
        double scale = 1 / row[column];
        for (int k = 0; k < row.length; k++) {
            row[k] *= scale;
        }
        return row;
    }

    private static void eliminate(double[] row, double[] pivot, int column) {
        double factor = row[column];
        for (int k = 0; k < row.length; k++) {
            row[k] -= factor * pivot[k];
        }
    }

    /** Rounding beside nothing, in a unit of the value, and beside whole numbers is taken off. */
    static double tidy(double value, double unit) {
        if (Math.abs(value) < ROUNDING * unit) {
            return 0;
        }
        double nearest = Math.rint(value);
        return nearest != 0 && Math.abs(value - nearest) < ROUNDING ? nearest : value;
    }

    private static double[] unitVector(int k) {
        double[] unit = new double[TenParameters.COUNT];
        unit[k] = 1;
        return unit;
    }

    private static double[] widened(double[] ten, int columns) {
        return Arrays.copyOf(ten, columns);
    }

    private static double[] joined(Vector3 linear, Vector3 angular) {
        return new double[] {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
    }
}
