package dev.catena.compile.trace;

import dev.catena.compile.graph.Differentiation;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.ElasticRobot.Motor;
import dev.catena.compile.trace.ElasticRobot.Rows;
import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Quantities of a motion x = [q; θ] of joints and motors, on symbols. A base that could float moves as told where accelerations are
 * given; six rows and columns of it come first in matrices.
 */
public final class ElasticTracing {
    final ElasticRobot robot;
    final List<List<Symbol>> x;

    private ElasticTracing(ElasticRobot robot) {
        this.robot = robot;
        x = robot.x;
    }

    /**
     * Of joints and motors.
     *
     * @param quantity whose open parameters are read
     * @param third what comes after positions and velocities
     */
    private static ElasticTracing of(
            RobotModel model, Quantity quantity, CodeInputs inputs, StateVariable third, boolean weighted, int ofBase) {
        int size = model.independentJoints().size() + model.elasticJoints().size();
        int drives = model.activeJoints().size();
        List<InputVector> vectors = new ArrayList<>(List.of(
                new InputVector(StateVariable.POSITION.key(), size),
                new InputVector(StateVariable.VELOCITY.key(), size),
                new InputVector(third.key(), third == StateVariable.EFFORT ? drives : size)));
        if (weighted) {
            int ofWrench =
                    inputs.base() == BaseInput.FLOATS && inputs.contacts().isEmpty() ? 6 : 0;
            vectors.add(new InputVector(StateVariable.FACTOR.key(), ofWrench + drives));
        }
        return new ElasticTracing(new ElasticRobot(model, quantity, inputs, vectors, ofBase, true));
    }

    private static ElasticTracing ofMotion(RobotModel model, CodeInputs inputs, boolean weighted) {
        return of(model, Quantity.TORQUE, inputs, StateVariable.ACCELERATION, weighted, BaseSymbols.ACCELERATION);
    }

    private static ElasticTracing ofTorques(RobotModel model, CodeInputs inputs) {
        return of(
                model,
                Quantity.TORQUE,
                inputs,
                StateVariable.EFFORT,
                false,
                inputs.base() == BaseInput.FLOATS ? BaseSymbols.VELOCITY : BaseSymbols.ACCELERATION);
    }

    /** Motor torques of a motion. */
    public static List<OutputVector> torque(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = ofMotion(model, inputs, false);
        if (!inputs.contacts().isEmpty()) {
            return new ElasticStanding(tracing).torque();
        }
        return tracing.robot.with(List.of(new OutputVector(Quantity.TORQUE.symbol(), tracing.torque())), List.of());
    }

    /** ∂τ/∂x, ∂τ/∂ẋ and ∂τ/∂ẍ. */
    public static List<OutputVector> torqueSensitivity(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = ofMotion(model, inputs, false);
        return inputs.contacts().isEmpty()
                ? tracing.robot.with(tracing.torqueSensitivity(), List.of())
                : new ElasticStanding(tracing).torqueSensitivity();
    }

    /** λᵀ∂²τ by x, ẋ and ẍ. */
    public static List<OutputVector> torqueCurvature(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = ofMotion(model, inputs, true);
        if (!inputs.contacts().isEmpty()) {
            return new ElasticStanding(tracing).torqueCurvature();
        }
        List<Symbol> tau = tracing.robot.floats() ? tracing.torqueWithBase() : tracing.torque();
        return tracing.robot.with(
                List.of(new OutputVector(Quantity.TORQUE_CURVATURE.symbol(), tracing.curvature(tau))), List.of());
    }

    /** What joints carry in a motion, and cut joints. */
    public static List<OutputVector> jointWrench(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = of(
                model,
                Quantity.ELASTIC_JOINT_WRENCH,
                inputs,
                StateVariable.ACCELERATION,
                false,
                BaseSymbols.ACCELERATION);
        ElasticRobot robot = tracing.robot;
        return robot.with(
                robot.jointWrenches(
                        Quantity.JOINT_WRENCH.symbol(),
                        Quantity.CUT_WRENCH.symbol(),
                        tracing.motion(),
                        robot.ofMotors(tracing.x.get(1)),
                        robot.ofMotors(tracing.x.get(2))),
                List.of());
    }

    /** A(q) of [q̈; θ̈]. */
    public static List<OutputVector> massMatrix(RobotModel model, CodeInputs inputs) {
        int size = model.independentJoints().size() + model.elasticJoints().size();
        ElasticRobot robot =
                new ElasticRobot(model, inputs, List.of(new InputVector(StateVariable.POSITION.key(), size)), 0, false);
        List<Symbol> q = robot.motion(robot.ofJoints(robot.x.get(0)), robot.zeros(robot.count), List.of())
                .get(0);
        List<Symbol> entries = robot.matrix(q).stream().flatMap(List::stream).toList();
        return robot.with(List.of(new OutputVector(Quantity.MASS_MATRIX.symbol(), entries)), List.of());
    }

