package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.ElasticRobot.Motor;
import dev.catena.compile.trace.ElasticRobot.Rows;
import dev.catena.compile.trace.StandingRobot.Answer;
import dev.catena.compile.trace.StandingRobot.Held;
import dev.catena.compile.trace.StandingRobot.Shared;
import dev.catena.compile.trace.StandingRobot.Taken;
import dev.catena.compile.trace.StandingSensitivity.Needed;
import dev.catena.compile.trace.StandingSensitivity.Variable;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Quantities of a motion x = [q; θ] of joints and motors of a robot that stands on contacts, as the hand-written {@code
 * ElasticConstrainedForwardDynamics} and {@code ConstrainedInverseDynamics.withFreeMotors} have them. Behind a spring nobody drives a
 * joint but the spring, so that its row is one of those that contacts have to fill.
 */
final class ElasticStanding {
    private final ElasticTracing tracing;
    private final ElasticRobot robot;
    private final Graph graph;
    private final StandingRobot onFeet;

    ElasticStanding(ElasticTracing tracing) {
        this.tracing = tracing;
        robot = tracing.robot;
        graph = robot.graph;
        onFeet = standing(robot, robot.base, tracing.unaccelerated());
    }

    /** A robot on its contacts that does not touch motors. */
    static StandingRobot standing(ElasticRobot robot, BaseSymbols base, List<List<Symbol>> motion) {
        return new StandingRobot(
                robot.closed,
                robot.inputs,
                robot.robot,
                base,
                motion,
                row -> Tracing.joined(
                        robot.loops == null ? robot.couplings.gather(row, 6) : robot.loops.gather(row, 6),
                        robot.zeros(robot.motors.size())));
    }

