package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;
import static dev.catena.app.combinations.Cell.senseless;
import static dev.catena.app.combinations.Kinds.FEET;
import static dev.catena.app.combinations.Kinds.zero;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.control.ElasticComputedTorque;
import dev.catena.control.ElasticMotorPd;
import dev.catena.control.SmoothTrajectory;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.mechanism.ContactCurvature;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.Arrays;
import java.util.List;

/** A robot that stands on its feet with a spring in a leg. */
final class ElasticContactCells {
    private static final RobotModel ROBOT = Kinds.withSpring(Kinds.STANDING);

    private ElasticContactCells() {}

    static List<Cell> of(String kind) {
        int n = ROBOT.jointCount();
        int w = 6 + n + 1;
        double[] q = Kinds.standing();
        double[] x = joined(q);
        double[] still = zero(n + 1);
        BaseMotion base = Kinds.standingBase();
        return List.of(
                answer(kind, "τ", ElasticContactCells::thereAndBack),
                answer(kind, "q̈", ElasticContactCells::thereAndBack),
                answer(kind, "dτ/dt", ElasticContactCells::torqueRates),
                senseless(kind, "M", "that of the robot without its contacts"),
                answer(kind, "∂τ", ElasticContactCells::torqueDerivatives),
                answer(
                        kind,
                        "∂q̈",
                        () -> ContactSensitivity.withFreeMotors(ROBOT, FEET)
                                .acceleration(base, x, still, zero(n), null, zero(w * w), zero(w * w), zero(w * n))),
                answer(kind, "λᵀ∂²τ", ElasticContactCells::torqueDerivatives),
                senseless(kind, "regressor", "that of the robot without its contacts, and the reactions are unknowns"),
                answer(kind, "compiled", ElasticContactCells::compiled),
                answer(kind, "simulate", ElasticContactCells::simulate),
                answer(kind, "control", () -> {
                    State start = state();
                    ElasticMotorPd law = ElasticMotorPd.ofBandwidth(ROBOT, FEET, 10, start, SmoothTrajectory.hold(q));
                    State ready = law.start(start);
                    law.torque(0, ready, zero(n));
                    double[] bandwidth = zero(n);
                    Arrays.fill(bandwidth, 10);
                    new ElasticComputedTorque(ROBOT, FEET, bandwidth, SmoothTrajectory.hold(q))
                            .torque(0, ready, zero(n));
                }));
    }

    private static double[] joined(double[] q) {
        return Arrays.copyOf(q, q.length + 1);
    }

    /** Accelerations that torques cause, and torques for them; then a foot strikes. */
    private static void thereAndBack() {
        int n = ROBOT.jointCount();
        double[] q = joined(Kinds.standing());
        double[] qdd = zero(n + 1);
        double[] tau = zero(n);
        double[] a = zero(6);
        BaseMotion base = Kinds.standingBase();
        new ElasticConstrainedForwardDynamics(ROBOT, FEET).computeFloating(base, q, zero(n + 1), tau, null, a, qdd);
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        ConstrainedInverseDynamics.withFreeMotors(ROBOT, FEET).compute(base, q, zero(n + 1), qdd, null, null, zero(n));
        ConstraintImpact.withFreeMotors(ROBOT, FEET).computeFloating(base, q, qdd, 0, zero(6), zero(n + 1));
    }

    /** Accelerations where motors do nothing, torques and derivatives for that, and feed-forward at rest. */
    private static void compiled() {
        int n = ROBOT.jointCount();
        CodeInputs inputs = CodeInputs.of(ROBOT).withContacts(Kinds.STANDING_ON);
        double[][] x = CodeCells.vectors(ElasticCompiler.compile(ROBOT, ElasticQuantity.ACCELERATION, inputs));
        x[0] = joined(Kinds.standing());
        CodeCells.fill("base", x[3]);
        ElasticCompiler.compile(ROBOT, ElasticQuantity.ACCELERATION, inputs).evaluateAll(x);
        double[] base = Arrays.copyOf(x[3], 24);
        System.arraycopy(x[5], 0, base, 18, 6);
        for (ElasticQuantity quantity : List.of(ElasticQuantity.TORQUE, ElasticQuantity.TORQUE_SENSITIVITY)) {
            CompiledFunction code = ElasticCompiler.compile(ROBOT, quantity, inputs);
            double[][] back = CodeCells.vectors(code);
            back[0] = x[0];
            back[2] = x[4];
            back[3] = base;
            code.evaluateAll(back);
        }
        CompiledFunction code = ElasticCompiler.compile(ROBOT, ElasticQuantity.FEED_FORWARD_RATE, inputs);
        double[][] still = CodeCells.vectors(code);
        still[0] = Arrays.copyOf(x[0], n);
        still[code.inputs().indexOf("base")] = Arrays.copyOf(base, 12);
        code.evaluateAll(still);
    }

    private static void torqueRates() {
        int n = ROBOT.jointCount();
        double[][] motion = new double[6][n];
        motion[0] = Kinds.standing();
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(ROBOT, FEET);
        feedForward.compute(Kinds.standingBase(), motion, null, null, zero(n + 1), zero(n + 1), zero(n + 1), zero(n));
        feedForward.torqueRates(zero(n));
    }

    /** Where motors without torques let the robot move. */
    private static void torqueDerivatives() {
        int n = ROBOT.jointCount();
        int w = 6 + n + 1;
        double[] x = joined(Kinds.standing());
        double[] still = zero(n + 1);
        double[] a = zero(6);
        double[] xdd = zero(n + 1);
        BaseMotion base = Kinds.standingBase();
        new ElasticConstrainedForwardDynamics(ROBOT, FEET).computeFloating(base, x, still, zero(n), null, a, xdd);
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        ContactSensitivity.withFreeMotors(ROBOT, FEET)
                .torque(base, x, still, xdd, null, null, zero(n * w), zero(n * w), zero(n * w));
        ContactCurvature.withFreeMotors(ROBOT, FEET)
                .compute(base, x, still, xdd, null, null, zero(n), null, zero(9 * w * w));
    }

    private static State state() {
        BaseMotion base = Kinds.standingBase();
        State state = new State(ROBOT).jointPositions(Kinds.standing());
        state.basePositionInWorld(base.pose().position().toArray());
        state.baseOrientation(base.pose().rotation().toQuaternion());
        return state;
    }

    private static void simulate() {
        Run run = Simulation.builder(ROBOT)
                .start(state())
                .contacts(FEET.toArray(CutJoint[]::new))
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.01)
                .build()
                .run();
        if (!run.isComplete()) {
            throw new AssertionError(run.message());
        }
    }
}
