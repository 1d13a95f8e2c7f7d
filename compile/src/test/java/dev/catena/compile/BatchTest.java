package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.catena.formats.ShippedRobots;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Allocations;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of batches whatever they compute. */
class BatchTest {
    private static final CompiledFunction TORQUE = RobotCompiler.compile(ShippedRobots.load("panda"), Quantity.TORQUE);
    private static final int STATES = 1500;

    private static double[][] vectors() {
        Random random = new Random(5);
        double[][] vectors = new double[4][];
        Arrays.setAll(vectors, v -> v < 3 ? random.doubles(7L * STATES, -3, 3).toArray() : new double[7 * STATES]);
        return vectors;
    }

    private static double[] torques(int threads) {
        double[][] vectors = vectors();
        new Batch(TORQUE, threads).evaluate(STATES, vectors);
        return vectors[3];
    }

    /** Vectors that HotSpot has not compiled are objects, but no caller's thread meets them; nor does waiting allocate. */
    @Test
    void nothingIsAllocated() {
        double[][] vectors = vectors();
        Batch one = new Batch(TORQUE, 1);
        assertThat(Allocations.bytes(() -> one.evaluate(3, 5, vectors))).isZero();
        assertThat(Allocations.bytes(() -> one.evaluate(0, 200, vectors))).isZero();
        CompiledFunction gravity = RobotCompiler.compile(ShippedRobots.load("two-link"), Quantity.GRAVITY);
        double[][] angles = {new double[2 * STATES], new double[2 * STATES]};
        Batch several = new Batch(gravity, 3);
        assertThat(Allocations.bytes(() -> several.evaluate(0, 1100, angles))).isZero();
        Batch byState = Batch.stateByState(TORQUE);
        assertThat(Allocations.bytes(() -> byState.evaluate(0, 40, vectors))).isZero();
    }

    /**
     * Nor do the first calls, during which the thread begins that has the code compiled: in virtual machines of their own, since what
     * comes into being once comes once in each. The least counts, for now and then one allocates something for itself.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void firstCallsAllocateNothing(int threads) throws IOException {
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 4 && least > 0; k++) {
            least = Math.min(least, bytesOfFirstCalls(threads));
        }
        assertThat(least).isZero();
    }

    private static long bytesOfFirstCalls(int threads) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--add-modules=jdk.incubator.vector",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FirstCalls.class.getName(),
                        Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(printed.strip());
    }

    /** Prints what the first calls of a batch allocate. */
    static final class FirstCalls {
        private static final int CALLS = 40;

        public static void main(String[] arguments) {
            double[][] vectors = vectors();
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            Batch batch = new Batch(TORQUE, Integer.parseInt(arguments[0]));
            // asked twice, for the first time that may be new to the virtual machine too
            long unused = threads.getCurrentThreadAllocatedBytes();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                batch.evaluate(0, STATES, vectors);
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            System.out.println(bytes);
        }
    }

    @Test
    void resultsDoNotDependOnThreads() {
        assertThat(torques(3)).isEqualTo(torques(1));
    }

    /** The pool may have no thread to spare: then the caller's does everything. */
    @Test
    void helpersMayNeverCome() throws Exception {
        double[] expected = torques(1);
        double[][] vectors = vectors();
        int everybody = ForkJoinPool.commonPool().getParallelism();
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(everybody);
        for (int k = 0; k < everybody; k++) {
            ForkJoinPool.commonPool().execute(() -> {
                taken.countDown();
                awaitQuietly(end);
            });
        }
        taken.await();
        Batch batch = new Batch(TORQUE, 3);
        for (int k = 0; k < 3; k++) {
            Arrays.fill(vectors[3], 0);
            batch.evaluate(STATES, vectors);
            assertThat(vectors[3]).isEqualTo(expected);
        }
        end.countDown();
        for (int k = 0; k < 50; k++) {
            Arrays.fill(vectors[3], 0);
            batch.evaluate(STATES, vectors);
            assertThat(vectors[3]).isEqualTo(expected);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void errorsOfAnyThreadArePassedOn() {
        Batch batch = new Batch(TORQUE, 2);
        assertThatThrownBy(() -> batch.evaluate(
                        STATES,
                        done -> {
                            throw new StackOverflowError("from a thread");
                        },
                        vectors()))
                .isInstanceOf(StackOverflowError.class);
        double[][] vectors = vectors();
        batch.evaluate(STATES, vectors);
        assertThat(vectors[3]).isEqualTo(torques(1));
    }

    /** However the states are put into blocks, and however often the code has run before. */
    @Test
    void resultsDoNotDependOnBlocks() {
        double[] expected = torques(1);
        double[][] vectors = vectors();
        Batch batch = new Batch(TORQUE, 2);
        Random random = new Random(6);
        for (int from = 0; from < STATES; ) {
            int count = Math.min(STATES - from, 1 + random.nextInt(90));
            batch.evaluate(from, count, vectors);
            from += count;
        }
        assertThat(vectors[3]).isEqualTo(expected);
        for (int k = 0; k < 400; k++) {
            batch.evaluate(STATES, vectors);
        }
        assertThat(vectors[3]).isEqualTo(expected);
    }

    /** A state with a velocity whose square is large makes its neighbors no different. */
    @Test
    void aSuspiciousStateLeavesItsNeighborsAlone() {
        double[] expected = torques(1);
        double[][] vectors = vectors();
        vectors[2][9] = 1e305;
        vectors[2][STATES + 9] = -1e305;
        for (int v = 0; v < 7; v++) {
            vectors[2][v * STATES + 17] = 0x1p1023 / 8;
        }
        new Batch(TORQUE, 1).evaluate(0, 20, vectors);
        for (int s : new int[] {8, 10, 11, 16, 18, 19}) {
            for (int j = 0; j < 7; j++) {
                assertThat(vectors[3][j * STATES + s]).isEqualTo(expected[j * STATES + s]);
            }
        }
    }
}
