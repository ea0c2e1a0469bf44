// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import java.nio.channels.SelectableChannel;

/**
 * Waits for many descriptors or channels at once, level-triggered: for something to read, and for room to write. One
 * thread awaits at a time. All other methods may be called from any thread, also meanwhile.
 */
public interface Polling extends AutoCloseable {

    /** Readiness: something to read or to accept, or the end of the stream, or the process of a pidfd is dead. */
    int READABLE = 1;

    /** Readiness: there is room to write. Reported only where that is watched, see {@link #watchWritable}. */
    int WRITABLE = 2;

    /** Readiness: the other side has closed, at least its writing half, or there is an error. */
    int HANGUP = 4;

    /**
     * Watches a descriptor of the {@link Host}. It must be removed before it is closed.
     *
     * @param token names the descriptor in {@link #await}; not the token of another one
     */
    void add(int descriptor, int token);

    /**
     * Sets whether to watch for room in a descriptor, too, which was added with that token. At first it is not watched.
     */
    void watchWritable(int descriptor, int token, boolean writable);

    /** Stops watching a descriptor. An {@link #await} that has just returned may still name it. */
    void remove(int descriptor);

    /** Whether channels of the JDK can be watched as well. */
    boolean watchesChannels();

    /** As {@link #add(int, int)}. */
    void add(SelectableChannel channel, int token);

    /** As {@link #remove(int)}. */
    void remove(SelectableChannel channel);

    /**
     * Blocks until something is ready, somebody calls {@link #wake} or {@link #close}, or the time is over.
     *
     * @param tokens receives the tokens of the ready ones, from index 0
     * @param readiness receives the bits of each, at the same index
     * @param timeoutMs negative waits for ever
     * @return how many are ready; 0 after a wake-up, a close or the time, and now and then for no reason
     */
    int await(int[] tokens, int[] readiness, long timeoutMs);

    /** Ends the {@link #await} in progress, or the next one if there is none. Does nothing when closed. */
    void wake();

    /** Ends the {@link #await} in progress and gives everything back, except what is watched. Idempotent. */
    @Override
    void close();
}
