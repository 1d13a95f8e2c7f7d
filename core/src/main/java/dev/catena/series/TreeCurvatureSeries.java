package dev.catena.series;

import dev.catena.algebra.Series;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;

/**
 * λᵀ∂²Γ of a tree along a motion, as Taylor series, at what {@link TreeEffortSeries} differentiated last.
 *
 * <p>λᵀΓ = Σ Λ · F over the bodies, where Λ is the virtual motion with the joints' velocities λ. Besides x and y of velocities and
 * accelerations, a joint j that changes by q changes virtual motions beyond it by z = β = Λ × S of its parent. For a joint k beyond or equal
 * to j, with I, B, F, h = Σ I Λ, r = Σ Bᵀ Λ and B_Λ, which is B with Λ for the velocity, of all beyond k, a second derivative is
 * Z · z + Y · y + X · x of j with
 *
 * <pre>
 *   by q of k:  Z = S ×* F + B α + I ζ,   Y = I β + S ×* h,   X = Bᵀ β + S ×* r − B_Λ α + 2 α ×* h
 *   by q̇ of k:  Z = B S + 2 I α,          Y = 0,              X = 2 S ×* h − B_Λ S
 *   by q̈ of k:  Z = I S,                  Y = X = 0
 * </pre>
 */
final class TreeCurvatureSeries {
    private final TreeEffortSeries of;
    private final MovingTree tree;
    private final int size;
    private final int terms;

    /** By moving body: Λ, and β. */
    private final SpatialSeries[] virtual;

    private final SpatialSeries[] beta;

    /** By moving body, of all beyond it: h, r, B_Λ. */
    private final SpatialSeries[] h;

    private final SpatialSeries[] r;
    private final CoriolisSeries[] coriolis;
    /** Z of a joint by q, q̇ and q̈, seen from those before it. */
    private final SpatialSeries byPosition;

    private final SpatialSeries byVelocity;
    private final SpatialSeries IS;
    private final SpatialSeries y;
    private final SpatialSeries x;
    private final SpatialSeries xOfVelocity;
    private final SpatialSeries turned;
    private final SpatialSeries t;
    private final double[] lambda;
    private final double[] entry;
    private final Series bend;
    private final Series scratch;
    private final Series other;

    TreeCurvatureSeries(TreeEffortSeries of) {
        this.of = of;
        tree = of.tree;
        size = of.size;
        terms = of.terms;
        int bodies = tree.n + 1;
        virtual = SpatialSeries.array(bodies, of.order);
        beta = SpatialSeries.array(bodies, of.order);
        h = SpatialSeries.array(bodies, of.order);
        r = SpatialSeries.array(bodies, of.order);
        coriolis = CoriolisSeries.array(bodies, of.order);
        byPosition = new SpatialSeries(of.order);
        byVelocity = new SpatialSeries(of.order);
        IS = new SpatialSeries(of.order);
        y = new SpatialSeries(of.order);
        x = new SpatialSeries(of.order);
        xOfVelocity = new SpatialSeries(of.order);
        turned = new SpatialSeries(of.order);
        t = new SpatialSeries(of.order);
        lambda = new double[terms];
        entry = new double[terms];
        bend = new Series(of.order);
        scratch = new Series(of.order);
        other = new Series(of.order);
    }

    void compute(double[] multipliers, double[] out) {
        Arrays.fill(out, 0, 9 * size * size * terms, 0);
        moveVirtually(multipliers);
        for (int i = 1; i <= tree.n; i++) {
            addJoint(i, out);
        }
        for (int b = 0; b < of.ofBase; b++) {
            x.setZero();
            x.addForceCross(1, of.unit[b], h[0]);
            coriolis[0].addTimes(-1, of.unit[b], x);
            for (int c = 0; c < of.ofBase; c++) {
                x.addDot(1, of.unit[c], out, index(1, b, 1, c));
            }
        }
        for (int rotor = 0; rotor < tree.rotors.length; rotor++) {
            addRotor(rotor, out);
        }
        for (int k = 0; k < tree.n; k++) {
            addFriction(k, multipliers, out);
        }
    }

