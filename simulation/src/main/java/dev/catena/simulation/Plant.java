package dev.catena.simulation;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.SurroundedAccelerationFunction;
import dev.catena.function.SharedFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The robot with all that acts on it: accelerations at a state, from the controller's torques within their limits, joint
 * stops, friction and the environment. Nothing is allocated after construction.
 *
 * <p>Friction is a part of the dynamics, smooth where it has to be; or, for the stick-slip integrator, it is left out there
 * and {@link HeldJoints} have it as it is.
 */
final class Plant {
    /** The robot as it is simulated. */
    final RobotModel model;

    /** Set-valued friction and rigid stops; null where there are none. */
    final @Nullable HeldJoints held;

    final Rebounds rebounds;

    /** Set-valued friction and rigid stops of closed loops and on contacts; null where there are none. */
    final @Nullable LoopFriction loopFriction;

    /** What holds the robot to the world. */
    final List<CutJoint> ties;

    /** Torques of the drives, within their limits. */
    final double[] torque;

    final double[] jointAcceleration;

    /** Of the motors of elastic joints. */
    final double[] motorAcceleration;

    /** Classical acceleration of the base's origin, then angular acceleration, in base axes. */
    final double[] baseAcceleration = new double[6];

    /** What drives, stops and friction do to the robot, in watts. */
    double power;

    /** Computations of the dynamics so far. */
    long evaluations;

    /** Where the controller's torque jumps next: until then, it is asked for times before it only. */
    double switchTime = Double.POSITIVE_INFINITY;

    /** How accelerations are computed, in words, if it is neither {@link #tree} nor {@link #floating} that does. */
    private final String byHand;

    /** For a fixed base that nothing touches. */
    private final @Nullable AccelerationFunction tree;

    /** For a floating base that nothing touches. */
    private final @Nullable FloatingAccelerationFunction floating;

    /** For wrenches, and a base that moves as told. */
    private final @Nullable SurroundedAccelerationFunction dynamics;

    private final @Nullable ElasticMotion elastic;
    private final @Nullable LoopMotion loops;
    private final @Nullable ContactMotion contacts;
    private final Controller controller;
    private final @Nullable Environment environment;
    private final ExternalWrenches wrenches;
    private final BaseMotion base = new BaseMotion();
    private final @Nullable BaseTrajectory told;
    private final int[] jointOfMotor;
    private final CoordinateFriction[] friction;
    private final double @Nullable [] effortLimit;
    private final @Nullable CompliantStops stops;
    private final double[] effort;

    Plant(Simulation simulation) {
        Simulation.Builder setup = simulation.setup();
        Integrator integrator = simulation.integrator();
        RobotModel given = setup.model;
        int n = given.jointCount();
        Supplier<Mobility> mobility = mobility(setup);
        boolean holdsFriction = integrator instanceof Integrator.StickSlip;
        model = smoothed(setup, integrator, mobility);
        RobotModel moving = holdsFriction ? model.withoutFriction() : model;
        SharedFunctions functions = simulation.functions(moving);
        ties = FrictionSmoothing.smooth(setup, integrator);
        contacts = ties.isEmpty() ? null : new ContactMotion(moving, holdsFriction ? withoutFriction(ties) : ties);
        loops = moving.hasLoops() && contacts == null ? new LoopMotion(moving) : null;
        elastic = loops != null || contacts != null || moving.elasticJoints().isEmpty()
                ? null
                : new ElasticMotion(moving, setup.base != null);
        byHand = whyByHand(setup);
        boolean floats = setup.start.isFloating();
        boolean surrounded = setup.environment != null || setup.base != null;
        tree = byHand.isEmpty() && !surrounded && !floats ? functions.acceleration() : null;
        floating = byHand.isEmpty() && !surrounded && floats ? functions.floatingAcceleration() : null;
        boolean ofTree = loops == null && contacts == null && elastic == null;
        dynamics = byHand.isEmpty() && surrounded
                ? functions.surroundedAcceleration(setup.base != null)
                : !byHand.isEmpty() && ofTree ? setup.dynamics.apply(moving) : null;
        controller = setup.controller.copy();
        environment = setup.environment;
        told = setup.base;
        wrenches = new ExternalWrenches(moving);
        List<Joint> joints = moving.movingJoints();
        jointOfMotor = moving.elasticJoints().stream()
                .mapToInt(joint -> moving.coordinate(joint.name()))
                .toArray();
        friction = CoordinateFriction.of(moving).toArray(CoordinateFriction[]::new);
        effortLimit = setup.limitsTorques
                ? joints.stream().mapToDouble(joint -> joint.limits().effort()).toArray()
                : null;
        stops = setup.stops instanceof JointStops.Compliant compliant
                ? new CompliantStops(model, compliant, mobility.get())
                : null;
        boolean isRigidAndFixed = given.elasticJoints().isEmpty() && !setup.start.isFloating();
        JointStops.Rigid rigid = setup.stops instanceof JointStops.Rigid stiff ? stiff : null;
        FreeCoordinates free = contacts != null
                ? new ContactCoordinates(moving, contacts, floats)
                : loops != null ? new LoopCoordinates(moving, loops) : null;
        loopFriction = holdsFriction && free != null ? new LoopFriction(model, ties, free, rigid) : null;
        if (contacts != null && loopFriction != null) {
            contacts.letRest(loopFriction.mayRest(n));
        }
        held = free == null && (holdsFriction || rigid != null)
                ? new HeldJoints(
                        model, holdsFriction, rigid, setup.start, isRigidAndFixed ? functions.massMatrix() : null)
                : null;
        rebounds = new Rebounds(model);
        torque = new double[n];
        effort = new double[n];
        jointAcceleration = new double[n];
        motorAcceleration = new double[setup.start.motorPositions().length];
    }

