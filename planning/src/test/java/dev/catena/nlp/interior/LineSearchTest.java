package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.run.CompressedRows;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps along a line are halved until the filter and [WaechterBiegler 18 to 20] are content, and corrected on curved rows. */
class LineSearchTest {
    /** Two variables without bounds under one row, or none. */
    private static final class Form implements SlackForm {
        private static final double[] OPEN = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        private static final double[] BELOW = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};

        private final ToDoubleFunction<double[]> objective;
        private final ToDoubleFunction<double[]> row;
        private final CompressedRows jacobian;
        private int evaluations;

        Form(ToDoubleFunction<double[]> objective, ToDoubleFunction<double[]> row, double... gradientOfRow) {
            this.objective = objective;
            this.row = row;
            jacobian = new CompressedRows(SparsityPattern.dense(gradientOfRow.length / 2, 2));
            jacobian.set(gradientOfRow);
        }

        @Override
        public int variableCount() {
            return 2;
        }

        @Override
        public int rowCount() {
            return jacobian.rowCount();
        }

        @Override
        public int slackCount() {
            return 0;
        }

        @Override
        public int slackRow(int slack) {
            throw new AssertionError();
        }

        @Override
        public double slackSign(int slack) {
            throw new AssertionError();
        }

        @Override
        public double[] lower() {
            return BELOW;
        }

        @Override
        public double[] upper() {
            return OPEN;
        }

        @Override
        public double objective(double[] v) {
            evaluations++;
            return objective.applyAsDouble(v);
        }

        @Override
        public boolean constraints(double[] v, double[] out) {
            for (int r = 0; r < out.length; r++) {
                out[r] = row.applyAsDouble(v);
            }
            return true;
        }

        @Override
        public boolean derivatives(double[] v, double[] gradientOut) {
            throw new AssertionError();
        }

        @Override
        public CompressedRows jacobian() {
            return jacobian;
        }

