package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.quantity.Quantity;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A robot with rigid and elastic drives on symbols, [Hua 4–29]: what turns with a motor behind a spring is taken from its joint
 * and acts on the motor's carrier, whatever joint it drives. Closed loops and couplings project the joints' side as they do that of
 * rigid drives; motors are tied by none. Every freedom of loops has one actuator.
 */
final class ElasticRobot {
    final Graph graph = new Graph();
    final RobotModel closed;

    /** The robot without its loops, if it has any. */
    final RobotModel model;

    /** How many joints are independent. */
    final int count;

    final CodeInputs inputs;

    /** The input vectors that were asked for. */
    final List<List<Symbol>> x;

    /** Without what turns with the motors of elastic joints. */
    final CompactRobot<Symbol> robot;

    final List<Motor> motors;
    final BaseSymbols base;
    final SymbolicCouplings<Symbol> couplings;
    final @Nullable SymbolicLoops loops;
    private final OpenedRobot opened;
    private final AppliedLoads<Symbol> applied;

    /**
     * A motor behind a spring.
     *
     * @param joint coordinate of its joint in the tree
     * @param place of its joint among the independent ones
     * @param carrier the body that carries its rotor
     */
    record Motor(
            int joint,
            int place,
            Spring spring,
            JointFriction<Symbol> friction,
            Symbol inertia,
            @Nullable GearedRotor<Symbol> rotor,
            int carrier) {

        /** What the motor itself takes while its carrier accelerates with γ. */
        Symbol effort(CompactNewtonEuler<Symbol> motion, Symbol velocity, Symbol acceleration) {
            Symbol sum = inertia.times(acceleration).plus(friction.effort(velocity));
            return rotor == null ? sum : sum.plus(rotor.effort(motion.gamma(rotor.carrier()), acceleration));
        }

        Symbol springEffort(Symbol q, Symbol theta) {
            return theta.minus(q).plus(theta.constant(spring.restOffset())).times(theta.constant(spring.stiffness()));
        }
    }

    /**
     * Takes the inputs and closes the loops.
     *
     * @param vectors the first has coordinates of the independent joints, and perhaps of the motors
     * @param ofBase how many numbers of a base that does not rest are read
     * @param loaded whether wrenches count
     */
    ElasticRobot(RobotModel closed, CodeInputs inputs, List<InputVector> vectors, int ofBase, boolean loaded) {
        this(closed, Quantity.TORQUE, inputs, vectors, ofBase, loaded);
    }

    /** @param quantity whose open parameters are read */
    ElasticRobot(
            RobotModel closed,
            Quantity quantity,
            CodeInputs inputs,
            List<InputVector> vectors,
            int ofBase,
            boolean loaded) {
        this.closed = closed;
        this.inputs = inputs;
        model = closed.openTree();
        count = closed.independentJoints().size();
        x = vectors.stream()
                .map(vector -> graph.input(vector.name(), vector.length()))
                .toList();
        LoopFormula formula = LoopFormula.forCode(closed, inputs);
        List<Symbol> start =
                closed.hasLoops() && formula.isMissing() ? graph.input("start", model.jointCount()) : List.of();
        boolean moves = inputs.base() != BaseInput.RESTS && ofBase > 0;
        base = new BaseSymbols(graph, moves ? graph.input("base", ofBase) : List.of());
        List<Symbol> wrenches = inputs.hasWrenches() && loaded
                ? graph.input("wrenches", 6 * inputs.loadedBodies().size())
                : List.of();
        couplings = new SymbolicCouplings<>(model, graph::constant);
        opened = OpenedRobot.of(graph, closed, quantity, inputs, List.of());
        CompactRobot<Symbol> rigid = opened.robot();
        Motor[] byJoint = new Motor[model.jointCount()];
        List<CompactLink<Symbol>> links = new ArrayList<>();
        for (CompactLink<Symbol> link : rigid.links()) {
            Motor motor = motorOf(link);
            if (motor == null) {
                links.add(link);
                continue;
            }
            byJoint[link.coordinate()] = motor;
            JointFriction<Symbol> f = link.friction();
            links.add(link.withoutDrive()
                    .with(new JointFriction<>(f.coulomb(), f.viscous(), f.smoothingVelocity(), null)));
        }
        motors = new ArrayList<>();
        for (Motor motor : byJoint) {
            if (motor != null) {
                motors.add(motor);
            }
        }
        robot = new CompactRobot<>(rigid.gravityInBase(), links);
        applied = new AppliedLoads<>(robot, model, inputs, base.pose(), opened.places(), wrenches, List.of());
        loops = closed.hasLoops()
                ? new SymbolicLoops(closed, graph, robot, opened.cuts(), couplings, formula, ofJoints(x.get(0)), start)
                : null;
    }

