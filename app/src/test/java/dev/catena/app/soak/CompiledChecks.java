package dev.catena.app.soak;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.Regressor;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.WorldKinematics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Everything that can be compiled, for one state and in a batch. */
final class CompiledChecks {
    private static final int STATES = 5;

    private final WorstErrors errors;
    private final RandomMotion motion;
    private final RobotModel model;
    private final String where;
    private final RandomNumbers random;
    private final Truth<RunningError> truth;
    private final double[] tau;
    private final double[] lambda;
    private final int n;

    /** @param moving its base and loads are not used */
    CompiledChecks(WorstErrors errors, RandomMotion moving, String where, RandomNumbers random) {
        this.errors = errors;
        this.where = where;
        this.random = random;
        model = moving.model();
        motion = new RandomMotion(
                model, moving.q(), moving.qd(), moving.qdd(), moving.qddd(), RandomMotion.Base.AT_REST, Map.of());
        truth = new Truth<>(model, Function.identity());
        n = model.jointCount();
        tau = random.vector(n, 5);
        lambda = random.vector(n, 2);
    }

    void run() {
        for (Quantity quantity : RobotCompiler.quantities()) {
            RobotModel robot = quantity == Quantity.REGRESSOR ? bare() : model;
            try {
                CompiledFunction function = RobotCompiler.compile(robot, quantity);
                check("compiled ", quantity, single(function));
                check("in batches, ", quantity, batch(function));
            } catch (NumericalException e) {
                refused(quantity, e);
            } catch (IllegalArgumentException e) {
                if (!String.valueOf(e.getMessage()).contains("exists in no posture")) {
                    throw e;
                }
                refused(quantity, e);
            }
        }
    }

    private void refused(Quantity quantity, RuntimeException e) {
        errors.refusal("compiled " + quantity);
        double roundings = new Singularity(truth, motion.q()).ofJoints();
        if (roundings > Singularity.CLEAR) {
            errors.mistake("compiled %s of %s was refused %s roundings away from a singular robot: %s"
                    .formatted(quantity, where, roundings, e.getMessage()));
        }
    }

