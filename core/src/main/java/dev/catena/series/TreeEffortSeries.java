package dev.catena.series;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.Series;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Efforts of the joints of a tree along a motion as Taylor series, with first derivatives; second ones are those of
 * {@link TreeCurvatureSeries}.
 *
 * <p>Let a joint j with the axis S, whose parent moves with v and a, change by one unit. Seen from what is beyond the joint, everything
 * before it moves instead, so that all velocities beyond change by the same x, and all accelerations by x × (velocity of the body) + y:
 *
 * <pre>
 *   by q:  x = α = v × S,   y = ζ = a × S + v × α        by q̇:  x = S,  y = 2α        by q̈:  x = 0,  y = S
 * </pre>
 *
 * All of it is about the origin of the body beyond the joint; sums move from origin to origin on their way to the base, so that nothing depends
 * on how far away that is.
 *
 * <p>With inertia I, B of {@link CoriolisSeries} and wrench F of all that is beyond joint i, Γᵢ = Sᵢ · F changes by Sᵢ · (I y + B x) with a
 * joint j before it, and by S · Z with one that is beyond: Z = S ×* F + B α + I ζ by q, B S + 2 I α by q̇, I S by q̈.
 *
 * <p>Rotors that turn on their own come after the joints; their rows are what the motions of their carriers do to them. A base that floats
 * has the first six coordinates: velocity in the place of q̇, acceleration in that of q̈. Cost O(n d) for a depth d; nothing is allocated
 * after construction.
 */
public final class TreeEffortSeries implements EffortSeries {
    static final int BASE = 6;

    final MovingTree tree;
    final int order;
    final int terms;

    /** How many coordinates the base has. */
    final int ofBase;

    final int size;

    /** By coordinate of the tree; motors have no q. */
    final Series[] q;

    final Series[] velocity;
    final Series[] acceleration;

    /** By moving body, the base first. */
    final FrameSeries[] frame;

    final SpatialSeries[] S;
    final SpatialSeries[] v;
    final SpatialSeries[] a;
    final SpatialSeries[] alpha;
    final SpatialSeries[] zeta;
    final InertiaSeries[] inertia;
    final CoriolisSeries[] coriolis;

    /** By moving body, of all beyond it. */
    final InertiaSeries[] inertiaBeyond;

    final CoriolisSeries[] coriolisBeyond;
    final SpatialSeries[] F;

    /** I S, and Z by q and q̇. */
    final SpatialSeries[] IS;

    final SpatialSeries[] byPosition;
    final SpatialSeries[] byVelocity;

    /** By rotor: its axis times k Iₘ as a couple N, and v ×* N with the velocity of its carrier. */
    final SpatialSeries[] couple;

    final SpatialSeries[] turningCouple;

    /** By coordinate of a base that floats: its unit motion e, and V × e. */
    final SpatialSeries[] unit;

    final SpatialSeries[] lever;
    final @Nullable WorldLoads loads;
    private final TreeCurvatureSeries curvature;
    private final Series sine;
    private final Series cosine;
    private final Series speed;
    private final Series scratch;
    private final SpatialSeries t;
    private final SpatialSeries s;

    /** Velocity and acceleration of a parent, seen at a body's origin. */
    private final SpatialSeries vOfParent;

    private final SpatialSeries aOfParent;

    /** I S, and Z by q and q̇, of a joint, seen from those before it. */
    private final SpatialSeries shiftedIS;

    private final SpatialSeries shiftedByPosition;
    private final SpatialSeries shiftedByVelocity;
    private final InertiaSeries ofBaseAlone;
    private final double[] efforts;
    private final double[][] slopes;

    /** Of a tree whose base rests. */
    public TreeEffortSeries(MovingTree tree, int order, @Nullable AppliedWrenches wrenches) {
        this(tree, order, wrenches, false);
    }

