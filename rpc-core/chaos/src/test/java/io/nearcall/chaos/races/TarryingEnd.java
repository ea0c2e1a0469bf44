// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One end of a lane, on a thread that tarries at random and waits in every way that there is. Confined to it. */
final class TarryingEnd {

    /** Flags of the frame after which this end is no longer used. */
    static final int LAST = 1;

    private static final int MORE_THAN_ONE_IN = 4;
    private static final int MOST_FRAMES = 9; // more than a lane holds, in turns and over FIFOs
    private static final int MOST_PAUSES = 16;
    private static final int CACHE_LINE = 64;
    private static final int MOST_LINES = 40;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Channel channel;
    private final SplittableRandom random;
    private final RestBell bell;
    private int flags;
    private long missedBells;

    /** @param bell brings this end back when it rests; null if it never shall */
    TarryingEnd(Channel channel, SplittableRandom random, RestBell bell) {
        this.channel = channel;
        this.random = random;
        this.bell = bell;
    }

    /** Sends a message of one or more frames, numbered from {@code number}. */
    void send(long number, int lastFlags) {
        int frames = random.nextInt(MORE_THAN_ONE_IN) == 0 ? random.nextInt(2, MOST_FRAMES + 1) : 1;
        for (int i = 1; i <= frames; i++) {
            int at = channel.claim();
            if (at < 0) {
                check(channel.awaitSpace(System.nanoTime() + PATIENCE_NS, false));
                at = channel.claim();
            }
            channel.sendMemory().putLong(at, number + i - 1);
            int length = Long.BYTES;
            for (int lines = random.nextInt(MOST_LINES); lines > 0; lines--) { // delays the store that publishes
                channel.sendMemory().putLong(at + length + CACHE_LINE - Long.BYTES, number);
                length += CACHE_LINE;
            }
            channel.commit(length, i == frames ? lastFlags : Channel.MORE);
            for (int pauses = random.nextInt(MOST_PAUSES); pauses > 0; pauses--) {
                Thread.onSpinWait();
            }
        }
    }

    /** Receives a message. Returns its number, or -1 if its frames are not numbered in sequence. */
    long receive() {
        long number = -1;
        boolean right = true;
        for (int i = 0; i == 0 || (flags & Channel.MORE) != 0; i++) {
            awaitFrame();
            long found = channel.receiveMemory().getLong(channel.frameIndex());
            number = i == 0 ? found : number;
            right &= found == number + i;
            flags = channel.frameFlags();
            channel.release();
        }
        return right ? number : -1;
    }

    /** Flags of the message that was received last. */
    int flags() {
        return flags;
    }

    private void awaitFrame() {
        if (bell != null && random.nextInt(4) != 0 && rest()) {
            return;
        }
        int way = random.nextInt(128);
        if (way < 4) {
            sleepForFrame();
            return;
        }
        for (int i = way < 32 ? random.nextInt(400) : 0; i > 0; i--) {
            if (channel.poll()) {
                return;
            }
        }
        if (!channel.spinForFrame()) {
            sleepForFrame();
        }
    }

    private void sleepForFrame() {
        check(channel.sleepForFrame(System.nanoTime() + PATIENCE_NS, false));
    }

    /** Rests, and comes back by the bell. Returns whether there is a frame. */
    private boolean rest() {
        if (channel.restUntilDoorbell()) {
            if (!bell.await() && channel.poll()) {
                missedBells++;
            }
            channel.wakeFromDoorbell();
        }
        return channel.poll();
    }

    private static void check(WaitResult result) {
        if (result != WaitResult.READY) {
            throw new IllegalStateException("hung: the wait for the peer ended with " + result);
        }
    }

    /** Mostly does nothing, sometimes yields or spins, rarely sleeps: the two sides meet at every possible moment. */
    void tarry() {
        int choice = random.nextInt(4096);
        if (choice < 1) {
            LockSupport.parkNanos(random.nextInt(100_000));
        } else if (choice < 64) {
            Thread.yield();
        } else if (choice < 2048) {
            for (int i = random.nextInt(40); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }

    /** Wake-ups by memory and by doorbell that this end has waited for in vain. */
    long missedWakeUps() {
        return channel.missedWakeUps() + missedBells;
    }
}