    /** Accelerations [q̈; θ̈] under motor torques; the last output has what joints, motors and a floating base feel. */
    public static List<OutputVector> acceleration(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = ofTorques(model, inputs);
        if (!inputs.contacts().isEmpty()) {
            return new ElasticStanding(tracing).acceleration();
        }
        ElasticRobot robot = tracing.robot;
        Solution<Symbol> solution = tracing.acceleration();
        int first = robot.first();
        List<Symbol> all = solution.x();
        List<OutputVector> outputs = new ArrayList<>();
        outputs.add(new OutputVector(Quantity.ACCELERATION.symbol(), all.subList(first, all.size())));
        if (robot.floats()) {
            outputs.add(new OutputVector("baseAcceleration", robot.classical(all.subList(0, 6))));
        }
        return robot.with(outputs, tracing.felt(solution));
    }

    /** ∂ẍ/∂x, ∂ẍ/∂ẋ and ∂ẍ/∂τ; the last output as for accelerations. */
    public static List<OutputVector> accelerationSensitivity(RobotModel model, CodeInputs inputs) {
        ElasticTracing tracing = ofTorques(model, inputs);
        return inputs.contacts().isEmpty()
                ? tracing.accelerationSensitivity()
                : new ElasticStanding(tracing).accelerationSensitivity();
    }

    List<Symbol> joints(int order) {
        return robot.ofJoints(x.get(order));
    }

    List<Symbol> ofMotors(int order) {
        return robot.ofMotors(x.get(order));
    }

    List<List<Symbol>> motion() {
        return robot.motion(joints(0), joints(1), joints(2));
    }

    Symbol springEffort(int e) {
        Motor motor = robot.motors.get(e);
        return motor.springEffort(x.get(0).get(motor.place()), x.get(0).get(robot.count + e));
    }

    private List<Symbol> torque() {
        Rows rows = robot.rows(robot.field(), motion(), ofMotors(1), ofMotors(2));
        return driven(robot.efforts(rows.ofJoints(), 0), rows, 0);
    }

    /** Six numbers of the wrench on a floating base come first. */
    private List<Symbol> torqueWithBase() {
        Rows rows = robot.rows(robot.field(), motion(), ofMotors(1), ofMotors(2));
        int first = robot.first();
        List<Symbol> ofTree = new ArrayList<>();
        if (robot.floats()) {
            ofTree.addAll(rows.ofBase().force().toList());
            ofTree.addAll(rows.ofBase().moment().toList());
        }
        ofTree.addAll(rows.ofJoints());
        return driven(robot.efforts(ofTree, first), rows, first);
    }

    /** Efforts of drives, from those at the joints. */
    private List<Symbol> driven(List<Symbol> efforts, Rows rows, int first) {
        List<Symbol> tau = new ArrayList<>(efforts);
        for (int e = 0; e < robot.motors.size(); e++) {
            // τ = K (θ − q) + k Iₘ (ω̇·zₘ + k θ̈) for an elastic joint, [Hua 29]
            tau.set(first + robot.motors.get(e).place(), rows.ofMotors().get(e).plus(springEffort(e)));
        }
        return tau;
    }

    private List<OutputVector> torqueSensitivity() {
        List<String> names = Quantity.TORQUE_SENSITIVITY.parts().stream()
                .map(Quantity::symbol)
                .toList();
        int first = robot.first();
        List<Symbol> tau = torqueWithBase();
        // ∂g/∂ẍ is A
        List<List<Symbol>> matrix = robot.matrix(motion().get(0));
        List<Symbol> byAcceleration = IntStream.range(0, tau.size())
                .map(k -> k < first ? k : first + robot.driven(k - first))
                .mapToObj(matrix::get)
                .flatMap(List::stream)
                .toList();
        return List.of(
                new OutputVector(names.get(0), byPosition(tau)),
                new OutputVector(names.get(1), byVelocity(tau)),
                new OutputVector(names.get(2), byAcceleration));
    }

    /** Second derivatives of a weighted sum. */
    List<Symbol> curvature(List<Symbol> tau) {
        List<Symbol> factors = x.get(3);
        if (robot.floats()) {
            return FloatingCurvature.of(robot.graph, robot.base, x, robot.loops, tau, factors);
        }
        if (robot.loops == null) {
            List<Symbol> all = x.subList(0, 3).stream().flatMap(List::stream).toList();
            return Differentiation.contractedHessian(tau, factors, all);
        }
        List<Symbol> others =
                Stream.of(ofMotors(0), x.get(1), x.get(2)).flatMap(List::stream).toList();
        return robot.loops.contractedHessian(tau, factors, others);
    }

    /** A [X; q̈; θ̈] = what springs and drives give, less what remains without accelerations; X where the base floats. */
    private Solution<Symbol> acceleration() {
        return system().solve(unbalanced());
    }

