package dev.catena.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.State;
import dev.catena.formats.table.StateTable.StateBuilder;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What does not stay in memory comes back as it was. */
class StatePagesTest {
    private static final int MANY = (StatePages.LEAST + 2) * StatePages.PAGE + 5;
    private static final List<String> JOINTS = List.of("a", "b");

    /** Each has something else than its neighbors. */
    private static State state(int k) {
        StateBuilder state = new StateBuilder().set(Series.POSITION, k, -0.5 * k);
        if (k % 2 == 0) {
            state.time(0.25 * k);
        }
        if (k % 3 == 0) {
            state.set(Series.MOTOR_ACCELERATION, 1, k).set(Series.VELOCITY, k, 2);
        }
        if (k % 5 == 0) {
            WrenchFrame frame = k % 10 == 0 ? WrenchFrame.BODY : WrenchFrame.WORLD;
            state.wrench("tool", new AppliedWrench(frame, new Wrench(new Vector3(1, 2, k), new Vector3(k, 5, 6))));
            state.wrench("ärm", new AppliedWrench(WrenchFrame.BODY, new Wrench(Vector3.X, Vector3.Z)));
        }
        if (k % 7 == 0) {
            state.contact("foot:point").contact("hand:plane:0,0,1");
        }
        if (k % 11 == 0) {
            Vector3 v = new Vector3(k, 2, 3);
            state.base(new BaseState(v, 0.1, 0.2, 0.3, k, Vector3.X, v, Vector3.Z, v, v, Vector3.X));
        }
        return state.build();
    }

    private static void assertSame(State actual, State expected) {
        assertThat(actual.time()).isEqualTo(expected.time());
        for (Series series : Series.values()) {
            assertThat(actual.has(series)).isEqualTo(expected.has(series));
            if (expected.has(series)) {
                assertThat(actual.numbers(series)).containsExactly(expected.numbers(series));
            }
        }
        assertThat(actual.wrenches()).containsExactlyEntriesOf(expected.wrenches());
        assertThat(actual.contacts()).isEqualTo(expected.contacts());
        assertThat(actual.base()).isEqualTo(expected.base());
    }

    private static List<State> pages(int count) {
        StatePages.Builder builder = new StatePages.Builder();
        for (int k = 0; k < count; k++) {
            builder.add(state(k));
        }
        assertThat(builder.size()).isEqualTo(count);
        return builder.build();
    }

    @Test
    void statesComeBackAsTheyWereInAnyOrder() {
        List<State> pages = pages(MANY);
        assertThat(pages).isInstanceOf(StatePages.class).hasSize(MANY);
        for (int k = 0; k < MANY; k += 5) {
            assertSame(pages.get(k), state(k));
        }
        for (int k = MANY - 1; k >= 0; k -= 97) {
            assertSame(pages.get(k), state(k));
        }
        Random random = new Random(3);
        for (int k = 0; k < 50; k++) {
            int index = random.nextInt(MANY);
            assertSame(pages.get(index), state(index));
        }
        assertThatThrownBy(() -> pages.get(MANY)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void fewStatesAndThoseOfWholePagesAreAllThere() {
        assertThat(pages(100)).isNotInstanceOf(StatePages.class).hasSize(100);
        int whole = StatePages.LEAST * StatePages.PAGE;
        assertThat(pages(whole)).isNotInstanceOf(StatePages.class).hasSize(whole);
        assertSame(pages(whole + 1).get(whole), state(whole));
        List<State> two = pages(whole + 2 * StatePages.PAGE);
        assertSame(two.get(two.size() - 1), state(two.size() - 1));
    }

    @Test
    void threadsSeeTheSame() throws Exception {
        List<State> pages = pages(MANY);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int step : new int[] {1031, 1979}) {
                tasks.add(() -> {
                    for (int k = 0; k < 100; k++) {
                        int index = (int) ((long) k * step % MANY);
                        if (pages.get(index).numbers(Series.POSITION)[0] != index) {
                            return false;
                        }
                    }
                    return true;
                });
            }
            for (Future<Boolean> task : threads.invokeAll(tasks)) {
                assertThat(task.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void textThatIsReadFromAStreamIsTheTable() throws IOException {
        List<State> states = new ArrayList<>();
        for (int k = 0; k < MANY; k++) {
            states.add(state(k));
        }
        String json = StateTableJson.write(new StateTable(JOINTS, states));
        for (String text : List.of(json, "\ufeff \n" + json)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            StateTable table = StateTables.read(new ByteArrayInputStream(bytes), "pipe");
            assertThat(table.states()).isInstanceOf(StatePages.class);
            assertThat(StateTableJson.write(table)).isEqualTo(json);
            assertThat(StateTableJson.write(table.inOrderOf(List.of("b", "a")).inOrderOf(JOINTS)))
                    .isEqualTo(json);
        }
        String csv = "q_a,q_b\n" + "1,2\n".repeat(MANY);
        StateTable table = StateTables.read(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), "pipe");
        assertThat(table.size()).isEqualTo(MANY);
        assertThat(table.states()).isInstanceOf(StatePages.class);
        assertThat(StateTableCsv.write(table)).isEqualTo("q_a,q_b\n" + "1.0,2.0\n".repeat(MANY));
    }

    @Test
    void changedStatesAreLookedAtWhenTheyAreAskedFor() {
        StateTable table = new StateTable(JOINTS, List.of(state(0), state(1)));
        StateTable changed = table.changed(k -> new StateBuilder()
                .set(Series.POSITION, k == 0 ? new double[] {7, 8} : new double[] {Double.NaN, 0})
                .build());
        assertThat(changed.values(0, Series.POSITION)).containsExactly(7, 8);
        assertThatThrownBy(() -> changed.values(1, Series.POSITION)).hasMessageContaining("q of state 1 is [NaN, 0.0]");
    }
}
