package dev.catena.sensitivity;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ∂τ̇/∂q, ∂τ̇/∂q̇, ∂τ̇/∂q̈ and ∂τ̇/∂q⃛ of {@link dev.catena.dynamics.ForceRate}, each n × n and row-major, in O(n·depth).
 *
 * <p>Since τ̇ = τ_q q̇ + τ_q̇ q̈ + τ_q̈ q⃛, the derivatives are d/dt τ_q, d/dt τ_q̇ + τ_q, d/dt τ_q̈ + τ_q̇ and τ_q̈: the matrices
 * of {@link TorqueSensitivity} and their rates along the motion. Of sign friction only the viscous part counts. One object
 * per thread: {@code sensitivity.copy()} makes another for another thread.
 */
public final class ForceRateSensitivity {
    private final MovingTree tree;
    private final Guard guard;
    private final TorqueSensitivity torques;
    private final BaseFrameMotion bodies;
    private final BaseFrameRates rates;
    private final ForceChanges changes;
    private final double[] byPosition;
    private final double[] byVelocity;

    // of joint i, the rates of what TorqueSensitivity multiplies with the axes of its ancestors
    private final Force byPositionRate = new Force();
    private final Force byVelocityRate = new Force();
    private final Force byAccelerationRate = new Force();
    private final Vector coriolisRow = new Vector();
    private final Vector coriolisRowRate = new Vector();
    private final Vector unturnedRow = new Vector();
    private final Vector unturnedRowRate = new Vector();

    private final MotionVector change = new MotionVector();
    private final Force force = new Force();
    private final Vector v = new Vector();
    private final Vector spinAxis = new Vector();
    private final Vector spinAxisRate = new Vector();
    private final Vector n = new Vector();
    private final Vector nRate = new Vector();
    private final TreeVector velocities;
    private final TreeVector accelerations;
    private final TreeVector jerks;
    private final JointMatrices matrices;

    public ForceRateSensitivity(RobotModel model) {
        this(MovingTree.of(ForceRateSensitivity.class, model));
    }

    private ForceRateSensitivity(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(ForceRateSensitivity.class, tree.model);
        torques = new TorqueSensitivity(tree);
        bodies = BaseFrameMotion.withOwnCoriolis(tree);
        rates = new BaseFrameRates(bodies);
        changes = new ForceChanges(bodies);
        byPosition = new double[MatrixSize.square(tree.coordinates, "the derivative of torques", tree.model)];
        byVelocity = new double[tree.coordinates * tree.coordinates];
        velocities = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        jerks = new TreeVector(tree);
        matrices = new JointMatrices(tree, 0);
    }

    /** The same of the same robot, for another thread. */
    public ForceRateSensitivity copy() {
        return new ForceRateSensitivity(tree);
    }

    /** The four matrices for a robot that nothing touches, its base at rest. */
    public void compute(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut,
            double[] byJerkOut) {
        compute(null, q, qd, qdd, qddd, null, byPositionOut, byVelocityOut, byAccelerationOut, byJerkOut);
    }

