// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Sends and receives whole frames and messages of longs, and checks them. */
final class Frames {

    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private Frames() {}

    static long soonNs() {
        return System.nanoTime() + PATIENCE_NS;
    }

    static void awaitFrame(Channel channel) {
        if (!channel.spinForFrame()) {
            assertThat(channel.sleepForFrame(soonNs(), false)).isEqualTo(WaitResult.READY);
        }
    }

    static int claim(Channel channel) {
        int index = channel.claim();
        if (index < 0) {
            assertThat(channel.awaitSpace(soonNs(), false)).isEqualTo(WaitResult.READY);
            index = channel.claim();
        }
        return index;
    }

    static void send(Channel channel, long value) {
        channel.sendMemory().putLong(claim(channel), value);
        channel.commit(Long.BYTES, 0);
    }

    static void sendQuietly(Channel channel, long value) {
        channel.sendMemory().putLong(claim(channel), value);
        channel.commitQuietly(Long.BYTES, 0);
    }

    static long receive(Channel channel) {
        awaitFrame(channel);
        assertThat(channel.frameLength()).isEqualTo(Long.BYTES);
        long value = channel.receiveMemory().getLong(channel.frameIndex());
        channel.release();
        return value;
    }

    /** A message of any length, as many fragments as it takes; its bytes follow from {@code seed}. */
    static void sendMessage(Channel channel, long lengthBytes, long seed) {
        long sentBytes = 0;
        do {
            int index = claim(channel);
            int length = (int) Math.min(channel.maxPayloadLength(), lengthBytes - sentBytes);
            for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
                channel.sendMemory().putLong(index + i, contentAt(seed, sentBytes + i));
            }
            for (int i = length & -Long.BYTES; i < length; i++) {
                channel.sendMemory().put(index + i, (byte) contentAt(seed, sentBytes + i));
            }
            sentBytes += length;
            channel.commit(length, sentBytes < lengthBytes ? Channel.MORE : 0);
        } while (sentBytes < lengthBytes);
    }

    /** Receives a message and returns its length in bytes. */
    static long receiveMessage(Channel channel, long seed) {
        long receivedBytes = 0;
        boolean more;
        do {
            awaitFrame(channel);
            int index = channel.frameIndex();
            int length = channel.frameLength();
            for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
                long actual = channel.receiveMemory().getLong(index + i);
                if (actual != contentAt(seed, receivedBytes + i)) {
                    assertThat(actual)
                            .as("at byte %d", receivedBytes + i)
                            .isEqualTo(contentAt(seed, receivedBytes + i));
                }
            }
            for (int i = length & -Long.BYTES; i < length; i++) {
                assertThat(channel.receiveMemory().get(index + i)).isEqualTo((byte) contentAt(seed, receivedBytes + i));
            }
            receivedBytes += length;
            more = (channel.frameFlags() & Channel.MORE) != 0;
            channel.release();
        } while (more);
        return receivedBytes;
    }

    private static long contentAt(long seed, long offset) {
        return (seed + offset) * 0x9E3779B97F4A7C15L;
    }
}
