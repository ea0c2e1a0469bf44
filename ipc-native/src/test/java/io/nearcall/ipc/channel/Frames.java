// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Sends and receives whole frames and messages of longs, and checks them. */
public final class Frames {

    /** What is under way between two sockets has arrived: acknowledgements are delayed by 40 ms. */
    private static final long SETTLED_NS = 80_000_000;

    private Frames() {}

    public static long inSeconds(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** By then anything that is to come has come. */
    public static long soonNs() {
        return inSeconds(20);
    }

    static void awaitFrame(Channel channel) {
        if (!channel.spinForFrame()) {
            assertThat(channel.sleepForFrame(soonNs(), false)).isEqualTo(WaitResult.READY);
        }
    }

    public static int claim(Channel channel) {
        int index = channel.claim();
        if (index < 0) {
            assertThat(channel.awaitSpace(soonNs(), false)).isEqualTo(WaitResult.READY);
            index = channel.claim();
        }
        return index;
    }

    public static void send(Channel channel, long value) {
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

    /** Receives that many frames of any length, without spinning. Returns the value of the last one. */
    public static long receive(Channel channel, int frames) {
        long last = 0;
        for (int i = 0; i < frames; i++) {
            if (!channel.poll()) {
                assertThat(channel.sleepForFrame(soonNs(), false)).isEqualTo(WaitResult.READY);
            }
            last = channel.receiveMemory().getLong(channel.frameIndex());
            channel.release();
        }
        return last;
    }

    /** Sends numbered frames of the greatest length until there is no room; how many there were. */
    public static int fill(Channel channel) {
        return fill(channel, 0, 0);
    }

    /** The same with fragments, until there is no room and none comes. */
    static int fillForGood(Channel channel) {
        int sent = 0;
        do {
            sent = fill(channel, sent, Channel.MORE);
        } while (channel.awaitSpace(System.nanoTime() + SETTLED_NS, false) == WaitResult.READY);
        return sent;
    }

    private static int fill(Channel channel, int first, int flags) {
        int number = first;
        for (int index = channel.claim(); index != Channel.BACK_PRESSURED; index = channel.claim()) {
            channel.sendMemory().putLong(index, number++);
            channel.commit(channel.maxPayloadLength(), flags);
        }
        return number;
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
