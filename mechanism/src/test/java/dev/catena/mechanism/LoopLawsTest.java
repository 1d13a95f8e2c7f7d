package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every mechanism: the golden ones, and random ones with every kind of cut joint and two loops. */
class LoopLawsTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void effortsAgreeWithTheTextbook(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        List<Real> expected = computed.textbook.efforts(reals(m.q()), reals(m.qd()), reals(m.qdd()), Real::new);
        Agreement.check("efforts", computed.efforts, Duals.values(expected), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void loopsAreClosedAndStay(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        assertThat(computed.dynamics.kinematics().closure().residual()).isLessThan(1e-11);
        double[] rows = Duals.values(computed.textbook.residual(reals(computed.q), Real::new));
        Agreement.check("residual", rows, new double[rows.length], 1e-12);
        // J q̇ = 0 and J q̈ + J̇ q̇ = 0
        Agreement.check("velocity", times(computed.textbook.jacobian(), computed.qd), new double[rows.length], 1e-11);
        double[] acceleration = times(computed.textbook.jacobian(), computed.qdd);
        double[] bias = computed.textbook.accelerationBias(computed.qd);
        for (int r = 0; r < rows.length; r++) {
            acceleration[r] += bias[r];
        }
        Agreement.check("acceleration", acceleration, new double[rows.length], 1e-10);
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void forwardDynamicsUndoInverseDynamics(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(m.robot());
        double[] qdd = new double[m.qdd().length];
        forward.compute(m.q(), m.qd(), computed.efforts, qdd);
        Agreement.check("accelerations", qdd, m.qdd(), 1e-9);
        double[] all = new double[computed.q.length];
        forward.kinematics().accelerations(all);
        Agreement.check("all accelerations", all, computed.qdd, 1e-8);
    }

    /** Efforts at all joints do what those of the actuators do that have the same power in every motion. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void effortsOfTheSamePowerAccelerateAlike(TestMechanisms.Moving m) {
        int count = m.q().length;
        RandomNumbers random = new RandomNumbers(6);
        double[] all = random.vector(m.robot().jointCount(), 5);
        LoopKinematics kinematics = new LoopKinematics(m.robot());
        assertThat(kinematics.close(m.q()).isClosed()).isTrue();
        double[] ofActuators = new double[count];
        double[] speeds = new double[all.length];
        for (int k = 0; k < count; k++) {
            double[] unit = new double[count];
            unit[k] = 1;
            kinematics.move(unit);
            kinematics.velocities(speeds);
            for (int i = 0; i < all.length; i++) {
                ofActuators[k] += all[i] * speeds[i];
            }
        }
        double[] actual = new double[count];
        double[] expected = new double[count];
        ClosedLoopForwardDynamics fixed = new ClosedLoopForwardDynamics(m.robot());
        fixed.compute(m.q(), m.qd(), ofActuators, expected);
        fixed.computeWithAllEfforts(m.q(), m.qd(), all, null, actual);
        Agreement.check("fixed base", actual, expected, 1e-11);
        BaseMotion base = new BaseMotion().pose(random.pose(1)).velocityInBase(random.vector3(1), random.vector3(1));
        ClosedLoopForwardDynamics floating =
                new ClosedLoopForwardDynamics(m.robot().withFloatingBase());
        double[] a = new double[6];
        double[] ofBase = new double[6];
        floating.computeFloating(base, m.q(), m.qd(), ofActuators, null, ofBase, expected);
        floating.computeFloatingWithAllEfforts(base, m.q(), m.qd(), all, null, a, actual);
        Agreement.check("floating base", a, ofBase, 1e-11);
        Agreement.check("joints on it", actual, expected, 1e-11);
    }

    /** Power of the actuators less friction is the rate of energy: the loops do no work. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void powerIsTheRateOfEnergy(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(m.robot().openTree(), x -> Dual.of(x, 0));
        List<Dual<Real>> q = new ArrayList<>();
        List<Dual<Real>> qd = new ArrayList<>();
        double power = 0;
        for (int i = 0; i < computed.q.length; i++) {
            q.add(Dual.of(computed.q[i], computed.qd[i]));
            qd.add(Dual.of(computed.qd[i], computed.qdd[i]));
            power -= m.robot().movingJoints().get(i).friction().effort(computed.qd[i]) * computed.qd[i];
        }
        for (int k = 0; k < computed.efforts.length; k++) {
            power += computed.efforts[k] * m.qd()[k];
        }
        for (int c = 0; c < m.robot().loops().cutJoints().size(); c++) {
            CutJoint cut = m.robot().loops().cutJoints().get(c);
            if (!cut.friction().isZero()) {
                double speed = computed.dynamics.kinematics().cutVelocity(c);
                power -= cut.friction().effort(speed) * speed;
            }
        }
        var energy = new EnergyAndMomentum<>(robot, Motion.of(robot, q, qd, robot.zeros()));
        double rate = energy.kineticEnergy().derivative().value()
                + energy.potentialEnergy().derivative().value();
        assertThat(power).isCloseTo(rate, within(1e-10 * (1 + Math.abs(rate))));
    }

    /** The tree under multipliers, M q̈ − Jᵀ λ = τ − h with J q̈ = −J̇ q̇, solved as one system by its pseudoinverse. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void accelerationsAgreeWithTheConstrainedTree(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        int n = computed.q.length;
        DMatrixRMaj J = computed.textbook.jacobian();
        double[] mass = new double[n * n];
        new MassMatrix(m.robot().openTree()).compute(computed.q, mass);
        double[] h = new double[n];
        new InverseDynamics(m.robot().openTree()).bias(computed.q, computed.qd, h);
        double[] bias = computed.textbook.accelerationBias(computed.qd);
        double[] friction = computed.textbook.cutFriction(computed.qd);
        int size = n + J.numRows;
        DMatrixRMaj system = new DMatrixRMaj(size, size);
        DMatrixRMaj rhs = new DMatrixRMaj(size, 1);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                system.set(i, k, mass[i * n + k]);
            }
            for (int r = 0; r < J.numRows; r++) {
                system.set(i, n + r, -J.get(r, i));
                system.set(n + r, i, J.get(r, i));
            }
            rhs.set(i, 0, -h[i] - friction[i]);
        }
        int k = 0;
        for (String joint : m.robot().loops().activeJoints()) {
            rhs.add(m.robot().coordinate(joint), 0, computed.efforts[k++]);
        }
        for (int r = 0; r < J.numRows; r++) {
            rhs.set(n + r, 0, -bias[r]);
        }
        DMatrixRMaj inverse = new DMatrixRMaj(size, size);
        CommonOps_DDRM.pinv(system, inverse);
        DMatrixRMaj solution = new DMatrixRMaj(size, 1);
        CommonOps_DDRM.mult(inverse, rhs, solution);
        double[] qdd = java.util.Arrays.copyOf(solution.data, n);
        Agreement.check("accelerations", computed.qdd, qdd, 1e-9);
    }

    /** All joints as coordinates with ties, on a base that moves, against the independent ones: with friction in ties. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void constrainedDynamicsAgreeWithClosedLoops(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        if (hasRotors(m)) {
            return;
        }
        int n = computed.q.length;
        double[] tau = new double[n];
        int k = 0;
        for (String joint : m.robot().loops().activeJoints()) {
            tau[m.robot().coordinate(joint)] = computed.efforts[k++];
        }
        ConstrainedForwardDynamics forward = new ConstrainedForwardDynamics(m.robot());
        double[] qdd = new double[n];
        forward.compute(null, computed.q, computed.qd, tau, null, qdd);
        Agreement.check("accelerations", qdd, computed.qdd, 1e-8);
        ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(m.robot(), List.of());
        double[] back = new double[n];
        inverse.compute(null, computed.q, computed.qd, computed.qdd, null, null, back);
        Agreement.check("efforts", back, tau, 1e-9);
        computed.dynamics.computeCutWrenches();
        for (int c = 0; c < m.robot().loops().cutJoints().size(); c++) {
            double[] expected = new double[6];
            double[] actual = new double[6];
            computed.dynamics.cutWrench(c, expected);
            forward.reaction(c, actual);
            Agreement.check("reactions", actual, expected, 1e-7);
            inverse.reaction(c, actual);
            Agreement.check("reactions", actual, expected, 1e-8);
        }
    }

    private static boolean hasRotors(TestMechanisms.Moving m) {
        return m.robot().movingJoints().stream()
                .anyMatch(joint -> joint.drive().rotor() != null
                        && !joint.drive().rotor().carrier().equals(joint.parent()));
    }

    /** What the cut joints carry, applied to the open tree from outside, leaves no effort at passive joints. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void cutWrenchesHoldTheOpenTreeTogether(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        RobotModel robot = m.robot();
        computed.dynamics.computeCutWrenches();
        ExternalWrenches wrenches = new ExternalWrenches(robot);
        Kinematics kinematics = new Kinematics(robot.openTree());
        kinematics.compute(computed.q);
        double[][] load = new double[robot.bodies().size()][6];
        for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
            CutJoint cut = robot.loops().cutJoints().get(c);
            double[] wrench = new double[6];
            computed.dynamics.cutWrench(c, wrench);
            int first = robot.bodyIndex(cut.first());
            int second = robot.bodyIndex(cut.second());
            Pose frame = kinematics.worldFromBody(second).times(cut.secondFromJoint());
            Vector3 force = frame.rotation().apply(new Vector3(wrench[0], wrench[1], wrench[2]));
            Vector3 moment = frame.rotation().apply(new Vector3(wrench[3], wrench[4], wrench[5]));
            add(load[second], kinematics.worldFromBody(second), frame.position(), force, moment);
            add(load[first], kinematics.worldFromBody(first), frame.position(), force.times(-1), moment.times(-1));
        }
        for (int b = 0; b < load.length; b++) {
            double[] w = load[b];
            wrenches.inWorld(b, w[0], w[1], w[2], w[3], w[4], w[5]);
        }
        double[] tau = new double[computed.q.length];
        new InverseDynamics(robot.openTree()).compute(null, computed.q, computed.qd, computed.qdd, wrenches, tau);
        double[] expected = new double[tau.length];
        int k = 0;
        for (String joint : robot.loops().activeJoints()) {
            expected[robot.coordinate(joint)] = computed.efforts[k++];
        }
        Agreement.check("efforts", tau, expected, 1e-9);
    }

    private static void add(double[] load, Pose body, Vector3 point, Vector3 force, Vector3 moment) {
        Vector3 about = moment.plus(point.minus(body.position()).cross(force));
        double[] w = {force.x(), force.y(), force.z(), about.x(), about.y(), about.z()};
        for (int i = 0; i < 6; i++) {
            load[i] += w[i];
        }
    }

    /** Derivatives of the efforts against dual numbers carried through the closure. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void sensitivitiesAgreeWithDualNumbersThroughTheClosure(TestMechanisms.Moving m) {
        Computed computed = new Computed(m);
        int count = m.q().length;
        double[][] actual = new double[3][count * count];
        new ClosedLoopSensitivity(m.robot()).compute(m.q(), m.qd(), m.qdd(), actual[0], actual[1], actual[2]);
        for (int variable = 0; variable < 3; variable++) {
            double[] expected = new double[count * count];
            for (int j = 0; j < count; j++) {
                List<Dual<Real>> efforts = computed.textbook.efforts(
                        varied(m.q(), variable == 0 ? j : -1),
                        varied(m.qd(), variable == 1 ? j : -1),
                        varied(m.qdd(), variable == 2 ? j : -1),
                        x -> Dual.of(x, 0));
                double[] derivatives = Duals.derivatives(efforts);
                for (int l = 0; l < count; l++) {
                    expected[l * count + j] = derivatives[l];
                }
            }
            Agreement.check("sensitivity by variable " + variable, actual[variable], expected, 1e-10);
        }
    }

    private static List<Dual<Real>> varied(double[] x, int index) {
        List<Dual<Real>> list = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            list.add(Dual.of(x[k], k == index ? 1 : 0));
        }
        return list;
    }

    private static List<Real> reals(double[] x) {
        return java.util.Arrays.stream(x).mapToObj(Real::new).toList();
    }

    private static double[] times(DMatrixRMaj matrix, double[] x) {
        double[] out = new double[matrix.numRows];
        for (int r = 0; r < out.length; r++) {
            for (int c = 0; c < x.length; c++) {
                out[r] += matrix.get(r, c) * x[c];
            }
        }
        return out;
    }

    /** Inverse dynamics of a mechanism in its motion. */
    private static final class Computed {
        final ClosedLoopInverseDynamics dynamics;
        final double[] efforts;
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final TextbookLoops textbook;

        Computed(TestMechanisms.Moving m) {
            dynamics = new ClosedLoopInverseDynamics(m.robot());
            efforts = new double[m.robot().activeJoints().size()];
            dynamics.compute(m.q(), m.qd(), m.qdd(), efforts);
            int n = m.robot().jointCount();
            q = new double[n];
            qd = new double[n];
            qdd = new double[n];
            dynamics.kinematics().positions(q);
            dynamics.kinematics().velocities(qd);
            dynamics.kinematics().accelerations(qdd);
            textbook = new TextbookLoops(m.robot(), q);
        }
    }
}
