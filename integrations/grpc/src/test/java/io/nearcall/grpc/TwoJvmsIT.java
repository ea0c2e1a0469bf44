// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import io.nearcall.ServiceNotFoundException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server in another JVM, which is killed, or ends. */
@Timeout(120)
class TwoJvmsIT {

    private final Endpoint client =
            Endpoint.builder().lookupTimeout(Duration.ofSeconds(30)).open();
    private Process process;
    private int port;

    private void start() throws Exception {
        process = SecondJvm.start(
                List.of("-Dio.nearcall.dir=" + System.getProperty("io.nearcall.dir", "")),
                CalculatorServer.class,
                Integer.toString(port));
        port = Integer.parseInt(new BufferedReader(new InputStreamReader(process.getInputStream())).readLine());
    }

    private Calculator lookup() {
        return client.lookup(Calculator.class, "grpc://calculator@localhost:" + port);
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        process.destroyForcibly().waitFor();
    }

    @Test
    void shouldTellCallersThatTheServerWasKilledAndFindItsSuccessor() throws Exception {
        start();
        Calculator calculator = lookup();
        assertThat(calculator.add(2, 3)).isEqualTo(5);
        CompletableFuture<Void> hanging = CompletableFuture.runAsync(() -> {
            ConnectionLostException lost = catchThrowableOfType(ConnectionLostException.class, calculator::hang);
            assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
            assertThat(lost.loss()).isEqualTo(ConnectionLostException.Loss.DIED);
            assertThat(lost).hasMessageContaining("grpc://localhost:" + port);
        });
        Patience.awaitHanging(calculator);

        process.destroyForcibly().waitFor();
        hanging.get();

        start();
        assertThat(Patience.untilSent(() -> calculator.add(3, 4))).isEqualTo(7);
    }

    @Test
    void shouldTellCallersThatTheServerHasClosed() throws Exception {
        start();
        Calculator calculator = lookup();
        CompletableFuture<ConnectionLostException> hanging = CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(ConnectionLostException.class, calculator::hang));
        Patience.awaitHanging(calculator); // only a method that runs ends with the endpoint
        process.getOutputStream().close();
        assertThat(hanging.get().loss()).isEqualTo(ConnectionLostException.Loss.CLOSED);
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void shouldSayWhyNobodyWasReached() throws Exception {
        start();
        process.destroyForcibly().waitFor();
        try (Endpoint hurried =
                Endpoint.builder().lookupTimeout(Duration.ofSeconds(1)).open()) {
            ServiceNotFoundException none = catchThrowableOfType(
                    ServiceNotFoundException.class,
                    () -> hurried.lookup(Calculator.class, "grpc://calculator@localhost:" + port));
            assertThat(none.outcome()).isEqualTo(Outcome.NOT_SENT);
            assertThat(none).hasMessageContaining("No service \"calculator\" at grpc://localhost:" + port);
            assertThat(none).hasMessageContaining("Connection refused");
        }
    }
}
