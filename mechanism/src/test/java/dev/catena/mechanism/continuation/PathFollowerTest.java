package dev.catena.mechanism.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.mechanism.continuation.PathFollower.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Curves whose branches and singular points are known. */
class PathFollowerTest {
    /** x² + y² = 1 in scaled x = scale · u, with y going from one number to another; a second row repeats the first. */
    private static final class Circle implements PathEquations {
        final double scale;
        double from;
        double to;
        double x;
        double y;
        double bend = Math.hypot(2, 1);
        int places;

        Circle(double scale, double from, double to) {
            this.scale = scale;
            this.from = from;
            this.to = to;
        }

        @Override
        public int rows() {
            return 2;
        }

        @Override
        public double[] scale() {
            return new double[] {scale};
        }

        @Override
        public void place(double[] unknowns, double t) {
            x = unknowns[0] / scale;
            y = from + t * (to - from);
            places++;
        }

        @Override
        public double residual(double[] out) {
            out[0] = x * x + y * y - 1;
            out[1] = out[0] / 2;
            return Math.hypot(out[0], out[1]);
        }

        @Override
        public void jacobian(double[] out) {
            out[0] = 2 * x;
            out[1] = x;
        }

        @Override
        public void rate(double[] out) {
            out[0] = 2 * y * (to - from);
            out[1] = out[0] / 2;
        }

        @Override
        public double speed() {
            return Math.abs(to - from);
        }

        @Override
        public double curvature(double beta, double s) {
            return bend;
        }

        @Override
        public double reach() {
            return 1;
        }

        @Override
        public double growth() {
            return 1;
        }
    }

