package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.BodyMotionRate;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeVector;
import org.jspecify.annotations.Nullable;

/**
 * Torques and their time derivatives along a motion whose jerk is known, for trees: the generalized force derivatives of
 * Guarino Lo Bianco, [Guarino 3–21], with components differentiated instead of vectors, which takes a third fewer
 * operations.
 *
 * <p>Everything that {@link InverseDynamics} knows has its rate here: friction (the jump of Coulomb friction at rest is
 * left out), reflected inertia, gyroscopic rotors, external wrenches with their rates, a moving base with its jerk.
 * Cost O(n). One per thread: {@code rate.copy()} makes another for another thread.
 */
public final class ForceRate implements TorqueRateFunction {
    private final MovingTree tree;
    private final Guard guard;
    private final PlacedJoints posture;
    private final MovingBodies bodies;
    private final BodyMotion[] motion;
    private final BodyMotionRate[] motionRate;
    private final JointLoads loads;
    private final JointLoads rates;
    private final ExternalLoads external;
    private final Vector aRate = new Vector();
    private final Vector gammaRate = new Vector();
    private final Vector spin = new Vector();
    private final Vector spinRate = new Vector();
    private final Force handedOn = new Force();
    private final TreeVector velocities;
    private final TreeVector accelerations;
    private final TreeVector jerks;
    private final TreeVector efforts;
    private final TreeVector effortRates;

    public ForceRate(RobotModel model) {
        this(MovingTree.of(ForceRate.class, model));
    }

    private ForceRate(MovingTree tree) {
        this.tree = tree;
        guard = new Guard(ForceRate.class, tree.model);
        posture = new PlacedJoints(tree);
        bodies = new MovingBodies(tree);
        motion = bodies.motion;
        motionRate = BodyMotionRate.array(tree.n + 1);
        loads = new JointLoads(tree, motion);
        rates = new JointLoads(tree, motionRate);
        external = new ExternalLoads(tree);
        velocities = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        jerks = new TreeVector(tree);
        efforts = new TreeVector(tree);
        effortRates = new TreeVector(tree);
    }

    /** The same of the same robot, with nothing computed. */
    @Override
    public ForceRate copy() {
        return new ForceRate(tree);
    }

    /** Torques and their rates for a motion of the joints, the base at rest and nothing touching the robot. */
    @Override
    public void compute(double[] q, double[] qd, double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
        compute(null, q, qd, qdd, qddd, null, tauOut, tauRateOut);
    }

