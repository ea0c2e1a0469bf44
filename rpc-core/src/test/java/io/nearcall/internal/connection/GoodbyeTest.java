// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.test.PrivateDirectory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A goodbye that has come, and that the monitor has not read yet. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class GoodbyeTest {

    /** Makes no lanes for futures until it is called. */
    public interface Oracle {
        CompletableFuture<String> ask();
    }

    @Test
    void shouldTellWhoFindsTheSocketClosedWhatTheGoodbyeSays() throws Exception {
        Throwable thrown = null;
        for (long ms = 50; !(thrown instanceof ConnectionLostException) && ms < 10_000; ms *= 4) {
            thrown = failureOfACall(ms); // the longer ones for a busy machine
        }
        assertThat(thrown).isInstanceOfSatisfying(ConnectionLostException.class, lost -> {
            assertThat(lost.loss()).isEqualTo(Loss.CLOSED);
            assertThat(lost.outcome()).isEqualTo(Outcome.NOT_SENT);
        });
    }

    private static Throwable failureOfACall(long ms) throws Exception {
        Endpoint server = Endpoint.builder().name("server").open();
        server.export(Oracle.class, () -> CompletableFuture.completedFuture("perhaps"), "oracle");
        try (EndpointCore client = HeldMonitor.endpoint("client")) {
            Oracle oracle = LookUp.now(client, Oracle.class, ServiceAddress.parse("oracle", "auto"), 10_000_000_000L);
            HeldMonitor monitor = HeldMonitor.of(client);
            server.close();
            CompletableFuture<Throwable> failure = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> oracle.ask().get()));
            Thread.sleep(ms); // by then the call has found the socket closed
            monitor.release();
            Throwable thrown = failure.get(20, TimeUnit.SECONDS);
            return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
        } finally {
            server.close();
        }
    }
}
