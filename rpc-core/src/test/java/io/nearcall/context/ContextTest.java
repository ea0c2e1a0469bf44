// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A thread and its context, without any call. */
class ContextTest {

    private static final Context TEA = Context.empty().with("order", "tea");
    private static final Context OATS = Context.empty().with("order", "oats");

    @Test
    void shouldBeEmptyWhereNothingIsAttached() {
        assertThat(Context.current().metadata()).isEmpty();
        assertThat(Context.current().remaining()).isEmpty();
    }

    @Test
    void shouldAttachAndGiveBackWhatWasThereBefore() {
        Context.Scope outer = TEA.attach();
        Context.Scope inner = OATS.attach();
        assertThat(Context.current().metadata()).isEqualTo(Map.of("order", "oats"));
        inner.close();
        inner.close();
        assertThat(Context.current().metadata()).isEqualTo(Map.of("order", "tea"));
        outer.close();
        assertThat(Context.current().metadata()).isEmpty();
    }

    @Test
    void shouldGiveBackWhatWasThereWhenTheActionThrows() {
        Throwable thrown = catchThrowable(() -> TEA.call(() -> {
            throw new IOException("no water");
        }));
        assertThat(thrown).isInstanceOf(IOException.class);
        assertThat(Context.current().metadata()).isEmpty();
    }

    @Test
    void shouldTakeAContextToAnotherThread() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            assertThat(TEA.wrap((Runnable) () -> {})).isNotInstanceOf(Callable.class);
            assertThat(pool.submit(TEA.wrap(() -> Context.current().metadata())).get())
                    .isEqualTo(Map.of("order", "tea"));
            assertThat(pool.submit(() -> Context.current().metadata()).get()).isEmpty();
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void shouldRefuseToCloseAScopeOnAnotherThread() throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        try (Context.Scope scope = TEA.attach()) {
            Thread other = new Thread(() -> thrown[0] = catchThrowable(scope::close), "other");
            other.start();
            other.join();
            assertThat(Context.current().metadata()).isEqualTo(Map.of("order", "tea"));
        }
        assertThat(thrown[0])
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("other", "Context.wrap");
    }

    @Test
    void shouldRefuseToCloseScopesInTheWrongOrder() {
        Context.Scope outer = TEA.attach();
        Context.Scope inner = OATS.attach();
        assertThatThrownBy(outer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reverse");
        inner.close();
        outer.close();
        assertThat(Context.current().metadata()).isEmpty();
    }

    @Test
    void shouldReplaceAndRemovePairs() {
        assertThat(TEA.with("order", "milk").metadata()).isEqualTo(Map.of("order", "milk"));
        assertThat(TEA.without("order").without("order").metadata()).isEmpty();
        assertThat(TEA.metadata()).isEqualTo(Map.of("order", "tea"));
    }

    @Test
    void shouldTakeSixteenPairsAndRefuseOneMore() {
        Context context = Context.empty();
        for (int i = 0; i < 16; i++) {
            context = context.with("key" + i, "");
        }
        Context full = context.with("key0", "again");
        assertThat(full.metadata()).hasSize(16);
        assertThatThrownBy(() -> full.with("more", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "\"more\"", "17 pairs", "16 pairs and 2048 bytes", "pass the rest as an argument");
    }

    @Test
    void shouldTakeTwoKibibytesOfTextAndRefuseOneByteMore() {
        assertThat(Context.empty().with("key", "v".repeat(2045)).metadata()).hasSize(1);
        assertThat(Context.empty().with("key", "\u00fc".repeat(1022)).metadata())
                .hasSize(1);
        assertThatThrownBy(() -> Context.empty().with("key", "\u00fc".repeat(1023)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2049 bytes of text");
    }

    @Test
    void shouldRefuseWhatIsNoKeyAndNoText() {
        for (String key : new String[] {"", "a b", "a:b", "\u00e4"}) {
            assertThatThrownBy(() -> TEA.with(key, "")).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> TEA.with("key", "\ud800")).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> TEA.withDeadline(Duration.ZERO)).hasMessageContaining("timeout=PT0S");
    }

    @Test
    void shouldCountDownToZeroAndNotBelow() throws InterruptedException {
        Context context = TEA.withDeadline(Duration.ofMillis(1));
        Thread.sleep(3); // longer than the deadline of 1 ms
        assertThat(context.remaining()).contains(Duration.ZERO);
        assertThat(TEA.withDeadline(Duration.ofSeconds(9)).remaining().orElseThrow())
                .isBetween(Duration.ofNanos(1), Duration.ofSeconds(9));
        assertThat(TEA.withDeadline(Duration.ofDays(365_000)).remaining()).isPresent();
    }
}
