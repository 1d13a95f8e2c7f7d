package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.mechanism.parallel.Leg;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which legs have a formula: one wrong angle or distance, and they have none. */
class LegShapesTest {
    private static final Vector3 DOWN = new Vector3(0, 0, -1);

    private record Part(char kind, Vector3 at, Vector3 axis) {}

    private static Part part(char kind, Vector3 at, Vector3 axis) {
        return new Part(kind, at, axis.normalized());
    }

    /** Joints one after the other, each placed on the one before, and the tip on the last. */
    private static LegFormulas.Sides sides(double[] home, Vector3 tip, Part... parts) {
        return sides(home, tip, List.of("base", "a", "b"), parts);
    }

    private static LegFormulas.Sides sides(double[] home, Vector3 tip, List<String> parents, Part... parts) {
        RobotModelBuilder builder = RobotModel.builder("leg");
        List<String> names = List.of("a", "b", "c");
        for (int k = 0; k < parts.length; k++) {
            Part part = parts[k];
            Joint joint = part.kind == 'R'
                    ? Joint.revolute(names.get(k), parents.get(k), names.get(k))
                    : Joint.prismatic(names.get(k), parents.get(k), names.get(k));
            Pose at = Pose.translation(part.at.x(), part.at.y(), part.at.z());
            builder.link(joint.at(at, part.axis), new RandomNumbers(k).inertia());
        }
        builder.link(
                Joint.fixed("end", "c", "end").at(Pose.translation(tip.x(), tip.y(), tip.z()), Vector3.Z),
                SpatialInertia.ZERO);
        Leg leg = Leg.tiedByPoint("leg", builder.build(), "end", Vector3.ZERO)
                .actuatedBy("c")
                .startingAt(home);
        return LegFormulas.sides("robot", leg, home);
    }

    private static void assertRefused(String shape, Vector3 tip, Part... parts) {
        assertThatThrownBy(() -> sides(new double[] {0.3, 0.2, 0.5}, tip, parts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leg \"leg\" of parallel robot \"robot\" has no formula that code knows")
                .hasMessageContaining("joints " + shape + ":");
    }

    /** A rod that slides toward the tip, or away from it. */
    @Test
    void aSlidingRod() {
        Part first = part('R', Vector3.ZERO, Vector3.X);
        Part second = part('R', Vector3.ZERO, Vector3.Y);
        assertThat(sides(new double[] {0.3, 0.2, 0.5}, Vector3.ZERO, first, second, part('P', Vector3.ZERO, DOWN)))
                .extracting(LegFormulas.Sides::shape, LegFormulas.Sides::ofDistance)
                .containsExactly("RRP", 1.0);
        assertThat(sides(new double[] {0.3, 0.2, -0.5}, Vector3.ZERO, first, second, part('P', Vector3.ZERO, DOWN)))
                .extracting(LegFormulas.Sides::shape, LegFormulas.Sides::ofDistance)
                .containsExactly("RRP", -1.0);
        Vector3 beside = new Vector3(0.1, 0, 0);
        assertThat(sides(new double[] {0.3, 0.2, 0.5}, beside, first, second, part('P', Vector3.ZERO, DOWN)))
                .extracting(LegFormulas.Sides::ofDistance)
                .isEqualTo(1.0);
        assertRefused(
                "RRP",
                Vector3.ZERO,
                first,
                part('R', Vector3.ZERO, new Vector3(0.1, 1, 0)),
                part('P', Vector3.ZERO, DOWN));
        assertRefused(
                "RRP",
                Vector3.ZERO,
                first,
                part('R', new Vector3(0, 0, 0.1), Vector3.Y),
                part('P', Vector3.ZERO, DOWN));
        assertRefused("RRP", Vector3.ZERO, first, second, part('P', Vector3.ZERO, new Vector3(0, 0.1, 1)));
        assertRefused("RRP", new Vector3(0, 0.1, 0), first, second, part('P', Vector3.ZERO, DOWN));
        assertRefused("RPP", Vector3.ZERO, first, part('P', Vector3.ZERO, Vector3.Y), part('P', Vector3.ZERO, DOWN));
    }

    /** An arm that turns or slides, and a rod on a universal joint. */
    @Test
    void rods() {
        Vector3 elbow = new Vector3(0.3, 0, 0);
        Vector3 tip = new Vector3(0, 0, -0.7);
        Part second = part('R', elbow, Vector3.X);
        Part third = part('R', Vector3.ZERO, Vector3.Y);
        for (Part first : List.of(part('R', Vector3.ZERO, Vector3.Y), part('P', Vector3.ZERO, Vector3.Z))) {
            String shape = first.kind + "RR";
            assertThat(sides(new double[] {0.3, 0.2, 0.5}, tip, first, second, third))
                    .extracting(LegFormulas.Sides::shape)
                    .isEqualTo(shape);
            assertRefused(shape, new Vector3(0, 0.1, -0.7), first, second, third);
            assertRefused(shape, tip, first, second, part('R', new Vector3(0, 0, 0.1), Vector3.Y));
            assertRefused(shape, tip, first, part('R', elbow, new Vector3(1, 0.1, 0)), third);
        }
    }

    /** The tip's joint is on the first body, not on the second. */
    @Test
    void aTreeIsNoLeg() {
        Part first = part('R', Vector3.ZERO, Vector3.X);
        assertThatThrownBy(() -> sides(
                        new double[] {0.3, 0.2, 0.5},
                        new Vector3(0, 0, -0.7),
                        List.of("base", "a", "a"),
                        first,
                        part('R', new Vector3(0.3, 0, 0), Vector3.X),
                        part('R', Vector3.ZERO, Vector3.Y)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no formula that code knows");
    }
}
