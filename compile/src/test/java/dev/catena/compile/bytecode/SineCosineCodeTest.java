package dev.catena.compile.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.algebra.SineCosine;
import dev.catena.algebra.SineTable;
import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.textbook.DoubleDouble;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * Sines and cosines of generated code are those of core, to the error of both; those of vectors of states fuse
 * products and sums.
 */
class SineCosineCodeTest {
    private static final CheckedProgram PROGRAM = CheckedProgram.of(program());

    private static Program program() {
        Symbol angle = new Graph().input("angle", 1).get(0);
        return Program.of(List.of(new OutputVector("turn", List.of(angle.sine(), angle.cosine()))));
    }

    private static double[] angles() {
        DoubleStream special = DoubleStream.of(
                0.0,
                Double.MIN_VALUE,
                1e-310,
                Double.MIN_NORMAL,
                1e-200,
                1e-9,
                Math.PI / 4,
                Math.PI / 2,
                Math.PI,
                SineCosine.REDUCIBLE);
        DoubleStream random = new Random(1).doubles(500, 0, 20);
        DoubleStream large = new Random(2).doubles(500, 0, SineCosine.REDUCIBLE);
        return DoubleStream.concat(special, DoubleStream.concat(random, large))
                .flatMap(x -> DoubleStream.of(x, -x))
                .toArray();
    }

    /** The sines, then the cosines. */
    private static double[] batch(double[] angles) {
        double[] turns = new double[2 * angles.length];
        double[][] vectors = {angles, turns};
        assertThat(warm().evaluate(vectors, angles.length, 0, angles.length)).isEqualTo(-1);
        return turns;
    }

    /** A kernel whose vectorized code counts as compiled. */
    private static BatchKernel warm() {
        int lanes = Hardware.lanes();
        FusedProgram fused = new FusedProgram(PROGRAM.program());
        Supplier<FusedKernel> alone = BatchKernelFactory.alone(PROGRAM, fused);
        Warmth warmth = new Warmth(PROGRAM, alone, lanes);
        warmth.setCompiled(BatchKernelFactory.vectorized(PROGRAM, lanes, VectorCode.LONG));
        return new WarmingKernel(alone.get(), new StepByStep(PROGRAM, fused), lanes, warmth);
    }

    private static double[] single(double angle) {
        double[] turn = new double[2];
        int status = KernelFactory.of(PROGRAM).create().evaluate(new double[] {angle}, turn);
        assertThat(status).isEqualTo(Kernel.DONE);
        return turn;
    }

    /** Core may round otherwise where the processor adds products in one instruction. */
    @Test
    void areExactAndSignedLikeThoseOfCore() {
        double[] angles = angles();
        double[] batch = batch(angles);
        SineCosine expected = new SineCosine();
        Kernel fused = KernelFactory.of(PROGRAM).create();
        Kernel unfused = KernelFactory.unfused(PROGRAM).create();
        for (int k = 0; k < angles.length; k++) {
            expected.set(angles[k]);
            checkExact(fused, angles[k], expected.sine);
            checkExact(unfused, angles[k], expected.sine);
            assertThat(batch[k]).as("many states, %s", angles[k]).isCloseTo(expected.sine, within(0x1p-51));
            assertThat(batch[angles.length + k])
                    .as("many states, %s", angles[k])
                    .isCloseTo(expected.cosine, within(0x1p-51));
            assertThat(Math.copySign(1, batch[k])).isEqualTo(Math.copySign(1, expected.sine));
        }
    }

    private static void checkExact(Kernel kernel, double angle, double ofCore) {
        double[] turn = new double[2];
        assertThat(kernel.evaluate(new double[] {angle}, turn)).isEqualTo(Kernel.DONE);
        DoubleDouble exact = DoubleDouble.of(angle);
        double sine = DoubleDouble.of(turn[0]).minus(exact.sine()).value();
        double cosine = DoubleDouble.of(turn[1]).minus(exact.cosine()).value();
        assertThat(Math.abs(sine)).as("one state, %s", angle).isLessThan(0x1p-52);
        assertThat(Math.abs(cosine)).as("one state, %s", angle).isLessThan(0x1p-52);
        assertThat(Math.copySign(1, turn[0])).isEqualTo(Math.copySign(1, ofCore));
    }

    /** Of an angle and a phase, as exact as of the angle alone; the factors themselves are rounded. */
    @Test
    void phasesCostNoDigits() {
        for (double phase : new double[] {0.3, -0.7, 1.2, 2, -2.3, 3, -3.1}) {
            Symbol angle = new Graph().input("angle", 1).get(0);
            Symbol c = angle.constant(Math.cos(phase));
            Symbol s = angle.constant(Math.sin(phase));
            List<Symbol> turn = List.of(
                    angle.sine().times(c).plus(angle.cosine().times(s)),
                    angle.cosine().times(c).minus(angle.sine().times(s)));
            Kernel kernel = KernelFactory.of(CheckedProgram.of(Program.of(List.of(new OutputVector("turn", turn)))))
                    .create();
            DoubleDouble exactPhase = DoubleDouble.of(phase);
            for (double x : angles()) {
                double[] found = new double[2];
                assertThat(kernel.evaluate(new double[] {x}, found)).isEqualTo(Kernel.DONE);
                DoubleDouble xs = DoubleDouble.of(x).sine();
                DoubleDouble xc = DoubleDouble.of(x).cosine();
                DoubleDouble exactSine = xs.times(exactPhase.cosine()).plus(xc.times(exactPhase.sine()));
                DoubleDouble exactCosine = xc.times(exactPhase.cosine()).minus(xs.times(exactPhase.sine()));
                double sine = DoubleDouble.of(found[0]).minus(exactSine).value();
                double cosine = DoubleDouble.of(found[1]).minus(exactCosine).value();
                assertThat(Math.abs(sine)).as("%s + %s", x, phase).isLessThan(1.5 * 0x1p-52);
                assertThat(Math.abs(cosine)).as("%s + %s", x, phase).isLessThan(1.5 * 0x1p-52);
            }
        }
    }

