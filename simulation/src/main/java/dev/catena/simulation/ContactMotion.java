package dev.catena.simulation;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A robot that is tied to the world in motion. All joints and the base have accelerations of their own, which the ties
 * constrain; wherever a state is used or handed out, it is projected onto the ties, so that no error adds up. Motors behind springs are
 * tied by nothing.
 */
final class ContactMotion {
    /** A gap, rad, and lengths over one of the robot, that is rounding. */
    private static final double CLOSED = 1e-13;

    /** A gap that is no drift: the robot does not stand where its contacts are. */
    private static final double FAR = 0.03;

    /** A gap, and a part of a velocity, that are left where joints that rest would have to move. */
    private static final double DRIFT = 1e-9;

    private static final double LEFT = 1e-3;

    private static final int MOST_STEPS = 20;

    /** Where all drives are rigid, and where some are not. */
    private final @Nullable ConstrainedForwardDynamics rigid;

    private final @Nullable ElasticConstrainedForwardDynamics elastic;

    /** By motor behind a spring: its joint and its spring. */
    final int[] jointOfMotor;

    final Spring[] springs;
    final ConstraintProjection projection;
    private final @Nullable LoopMotion loops;
    private final BaseMotion base = new BaseMotion();
    private final double[] baseStep = new double[6];
    private final double[] turn = new double[4];
    private final double[] moved = new double[3];
    private final double[] jointStep;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] efforts;
    private final double[] settled;
    private final boolean[] mayRest;
    private final boolean[] rests;

    ContactMotion(RobotModel model, List<CutJoint> contacts) {
        boolean isRigid = model.elasticJoints().isEmpty();
        rigid = isRigid ? new ConstrainedForwardDynamics(model, contacts) : null;
        elastic = isRigid ? null : new ElasticConstrainedForwardDynamics(model, contacts);
        jointOfMotor = model.elasticJoints().stream()
                .mapToInt(joint -> model.coordinate(joint.name()))
                .toArray();
        springs = model.elasticJoints().stream()
                .map(joint -> Objects.requireNonNull(joint.drive().spring()))
                .toArray(Spring[]::new);
        projection = new ConstraintProjection(model, contacts);
        loops = model.hasLoops() ? new LoopMotion(model) : null;
        jointStep = new double[model.jointCount()];
        int size = model.jointCount() + springs.length;
        q = new double[size];
        qd = new double[size];
        qdd = new double[size];
        efforts = new double[size];
        settled = new double[size];
        mayRest = new boolean[model.jointCount()];
        rests = new boolean[model.jointCount()];
    }

    /** Lets joints stay where they are in projections while they do not move, as long as others can close the ties. */
    void letRest(boolean[] joints) {
        System.arraycopy(joints, 0, mayRest, 0, mayRest.length);
    }

    /** Puts base and joints where the ties hold, and gives them velocities that keep them. */
    void project(State state) {
        boolean anyRests = false;
        for (int k = 0; k < mayRest.length; k++) {
            rests[k] = mayRest[k] && state.jointVelocities()[k] == 0;
            anyRests |= rests[k];
        }
        if (anyRests) {
            projection.hold(rests);
        }
        double gap = closePositions(state);
        if (anyRests && gap > DRIFT) {
            projection.hold(null);
            gap = closePositions(state);
        }
        state.copyBaseTo(base);
        double broken = closeVelocities(state);
        if (anyRests && broken > CLOSED && closeVelocities(state) > Math.max(CLOSED, LEFT * broken)) {
            projection.hold(null);
            broken = closeVelocities(state);
        }
        if (anyRests) {
            projection.hold(null);
        }
        System.arraycopy(state.jointPositions(), 0, settled, 0, mayRest.length);
        System.arraycopy(state.motorPositions(), 0, settled, mayRest.length, springs.length);
    }

    /** How far the ties are open in the end. */
    private double closePositions(State state) {
        double gap = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS; step++) {
            state.copyBaseTo(base);
            double found = projection.closePositions(baseOf(state), state.jointPositions(), baseStep, jointStep);
            if (found > FAR) {
                throw new SimulationFailure(
                        "at %.9g s contacts are apart by %.3g rad or lengths of the robot; start where they hold, and take shorter steps",
                        state.time(), found);
            }
            if (found <= CLOSED || found >= gap) {
                return Math.min(found, gap);
            }
            gap = found;
            move(state);
        }
        return gap;
    }

    /** The largest velocity that broke the ties. */
    private double closeVelocities(State state) {
        double broken = projection.closeVelocities(
                baseOf(state), state.jointPositions(), state.jointVelocities(), baseStep, jointStep);
        add(jointStep, state.jointVelocities());
        if (state.isFloating()) {
            add(baseStep, state.baseVelocityInBase());
            state.copyBaseTo(base);
        }
        return broken;
    }

    /** Joints and motors where they were last settled. */
    void positions(double[] out) {
        System.arraycopy(settled, 0, out, 0, out.length);
    }

    private void move(State state) {
        add(jointStep, state.jointPositions());
        if (state.isFloating()) {
            Quaternions.turn(state.baseOrientation(), 1, baseStep, 0, moved, 0);
            add(moved, state.basePositionInWorld());
            Quaternions.exponential(baseStep, 1, turn);
            Quaternions.multiply(state.baseOrientation(), turn);
            Quaternions.normalize(state.baseOrientation());
        }
    }

    private static void add(double[] step, double[] out) {
        for (int k = 0; k < out.length; k++) {
            out[k] += step[k];
        }
    }

    private @Nullable BaseMotion baseOf(State state) {
        return state.isFloating() ? base : null;
    }

    /**
     * Accelerations of a floating base, of all joints and of motors behind springs.
     *
     * @param effort drives' torques and the stops' efforts, by joint
     * @param torque drives' torques alone, which act on the motors of elastic joints
     */
    void accelerate(
            State state,
            double[] effort,
            double[] torque,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut,
            double[] motorAccelerationOut) {
        if (elastic != null) {
            stretchSprings(state, effort, torque);
            respond(state, efforts, wrenches, baseAccelerationOut, accelerationOut, motorAccelerationOut);
        } else {
            respond(state, effort, wrenches, baseAccelerationOut, accelerationOut, motorAccelerationOut);
        }
    }

    /**
     * The same under an effort at each joint, then at each motor behind a spring, to which springs add nothing.
     *
     * @param allEfforts by joint and by motor
     */
    void respond(
            State state,
            double[] allEfforts,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] accelerationOut,
            double[] motorAccelerationOut) {
        int n = accelerationOut.length;
        System.arraycopy(state.jointPositions(), 0, q, 0, n);
        System.arraycopy(state.motorPositions(), 0, q, n, springs.length);
        System.arraycopy(state.jointVelocities(), 0, qd, 0, n);
        System.arraycopy(state.motorVelocities(), 0, qd, n, springs.length);
        state.copyBaseTo(base);
        if (elastic != null && state.isFloating()) {
            elastic.computeFloatingWithAllEfforts(base, q, qd, allEfforts, wrenches, baseAccelerationOut, qdd);
        } else if (elastic != null) {
            elastic.computeWithAllEfforts(null, q, qd, allEfforts, wrenches, qdd);
        } else if (state.isFloating()) {
            Objects.requireNonNull(rigid).computeFloating(base, q, qd, allEfforts, wrenches, baseAccelerationOut, qdd);
        } else {
            Objects.requireNonNull(rigid).compute(null, q, qd, allEfforts, wrenches, qdd);
        }
        System.arraycopy(qdd, 0, accelerationOut, 0, n);
        System.arraycopy(qdd, n, motorAccelerationOut, 0, springs.length);
    }

    /** A stop pushes the joint beyond the spring: spring and stop on the joint, torque less spring on the motor. */
    private void stretchSprings(State state, double[] effort, double[] torque) {
        int n = effort.length;
        System.arraycopy(effort, 0, efforts, 0, n);
        for (int e = 0; e < springs.length; e++) {
            int k = jointOfMotor[e];
            double spring = springs[e].effort(state.jointPositions()[k], state.motorPositions()[e]);
            efforts[k] += spring - torque[k];
            efforts[n + e] = torque[k] - spring;
        }
    }

    /** What friction in cut joints and contacts takes where accelerations were last computed, in watts. */
    double frictionLoss() {
        return elastic != null
                ? elastic.frictionLoss()
                : Objects.requireNonNull(rigid).frictionLoss();
    }

    /** Complains about a torque of the controller at a joint of a loop that has no actuator. */
    void requireActive(double time, double[] torque) {
        if (loops != null) {
            loops.requireActive(time, torque);
        }
    }

    /** Σⱼ |Gᵢ M⁻¹ Gⱼᵀ| over all that has friction, with i a contact, at the start of a simulation. */
    static double mobility(Simulation.Builder setup, CutJoint contact) {
        RobotModel light = setup.model.withoutFriction();
        ContactMotion motion = new ContactMotion(light, setup.contacts);
        motion.project(setup.start.copy());
        FreeCoordinates coordinates = new ContactCoordinates(light, motion, setup.start.isFloating());
        LoopFriction friction = new LoopFriction(setup.model, setup.contacts, coordinates, null);
        return friction.mobilities(setup.model.jointCount()
                + setup.model.elasticJoints().size()
                + setup.model.loops().cutJoints().size()
                + setup.contacts.indexOf(contact));
    }
}
