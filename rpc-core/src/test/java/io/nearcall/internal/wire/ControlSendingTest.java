// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.wire.ControlMessage.Cancel;
import io.nearcall.internal.wire.ControlMessage.ClassRefused;
import io.nearcall.internal.wire.ControlMessage.Doorbell;
import io.nearcall.internal.wire.ControlMessage.Lanes;
import io.nearcall.internal.wire.ControlMessage.Release;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a control socket does with messages that its peer reads late or not at all. */
@Timeout(60)
class ControlSendingTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final int MANY_BYTES = 1 << 20;

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
        if (peer >= 0) {
            Descriptors.close(peer);
        }
    }

    @Test
    void shouldBreakTheConnectionWithAPeerThatLeavesTooMuchUnread() {
        int sent = 0;
        while (socket.send(new Doorbell(sent))) {
            sent++;
        }
        assertThat(sent).isGreaterThan(ControlWriter.WAITING_MAX);
        assertThat(socket.send(new Doorbell(sent))).isFalse();
        assertThat(socket.drain((message, fd) -> {}, MANY_BYTES)).isFalse();
    }

    @Test
    void shouldBreakTheConnectionWithAPeerThatLeavesTooManyBytesUnread() {
        ClassRefused longest = new ClassRefused("orders", "x".repeat(800));
        int sent = 0;
        while (socket.send(longest)) {
            sent++;
        }
        assertThat(sent).isGreaterThan(ControlWriter.WAITING_BYTES_MAX / 1000);
    }

    @Test
    void shouldSendEverythingInOrderToAPeerThatReadsLate() throws Exception {
        List<Boolean> told = new ArrayList<>();
        socket.onWaiting(told::add);
        int memory = Memory.memfd("lanes", 4096);
        int count = 0;
        while (told.isEmpty()) {
            assertThat(socket.send(new Doorbell(count++))).isTrue();
        }
        assertThat(told).containsExactly(true);
        int before = ControlSocketTest.openDescriptors();
        assertThat(socket.send(new Lanes(0, 2, 64, true, ""), memory)).isTrue();
        assertThat(ControlSocketTest.openDescriptors())
                .as("its owner may close it")
                .isEqualTo(before + 1);
        assertThat(socket.send(new Cancel(1, 2))).isTrue();
        assertThat(socket.offer(new Cancel(1, 3))).isFalse();
        List<Received> arrived = new ArrayList<>();
        try (ControlSocket other = new ControlSocket(peer)) {
            peer = -1;
            while (arrived.size() < count + 2) {
                other.drain((message, fd) -> arrived.add(new Received(message, fd)), MANY_BYTES);
                socket.flush();
            }
            for (int i = 0; i < count; i++) {
                assertThat(arrived.get(i).message()).isEqualTo(new Doorbell(i));
            }
            assertThat(arrived.get(count).message()).isEqualTo(new Lanes(0, 2, 64, true, ""));
            assertThat(Memory.length(arrived.get(count).descriptor())).isEqualTo(4096);
            assertThat(arrived.get(count + 1).message()).isEqualTo(new Cancel(1, 2));
            assertThat(told).containsExactly(true, false);
            Descriptors.close(arrived.get(count).descriptor());
        }
        Descriptors.close(memory);
    }

    @Test
    void shouldWaitForAPeerThatReadsLateAndForNoOtherOne() throws Exception {
        boolean[] waiting = new boolean[1];
        socket.onWaiting(begun -> waiting[0] = begun);
        while (!waiting[0]) {
            socket.send(new Doorbell(1));
        }
        assertThat(socket.awaitSent(20_000_000)).isFalse();
        try (ControlSocket other = new ControlSocket(peer)) {
            peer = -1;
            CompletableFuture<Boolean> sent = CompletableFuture.supplyAsync(() -> socket.awaitSent(50 * SECOND_NS));
            while (!sent.isDone()) {
                other.drain((message, fd) -> {}, MANY_BYTES);
            }
            assertThat(sent.join()).isTrue();
        }
        assertThat(socket.awaitSent(SECOND_NS)).isTrue();
    }

    @Test
    void shouldCloseTheDescriptorsOfWhatWaitsWithTheSocket() {
        int before = ControlSocketTest.openDescriptors();
        int memory = Memory.memfd("lanes", 4096);
        boolean[] waiting = new boolean[1];
        socket.onWaiting(begun -> waiting[0] = begun);
        while (!waiting[0]) {
            assertThat(socket.send(new Lanes(0, 2, 64, true, ""), memory)).isTrue();
        }
        Descriptors.close(memory);
        assertThat(ControlSocketTest.openDescriptors()).isEqualTo(before + 1);
        socket.close();
        assertThat(ControlSocketTest.openDescriptors()).isEqualTo(before - 1);
    }

    @Test
    void shouldKeepRoomForWhatMayNotGetLostWithAPeerThatDoesNotRead() {
        int offered = 10_000;
        for (int call = 0; call < offered; call++) {
            socket.offer(new Cancel(1, call));
        }
        assertThat(socket.send(new Doorbell(1))).isTrue();
        ControlSocket other = new ControlSocket(peer);
        peer = -1;
        List<ControlMessage> arrived = new ArrayList<>();
        while (!arrived.contains(new Doorbell(1))) {
            assertThat(other.drain((message, fd) -> arrived.add(message), MANY_BYTES))
                    .isTrue();
        }
        assertThat(arrived).hasSizeBetween(2, offered).startsWith(new Cancel(1, 0));
        other.close();
    }

    @Test
    void shouldKeepRoomForManyTimesAsManyMessagesIfTheyAreOfferedTogether() {
        List<Release> together = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            together.add(new Release(i, 1, 0));
        }
        int sent = 0;
        while (socket.offer(together)) {
            sent += together.size();
        }
        List<ControlMessage> arrived = new ArrayList<>();
        try (ControlSocket other = new ControlSocket(peer)) {
            peer = -1;
            int before;
            do {
                before = arrived.size();
                other.drain((message, descriptor) -> arrived.add(message), MANY_BYTES);
            } while (arrived.size() > before);
            assertThat(arrived).hasSize(sent).startsWith(together.toArray(ControlMessage[]::new));
            int single = 0;
            while (socket.offer(together.get(0))) {
                single++;
            }
            assertThat(sent).isGreaterThan(5 * single);
        }
    }

    @Test
    void shouldSendMessagesWholeFromManyThreads() {
        ControlSocket other = new ControlSocket(peer);
        peer = -1;
        CompletableFuture<?>[] senders = new CompletableFuture<?>[8];
        for (int i = 0; i < senders.length; i++) {
            int lane = i;
            senders[i] = CompletableFuture.runAsync(() -> {
                for (int call = 0; call < 1000; call++) {
                    assertThat(other.send(new Cancel(lane, call)) && other.awaitSent(20 * SECOND_NS))
                            .isTrue();
                }
            });
        }
        long[] last = new long[senders.length];
        int[] count = new int[1];
        while (count[0] < 8000) {
            assertThat(socket.drain(
                            (message, fd) -> {
                                Cancel cancel = (Cancel) message;
                                assertThat(cancel.callId()).isEqualTo(last[cancel.lane()]++);
                                count[0]++;
                            },
                            MANY_BYTES))
                    .isTrue();
        }
        CompletableFuture.allOf(senders).join();
        other.close();
    }

    @Test
    void shouldRefuseToSendADescriptorThatDoesNotBelong() {
        assertThatThrownBy(() -> socket.send(new Doorbell(1), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.send(new Lanes(0, 2, 64, true, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSurviveAMessageThatCannotBeWritten() {
        assertThatThrownBy(() -> socket.send(new ControlMessage.ClassOffer("x".repeat(3000), 0, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(socket.send(new Doorbell(1))).isTrue();
    }
}
