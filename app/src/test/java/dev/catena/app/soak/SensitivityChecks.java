package dev.catena.app.soak;

import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.WrenchSensitivity;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.Dual;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.Link;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.RunningError;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Derivatives of torques, wrenches, motions, accelerations and rates, against dual numbers. */
final class SensitivityChecks {
    private static final RunningError ZERO = RunningError.of(0);
    private static final RunningError ONE = RunningError.of(1);

    private final WorstErrors errors;
    private final RandomMotion motion;
    private final RobotModel model;
    private final String where;
    private final RandomNumbers random;
    private final Truth<Dual<RunningError>> truth;
    private final double reach;
    private final int n;

    SensitivityChecks(WorstErrors errors, RandomMotion motion, String where, RandomNumbers random) {
        this.errors = errors;
        this.motion = motion;
        this.where = where;
        this.random = random;
        model = motion.model();
        truth = new Truth<>(model, Dual::constant);
        reach = truth.reach(motion.q());
        n = model.jointCount();
    }

    void run() {
        torques();
        wrenches();
        rates();
        floatingTorques();
        accelerations();
        curvature();
    }

    private List<Dual<RunningError>> varied(double[] x, int index) {
        List<Dual<RunningError>> list = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            list.add(new Dual<>(RunningError.of(x[k]), k == index ? ONE : ZERO));
        }
        return list;
    }

    /** One number of q, q̇, q̈ or q⃛ varied. */
    private Motion<Dual<RunningError>> byJoint(RandomMotion of, int order, int k) {
        return truth.motion(
                of,
                varied(of.q(), order == 0 ? k : -1),
                varied(of.qd(), order == 1 ? k : -1),
                varied(of.qdd(), order == 2 ? k : -1),
                varied(of.qddd(), order == 3 ? k : -1),
                truth.base(of.base()));
    }

    /** Derivatives are as exact as what they are derivatives of: where they vanish, large terms may have canceled. */
    private static List<RunningError> derivatives(List<Dual<RunningError>> list) {
        return list.stream()
                .map(x -> x.derivative().withError(x.real().error()))
                .toList();
    }

    /** Forces are as exact as their largest component, moments as theirs and the forces that act elsewhere. */
    private List<RunningError> derivatives(Wrench<Dual<RunningError>> w) {
        List<RunningError> force = derivatives(w.force().toList());
        List<RunningError> moment = derivatives(w.moment().toList());
        double ofForce = largestError(force);
        double ofMoment = largestError(moment) + reach * ofForce;
        return DynamicsChecks.join(withError(force, ofForce), withError(moment, ofMoment));
    }

    /**
     * Of torques. They may have come from wrenches about the base, so that they are as exact as what their joints carry, at
     * that distance.
     */
    private List<RunningError> derivatives(
            List<Dual<RunningError>> torques, IntFunction<Wrench<Dual<RunningError>>> jointWrench) {
        List<RunningError> list = new ArrayList<>(derivatives(torques));
        for (int body = 1; body < model.bodies().size(); body++) {
            Link<Dual<RunningError>> link = truth.robot().link(body);
            if (link.kind().moves()) {
                List<RunningError> carried = derivatives(jointWrench.apply(body));
                double least =
                        carried.get(link.kind() == JointKind.REVOLUTE ? 3 : 0).error();
                list.set(link.coordinate(), list.get(link.coordinate()).withError(least));
            }
        }
        return list;
    }

    private static double largestError(List<RunningError> list) {
        return list.stream().mapToDouble(RunningError::error).max().orElse(0);
    }

    private static List<RunningError> withError(List<RunningError> list, double least) {
        return list.stream().map(x -> x.withError(least)).toList();
    }

    /** Of the motion of a point, which other points turn about. */
    private List<RunningError> derivatives(Vector<Dual<RunningError>> linear, Vector<Dual<RunningError>> angular) {
        List<RunningError> turning = derivatives(angular.toList());
        double least = reach * largestError(turning);
        return DynamicsChecks.join(withError(derivatives(linear.toList()), least), turning);
    }

    private static double[] column(double[] matrix, int columns, int column) {
        double[] values = new double[matrix.length / columns];
        Arrays.setAll(values, row -> matrix[row * columns + column]);
        return values;
    }

    private void torques() {
        double[][] actual = new double[3][n * n];
        new TorqueSensitivity(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        List.of(),
                        actual[0],
                        actual[1],
                        actual[2]);
        checkTorques("torque sensitivity", actual);
    }

    /** @param actual by q, q̇ and q̈ */
    void checkTorques(String quantity, double[][] actual) {
        for (int order = 0; order < 3; order++) {
            for (int k = 0; k < n; k++) {
                NewtonEuler<Dual<RunningError>> dynamics = new NewtonEuler<>(truth.robot(), byJoint(motion, order, k));
                errors.check(
                        quantity,
                        where,
                        column(actual[order], n, k),
                        derivatives(dynamics.torques(), dynamics::jointWrench));
            }
        }
    }

    private void wrenches() {
        WrenchSensitivity wrenches = new WrenchSensitivity(
                model,
                model.joints().stream()
                        .filter(joint -> !joint.kind().moves())
                        .map(Joint::name)
                        .toList());
        wrenches.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), List.of());
        double[] six = new double[6 * n];
        for (Variable variable : Variable.values()) {
            int order = variable.ordinal();
            for (int k = 0; k < n; k++) {
                Motion<Dual<RunningError>> one = byJoint(motion, order, k);
                NewtonEuler<Dual<RunningError>> dynamics = new NewtonEuler<>(truth.robot(), one);
                WorldKinematics<Dual<RunningError>> kinematics = new WorldKinematics<>(truth.robot(), one);
                for (int body = 0; body < model.bodies().size(); body++) {
                    wrenches.wrench(variable, body, six);
                    errors.check(
                            "wrench sensitivity", where, column(six, n, k), derivatives(dynamics.jointWrench(body)));
                    Matrix<Dual<RunningError>> turn =
                            kinematics.worldFromBody(body).rotation();
                    wrenches.velocity(variable, body, six);
                    errors.check(
                            "velocity sensitivity",
                            where,
                            column(six, n, k),
                            derivatives(
                                    turn.transposeTimes(kinematics.linearVelocityInWorld(body)),
                                    dynamics.angularVelocity(body)));
                    wrenches.acceleration(variable, body, six);
                    errors.check(
                            "acceleration sensitivity of bodies",
                            where,
                            column(six, n, k),
                            derivatives(
                                    dynamics.accelerationLessGravity(body)
                                            .plus(turn.transposeTimes(
                                                    truth.robot().gravity())),
                                    dynamics.angularAcceleration(body)));
                }
            }
        }
    }

    private void rates() {
        double[][] actual = new double[4][n * n];
        new ForceRateSensitivity(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2],
                        actual[3]);
        for (int order = 0; order < 4; order++) {
            for (int k = 0; k < n; k++) {
                ForceDerivatives<Dual<RunningError>> dynamics =
                        new ForceDerivatives<>(truth.robot(), byJoint(motion, order, k));
                errors.check(
                        "torque rate sensitivity",
                        where,
                        column(actual[order], n, k),
                        derivatives(dynamics.torqueRates(), dynamics::jointWrenchRate));
            }
        }
    }

    /** One of the base's six: its pose by the tangent in base axes, or a number of its velocity or acceleration. */
    private Motion<Dual<RunningError>> byBase(RandomMotion of, int order, int k) {
        BaseMotion<Dual<RunningError>> still = truth.base(of.base());
        Placement<Dual<RunningError>> pose = still.worldFromBase();
        Vector<Dual<RunningError>> linear = unit(k);
        Vector<Dual<RunningError>> angular = unit(k - 3);
        if (order == 0) {
            // R (1 + hat χ), p + R δ
            Matrix<Dual<RunningError>> r = pose.rotation();
            pose = new Placement<>(
                    r.plus(r.times(Matrix.hat(angular))), pose.position().plus(r.times(linear)));
        }
        BaseMotion<Dual<RunningError>> base = new BaseMotion<>(
                pose,
                order == 1 ? still.linearVelocity().plus(linear) : still.linearVelocity(),
                order == 1 ? still.angularVelocity().plus(angular) : still.angularVelocity(),
                order == 2 ? still.linearAcceleration().plus(linear) : still.linearAcceleration(),
                order == 2 ? still.angularAcceleration().plus(angular) : still.angularAcceleration(),
                still.linearJerk(),
                still.angularJerk());
        return truth.motion(
                of, varied(of.q(), -1), varied(of.qd(), -1), varied(of.qdd(), -1), varied(of.qddd(), -1), base);
    }

    private static Vector<Dual<RunningError>> unit(int k) {
        return new Vector<>(
                new Dual<>(ZERO, k == 0 ? ONE : ZERO),
                new Dual<>(ZERO, k == 1 ? ONE : ZERO),
                new Dual<>(ZERO, k == 2 ? ONE : ZERO));
    }

    private void floatingTorques() {
        int size = 6 + n;
        double[][] actual = new double[3][size * size];
        new TorqueSensitivity(model.withFloatingBase())
                .computeFloating(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        List.of(),
                        actual[0],
                        actual[1],
                        actual[2]);
        for (int order = 0; order < 3; order++) {
            for (int k = 0; k < size; k++) {
                Motion<Dual<RunningError>> one = k < 6 ? byBase(motion, order, k) : byJoint(motion, order, k - 6);
                NewtonEuler<Dual<RunningError>> dynamics = new NewtonEuler<>(truth.robot(), one);
                errors.check(
                        "floating torque sensitivity",
                        where,
                        column(actual[order], size, k),
                        DynamicsChecks.join(
                                derivatives(dynamics.jointWrench(0)),
                                derivatives(dynamics.torques(), dynamics::jointWrench)));
            }
        }
    }

    /** If accelerations change as they should, the torques change as they were told. */
    private void accelerations() {
        double[] tau = random.vector(n, 5);
        double[][] actual = new double[3][n * n];
        try {
            new AccelerationSensitivity(model)
                    .compute(
                            motion.baseMotion(),
                            motion.q(),
                            motion.qd(),
                            tau,
                            motion.wrenches(),
                            actual[0],
                            actual[1],
                            actual[2]);
        } catch (NumericalException e) {
            errors.refusal("acceleration sensitivity");
            return;
        }
        checkAccelerations("acceleration sensitivity", tau, actual);
    }

    /** @param actual by q, q̇ and τ */
    void checkAccelerations(String quantity, double[] tau, double[][] actual) {
        // the bounds of q̈ know how well the mass matrix can be solved
        Truth<RunningError> plain = new Truth<>(model, x -> x);
        List<RunningError> qdd = new MassMatrixByInverseDynamics<>(plain.robot())
                .accelerations(plain.motion(motion), plain.numbers(tau));
        double[] weights = weights();
        for (int order = 0; order < 3; order++) {
            for (int k = 0; k < n; k++) {
                double[] change = column(actual[order], n, k);
                List<Dual<RunningError>> changed = new ArrayList<>();
                for (int i = 0; i < n; i++) {
                    changed.add(new Dual<>(qdd.get(i), RunningError.of(change[i])));
                }
                Motion<Dual<RunningError>> one = truth.motion(
                        motion,
                        varied(motion.q(), order == 0 ? k : -1),
                        varied(motion.qd(), order == 1 ? k : -1),
                        changed,
                        varied(motion.qddd(), -1),
                        truth.base(motion.base()));
                double[] told = new double[n];
                told[k] = order == 2 ? 1 : 0;
                List<RunningError> needed = new ArrayList<>();
                NewtonEuler<Dual<RunningError>> dynamics = new NewtonEuler<>(truth.robot(), one);
                List<RunningError> exact = derivatives(dynamics.torques(), dynamics::jointWrench);
                double size = 0;
                for (int i = 0; i < n; i++) {
                    size += weights[i] * Math.abs(change[i]);
                }
                for (int i = 0; i < n; i++) {
                    RunningError x = exact.get(i);
                    needed.add(new RunningError(x.exact(), x.error() + told[i] + weights[i] * size));
                }
                errors.check(quantity, where, told, needed);
            }
        }
    }

    /** √Mᵢᵢ: a factored mass matrix is one whose entries are off by roundings of √(Mᵢᵢ Mⱼⱼ). */
    private double[] weights() {
        List<RunningError> mass = DynamicsChecks.massMatrix(new Truth<>(model, x -> x), motion.q());
        double[] weights = new double[n];
        Arrays.setAll(weights, i -> Math.sqrt(Math.abs(mass.get(i * (n + 1)).value())));
        return weights;
    }

    /** Some entries of the matrix. */
    private void curvature() {
        double[] lambda = random.vector(n, 2);
        int size = 3 * n;
        double[] hessian = new double[size * size];
        new TorqueCurvature(model)
                .compute(
                        motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), lambda, hessian);
        checkCurvature("torque curvature", lambda, hessian);
    }

    void checkCurvature(String quantity, double[] lambda, double[] hessian) {
        int size = 3 * n;
        Truth<Dual<Dual<RunningError>>> twice = new Truth<>(model, x -> Dual.constant(Dual.constant(x)));
        for (int entry = 0; entry < Math.min(size * size, 8); entry++) {
            int x = random.index(size);
            int y = random.index(size);
            Motion<Dual<Dual<RunningError>>> both = twice.motion(
                    motion,
                    twice(motion.q(), x, y),
                    twice(motion.qd(), x - n, y - n),
                    twice(motion.qdd(), x - 2 * n, y - 2 * n),
                    twice(motion.qddd(), -1, -1),
                    twice.base(motion.base()));
            NewtonEuler<Dual<Dual<RunningError>>> dynamics = new NewtonEuler<>(twice.robot(), both);
            List<Dual<Dual<RunningError>>> torques = dynamics.torques();
            RunningError sum = ZERO;
            for (int k = 0; k < n; k++) {
                sum = sum.plus(RunningError.of(lambda[k])
                        .times(torques.get(k)
                                .derivative()
                                .derivative()
                                .withError(torques.get(k).real().real().error())));
            }
            double force = 0;
            for (int body = 1; body < model.bodies().size(); body++) {
                for (Dual<Dual<RunningError>> component :
                        dynamics.jointWrench(body).force().toList()) {
                    force = Math.max(force, component.real().real().error());
                }
            }
            sum = sum.withError((1 + reach) * force);
            errors.check(
                    quantity, where, new double[] {hessian[x * size + y], hessian[y * size + x]}, List.of(sum, sum));
        }
    }

    private static List<Dual<Dual<RunningError>>> twice(double[] numbers, int first, int second) {
        List<Dual<Dual<RunningError>>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(new Dual<>(
                    new Dual<>(RunningError.of(numbers[k]), k == first ? ONE : ZERO),
                    new Dual<>(k == second ? ONE : ZERO, ZERO)));
        }
        return list;
    }
}