    TreeEffortSeries(MovingTree tree, int order, @Nullable AppliedWrenches wrenches, boolean floats) {
        this.tree = tree;
        this.order = order;
        terms = order + 1;
        ofBase = floats ? BASE : 0;
        size = ofBase + tree.coordinates;
        q = Series.array(tree.size, order);
        velocity = Series.array(tree.size, order);
        acceleration = Series.array(tree.size, order);
        int bodies = tree.n + 1;
        frame = new FrameSeries[bodies];
        Arrays.setAll(frame, i -> new FrameSeries(order));
        S = SpatialSeries.array(bodies, order);
        v = SpatialSeries.array(bodies, order);
        a = SpatialSeries.array(bodies, order);
        alpha = SpatialSeries.array(bodies, order);
        zeta = SpatialSeries.array(bodies, order);
        inertia = InertiaSeries.array(bodies, order);
        coriolis = CoriolisSeries.array(bodies, order);
        inertiaBeyond = InertiaSeries.array(bodies, order);
        coriolisBeyond = CoriolisSeries.array(bodies, order);
        F = SpatialSeries.array(bodies, order);
        IS = SpatialSeries.array(bodies, order);
        byPosition = SpatialSeries.array(bodies, order);
        byVelocity = SpatialSeries.array(bodies, order);
        couple = SpatialSeries.array(tree.rotors.length, order);
        turningCouple = SpatialSeries.array(tree.rotors.length, order);
        unit = SpatialSeries.array(ofBase, order);
        lever = SpatialSeries.array(ofBase, order);
        for (int b = 0; b < ofBase; b++) {
            unit[b].c[b] = 1;
        }
        loads = wrenches == null ? null : new WorldLoads(tree, wrenches, order);
        sine = new Series(order);
        cosine = new Series(order);
        speed = new Series(order);
        scratch = new Series(order);
        t = new SpatialSeries(order);
        s = new SpatialSeries(order);
        vOfParent = new SpatialSeries(order);
        aOfParent = new SpatialSeries(order);
        shiftedIS = new SpatialSeries(order);
        shiftedByPosition = new SpatialSeries(order);
        shiftedByVelocity = new SpatialSeries(order);
        ofBaseAlone = new InertiaSeries(order);
        efforts = new double[size * terms];
        slopes = new double[3][size * size * terms];
        curvature = new TreeCurvatureSeries(this);
    }

    /** From now on a base that floats moves with the point where its mass or, without one, its first joint is, not with its origin. */
    void centerBase() {
        Inertia base = tree.inertia[0];
        double[] way = frame[0].c;
        if (base.mass > 0) {
            way[9] = -base.sx / base.mass;
            way[10] = -base.sy / base.mass;
            way[11] = -base.sz / base.mass;
        } else if (tree.n > 0) {
            way[9] = -tree.atZero[1].px;
            way[10] = -tree.atZero[1].py;
            way[11] = -tree.atZero[1].pz;
        }
    }

