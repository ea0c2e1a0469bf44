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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class CallAsyncTest {

    /** A service none of whose methods was meant to be called without waiting. */
    @RemoteService
    public interface Mill {
        boolean isOpen(boolean open);

        byte grains(byte number);

        short sacks(short number);

        char grade(char grade);

        int grind(int weight);

        long grindMuch(long weight);

        float price(float weight);

        double pricePerTon(double weight);

        String label(String text);

        Flour flour(String sort);

        List<Flour> all(List<String> sorts);

        Object whatever(Object given);

        int[] weights(int count);

        void clean();

        Miller miller();

        @ByRef
        Supplier<String> recipe();

        Iterator<Integer> sacksInOrder(int count);

        int fail(String text) throws IOException;

        @Deadline("50ms")
        int grindSlowly();

        /** Waits until it is interrupted or let go. */
        int waitForWind() throws InterruptedException;

        @OneWay
        void knock();

        CompletableFuture<String> later(String text);

        boolean isSame(Mill other);
    }

    @RemoteObject
    public interface Miller {
        String name();

        int strength(int more);
    }

    @RemoteObject
    public interface Singer {
        String song();
    }

    public record Flour(String sort, int weight) {}

    private static final class Person implements Miller, Singer {
        @Override
        public String name() {
            return "Moss";
        }

        @Override
        public int strength(int more) {
            return 40 + more;
        }

        @Override
        public String song() {
            return "la";
        }
    }

    private final CountDownLatch wind = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger knocks = new AtomicInteger();

    private final class WindMill implements Mill {
        @Override
        public boolean isOpen(boolean open) {
            return open;
        }

        @Override
        public byte grains(byte number) {
            return number;
        }

        @Override
        public short sacks(short number) {
            return number;
        }

        @Override
        public char grade(char grade) {
            return grade;
        }

        @Override
        public int grind(int weight) {
            return weight;
        }

        @Override
        public long grindMuch(long weight) {
            return weight;
        }

        @Override
        public float price(float weight) {
            return weight;
        }

        @Override
        public double pricePerTon(double weight) {
            return weight;
        }

        @Override
        public String label(String text) {
            return text;
        }

        @Override
        public Flour flour(String sort) {
            return new Flour(sort, 25);
        }

        @Override
        public List<Flour> all(List<String> sorts) {
            return sorts.stream().map(this::flour).toList();
        }

        @Override
        public Object whatever(Object given) {
            return given;
        }

        @Override
        public int[] weights(int count) {
            return new int[count];
        }

        @Override
        public void clean() {
            running.incrementAndGet();
        }

        @Override
        public Miller miller() {
            return new Person();
        }

        @Override
        public Supplier<String> recipe() {
            return () -> "flour and water";
        }

        @Override
        public Iterator<Integer> sacksInOrder(int count) {
            List<Integer> sacks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sacks.add(i);
            }
            return sacks.iterator();
        }

        @Override
        public int fail(String text) throws IOException {
            throw new IOException(text);
        }

        @Override
        public int grindSlowly() {
            try {
                wind.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return 1;
        }

        @Override
        public int waitForWind() throws InterruptedException {
            running.incrementAndGet();
            try {
                wind.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return running.get();
        }

        @Override
        public void knock() {
            knocks.incrementAndGet();
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.completedFuture(text);
        }

        @Override
        public boolean isSame(Mill other) {
            return other == this;
        }
    }

    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final Mill mill = endpoints.connect(Mill.class, new WindMill());

    @AfterEach
    void close() {
        wind.countDown();
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
        assertThat(Remotes.callAsync(mill, stub -> stub.flour("rye")).get()).isEqualTo(new Flour("rye", 25));
        assertThat(Remotes.callAsync(mill, stub -> stub.all(List.of("rye", "oats")))
                        .get())
                .containsExactly(new Flour("rye", 25), new Flour("oats", 25));
        assertThat(Remotes.callAsync(mill, stub -> stub.whatever(List.of(1, "two")))
                        .get())
                .isEqualTo(List.of(1, "two"));
        assertThat(Remotes.callAsync(mill, stub -> stub.weights(3)).get()).hasSize(3);
        assertThat(Remotes.runAsync(mill, Mill::clean).get()).isNull();
        assertThat(running).hasValue(1);
    }

    @Test
    void shouldBringReferencesAndStreams() throws Exception {
        Miller miller = Remotes.callAsync(mill, Mill::miller).get();
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
        Singer singer = Remotes.as(mill.miller(), Singer.class);
        assertThat(Remotes.callAsync(singer, Singer::song).get()).isEqualTo("la");
        assertThat(Remotes.callAsync((Miller) singer, Miller::name).get()).isEqualTo("Moss");
    }

    @Test
    void shouldRunCallsOfOneThreadAtOnce() throws Exception {
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(Remotes.callAsync(mill, Mill::waitForWind));
        }
        while (running.get() < 20) {
            Thread.sleep(1);
        }
        assertThat(mill.grind(3)).isEqualTo(3);
        wind.countDown();
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
        assertThatThrownBy(() -> Remotes.callAsync(mill, Mill::grindSlowly).get())
                .cause()
                .isInstanceOf(DeadlineExceededException.class);
        interrupted.await();
        CompletableFuture<Integer> hurried = Context.current()
                .withDeadline(Duration.ofMillis(50))
                .call(() -> Remotes.callAsync(mill, Mill::waitForWind));
        assertThatThrownBy(hurried::get).cause().isInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void shouldInterruptTheMethodOfACancelledFuture() throws Exception {
        CompletableFuture<Integer> waiting = Remotes.callAsync(mill, Mill::waitForWind);
        while (running.get() == 0) {
            Thread.sleep(1);
        }
        waiting.cancel(true);
        interrupted.await();
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
        assertThat(knocks).hasValue(1);
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
                .hasMessageContaining("catch no Error");
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
                .hasMessageContainingAll("call=", "made no call");
        assertThatThrownBy(() -> Remotes.callAsync(mill, stub -> mill.grind(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not another stub");
    }

    @Test
    void shouldRefuseASecondCallBesideOneThatDoesNotWait() {
        assertThatThrownBy(() -> Remotes.runAsync(mill, stub -> {
                    stub.knock();
                    stub.clean();
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than one call");
        mill.clean();
        assertThat(knocks).hasValue(1);
        assertThat(running).hasValue(1);
    }
}
