package dev.catena;

import dev.catena.compile.ClosedLoopCode;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import dev.catena.quantity.Quantity;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A robot that answers in one line, for scripts and for trying things out.
 *
 * <pre>{@code
 * Catena robot = Catena.load("panda");           // a file, or a robot that ships
 * double[] tau = robot.torque(q, qd, qdd);
 * double[][] jacobian = robot.jacobian("flange", q);
 * Run run = robot.simulate(q, qd, 5);
 * double fastest = robot.plan(from, to).motion().duration();
 * }</pre>
 *
 * <p>Every array handed out is new, and everything given is checked. Algorithms are made at the first question and kept, so
 * that the next one costs little more than the computation; where every allocation counts, take the class that a method
 * names.
 *
 * <p>Vectors are in the order of {@link #coordinates} and {@link #drives}. Of a tree both are its moving joints. A robot
 * with closed loops is known by its independent joints and driven at its active ones; the loops are closed from the model's
 * assembly in every call. Where the base floats, its motion is given besides, or a method refuses and names what to use.
 * Springs of elastic joints count in {@link #simulate(State, double, Controller) simulations} and {@link #plan(double[],
 * double[]) plans}, whose torques are those of motors; elsewhere drives are rigid, the limit of growing stiffness.
 *
 * <p>Mistakes are {@code IllegalArgumentException}s, poses without an answer {@link NumericalException}s. One per thread:
 * {@code robot.copy()} makes another for another thread.
 */
public final class Catena {
    private final RobotModel model;
    private final Answers answers;
    private final RobotFunctions functions;
    private @Nullable Thread owner;

    private Catena(RobotModel model, RobotFunctions functions) {
        this.model = model;
        this.functions = functions;
        answers = model.hasLoops() ? new LoopAnswers(model) : new TreeAnswers(model);
    }

    /**
     * Reads a robot from a file (URDF, Catena's YAML, OpenSYMORO's {@code .par}), or takes one that ships: {@code panda},
     * {@code stewart}, … A file of that name comes first.
     *
     * @throws IllegalArgumentException where there is neither
     * @throws dev.catena.model.ModelException with every problem of the description
     */
    public static Catena load(String fileOrName) {
        return of(RobotFiles.find(fileOrName, ReadOptions.DEFAULT));
    }

    /** For a model that was built, or read with options. */
    public static Catena of(RobotModel model) {
        return new Catena(model, RobotFunctions.automatic());
    }

    /**
     * The same robot, compiled to code before it is simulated or planned for; otherwise that is done where it pays. Floating
     * bases, elastic joints and closed loops are computed as before.
     */
    public Catena compiled() {
        return new Catena(model, RobotFunctions.compiled());
    }

    /** One for another thread, of the same robot. */
    public Catena copy() {
        return new Catena(model, functions);
    }

    public RobotModel model() {
        return model;
    }

    /** The joints of q, qd, qdd and qddd, in order. */
    public List<String> coordinates() {
        return answers.coordinates();
    }

    /** The joints of torques, in order. */
    public List<String> drives() {
        return answers.drives();
    }

    /** Torques that a motion needs, by {@link InverseDynamics} or {@code ClosedLoopInverseDynamics}. */
    public double[] torque(double[] q, double[] qd, double[] qdd) {
        return held("torque", "torque(base, q, qd, qdd) or FloatingInverseDynamics")
                .torque(null, q, qd, qdd);
    }

    /** Torques that a motion needs while the base moves as told. */
    public double[] torque(BaseMotion base, double[] q, double[] qd, double[] qdd) {
        return any().torque(told(base), q, qd, qdd);
    }