    private @Nullable Motor motorOf(CompactLink<Symbol> link) {
        int k = link.coordinate();
        if (k < 0 || k >= model.jointCount()) {
            return null;
        }
        Joint joint = model.movingJoints().get(k);
        Spring spring = joint.drive().spring();
        if (spring == null) {
            return null;
        }
        JointFriction<Symbol> friction = link.friction().motor();
        var rotor = joint.drive().rotor();
        return new Motor(
                k,
                closed.hasLoops() ? closed.loops().independentJoints().indexOf(joint.name()) : k,
                spring,
                friction == null ? JointFriction.none(graph.constant(0)) : friction,
                link.reflectedInertia(),
                link.rotor(),
                rotor == null ? 0 : model.bodyIndex(rotor.carrier()));
    }

    boolean floats() {
        return inputs.base() == BaseInput.FLOATS;
    }

    /** How many rows of the base come first. */
    int first() {
        return floats() ? 6 : 0;
    }

    BaseField<Symbol> field() {
        return base.field(robot.gravityInBase());
    }

    List<Symbol> ofJoints(List<Symbol> all) {
        return all.subList(0, count);
    }

    List<Symbol> ofMotors(List<Symbol> all) {
        return all.subList(count, all.size());
    }

    List<Symbol> zeros(int length) {
        return Collections.nCopies(length, graph.constant(0));
    }

    /** q, q̇ and q̈ of the tree from those of the independent joints; no acceleration for none. */
    List<List<Symbol>> motion(List<Symbol> q, List<Symbol> qd, List<Symbol> qdd) {
        return loops == null
                ? List.of(
                        couplings.expand(q),
                        couplings.expand(qd),
                        qdd.isEmpty() ? robot.zeros() : couplings.expand(qdd))
                : loops.motion(qd, qdd);
    }

    /** Efforts at the independent joints from those of the tree, behind some numbers of the base. */
    List<Symbol> efforts(List<Symbol> ofTree, int numbersOfBase) {
        return new ArrayList<>(
                loops == null ? couplings.gather(ofTree, numbersOfBase) : loops.efforts(ofTree, numbersOfBase));
    }

    /** What acts on the links from outside. */
    List<Wrench<Symbol>> loads(List<Symbol> q) {
        return applied.at(q);
    }

    /** What joints of the tree, motors and the base take. */
    record Rows(List<Symbol> ofJoints, List<Symbol> ofMotors, Wrench<Symbol> ofBase) {}

    /** @param velocity of all motors, then their accelerations; null for those that do not count yet */
    Rows rows(
            BaseField<Symbol> start,
            List<List<Symbol>> motion,
            List<? extends @Nullable Symbol> velocity,
            List<? extends @Nullable Symbol> acceleration) {
        CompactNewtonEuler<Symbol> free = newtonEuler(robot, start, robot.unloaded(), motion);
        List<Wrench<Symbol>> loads = new ArrayList<>(applied.at(motion.get(0)));
        List<Symbol> ofMotors = new ArrayList<>();
        for (int e = 0; e < motors.size(); e++) {
            Symbol spin = velocity.get(e);
            Symbol change = acceleration.get(e);
            if (spin == null || change == null) {
                continue;
            }
            Motor motor = motors.get(e);
            GearedRotor<Symbol> rotor = motor.rotor();
            ofMotors.add(motor.effort(free, spin, change));
            if (rotor != null) {
                int c = rotor.carrier();
                loads.set(c, loads.get(c).minus(onCarrier(rotor, free, spin, change)));
            }
        }
        CompactNewtonEuler<Symbol> loaded = newtonEuler(robot, start, loads, motion);
        return new Rows(loaded.torques(), ofMotors, loaded.carried(0));
    }

    /** How the links move; what acts on them does not count. */
    CompactNewtonEuler<Symbol> kinematics(BaseField<Symbol> start, List<List<Symbol>> motion) {
        return newtonEuler(robot, start, robot.unloaded(), motion);
    }

    private static CompactNewtonEuler<Symbol> newtonEuler(
            CompactRobot<Symbol> of, BaseField<Symbol> start, List<Wrench<Symbol>> loads, List<List<Symbol>> motion) {
        return new CompactNewtonEuler<>(of, start, loads, motion.get(0), motion.get(1), motion.get(2));
    }

    /** What a spinning rotor takes from its carrier. */
    private static Wrench<Symbol> onCarrier(
            GearedRotor<Symbol> rotor, CompactNewtonEuler<Symbol> motion, Symbol spin, Symbol change) {
        return new Wrench<>(Vector.zero(spin), rotor.moment(motion.omega(rotor.carrier()), spin, change));
    }

