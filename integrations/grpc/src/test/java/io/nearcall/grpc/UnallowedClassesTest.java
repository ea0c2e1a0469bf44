// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An object whose class the server does not allow, from a client that is honest, or one that lies about the class. */
@Timeout(60)
class UnallowedClassesTest {

    /** Of a record, and of the control message in it. */
    private static final int HEADERS_LENGTH = 8 + 4;

    private static final byte CLASS_AGREED = 9;
    private static final byte CLASS_REFUSED = 10;
    private static final int UNKNOWN_ID = 4_000;

    @TempDir
    Path directory;

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private final Store.Simple store = new Store.Simple();
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger lies = new AtomicInteger();
    private Endpoint server;
    private Endpoint neighbour;
    private Store neighboursStore;

    @BeforeEach
    void open() {
        server = Endpoint.builder()
                .name("server")
                .directory(directory.resolve("run")) // or another test has the name of the service
                .transport(door)
                .open();
        server.export(Store.class, store);
        neighbour = Endpoint.builder()
                .name("neighbour")
                .lookupTimeout(Duration.ofSeconds(60)) // a busy machine needs long for the first session
                .open();
        neighboursStore = neighbour.lookup(Store.class, address());
    }

    @AfterEach
    void close() {
        assertThat(neighboursStore.add(2, 3)).isEqualTo(5);
        neighbour.close();
        server.close();
    }

    private String address() {
        return "grpc://store@localhost:" + door.port();
    }

    /** Allows what the server does not. */
    private Endpoint client(TamperedTransport.Tamper tamper) {
        return Endpoint.builder()
                .name("client")
                .lookupTimeout(Duration.ofSeconds(60))
                .allow(Store.Parcel.class)
                .transport(new TamperedTransport(() -> {
                    sessions.incrementAndGet();
                    return tamper;
                }))
                .open();
    }

    @Test
    void shouldBeRefusedBeforeItIsSentAsOnOneHost() {
        try (Endpoint client = client(TamperedTransport.NOTHING)) {
            Store stub = client.lookup(Store.class, address());
            for (int i = 0; i < 3; i++) { // the first time the server is asked
                EncodingException refusal =
                        catchThrowableOfType(EncodingException.class, () -> stub.keep(new Store.Parcel("fragile")));
                assertThat(refusal.reason()).isEqualTo(EncodingException.Reason.NOT_ALLOWED);
                assertThat(refusal.className()).isEqualTo(Store.Parcel.class.getName());
                assertThat(refusal.outcome()).isEqualTo(Outcome.NOT_SENT);
                assertThat(stub.keep("a text")).isEqualTo("a text");
            }
            assertThat(sessions).hasValue(1);
        }
        assertThat(store.kept).isEqualTo("a text");
    }

    /** Tells the client that the server has agreed to a class which the server has refused. */
    private final class Liar implements TamperedTransport.Tamper {
        @Override
        public byte[] received(byte[] message) {
            if (message.length <= HEADERS_LENGTH || message[HEADERS_LENGTH] != CLASS_REFUSED || message[0] != 0) {
                return message;
            }
            lies.incrementAndGet();
            byte[] name = Store.Parcel.class.getName().getBytes(StandardCharsets.UTF_8);
            int length = 1 + Short.BYTES + name.length + Integer.BYTES;
            return ByteBuffer.allocate(HEADERS_LENGTH + length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(message, 0, Integer.BYTES) // the lane
                    .putInt(1 << 24 | Integer.BYTES + length)
                    .putInt(length)
                    .put(CLASS_AGREED)
                    .putShort((short) name.length)
                    .put(name)
                    .putInt(UNKNOWN_ID)
                    .array();
        }
    }

    @Test
    void shouldNotBeReadFromAClientThatSendsItAllTheSame() {
        try (Endpoint client = client(new Liar())) {
            Store stub = client.lookup(Store.class, address());
            NearcallException refusal =
                    catchThrowableOfType(NearcallException.class, () -> stub.keep(new Store.Parcel("fragile")));
            assertThat(lies).hasValue(1);
            assertThat(refusal).hasMessageContaining(Integer.toString(UNKNOWN_ID));
            assertThat(store.kept).isNull();
            assertThat(stub.keep("a text")).isEqualTo("a text"); // perhaps in the next session
        }
    }
}
