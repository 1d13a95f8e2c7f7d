package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The torques and forces that a motion needs, and what the joints carry inside, by the recursive Newton-Euler algorithm
 * for trees, [Khalil 13–31].
 *
 * <p>τ is what the drives supply: it includes gravity, friction, reflected inertia and gyroscopic rotors, and is less by
 * what external wrenches supply. Cost O(n): one pass from the base to the tips, one back. One per thread:
 * {@code dynamics.copy()} makes another for another thread.
 */
public final class InverseDynamics implements TorqueFunction, SurroundedTorqueFunction {
    private final MovingTree tree;
    private final Guard guard;
    private final PlacedJoints posture;
    private final MovingBodies bodies;
    private final BodyMotion[] motion;
    private final JointLoads loads;
    private final ExternalLoads external;
    private final double[] zero;
    private final TreeVector rates;
    private final TreeVector accelerations;
    private final TreeVector efforts;

    public InverseDynamics(RobotModel model) {
        this(MovingTree.of(InverseDynamics.class, model), new Guard(InverseDynamics.class, model));
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: all vectors are [q; θ], the joints' numbers and
     * then those of the motors, and springs are left out. {@code dev.catena.drive} adds them.
     */
    public static InverseDynamics withFreeMotors(RobotModel model) {
        return new InverseDynamics(
                MovingTree.withFreeMotors(InverseDynamics.class, model), new Guard(InverseDynamics.class, model));
    }

    /** For algorithms that hold the tree already and have looked what the base is. */
    InverseDynamics(MovingTree tree) {
        this(tree, Guard.inside(InverseDynamics.class, tree.model));
    }

    private InverseDynamics(MovingTree tree, Guard guard) {
        this.tree = tree;
        this.guard = guard;
        posture = new PlacedJoints(tree);
        bodies = new MovingBodies(tree);
        motion = bodies.motion;
        loads = new JointLoads(tree, motion);
        external = new ExternalLoads(tree);
        zero = new double[tree.coordinates];
        rates = new TreeVector(tree);
        accelerations = new TreeVector(tree);
        efforts = new TreeVector(tree);
    }

    @Override
    public String origin() {
        return TorqueFunction.super.origin();
    }

    /** Inverse dynamics of the same robot, with nothing computed. */
    @Override
    public InverseDynamics copy() {
        return new InverseDynamics(tree, guard.copy());
    }

    /** Torques for a motion of the joints, the base at rest and nothing touching the robot. */
    @Override
    public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        compute(null, q, qd, qdd, null, tauOut);
    }

