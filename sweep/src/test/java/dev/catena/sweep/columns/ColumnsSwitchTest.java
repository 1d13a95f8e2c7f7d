package dev.catena.sweep.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The work beside is done here when the test says so. */
class ColumnsSwitchTest {
    private final Columns plain = new Columns();
    private final Columns others = new Columns();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final List<Runnable> beside = new ArrayList<>();

    private ColumnsSwitch readyAtLook(int number) {
        return new ColumnsSwitch(
                plain,
                () -> {
                    made.incrementAndGet();
                    return others;
                },
                columns -> () -> {
                    assertThat(columns).isSameAs(others);
                    return looks.incrementAndGet() >= number;
                },
                beside::add);
    }

    @Test
    void othersAreMadeOnceWhenTheyAreWorthWhileAndTakenWhenTheyAreReady() {
        ColumnsSwitch columns = readyAtLook(3);
        for (int call = 1; call < ColumnsSwitch.WORTH_WHILE; call++) {
            assertThat(columns.get()).isSameAs(plain);
        }
        assertThat(made).hasValue(0);
        for (int call = 0; call < 3 * ColumnsSwitch.WORTH_WHILE; call++) {
            assertThat(columns.get()).as("not ready yet").isSameAs(plain);
        }
        assertThat(made).hasValue(1);
        assertThat(beside).hasSize(1);

        beside.get(0).run();

        assertThat(looks).hasValue(3);
        assertThat(columns.get()).isSameAs(others);
        assertThat(columns.get()).isSameAs(others);
        assertThat(made).hasValue(1);
    }

    @Test
    void thoseThatAreNeverReadyAreNeverTakenAndGivenUp() {
        ColumnsSwitch columns = readyAtLook(Integer.MAX_VALUE);
        for (int call = 0; call < ColumnsSwitch.WORTH_WHILE; call++) {
            assertThat(columns.get()).isSameAs(plain);
        }

        beside.get(0).run();

        assertThat(looks).hasValue(ColumnsSwitch.MOST_LOOKS);
        assertThat(columns.get()).isSameAs(plain);
    }

    @Test
    void whereThereAreNoOthersPlainOnesAreEnough() {
        ColumnsSwitch columns = new ColumnsSwitch(plain, () -> null, given -> () -> true, beside::add);
        for (int call = 0; call < 2 * ColumnsSwitch.WORTH_WHILE; call++) {
            assertThat(columns.get()).isSameAs(plain);
        }
        assertThat(beside).isEmpty();
    }
}