    /** Rates of the torques of a motion, by {@link ForceRate}, or from {@code ClosedLoopSensitivity}. */
    public double[] torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd) {
        return held("torqueRate", "ForceRate").torqueRate(q, qd, qdd, qddd);
    }

    /** Torques that hold the robot still against gravity. */
    public double[] gravity(double[] q) {
        return held("gravity", "torque(base, q, qd, qdd)").gravity(q);
    }

    /** Accelerations by torques, by {@link ForwardDynamics} or {@code ClosedLoopForwardDynamics}. */
    public double[] acceleration(double[] q, double[] qd, double[] tau) {
        return held("acceleration", "ForwardDynamics.computeFloating").acceleration(q, qd, tau);
    }

    /** M of τ = M q̈ + …, by rows, by {@link MassMatrix} or {@code ClosedLoopForwardDynamics}. */
    public double[][] massMatrix(double[] q) {
        return rows(
                held("massMatrix", "MassMatrix.computeFloating").massMatrix(q),
                coordinates().size());
    }

    /**
     * The Jacobian of a body, by {@link Jacobian}: rows are the linear, then the angular velocity of its origin in world
     * axes, columns the coordinates.
     */
    public double[][] jacobian(String body, double[] q) {
        return rows(held("jacobian", "Kinematics and Jacobian").jacobian(model.bodyIndex(body), q), 6);
    }

    /** The pose of a body in the world, by {@link Kinematics}. */
    public Pose pose(String body, double[] q) {
        return held("pose", "pose(base, body, q)").pose(null, model.bodyIndex(body), q);
    }

    /** The pose of a body in the world where the base is where it is told. */
    public Pose pose(BaseMotion base, String body, double[] q) {
        return any().pose(told(base), model.bodyIndex(body), q);
    }

    /** How the robot moves from a state if nothing drives it: 100 samples a second. */
    public Run simulate(double[] q, double[] qd, double seconds) {
        return simulate(q, qd, seconds, Controller.zero());
    }

    /** How the robot moves under a controller: {@code ComputedTorque}, {@code GravityCompensatedPd}, or one's own. */
    public Run simulate(double[] q, double[] qd, double seconds, Controller controller) {
        Answers known = held("simulate(q, qd, …)", "simulate(state, seconds, controller)");
        State start =
                new State(model).jointPositions(known.ofAllJoints("q", q)).jointVelocities(known.ofAllJoints("qd", qd));
        return simulate(start, seconds, controller);
    }

    /** The same from any state: of floating bases, or of motors on springs. {@link Simulation} has more to choose from. */
    public Run simulate(State start, double seconds, Controller controller) {
        return Simulation.builder(model)
                .start(start)
                .controller(controller)
                .functions(functions)
                .duration(seconds)
                .build()
                .run();
    }

    /**
     * The fastest motion from rest to rest within the limits that the robot's description gives: positions, velocities,
     * torques and their rates. What came of it is the plan's status; {@code plan.motion()} is the motion, or says why there
     * is none.
     */
    public MotionPlan plan(double[] from, double[] to) {
        return plan(from, to, new MotionLimits(model, functions).ofRobot());
    }

    /** The fastest motion from rest to rest within other limits of this robot. {@link MotionProblem} has more to choose from. */
    public MotionPlan plan(double[] from, double[] to, MotionLimits limits) {
        if (!limits.isOf(model)) {
            throw new IllegalArgumentException(
                    "limits are those of another robot than \"%s\": take new MotionLimits(robot.model())"
                            .formatted(model.name()));
        }
        return new MotionPlanner(new InteriorPointSolver())
                .plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .start(EndState.atRest(from))
                        .goal(EndState.atRest(to))
                        .build());
    }

    /** Code made for this robot, by {@link RobotCompiler}. That of closed loops reads a closed pose nearby, which {@link ClosedLoopCode} finds. */
    public CompiledFunction compile(Quantity quantity) {
        return RobotCompiler.compile(model, quantity);
    }

    /** The robot's own thread has the word. */
    private Answers any() {
        Thread caller = Thread.currentThread();
        if (owner == null) {
            owner = caller;
        } else if (owner != caller) {
            throw new IllegalStateException(
                    "this Catena of robot \"%s\" belongs to thread \"%s\", but was called by thread \"%s\": give each thread its own, by copy()"
                            .formatted(model.name(), owner.getName(), caller.getName()));
        }
        return answers;
    }

    /** A base that nobody tells how to move would rest, or float, without a word. */
    private BaseMotion told(@Nullable BaseMotion base) {
        if (base == null) {
            throw new IllegalArgumentException(
                    "base is null, but must say how the base of robot \"%s\" moves: new BaseMotion() is one that rests"
                            .formatted(model.name()));
        }
        return base;
    }

    /** The same for questions that hold the base. */
    private Answers held(String question, String instead) {
        if (model.baseKind() == BaseKind.FLOATING) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a floating base, but %s holds the base: use %s, or Catena.of(model.withFixedBase()) if that is meant"
                            .formatted(model.name(), question, instead));
        }
        return any();
    }

    private static double[][] rows(double[] matrix, int count) {
        double[][] rows = new double[count][count == 0 ? 0 : matrix.length / count];
        for (int i = 0; i < count; i++) {
            System.arraycopy(matrix, i * rows[i].length, rows[i], 0, rows[i].length);
        }
        return rows;
    }

    @Override
    public String toString() {
        return "Catena of " + model;
    }
}