    /**
     * The four matrices.
     *
     * @param base how the base moves, jerk included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, with rates, as functions of time; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] byPositionOut,
            double[] byVelocityOut,
            double[] byAccelerationOut,
            double[] byJerkOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        check(q, qd, qdd, qddd);
        checkOutput("byPositionOut", byPositionOut, q, qd, qdd, qddd);
        checkOutput("byVelocityOut", byVelocityOut, q, qd, qdd, qddd);
        checkOutput("byAccelerationOut", byAccelerationOut, q, qd, qdd, qddd);
        checkOutput("byJerkOut", byJerkOut, q, qd, qdd, qddd);
        guard.checkDistinct("byVelocityOut", byVelocityOut, "byPositionOut", byPositionOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byPositionOut", byPositionOut);
        guard.checkDistinct("byAccelerationOut", byAccelerationOut, "byVelocityOut", byVelocityOut);
        guard.checkDistinct("byJerkOut", byJerkOut, "byPositionOut", byPositionOut);
        guard.checkDistinct("byJerkOut", byJerkOut, "byVelocityOut", byVelocityOut);
        guard.checkDistinct("byJerkOut", byJerkOut, "byAccelerationOut", byAccelerationOut);
        torques.compute(base, q, qd, qdd, wrenches, List.of(), byPosition, byVelocity, byJerkOut);
        bodies.compute(base, q, qd, qdd, wrenches, List.of());
        double[] velocity = velocities.of(qd);
        double[] acceleration = accelerations.of(qdd);
        rates.compute(base, velocity, acceleration, jerks.of(qddd), wrenches);
        fill(
                velocity,
                acceleration,
                matrices.byPosition.room(byPositionOut),
                matrices.byVelocity.room(byVelocityOut),
                matrices.byAcceleration.room(byAccelerationOut));
        matrices.byPosition.gather(byPositionOut);
        matrices.byVelocity.gather(byVelocityOut);
        matrices.byAcceleration.gather(byAccelerationOut);
        // where q̇ or q̈ multiplies a matrix of torques, that matrix too
        for (int e = 0; e < byPosition.length; e++) {
            byVelocityOut[e] += byPosition[e];
            byAccelerationOut[e] += byVelocity[e];
        }
        guard.checkResult("byPositionOut", byPositionOut);
        guard.checkResult("byVelocityOut", byVelocityOut);
        guard.checkResult("byAccelerationOut", byAccelerationOut);
    }

    /** The rates of the matrices of torques. */
    private void fill(
            double[] qd, double[] qdd, double[] byPositionOut, double[] byVelocityOut, double[] byAccelerationOut) {
        Arrays.fill(byPositionOut, 0);
        Arrays.fill(byVelocityOut, 0);
        Arrays.fill(byAccelerationOut, 0);
        for (int i = 1; i <= tree.n; i++) {
            ratesBeyond(i);
            fillPairs(i, byPositionOut, byVelocityOut, byAccelerationOut);
        }
        for (int k = 0; k < tree.n; k++) {
            byVelocityOut[k * (tree.n + 1)] += tree.friction[k].curvature(qd[k]) * qdd[k];
        }
        for (SpinningRotor rotor : tree.rotors) {
            addRotorColumn(rotor, byVelocityOut, byAccelerationOut);
            addRotorRow(rotor, byPositionOut, byVelocityOut, byAccelerationOut);
        }
    }

