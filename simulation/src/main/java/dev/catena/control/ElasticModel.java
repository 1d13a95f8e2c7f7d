package dev.catena.control;

import dev.catena.algebra.Cholesky;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.StandingMassMatrix;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows of a robot with elastic drives, be it a tree or one with closed loops, on a base that rests or floats, or on contacts:
 * the motion and torques of its motors for a motion of its free joints, which are the independent ones of closed loops. Nothing
 * is allocated after construction.
 */
final class ElasticModel {
    final RobotModel robot;
    final List<CutJoint> contacts;

    /** Whether contacts tie joints to each other: those of several bodies do, and all on a base that is fixed. */
    final boolean tied;

    /** How many joints are free, and how many motors turn behind springs. */
    final int count;

    final int motors;

    /** By free joint: its coordinate in the state, and its motor among those behind springs, or −1. */
    final int[] joint;

    final int[] motorOf;

    /** [q; θ] and its derivatives, and torques, of the last {@link #feed}; by free joint, then by motor. */
    final double[] position;

    final double[] velocity;
    final double[] torque;
    private final double[] acceleration;

    /** One of these. */
    private final @Nullable ElasticFeedForward tree;

    private final @Nullable FloatingElasticFeedForward floating;
    private final @Nullable ElasticLoopFeedForward loops;
    private final @Nullable ElasticContactFeedForward standing;

    /** One of these. */
    private final @Nullable MassMatrix treeMasses;

    private final @Nullable ElasticLoopForwardDynamics loopMasses;
    private final @Nullable StandingMassMatrix standingMasses;
    private final Spring[] springs;
    private final BaseMotion base = new BaseMotion();
    private final double[] given;
    private final double[] still;
    private final double[] undriven;
    private final double[] found;
    private final double[] masses;
    private final double[] ofBase = new double[6];
    private final double[] corner = new double[36];
    private final double[] column = new double[6];
    private boolean placed;

    ElasticModel(RobotModel robot) {
        this(robot, List.of());
    }

    /** @param contacts that hold it */
    ElasticModel(RobotModel robot, List<CutJoint> contacts) {
        this.robot = robot;
        this.contacts = List.copyOf(contacts);
        boolean stands = !contacts.isEmpty();
        tied = stands
                && (robot.baseKind() == BaseKind.FIXED
                        || contacts.stream().map(CutJoint::second).distinct().count() > 1);
        boolean closed = !stands && robot.hasLoops();
        boolean floats = !stands && robot.baseKind() == BaseKind.FLOATING;
        standing = stands ? new ElasticContactFeedForward(robot, contacts) : null;
        loops = closed ? new ElasticLoopFeedForward(robot) : null;
        floating = !closed && floats ? new FloatingElasticFeedForward(robot) : null;
        tree = stands || closed || floats ? null : new ElasticFeedForward(robot);
        standingMasses = stands ? new StandingMassMatrix(robot, contacts) : null;
        loopMasses = closed ? new ElasticLoopForwardDynamics(robot) : null;
        treeMasses = stands || closed ? null : MassMatrix.withFreeMotors(robot);
        List<Joint> free = closed ? robot.independentJoints() : robot.movingJoints();
        List<Joint> elastic = robot.elasticJoints();
        count = free.size();
        motors = elastic.size();
        joint = free.stream().mapToInt(one -> robot.coordinate(one.name())).toArray();
        motorOf = free.stream().mapToInt(elastic::indexOf).toArray();
        springs = elastic.stream()
                .map(one -> Objects.requireNonNull(one.drive().spring()))
                .toArray(Spring[]::new);
        int size = count + motors;
        position = new double[size];
        velocity = new double[size];
        acceleration = new double[size];
        torque = new double[count];
        given = new double[size];
        still = new double[size];
        undriven = new double[count];
        found = new double[size];
        int rows = size + (floats ? 6 : 0);
        masses = new double[rows * rows];
    }

    /** The highest derivative of the free joints' motion that is needed. */
    int order() {
        return standing != null
                ? standing.order()
                : loops != null
                        ? loops.order()
                        : floating != null
                                ? floating.order()
                                : Objects.requireNonNull(tree).order();
    }

    /** Takes base, and the first time the assembly, of a state. */
    void see(State state) {
        state.copyBaseTo(base);
        if (loops != null && loopMasses != null && !placed) {
            loops.kinematics().closure().restart(state.jointPositions());
            loopMasses.kinematics().closure().restart(state.jointPositions());
            placed = true;
        }
    }

