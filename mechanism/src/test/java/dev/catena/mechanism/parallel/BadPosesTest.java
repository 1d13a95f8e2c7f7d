package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.InertiaTensor;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.junit.jupiter.api.Test;

/** Poses and descriptions that have no answer, each with its own message. */
class BadPosesTest {
    private static final double[] ZERO = new double[6];

    /**
     * Fichter's singularity: a platform like its base but smaller, turned by 90°, gives legs whose lines all belong to one
     * linear complex.
     */
    @Test
    void singularPoseOfTheActuators() {
        ParallelRobot robot = octahedral();
        Pose turned = new Pose(Rotation.aboutZ(Math.PI / 2), new Vector3(0, 0, 0.8));
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        assertThatThrownBy(() -> dynamics.compute(turned, ZERO, ZERO, new double[6]))
                .isInstanceOf(SingularPoseException.class)
                .hasMessageContaining("\"octahedral\" is in a singular pose")
                .hasMessageContaining("cannot hold the platform against the motion")
                .hasMessageContaining("smallest singular value");

        // direct dynamics needs no inverse of the Jacobian: the platform falls, turning about z and moving along it
        double[] acceleration = new double[6];
        new ParallelForwardDynamics(robot).compute(turned, ZERO, new double[6], acceleration);
        assertThat(acceleration).doesNotContain(Double.NaN);
    }

    @Test
    void singularityMeasureGoesToZeroOnTheWay() {
        ParallelKinematics kinematics = new ParallelKinematics(octahedral());
        double last = Double.POSITIVE_INFINITY;
        for (double degrees : new double[] {0, 30, 60, 80, 89, 90}) {
            kinematics.compute(new Pose(Rotation.aboutZ(Math.toRadians(degrees)), new Vector3(0, 0, 0.8)));
            SingularityMeasure measure = kinematics.singularity();
            assertThat(measure.smallestSingularValue()).isLessThan(last);
            assertThat(measure.condition())
                    .isCloseTo(measure.largestSingularValue() / measure.smallestSingularValue(), within(1e-9));
            last = measure.smallestSingularValue();
        }
        assertThat(last).isLessThan(1e-12);
        Vector3 axis = kinematics.singularity().weakestMotion().angular();
        assertThat(Math.abs(axis.normalized().z())).isCloseTo(1, within(1e-9));
    }

    @Test
    void pointOutOfReach() {
        ParallelInverseDynamics dynamics =
                new ParallelInverseDynamics(SampleDelta.delta().build());
        assertThatThrownBy(() ->
                        dynamics.compute(Pose.translation(0, 0, -1.2), new double[3], new double[3], new double[3]))
                .isInstanceOf(UnreachablePoseException.class)
                .hasMessageContaining("leg \"leg1\" of parallel robot \"delta\"")
                .hasMessageContaining(
                        "cannot reach its joint with the platform, which is at (0.0500, 0.0000, -1.2000) m");
    }

    @Test
    void searchedPointOutOfReach() {
        ParallelInverseDynamics dynamics =
                new ParallelInverseDynamics(SampleDelta.delta().buildWithPlatformJoints());
        assertThatThrownBy(() ->
                        dynamics.compute(Pose.translation(0, 0, -1.2), new double[3], new double[3], new double[3]))
                .isInstanceOfSatisfying(
                        UnreachablePoseException.class,
                        e -> assertThat(e.status()).isEqualTo(LegStatus.OUT_OF_REACH));
    }

    @Test
    void stretchedLeg() {
        // arm and forearm in line: the tip cannot move along them
        ParallelRobot robot = SampleDelta.delta().build();
        double lowest = -Math.sqrt(1 - 0.15 * 0.15);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        assertThatThrownBy(() -> kinematics.compute(Pose.translation(0, 0, Math.nextUp(lowest))))
                .isInstanceOf(SingularPoseException.class)
                .hasMessageContaining("leg \"leg1\" of parallel robot \"delta\" is in a singular posture");
        kinematics.compute(Pose.translation(0, 0, lowest + 1e-6));
    }

    @Test
    void legAlongTheFirstAxisOfItsUniversalJoint() {
        LegGeometry geometry = new UniversalPrismaticGeometry(Pose.IDENTITY);
        double[] tip = new double[12];
        tip[11] = 1;
        assertThat(geometry.solve(tip, new double[3])).isEqualTo(LegStatus.SINGULAR);
    }

