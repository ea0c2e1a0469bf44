// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.EncodingException.Reason;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is promised between processes, between two of them: nothing here could pass through memory of one JVM. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class BetweenTwoJvmsIT {

    /** A parcel that a caller may send as it is, or by reference. */
    @RemoteObject
    public interface Parcel {
        void stamp(int pid);

        List<Integer> stamps();
    }

    /** Keeps the stamps. */
    public static final class PaperParcel implements Parcel {
        private final List<Integer> stamps = new ArrayList<>();

        @Override
        public void stamp(int pid) {
            stamps.add(pid);
        }

        @Override
        public List<Integer> stamps() {
            return new ArrayList<>(stamps);
        }
    }

    /** A service that has something to do with each of the promises. */
    @RemoteService
    public interface PostOffice {
        int pid();

        /** Waits until its caller is interrupted. */
        void waitInLine();

        /** How many callers of {@link #waitInLine} wait, or have waited. */
        int waiting();

        /** How many of them were interrupted. */
        int interrupted();

        /** Stamps the parcel, and returns its stamps. */
        List<Integer> stamp(Parcel parcel);

        List<Integer> stampCopy(@ByValue PaperParcel parcel);

        /** What the caller's function makes of this process's id. */
        int apply(@ByRef IntUnaryOperator function);

        /** Adds up the first so many. */
        long sumOfFirst(Flow.Publisher<Integer> numbers, int count) throws InterruptedException;

        byte[] forward(byte[] letter);

        byte[] letter(int length);

        /** Answers after that time. */
        int sleep(long sleepMs) throws InterruptedException;
    }

    /** Counts the threads that wait. */
    public static final class VillagePostOffice implements PostOffice {
        private final AtomicLong waiting = new AtomicLong();
        private final AtomicLong interrupted = new AtomicLong();

        @Override
        public int pid() {
            return (int) ProcessHandle.current().pid();
        }

        @Override
        public void waitInLine() {
            waiting.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        }

        @Override
        public int waiting() {
            return waiting.intValue();
        }

        @Override
        public int interrupted() {
            return interrupted.intValue();
        }

        @Override
        public List<Integer> stamp(Parcel parcel) {
            parcel.stamp(pid());
            return parcel.stamps();
        }

        @Override
        public List<Integer> stampCopy(PaperParcel parcel) {
            return stamp(parcel);
        }

        @Override
        public int apply(IntUnaryOperator function) {
            return function.applyAsInt(pid());
        }

        @Override
        public long sumOfFirst(Flow.Publisher<Integer> numbers, int count) throws InterruptedException {
            Adder adder = new Adder(count);
            numbers.subscribe(adder);
            adder.done.await();
            return adder.sum.get();
        }

        @Override
        public byte[] forward(byte[] letter) {
            return letter;
        }

        @Override
        public byte[] letter(int length) {
            return new byte[length];
        }

        @Override
        public int sleep(long sleepMs) throws InterruptedException {
            Thread.sleep(sleepMs);
            return pid();
        }
    }

    /** Takes so many numbers, and cancels. */
    private static final class Adder implements Flow.Subscriber<Integer> {
        private final int count;
        private final CountDownLatch done;
        private final AtomicLong sum = new AtomicLong();
        private Flow.Subscription subscription;

        Adder(int count) {
            this.count = count;
            this.done = new CountDownLatch(count);
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(count);
        }

        @Override
        public void onNext(Integer number) {
            sum.addAndGet(number);
            done.countDown();
            if (done.getCount() == 0) {
                subscription.cancel();
            }
        }

        @Override
        public void onError(Throwable thrown) {
            throw new AssertionError(thrown);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("the end came before " + count + " numbers");
        }
    }

    private static OtherJvm server(String... options) {
        return Server.start(PostOffice.class, VillagePostOffice.class, options);
    }

    private static int here() {
        return (int) ProcessHandle.current().pid();
    }

    @Test
    void shouldEndAWaitingCallThatIsInterruptedAndInterruptItsMethodInTheOtherProcess() throws Exception {
        try (OtherJvm server = server();
                Endpoint client = Endpoint.open()) {
            PostOffice office = client.lookup(PostOffice.class);
            Throwable[] thrown = new Throwable[1];
            boolean[] status = new boolean[1];
            Thread caller = new Thread(() -> {
                thrown[0] = catchThrowable(office::waitInLine);
                status[0] = Thread.interrupted();
            });
            caller.start();
            while (office.waiting() == 0) {
                Thread.sleep(1);
            }
            caller.interrupt();
            caller.join();
            assertThat(thrown[0])
                    .isInstanceOfSatisfying(
                            CallInterruptedException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN));
            assertThat(status[0]).isTrue();
            while (office.interrupted() == 0) {
                Thread.sleep(1);
            }
            assertThat(office.pid()).isEqualTo(server.pid());
        }
    }

    @Test
    void shouldPassAReferenceOrACopyAsIsDeclared() {
        try (OtherJvm server = server();
                Endpoint client = Endpoint.open()) {
            PostOffice office = client.lookup(PostOffice.class);
            PaperParcel parcel = new PaperParcel();
            parcel.stamp(here());
            assertThat(office.stampCopy(parcel)).containsExactly(here(), server.pid());
            assertThat(parcel.stamps()).as("the copy's are its own").containsExactly(here());
            assertThat(office.stamp(parcel)).containsExactly(here(), server.pid());
            assertThat(parcel.stamps()).as("a reference leads here").containsExactly(here(), server.pid());
            int offset = here(); // of a function that runs in this process
            assertThat(office.apply(pid -> pid + (int) ProcessHandle.current().pid()))
                    .isEqualTo(server.pid() + offset);
        }
    }

    @Test
    void shouldBeRequestedAndCancelledAsAPublisherByTheOtherProcess() throws Exception {
        try (OtherJvm server = server();
                Endpoint client = Endpoint.open();
                SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>()) {
            PostOffice office = client.lookup(PostOffice.class);
            assertThat(server.pid()).isPositive();
            Thread publishing = new Thread(() -> {
                while (numbers.getNumberOfSubscribers() == 0) {
                    Thread.onSpinWait();
                }
                for (int i = 1; i <= 1_000; i++) {
                    numbers.submit(i);
                }
            });
            publishing.start();
            assertThat(office.sumOfFirst(numbers, 100)).isEqualTo(5_050);
            publishing.join();
            while (numbers.getNumberOfSubscribers() > 0) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldKeepTheLimitOfMessagesOfEitherProcess() {
        try (OtherJvm server = server("maxMessageBytes", "100000");
                Endpoint client = Endpoint.open();
                Endpoint small = Endpoint.builder().maxMessageBytes(80_000).open()) {
            PostOffice office = client.lookup(PostOffice.class);
            assertThat(server.pid()).isPositive();
            assertThatThrownBy(() -> office.forward(new byte[200_000]))
                    .isInstanceOfSatisfying(EncodingException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE);
                        assertThat(e).hasMessageContaining("the limit is 100000");
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                    });
            assertThat(office.forward(new byte[90_000])).hasSize(90_000);
            PostOffice ofSmall = small.lookup(PostOffice.class);
            assertThatThrownBy(() -> ofSmall.letter(90_000)).isInstanceOfSatisfying(EncodingException.class, e -> {
                assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE);
                assertThat(e).hasMessageContaining("the limit is 80000");
                assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
            });
            assertThat(ofSmall.letter(70_000)).hasSize(70_000);
        }
    }

    @Test
    void shouldRefuseMoreConnectionsThanTheOtherProcessTakes() {
        try (OtherJvm server = server("maxConnections", "1");
                Endpoint second = Endpoint.open()) {
            try (Endpoint first = Endpoint.open()) {
                assertThat(first.lookup(PostOffice.class).pid()).isEqualTo(server.pid());
                assertThatThrownBy(() -> second.lookup(PostOffice.class))
                        .isInstanceOf(ConnectionRefusedException.class)
                        .hasMessageContaining("1 connections");
            }
            assertThat(lookUpUntilThereIsRoom(second).pid()).isEqualTo(server.pid());
        }
    }

    /** The other process may still be at the end of a connection that this one has closed. */
    private static PostOffice lookUpUntilThereIsRoom(Endpoint client) {
        while (true) {
            try {
                return client.lookup(PostOffice.class);
            } catch (ConnectionRefusedException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldWaitWithoutADeadlineAsLongAsTheOtherProcessLives() throws Exception {
        Duration brief = Duration.ofMillis(200);
        try (OtherJvm server = server();
                Endpoint hasty = Endpoint.builder().deadline(brief).open();
                Endpoint patient =
                        Endpoint.builder().deadline(brief).noDeadline().open()) {
            PostOffice ofPatient = patient.lookup(PostOffice.class);
            assertThatThrownBy(() -> hasty.lookup(PostOffice.class).sleep(60_000))
                    .isInstanceOf(DeadlineExceededException.class);
            assertThat(ofPatient.sleep(1_000)).isEqualTo(server.pid());
            Thread killer = new Thread(() -> {
                while (ofPatient.waiting() == 0) {
                    Thread.onSpinWait();
                }
                server.kill();
            });
            killer.start();
            assertThatThrownBy(ofPatient::waitInLine).isInstanceOf(ConnectionLostException.class);
            killer.join();
        }
    }
}
