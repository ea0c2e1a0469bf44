// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What carries a stream of bytes, seen from one of its ends. One thread at a time is in it, but for {@link #wake}. */
interface Carrier {

    /** Longest sleep before a thread looks whether it has been interrupted, and whether there is still somebody to wait for. */
    long SLICE_NS = 10_000_000;

    /**
     * Moves what can be moved now, of a buffer with something remaining.
     *
     * @return how many bytes; 0 if there is nothing, or no room; -1 at the end of the stream
     */
    int moveNow(ByteBuffer buffer) throws IOException;

    /**
     * Lets some time pass, {@link #SLICE_NS} at most, until there may be something to move.
     *
     * @param slice how many there were in this wait
     * @return the process at the other end if it was found dead, else null: what it has done can be seen from now on
     */
    PeerProcess await(int slice) throws IOException;

    /** The same, of who has waited elsewhere. Null also where the kernel tells of such a death by itself. */
    PeerProcess deadPeer() throws IOException;

    /** Ends the sleep of the thread that is in {@link #await}. */
    void wake();

    /** Tells the other end, and gives back what this one has. Comes once, and nothing after it. */
    void end() throws IOException;

    /** As channels tell of a call that failed. */
    static IOException failed(RuntimeException cause) {
        return new IOException(cause.getMessage(), cause);
    }

    /** What messages call it. */
    @Override
    String toString();
}
