package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EndOfProcessTest {
    @Test
    void theEndIsNearWhenItIsAnnouncedAndComesWhenTheWorkIsDone() {
        CompletableFuture<Void> announced;
        try (EndOfProcess end = new EndOfProcess()) {
            assertThat(end.isNear()).isFalse();
            announced = CompletableFuture.runAsync(end::announce);
            while (!end.isNear()) {
                Thread.onSpinWait();
            }
            assertThat(announced).isNotDone();
        }
        announced.join();
        assertThat(announced).isCompleted();
    }

    @Test
    void onceClosedNobodyWaits() {
        EndOfProcess end = new EndOfProcess();
        end.close();
        end.announce();
        assertThat(end.isNear()).isTrue();
    }
}
