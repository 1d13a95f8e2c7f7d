package dev.catena.app.soak;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.Coupling;
import dev.catena.model.RobotModel;
import dev.catena.testkit.ConstrainedTree;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The same tree with joints that follow others: torques, their rates and the mass matrix against Eᵀτ, Eᵀτ̇ and EᵀME. */
final class CoupledChecks {
    private final WorstErrors errors;
    private final String where;
    private final RobotModel coupled;
    private final RobotModel tree;
    private final RandomMotion motion;
    private final RandomMotion ofTree;
    private final Truth<RunningError> truth;
    private final int m;

    CoupledChecks(WorstErrors errors, RandomMotion given, String where, long seed) {
        this.errors = errors;
        this.where = where;
        tree = given.model();
        coupled = CoupledRobots.couple(tree, seed, 0.5);
        m = coupled.jointCount();
        RandomMotion free = RandomMotion.of(coupled, seed);
        motion = new RandomMotion(coupled, free.q(), free.qd(), free.qdd(), free.qddd(), given.base(), given.loads());
        ConstrainedTree hand = new ConstrainedTree(coupled);
        ofTree = new RandomMotion(
                tree,
                hand.position(free.q()),
                hand.rate(free.qd()),
                hand.rate(free.qdd()),
                hand.rate(free.qddd()),
                given.base(),
                given.loads());
        truth = new Truth<>(tree, Function.identity());
    }

    void run() {
        double[] tau = new double[m];
        double[] rate = new double[m];
        new InverseDynamics(coupled)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        errors.check(
                "torques of coupled joints",
                where,
                tau,
                efforts(new NewtonEuler<>(truth.robot(), truth.motion(ofTree)).torques()));
        new ForceRate(coupled)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        tau,
                        rate);
        errors.check(
                "torque rates of coupled joints",
                where,
                rate,
                efforts(new ForceDerivatives<>(truth.robot(), truth.motion(ofTree)).torqueRates()));
        double[] matrix = new double[m * m];
        new MassMatrix(coupled).compute(motion.q(), matrix);
        errors.check("mass matrix of coupled joints", where, matrix, matrix(DynamicsChecks.scaled(truth, ofTree.q())));
    }

    /** Eᵀτ. */
    private List<RunningError> efforts(List<RunningError> tau) {
        List<RunningError> sums = zeros(m);
        for (int k = 0; k < tau.size(); k++) {
            add(sums, leader(k), tau.get(k).times(RunningError.of(factor(k))));
        }
        return sums;
    }

    /** EᵀME. */
    private List<RunningError> matrix(List<RunningError> whole) {
        int n = tree.jointCount();
        List<RunningError> sums = zeros(m * m);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                RunningError entry =
                        whole.get(i * n + j).times(RunningError.of(factor(i))).times(RunningError.of(factor(j)));
                add(sums, leader(i) * m + leader(j), entry);
            }
        }
        return sums;
    }

    private static List<RunningError> zeros(int count) {
        List<RunningError> zeros = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            zeros.add(RunningError.of(0));
        }
        return zeros;
    }

    private static void add(List<RunningError> sums, int index, RunningError value) {
        sums.set(index, sums.get(index).plus(value));
    }

    private int leader(int k) {
        String joint = tree.jointNames().get(k);
        return coupled.coordinate(
                coupled.couplingOf(joint).map(Coupling::leader).orElse(joint));
    }

    private double factor(int k) {
        return coupled.couplingOf(tree.jointNames().get(k))
                .map(Coupling::factor)
                .orElse(1.0);
    }
}
