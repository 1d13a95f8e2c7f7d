package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.Robots;
import dev.catena.compile.parameters.PaperRobots;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomRobots;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the frames lie that leave the fewest operations, by what defines them. */
class CompactFramesTest {
    private static final double ROUNDING = 4e-15;

    private static final List<RobotModel> ROBOTS = make().toList();

    static List<RobotModel> robots() {
        return ROBOTS;
    }

    private static Stream<RobotModel> make() {
        return Stream.of(
                        LongStream.range(0, 12).mapToObj(seed -> Robots.special(seed, 7)),
                        LongStream.range(0, 12)
                                .mapToObj(seed -> RandomRobots.tree(seed, 8)
                                        .prismaticShare(0.35)
                                        .fixedShare(0.1)
                                        .build()),
                        Stream.of(0.0, 1e-15, 1e-12, 1e-6, 1e-3, 0.04, 0.3)
                                .flatMap(tilt -> LongStream.of(3, 8)
                                        .mapToObj(seed -> NearlyParallelRobots.of(
                                                seed, 5, tilt, NearlyParallelRobots.Layout.ANY, true, true))),
                        Stream.of(PaperRobots.stanford(), PaperRobots.rx90(), PaperRobots.general6R()))
                .flatMap(robots -> robots)
                .filter(robot -> robot.jointCount() > 0);
    }

    /** The child with the most bodies beyond it, the first of several. */
    private static int mainChild(MovingTree tree, int i) {
        int[] beyond = new int[tree.n + 1];
        for (int k = tree.n; k >= 1; k--) {
            beyond[k]++;
            beyond[tree.parent[k]] += beyond[k];
        }
        int best = 0;
        for (int k = 1; k <= tree.n; k++) {
            if (tree.parent[k] == i && (best == 0 || beyond[k] > beyond[best])) {
                best = k;
            }
        }
        return best;
    }

