// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import io.nearcall.ipc.os.OsException;
import java.nio.channels.SelectableChannel;

/** Brings a thread to a lane on which nobody looks for frames. The layer above implements it, the channel calls it. */
@FunctionalInterface
public interface Doorbell {

    /**
     * Tells the peer that a lane on which the peer rests has a frame. The news does not travel over the channel. Called
     * on the thread that sent the frame. Must not block for long, and never throws.
     */
    void ring(int lane);

    /** Rings for this side's lane at once: it rests, and something has to be done there. Any thread. */
    default void ringHere(int lane) {
        throw new UnsupportedOperationException("this side has no lanes that rest: lane=" + lane);
    }

    /**
     * Rings for this side's lane, once, when the descriptor is readable. For a channel whose peer cannot know that the
     * lane rests. When the writer of the descriptor has gone, the bell may ring or not, because the connection ends
     * then.
     *
     * <p>Called by {@link Channel#restUntilDoorbell()}, which looks for a frame only afterwards, so the bell may be
     * superfluous. If it is called again before the bell has rung, it does nothing. The descriptor stays open until
     * {@link LaneBatch#close()}. The watch must have ended by then.
     *
     * @throws OsException if the system lacks the resources to watch it
     */
    default void ringWhenReadable(int lane, int descriptor) {
        throw new UnsupportedOperationException("this side does not watch descriptors: lane=" + lane);
    }

    /** As {@link #ringWhenReadable(int, int)}, for a channel of the JDK, which does not reveal its descriptor. */
    default void ringWhenReadable(int lane, SelectableChannel channel) {
        throw new UnsupportedOperationException("this side does not watch channels: lane=" + lane);
    }
}
