package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm of closed loops promises: untouched inputs, a past without influence. */
class LoopContractTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void inputsStayAndThePastDoesNotMatter(TestMechanisms.Moving m) {
        int count = m.q().length;
        double[] q = m.q().clone();
        double[] qd = m.qd().clone();
        double[] qdd = m.qdd().clone();
        double[] fresh = new double[count];
        new ClosedLoopInverseDynamics(m.robot()).compute(q, qd, qdd, fresh);
        assertThat(q).isEqualTo(m.q());
        assertThat(qd).isEqualTo(m.qd());
        assertThat(qdd).isEqualTo(m.qdd());
        ClosedLoopInverseDynamics used = new ClosedLoopInverseDynamics(m.robot());
        RandomNumbers random = new RandomNumbers(5);
        double[] efforts = new double[count];
        for (int k = 0; k < 20; k++) {
            double[] away = q.clone();
            for (int i = 0; i < count; i++) {
                away[i] += random.between(-0.02, 0.02);
            }
            used.compute(away, random.vector(count, 2), random.vector(count, 2), efforts);
        }
        assertThatThrownBy(() -> used.compute(nan(count), qd, qdd, efforts))
                .isInstanceOf(IllegalArgumentException.class);
        used.compute(q, qd, qdd, efforts);
        Agreement.check("reused", efforts, fresh, 1e-11);
    }

    private static double[] nan(int count) {
        double[] values = new double[count];
        java.util.Arrays.fill(values, Double.NaN);
        return values;
    }

    private static final TestMechanisms.Moving FOUR_BAR = TestMechanisms.golden("fourbar");
    private static final double[] ONE = {0.1};
    private static final double[] POSE = {0.9};

    /** Calls that write into arrays: one good call of each, and the arrays that it reads and writes. */
    private record Call(String name, java.util.function.Consumer<double[][]> code, int inputs, int outputs) {
        double[][] arguments() {
            double[][] arguments = new double[inputs + outputs][];
            for (int k = 0; k < arguments.length; k++) {
                arguments[k] = k == 0 ? POSE.clone() : ONE.clone();
            }
            return arguments;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Call> calls() {
        RobotModel robot = FOUR_BAR.robot();
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(robot);
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(robot);
        ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(robot);
        ClosedLoopAccelerationSensitivity accelerations = new ClosedLoopAccelerationSensitivity(robot);
        ClosedLoopForceRate rate = new ClosedLoopForceRate(robot);
        ClosedLoopForceRateSensitivity rates = new ClosedLoopForceRateSensitivity(robot);
        return List.of(
                new Call("accelerations", a -> accelerations.compute(a[0], a[1], a[2], a[3], a[4], a[5]), 3, 3),
                new Call("rate", a -> rate.compute(a[0], a[1], a[2], a[3], a[4], a[5]), 4, 2),
                new Call("rates", a -> rates.compute(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]), 4, 4),
                new Call("inverse", a -> inverse.compute(a[0], a[1], a[2], a[3]), 3, 1),
                new Call("forward", a -> forward.compute(a[0], a[1], a[2], a[3]), 3, 1),
                new Call("sensitivity", a -> sensitivity.compute(a[0], a[1], a[2], a[3], a[4], a[5]), 3, 3));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void mistakesAreRefusedBeforeAnythingIsWritten(Call call) {
        double[][] good = call.arguments();
        call.code.accept(good);
        for (int k = 0; k < good.length; k++) {
            double[][] arguments = call.arguments();
            arguments[k] = new double[2];
            refused(call, arguments, "has length 2, but robot \"fourbar\" needs 1");
            for (int l = call.inputs; l < good.length; l++) {
                if (l != k) {
                    arguments = call.arguments();
                    arguments[l] = arguments[k];
                    refused(call, arguments, "are the same array");
                }
            }
            if (k < call.inputs) {
                for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
                    arguments = call.arguments();
                    arguments[k][0] = bad;
                    refused(call, arguments, "[0] is " + bad);
                }
            }
            // at once as good as before
            arguments = call.arguments();
            call.code.accept(arguments);
            for (int l = call.inputs; l < good.length; l++) {
                Agreement.check("again", arguments[l], good[l], 1e-12);
            }
        }
    }

    /** Of a base that floats, with as many joints as it has freedoms, so that all arrays have one length. */
    @Test
    void outputsOfTheBaseAreArraysOfTheirOwn() {
        RobotModel robot = withMoreJoints(FOUR_BAR.robot(), 5);
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(robot);
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(robot);
        ClosedLoopForceRate rate = new ClosedLoopForceRate(robot);
        RobotModel springs = withMoreJoints(elastic(FOUR_BAR.robot()), 4);
        ElasticLoopForwardDynamics elastic = new ElasticLoopForwardDynamics(springs);
        ElasticLoopFeedForward feedForward = new ElasticLoopFeedForward(springs);
        BaseMotion base = new BaseMotion();
        double[] tau = {1, 2, 3, 4, 5};
        double[][] motion = {{0.9, 0, 0, 0, 0}, tau, tau, tau, tau};
        distinct(3, 2, a -> forward.computeFloating(base, a[0], a[1], a[2], null, a[3], a[4]));
        distinct(3, 2, a -> inverse.computeFloating(base, a[0], a[1], a[2], null, a[3], a[4]));
        distinct(4, 4, a -> rate.computeFloating(base, a[0], a[1], a[2], a[3], null, a[4], a[5], a[6], a[7]));
        distinct(2, 2, a -> elastic.computeFloating(base, a[0], a[1], tau, null, a[2], a[3]));
        distinct(0, 4, a -> feedForward.computeFloating(base, motion, null, a[0], a[1], a[2], a[3], new double[5]));
    }

    private static void distinct(int inputs, int outputs, java.util.function.Consumer<double[][]> code) {
        for (int out = inputs; out < inputs + outputs; out++) {
            for (int other = 0; other < out; other++) {
                double[][] arrays = new double[inputs + outputs][6];
                if (inputs > 0) {
                    arrays[0][0] = POSE[0];
                }
                code.accept(arrays);
                arrays[out] = arrays[other];
                assertThatThrownBy(() -> code.accept(arrays))
                        .as("%s and %s", out, other)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("are the same array");
            }
        }
    }

    /** More arms of one joint on a base that floats. */
    private static RobotModel withMoreJoints(RobotModel robot, int count) {
        var builder = robot.withFloatingBase().toBuilder();
        String base = robot.base().name();
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(1, Vector3.X, InertiaTensor.diagonal(0.1, 0.2, 0.25));
        for (int k = 0; k < count; k++) {
            String name = "arm" + k;
            builder.link(Joint.revolute(name, base, name).at(Pose.translation(0, k, 0), Vector3.Z), inertia)
                    .active(name)
                    .independent(name);
        }
        return builder.base(base, inertia).build();
    }

    private static RobotModel elastic(RobotModel robot) {
        Joint joint = robot.joints().stream()
                .filter(each -> robot.loops().activeJoints().contains(each.name()))
                .findFirst()
                .orElseThrow();
        return robot.toBuilder()
                .replace(joint.with(new Drive(0.3, null).with(new Spring(300, 0))))
                .build();
    }

    private static void refused(Call call, double[][] arguments, String message) {
        double[][] before =
                java.util.Arrays.stream(arguments).map(double[]::clone).toArray(double[][]::new);
        assertThatThrownBy(() -> call.code.accept(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(java.util.Arrays.deepEquals(arguments, before))
                .as("nothing written")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anotherThreadIsRefused(Call call) throws InterruptedException {
        call.code.accept(call.arguments());
        Throwable[] thrown = new Throwable[1];
        Thread other = new Thread(() -> call.code.accept(call.arguments()), "other");
        other.setUncaughtExceptionHandler((thread, e) -> thrown[0] = e);
        other.start();
        other.join();
        assertThat(thrown[0]).isInstanceOf(IllegalStateException.class).hasMessageContaining("\"other\"", "copy()");
    }

    @Test
    void wrenchesOfAnotherRobotAreRefused() {
        ExternalWrenches foreign =
                new ExternalWrenches(TestMechanisms.golden("bennett").robot());
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(FOUR_BAR.robot());
        assertThatThrownBy(() -> inverse.compute(POSE, ONE, ONE, foreign, new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bennett");
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(FOUR_BAR.robot());
        assertThatThrownBy(() -> forward.compute(POSE, ONE, ONE, foreign, new double[1]))
                .isInstanceOf(IllegalArgumentException.class);
        ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(FOUR_BAR.robot());
        double[][] out = new double[3][1];
        assertThatThrownBy(() -> sensitivity.compute(POSE, ONE, ONE, foreign, out[0], out[1], out[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void unread(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
        assertThatThrownBy(read).isInstanceOf(IllegalStateException.class);
    }

    /** Results of inverse and forward dynamics are those of the last computation, or none. */
    @Test
    void resultsAreThoseOfTheLastComputation() {
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(FOUR_BAR.robot());
        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(FOUR_BAR.robot());
        for (int round = 0; round < 3; round++) {
            unread(() -> inverse.treeEfforts(new double[3]));
            unread(inverse::computeCutWrenches);
            unread(() -> inverse.cutWrench(0, new double[6]));
            unread(inverse::nullSpace);
            unread(() -> forward.massMatrix(new double[1]));
            unread(() -> forward.bias(new double[1]));
            inverse.compute(POSE, ONE, ONE, new double[1]);
            forward.compute(POSE, ONE, ONE, new double[1]);
            inverse.treeEfforts(new double[3]);
            unread(() -> inverse.cutWrench(0, new double[6]));
            inverse.computeCutWrenches();
            inverse.cutWrench(0, new double[6]);
            forward.massMatrix(new double[1]);
            forward.bias(new double[1]);
            if (round == 0) {
                // the pose is gone, though not by a computation
                assertThat(inverse.kinematics().close(new double[] {1})).isEqualTo(LoopStatus.CLOSED);
                forward.kinematics().closure().restart();
            } else {
                assertThatThrownBy(() -> inverse.compute(new double[2], ONE, ONE, new double[1]))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> forward.compute(new double[2], ONE, ONE, new double[1]))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void motionIsReadAsFarAsItWasComputed() {
        LoopKinematics kinematics = new LoopKinematics(FOUR_BAR.robot());
        double[] three = new double[3];
        unread(() -> kinematics.positions(three));
        unread(() -> kinematics.move(ONE));
        unread(() -> kinematics.closure().residual());
        unread(() -> kinematics.closure().condition());
        assertThat(kinematics.close(POSE)).isEqualTo(LoopStatus.CLOSED);
        kinematics.positions(three);
        kinematics.rates(three);
        unread(() -> kinematics.velocities(three));
        unread(() -> kinematics.accelerate(ONE));
        unread(() -> kinematics.cutVelocity(0));
        kinematics.move(ONE);
        kinematics.velocities(three);
        unread(() -> kinematics.accelerations(three));
        unread(() -> kinematics.cutAcceleration(0));
        kinematics.accelerate(ONE);
        kinematics.accelerations(three);
        assertThatThrownBy(() -> kinematics.move(new double[] {Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
        unread(() -> kinematics.velocities(three));
        kinematics.positions(three);
        assertThat(kinematics.closure().close(new double[] {1})).isEqualTo(LoopStatus.CLOSED);
        assertThatThrownBy(() -> kinematics.positions(three))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was used by itself");
        assertThatThrownBy(() -> kinematics.cutPosition(1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void copiesHaveNoPastAndNoThread() throws InterruptedException {
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(FOUR_BAR.robot());
        double[] efforts = new double[1];
        inverse.compute(POSE, ONE, ONE, efforts);
        ClosedLoopInverseDynamics copy = inverse.copy();
        unread(() -> copy.treeEfforts(new double[3]));
        double[] others = new double[1];
        Thread other = new Thread(() -> copy.compute(POSE, ONE, ONE, others));
        other.start();
        other.join();
        Agreement.check("copy", others, efforts, 1e-13);
        new ClosedLoopForwardDynamics(FOUR_BAR.robot()).copy().compute(POSE, ONE, ONE, others);
        new ClosedLoopSensitivity(FOUR_BAR.robot())
                .copy()
                .compute(POSE, ONE, ONE, new double[1], new double[1], others);
        assertThat(new LoopKinematics(FOUR_BAR.robot()).copy().close(POSE)).isEqualTo(LoopStatus.CLOSED);
        assertThat(new LoopClosure(FOUR_BAR.robot()).copy().close(POSE)).isEqualTo(LoopStatus.CLOSED);
    }

    @Test
    void frictionOfCutJointsIsChecked() {
        CutJoint pin = FOUR_BAR.robot().loops().cutJoints().get(0);
        assertThatThrownBy(() -> withCut(pin.with(new Friction(-1, 0, 0))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must be finite and not negative");
        CutJoint ball = new CutJoint(
                pin.name(), CutKind.SPHERICAL, pin.first(), pin.firstFromJoint(), pin.second(), pin.secondFromJoint());
        assertThatThrownBy(() -> withCut(ball.with(Friction.of(1, 0))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("is spherical and has friction, which needs a joint with one coordinate");
        assertThatThrownBy(
                        () -> new ConstrainedForwardDynamics(FOUR_BAR.robot(), List.of(ball.with(Friction.of(1, 0)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("revolute or prismatic");
    }

    private static RobotModel withCut(CutJoint cut) {
        RobotModel robot = FOUR_BAR.robot();
        var builder = robot.toBuilder().withoutLoops().cut(cut);
        robot.loops().assembly().forEach(builder::assembly);
        return builder.active(robot.loops().activeJoints().toArray(String[]::new))
                .build();
    }

    @Test
    void robotsOfAnotherKindAreRefused() {
        assertThatThrownBy(() -> new LoopClosure(FOUR_BAR.robot().openTree()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no closed loops");
        ClosedLoopSensitivity floating =
                new ClosedLoopSensitivity(FOUR_BAR.robot().withFloatingBase());
        assertThatThrownBy(() -> floating.compute(POSE, ONE, ONE, new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("floating base");
    }

    @Test
    void springsAreNotLeftOut() {
        RobotModel elastic = elastic(FOUR_BAR.robot());
        List<java.util.function.Function<RobotModel, Object>> rigid = List.of(
                ClosedLoopInverseDynamics::new,
                ClosedLoopForwardDynamics::new,
                ClosedLoopForceRate::new,
                ClosedLoopSensitivity::new,
                ClosedLoopCurvature::new,
                ClosedLoopForceRateSensitivity::new,
                ClosedLoopForceRateCurvature::new);
        for (var algorithm : rigid) {
            assertThatThrownBy(() -> algorithm.apply(elastic))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("rigid drives only");
        }
    }
}
