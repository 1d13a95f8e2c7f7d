package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Drive;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.ConstrainedTree;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Robots with couplings against the whole tree with constraints by hand. */
class CoupledDynamicsTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.range(1, 13);
    }

    /** A coupled robot, its tree, and one motion of both. */
    private static final class Case {
        final RobotModel robot;
        final ConstrainedTree hand;
        final RandomMotion motion;
        final int m;
        final int n;
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final BaseMotion base;
        final ExternalWrenches wrenches;

        Case(long seed, boolean floating) {
            RobotModel made = CoupledRobots.everything(seed, 9);
            robot = floating ? made.withFloatingBase() : made;
            hand = new ConstrainedTree(robot);
            motion = RandomMotion.of(robot, seed).withMovingBase(seed + 1).withLoads(seed + 2);
            m = robot.jointCount();
            n = hand.tree.jointCount();
            q = hand.position(motion.q());
            qd = hand.rate(motion.qd());
            qdd = hand.rate(motion.qdd());
            base = motion.baseMotion();
            wrenches = motion.wrenches();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torquesAndTheirRates(long seed) {
        Case c = new Case(seed, false);
        double[] tree = new double[c.n];
        double[] treeRate = new double[c.n];
        double[] tau = new double[c.m];
        double[] rate = new double[c.m];
        ForceRate rates = new ForceRate(c.hand.tree);
        rates.compute(c.base, c.q, c.qd, c.qdd, c.hand.rate(c.motion.qddd()), c.wrenches, tree, treeRate);
        InverseDynamics inverse = new InverseDynamics(c.robot);
        inverse.compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), c.wrenches, tau);
        Agreement.check("torques, seed " + seed, tau, c.hand.effort(tree), TOLERANCE);
        ForceRate coupled = new ForceRate(c.robot);
        coupled.compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), c.motion.qddd(), c.wrenches, tau, rate);
        Agreement.check("torques of rates, seed " + seed, tau, c.hand.effort(tree), TOLERANCE);
        Agreement.check("torque rates, seed " + seed, rate, c.hand.effort(treeRate), TOLERANCE);
        for (int b = 0; b < c.robot.bodies().size(); b++) {
            Agreement.check(
                    "wrench on " + b + ", seed " + seed,
                    numbers(inverse.jointWrenchInBody(b)),
                    numbers(rates.jointWrenchInBody(b)),
                    TOLERANCE);
            Agreement.check(
                    "wrench rate on " + b + ", seed " + seed,
                    numbers(coupled.jointWrenchRateInBody(b)),
                    numbers(rates.jointWrenchRateInBody(b)),
                    TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void partsOfTorques(long seed) {
        Case c = new Case(seed, false);
        InverseDynamics tree = new InverseDynamics(c.hand.tree);
        InverseDynamics coupled = new InverseDynamics(c.robot);
        double[] tau = new double[c.m];
        double[] all = new double[c.n];
        coupled.gravity(c.motion.q(), tau);
        tree.gravity(c.q, all);
        Agreement.check("gravity, seed " + seed, tau, c.hand.effort(all), TOLERANCE);
        coupled.coriolis(c.motion.q(), c.motion.qd(), tau);
        tree.coriolis(c.q, c.qd, all);
        Agreement.check("Coriolis torques, seed " + seed, tau, c.hand.effort(all), TOLERANCE);
        coupled.massTimes(c.motion.q(), c.motion.qdd(), tau);
        tree.massTimes(c.q, c.qdd, all);
        Agreement.check("M q̈, seed " + seed, tau, c.hand.effort(all), TOLERANCE);
        coupled.friction(c.motion.qd(), tau);
        tree.friction(c.qd, all);
        Agreement.check("friction, seed " + seed, tau, c.hand.effort(all), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void massMatrixItsInverseAndMomentum(long seed) {
        Case c = new Case(seed, false);
        double[] M = new double[c.m * c.m];
        double[] all = new double[c.n * c.n];
        new MassMatrix(c.hand.tree).compute(c.q, all);
        new MassMatrix(c.robot).compute(c.motion.q(), M);
        Agreement.check("mass matrix, seed " + seed, M, c.hand.matrix(all, 0), TOLERANCE);

        double[] inverse = new double[c.m * c.m];
        new InverseMassMatrix(c.robot).compute(c.motion.q(), inverse);
        Agreement.check("M⁻¹ M, seed " + seed, product(inverse, M, c.m), identity(c.m), 1e-10);

        double[] momentum = new double[6 * c.m];
        double[] momentumOfTree = new double[6 * c.n];
        new CentroidalMomentum(c.robot).matrix(c.base, c.motion.q(), momentum);
        new CentroidalMomentum(c.hand.tree).matrix(c.base, c.q, momentumOfTree);
        Agreement.check("centroidal momentum, seed " + seed, momentum, c.hand.columns(momentumOfTree, 6, 0), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void floatingBases(long seed) {
        Case c = new Case(seed, true);
        int size = 6 + c.m;
        double[] M = new double[size * size];
        double[] all = new double[(6 + c.n) * (6 + c.n)];
        new MassMatrix(c.hand.tree).computeFloating(c.q, all);
        new MassMatrix(c.robot).computeFloating(c.motion.q(), M);
        Agreement.check("floating mass matrix, seed " + seed, M, c.hand.matrix(all, 6), TOLERANCE);

        double[] momentum = new double[6 * size];
        double[] momentumOfTree = new double[6 * (6 + c.n)];
        new CentroidalMomentum(c.robot).matrixFloating(c.base, c.motion.q(), momentum);
        new CentroidalMomentum(c.hand.tree).matrixFloating(c.base, c.q, momentumOfTree);
        Agreement.check("momentum, seed " + seed, momentum, c.hand.columns(momentumOfTree, 6, 6), TOLERANCE);

        double[] tau = new double[c.m];
        double[] acceleration = new double[6];
        double[] tauOfTree = new double[c.n];
        double[] accelerationOfTree = new double[6];
        new FloatingInverseDynamics(c.robot)
                .compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), c.wrenches, acceleration, tau);
        new FloatingInverseDynamics(c.hand.tree)
                .compute(c.base, c.q, c.qd, c.qdd, c.wrenches, accelerationOfTree, tauOfTree);
        Agreement.check("floating torques, seed " + seed, tau, c.hand.effort(tauOfTree), TOLERANCE);
        Agreement.check("base acceleration, seed " + seed, acceleration, accelerationOfTree, TOLERANCE);

        // forward dynamics undoes it
        double[] qdd = new double[c.m];
        double[] again = new double[6];
        ForwardDynamics.of(c.robot).computeFloating(c.base, c.motion.q(), c.motion.qd(), tau, c.wrenches, again, qdd);
        Agreement.check("floating accelerations, seed " + seed, qdd, c.motion.qdd(), 1e-9);
        Agreement.check("base acceleration again, seed " + seed, again, acceleration, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void accelerationsUndoTorques(long seed) {
        Case c = new Case(seed, false);
        double[] tau = new double[c.m];
        double[] qdd = new double[c.m];
        InverseDynamics inverse = new InverseDynamics(c.robot);
        inverse.compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), c.wrenches, tau);
        ForwardDynamics forward = ForwardDynamics.of(c.robot);
        forward.compute(c.base, c.motion.q(), c.motion.qd(), tau, c.wrenches, qdd);
        Agreement.check("accelerations, seed " + seed, qdd, c.motion.qdd(), 1e-9);
        forward.computeJointWrenches();
        for (int b = 0; b < c.robot.bodies().size(); b++) {
            Agreement.check(
                    "wrench on " + b + ", seed " + seed,
                    numbers(forward.jointWrenchInBody(b)),
                    numbers(inverse.jointWrenchInBody(b)),
                    1e-8);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void someAccelerationsAndSomeTorques(long seed) {
        Case c = new Case(seed, false);
        List<String> given = new ArrayList<>();
        double[] qdd = c.motion.qdd().clone();
        double[] tau = new double[c.m];
        InverseDynamics inverse = new InverseDynamics(c.robot);
        inverse.compute(c.base, c.motion.q(), c.motion.qd(), qdd, c.wrenches, tau);
        double[] tauGiven = tau.clone();
        for (int k = 0; k < c.m; k++) {
            if (k % 2 == seed % 2) {
                given.add(c.robot.jointNames().get(k));
                tauGiven[k] = Double.NaN;
            } else {
                qdd[k] = Double.NaN;
            }
        }
        HybridDynamics hybrid = new HybridDynamics(c.robot, given);
        double[] qddOut = new double[c.m];
        double[] tauOut = new double[c.m];
        hybrid.compute(c.base, c.motion.q(), c.motion.qd(), qdd, tauGiven, c.wrenches, qddOut, tauOut);
        Agreement.check("accelerations, seed " + seed, qddOut, c.motion.qdd(), 1e-9);
        Agreement.check("torques, seed " + seed, tauOut, tau, 1e-9);
        hybrid.computeJointWrenches();
        for (int b = 0; b < c.robot.bodies().size(); b++) {
            Agreement.check(
                    "wrench on " + b + ", seed " + seed,
                    numbers(hybrid.jointWrenchInBody(b)),
                    numbers(inverse.jointWrenchInBody(b)),
                    1e-8);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void kinematicsJacobianAndEnergy(long seed) {
        Case c = new Case(seed, false);
        Kinematics tree = new Kinematics(c.hand.tree);
        Kinematics coupled = new Kinematics(c.robot);
        tree.compute(c.base, c.q, c.qd, c.qdd, c.hand.rate(c.motion.qddd()));
        coupled.compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), c.motion.qddd());
        Jacobian ofTree = new Jacobian(c.hand.tree);
        Jacobian jacobian = new Jacobian(c.robot);
        double[] J = new double[6 * c.m];
        double[] all = new double[6 * c.n];
        double[] bias = new double[6];
        double[] biasOfTree = new double[6];
        for (int b = 0; b < c.robot.bodies().size(); b++) {
            String of = " of body " + b + ", seed " + seed;
            double[] pose = new double[12];
            double[] poseOfTree = new double[12];
            coupled.worldFromBody(b, pose);
            tree.worldFromBody(b, poseOfTree);
            Agreement.check("pose" + of, pose, poseOfTree, TOLERANCE);
            Agreement.check("jerk" + of, twist(coupled, b), twist(tree, b), TOLERANCE);
            jacobian.compute(coupled, b, J);
            ofTree.compute(tree, b, all);
            Agreement.check("Jacobian" + of, J, c.hand.columns(all, 6, 0), TOLERANCE);
            jacobian.rateTimesVelocity(coupled, b, bias);
            ofTree.rateTimesVelocity(tree, b, biasOfTree);
            Agreement.check("J̇q̇" + of, bias, biasOfTree, TOLERANCE);
        }
        SystemMotion energyOfTree = new SystemMotion(c.hand.tree);
        SystemMotion energy = new SystemMotion(c.robot);
        energyOfTree.compute(tree);
        energy.compute(coupled);
        Agreement.check("kinetic energy", energy.kineticEnergy(), energyOfTree.kineticEnergy(), TOLERANCE);
        Agreement.check("potential energy", energy.potentialEnergy(), energyOfTree.potentialEnergy(), TOLERANCE);
    }

    private static double[] twist(Kinematics kinematics, int body) {
        double[] twist = new double[6];
        kinematics.jerkInWorld(body, twist);
        return twist;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void regressor(long seed) {
        Case c = new Case(seed, false);
        Regressor regressor = Regressor.withDrives(c.robot);
        assertThat(regressor.rows()).isEqualTo(c.m);
        assertThat(regressor.columns()).isEqualTo(13 * c.n);
        double[] W = new double[regressor.rows() * regressor.columns()];
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        regressor.compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), W);
        double[] tau = new double[c.m];
        RobotModel withoutRotors = withoutRotors(c.robot);
        new InverseDynamics(withoutRotors).compute(c.base, c.motion.q(), c.motion.qd(), c.motion.qdd(), null, tau);
        double[] product = new double[c.m];
        for (int k = 0; k < c.m; k++) {
            for (int p = 0; p < parameters.length; p++) {
                product[k] += W[k * parameters.length + p] * parameters[p];
            }
        }
        Agreement.check("W χ, seed " + seed, product, tau, TOLERANCE);
    }

    private static RobotModel withoutRotors(RobotModel robot) {
        var builder = robot.toBuilder();
        robot.declaredJoints()
                .forEach(joint -> builder.replace(joint.with(new Drive(
                        joint.drive().reflectedInertia(),
                        null,
                        null,
                        joint.drive().motorFriction()))));
        // the mass of motors is part of the bodies
        robot.bodies().forEach(builder::replace);
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void heldJointsAreFixedJoints(long seed) {
        RobotModel robot = RandomRobots.everything(seed, 8);
        double[] q = RandomMotion.of(robot, seed).q();
        RobotModel held = robot;
        List<String> names = robot.jointNames();
        for (int k = 0; k < names.size(); k += 2) {
            held = held.withHeld(names.get(k), q[k]);
        }
        double[] y = held.jointNames().stream()
                .mapToDouble(joint -> q[robot.coordinate(joint)])
                .toArray();
        double[] rate = RandomMotion.of(held, seed).qd();
        double[] rateOfTree = new double[names.size()];
        double[] tau = new double[y.length];
        double[] tauOfTree = new double[names.size()];
        for (int k = 0; k < y.length; k++) {
            rateOfTree[robot.coordinate(held.jointNames().get(k))] = rate[k];
        }
        InverseDynamics inverse = new InverseDynamics(held);
        InverseDynamics ofTree = new InverseDynamics(robot);
        inverse.compute(y, rate, rate, tau);
        ofTree.compute(q, rateOfTree, rateOfTree, tauOfTree);
        for (int k = 0; k < y.length; k++) {
            Agreement.check(
                    "torque " + k + ", seed " + seed,
                    tau[k],
                    tauOfTree[robot.coordinate(held.jointNames().get(k))],
                    TOLERANCE * 100);
        }
        for (int b = 0; b < robot.bodies().size(); b++) {
            Agreement.check(
                    "wrench on " + b + ", seed " + seed,
                    numbers(inverse.jointWrenchInBody(b)),
                    numbers(ofTree.jointWrenchInBody(b)),
                    TOLERANCE * 100);
        }
        double[] again = new double[y.length];
        new InverseDynamics(held.withWeldedJoints()).compute(y, rate, rate, again);
        Agreement.check("torques of welded joints, seed " + seed, again, tau, TOLERANCE);
    }

    @Test
    void recursionsThatReleaseOneJointAfterTheOtherRefuseCouplings() {
        RobotModel robot = CoupledRobots.everything(1, 5);
        assertThatThrownBy(() -> new ArticulatedForwardDynamics(robot))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has joints that follow others")
                .hasMessageContaining("use ForwardDynamics.of(model)");
        assertThatThrownBy(() -> new ProximalForwardDynamics(robot))
                .hasMessageContaining("use ForwardDynamics.of(model)");
        assertThat(ForwardDynamics.of(robot)).isInstanceOf(DenseForwardDynamics.class);
    }

    @Test
    void posturesOfTheUncoupledRobotAreRefused() {
        RobotModel robot = CoupledRobots.everything(1, 5);
        Posture posture = new Posture(robot.withoutCouplings());
        posture.set(new double[robot.withoutCouplings().jointCount()]);
        double[] zero = new double[robot.jointCount()];
        InverseDynamics inverse = new InverseDynamics(robot);
        assertThatThrownBy(() -> inverse.compute(posture, null, zero, zero, null, zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with other joints held or coupled");
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = CoupledRobots.everything(2, 8);
        RandomMotion motion = RandomMotion.of(robot, 2);
        int m = robot.jointCount();
        double[] out = new double[m];
        double[] matrix = new double[m * m];
        InverseDynamics inverse = new InverseDynamics(robot);
        MassMatrix masses = new MassMatrix(robot);
        ForwardDynamics forward = ForwardDynamics.of(robot);
        assertThat(Allocations.bytes(() -> {
                    inverse.compute(motion.q(), motion.qd(), motion.qdd(), out);
                    masses.compute(motion.q(), matrix);
                    forward.compute(motion.q(), motion.qd(), motion.qdd(), out);
                }))
                .isZero();
    }

    private static double[] numbers(Wrench wrench) {
        return new double[] {
            wrench.force().x(),
            wrench.force().y(),
            wrench.force().z(),
            wrench.moment().x(),
            wrench.moment().y(),
            wrench.moment().z()
        };
    }

    private static double[] product(double[] A, double[] B, int n) {
        double[] C = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    C[i * n + j] += A[i * n + k] * B[k * n + j];
                }
            }
        }
        return C;
    }

    private static double[] identity(int n) {
        double[] I = new double[n * n];
        for (int k = 0; k < n; k++) {
            I[k * (n + 1)] = 1;
        }
        return I;
    }
}
