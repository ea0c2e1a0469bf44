// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the two sides of a session tell each other of their processes, byte by byte. */
@Timeout(60)
class GreetingTest {

    private static final int HELLO = 1;
    private static final int WELCOME = 2;

    /** Of a record, and of the control message in it. */
    private static final int HEADERS_LENGTH = 8 + 4;

    @TempDir
    private Path directory;

    /** Lets the sessions of a door through, and keeps the first message of each direction. */
    private static final class Tap implements RemoteTransport {

        private final GrpcTransport door;
        private final CompletableFuture<byte[]> received = new CompletableFuture<>();
        private final CompletableFuture<byte[]> sent = new CompletableFuture<>();

        Tap(GrpcTransport door) {
            this.door = door;
        }

        @Override
        public String scheme() {
            return door.scheme();
        }

        @Override
        public Session connect(String place, Receiver receiver) {
            return door.connect(place, receiver);
        }

        @Override
        public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
            return door.listen(session -> new TappedReceiver(acceptor.apply(new TappedSession(session))));
        }

        private final class TappedReceiver implements Receiver {
            private final Receiver tapped;

            TappedReceiver(Receiver tapped) {
                this.tapped = tapped;
            }

            @Override
            public void received(byte[] message) {
                received.complete(message.clone());
                tapped.received(message);
            }

            @Override
            public void ready() {
                tapped.ready();
            }

            @Override
            public void ended(boolean refused, String reason) {
                tapped.ended(refused, reason);
            }
        }

        private final class TappedSession extends PassedOnSession {
            TappedSession(Session tapped) {
                super(tapped);
            }

            @Override
            public void send(byte[] message) {
                sent.complete(message.clone());
                session.send(message);
            }
        }
    }

    @Test
    void shouldTellNeitherProcessIdNorTime() throws Exception {
        GrpcTransport door = GrpcTransport.builder().listen(0).build();
        Tap tap = new Tap(door);
        try (Endpoint server =
                        Endpoint.builder().directory(directory).transport(tap).open();
                Endpoint client = Endpoint.open()) {
            server.export(Calculator.class, new Calculator.Simple());
            String address = "grpc://calculator@localhost:" + door.port();
            assertThat(client.lookup(Calculator.class, address).add(2, 3)).isEqualTo(5);
            ByteBuffer hello = greeting(tap.received, HELLO);
            ByteBuffer welcome = greeting(tap.sent, WELCOME);
            assertThat(hello.getInt()).as("the client's process id").isZero();
            assertThat(welcome.getInt()).as("the server's process id").isZero();
            assertThat(id(hello).version()).as("random").isEqualTo(4);
            assertThat(id(welcome).version()).as("random").isEqualTo(4);
        }
    }

    /** What follows the version of the protocol in the first message of a direction. */
    private static ByteBuffer greeting(CompletableFuture<byte[]> first, int type) throws Exception {
        ByteBuffer message = ByteBuffer.wrap(first.get(10, TimeUnit.SECONDS)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(message.position(HEADERS_LENGTH).get()).isEqualTo((byte) type);
        byte[] magic = new byte[4];
        message.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("NCAL");
        assertThat(message.getInt()).as("version").isEqualTo(1);
        return message;
    }

    private static UUID id(ByteBuffer from) {
        return new UUID(from.getLong(), from.getLong());
    }
}
