// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import io.nearcall.ipc.os.OsException;
import java.nio.channels.SelectableChannel;

/** How a lane on which nobody looks for frames gets a thread again: the layer above has the means, the channel the occasion. */
@FunctionalInterface
public interface Doorbell {

    /**
     * Tells the peer, by another way than the channel, that a lane on which it rests has a frame. Called on the thread that
     * sent the frame. Must not block for long, and never throws.
     */
    void ring(int lane);

    /** Has this side's lane rung at once: it rests, and something has to be done there. Any thread. */
    default void ringHere(int lane) {
        throw new UnsupportedOperationException("nobody here attends to lanes: lane=" + lane);
    }

    /**
     * Has this side's lane rung, once, when the descriptor is readable: for a channel whose peer cannot know that the lane
     * rests. When its writer has gone it may be rung or not: the connection ends then. Called by
     * {@link Channel#restUntilDoorbell()}, which looks for a frame only afterwards, so the bell may be superfluous; called again
     * before it has rung, it does nothing. The descriptor stays open until {@link LaneBatch#close()}; the watch must have
     * ended by then.
     *
     * @throws OsException if the system has nothing left to watch it with
     */
    default void ringWhenReadable(int lane, int descriptor) {
        throw new UnsupportedOperationException("nobody here watches descriptors: lane=" + lane);
    }

    /** As {@link #ringWhenReadable(int, int)}, for a channel of the JDK, whose descriptor it tells nobody. */
    default void ringWhenReadable(int lane, SelectableChannel channel) {
        throw new UnsupportedOperationException("nobody here watches channels: lane=" + lane);
    }
}