    private static List<CutJoint> withoutFriction(List<CutJoint> ties) {
        return ties.stream().map(tie -> tie.with(Friction.NONE)).toList();
    }

    private static Supplier<Mobility> mobility(Simulation.Builder setup) {
        Mobility[] found = new Mobility[1];
        return () -> {
            if (found[0] == null) {
                found[0] = new Mobility(setup.model, setup.dynamics, setup.start);
            }
            return found[0];
        };
    }

    /** The robot as it is simulated. */
    static RobotModel modelOf(Simulation simulation) {
        return smoothed(simulation.setup(), simulation.integrator(), mobility(simulation.setup()));
    }

    private static RobotModel smoothed(Simulation.Builder setup, Integrator integrator, Supplier<Mobility> mobility) {
        return FrictionSmoothing.smooth(setup.model, setup.smoothingVelocity(), integrator, mobility);
    }

    /** What the small functions of core do not know; empty where there is nothing of the kind. */
    private static String whyByHand(Simulation.Builder setup) {
        Map<String, Boolean> reasons = new LinkedHashMap<>();
        reasons.put("contacts hold the robot", !setup.contacts.isEmpty());
        reasons.put("the robot has closed loops", setup.model.hasLoops());
        reasons.put("joints are elastic", !setup.model.elasticJoints().isEmpty());
        reasons.put("the class was chosen", setup.choosesDynamics);
        return reasons.entrySet().stream()
                .filter(Map.Entry::getValue)
                .findFirst()
                .map(reason -> "hand-written, since " + reason.getKey())
                .orElse("");
    }

    /** How accelerations are computed, in words. */
    String dynamicsOrigin() {
        if (floating != null) {
            return floating.origin();
        }
        if (byHand.isEmpty() && dynamics != null) {
            return dynamics.origin();
        }
        return tree == null ? byHand : tree.origin();
    }

    /** Torques, accelerations and power at a state. */
    void accelerate(State state) {
        accelerateWithoutHolding(state);
        if (held != null) {
            held.accelerate(state, this);
        }
        if (loopFriction != null) {
            loopFriction.accelerate(state, this);
        }
    }

