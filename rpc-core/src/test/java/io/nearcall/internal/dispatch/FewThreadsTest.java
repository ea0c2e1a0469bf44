// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class FewThreadsTest {

    private final Queue<Runnable> asked = new ArrayDeque<>();
    private Executor threads = asked::add;
    private final FewThreads few = new FewThreads(task -> threads.execute(task), 1);

    @Test
    void shouldAskForNoMoreThreadsThanItMay() {
        few.execute(() -> {});
        few.execute(() -> {});
        assertThat(asked).hasSize(1);
    }

    /** As the pool does that has been shut down. */
    @Test
    void shouldAskForNoMoreThreadsAfterATaskHasThrownOnTheCallingThread() {
        threads = Runnable::run;
        assertThatThrownBy(() -> few.execute(() -> {
                    throw new IllegalStateException("as the test wants it");
                }))
                .hasMessage("as the test wants it");
        threads = asked::add;
        shouldAskForNoMoreThreadsThanItMay();
    }

    @Test
    void shouldRunWithTheNextTaskWhatNoThreadCouldBeHadFor() {
        StringBuilder ran = new StringBuilder();
        threads = task -> {
            throw new OutOfMemoryError("as the test wants it");
        };
        assertThatThrownBy(() -> few.execute(() -> ran.append("a"))).isInstanceOf(OutOfMemoryError.class);
        threads = Runnable::run;
        few.execute(() -> ran.append("b"));
        assertThat(ran).hasToString("ab");
    }
}