        @Override
        public boolean addHessian(double[] v, double[] y, double[] matrix) {
            throw new AssertionError();
        }
    }

    private final Filter filter = new Filter();
    private double[] dv = {1, 0};
    private double[] dy = {};
    private final double[] right = new double[2];
    private Form form = new Form(v -> 0, v -> 0);
    private Iterate current = new Iterate(form);
    private Iterate trial = new Iterate(form);
    private double smallTheta;
    private double alpha;

    private void take(Form newForm, double... start) {
        form = newForm;
        current = new Iterate(form);
        trial = new Iterate(form);
        dy = new double[form.rowCount()];
        System.arraycopy(start, 0, current.v, 0, 2);
        assertThat(current.evaluate(form)).isTrue();
        form.evaluations = 0;
    }

    private boolean search(double slope) {
        KktSystem kkt = new KktSystem(form);
        kkt.hessian()[0] = 1;
        kkt.hessian()[3] = 1;
        assertThat(kkt.factor(new double[2], 0.1)).isTrue();
        LineSearch search = new LineSearch(form, new BarrierTerms(form.lower(), form.upper()), kkt, filter);
        search.setSmallTheta(smallTheta);
        boolean found = search.search(current, trial, right, dv, dy, slope, 0.1, 0.99);
        alpha = search.alpha();
        return found;
    }

    /** φ along the step is s α + c α², and falls at α = ½ by a part of s that is next to that of Armijo's rule, ½ 1e-8. */
    @ParameterizedTest
    @CsvSource({"-4, 0.7e-8, 0.5", "-4, 0.4e-8, 0.25", "-0.25, 0.7e-8, 0.5", "-0.25, 0.4e-8, 0.25"})
    void stepsFallEnough(double slope, double part, double expected) {
        double c = 4 * -slope * (0.5 - part);
        take(new Form(v -> slope * v[0] + c * v[0] * v[0], v -> 0), 0, 0);
        assertThat(search(slope)).isTrue();
        assertThat(alpha).isEqualTo(expected);
        assertThat(trial.v[0]).isEqualTo(expected);
        // a step that falls as it should leaves no mark
        assertThat(filter.accepts(1, 1e3)).isTrue();
    }

    /** A step uphill that closes the row is taken, and the point before is not returned to. */
    @Test
    void stepsTowardsTheRowMayRise() {
        take(new Form(v -> v[0], v -> v[0] - 1, 1, 0), 0, 0);
        assertThat(search(1)).isTrue();
        assertThat(alpha).isEqualTo(1);
        assertThat(filter.accepts(1, 0)).isFalse();
        assertThat(filter.accepts(0.5, 0)).isTrue();
    }

    /** Near the row a step downhill must fall by Armijo's rule, else the point before is marked. */
    @Test
    void fallingDecidesNearTheRowOnly() {
        // as much fall as the filter wants, 1e-8 θ, but not Armijo's 1e-8 · 4
        double fall = 2e-8;
        for (boolean near : new boolean[] {false, true}) {
            take(new Form(v -> v[0] == 0 ? 0 : v[0] < 1 ? -1 : -fall, v -> 0.1, 0, 1), 0, 0);
            smallTheta = near ? 0.2 : 0.05;
            filter.reset(10);
            assertThat(search(-4)).isTrue();
            assertThat(alpha).isEqualTo(near ? 0.5 : 1);
            assertThat(filter.accepts(0.1, 0)).isEqualTo(near);
        }
    }

    /** At most five powers of ten at once beyond ten, or beyond what φ is. */
    @ParameterizedTest
    @CsvSource({"0, 0.9e6, true", "0, 1.1e6, false", "1000, 0.9e8, true", "1000, 1.1e8, false"})
    void valuesThatGrowTooMuchAreRefused(double before, double growth, boolean accepted) {
        take(new Form(v -> v[0] == 0 ? before : before + growth, v -> v[0] < 0.9 ? 1 : 0, 1, 0), 0, 0);
        assertThat(search(1)).isEqualTo(accepted);
    }

    /** 0.05 times the least of γ_θ, γ_φ θ/−s and, near the row, θ^1.1/(−s)^2.3 [WaechterBiegler 23]: so often is a step halved. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 21",
        "-1, 1, 0, 31",
        "-0.01, 1, 0, 25",
        "-100, 1, 0, 38",
        "-1, 10, 0, 28",
        "-100, 1, 2, 38",
        "-1e6, 1, 0, 51",
        "-1e7, 1, 0, 55",
        "-1e7, 1, 2, 58",
        "-1e7, 1, 1, 58",
        "-1, 0.0001, 2, 45",
        "-1, 0, 0, 60"
    })
    void stepsAreGivenUpInTheEnd(double slope, double theta, double small, int trials) {
        take(new Form(v -> v[0] == 0 ? 0 : Double.NaN, v -> theta, 1, 0), 0, 0);
        smallTheta = small;
        assertThat(search(slope)).isFalse();
        assertThat(form.evaluations).isEqualTo(trials);
    }

    /** Along the tangent of a circle the violation grows; the step is bent towards it. */
    @Test
    void curvedRowsAreFollowed() {
        double x = 1.0001;
        take(new Form(v -> -v[1], v -> v[0] * v[0] + v[1] * v[1] - 1, 2 * x, 0), x, 0);
        dv = new double[] {-(x * x - 1) / (2 * x), 1};
        right[1] = 1;
        filter.reset(0.5);
        assertThat(search(-1)).isTrue();
        assertThat(alpha).isEqualTo(1);
        // J d = −c − c(v + d), and along the row as before
        double met = Math.pow(x + -(x * x - 1) / (2 * x), 2);
        assertThat(2 * x * dv[0]).isCloseTo(-(x * x - 1) - met, within(1e-12));
        assertThat(dv[1]).isCloseTo(1, within(1e-12));
        // d_x + 2 x y = 0
        assertThat(dy[0]).isCloseTo(-dv[0] / (2 * x), within(1e-12));
        assertThat(trial.v[0]).isEqualTo(x + dv[0]);
        assertThat(trial.v[1]).isEqualTo(dv[1]);
        assertThat(form.evaluations).isEqualTo(2);
    }

    /** Corrections end where they do not help, and after four; the step is then halved as it was. */
    @ParameterizedTest
    @ValueSource(strings = {"1 4 4 0.5", "1 4 0.992 0.5", "1 4 0.9 0.8 0.7 0.65 0.5"})
    void correctionsThatDoNotHelpAreLeft(String violations) {
        double[] met = Arrays.stream(violations.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        int[] next = {0};
        take(new Form(v -> 0, v -> met[next[0]++], 1, 0), 0, 0);
        filter.reset(0.6);
        assertThat(search(1)).isTrue();
        assertThat(form.evaluations).isEqualTo(met.length - 1);
        assertThat(alpha).isEqualTo(0.5);
        assertThat(dv).containsExactly(1, 0);
    }

    /** A corrected step that helps more and more is taken when it is good enough. */
    @Test
    void correctionsAreRepeated() {
        double[] met = {1, 4, 0.9, 0.5};
        int[] next = {0};
        take(new Form(v -> 0, v -> met[next[0]++], 2, 0), 0, 0);
        filter.reset(0.6);
        assertThat(search(1)).isTrue();
        // J d = −(1 + 4 + 0.9)
        assertThat(2 * dv[0]).isCloseTo(-5.9, within(1e-12));
        assertThat(alpha).isEqualTo(1);
    }
}