    /** Motion and torques of the motors for a motion of the free joints. */
    void feed(double[][] motion) {
        if (standing != null) {
            boolean floats = robot.baseKind() == BaseKind.FLOATING;
            standing.compute(floats ? base : null, motion, null, null, position, velocity, acceleration, torque);
        } else if (loops != null) {
            if (robot.baseKind() == BaseKind.FLOATING) {
                loops.computeFloating(base, motion, null, ofBase, position, velocity, acceleration, torque);
            } else {
                loops.compute(motion, null, position, velocity, acceleration, torque);
            }
        } else if (floating != null) {
            floating.compute(base, motion, null, ofBase, position, velocity, acceleration, torque);
        } else {
            Objects.requireNonNull(tree).compute(motion, position, velocity, acceleration, torque);
        }
    }

    /** The same on contacts that work against each other: with strains that move nothing. */
    void feed(double[][] motion, double[][] strains) {
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        Objects.requireNonNull(standing)
                .computeStrained(
                        floats ? base : null, motion, null, null, strains, position, velocity, acceleration, torque);
    }

    /** What springs do to their joints, or its derivatives, at the last {@link #feed}. */
    void springEfforts(int derivative, double[] effortsOut) {
        if (standing != null) {
            standing.springEfforts(derivative, effortsOut);
        } else if (loops != null) {
            loops.springEfforts(derivative, effortsOut);
        } else if (floating != null) {
            floating.springEfforts(derivative, effortsOut);
        } else {
            Objects.requireNonNull(tree).springEfforts(derivative, effortsOut);
        }
    }

    /** What a spring does to its joint in a state, or its rate. */
    double springEffort(int derivative, int k, State state) {
        int e = motorOf[k];
        return derivative == 0
                ? springs[e].effort(state.jointPositions()[joint[k]], state.motorPositions()[e])
                : springs[e].stiffness() * (state.motorVelocities()[e] - state.jointVelocities()[joint[k]]);
    }

    /** The mass matrix of free joints and motors; a free base yields to them, and one that contacts hold goes along. */
    void massMatrix(State state, double[] matrixOut) {
        if (standingMasses != null) {
            standingMasses.compute(state.jointPositions(), matrixOut);
            return;
        }
        int size = count + motors;
        for (int k = 0; k < count; k++) {
            given[k] = state.jointPositions()[joint[k]];
        }
        System.arraycopy(state.motorPositions(), 0, given, count, motors);
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        if (loopMasses != null) {
            if (floats) {
                loopMasses.computeFloating(base, given, still, undriven, null, ofBase, found);
            } else {
                loopMasses.compute(given, still, undriven, found);
            }
            loopMasses.massMatrix(masses);
        } else if (floats) {
            Objects.requireNonNull(treeMasses).computeFloating(given, masses);
        } else {
            Objects.requireNonNull(treeMasses).compute(given, masses);
        }
        if (!floats) {
            System.arraycopy(masses, 0, matrixOut, 0, size * size);
            return;
        }
        // M − M_b M_bb⁻¹ M_bᵀ
        int rows = size + 6;
        for (int i = 0; i < 6; i++) {
            System.arraycopy(masses, i * rows, corner, i * 6, 6);
        }
        if (Cholesky.factor(corner, 6) >= 0) {
            throw new NumericalException("the whole of robot \"%s\" has no inertia".formatted(robot.name()));
        }
        for (int l = 0; l < size; l++) {
            for (int i = 0; i < 6; i++) {
                column[i] = masses[i * rows + 6 + l];
            }
            Cholesky.solve(corner, 6, column);
            for (int k = 0; k < size; k++) {
                double sum = masses[(6 + k) * rows + 6 + l];
                for (int i = 0; i < 6; i++) {
                    sum -= masses[(6 + k) * rows + i] * column[i];
                }
                matrixOut[k * size + l] = sum;
            }
        }
    }

    /** Of each free joint, with what its motor brings along: the inertia that feedback of the motors moves at a state. */
    double[] inertias(State state) {
        see(state);
        int size = count + motors;
        double[] matrix = new double[size * size];
        massMatrix(state, matrix);
        double[] inertias = new double[count];
        Arrays.setAll(
                inertias,
                k -> matrix[k * (size + 1)] + (motorOf[k] < 0 ? 0 : matrix[(count + motorOf[k]) * (size + 1)]));
        return inertias;
    }

    /** Positive numbers, one per free joint. */
    double[] gains(String name, double[] gains) {
        if (gains.length != count) {
            throw new IllegalArgumentException("%s has length %s, but robot \"%s\" has %s %s joints"
                    .formatted(name, gains.length, robot.name(), count, robot.hasLoops() ? "independent" : "moving"));
        }
        for (double gain : gains) {
            if (!(gain >= 0 && gain < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "%s has a number %s, but gains of robot \"%s\" must be finite and not negative"
                                .formatted(name, gain, robot.name()));
            }
        }
        return gains.clone();
    }

    /** Torques by moving joint. */
    void spread(double[] torqueOut) {
        Arrays.fill(torqueOut, 0);
        for (int k = 0; k < count; k++) {
            torqueOut[joint[k]] = torque[k];
        }
    }
}
