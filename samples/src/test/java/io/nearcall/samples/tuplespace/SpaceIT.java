// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The space as its clients see it; where one of them dies, it is another JVM. */
@Timeout(60)
class SpaceIT {

    private static final Template LAMP = Template.of("lamp", int.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private Endpoint server;
    private Endpoint client;
    private TupleSpace space;

    @BeforeEach
    void open() {
        System.setProperty("io.nearcall.dir", directory.toString());
        server = Endpoint.builder().name("space").open();
        server.export(TupleSpace.class, new Space());
        client = Endpoint.open();
        space = client.lookup(TupleSpace.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        System.clearProperty("io.nearcall.dir");
    }

    @Test
    void shouldTakeATupleOnce() {
        space.out(Tuple.of("lamp", 1));
        space.out(Tuple.of("chair", 2));
        assertThat(space.inp(LAMP)).contains(Tuple.of("lamp", 1));
        assertThat(space.inp(LAMP)).isEmpty();
        assertThat(space.inp(Template.of(String.class, 2))).contains(Tuple.of("chair", 2));
        assertThat(space.census().tuples()).isZero();
    }

    @Test
    void shouldLookAtATupleAsOftenAsAsked() throws Exception {
        space.out(Tuple.of("lamp", 1));
        assertThat(space.rdp(LAMP)).contains(Tuple.of("lamp", 1));
        assertThat(space.rd(LAMP)).isEqualTo(Tuple.of("lamp", 1));
        assertThat(space.in(LAMP)).isEqualTo(Tuple.of("lamp", 1));
        assertThat(space.rdp(LAMP)).isEmpty();
    }

    @Test
    void shouldGiveATupleToAllWhoLookButToOneWhoTakes() throws Exception {
        CompletableFuture<Optional<Tuple>> looking = space.read(LAMP, null);
        CompletableFuture<Optional<Tuple>> first = space.take(LAMP, null);
        CompletableFuture<Optional<Tuple>> second = space.take(LAMP, null);
        await(3);
        space.out(Tuple.of("lamp", 1));
        assertThat(looking.get()).contains(Tuple.of("lamp", 1));
        assertThat(first.get()).contains(Tuple.of("lamp", 1));
        assertThat(second).isNotDone();
        space.out(Tuple.of("lamp", 2));
        assertThat(second.get()).contains(Tuple.of("lamp", 2));
    }

    @Test
    void shouldHaveNothingForWhoHasWaitedTooLong() throws Exception {
        assertThat(space.in(LAMP, Duration.ofMillis(50))).isEmpty();
        assertThat(space.rd(LAMP, Duration.ofMillis(50))).isEmpty();
        await(0);
        space.out(Tuple.of("lamp", 1));
        assertThat(space.inp(LAMP)).isPresent();
    }

    @Test
    void shouldNeitherLoseNorDoubleATupleThatComesJustWhenTheWaitingEnds() throws Exception {
        int lamps = 1_000;
        Queue<Tuple> taken = new ConcurrentLinkedQueue<>();
        List<Thread> takers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread taker = new Thread(() -> {
                try {
                    while (taken.size() < lamps) {
                        space.take(LAMP, Duration.ofNanos(200_000)).get().ifPresent(taken::add);
                    }
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            });
            taker.start();
            takers.add(taker);
        }
        for (int i = 0; i < lamps; i++) {
            space.out(Tuple.of("lamp", i));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
        }
        for (Thread taker : takers) {
            taker.join();
        }
        assertThat(taken).hasSize(lamps).doesNotHaveDuplicates();
        assertThat(space.census()).isEqualTo(new TupleSpace.Census(0, 0, 0, 0));
    }

    @Test
    void shouldForgetWhoHasGivenUp() throws Exception {
        CompletableFuture<Optional<Tuple>> taking = space.take(LAMP, null);
        await(1);
        taking.cancel(true);
        await(0);
        space.out(Tuple.of("lamp", 1));
        assertThat(space.inp(LAMP)).isPresent();
    }

    @Test
    void shouldStopWaitingWhenInterrupted() throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread taker = new Thread(() -> {
            try {
                space.in(LAMP);
            } catch (Throwable e) {
                end.complete(e);
            }
        });
        taker.start();
        await(1);
        taker.interrupt();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        await(0);
    }

    @Test
    void shouldKeepManyWaitingWithoutAThreadForEach() throws Exception {
        List<CompletableFuture<Optional<Tuple>>> waiting = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            waiting.add(space.take(LAMP, null));
        }
        await(500);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().contains("-space-"))
                .hasSizeLessThan(20);
        for (int i = 0; i < 500; i++) {
            space.out(Tuple.of("lamp", i));
        }
        for (CompletableFuture<Optional<Tuple>> each : waiting) {
            assertThat(each.get()).isPresent();
        }
    }

    @Test
    void shouldShowWhatATransactionDidOnceItIsCommitted() throws Exception {
        space.out(Tuple.of("lamp", 1));
        try (Transaction work = space.begin("Ada")) {
            assertThat(work.in(LAMP)).isEqualTo(Tuple.of("lamp", 1));
            work.out(Tuple.of("sold", 1));
            assertThat(space.census()).isEqualTo(new TupleSpace.Census(0, 0, 1, 0));
            assertThat(space.holder(LAMP)).contains(new TupleSpace.Holder("Ada", (int)
                    ProcessHandle.current().pid()));
            work.commit();
            assertThatThrownBy(() -> work.out(Tuple.of("sold", 2))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(work::commit).isInstanceOf(IllegalStateException.class);
        }
        assertThat(space.inp(LAMP)).isEmpty();
        assertThat(space.holder(LAMP)).isEmpty();
        assertThat(space.inp(Template.of("sold", 1))).isPresent();
        assertThat(space.census()).isEqualTo(new TupleSpace.Census(0, 0, 0, 0));
    }

    @Test
    void shouldUndoATransactionThatIsClosedWithoutACommit() throws Exception {
        space.out(Tuple.of("lamp", 1));
        CompletableFuture<Optional<Tuple>> waiting;
        try (Transaction work = space.begin("Ada")) {
            assertThat(work.inp(LAMP)).isPresent();
            work.out(Tuple.of("sold", 1));
            waiting = work.take(LAMP, null);
            await(1);
        }
        assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS)).isInstanceOf(Exception.class);
        assertThat(space.inp(LAMP)).isPresent();
        assertThat(space.inp(Template.of("sold", 1))).isEmpty();
        assertThat(space.census()).isEqualTo(new TupleSpace.Census(0, 0, 0, 0));
    }

    @Test
    void shouldPutBackWhatADeadTakerHadInHand() throws Exception {
        space.out(Tuple.of("lamp", 1));
        Process taker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dio.nearcall.dir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoomedTaker.class.getName())
                .inheritIO()
                .start();
        try {
            while (space.census().held() < 1 || space.census().waiting() < 2) {
                assertThat(taker.isAlive()).isTrue();
                Thread.sleep(10);
            }
            assertThat(space.inp(LAMP)).isEmpty();
        } finally {
            taker.destroyForcibly();
        }
        assertThat(space.in(LAMP, PATIENCE)).contains(Tuple.of("lamp", 1));
        await(0);
        while (space.census().returned() == 0) { // counted when all has been put back
            Thread.sleep(10);
        }
        assertThat(space.census()).isEqualTo(new TupleSpace.Census(0, 0, 0, 1));
    }

    /** Takes a tuple and waits for more, in a transaction and without one. */
    static final class DoomedTaker {
        public static void main(String[] args) throws Exception {
            try (Endpoint endpoint = Endpoint.open()) {
                TupleSpace space = endpoint.lookup(TupleSpace.class);
                try (Transaction work = space.begin("Ben")) {
                    work.in(LAMP);
                    space.take(Template.of("chair"), null);
                    work.in(LAMP);
                }
            }
        }
    }

    private void await(int waiting) throws InterruptedException {
        while (space.census().waiting() != waiting) {
            Thread.sleep(5);
        }
    }
}
