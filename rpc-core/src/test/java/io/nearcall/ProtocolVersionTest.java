// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Peers that speak another version of the protocol, or none. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ProtocolVersionTest {

    private static final byte HELLO = 1;
    private static final byte WELCOME = 2;
    private static final byte REFUSED = 3;
    private static final int MAGIC = 'N' | 'C' << 8 | 'A' << 16 | 'L' << 24;

    private static ByteBuffer greeting(byte type, int version) {
        ByteBuffer message = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(1 + 4 + 4 + 3).put(type).putInt(MAGIC).putInt(version).put(new byte[3]);
        return message.flip();
    }

    private static UnixDomainSocketAddress address(String service) {
        return UnixDomainSocketAddress.of(PrivateDirectory.path().resolve(service + ".sock"));
    }

    private static ByteBuffer readMessage(SocketChannel channel) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        while (length.hasRemaining() && channel.read(length) >= 0) {}
        ByteBuffer body = ByteBuffer.allocate(length.flip().getInt()).order(ByteOrder.LITTLE_ENDIAN);
        while (body.hasRemaining() && channel.read(body) >= 0) {}
        return body.flip();
    }

    @Test
    void shouldRefuseAClientOfAnotherVersionInWords() throws IOException {
        try (Endpoint server = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop());
            try (SocketChannel channel = SocketChannel.open(address("Workshop"))) {
                channel.write(greeting(HELLO, 99));
                ByteBuffer answer = readMessage(channel);
                assertThat(answer.get()).isEqualTo(REFUSED);
                assertThat(answer.getInt()).isEqualTo(MAGIC);
                assertThat(answer.getInt()).isEqualTo(1);
                answer.get();
                byte[] text = new byte[answer.getShort()];
                answer.get(text);
                assertThat(new String(text, StandardCharsets.UTF_8)).contains("version 1");
                assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        }
    }

    @Test
    void shouldNameBothVersionsWhenTheServerSpeaksAnother() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Endpoint client = Endpoint.open()) {
            server.bind(address("Workshop"));
            Thread answering = new Thread(() -> {
                try (SocketChannel channel = server.accept()) {
                    readMessage(channel);
                    channel.write(greeting(WELCOME, 99));
                    readMessage(channel);
                } catch (IOException | RuntimeException e) {
                    // the client has hung up
                }
            });
            answering.start();
            assertThatThrownBy(() -> client.lookup(Workshop.class))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("99")
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
            answering.join();
        }
    }

    @Test
    void shouldSayThatWhatAnswersIsNoEndpoint() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Endpoint client = Endpoint.open()) {
            server.bind(address("Workshop"));
            Thread answering = new Thread(() -> {
                try (SocketChannel channel = server.accept()) {
                    readMessage(channel);
                    channel.write(ByteBuffer.wrap("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII)));
                    channel.read(ByteBuffer.allocate(1));
                } catch (IOException e) {
                    // the client has hung up
                }
            });
            answering.start();
            assertThatThrownBy(() -> client.lookup(Workshop.class))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("refused the connection: it breaks the protocol: ")
                    .hasMessageEndingWith("on both sides.");
            answering.join();
        }
    }

    @Test
    void shouldHearARefusalThatDidNotWaitForItsGreeting() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                    Endpoint client =
                            Endpoint.builder().lookupTimeout(Duration.ZERO).open()) {
                server.bind(address("Workshop" + i));
                Thread refusing = new Thread(() -> {
                    try (SocketChannel channel = server.accept()) {
                        channel.write(greeting(REFUSED, 99));
                    } catch (IOException e) {
                        // the client has hung up
                    }
                });
                refusing.start();
                String service = "Workshop" + i;
                assertThatThrownBy(() -> client.lookup(Workshop.class, service))
                        .isInstanceOf(ConnectionRefusedException.class);
                refusing.join();
            }
        }
    }

    @Test
    void shouldServeOthersWhileSomebodySendsNonsense() throws IOException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            for (String nonsense : new String[] {"GET / HTTP/1.1\r\n\r\n", "\0\0\0\0", "\1\0\0\0\77"}) {
                try (SocketChannel channel = SocketChannel.open(address("Workshop"))) {
                    channel.write(ByteBuffer.wrap(nonsense.getBytes(StandardCharsets.ISO_8859_1)));
                    assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("reset");
                }
                assertThat(remote.echo(1)).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldGiveUpAServerThatDoesNotGreet() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Endpoint client = Endpoint.open()) {
            server.bind(address("Workshop"));
            assertThatThrownBy(() -> client.lookup(Workshop.class))
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("greeting");
        }
    }
}
