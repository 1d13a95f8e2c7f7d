package dev.catena.mechanism.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.mechanism.continuation.PathFollower.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
            return Math.hypot(2, 1);
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
}