    /** The same without the forces of {@link #held}. */
    void accelerateWithoutHolding(State state) {
        evaluations++;
        if (!state.isFinite()) {
            throw notFinite(state);
        }
        settle(state);
        double[] qd = state.jointVelocities();
        findTorques(state);
        System.arraycopy(torque, 0, effort, 0, effort.length);
        if (stops != null) {
            stops.addTo(effort, state.jointPositions(), qd);
        }
        ExternalWrenches outside = null;
        if (environment != null) {
            outside = wrenches.clear();
            environment.act(state.time(), state, outside);
        }
        if (contacts != null) {
            contacts.accelerate(state, effort, torque, outside, baseAcceleration, jointAcceleration, motorAcceleration);
        } else if (loops != null) {
            loops.accelerate(
                    state,
                    toldBase(state),
                    effort,
                    torque,
                    outside,
                    baseAcceleration,
                    jointAcceleration,
                    motorAcceleration);
        } else if (elastic != null) {
            accelerateElastic(elastic, state, outside);
        } else if (tree != null) {
            tree.compute(state.jointPositions(), qd, effort, jointAcceleration);
        } else if (floating != null) {
            state.copyBaseTo(base);
            floating.computeFloating(base, state.jointPositions(), qd, effort, baseAcceleration, jointAcceleration);
        } else {
            accelerateTree(Objects.requireNonNull(dynamics), state, outside);
        }
        power = drivePower(state);
        power -= frictionLoss(state);
        power -= contacts != null ? contacts.frictionLoss() : loops != null ? loops.cutFrictionLoss() : 0;
    }

    @Nullable
    CompliantStops compliantStops() {
        return stops;
    }

    /** What drives and compliant stops, as they were last computed, do at the velocities of a state, in watts. */
    double drivePower(State state) {
        double sum = 0;
        double[] qd = state.jointVelocities();
        for (int i = 0; i < qd.length; i++) {
            sum += effort[i] * qd[i];
        }
        // the torque of an elastic joint's drive is at its motor
        for (int e = 0; e < jointOfMotor.length; e++) {
            int k = jointOfMotor[e];
            sum += torque[k] * (state.motorVelocities()[e] - qd[k]);
        }
        return sum;
    }

    /** How the base moves that is told to; null for one that rests or floats. */
    private @Nullable BaseMotion toldBase(State state) {
        if (told == null) {
            return null;
        }
        told.at(state.time(), base);
        return base;
    }

    private void accelerateTree(SurroundedAccelerationFunction known, State state, @Nullable ExternalWrenches outside) {
        double[] qd = state.jointVelocities();
        if (state.isFloating()) {
            state.copyBaseTo(base);
            known.computeFloating(
                    base, state.jointPositions(), qd, effort, outside, baseAcceleration, jointAcceleration);
        } else {
            known.compute(toldBase(state), state.jointPositions(), qd, effort, outside, jointAcceleration);
        }
    }

    private void accelerateElastic(ElasticMotion robot, State state, @Nullable ExternalWrenches outside) {
        BaseMotion moving = toldBase(state);
        if (state.isFloating()) {
            state.copyBaseTo(base);
            moving = base;
        }
        robot.stretchSprings(state);
        robot.accelerate(
                state, moving, effort, torque, outside, baseAcceleration, jointAcceleration, motorAcceleration);
    }

    /** What friction of joints and motors takes, in watts. */
    private double frictionLoss(State state) {
        double loss = 0;
        double[] qd = state.jointVelocities();
        for (CoordinateFriction each : friction) {
            int place = each.place();
            double rate = place < qd.length ? qd[place] : state.motorVelocities()[place - qd.length];
            loss += each.friction().effort(rate) * rate;
        }
        return loss;
    }

    /** Takes a settled state for one that the robot was in: what is tried next begins there. */
    void accept(State state) {
        if (loops != null) {
            loops.accept(state);
        }
    }

    /** Makes a state one that the robot can be in: closes its loops, if it has any. */
    void settle(State state) {
        if (contacts != null) {
            contacts.project(state);
        } else if (loops != null) {
            loops.project(state);
        }
    }

    /** Where the controller's torque jumps next. */
    double nextSwitch(double time) {
        return controller.nextSwitch(time);
    }

    /** Begins a step: joints that rest on rigid stops may do so until it ends, others pass them. */
    void begin(State state) {
        if (held != null) {
            held.restOnlyAsIn(state);
        }
        if (loopFriction != null) {
            loopFriction.begin(state);
        }
    }

    /**
     * Ends a step: closes loops, and brings joints back that have passed a rigid stop.
     *
     * @param part how long a whole step is, in steps like the last: what is no faster than it has made joints has fallen on its stop
     *     within it
     */
    void finish(State state, double part) {
        settle(state);
        rebounds.see(state.jointVelocities(), jointAcceleration, part);
        land(state);
    }

