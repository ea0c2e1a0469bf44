// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.nio.ByteBuffer;

/**
 * One lane as one side sees it. It sends frames and receives frames, both in order. A message consists of one or
 * several frames. All of them except the last have the flag {@link #MORE}.
 *
 * <p>Frames are pulled, not pushed: a thread that waits for a frame polls for it. Sending and receiving are each
 * confined to one thread at a time, handed over with a happens-before. On a lane whose sides take turns, a side begins
 * a message only after it has received one, unless the message is the first. See {@link ChannelMode#TURN_TAKING}.
 *
 * <p>{@link #claim}, {@link #commit}, {@link #poll} and {@link #release} never block. If the peer is hostile, a frame's
 * memory may change while it is read. Header fields do not change.
 */
public interface Channel {

    /** Result of {@link #claim()}: no room now. */
    int BACK_PRESSURED = -1;

    /** Flag of a frame whose message goes on. The other seven bits of the flags belong to the layer above. */
    int MORE = 0x80;

    /** Memory that {@link #claim()} points into: the same object for the channel's life, little-endian. */
    ByteBuffer sendMemory();

    /**
     * Claims room for a frame of up to {@link #maxPayloadLength()} bytes. Returns its first index or BACK_PRESSURED.
     */
    int claim();

    /** Longest payload of one frame, in bytes. */
    int maxPayloadLength();

    /**
     * Publishes the claimed frame and wakes the peer if it sleeps. A claim that is not committed has no effect. On a
     * lane whose sides take turns, all received frames must be released before the first frame of the answer is
     * committed.
     *
     * @throws IllegalArgumentException if the length is not 0 to {@link #maxPayloadLength()}
     */
    void commit(int length, int flags);

    /**
     * As {@link #commit}, for the last frame of a message that other messages will soon follow. The peer is not woken
     * for this frame before {@link #announce()}, the next commit, or a wait for space. It is an ordinary commit on
     * lanes whose sides take turns, and where the kernel wakes the peer in any case.
     */
    default void commitQuietly(int length, int flags) {
        commit(length, flags);
    }

    /** Wakes the peer if it sleeps and a frame has been committed quietly. */
    default void announce() {}

    /** Memory that {@link #frameIndex()} points into: the same object for the channel's life, little-endian. */
    ByteBuffer receiveMemory();

    /**
     * Looks for the next frame. If there is one, it is the current frame until {@link #release()}.
     *
     * @throws PeerFault if the peer broke the format; the connection must be given up
     */
    boolean poll();

    int frameIndex();

    int frameLength();

    int frameFlags();

    /** Gives the current frame's memory back. */
    void release();

    /**
     * Spins for a frame, then yields. This takes some tens of microseconds, or longer if other threads use the yielded
     * time.
     *
     * @return whether a frame has come, as from {@link #poll}
     * @throws PeerFault as {@link #poll}
     */
    default boolean spinForFrame() {
        return spinBriefly() || spinOn();
    }

    /** The first part of {@link #spinForFrame()}: some microseconds, in which it neither yields nor reads the clock. */
    boolean spinBriefly();

    /** The rest of {@link #spinForFrame()}, if the first part has found no frame. */
    default boolean spinOn() {
        return spinFurther() || yieldOn();
    }

    /** The second part of {@link #spinForFrame()}: goes on polling, if that has paid. */
    boolean spinFurther();

    /** The last part of {@link #spinForFrame()}: yields the CPU between two polls. */
    boolean yieldOn();

    /**
     * Sleeps for a frame.
     *
     * @param deadlineNs as {@link System#nanoTime()} counts
     * @param interruptible whether to return when the thread is interrupted; its status stays set
     */
    WaitResult sleepForFrame(long deadlineNs, boolean interruptible);

    /** Waits until {@link #claim()} may succeed; parameters as above. */
    WaitResult awaitSpace(long deadlineNs, boolean interruptible);

    /**
     * Announces that no thread will look for frames until the doorbell has rung.
     *
     * @return false if a frame came meanwhile, or if the channel still has to send frames that were published. The
     *     caller then stays in charge of the channel
     */
    boolean restUntilDoorbell();

    /**
     * Called by the thread that looks for frames again after the doorbell rang, and only if the lane still rests. A
     * rest that ended with a frame may have made the peer ring all the same, so a doorbell can be late or superfluous.
     */
    void wakeFromDoorbell();

    /** How far the calls of this lane have come: the same object for the channel's life. */
    CallProgress progress();

    /**
     * Ends all waits, now and later, with {@link WaitResult#CLOSED}, unless the awaited frame or space is there. A
     * thread that is about to sleep may notice this only a tenth of a second later, or at the next call of this method.
     * Any thread. Idempotent.
     */
    void disconnect();

    /**
     * The number of sleeps on this side that found the awaited frame or space only because their time slice was over.
     * It is 0 unless a wake-up was lost, or came just when that slice was over. Any thread.
     */
    default long missedWakeUps() {
        return 0;
    }
}
