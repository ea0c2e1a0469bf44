// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.Threads;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What happens to large messages if their caller has given up. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class AnswersNobodyWaitsForIT {

    /** Reading such an answer to its end, a ring every 10 ms, would take more than 10 s. */
    private static final int LARGE = 64 << 20;

    /** An answer that is given up is let go within 100 ms; the rest is for the garbage collector of a busy machine. */
    private static final long SOON_MS = 9_000;

    private TwoEndpoints endpoints =
            new TwoEndpoints(Endpoint.builder(), Endpoint.builder().lookupTimeout(Duration.ofSeconds(10)));

    @AfterEach
    void close() {
        Sheet.hold = null;
        Sheet.holdOfReader = null;
        endpoints.close();
    }

    /** Lends large things. */
    public interface Library {
        /** Returns too late. */
        @Deadline("50ms")
        byte[] borrowBytes(int length);

        @Deadline("300ms")
        Book borrow(int sheets);

        Book read(int sheets);

        CompletableFuture<Book> order(int sheets);

        @Deadline("300ms")
        CompletableFuture<Book> orderInTime(int sheets);

        @Deadline("1500ms")
        Book readInTime(int sheets);

        @Deadline("300ms")
        CompletableFuture<Integer> give(Book book);

        @Deadline("300ms")
        int put(Book book);

        int outOfMemory();
    }

    /** Remembers the objects that it has lent. */
    public static final class LateLibrary implements Library {
        final CompletableFuture<WeakReference<Object>> lent = new CompletableFuture<>();
        private final AtomicBoolean asked = new AtomicBoolean();
        private final AtomicInteger outOfMemory = new AtomicInteger();

        @Override
        public byte[] borrowBytes(int length) {
            asked.set(true);
            sleepUninterruptibly(100);
            try {
                byte[] bytes = new byte[length];
                lent.complete(new WeakReference<>(bytes));
                return bytes;
            } catch (OutOfMemoryError e) {
                outOfMemory.incrementAndGet();
                throw e;
            }
        }

        @Override
        public Book borrow(int sheets) {
            asked.set(true);
            Book book = Book.of(sheets);
            lent.complete(new WeakReference<>(book));
            return book;
        }

        @Override
        public Book read(int sheets) {
            return Book.of(sheets);
        }

        @Override
        public CompletableFuture<Book> order(int sheets) {
            return CompletableFuture.completedFuture(Book.of(sheets));
        }

        @Override
        public CompletableFuture<Book> orderInTime(int sheets) {
            return order(sheets);
        }

        @Override
        public Book readInTime(int sheets) {
            return Book.of(sheets);
        }

        @Override
        public CompletableFuture<Integer> give(Book book) {
            return CompletableFuture.completedFuture(put(book));
        }

        @Override
        public int put(Book book) {
            return book.sheets().size();
        }

        @Override
        public int outOfMemory() {
            return outOfMemory.get();
        }
    }

    /** Calls, and again if, on a busy machine, the deadline was over before the method began. */
    private static void giveUp(LateLibrary library, ThrowingCallable call) {
        do {
            assertThatThrownBy(call).isInstanceOf(DeadlineExceededException.class);
        } while (!library.asked.get());
    }

    /** Takes more room than a frame has. */
    public record Book(List<Sheet> sheets) {
        static Book of(int sheets) {
            List<Sheet> all = new ArrayList<>();
            for (int i = 0; i < sheets; i++) {
                all.add(new Sheet(i));
            }
            return new Book(all);
        }
    }

    /** An object that is written and read only when the test allows it. */
    public static final class Sheet implements Serializable {
        private static final long serialVersionUID = 1L;

        /** What is done before a sheet of that number is written. */
        static volatile Hold hold;

        static volatile Hold holdOfReader;
        static volatile WeakReference<Sheet> readLast;

        private final int number;
        private final byte[] text = new byte[20_000];

        Sheet(int number) {
            this.number = number;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            Hold holding = hold;
            if (holding != null) {
                holding.before(number);
            }
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Hold holding = holdOfReader;
            if (holding != null) {
                readLast = new WeakReference<>(this);
                holding.before(number);
            }
        }
    }

    /** Delays the thread that writes or reads a sheet. */
    interface Hold {
        void before(int number);
    }

    private static void sleepUninterruptibly(long ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        boolean interrupted = false;
        while (System.nanoTime() - endNs < 0) {
            try {
                Thread.sleep(1); // in small pieces, because an interrupt must not shorten the whole
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long msUntilCollected(WeakReference<?> watched) throws InterruptedException {
        long startNs = System.nanoTime();
        while (watched.get() != null && System.nanoTime() - startNs < 30_000_000_000L) {
            System.gc();
            Thread.sleep(10);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldLetGoOfALargeAnswerWhoseCallerWentBeforeItCame(String channel) throws Exception {
        LateLibrary library = new LateLibrary();
        endpoints.server().export(Library.class, library, channel + ":Library");
        Library remote = endpoints.client().lookup(Library.class, channel + ":Library");
        giveUp(library, () -> remote.borrowBytes(3 * LARGE));
        assertThat(msUntilCollected(library.lent.get())).isLessThan(SOON_MS);
        assertThat(remote.read(3).sheets()).hasSize(3);
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldLetGoOfALargeAnswerWhoseCallerWentWhileItWasWritten(String channel) throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        AtomicInteger written = new AtomicInteger();
        Sheet.hold = number -> {
            written.incrementAndGet();
            if (number == 100) {
                await(gone);
            }
        };
        LateLibrary library = new LateLibrary();
        endpoints.server().export(Library.class, library, channel + ":Library");
        Library remote = endpoints.client().lookup(Library.class, channel + ":Library");
        giveUp(library, () -> remote.borrow(LARGE / 20_000));
        Thread.sleep(50); // by then the server mostly knows; else it learns of it before the lane is full
        gone.countDown();
        assertThat(msUntilCollected(library.lent.get())).isLessThan(SOON_MS);
        assertThat(written.get()).isLessThan(1_000);
        assertThat(remote.read(3).sheets()).hasSize(3);
    }

    /** Asks its caller for something large. */
    public interface Visitor {
        void visit(Shelf shelf);
    }

    /** Runs the action that its caller passes. */
    public interface Porter {
        void carry(Load load);
    }

    /** Is run by its caller. */
    @RemoteObject
    public interface Load {
        void carried();
    }

    /** Has something large. */
    @RemoteObject
    public interface Shelf {
        @Deadline("50ms")
        byte[] bytes(int length);
    }

    @Test
    void shouldLetGoOfALargeAnswerToACallbackWhichNobodyReads() throws Exception {
        CountDownLatch collected = new CountDownLatch(1);
        LateLibrary library = new LateLibrary();
        Visitor visitor = endpoints.connect(Visitor.class, shelf -> {
            giveUp(library, () -> shelf.bytes(LARGE));
            await(collected); // meanwhile nothing reads the frames of the lane
        });
        CompletableFuture<Void> visit = CompletableFuture.runAsync(() -> visitor.visit(library::borrowBytes));
        assertThat(msUntilCollected(library.lent.get(10, TimeUnit.SECONDS))).isLessThan(SOON_MS);
        collected.countDown();
        visit.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldLetGoOfALargeAnswerWithinACallThatWasGivenUpBehindIt() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        Sheet.hold = number -> {
            if (number == 100) {
                await(gone);
            }
        };
        endpoints.close();
        // Unlike a method's deadline, an endpoint's does not end the service's own calls.
        endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder().deadline(Duration.ofMillis(350)));
        LateLibrary library = new LateLibrary();
        Library remote = endpoints.connect(Library.class, library);
        Porter porter = endpoints.connect(Porter.class, Load::carried);
        giveUp(
                library,
                () -> porter.carry(() -> {
                    assertThatThrownBy(() -> remote.borrow(LARGE / 20_000))
                            .isInstanceOf(DeadlineExceededException.class);
                    sleepUninterruptibly(100);
                }));
        Thread.sleep(50); // by then both calls have mostly been cancelled; the answer must be let go either way
        gone.countDown();
        assertThat(msUntilCollected(library.lent.get())).isLessThan(SOON_MS);
    }

    @Test
    void shouldNotRunOutOfMemoryBecauseOfAnswersThatNobodyWaitsFor() {
        try (OtherJvm server = Server.start(200, Library.class, LateLibrary.class)) {
            Library remote = endpoints.client().lookup(Library.class);
            for (int late = 0; late < 30; ) {
                Throwable thrown = catchThrowable(() -> remote.borrowBytes(LARGE / 4));
                late += thrown instanceof DeadlineExceededException ? 1 : 0; // else all lanes were in use
            }
            assertThat(remote.outOfMemory()).isZero();
            assertThat(server.pid()).isNotEqualTo(ProcessHandle.current().pid());
        }
    }

    /** Writing the answer takes 10 s in all. */
    private static void writeSlowly() {
        Sheet.hold = number -> sleepUninterruptibly(10);
    }

    private void shouldAnswerOthersSoonAfter(Library remote, CompletableFuture<?> large) throws Exception {
        Thread.sleep(200); // by then the answer is being written
        large.cancel(true);
        long startNs = System.nanoTime();
        assertThat(Remotes.callAsync(remote, Library::outOfMemory).get(30, TimeUnit.SECONDS))
                .isZero();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs)).isLessThan(SOON_MS);
    }

    @Test
    void shouldNotHoldOthersUpByTheAnswerToACancelledCall() throws Exception {
        Library remote = endpoints.connect(Library.class, new LateLibrary());
        writeSlowly();
        shouldAnswerOthersSoonAfter(remote, Remotes.callAsync(remote, library -> library.read(1_000)));
    }

    @Test
    void shouldNotHoldOthersUpByTheAnswerToACancelledFuture() throws Exception {
        Library remote = endpoints.connect(Library.class, new LateLibrary());
        writeSlowly();
        shouldAnswerOthersSoonAfter(remote, remote.order(1_000));
    }

    @Test
    void shouldEndAFutureInTimeWhoseAnswerHasBegunToCome() {
        Library remote = endpoints.connect(Library.class, new LateLibrary());
        remote.order(1).join(); // opens the lane, which may take longer than 300 ms
        writeSlowly();
        assertThat(remote.orderInTime(1_000))
                .failsWithin(Duration.ofMillis(300 + SOON_MS))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(DeadlineExceededException.class);
    }

    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    @Test
    void shouldEndTheCallOfAVirtualThreadInTimeWhoseAnswerHasBegunToCome() throws Exception {
        Library remote = endpoints.connect(Library.class, new LateLibrary());
        writeSlowly();
        ExecutorService virtual = Threads.virtual();
        assertThat(virtual.submit(() -> catchThrowable(() -> remote.readInTime(1_000)))
                        .get(1_500 + SOON_MS, TimeUnit.MILLISECONDS))
                .isInstanceOf(DeadlineExceededException.class);
        assertThat(remote.outOfMemory()).isZero();
        virtual.shutdown();
    }

    private void shouldForgetArguments(Library remote, Consumer<Book> call) throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        Sheet.holdOfReader = number -> {
            if (number == 100) {
                await(gone);
            }
        };
        Sheet.readLast = null;
        while (Sheet.readLast == null) { // or the deadline was over before anything came
            call.accept(Book.of(1_000));
        }
        gone.countDown(); // no other call makes room on the lane, or finds room there
        assertThat(msUntilCollected(Sheet.readLast)).isLessThan(SOON_MS);
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldForgetTheArgumentsOfACallThatIsLeftIncomplete(String channel) throws Exception {
        endpoints.server().export(Library.class, new LateLibrary(), channel + ":Library");
        Library remote = endpoints.client().lookup(Library.class, channel + ":Library");
        shouldForgetArguments(
                remote,
                book -> assertThatThrownBy(() -> remote.put(book)).isInstanceOf(DeadlineExceededException.class));
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldForgetTheArgumentsOfAFutureThatIsLeftIncomplete(String channel) throws Exception {
        endpoints.server().export(Library.class, new LateLibrary(), channel + ":Library");
        Library remote = endpoints.client().lookup(Library.class, channel + ":Library");
        remote.order(1).join(); // opens the lane, which may take longer than 300 ms
        shouldForgetArguments(
                remote,
                book -> assertThat(remote.give(book))
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(DeadlineExceededException.class));
    }
}
