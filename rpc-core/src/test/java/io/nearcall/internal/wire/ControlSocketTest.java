// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.internal.wire.ControlMessage.Cancel;
import io.nearcall.internal.wire.ControlMessage.Doorbell;
import io.nearcall.internal.wire.ControlMessage.Lanes;
import io.nearcall.internal.wire.ControlMessage.LanesReady;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a control socket makes of the bytes and descriptors that come. */
@Timeout(60)
class ControlSocketTest {

    private static final long SECOND_NS = 1_000_000_000;

    private static final int MANY_BYTES = 1 << 20;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(16_384).order(ByteOrder.LITTLE_ENDIAN);

    private final List<Received> seen = new ArrayList<>();

    private ControlSocket socket;

    private int peer;

    @BeforeEach
    void connect() {
        int[] two = new int[2];
        UnixSocket.pair(two);
        socket = new ControlSocket(two[0]);
        peer = two[1];
    }

    @AfterEach
    void close() {
        socket.close();
        seen.stream().filter(each -> each.descriptor() >= 0).forEach(each -> Descriptors.close(each.descriptor()));
        if (peer >= 0) {
            Descriptors.close(peer);
        }
    }

    @Test
    void shouldPutMessagesTogetherFromSingleBytes() throws Exception {
        put(new Cancel(3, 4711), new Doorbell(5));
        for (int i = 0; i < bytes.position(); i++) {
            assertThat(UnixSocket.send(peer, bytes, i, 1, -1)).isEqualTo(1);
            drain();
        }
        assertThat(messages()).containsExactly(new Cancel(3, 4711), new Doorbell(5));
    }

    @Test
    void shouldGiveEveryMessageItsOwnDescriptorHoweverTheBytesAreCut() throws Exception {
        int first = Memory.memfd("first", 4096);
        int second = Memory.memfd("second", 8192);
        send(-1, new Doorbell(1));
        send(first, new Lanes(1, 2, 64, true, ""));
        put(new LanesReady(2, 2, 64, ""));
        UnixSocket.send(peer, bytes, 0, 3, second);
        drain();
        UnixSocket.send(peer, bytes, 3, bytes.position() - 3, -1);
        send(-1, new Doorbell(2));
        drain();
        Descriptors.close(first);
        Descriptors.close(second);
        assertThat(messages())
                .containsExactly(
                        new Doorbell(1), new Lanes(1, 2, 64, true, ""), new LanesReady(2, 2, 64, ""), new Doorbell(2));
        assertThat(Memory.length(seen.get(1).descriptor())).isEqualTo(4096);
        assertThat(Memory.length(seen.get(2).descriptor())).isEqualTo(8192);
    }

    @Test
    void shouldRefuseMemoryWithoutADescriptor() {
        send(-1, new Lanes(1, 2, 64, true, ""));
        assertThatThrownBy(this::drain)
                .isInstanceOf(ProtocolBreach.class)
                .hasMessageContaining("without the descriptor");
    }

    @Test
    void shouldRefuseAndCloseADescriptorThatNothingAsksFor() {
        int fd = Memory.memfd("unasked", 4096);
        int before = openDescriptors();
        send(fd, new Doorbell(1));
        assertThatThrownBy(this::drain).isInstanceOf(ProtocolBreach.class).hasMessageContaining("carries none");
        assertThat(openDescriptors()).isEqualTo(before + 1);
        socket.close();
        assertThat(openDescriptors()).isEqualTo(before - 1);
        Descriptors.close(fd);
    }

    @Test
    void shouldRefuseMoreThanOneDescriptorForAMessageThatHasOnlyBegun() {
        int fd = Memory.memfd("surplus", 4096);
        put(new Lanes(1, 2, 64, true, ""));
        UnixSocket.send(peer, bytes, 0, 6, fd);
        UnixSocket.send(peer, bytes, 6, 1, fd);
        assertThatThrownBy(this::drain).isInstanceOf(ProtocolBreach.class);
        Descriptors.close(fd);
    }