    List<OutputVector> acceleration() {
        Held held = onFeet.new Held(tracing.system());
        Answer answer = answer(held);
        Shared shared = onFeet.shared(answer.reactions().x(), held.condition(answer));
        List<Symbol> found = answer.accelerations().x();
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(Quantity.ACCELERATION.symbol(), found.subList(robot.first(), found.size())));
        if (robot.floats()) {
            outputs.add(new OutputVector("baseAcceleration", robot.classical(found.subList(0, 6))));
        }
        outputs.add(new OutputVector("contactWrench", onFeet.wrenches(shared.reactions())));
        return checked(outputs, tracing.felt(answer.accelerations()), shared.doubts());
    }

    private Answer answer(Held held) {
        CompactNewtonEuler<Symbol> bias = robot.kinematics(tracing.falling(), tracing.unaccelerated());
        return held.solve(
                tracing.unbalanced(),
                onFeet.accelerations(bias).stream().map(Symbol::negate).toList());
    }

    private List<OutputVector> checked(List<OutputVector> outputs, List<Symbol> felt, List<Symbol> doubts) {
        List<Symbol> small = doubts.stream().map(Symbol::negate).toList();
        return robot.with(Tracing.and(outputs, StandingTracing.STANDING, doubts), Tracing.joined(felt, small));
    }

    List<OutputVector> accelerationSensitivity() {
        List<String> names = Quantity.ACCELERATION_SENSITIVITY.parts().stream()
                .map(Quantity::symbol)
                .toList();
        Held held = onFeet.new Held(tracing.system());
        Answer answer = answer(held);
        StandingSensitivity sensitivity = new StandingSensitivity(graph, onFeet, held, answer, this::needed);
        List<List<Symbol>> byPosition = sensitivity.by(ofPosition());
        if (robot.floats()) {
            byPosition = StandingSensitivity.classical(
                    byPosition, robot.base.inBase(robot.robot.gravityInBase()).toList(), ofPosition());
        }
        List<Integer> drives = IntStream.range(0, robot.count)
                .mapToObj(k -> robot.first() + robot.driven(k))
                .toList();
        return checked(
                List.of(
                        new OutputVector(names.get(0), StandingTracing.byRow(byPosition)),
                        new OutputVector(names.get(1), StandingTracing.byRow(sensitivity.by(ofVelocity()))),
                        new OutputVector(names.get(2), StandingTracing.byRow(sensitivity.byEfforts(drives)))),
                tracing.felt(answer.accelerations()),
                sensitivity.doubts(pose()));
    }

    /** What accelerations need, X of a floating base first. */
    private Needed needed(List<Symbol> accelerations) {
        List<Symbol> all = accelerations.subList(robot.first(), accelerations.size());
        BaseField<Symbol> start = robot.floats() ? robot.field().accelerating(accelerations) : robot.field();
        return needed(start, all);
    }

    /** @param accelerations of joints and motors */
    private Needed needed(BaseField<Symbol> start, List<Symbol> accelerations) {
        List<List<Symbol>> motion = robot.motion(tracing.joints(0), tracing.joints(1), robot.ofJoints(accelerations));
        Rows rows = robot.rows(start, motion, tracing.ofMotors(1), robot.ofMotors(accelerations));
        List<Symbol> ofTree = new ArrayList<>();
        if (robot.floats()) {
            ofTree.addAll(rows.ofBase().force().toList());
            ofTree.addAll(rows.ofBase().moment().toList());
        }
        ofTree.addAll(rows.ofJoints());
        int first = robot.first();
        List<Symbol> efforts = robot.efforts(ofTree, first);
        for (int e = 0; e < robot.motors.size(); e++) {
            // K (θ − q) drives a joint and brakes its motor, [Hua 28–30]
            Symbol spring = tracing.springEffort(e);
            int at = first + robot.motors.get(e).place();
            efforts.set(at, efforts.get(at).minus(spring));
            efforts.add(rows.ofMotors().get(e).plus(spring));
        }
        return new Needed(efforts, robot.kinematics(start, motion));
    }

    /** How the pose of the joints changes along the motion. */
    private Variable pose() {
        return robot.loops == null
                ? new Variable(tracing.joints(0), tracing.joints(1))
                : new Variable(robot.loops.poseNodes(), robot.loops.poseRates(tracing.joints(1)));
    }

    private List<Variable> ofPosition() {
        List<Variable> variables = StandingSensitivity.displacements(robot.base, robot.floats());
        for (int k = 0; k < robot.count; k++) {
            variables.add(
                    robot.loops == null
                            ? Variable.of(tracing.joints(0).get(k))
                            : new Variable(robot.loops.poseNodes(), robot.loops.poseRates(k)));
        }
        tracing.ofMotors(0).forEach(input -> variables.add(Variable.of(input)));
        return variables;
    }

    private List<Variable> ofVelocity() {
        List<Variable> variables = StandingSensitivity.velocities(robot.base, robot.floats());
        tracing.x.get(1).forEach(input -> variables.add(Variable.of(input)));
        return variables;
    }

    /** A_U λ = (M u̇ + h)_U in rows of the base and of joints behind springs. */
    private Taken taken() {
        CodeInputs inputs = robot.inputs;
        List<Integer> undriven = undriven();
        List<Integer> filled = IndependentRows.filled(robot.closed, inputs.contacts(), robot.floats(), undriven);
        Symbol size = graph.constant(0);
        for (int e = 0; e < robot.motors.size(); e++) {
            Symbol spring = tracing.springEffort(e);
            size = size.plus(spring.times(spring));
        }
        Needed needed = needed(robot.field(), tracing.x.get(2));
        return onFeet.take(undriven, filled, needed.efforts(), size, needed.motion());
    }

    private List<Integer> undriven() {
        List<Integer> undriven =
                new ArrayList<>(IntStream.range(0, robot.first()).boxed().toList());
        for (Motor motor : robot.motors) {
            undriven.add(robot.first() + motor.place());
        }
        return undriven;
    }

    private List<Symbol> tau(Taken taken) {
        return IntStream.range(0, robot.count)
                .mapToObj(k -> taken.efforts().get(robot.first() + robot.driven(k)))
                .toList();
    }

    List<OutputVector> torque() {
        Taken taken = taken();
        return checked(
                List.of(
                        new OutputVector(Quantity.TORQUE.symbol(), tau(taken)),
                        new OutputVector("contactWrench", onFeet.wrenches(taken.reactions()))),
                List.of(),
                taken.doubts());
    }

    List<OutputVector> torqueSensitivity() {
        List<String> names = Quantity.TORQUE_SENSITIVITY.parts().stream()
                .map(Quantity::symbol)
                .toList();
        requireSupplied();
        Taken taken = taken();
        List<Symbol> tau = tau(taken);
        List<Variable> byAcceleration = new ArrayList<>();
        if (robot.floats()) {
            robot.base.accelerationInputs().forEach(input -> byAcceleration.add(Variable.of(input)));
        }
        tracing.x.get(2).forEach(input -> byAcceleration.add(Variable.of(input)));
        return checked(
                List.of(
                        new OutputVector(names.get(0), StandingTracing.by(tau, ofPosition())),
                        new OutputVector(names.get(1), StandingTracing.by(tau, ofVelocity())),
                        new OutputVector(names.get(2), StandingTracing.by(tau, byAcceleration))),
                List.of(),
                taken.doubts());
    }

    List<OutputVector> torqueCurvature() {
        requireSupplied();
        Taken taken = taken();
        return checked(
                List.of(new OutputVector(Quantity.TORQUE_CURVATURE.symbol(), tracing.curvature(tau(taken)))),
                List.of(),
                taken.doubts());
    }

    /** Torques of rigid drives change with reactions, which must be there for motions nearby too. */
    private void requireSupplied() {
        CodeInputs inputs = robot.inputs;
        List<Integer> undriven = IndependentRows.reached(robot.closed, inputs.contacts(), robot.floats(), undriven());
        List<Integer> drives = IntStream.range(0, robot.count)
                .filter(k -> robot.driven(k) == k)
                .mapToObj(k -> robot.first() + k)
                .toList();
        boolean reachesDrives = !IndependentRows.reached(robot.closed, inputs.contacts(), robot.floats(), drives)
                .isEmpty();
        int filled = IndependentRows.filled(robot.closed, inputs.contacts(), robot.floats(), undriven)
                .size();
        if (reachesDrives && filled < undriven.size()) {
            throw new IllegalArgumentException(
                    "the contacts of robot \"%s\" cannot supply whatever its base and its springs may need, so that torques of rigid drives have no derivatives: add contacts, or take derivatives of accelerations"
                            .formatted(robot.model.name()));
        }
    }
}