    /** Each entry is the number nearest to its sine, and all parts of the table are used. */
    @Test
    void tableIsExact() {
        for (int k = 0; k < SineTable.SINES.length; k++) {
            DoubleDouble angle = DoubleDouble.of(SineTable.STEP_1)
                    .plus(DoubleDouble.of(SineTable.STEP_2))
                    .times(DoubleDouble.of(k));
            double error =
                    DoubleDouble.of(SineTable.SINES[k]).minus(angle.sine()).value();
            assertThat(Math.abs(error)).as("entry %s", k).isLessThanOrEqualTo(Math.ulp(SineTable.SINES[k]) / 2 + 1e-30);
        }
    }

    /** Loops over states and vectors of them round alike. */
    @Test
    void stepsRoundAsVectorsDo() {
        double[] angles = Arrays.stream(angles())
                .filter(x -> Math.abs(x) < VectorSineCosine.REDUCIBLE)
                .toArray();
        double[] expected = new double[2 * angles.length];
        double[] steps = new double[2 * angles.length];
        int n = angles.length;
        assertThat(VectorCodeTest.vectorized(PROGRAM).evaluate(new double[][] {angles, expected}, n, 0, n))
                .isEqualTo(-1);
        StepByStep stepByStep = new StepByStep(PROGRAM, new FusedProgram(PROGRAM.program()));
        assertThat(stepByStep.evaluate(new double[][] {angles, steps}, n, 0, n)).isEqualTo(-1);
        for (int k = 0; k < 2 * n; k++) {
            assertThat(Double.doubleToRawLongBits(steps[k]))
                    .as("%s of %s", k < n ? "sine" : "cosine", angles[k % n])
                    .isEqualTo(Double.doubleToRawLongBits(expected[k]));
        }
    }

    /** Nor does code for one state round otherwise, whatever the angle. */
    @Test
    void oneStateRoundsAsStepsDo() {
        double[] angles = angles();
        int n = angles.length;
        double[] steps = new double[2 * n];
        double[] alone = new double[2 * n];
        FusedProgram fused = new FusedProgram(PROGRAM.program());
        assertThat(new StepByStep(PROGRAM, fused).evaluate(new double[][] {angles, steps}, n, 0, n))
                .isEqualTo(-1);
        FusedKernel kernel = BatchKernelFactory.alone(PROGRAM, fused).get();
        assertThat(kernel.evaluate(new double[][] {angles, alone}, n, 0, n)).isEqualTo(-1);
        assertThat(alone).isEqualTo(steps);
    }

    /** Vectorized code says which angles are beyond its range. */
    @Test
    void largeAnglesAreFound() {
        double[] angles = new double[Hardware.lanes()];
        for (double size :
                new double[] {Math.nextDown(VectorSineCosine.REDUCIBLE), VectorSineCosine.REDUCIBLE, 1e300}) {
            angles[1] = size;
            double[][] vectors = {angles, new double[2 * angles.length]};
            assertThat(VectorCodeTest.vectorized(PROGRAM).evaluate(vectors, angles.length, 0, angles.length))
                    .isEqualTo(size < VectorSineCosine.REDUCIBLE ? -1 : 0);
        }
    }

    /** Beyond the range of the reduction the library's own is used first. */
    @Test
    void anglesOfAnySize() {
        double[] angles = {Math.nextUp(SineCosine.REDUCIBLE), -1e6, 1e9, -1e22, 1e40, -1e59};
        double[] batch = batch(angles);
        for (int k = 0; k < angles.length; k++) {
            double[] one = single(angles[k]);
            assertThat(one[0]).isCloseTo(StrictMath.sin(angles[k]), within(0x1p-50));
            assertThat(one[1]).isCloseTo(StrictMath.cos(angles[k]), within(0x1p-50));
            assertThat(batch[k]).isCloseTo(StrictMath.sin(angles[k]), within(0x1p-50));
            assertThat(batch[angles.length + k]).isCloseTo(StrictMath.cos(angles[k]), within(0x1p-50));
        }
    }

    @Test
    void whatIsNotFiniteIsReported() {
        BatchKernel many =
                BatchKernelFactory.of(PROGRAM, KernelFactory.of(PROGRAM)).create();
        for (double angle : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThat(KernelFactory.of(PROGRAM).create().evaluate(new double[] {angle}, new double[2]))
                    .isEqualTo(Kernel.REFUSED);
            assertThat(many.evaluate(new double[][] {{angle}, new double[2]}, 1, 0, 1))
                    .isZero();
        }
        assertThat(many.evaluate(new double[][] {{1}, new double[2]}, 1, 0, 1)).isEqualTo(-1);
    }
}