    private static PathFollower at(PathEquations equations, double x) {
        PathFollower follower = new PathFollower(equations);
        follower.unknowns()[0] = x;
        assertThat(follower.search(0)).isTrue();
        return follower;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.9, -0.99, 0.999999, 1 - 1e-11})
    void theSideOfACircleIsKept(double y) {
        for (double side : new double[] {1, -1}) {
            for (double scale : new double[] {1, 50}) {
                Circle circle = new Circle(scale, 0.1, y);
                PathFollower follower = at(circle, side * scale);
                assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
                double expected = Math.sqrt((1 - y) * (1 + y));
                assertThat(follower.unknowns()[0] / scale).isCloseTo(side * expected, within(1e-15 + 3e-16 / expected));
                assertThat(follower.norm()).isLessThan(1e-15);
            }
        }
    }

    /** The way to the other end of the circle leaves it, and so does one that only touches it. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.2, -1, 1.0000001, 7})
    void whereTheSidesMeetTheWayEnds(double y) {
        PathFollower follower = at(new Circle(1, 0.1, y), 1);
        assertThat(follower.follow()).isEqualTo(Outcome.SINGULAR);
        assertThat(follower.unknowns()[0]).isBetween(0.0, 1e-6);
        assertThat(follower.strides()).isBetween(10, 2000);
    }

    @Test
    void aWayOfNoLengthIsItsOwnEnd() {
        PathFollower follower = at(new Circle(1, 0.6, 0.6), 0.7);
        assertThat(follower.unknowns()[0]).isCloseTo(0.8, within(1e-15));
        assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
        assertThat(follower.strides()).isEqualTo(1);
        assertThat(follower.unknowns()[0]).isCloseTo(0.8, within(1e-15));
        assertThat(follower.isSingular()).isFalse();
    }

    @Test
    void aSearchFailsWhereThereIsNothing() {
        PathFollower follower = new PathFollower(new Circle(1, 2, 2));
        follower.unknowns()[0] = 0.5;
        assertThat(follower.search(0)).isFalse();
        assertThat(follower.norm()).isGreaterThan(3);
        // from the middle no step leads anywhere
        PathFollower middle = new PathFollower(new Circle(1, 0, 0));
        assertThat(middle.search(0)).isFalse();
        middle.factorAt(0);
        assertThat(middle.isSingular()).isTrue();
        assertThat(middle.norm()).isCloseTo(Math.hypot(1, 0.5), within(1e-15));
    }

    /** Short ways are one stride, long ones few: no more than the bound on bending asks for. */
    @Test
    void stridesAreAsLongAsTheyMayBe() {
        PathFollower follower = at(new Circle(1, 0, 0.05), 1);
        assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
        assertThat(follower.strides()).isEqualTo(1);
        PathFollower farther = at(new Circle(1, -0.7, 0.7), 1);
        assertThat(farther.follow()).isEqualTo(Outcome.REACHED);
        assertThat(farther.strides()).isBetween(3, 9);
    }

    /** Waves that come near each other: sin(x − ω t) (x − ω t − gap) has branches a gap apart that all rise steeply. */
    private static final class Waves implements PathEquations {
        private final double gap;
        private final double steepness;
        private double u;

        Waves(double gap, double steepness) {
            this.gap = gap;
            this.steepness = steepness;
        }

        @Override
        public int rows() {
            return 1;
        }

        @Override
        public double[] scale() {
            return new double[] {1};
        }

        @Override
        public void place(double[] x, double t) {
            u = x[0] - Math.sin(steepness * t);
        }

        @Override
        public double residual(double[] out) {
            out[0] = Math.sin(Math.PI * u / gap) * gap / Math.PI;
            return Math.abs(out[0]);
        }

        @Override
        public void jacobian(double[] out) {
            out[0] = Math.cos(Math.PI * u / gap);
        }

        @Override
        public void rate(double[] out) {
            // at its own place: t is found from u only where x is known, so the slope is bounded instead
            out[0] = 0;
        }

        @Override
        public double speed() {
            return steepness;
        }

        @Override
        public double curvature(double beta, double s) {
            return Math.PI / gap + steepness;
        }

        @Override
        public double reach() {
            return 1;
        }

        @Override
        public double growth() {
            return Math.PI / gap + steepness;
        }
    }

    /** Without a tangent the neighboring branch is a gap away, and every stride must be shorter than that. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.1, 0.02})
    void aNeighborIsNotTakenForTheSame(double gap) {
        double steepness = 3;
        PathFollower follower = at(new Waves(gap, steepness), 0);
        assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
        assertThat(follower.unknowns()[0]).isCloseTo(Math.sin(steepness), within(1e-12));
        assertThat(follower.strides()).isGreaterThan((int) (steepness / gap));
    }

    /** Two equations that agree at the beginning only. */
    @Test
    void equationsThatContradictEachOtherLoseTheWay() {
        PathEquations two = new PathEquations() {
            private double x;
            private double t;

            @Override
            public int rows() {
                return 2;
            }

            @Override
            public double[] scale() {
                return new double[] {1};
            }

            @Override
            public void place(double[] unknowns, double at) {
                x = unknowns[0];
                t = at;
            }

            @Override
            public double residual(double[] out) {
                out[0] = x - t;
                out[1] = x + t;
                return Math.hypot(out[0], out[1]);
            }

            @Override
            public void jacobian(double[] out) {
                out[0] = 1;
                out[1] = 1;
            }

            @Override
            public void rate(double[] out) {
                out[0] = -1;
                out[1] = 1;
            }

            @Override
            public double speed() {
                return 1;
            }

            @Override
            public double curvature(double beta, double s) {
                return 1;
            }

            @Override
            public double reach() {
                return 1;
            }

            @Override
            public double growth() {
                return 1;
            }
        };
        PathFollower follower = at(two, 0);
        assertThat(follower.follow()).isEqualTo(Outcome.LOST);
        assertThat(follower.unknowns()[0]).isZero();
        assertThat(follower.strides()).isLessThan(20);
    }

    /**
     * Two links of 0.5 and 0.4 m whose tip goes straight from a point to another; a third row is the sum of the others.
     * The first unknown is counted in a unit of its own. Counts how often it is placed.
     */
    private static final class Arm implements PathEquations {
        private static final double UPPER = 0.5;
        private static final double LOWER = 0.4;

        private final double unit;
        private final double[] from;
        private final double[] to;
        private double a;
        private double b;
        private double t;
        int places;

        Arm(double unit, double[] from, double[] to) {
            this.unit = unit;
            this.from = from;
            this.to = to;
        }

        /** Angles by trigonometry, elbow to one side. */
        double[] exact(double part, double side) {
            double x = from[0] + part * (to[0] - from[0]);
            double y = from[1] + part * (to[1] - from[1]);
            double elbow = side * Math.acos((x * x + y * y - UPPER * UPPER - LOWER * LOWER) / (2 * UPPER * LOWER));
            double shoulder = Math.atan2(y, x) - Math.atan2(LOWER * Math.sin(elbow), UPPER + LOWER * Math.cos(elbow));
            return new double[] {unit * shoulder, elbow};
        }

        @Override
        public int rows() {
            return 3;
        }

        @Override
        public double[] scale() {
            return new double[] {unit, 1};
        }

        @Override
        public void place(double[] x, double part) {
            a = x[0] / unit;
            b = x[1];
            t = part;
            places++;
        }

        @Override
        public double residual(double[] out) {
            out[0] = UPPER * Math.cos(a) + LOWER * Math.cos(a + b) - from[0] - t * (to[0] - from[0]);
            out[1] = UPPER * Math.sin(a) + LOWER * Math.sin(a + b) - from[1] - t * (to[1] - from[1]);
            out[2] = out[0] + out[1];
            return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
        }

        @Override
        public void jacobian(double[] out) {
            out[1] = -LOWER * Math.sin(a + b);
            out[0] = out[1] - UPPER * Math.sin(a);
            out[3] = LOWER * Math.cos(a + b);
            out[2] = out[3] + UPPER * Math.cos(a);
            out[4] = out[0] + out[2];
            out[5] = out[1] + out[3];
        }

        @Override
        public void rate(double[] out) {
            out[0] = from[0] - to[0];
            out[1] = from[1] - to[1];
            out[2] = out[0] + out[1];
        }

        @Override
        public double speed() {
            return Math.hypot(to[0] - from[0], to[1] - from[1]);
        }

        /** The larger eigenvalue of ((0.9, 0.4), (0.4, 0.4)), times √3 for the third row. */
        @Override
        public double curvature(double beta, double s) {
            return Math.sqrt(3) * (0.65 + Math.sqrt(0.0625 + 0.16));
        }

        @Override
        public double reach() {
            return 0.9;
        }

        @Override
        public double growth() {
            return Math.sqrt(2);
        }
    }

    private static PathFollower atStart(Arm arm, double side) {
        PathFollower follower = new PathFollower(arm);
        System.arraycopy(arm.exact(0, side), 0, follower.unknowns(), 0, 2);
        follower.factorAt(0);
        arm.places = 0;
        return follower;
    }

    /** Angles are right, and there are as many strides as the proofs ask for: others would be other proofs. */
    @ParameterizedTest
    @CsvSource({
        "0.6, 0.1, 0.62, 0.11, 1, 1",
        "0.6, 0.1, 0.5, 0.4, 7, 8",
        "0.6, 0.1, -0.5, 0.4, 22, 30",
        "0.3, -0.6, 0.3, 0.6, 25, 20",
        "0.85, 0.1, 0.2, 0.3, 13, 12",
        "0.1, 0.2, 0.7, 0.5, 17, 18"
    })
    void anArmFollowsALine(double x0, double y0, double x1, double y1, int left, int right) {
        for (double unit : new double[] {1, 7}) {
            for (double side : new double[] {1, -1}) {
                Arm arm = new Arm(unit, new double[] {x0, y0}, new double[] {x1, y1});
                PathFollower follower = atStart(arm, side);
                assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
                double[] exact = arm.exact(1, side);
                assertThat(Math.IEEEremainder(follower.unknowns()[0] / unit - exact[0] / unit, 2 * Math.PI))
                        .isCloseTo(0, within(1e-12));
                assertThat(follower.unknowns()[1]).isCloseTo(exact[1], within(1e-12));
                int strides = side > 0 ? left : right;
                assertThat(follower.strides()).isEqualTo(strides);
                assertThat(arm.places).isBetween(2 * strides, 5 * strides);
            }
        }
    }

    /** Ways that pass the stretched or the folded arm end there, all others do not. */
    @Test
    void anArmThatIsStretchedEndsTheWay() {
        for (double unit : new double[] {1, 7}) {
            Arm out = new Arm(unit, new double[] {0.6, 0.1}, new double[] {0.9, 0.3});
            PathFollower follower = atStart(out, 1);
            assertThat(follower.follow()).isEqualTo(Outcome.SINGULAR);
            assertThat(follower.unknowns()[1]).isBetween(0.0, 1e-5);
            Arm in = new Arm(unit, new double[] {0.6, 0.01}, new double[] {-0.6, 0.02});
            PathFollower inner = atStart(in, -1);
            assertThat(inner.follow()).isEqualTo(Outcome.SINGULAR);
            assertThat(inner.unknowns()[1]).isBetween(-Math.PI, -Math.PI + 1e-5);
        }
    }

    /** What a search finds is exact to rounding, from wherever it begins. */
    @Test
    void aSearchGoesOnToRounding() {
        for (int k = 0; k < 300; k++) {
            PathFollower follower = new PathFollower(new Circle(1, Math.sqrt(1 - 1e-4), 0));
            follower.unknowns()[0] = 0.012 + 1e-4 * k;
            assertThat(follower.search(0)).isTrue();
            assertThat(follower.norm()).isLessThanOrEqualTo(1e-15);
            assertThat(follower.unknowns()[0]).isCloseTo(0.01, within(1e-13));
            assertThat(follower.factors().inverseNorm())
                    .isCloseTo(1 / (follower.unknowns()[0] * Math.sqrt(5)), within(1e-9));
        }
        // far away, in steps that are shortened
        PathFollower far = new PathFollower(new Circle(1, 0, 0));
        far.unknowns()[0] = 9;
        assertThat(far.search(0)).isTrue();
        assertThat(far.unknowns()[0]).isCloseTo(1, within(1e-15));
    }

    /** What bends so much that no stride is proven is given up, far from any singular point. */
    @Test
    void aWayIsNotFollowedForever() {
        Circle circle = new Circle(1, 0, 0.5);
        circle.bend = 1e11;
        PathFollower follower = at(circle, 1);
        assertThat(follower.follow()).isEqualTo(Outcome.LOST);
        assertThat(follower.strides()).isEqualTo(10_001);
    }

    /** The tangent of an earlier way has no part in one that stays. */
    @Test
    void aWayThatStaysStays() {
        Circle circle = new Circle(1, 0, 0.6);
        PathFollower follower = at(circle, 1);
        assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
        circle.from = 0.6;
        circle.places = 0;
        assertThat(follower.follow()).isEqualTo(Outcome.REACHED);
        assertThat(circle.places).isLessThanOrEqualTo(2);
        assertThat(follower.unknowns()[0]).isCloseTo(0.8, within(1e-15));
    }
}