    private void moveVirtually(double[] multipliers) {
        virtual[0].setZero();
        for (int b = 0; b < of.ofBase; b++) {
            virtual[0].addProduct(multipliers, b * terms, of.unit[b]);
        }
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                int parent = tree.parent[i];
                virtual[i].setAt(of.frame[i], virtual[parent]);
                beta[i].setZero();
                beta[i].addCross(1, virtual[i], of.S[i]);
                setLambda(multipliers, tree.coordinate[i]);
                virtual[i].addProduct(lambda, 0, of.S[i]);
            }
            h[i].setZero();
            of.inertia[i].addTimes(1, virtual[i], h[i]);
            r[i].setZero();
            of.coriolis[i].addTransposedTimes(virtual[i], r[i]);
            coriolis[i].set(of.inertia[i], virtual[i]);
        }
        for (int k = 0; k < tree.rotors.length; k++) {
            SpinningRotor rotor = tree.rotors[k];
            setLambda(multipliers, rotor.coordinate);
            t.setZero();
            t.addProduct(lambda, 0, of.couple[k]);
            h[rotor.carrier].add(t);
            r[rotor.carrier].addProduct(lambda, 0, of.turningCouple[k]);
            coriolis[rotor.carrier].addSpin(t);
        }
        if (of.loads != null) {
            of.loads.findVirtual(virtual);
        }
        for (int i = tree.n; i >= 1; i--) {
            h[tree.parent[i]].addFrom(of.frame[i], h[i]);
            r[tree.parent[i]].addFrom(of.frame[i], r[i]);
            coriolis[tree.parent[i]].addFrom(of.frame[i], coriolis[i]);
        }
    }

    /** λ of a coordinate of the tree. */
    private void setLambda(double[] multipliers, int k) {
        for (int d = 0; d < terms; d++) {
            lambda[d] = tree.factorOf(k) * multipliers[of.placeOf(k) * terms + d];
        }
    }

    private int index(int first, int row, int second, int column) {
        return ((first * size + row) * 3 * size + second * size + column) * terms;
    }

    private void addJoint(int i, double[] out) {
        SpatialSeries S = of.S[i];
        y.setZero();
        of.inertiaBeyond[i].addTimes(1, beta[i], y);
        y.addForceCross(1, S, h[i]);
        x.setZero();
        of.coriolisBeyond[i].addTransposedTimes(beta[i], x);
        x.addForceCross(1, S, r[i]);
        coriolis[i].addTimes(-1, of.alpha[i], x);
        x.addForceCross(2, of.alpha[i], h[i]);
        xOfVelocity.setZero();
        xOfVelocity.addForceCross(2, S, h[i]);
        coriolis[i].addTimes(-1, S, xOfVelocity);
        if (of.loads != null) {
            turned.setZero();
            of.loads.addTransposed(i, beta[i], turned);
            of.loads.addVirtual(i, S, turned);
        }
        byPosition.set(of.byPosition[i]);
        byVelocity.set(of.byVelocity[i]);
        IS.set(of.IS[i]);
        for (int j = i; j > 0; j = tree.parent[j]) {
            addPair(i, j, out);
            if (tree.parent[j] > 0 || of.ofBase > 0) {
                shiftFrom(of.frame[j]);
            }
        }
        int own = of.place(i);
        for (int b = 0; b < of.ofBase; b++) {
            clear();
            y.addDot(1, of.lever[b], entry, 0);
            x.addDot(1, of.unit[b], entry, 0);
            addBoth(tree.factor(i), 0, own, 1, b, out);
            clear();
            y.addDot(1, of.unit[b], entry, 0);
            addBoth(tree.factor(i), 0, own, 2, b, out);
            clear();
            xOfVelocity.addDot(1, of.unit[b], entry, 0);
            addBoth(tree.factor(i), 1, own, 1, b, out);
        }
    }

    private void shiftFrom(FrameSeries frame) {
        byPosition.shiftFrom(frame);
        byVelocity.shiftFrom(frame);
        IS.shiftFrom(frame);
        y.shiftFrom(frame);
        x.shiftFrom(frame);
        xOfVelocity.shiftFrom(frame);
    }

    private void addPair(int i, int j, double[] out) {
        double factor = tree.factor(i) * tree.factor(j);
        int a = of.place(i);
        int b = of.place(j);
        boolean same = i == j;
        clear();
        byPosition.addDot(1, beta[j], entry, 0);
        y.addDot(1, of.zeta[j], entry, 0);
        x.addDot(1, of.alpha[j], entry, 0);
        if (of.loads != null) {
            turned.addDot(1, of.S[j], entry, 0);
        }
        add(same, factor, 0, a, 0, b, out);
        clear();
        xOfVelocity.addDot(1, of.S[j], entry, 0);
        add(same, factor, 1, a, 1, b, out);
        clear();
        y.addDot(2, of.alpha[j], entry, 0);
        x.addDot(1, of.S[j], entry, 0);
        addBoth(factor, 0, a, 1, b, out);
        clear();
        y.addDot(1, of.S[j], entry, 0);
        addBoth(factor, 0, a, 2, b, out);
        if (!same) {
            clear();
            byVelocity.addDot(1, beta[j], entry, 0);
            xOfVelocity.addDot(1, of.alpha[j], entry, 0);
            addBoth(factor, 1, a, 0, b, out);
            clear();
            IS.addDot(1, beta[j], entry, 0);
            addBoth(factor, 2, a, 0, b, out);
        }
    }

    private void clear() {
        Arrays.fill(entry, 0);
    }

    /** A second derivative by two things; those by one thing alone are there once. */
    private void add(boolean once, double factor, int first, int a, int second, int b, double[] out) {
        if (once) {
            addTo(factor, index(first, a, second, b), out);
        } else {
            addBoth(factor, first, a, second, b, out);
        }
    }

    private void addBoth(double factor, int first, int a, int second, int b, double[] out) {
        addTo(factor, index(first, a, second, b), out);
        addTo(factor, index(second, b, first, a), out);
    }

    private void addTo(double factor, int at, double[] out) {
        for (int d = 0; d < terms; d++) {
            out[at + d] += factor * entry[d];
        }
    }

    /** By θ̇: Z = v ×* N, X = −Λ ×* N; by θ̈: Z = N. */
    private void addRotor(int k, double[] out) {
        SpinningRotor rotor = tree.rotors[k];
        int own = of.placeOf(rotor.coordinate);
        double scale = tree.factorOf(rotor.coordinate);
        x.setZero();
        x.addForceCross(-1, virtual[rotor.carrier], of.couple[k]);
        for (int j = rotor.carrier; j > 0; j = tree.parent[j]) {
            double factor = scale * tree.factor(j);
            int b = of.place(j);
            clear();
            of.turningCouple[k].addDot(1, beta[j], entry, 0);
            x.addDot(1, of.alpha[j], entry, 0);
            addBoth(factor, 1, own, 0, b, out);
            clear();
            x.addDot(1, of.S[j], entry, 0);
            addBoth(factor, 1, own, 1, b, out);
            clear();
            of.couple[k].addDot(1, beta[j], entry, 0);
            addBoth(factor, 2, own, 0, b, out);
        }
        for (int b = 0; b < of.ofBase; b++) {
            clear();
            x.addDot(1, of.unit[b], entry, 0);
            addBoth(scale, 1, own, 1, b, out);
        }
    }

    private void addFriction(int k, double[] multipliers, double[] out) {
        if (tree.friction[k].isZero()) {
            return;
        }
        bend.setZero();
        tree.friction[k].addCurvature(of.velocity[k], scratch, other, bend);
        setLambda(multipliers, k);
        double scale = tree.factorOf(k) * tree.factorOf(k);
        int at = index(1, of.placeOf(k), 1, of.placeOf(k));
        for (int i = 0; i < terms; i++) {
            for (int j = 0; i + j < terms; j++) {
                out[at + i + j] += scale * lambda[i] * bend.c[j];
            }
        }
    }
}
