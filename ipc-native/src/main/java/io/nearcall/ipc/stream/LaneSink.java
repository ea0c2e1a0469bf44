// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import java.nio.ByteBuffer;

/**
 * The writing end of the stream that a lane is sent over, which takes as a whole what it takes. Never blocks; one
 * thread at a time.
 */
public interface LaneSink {

    /** Whether the longest write will be taken from now on. */
    boolean hasRoom();

    /** Whether a Done will be, and the longest write behind it. */
    boolean hasRoomForDone();

    /**
     * Takes the bytes, if there is room.
     *
     * @param source direct; its position and limit neither matter nor move
     * @param endsMessage whether the peer sends next, if the sides take turns
     * @return whether it took them; if not, there is no room, or it {@link #isGone()}
     */
    boolean write(ByteBuffer source, int offset, int length, boolean endsMessage);

    /** Passes on what it has taken and could not pass on yet: whether nothing of that is left. */
    boolean flush();

    /** Whether nobody reads any more, so that there is no room for ever. Any thread. */
    boolean isGone();
}
