package dev.catena.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.Placement;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placements on common normals are the placements that every other algorithm uses. */
class JointPlacementTest {
    private static final double[] TWISTS = {0, Math.PI, Math.PI / 2, -Math.PI / 2, 0.4, -2.5};
    private static final Vector3[] PLACES = {
        Vector3.ZERO, new Vector3(0, 0, 0.3), new Vector3(0.5, 0, 0), new Vector3(-0.2, 0.4, 0.7)
    };

    @ParameterizedTest
    @EnumSource(
            value = JointKind.class,
            names = {"REVOLUTE", "PRISMATIC"})
    void equalTheGeneralPlacements(JointKind kind) {
        for (double twist : TWISTS) {
            for (Vector3 place : PLACES) {
                Pose pose = new Pose(
                        Rotation.aboutZ(0.7).times(Rotation.aboutX(twist)).times(Rotation.aboutZ(-1.9)), place);
                MovingTree tree = new MovingTree(chain(kind, pose));
                JointPlacement[] placements = tree.placements();
                PlacedJoints posture = new PlacedJoints(tree);
                double[] q = {0.3, -1.1, 0.8};
                posture.set(q);
                for (int i = 1; i <= tree.n; i++) {
                    placements[i].move(q[tree.coordinate[i]]);
                    Placement moved = new Placement();
                    moved.set(placements[i]);
                    assertSame(moved, posture.parentFromJoint[i], "twist " + twist + ", place " + place);
                }
                assertThat(placements[2].general).as("twist %s", twist).isNull();
            }
        }
    }

    @Test
    void nearlyParallelAxesKeepTheirFrames() {
        Pose pose = new Pose(Rotation.aboutX(1e-6), new Vector3(0.1, 0.5, 0));
        assertThat(new MovingTree(chain(JointKind.REVOLUTE, pose)).placements()[2].general)
                .isNotNull();
    }

    /** However nearly parallel the axes, and however many turns the joint has behind it. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e4, 5e5, 1e6, 1e9})
    void nearlyParallelAxesReproduceTheirPlacements(double size) {
        NearlyParallelRobots.all(6).forEach(robot -> {
            MovingTree tree = new MovingTree(robot);
            JointPlacement[] placements = tree.placements();
            PlacedJoints posture = new PlacedJoints(tree);
            double[] q = new RandomNumbers(4).vector(tree.n, 1);
            for (int i = 1; i <= tree.n; i++) {
                q[tree.coordinate[i]] *= tree.revolute[i] ? size : 1;
            }
            posture.set(q);
            for (int i = 1; i <= tree.n; i++) {
                placements[i].move(q[tree.coordinate[i]]);
                Placement moved = new Placement();
                moved.set(placements[i]);
                assertSame(moved, posture.parentFromJoint[i], robot + ", joint " + i);
            }
        });
    }

    private static RobotModel chain(JointKind kind, Pose place) {
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(
                1, new Vector3(0.1, 0.2, 0.3), InertiaTensor.diagonal(0.02, 0.03, 0.04));
        return RobotModel.builder("chain")
                .link(Joint.revolute("one", "base", "a").at(place, Vector3.Z), inertia)
                .link(Joint.of(kind, "two", "a", "b").at(place, Vector3.Z), inertia)
                .link(Joint.revolute("three", "b", "c").at(place, Vector3.Z), inertia)
                .build();
    }

    private static void assertSame(Placement a, Placement b, String at) {
        double[] actual = {a.xx, a.xy, a.xz, a.yx, a.yy, a.yz, a.zx, a.zy, a.zz, a.px, a.py, a.pz};
        double[] expected = {b.xx, b.xy, b.xz, b.yx, b.yy, b.yz, b.zx, b.zy, b.zz, b.px, b.py, b.pz};
        for (int k = 0; k < actual.length; k++) {
            assertThat(actual[k]).as("%s, entry %s", at, k).isCloseTo(expected[k], within(4e-15));
        }
    }
}
