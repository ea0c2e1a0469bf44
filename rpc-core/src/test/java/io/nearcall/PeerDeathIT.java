// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Threads;
import io.nearcall.test.Workshop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class PeerDeathIT {

    /** The tag of tests without a connection, which do not depend on the channel. */
    private static final String WITHOUT_A_CHANNEL = "without-a-channel";

    private static final String NO_SIGNALS = "nothing stops a process there";

    /** Calls must end before: it would show in their failures. */
    private static final Duration FAR = Duration.ofSeconds(20);

    private OtherJvm server;
    private Endpoint client;
    private Workshop remote;

    @BeforeEach
    void start() {
        server = Server.start(Workshop.class, QuietWorkshop.class);
        client = Endpoint.builder().deadline(FAR).open();
        remote = client.lookup(Workshop.class);
        remote.echo(1);
    }

    @AfterEach
    void end() {
        try {
            if (client != null) { // or it could not be made
                client.close();
            }
        } finally {
            server.close();
        }
    }

    private static CompletableFuture<Throwable> failureOf(Runnable call) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(call, failure);
        return failure;
    }

    private static Thread start(Runnable call, CompletableFuture<Throwable> failure) {
        Thread caller = new Thread(() -> failure.complete(catchThrowable(call::run)));
        caller.setDaemon(true);
        caller.start();
        return caller;
    }

    /** Until so many methods of the server wait to be interrupted. */
    private void awaitWaits(int count) throws InterruptedException {
        while (remote.waits() < count) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldEndACallWhenItsServerDies() throws Exception {
        CompletableFuture<Throwable> failure = failureOf(remote::waitForInterrupt);
        awaitWaits(1);
        server.kill();
        assertThat(failure.get())
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> {
                    assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                    assertThat(lost.peerPid()).isEqualTo(server.pid());
                    assertThat(lost.loss()).isEqualTo(ConnectionLostException.Loss.DIED);
                })
                .hasMessageContaining(Integer.toString(server.pid()));
    }

    @DisabledIfEnvironmentVariable(
            named = "NEARCALL_CHANNEL",
            matches = "fifo|unix|tcp",
            disabledReason = "only memory outlives a process and shows what it had taken")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = NO_SIGNALS)
    @Test
    void shouldSayThatACallWasNotStartedIfTheServerDiedBeforeItTookIt() throws Exception {
        server.signal("STOP");
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Threads.awaitCalling(start(() -> remote.echo(2), failure));
        server.kill();
        assertThat(failure.get())
                .isInstanceOfSatisfying(
                        ConnectionLostException.class,
                        lost -> assertThat(lost.outcome()).isEqualTo(Outcome.NOT_STARTED));
    }

    @Test
    void shouldEndTheCallsOfAllThreadsWhenTheServerDies() throws Exception {
        @SuppressWarnings({"unchecked", "rawtypes"})
        CompletableFuture<Throwable>[] failures = new CompletableFuture[20];
        for (int i = 0; i < failures.length; i++) {
            failures[i] = failureOf(remote::waitForInterrupt);
        }
        awaitWaits(failures.length);
        server.kill();
        for (CompletableFuture<Throwable> failure : failures) {
            assertThat(failure.get()).isInstanceOf(ConnectionLostException.class);
        }
    }

    @Tag(WITHOUT_A_CHANNEL)
    @Test
    void shouldCallThroughTheSameStubWhenTheServerIsBack() {
        server.kill();
        catchThrowable(() -> remote.echo(2));
        server = Server.start(Workshop.class, QuietWorkshop.class);
        assertThat(remote.echo(3)).isEqualTo(3);
        assertThat(remote.pid()).isEqualTo(server.pid());
    }

    @Tag(WITHOUT_A_CHANNEL)
    @Test
    void shouldFindTheServerAgainWithoutALookupWhenItIsBack() throws Exception {
        server.kill();
        catchThrowable(() -> remote.pid()); // over a socket it may be sent before the death is seen
        AtomicReference<OtherJvm> restarted = new AtomicReference<>();
        Thread restart = new Thread(() -> restarted.set(Server.start(Workshop.class, QuietWorkshop.class)));
        CompletableFuture<Integer> pid = CompletableFuture.supplyAsync(() -> {
            while (true) {
                try {
                    return remote.pid();
                } catch (ConnectionLostException | ServiceNotFoundException e) {
                    assertThat(e.outcome()).isNotEqualTo(Outcome.MAY_HAVE_RUN);
                }
            }
        });
        Thread.sleep(200); // by then some calls have found no server
        restart.start();
        assertThat(pid.get()).isPositive();
        restart.join();
        server = restarted.get();
        assertThat(pid.get()).isEqualTo(server.pid());
    }

    @Tag(WITHOUT_A_CHANNEL)
    @Test
    void shouldEndCallsSoonWhoseServerDoesNotComeBack() throws Exception {
        server.kill();
        catchThrowable(() -> remote.echo(2));
        List<CompletableFuture<Throwable>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(failureOf(() -> remote.echo(3)));
        }
        for (CompletableFuture<Throwable> call : calls) {
            assertThat(call.get(FAR.toSeconds() / 2, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            NearcallException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
        }
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = NO_SIGNALS)
    @Test
    void shouldEndACallToAStoppedServerAtItsDeadline() {
        server.signal("STOP");
        long startNs = System.nanoTime();
        assertThatThrownBy(() -> remote.workQuickly(1, 0)).isInstanceOf(DeadlineExceededException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                .isBetween(Duration.ofMillis(5), FAR); // its own deadline, and none that others have
        server.signal("CONT");
        assertThat(remote.echo(2)).isEqualTo(2);
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = NO_SIGNALS)
    @Test
    void shouldGetNewLanesAfterManyRequestsTimedOutAtAStoppedServer() throws Exception {
        try (Endpoint late =
                Endpoint.builder().deadline(Duration.ofMillis(20)).maxLanes(4).open()) {
            Workshop quick = late.lookup(Workshop.class);
            server.signal("STOP");
            for (int i = 0; i < 30; i++) {
                failureOf(() -> quick.echo(1));
                failureOf(() -> quick.echo(2));
                catchThrowable(() -> quick.later(3, 0));
                failureOf(() -> quick.echo(3)).get();
            }
            server.signal("CONT");
            Thread.sleep(300); // for the server to answer the requests that timed out
            while (catchThrowable(() -> quick.echo(1)) != null) {
                Thread.sleep(1);
            }
            while (catchThrowable(() -> quick.later(4, 0).get()) != null) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldEndTheCallWhoseMethodEndsItsJvm() throws Exception {
        assertThat(failureOf(() -> remote.exitInCall(3)).get())
                .isInstanceOfSatisfying(
                        ConnectionLostException.class,
                        lost -> assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN));
        assertThat(server.awaitExit(10)).isEqualTo(3);
        assertThat(PrivateDirectory.sockets()).isEmpty();
    }

    @Tag(WITHOUT_A_CHANNEL)
    @Test
    void shouldLeaveNoSocketOfADeadServerBehind() throws Exception {
        server.kill();
        catchThrowable(() -> remote.echo(2));
        while (!PrivateDirectory.sockets().isEmpty()) {
            Thread.sleep(1);
        }
    }

    @Tag(WITHOUT_A_CHANNEL)
    @Test
    void shouldRefuseCallsThroughAClosedEndpoint() {
        client.close();
        assertThatThrownBy(() -> remote.echo(1))
                .isInstanceOfSatisfying(
                        EndpointClosedException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
        assertThatThrownBy(() -> client.lookup(Workshop.class)).isInstanceOf(EndpointClosedException.class);
    }

    @Test
    void shouldEndOwnCallsInFlightWhenTheEndpointCloses() throws Exception {
        CompletableFuture<Throwable> failure = failureOf(remote::waitForInterrupt);
        awaitWaits(1);
        client.close();
        assertThat(failure.get()).isInstanceOf(EndpointClosedException.class);
    }

    @Test
    void shouldEndAFutureWhenItsServerDies() throws Exception {
        CompletableFuture<Integer> future = remote.never();
        Thread.sleep(100); // by then the method has mostly returned its stage; the future must end either way
        server.kill();
        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ConnectionLostException.class);
    }
}