    private RobotModel bare() {
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.movingJoints()) {
            builder.replace(joint.with(Drive.NONE).with(Friction.NONE));
        }
        return builder.build();
    }

    private double[] input(String name) {
        return switch (name) {
            case "q" -> motion.q();
            case "qd" -> motion.qd();
            case "qdd" -> motion.qdd();
            case "qddd" -> motion.qddd();
            case "tau" -> tau;
            case "lambda" -> lambda;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private double[][] single(CompiledFunction function) {
        double[][] x = new double[function.inputs().size() + function.outputs().size()][];
        int inputs = function.inputs().size();
        for (int v = 0; v < x.length; v++) {
            x[v] = v < inputs ? input(function.inputs().get(v)) : new double[function.length(v)];
        }
        switch (x.length) {
            case 2 -> function.evaluate(x[0], x[1]);
            case 3 -> function.evaluate(x[0], x[1], x[2]);
            case 4 -> function.evaluate(x[0], x[1], x[2], x[3]);
            case 5 -> function.evaluate(x[0], x[1], x[2], x[3], x[4]);
            case 6 -> function.evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
            default -> throw new IllegalArgumentException(x.length + " vectors");
        }
        return Arrays.copyOfRange(x, inputs, x.length);
    }

    /** Beside other states. */
    private double[][] batch(CompiledFunction function) {
        int inputs = function.inputs().size();
        double[][] x = new double[function.inputs().size() + function.outputs().size()][];
        int state = random.index(STATES);
        for (int v = 0; v < x.length; v++) {
            int length = function.length(v);
            x[v] = v < inputs ? random.vector(STATES * length, 2) : new double[STATES * length];
            for (int k = 0; v < inputs && k < length; k++) {
                x[v][k * STATES + state] = input(function.inputs().get(v))[k];
            }
        }
        new Batch(function, 1).evaluate(STATES, x);
        double[][] outputs = new double[x.length - inputs][];
        for (int v = 0; v < outputs.length; v++) {
            double[] all = x[inputs + v];
            outputs[v] = new double[function.length(inputs + v)];
            Arrays.setAll(outputs[v], k -> all[k * STATES + state]);
        }
        return outputs;
    }

    private void check(String way, Quantity quantity, double[][] actual) {
        String what = way + quantity;
        TextbookRobot<RunningError> robot = truth.robot();
        Motion<RunningError> exact = truth.motion(motion);
        Motion<RunningError> coasting =
                Motion.of(robot, truth.numbers(motion.q()), truth.numbers(motion.qd()), robot.zeros());
        switch (quantity) {
            case TORQUE -> check(what, actual[0], new NewtonEuler<>(robot, exact).torques());
            case TORQUE_RATE -> {
                ForceDerivatives<RunningError> expected = new ForceDerivatives<>(robot, exact);
                check(what, actual[0], expected.torques());
                check(what, actual[1], expected.torqueRates());
            }
            case JOINT_WRENCH -> {
                NewtonEuler<RunningError> expected = new NewtonEuler<>(robot, exact);
                check(
                        what,
                        actual[0],
                        model.joints().stream()
                                .map(joint -> expected.jointWrench(model.bodyIndex(joint.child())))
                                .flatMap(wrench -> Stream.of(wrench.force(), wrench.moment()))
                                .flatMap(vector -> vector.toList().stream())
                                .toList());
            }
            case BIAS -> check(what, actual[0], new NewtonEuler<>(robot, coasting).torques());
            case GRAVITY ->
                check(what, actual[0], new NewtonEuler<>(robot, Motion.atRest(robot, coasting.q())).torques());
            case ACCELERATION -> {
                Motion<RunningError> moving = exact.withAcceleration(truth.numbers(actual[0]));
                check(what, tau, ForwardChecks.atLeast(new NewtonEuler<>(robot, moving).torques(), tau));
            }
            case MASS_MATRIX -> check(what, actual[0], DynamicsChecks.scaled(truth, motion.q()));
            case POSE -> check(what, actual[0], poses(new WorldKinematics<>(robot, exact)));
            case ENERGY -> {
                EnergyAndMomentum<RunningError> expected = new EnergyAndMomentum<>(robot, exact);
                check(what, actual[0], List.of(expected.kineticEnergy(), expected.potentialEnergy()));
            }
            case REGRESSOR -> regressor(what, actual[0]);
            case TORQUE_SENSITIVITY -> sensitivities().checkTorques(what, actual);
            case ACCELERATION_SENSITIVITY -> sensitivities().checkAccelerations(what, tau, actual);
            case TORQUE_CURVATURE -> sensitivities().checkCurvature(what, lambda, actual[0]);
            default -> throw new AssertionError(quantity + " is not compared with anything");
        }
    }

    private SensitivityChecks sensitivities() {
        return new SensitivityChecks(errors, motion, where, random);
    }

    private void check(String what, double[] actual, List<RunningError> expected) {
        errors.check(what, where, actual, expected);
    }

    private List<RunningError> poses(WorldKinematics<RunningError> world) {
        List<RunningError> all = new ArrayList<>();
        for (int body = 0; body < model.bodies().size(); body++) {
            all.addAll(DynamicsChecks.twelve(
                    world.worldFromBody(body).rotation(),
                    world.worldFromBody(body).position()));
        }
        return all;
    }

    private void regressor(String what, double[] matrix) {
        RobotModel bare = bare();
        double[] parameters = new double[Regressor.INERTIAL * n];
        new Regressor(bare).parameters(parameters);
        Truth<RunningError> of = new Truth<>(bare, Function.identity());
        check(
                what,
                n == 0 ? new double[0] : DynamicsChecks.product(matrix, parameters),
                new NewtonEuler<>(of.robot(), of.motion(motion)).torques());
    }
}
