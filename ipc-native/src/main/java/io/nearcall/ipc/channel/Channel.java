// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.nio.ByteBuffer;

/**
 * One lane as one side sees it: frames go out, frames come in, each in order. A message is one frame or several, all but
 * its last flagged {@link #MORE}.
 *
 * <p>Pulled, not pushed: who waits for a frame polls for it on its own thread. Sending and receiving are each confined to
 * one thread at a time, handed over with a happens-before. On a lane whose sides take turns, a message is begun only
 * after one was received, or as the first; {@link ChannelMode#TURN_TAKING}.
 *
 * <p>{@link #claim}, {@link #commit}, {@link #poll} and {@link #release} never block. A frame's memory may change while it
 * is read if the peer is hostile; header fields do not.
 */
public interface Channel {

    /** Result of {@link #claim()}: no room now. */
    int BACK_PRESSURED = -1;

    /** Flag of a frame whose message goes on. The other seven bits of the flags belong to the layer above. */
    int MORE = 0x80;

    /** Memory that {@link #claim()} points into: the same object for the channel's life, little-endian. */
    ByteBuffer sendMemory();

    /** Claims room for a frame of up to {@link #maxPayloadLength()} bytes: its first index, or BACK_PRESSURED. */
    int claim();

    /** Longest payload of one frame, in bytes. */
    int maxPayloadLength();

    /**
     * Publishes the claimed frame and wakes the peer if it sleeps. A claim that is not committed has no effect. On a lane
     * whose sides take turns, all frames received must have been released before the first one of the answer is committed.
     *
     * @throws IllegalArgumentException if the length is not 0 to {@link #maxPayloadLength()}
     */
    void commit(int length, int flags);

    /**
     * As {@link #commit}, for the last frame of a message that others will soon follow: the peer is not woken for it before
     * {@link #announce()}, the next commit, or a wait for space. On lanes whose sides take turns, and where the kernel wakes
     * in any case, it is a commit.
     */
    default void commitQuietly(int length, int flags) {
        commit(length, flags);
    }

    /** Wakes the peer if it sleeps while there is something that was committed quietly. */
    default void announce() {}

    /** Memory that {@link #frameIndex()} points into: the same object for the channel's life, little-endian. */
    ByteBuffer receiveMemory();

    /**
     * Looks for the next frame, which then is the current one until {@link #release()}.
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
     * Spins, then yields, for a frame: some tens of microseconds, longer only if other threads use the time that it yields.
     *
     * @return whether a frame has come, as from {@link #poll}
     * @throws PeerFault as {@link #poll}
     */
    default boolean spinForFrame() {
        return spinBriefly() || spinOn();
    }

    /** The first part of {@link #spinForFrame()}: some microseconds, in which it neither yields nor reads the clock. */
    boolean spinBriefly();

    /** The rest of it, for whom the first part was not enough. */
    default boolean spinOn() {
        return spinFurther() || yieldOn();
    }

    /** The second part of {@link #spinForFrame()}: polls on, if that has paid. */
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
     * Says that no thread will look for frames until the doorbell has rung.
     *
     * @return false if a frame came meanwhile, or the channel has still to send what was published: the caller stays in
     *     charge of the channel
     */
    boolean restUntilDoorbell();

    /**
     * The doorbell rang: a thread is looking again. To be called by that thread, and only if the lane still rests: a rest
     * that ended with a frame may have been rung for all the same, so a doorbell can be late or superfluous.
     */
    void wakeFromDoorbell();

    /** How far the calls of this lane have come: the same object for the channel's life. */
    CallProgress progress();

    /**
     * Ends all waits, now and later, with {@link WaitResult#CLOSED}, unless what they wait for is there. A thread that is
     * just about to sleep may notice it only a tenth of a second later, or when this is called again. Any thread;
     * idempotent.
     */
    void disconnect();

    /**
     * How many sleeps on this side found what they waited for only because their time slice was over: 0 unless a wake-up
     * was lost, or came just when that time was over. Any thread.
     */
    default long missedWakeUps() {
        return 0;
    }
}