    /** q and q̇ of the tree, and q̈ where nothing accelerates but joints of loops. */
    List<List<Symbol>> unaccelerated() {
        return robot.motion(joints(0), joints(1), List.of());
    }

    BaseField<Symbol> falling() {
        return robot.floats() ? robot.field().falling() : robot.field();
    }

    /** What springs and drives give, less what remains without accelerations. */
    List<Symbol> unbalanced() {
        List<Symbol> tau = x.get(2);
        Rows bias = robot.rows(falling(), unaccelerated(), ofMotors(1), robot.zeros(robot.motors.size()));
        List<Symbol> ofActive = new ArrayList<>(tau);
        List<Symbol> atMotors = new ArrayList<>();
        for (int e = 0; e < robot.motors.size(); e++) {
            int place = robot.motors.get(e).place();
            Symbol spring = springEffort(e);
            ofActive.set(place, spring);
            atMotors.add(tau.get(place).minus(spring).minus(bias.ofMotors().get(e)));
        }
        List<Symbol> right = new ArrayList<>();
        if (robot.floats()) {
            right.addAll(bias.ofBase().force().negate().toList());
            right.addAll(bias.ofBase().moment().negate().toList());
        }
        if (robot.loops != null) {
            right.addAll(robot.loops.rest(ofActive, bias.ofJoints()));
        } else {
            List<Symbol> taken = robot.couplings.gather(bias.ofJoints(), 0);
            for (int k = 0; k < robot.count; k++) {
                right.add(ofActive.get(k).minus(taken.get(k)));
            }
        }
        right.addAll(atMotors);
        return right;
    }

    /** A, factored: the base, then parents before children, motors last, so that no zero is lost. */
    SymmetricSystem<Symbol> system() {
        List<List<Symbol>> rows = robot.matrix(unaccelerated().get(0));
        int first = robot.first();
        int[] order = SymmetricSystem.inSequence(rows.size());
        for (int k = 0; robot.loops == null && robot.couplings.isEmpty() && k < robot.count; k++) {
            order[first + k] = first + robot.robot.link(k + 1).coordinate();
        }
        return new SymmetricSystem<>(rows, order);
    }

    /** What joints and motors feel, and then the base. */
    List<Symbol> felt(Solution<Symbol> solution) {
        int first = robot.first();
        List<Symbol> pivots = solution.pivots();
        List<Symbol> felt = new ArrayList<>(pivots.subList(first, pivots.size()));
        felt.addAll(pivots.subList(0, first));
        return felt;
    }

    private List<OutputVector> accelerationSensitivity() {
        List<String> names = Quantity.ACCELERATION_SENSITIVITY.parts().stream()
                .map(Quantity::symbol)
                .toList();
        Solution<Symbol> solution = acceleration();
        int first = robot.first();
        List<Symbol> all = solution.x();
        List<Symbol> y = new ArrayList<>();
        if (robot.floats()) {
            y.addAll(robot.classical(all.subList(0, 6)));
        }
        y.addAll(all.subList(first, all.size()));
        return robot.with(
                List.of(
                        new OutputVector(names.get(0), byPosition(y)),
                        new OutputVector(names.get(1), byVelocity(y)),
                        new OutputVector(names.get(2), Differentiation.jacobian(y, x.get(2)))),
                felt(solution));
    }

    /** By displacements of a floating base, on which nothing depends, its turns about its own axes, joints and motors. */
    private List<Symbol> byPosition(List<Symbol> y) {
        List<List<Symbol>> turns = IntStream.range(0, robot.floats() ? 3 : 0)
                .mapToObj(
                        axis -> Differentiation.directional(y, robot.base.rotationInputs(), robot.base.turnAbout(axis)))
                .toList();
        if (robot.loops == null) {
            return rowByRow(y.size(), turns, List.of(Differentiation.jacobian(y, x.get(0))));
        }
        return rowByRow(
                y.size(), turns, List.of(robot.loops.byPosition(y), Differentiation.jacobianForward(y, ofMotors(0))));
    }

    /** By the velocity of a floating base, on whose linear part nothing depends, joints and motors. */
    private List<Symbol> byVelocity(List<Symbol> y) {
        List<List<Symbol>> turns = robot.floats()
                ? robot.base.omegaInputs().stream()
                        .map(input -> Differentiation.forward(y, input))
                        .toList()
                : List.of();
        return rowByRow(y.size(), turns, List.of(Differentiation.jacobian(y, x.get(1))));
    }

    /** Zeros for the first three columns of a base, its other three, and matrices beside each other. */
    private List<Symbol> rowByRow(int rows, List<List<Symbol>> turns, List<List<Symbol>> matrices) {
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            entries.addAll(robot.zeros(turns.size()));
            for (List<Symbol> column : turns) {
                entries.add(column.get(row));
            }
            for (List<Symbol> matrix : matrices) {
                int width = matrix.size() / rows;
                entries.addAll(matrix.subList(row * width, (row + 1) * width));
            }
        }
        return entries;
    }
}