    @Test
    void shouldRefuseLengthsOutOfBounds() {
        for (int length : new int[] {0, -1, 4097, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            close();
            connect();
            bytes.clear();
            bytes.putInt(length);
            UnixSocket.send(peer, bytes, 0, 4, -1);
            assertThatThrownBy(this::drain)
                    .isInstanceOf(ProtocolBreach.class)
                    .hasMessageContaining(Integer.toUnsignedString(length));
        }
    }

    @Test
    void shouldReadAMessageOfTheGreatestLength() {
        bytes.clear();
        bytes.putInt(4096).put(ControlFormat.HELLO).putInt(ControlFormat.MAGIC).putInt(99);
        UnixSocket.send(peer, bytes, 0, 4100, -1);
        drain();
        assertThat(messages()).hasSize(1);
    }

    @Test
    void shouldGiveUpOnASilentPeerInTime() throws Exception {
        long startNs = System.nanoTime();
        assertThat(socket.receive(100_000_000)).isNull();
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(100_000_000);
    }

    @Test
    void shouldGiveUpOnAPeerThatSendsAByteNowAndThen() throws Exception {
        put(new Cancel(1, 2));
        CompletableFuture<Received> receiving = CompletableFuture.supplyAsync(() -> receive(200_000_000));
        for (int i = 0; i < 10 && !receiving.isDone(); i++) {
            UnixSocket.send(peer, bytes, i, 1, -1);
            Thread.sleep(50); // each byte comes in time, the whole message does not
        }
        assertThat(receiving.join()).isNull();
    }

    @Test
    void shouldDrainWhatCameTogetherWithAReceivedMessage() throws Exception {
        send(-1, new Doorbell(1), new Doorbell(2));
        assertThat(socket.receive(SECOND_NS).message()).isEqualTo(new Doorbell(1));
        drain();
        assertThat(messages()).containsExactly(new Doorbell(2));
    }

    @Test
    void shouldDrainMessagesBeforeTheEndOfTheStream() {
        send(-1, new Doorbell(1));
        Descriptors.close(peer);
        peer = -1;
        assertThat(drain()).isFalse();
        assertThat(messages()).containsExactly(new Doorbell(1));
    }

    @Test
    void shouldTellAReceiverThatThePeerHasClosed() {
        Descriptors.close(peer);
        peer = -1;
        assertThatThrownBy(() -> socket.receive(SECOND_NS)).isInstanceOf(ControlSocket.EndOfStream.class);
        assertThat(socket.send(new Doorbell(1))).isFalse();
    }

    @Test
    void shouldWakeAReceiverWhenThisSideCloses() throws Exception {
        Thread receiver = new Thread(() -> receive(50 * SECOND_NS));
        receiver.start();
        Thread.sleep(20); // by then the receiver mostly waits; it must end either way
        socket.close();
        receiver.join();
        assertThat(socket.isOpen()).isFalse();
        assertThat(socket.drain((message, fd) -> {}, MANY_BYTES)).isFalse();
    }

    @Test
    void shouldEndAReceptionWhenItsThreadIsInterrupted() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread receiver = new Thread(() -> {
            try {
                receive(50 * SECOND_NS);
            } catch (CallInterruptedException e) {
                thrown.complete(e);
            }
        });
        receiver.start();
        receiver.interrupt();
        assertThat(thrown.join()).isInstanceOf(CallInterruptedException.class);
    }

    @Test
    void shouldPassADescriptorWithItsOwnSend() throws Exception {
        ControlSocket other = new ControlSocket(peer);
        peer = -1;
        int fd = Memory.memfd("lanes", 4096);
        assertThat(other.send(new Lanes(0, 2, 64, true, ""), fd)).isTrue();
        Received received = socket.receive(SECOND_NS);
        seen.add(received);
        assertThat(FileSystem.fstat(received.descriptor()).inode())
                .isEqualTo(FileSystem.fstat(fd).inode());
        Descriptors.close(fd);
        other.close();
    }

    @Test
    void shouldEitherReadOrRefuseAStreamOfRandomBytes() {
        int before = openDescriptors();
        Random random = new Random(20261120);
        for (int round = 0; round < 2000; round++) {
            close();
            connect();
            byte[] noise = new byte[1 + random.nextInt(64)];
            random.nextBytes(noise);
            bytes.clear();
            bytes.putInt(random.nextInt(noise.length + 8))
                    .put((byte) random.nextInt(13))
                    .put(noise);
            UnixSocket.send(peer, bytes, 0, bytes.position(), random.nextInt(3) == 0 ? peer : -1);
            try {
                drain();
            } catch (ProtocolBreach e) {
                assertThat(e).hasMessageContaining("protocol");
            }
            close();
            seen.clear();
            peer = -1;
        }
        assertThat(openDescriptors()).isEqualTo(before - 2);
    }

    private boolean drain() {
        return socket.drain((message, fd) -> seen.add(new Received(message, fd)), MANY_BYTES);
    }

    private List<ControlMessage> messages() {
        return seen.stream().map(Received::message).toList();
    }

    private Received receive(long timeoutNs) {
        try {
            return socket.receive(timeoutNs);
        } catch (ControlSocket.EndOfStream e) {
            return null;
        }
    }

    private void put(ControlMessage... messages) {
        bytes.clear();
        for (ControlMessage message : messages) {
            ControlEncoder.encode(message, bytes);
        }
    }

    private void send(int fd, ControlMessage... messages) {
        put(messages);
        int sent = UnixSocket.send(peer, bytes, 0, bytes.position(), fd);
        if (sent != bytes.position()) {
            throw new OsException("sendmsg", -sent, "test");
        }
    }

    static int openDescriptors() {
        return new File("/proc/self/fd").list().length;
    }
}
