// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.Endpoint;
import io.nearcall.Export;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client of gRPC's health checks is told, which is not Nearcall's. */
@Timeout(60)
class HealthTest {

    @TempDir
    Path directory;

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private Endpoint server;
    private ManagedChannel channel;

    @BeforeEach
    void open() {
        server = Endpoint.builder()
                .name("server")
                .directory(directory.resolve("run")) // other tests export under the same name
                .transport(door)
                .open();
        channel = NettyChannelBuilder.forAddress("localhost", door.port())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.close();
    }

    private static HealthCheckRequest request(String service) {
        return HealthCheckRequest.newBuilder().setService(service).build();
    }

    private ServingStatus check(String service) {
        return HealthGrpc.newBlockingStub(channel).check(request(service)).getStatus();
    }

    private Iterator<HealthCheckResponse> watch(String service) {
        return HealthGrpc.newBlockingStub(channel).watch(request(service));
    }

    private void assertUnknown(String service) {
        StatusRuntimeException unknown = catchThrowableOfType(StatusRuntimeException.class, () -> check(service));
        assertThat(unknown.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(unknown).hasMessageContaining("No service \"" + service + "\"");
    }

    @Test
    void shouldKnowEachServiceThatIsExported() {
        assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
        assertUnknown("calculator");
        Export calculator = server.export(Calculator.class, new Calculator.Simple());
        Export second = server.export(Calculator.class, new Calculator.Simple(), "second");
        assertThat(check("calculator")).isEqualTo(ServingStatus.SERVING);
        assertThat(check("second")).isEqualTo(ServingStatus.SERVING);
        assertThat(check("")).isEqualTo(ServingStatus.SERVING);
        calculator.close();
        assertUnknown("calculator");
        assertThat(check("")).isEqualTo(ServingStatus.SERVING);
        second.close();
        assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
    }

    @Test
    void shouldNotKnowAServiceThatOtherHostsCannotCall() {
        server.export(Calculator.class, new Calculator.Simple(), "unix:within");
        assertUnknown("within");
        assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
    }

    @Test
    void shouldNotKnowAServiceThatItsCallerMayNotCall() {
        Export restricted = server.export(Calculator.class, new Calculator.Simple(), "restricted", Set.of("till"));
        assertUnknown("restricted"); // plaintext proves no name
        assertThat(check("")).isEqualTo(ServingStatus.SERVING);
        server.drain(Duration.ZERO);
        assertUnknown("restricted");
        assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
        restricted.close();
    }

    @Test
    void shouldTellWatchersOfEachChange() {
        Iterator<HealthCheckResponse> calculator = watch("calculator");
        Iterator<HealthCheckResponse> all = watch("");
        assertThat(calculator.next().getStatus()).isEqualTo(ServingStatus.SERVICE_UNKNOWN);
        assertThat(all.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
        Export export = server.export(Calculator.class, new Calculator.Simple());
        assertThat(calculator.next().getStatus()).isEqualTo(ServingStatus.SERVING);
        assertThat(all.next().getStatus()).isEqualTo(ServingStatus.SERVING);
        export.close();
        assertThat(calculator.next().getStatus()).isEqualTo(ServingStatus.SERVICE_UNKNOWN);
        assertThat(all.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
    }

    @Test
    void shouldNotServeFromTheBeginningOfTheClose() throws Exception {
        server.export(Calculator.class, new Calculator.Simple());
        Iterator<HealthCheckResponse> calculator = watch("calculator");
        assertThat(calculator.next().getStatus()).isEqualTo(ServingStatus.SERVING);
        try (Endpoint client = Endpoint.builder().name("client").open()) {
            Calculator stub = client.lookup(Calculator.class, "grpc://calculator@localhost:" + door.port());
            CompletableFuture<Void> running = runAsync(() -> catchThrowable(stub::hang));
            Patience.awaitHanging(stub); // close() gives it a second
            CompletableFuture<Void> closed = runAsync(server::close);
            assertThat(calculator.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
            assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
            assertThat(closed).isNotDone();
            closed.get();
            running.get();
        }
    }

    /** On a thread of its own: the common pool has one on two CPUs. */
    private static CompletableFuture<Void> runAsync(Runnable action) {
        return CompletableFuture.runAsync(action, task -> new Thread(task).start());
    }

    @Test
    void shouldNotServeFromTheBeginningOfADrain() {
        server.export(Calculator.class, new Calculator.Simple());
        assertThat(check("calculator")).isEqualTo(ServingStatus.SERVING);
        server.drain(Duration.ZERO);
        assertThat(check("calculator")).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
    }
}