    /**
     * Torques for a motion of joints and base under external wrenches.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param wrenches what the environment applies; null for nothing
     */
    @Override
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        guard.begin();
        tree.check("q", q);
        check(base, qd, qdd, wrenches, tauOut);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        posture.set(q);
        computeChecked(posture, base, qd, qdd, wrenches, tauOut);
    }

    /** As above, from joint placements that were computed before. */
    public void compute(
            Posture at,
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        guard.begin();
        check(base, qd, qdd, wrenches, tauOut);
        PlacedJoints placed = PlacedJoints.of(at);
        placed.checkFor(guard);
        computeChecked(placed, base, qd, qdd, wrenches, tauOut);
    }

    private void check(
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        if (base == null) {
            guard.checkFixedBase();
        }
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        checkVectors(qd, qdd, tauOut);
    }

    private void checkVectors(double[] qd, double[] qdd, double[] tauOut) {
        tree.check("qd", qd);
        tree.check("qdd", qdd);
        tree.check("tauOut", tauOut);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkDistinct("tauOut", tauOut, "qdd", qdd);
    }

    private void computeChecked(
            PlacedJoints at,
            @Nullable BaseMotion base,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        double[] rate = rates.of(qd);
        double[] acceleration = accelerations.of(qdd);
        double[] effort = efforts.room(tauOut);
        bodies.startAtBase(base, 1);
        guard.checkSum(bodies.move(at.parentFromJoint, rate, acceleration), "qd", qd, "qdd", qdd);
        loads.computeBodyWrenches();
        external.apply(at, base, wrenches, loads);
        loads.spinRotors(motion, rate, acceleration);
        inwardPass(at.parentFromJoint, effort);
        addDrives(acceleration, effort);
        addFriction(rate, effort);
        efforts.gather(tauOut);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    /** Torques that hold the robot still against gravity. */
    public void gravity(double[] q, double[] tauOut) {
        compute(null, q, zero, zero, null, tauOut);
    }

    /** Everything but the acceleration of the joints: gravity, velocity terms and friction. */
    public void bias(double[] q, double[] qd, double[] tauOut) {
        compute(null, q, qd, zero, null, tauOut);
    }

    /** Centrifugal, Coriolis and gyroscopic torques alone, without gravity and friction. */
    public void coriolis(double[] q, double[] qd, double[] tauOut) {
        computeInertial(q, qd, zero, tauOut);
    }

    /**
     * M(q) q̈, the mass matrix times a vector, without forming the matrix: no gravity, velocity terms, friction or
     * external wrenches. Reflected inertia and gyroscopic rotors count.
     */
    public void massTimes(double[] q, double[] qdd, double[] tauOut) {
        computeInertial(q, zero, qdd, tauOut);
    }

    /** What the inertia of bodies and drives alone takes, on a resting base. */
    private void computeInertial(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        guard.begin();
        guard.checkFixedBase();
        tree.check("q", q);
        checkVectors(qd, qdd, tauOut);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        posture.set(q);
        double[] rate = rates.of(qd);
        double[] acceleration = accelerations.of(qdd);
        double[] effort = efforts.room(tauOut);
        bodies.startAtBase(null, 0);
        guard.checkSum(bodies.move(posture.parentFromJoint, rate, acceleration), "qd", qd, "qdd", qdd);
        loads.computeBodyWrenches();
        external.apply(posture, null, null, loads);
        loads.spinRotors(motion, rate, acceleration);
        inwardPass(posture.parentFromJoint, effort);
        addDrives(acceleration, effort);
        efforts.gather(tauOut);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    /** Torques that overcome friction alone. What was computed before stays. */
    public void friction(double[] qd, double[] tauOut) {
        guard.checkThread();
        tree.check("qd", qd);
        tree.check("tauOut", tauOut);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkFinite("qd", qd);
        double[] effort = efforts.room(tauOut);
        Arrays.fill(effort, 0);
        addFriction(rates.of(qd), effort);
        efforts.gather(tauOut);
        guard.checkResult("tauOut", tauOut);
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation. For body 0 it is what the world exerts on the base. Fixed joints count too.
     */
    public Wrench jointWrenchInBody(int body) {
        return loads.wrenchInBody(guard, body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        loads.wrenchInBody(guard, body, wrenchOut);
    }

    /** Tips to base: what a joint carries is handed on to the parent; the axis' share of it is the drive's. */
    private void inwardPass(Placement[] parentFromJoint, double[] tauOut) {
        for (int i = tree.n; i >= 1; i--) {
            Force f = loads.carried[i];

            // Γⱼ = (σ fⱼ + σ̄ mⱼ)·z, [Khalil 31]
            tauOut[tree.coordinate[i]] = tree.revolute[i] ? f.nz : f.fz;

            // fᵢ += ⁱRⱼ fⱼ; mᵢ += ⁱRⱼ mⱼ + ⁱPⱼ × ⁱRⱼ fⱼ, [Khalil 28–30]
            loads.handOn(i, parentFromJoint[i], f);
        }
        Arrays.fill(tauOut, tree.n, tree.size, 0);
    }

    /** Reflected inertia Iₐ q̈, and k Iₘ (ω̇·zₘ + k q̈) for gyroscopic rotors. */
    private void addDrives(double[] qdd, double[] tauOut) {
        if (tree.hasReflectedInertia) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.reflectedInertia[k] * qdd[k];
            }
        }
        for (SpinningRotor rotor : tree.rotors) {
            int k = rotor.coordinate;
            double turning = motion[rotor.carrier].turningAbout(rotor.axis);
            tauOut[k] += rotor.gearedInertia * (turning + rotor.gearRatio * qdd[k]);
        }
    }

    private void addFriction(double[] qd, double[] tauOut) {
        if (tree.hasFriction) {
            for (int k = 0; k < tauOut.length; k++) {
                tauOut[k] += tree.friction[k].effort(qd[k]);
            }
        }
    }
}
