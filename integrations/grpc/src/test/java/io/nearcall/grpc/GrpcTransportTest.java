// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two endpoints of one JVM that reach each other over loopback. */
@Timeout(60)
class GrpcTransportTest {

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void open() {
        server = Endpoint.builder().name("server").transport(door).open();
        client = Endpoint.builder().name("client").open();
        server.export(Calculator.class, new Calculator.Simple());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Calculator lookup() {
        return client.lookup(Calculator.class, "grpc://calculator@localhost:" + door.port());
    }

    @Test
    void shouldCallAServiceByItsAddress() {
        assertThat(lookup().add(2, 3)).isEqualTo(5);
    }

    @Test
    void shouldThrowWhatTheMethodThrows() {
        Calculator calculator = lookup();
        assertThatThrownBy(() -> calculator.divide(1, 0)).isExactlyInstanceOf(ArithmeticException.class);
        assertThat(calculator.divide(6, 3)).isEqualTo(2);
    }

    /** Counts the sessions that are begun. */
    private static final class Counted implements RemoteTransport {
        final AtomicInteger sessions = new AtomicInteger();
        private final GrpcTransport transport = GrpcTransport.builder().build();

        @Override
        public String scheme() {
            return transport.scheme();
        }

        @Override
        public Session connect(String place, Receiver receiver) {
            sessions.incrementAndGet();
            return transport.connect(place, receiver);
        }

        @Override
        public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
            return transport.listen(acceptor);
        }
    }

    @Test
    void shouldUseOneSessionForAllServicesOfAPlace() {
        server.export(Calculator.class, new Calculator.Simple(), "second");
        Counted counted = new Counted();
        try (Endpoint counting = Endpoint.builder().transport(counted).open()) {
            for (String name : new String[] {"calculator", "second"}) {
                String address = "grpc://" + name + "@localhost:" + door.port();
                assertThat(counting.lookup(Calculator.class, address).add(2, 3)).isEqualTo(5);
            }
        }
        assertThat(counted.sessions).hasValue(1);
    }

    @Test
    void shouldOfferOtherHostsOnlyWhatNamesNoChannel() {
        server.export(Calculator.class, new Calculator.Simple(), "unix:within");
        try (Endpoint hurried =
                Endpoint.builder().lookupTimeout(Duration.ofSeconds(4)).open()) {
            assertThat(hurried.lookup(Calculator.class, "unix:within").add(2, 3))
                    .isEqualTo(5);
            assertThatThrownBy(() -> hurried.lookup(Calculator.class, "grpc://within@localhost:" + door.port()))
                    .isInstanceOf(ServiceNotFoundException.class)
                    .hasMessageContaining("the endpoint there does not offer it to other hosts");
        }
    }

    /** As a proxy does whose servers are all down. It does not speak TLS either. */
    @Test
    void shouldNotTakeAConnectionThatIsClosedWithoutAWordForARefusal() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Endpoint hurried =
                        Endpoint.builder().lookupTimeout(Duration.ofSeconds(2)).open()) {
            new Thread(() -> acceptAndClose(mute)).start();
            String address = "grpc://calculator@127.0.0.1:" + mute.getLocalPort();
            assertThatThrownBy(() -> hurried.lookup(Calculator.class, address))
                    .isInstanceOf(ServiceNotFoundException.class);
        }
    }

    private static void acceptAndClose(ServerSocket socket) {
        try {
            while (true) {
                socket.accept().close();
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    @Test
    void shouldSayThatThePortIsTaken() {
        GrpcTransport second = GrpcTransport.builder().listen(door.port()).build();
        assertThatThrownBy(() -> Endpoint.builder().transport(second).open())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("listening for grpc");
    }

    @Test
    void shouldCarryMessagesThatAreLongerThanTheCredit() {
        byte[] large = new byte[3_000_000];
        large[2_999_999] = 7;
        assertThat(lookup().echo(large)).isEqualTo(large);
    }
}
