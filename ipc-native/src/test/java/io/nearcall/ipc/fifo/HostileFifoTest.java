// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.stream.HostileStreamContract;
import io.nearcall.ipc.stream.RawEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that name files of others and write bytes that no channel writes. */
class HostileFifoTest extends HostileStreamContract {

    private static final String NAME = ".fifo-7-0123456789abcdef";

    private LaneBatch batch;

    @AfterEach
    void closeBatch() {
        if (batch != null) {
            batch.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/passwd",
                "../.fifo-7-0123456789abcdef",
                ".fifo-7-0123456789abcde/",
                ".fifo-7-0123456789ABCDEF",
                ".fifo-7-0123456789abcdef0",
                ".fifo-07-0123456789abcdef",
                ".fifo--7-0123456789abcdef",
                ".fifo-7-0123456789abcdef\n",
                "orders.sock",
            })
    void shouldRefuseANameThatNoBatchHas(String name) {
        assertThatThrownBy(() -> open().connect(-1, name, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("not the name");
    }

    @Test
    void shouldRefuseItsOwnName() {
        LaneBatch own = open();
        assertThatThrownBy(() -> own.connect(-1, own.address(), BELL)).isInstanceOf(PeerFault.class);
    }

    @Test
    void shouldRefuseANameThatDoesNotExist() {
        assertThatThrownBy(() -> open().connect(-1, NAME, BELL))
                .isInstanceOf(OsException.class)
                .hasMessageContaining("ENOENT");
    }

    @Test
    void shouldRefuseASymbolicLinkEvenToAFifo() throws IOException {
        Path fifo = directory.resolve("elsewhere");
        Fifo.make(fifo.toString());
        int reader = Fifo.open(fifo.toString(), false);
        Files.createSymbolicLink(directory.resolve(NAME + "-0"), fifo);
        assertThatThrownBy(() -> open().connect(-1, NAME, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("ELOOP");
        Descriptors.close(reader);
    }

    @Test
    void shouldRefuseARegularFileAndLeaveItAsItIs() throws IOException {
        Path file = Files.writeString(directory.resolve(NAME + "-0"), "orders");
        assertThatThrownBy(() -> open().connect(-1, NAME, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("no FIFO");
        assertThat(file).hasContent("orders");
    }

    @Test
    void shouldRefuseADirectory() throws IOException {
        Files.createDirectory(directory.resolve(NAME + "-0"));
        assertThatThrownBy(() -> open().connect(-1, NAME, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("EISDIR");
    }

    @Test
    void shouldRefuseAFifoThatNobodyReads() {
        Fifo.make(directory.resolve(NAME + "-0").toString());
        assertThatThrownBy(() -> open().connect(-1, NAME, BELL))
                .isInstanceOf(OsException.class)
                .hasMessageContaining("ENXIO");
    }

    @Test
    void shouldRefuseAFifoOfAUserWhoIsNotThePeer() {
        LaneBatch peer = open();
        FifoChannelProvider forAnother = new FifoChannelProvider(directory, CurrentProcess.uid() + 1);
        try (LaneBatch ours = forAnother.open(0, 1, RawPeer.CAPACITY, ChannelMode.TURN_TAKING)) {
            assertThatThrownBy(() -> ours.connect(-1, peer.address(), BELL))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining("belongs to user " + CurrentProcess.uid());
        }
    }

    @Test
    void shouldReadFramesThatTheEndOfItsMemoryCuts() throws Exception {
        try (RawPeer peer = new RawPeer(directory)) {
            peer.enlarge(4 * RawPeer.CAPACITY);
            int frames = 4 * RawPeer.CAPACITY / 4096;
            for (int sequence = 1; sequence <= frames; sequence++) {
                peer.sendFrame(sequence, 4000, 0, sequence);
            }
            for (int sequence = 1; sequence <= frames; sequence++) {
                assertThat(peer.lane().poll()).as("frame %d", sequence).isTrue();
                assertThat(peer.lane().receiveMemory().getLong(peer.lane().frameIndex()))
                        .isEqualTo(sequence);
                peer.lane().release();
            }
            assertThat(peer.lane().poll()).isFalse();
        }
    }

    @Test
    void shouldNotBeHeldUpByAFloodOfDones() throws Exception {
        try (RawPeer peer = new RawPeer(directory)) {
            for (int i = 1; i <= RawPeer.CAPACITY / 16; i++) {
                peer.sendFrame(0, 8, 0, i);
            }
            assertThat(peer.lane().sleepForFrame(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5), false))
                    .isEqualTo(WaitResult.TIMED_OUT);
            assertThat(peer.lane().progress().peerDone()).isEqualTo(RawPeer.CAPACITY / 16);
        }
    }

    @Override
    protected LaneBatch open() {
        batch = new FifoChannelProvider(directory, CurrentProcess.uid())
                .open(0, 1, RawPeer.CAPACITY, ChannelMode.TURN_TAKING);
        return batch;
    }

    @Override
    protected RawEnd rawEnd() {
        return new RawPeer(directory);
    }
}
