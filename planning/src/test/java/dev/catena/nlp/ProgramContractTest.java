package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.solver.InteriorPointSolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that break their own contract, by mistake or not, and what a solver makes of them. */
class ProgramContractTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Optimum at (1.5, 0.5): the nearest point of x1 + x2 ≤ 2 to (2, 1), within bounds. */
    private static FormulaProgram nearest() {
        return new FormulaProgram("nearest", "(x1-2)^2+(x2-1)^2", 0.1, 0.2)
                .bounds(1, 0, 5)
                .between("sum", -INFINITY, "x1+x2", 2);
    }

    private static Result solve(NonlinearProgram program) {
        return new InteriorPointSolver().solve(program);
    }

    // ---------------------------------------------------------------- functions without a value

    /** A function that has no value from a call on. */
    private static NonlinearProgram failing(String function, int from, double value) {
        int[] calls = {0};
        return new ForwardingProgram(nearest()) {
            private boolean fails(String name) {
                return name.equals(function) && calls[0]++ >= from;
            }

            @Override
            public double objective(double[] x) {
                return fails("objective") ? value : super.objective(x);
            }

            @Override
            public void gradient(double[] x, double[] gradientOut) {
                super.gradient(x, gradientOut);
                if (fails("gradient")) {
                    gradientOut[1] = value;
                }
            }

            @Override
            public void constraints(double[] x, double[] valuesOut) {
                super.constraints(x, valuesOut);
                if (fails("constraints")) {
                    valuesOut[0] = value;
                }
            }

            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                super.jacobian(x, valuesOut);
                if (fails("jacobian")) {
                    valuesOut[1] = value;
                }
            }

            @Override
            public Optional<LagrangianHessian> hessian() {
                LagrangianHessian exact = super.hessian().orElseThrow();
                return Optional.of(new LagrangianHessian() {
                    @Override
                    public SparsityPattern pattern() {
                        return exact.pattern();
                    }

                    @Override
                    public void values(double[] x, double factor, double[] multipliers, double[] valuesOut) {
                        exact.values(x, factor, multipliers, valuesOut);
                        if (fails("hessian")) {
                            valuesOut[2] = value;
                        }
                    }
                });
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "objective, NaN, objective is NaN",
        "objective, Infinity, objective is Infinity",
        "objective, -Infinity, objective is -Infinity",
        "gradient, NaN, derivative of the objective by x[1] is NaN",
        "gradient, Infinity, derivative of the objective by x[1] is Infinity",
        "constraints, NaN, sum is NaN",
        "constraints, -Infinity, sum is -Infinity",
        "jacobian, NaN, a derivative of sum is not finite"
    })
    void functionThatNeverHasAValueIsNamed(String function, double value, String message) {
        Result result = solve(failing(function, 0, value));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).startsWith("evaluation error after 0 iterations: " + message);
        // the start is feasible, where it has a value
        boolean hasValue = function.equals("gradient") || function.equals("jacobian");
        assertThat(result.bestFeasible().isPresent()).isEqualTo(hasValue);
        assertThat(result.lastPoint().point()).containsExactly(0.1, 0.2);
        assertThatThrownBy(result::solution)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(result.message());
    }

    /** Wherever it happens, the run ends, and what it ends with is no solution. */
    @ParameterizedTest
    @ValueSource(strings = {"objective", "gradient", "constraints", "jacobian", "hessian"})
    void functionThatLosesItsValueEndsTheRun(String function) {
        for (int from = 1; from < 12; from++) {
            Result result = solve(failing(function, from, Double.NaN));
            assertThat(result.iterationCount())
                    .as("%s from call %d on", function, from)
                    .isLessThan(500);
            if (result.status().isSolved()) {
                assertThat(result.solution().point()).containsExactly(new double[] {1.5, 0.5}, within(1e-6));
            } else {
                assertThatThrownBy(result::solution).isInstanceOf(IllegalStateException.class);
            }
            assertThat(result.message()).startsWith(result.status().toString());
        }
    }

    @Test
    void noValueAtTheSolutionIsNoSolution() {
        // the iteration's bounds are a little wider than the program's: its last point is moved back to x1 = 1
        NonlinearProgram picky = new ForwardingProgram(new FormulaProgram("edge", "x1", 3).bounds(1, 1, 9)) {
            @Override
            public double objective(double[] x) {
                return x[0] == 1 ? Double.NaN : super.objective(x);
            }
        };
        Result result = solve(picky);
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("objective is NaN");
        NonlinearProgram throwing = new ForwardingProgram(new FormulaProgram("edge", "x1", 3).bounds(1, 1, 9)) {
            @Override
            public void constraints(double[] x, double[] valuesOut) {
                if (x[0] == 1) {
                    throw new EvaluationException("singular at one");
                }
            }
        };
        Result thrown = solve(throwing);
        assertThat(thrown.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(thrown.message()).contains("singular at one");
    }

    /** x1 ≥ 0 by its bound and x1 = 0 by a row that is steep: what rounding at the bound makes of the row must be seen. */
    @Test
    void violationAtThePointHandedOutIsThatOfTheProgram() {
        Result result =
                solve(new FormulaProgram("steep", "x1", 0.5).bounds(1, 0, 1).between("row", 0, "100*x1", 0));
        assertThat(result.status().isSolved()).as(result.message()).isTrue();
        assertThat(result.solution().violation()).isLessThan(1e-6);
    }

    @Test
    void rowWithoutLimitsMayHaveNoValue() {
        FormulaProgram program = new FormulaProgram("free row", "(x1-3)^2", 1)
                .bounds(1, 0, 2)
                .between("free", -INFINITY, "log(0-x1)", INFINITY);
        Result result = solve(program);
        assertThat(result.status()).as(result.message()).isEqualTo(Status.OPTIMAL);
        assertThat(result.solution().point()[0]).isCloseTo(2, within(1e-6));
        assertThat(result.solution().violation()).isZero();
        assertThat(result.bestFeasible()).isPresent();
        FormulaProgram fixed =
                new FormulaProgram("fixed", "x1", 1).bounds(1, 1, 1).between("free", -INFINITY, "log(0-x1)", INFINITY);
        assertThat(solve(fixed).status()).isEqualTo(Status.OPTIMAL);
    }

    @Test
    void fixedProgramWithoutAValueIsAnEvaluationError() {
        Result result =
                solve(new FormulaProgram("fixed", "x1", 7).bounds(1, -1, -1).between("logarithm", 0, "log(x1)", 5));
        assertThat(result.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(result.message()).contains("logarithm is NaN");
    }

    // ---------------------------------------------------------------- entries that are left out, points that are
    // changed

    @Test
    void entriesThatAProgramDoesNotWriteHaveNoValue() {
        NonlinearProgram gradient = new ForwardingProgram(nearest()) {
            @Override
            public void gradient(double[] x, double[] gradientOut) {
                gradientOut[0] = 2 * (x[0] - 2);
            }
        };
        assertThat(solve(gradient).message()).contains("derivative of the objective by x[1] is NaN");
        NonlinearProgram constraints = new ForwardingProgram(nearest()) {
            @Override
            public void constraints(double[] x, double[] valuesOut) {}
        };
        assertThat(solve(constraints).message()).contains("sum is NaN");
        NonlinearProgram jacobian = new ForwardingProgram(nearest()) {
            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                valuesOut[0] = 1;
            }
        };
        assertThat(solve(jacobian).message()).contains("a derivative of sum is not finite");
        NonlinearProgram bounds = new ForwardingProgram(nearest()) {
            @Override
            public void variableBounds(double[] lowerOut, double[] upperOut) {
                lowerOut[0] = 0;
                upperOut[0] = 5;
            }
        };
        assertThatThrownBy(() -> solve(bounds)).hasMessageContaining("variable x[1] has lower limit NaN");
        NonlinearProgram rows = new ForwardingProgram(nearest()) {
            @Override
            public void constraintBounds(double[] lowerOut, double[] upperOut) {}
        };
        assertThatThrownBy(() -> solve(rows)).hasMessageContaining("constraint sum has lower limit NaN");
        NonlinearProgram start = new ForwardingProgram(nearest()) {
            @Override
            public void start(double[] xOut) {
                xOut[0] = 1;
            }
        };
        assertThatThrownBy(() -> solve(start))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("start of x[1] is NaN; expected a finite number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"objective", "gradient", "constraints", "Jacobian", "Hessian"})
    void programThatChangesItsPointIsRefused(String function) {
        NonlinearProgram writing = new ForwardingProgram(nearest()) {
            private void write(String name, double[] x) {
                if (name.equals(function)) {
                    x[1] += 1;
                }
            }

            @Override
            public double objective(double[] x) {
                double value = super.objective(x);
                write("objective", x);
                return value;
            }

            @Override
            public void gradient(double[] x, double[] gradientOut) {
                super.gradient(x, gradientOut);
                write("gradient", x);
            }

            @Override
            public void constraints(double[] x, double[] valuesOut) {
                super.constraints(x, valuesOut);
                write("constraints", x);
            }

            @Override
            public void jacobian(double[] x, double[] valuesOut) {
                super.jacobian(x, valuesOut);
                write("Jacobian", x);
            }

            @Override
            public Optional<LagrangianHessian> hessian() {
                LagrangianHessian exact = super.hessian().orElseThrow();
                return Optional.of(new LagrangianHessian() {
                    @Override
                    public SparsityPattern pattern() {
                        return exact.pattern();
                    }

                    @Override
                    public void values(double[] x, double factor, double[] multipliers, double[] valuesOut) {
                        exact.values(x, factor, multipliers, valuesOut);
                        write("Hessian", x);
                    }
                });
            }
        };
        assertThatThrownBy(() -> solve(writing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("the " + function + " of the program changed x[1] from", "leave x alone");
    }

    /** A program that keeps every array it was ever given and scribbles into all of them at each call. */
    @Test
    void arraysThatAProgramKeepsAreNotThoseOfTheSolver() {
        List<double[]> kept = new ArrayList<>();
        NonlinearProgram keeping = new ForwardingProgram(nearest()) {
            @Override
            public void variableBounds(double[] lowerOut, double[] upperOut) {
                super.variableBounds(lowerOut, upperOut);
                kept.add(lowerOut);
                kept.add(upperOut);
            }

            @Override
            public void constraintBounds(double[] lowerOut, double[] upperOut) {
                super.constraintBounds(lowerOut, upperOut);
                kept.add(lowerOut);
                kept.add(upperOut);
            }

            @Override
            public void start(double[] xOut) {
                super.start(xOut);
                kept.add(xOut);
            }

            @Override
            public double objective(double[] x) {
                kept.forEach(array -> Arrays.fill(array, 123));
                return super.objective(x);
            }
        };
        Result result = solve(keeping);
        assertThat(result.solution().point()).containsExactly(new double[] {1.5, 0.5}, within(1e-7));
        assertThat(result.solution().point())
                .containsExactly(solve(nearest()).solution().point());
    }

    @Test
    void sizesAndPatternsAreAskedForOnce() {
        int[] patterns = {0};
        NonlinearProgram counting = new ForwardingProgram(nearest()) {
            @Override
            public SparsityPattern jacobianPattern() {
                patterns[0]++;
                return super.jacobianPattern();
            }
        };
        assertThat(solve(counting).status()).isEqualTo(Status.OPTIMAL);
        assertThat(patterns[0]).isEqualTo(1);
    }

    // ---------------------------------------------------------------- sizes

    /** In variables 2ᵃ and an objective 2ᵇ times as large the iteration is the same, but for how far bounds are moved. */
    @ParameterizedTest
    @CsvSource({"-40, 0", "40, 0", "0, -50", "-20, -30", "30, -20"})
    void sizesMakeUnitsIrrelevant(int exponent, int objectiveExponent) {
        double size = Math.scalb(1.0, exponent);
        double objectiveSize = Math.scalb(1.0, objectiveExponent);
        FormulaProgram plain = HockSchittkowski.number(71);
        NonlinearProgram scaled = new RescaledProgram(plain, size, objectiveSize);
        Result expected = solve(plain);
        Result result = solve(scaled);
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
        assertThat(result.iterationCount()).isEqualTo(expected.iterationCount());
        double[] x = result.solution().point();
        for (int i = 0; i < x.length; i++) {
            assertThat(x[i] / size).isCloseTo(expected.solution().point()[i], within(2e-8));
            assertThat(result.solution().lowerBoundMultipliers()[i] * size / objectiveSize)
                    .isCloseTo(expected.solution().lowerBoundMultipliers()[i], within(1e-7));
            assertThat(result.solution().upperBoundMultipliers()[i] * size / objectiveSize)
                    .isCloseTo(expected.solution().upperBoundMultipliers()[i], within(1e-7));
        }
        assertThat(result.solution().objective() / objectiveSize)
                .isCloseTo(expected.solution().objective(), within(1e-6));
        for (int r = 0; r < 2; r++) {
            assertThat(result.solution().multipliers()[r] / objectiveSize)
                    .isCloseTo(expected.solution().multipliers()[r], within(1e-6));
        }
        Iteration last = result.log().get(result.log().size() - 1);
        assertThat(last.objective() / objectiveSize)
                .isCloseTo(expected.solution().objective(), within(1e-6));
    }

    /** Another program in other units: x = size · y. */
    private static final class RescaledProgram extends ForwardingProgram {
        private final NonlinearProgram program;
        private final double size;
        private final double objectiveSize;

        RescaledProgram(NonlinearProgram program, double size, double objectiveSize) {
            super(program);
            this.program = program;
            this.size = size;
            this.objectiveSize = objectiveSize;
        }

        private static void times(double[] array, double factor) {
            Arrays.setAll(array, i -> factor * array[i]);
        }

        private double[] original(double[] x) {
            double[] y = x.clone();
            times(y, 1 / size);
            return y;
        }

        @Override
        public double variableSize(int i) {
            return size;
        }

        @Override
        public double objectiveSize() {
            return objectiveSize;
        }

        @Override
        public void variableBounds(double[] lowerOut, double[] upperOut) {
            program.variableBounds(lowerOut, upperOut);
            times(lowerOut, size);
            times(upperOut, size);
        }

        @Override
        public void start(double[] xOut) {
            program.start(xOut);
            times(xOut, size);
        }

        @Override
        public double objective(double[] x) {
            return objectiveSize * program.objective(original(x));
        }

        @Override
        public void gradient(double[] x, double[] gradientOut) {
            program.gradient(original(x), gradientOut);
            times(gradientOut, objectiveSize / size);
        }

        @Override
        public void constraints(double[] x, double[] valuesOut) {
            program.constraints(original(x), valuesOut);
        }

        @Override
        public void jacobian(double[] x, double[] valuesOut) {
            program.jacobian(original(x), valuesOut);
            times(valuesOut, 1 / size);
        }

        @Override
        public Optional<LagrangianHessian> hessian() {
            LagrangianHessian exact = program.hessian().orElseThrow();
            return Optional.of(new LagrangianHessian() {
                @Override
                public SparsityPattern pattern() {
                    return exact.pattern();
                }

                @Override
                public void values(double[] x, double factor, double[] multipliers, double[] valuesOut) {
                    exact.values(original(x), factor * objectiveSize, multipliers, valuesOut);
                    times(valuesOut, 1 / (size * size));
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void sizesThatAreNoneAreRefused(double size) {
        NonlinearProgram variable = new ForwardingProgram(nearest()) {
            @Override
            public double variableSize(int i) {
                return i == 1 ? size : 1;
            }
        };
        assertThatThrownBy(() -> solve(variable))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size of x[1] is " + size + "; expected a positive number");
        NonlinearProgram objective = new ForwardingProgram(nearest()) {
            @Override
            public double objectiveSize() {
                return size;
            }
        };
        assertThatThrownBy(() -> solve(objective)).hasMessageContaining("size of the objective is " + size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000_000, 46_341, Integer.MAX_VALUE})
    void programsThatDoNotFitIntoMemoryAreRefusedWithWhatTheyTake(int variables) {
        NonlinearProgram huge = new ForwardingProgram(nearest()) {
            @Override
            public int variableCount() {
                return variables;
            }
        };
        assertThatThrownBy(() -> solve(huge))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a program of " + variables + " variables would take about", "GB");
    }

    // ---------------------------------------------------------------- options

    @Test
    void cancelingOneRunCancelsNoOther() {
        SolverOptions.defaults().cancellation().cancel();
        assertThat(solve(nearest()).status()).isEqualTo(Status.OPTIMAL);
        SolverOptions canceled = SolverOptions.defaults();
        canceled.cancellation().cancel();
        assertThat(new InteriorPointSolver().solve(nearest(), canceled).status())
                .isEqualTo(Status.CANCELED);
        assertThat(new InteriorPointSolver()
                        .solve(nearest(), canceled.tolerance(1e-3))
                        .status())
                .isEqualTo(Status.CANCELED);
    }

    @Test
    void timeLimitMayBeAsLongAsADurationCanBe() {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        Result result = new InteriorPointSolver()
                .solve(nearest(), SolverOptions.defaults().timeLimit(forever));
        assertThat(result.status()).isEqualTo(Status.OPTIMAL);
    }

    @Test
    void optionsAreCopiedWhole() {
        Cancellation button = new Cancellation();
        IterationListener listener = iteration -> {};
        SolverOptions all = SolverOptions.defaults()
                .tolerance(1e-5)
                .acceptableTolerance(1e-4)
                .feasibilityTolerance(1e-3)
                .iterationLimit(7)
                .timeLimit(Duration.ofSeconds(8))
                .hessian(HessianChoice.LIMITED_MEMORY)
                .initialBarrier(0.2)
                .scaling(false)
                .listener(listener)
                .cancellation(button)
                .iterationLimit(9);
        assertThat(all.tolerance()).isEqualTo(1e-5);
        assertThat(all.acceptableTolerance()).isEqualTo(1e-4);
        assertThat(all.feasibilityTolerance()).isEqualTo(1e-3);
        assertThat(all.iterationLimit()).isEqualTo(9);
        assertThat(all.timeLimit()).isEqualTo(Duration.ofSeconds(8));
        assertThat(all.hessian()).isEqualTo(HessianChoice.LIMITED_MEMORY);
        assertThat(all.initialBarrier()).isEqualTo(0.2);
        assertThat(all.scaling()).isFalse();
        assertThat(all.listener()).isSameAs(listener);
        assertThat(all.cancellation()).isSameAs(button);
        assertThat(SolverOptions.defaults().tolerance()).isEqualTo(1e-8);
        assertThat(SolverOptions.defaults().scaling()).isTrue();
        assertThat(SolverOptions.defaults().iterationLimit(0).iterationLimit()).isZero();
        assertThatThrownBy(() -> all.tolerance(INFINITY))
                .hasMessage("tolerance is Infinity, expected a positive number");
    }
}
