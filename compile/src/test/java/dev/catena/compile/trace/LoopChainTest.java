package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.trace.LoopChain.Plane;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which joints a loop has, and the plane that it moves in. */
class LoopChainTest {
    private static final Rotation ACROSS = Rotation.aboutY(Math.PI / 2);
    private static final Vector3 BACKWARD = new Vector3(0, 0, -1);

    private static Joint joint(String name, String parent, Pose at, Vector3 axis, boolean turns) {
        Joint joint = turns ? Joint.revolute(name, parent, name) : Joint.prismatic(name, parent, name);
        return joint.at(at, axis);
    }

    /** Two joints on one side, one on the other, whose axes are along z of the plane or any. */
    private static LoopChain loop(Rotation plane, String kinds, List<Vector3> axes, CutKind kind, Rotation slant) {
        RandomNumbers random = new RandomNumbers(1);
        RobotModel model = RobotModel.builder("loop")
                .link(joint("a", "base", Pose.rotation(plane), axes.get(0), kinds.charAt(0) == 'r'), random.inertia())
                .link(
                        joint("b", "a", Pose.translation(0.5, 0, 0), axes.get(1), kinds.charAt(1) == 'r'),
                        random.inertia())
                .link(
                        joint(
                                "c",
                                "base",
                                Pose.rotation(plane).times(Pose.translation(1, 0, 0)),
                                axes.get(2),
                                kinds.charAt(2) == 'r'),
                        random.inertia())
                .cut(new CutJoint(
                        "cut",
                        kind,
                        "b",
                        Pose.translation(0.9, 0, 0).times(Pose.rotation(slant)),
                        "c",
                        Pose.translation(0.7, 0, 0).times(Pose.rotation(slant))))
                .active("a")
                .build();
        return LoopChain.of(model).get(0);
    }

    private static LoopChain pinned(Rotation plane) {
        return loop(plane, "rrr", List.of(Vector3.Z, BACKWARD, Vector3.Z), CutKind.REVOLUTE, Rotation.IDENTITY);
    }

    /** From z to any direction. */
    private static Rotation toward(double x, double y, double z) {
        Vector3 n = new Vector3(x, y, z).normalized();
        Vector3 axis = Vector3.Z.cross(n);
        return axis.norm() < 1e-9
                ? Rotation.aboutX(z > 0 ? 0 : Math.PI)
                : Rotation.about(axis, Math.atan2(axis.norm(), n.z()));
    }

    /** x of the plane is as near as can be to the coordinate axis that is most across the normal. */
    @ParameterizedTest
    @CsvSource({"1, 2, 3", "1, 3, 2", "2, 1, 3", "3, -1, 2", "2, 3, 1", "-3, 2, 1", "0, 0, 1", "0, 1, 0", "1, 0, 0"})
    void axesOfAPlane(double x, double y, double z) {
        Vector3 normal = new Vector3(x, y, z).normalized();
        Plane plane = Objects.requireNonNull(pinned(toward(x, y, z)).plane());
        assertThat(plane.x().cross(plane.y()).minus(normal).norm()).isLessThan(1e-14);
        assertThat(plane.x().norm()).isCloseTo(1, within(1e-14));
        assertThat(plane.y().norm()).isCloseTo(1, within(1e-14));
        double least = Stream.of(x, y, z).mapToDouble(Math::abs).min().orElseThrow() / Math.sqrt(x * x + y * y + z * z);
        Vector3 near = plane.x();
        double most = Math.max(near.x(), Math.max(near.y(), near.z()));
        assertThat(most).isCloseTo(Math.sqrt(1 - least * least), within(1e-14));
        assertThat(plane.senses()).isEqualTo(Map.of(1, 1.0, 2, -1.0, 3, 1.0));
    }

