package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.SingularInertiaException;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Poses that do not exist, or do not determine what is asked, each with its own answer; and many actuators. */
class LoopStatusTest {
    private static final RobotModel FOUR_BAR = golden("fourbar");
    private static final RobotModel FIVE_BAR = golden("fivebar");

    /** Where the rocker of the four-bar is when crank and coupler are in line. */
    static final double DEAD = Math.acos((0.47 * 0.47 - 0.4 * 0.4 - 0.25 * 0.25) / (2 * 0.4 * 0.25));

    private static RobotModel golden(String name) {
        return GoldenRobots.closed(name, Golden.dynamics().at("khalil/" + name));
    }

    /** The four-bar with other cut, active and independent joints, and the golden assembly. */
    private static RobotModelBuilder changed(RobotModel robot, CutJoint cut) {
        RobotModelBuilder builder = robot.toBuilder().withoutLoops().cut(cut);
        robot.loops().assembly().forEach(builder::assembly);
        return builder;
    }

    private static CutJoint pin() {
        return FOUR_BAR.loops().cutJoints().get(0);
    }

    static RobotModel drivenByTheRocker() {
        return changed(FOUR_BAR, pin()).active("joint3").build();
    }

    @Test
    void aCouplerThatIsTooShortCannotBeClosed() {
        CutJoint cut = new CutJoint(
                "cut1", CutKind.REVOLUTE, "link2", Pose.translation(0.01, 0, 0), "link3", Pose.translation(0.25, 0, 0));
        LoopClosure closure =
                new LoopClosure(changed(FOUR_BAR, cut).active("joint1").build());
        assertThat(closure.close(new double[] {0.9})).isEqualTo(LoopStatus.NOT_CLOSABLE);
        assertThat(closure.describe()).contains("cannot be closed", "stay apart by", "near the assembly");
        // 0.4 − 0.12 − 0.01 − 0.25 = 0.02 at least, over the length of the robot, 0.4
        assertThat(closure.residual()).isGreaterThan(0.02 / 0.4);
    }

