// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.Frames;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peers that pass descriptors that no pipe or socket needs, and write bytes that no channel writes. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class HostileStreamContract {

    /** Nobody rests here. */
    protected static final Doorbell BELL = lane -> {};

    @TempDir
    protected Path directory;

    /** A batch of one lane, which the subclass closes. */
    protected abstract LaneBatch open();

    protected abstract RawEnd rawEnd() throws IOException;

    @Test
    void shouldRefuseADescriptor() {
        int descriptor = Fifo.openWakeUp();
        assertThatThrownBy(() -> open().connect(descriptor, "", BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("descriptor");
        Descriptors.close(descriptor);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 8, 0, sequence=2", // the first is missing
        "-1, 8, 0, sequence=4294967295",
        "1, 16777215, 0, length=16777215",
        "0, 7, 0, corrupt Done",
        "0, 4072, 0, corrupt Done",
        "0, 8, 1, corrupt Done",
    })
    void shouldRefuseACorruptHeader(int sequence, int length, int flags, String fault) throws Exception {
        try (RawEnd peer = rawEnd()) {
            peer.sendHeader(sequence, length, flags);
            assertThatThrownBy(() -> peer.lane().sleepForFrame(Frames.soonNs(), false))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining(fault);
        }
    }

    @Test
    void shouldRefuseAFrameThatIsLongerThanTheLongest() throws Exception {
        try (RawEnd peer = rawEnd()) {
            int length = peer.lane().maxPayloadLength() + 1;
            peer.sendHeader(1, length, 0);
            assertThatThrownBy(() -> peer.lane().sleepForFrame(Frames.soonNs(), false))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining("length=" + length);
        }
    }

    @Test
    void shouldWaitForTheRestOfAFrame() throws Exception {
        try (RawEnd peer = rawEnd()) {
            int[] cuts = {0, 3, 8, 13, 16};
            for (int i = 1; i < cuts.length; i++) {
                assertThat(peer.lane().sleepForFrame(System.nanoTime() + 5_000_000, false))
                        .isEqualTo(WaitResult.TIMED_OUT);
                peer.sendFrame(1, 8, 0, 42, cuts[i - 1], cuts[i]);
            }
            assertThat(peer.lane().sleepForFrame(Frames.soonNs(), false)).isEqualTo(WaitResult.READY);
            assertThat(peer.lane().frameLength()).isEqualTo(8);
            assertThat(peer.lane().receiveMemory().getLong(peer.lane().frameIndex()))
                    .isEqualTo(42);
        }
    }
}
