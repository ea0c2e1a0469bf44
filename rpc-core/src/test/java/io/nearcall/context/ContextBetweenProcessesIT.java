// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Context;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.RemoteFailure;
import io.nearcall.context.Station.Baton;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What goes along with calls from this process to a second one, and on to a third. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ContextBetweenProcessesIT {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final Map<String, String> PAIRS =
            Map.of(Context.TRACEPARENT, TRACE, "tenant", "M\u00fcller & S\u00f6hne");

    private OtherJvm last;
    private OtherJvm first;
    private Endpoint endpoint;
    private Start start;
    private Station end;

    @BeforeEach
    void open() {
        last = Server.start(Station.class, LastStation.class);
        first = Server.start(Start.class, FirstStation.class);
        endpoint = Endpoint.open();
        start = endpoint.lookup(Start.class);
        end = endpoint.lookup(Station.class);
    }

    @AfterEach
    void close() {
        endpoint.close();
        first.close();
        last.close();
    }

    private static Context pairs() {
        return Context.empty().with(Context.TRACEPARENT, TRACE).with("tenant", "M\u00fcller & S\u00f6hne");
    }

    @Test
    void shouldCarryPairsOnToAThirdProcess() throws Exception {
        try (Context.Scope scope = pairs().attach()) {
            assertThat(scope).isNotNull();
            assertThat(start.look().metadata()).isEqualTo(PAIRS);
            assertThat(start.pass().metadata()).isEqualTo(PAIRS);
            assertThat(start.passByFuture().metadata()).isEqualTo(PAIRS);
            assertThat(start.lookLater().join().metadata()).isEqualTo(PAIRS);
            assertThat(start.passByThread().metadata()).isEqualTo(PAIRS);
            assertThat(start.passMore("step", "2").metadata())
                    .containsEntry("step", "2")
                    .containsAllEntriesOf(PAIRS);
            assertThat(start.pass().isLimited()).isFalse();
            start.drop();
            assertThat(start.dropped().metadata()).isEqualTo(PAIRS);
            start.passByDrop();
            assertThat(end.dropped().metadata()).isEqualTo(PAIRS);
        }
        assertThat(start.pass().metadata()).isEmpty();
    }

    @Test
    void shouldCarryNothingToAThreadThatWasGivenNothing() throws Exception {
        assertThat(pairs().call(start::passByBareThread).metadata()).isEmpty();
        assertThat(pairs().withDeadline(Duration.ofSeconds(20)).call(start::passNothing))
                .isEqualTo(new Baton(Baton.UNLIMITED, Map.of()));
    }

    @Test
    void shouldTakeWhatIsLeftOfTheTimeToAThirdProcess() throws Exception {
        Context context = Context.empty().withDeadline(Duration.ofSeconds(20));
        Thread.sleep(200); // of 20 s, 19.8 s at most are left from here on
        try (Context.Scope scope = context.attach()) {
            assertThat(scope).isNotNull();
            assertLeft(start.look());
            assertLeft(start.pass());
            assertLeft(start.passByFuture());
            assertLeft(start.lookLater().join());
            assertLeft(start.passByThread());
            assertLeft(start.passMore("step", "2"));
            start.drop();
            assertThat(start.dropped().isLimited()).isFalse(); // no caller waits for it
        }
        assertThat(start.pass().isLimited()).isFalse();
    }

    private static void assertLeft(Baton baton) {
        assertThat(baton.remainingMs()).isBetween(1L, 19_800L);
    }

    @Test
    void shouldTellTheMethodWhatItsOwnDeadlineIs() {
        assertThat(end.lookInTime().remainingMs()).isBetween(1L, 20_000L);
        assertThat(start.lookInTime().remainingMs()).isBetween(1L, 20_000L);
    }

    @Test
    void shouldInterruptTheMethodOfTheThirdProcessWhenTheTimeIsOver() throws Exception {
        long startNs = System.nanoTime();
        assertThat(overdue(() -> start.passRest(50_000)))
                .hasMessageContaining("that was left of the time of the Context that it is made in");
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(290_000_000);
        assertThat(start.restFailure()).isIn("DeadlineExceededException", "CallInterruptedException");
        while (end.interruptions() == 0) {
            Thread.sleep(1);
        }
        assertThat(end.interruptions()).isEqualTo(1);
    }

    /** Makes the call within 300 ms; again if, on a busy machine, they were over before it came to the third process. */
    private DeadlineExceededException overdue(Runnable call) {
        start.pass(); // opens the lanes
        DeadlineExceededException late;
        do {
            late = Overdue.failureOf(
                    () -> Context.empty().withDeadline(Duration.ofMillis(300)).run(call::run));
        } while (end.rests() == 0);
        return late;
    }

    @Test
    void shouldEndTheNestedCallByItselfWhenItsMethodIsNotInterrupted() throws Exception {
        overdue(() -> start.passRestUninterrupted(50_000));
        assertThat(start.restFailure()).isEqualTo("DeadlineExceededException");
        while (end.interruptions() == 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldEndTheNestedCallOfACallerWhoIsStoppedAndTellsNobody() throws Exception {
        try (OtherJvm stopped = OtherJvm.start(HurriedRunner.class)) {
            assertThat(stopped.readLine()).isEqualTo("calling");
            while (end.rests() == 0) {
                Thread.sleep(1);
            }
            stopped.signal("STOP");
            assertThat(start.restFailure()).isEqualTo("DeadlineExceededException");
            while (end.interruptions() == 0) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldLetAMethodRunOnThatMustNotBeInterrupted() throws Exception {
        Overdue.failureOf(
                () -> Context.empty().withDeadline(Duration.ofMillis(200)).run(start::endure));
        assertThat(start.enduredInterrupts()).isFalse();
    }

    @Test
    void shouldCarryWhatCameToACallbackAndBeAsBeforeAfterIt() {
        Station.Runner runner = () -> Context.empty().with("own", "yes").call(LastStation::found);
        try (Context.Scope scope = pairs().withDeadline(Duration.ofSeconds(20)).attach()) {
            Baton asked = start.ask(runner);
            assertThat(asked.metadata()).isEqualTo(PAIRS);
            assertThat(asked.remainingMs()).isBetween(1L, 20_000L);
            Baton after = start.askAndLook(runner);
            assertThat(after.metadata()).isEqualTo(PAIRS);
            assertThat(after.isLimited()).isTrue();
            assertThat(Context.current().metadata())
                    .isEqualTo(PAIRS); // ours is as it was, after the callback on this thread
            assertThat(scope).isNotNull();
        }
    }

    @Test
    void shouldInterruptACallbackThatOutlastsTheCallAroundIt() {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger interruptions = new AtomicInteger();
        Station.Runner slow = () -> {
            begun.incrementAndGet();
            try {
                Thread.sleep(50_000); // far longer than the 300 ms that the call around it may take
            } catch (InterruptedException e) {
                interruptions.incrementAndGet();
            }
            return LastStation.found();
        };
        // The thread that would have to notice is in the callback: it is the other side that does.
        do {
            assertThatThrownBy(() ->
                            Context.empty().withDeadline(Duration.ofMillis(300)).run(() -> start.ask(slow)))
                    .satisfiesAnyOf(
                            late -> assertThat(late).isInstanceOf(DeadlineExceededException.class),
                            late -> assertThat(late)
                                    .isInstanceOf(RemoteFailure.class)
                                    .hasMessageContaining("DeadlineExceededException"));
        } while (begun.get() == 0); // on a busy machine, the time may be over before
        assertThat(interruptions).hasValue(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(start.look().isLimited()).isFalse();
    }

    @Test
    void shouldSeeInACallbackOnlyWhatCameWithIt() {
        Context[] seen = new Context[1];
        Station.Runner runner = () -> {
            seen[0] = Context.current();
            return LastStation.found();
        };
        start.ask(runner);
        assertThat(seen[0].metadata()).isEmpty();
        pairs().run(() -> start.ask(runner));
        assertThat(seen[0].metadata()).isEqualTo(PAIRS);
    }
}