    @Test
    void aHalfTurnIsNotClosed() {
        Pose turned = new Pose(Rotation.aboutX(Math.PI), new Vector3(0.25, 0, 0));
        CutJoint cut = new CutJoint("cut1", CutKind.REVOLUTE, "link2", pin().firstFromJoint(), "link3", turned);
        LoopClosure closure =
                new LoopClosure(changed(FOUR_BAR, cut).active("joint1").build());
        assertThat(closure.close(new double[] {0.9})).isEqualTo(LoopStatus.NOT_CLOSABLE);
        assertThat(closure.residual()).isGreaterThan(3);
        for (CutKind kind : new CutKind[] {CutKind.FIXED, CutKind.PRISMATIC}) {
            RobotModel hinge = RobotModel.builder("hinge")
                    .link(Joint.revolute("a", "base", "bar"), SpatialInertia.ZERO)
                    .link(Joint.revolute("b", "bar", "tip").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                    .cut(new CutJoint("end", kind, "base", Pose.IDENTITY, "tip", Pose.IDENTITY))
                    .active("a")
                    .assembly("b", Math.PI)
                    .build();
            LoopClosure half = new LoopClosure(hinge);
            double[] q = new double[2];
            if (half.close(new double[] {0}).isClosed()) {
                half.positions(q);
            }
            assertThat(Math.cos(q[1])).as("%s", kind).isPositive();
        }
    }

    /** Driven by the rocker, the four-bar has a dead point where crank and coupler are in line. */
    @Test
    void aDeadPointIsSingularAndWhatLiesBeyondCannotBeReached() {
        LoopClosure closure = new LoopClosure(drivenByTheRocker());
        double dead = DEAD;
        assertThat(closure.close(new double[] {dead + 0.1})).isEqualTo(LoopStatus.CLOSED);
        double regular = closure.condition();
        assertThat(closure.close(new double[] {dead + 1e-3})).isEqualTo(LoopStatus.CLOSED);
        assertThat(closure.condition()).isGreaterThan(3 * regular);
        assertThat(closure.close(new double[] {dead - 0.05})).isEqualTo(LoopStatus.NOT_CLOSABLE);
        assertThat(closure.describe()).contains("cannot be closed");
        // stretched out in line, in the assembly itself
        double pin = Math.atan2(0.25 * Math.sin(dead), 0.4 + 0.25 * Math.cos(dead));
        closure.restart(new double[] {pin, 0, dead});
        assertThat(closure.close(new double[] {dead})).isEqualTo(LoopStatus.SINGULAR);
        assertThat(closure.rank()).isEqualTo(1);
        assertThat(closure.describe()).contains("singular pose", "rank 1 of 2", "condition");
        double[] efforts = new double[1];
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(drivenByTheRocker());
        dynamics.kinematics().closure().restart(new double[] {pin, 0, dead});
        assertThatThrownBy(() -> dynamics.compute(new double[] {dead}, new double[1], new double[1], efforts))
                .isInstanceOfSatisfying(
                        LoopException.class, e -> assertThat(e.status()).isEqualTo(LoopStatus.SINGULAR))
                .hasMessageContaining("singular pose");
        assertThatThrownBy(() -> dynamics.kinematics().velocities(new double[3]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("singular pose");
    }

    @Test
    void tooFewIndependentJointsLeaveTheMechanismUndetermined() {
        RobotModel robot = changed(FIVE_BAR, FIVE_BAR.loops().cutJoints().get(0))
                .active("joint1")
                .build();
        LoopClosure closure = new LoopClosure(robot);
        assertThat(closure.close(new double[] {1.8})).isEqualTo(LoopStatus.UNDETERMINED);
        assertThat(closure.describe()).contains("has 2 freedoms, but only 1 independent");
    }

    @Test
    void tooManyIndependentJointsOverdetermineIt() {
        LoopClosure closure = new LoopClosure(
                changed(FOUR_BAR, pin()).active("joint1", "joint3").build());
        assertThat(closure.close(new double[] {0.9, 1.7})).isEqualTo(LoopStatus.OVERDETERMINED);
        assertThat(closure.describe()).contains("has 1 freedoms, but 2 independent joints (joint1, joint3)");
    }

    @Test
    void whatMovesNoMassIsNotAccelerated() {
        RobotModelBuilder builder = FOUR_BAR.toBuilder();
        FOUR_BAR.bodies().forEach(body -> builder.replace(new Body(body.name(), SpatialInertia.ZERO)));
        FOUR_BAR.joints().forEach(joint -> builder.replace(joint.with(Drive.NONE)));
        ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(builder.build());
        double[] qdd = new double[1];
        assertThatThrownBy(() -> dynamics.compute(new double[] {0.9}, new double[1], new double[] {1}, qdd))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("joint \"joint1\" of robot \"fourbar\" has no inertia");
        assertThatThrownBy(() -> dynamics.massMatrix(new double[1])).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aNumberThatIsNoneClosesNothing() {
        LoopClosure closure = new LoopClosure(FOUR_BAR);
        for (double q : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> closure.close(new double[] {q}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("positions[0] is " + q);
            assertThatThrownBy(() -> closure.positions(new double[3])).isInstanceOf(IllegalStateException.class);
        }
        assertThat(closure.close(new double[] {0.9})).isEqualTo(LoopStatus.CLOSED);
    }

    @Test
    void basesThatAreNotHeldElasticDrivesAndWrongLengthsAreRefused() {
        RobotModel floating = FOUR_BAR.toBuilder().floating().build();
        ClosedLoopInverseDynamics afloat = new ClosedLoopInverseDynamics(floating);
        assertThatThrownBy(() -> afloat.compute(new double[1], new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("floating base");
        Joint crank = FOUR_BAR.joints().get(0);
        RobotModel elastic = FOUR_BAR.toBuilder()
                .replace(crank.with(crank.drive().with(Spring.of(100))))
                .build();
        assertThatThrownBy(() -> new ClosedLoopForwardDynamics(elastic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("elastic drive at joint \"joint1\"");
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(FOUR_BAR);
        assertThatThrownBy(() -> dynamics.compute(new double[3], new double[1], new double[1], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("q has length 3, but robot \"fourbar\" needs 1");
        assertThatThrownBy(() -> dynamics.cutWrench(1, new double[6]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no cut joint 1");
    }

    /** Whole turns of the crank bring the same pose back, in one call or in many. */
    @ParameterizedTest
    @ValueSource(doubles = {1, -1, 5})
    void theAssemblyIsKeptOverWholeTurns(double turns) {
        LoopClosure closure = new LoopClosure(FOUR_BAR);
        double[] expected = new double[3];
        assertThat(closure.close(new double[] {0.9})).isEqualTo(LoopStatus.CLOSED);
        closure.positions(expected);
        expected[0] += 2 * Math.PI * turns;
        // the coupler turns back against the crank
        expected[1] -= 2 * Math.PI * turns;
        double[] q = new double[3];
        assertThat(closure.close(new double[] {expected[0]})).isEqualTo(LoopStatus.CLOSED);
        closure.positions(q);
        Agreement.check("in one call", q, expected, 1e-12);
        closure.restart();
        assertThat(closure.close(new double[] {expected[0]})).isEqualTo(LoopStatus.CLOSED);
        closure.positions(q);
        Agreement.check("from the assembly", q, expected, 1e-12);
        closure.restart();
        for (int k = 0; k <= 100; k++) {
            assertThat(closure.close(new double[] {0.9 + 2 * Math.PI * turns * k / 100}))
                    .isEqualTo(LoopStatus.CLOSED);
        }
        closure.positions(q);
        Agreement.check("in many calls", q, expected, 1e-12);
    }

    @Test
    void theAssemblyDecidesBetweenTwoWaysToClose() {
        RobotModelBuilder builder = FOUR_BAR.toBuilder();
        RobotModel mirrored =
                builder.assembly("joint2", -1.5).assembly("joint3", -1.2).build();
        LoopClosure up = new LoopClosure(FOUR_BAR);
        LoopClosure down = new LoopClosure(mirrored);
        assertThat(up.close(new double[] {0.9})).isEqualTo(LoopStatus.CLOSED);
        assertThat(down.close(new double[] {0.9})).isEqualTo(LoopStatus.CLOSED);
        double[] q = new double[3];
        up.positions(q);
        assertThat(q[2]).isPositive();
        down.positions(q);
        assertThat(q[2]).isNegative();
        // the pose without a name begins there too
        up.restart(q);
        assertThat(up.close(new double[] {0.9})).isEqualTo(LoopStatus.CLOSED);
        double[] again = new double[3];
        up.positions(again);
        Agreement.check("restart", again, q, 1e-12);
    }

    /** Crank and rocker both driven: the smallest efforts of all that give the same motion. */
    @Test
    void moreActuatorsThanFreedomsShareTheEffort() {
        RobotModel robot = changed(FOUR_BAR, pin())
                .active("joint1", "joint3")
                .independent("joint1")
                .build();
        double[] q = {0.9};
        double[] qd = {2.5};
        double[] qdd = {-3};
        double[] one = new double[1];
        double[] two = new double[2];
        new ClosedLoopInverseDynamics(FOUR_BAR).compute(q, qd, qdd, one);
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(robot);
        dynamics.compute(q, qd, qdd, two);
        double ratio = Golden.dynamics().array("khalil/fourbar/G")[2];
        assertThat(two[0] + ratio * two[1]).isCloseTo(one[0], within(1e-12));
        double[][] free = dynamics.nullSpace();
        assertThat(free.length).isEqualTo(1);
        assertThat(free[0][0] + ratio * free[0][1]).isCloseTo(0, within(1e-14));
        assertThat(two[0] * free[0][0] + two[1] * free[0][1]).isCloseTo(0, within(1e-14));
        double[] back = new double[1];
        double[] other = {two[0] + 3 * free[0][0], two[1] + 3 * free[0][1]};
        new ClosedLoopForwardDynamics(robot).compute(q, qd, other, back);
        assertThat(back[0]).isCloseTo(-3, within(1e-11));
        dynamics.computeCutWrenches();
        double[] wrench = new double[6];
        dynamics.cutWrench(0, wrench);
        assertThat(wrench).doesNotContain(Double.NaN);
    }

    /** A planar loop determines the force in its plane and nothing else; the least-norm answer puts zero there. */
    @Test
    void redundantConstraintsCarryNothing() {
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(FOUR_BAR);
        double[] efforts = new double[1];
        dynamics.compute(new double[] {0.9}, new double[] {2.5}, new double[] {-3}, efforts);
        dynamics.computeCutWrenches();
        double[] wrench = new double[6];
        dynamics.cutWrench(0, wrench);
        assertThat(Math.hypot(wrench[0], wrench[1])).isGreaterThan(1);
        for (int k = 2; k < 6; k++) {
            assertThat(wrench[k]).isCloseTo(0, within(1e-12));
        }
    }
}