    /** From now on the base's wrench is about another point than its origin, in its axes. */
    void seeFrom(Vector3 point) {
        frame[0].c[9] = -point.x();
        frame[0].c[10] = -point.y();
        frame[0].c[11] = -point.z();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public void compute(double[][] motion) {
        load(motion);
        a[0].setZero();
        a[0].c[0] = -tree.gravityInWorld.x;
        a[0].c[1] = -tree.gravityInWorld.y;
        a[0].c[2] = -tree.gravityInWorld.z;
        place();
        move();
        differentiate();
    }

    void load(double[][] motion) {
        double factorial = 1;
        for (int d = 0; d <= order; d++) {
            factorial *= Math.max(1, d);
            for (int k = 0; k < tree.size; k++) {
                double scale = tree.factorOf(k) / factorial;
                int given = tree.leaderOf(k);
                q[k].c[d] = scale * motion[d][given];
                velocity[k].c[d] = scale * motion[d + 1][given];
                acceleration[k].c[d] = scale * motion[d + 2][given];
            }
        }
    }

    /** The posture of another tree, at rest, its velocities as accelerations: efforts are momenta then. */
    void takeAsMomentum(TreeEffortSeries moving) {
        for (int k = 0; k < tree.size; k++) {
            q[k].set(moving.q[k]);
            velocity[k].setZero();
            acceleration[k].set(moving.velocity[k]);
        }
        place();
    }

    /** Where all bodies are, with their inertias; q must be known. */
    void place() {
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                frame[i].set(frame[tree.parent[i]], tree.atZero[i], tree.parent[i] == 0);
                if (tree.revolute[i]) {
                    Series.setSineAndCosine(q[tree.coordinate[i]], sine, cosine);
                    frame[i].turn(cosine, sine);
                } else {
                    frame[i].slide(q[tree.coordinate[i]]);
                }
                frame[i].axis(tree.revolute[i], S[i]);
            }
            inertia[i].set(frame[i], tree.inertia[i]);
        }
        ofBaseAlone.set(inertia[0]);
        inertia[0].setZero();
        inertia[0].addFrom(frame[0], ofBaseAlone);
        for (int i = 0; i <= tree.n; i++) {
            inertiaBeyond[i].set(inertia[i]);
        }
        for (int i = tree.n; i >= 1; i--) {
            inertiaBeyond[tree.parent[i]].addFrom(frame[i], inertiaBeyond[i]);
            IS[i].setZero();
            inertiaBeyond[i].addTimes(1, S[i], IS[i]);
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            frame[rotor.carrier].couple(rotor.gearedInertia, rotor.axis.x, rotor.axis.y, rotor.axis.z, couple[r]);
        }
    }

    /** out ← the unit motion of a joint, seen from the base's origin. */
    void axisFromBase(int i, SpatialSeries out) {
        out.set(S[i]);
        for (int j = i; j > 0; j = tree.parent[j]) {
            out.shiftBack(frame[j]);
        }
    }

    /** How they move, and what they need; the motion of the base must be known. */
    void move() {
        for (int i = 0; i <= tree.n; i++) {
            if (i > 0) {
                moveBody(i);
            }
            // F = I a + v ×* I v
            t.setZero();
            inertia[i].addTimes(1, v[i], t);
            F[i].setZero();
            inertia[i].addTimes(1, a[i], F[i]);
            F[i].addForceCross(1, v[i], t);
            coriolis[i].set(inertia[i], v[i]);
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            spin(r);
        }
        if (loads != null) {
            loads.apply(frame, F);
        }
        for (int i = 0; i <= tree.n; i++) {
            coriolisBeyond[i].set(coriolis[i]);
        }
        Arrays.fill(efforts, 0);
        for (int i = tree.n; i >= 1; i--) {
            S[i].addDot(tree.factor(i), F[i], efforts, place(i) * terms);
            F[tree.parent[i]].addFrom(frame[i], F[i]);
            coriolisBeyond[tree.parent[i]].addFrom(frame[i], coriolisBeyond[i]);
        }
        for (int b = 0; b < ofBase; b++) {
            unit[b].addDot(1, F[0], efforts, b * terms);
        }
        addDrives();
    }

    private void moveBody(int i) {
        int parent = tree.parent[i];
        int k = tree.coordinate[i];
        vOfParent.setAt(frame[i], v[parent]);
        aOfParent.setAt(frame[i], a[parent]);
        alpha[i].setZero();
        alpha[i].addCross(1, vOfParent, S[i]);
        zeta[i].setZero();
        zeta[i].addCross(1, aOfParent, S[i]);
        zeta[i].addCross(1, vOfParent, alpha[i]);
        // v = v_λ + S q̇, a = a_λ + S q̈ + v × S q̇
        v[i].set(vOfParent);
        v[i].addProduct(velocity[k], S[i]);
        a[i].set(aOfParent);
        a[i].addProduct(acceleration[k], S[i]);
        a[i].addProduct(velocity[k], alpha[i]);
    }

    /** The moment that spins a rotor acts on its carrier: θ̈ N + θ̇ v ×* N, [Hua 24–25]. */
    private void spin(int r) {
        SpinningRotor rotor = tree.rotors[r];
        int c = rotor.carrier;
        turningCouple[r].setZero();
        turningCouple[r].addForceCross(1, v[c], couple[r]);
        F[c].addProduct(acceleration[rotor.coordinate], couple[r]);
        F[c].addProduct(velocity[rotor.coordinate], turningCouple[r]);
        t.setZero();
        t.addProduct(velocity[rotor.coordinate], couple[r]);
        coriolis[c].addSpin(t);
    }

    private void addDrives() {
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            int k = rotor.coordinate;
            a[rotor.carrier].addDot(tree.factorOf(k), couple[r], efforts, placeOf(k) * terms);
            if (k < tree.n) {
                addTo(tree.factorOf(k) * rotor.gearedInertia * rotor.gearRatio, acceleration[k], placeOf(k));
            }
        }
        for (int k = 0; k < tree.n; k++) {
            addTo(tree.factorOf(k) * tree.reflectedInertia[k], acceleration[k], placeOf(k));
            speed.setZero();
            tree.friction[k].addEffort(velocity[k], scratch, speed);
            addTo(tree.factorOf(k), speed, placeOf(k));
        }
    }

    private void addTo(double factor, Series series, int row) {
        for (int d = 0; d < terms; d++) {
            efforts[row * terms + d] += factor * series.c[d];
        }
    }

    /** Where the coordinate of a body's joint is. */
    int place(int i) {
        return ofBase + tree.leader(i);
    }

    int placeOf(int treeCoordinate) {
        return ofBase + tree.leaderOf(treeCoordinate);
    }

    /** ∂Γ of what was moved last. */
    void differentiate() {
        for (double[] part : slopes) {
            Arrays.fill(part, 0);
        }
        for (int b = 0; b < ofBase; b++) {
            lever[b].setZero();
            lever[b].addCross(1, v[0], unit[b]);
        }
        for (int i = 1; i <= tree.n; i++) {
            differentiateJoint(i);
        }
        for (int b = 0; b < ofBase; b++) {
            t.setZero();
            inertiaBeyond[0].addTimes(1, unit[b], t);
            s.setZero();
            coriolisBeyond[0].addTransposedTimes(unit[b], s);
            addByBase(1, b, t, s);
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            differentiateRotor(r);
        }
        for (int k = 0; k < tree.n; k++) {
            double scale = tree.factorOf(k) * tree.factorOf(k);
            int at = (placeOf(k) * size + placeOf(k)) * terms;
            slopes[2][at] += scale * tree.reflectedInertia[k];
            speed.setZero();
            tree.friction[k].addSlope(velocity[k], scratch, speed);
            for (int d = 0; d < terms; d++) {
                slopes[1][at + d] += scale * speed.c[d];
            }
        }
    }

    private void differentiateJoint(int i) {
        // Z by q = S ×* F + B α + I ζ, by q̇ = B S + 2 I α
        byPosition[i].setZero();
        byPosition[i].addForceCross(1, S[i], F[i]);
        coriolisBeyond[i].addTimes(1, alpha[i], byPosition[i]);
        inertiaBeyond[i].addTimes(1, zeta[i], byPosition[i]);
        byVelocity[i].setZero();
        coriolisBeyond[i].addTimes(1, S[i], byVelocity[i]);
        inertiaBeyond[i].addTimes(2, alpha[i], byVelocity[i]);
        // Sᵢ · B x = (Bᵀ Sᵢ) · x
        s.setZero();
        coriolisBeyond[i].addTransposedTimes(S[i], s);
        t.setZero();
        if (loads != null) {
            loads.addTurned(i, S[i], byPosition[i]);
            loads.addTransposed(i, S[i], t);
        }
        shiftedIS.set(IS[i]);
        shiftedByPosition.set(byPosition[i]);
        shiftedByVelocity.set(byVelocity[i]);
        for (int j = i; j > 0; j = tree.parent[j]) {
            double factor = tree.factor(i) * tree.factor(j);
            int at = (place(i) * size + place(j)) * terms;
            shiftedIS.addDot(factor, zeta[j], slopes[0], at);
            s.addDot(factor, alpha[j], slopes[0], at);
            if (loads != null) {
                t.addDot(factor, S[j], slopes[0], at);
            }
            shiftedIS.addDot(2 * factor, alpha[j], slopes[1], at);
            s.addDot(factor, S[j], slopes[1], at);
            shiftedIS.addDot(factor, S[j], slopes[2], at);
            if (j != i) {
                addBeyond(factor, S[j], (place(j) * size + place(i)) * terms);
            }
            if (tree.parent[j] > 0 || ofBase > 0) {
                shiftedIS.shiftFrom(frame[j]);
                shiftedByPosition.shiftFrom(frame[j]);
                shiftedByVelocity.shiftFrom(frame[j]);
                s.shiftFrom(frame[j]);
            }
        }
        addByBase(tree.factor(i), place(i), shiftedIS, s);
        for (int b = 0; b < ofBase; b++) {
            addBeyond(tree.factor(i), unit[b], (b * size + place(i)) * terms);
        }
    }

    /** What a joint does to one before it. */
    private void addBeyond(double factor, SpatialSeries before, int at) {
        before.addDot(factor, shiftedByPosition, slopes[0], at);
        before.addDot(factor, shiftedByVelocity, slopes[1], at);
        before.addDot(factor, shiftedIS, slopes[2], at);
    }

    /** What a base that floats does to a row with I S and Bᵀ S. */
    private void addByBase(double factor, int row, SpatialSeries inertiaTimes, SpatialSeries coriolisTimes) {
        for (int b = 0; b < ofBase; b++) {
            int at = (row * size + b) * terms;
            inertiaTimes.addDot(factor, lever[b], slopes[1], at);
            coriolisTimes.addDot(factor, unit[b], slopes[1], at);
            inertiaTimes.addDot(factor, unit[b], slopes[2], at);
        }
    }

    /** What a rotor does to the joints that carry it, and they to it. */
    private void differentiateRotor(int r) {
        SpinningRotor rotor = tree.rotors[r];
        int k = rotor.coordinate;
        int own = placeOf(k);
        double scale = tree.factorOf(k);
        for (int j = rotor.carrier; j > 0; j = tree.parent[j]) {
            double factor = scale * tree.factor(j);
            int at = (place(j) * size + own) * terms;
            turningCouple[r].addDot(factor, S[j], slopes[1], at);
            couple[r].addDot(factor, S[j], slopes[2], at);
            at = (own * size + place(j)) * terms;
            turningCouple[r].addDot(factor, alpha[j], slopes[0], at);
            couple[r].addDot(factor, zeta[j], slopes[0], at);
            turningCouple[r].addDot(factor, S[j], slopes[1], at);
            couple[r].addDot(2 * factor, alpha[j], slopes[1], at);
            couple[r].addDot(factor, S[j], slopes[2], at);
        }
        for (int b = 0; b < ofBase; b++) {
            int at = (b * size + own) * terms;
            turningCouple[r].addDot(scale, unit[b], slopes[1], at);
            couple[r].addDot(scale, unit[b], slopes[2], at);
        }
        addByBase(scale, own, couple[r], turningCouple[r]);
        if (k < tree.n) {
            slopes[2][(own * size + own) * terms] += scale * scale * rotor.gearedInertia * rotor.gearRatio;
        }
    }

    @Override
    public double[] efforts() {
        return efforts;
    }

    @Override
    public double[] slopes(int derivative) {
        return slopes[derivative];
    }

    @Override
    public void curvature(double[] multipliers, double[] out) {
        curvature.compute(multipliers, out);
    }
}