    @Test
    void poseThatTheFreedomsForbid() {
        ParallelKinematics kinematics =
                new ParallelKinematics(SampleDelta.delta().build());
        Pose home = SampleDelta.delta().build().home();
        Pose turned = new Pose(Rotation.aboutX(0.01), home.position());
        assertThatThrownBy(() -> kinematics.compute(turned))
                .isInstanceOf(UnreachablePoseException.class)
                .hasMessageContaining("TRANSLATIONAL");
        assertThatThrownBy(() -> kinematics.actuatorPositions(new double[3]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has not been made");
    }

    @Test
    void legsThatDoNotFollowTheFreedoms() {
        ParallelRobot planar = PlanarRobots.threeArms();
        ParallelRobot.Builder builder = planar.toBuilder().freedoms(PlatformFreedoms.TRANSLATIONAL);
        ParallelKinematics kinematics = new ParallelKinematics(builder.build());
        assertThatThrownBy(() -> kinematics.compute(planar.home()))
                .isInstanceOf(UnreachablePoseException.class)
                .hasMessageContaining("cannot follow the freedoms");
    }

    @Test
    void poseThatIsNoNumber() {
        ParallelKinematics kinematics = new ParallelKinematics(GoldenStewart.robot());
        assertThatThrownBy(() -> kinematics.compute(Pose.translation(0, Double.NaN, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not finite");
    }

    @Test
    void wrongLengths() {
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(GoldenStewart.robot());
        Pose home = GoldenStewart.robot().home();
        assertThatThrownBy(() -> dynamics.compute(home, new double[5], ZERO, new double[6]))
                .hasMessageContaining(
                        "velocityInWorld has length 5, but parallel robot \"golden stewart\" has 6 freedoms");
        assertThatThrownBy(() -> dynamics.compute(home, ZERO, ZERO, new double[3]))
                .hasMessageContaining("effortsOut has length 3");
    }

    @Test
    void everyProblemOfADescriptionAtOnce() {
        ParallelRobot good = GoldenStewart.robot();
        Leg leg = good.legs().get(0);
        ParallelRobot.Builder builder = ParallelRobot.builder("bad")
                .gravity(new Vector3(0, 0, -1.62))
                .leg(leg)
                .leg(leg)
                .leg(Leg.tiedByPoint("third", leg.model(), "toe", Vector3.ZERO)
                        .actuatedBy("knee")
                        .startingAt(1));
        assertThatThrownBy(builder::build)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("leg \"leg1\" is there twice")
                .hasMessageContaining("actuator \"leg1_joint3\" is there twice")
                .hasMessageContaining("has gravity")
                .hasMessageContaining("no body \"toe\"")
                .hasMessageContaining("no moving joint \"knee\"")
                .hasMessageContaining("1 start coordinates for 3 joints")
                .hasMessageContaining("6 freedoms (SPATIAL), but only 3 joints are actuated");
    }

    @Test
    void builders() {
        assertThatThrownBy(() -> GoughStewart.named("none").build()).hasMessageContaining("needs 6 points on the base");
        assertThatThrownBy(
                        () -> Delta.named("short").lengths(0.2, 0.05, 0.3, 0.3).build())
                .hasMessageContaining("do not reach");
        assertThatThrownBy(() -> Delta.named("zero").lengths(0.2, 0.05, 0, 0.3).build())
                .hasMessageContaining("must be positive");
        assertThatThrownBy(() -> SampleDelta.delta().build().toClosedLoops())
                .hasMessageContaining("do not keep its platform to TRANSLATIONAL freedoms");
        assertThatThrownBy(() -> PlanarRobots.fourArms().toClosedLoops()).hasMessageContaining("4 actuators for 3");
    }

    private static ParallelRobot octahedral() {
        return GoughStewart.named("octahedral")
                .symmetric(0.6, Math.toRadians(60), 0.3, Math.toRadians(60), 0)
                .platform(SpatialInertia.aboutCenterOfMass(8, Vector3.ZERO, InertiaTensor.diagonal(0.3, 0.3, 0.5)))
                .cylinder(rod(1.2))
                .piston(rod(-0.8))
                .home(Pose.translation(0, 0, 0.8))
                .build();
    }

    private static SpatialInertia rod(double massAndSide) {
        double mass = Math.abs(massAndSide);
        return SpatialInertia.aboutCenterOfMass(
                mass, new Vector3(0, 0, Math.signum(massAndSide) * 0.2), InertiaTensor.diagonal(0.02, 0.02, 0.001));
    }
}