    /**
     * Torques and their rates for a motion of joints and base under external wrenches.
     *
     * @param base how the base moves, jerk included; null for a fixed base at the world's origin
     * @param wrenches what the environment applies, rates included; null for nothing
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut,
            double[] tauRateOut) {
        guard.begin();
        tree.check("q", q);
        check(base, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        guard.checkDistinct("tauRateOut", tauRateOut, "q", q);
        posture.set(q);
        computeChecked(posture, base, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
    }

    /** As above, from joint placements that were computed before. */
    public void compute(
            Posture at,
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut,
            double[] tauRateOut) {
        guard.begin();
        check(base, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
        PlacedJoints placed = PlacedJoints.of(at);
        placed.checkFor(guard);
        computeChecked(placed, base, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
    }

    private void check(
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut,
            double[] tauRateOut) {
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("qddd", qddd);
        tree.check("tauOut", tauOut);
        tree.check("tauRateOut", tauRateOut);
        checkOutput("tauOut", tauOut, qd, qdd, qddd);
        checkOutput("tauRateOut", tauRateOut, qd, qdd, qddd);
        guard.checkDistinct("tauRateOut", tauRateOut, "tauOut", tauOut);
    }

    private void checkOutput(String name, double[] out, double[] qd, double[] qdd, double[] qddd) {
        guard.checkDistinct(name, out, "qd", qd);
        guard.checkDistinct(name, out, "qdd", qdd);
        guard.checkDistinct(name, out, "qddd", qddd);
    }

    private void computeChecked(
            PlacedJoints at,
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            double[] qddd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut,
            double[] tauRateOut) {
        double[] velocity = velocities.of(qd);
        double[] acceleration = accelerations.of(qdd);
        double[] jerk = jerks.of(qddd);
        double[] effort = efforts.room(tauOut);
        double[] effortRate = effortRates.room(tauRateOut);
        startAtBase(base);
        double sum = outwardPass(at.parentFromJoint, velocity, acceleration, jerk);
        guard.checkSum(sum, "qd", qd, "qdd", qdd, "qddd", qddd);
        loads.computeBodyWrenches();
        rates.computeBodyWrenches();
        external.apply(at, base, wrenches, loads);
        external.applyRates(wrenches, motion, rates);
        spinRotors(velocity, acceleration, jerk);
        inwardPass(at.parentFromJoint, velocity, effort, effortRate);
        addDrives(acceleration, jerk, effort, effortRate);
        addFriction(velocity, acceleration, effort, effortRate);
        efforts.gather(tauOut);
        effortRates.gather(tauRateOut);
        guard.checkResult("tauOut", tauOut);
        guard.checkResult("tauRateOut", tauRateOut);
        guard.succeed();
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation. For body 0 it is what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        return loads.wrenchInBody(guard, body);
    }

    /** The rate of the components of {@link #jointWrenchInBody}. */
    public Wrench jointWrenchRateInBody(int body) {
        return rates.wrenchInBody(guard, body);
    }

    /** As {@link #jointWrenchRateInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchRateInBody(int body, double[] wrenchRateOut) {
        rates.wrenchInBody(guard, body, wrenchRateOut);
    }

    /** ω₀, γ₀, a₀ − g of the base and the rates of their components: γ' = ι − ω × γ, a' = j − ω × (a − g). */
    private void startAtBase(@Nullable BaseMotion base) {
        bodies.startAtBase(base, 1);
        if (base == null) {
            gammaRate.setZero();
            aRate.setZero();
        } else {
            MovingBase b = MovingBase.of(base);
            gammaRate.set(b.angularJerk);
            gammaRate.subtractCross(b.angularVelocity, b.angularAcceleration);
            aRate.set(motion[0].ax, motion[0].ay, motion[0].az);
            aRate.setCross(aRate, b.angularVelocity);
            aRate.add(b.linearJerk);
        }
        motionRate[0].set(motion[0], gammaRate, aRate);
    }

    /** Base to tips: motion of every body and its rate; the sum of all inputs is finite only if they are. */
    private double outwardPass(Placement[] parentFromJoint, double[] qd, double[] qdd, double[] qddd) {
        double sum = bodies.move(parentFromJoint, qd, qdd);
        for (int i = 1; i <= tree.n; i++) {
            int k = tree.coordinate[i];
            BodyMotionRate parent = motionRate[tree.parent[i]];
            sum += qddd[k];
            if (tree.revolute[i]) {
                motionRate[i].setTurning(parentFromJoint[i], parent, motion[i], qd[k], qdd[k], qddd[k]);
            } else {
                motionRate[i].setSliding(parentFromJoint[i], parent, motion[i], qd[k], qdd[k], qddd[k]);
            }
        }
        return sum;
    }

    /** n += k Iₘ (q̈ zₘ + q̇ ω × zₘ) on the carrier; n' += k Iₘ (q⃛ zₘ + q̈ ω × zₘ + q̇ γ × zₘ). */
    private void spinRotors(double[] qd, double[] qdd, double[] qddd) {
        for (int r = 0; r < tree.rotors.length; r++) {
            SpinningRotor rotor = tree.rotors[r];
            int k = rotor.coordinate;
            BodyMotion carrier = motion[rotor.carrier];
            spin.set(carrier.wx, carrier.wy, carrier.wz);
            spin.setCross(spin, rotor.axis);
            spinRate.set(carrier.gx, carrier.gy, carrier.gz);
            spinRate.setCross(spinRate, rotor.axis);

            Vector n = loads.rotorMoment[r];
            n.setScaled(rotor.gearedInertia * qdd[k], rotor.axis);
            n.addScaled(rotor.gearedInertia * qd[k], spin);
            loads.carried[rotor.carrier].addMoment(n);

            Vector nRate = rates.rotorMoment[r];
            nRate.setScaled(rotor.gearedInertia * qddd[k], rotor.axis);
            nRate.addScaled(rotor.gearedInertia * qdd[k], spin);
            nRate.addScaled(rotor.gearedInertia * qd[k], spinRate);
            rates.carried[rotor.carrier].addMoment(nRate);
        }
    }

    /** Tips to base: what a joint carries, and its rate, are handed on to the parent. */
    private void inwardPass(Placement[] parentFromJoint, double[] qd, double[] tauOut, double[] tauRateOut) {
        for (int i = tree.n; i >= 1; i--) {
            int k = tree.coordinate[i];
            Placement X = parentFromJoint[i];
            Force f = loads.carried[i];
            Force fRate = rates.carried[i];
            if (tree.revolute[i]) {
                tauOut[k] = f.nz;
                tauRateOut[k] = fRate.nz;
                // f' + θ̇z × f and n' + θ̇z × n
                handedOn.setRateWhileTurning(fRate, f, qd[k]);
            } else {
                tauOut[k] = f.fz;
                tauRateOut[k] = fRate.fz;
                // n' + ḋz × f
                handedOn.setRateWhileSliding(fRate, f, qd[k]);
            }
            loads.handOn(i, X, f);
            rates.handOn(i, X, handedOn);
        }
    }

    /** τ += Iₐ q̈ + k Iₘ (γ·zₘ + k q̈); τ̇ += Iₐ q⃛ + k Iₘ (γ'·zₘ + k q⃛). */
    private void addDrives(double[] qdd, double[] qddd, double[] tauOut, double[] tauRateOut) {
        if (tree.hasReflectedInertia) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.reflectedInertia[k] * qdd[k];
                tauRateOut[k] += tree.reflectedInertia[k] * qddd[k];
            }
        }
        for (SpinningRotor rotor : tree.rotors) {
            int k = rotor.coordinate;
            BodyMotionRate mRate = motionRate[rotor.carrier];
            Vector z = rotor.axis;
            double turning = motion[rotor.carrier].turningAbout(z);
            double turningRate = mRate.gx * z.x + mRate.gy * z.y + mRate.gz * z.z;
            tauOut[k] += rotor.gearedInertia * (turning + rotor.gearRatio * qdd[k]);
            tauRateOut[k] += rotor.gearedInertia * (turningRate + rotor.gearRatio * qddd[k]);
        }
    }

    private void addFriction(double[] qd, double[] qdd, double[] tauOut, double[] tauRateOut) {
        if (tree.hasFriction) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.friction[k].effort(qd[k]);
                tauRateOut[k] += tree.friction[k].slope(qd[k]) * qdd[k];
            }
        }
    }
}
