package dev.catena.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CouplingTest {
    private static final SpatialInertia BALL =
            SpatialInertia.aboutCenterOfMass(1, new Vector3(0.1, 0, 0), InertiaTensor.diagonal(0.1, 0.1, 0.1));

    /** a ← b ← c, with c declared first. */
    private static RobotModelBuilder chain() {
        return RobotModel.builder("chain")
                .location("chain.yaml:3")
                .link(Joint.prismatic("c", "bodyB", "bodyC").with(JointLimits.position(-1, 5)), BALL)
                .link(
                        Joint.revolute("a", "base", "bodyA")
                                .with(JointLimits.position(-1, 1).withVelocity(2)),
                        BALL)
                .link(
                        Joint.revolute("b", "bodyA", "bodyB")
                                .with(JointLimits.position(-1, 4).withVelocity(3)),
                        BALL);
    }

    @Test
    void chainsEndAtAJointWithACoordinate() {
        RobotModel robot =
                chain().coupling("c", "b", 3, 0.5).coupling("b", "a", -2, 0.25).build();
        assertThat(robot.jointNames()).containsExactly("a");
        assertThat(robot.coupledJoints()).extracting(Joint::name).containsExactly("c", "b");
        assertThat(robot.couplingOf("c")).contains(new Coupling("c", "a", -6, 1.25));
        assertThat(robot.couplingOf("a")).isEmpty();
        assertThat(robot.coordinateOf("c", new double[] {0.5})).isEqualTo(-1.75);
        assertThat(robot.couplings()).extracting(Coupling::joint).containsExactly("c", "b");
        assertThat(robot.toBuilder().build()).isEqualTo(robot);
        assertThat(robot.withoutCouplings().jointNames()).containsExactly("c", "a", "b");
        assertThatThrownBy(() -> robot.coordinate("b"))
                .hasMessage("joint \"b\" of robot \"chain\" follows joint \"a\" and has no coordinate of its own");
    }

    @Test
    void limitsOfFollowersAreLimitsOfTheirLeader() {
        RobotModel robot =
                chain().coupling("c", "b", 3, 0.5).coupling("b", "a", -2, 0.25).build();
        JointLimits limits = robot.movingJoints().get(0).limits();
        // −1 ≤ 1.25 − 6 q ≤ 5 and −1 ≤ 0.25 − 2 q ≤ 4
        assertThat(limits.lower()).isEqualTo(-0.625);
        assertThat(limits.upper()).isEqualTo(0.375);
        assertThat(limits.velocity()).isEqualTo(1.5);
        assertThat(robot.declaredJoints().get(1).limits().lower()).isEqualTo(-1);
    }

    @Test
    void limitsThatLeaveNoPositionAreLeftOutWithAWarning() {
        RobotModel robot = chain().coupling("b", "a", 1, 100).build();
        assertThat(robot.movingJoints().get(1).limits().lower()).isEqualTo(-1);
        assertThat(robot.warnings())
                .contains(new Problem(
                        "chain.yaml:3",
                        "joint \"b\" follows \"a\", but their position limits leave no position to both; those"
                                + " of \"b\" are left out"));
    }

    @Test
    void aHeldJointIsFixedWhereItStands() {
        RobotModel robot = chain().build().withHeld("a", 0.3);
        assertThat(robot.jointNames()).containsExactly("c", "b");
        Joint held = robot.joints().get(1);
        assertThat(held.kind()).isEqualTo(JointKind.FIXED);
        assertThat(held.geometry().parentFromJoint()).isEqualTo(Pose.rotation(Rotation.about(Vector3.Z, 0.3)));
        assertThat(robot.coordinateOf("a", new double[2])).isEqualTo(0.3);
        assertThat(robot.toBuilder().build()).isEqualTo(robot);
        assertThat(robot.withReleased("a")).isEqualTo(chain().build());
        assertThatThrownBy(() -> robot.coordinate("a")).hasMessageContaining("is held at 0.3");
    }

    @Test
    void followersOfAHeldOrFixedJointAreHeld() {
        RobotModel robot = chain().coupling("b", "a", 2, 0.1).hold("a", 0.2).build();
        assertThat(robot.jointNames()).containsExactly("c");
        assertThat(robot.heldAt("b")).contains(0.5);
        assertThat(robot.hasCouplings()).isFalse();
        assertThat(chain().coupling("b", "a", 0, 0.7).build().heldAt("b")).contains(0.7);
        RobotModel onFixed = chain().link(Joint.fixed("weld", "base", "tool"), BALL)
                .coupling("b", "weld", 2, 0.1)
                .build();
        assertThat(onFixed.heldAt("b")).contains(0.1);
        assertThat(onFixed.warnings().toString()).contains("follows \"weld\", which is fixed, and so is held at 0.1");
    }

    @Test
    void everyProblemIsReportedWithItsPlace() {
        RobotModelBuilder bad = chain().link(Joint.fixed("weld", "base", "tool"), BALL)
                .location("chain.yaml:9")
                .coupling("a", "a", 1, 0)
                .coupling("nobody", "a", 1, 0)
                .coupling("b", "nobody", 1, 0)
                .coupling("b", "a", Double.NaN, 0)
                .coupling("weld", "a", 1, 0)
                .hold("c", Double.POSITIVE_INFINITY)
                .hold("weld", 0)
                .hold("ghost", 0);
        assertThatThrownBy(bad::build)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("chain.yaml:9: joint \"a\" follows itself")
                .hasMessageContaining("chain.yaml:9: joint \"nobody\" follows \"a\", but there is no such joint")
                .hasMessageContaining("chain.yaml:9: joint \"b\" follows \"nobody\", but there is no such joint")
                .hasMessageContaining("chain.yaml:9: joint \"b\" follows two joints, but can follow only one")
                .hasMessageContaining("by the factor NaN and the offset 0.0, but they must be finite")
                .hasMessageContaining("joint \"weld\" follows \"a\", but it is fixed")
                .hasMessageContaining("joint \"c\" is held at Infinity, but it must be finite")
                .hasMessageContaining("joint \"weld\" is held, but it is fixed")
                .hasMessageContaining("joint \"ghost\" is held, but there is no such joint");
        assertThatThrownBy(() -> chain().coupling("a", "b", 1, 0)
                        .coupling("b", "c", 1, 0)
                        .coupling("c", "a", 1, 0)
                        .build())
                .hasMessageContaining("follows itself, by a → b → c → a");
        assertThatThrownBy(() -> chain().coupling("b", "a", 1, 0).hold("b", 1).build())
                .hasMessageContaining("joint \"b\" is held, but follows \"a\": hold that one instead");
        assertThatThrownBy(() -> chain().replace(
                                Joint.revolute("b", "bodyA", "bodyB").with(Drive.NONE.with(new Spring(10, 0))))
                        .coupling("b", "a", 1, 0)
                        .build())
                .hasMessageContaining("has a spring of its own");
    }

    @Test
    void loopsKnowThatFollowersAndHeldJointsHaveNoCoordinate() {
        RobotModelBuilder loop = chain().coupling("b", "a", 1, 0)
                .cut(new CutJoint("cut", CutKind.SPHERICAL, "base", Pose.IDENTITY, "bodyC", Pose.IDENTITY))
                .active("b")
                .assembly("b", 0.1);
        assertThatThrownBy(loop::build)
                .hasMessageContaining("joint \"b\" is named active, but it follows another one: name that one")
                .hasMessageContaining("the assembly places joint \"b\", but it follows another one: place that one");
        assertThatThrownBy(() -> chain().hold("b", 1)
                        .cut(new CutJoint("cut", CutKind.SPHERICAL, "base", Pose.IDENTITY, "bodyC", Pose.IDENTITY))
                        .active("b")
                        .build())
                .hasMessageContaining("joint \"b\" is named active, but it is held");
    }
}
