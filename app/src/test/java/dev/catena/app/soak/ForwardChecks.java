package dev.catena.app.soak;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.HybridDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Accelerations, however they were found, need the torques that caused them. */
final class ForwardChecks {
    private final WorstErrors errors;
    private final RandomMotion motion;
    private final RobotModel model;
    private final String where;
    private final Truth<RunningError> truth;
    private final RandomNumbers random;
    private final double[] tau;
    private final int n;

    ForwardChecks(WorstErrors errors, RandomMotion motion, String where, RandomNumbers random) {
        this.errors = errors;
        this.motion = motion;
        this.where = where;
        this.random = random;
        model = motion.model();
        truth = new Truth<>(model, Function.identity());
        n = model.jointCount();
        tau = random.vector(n, 5);
    }

    void run() {
        Singularity singularity = new Singularity(truth, motion.q());
        ForwardDynamics forward = ForwardDynamics.of(model);
        attempt("forward dynamics", singularity::ofJoints, () -> fixed("accelerations", forward));
        ForwardDynamics floating = ForwardDynamics.of(model.withFloatingBase());
        attempt(
                "floating forward dynamics",
                singularity::ofBaseAndJoints,
                () -> floating("floating accelerations", floating));
        if (rotorsOnParents()) {
            attempt("inverse mass matrix", singularity::ofJoints, this::inverseMassMatrix);
            attempt(
                    "proximal dynamics",
                    singularity::ofJoints,
                    () -> fixed("accelerations, proximal", new ProximalForwardDynamics(model)));
            attempt(
                    "floating proximal dynamics",
                    singularity::ofBaseAndJoints,
                    () -> floating(
                            "floating accelerations, proximal", new ProximalForwardDynamics(model.withFloatingBase())));
            attempt("hybrid dynamics", singularity::ofJoints, this::hybrid);
        }
    }

    private boolean rotorsOnParents() {
        return model.movingJoints().stream()
                .allMatch(joint -> joint.drive().rotor() == null
                        || joint.drive().rotor().carrier().equals(joint.parent()));
    }

    /** Tries; a refusal must have a reason. */
    private void attempt(String what, java.util.function.DoubleSupplier distance, Runnable computation) {
        try {
            computation.run();
        } catch (NumericalException e) {
            errors.refusal(what);
            double roundings = distance.getAsDouble();
            if (roundings > Singularity.CLEAR) {
                errors.mistake("%s of %s was refused %s roundings away from a singular robot: %s"
                        .formatted(what, where, roundings, e.getMessage()));
            }
        }
    }

    private RandomMotion with(double[] qdd) {
        return new RandomMotion(model, motion.q(), motion.qd(), qdd, motion.qddd(), motion.base(), motion.loads());
    }

    private void fixed(String quantity, ForwardDynamics forward) {
        double[] qdd = new double[n];
        forward.compute(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), qdd);
        NewtonEuler<RunningError> needed = new NewtonEuler<>(truth.robot(), truth.motion(with(qdd)));
        errors.check(quantity, where, tau, atLeast(needed.torques(), tau));
        forward.computeJointWrenches();
        wrenches(quantity + ": wrenches", forward, needed);
    }

    private void floating(String quantity, ForwardDynamics forward) {
        double[] qdd = new double[n];
        double[] a = new double[6];
        forward.computeFloating(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), a, qdd);
        NewtonEuler<RunningError> needed =
                new NewtonEuler<>(truth.robot(), truth.motion(Truth.withBaseAcceleration(motion, a, qdd)));
        errors.check(quantity, where, tau, atLeast(needed.torques(), tau));
        errors.check(quantity + ": base", where, new double[6], DynamicsChecks.six(needed.jointWrench(0)));
        forward.computeJointWrenches();
        wrenches(quantity + ": wrenches", forward, needed);
    }

    private void wrenches(String quantity, ForwardDynamics forward, NewtonEuler<RunningError> needed) {
        double[] wrench = new double[6];
        for (int body = 1; body < model.bodies().size(); body++) {
            forward.jointWrenchInBody(body, wrench);
            errors.check(
                    quantity, where, wrench, DynamicsChecks.six(needed.jointWrench(body), truth.reach(motion.q())));
        }
    }

    /** What was given has been rounded too. */
    static List<RunningError> atLeast(List<RunningError> exact, double[] given) {
        List<RunningError> list = new ArrayList<>();
        for (int k = 0; k < given.length; k++) {
            RunningError x = exact.get(k);
            list.add(new RunningError(x.exact(), x.error() + Math.abs(given[k])));
        }
        return list;
    }

    /** M M⁻¹ is the identity. */
    private void inverseMassMatrix() {
        double[] inverse = new double[n * n];
        new InverseMassMatrix(model).compute(motion.q(), inverse);
        List<RunningError> mass = DynamicsChecks.scaled(truth, motion.q());
        List<RunningError> product = new ArrayList<>();
        double[] identity = new double[n * n];
        for (int i = 0; i < n; i++) {
            identity[i * n + i] = 1;
            for (int j = 0; j < n; j++) {
                RunningError sum = RunningError.of(0);
                for (int k = 0; k < n; k++) {
                    sum = sum.plus(mass.get(i * n + k).times(RunningError.of(inverse[k * n + j])));
                }
                product.add(sum.withError(1));
            }
        }
        errors.check("inverse mass matrix", where, identity, product);
    }

    private void hybrid() {
        List<String> prescribed = model.movingJoints().stream()
                .map(Joint::name)
                .filter(name -> random.chance(0.5))
                .toList();
        HybridDynamics hybrid = new HybridDynamics(model, prescribed);
        double[] qddGiven = motion.qdd().clone();
        double[] tauGiven = tau.clone();
        for (int k = 0; k < n; k++) {
            boolean given = prescribed.contains(model.jointNames().get(k));
            qddGiven[k] = given ? qddGiven[k] : Double.NaN;
            tauGiven[k] = given ? Double.NaN : tauGiven[k];
        }
        double[] qdd = new double[n];
        double[] efforts = new double[n];
        hybrid.compute(
                motion.baseMotion(), motion.q(), motion.qd(), qddGiven, tauGiven, motion.wrenches(), qdd, efforts);
        NewtonEuler<RunningError> needed = new NewtonEuler<>(truth.robot(), truth.motion(with(qdd)));
        errors.check("hybrid dynamics", where, efforts, atLeast(needed.torques(), efforts));
    }
}
