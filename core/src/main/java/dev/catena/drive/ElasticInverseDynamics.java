package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The motor torques that a motion [q; θ] of joints and motors needs, with rigid and elastic joints mixed and motors on any
 * body, and what the joints carry inside: Hua's Algorithm 1, [Hua 4–29].
 *
 * <p>All vectors but τ have N + Nₑ entries, see {@link ElasticCoordinates}. τ has one entry per joint: the torque of its
 * motor, reflected to the joint, friction of motor and joint included. Cost O(n): the recursion of
 * {@link InverseDynamics} over unified bodies, in which the rotors of elastic joints spin at θ̇ rather than q̇.
 *
 * <p>θ and q are given independently here. Where they are not on a possible motion, the spring's effort K (θ − q) is not
 * what the joint takes, {@link #generalizedForces}. One object per thread: {@code dynamics.copy()} makes another for
 * another thread.
 */
public final class ElasticInverseDynamics {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final InverseDynamics inverse;
    private final double[] rows;

    public ElasticInverseDynamics(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticInverseDynamics(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        coordinates.model().requireTree("ElasticInverseDynamics");
        guard = new Guard(ElasticInverseDynamics.class, coordinates.model());
        inverse = InverseDynamics.withFreeMotors(coordinates.model());
        rows = new double[coordinates.size()];
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticInverseDynamics copy() {
        return new ElasticInverseDynamics(coordinates);
    }

    /** Motor torques for a motion of joints and motors, the base at rest and nothing touching the robot. */
    public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        compute(null, q, qd, qdd, null, tauOut);
    }

    /**
     * Motor torques for a motion of joints, motors and base under external wrenches.
     *
     * @param base how the base moves; null for a fixed base at the world's origin
     * @param q [q; θ]
     * @param qd [q̇; θ̇]
     * @param qdd [q̈; θ̈]
     * @param wrenches what the environment applies; null for nothing
     * @param tauOut by joint
     */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] qdd,
            @Nullable ExternalWrenches wrenches,
            double[] tauOut) {
        guard.begin();
        if (base == null) {
            guard.checkFixedBase();
        }
        coordinates.tree().check("q", q);
        coordinates.tree().check("qd", qd);
        coordinates.tree().check("qdd", qdd);
        coordinates.checkJoints("tauOut", tauOut);
        guard.checkDistinct("tauOut", tauOut, "q", q);
        guard.checkDistinct("tauOut", tauOut, "qd", qd);
        guard.checkDistinct("tauOut", tauOut, "qdd", qdd);
        inverse.compute(base, q, qd, qdd, wrenches, rows);
        int n = coordinates.jointCount();
        System.arraycopy(rows, 0, tauOut, 0, n);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            // τ = K (θ − q) + k Iₘ (ω̇·zₘ + k θ̈) for an elastic joint, [Hua 29]
            rows[n + e] += coordinates.effortOf(e, q);
            tauOut[coordinates.jointOfMotor(e)] = rows[n + e];
        }
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    /**
     * A(q) [q̈; θ̈] + ζ of the last computation, N + Nₑ rows: the torque of a rigid joint's drive; what an elastic joint
     * takes beyond its spring, which on a possible motion is the spring's effort; then the torques of the elastic joints'
     * motors.
     */
    public void generalizedForces(double[] forcesOut) {
        guard.requireResults();
        coordinates.tree().check("forcesOut", forcesOut);
        System.arraycopy(rows, 0, forcesOut, 0, rows.length);
    }

    /**
     * What the parent exerts on a body through its joint, in the body's frame about the body's origin, by the last
     * computation; the body is unified with its motors. For body 0 it is what the world exerts on the base.
     */
    public Wrench jointWrenchInBody(int body) {
        guard.requireResults();
        return inverse.jointWrenchInBody(body);
    }

    /** As {@link #jointWrenchInBody(int)}, without allocation: force, then moment. */
    public void jointWrenchInBody(int body, double[] wrenchOut) {
        guard.requireResults();
        inverse.jointWrenchInBody(body, wrenchOut);
    }
}