    /** Brings joints that have passed a rigid stop back to it; {@link #rebounds} says which rebound. */
    void land(State state) {
        if (held != null) {
            held.land(state, rebounds);
        }
        if (loopFriction != null) {
            loopFriction.land(state, this);
        }
    }

    /** Notes the velocities that joints gain in a step with the accelerations that were last computed. */
    void noteGain(double h) {
        for (int k = 0; k < jointAcceleration.length; k++) {
            rebounds.gained[k] = h * Math.abs(jointAcceleration[k]);
        }
    }

    private void findTorques(State state) {
        double time = state.time();
        Arrays.fill(torque, 0);
        try {
            controller.torque(time < switchTime ? time : Math.nextDown(switchTime), state, torque);
        } catch (NumericalException e) {
            throw new SimulationFailure(
                    "at %.9g s the controller has no torque: %s", time, String.valueOf(e.getMessage()));
        }
        if (State.zeroIfFinite(torque) != 0) {
            throw badTorque(time);
        }
        if (contacts != null) {
            contacts.requireActive(time, torque);
        } else if (loops != null) {
            loops.requireActive(time, torque);
        }
        if (effortLimit != null) {
            for (int i = 0; i < torque.length; i++) {
                torque[i] = Math.max(-effortLimit[i], Math.min(effortLimit[i], torque[i]));
            }
        }
    }

    private SimulationFailure badTorque(double time) {
        for (int i = 0; i < torque.length; i++) {
            if (!Double.isFinite(torque[i])) {
                return new SimulationFailure(
                        "the controller gave %s for joint \"%s\" at %.9g s",
                        torque[i], model.jointNames().get(i), time);
            }
        }
        throw new AssertionError("no torque is bad");
    }

    /** The derivative of the numbers of {@link State#copyTo}. */
    void derivative(State state, double[] dy) {
        accelerate(state);
        int n = jointAcceleration.length;
        int motors = motorAcceleration.length;
        int all = n + motors;
        System.arraycopy(state.jointVelocities(), 0, dy, 0, n);
        System.arraycopy(state.motorVelocities(), 0, dy, n, motors);
        System.arraycopy(jointAcceleration, 0, dy, all, n);
        System.arraycopy(motorAcceleration, 0, dy, all + n, motors);
        dy[2 * all] = power;
        if (state.isFloating()) {
            double[] v = state.baseVelocityInBase();
            // ṗ = R v; ȯ = ½ o ⊗ ω; v̇ = a − ω × v in base axes, a the inertial acceleration
            Quaternions.turn(state.baseOrientation(), 1, v, 0, dy, 2 * all + 1);
            Quaternions.rate(state.baseOrientation(), v, dy, 2 * all + 4);
            dy[2 * all + 8] = baseAcceleration[0] - v[4] * v[2] + v[5] * v[1];
            dy[2 * all + 9] = baseAcceleration[1] - v[5] * v[0] + v[3] * v[2];
            dy[2 * all + 10] = baseAcceleration[2] - v[3] * v[1] + v[4] * v[0];
            System.arraycopy(baseAcceleration, 3, dy, 2 * all + 11, 3);
        }
    }

    /** Complains about a state that has left the numbers. */
    void checkFinite(State state) {
        if (!state.isFinite()) {
            throw notFinite(state);
        }
    }

    SimulationFailure notFinite(State state) {
        for (int i = 0; i < torque.length; i++) {
            if (!Double.isFinite(state.jointPositions()[i])
                    || !Double.isFinite(state.jointVelocities()[i])
                    || !Double.isFinite(jointAcceleration[i])) {
                return new SimulationFailure(
                        "the motion of joint \"%s\" is no longer finite at %.9g s; is the step too long, or a gain too"
                                + " high?",
                        model.jointNames().get(i), state.time());
            }
        }
        if (State.zeroIfFinite(state.motorPositions()) != 0
                || State.zeroIfFinite(state.motorVelocities()) != 0
                || State.zeroIfFinite(motorAcceleration) != 0) {
            return new SimulationFailure(
                    "the motion of a motor is no longer finite at %.9g s; is the step too long, or a gain too high?",
                    state.time());
        }
        return new SimulationFailure(
                "the motion of the base is no longer finite at %.9g s; is the step too long?", state.time());
    }
}