    private static Pose atZero(MovingTree tree, int i) {
        return CompactFrames.pose(tree.atZero[i]);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void turnsAndPositionsLeadFromParentToLink(RobotModel model) {
        MovingTree tree = new MovingTree(model);
        CompactFrames frames = new CompactFrames(tree);
        for (int i = 1; i <= tree.n; i++) {
            Pose expected = frames.jointFromLink[tree.parent[i]]
                    .inverse()
                    .times(atZero(tree, i))
                    .times(frames.jointFromLink[i]);
            Rotation turned = Rotation.aboutZ(frames.across[i])
                    .times(Rotation.aboutX(frames.tilt[i]))
                    .times(Rotation.aboutZ(frames.offset[i]));
            assertThat(turned.toArray())
                    .as("%s, body %s", model.name(), i)
                    .containsExactly(expected.rotation().toArray(), within(2e-14));
            double size =
                    1 + atZero(tree, i).position().norm() + expected.position().norm();
            assertThat(frames.position[i].minus(expected.position()).norm()).isLessThan(1e-14 * size);
            // along the axis a frame may be moved, about it turned
            assertThat(frames.jointFromLink[i]
                            .rotation()
                            .axisZ()
                            .minus(Vector3.Z)
                            .norm())
                    .isLessThan(1e-15);
            if (tree.revolute[i]) {
                Vector3 shift = frames.jointFromLink[i].position();
                assertThat(Math.hypot(shift.x(), shift.y())).isLessThan(1e-15 * (1 + shift.norm()));
            }
            assertThat(Math.abs(frames.across[i])).isLessThanOrEqualTo(Math.PI / 2);
            assertThat(Math.abs(frames.offset[i])).isLessThanOrEqualTo(Math.PI);
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void originsLieOnCommonNormals(RobotModel model) {
        MovingTree tree = new MovingTree(model);
        CompactFrames frames = new CompactFrames(tree);
        for (int i = 1; i <= tree.n; i++) {
            Pose joint = frames.jointFromLink[tree.parent[i]].inverse().times(atZero(tree, i));
            Vector3 z = joint.rotation().axisZ();
            Vector3 t = joint.position();
            int slide = mainChild(tree, i);
            String name = "%s, body %s".formatted(model.name(), i);
            Vector3 p = frames.position[i];
            if (!tree.revolute[i]) {
                assertThat(p.norm()).as(name).isLessThan(1e-14 * (1 + t.norm()));
            } else if (slide > 0 && !tree.revolute[slide] && mainChild(tree, slide) > 0) {
                Pose along = atZero(tree, slide);
                Vector3 carried =
                        along.apply(atZero(tree, mainChild(tree, slide)).position());
                checkFoot(
                        name,
                        along.rotation().axisZ(),
                        carried,
                        frames.jointFromLink[i].position().z());
            } else {
                double square = z.x() * z.x() + z.y() * z.y();
                // how far along its own axis the foot of the common normal is
                double way = (t.x() * z.x() + t.y() * z.y()) / square;
                boolean isNear = Math.sqrt(square) >= ROUNDING && Math.abs(way) <= 20 * t.norm();
                double off = isNear ? (p.x() * z.x() + p.y() * z.y()) / Math.sqrt(square) : p.z();
                assertThat(off).as(name).isCloseTo(0, within(1e-13 * (1 + t.norm() + Math.abs(isNear ? way : 0))));
            }
        }
    }

    /** Of a line through a point: the height on z of the foot of the common normal; that of the point where they are parallel. */
    private static void checkFoot(String name, Vector3 z, Vector3 point, double height) {
        Vector3 normal = Vector3.Z.cross(z);
        if (normal.norm() < 1.0 / 20) {
            assertThat(height).as(name).isCloseTo(point.z(), within(1e-14 * (1 + point.norm())));
        } else {
            // (0, 0, h) + a n on the line: (point − foot) · (z × n) = 0
            Vector3 across = z.cross(normal);
            assertThat(point.minus(new Vector3(0, 0, height)).dot(across))
                    .as(name)
                    .isCloseTo(0, within(1e-13 * (1 + point.norm())));
        }
    }

    /** Seen from a frame, its main child lies along x: no turn across, and parallel axes are apart along x alone. */
    @ParameterizedTest
    @MethodSource("robots")
    void axesPointTowardsTheMainChild(RobotModel model) {
        MovingTree tree = new MovingTree(model);
        CompactFrames frames = new CompactFrames(tree);
        for (int i = 1; i <= tree.n; i++) {
            int child = mainChild(tree, i);
            String name = "%s, body %s".formatted(model.name(), i);
            if (child == 0) {
                assertThat(frames.offset[i]).as(name).isZero();
                continue;
            }
            Vector3 z = atZero(tree, child).rotation().axisZ();
            double sine = Math.hypot(z.x(), z.y());
            if (sine >= ROUNDING) {
                assertThat(frames.across[child]).as(name).isCloseTo(0, within(1e-15 + ROUNDING / sine));
            } else if (tree.revolute[child]) {
                double apart = Math.hypot(frames.position[child].x(), frames.position[child].y());
                assertThat(frames.position[child].y()).as(name).isCloseTo(0, within(1e-13 * apart));
                assertThat(frames.position[child].x()).as(name).isNotNegative();
            } else {
                // nothing depends on where x is
                assertThat(frames.offset[i]).as(name).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void roundingOfZerosAndQuarterTurnsIsGone(RobotModel model) {
        MovingTree tree = new MovingTree(model);
        CompactFrames frames = new CompactFrames(tree);
        for (int i = 1; i <= tree.n; i++) {
            Vector3 p = frames.position[i];
            assertThat(Arrays.stream(p.toArray())).allMatch(x -> x == 0 || Math.abs(x) > 1e-16 * p.norm());
            for (double angle : new double[] {frames.tilt[i], frames.offset[i]}) {
                double quarters = Math.rint(angle / (Math.PI / 2)) * (Math.PI / 2);
                assertThat(angle == quarters || Math.abs(angle - quarters) >= ROUNDING)
                        .isTrue();
            }
        }
    }

    @Test
    void quarterTurnsHaveExactSines() {
        for (int k = -5; k <= 5; k++) {
            double angle = k * (Math.PI / 2);
            assertThat(CompactFrames.sine(angle)).isEqualTo(Math.rint(Math.sin(angle)));
            assertThat(CompactFrames.cosine(angle)).isEqualTo(Math.rint(Math.cos(angle)));
        }
        assertThat(CompactFrames.sine(0.3)).isEqualTo(Math.sin(0.3));
        assertThat(CompactFrames.cosine(0.3)).isEqualTo(Math.cos(0.3));
    }

    @Test
    void snappedPosesKeepWhatIsNoRounding() {
        double[] r = {1 - 1e-15, 1e-15, 3e-9, -2e-15, 0.6, 0.8, -3e-9, -0.8, -1 + 2e-15};
        Pose given = new Pose(
                new Rotation(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), new Vector3(3, 1e-14, 1e-13));
        Pose snapped = CompactFrames.snapped(given);
        assertThat(snapped.rotation().toArray())
                .containsExactly(new double[] {1, 0, 3e-9, 0, 0.6, 0.8, -3e-9, -0.8, -1}, within(0.0));
        assertThat(Arrays.toString(snapped.position().toArray())).isEqualTo("[3.0, 0.0, 1.0E-13]");
    }
}
