// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class CallAsyncTest {

    private final WindMill served = new WindMill();
    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final Mill mill = endpoints.connect(Mill.class, served);

    @AfterEach
    void close() {
        served.wind.countDown();
        endpoints.close();
    }

    @Test
    void shouldBringResultsOfEveryKind() throws Exception {
        assertThat(Remotes.callAsync(mill, stub -> stub.isOpen(true)).get()).isTrue();
        assertThat(Remotes.callAsync(mill, stub -> stub.grains((byte) -7)).get())
                .isEqualTo((byte) -7);
        assertThat(Remotes.callAsync(mill, stub -> stub.sacks((short) 300)).get())
                .isEqualTo((short) 300);
        assertThat(Remotes.callAsync(mill, stub -> stub.grade('A')).get()).isEqualTo('A');
        assertThat(Remotes.callAsync(mill, stub -> stub.grind(1 << 30)).get()).isEqualTo(1 << 30);
        assertThat(Remotes.callAsync(mill, stub -> stub.grindMuch(1L << 60)).get())
                .isEqualTo(1L << 60);
        assertThat(Remotes.callAsync(mill, stub -> stub.price(1.5f)).get()).isEqualTo(1.5f);
        assertThat(Remotes.callAsync(mill, stub -> stub.pricePerTon(2.5)).get()).isEqualTo(2.5);
        assertThat(Remotes.callAsync(mill, stub -> stub.label("rye")).get()).isEqualTo("rye");
        assertThat(Remotes.callAsync(mill, stub -> stub.label(null)).get()).isNull();
        assertThat(Remotes.callAsync(mill, stub -> stub.flour("rye")).get()).isEqualTo(new Mill.Flour("rye", 25));
        assertThat(Remotes.callAsync(mill, stub -> stub.all(List.of("rye", "oats")))
                        .get())
                .containsExactly(new Mill.Flour("rye", 25), new Mill.Flour("oats", 25));
        assertThat(Remotes.callAsync(mill, stub -> stub.whatever(List.of(1, "two")))
                        .get())
                .isEqualTo(List.of(1, "two"));
        assertThat(Remotes.callAsync(mill, stub -> stub.weights(3)).get()).hasSize(3);
        assertThat(Remotes.runAsync(mill, Mill::clean).get()).isNull();
        assertThat(served.running).hasValue(1);
    }

    @Test
    void shouldBringReferencesAndStreams() throws Exception {
        Mill.Miller miller = Remotes.callAsync(mill, Mill::miller).get();
        assertThat(miller.name()).isEqualTo("Moss");
        assertThat(Remotes.callAsync(miller, stub -> stub.strength(2)).get()).isEqualTo(42);
        assertThat(Remotes.callAsync(mill, Mill::recipe).get().get()).isEqualTo("flour and water");
        Iterator<Integer> sacks =
                Remotes.callAsync(mill, stub -> stub.sacksInOrder(3)).get();
        assertThat(sacks).toIterable().containsExactly(0, 1, 2);
        assertThat(Remotes.callAsync(mill, stub -> stub.isSame(stub)).get()).isTrue();
    }

    @Test
    void shouldCallAnObjectThroughEachOfItsInterfaces() throws Exception {
        Mill.Singer singer = Remotes.as(mill.miller(), Mill.Singer.class);
        assertThat(Remotes.callAsync(singer, Mill.Singer::song).get()).isEqualTo("la");
        assertThat(Remotes.callAsync((Mill.Miller) singer, Mill.Miller::name).get())
                .isEqualTo("Moss");
    }

    @Test
    void shouldRunCallsOfOneThreadAtOnce() throws Exception {
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(Remotes.callAsync(mill, Mill::waitForWind));
        }
        while (served.running.get() < 20) {
            Thread.sleep(1);
        }
        assertThat(mill.grind(3)).isEqualTo(3);
        served.wind.countDown();
        for (CompletableFuture<Integer> future : waiting) {
            assertThat(future.get()).isEqualTo(20);
        }
    }

    @Test
    void shouldFailWithWhatTheMethodThrows() {
        assertThatThrownBy(() ->
                        Remotes.callAsync(mill, stub -> stub.fail("no wind")).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessage("no wind");
    }

    @Test
    void shouldFailAtTheDeadline() throws Exception {
        do {
            assertThatThrownBy(() -> Remotes.callAsync(mill, Mill::grindSlowly).get())
                    .cause()
                    .isInstanceOf(DeadlineExceededException.class);
        } while (!served.interrupted.await(5, TimeUnit.SECONDS)); // a busy machine may not begin in time
        CompletableFuture<Integer> hurried = Context.current()
                .withDeadline(Duration.ofMillis(50))
                .call(() -> Remotes.callAsync(mill, Mill::waitForWind));
        assertThatThrownBy(hurried::get).cause().isInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void shouldInterruptTheMethodOfACancelledFuture() throws Exception {
        CompletableFuture<Integer> waiting = Remotes.callAsync(mill, Mill::waitForWind);
        while (served.running.get() == 0) {
            Thread.sleep(1);
        }
        waiting.cancel(true);
        served.interrupted.await();
        assertThatThrownBy(waiting::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldFailWhenTheServiceIsGone() {
        endpoints.server().close();
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> stub.grind(1)).get())
                .cause()
                .isInstanceOf(NearcallException.class);
    }

    @Test
    void shouldLetMethodsBeThatNeedNoDeferring() throws Exception {
        assertThat(Remotes.runAsync(mill, Mill::knock).get()).isNull();
        mill.clean();
        assertThat(served.knocks).hasValue(1);
        assertThat(Remotes.callAsync(mill, stub -> stub.later("bread")).get().get())
                .isEqualTo("bread");
        assertThat(Remotes.callAsync(mill, Object::toString).get()).isEqualTo(mill.toString());
    }

    @Test
    void shouldFailWithWhatTheCallerThrowsItself() {
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> {
                            throw new IllegalStateException("no flour");
                        })
                        .get())
                .cause()
                .hasMessage("no flour");
    }

    @Test
    void shouldRefuseWhoCatchesEverything() {
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> {
                    try {
                        return stub.grind(1);
                    } catch (Throwable e) {
                        return 2;
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("do not catch Error");
        assertThat(mill.grind(3)).isEqualTo(3);
    }

    @Test
    void shouldRefuseFurtherCalls() throws Exception {
        AtomicReference<Mill> kept = new AtomicReference<>();
        assertThat(Remotes.callAsync(mill, stub -> {
                            kept.set(stub);
                            return stub.grind(1);
                        })
                        .get())
                .isEqualTo(1);
        assertThatThrownBy(() -> kept.get().grind(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Remotes.callAsync");
        assertThat(kept.get()).isEqualTo(mill).hasSameHashCodeAs(mill);
        assertThatThrownBy(() -> Remotes.callAsync("no stub", String::length))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhoMakesNoCallOfTheStub() {
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("call=", "did not call the stub");
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> mill.grind(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did not call the stub that it was given");
    }

    @Test
    void shouldRefuseASecondCallBesideOneThatDoesNotWait() {
        assertThatThrownBy(() -> Remotes.runAsync(mill, stub -> {
                    stub.knock();
                    stub.clean();
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("made more than one");
        mill.clean();
        assertThat(served.knocks).hasValue(1);
        assertThat(served.running).hasValue(1);
    }
}
