// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import java.nio.ByteBuffer;

/**
 * The writing end of a lane's stream. Takes the bytes of a write as a whole or not at all. Never blocks; one thread at
 * a time.
 */
public interface LaneSink {

    /** Whether the longest write will be taken from now on. */
    boolean hasRoom();

    /** Whether a Done and the longest write behind it will be taken from now on. */
    boolean hasRoomForDone();

    /**
     * Takes the bytes, if there is room.
     *
     * @param source direct; its position and limit are neither used nor changed
     * @param endsMessage whether the peer sends next, if the sides take turns
     * @return whether it took them; if not, there is no room, or it {@link #isGone()}
     */
    boolean write(ByteBuffer source, int offset, int length, boolean endsMessage);

    /** Passes on the bytes that it has taken and could not pass on yet. Returns whether none of them are left. */
    boolean flush();

    /** Whether nobody reads any more, so there is no room for ever. Any thread. */
    boolean isGone();
}
