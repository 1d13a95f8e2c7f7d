package dev.catena.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.testkit.RandomRobots;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When code takes over, whatever the compiler takes; the code here is a fake that can be told by its numbers. */
@Timeout(60)
class AutomaticFunctionsTest {
    private static final RobotModel ROBOT = RandomRobots.chain(11, 3).build();
    private static final double MARK = 1e6;
    private static final long CHANGE = 20;

    private final AtomicInteger compiled = new AtomicInteger();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final AutomaticFunctions functions = new AutomaticFunctions(most -> new FakeCode(), CHANGE);

    /** Torques that are off by {@link #MARK}, once {@link #ready} is open. */
    private final class FakeCode implements RobotFunctions {
        @Override
        public TorqueFunction torque(RobotModel robot) {
            compiled.incrementAndGet();
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new Marked(new InverseDynamics(robot));
        }

        @Override
        public MassMatrixFunction massMatrix(RobotModel robot) {
            throw new IllegalArgumentException("too large");
        }

        @Override
        public AccelerationFunction acceleration(RobotModel robot) {
            throw new UnsupportedOperationException("a fault of the compiler");
        }
    }

    private record Marked(InverseDynamics dynamics) implements TorqueFunction {
        @Override
        public void compute(double[] q, double[] qd, double[] qdd, double[] tauOut) {
            dynamics.compute(q, qd, qdd, tauOut);
            tauOut[0] += MARK;
        }

        @Override
        public Marked copy() {
            return new Marked(dynamics.copy());
        }
    }

    /** The number of the first call that is by code, of so many; 0 if none is. */
    private static long firstByCode(TorqueFunction torque, long calls) {
        double[] x = new double[ROBOT.jointCount()];
        double[] tau = new double[ROBOT.jointCount()];
        long first = 0;
        for (long call = 1; call <= calls; call++) {
            torque.compute(x, x, x, tau);
            boolean byCode = tau[0] > MARK / 2;
            assertThat((byCode && first == 0) || byCode == (first > 0)).isTrue();
            first = byCode && first == 0 ? call : first;
        }
        return first;
    }

    @Test
    void codeTakesOverAtOneCallWhetherItWasReadyLongBefore() {
        ready.countDown();
        TorqueFunction torque = functions.torque(ROBOT);
        assertThat(torque.origin()).isEqualTo("hand-written");
        assertThat(firstByCode(torque, 2 * CHANGE)).isEqualTo(CHANGE);
        // the code is there, and yet a copy does as the first did
        TorqueFunction again = torque.copy();
        assertThat(again.origin()).isEqualTo("hand-written");
        assertThat(firstByCode(again, 2 * CHANGE)).isEqualTo(CHANGE);
        assertThat(again.origin()).isEqualTo("hand-written, from computation 20 on compiled");
        assertThat(compiled).hasValue(1);
    }