    /** What joints carry, bodies unified with the motors on them; of loops also what the cut joints carry. */
    List<OutputVector> jointWrenches(
            String name,
            String nameOfCuts,
            List<List<Symbol>> motion,
            List<Symbol> velocity,
            List<Symbol> acceleration) {
        var bodies = opened.bodies().get();
        CompactRobot<Symbol> ungrouped = CompactRobots.withBodies(robot, bodies);
        CompactNewtonEuler<Symbol> free = newtonEuler(robot, field(), robot.unloaded(), motion);
        var byBody = applied.byBody(motion.get(0));
        List<Wrench<Symbol>> byLink = new ArrayList<>(applied.at(motion.get(0)));
        for (int e = 0; e < motors.size(); e++) {
            GearedRotor<Symbol> rotor = motors.get(e).rotor();
            if (rotor != null) {
                Wrench<Symbol> load = Wrench.zero(graph.constant(0))
                        .minus(onCarrier(rotor, free, velocity.get(e), acceleration.get(e)));
                byBody.merge(motors.get(e).carrier(), load, Wrench::plus);
                byLink.set(rotor.carrier(), byLink.get(rotor.carrier()).plus(load));
            }
        }
        List<Symbol> ofCuts = new ArrayList<>();
        if (loops != null) {
            List<Symbol> ofTree = rows(field(), motion, velocity, acceleration).ofJoints();
            for (CutLoad cut : loops.cutLoads(robot, motion.get(1), ofTree)) {
                ofCuts.addAll(cut.components());
                for (CutLoad.OnBody load : cut.loads(model)) {
                    byBody.merge(load.body(), load.inLink(), Wrench::plus);
                    byLink.set(load.link(), byLink.get(load.link()).plus(load.inLink()));
                }
            }
        }
        CompactNewtonEuler<Symbol> loaded = newtonEuler(ungrouped, field(), byLink, motion);
        OutputVector ofJoints = new OutputVector(
                name, new CompactWrenches<>(model, ungrouped, bodies, loaded, motion, byBody).components());
        return loops == null ? List.of(ofJoints) : List.of(ofJoints, new OutputVector(nameOfCuts, ofCuts));
    }

    /** A: of the robot without those motors, of the motors, and k Im zm of all that turns their carriers. */
    List<List<Symbol>> matrix(List<Symbol> q) {
        CompositeBodies<Symbol> bodies = new CompositeBodies<>(robot, q);
        List<List<Symbol>> ofTree = floats() ? bodies.floatingMassMatrix() : bodies.massMatrix();
        List<List<Symbol>> rows = new ArrayList<>();
        for (List<Symbol> row :
                loops == null ? couplings.gatherMatrix(ofTree, first()) : loops.gatherMatrix(ofTree, first())) {
            rows.add(new ArrayList<>(row));
        }
        int links = rows.size();
        int n = robot.jointCount();
        List<Symbol> unknown = graph.unknowns(n);
        List<Symbol> turn = graph.unknowns(3);
        Vector<Symbol> none = Vector.zero(graph.constant(0));
        List<Symbol> still = zeros(motors.size());
        Rows turning = rows(
                new BaseField<>(none, floats() ? new Vector<>(turn.get(0), turn.get(1), turn.get(2)) : none, none),
                List.of(q, robot.zeros(), unknown),
                still,
                still);
        List<Symbol> byJoints = Differentiation.jacobianForward(turning.ofMotors(), unknown);
        List<Symbol> byBase = Differentiation.jacobianForward(turning.ofMotors(), turn);
        for (int e = 0; e < motors.size(); e++) {
            List<Symbol> row = new ArrayList<>();
            if (floats()) {
                row.addAll(zeros(3));
                row.addAll(byBase.subList(3 * e, 3 * (e + 1)));
            }
            List<Symbol> coupling = byJoints.subList(e * n, (e + 1) * n);
            row.addAll(loops == null ? couplings.gather(coupling, 0) : loops.gather(coupling, 0));
            Motor motor = motors.get(e);
            GearedRotor<Symbol> rotor = motor.rotor();
            Symbol own = rotor == null
                    ? motor.inertia()
                    : motor.inertia().plus(rotor.gearRatio().times(rotor.gearedInertia()));
            row.addAll(zeros(motors.size()));
            row.set(links + e, own);
            rows.add(row);
        }
        for (int k = 0; k < links; k++) {
            for (int e = links; e < rows.size(); e++) {
                rows.get(k).add(rows.get(e).get(k));
            }
        }
        return rows;
    }

    /** The row of A that the drive of an independent joint acts on, those of the base not counted. */
    int driven(int place) {
        return IntStream.range(0, motors.size())
                .filter(e -> motors.get(e).place() == place)
                .map(e -> count + e)
                .findFirst()
                .orElse(place);
    }

    /** X with gravity added back. */
    List<Symbol> classical(List<Symbol> start) {
        List<Symbol> all = new ArrayList<>(start);
        List<Symbol> g = base.inBase(robot.gravityInBase()).toList();
        for (int k = 0; k < 3; k++) {
            all.set(k, start.get(k).plus(g.get(k)));
        }
        return all;
    }

    /** With the pose of all joints and how well it closes the loops, and then what is there to be checked. */
    List<OutputVector> with(List<OutputVector> outputs, List<Symbol> pivots) {
        List<OutputVector> all = new ArrayList<>(outputs);
        List<Symbol> checked = new ArrayList<>(pivots);
        if (loops != null) {
            all.add(new OutputVector("joints", loops.pose()));
            all.add(new OutputVector(Tracing.CLOSURE, loops.doubts()));
            loops.doubts().forEach(doubt -> checked.add(doubt.negate()));
        }
        if (!checked.isEmpty()) {
            all.add(new OutputVector(Tracing.PIVOTS, checked));
        }
        return all;
    }
}
