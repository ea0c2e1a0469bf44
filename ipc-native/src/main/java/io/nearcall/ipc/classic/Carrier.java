// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The carrier of a stream of bytes, seen from one of its ends. One thread at a time, except for {@link #wake}. */
interface Carrier {

    /**
     * Longest sleep before a thread checks whether it is interrupted, and whether there is somebody left to wait for.
     */
    long SLICE_NS = 10_000_000;

    /**
     * Moves as many bytes as can be moved now, of a buffer with something remaining.
     *
     * @return how many bytes; 0 if there is nothing, or no room; -1 at the end of the stream
     */
    int moveNow(ByteBuffer buffer) throws IOException;

    /**
     * Lets some time pass, {@link #SLICE_NS} at most, until there may be something to move.
     *
     * @param slice how many slices there were in this wait
     * @return the process at the other end if it was found dead, otherwise null. Everything that a dead process has
     *     done can be seen from now on
     */
    PeerProcess await(int slice) throws IOException;

    /** Returns the same after a wait elsewhere. Also null where the kernel itself tells of such a death. */
    PeerProcess deadPeer() throws IOException;

    /** Ends the sleep of the thread that is in {@link #await}. */
    void wake();

    /** Tells the other end, and gives back the resources of this one. Called once, and nothing is called after it. */
    void end() throws IOException;

    /** Returns the exception by which a channel reports a failed call. */
    static IOException failed(RuntimeException cause) {
        return new IOException(cause.getMessage(), cause);
    }

    /** The name of the carrier in messages. */
    @Override
    String toString();
}
