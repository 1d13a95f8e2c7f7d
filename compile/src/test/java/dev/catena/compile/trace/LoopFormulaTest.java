package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.ClosedRobots;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.LoopBounds;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which loops have a formula, and between which bounds. */
class LoopFormulaTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** Loops beside each other on one base. */
    private static final class Loops {
        final RobotModelBuilder builder = RobotModel.builder("loops");
        final RandomNumbers random = new RandomNumbers(1);
        final List<String> active = new ArrayList<>();

        void link(Joint joint) {
            builder.link(joint, random.inertia());
        }

        private void turn(String name, String parent, double x, double y) {
            link(Joint.revolute(name, parent, name).at(Pose.translation(x, y, 0), Vector3.Z));
        }

        /**
         * Two rods from a driven point to a pivot, on either side of it.
         *
         * @param x where the point is, y = 0
         */
        private void rods(
                String name, double x, double pivotX, double pivotY, double near, double far, boolean swapped) {
            String onPivot = name + "b";
            String onPoint = name + "a";
            turn(onPivot, "base", pivotX, pivotY);
            double dx = pivotX - x;
            double distance = Math.hypot(dx, pivotY);
            double toPivot = Math.atan2(pivotY, dx);
            double atPoint = Math.acos((near * near + distance * distance - far * far) / (2 * near * distance));
            double atPivot = Math.acos((far * far + distance * distance - near * near) / (2 * far * distance));
            builder.assembly(onPoint, toPivot + atPoint).assembly(onPivot, toPivot + Math.PI - atPivot);
            Pose endOfNear = Pose.translation(near, 0, 0);
            Pose endOfFar = Pose.translation(far, 0, 0);
            builder.cut(
                    swapped
                            ? new CutJoint(name + "pin", CutKind.REVOLUTE, onPivot, endOfFar, onPoint, endOfNear)
                            : new CutJoint(name + "pin", CutKind.REVOLUTE, onPoint, endOfNear, onPivot, endOfFar));
        }

        /** A slide along x. */
        Loops slide(String name, double x, double pivotX, double pivotY, double near, double far, boolean swapped) {
            link(Joint.prismatic(name, "base", name).at(Pose.IDENTITY, Vector3.X));
            turn(name + "a", name, 0, 0);
            rods(name, x, pivotX, pivotY, near, far, swapped);
            builder.assembly(name, x);
            active.add(name);
            return this;
        }

        RobotModel build() {
            return builder.active(active.toArray(String[]::new)).build();
        }
    }

    private static Optional<DyadLoops> formula(RobotModel model) {
        List<Dyad> dyads = DyadLoops.dyads(model, LoopBounds.of(model).length());
        return DyadLoops.of(model, dyads, true);
    }

    /** A slide passes a pivot that its rods cannot come near to: between both sides is the pivot. */
    @ParameterizedTest
    @CsvSource({
        "0.6, 0, false, 1",
        "-0.6, 0, false, -1",
        "0.6, 0, true, 1",
        "0, -1.2, false, 1",
        "0, -1.2, true, 1",
        "0, 1.2, false, -1"
    })
    void aSlideHasABoundAtThePivot(double x, double pivot, boolean swapped, int side) {
        double near = pivot == 0 ? 0.7 : 0.95;
        double far = pivot == 0 ? 0.4 : 0.55;
        RobotModel model =
                new Loops().slide("p", x, pivot, 0.1, near, far, swapped).build();
        DyadLoops found = formula(model).orElseThrow();
        assertThat(found.bounds()).hasSize(1);
        RegularRegion.Bound bound = found.bounds().get(0);
        assertThat(bound.coordinate()).isEqualTo(model.coordinate("p"));
        assertThat(bound.turns()).isFalse();
        assertThat(side > 0 ? bound.low() : bound.high()).isCloseTo(pivot, within(0.1));
        assertThat(side > 0 ? bound.high() : bound.low()).isEqualTo(side * INFINITE);
    }

    /** Where the rods reach past the pivot there is one region. */
    @Test
    void aSlideThatPassesThePivotHasNoBounds() {
        assertThat(formula(new Loops().slide("p", 0.6, 0, 0.4, 0.7, 0.6, false).build())
                        .orElseThrow()
                        .bounds())
                .isEmpty();
    }

    /** Loops that have nothing to do with each other have bounds of their own, however many there are. */
    @Test
    void loopsBesideEachOther() {
        RobotModel model = new Loops()
                .slide("p", 0.6, 0, 0.1, 0.7, 0.4, false)
                .slide("s", 0.6, 0, 0.4, 0.7, 0.6, false)
                .slide("t", -0.6, 0, 0.1, 0.7, 0.4, true)
                .build();
        DyadLoops found = formula(model).orElseThrow();
        assertThat(found.bounds().stream().map(RegularRegion.Bound::coordinate))
                .containsExactly(model.coordinate("p"), model.coordinate("t"));
        assertThat(found.bounds().get(0).low()).isCloseTo(0, within(0.02));
        assertThat(found.bounds().get(1).high()).isCloseTo(0, within(0.02));
    }

    /** Two slides on one line: which is ahead of the other cannot be told by either alone. */
    @Test
    void whatNoBoundTellsApartHasNoFormula() {
        Loops loops = new Loops();
        loops.link(Joint.prismatic("p", "base", "p").at(Pose.IDENTITY, Vector3.X));
        loops.turn("pa", "p", 0, 0);
        loops.link(Joint.prismatic("s", "base", "s").at(Pose.translation(0, 0.1, 0), Vector3.X));
        loops.turn("sa", "s", 0, 0);
        loops.builder.cut(new CutJoint(
                "pin", CutKind.REVOLUTE, "pa", Pose.translation(0.7, 0, 0), "sa", Pose.translation(0.4, 0, 0)));
        loops.builder.assembly("p", -0.3).assembly("s", 0.3).assembly("pa", 0.6).assembly("sa", 1.9);
        loops.active.addAll(List.of("p", "s"));
        RobotModel model = loops.build();
        assertThat(DyadLoops.dyads(model, LoopBounds.of(model).length())).hasSize(1);
        assertThat(formula(model)).isEmpty();
        assertThat(LoopFormula.of(model, true).dyads()).isNull();
        assertThat(LoopFormula.of(model, false).dyads()).isNotNull();
    }

    /** Three bars on a base cannot move, which no independent joint changes. */
    @Test
    void aTriangleThatNothingMoves() {
        Loops loops = new Loops().slide("p", 0.6, 0, 0.1, 0.7, 0.4, false);
        loops.turn("za", "base", 0, 0);
        loops.rods("z", 0, 1, 0, 0.7, 0.6, false);
        DyadLoops found = formula(loops.build()).orElseThrow();
        assertThat(found.dyads()).hasSize(2);
        assertThat(found.bounds()).hasSize(1);
    }

    /** Slides and pins, cut at a pin or a slide: a slide that is cut has a formula where the two unknown joints turn. */
    @ParameterizedTest
    @CsvSource({
        "rr, REVOLUTE, 1",
        "rp, REVOLUTE, 1",
        "pr, REVOLUTE, 1",
        "pp, REVOLUTE, 1",
        "rr, PRISMATIC, 1",
        "rp, PRISMATIC, 0",
        "pr, PRISMATIC, 0",
        "rr, SPHERICAL, 1"
    })
    void twoUnknownJoints(String kinds, CutKind kind, int dyads) {
        Loops loops = new Loops();
        loops.turn("crank", "base", 0, 0);
        for (int k = 0; k < 2; k++) {
            String parent = k == 0 ? "crank" : "base";
            Pose at = k == 0 ? Pose.translation(0.3, 0, 0) : Pose.translation(1, 0, 0);
            String name = "u" + k;
            loops.link(
                    (kinds.charAt(k) == 'r' ? Joint.revolute(name, parent, name) : Joint.prismatic(name, parent, name))
                            .at(at, kinds.charAt(k) == 'r' ? Vector3.Z : new Vector3(0.3, 1 - k, 0)));
        }
        Pose slant = kind == CutKind.PRISMATIC ? Pose.rotation(Rotation.aboutY(Math.PI / 2)) : Pose.IDENTITY;
        loops.builder.cut(new CutJoint(
                "cut",
                kind,
                "u0",
                Pose.translation(0.8, 0, 0).times(slant),
                "u1",
                Pose.translation(0.7, 0, 0).times(slant)));
        loops.active.add("crank");
        RobotModel model = loops.build();
        assertThat(DyadLoops.dyads(model, LoopBounds.of(model).length())).hasSize(dyads);
    }

    /** Joints of a parallelogram go along one for one, from angles that are meant to be eighths of a turn. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, -1, -2})
    void parallelogramsAreEven(int eighths) {
        double offset = eighths * Math.PI / 4;
        Loops loops = new Loops();
        loops.turn("shoulder", "base", 0, 0);
        Pose knee = Pose.translation(0.5, 0, 0).times(Pose.rotation(Rotation.aboutZ(offset)));
        loops.link(Joint.revolute("elbow", "shoulder", "elbow").at(knee, Vector3.Z));
        loops.turn("lever", "base", 0, 0);
        loops.turn("rod", "lever", 0.2, 0);
        loops.builder
                .cut(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "rod",
                        Pose.translation(0.5, 0, 0),
                        "elbow",
                        Pose.translation(0.2, 0, 0)))
                .assembly("shoulder", 0.3)
                .assembly("elbow", 1.1 - offset)
                .assembly("lever", 1.4)
                .assembly("rod", -1.1);
        loops.active.addAll(List.of("shoulder", "lever"));
        AffineLoops found = AffineLoops.of(loops.build()).orElseThrow();
        // elbow + offset = lever - shoulder = -rod
        assertThat(found.rates()).isDeepEqualTo(new double[][] {{1, 0}, {-1, 1}, {0, 1}, {1, -1}});
        double[] expected = {0, -offset, 0, 0};
        for (int k = 0; k < expected.length; k++) {
            assertThat(found.constants()[k] == expected[k]).as("constant %s", k).isTrue();
        }
    }

    @Test
    void otherLoopsAreNotEven() {
        for (String name : List.of("four-bar", "five-bar", "bennett")) {
            assertThat(AffineLoops.of(ShippedRobots.load(name))).as(name).isEmpty();
        }
        RobotModel even = ClosedRobots.parallelogram(0.3);
        assertThat(AffineLoops.of(even)).isPresent();
    }
}