    private void check(double[] q, double[] qd, double[] qdd, double[] qddd) {
        tree.check("q", q);
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("qddd", qddd);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, "qddd", qddd);
    }

    private void checkOutput(String name, double[] out, double[] q, double[] qd, double[] qdd, double[] qddd) {
        guard.checkLength(name, out, tree.coordinates * tree.coordinates);
        guard.checkDistinct(name, out, "q", q);
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "qddd", qddd);
    }

    /** Rates of Y J, 2(B J + Y Ψ̇) and J ×* F + Y Ψ̈ + 2B Ψ̇, and of (2B)ᵀJ. */
    private void ratesBeyond(int i) {
        changes.beyond(i);
        MotionVector J = bodies.axis[i];
        MotionVector psi = bodies.axisRate[i];
        MotionVector psiRate = rates.axisRateRate[i];

        rates.compositeRate[i].product(J, byAccelerationRate);
        addProduct(i, psi, byAccelerationRate);

        change.setScaled(2, psi);
        rates.compositeRate[i].product(change, byVelocityRate);
        change.setScaled(2, psiRate);
        addProduct(i, change, byVelocityRate);
        rates.coriolisRate[i].addProductTo(J, byVelocityRate);
        bodies.coriolis[i].addProductTo(psi, byVelocityRate);

        rates.compositeRate[i].product(bodies.axisRate2[i], byPositionRate);
        addProduct(i, rates.axisRate2Rate[i], byPositionRate);
        rates.coriolisRate[i].addProductTo(psi, byPositionRate);
        bodies.coriolis[i].addProductTo(psiRate, byPositionRate);
        byPositionRate.addCross(psi, bodies.force[i]);
        byPositionRate.addCross(J, rates.forceRate[i]);

        bodies.coriolis[i].transposeProduct(J, coriolisRow);
        rates.coriolisRate[i].transposeProduct(J, coriolisRowRate);
        bodies.coriolis[i].transposeProduct(psi, v);
        coriolisRowRate.add(v);
        if (bodies.hasUnturned) {
            rates.unturnedRate[i].addProductTo(J, byPositionRate);
            bodies.unturned[i].addProductTo(psi, byPositionRate);
            bodies.unturned[i].transposeProduct(J, unturnedRow);
            rates.unturnedRate[i].transposeProduct(J, unturnedRowRate);
            bodies.unturned[i].transposeProduct(psi, v);
            unturnedRowRate.add(v);
        }
    }

    /** out += Y x. */
    private void addProduct(int i, MotionVector x, Force out) {
        bodies.composite[i].product(x, force);
        out.add(force);
    }

    /** The entries of {@link TorqueSensitivity} by the product rule. */
    private void fillPairs(int i, double[] P, double[] V, double[] A) {
        int row = tree.coordinate[i];
        for (int j = i; j > 0; j = tree.parent[j]) {
            int other = tree.coordinate[j];
            MotionVector J = bodies.axis[j];
            MotionVector psi = bodies.axisRate[j];
            MotionVector psiRate = rates.axisRateRate[j];
            int up = other * tree.n + row;
            P[up] = psi.dot(changes.byPosition) + J.dot(byPositionRate);
            V[up] = psi.dot(changes.byVelocity) + J.dot(byVelocityRate);
            A[up] = psi.dot(changes.byAcceleration) + J.dot(byAccelerationRate);

            int down = row * tree.n + other;
            P[down] = rates.axisRate2Rate[j].dot(changes.byAcceleration)
                    + bodies.axisRate2[j].dot(byAccelerationRate)
                    + psiRate.dotMoment(coriolisRow)
                    + psi.dotMoment(coriolisRowRate);
            V[down] = 2 * (psiRate.dot(changes.byAcceleration) + psi.dot(byAccelerationRate))
                    + psi.dotMoment(coriolisRow)
                    + J.dotMoment(coriolisRowRate);
            A[down] = A[up];
            if (bodies.hasUnturned) {
                P[down] += psi.dotMoment(unturnedRow) + J.dotMoment(unturnedRowRate);
            }
        }
    }

    /** Rates of J·(ω × z) and J·z for z = k Iₘ zₘ of a rotor. */
    private void addRotorColumn(SpinningRotor rotor, double[] V, double[] A) {
        int c = rotor.carrier;
        bodies.rotorMomentum(rotor, spinAxis);
        BaseFrameRates.angular(bodies.velocity[c], v);
        spinAxisRate.setCross(v, spinAxis);
        n.set(spinAxisRate);
        nRate.setCross(v, spinAxisRate);
        BaseFrameRates.angular(rates.velocityRate[c], v);
        nRate.addCross(v, spinAxis);
        for (int j = c; j > 0; j = tree.parent[j]) {
            int entry = tree.coordinate[j] * tree.n + rotor.coordinate;
            MotionVector J = bodies.axis[j];
            MotionVector psi = bodies.axisRate[j];
            V[entry] += psi.dotMoment(n) + J.dotMoment(nRate);
            A[entry] += psi.dotMoment(spinAxis) + J.dotMoment(spinAxisRate);
        }
    }

    /** Rates of z·(Ψ̈ − v × Ψ̇), z·(2Ψ̇ − v × J) and z·J. */
    private void addRotorRow(SpinningRotor rotor, double[] P, double[] V, double[] A) {
        int c = rotor.carrier;
        MotionVector velocity = bodies.velocity[c];
        for (int j = c; j > 0; j = tree.parent[j]) {
            int entry = rotor.coordinate * tree.n + tree.coordinate[j];
            MotionVector J = bodies.axis[j];
            MotionVector psi = bodies.axisRate[j];
            MotionVector psiRate = rates.axisRateRate[j];

            change.setCross(psi, velocity);
            change.add(bodies.axisRate2[j]);
            P[entry] += change.dotMoment(spinAxisRate);
            change.setCross(psiRate, velocity);
            change.addCross(psi, rates.velocityRate[c]);
            change.add(rates.axisRate2Rate[j]);
            P[entry] += change.dotMoment(spinAxis);

            change.setCross(J, velocity);
            change.addScaled(2, psi);
            V[entry] += change.dotMoment(spinAxisRate);
            change.setCross(psi, velocity);
            change.addCross(J, rates.velocityRate[c]);
            change.addScaled(2, psiRate);
            V[entry] += change.dotMoment(spinAxis);

            A[entry] += J.dotMoment(spinAxisRate) + psi.dotMoment(spinAxis);
        }
    }
}