    /** Numbers that rounding puts beside 0 and 1 are meant to be these, without a sign of zero. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 120",
        "1, 1, 1, 240",
        "1, 0, 0, 90",
        "1, 0, 0, -90",
        "0, 1, 0, 90",
        "0, 1, 0, -90",
        "1, 1, 0, 180",
        "1, -1, 1, 120",
        "-1, 1, 1, 120",
        "1, 1, -1, 240",
        "1, 0, 1, 180",
        "0, 1, 1, 180",
        "0, 1, -1, 180",
        "1, 0, -1, 180"
    })
    void planesOfCoordinateAxes(double x, double y, double z, double degrees) {
        Plane plane = Objects.requireNonNull(
                pinned(Rotation.about(new Vector3(x, y, z).normalized(), Math.toRadians(degrees)))
                        .plane());
        for (Vector3 axis : List.of(plane.x(), plane.y())) {
            assertThat(axis.toArray()).containsOnly(0.0, axis.x() + axis.y() + axis.z());
            assertThat(Math.abs(axis.x() + axis.y() + axis.z())).isEqualTo(1);
        }
    }

    /** What stays in a plane, and what of it two equations of a pin say. */
    @Test
    void planesAndPins() {
        List<Vector3> upright = List.of(Vector3.Z, Vector3.Z, Vector3.Z);
        Rotation plane = toward(1, 2, 3);
        for (CutKind kind : List.of(CutKind.REVOLUTE, CutKind.SPHERICAL)) {
            assertThat(loop(plane, "rrr", upright, kind, Rotation.IDENTITY).isPinned())
                    .isTrue();
        }
        assertThat(loop(plane, "rrr", upright, CutKind.SPHERICAL, ACROSS).isPinned())
                .isTrue();
        LoopChain slide = loop(plane, "rrr", upright, CutKind.PRISMATIC, ACROSS);
        assertThat(slide.plane()).isNotNull();
        assertThat(slide.isPinned()).isFalse();
        List<Vector3> withSlide = List.of(Vector3.Z, new Vector3(1, 0.5, 0), Vector3.Z);
        assertThat(loop(plane, "rpr", withSlide, CutKind.REVOLUTE, Rotation.IDENTITY)
                        .isPinned())
                .isTrue();
        List<Vector3> tilted = List.of(Vector3.Z, new Vector3(0, 0.1, 1).normalized(), Vector3.Z);
        List<LoopChain> spatial = List.of(
                loop(plane, "rrr", upright, CutKind.REVOLUTE, ACROSS),
                loop(plane, "rrr", upright, CutKind.PRISMATIC, Rotation.IDENTITY),
                loop(plane, "rrr", upright, CutKind.UNIVERSAL, Rotation.IDENTITY),
                loop(plane, "rrr", upright, CutKind.FIXED, Rotation.IDENTITY),
                loop(plane, "rrr", tilted, CutKind.REVOLUTE, Rotation.IDENTITY),
                loop(plane, "rrr", tilted, CutKind.SPHERICAL, Rotation.IDENTITY),
                loop(plane, "rpr", tilted, CutKind.SPHERICAL, Rotation.IDENTITY),
                loop(plane, "ppp", List.of(Vector3.X, Vector3.Y, Vector3.X), CutKind.SPHERICAL, Rotation.IDENTITY));
        for (LoopChain chain : spatial) {
            assertThat(chain.plane()).isNull();
            assertThat(chain.isPinned()).isFalse();
        }
    }

    /** Links that both sides have are left out, be it all of one side. */
    @Test
    void linksOfALoop() {
        RandomNumbers random = new RandomNumbers(1);
        RobotModel model = RobotModel.builder("chain")
                .link(joint("a", "base", Pose.IDENTITY, Vector3.Z, true), random.inertia())
                .link(joint("b", "a", Pose.translation(0.5, 0, 0), Vector3.Z, true), random.inertia())
                .link(joint("c", "b", Pose.translation(0.5, 0, 0), Vector3.Z, true), random.inertia())
                .link(joint("d", "b", Pose.translation(0.5, 0.1, 0), Vector3.Z, true), random.inertia())
                .cut(new CutJoint("down", CutKind.REVOLUTE, "c", Pose.IDENTITY, "a", Pose.IDENTITY))
                .cut(new CutJoint("up", CutKind.REVOLUTE, "a", Pose.IDENTITY, "d", Pose.IDENTITY))
                .cut(new CutJoint("aside", CutKind.REVOLUTE, "c", Pose.IDENTITY, "d", Pose.IDENTITY))
                .cut(new CutJoint("base", CutKind.REVOLUTE, "base", Pose.IDENTITY, "c", Pose.IDENTITY))
                .active("a")
                .build();
        List<LoopChain> chains = LoopChain.of(model);
        assertThat(chains.stream().map(LoopChain::first))
                .containsExactly(List.of(2, 3), List.of(), List.of(3), List.of());
        assertThat(chains.stream().map(LoopChain::second))
                .containsExactly(List.of(), List.of(2, 4), List.of(4), List.of(1, 2, 3));
    }

    /** A pin in a plane takes two equations, whatever takes place in space as many as the joint has constraints. */
    @ParameterizedTest
    @CsvSource({
        "REVOLUTE, false, 2",
        "SPHERICAL, false, 2",
        "PRISMATIC, true, 5",
        "REVOLUTE, true, 5",
        "UNIVERSAL, false, 4",
        "FIXED, false, 6"
    })
    void equationsOfACut(CutKind kind, boolean isAcross, int count) {
        Rotation slant = isAcross ? ACROSS : Rotation.IDENTITY;
        LoopChain chain = loop(toward(1, 2, 3), "rrr", List.of(Vector3.Z, Vector3.Z, Vector3.Z), kind, slant);
        Placement<Real> first = Placement.of(new RandomNumbers(3).pose(1), Real::new);
        assertThat(ClosureRows.of(chain, first, first, new Real(1)))
                .hasSize(count)
                .allSatisfy(row -> assertThat(row.value()).isCloseTo(0, within(1e-15)));
        Placement<Real> second = Placement.of(new RandomNumbers(4).pose(1), Real::new);
        assertThat(ClosureRows.of(chain, first, second, new Real(1)))
                .hasSize(count)
                .noneSatisfy(row -> assertThat(row.value()).isCloseTo(0, within(1e-3)));
    }
}
