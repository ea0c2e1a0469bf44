// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.test.Debugger;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Workshop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A killed server. Its control socket is closed long before its process is dead. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class SlowDeathIT {

    /** Longer than a server that lives is waited for when its control socket has ended. */
    private static final long LONG_MS = 500;

    private OtherJvm server;
    private Debugger debugger;
    private EndpointCore client;
    private Workshop remote;
    private CompletableFuture<Throwable> failure;

    @BeforeEach
    @Timeout(60)
    void callAndHold() throws Exception {
        server = Server.start(Workshop.class, QuietWorkshop.class);
        client = HeldMonitor.endpoint("client");
        remote = LookUp.now(client, Workshop.class, ServiceAddress.parse("Workshop", "auto"), 10_000_000_000L);
        assertThat(remote.echo(1)).isEqualTo(1);
        failure = new CompletableFuture<>();
        Thread caller = new Thread(() -> failure.complete(catchThrowable(remote::waitForEver)));
        caller.setDaemon(true);
        caller.start();
        while (remote.waits() == 0) {
            Thread.sleep(1);
        }
        debugger = Debugger.of(server);
    }

    @AfterEach
    @Timeout(60)
    void end() {
        client.close();
        if (debugger != null) {
            debugger.close();
        }
        server.close();
    }

    @Test
    void shouldWaitForTheEndOfAProcessThatIsEnding() throws Exception {
        CompletableFuture<Long> toldNs = failure.thenApply(told -> System.nanoTime());
        long killedNs = System.nanoTime();
        server.signal("KILL");
        Thread.sleep(LONG_MS);
        debugger.close();
        assertDied(failure.get(10, TimeUnit.SECONDS));
        assertThat(toldNs.get() - killedNs).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(LONG_MS));
    }

    @Test
    void shouldNotWaitForItForEver() throws Exception {
        server.signal("KILL");
        assertDied(failure.get(10, TimeUnit.SECONDS));
    }

    @Test
    void shouldSeeThatTheProcessIsDeadThoughTheMonitorIsLate() throws Exception {
        killAndSeeTheHangUp();
        HeldMonitor monitor = HeldMonitor.of(client);
        debugger.close();
        server.awaitExit(10);
        Thread.sleep(LONG_MS);
        monitor.release(); // its timer is due before it hears of the death
        assertDied(failure.get(10, TimeUnit.SECONDS));
    }

    @Test
    void shouldSayThatItDiedToWhoGetsNothingThroughMeanwhile() throws Exception {
        killAndSeeTheHangUp();
        Throwable thrown = catchThrowable(() -> remote.later(3, 0).get()); // which needs a lane of its own kind
        assertDied(thrown instanceof ExecutionException ? thrown.getCause() : thrown);
    }

    private void killAndSeeTheHangUp() throws InterruptedException {
        server.signal("KILL");
        while (!server.isEnding()) {
            Thread.sleep(1);
        }
        Thread.sleep(50); // time for the client to see that the control socket has ended
    }

    private void assertDied(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        ConnectionLostException.class,
                        lost -> assertThat(lost.loss()).as(lost.getMessage()).isEqualTo(Loss.DIED));
    }
}