    @Test
    void orIsReadyOnlyWhenSomebodyWaitsForIt() {
        Thread caller = Thread.currentThread();
        TorqueFunction torque = functions.torque(ROBOT);
        assertThat(firstByCode(torque, CHANGE - 1)).isZero();
        Thread late = new Thread(() -> {
            while (caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            ready.countDown();
        });
        late.setDaemon(true);
        late.start();
        assertThat(firstByCode(torque, 1)).isEqualTo(1);
    }

    @Test
    void fewComputationsCompileNothing() {
        TorqueFunction torque = functions.torque(ROBOT);
        assertThat(firstByCode(torque, CHANGE / 5 - 1)).isZero();
        assertThat(compiled).hasValue(0);
        ready.countDown();
    }

    @Test
    void whatCannotBeCompiledStaysHandWritten() {
        ready.countDown();
        MassMatrixFunction masses = functions.massMatrix(ROBOT);
        double[] q = new double[ROBOT.jointCount()];
        double[] expected = new double[q.length * q.length];
        double[] actual = new double[q.length * q.length];
        RobotFunctions.byHand().massMatrix(ROBOT).compute(q, expected);
        for (int call = 0; call < 2 * CHANGE; call++) {
            masses.compute(q, actual);
            assertThat(actual).containsExactly(expected);
        }
        assertThat(masses.origin()).isEqualTo("hand-written");
    }

    @Test
    void aFaultOfTheCompilerIsNoneOfTheRun() {
        AccelerationFunction acceleration = functions.acceleration(ROBOT);
        double[] x = new double[ROBOT.jointCount()];
        double[] expected = new double[x.length];
        double[] actual = new double[x.length];
        RobotFunctions.byHand().acceleration(ROBOT).compute(x, x, x, expected);
        for (int call = 0; call < 2 * CHANGE; call++) {
            acceleration.compute(x, x, x, actual);
            assertThat(actual).containsExactly(expected);
        }
        assertThat(acceleration.origin()).isEqualTo("hand-written");
    }

    @Test
    void secondDerivativesAreHandWritten() {
        assertThat(functions.torqueCurvature(ROBOT)).isInstanceOf(TorqueCurvature.class);
    }

    @Test
    void anotherThreadIsRefusedEvenAtTheChange() throws InterruptedException {
        ready.countDown();
        TorqueFunction torque = functions.torque(ROBOT);
        assertThat(firstByCode(torque, CHANGE - 1)).isZero();
        Throwable[] thrown = new Throwable[1];
        Thread other = new Thread(() -> assertThatThrownBy(() -> firstByCode(torque, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("InverseDynamics", "copy()")
                .satisfies(e -> thrown[0] = e));
        other.start();
        other.join();
        assertThat(thrown[0]).isNotNull();
        assertThat(firstByCode(torque, 1)).isEqualTo(1);
    }

    @Test
    void sharedFunctionsAreMadeOnceAndCopied() {
        AtomicInteger made = new AtomicInteger();
        SharedFunctions shared = new SharedFunctions(ROBOT, new RobotFunctions() {
            @Override
            public TorqueFunction torque(RobotModel robot) {
                made.incrementAndGet();
                return RobotFunctions.super.torque(robot);
            }
        });
        assertThat(made).hasValue(0);
        assertThat(shared.origin()).isEmpty();
        assertThat(shared.torque()).isNotSameAs(shared.torque());
        assertThat(made).hasValue(1);
        assertThat(shared.torqueCurvature()).isNotNull();
        assertThat(shared.origin()).isEqualTo("torque hand-written; second torque derivatives hand-written");
    }

    @Test
    void codeOfEqualRobotsIsMadeOnceAndThatOfTheLastIsKept() {
        ready.countDown();
        RobotFunctions code = Compilers.compiled(Optional.of(most -> new FakeCode()));
        for (int k = 0; k < 3; k++) {
            RobotModel equal = ROBOT.toBuilder().build();
            assertThat(firstByCode(code.torque(equal), 1)).isEqualTo(1);
        }
        assertThat(compiled).hasValue(1);
        for (int k = 1; k <= RememberedFunctions.MOST_ROBOTS; k++) {
            assertThat(code.torque(ROBOT.toBuilder().gravity(0, 0, k).build())).isNotNull();
        }
        assertThat(compiled).hasValue(1 + RememberedFunctions.MOST_ROBOTS);
        assertThat(code.torque(ROBOT)).isNotNull();
        assertThat(compiled).hasValue(2 + RememberedFunctions.MOST_ROBOTS);
    }

    @Test
    void withoutACompilerNothingIsCompiled() {
        assertThat(Compilers.automatic(Optional.empty(), CHANGE)).isSameAs(RobotFunctions.byHand());
        assertThatThrownBy(() -> Compilers.compiled(Optional.empty()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dev.catena.compile");
        assertThatThrownBy(() -> RobotFunctions.automatic(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
